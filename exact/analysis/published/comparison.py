"""The figures that print gives for the bets of a game, held against the exact values of one shoe.

A claim is checked as what it says it is. What else could explain a wrong figure is another question
(`exact.analysis.published.search`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.odds.laws import BetLaw
from exact.analysis.published.claims import read_terms
from exact.analysis.published.figures import Printed
from exact.analysis.published.matching import right_matches
from exact.analysis.published.measures import Measure, said
from exact.errors import ClaimError
from exact.game.claim import Claim
from exact.game.shoe import Shoe


@dataclass(frozen=True)
class CheckedClaim:
    """A claim beside the exact value that it is right for; else that which it is nearest to, of those that it may mean.

    `printed` is the reading of its figure that goes with the value, `manner` what must be said of the value. `agrees`
    says whether the figure is right.
    `standing` and `verdict`, in a word and in a sentence, come from the search for what explains the figure
    (`exact.analysis.published.verdicts.with_verdict`); empty before that.
    """

    claim: Claim
    printed: Printed
    exact: Fraction
    agrees: bool
    manner: str = ""
    standing: str = ""
    verdict: str = ""

    @property
    def off(self) -> Fraction | None:
        """Printed less exact, in units of the last printed digit; None where the figure has none."""
        difference = self.printed.difference(self.exact)
        return difference / self.printed.unit if difference is not None and self.printed.unit else None


def check_claims(claims: Iterable[Claim], laws: Sequence[BetLaw], shoe: Shoe) -> tuple[CheckedClaim, ...]:
    """Each claim about a bet of these laws, which are those of a shoe, beside what it comes to; the rest are left out.

    Raises ClaimError for a figure that cannot be read.
    """
    by_name = {law.bet.name: law for law in laws}
    named = ((claim, by_name.get(read_terms(claim).bet)) for claim in claims)
    return tuple(_checked(claim, law, shoe) for claim, law in named if law is not None)


def _checked(claim: Claim, law: BetLaw, shoe: Shoe) -> CheckedClaim:
    terms = read_terms(claim)
    readings = [printed for printed in terms.scaled if not printed.digits15]
    if not readings:
        raise ClaimError(f"claim '{claim.bet} {claim.quantity} {claim.printed[:40]}': is no form of a {claim.quantity}")
    right = next(right_matches(law.bet, law, terms, shoe), None)
    printed, measure = (right.printed, right.measure) if right else min(
        ((printed, measure) for measure in said(law, terms, shoe) for printed in readings),
        key=lambda pair: _distance(*pair))
    return CheckedClaim(claim, printed, measure.value, right is not None, measure.manner)


def _distance(printed: Printed, measure: Measure) -> Fraction:
    difference = printed.difference(measure.value)
    return Fraction(10**40) if difference is None else abs(difference) / (printed.unit or 1)
