"""The laws that the search for a figure asks for: of bets whatever they pay, and under every table that differs from a
given one in one square of Banker's.

A coup meets at most one square of Banker's table. So two joint laws of the bet and of the square that is met suffice:
under the table, and under the one with all of Banker's squares turned over. Of the first take the coups that do not
meet the square in question, of the second those that do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, reduce

from exact.analysis.odds.laws import BetLaw, Group, partition_of
from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import Law
from exact.game.bets import ALWAYS, Bet, FactIs, Line
from exact.game.cards import POINT_VALUES, VALUES
from exact.game.coup import PLAYER
from exact.game.facts import Fact, Fold, Op, facts
from exact.game.rules import STANDARD, STOOD, Rules
from exact.game.shoe import Shoe

_BANKER_TWO, = facts(frozenset())["banker.two_card_total"].folds
_PLAYER_CARDS, = facts(frozenset())["player.cards"].folds
_THIRD = Fold(frozenset(PLAYER[2:]), Op.TOTAL, POINT_VALUES)
_MET = Fact("the square of Banker's table", (_BANKER_TWO, _PLAYER_CARDS, _THIRD),
            lambda total, cards, third: (total, STOOD if cards == len(PLAYER) - 1 else third),
            tuple((total, column) for total in range(10) for column in range(STOOD + 1)))


def unpaid(bet: Bet) -> Bet:
    """A bet of the same conditions, which stands for all that pay otherwise."""
    return Bet("", "", tuple(Line("", line.when, line.pays * 0) for line in bet.lines), bet.offered)


@lru_cache(maxsize=8192)
def laws_of(rules: Rules, bets: tuple[Bet, ...], shoe: Shoe) -> tuple[BetLaw, ...]:
    """Remembered, because the claims of a site ask for the same laws again and again."""
    return tuple(law for _, law in Group(bets, (compile_joint(rules, bets),)).laws(shoe))


@lru_cache(maxsize=1024)
def by_values(bet: Bet) -> bool:
    """Whether point values decide a bet."""
    return partition_of(bet) == VALUES


def has_laws_by_square(rules: Rules) -> bool:
    """Whether the columns of Banker's table are Player's third card, and no square is left to chance."""
    return rules.banker_reads == STANDARD.banker_reads and not rules.mixed


@lru_cache(maxsize=256)
def laws_by_square(rules: Rules, bet: Bet, shoe: Shoe) -> Mapping[tuple[int, int], BetLaw]:
    """The law of the bet with each of Banker's squares turned over, by total and column."""
    squares = [(square.total, square.against) for square in rules.squares if square.against is not None]
    met = Bet("", "the square met", (*(Line("", FactIs(_MET, frozenset({square})), bet.lines[0].pays * 0)
                                       for square in squares), Line("", ALWAYS, bet.lines[0].pays * 0)))
    over = reduce(Rules.with_square, (replace(square, draw=1 - square.draw) for square in rules.squares
                                      if square.against is not None), rules)
    joint = [compile_joint(table, (bet, met)).law(shoe) for table in (rules, over)]
    here, there = (_by_second(law, len(bet.lines)) for law in joint)
    whole = [sum(counts) for counts in zip(*here.values(), strict=True)]
    none = [0] * len(bet.lines)
    return {square: BetLaw(bet, tuple(every - was + now for every, was, now in zip(
                whole, here.get(place, none), there.get(place, none), strict=True)), sum(whole), joint[0].length)
            for place, square in enumerate(squares)}


def _by_second(law: Law, lines: int) -> Mapping[int | None, list[int]]:
    """For each line of the second bet of a joint law, the counts of the lines of the first."""
    found: dict[int | None, list[int]] = {}
    for (line, place), count in zip(law.keys, law.counts, strict=True):
        if line is not None:
            found.setdefault(place, [0] * lines)[line] += count
    return found
