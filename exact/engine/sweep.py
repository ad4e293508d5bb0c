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
from exact.engine.subshoes import count, outer_counts, outer_number, sub_shoes
from exact.errors import UsageError

BLOCK = 1 << 26
"""A block holds at most so many sub-shoes, where the classes allow it."""
MANY_BLOCKS = 4000
"""Each block costs about a millisecond beside its sub-shoes, so that there must not be too many."""
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
        """How many classes a block fixes at so many cards left.

        Enough to leave at most BLOCK sub-shoes in it; and more, if in not too many blocks the sums then become exact,
        or else the bounds closer.
        """
        return _outer(self, cards)

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
    of 2^-53 in a rounded sum of non-negative terms; `exact`: whether the sums can be told exactly, rather than bounded.
    """

    in_floats: bool
    units: int
    exact: bool

    def interval(self, rounded: int, more: int = 0) -> Range:
        """The sums, times SCALE, that a rounded sum F stands for: |F - S| <= u S, u = (units + more) / 2^53."""
        units = self.units + more
        return rounded * (SCALE - units), rounded * (SCALE + 2 * units)


@lru_cache(maxsize=4096)
def _outer(question: SweepQuestion, cards: int) -> int:
    caps = question.ordered_caps
    most = len(caps) - FEWEST_CLASSES
    least = next((outer for outer in range(most) if max(sub_shoes(caps[outer:])[:cards + 1]) <= BLOCK), most)
    chosen = least
    for outer in range(least, most + 1):
        blocks = outer_number(caps, outer, cards)
        if blocks > MANY_BLOCKS:
            break
        if _precision(question, cards, outer).exact:
            return outer
        if blocks <= MANY_BLOCKS // 4:
            chosen = outer
    return chosen


def precision(question: SweepQuestion, cards: int) -> Precision:
    """How the sums come out at so many cards left; raises UsageError where G itself could pass 62 bits."""
    return _precision(question, cards, question.outer(cards))


@lru_cache(maxsize=4096)
def _precision(question: SweepQuestion, cards: int, outer: int) -> Precision:
    """By bounds: a rounded sum has T terms, each a product of M weights and a G, hence at most T + 2M + 8 roundings,
    all of non-negative numbers. Together with the sum modulo 2^64 it gives the sum while the error is below 2^62.
    """
    greatest = question.form.greatest(cards)
    if greatest >= 1 << 62:
        raise UsageError(f"--cards-left {cards}: a net result over a common denominator could reach {greatest:.2e}, "
                         "beyond 62 bits; sweep fewer cards or bets")
    middle = question.ordered_caps[outer:-3]
    in_floats = _partial_bound(question, cards) < FLOAT_EXACT
    terms = sub_shoes(middle)
    units, error = 0, 0
    for held in range(min(cards, sum(middle)) + 1):
        roundings = terms[held] + 2 * len(middle) + 8
        units, error = max(units, roundings), max(error, comb(sum(middle), held) * roundings)
    assert units < 1 << 40, "blocks are small enough for first-order bounds of rounding errors"
    return Precision(in_floats, units, error * greatest < 1 << 53 + 61)


@lru_cache(maxsize=1024)
def _partial_bound(question: SweepQuestion, cards: int) -> int:
    return _reduced(question.form, question.order[-1]).partial_bound(cards)


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
    modular = np.zeros((*shape, 3, grid.values.shape[1]), np.int64)
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


@dataclass(frozen=True, eq=False)
class _Cells:
    """The run of grid points that goes with a number of cards of the grid and the eliminated class, and how many sets
    of cards each is: exactly, rounded, and modulo 2^64."""

    left: int
    run: slice
    weights: Any
    rounded: Any
    words: Any


@lru_cache(maxsize=64)
def _cells(most_x: int, most_y: int, most_left: int, most_cards: int, most_sum: int, dtype: Any
           ) -> tuple[_Cells, ...]:
    import numpy as np

    from exact.engine.layout import grid, word
    laid = grid(most_x, most_y, most_sum, dtype)
    cells = []
    for left in range(most_cards + 1):
        start = int(laid.starts[max(0, min(left - most_left, most_sum + 1))])
        end = int(laid.starts[min(left, most_sum) + 1])
        if end > start:
            weights = np.empty(end - start, object)
            weights[:] = [comb(most_x, int(x)) * comb(most_y, int(y)) * comb(most_left, left - int(x) - int(y))
                          for x, y in laid.points[:, start:end].T]
            cells.append(_Cells(left, slice(start, end), weights, weights.astype(np.float64),
                                np.array([word(weight) for weight in weights], np.int64)))
    return tuple(cells)


def _fold(proof: Precision, outside: int, cells: Sequence[_Cells], rounded: Any, modular: Any, bins: Any,
          extremes: Sequence[Extreme]) -> Sums:
    """The sums of a block from those of its cells, with the weights of the grid and of the outer classes."""
    from exact.engine.kernel import FAVOURABLE, FAVOURABLE_WORD, GAIN, GAIN_WORD, LOSS, NET_WORD
    favourable, gain, loss, net_word = 0, 0, 0, 0
    bin_sums = [0] * bins.shape[1] if bins.shape[2] else []
    bins_exact = True
    for cell in cells:
        row = rounded[cell.left, :, cell.run]
        words = modular[cell.left, :, cell.run]
        net_word += int((cell.words * words[NET_WORD]).sum())
        if proof.exact:
            favourable += _exact_dot(cell.weights, row[FAVOURABLE], words[FAVOURABLE_WORD])
            gain += _exact_dot(cell.weights, row[GAIN], words[GAIN_WORD])
            loss += _exact_dot(cell.weights, row[LOSS], words[GAIN_WORD] - words[NET_WORD])
        else:
            favourable += _rounded_dot(cell.rounded, row[FAVOURABLE])
            gain += _rounded_dot(cell.rounded, row[GAIN])
            loss += _rounded_dot(cell.rounded, row[LOSS])
        for i in range(len(bin_sums)):
            weighed = bins[cell.left, i, cell.run]
            if weighed.any():
                bin_sums[i] += _dot(cell.weights, weighed)
                bins_exact &= bool((weighed < FLOAT_EXACT).all())  # a sum of whole numbers that never passed 2^53
    most_terms = max((len(cell.weights) for cell in cells), default=0)

    def told(value: int, exactly: bool) -> Range:
        return (outside * value * SCALE,) * 2 if exactly else proof.interval(outside * value, most_terms + 2)

    return Sums(told(favourable, proof.exact), told(gain, proof.exact), told(loss, proof.exact),
                outside * net_word % WORD, extremes[0], extremes[1],
                tuple(told(value, bins_exact) for value in bin_sums))


def _dot(weights: Any, rounded: Any) -> int:
    """Weights times floats that are whole numbers, in integers."""
    return sum(weight * int(value) for weight, value in zip(weights, rounded.tolist(), strict=True))


def _rounded_dot(weights: Any, rounded: Any) -> int:
    """The same from rounded weights, in floats: one rounding more for each weight, product and addition."""
    return int(weights @ rounded)  # raises OverflowError if ever beyond the floats


def _exact_dot(weights: Any, rounded: Any, words: Any) -> int:
    """Weights times sums known both rounded, with an error below 2^62, and modulo 2^64."""
    import numpy as np
    high = np.rint((rounded - words.astype(np.float64)) / WORD)
    return int((weights * words.astype(object)).sum()) + (WORD * _dot(weights, high) if high.any() else 0)


@lru_cache(maxsize=64)
def full_value(question: SweepQuestion, bet: int) -> Fraction:
    """The EV of a bet at the full shoe, which is also its mean over all sub-shoes of each size."""
    return Fraction(question.form.value(bet, question.caps),
                    question.form.unit * falling(question.cards, question.form.length))
