"""Deviations from a third-card table as programs and pages make them: one list, for judging logs and figures alike.

A deviation is a whole set of rules with a title, so that whatever takes rules can compute its numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.game.rules import Override, Rules, verb


@dataclass(frozen=True)
class DeviatingRules:
    """Rules that deviate from others in one thing, and what that is in words."""

    title: str
    rules: Rules


_AGAINST_TOTALS = tuple(
    Override(draws, frozenset(totals), cards)
    for draws, totals in ((False, (8, 9)), (False, (9,)), (False, (7, 8, 9)), (True, (8, 9)), (True, (7, 8, 9)))
    for cards in (3, None))
"""Banker looks at Player's final total, as if it were a natural or had to be beaten."""


def changed_squares(rules: Rules) -> Iterator[DeviatingRules]:
    """The rules with one square of the table changed, for each square that play comes to: what was certain is the
    other thing, what was left to chance is either."""
    for square in rules.squares:
        if square.against is None or rules.reaches(square.against):
            for draw in (Fraction(1), Fraction(0)):
                if draw != square.draw:
                    yield DeviatingRules(f"{square.where}: {verb(draw)} (the rules: {verb(square.draw)})",
                                         rules.with_square(replace(square, draw=draw)))


def other_hands(rules: Rules) -> Iterator[DeviatingRules]:
    """The rules with Banker looking at Player's final total: at the lists of totals that programs are known to have, or
    at whether Banker is behind or ahead."""
    for override in _AGAINST_TOTALS:
        yield DeviatingRules(str(override), replace(rules, overrides=(*rules.overrides, override)))
    for title, draws, behind in (("Banker stands whenever ahead", False, False),
                                 ("Banker draws whenever behind", True, True)):
        overrides = tuple(Override(draws, frozenset(player for player in range(10) if (player > banker) == behind
                                                    and player != banker), None, frozenset({banker}))
                          for banker in (range(9) if behind else range(1, 10)))
        yield DeviatingRules(title, replace(rules, overrides=(*rules.overrides, *overrides)))


def deviations(rules: Rules) -> Iterator[DeviatingRules]:
    """Every deviation of the list, single squares first."""
    yield from changed_squares(rules)
    yield from other_hands(rules)
    yield DeviatingRules("Banker's table read by Player's final total", replace(rules, banker_reads="total"))
    if rules.naturals:
        yield DeviatingRules("a natural does not stop the other hand", replace(rules, naturals=frozenset()))
