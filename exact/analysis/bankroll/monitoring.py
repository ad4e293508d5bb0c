"""Monitoring a game in play: where the measured RTP of n coups must lie, and how many coups distinguish two RTPs.

Regulators ask for the interval at 99 % or 99.9 %. The normal one is mean +- z sigma / sqrt(n); the exact one comes from
the law of n coups, with at most half of what is left in each tail; where that law is known between bounds only, so are
the ends, and the outer ones are taken. All take coups as independent, each from a fresh shoe at a flat stake.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from exact.analysis.bankroll.convolution import LatticeSum, lattice_law, require_coups
from exact.analysis.odds.laws import BetLaw
from exact.errors import UsageError
from exact.values import Interval

MONITORING_LEVELS = (Fraction(99, 100), Fraction(999, 1000))
POWER = Fraction(9, 10)


@dataclass(frozen=True)
class RtpInterval:
    """Where the RTP of n coups lies with probability `level` (at least, where `by_law` is given).

    `normal` is the interval of the normal law, from floats; `by_law` that of the law of n coups, None where n is too
    large for it. `kind` says what `by_law` is: exact, bounded (the outer bounds of each end), or normal without one.
    """

    law: BetLaw
    coups: int
    level: Fraction
    normal: Interval
    by_law: Interval | None
    kind: str

    def holds(self, measured: Fraction) -> bool:
        """Whether a measured RTP lies in the interval: that of the law of n coups where there is one."""
        return measured in (self.by_law or self.normal)


def rtp_intervals(law: BetLaw, coups: Sequence[int], levels: Sequence[Fraction] = MONITORING_LEVELS
                  ) -> tuple[RtpInterval, ...]:
    """An interval for each number of coups and each level.

    Raises UsageError for a level that is not between 0 and 1, or a number of coups out of range.
    """
    for n in coups:
        require_coups(n)
    for level in levels:
        _require_probability("levels", level)
    return tuple(_interval(law, n, level, total) for n in coups for total in [lattice_law(law, n)] for level in levels)


def half_width(law: BetLaw, coups: int, level: Fraction) -> float:
    """Half the width of the interval by the normal law: z sigma / sqrt(n)."""
    return NormalDist().inv_cdf(float((1 + level) / 2)) * math.sqrt(law.variance / coups)


def _interval(law: BetLaw, coups: int, level: Fraction, total: LatticeSum | None) -> RtpInterval:
    tail = (1 - level) / 2
    spread = half_width(law, coups, level)
    normal = Interval(Fraction(float(law.rtp) - spread), Fraction(float(law.rtp) + spread))
    if total is None:
        return RtpInterval(law, coups, level, normal, None, "normal")
    # The upper end is the smallest x with P(total > x) <= tail, which is the quantile of 1 - tail.
    by_law = Interval(1 + total.quantile(tail).low / coups, 1 + total.quantile(1 - tail).high / coups)
    return RtpInterval(law, coups, level, normal, by_law, total.kind)


@dataclass(frozen=True)
class Distinguished:
    """After how many coups a measured RTP shows, with probability `power`, that the truth is `other` and not the RTP of
    a bet's law: it leaves the interval at `level`."""

    law: BetLaw
    other: Fraction
    level: Fraction
    power: Fraction
    coups: int


def distinguish(law: BetLaw, other: Fraction, level: Fraction, power: Fraction = POWER) -> Distinguished:
    """n = ((z + z') sigma / difference)^2, by the normal law and with the variance of the bet's law for both.

    Raises UsageError where the two RTPs are equal, or a probability is not between 0 and 1.
    """
    if law.rtp == other:
        raise UsageError(f"`against` {float(other):.6%}: is the RTP of the game; no number of coups distinguishes them")
    _require_probability("levels", level)
    _require_probability("power", power)
    z = NormalDist().inv_cdf(float((1 + level) / 2)) + NormalDist().inv_cdf(float(power))
    return Distinguished(law, other, level, power,
                         math.ceil((z * math.sqrt(law.variance) / float(abs(law.rtp - other)))**2))


def _require_probability(argument: str, value: Fraction) -> None:
    if not 0 < value < 1:
        raise UsageError(f"`{argument}` {value}: a probability between 0 and 1, such as 99% or 0.9")
