"""How a net form is laid out for the kernel: coefficients level by level, and the grid of the last two classes.

With v classes still to be fixed, a form of degree <= 6 has C(v + 6, 6) coefficients, ordered by the exponent of the
class that is fixed next, then as the coefficients of the level below: fixing a class is then a few vector
multiply-adds. The last two classes (x, y) are evaluated together over a grid of points sorted by x + y, so that the
points with lo <= x + y <= hi, those that leave a possible count for the eliminated class, are one run of the grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from math import prod
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from exact.engine.coup.polynomial import exponents, falling
from exact.engine.sweep.net_polynomial import NetForm

DEGREE = 6
PAIRS = tuple((i, j) for i in range(DEGREE + 1) for j in range(DEGREE + 1 - i))
"""Exponents of the last two classes: 28 of them, of which a row of coefficients takes 32 places."""
ROW = 32
LANES = 8
"""Grid points are evaluated in whole vectors of so many."""

Array = npt.NDArray[Any]


@lru_cache(maxsize=32)
def level_terms(variables: int) -> tuple[tuple[int, ...] | None, ...]:
    """The exponents at each place of a level with so many classes left; None for a place that is always 0."""
    if variables == 2:
        return (*PAIRS, *(None,) * (ROW - len(PAIRS)))
    below = level_terms(variables - 1)
    dense = variables == 3
    terms: list[tuple[int, ...] | None] = []
    for power in range(DEGREE + 1):
        for tail in below:
            fits = tail is not None and power + sum(tail) <= DEGREE
            if fits or dense:
                terms.append((power, *tail) if fits and tail is not None else None)
    return tuple(terms)


class Levels(NamedTuple):
    """For the levels 3, 4, ... `top` laid end to end: where each power of the next class starts, and where each
    coefficient goes when that class is fixed."""

    starts: Array
    """[variables, power 0 ... 7]: offsets within the level."""
    first: Array
    """[variables]: where the destinations of the level start in `into`."""
    into: Array
    sizes: Array
    """[variables]: coefficients of a level."""


@lru_cache(maxsize=32)
def levels(top: int) -> Levels:
    starts = np.zeros((top + 1, DEGREE + 2), np.int64)
    first = np.zeros(top + 1, np.int64)
    sizes = np.zeros(top + 1, np.int64)
    sizes[2] = ROW
    into: list[int] = []
    for variables in range(3, top + 1):
        terms = level_terms(variables)
        sizes[variables] = len(terms)
        first[variables] = len(into)
        if variables == 3:
            starts[3] = np.arange(DEGREE + 2) * ROW
            into += list(range(ROW)) * (DEGREE + 1)
            continue
        places = {term: place for place, term in enumerate(level_terms(variables - 1)) if term is not None}
        powers = [term[0] for term in terms if term is not None]
        starts[variables] = [sum(power < k for power in powers) for k in range(DEGREE + 2)]
        into += [places[term[1:]] for term in terms if term is not None]
    return Levels(starts, first, np.array(into, np.int64), sizes)


def coefficients(form: NetForm, order: Sequence[int], cards: int, dtype: type) -> Array:
    """[bet, place]: the coefficients of a form at so many cards, its classes fixed in this order, the last two last.

    The eliminated class is not in `order`. In float64 the caller has shown that all partial sums are below 2^53; in
    int64 they are taken modulo 2^64, which leaves every G below 2^63 right.
    """
    rows: Array = np.zeros((len(form.weights), len(level_terms(len(order)))), dtype)
    behind = np.array([word(falling(cards - used, form.length - used)) for used in range(form.length + 1)], np.int64)
    for row, (places, powers, weights) in zip(rows, _placed(form, tuple(order)), strict=True):
        row[places] = weights * behind[powers]
    return rows


@lru_cache(maxsize=8)
def _placed(form: NetForm, order: tuple[int, ...]) -> tuple[tuple[Array, Array, Array], ...]:
    """For each bet the places, degrees and weights (modulo 2^64) of its terms."""
    places = {term: place for place, term in enumerate(level_terms(len(order))) if term is not None}
    placed = []
    for weights in form.weights:
        powers = [exponents(monomial, form.classes) for monomial, _ in weights]
        where = [places[tuple(row[cls] for cls in order)] for row in powers]
        placed.append((np.array(where, np.int64), np.array([sum(row) for row in powers], np.int64),
                       np.array([word(weight) for _, weight in weights], np.int64)))
    return tuple(placed)


def word(value: int) -> int:
    """A whole number modulo 2^64, as a signed 64-bit word."""
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)


def zeros(shape: Sequence[int], dtype: type) -> Array:
    """Zeros that begin with a cache line, so that no vector of a row of whole vectors lies across two of them."""
    items = prod(shape)
    line = 64 // np.dtype(dtype).itemsize
    room: Array = np.zeros(items + line, dtype)
    start = -room.ctypes.data // room.itemsize % line
    return room[start:start + items].reshape(shape)


class Grid(NamedTuple):
    """The points of the last two classes, in order of x + y, then of x."""

    points: Array
    """[2, point]: x and y, padded with zeros to whole vectors."""
    starts: Array
    """[t]: the first point with x + y >= t, for t from 0 to beyond the last."""
    values: Array
    """[pair, point]: the falling factorials that stand with each coefficient."""


@lru_cache(maxsize=32)
def grid(most_x: int, most_y: int, most_sum: int, dtype: type) -> Grid:
    """All points with x <= most_x, y <= most_y, x + y <= most_sum."""
    points = sorted(((x, y) for x in range(most_x + 1) for y in range(most_y + 1) if x + y <= most_sum),
                    key=lambda point: (sum(point), point))
    per_sum = [0] * (most_sum + 2)
    for x, y in points:
        per_sum[x + y + 1] += 1
    vectors = -(-len(points) // LANES) | 1  # an odd number: rows whose distance is a power of two share cache lines
    padded = points + [(0, 0)] * (vectors * LANES - len(points))
    values = zeros((len(PAIRS), len(padded)), dtype)
    for place, (i, j) in enumerate(PAIRS):
        values[place] = [word(falling(x, i) * falling(y, j)) if dtype is np.int64 else falling(x, i) * falling(y, j)
                         for x, y in padded]
    return Grid(np.array(padded, np.int64).T.copy(), np.array(list(accumulate(per_sum)), np.int64), values)
