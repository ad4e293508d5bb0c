"""Multisets of half of the card classes, numbered: what multisets of all classes are put together from.

A multiset of degree L is a multiset of degree a of the left half of the classes with one of degree L - a of the right.
Tables over the halves are small, whatever is done with them: products of falling factorials
(`exact.engine.evaluate.bilinear`), or sums and parts of multisets (`exact.engine.sequence.history`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, chain

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

DIGIT = 5
"""Bits of one exponent in the packed keys by which multisets are found: degrees up to 31."""


@dataclass(frozen=True)
class Half:
    """The multisets of some classes up to a degree, a row each: by degree, then in the order of their exponents.

    `powers` is an array (multisets, classes) of exponents; those of degree d are the rows `start[d]` to `start[d+1]`.
    """

    classes: int
    degree: int

    @cached_property
    def by_degree(self) -> list[list[tuple[int, ...]]]:
        """The exponents of the multisets of each degree."""
        return [list(_exponents(self.classes, d)) for d in range(self.degree + 1)]

    @cached_property
    def powers(self) -> Ints:
        return np.array(list(chain(*self.by_degree)), dtype=np.int64).reshape(-1, self.classes)

    @cached_property
    def start(self) -> tuple[int, ...]:
        return tuple(accumulate(map(len, self.by_degree), initial=0))

    @cached_property
    def degrees(self) -> Ints:
        return np.repeat(np.arange(self.degree + 1), np.diff(self.start))

    def rows(self, d: int) -> slice:
        """The rows of the multisets of one degree."""
        return slice(self.start[d], self.start[d + 1])

    @cached_property
    def recipe(self) -> Ints:
        """An array (multisets, 3): how the product of falling factorials that belongs to a row is made with one product
        of an earlier row, a class, and a power of it. The first row, of no card, is made of nothing."""
        places = {powers: row for row, powers in enumerate(chain(*self.by_degree))}
        steps = [(0, 0, 0)]
        for powers in list(places)[1:]:
            last = max(cls for cls, power in enumerate(powers) if power)
            steps.append((places[(*powers[:last], 0, *powers[last + 1:])], last, powers[last]))
        return np.array(steps, dtype=np.int64)

    def find(self, powers: Ints) -> Ints:
        """The rows of multisets given by their exponents."""
        keys, wanted = self._keys(self.powers), self._keys(powers)
        found = np.empty(len(powers), dtype=np.int64)
        degrees = powers.sum(axis=1)
        for d in range(self.degree + 1):
            here = degrees == d
            found[here] = self.start[d] + np.searchsorted(keys[self.rows(d)], wanted[here])
        return found

    def _keys(self, powers: Ints) -> Ints:
        """Exponents packed into an integer each, in their order."""
        if self.classes * DIGIT > 62:
            raise AssertionError(f"{self.classes} classes do not fit a packed key")
        keys: Ints = powers @ (np.int64(1) << DIGIT * np.arange(self.classes - 1, -1, -1, dtype=np.int64))
        return keys

    def sums(self, other: Half, into: Half) -> Ints:
        """An array (multisets of this, multisets of other): the row in `into` of their sum."""
        together = (self.powers[:, None, :] + other.powers[None, :, :]).reshape(-1, self.classes)
        return into.find(together).reshape(len(self.powers), len(other.powers))


def _exponents(classes: int, degree: int) -> Iterator[tuple[int, ...]]:
    """The exponents of all multisets of one degree, in order."""
    if not classes:
        yield from [()] * (degree == 0)
        return
    for first in range(degree + 1) if classes > 1 else (degree,):
        for rest in _exponents(classes - 1, degree - first):
            yield first, *rest


@cache
def halves(classes: int, degree: int) -> tuple[Half, Half]:
    """The left and the right half of some classes."""
    return Half(classes // 2, degree), Half(classes - classes // 2, degree)
