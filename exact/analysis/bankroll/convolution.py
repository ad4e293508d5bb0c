"""The law of the sum of n independent net results of one bet.

Net results are whole multiples of a unit (1/20 for Banker at 5 %), so a bet is a polynomial in x with counts as
coefficients, and n coups are its n-th power. While that is of a reasonable size it is taken in integers and everything
is exact. Beyond, it is taken in floats: all terms are positive, so that a convolution of length L loses at most a
relative (L + 1) units of rounding, and the bound on the whole is carried along. Beyond that again the normal law
serves, with the bound of Berry and Esseen (0.4748 times the third absolute moment over the cube of the standard
deviation and the root of n; Shevtsova 2011).
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from statistics import NormalDist
from typing import Any

from exact.analysis.odds.laws import BetLaw
from exact.errors import UsageError
from exact.values import Interval

MOST_COUPS = 10**9
EXACT_BITS = 2 * 10**8
"""Bits of all coefficients of the power, up to which it is taken in integers (about a second)."""
MOST_TERMS = 40_000
"""Terms of the power up to which it is taken in floats."""
BERRY_ESSEEN = 0.4748
_EPSILON = 2.0**-53
_NEGLIGIBLE = 1e-200
"""Smaller terms are dropped (they would be slow, not useful); what is lost with them is below `_LOST`."""
_LOST = Fraction(1, 10**180)


@dataclass(frozen=True)
class Lattice:
    """The net results of a bet as whole multiples of a unit: counts from `lowest` upwards, out of `of`."""

    unit: Fraction
    lowest: int
    counts: tuple[int, ...]
    of: int

    @staticmethod
    def of_bet(law: BetLaw) -> Lattice:
        scale = math.lcm(*(line.pays.denominator for line in law.bet.lines))
        totals: dict[int, int] = {}
        for line, count in zip(law.bet.lines, law.counts, strict=True):
            if count:
                net = int(line.pays * scale)
                totals[net] = totals.get(net, 0) + count
        step = math.gcd(*(net - min(totals) for net in totals), min(totals)) or 1
        lowest, highest = min(totals) // step, max(totals) // step
        common = math.gcd(law.of, *totals.values())
        return Lattice(Fraction(step, scale), lowest,
                       tuple(totals.get(net * step, 0) // common for net in range(lowest, highest + 1)),
                       law.of // common)


def sum_law(law: BetLaw, coups: int) -> LatticeSum | NormalSum:
    """The law of n coups, by the most exact way that is of a reasonable size.

    Raises UsageError for a number of coups out of range.
    """
    require_coups(coups)
    return lattice_law(law, coups) or NormalSum(law, coups)


def require_coups(coups: int) -> None:
    """Raises UsageError for a number of coups out of range."""
    if not 1 <= coups <= MOST_COUPS:
        raise UsageError(f"`coups` {coups}: a number from 1 to {MOST_COUPS:,}")


def lattice_law(law: BetLaw, coups: int) -> LatticeSum | None:
    """The law of n coups value by value, in integers or else in floats with a bound; None where it is too large."""
    lattice = Lattice.of_bet(law)
    terms = (len(lattice.counts) - 1) * coups + 1
    if terms * coups * lattice.of.bit_length() <= EXACT_BITS:
        return _exact(lattice, coups)
    return _floating(lattice, coups) if terms <= MOST_TERMS else None


@dataclass(frozen=True)
class LatticeSum:
    """The law of the total net result of n coups at a unit stake, value by value: `weights` from `lowest` upwards out
    of `of`, right within the relative `error` (0: exact). `kind` is exact or bounded.
    """

    kind: str
    coups: int
    unit: Fraction
    lowest: int
    weights: Sequence[Any]
    of: Any
    error: Fraction

    @cached_property
    def running(self) -> list[Any]:
        """Sums of the weights up to and with each."""
        return list(accumulate(self.weights))

    @cached_property
    def backwards(self) -> list[Any]:
        """Sums of the weights from the last down to each: upper tails without cancellation."""
        return list(accumulate(reversed(self.weights)))[::-1]

    def _widened(self, value: Any) -> Interval:
        middle = Fraction(value) / Fraction(self.of)
        if not self.error:
            return Interval.at(middle)
        return Interval(max(middle * (1 - self.error) - _LOST, Fraction(0)),
                        min(middle * (1 + self.error) + _LOST, Fraction(1)))

    def below(self, x: Fraction) -> Interval:
        place = math.ceil(x / self.unit) - self.lowest
        if place <= 0:
            return Interval.at(Fraction(0))
        if place >= len(self.weights):
            return Interval.at(Fraction(1))
        lower = self._widened(self.running[place - 1])
        upper = self._widened(self.backwards[place])
        return Interval(max(lower.low, 1 - upper.high), min(lower.high, 1 - upper.low))

    def between(self, low: Fraction, high: Fraction | None) -> Interval:
        """The chance of a result from `low` to `high`, both included, added up without cancellation."""
        first = max(math.ceil(low / self.unit) - self.lowest, 0)
        last = len(self.weights) if high is None else max(math.floor(high / self.unit) - self.lowest + 1, first)
        return self._widened(sum(self.weights[first:last])) if first < last else Interval.at(Fraction(0))

    def quantile(self, p: Fraction) -> Interval:
        def first(slack: Fraction) -> Fraction:
            wanted = p * Fraction(self.of) * slack
            place = bisect_left(self.running, wanted, hi=len(self.running) - 1)
            return (self.lowest + place) * self.unit

        return Interval(first(1 - self.error), first(1 + self.error)) if self.error else Interval.at(first(Fraction(1)))


def _exact(lattice: Lattice, coups: int) -> LatticeSum:
    from flint import fmpz_poly
    power = fmpz_poly(list(lattice.counts))**coups
    return LatticeSum("exact", coups, lattice.unit, lattice.lowest * coups, [int(c) for c in power.coeffs()],
                      lattice.of**coups, Fraction(0))


def _floating(lattice: Lattice, coups: int) -> LatticeSum:
    """By repeated squaring; `error` is the sum of the rounding bounds of all steps."""
    import numpy as np
    base = np.array([count / lattice.of for count in lattice.counts])
    result, error = base, _EPSILON
    for bit in bin(coups)[3:]:
        error = 2 * error + (len(result) + 1) * _EPSILON
        result = np.convolve(result, result)
        result[result < _NEGLIGIBLE] = 0.0
        if bit == "1":
            error = error + _EPSILON + (len(base) + 1) * _EPSILON
            result = np.convolve(result, base)
            result[result < _NEGLIGIBLE] = 0.0
    # Adding up for tails rounds once a term; the products of bounds are far below the last factor.
    error = (error + len(result) * _EPSILON) * 1.01
    assert error < 1e-3
    return LatticeSum("bounded", coups, lattice.unit, lattice.lowest * coups, result.tolist(), 1.0, Fraction(error))


@dataclass(frozen=True)
class NormalSum:
    """The normal law in place of the sum's, with the bound of Berry and Esseen on every probability."""

    law: BetLaw
    coups: int
    kind: str = "bounded"

    @cached_property
    def normal(self) -> NormalDist:
        return NormalDist(float(self.law.ev * self.coups), math.sqrt(self.law.variance * self.coups))

    @cached_property
    def error(self) -> float:
        law = self.law
        if not law.variance:
            return 1.0
        third = sum((abs(line.pays - law.ev)**3 * count for line, count in zip(law.bet.lines, law.counts, strict=True)),
                    Fraction(0)) / law.of
        return min(BERRY_ESSEEN * float(third) / math.sqrt(law.variance)**3 / math.sqrt(self.coups), 1.0)

    def below(self, x: Fraction) -> Interval:
        middle = self.normal.cdf(float(x))
        return Interval(Fraction(max(middle - self.error, 0.0)), Fraction(min(middle + self.error, 1.0)))

    def quantile(self, p: Fraction) -> Interval:
        low, high = float(p) - self.error, float(p) + self.error
        if not 0 < low <= high < 1:
            raise UsageError(f"`quantiles` {float(p):g} of {self.coups:,} coups of {self.law.bet.name}: too close to "
                             f"the end for the normal law, whose bound here is {self.error:.2g}; ask for fewer coups")
        return Interval(Fraction(self.normal.inv_cdf(low)), Fraction(self.normal.inv_cdf(high)))
