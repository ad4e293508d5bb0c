"""The sums of one block of a sweep.

A block is all sub-shoes of some sizes with the counts of the first few classes given; it depends on nothing else, and
what it yields is a handful of integers, so that neither the split nor the order nor the machine changes a result.
docs/sweep.md has the derivation of the method and of its bounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any

from exact.engine.coup.polynomial import falling
from exact.engine.sweep.frame import AT_ONCE, FLOAT_EXACT, Block, Frame, Precision, SweepQuestion, precision
from exact.engine.sweep.sums import SCALE, WORD, BlockResult, Counts, Extreme, Range, Sums


def run_block(question: SweepQuestion, block: Block) -> dict[int, BlockResult]:
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
    levels = layout.levels(len(frame.caps) - 1)
    scratch = _coefficients(frame, block.outer, dtype)
    entered = np.zeros(min(cards, most_x + most_y + most_left) + 1, np.int64)
    grid = layout.grid(most_x, most_y, most_pair, dtype)
    rounding, words = _binomials(middle)
    behind = np.array([sum(frame.caps[i:]) for i in range(outer, len(frame.caps) - 2)], np.int64)
    shape = (question.entries, len(entered))
    points = grid.values.shape[1]
    rounded = layout.zeros((*shape, 3, points), np.float64)
    modular = layout.zeros((*shape, 3, points), np.int64)
    values = layout.zeros((question.entries, points), dtype)
    bars = layout.zeros((question.entries, len(entered) if frame.gone else 1, 2, points), dtype)
    edges = np.array([question.thresholds(size) for size in range(last, first - 1, -1)], dtype)
    bins = np.zeros((*shape, len(question.edges) + 1, points if question.edges else 0))
    best = np.full((question.entries, last - first + 1, 2), -(1 << 62), dtype)
    held = np.zeros((*best.shape, len(middle) + AT_ONCE), np.int64)
    places = frame.order[outer:]
    order = np.array([places.index(cls) for cls in sorted(places)], np.int64)
    kernel.sweep_block(scratch, levels.starts, levels.first, levels.into, np.array(middle, np.int64), behind,
                               cards, rounding, words, grid.points, grid.starts, grid.values, most_pair, most_left,
                               int(frame.gone), order, values, bars, entered, rounded, modular, edges, bins, best,
                       held)
    outside = 1
    for cap, number in zip(frame.caps, block.outer, strict=False):
        outside *= comb(cap, number)

    def extreme(entry: int, gone: int, low: int) -> Extreme:
        shoe = [0] * len(frame.caps)
        counts = (*block.outer, *map(int, held[entry, gone, low]))
        for cls, number in zip(frame.order, counts, strict=True):
            shoe[cls] = number
        value = int(best[entry, gone, low])
        return Extreme(-value if low else value, tuple(shoe[:len(question.caps)]))

    results = {}
    for gone, cells in enumerate(_cells(frame.gone, most_x, most_y, most_left, most_pair, shape[1], dtype)):
        sub_shoes = sum(int(entered[cell.rows].sum()) for cell in cells)
        if sub_shoes:
            results[last - gone] = BlockResult(sub_shoes, tuple(
                _fold(proof, outside, cells, rounded[entry], modular[entry], bins[entry], extreme(entry, gone, 0),
                      extreme(entry, gone, 1)) for entry in range(question.entries)))
    if sum(result.sub_shoes for result in results.values()) != question.size(block):
        raise ArithmeticError(f"block {block}: not all of its {question.size(block)} sub-shoes were met")
    return results


def _coefficients(frame: Frame, outer: Counts, dtype: Any) -> Any:
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
def _binomials(caps: Counts) -> tuple[Any, Any]:
    """[class, count]: binomial coefficients of each class, rounded and modulo 2^64."""
    import numpy as np

    from exact.engine.sweep.layout import word
    width = max(caps) + 1
    return (np.array([[float(comb(cap, number)) for number in range(width)] for cap in caps]),
            np.array([[word(comb(cap, number)) for number in range(width)] for cap in caps], np.int64))


@dataclass(frozen=True, eq=False)
class _Cells:
    """Grid points of one size, with the cards `rows` of the grid and the class left over that each goes with, and how
    many sets of cards each is: exactly, rounded, and modulo 2^64."""

    rows: Any
    points: Any
    weights: Any
    rounded: Any
    words: Any

    def of(self, sums: Any, row: int) -> Any:
        """One kind of sums [cards, kind, point] at these points."""
        return sums[self.rows, row, self.points]


@lru_cache(maxsize=64)
def _cells(gone: bool, most_x: int, most_y: int, most_left: int, most_pair: int, rows: int, dtype: Any
           ) -> tuple[tuple[_Cells, ...], ...]:
    """By the cards that are gone, the points in groups of which each is added up at once: for one size those of each
    number of cards, since rounded sums have the closer bounds the fewer terms they have; for several all together."""
    import numpy as np

    from exact.engine.sweep.layout import grid, word
    laid = grid(most_x, most_y, most_pair, dtype)
    ways = [comb(most_x, x) * comb(most_y, y) for x, y in laid.points.T.tolist()]

    def with_pair(cards: int) -> range:
        """The points of so many cards."""
        return range(laid.starts[cards], laid.starts[cards + 1]) if 0 <= cards <= most_pair else range(0)

    def cells(found: list[tuple[int, int, int]]) -> _Cells:
        """Of rows, points and weights."""
        weights = np.array([weight for _, _, weight in found], object)
        return _Cells(np.array([row for row, _, _ in found], np.int64), np.array([point for _, point, _ in found],
                      np.int64), weights, weights.astype(np.float64),
                      np.array([word(weight) for weight in weights], np.int64))

    if gone:
        return tuple((cells([(row, point, ways[point]) for row in range(rows) for point in with_pair(row - cards)]),)
                     for cards in range(most_left + 1))
    return (tuple(cells([(row, point, ways[point] * comb(most_left, row - pair))
                         for pair in range(max(0, row - most_left), row + 1) for point in with_pair(pair)])
                  for row in range(rows)),)


def _fold(proof: Precision, outside: int, cells: Iterable[_Cells], rounded: Any, modular: Any, bins: Any,
          highest: Extreme, lowest: Extreme) -> Sums:
    """The sums of a block at one size from those of its cells, with the weights of the grid and the outer classes."""
    from exact.engine.sweep.kernel import FAVOURABLE, FAVOURABLE_WORD, GAIN, GAIN_WORD, LOSS, NET_WORD
    favourable, gain, loss, net_word = 0, 0, 0, 0
    bin_sums = [0] * bins.shape[1] if bins.shape[2] else []
    bins_exact = True
    for cell in cells:
        net_words, gain_words = cell.of(modular, NET_WORD), cell.of(modular, GAIN_WORD)
        net_word += int((cell.words * net_words).sum())
        if proof.exact:
            favourable += _exact_dot(cell.weights, cell.of(rounded, FAVOURABLE), cell.of(modular, FAVOURABLE_WORD))
            gain += _exact_dot(cell.weights, cell.of(rounded, GAIN), gain_words)
            loss += _exact_dot(cell.weights, cell.of(rounded, LOSS), gain_words - net_words)
        else:
            favourable += _rounded_dot(cell.rounded, cell.of(rounded, FAVOURABLE))
            gain += _rounded_dot(cell.rounded, cell.of(rounded, GAIN))
            loss += _rounded_dot(cell.rounded, cell.of(rounded, LOSS))
        for i in range(len(bin_sums)):
            weighed = cell.of(bins, i)
            if weighed.any():
                bin_sums[i] += _dot(cell.weights, weighed)
                bins_exact &= bool((weighed < FLOAT_EXACT).all())  # a sum of whole numbers that never passed 2^53
    most_terms = max((len(cell.weights) for cell in cells), default=0)

    def told(value: int, exactly: bool) -> Range:
        return (outside * value * SCALE,) * 2 if exactly else proof.interval(outside * value, most_terms + 2)

    return Sums(told(favourable, proof.exact), told(gain, proof.exact), told(loss, proof.exact),
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
