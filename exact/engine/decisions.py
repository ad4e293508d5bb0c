"""Free decisions as a multilinear form: how often each side wins, in integers, as a function of what it chooses.

A coup meets at most one decision node of each side. With p_i the probability with which Player draws at his node i and
q_j that of Banker at his, the sequences that a side wins number C + sum p_i A_i + sum q_j (E_j + sum p_i F_ij)
(docs/equilibrium.md). The form is counted hand by hand for one shoe.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from exact.engine.coup.polynomial import falling
from exact.game.cards import VALUES
from exact.game.coup import winner
from exact.game.rules import HANDS_OF, Course, Rules
from exact.game.shoe import Shoe

Wins = tuple[Fraction | int, Fraction | int]
"""Sequences won by Player, and by Banker."""


@dataclass(eq=False)
class DecisionForm:
    """The counts of a shoe: `constant`, `player[i]`, `banker[j]` and `both[i, j]`, each as (Player's, Banker's) wins,
    out of `of` ordered sequences. Nodes are named as in the tables, `5`, `05`, `6/stood`, `33/6`; one that the shoe
    never comes to has the reach 0."""

    of: int
    constant: list[Fraction | int] = field(default_factory=lambda: [0, 0])
    player: dict[str, list[Fraction | int]] = field(default_factory=dict)
    banker: dict[str, list[Fraction | int]] = field(default_factory=dict)
    both: dict[tuple[str, str], list[Fraction | int]] = field(default_factory=dict)
    reach: dict[str, int] = field(default_factory=dict)

    def wins(self, player: dict[str, Fraction], banker: dict[str, Fraction]) -> tuple[Fraction, Fraction]:
        """The probabilities with which Player and Banker win, if they draw so."""
        def total(side: int) -> Fraction:
            found = Fraction(self.constant[side])
            found += sum((player[i] * row[side] for i, row in self.player.items()), Fraction(0))
            found += sum((banker[j] * row[side] for j, row in self.banker.items()), Fraction(0))
            found += sum((player[i] * banker[j] * row[side] for (i, j), row in self.both.items()), Fraction(0))
            return found / self.of

        return total(0), total(1)


def decision_form(rules: Rules, shoe: Shoe) -> DecisionForm:
    """The form of a shoe; raises ShoeExhaustedError for one that a coup may exhaust."""
    shoe.require(rules.most_cards, "a coup")
    return _Counter(rules, shoe).form


class _Counter:
    def __init__(self, rules: Rules, shoe: Shoe) -> None:
        self.rules = rules
        counts = shoe.counts(VALUES)
        self.drawn = 0 if shoe.infinite else 1
        divisor = math.gcd(*counts) if shoe.infinite else 1
        self.shoe = [count // divisor for count in counts]
        cards = sum(self.shoe)
        self.form = DecisionForm(cards**6 if shoe.infinite else falling(cards, 6))
        self.cards = cards
        for p_hand, p_ways, left in self.hands(self.shoe):
            for b_hand, b_ways, rest in self.hands(left):
                self.coup(p_hand, b_hand, p_ways * b_ways, rest)

    def hands(self, shoe: Sequence[int]) -> Iterator[tuple[tuple[int, int], int, list[int]]]:
        """The two-card hands from a shoe, the ways to deal each, and what is left."""
        for hands in HANDS_OF:
            for low, high in hands:
                ways = shoe[low] * (shoe[high] - self.drawn * (low == high)) * (1 + (low != high))
                if ways > 0:
                    rest = list(shoe)
                    rest[low] -= self.drawn
                    rest[high] -= self.drawn
                    yield (low, high), ways, rest

    def coup(self, p_hand: tuple[int, int], b_hand: tuple[int, int], ways: int, shoe: list[int]) -> None:
        rules, cards = self.rules, self.cards - 4 * self.drawn
        player, banker = rules.player_hand(*p_hand), rules.banker_hand(*b_hand)
        own, theirs = player % 10, banker % 10
        pair = cards * (cards - self.drawn)
        if rules.natural_hand(player, banker):
            _into(self.form.constant, _won(winner(own, theirs), ways * pair), 1)
            return
        by_total = [*shoe[10 - theirs:], *shoe[:10 - theirs]]
        below = [0]
        for count in by_total:
            below.append(below[-1] + count)
        for course in rules.choices(player, banker):
            node = self.player_node(player, p_hand) if course.free else None
            for third in range(10) if course.player_draws else (None,):
                count, total = (shoe[third], (own + third) % 10) if third is not None else (1, own)
                if not count:
                    continue
                wins = [below[total], below[10] - below[total + 1]]
                if third is not None and self.drawn:
                    result = winner(total, (theirs + third) % 10)
                    if result < 2:
                        wins[result] -= 1
                unused = cards - self.drawn if third is None else 1
                stands = cards * (cards - self.drawn) if third is None else cards - self.drawn
                self.banker_turn(course, node, third, b_hand, banker, winner(total, theirs), ways * count, stands,
                                 (wins[0] * unused, wins[1] * unused))

    def banker_turn(self, course: Course, node: str | None, third: int | None, b_hand: tuple[int, int], banker: int,
                    standing: int, ways: int, stands: int, draws: tuple[int, int]) -> None:
        """Banker stands or draws: counts of the two cards behind the four, or of the one behind the five."""
        stood = _won(standing, stands)
        column = third or 0
        change = (ways * (draws[0] - stood[0]), ways * (draws[1] - stood[1]))
        self.put(course, node, None, (ways * stood[0], ways * stood[1]), 0)
        if course.banker_free and course.banker_free[column]:
            own = (f"{b_hand[0]}{b_hand[1]}" if self.rules.banker_sees == "hand" or banker >= 10 else str(banker))
            self.put(course, node, f"{own}/{'stood' if third is None else third}", change, ways * stands)
        else:
            chance = course.banker_draw(third)
            if chance:
                self.put(course, node, None, (change[0] * chance, change[1] * chance) if chance < 1 else change, 0)

    def player_node(self, player: int, hand: tuple[int, int]) -> str:
        return f"{hand[0]}{hand[1]}" if self.rules.player_sees == "hand" or player >= 10 else str(player)

    def put(self, course: Course, i: str | None, j: str | None, wins: Wins, reach: int) -> None:
        """Wins in a course: of Player's choice to stand they are there for 1 - p."""
        form = self.form
        chance = 1 if i is not None or course.chance == 1 else course.chance
        wins = (wins[0] * chance, wins[1] * chance)
        if i is not None:
            form.player.setdefault(i, [0, 0])
        if j is not None:
            form.banker.setdefault(j, [0, 0])
            form.reach[j] = form.reach.get(j, 0) + reach
        sign = 1 if course.player_draws else -1
        if i is None or not course.player_draws:
            _into(form.constant if j is None else form.banker[j], wins, 1)
        if i is not None:
            _into(form.player[i] if j is None else form.both.setdefault((i, j), [0, 0]), wins, sign)


def _won(result: int, ways: int) -> Wins:
    return ways * (result == 0), ways * (result == 1)


def _into(row: list[Fraction | int], wins: Wins, sign: int) -> None:
    row[0] += sign * wins[0]
    row[1] += sign * wins[1]
