"""EV against the true count at one depth, with its probabilities.

A whole report counts in whole tags, which need not be balanced. At one depth that changes nothing but where the count
starts: the running count less its mean there is the running count of the same tags less their mean over the shoe, and
divided by the decks left it is the true count, 0 on average.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate
from typing import Any

from exact.analysis.counting.law import CountLaw
from exact.game.bets import Bet
from exact.report.cells import short_number, show
from exact.report.document import Block, Cell, Column, Figure, Table
from exact.report.drawing.alt import course
from exact.report.numbers import rational
from exact.report.plots import Lines, Panel

TAIL = Fraction(1, 1000)
"""The counts at either end that together are rarer are pooled, but not those around the zero of the EV."""
PAST_ZERO = 3
"""So many counts past the first one whose EV is above zero stand in the table."""


UP_TO, FROM = "up to", "from"
"""How pooled counts lie about the one that is named."""


@dataclass(frozen=True)
class Point:
    """A count, or those up to it or from it pooled, with the EV given it."""

    running: Fraction
    true: Fraction
    probability: Fraction
    ev: Fraction
    pooled: str = ""


def points_of(law: CountLaw) -> tuple[Point, ...]:
    """The curve of a law over its true counts, from the lowest up."""
    curve = list(law.curve)
    mean = sum((count * probability for count, probability, _ in curve), Fraction(0))
    decks_left = Fraction(law.cards_left, 52)
    return tuple(Point(count, (count - mean) / decks_left, probability, ev) for count, probability, ev in curve)


def window(points: Sequence[Point]) -> tuple[int, int]:
    """The first and the last point that stand alone: without rare ends, but with the zero of the EV nearest to the
    middle of them, where it has one."""
    low = _beyond_tail(points)
    high = len(points) - 1 - _beyond_tail(points[::-1])
    low, high = min(low, high), max(low, high)
    above = [i for i, point in enumerate(points) if point.ev > 0]
    if above:
        nearest = min(above, key=lambda i: abs(2 * i - low - high))
        low, high = min(low, max(nearest - PAST_ZERO, 0)), max(high, min(nearest + PAST_ZERO, len(points) - 1))
    return low, high


def _beyond_tail(points: Sequence[Point]) -> int:
    """The first point at which the probabilities add up to more than a tail."""
    sums = accumulate(point.probability for point in points)
    return next(i for i, total in enumerate(sums) if total >= TAIL)


def rows_of(points: Sequence[Point]) -> tuple[Point, ...]:
    """The points that stand alone, between those at either end that are pooled, at the count where each end begins."""
    low, high = window(points)
    return (*_pooled(points[:low], UP_TO, -1), *points[low:high + 1], *_pooled(points[high + 1:], FROM, 0))


def _pooled(points: Sequence[Point], pooled: str, inner: int) -> Iterator[Point]:
    """Some counts together as one point: their probability, and the mean EV given one of them; none of none."""
    if points:
        probability = sum((point.probability for point in points), Fraction(0))
        ev = sum((point.probability * point.ev for point in points), Fraction(0)) / probability
        yield Point(points[inner].running, points[inner].true, probability, ev, pooled)


def curve_data(law: CountLaw) -> dict[str, Any]:
    """The rows of the table, for JSON; `pooled` says that a row holds the counts up to, or from, the one it names."""
    return {"cards_left": law.cards_left,
            "counts": [{"true_count": rational(row.true), "running_count": rational(row.running),
                        "pooled": row.pooled or None, "probability": rational(row.probability),
                        "ev": rational(row.ev)} for row in rows_of(points_of(law))]}


def curve_blocks(bet: Bet, tags: str, law: CountLaw, chosen: bool) -> Iterator[Block]:
    """The curve as a figure and as a table whose probabilities add up to 1."""
    points = points_of(law)
    low, high = window(points)
    alone = points[low:high + 1]
    title = f"EV of {bet.name} against its true count, {law.cards_left} cards left"
    places = [short_number(point.true, 2) for point in alone]
    shown = partial(show, style="signed percent", digits=6)
    yield Figure(title, f"A curve over bars of probability: {course('EV', places, [p.ev for p in alone], shown)}."
                 f" {zero_words(points)}",
                 Lines("true count (0: its mean)", "EV, % of the stake", tuple(point.true for point in alone),
                       (Panel(bet.name, tuple(point.ev for point in alone)),), percent=True,
                       bars=tuple(point.probability for point in alone),
                       bars_title="probability of the count, %"), key="ev-against-count")
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (*(f"{row.pooled} {short_number(n, 2)}" if row.pooled else n for n in (row.true, row.running)),
         row.probability, row.ev) for row in rows_of(points))
    mean = points[0].running - points[0].true * Fraction(law.cards_left, 52)
    yield Table(title, (Column("true count", "number"), Column("running count", "number"),
                        Column("probability", "probability"), Column("EV", "signed percent")), rows,
                (f"Counted by {tags}. True count: the running count of the cards dealt, less its mean at this depth"
                 f" ({short_number(mean, 2)}), per deck left.",
                 *([f"{bet.name} is the bet of this report that gains most here."] if chosen else []),
                 zero_words(points)), key="ev-by-count")


def zero_words(points: Sequence[Point]) -> str:
    """Where the EV is above zero, and how often that is."""
    above = [i for i, point in enumerate(points) if point.ev > 0]
    if not above:
        return "The EV is below zero at every count." if any(p.ev for p in points) else "The EV is zero at every count."
    if len(above) == len(points):
        return "The EV is above zero at every count."
    often = show(sum((points[i].probability for i in above), Fraction(0)), "one in", 2)
    first, last = (short_number(points[i].true, 2) for i in (above[0], above[-1]))
    together = above[-1] - above[0] + 1 == len(above)
    where = (f"from a true count of {first} up" if together and above[-1] == len(points) - 1 else
             f"from a true count of {last} down" if together and above[0] == 0 else
             f"at true counts from {first} to {last}" if together else f"at {len(above)} of {len(points)} true counts")
    return f"The EV is above zero {where}: in 1 of {often} sub-shoes."
