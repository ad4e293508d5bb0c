"""A number against a figure: when they match, and what is wrong where they match only somehow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from exact.analysis.odds.laws import BetLaw
from exact.analysis.published.claims import SCALES, ClaimQuery, Terms
from exact.analysis.published.figures import (
    DECIMAL,
    DIGITS15,
    DIGITS15_CUT,
    DIGITS15_WORKED,
    FRACTION,
    ONE_IN,
    PADDED,
    PERCENT,
    RATIO,
    TO_ONE,
    TRUNCATED,
    TWICE,
    Printed,
)
from exact.analysis.published.findings import SAMPLED, Match
from exact.analysis.published.measures import CHANCES, CONVENTION_COST, RETURNS, Departure, Measure, said, simulated
from exact.analysis.published.pay_variants import ANY
from exact.game.bets import Bet
from exact.game.shoe import Shoe

DIGITS = {one.words: one for one in (
    Departure(DIGITS15, 1), Departure(TRUNCATED, 2), Departure(DIGITS15_CUT, 2), Departure(DIGITS15_WORKED, 2),
    Departure(PADDED, 3), Departure(TWICE, 3))}
SLIP_COST = 35
MOST_STANDARD_ERRORS = 3


def right_matches(bet: Bet, law: BetLaw, terms: Terms, shoe: Shoe) -> Iterator[Match]:
    """The numbers that a claim says, where they round to its figure, or, for one that was simulated, lie within its
    sampling error."""
    if terms.coups is None:
        yield from matches(bet, said(law, terms, shoe), terms.scaled)
        return
    for measure, error in simulated(law, terms, shoe):
        for printed in terms.scaled:
            difference = printed.difference(measure.value)
            if difference is not None and abs(float(difference)) <= MOST_STANDARD_ERRORS * error * printed.per:
                yield Match(bet, measure, printed, SAMPLED, z=z_score(float(difference), error * printed.per))


def z_score(difference: float, error: float) -> float:
    """How many standard errors a simulated figure is off."""
    return difference / error if error else 0.0 if not difference else float("inf")


def matches(bet: Bet, measures: Iterable[Measure], readings: Sequence[Printed], digits: bool = False
            ) -> Iterator[Match]:
    """The numbers that round to one of some readings of a figure; with `digits` also those that do but for lost digits,
    if nothing worse than a convention is wrong with them."""
    for measure in measures:
        for printed in readings:
            rounding = printed.rounding(measure.value)
            lost = DIGITS.get(rounding or "")
            if rounding is None or (lost and not (
                    digits and all(one.cost <= CONVENTION_COST for one in measure.departures))):
                continue
            yield Match(bet, measure, printed, rounding, (*measure.departures, *([lost] if lost else [])))


def slips(terms: Terms) -> Iterator[tuple[Printed, Departure]]:
    """Readings of a figure that its form rules out, with what is wrong with it then."""
    for printed in terms.readings:
        words = "" if printed in terms.scaled else _slip(terms.quantity, printed)
        if words:
            yield printed, Departure(words, SLIP_COST)
    for printed in terms.scaled:
        if printed.scale in (PERCENT, DECIMAL) and printed.digits > 2:
            for factor, words in ((Fraction(100), "small"), (Fraction(1, 100), "large")):
                yield (replace(printed, value=printed.value * factor, unit=printed.unit * factor),
                       Departure(f"a hundred times too {words}", SLIP_COST + 1))


def _slip(quantity: str, printed: Printed) -> str:
    if quantity in CHANCES and printed.scale == ONE_IN:
        return "the N of 1 in N"
    if quantity == "probability" and printed.scale in (TO_ONE, RATIO):
        return "the odds against, not the probability"
    if quantity == "odds" and printed.scale in (PERCENT, DECIMAL, FRACTION):
        return "the probability, not the odds"
    return "percent, without the sign" if printed.scale == PERCENT and PERCENT in SCALES[quantity] else ""


def cheapest(found: Iterable[Match]) -> list[Match]:
    """One match for each way of explaining a claim."""
    best: dict[tuple[object, ...], Match] = {}
    for match in sorted(found, key=lambda match: match.cost):
        best.setdefault(match.key, match)
    return list(best.values())


def choices(queries: Sequence[ClaimQuery], found: Sequence[Sequence[Match]]
            ) -> Iterator[tuple[tuple[Match, ...], int]]:
    """For each way in which one of the claims departs from what it says, the simplest match of every claim if that is
    granted, and what the departures cost together, each once."""
    best: dict[tuple[object, ...], tuple[tuple[Match, ...], int]] = {}
    for granted in dict.fromkeys(frozenset(match.departures) for claim in found for match in claim):
        chosen = tuple(min(claim, key=lambda match: (
            sum(one.cost for one in match.departures if one not in granted), -len(granted & {*match.departures})))
            for claim in found)
        if _consistent(queries, chosen):
            cost = sum(one.cost for one in {one for match in chosen for one in match.departures})
            best.setdefault(tuple(match.key for match in chosen), (chosen, cost))
    return iter(best.values())


def _consistent(queries: Sequence[ClaimQuery], chosen: Sequence[Match]) -> bool:
    """Whether one game pays all the bets so, no bet in two ways."""
    pays: dict[str, str] = {}
    return all(pays.setdefault(query.bets[0].title, match.pays) == match.pays
               for query, match in zip(queries, chosen, strict=True)
               if query.name != ANY and match.measure.quantity in RETURNS)
