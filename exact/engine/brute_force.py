"""The memoised walk over a concrete, composition-tracked shoe, card by card in the order of dealing.

It starts from any state of a coup, explains a number by its branches, and is the independent check on the coup
polynomial, with which it shares the rules and nothing else. The memo key holds the position, both totals and the cards
left, which is everything that changes the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from exact.engine.coup.polynomial import falling
from exact.errors import ShoeExhaustedError
from exact.game.coup import FIRST_FOUR, NOTHING_KNOWN, CoupInProgress, Position, winner
from exact.game.rules import Rules

Counts = tuple[int, int, int]
"""Ordered sequences in which Player wins, Banker wins, and the coup is a tie."""
Shoe = tuple[int, ...]
"""Cards of each point value 0 ... 9."""


@dataclass(frozen=True)
class Courses:
    """How a coup goes on after four cards, as integer weights over the rules' `scale`.

    `stand_stand`, `stand_draw`: Player stands and Banker stands or draws; `drawn[x]`: Player draws a card of value x
    and Banker stands or draws.
    """

    stand_stand: int
    stand_draw: int
    drawn: tuple[tuple[int, int], ...]


class Walk:
    """Exact outcome counts for shoes of ten point values, from a coup of which some things are known.

    The shoes given hold the known cards no more. Counts are of ordered sequences of all the cards that the coup may
    still take, times the rules' `scale`; with known totals only the sequences that have them count.
    """

    def __init__(self, rules: Rules, known: CoupInProgress = NOTHING_KNOWN) -> None:
        self.rules = rules
        self.fixed = {position: cards.points
                      for position, cards in (*rules.printed, *known.cards)}
        self.totals = {Position.P2: known.player_total, Position.B2: known.banker_total}
        self.most_cards = len(Position) - len(self.fixed)
        self.courses = {(p, b): self._courses(p, b) for p in range(10) for b in range(10)
                        if not rules.natural_hand(p, b)}
        self.memo: dict[tuple[Position, int, int, Shoe], Counts] = {}

    def outcomes(self, shoe: Sequence[int]) -> Counts:
        """(Player, Banker, Tie) for a shoe of so many cards of each value; raises ShoeExhaustedError if too small."""
        if sum(shoe) < self.most_cards:
            raise ShoeExhaustedError(f"shoe of {sum(shoe)} cards: the coup may need {self.most_cards}")
        return self.deal(Position.P1, 0, 0, tuple(shoe))

    def _courses(self, player: int, banker: int) -> Courses:
        """The rules at two totals as integers; what is known of the third cards rules courses out."""
        third_known, last_known = Position.P3 in self.fixed, Position.B3 in self.fixed
        stands, drawn = (0, 0), [(0, 0)] * 10
        for course in self.rules.courses(player, banker):
            weight = self.rules.scale * course.chance
            split = [(0 if last_known else int(weight * (1 - draw)), int(weight * draw))
                     for draw in course.banker_draws]
            if course.player_draws and (third_known or not last_known):
                drawn = split
            elif not course.player_draws and not third_known:
                stands = split[0]
        return Courses(*stands, tuple(drawn))

    def cards(self, position: Position, shoe: Shoe) -> Iterator[tuple[int, int, Shoe]]:
        """What may lie at a position: its value, the number of such cards, and the shoe without it."""
        if position in self.fixed:
            yield self.fixed[position], 1, shoe
            return
        for value, count in enumerate(shoe):
            if count:
                yield value, count, (*shoe[:value], count - 1, *shoe[value + 1:])

    def deal(self, position: Position, player: int, banker: int, shoe: Shoe) -> Counts:
        """The outcomes from a state in which `position`, one of the first four or P3, is next to be dealt."""
        key = (position, player, banker, shoe)
        found = self.memo.get(key)
        if found is None:
            found = self.memo[key] = (self._third_cards(player, banker, shoe) if position is Position.P3
                                      else self._first_four(*key))
        return found

    def _first_four(self, position: Position, player: int, banker: int, shoe: Shoe) -> Counts:
        wins = losses = ties = 0
        to_player = position in (Position.P1, Position.P2)
        wanted = self.totals.get(position)
        after = Position(position + 1)
        for value, count, rest in self.cards(position, shoe):
            p, b = ((player + value) % 10, banker) if to_player else (player, (banker + value) % 10)
            if wanted is None or wanted == (p if to_player else b):
                part = self.deal(after, p, b, rest)
                wins += count * part[0]
                losses += count * part[1]
                ties += count * part[2]
        return wins, losses, ties

    def _third_cards(self, player: int, banker: int, shoe: Shoe) -> Counts:
        """All that can follow four cards, with the unused cards behind it."""
        cards = sum(shoe)
        player_free, banker_free = Position.P3 not in self.fixed, Position.B3 not in self.fixed
        room = player_free + banker_free
        unused = [falling(cards - used, room - used) for used in range(room + 1)]
        totals = [0, 0, 0]
        if (player, banker) not in self.courses:
            totals[winner(player, banker)] = self.rules.scale * unused[0]
            return totals[0], totals[1], totals[2]
        course = self.courses[player, banker]
        totals[winner(player, banker)] += course.stand_stand * unused[0]
        by_total = self._banker_totals(banker, shoe)
        below = [0, *accumulate(by_total)]
        if course.stand_draw:
            weight = course.stand_draw * unused[banker_free]
            for i, ways in enumerate((below[player], below[10] - below[player + 1], by_total[player])):
                totals[i] += weight * ways
        third_cards = enumerate(shoe) if player_free else [(self.fixed[Position.P3], 1)]
        for value, count in third_cards:
            stands, draws = course.drawn[value]
            total = (player + value) % 10
            if stands:
                totals[winner(total, banker)] += count * stands * unused[player_free]
            if draws and count:
                weight = count * draws * unused[room]
                totals[0] += weight * below[total]
                totals[1] += weight * (below[10] - below[total + 1])
                totals[2] += weight * by_total[total]
                if player_free and banker_free:  # Banker cannot draw the card that Player has drawn
                    totals[winner(total, (banker + value) % 10)] -= weight
        return totals[0], totals[1], totals[2]

    def _banker_totals(self, banker: int, shoe: Shoe) -> Shoe:
        """Ways for Banker's third card to make each final total 0 ... 9: total t needs a card of value t - banker."""
        if Position.B3 in self.fixed:
            final = (banker + self.fixed[Position.B3]) % 10
            return tuple(int(total == final) for total in range(10))
        return shoe[10 - banker:] + shoe[:10 - banker]

    def last_card(self, player: int, banker: int, shoe: Shoe) -> Counts:
        """Ways for Banker's third card to give each outcome."""
        by_total = self._banker_totals(banker, shoe)
        return sum(by_total[:player]), sum(by_total[player + 1:]), by_total[player]


# ---------------------------------------------------------------------------------------------------------------
# a number explained

@dataclass(frozen=True)
class Branch:
    """A step of a coup and what it leads to.

    `text` says what happens; `probability` is given the step above it; `outcomes` are those behind it (Player, Banker,
    Tie); `branches` are the next steps, none where the coup is decided or the tree is cut.
    """

    text: str
    probability: Fraction
    outcomes: tuple[Fraction, Fraction, Fraction]
    branches: tuple[Branch, ...]


def explain(rules: Rules, known: CoupInProgress, shoe: Sequence[int], depth: int = 2) -> Branch:
    """The tree of a coup in progress, `depth` unknown cards deep; every probability is exact."""
    return _Explainer(Walk(rules, known)).first_four(Position.P1, 0, 0, tuple(shoe), depth, "the coup", Fraction(1))


_NAMES = {Position.P1: "Player's first card", Position.B1: "Banker's first card", Position.P2: "Player's second card",
          Position.B2: "Banker's second card", Position.P3: "Player's third card", Position.B3: "Banker's third card"}


class _Explainer:
    """Lays the walk out as a tree."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.rules = walk.rules

    def _branch(self, text: str, probability: Fraction, counts: Counts, branches: Sequence[Branch]) -> Branch:
        total = sum(counts)
        outcomes = tuple(Fraction(count, total) for count in counts)
        return Branch(text, probability, (outcomes[0], outcomes[1], outcomes[2]), tuple(branches))

    def first_four(self, position: Position, player: int, banker: int, shoe: Shoe, depth: int, text: str,
                   probability: Fraction) -> Branch:
        if position not in FIRST_FOUR:
            return self.third_cards(player, banker, shoe, depth, text, probability)
        branches: list[Branch] = []
        steps = []
        for value, count, rest in self.walk.cards(position, shoe):
            to_player = position in (Position.P1, Position.P2)
            p, b = ((player + value) % 10, banker) if to_player else (player, (banker + value) % 10)
            wanted = self.walk.totals.get(position)
            if wanted is None or wanted == (p if to_player else b):
                ways = count * sum(self.walk.deal(Position(position + 1), p, b, rest))
                steps.append((value, ways, p, b, rest))
        if position in self.walk.fixed:
            _, _, p, b, rest = steps[0]
            return self.first_four(Position(position + 1), p, b, rest, depth, text, probability)
        if depth:
            total = sum(ways for _, ways, *_ in steps)
            branches = [self.first_four(Position(position + 1), p, b, rest, depth - 1,
                                        f"{_NAMES[position]} {value}: Player {p}, Banker {b}", Fraction(ways, total))
                        for value, ways, p, b, rest in steps if ways]
        return self._branch(text, probability, self.walk.deal(position, player, banker, shoe), branches)

    def third_cards(self, player: int, banker: int, shoe: Shoe, depth: int, text: str, probability: Fraction) -> Branch:
        counts = self.walk.deal(Position.P3, player, banker, shoe)
        if (player, banker) not in self.walk.courses:
            return self._branch(f"{text}; a natural ends the coup", probability, counts, ())
        branches: list[Branch] = []
        course, total = self.walk.courses[player, banker], sum(counts)
        left = len([position for position in (Position.P3, Position.B3) if position not in self.walk.fixed])
        cards = sum(shoe)
        if course.stand_stand or course.stand_draw:
            branches += self._banker("Player stands", (course.stand_stand, course.stand_draw), player, banker, shoe,
                                     left, cards, total, depth)
        for value, count, rest in self.walk.cards(Position.P3, shoe) if depth or Position.P3 in self.walk.fixed else ():
            weights = (count * course.drawn[value][0], count * course.drawn[value][1])
            if any(weights):
                final = (player + value) % 10
                used = int(Position.P3 not in self.walk.fixed)
                branches += self._banker(f"Player draws {value}: Player {final}", weights, final, banker, rest,
                                         left - used, cards - used, total, depth - used)
        # Where Player may draw and the tree ends here, the courses in which Player stands are not the whole.
        cut = not depth and Position.P3 not in self.walk.fixed and any(map(any, course.drawn))
        return self._branch(text, probability, counts, () if cut or (not depth and len(branches) == 1) else branches)

    def _banker(self, text: str, weights: tuple[int, int], player: int, banker: int, shoe: Shoe, room: int, cards: int,
                total: int, depth: int) -> Iterator[Branch]:
        """Banker stands or draws; `weights` count Player's part of the course."""
        stands, draws = weights
        if stands:
            counts = [0, 0, 0]
            counts[winner(player, banker)] = stands * falling(cards, room)
            yield self._branch(f"{text}; Banker stands on {banker}", Fraction(sum(counts), total),
                               (counts[0], counts[1], counts[2]), ())
        if draws:
            used = int(Position.B3 not in self.walk.fixed)
            behind = draws * falling(cards - used, room - used)
            last = self.walk.last_card(player, banker, shoe)
            counts = [behind * ways for ways in last]
            inner = [self._branch(f"Banker draws {value}: Banker {(banker + value) % 10}",
                                  Fraction(count * behind, sum(counts)),
                                  _one(winner(player, (banker + value) % 10)), ())
                     for value, count, _ in self.walk.cards(Position.B3, shoe)] if depth > 0 else []
            yield self._branch(f"{text}; Banker draws on {banker}", Fraction(sum(counts), total),
                               (counts[0], counts[1], counts[2]), inner)


def _one(index: int) -> Counts:
    return int(index == 0), int(index == 1), int(index == 2)


