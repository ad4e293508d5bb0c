"""The counting section of the whole report: how much the EV varies as cards leave it, and what the best count gains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from exact.analysis.counting.law import Counted, CountLaw
from exact.analysis.counting.search import LEVEL, optimal_tags
from exact.analysis.counting.spread import Spread, spread
from exact.analysis.counting.tags import CountError, Tags
from exact.errors import BetError
from exact.game.bets import Bet
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.report.cells import show
from exact.report.document import Block, Column, Figure, Heading, Paragraph, Table
from exact.report.drawing.alt import course
from exact.report.numbers import Root, rational, root
from exact.report.plots import Lines, Panel, Value
from exact.report.sections.count_curve import curve_blocks, curve_data

DEPTHS = (13, 26, 39, 52, 78, 104, 156, 208)
CURVE_AT = 52
MOST_BETS = 5
LEAST_DRAWN = Fraction(1, 100)
"""Units of 10^-7 of the stake: the least gain whose digits the table shows."""


@dataclass(frozen=True)
class Counting:
    """A bet with the spread of its EV, its count, and the joint law of count and coup at each depth.

    No tags and no laws where no card changes its EV, so that nothing can be counted.
    """

    bet: Bet
    spread: Spread
    tags: Tags | None
    laws: tuple[CountLaw, ...]

    @cached_property
    def gains(self) -> Mapping[int, Fraction]:
        """What the best trigger of each depth gains per coup dealt; 0 where none gains, nothing without a count."""
        return {law.cards_left: best.gain if (best := law.best()) else Fraction(0) for law in self.laws}

    @property
    def curve(self) -> CountLaw | None:
        """The law at the depth where the EV is shown against the count."""
        return next((law for law in self.laws if law.cards_left == CURVE_AT), None)


@dataclass(frozen=True)
class CountingStudy:
    """The bets of a report that have a spread, at the same depths; and of what is left out, the reasons."""

    depths: tuple[int, ...]
    found: tuple[Counting, ...]
    left_out: tuple[str, ...]

    @property
    def counted(self) -> tuple[Counting, ...]:
        return tuple(item for item in self.found if item.laws)

    @property
    def curved(self) -> Counting | None:
        """The bet whose EV is shown against its count: the one that gains most with a deck left, if that is a depth."""
        known = self.counted if CURVE_AT in self.depths else ()
        return max(known, key=lambda item: item.gains[CURVE_AT], default=None)


def counting_of(rules: Rules, bets: Sequence[Bet], shoe: Shoe) -> CountingStudy:
    """The bets whose EV has a closed form; none for an infinite or a small shoe, or for too many bets."""
    depths = tuple(n for n in DEPTHS if rules.most_cards <= n < shoe.cards) if not shoe.infinite else ()
    if not depths or len(bets) > MOST_BETS:
        why = ("an infinite shoe does not change as cards leave it" if shoe.infinite else
               f"the shoe has {shoe.cards} cards, and the fewest that are looked at are {DEPTHS[0]} of a larger shoe"
               if not depths else f"the report is of {len(bets)} bets, and at most {MOST_BETS} are counted in one;"
               " name those that matter")
        return CountingStudy((), (), (f"None: {why}.",))
    found, left_out = [], []
    for bet in bets:
        try:
            varies = spread(rules, bet, shoe)
        except (BetError, CountError) as error:
            left_out.append(f"Left out: {error}.")
            continue
        try:
            tags = optimal_tags(varies, LEVEL)
            found.append(Counting(bet, varies, tags, tuple(Counted(rules, shoe, tags).laws(bet, depths))))
        except (BetError, CountError) as error:
            left_out.append(f"No count of {bet.name}: {error}.")
            found.append(Counting(bet, varies, None, ()))
    return CountingStudy(depths, tuple(found), tuple(left_out))


def counting_section(study: CountingStudy) -> Iterator[Block]:
    yield Heading("Counting")
    if study.found:
        yield Paragraph("As cards leave the shoe the EV of a bet varies around its mean; where it is above zero a"
                        " bettor who counts gains. Each bet is counted by its effects of removal as whole tags, and a"
                        " bet is made at the counts where it gains: no rounding of the count, no cards unseen. Exact,"
                        " over all sub-shoes at a depth.")
    for reason in study.left_out:
        yield Paragraph(reason)
    if study.found:
        yield from _spread_figure(study)
        yield _spread_table(study)
    if study.counted:
        yield from _gain_figure(study)
        yield _gain_table(study)
        yield from _curve(study)


def _spread_table(study: CountingStudy) -> Table:
    return Table("Standard deviation of the EV over the sub-shoes of a depth",
                 (Column("cards left", "count"), *(Column(item.bet.name, "percent") for item in study.found)),
                 tuple((n, *(Root(item.spread.variance(n)) for item in study.found)) for n in study.depths),
                 ("In percentage points of the stake.",), key="ev-spread")


def _figure(title: str, start: str, y_title: str, study: CountingStudy, curves: Sequence[Panel], percent: bool,
            key: str) -> Iterator[Block]:
    """Curves over the depths, told in words; a depth alone makes none."""
    if len(study.depths) < 2:
        yield Paragraph(f"No picture of the {title[0].lower()}{title[1:]}: one depth makes no curve.")
        return
    places = [str(n) for n in study.depths]

    def shown(value: Value) -> str:
        return show(value, "percent" if percent else "number", 6 if percent else 2)

    said = "; ".join(course(curve.title, places, curve.values, shown) for curve in curves)
    yield Figure(title, f"{start}, over the cards left: {said}.",
                 Lines("cards left", y_title, study.depths, tuple(curves), percent=percent, logarithmic=True), key=key)


def _spread_figure(study: CountingStudy) -> Iterator[Block]:
    curves = [Panel(item.bet.name, tuple(Root(item.spread.variance(n)) for n in study.depths)) for item in study.found]
    yield from _figure("Spread of the EV by cards left", "A curve for each bet on a logarithmic scale",
                       "standard deviation of the EV,\n% of the stake", study, curves, True, "spread-of-ev")


def _gain_table(study: CountingStudy) -> Table:
    notes = [f"{item.bet.name} is counted by {item.tags}." for item in study.counted]
    if not all(item.gains[n] for item in study.counted for n in study.depths):
        notes.insert(0, "0.00: no trigger gains at this depth.")
    return Table("Mean gain of the best trigger per coup dealt, in units of 10^-7 of the stake",
                 (Column("cards left", "count"), *(Column(item.bet.name, "per 10^7") for item in study.counted)),
                 tuple((n, *(item.gains[n] for item in study.counted)) for n in study.depths),
                 tuple(notes), key="counting-gain")


def _gain_figure(study: CountingStudy) -> Iterator[Block]:
    """Gains as far as the table has digits of them."""
    curves, never, hidden = [], [], False
    for item in study.counted:
        gains = [item.gains[n] * 10**7 for n in study.depths]
        drawn = tuple(gain if gain >= LEAST_DRAWN else None for gain in gains)
        hidden |= None in drawn
        if any(drawn):
            curves.append(Panel(item.bet.name, drawn))
        else:
            never.append(item.bet.name)
    if never:
        yield Paragraph(f"Not drawn, as {'it gains' if len(never) == 1 else 'they gain'} less than"
                        f" {float(LEAST_DRAWN):g} units at each depth: {', '.join(never)}.")
    if curves:
        start = "A curve for each bet on a logarithmic scale"
        yield from _figure("Mean gain of the best trigger by cards left",
                           start + (f", gains below {float(LEAST_DRAWN):g} not drawn" if hidden else ""),
                           "gain per coup dealt,\n10\u207b\u2077 of the stake", study, curves, False,
                           "gain-by-cards-left")


def _curve(study: CountingStudy) -> Iterator[Block]:
    """EV against the true count with a deck left, of the bet that gains most there."""
    item = study.curved
    law = item.curve if item else None
    if item is None or law is None:
        yield Paragraph(f"No curve of EV against a count: {CURVE_AT} cards are not left of this shoe.")
        return
    yield from curve_blocks(item.bet, str(item.tags), law, chosen=len(study.found) > 1)


def counting_data(study: CountingStudy) -> list[dict[str, Any]]:
    curved = study.curved
    return [{"bet": item.bet.name, "tags": None if item.tags is None else str(item.tags),
             "depths": [{"cards_left": n, "ev_std_dev": root(Root(item.spread.variance(n))),
                         "gain_per_coup": rational(item.gains.get(n))} for n in study.depths],
             "by_count": curve_data(law) if item is curved and (law := item.curve) else None}
            for item in study.found]
