"""A session: n coups of one bet at a flat stake, each from a fresh shoe (the independent model).

In a real shoe the coups are not independent, but nearly: the EV moves with the composition and the covariance between
coups is tiny. What this model leaves out is exact in `exact next`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.bankroll.convolution import sum_law
from exact.analysis.odds.laws import BetLaw
from exact.display import Answer
from exact.values import Interval

MODEL = "independent model: every coup from a fresh shoe, one unit staked on each"
COUPS = 70
RESULT_QUANTILES = tuple(Fraction(p, 1000) for p in (1, 10, 50, 250, 500, 750, 950, 990, 999))


@dataclass(frozen=True)
class Session(Answer):
    """The result of n coups, in units of the stake.

    `mean` and `variance` are exact. `loss`, `even` and `profit` are the chances of ending below, at and above zero;
    each quantile is the smallest result that is not exceeded with that probability. `kind` is exact or bounded.
    """

    law: BetLaw
    coups: int
    kind: str
    mean: Fraction
    variance: Fraction
    loss: Interval
    even: Interval
    profit: Interval
    quantiles: tuple[tuple[Fraction, Interval], ...]

    def __repr__(self) -> str:
        return f"<session of {self.coups:,} coups of {self.law.bet.name}: mean {float(self.mean):.6g}>"


def session(law: BetLaw, coups: int = COUPS, quantiles: Sequence[Fraction] = RESULT_QUANTILES) -> Session:
    """The distribution of n coups; raises UsageError for a number of coups out of range."""
    total = sum_law(law, coups)
    loss = total.below(Fraction(0))
    above = total.below(Fraction(1, 10**12))
    even = Interval(max(above.low - loss.high, Fraction(0)), above.high - loss.low)
    profit = Interval(1 - above.high, 1 - above.low)
    return Session(law, coups, total.kind, law.ev * coups, law.variance * coups, loss, even, profit,
                   tuple((p, total.quantile(p)) for p in quantiles))
