"""Which integer rows the kernel must count so that every wanted quantity is a combination of them.

A row is an integer for each result of a coup polynomial; counted over a shoe it is the sum of those integers times the
counts of the results. The number of all sequences is a row that costs nothing. Bets share rows: the EVs of Player,
Banker and Tie need two, and each further bet at most one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exact.engine.coup.polynomial import CoupPolynomial, combined, falling
from exact.engine.evaluate.bilinear import BilinearForm

FLOAT_LIMIT = 2**53
INT_LIMIT = 2**63

Array = NDArray[Any]
ResultRow = tuple[int, ...]
"""An integer for each result of a coup polynomial."""
PerResult = Sequence[Fraction]
"""A number for each result, such as what a bet pays on it."""


@dataclass(frozen=True, eq=False)
class Rows:
    """Some integer combinations of the results of a coup polynomial, ready for the kernel.

    For each component of the law a bilinear form, and the columns of the batch that make up each of its classes, once
    for each naming. `scale` times the number of all sequences must be held in the same arithmetic.
    """

    forms: tuple[tuple[BilinearForm, tuple[tuple[tuple[int, ...], ...], ...]], ...]
    rows: tuple[ResultRow, ...]
    length: int
    scale: int

    @staticmethod
    def of(law: CoupPolynomial, rows: Sequence[ResultRow]) -> Rows:
        forms = []
        for component, namings in zip(law.components, law.places, strict=True):
            padded = component.polynomial.padded
            mixed = [combined(factors, padded.weights) for factors in rows]
            forms.append((BilinearForm.of(mixed, padded.classes, padded.length), namings))
        return Rows(tuple(forms), tuple(rows), law.length, law.scale)

    def bound(self, cards: int) -> Fraction:
        """What no value and no partial sum passes on shoes of up to so many cards."""
        ratio = sum((form.ratio * len(namings) for form, namings in self.forms), Fraction(0))
        return max(ratio, Fraction(self.scale)) * falling(max(cards, 2 * self.length), self.length)

    @cached_property
    def float_cards(self) -> int:
        """The largest shoe on which float64 is exact."""
        return self._most_cards(FLOAT_LIMIT)

    @cached_property
    def int_cards(self) -> int:
        """The largest shoe on which int64 is."""
        return self._most_cards(INT_LIMIT)

    def _most_cards(self, limit: int) -> int:
        low, high = -1, 1
        while self.bound(high) < limit:
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.bound(middle) < limit else (low, middle)
        return low

    def values(self, shoes: Array, cards: Array, plainly: Callable[[list[int]], list[int]]) -> Array:
        """Each row at each shoe, in the arithmetic that the size of the shoe asks for.

        `shoes` has a column for each shoe; `plainly` gives the counts of all results for the largest ones.
        """
        largest = int(cards.max(initial=0))
        if largest <= self.float_cards:
            return self._compiled(shoes, np.float64)
        values = np.empty((len(self.rows), len(cards)), object if largest > self.int_cards else np.int64)
        small, large = cards <= self.float_cards, cards > self.int_cards
        for chosen, dtype in ((small, np.float64), (~small & ~large, np.int64)):
            if chosen.any():
                values[:, chosen] = self._compiled(shoes[:, chosen], dtype)
        for i in np.flatnonzero(large):
            counts = plainly(shoes[:, i].tolist())
            values[:, i] = [sum(map(mul, row, counts)) for row in self.rows]
        return values

    def _compiled(self, shoes: Array, dtype: type[Any]) -> Array:
        assert self.bound(int(shoes.sum(axis=0).max(initial=0))) < (FLOAT_LIMIT if dtype is np.float64 else INT_LIMIT)
        given = shoes.astype(dtype)
        totals = np.zeros((len(self.rows), shoes.shape[1]), dtype)
        for form, namings in self.forms:
            for naming in namings:
                totals += form.values(np.array([given[list(columns)].sum(axis=0) for columns in naming], dtype))
        return totals.astype(np.int64)


# ---------------------------------------------------------------------------------------------------------------

class Span:
    """Rows gathered so far, in the order of their use, and how a vector is made of them.

    ResultRow 0 is that of all sequences if `free` (each result counts 1); the others are for the kernel.
    """

    def __init__(self, results: int, free: bool) -> None:
        self.free = free
        self.rows: list[ResultRow] = []
        self.echelon: list[tuple[int, list[Fraction], dict[int, Fraction]]] = []
        if free:
            self._add((1,) * results)

    def reduce(self, vector: PerResult) -> tuple[list[Fraction], dict[int, Fraction]]:
        """What is left of a vector when the rows are taken out of it, and how much of each row was."""
        left = list(vector)
        taken: dict[int, Fraction] = {}
        for pivot, step, made_of in self.echelon:
            factor = left[pivot]
            if factor:
                left = [a - factor * b for a, b in zip(left, step, strict=True)]
                for row, part in made_of.items():
                    taken[row] = taken.get(row, Fraction(0)) + factor * part
        return left, taken

    def include(self, vector: PerResult) -> None:
        """Add a row, if one is missing to make the vector: the one of the smallest integers that does."""
        left, _ = self.reduce(vector)
        if any(left):
            self._add(min((self._small(vector), self._small(left)), key=lambda row: max(map(abs, row))))

    def _add(self, row: ResultRow) -> None:
        left, taken = self.reduce([Fraction(entry) for entry in row])
        pivot = next(i for i, entry in enumerate(left) if entry)
        made_of = {row: -part / left[pivot] for row, part in taken.items()} | {len(self.rows): 1 / left[pivot]}
        self.echelon.append((pivot, [entry / left[pivot] for entry in left], made_of))
        self.rows.append(row)

    def _small(self, vector: PerResult) -> ResultRow:
        """A row that makes the same, in integers as small as can be; a constant may be added if that is free."""
        scale = lcm(*(entry.denominator for entry in vector))
        whole = [int(entry * scale) for entry in vector]
        if self.free:
            whole = [entry - min(whole) for entry in whole]
        common = gcd(*whole)
        whole = [entry // common for entry in whole]
        return tuple(entry - max(whole) // 2 for entry in whole) if self.free else tuple(whole)


@dataclass(frozen=True)
class Combination:
    """A quantity as integers times the rows of a `Span`, over `scale`; it is at most `size` times all sequences."""

    factors: ResultRow
    scale: int
    size: int

    @staticmethod
    def of(vector: PerResult, span: Span) -> Combination:
        left, taken = span.reduce(vector)
        assert not any(left)
        parts = [taken.get(row, Fraction(0)) for row in range(len(span.rows))]
        scale = lcm(*(part.denominator for part in parts), *(entry.denominator for entry in vector))
        return Combination(tuple(int(part * scale) for part in parts), scale,
                           max(scale, *(abs(int(entry * scale)) for entry in vector)))
