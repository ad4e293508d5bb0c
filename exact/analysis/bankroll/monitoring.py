"""Monitoring a game in play: where the measured RTP of n coups must lie, and how many coups distinguish two RTPs.

Regulators ask for the interval at 99 % or 99.9 %. The normal one is mean +- z sigma / sqrt(n); the exact one comes from
the law of n coups, with at most half of what is left in each tail; where that law is known between bounds only, so are
the ends, and the outer ones are taken. All take coups as independent, each from a fresh shoe at a flat stake.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from exact.analysis.bankroll.convolution import LatticeSum, lattice_law, require_coups
from exact.analysis.odds.laws import BetLaw
from exact.display import Answer
from exact.errors import UsageError, listed, quoted
from exact.values import Interval

MONITORING_LEVELS = (Fraction(99, 100), Fraction(999, 1000))
POWER = Fraction(9, 10)
MONITORED = (100, 1000, 10_000, 100_000, 1_000_000)
"""Numbers of coups."""


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
        raise UsageError(f"`against` {float(100 * other):g} %: is the RTP of the game; no number of coups distinguishes"
                         " them")
    _require_probability("levels", level)
    _require_probability("power", power)
    z = NormalDist().inv_cdf(float((1 + level) / 2)) + NormalDist().inv_cdf(float(power))
    return Distinguished(law, other, level, power,
                         math.ceil((z * math.sqrt(law.variance) / float(abs(law.rtp - other)))**2))


def _require_probability(argument: str, value: Fraction) -> None:
    if not 0 < value < 1:
        raise UsageError(f"`{argument}` {value}: a probability between 0 and 1, such as 99% or 0.9")


@dataclass(frozen=True)
class Monitoring(Answer):
    """Intervals for the measured RTP of some bets, the RTPs that were measured, by bet, and how many coups distinguish
    others."""

    intervals: tuple[RtpInterval, ...]
    measured: Mapping[str, Fraction]
    others: tuple[Distinguished, ...]

    def __repr__(self) -> str:
        names = dict.fromkeys(one.law.bet.name for one in self.intervals)
        verdict = "" if not self.measured else ", inside" if self.holds else ", OUTSIDE"
        return f"<RTP monitoring: {', '.join(names)}{verdict}>"

    @property
    def holds(self) -> bool:
        """Whether every measured RTP lies in its intervals."""
        return all(one.holds(self.measured[name]) for one in self.intervals
                   if (name := one.law.bet.name) in self.measured)


def monitoring(laws: Sequence[BetLaw], coups: Sequence[int] = MONITORED, levels: Sequence[Fraction] = MONITORING_LEVELS,
               measured: Mapping[str, Fraction] | None = None, against: Mapping[str, Fraction] | None = None,
               power: Fraction = POWER) -> Monitoring:
    """What the RTP of so many coups can be; `measured` and `against` are RTPs by the name of a bet.

    Raises UsageError for a bet that has no law here, for RTPs measured in other than one number of coups; as
    `rtp_intervals` and `distinguish`.
    """
    measured, against, by_name = measured or {}, against or {}, {law.bet.name: law for law in laws}
    for argument, rtps in (("measured", measured), ("against", against)):
        unknown = next((name for name in rtps if name not in by_name), None)
        if unknown is not None:
            raise UsageError(f"`{argument}`: bet {unknown!r} is not among `bets` ({listed(by_name)})")
    for name, rtp in measured.items():
        lines = [line.pays for line in by_name[name].bet.lines]
        if not min(lines) <= rtp - 1 <= max(lines):
            raise UsageError(f"`measured` {quoted(rtp)}: the RTP of {name} is between {float(1 + min(lines)):.6g} and"
                             f" {float(1 + max(lines)):.6g}; write 98.1% or 0.981 for 98.1 %")
    if measured and len(coups) != 1:
        raise UsageError(f"`coups` {','.join(map(str, coups))}: with `measured` give one number, that of the coups"
                         " measured")
    return Monitoring(tuple(one for law in laws for one in rtp_intervals(law, coups, levels)), measured, tuple(
        distinguish(by_name[name], other, level, power) for name, other in against.items() for level in levels))
