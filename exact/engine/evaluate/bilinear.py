"""A polynomial as a bilinear form: the compiled evaluation of many shoes at once.

The classes are cut into two halves. Every term of the padded polynomial is a product of a feature of the left half (a
product of falling factorials of degree a) and one of the right half (of degree L - a), so the count of a result is

    sum over a = 0 ... L of  left_a . W_a . right_(L-a)

with one small matrix W_a for each a. Shoes are taken in blocks; the matrix products run over the block. Over the ten
point values W_0 ... W_6 have 5,005 entries in all, and a count takes as many multiply-adds. Why this is exact in
float64 up to 458 cards is derived in docs/batch.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exact.engine.coup.halves import Half, Ints, halves
from exact.engine.coup.polynomial import Monomial, exponents
from exact.engine.kernels import EXACT_SUMS, Kernel, inlined

LANES = 128
"""Shoes that the kernel takes at a time: enough to keep the processor busy, few enough for its second-level cache."""
UNROLL = 7
"""Terms added in one step; it divides the numbers of features of five classes (35, 70, 126, 210)."""


@dataclass(frozen=True, eq=False)
class BilinearForm:
    """Some integer polynomials, homogeneous of one degree, laid out for the kernel.

    `weights` are the matrices W_a one after the other, for each feature of the outer half (that with fewer features of
    its degree) the rows of all polynomials, padded with zeros to a multiple of `UNROLL`. A row of `parts` belongs to an
    a: its first outer feature, their number, its first inner feature, the padded number of those, and where its weights
    begin. Features are numbered through, those of the left half first. `ratio` bounds every polynomial:
    |value| <= ratio * N (N-1) ... (N-length+1), and so every partial sum, for shoes of N >= 2 * length cards.
    """

    left: Half
    right: Half
    length: int
    rows: int
    weights: Ints
    parts: Ints
    ratio: Fraction

    @staticmethod
    def of(polynomials: Sequence[Mapping[Monomial, int]], classes: int, length: int) -> BilinearForm:
        """Lay out polynomials whose monomials all have degree `length` (`Polynomial.padded` makes them so)."""
        left, right = halves(classes, length)
        split = [{(e[:left.classes], e[left.classes:]): weight for monomial, weight in polynomial.items()
                  for e in [exponents(monomial, classes)]} for polynomial in polynomials]
        weights: list[int] = []
        parts: list[tuple[int, ...]] = []
        for degree in range(length + 1):
            outer, inner = left.by_degree[degree], right.by_degree[length - degree]
            first, second = left.start[degree], left.start[-1] + right.start[length - degree]
            swapped = len(outer) > len(inner)
            if swapped:
                outer, inner, first, second = inner, outer, second, first
            width = -(-len(inner) // UNROLL) * UNROLL
            parts.append((first, len(outer), second, width, len(weights)))
            for a in outer:
                for terms in split:
                    row = [terms.get((b, a) if swapped else (a, b), 0) for b in inner]
                    weights += row + [0] * (width - len(row))
            if len(outer) * len(split) % 2:
                weights += [0] * width  # the kernel takes rows in pairs
        ratio = max((Fraction(abs(weight) * prod(map(factorial, a + b)), factorial(length))
                     for terms in split for (a, b), weight in terms.items()), default=Fraction(0))
        return BilinearForm(left, right, length, len(split), np.array(weights, np.int64), np.array(parts, np.int64),
                            ratio)

    def values(self, shoes: NDArray[Any]) -> NDArray[Any]:
        """The polynomials at each shoe: (classes, n) counts of cards to (rows, n) values, both int64 or both float64.

        In int64 a value is right modulo 2^64, in float64 if no partial sum passes 2^53; callers hold to `ratio`.
        """
        out = np.empty((self.rows, shoes.shape[1]), shoes.dtype)
        _evaluate(np.ascontiguousarray(shoes), self.weights.astype(shoes.dtype), self.parts, self.left.recipe,
                  self.right.recipe, self.left.classes, self.length, out)
        return out


@inlined
def _fill_choices(shoes, start, many, choices):  # type: ignore[no-untyped-def]  # numba's
    """Set choices[cls, k, s] to the falling factorial of order k of the cards of a class in shoe `start + s`.

    The lanes beyond the last of `many` shoes are those of empty shoes.
    """
    for cls in range(choices.shape[0]):
        for s in range(many):
            choices[cls, 1, s] = shoes[cls, start + s]
        for s in range(many, LANES):
            choices[cls, 1, s] = 0
        for power in range(2, choices.shape[1]):
            for s in range(LANES):
                choices[cls, power, s] = choices[cls, power - 1, s] * (choices[cls, 1, s] - (power - 1))


@inlined
def _fill_features(recipe, choices, first_class, features, first):  # type: ignore[no-untyped-def]  # numba's
    """Set features[first + f, s] to feature f of a half whose classes begin at `first_class`, as `recipe` says."""
    for s in range(LANES):
        features[first, s] = 1
    for f in range(1, recipe.shape[0]):
        earlier, cls, power = first + recipe[f, 0], first_class + recipe[f, 1], recipe[f, 2]
        for s in range(LANES):
            features[first + f, s] = features[earlier, s] * choices[cls, power, s]


@inlined
def _fill_sums(weights, at, width, features, inner, sums):  # type: ignore[no-untyped-def]  # numba's
    """Set sums[0, s] and sums[1, s] to the products of two rows of weights, from `at`, with features from `inner`."""
    for s in range(LANES):
        sums[0, s] = 0
        sums[1, s] = 0
    a, b = at, at + width
    for j in range(0, width, UNROLL):
        a0, a1, a2, a3 = weights[a + j], weights[a + j + 1], weights[a + j + 2], weights[a + j + 3]
        a4, a5, a6 = weights[a + j + 4], weights[a + j + 5], weights[a + j + 6]
        b0, b1, b2, b3 = weights[b + j], weights[b + j + 1], weights[b + j + 2], weights[b + j + 3]
        b4, b5, b6 = weights[b + j + 4], weights[b + j + 5], weights[b + j + 6]
        f = inner + j
        for s in range(LANES):
            f0, f1, f2, f3 = features[f, s], features[f + 1, s], features[f + 2, s], features[f + 3, s]
            f4, f5, f6 = features[f + 4, s], features[f + 5, s], features[f + 6, s]
            sums[0, s] += a0 * f0 + a1 * f1 + a2 * f2 + a3 * f3 + a4 * f4 + a5 * f5 + a6 * f6
            sums[1, s] += b0 * f0 + b1 * f1 + b2 * f2 + b3 * f3 + b4 * f4 + b5 * f5 + b6 * f6


def _evaluate_shoes(shoes, weights, parts, left, right, cut, length, out):  # type: ignore[no-untyped-def]  # numba's
    """Set out[row, shoe] to the value of each polynomial at each shoe, `LANES` shoes at a time.

    `shoes` (classes, shoes) are counts of cards; `weights`, `parts` and `length` are those of the `BilinearForm`,
    `left` and `right` the recipes of its halves, `cut` the classes of the left one. Rows of weights are taken in pairs:
    row i of a part belongs to outer feature i // rows and to polynomial i % rows.
    """
    classes, n = shoes.shape
    rows, lefts = out.shape[0], left.shape[0]
    features = np.empty((lefts + right.shape[0] + UNROLL, LANES), shoes.dtype)
    features[lefts + right.shape[0]:] = 0  # read with weight 0 behind the last features
    choices = np.empty((classes, length + 1, LANES), shoes.dtype)
    sums = np.empty((2, LANES), shoes.dtype)
    totals = np.empty((rows, LANES), shoes.dtype)
    for start in range(0, n, LANES):
        many = min(LANES, n - start)
        _fill_choices(shoes, start, many, choices)
        _fill_features(left, choices, 0, features, 0)
        _fill_features(right, choices, cut, features, lefts)
        totals[:] = 0
        for part in range(parts.shape[0]):
            outer, outers, inner, width, at = parts[part]
            for row in range(0, outers * rows, 2):
                _fill_sums(weights, at + row * width, width, features, inner, sums)
                for k in range(min(2, outers * rows - row)):
                    factor, total = outer + (row + k) // rows, (row + k) % rows
                    for s in range(LANES):
                        totals[total, s] += features[factor, s] * sums[k, s]
        for row in range(rows):
            for s in range(many):
                out[row, start + s] = totals[row, s]


_evaluate = Kernel(_evaluate_shoes, EXACT_SUMS)
