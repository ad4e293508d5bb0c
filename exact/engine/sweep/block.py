"""The sums of one block of a sweep.

A block is all sub-shoes of some sizes with the counts of the first few classes given; it depends on nothing else, and
what it yields is a handful of integers, so that neither the split nor the order nor the machine changes a result.
docs/sweep.md has the derivation of the method and of its bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from exact.engine.coup.polynomial import falling
from exact.engine.sweep.frame import AT_ONCE, FLOAT_EXACT, Frame, Precision, SubshoeBlock, SweepQuestion, precision
from exact.engine.sweep.sums import SCALE, WORD, BlockResult, CountVector, EntrySums, Extreme, SumRange


def run_block(question: SweepQuestion, block: SubshoeBlock) -> dict[int, BlockResult]:
    """All sums of one block, by size; raises ArithmeticError if the kernel missed a sub-shoe (it cannot)."""
    import numpy as np

    from exact.engine.sweep import kernel, layout
    frame, outer = question.frame(block.sizes), len(block.outer)
    middle = frame.middle(outer)
    most_x, most_y, most_left = frame.caps[-AT_ONCE:]
    most_pair = min(frame.cards, most_x + most_y)
    cards = frame.cards - sum(block.outer)
    first, last = block.sizes
    proof = precision(question, block.sizes)
    dtype = np.float64 if proof.in_floats else np.int64
    grid = layout.grid(most_x, most_y, most_pair, dtype)
    behind = np.array([sum(frame.caps[i:]) for i in range(outer, len(frame.caps) - 2)], np.int64)
    places = frame.order[outer:]
    edges = np.array([question.thresholds(size) for size in range(last, first - 1, -1)], dtype)
    shape = kernel.BlockShape(np.array(middle, np.int64), behind, cards, *_binomials(middle), most_pair, most_left,
                              int(frame.removed), np.array([places.index(cls) for cls in sorted(places)], np.int64),
                              edges)
    lefts = min(cards, most_x + most_y + most_left) + 1
    entries, points = question.entries, grid.values.shape[1]
    best = np.full((entries, last - first + 1, 2), -(1 << 62), dtype)
    sums = kernel.BlockSums(
        np.zeros(lefts, np.int64), layout.zeros((entries, lefts, 3, points), np.float64),
        layout.zeros((entries, lefts, 3, points), np.int64),
        np.zeros((entries, lefts, len(question.edges) + 1, points if question.edges else 0)),
        best, np.zeros((*best.shape, len(middle) + AT_ONCE), np.int64), layout.zeros((entries, points), dtype),
        layout.zeros((entries, lefts if frame.removed else 1, 2, points), dtype))
    kernel.sweep_block(_coefficients(frame, block.outer, dtype), layout.levels(len(frame.caps) - 1), grid, shape, sums)
    outside = 1
    for cap, number in zip(frame.caps, block.outer, strict=False):
        outside *= comb(cap, number)

    def extreme(entry: int, removed: int, low: int) -> Extreme:
        shoe = [0] * len(frame.caps)
        counts = (*block.outer, *map(int, sums.held[entry, removed, low]))
        for cls, number in zip(frame.order, counts, strict=True):
            shoe[cls] = number
        value = int(best[entry, removed, low])
        return Extreme(-value if low else value, tuple(shoe[:len(question.caps)]))

    results = {}
    for removed, groups in enumerate(_cells(frame.removed, most_x, most_y, most_left, most_pair, lefts, dtype)):
        sub_shoes = sum(int(sums.entered[group.lefts].sum()) for group in groups)
        if sub_shoes:
            results[last - removed] = BlockResult(sub_shoes, tuple(
                _fold(proof, outside, groups, sums.rounded[entry], sums.modular[entry], sums.bins[entry],
                      extreme(entry, removed, 0), extreme(entry, removed, 1)) for entry in range(entries)))
    if sum(result.sub_shoes for result in results.values()) != question.size(block):
        raise ArithmeticError(f"block {block}: not all of its {question.size(block)} sub-shoes were met")
    return results


def _coefficients(frame: Frame, outer: CountVector, dtype: Any) -> Any:
    """The scratch of the kernel, with the coefficients that are left when the outer classes are fixed on top."""
    import numpy as np

    from exact.engine.sweep import kernel, layout
    classes = len(frame.order)
    top = layout.coefficients(frame.form, frame.order[:-1], frame.cards, dtype)
    scratch = np.zeros((classes - AT_ONCE, *top.shape), dtype)
    scratch[0] = top
    levels = layout.levels(classes - 1)
    for level, number in enumerate(outer):
        variables = classes - 1 - level
        kernel.fix_class(scratch, level, number, levels.starts[variables], levels.into, levels.first[variables])
    return scratch[len(outer):]


@lru_cache(maxsize=64)
def _binomials(caps: CountVector) -> tuple[Any, Any]:
    """[class, count]: binomial coefficients of each class, rounded and modulo 2^64."""
    import numpy as np

    from exact.engine.sweep.layout import word
    width = max(caps) + 1
    return (np.array([[float(comb(cap, number)) for number in range(width)] for cap in caps]),
            np.array([[word(comb(cap, number)) for number in range(width)] for cap in caps], np.int64))


@dataclass(frozen=True, eq=False)
class CellGroup:
    """Cells of one size that are added up at once.

    A cell is a point of the grid with the number of cards for its two classes and the class left over. `weights` are
    the sets of cards that each cell is: exactly, `rounded`, and modulo 2^64 (`words`).
    """

    lefts: Any
    points: Any
    weights: Any
    rounded: Any
    words: Any

    def of(self, sums: Any, row: int) -> Any:
        """One kind of sums [left, kind, point] in these cells."""
        return sums[self.lefts, row, self.points]


@lru_cache(maxsize=64)
def _cells(removed: bool, most_x: int, most_y: int, most_left: int, most_pair: int, lefts: int, dtype: Any
           ) -> tuple[tuple[CellGroup, ...], ...]:
    """By the removed cards, the cells in groups: for one size those of each number of cards, since rounded sums have
    the closer bounds the fewer terms they have; for several all together."""
    import numpy as np

    from exact.engine.sweep.layout import grid, word
    laid = grid(most_x, most_y, most_pair, dtype)
    ways = [comb(most_x, x) * comb(most_y, y) for x, y in laid.points.T.tolist()]

    def with_pair(cards: int) -> range:
        """The points of so many cards."""
        return range(laid.starts[cards], laid.starts[cards + 1]) if 0 <= cards <= most_pair else range(0)

    def group(cells: list[tuple[int, int, int]]) -> CellGroup:
        """Of (cards, point, weight)."""
        weights = np.array([weight for _, _, weight in cells], object)
        return CellGroup(np.array([left for left, _, _ in cells], np.int64),
                         np.array([point for _, point, _ in cells], np.int64), weights, weights.astype(np.float64),
                         np.array([word(weight) for weight in weights], np.int64))

    if removed:
        return tuple((group([(left, point, ways[point]) for left in range(lefts)
                             for point in with_pair(left - cards)]),) for cards in range(most_left + 1))
    return (tuple(group([(left, point, ways[point] * comb(most_left, left - pair))
                         for pair in range(max(0, left - most_left), left + 1) for point in with_pair(pair)])
                  for left in range(lefts)),)


def _fold(proof: Precision, outside: int, groups: Sequence[CellGroup], rounded: Any, modular: Any, bins: Any,
          highest: Extreme, lowest: Extreme) -> EntrySums:
    """The sums of a block at one size from those of its cells, with the weights of the grid and the outer classes."""
    from exact.engine.sweep.kernel import FAVOURABLE, FAVOURABLE_WORD, GAIN, GAIN_WORD, LOSS, NET_WORD
    favourable, gain, loss, net_word = 0, 0, 0, 0
    bin_sums = [0] * bins.shape[1] if bins.shape[2] else []
    bins_exact = True
    for group in groups:
        net_words, gain_words = group.of(modular, NET_WORD), group.of(modular, GAIN_WORD)
        net_word += int((group.words * net_words).sum())
        if proof.exact:
            favourable += _exact_dot(group.weights, group.of(rounded, FAVOURABLE), group.of(modular, FAVOURABLE_WORD))
            gain += _exact_dot(group.weights, group.of(rounded, GAIN), gain_words)
            loss += _exact_dot(group.weights, group.of(rounded, LOSS), gain_words - net_words)
        else:
            favourable += _rounded_dot(group.rounded, group.of(rounded, FAVOURABLE))
            gain += _rounded_dot(group.rounded, group.of(rounded, GAIN))
            loss += _rounded_dot(group.rounded, group.of(rounded, LOSS))
        for i in range(len(bin_sums)):
            weighed = group.of(bins, i)
            if weighed.any():
                bin_sums[i] += _dot(group.weights, weighed)
                bins_exact &= bool((weighed < FLOAT_EXACT).all())  # a sum of whole numbers that never passed 2^53
    most_terms = max((len(group.weights) for group in groups), default=0)

    def told(value: int, exactly: bool) -> SumRange:
        return (outside * value * SCALE,) * 2 if exactly else proof.interval(outside * value, most_terms + 2)

    return EntrySums(told(favourable, proof.exact), told(gain, proof.exact), told(loss, proof.exact),
                     outside * net_word % WORD, highest, lowest,
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
