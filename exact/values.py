"""What a number can be when it is not one exact rational: known to lie in an interval, or estimated from a sample.

And values by their key, runs of numbers, and what is taken for a whole one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from operator import index
from typing import SupportsIndex, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST_SEED = 10**18 - 1
"""The seeds of simulations are from 0 to this."""
MOST_DEALT = 10**10
"""A simulation deals at most so many shoes, or coups at a depth."""
SHOES, COUPS, SESSIONS, SEED = 100_000, 1_000_000, 100_000, 1
"""What a simulation deals where nothing is said: shoes, coups at each depth, or plays, with this seed."""


def gathered(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """The values of each key, in the order in which they come.

    >>> gathered([("a", 1), ("b", 2), ("a", 3)])
    {'a': [1, 3], 'b': [2]}
    """
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def runs(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Rising whole numbers as runs without a gap, each from its first to its last.

    >>> runs([0, 1, 2, 5])
    [(0, 2), (5, 5)]
    """
    found: list[tuple[int, int]] = []
    for number in numbers:
        first = found.pop()[0] if found and found[-1][1] == number - 1 else number
        found.append((first, number))
    return found


def whole(value: object) -> int | None:
    """An int, or what stands for one, such as numpy's; None for anything else, also for True.

    >>> whole(8), whole(8.0), whole(True)
    (8, None, None)
    """
    return None if isinstance(value, bool) or not isinstance(value, SupportsIndex) else index(value)


@dataclass(frozen=True)
class Interval:
    """A number that is proved to lie from `low` to `high`; exact where they are equal.

    >>> Interval.at(Fraction(1, 2)).exact
    True
    """

    low: Fraction
    high: Fraction

    @staticmethod
    def at(value: Fraction) -> Interval:
        """An exact number."""
        return Interval(value, value)

    @property
    def exact(self) -> bool:
        return self.low == self.high

    def __contains__(self, number: Fraction) -> bool:
        return self.low <= number <= self.high


@dataclass(frozen=True)
class Estimate:
    """A number from a seeded simulation, which never stands without its standard error.

    `n` is the number of independent samples (shoes, coups or blocks of them) that the standard error comes from.
    `mean` is None where what it is a mean of was never seen, `standard_error` where one sample gives none.
    """

    mean: float | None
    standard_error: float | None
    n: int
    seed: int

    def off(self, exact: Fraction | float) -> float:
        """How many standard errors it lies from an exact value; nan where nothing was seen."""
        if self.mean is None:
            return float("nan")
        difference = self.mean - float(exact)
        return difference / self.standard_error if self.standard_error else 0.0 if difference == 0 else float("inf")
