"""The exact multinomial test: how likely a result is that is at most as probable as the one that was seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np

MOST_COUPS = 10_000
"""More coups have too many results to add up."""
_NEAR = 1e-6
"""Logarithms this close are compared as whole numbers instead; floats are surer than that by far."""
_FAR = 60
"""Results less probable than the one seen by more than e^-60 add nothing to the digits of a float."""


def multinomial_p(seen: Sequence[int], chances: Sequence[Fraction]) -> float | None:
    """The sum of the probabilities of all results of as many independent coups that are at most as probable as that
    seen, of three outcomes with these chances; None for more than `MOST_COUPS` coups.

    Which results belong to the sum is decided exactly; the sum itself is good to ten digits.

    >>> half = Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)
    >>> round(multinomial_p((2, 0, 0), half), 12)  # as probable as 1, 1, 0 and 1, 0, 1: all of them
    1.0
    >>> round(multinomial_p((0, 1, 1), half), 12)  # 2/16, and 0, 2, 0 and 0, 0, 2 with 1/16 each
    0.25
    """
    coups = sum(seen)
    if coups > MOST_COUPS:
        return None
    if any(number and not chance for number, chance in zip(seen, chances, strict=True)):
        return 0.0
    logs = [math.log(chance) if chance else -math.inf for chance in chances]
    factorials = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, coups + 1)))))
    numbers = np.arange(coups + 1)
    first, second, third = (np.where(numbers > 0, numbers * log if math.isfinite(log) else log, 0.0) - factorials
                            for log in logs)
    here = first[seen[0]] + second[seen[1]] + third[seen[2]]
    total = 0.0
    for a in range(coups + 1):
        rest = coups - a
        lower = first[a] + second[:rest + 1] + third[rest::-1] - here
        total += float(np.exp(lower[(lower <= -_NEAR) & (lower > -_FAR)]).sum())
        total += sum(math.exp(lower[b]) for b in np.flatnonzero(np.abs(lower) < _NEAR)
                     if _weight((a, int(b), rest - int(b)), seen, chances) <= 1)
    return min(1.0, total * math.exp(here + factorials[coups]))


def _weight(result: Sequence[int], seen: Sequence[int], chances: Sequence[Fraction]) -> Fraction:
    """How much more probable a result is than the one seen, exactly."""
    ratio = Fraction(math.prod(map(math.factorial, seen)), math.prod(map(math.factorial, result)))
    return ratio * math.prod(chance**(a - b) for chance, a, b in zip(chances, result, seen, strict=True) if chance)
