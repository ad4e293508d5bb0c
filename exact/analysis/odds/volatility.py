"""How much results vary: greatest win and volatility index."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.odds.laws import BetLaw

QUANTILES = {"90": Fraction("1.644854"), "95": Fraction("1.959964"), "99": Fraction("2.575829")}
"""Two-sided quantiles of the normal law to six decimals, by confidence in %.

Testing laboratories print 1.645, 1.96 and 2.576, which would part from
`exact.analysis.bankroll.monitoring` in the fifth digit.
"""
CONFIDENCE = "95"


@dataclass(frozen=True)
class Volatility:
    """Of one bet: its greatest net win with its probability, and the square of its volatility index.

    The volatility index is the quantile of the normal law times the standard deviation.
    """

    law: BetLaw
    greatest: Fraction
    probability: Fraction
    index_square: Fraction


def volatility(law: BetLaw, confidence: str = CONFIDENCE) -> Volatility:
    """Greatest win and volatility index at a confidence in % (90, 95 or 99)."""
    possible = [(line.pays, count) for line, count in zip(law.bet.lines, law.counts, strict=True) if count]
    greatest = max(pays for pays, _ in possible)
    chance = Fraction(sum(count for pays, count in possible if pays == greatest), law.of)
    return Volatility(law, greatest, chance, QUANTILES[confidence]**2 * law.variance)
