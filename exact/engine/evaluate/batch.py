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
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from exact.engine.coup.polynomial import CoupPolynomial, falling
from exact.engine.evaluate.rows import FLOAT_LIMIT, INT_LIMIT, Array, Combination, Rows, Span
from exact.errors import BetError, ShoeError
from exact.game.bets import Bet
from exact.game.shoe import MOST_DECKS

CHUNK = 1 << 14
"""Shoes in a task: 3 MB of working memory over the ten point values."""
MOST_COUNT = 16 * MOST_DECKS
PLANS = 16
"""Sets of bets whose rows are kept."""
EV_ERROR = Fraction(3001, 1000) / FLOAT_LIMIT
"""Bound on the relative error of an EV: the numerator, the denominator and their quotient are rounded to nearest."""

Nets = Sequence[Fraction | int | None]
Piece = TypeVar("Piece")


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
        self._rows = Rows.of(law, [tuple(int(r == row) for r in results) for row in kept])
        self._plans: dict[tuple[tuple[Fraction | None, ...], ...], _Plan] = {}

    def __repr__(self) -> str:
        return f"<batch of {self.law!r}>"

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
        task = partial(self._evs, self._plan(nets))
        evs = np.empty((len(table), len(nets)))
        good = []
        for at, (part, enough) in zip(range(0, len(table), CHUNK), _over(table, task, executor), strict=True):
            evs[at:at + len(enough)] = part.T
            good.append(enough)
        return BatchEVs(evs, _row_numbers(good))

    def _checked(self, compositions: Any) -> Array:
        names = self.partition.names
        try:
            table: Array = np.asarray(compositions)
        except (ValueError, OverflowError):  # numpy's own words are about sequences and shapes
            raise ShoeError("`compositions`: rows of unequal length are no array; give every shoe a row of"
                            f" {len(names)} counts") from None
        if table.ndim != 2 or table.shape[1] != len(names):
            raise ShoeError(f"`compositions` of shape {table.shape}: give a row for each shoe and a column for each of"
                            f" the {len(names)} classes of card ({', '.join(names[:13])}{', ...' * (len(names) > 13)})")
        if table.size and table.dtype.kind not in "iu":
            where = ""
            if table.dtype.kind == "f" and not np.isfinite(table).all():
                row, column = np.argwhere(~np.isfinite(table))[0]
                where = f", row {row} has {table[row, column]} cards {names[column]}"
            raise ShoeError(f"`compositions` of type {table.dtype}{where}: counts of cards are integers; convert them "
                            "first")
        for extreme in (table.min(initial=0), table.max(initial=0)):
            if not 0 <= extreme <= MOST_COUNT:
                row, column = np.argwhere(table == extreme)[0]
                raise ShoeError(f"`compositions`: row {row} has {extreme} cards {names[column]}; "
                                f"a count is from 0 to {MOST_COUNT:,}")
        return table

    # a piece of the batch: a column for each shoe

    def _counts(self, block: Array) -> tuple[Array, Array, Array]:
        """Counts of each result, of all sequences, and whether there are cards enough."""
        shoes, cards, enough = self._columns(block)
        values = self._rows.values(shoes, cards, self.law.counts)
        if self.law.conditional:
            of = values.sum(axis=0)
        else:
            of = _orders(cards, self.law, values.dtype)
            values = np.concatenate([values, (of - values.sum(axis=0))[None]])
        return values * enough, of * enough, enough

    def _plan(self, nets: Sequence[Nets]) -> _Plan:
        wanted = tuple(_nets(number, bet) for number, bet in enumerate(nets))
        for number, bet in enumerate(wanted):
            if len(bet) != len(self.keys):
                raise BetError(f"bet {number} of the batch: {len(bet)} net results for {len(self.keys)} results of the "
                               "coup; give one for each of `keys`")
        if wanted not in self._plans:
            if len(self._plans) >= PLANS:
                self._plans.clear()
            self._plans[wanted] = _Plan.of(self.law, wanted)
        return self._plans[wanted]

    def _evs(self, plan: _Plan, block: Array) -> tuple[Array, Array]:
        shoes, cards, enough = self._columns(block)
        largest = self.law.scale * falling(int(cards.max(initial=0)), self.law.length)
        values = [rows.values(shoes, cards, self.law.counts) for rows, _ in plan.rows]
        wide = plan.size * largest >= INT_LIMIT or any(part.dtype == object for part in values)
        counted: Array = np.empty((plan.count, len(cards)), object if wide else np.int64)
        for (_, places), part in zip(plan.rows, values, strict=True):
            counted[list(places)] = part
        if not self.law.conditional:
            counted[0] = _orders(cards, self.law, counted.dtype)
        evs = np.empty((len(plan.bets), len(cards)))
        for ev, (top, made) in zip(evs, plan.bets, strict=True):
            ev[:] = _quotients(made.scale * _combined(top.factors, counted),
                               top.scale * _combined(made.factors, counted) * enough)
        return evs, enough

    def _columns(self, block: Array) -> tuple[Array, Array, Array]:
        shoes = np.ascontiguousarray(block.T, dtype=np.int64)
        cards = shoes.sum(axis=0)
        return shoes, cards, cards >= self.law.most_cards


def _nets(number: int, nets: Nets) -> tuple[Fraction | None, ...]:
    """The net results of a bet; raises BetError for what are none."""
    try:
        return tuple(None if net is None else Fraction(net) for net in nets)
    except (TypeError, ValueError, OverflowError):
        raise BetError(f"bet {number} of the batch: {str(nets)[:60]}: give a rational net result, or None, for each of "
                       "`keys`") from None


def nets_of(law: CoupPolynomial, bets: Sequence[Bet]) -> list[list[Fraction | None]]:
    """What each bet pays, net, on each result of their joint law (`compile_joint(rules, bets)`); for `Batch.evs`."""
    def net(bet: Bet, line: int | None) -> Fraction | None:
        return None if line is None else bet.lines[line].pays

    keys: list[tuple[int | None, ...]] = [key for key in law.keys if isinstance(key, tuple)]
    return [[net(bet, key[b]) for key in keys] for b, bet in enumerate(bets)]


@dataclass(frozen=True, eq=False)
class _Plan:
    """How the EVs of some bets are made: the kernel's rows, and for each bet its net total and its coups on offer.

    `rows` go with their places among the `count` rows that these are combinations of; `size` is the greatest factor of
    the number of all sequences that comes up on the way.
    """

    rows: tuple[tuple[Rows, tuple[int, ...]], ...]
    count: int
    bets: tuple[tuple[Combination, Combination], ...]
    size: int

    @staticmethod
    def of(law: CoupPolynomial, wanted: Sequence[Sequence[Fraction | None]]) -> _Plan:
        vectors = [([net or Fraction(0) for net in bet], [Fraction(net is not None) for net in bet]) for bet in wanted]
        span = Span(len(law.keys), free=not law.conditional)
        for pair in vectors:
            for vector in pair:
                span.include(vector)
        # Rows of -1, 0 and 1 have the bounds of counts; wider ones, which are sooner too large for float64, go apart.
        kinds: dict[bool, list[int]] = {False: [], True: []}
        for place, row in enumerate(span.rows):
            if place or not span.free:
                kinds[max(map(abs, row)) > 1].append(place)
        bets = tuple((Combination.of(top, span), Combination.of(made, span)) for top, made in vectors)
        size = max((max(top.size * made.scale, made.size * top.scale) for top, made in bets), default=1)
        return _Plan(tuple((Rows.of(law, [span.rows[place] for place in places]), tuple(places))
                           for places in kinds.values() if places), len(span.rows), bets, size)


def _over(table: Array, task: Callable[[Array], Piece], executor: Executor | None) -> Iterator[Piece]:
    blocks = (table[at:at + CHUNK] for at in range(0, len(table), CHUNK))
    return executor.map(task, blocks) if executor else map(task, blocks)


def _row_numbers(enough: Sequence[Array]) -> tuple[int, ...]:
    return tuple(np.flatnonzero(~np.concatenate(enough)).tolist()) if enough else ()


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
