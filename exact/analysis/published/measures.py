"""What can be printed about a bet, under each convention in use, as exact numbers.

A figure such as "1.17 %" may be per bet made, per resolved bet (ties left out), or with ties counted as losses; it may
also be worked out from rounded probabilities, which is a mistake: its value is exact for rounded inputs and wrong for
the bet.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from exact.analysis.odds.laws import BetLaw
from exact.analysis.published.figures import COUNT, DECIMAL, FRACTION, ONE_IN, PERCENT, TO_ONE, root
from exact.game.bets import Bet
from exact.game.claim import QUANTITIES

NAMES = {"rtp": "RTP", "edge": "house edge", "ev": "expected result", "probability": "probability", "count": "count",
         "odds": "odds", "std_dev": "standard deviation", "variance": "variance"}
SCALES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("rtp", "edge", "ev"), (PERCENT, DECIMAL, FRACTION)),
    "probability": (PERCENT, DECIMAL, FRACTION, ONE_IN, TO_ONE),
    "odds": (ONE_IN, TO_ONE, PERCENT, DECIMAL, FRACTION),
    "count": (COUNT,),
    "std_dev": (DECIMAL, FRACTION),
    "variance": (DECIMAL, FRACTION),
}
"""The scales on which each quantity is printed."""
MISTAKABLE = ("rtp", "edge", "ev", "probability")
"""Quantities that pages take for one another."""

MADE, RESOLVED, TIES_LOSE = "per bet made", "per resolved bet", "ties counted as losses"
NO_LOSS = "ties counted as wins"
ALL_COUPS = "of all sequences"
OF_LINE = "of the line "
COSTS = {MADE: 0, RESOLVED: 3, TIES_LOSE: 4, NO_LOSS: 5, ALL_COUPS: 4}
LINE_COST = 4
ROUNDED_INPUTS = (2, 3, 4, 5, 6)
"""Decimals to which pages round the probabilities from which they work."""


@dataclass(frozen=True)
class Measure:
    """A number about a bet: its quantity, the convention behind it, and how far-fetched that is.

    `mistake` says what is wrong with working it out so; empty where nothing is. For a root `square` is its exact
    square, and `value` the root to 60 decimals.
    """

    quantity: str
    convention: str
    value: Fraction
    cost: int
    mistake: str = ""
    square: Fraction | None = None


def called(bet: Bet, measure: Measure) -> str:
    """What a number is of: the bet, or the event whose chance or count it is, which no pay and no commission changes.

    An event is quoted as the bet has it; where several of its lines win, the bet stands for them without its pays.
    """
    if measure.quantity not in {*_CHANCES, "count"}:
        return bet.title
    if measure.convention.startswith(OF_LINE):
        return measure.convention.removeprefix(OF_LINE)
    won = [line.event for line in bet.lines if line.pays > 0]
    return f'"{won[0]}"' if len(won) == 1 else bet.title.partition(",")[0]


def denied(stated: str, measure: Measure, neutral: bool) -> bool:
    """Whether a claim states another convention than that of a number; where a bet never pushes, all are one."""
    return bool(stated) and not neutral and not measure.convention.startswith(stated)


_RETURNS, _CHANCES, _SPREAD = {"rtp", "edge", "ev"}, {"probability", "odds"}, {"std_dev", "variance"}


def measures(law: BetLaw, wanted: Collection[str] = QUANTITIES) -> Iterator[Measure]:
    """The numbers of some quantities that may be printed for a bet, under each convention that changes them."""
    return (measure for measure in _measures(law, set(wanted)) if measure.quantity in wanted)


def _measures(law: BetLaw, wanted: set[str]) -> Iterator[Measure]:
    push = law.push_frequency
    settled = 1 - push
    conventions = [(MADE, Fraction(1))] + ([(RESOLVED, settled)] if push and settled else [])
    if wanted & _RETURNS:
        for convention, share in conventions:
            yield from _returns(convention, law.ev / share)
        if len(conventions) > 1:
            yield from _returns(TIES_LOSE, law.ev - push)
    if wanted & _SPREAD:
        for convention, share in conventions:
            yield from _spread(convention, law.moment(2) / share, law.ev / share)
    if wanted & {*_CHANCES, "count"}:
        win = law.hit_frequency
        for convention, share in conventions:
            yield from _chances(convention, win / share)
        if len(conventions) > 1:
            yield from _chances(NO_LOSS, win + push)
        yield Measure("count", MADE, win * law.of, 0)
        for line, n in zip(law.bet.lines, law.counts, strict=True):
            chance = Fraction(n, law.of)
            if chance != win:
                of_line = f'{OF_LINE}"{line.event}"'
                yield from _chances(of_line, chance)
                yield Measure("count", of_line, Fraction(n), LINE_COST)
        yield Measure("count", ALL_COUPS, Fraction(law.of), COSTS[ALL_COUPS])


def _returns(convention: str, ev: Fraction) -> Iterator[Measure]:
    cost = COSTS[convention]
    yield Measure("rtp", convention, 1 + ev, cost)
    yield Measure("edge", convention, -ev, cost)
    yield Measure("edge", f"{convention}, with the sign of the bettor's result", ev, cost + 1)
    yield Measure("ev", convention, ev, cost)


def _chances(convention: str, chance: Fraction) -> Iterator[Measure]:
    for quantity in ("probability", "odds"):
        yield Measure(quantity, convention, chance, COSTS.get(convention, LINE_COST))


def _spread(convention: str, squares: Fraction, mean: Fraction) -> Iterator[Measure]:
    variance = squares - mean**2
    yield Measure("variance", convention, variance, COSTS[convention])
    yield Measure("std_dev", convention, root(variance), COSTS[convention], square=variance)


def worked_from_rounded(law: BetLaw) -> Iterator[Measure]:
    """Returns per bet made as they come out of probabilities rounded to a few decimals: a mistake with a name."""
    chances = [Fraction(n, law.of) for n in law.counts]
    pays = [line.pays for line in law.bet.lines]
    for decimals in ROUNDED_INPUTS:
        mistake = f"worked out from probabilities rounded to {decimals} decimals"
        for ev in _from(pays, [round(chance, decimals) for chance in chances]):
            yield from (replace(measure, mistake=mistake) for measure in _returns(MADE, ev))


def _from(pays: Sequence[Fraction], chances: Sequence[Fraction]) -> set[Fraction]:
    """The expected result from all probabilities as given, or with the last as what is left of one."""
    direct = sum((pay * chance for pay, chance in zip(pays, chances, strict=True)), Fraction(0))
    return {direct, direct + pays[-1] * (1 - sum(chances))}
