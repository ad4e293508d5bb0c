"""The figures that print gives for the bets of a game, held against the exact values of one shoe."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.odds.laws import BetLaw
from exact.analysis.published.figures import CUT, Printed, read_figure
from exact.analysis.published.measures import LINE_COST, MADE, OF_LINE, RESOLVED, SCALES, Measure, denied, measures
from exact.errors import ClaimError
from exact.game.claim import Claim

_PER = tuple((convention, re.compile(rf"\s*[,(]?\s*(?:{words})\s*\)?\s*$", re.I)) for convention, words in (
    (MADE, r"per bet made|(?:with )?ties included|per bet placed"),
    (RESOLVED, r"per resolved bet|per bet resolved|ties (?:excluded|left out)|without ties|ex ties"),
))


@dataclass(frozen=True)
class Judged:
    """A claim beside the exact value that it is right for; else that which it is nearest to, per bet made or of a line.

    `printed` is the reading of its figure that goes with the value. `agrees` says whether the figure is right: whether
    a number of the bet, under any `convention` that the page does not rule out, rounds to it.
    `standing` and `verdict`, in a word and in a sentence, come from the search for what explains the figure
    (`exact.analysis.published.verdicts.settle`); empty before that.
    """

    claim: Claim
    printed: Printed
    exact: Fraction
    agrees: bool
    convention: str = MADE
    standing: str = ""
    verdict: str = ""

    @property
    def off(self) -> Fraction | None:
        """Printed less exact, in units of the last printed digit; None where the figure has none."""
        difference = self.printed.difference(self.exact)
        return difference / self.printed.unit if difference is not None and self.printed.unit else None


def read_claimed(claim: Claim) -> tuple[tuple[Printed, ...], str]:
    """The readings of the figure of a claim, and the convention that it states; raises ClaimError that quotes it."""
    figure, per = claim.printed, ""
    for convention, pattern in _PER:
        if pattern.search(figure):
            figure, per = pattern.sub("", figure), convention
    try:
        return read_figure(figure), per
    except ClaimError as error:
        raise ClaimError(f"claim '{claim.bet} {claim.quantity} {claim.printed[:40]}': {error}") from None


def judge(claims: Iterable[Claim], laws: Sequence[BetLaw]) -> tuple[Judged, ...]:
    """Each claim about a bet of these laws, beside what it comes to; the rest are left out.

    Raises ClaimError for a figure that cannot be read.
    """
    by_name = {law.bet.name: law for law in laws}
    return tuple(_judged(claim, by_name[claim.bet]) for claim in claims if claim.bet in by_name)


def _judged(claim: Claim, law: BetLaw) -> Judged:
    readings, per = read_claimed(claim)
    neutral = not law.push_frequency
    pairs = [(printed, measure) for measure in sorted(measures(law, (claim.quantity,)), key=lambda one: one.cost)
             if not denied(per, measure, neutral)
             for printed in readings if printed.scale in SCALES[claim.quantity] and not printed.digits15]
    if not pairs:
        raise ClaimError(f"claim '{claim.bet} {claim.quantity} {claim.printed[:40]}': is no form of a {claim.quantity}")
    fitting = next(((printed, measure) for printed, measure in pairs if rounds_to(printed, measure.value)), None)
    own = [pair for pair in pairs if _own(pair[1])] or pairs
    printed, measure = fitting or min(own, key=lambda pair: _distance(*pair))
    return Judged(claim, printed, measure.value, fitting is not None, measure.convention)


def _own(measure: Measure) -> bool:
    """Whether a number is the bet's own, or one of its lines': not under another convention."""
    return measure.convention == MADE or (measure.cost == LINE_COST and measure.convention.startswith(OF_LINE))


def rounds_to(printed: Printed, value: Fraction) -> bool:
    """Whether a value is printed so by rounding, right to the last digit."""
    return printed.agrees(value) not in (None, *CUT)


def _distance(printed: Printed, measure: Measure) -> Fraction:
    difference = printed.difference(measure.value)
    return Fraction(10**40) if difference is None else abs(difference) / (printed.unit or 1)
