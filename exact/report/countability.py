"""The counting section of the whole report: how far the EV strays as cards go, and what the best count gains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exact.analysis.counting.law import Counted, CountLaw
from exact.analysis.counting.search import optimal_tags
from exact.analysis.counting.spread import Spread, spread
from exact.analysis.counting.tags import CountError, Tags
from exact.errors import BetError
from exact.game.bets import Bet
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.report.model import Block, Cell, Column, Figure, Heading, Paragraph, Table
from exact.report.numbers import Root, rational, root
from exact.report.plots import Lines, Panel

LEVEL = 3
"""The count of a bet: its effects of removal as whole tags up to so many."""
DEPTHS = (13, 26, 39, 52, 78, 104, 156, 208)
CURVE_AT = 52
LEAST_PROBABILITY = Fraction(1, 1000)
"""Counts that are rarer are not drawn; the sums are over all of them."""
MOST_BETS = 5


@dataclass(frozen=True)
class Counting:
    """A bet with the spread of its EV, its count, and the joint law of count and coup at each depth."""

    bet: Bet
    spread: Spread
    tags: Tags
    laws: tuple[CountLaw, ...]

    def law_at(self, cards_left: int) -> CountLaw | None:
        return next((law for law in self.laws if law.cards_left == cards_left), None)


def counting_of(rules: Rules, bets: Sequence[Bet], shoe: Shoe) -> tuple[Counting, ...]:
    """The bets whose EV has a closed form; none for an infinite or a small shoe, or for too many bets."""
    depths = [n for n in DEPTHS if rules.most_cards <= n < shoe.cards] if not shoe.infinite else []
    if not depths or len(bets) > MOST_BETS:
        return ()
    found = []
    for bet in bets:
        try:
            strays = spread(rules, bet, shoe)
            tags = optimal_tags(strays, LEVEL)
            found.append(Counting(bet, strays, tags, tuple(Counted(rules, shoe, tags).laws(bet, depths))))
        except (BetError, CountError):
            continue
    return tuple(found)


def counting_section(found: Sequence[Counting]) -> Iterator[Block]:
    if not found:
        return
    yield Heading("Counting")
    yield Paragraph("As cards leave the shoe the EV of a bet strays from its mean; where it is above zero a bettor who"
                    " counts gains. Each bet is counted by its effects of removal as whole tags, and a bet is made at"
                    " the running counts where it gains: no rounding to a true count, no cards unseen. Exact, over all"
                    " sub-shoes at a depth.")
    yield from _spread_figure(found)
    yield _spread_table(found)
    yield from _gain_figure(found)
    yield _gain_table(found)
    yield from _curve(found)


def _depths(found: Sequence[Counting]) -> list[int]:
    return [law.cards_left for law in found[0].laws]


def _spread_table(found: Sequence[Counting]) -> Table:
    return Table("Standard deviation of the EV over the sub-shoes of a depth",
                 (Column("cards left", "count"), *(Column(item.bet.name, "percent") for item in found)),
                 tuple((n, *(Root(item.spread.variance(n)) for item in found)) for n in _depths(found)),
                 ("In points of percent of the stake.",), key="ev-spread")


def _spread_figure(found: Sequence[Counting]) -> Iterator[Figure]:
    depths = _depths(found)
    curves = tuple(Panel(item.bet.name, tuple(Root(item.spread.variance(n)) for n in depths)) for item in found)
    yield Figure("Spread of the EV by cards left",
                 f"A falling curve for each bet on a logarithmic scale, from {depths[0]} to {depths[-1]} cards left.",
                 Lines("cards left", "standard deviation of the EV,\nper cent of the stake", tuple(depths), curves,
                       percent=True, logarithmic=True), key="spread-of-ev")


def _gain(law: CountLaw) -> Fraction:
    best = law.best()
    return best.gain if best else Fraction(0)


def _gain_table(found: Sequence[Counting]) -> Table:
    notes = tuple(f"{item.bet.name} is counted by {item.tags}." for item in found)
    return Table("Mean gain of the best trigger per coup dealt, in units of 10^-7 of the stake",
                 (Column("cards left", "count"), *(Column(item.bet.name, "per 10^7") for item in found)),
                 tuple((n, *(_gain(law) for law in laws)) for n, *laws in
                       zip(_depths(found), *(item.laws for item in found), strict=True)), notes, key="counting-gain")


def _gain_figure(found: Sequence[Counting]) -> Iterator[Figure]:
    depths = [n for n in _depths(found) if n <= 2 * CURVE_AT]
    if len(depths) > 1:
        curves = tuple(Panel(item.bet.name, tuple(_gain(law) * 10**7 or None for law in item.laws
                                                  if law.cards_left in depths)) for item in found)
        yield Figure("Mean gain of the best trigger by cards left",
                     "A curve for each bet on a logarithmic scale, falling by orders of magnitude with each half deck.",
                     Lines("cards left", "gain per coup dealt,\n10\u207b\u2077 of the stake", tuple(depths), curves,
                           logarithmic=True), key="gain-by-cards-left")


def _curve(found: Sequence[Counting]) -> Iterator[Block]:
    """EV against the count with a deck left, of the bet that gains most there."""
    known = [(item, law) for item in found for law in [item.law_at(CURVE_AT)] if law is not None]
    if not known:
        return
    item, law = max(known, key=lambda pair: _gain(pair[1]))
    shown = [(count, probability, ev) for count, probability, ev in law.curve if probability >= LEAST_PROBABILITY]
    above = sum((probability for _, probability, ev in law.curve if ev > 0), Fraction(0))
    said = f"The EV crosses zero at counts that come up in 1 of {float(1 / above):,.0f} coups." if above else (
        "The EV is below zero at every count.")
    yield Figure(f"EV of {item.bet.name} against its count, {CURVE_AT} cards left",
                 f"A curve over grey bars of probability. {said}",
                 Lines(f"running count of the cards dealt ({item.tags})", "EV, per cent of the stake",
                       tuple(count for count, _, _ in shown), (Panel(item.bet.name, tuple(ev for _, _, ev in shown)),),
                       percent=True, bars=tuple(probability for _, probability, _ in shown),
                       bars_title="probability of the count, per cent"), key="ev-against-count")
    rows: list[tuple[Cell, ...]] = [(str(count), probability, ev) for count, probability, ev in shown]
    yield Table(f"EV of {item.bet.name} against its count, {CURVE_AT} cards left",
                (Column("running count"), Column("probability", "probability"), Column("EV", "percent")), tuple(rows),
                ("Counts of a probability below 1 in 1,000 are left out.",), key="ev-by-count")


def counting_data(found: Sequence[Counting]) -> list[dict[str, Any]]:
    return [{"bet": item.bet.name, "tags": str(item.tags),
             "depths": [{"cards_left": law.cards_left, "ev_std_dev": root(Root(item.spread.variance(law.cards_left))),
                         "gain_per_coup": rational(_gain(law))} for law in item.laws]} for item in found]
