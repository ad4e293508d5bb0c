"""The coup polynomial on many shoes at once: exact counts, and EVs that are right to the last digits of a float.

A batch is an (n, K) array of whole numbers, a shoe a row, a class of the partition a column (over the ten point values
K = 10, in the order 0 ... 9). Each shoe takes the fastest arithmetic that is exact for its size: float64 while no
partial sum can pass 2^53 (counts of punto banco: up to 458 cards), int64 below 2^63 (up to 1,450 cards), Python ints
beyond. docs/batch.md derives the bounds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import lcm
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from exact.engine.bilinear import BilinearForm
from exact.engine.polynomial import CoupPolynomial, Monomial, falling
from exact.errors import BetError, ShoeError
from exact.game.cards import CardSet
from exact.game.shoe import MOST_DECKS

FLOAT_LIMIT = 2**53
INT_LIMIT = 2**63
CHUNK = 1 << 14
"""Shoes in a task: 3 MB of working memory over the ten point values."""
MOST_COUNT = 16 * MOST_DECKS
EV_ERROR = Fraction(1501, 1000) / FLOAT_LIMIT
"""Bound on the relative error of an EV: three roundings, of the numerator, the denominator and their quotient."""

Array = NDArray[Any]
Nets = Sequence[Fraction | int | None]
Part = TypeVar("Part")


@dataclass(frozen=True, eq=False)
class BatchCounts:
    """Exact counts of many shoes.

    `counts[i, r]` ordered sequences of shoe i, out of `of[i]`, have the result `keys[r]`; int64, or Python ints (dtype
    object) where a shoe of the batch is too large for int64. `short` lists the rows that have too few cards for a
    coup; their counts are 0 out of 0.
    """

    keys: tuple[Hashable, ...]
    counts: Array
    of: Array
    short: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class BatchEVs:
    """EVs of many shoes: `evs[i, b]` is that of bet b on shoe i per unit staked.

    Within `EV_ERROR` of the exact value, relatively; nan where the shoe has too few cards (those rows are in `short`)
    or never lets the bet be made.
    """

    evs: NDArray[np.float64]
    short: tuple[int, ...]


class Batch:
    """A coup polynomial laid out for many shoes; make one and keep it.

    `partition` says what the columns of a composition are, `keys` what the results are.
    """

    def __init__(self, law: CoupPolynomial) -> None:
        self.law = law
        self.keys = law.keys
        self.partition = law.partition
        results = range(len(law.keys))
        # The counts add up to the number of all sequences, so the last one needs no kernel.
        kept = results if law.conditional else results[:-1]
        self._rows = _Rows.of(law, [[int(r == row) for r in results] for row in kept], law.scale)

    def counts(self, compositions: Any, executor: Executor | None = None) -> BatchCounts:
        """Exact counts of every result on every shoe.

        `compositions` is an (n, K) array of whole numbers >= 0. An executor takes the batch in pieces (threads serve:
        the kernel lets the interpreter go). Raises ShoeError for an array of another form and for a negative count; a
        row with too few cards is no error (see `BatchCounts.short`).
        """
        table = self._checked(compositions)
        parts = list(_over(table, self._counts, executor))
        dtype = object if any(part.dtype == object for part, _, _ in parts) else np.int64
        counts = np.empty((len(table), len(self.keys)), dtype)
        of = np.empty(len(table), dtype)
        for at, (part, total, _) in zip(range(0, len(table), CHUNK), parts, strict=True):
            counts[at:at + len(total)] = part.T
            of[at:at + len(total)] = total
        return BatchCounts(self.keys, counts, of, _row_numbers([enough for *_, enough in parts]))

    def evs(self, compositions: Any, nets: Sequence[Nets], executor: Executor | None = None) -> BatchEVs:
        """The EV of each bet on every shoe, per unit staked.

        `nets[b][r]` is the net result of bet b on result `keys[r]`, None where the bet is not on offer (its EV is
        conditional on the rest). Raises as `counts`, and BetError where a bet has not one net for each result.
        """
        table = self._checked(compositions)
        bets = tuple(_Bet.of(number, net, len(self.keys)) for number, net in enumerate(nets))
        if len(bets) >= self._rows.rows or self.law.conditional or any(bet.partial for bet in bets):
            task = partial(self._evs_from_counts, bets)
        else:
            largest = self.law.scale * max((bet.scale for bet in bets), default=1)
            task = partial(self._evs_from_nets, bets, _Rows.of(self.law, [bet.factors for bet in bets], largest))
        evs = np.empty((len(table), len(bets)))
        good = []
        for at, (part, enough) in zip(range(0, len(table), CHUNK), _over(table, task, executor), strict=True):
            evs[at:at + len(enough)] = part.T
            good.append(enough)
        return BatchEVs(evs, _row_numbers(good))

    def _checked(self, compositions: Any) -> Array:
        table: Array = np.asarray(compositions)
        names = self.partition.names
        if table.ndim != 2 or table.shape[1] != len(names):
            raise ShoeError(f"compositions of shape {table.shape}: give a row for each shoe and a column for each of"
                            f" the {len(names)} classes of card ({', '.join(names[:13])}{', ...' * (len(names) > 13)})")
        if table.size and table.dtype.kind not in "iu":
            raise ShoeError(f"compositions of type {table.dtype}: counts of cards are integers; convert them first")
        for extreme in (table.min(initial=0), table.max(initial=0)):
            if not 0 <= extreme <= MOST_COUNT:
                row, column = np.argwhere(table == extreme)[0]
                raise ShoeError(f"compositions: row {row} has {extreme} cards {names[column]}; "
                                f"a count is from 0 to {MOST_COUNT:,}")
        return table

    # a piece of the batch: a column for each shoe

    def _counts(self, block: Array) -> tuple[Array, Array, Array]:
        """Counts of each result, of all sequences, and whether there are cards enough."""
        shoes, cards, enough = self._columns(block)
        values = self._rows.values(shoes, cards, lambda shoe: self._plainly(shoe)[:self._rows.rows])
        if self.law.conditional:
            of = values.sum(axis=0)
        else:
            of = _orders(cards, self.law, values.dtype)
            values = np.concatenate([values, (of - values.sum(axis=0))[None]])
        return values * enough, of * enough, enough

    def _evs_from_counts(self, bets: Sequence[_Bet], block: Array) -> tuple[Array, Array]:
        """Where there are as many bets as results, or the bets are not always on offer."""
        counts, of, enough = self._counts(block)
        wide = max((bet.size for bet in bets), default=1) * int(of.max(initial=0)) >= INT_LIMIT
        exact = counts.astype(object) if wide else counts
        evs = np.empty((len(bets), len(of)))
        for b, bet in enumerate(bets):
            evs[b] = _quotients(_combined(bet.factors, exact), bet.scale * _combined(bet.made, exact))
        return evs, enough

    def _evs_from_nets(self, bets: Sequence[_Bet], rows: _Rows, block: Array) -> tuple[Array, Array]:
        """A row of the kernel for each bet."""
        shoes, cards, enough = self._columns(block)

        def plainly(shoe: list[int]) -> list[int]:
            counts = self._plainly(shoe)
            return [sum(factor * count for factor, count in zip(bet.factors, counts, strict=True)) for bet in bets]

        values = rows.values(shoes, cards, plainly)
        of = _orders(cards, self.law, values.dtype) * enough
        return np.array([_quotients(row, bet.scale * of) for row, bet in zip(values, bets, strict=True)]), enough

    def _columns(self, block: Array) -> tuple[Array, Array, Array]:
        shoes = np.ascontiguousarray(block.T, dtype=np.int64)
        cards = shoes.sum(axis=0)
        return shoes, cards, cards >= self.law.most_cards

    def _plainly(self, shoe: list[int]) -> list[int]:
        """The counts of one shoe in Python ints."""
        totals = [0] * len(self.keys)
        places = _places(self.law)
        for component in self.law.components:
            for naming in component.classes:
                counts = [sum(shoe[i] for i in _inside(cls, places)) for cls in naming]
                for r, value in enumerate(component.polynomial.counts(counts)):
                    totals[r] += value
        return totals


@dataclass(frozen=True, eq=False)
class _Rows:
    """Some integer combinations of the results of a coup polynomial, ready for the kernel.

    For each component of the law a bilinear form, and the columns of the batch that make up each of its classes, once
    for each naming. `largest` is the factor of the number of all sequences that must be held in the same arithmetic.
    """

    forms: tuple[tuple[BilinearForm, tuple[tuple[tuple[int, ...], ...], ...]], ...]
    rows: int
    length: int
    largest: int

    @staticmethod
    def of(law: CoupPolynomial, combinations: Sequence[Sequence[int]], largest: int) -> _Rows:
        places = _places(law)
        forms = []
        for component in law.components:
            padded = component.polynomial.padded()
            mixed: list[dict[Monomial, int]] = []
            for factors in combinations:
                row: dict[Monomial, int] = {}
                for factor, poly in zip(factors, padded.weights, strict=True):
                    for monomial, weight in poly.items() if factor else ():
                        row[monomial] = row.get(monomial, 0) + factor * weight
                mixed.append(row)
            namings = tuple(tuple(_inside(cls, places) for cls in naming) for naming in component.classes)
            forms.append((BilinearForm.of(mixed, padded.classes, padded.length), namings))
        return _Rows(tuple(forms), len(combinations), law.length, largest)

    def bound(self, cards: int) -> Fraction:
        """What no value and no partial sum passes on shoes of up to so many cards."""
        ratio = sum((form.ratio * len(namings) for form, namings in self.forms), Fraction(0))
        return max(ratio, Fraction(self.largest)) * falling(max(cards, 2 * self.length), self.length)

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
        """Each row at each shoe, in the arithmetic that the size of the shoe asks for; `plainly` serves the largest."""
        largest = int(cards.max(initial=0))
        if largest <= self.float_cards:
            return self._compiled(shoes, np.float64)
        values = np.empty((self.rows, len(cards)), object if largest > self.int_cards else np.int64)
        small, large = cards <= self.float_cards, cards > self.int_cards
        for chosen, dtype in ((small, np.float64), (~small & ~large, np.int64)):
            if chosen.any():
                values[:, chosen] = self._compiled(shoes[:, chosen], dtype)
        for i in np.flatnonzero(large):
            values[:, i] = plainly(shoes[:, i].tolist())
        return values

    def _compiled(self, shoes: Array, dtype: type[Any]) -> Array:
        assert self.bound(int(shoes.sum(axis=0).max(initial=0))) < (FLOAT_LIMIT if dtype is np.float64 else INT_LIMIT)
        given = shoes.astype(dtype)
        totals = np.zeros((self.rows, shoes.shape[1]), dtype)
        for form, namings in self.forms:
            for naming in namings:
                totals += form.values(np.array([given[list(columns)].sum(axis=0) for columns in naming], dtype))
        return totals.astype(np.int64)


@dataclass(frozen=True)
class _Bet:
    """Net results as integers over a common denominator `scale`; `made` is 1 where the bet is on offer."""

    factors: tuple[int, ...]
    made: tuple[int, ...]
    scale: int

    @staticmethod
    def of(number: int, nets: Nets, results: int) -> _Bet:
        if len(nets) != results:
            raise BetError(f"bet {number} of the batch: {len(nets)} net results for {results} results of the coup; "
                           "give one for each of `keys`")
        exact = [None if net is None else Fraction(net) for net in nets]
        scale = lcm(*(net.denominator for net in exact if net is not None))
        return _Bet(tuple(0 if net is None else int(net * scale) for net in exact),
                    tuple(int(net is not None) for net in exact), scale)

    @property
    def partial(self) -> bool:
        return 0 in self.made

    @property
    def size(self) -> int:
        return max(self.scale, *map(abs, self.factors))


def _over(table: Array, task: Callable[[Array], Part], executor: Executor | None) -> Iterator[Part]:
    blocks = (table[at:at + CHUNK] for at in range(0, len(table), CHUNK))
    return executor.map(task, blocks) if executor else map(task, blocks)


def _row_numbers(enough: Sequence[Array]) -> tuple[int, ...]:
    return tuple(np.flatnonzero(~np.concatenate(enough)).tolist()) if enough else ()


def _places(law: CoupPolynomial) -> dict[CardSet, int]:
    return {cards: i for i, cards in enumerate(law.partition.classes)}


def _inside(cls: CardSet, places: dict[CardSet, int]) -> tuple[int, ...]:
    """The columns of the batch whose cards belong to a class of a component."""
    return tuple(i for cards, i in places.items() if cards & cls)


def _orders(cards: Array, law: CoupPolynomial, dtype: Any) -> Array:
    """The number of all ordered sequences, times `scale`."""
    product = np.full(cards.shape, law.scale, dtype)
    for i in range(law.length):
        product *= cards.astype(dtype) - i
    return product


def _combined(factors: Sequence[int], counts: Array) -> Array:
    total: Array = np.zeros(counts.shape[1], counts.dtype)
    for factor, row in zip(factors, counts, strict=True):
        if factor:
            total += factor * row
    return total


def _quotients(top: Array, bottom: Array) -> Array:
    """top / bottom as floats, nan over 0."""
    if top.dtype == object:  # the quotient of two ints is correctly rounded
        pairs = zip(top.tolist(), bottom.tolist(), strict=True)
        return np.array([a / b if b else np.nan for a, b in pairs], np.float64)
    with np.errstate(invalid="ignore"):
        return np.where(bottom == 0, np.nan, top / np.where(bottom == 0, 1, bottom))
