"""The totals of a coup: Player's final total against Banker's, and the odds once Player's first two cards are seen."""

from __future__ import annotations

from fractions import Fraction

from exact.analysis.odds.laws import Odds, Study
from exact.engine.coup.compile import compile_joint
from exact.errors import ExactError
from exact.game.bets import Bet, FactIs, Line
from exact.game.coup import CoupInProgress
from exact.game.facts import facts
from exact.game.rules import Rules
from exact.game.shoe import Shoe

TOTALS = range(10)


def _final_total(hand: str, rules: Rules) -> Bet:
    """A hand's final total as a bet that pays nothing, a line for each total."""
    fact = facts(rules.naturals)[f"{hand}.total"]
    return Bet(f"{hand}-total", f"{hand} total",
               tuple(Line(str(total), FactIs(fact, frozenset({total})), Fraction(0)) for total in TOTALS))


def final_totals(rules: Rules, shoe: Shoe) -> tuple[tuple[Fraction, ...], ...]:
    """The probability of each pair of final totals: a row for each of Player's, a column for each of Banker's."""
    law = compile_joint(rules, (_final_total("player", rules), _final_total("banker", rules))).law(shoe)
    table = [[Fraction(0)] * 10 for _ in TOTALS]
    for (player, banker), count in zip(law.keys, law.counts, strict=True):
        if player is not None and banker is not None:
            table[player][banker] += Fraction(count, law.of)
    return tuple(map(tuple, table))


def odds_by_player_total(rules: Rules, shoe: Shoe) -> tuple[tuple[int, Odds], ...]:
    """The odds once Player's first two cards are seen, by their total; totals that the shoe cannot give are left out.

    None at all where a card is printed on the layout: then Player's first two cards are not both from the shoe.
    """
    if rules.printed:
        return ()
    found = []
    for total in TOTALS:
        try:
            found.append((total, Study(rules, (), CoupInProgress(player_total=total)).odds(shoe)))
        except ExactError:
            continue
    return tuple(found)
