"""Monitoring a game in play: where the measured RTP of n coups must lie, and how many coups tell two RTPs apart.

Regulators ask for the interval at 99 % or 99.9 %. The normal one is mean +- z sigma / sqrt(n); the exact one comes from
the law of n coups, with at most half of what is left in each tail; where that law is known between bounds only, so are
the ends, and the outer ones are taken. All take coups as independent, each from a fresh
shoe at a flat stake.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from exact.analysis.bankroll.convolution import MOST_COUPS, SumLaw, lattice_law
from exact.analysis.odds.laws import BetLaw
from exact.errors import UsageError

LEVELS = (Fraction(99, 100), Fraction(999, 1000))
POWER = Fraction(9, 10)


@dataclass(frozen=True)
class Interval:
    """Where the RTP of n coups lies with probability `level` (at least, where `ends` are given).

    `normal` are its ends by the normal law, in floats; `ends` by the law of n coups, None where n is too large for it.
    `kind` says what the ends are: exact, bounded (the outer bounds of each), or normal where there are none.
    """

    law: BetLaw
    coups: int
    level: Fraction
    normal: tuple[float, float]
    ends: tuple[Fraction, Fraction] | None
    kind: str


def interval(law: BetLaw, coups: int, level: Fraction) -> Interval:
    """Raises UsageError for a level that is not between 0 and 1, or a number of coups out of range."""
    return intervals(law, (coups,), (level,))[0]


def intervals(law: BetLaw, coups: Sequence[int], levels: Sequence[Fraction] = LEVELS) -> tuple[Interval, ...]:
    """An interval for each number of coups and each level; raises as `interval`."""
    for n in coups:
        if not 1 <= n <= MOST_COUPS:
            raise UsageError(f"coups {n}: a number from 1 to {MOST_COUPS:,}")
    for level in levels:
        if not 0 < level < 1:
            raise UsageError(f"level {level}: a probability between 0 and 1, such as 99% or 0.999")
    return tuple(_interval(law, n, level, total) for n in coups for total in [lattice_law(law, n)] for level in levels)


def half_width(law: BetLaw, coups: int, level: Fraction) -> float:
    """Half the width of the interval by the normal law: z sigma / sqrt(n)."""
    return NormalDist().inv_cdf(float((1 + level) / 2)) * math.sqrt(law.variance / coups)


def _interval(law: BetLaw, coups: int, level: Fraction, total: SumLaw | None) -> Interval:
    tail = (1 - level) / 2
    spread = half_width(law, coups, level)
    # The upper end is the smallest x with P(total > x) <= tail, which is the quantile of 1 - tail.
    ends = None if total is None else (1 + total.quantile(tail)[0] / coups, 1 + total.quantile(1 - tail)[1] / coups)
    return Interval(law, coups, level, (float(law.rtp) - spread, float(law.rtp) + spread), ends,
                    "normal" if total is None else total.kind)


def within(found: Interval, measured: Fraction) -> bool:
    """Whether a measured RTP lies in the interval: that of the law of n coups where there is one."""
    low, high = found.ends if found.ends is not None else map(Fraction, found.normal)
    return low <= measured <= high


def coups_to_tell(rtp: Fraction, variance: Fraction, other_rtp: Fraction, other_variance: Fraction, level: Fraction,
                  power: Fraction = POWER) -> int:
    """Coups after which the measured RTP leaves the interval of `rtp` at `level` with probability `power`, if
    `other_rtp` is the truth: n = ((z sigma + z' sigma') / difference)^2, by the normal law.

    Raises UsageError where the two RTPs are equal, or a probability is not between 0 and 1.
    """
    if rtp == other_rtp:
        raise UsageError(f"RTP {float(rtp):.6%}: the two are equal; no number of coups tells them apart")
    for name, value in (("level", level), ("power", power)):
        if not 0 < value < 1:
            raise UsageError(f"{name} {value}: a probability between 0 and 1, such as 99% or 0.9")
    standard = NormalDist()
    spread = (standard.inv_cdf(float((1 + level) / 2)) * math.sqrt(variance)
              + standard.inv_cdf(float(power)) * math.sqrt(other_variance))
    return math.ceil((spread / float(abs(rtp - other_rtp)))**2)
