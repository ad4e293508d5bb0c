"""The figures that print gives for the bets of a game, held against the exact values of one shoe.

A claim is checked as what it says it is: a number of its bet, of its quantity, under any convention that the page does
not rule out. What else could explain a wrong figure is another question (`exact.analysis.published.search`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.odds.laws import BetLaw
from exact.analysis.published.claims import read_printed
from exact.analysis.published.figures import Printed
from exact.analysis.published.measures import LINE_COST, MADE, OF_LINE, SCALES, Measure, denied, measures
from exact.errors import ClaimError
from exact.game.claim import Claim


@dataclass(frozen=True)
class CheckedClaim:
    """A claim beside the exact value that it is right for; else that which it is nearest to, per bet made or of a line.

    `printed` is the reading of its figure that goes with the value. `agrees` says whether the figure is right: whether
    a number of the bet, under any `convention` that the page does not rule out, rounds to it.
    `standing` and `verdict`, in a word and in a sentence, come from the search for what explains the figure
    (`exact.analysis.published.verdicts.with_verdict`); empty before that.
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


def check_claims(claims: Iterable[Claim], laws: Sequence[BetLaw]) -> tuple[CheckedClaim, ...]:
    """Each claim about a bet of these laws, beside what it comes to; the rest are left out.

    Raises ClaimError for a figure that cannot be read.
    """
    by_name = {law.bet.name: law for law in laws}
    return tuple(_checked(claim, by_name[claim.bet]) for claim in claims if claim.bet in by_name)


def _checked(claim: Claim, law: BetLaw) -> CheckedClaim:
    readings, stated = read_printed(claim)
    neutral = not law.push_frequency
    pairs = [(printed, measure) for measure in sorted(measures(law, (claim.quantity,)), key=lambda one: one.cost)
             if not denied(stated, measure, neutral)
             for printed in readings if printed.scale in SCALES[claim.quantity] and not printed.digits15]
    if not pairs:
        raise ClaimError(f"claim '{claim.bet} {claim.quantity} {claim.printed[:40]}': is no form of a {claim.quantity}")
    right = next(((printed, measure) for printed, measure in pairs if printed.rounds(measure.value)), None)
    own = [pair for pair in pairs if _own(pair[1])] or pairs
    printed, measure = right or min(own, key=lambda pair: _distance(*pair))
    return CheckedClaim(claim, printed, measure.value, right is not None, measure.convention)


def _own(measure: Measure) -> bool:
    """Whether a number is the bet's own, or one of its lines': not under another convention."""
    return measure.convention == MADE or (measure.cost == LINE_COST and measure.convention.startswith(OF_LINE))


def _distance(printed: Printed, measure: Measure) -> Fraction:
    difference = printed.difference(measure.value)
    return Fraction(10**40) if difference is None else abs(difference) / (printed.unit or 1)
