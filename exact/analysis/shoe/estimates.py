"""Estimates from the blocks of a simulation: their standard errors come from how the blocks differ.

So they hold also where the coups of one shoe are not independent.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from exact.values import Estimate

BlockSums = Sequence[float] | NDArray[np.float64]
"""A sum over each block."""


def ratio(tops: BlockSums, bottoms: BlockSums, n: int, seed: int) -> Estimate:
    """The ratio of two sums over all blocks; no number where the lower sum is 0."""
    top, bottom = np.array(tops, float), np.array(bottoms, float)
    if not bottom.sum():
        return Estimate(None, None, n, seed)
    quotient = top.sum() / bottom.sum()
    if top.size < 2:
        return Estimate(float(quotient), None, n, seed)
    rest = top - quotient * bottom
    error = sqrt(float((rest * rest).sum()) * top.size / (top.size - 1)) / bottom.sum()
    return Estimate(float(quotient), float(error), n, seed)


def deviation(sums: BlockSums, squares: BlockSums, sizes: Sequence[int], seed: int) -> Estimate:
    """The standard deviation of trials of which each block has the number, the sum and the sum of squares."""
    trials, totals = np.array(sizes, float), np.array(sums, float)
    n = sum(sizes)
    mean = totals.sum() / n
    variance = ratio(np.array(squares, float) - 2 * mean * totals + mean * mean * trials, trials, n, seed)
    found = sqrt(max(variance.mean or 0.0, 0.0))
    error = None if variance.standard_error is None or not found else variance.standard_error / (2 * found)
    return Estimate(found, error, n, seed)


def frequency(times: int, n: int, seed: int) -> Estimate:
    """How often something was seen in n independent trials."""
    share = times / n
    return Estimate(share, sqrt(share * (1 - share) / (n - 1)) if n > 1 else None, n, seed)
