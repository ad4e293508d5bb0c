"""Every sub-shoe of one size, exactly: the question, its blocks, and the sums of one block.

A block is all sub-shoes of n cards with the counts of the first few classes given; it depends on nothing else, and what
it yields is a handful of integers, so that neither the split nor the order nor the machine changes a result.
docs/sweep.md has the derivation of the method and of its bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb
from typing import Any

from exact.engine.netform import NetForm, eliminate
from exact.engine.polynomial import falling
from exact.engine.subshoes import count, outer_counts, sub_shoes
from exact.errors import UsageError

BLOCK = 1 << 26
"""A block holds at most so many sub-shoes, where the classes allow it."""
SCALE = 1 << 53
"""Sums are integers over this, so that the rounding unit of a float is one of them."""
FLOAT_EXACT = 1 << 53
WORD = 1 << 64
FEWEST_CLASSES = 4

Counts = tuple[int, ...]
Range = tuple[int, int]
"""The least and the greatest that a sum can be, times SCALE; equal where it is exact."""


@dataclass(frozen=True)
class SweepQuestion:
    """A shoe (`caps`, cards of each class), the net form of some bets, and the edges of EV bins, if wanted.

    `form` has not been reduced; with several bets there is one more entry, the best of them.
    """

    caps: Counts
    form: NetForm
    edges: tuple[Fraction, ...] = ()

    @property
    def cards(self) -> int:
        return sum(self.caps)

    @property
    def entries(self) -> int:
        bets = len(self.form.weights)
        return bets + (bets > 1)

    @cached_property
    def padded_caps(self) -> Counts:
        """With classes of no cards added, so that there are at least four."""
        return self.caps + (0,) * (FEWEST_CLASSES - len(self.caps))

    @cached_property
    def order(self) -> Counts:
        """The classes in the order in which the kernel fixes them: the last one, the fullest, is eliminated."""
        caps = self.padded_caps
        last = max(range(len(caps)), key=lambda cls: (caps[cls], -cls))
        return (*sorted((cls for cls in range(len(caps)) if cls != last), key=lambda cls: (caps[cls], cls)), last)

    @cached_property
    def ordered_caps(self) -> Counts:
        return tuple(self.padded_caps[cls] for cls in self.order)

    def outer(self, cards: int) -> int:
        """How many classes a block fixes: the fewest that leave no more than BLOCK sub-shoes in it."""
        caps = self.ordered_caps
        most = len(caps) - FEWEST_CLASSES
        for outer in range(most):
            if max(sub_shoes(caps[outer:])[:cards + 1]) <= BLOCK:
                return outer
        return most

    def blocks(self, cards: int) -> list[Block]:
        outer = self.outer(cards)
        return [Block(cards, head) for head in outer_counts(self.ordered_caps, outer, cards)]

    def size(self, block: Block) -> int:
        """The sub-shoes of a block."""
        return count(self.ordered_caps[len(block.outer):], block.cards - sum(block.outer))

    def thresholds(self, cards: int) -> list[int]:
        """The least G at or above each edge."""
        over = self.form.sequences(cards)
        return [-(-edge.numerator * over // edge.denominator) for edge in self.edges]


@dataclass(frozen=True)
class Block:
    """All sub-shoes of `cards` cards in which the first classes, in the kernel's order, have these counts."""

    cards: int
    outer: Counts


@dataclass(frozen=True)
class Extreme:
    """The greatest (or least) G and the first shoe in lexicographic order that has it."""

    value: int
    shoe: Counts


@dataclass(frozen=True)
class Sums:
    """What one entry sums to over some sub-shoes, weighted by the sets of cards that each of them is.

    `favourable`: weights of those with G > 0; `gain`: of max(G, 0); `loss`: of max(-G, 0); `net_word`: of G modulo
    2^64; `bins`: weights by bin of EV.
    """

    favourable: Range
    gain: Range
    loss: Range
    net_word: int
    highest: Extreme
    lowest: Extreme
    bins: tuple[Range, ...] = ()


@dataclass(frozen=True)
class BlockResult:
    """The sub-shoes counted, and the sums of each entry."""

    sub_shoes: int
    sums: tuple[Sums, ...]


def merge(first: BlockResult, second: BlockResult) -> BlockResult:
    """The result over both; associative and commutative, so that blocks may come in any order."""
    return BlockResult(first.sub_shoes + second.sub_shoes, tuple(
        Sums(_plus(a.favourable, b.favourable), _plus(a.gain, b.gain), _plus(a.loss, b.loss),
             (a.net_word + b.net_word) % WORD,
             min(a.highest, b.highest, key=lambda x: (-x.value, x.shoe)),
             min(a.lowest, b.lowest, key=lambda x: (x.value, x.shoe)),
             tuple(map(_plus, a.bins, b.bins)))
        for a, b in zip(first.sums, second.sums, strict=True)))


def _plus(a: Range, b: Range) -> Range:
    return a[0] + b[0], a[1] + b[1]


@dataclass(frozen=True)
class Precision:
    """How the sums of the blocks of one size come out, by bounds on what the kernel adds up.

    `in_floats`: G and all partial sums of its terms stay below 2^53, else 64-bit integers hold them; `units`: roundings
    of 2^-53 in a rounded sum of non-negative terms; `exact_weights`, `exact_sums`: whether sums of weights, and of
    weighted G, can be told exactly.
    """

    in_floats: bool
    units: int
    exact_weights: bool
    exact_sums: bool

    def interval(self, rounded: int) -> Range:
        """The sums, times SCALE, that a rounded sum F stands for: |F - S| <= u S, u = units / 2^53."""
        return rounded * (SCALE - self.units), rounded * (SCALE + 2 * self.units)


@lru_cache(maxsize=1024)
def precision(question: SweepQuestion, cards: int) -> Precision:
    """Raises UsageError where G itself could pass 63 bits.

    A rounded sum has T terms, each a product of M weights and a G: at most T + 2M + 8 roundings, all of non-negative
    numbers. Together with the sum modulo 2^64 it gives the sum while the error is below 2^62.
    """
    greatest = question.form.greatest(cards)
    if greatest >= 1 << 62:
        raise UsageError(f"--cards-left {cards}: a net result over a common denominator could reach {greatest:.2e}, beyond"
                         " 62 bits; sweep fewer cards or bets")
    outer = question.outer(cards)
    middle = question.ordered_caps[outer:-3]
    room = sum(middle)
    in_floats = _reduced(question.form, question.order[-1]).partial_bound(cards) < FLOAT_EXACT
    terms = sub_shoes(middle)
    most, units, error = 0, 0, 0
    for held in range(min(cards, room) + 1):
        ways, roundings = comb(room, held), terms[held] + 2 * len(middle) + 8
        most, units, error = max(most, ways), max(units, roundings), max(error, ways * roundings)
    assert units < 1 << 40, "blocks are small enough for first-order bounds of rounding errors"
    return Precision(in_floats, units, most < FLOAT_EXACT, error * greatest < 1 << 62 + 53 - 1)


@lru_cache(maxsize=8)
def _reduced(form: NetForm, cls: int) -> NetForm:
    padded = NetForm(max(form.classes, FEWEST_CLASSES), form.length, form.unit, -1, form.most, form.weights)
    return eliminate(padded, cls)


def run_block(question: SweepQuestion, block: Block) -> BlockResult:
    """All sums of one block; raises ArithmeticError if the kernel missed a sub-shoe (it cannot)."""
    import numpy as np

    from exact.engine import kernel, layout
    caps, outer = question.ordered_caps, len(block.outer)
    middle = caps[outer:-3]
    most_x, most_y, most_left = caps[-3:]
    cards = block.cards - sum(block.outer)
    proof = precision(question, block.cards)
    dtype = np.float64 if proof.in_floats else np.int64
    levels = layout.levels(len(caps) - 1)
    scratch = _coefficients(question, block, dtype)
    grid = layout.grid(most_x, most_y, min(block.cards, most_x + most_y), dtype)
    rounding, words = _binomials(middle)
    behind = np.array([sum(caps[i:]) for i in range(outer, len(caps) - 2)], np.int64)
    shape = (question.entries, min(cards, most_x + most_y + most_left) + 1)
    rounded = np.zeros((*shape, 3, grid.values.shape[1]))
    modular = np.zeros((*shape, 2, grid.values.shape[1]), np.int64)
    edges = np.array(question.thresholds(block.cards), dtype)
    bins = np.zeros((*shape, len(edges) + 1, grid.values.shape[1] if len(edges) else 0))
    best = np.full((question.entries, 2), -(1 << 62), dtype)
    held = np.zeros((question.entries, 2, len(middle) + 3), np.int64)
    places = question.order[outer:]
    order = np.array([places.index(cls) for cls in sorted(places)], np.int64)
    found = kernel.sweep_block(scratch, levels.starts, levels.first, levels.into, np.array(middle, np.int64), behind,
                               cards, rounding, words, grid.points, grid.starts, grid.values,
                               min(block.cards, most_x + most_y), most_left, order, rounded, modular, edges, bins,
                               best, held)
    if found != question.size(block):
        raise ArithmeticError(f"block {block}: {found} sub-shoes where there are {question.size(block)}")
    outside = 1
    for cap, number in zip(caps, block.outer, strict=False):
        outside *= comb(cap, number)
    cells = _cells(most_x, most_y, most_left, shape[1] - 1, min(block.cards, most_x + most_y), dtype)
    sums = []
    for entry in range(question.entries):
        extremes = []
        for low in (0, 1):
            shoe = [0] * len(caps)
            for cls, number in zip(question.order, (*block.outer, *map(int, held[entry, low])), strict=True):
                shoe[cls] = number
            value = int(best[entry, low])
            extremes.append(Extreme(-value if low else value, tuple(shoe[:len(question.caps)])))
        sums.append(_fold(proof, outside, cells, rounded[entry], modular[entry], bins[entry], extremes))
    return BlockResult(int(found), tuple(sums))


def _coefficients(question: SweepQuestion, block: Block, dtype: Any) -> Any:
    """The scratch of the kernel, with the coefficients that are left when the outer classes are fixed on top."""
    import numpy as np

    from exact.engine import kernel, layout
    order = question.order
    top = layout.coefficients(_reduced(question.form, order[-1]), order[:-1], block.cards, dtype)
    scratch = np.zeros((len(order) - 3, *top.shape), dtype)
    scratch[0] = top
    levels = layout.levels(len(order) - 1)
    for level, number in enumerate(block.outer):
        variables = len(order) - 1 - level
        kernel.fix_class(scratch, level, number, levels.starts[variables], levels.into, levels.first[variables])
    return scratch[len(block.outer):]


@lru_cache(maxsize=64)
def _binomials(caps: Counts) -> tuple[Any, Any]:
    """[class, count]: binomial coefficients of each class, rounded and modulo 2^64."""
    import numpy as np

    from exact.engine.layout import word
    width = max(caps) + 1
    return (np.array([[float(comb(cap, number)) for number in range(width)] for cap in caps]),
            np.array([[word(comb(cap, number)) for number in range(width)] for cap in caps], np.int64))


Cells = tuple[tuple[int, int, int, Any], ...]


@lru_cache(maxsize=64)
def _cells(most_x: int, most_y: int, most_left: int, most_cards: int, most_sum: int, dtype: Any) -> Cells:
    """For each number of cards of the grid and the eliminated class: its run of grid points and their weights."""
    import numpy as np

    from exact.engine.layout import grid
    laid = grid(most_x, most_y, most_sum, dtype)
    cells = []
    for left in range(most_cards + 1):
        start = int(laid.starts[max(0, min(left - most_left, most_sum + 1))])
        end = int(laid.starts[min(left, most_sum) + 1])
        weights = np.empty(max(0, end - start), object)
        weights[:] = [comb(most_x, int(x)) * comb(most_y, int(y)) * comb(most_left, left - int(x) - int(y))
                      for x, y in laid.points[:, start:end].T]
        if end > start:
            cells.append((left, start, end, weights))
    return tuple(cells)


def _fold(proof: Precision, outside: int, cells: Cells, rounded: Any, modular: Any, bins: Any,
          extremes: Sequence[Extreme]) -> Sums:
    """The sums of a block from those of its cells, with the weights of the grid and of the outer classes."""
    from exact.engine.kernel import FAVOURABLE, GAIN, GAIN_WORD, LOSS, NET_WORD
    favourable, gain, loss, net_word = 0, 0, 0, 0
    bin_sums = [0] * bins.shape[1] if bins.shape[2] else []
    for left, start, end, weights in cells:
        favourable += _dot(weights, rounded[left, FAVOURABLE, start:end])
        gain_words = modular[left, GAIN_WORD, start:end]
        net_words = modular[left, NET_WORD, start:end]
        net_word += int((weights * net_words.astype(object)).sum())
        for i in range(len(bin_sums)):
            row = bins[left, i, start:end]
            if row.any():
                bin_sums[i] += _dot(weights, row)
        if proof.exact_sums:
            gain += _exact_dot(weights, rounded[left, GAIN, start:end], gain_words)
            loss += _exact_dot(weights, rounded[left, LOSS, start:end], gain_words - net_words)
        else:
            gain += _dot(weights, rounded[left, GAIN, start:end])
            loss += _dot(weights, rounded[left, LOSS, start:end])

    def told(value: int, exactly: bool) -> Range:
        return (outside * value * SCALE,) * 2 if exactly else proof.interval(outside * value)

    return Sums(told(favourable, proof.exact_weights), told(gain, proof.exact_sums), told(loss, proof.exact_sums),
                outside * net_word % WORD, extremes[0], extremes[1],
                tuple(told(value, proof.exact_weights) for value in bin_sums))


def _dot(weights: Any, rounded: Any) -> int:
    """Weights times floats that are whole numbers, in integers."""
    return sum(map(lambda weight, value: weight * int(value), weights, rounded.tolist()))


def _exact_dot(weights: Any, rounded: Any, words: Any) -> int:
    """Weights times sums known both rounded, with an error below 2^62, and modulo 2^64."""
    import numpy as np
    high = np.rint((rounded - words.astype(np.float64)) / WORD)
    return int((weights * words.astype(object)).sum()) + WORD * _dot(weights, high)


@lru_cache(maxsize=64)
def full_value(question: SweepQuestion, bet: int) -> Fraction:
    """The EV of a bet at the full shoe, which is also its mean over all sub-shoes of each size."""
    return Fraction(question.form.value(bet, question.caps),
                    question.form.unit * falling(question.cards, question.form.length))
