"""The inner loop of the sweep, compiled: all sub-shoes of one size with some counts given.

Every number is exact: a G is an integer below 2^53 in float64 (or below 2^63 in int64, with intermediate results
modulo 2^64), by a bound that the caller asserts. Sums over sub-shoes are kept twice, in two 64-bit words: modulo
2^64, and as a rounded sum of non-negative terms in float64. Together they give the sum exactly while the rounding
error is below 2^63, and the second alone bounds it beyond. They are kept apart for each *cell*: a point of the grid
(counts x and y of its two classes) with a number of cards for these and the class left over, which so holds the rest. A
cell and the counts of the other classes make a sub-shoe; the weights of the cells, and of the classes outside the
block, come in later, in Python integers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numba
import numpy as np

from exact.engine.sweep.layout import LANES, Array

FAVOURABLE, GAIN, LOSS = 0, 1, 2
"""Rows of the rounded sums: of w [G > 0], of w max(G, 0) and of w max(-G, 0)."""
GAIN_WORD, NET_WORD, FAVOURABLE_WORD = 0, 1, 2
"""Rows of the sums modulo 2^64: of w max(G, 0), of w G and of w [G > 0]."""

_FUSED = {"contract"}
"""Fused multiply-adds are allowed, since they only round less; reassociation is not: the bound counts operations."""


# The functions take whole arrays and indices, not views (each view in an inner loop costs two atomic instructions), and
# the indices are unsigned, since otherwise one that might count from the end keeps a loop from becoming vector code.


@numba.njit(cache=True, fastmath=_FUSED)
def fix_class(scratch: Any, level: int, count: int, starts: Any, into: Any, shift: int) -> None:
    """Coefficients of the level below, the next class having `count` cards; `into` from `shift` on says where."""
    for bet in range(scratch.shape[1]):
        source = scratch[level, bet]
        target = scratch[level + 1, bet]
        where = into[shift:]
        for t in range(starts[0], starts[1]):
            target[where[t]] = source[t]
        factor = scratch.dtype.type(1)
        for power in range(1, min(count, 6) + 1):
            factor *= scratch.dtype.type(count - power + 1)
            for t in range(starts[power], starts[power + 1]):
                target[where[t]] += factor * source[t]


@numba.njit(cache=True, fastmath=_FUSED)
def fix_last(scratch: Any, level: int, q: Any, count: int) -> None:
    """The same for the third class from the end, whose coefficients are seven rows of 32."""
    f1 = q.dtype.type(count)
    f2 = f1 * (count - 1)
    f3 = f2 * (count - 2)
    f4 = f3 * (count - 3)
    f5 = f4 * (count - 4)
    f6 = f5 * (count - 5)
    for bet in range(q.shape[0]):
        a = scratch[level, bet]
        b = q[bet]
        for t in range(b.shape[0]):
            b[t] = (a[t] + f1 * a[t + 32] + f2 * a[t + 64] + f3 * a[t + 96] + f4 * a[t + 128] + f5 * a[t + 160]
                    + f6 * a[t + 192])


@numba.njit(cache=True, fastmath=_FUSED)
def evaluate(q: Any, v: Any, g: Any, bet: int, first: int, last: int) -> None:
    """G at the grid points first ... last - 1; written out, since only then does it become vector code."""
    b, start, end = np.uint64(bet), np.uint64(first), np.uint64(last)
    q0, q1, q2, q3 = q[b, 0], q[b, 1], q[b, 2], q[b, 3]
    q4, q5, q6, q7 = q[b, 4], q[b, 5], q[b, 6], q[b, 7]
    q8, q9, q10, q11 = q[b, 8], q[b, 9], q[b, 10], q[b, 11]
    q12, q13, q14, q15 = q[b, 12], q[b, 13], q[b, 14], q[b, 15]
    q16, q17, q18, q19 = q[b, 16], q[b, 17], q[b, 18], q[b, 19]
    q20, q21, q22, q23 = q[b, 20], q[b, 21], q[b, 22], q[b, 23]
    q24, q25, q26, q27 = q[b, 24], q[b, 25], q[b, 26], q[b, 27]
    for i in range(start, end):
        t0 = q0 * v[0, i] + q1 * v[1, i] + q2 * v[2, i] + q3 * v[3, i]
        t0 = t0 + q4 * v[4, i] + q5 * v[5, i] + q6 * v[6, i]
        t1 = q7 * v[7, i] + q8 * v[8, i] + q9 * v[9, i] + q10 * v[10, i]
        t1 = t1 + q11 * v[11, i] + q12 * v[12, i] + q13 * v[13, i]
        t2 = q14 * v[14, i] + q15 * v[15, i] + q16 * v[16, i] + q17 * v[17, i]
        t2 = t2 + q18 * v[18, i] + q19 * v[19, i] + q20 * v[20, i]
        t3 = q21 * v[21, i] + q22 * v[22, i] + q23 * v[23, i] + q24 * v[24, i]
        t3 = t3 + q25 * v[25, i] + q26 * v[26, i] + q27 * v[27, i]
        g[b, i] = (t0 + t1) + (t2 + t3)  # four sums, since each addition waits for the one before it


@numba.njit(cache=True, fastmath=_FUSED)
def add(g: Any, entry: int, rounded: Any, modular: Any, left: int, first: int, last: int, weight: float, word: int
        ) -> None:
    """Add a row of G, with its weight, to the sums; in loops of few arrays, since only they become vector code."""
    zero = g.dtype.type(0)
    e, n, start, end = np.uint64(entry), np.uint64(left), np.uint64(first), np.uint64(last)
    for i in range(start, end):
        x = g[e, i]
        gain = x if x > zero else zero
        rounded[e, n, GAIN, i] += weight * gain
        rounded[e, n, LOSS, i] += weight * (gain - x)
    for i in range(start, end):
        rounded[e, n, FAVOURABLE, i] += weight if g[e, i] > zero else 0.0
    for i in range(start, end):
        modular[e, n, FAVOURABLE_WORD, i] += word if g[e, i] > zero else 0
    for i in range(start, end):
        x = g[e, i]
        gain = x if x > zero else zero
        modular[e, n, GAIN_WORD, i] += word * numba.int64(gain)
        modular[e, n, NET_WORD, i] += word * numba.int64(x)


@numba.njit(cache=True)
def touching(g: Any, entry: int, row: int, first: int, last: int, bars: Any) -> int:
    """How many points of a row are at least as great, or as small, as the extremes that they compete with."""
    e, n, start, end = np.uint64(entry), np.uint64(row), np.uint64(first), np.uint64(last)
    count = 0
    for i in range(start, end):
        x = g[e, i]
        count += (x >= bars[e, n, 0, i]) | (-x >= bars[e, n, 1, i])
    return count


@numba.njit(cache=True)
def sort_in(g: Any, entry: int, points: Any, edges: Any, bins: Any, left: int, removed: int, first: int, last: int,
            weight: float) -> None:
    """Add the weight to the bin of each point of a row: the number of edges at or below its G."""
    for i in range(first, last):
        x = g[entry, i]
        size = removed * (left - points[0, i] - points[1, i])
        low = 0
        high = edges.shape[1]
        while low < high:
            half = (low + high) // 2
            if edges[size, half] <= x:
                low = half + 1
            else:
                high = half
        bins[entry, left, low, i] += weight


@numba.njit(cache=True, fastmath=_FUSED)
def best_bet(g: Any, first: int, last: int) -> None:
    """The last row becomes the greatest of the others."""
    bets, start, end = np.uint64(g.shape[0] - 1), np.uint64(first), np.uint64(last)
    for i in range(start, end):
        g[bets, i] = g[0, i]
    for bet in range(1, bets):
        for i in range(start, end):
            x = g[bets, i]
            y = g[bet, i]
            g[bets, i] = y if y > x else x


@numba.njit(cache=True)
def note_extremes(g: Any, entry: int, low: int, points: Any, start: int, end: int, left: int, removed: int, shoe: Any,
                  order: Any, best: Any, held: Any, point_starts: Any, most_pair: int, bars: Any
                  ) -> None:
    """Note, for each size, the first shoe in lexicographic order that has the greatest (low = 1: least) G of a row."""
    fixed = shoe.shape[0] - 3
    sign = -1 if low else 1
    for p in range(start, end):
        x = sign * g[entry, p]
        last = left - points[0, p] - points[1, p]
        size = removed * last
        if x >= best[entry, size, low]:
            shoe[fixed] = points[0, p]
            shoe[fixed + 1] = points[1, p]
            shoe[fixed + 2] = last
            earlier = x > best[entry, size, low]
            if not earlier:
                for place in order:
                    if shoe[place] != held[entry, size, low, place]:
                        earlier = shoe[place] < held[entry, size, low, place]
                        break
            if earlier:
                best[entry, size, low] = x
                raise_bars(bars, entry, low, size, x, removed, point_starts, most_pair)
                for place in order:
                    held[entry, size, low, place] = shoe[place]


@numba.njit(cache=True)
def raise_bars(bars: Any, entry: int, low: int, size: int, x: Any, removed: int, point_starts: Any, most_pair: int
               ) -> None:
    """Let x be what the points of a size compete with: in the row of `left` those with x + y = left - size, or all."""
    if removed:
        for left in range(size, min(size + most_pair + 1, bars.shape[1])):
            bars[entry, left, low, point_starts[left - size]:point_starts[left - size + 1]] = x
    else:
        bars[entry, 0, low] = x


class BlockShape(NamedTuple):
    """What a block sums over: the M middle classes, the two of the grid, and the one left over."""

    caps: Array  # [M]: cards of the middle classes in the shoe
    behind: Array  # [M + 1]: cards of all classes from each middle class on, and of the last three
    cards: int  # cards that all of them hold together
    rounding: Array  # [M, count]: binomial coefficients of the middle classes, rounded
    words: Array  # [M, count]: and modulo 2^64
    most_pair: int  # most cards of the grid's two classes together
    most_left: int  # cards of the class left over
    removed: int  # 1: the class left over are the removed cards, whose number is the size; 0: there is one size, 0
    order: Array  # [M + 3]: the places in a shoe (middle, grid, left over) in the order of the classes
    edges: Array  # [size, edge]: of bins, in units of G; no edges where no bins are wanted


class BlockSums(NamedTuple):
    """Room for what a block adds up to, by cell: a point of the grid with the number of cards left for the three last
    classes, `left`."""

    entered: Array  # [left]: how often there were so many
    rounded: Array  # [entry, left, 3, point]: FAVOURABLE, GAIN, LOSS
    modular: Array  # [entry, left, 3, point]: GAIN_WORD, NET_WORD, FAVOURABLE_WORD
    bins: Array  # [entry, left, bin, point]
    best: Array  # [entry, size, 2]: the greatest G and the (negated) least
    held: Array  # [entry, size, 2, M + 3]: and the shoes that have them
    g: Array  # [entry, point]: the values of a run of the grid
    bars: Array  # [entry, left or 1, 2, point]: the extremes that they compete with


@numba.njit(cache=True, fastmath=_FUSED, nogil=True)
def sweep_block(scratch: Any, levels: Any, grid: Any, shape: Any, sums: Any) -> None:
    """Sum over all counts of the middle classes and the grid.

    `scratch` [level 0 ... M - 1, bet, place] holds the coefficients with all M + 2 classes left at level 0; `levels`
    are `Levels` and `grid` a `Grid`, `shape` a `BlockShape`, and the `BlockSums` are filled.
    """
    starts, shifts, into = levels.starts, levels.first, levels.into
    points, point_starts, values = grid.points, grid.starts, grid.values
    caps, behind, rounding, words, order, edges = (shape.caps, shape.behind, shape.rounding, shape.words, shape.order,
                                                   shape.edges)
    most_pair, most_left, removed = shape.most_pair, shape.most_left, shape.removed
    entered, rounded, modular, bins = sums.entered, sums.rounded, sums.modular, sums.bins
    best, held, g, bars = sums.best, sums.held, sums.g, sums.bars
    bets = scratch.shape[1]
    entries = rounded.shape[0]
    middle = caps.shape[0]
    q = np.zeros((bets, 32), scratch.dtype)
    shoe = np.zeros(middle + 3, np.int64)
    budget = np.zeros(middle + 1, np.int64)
    factor = np.ones(middle + 1, np.float64)
    word = np.ones(middle + 1, np.int64)
    bars[:] = -best[0, 0, 0]
    for entry in range(entries):
        for low in range(2):
            for size in range(best.shape[1]):
                raise_bars(bars, entry, low, size, best[entry, size, low], removed, point_starts, most_pair)
    last_level = middle - 1
    level = 0
    budget[0] = shape.cards
    shoe[0] = max(0, shape.cards - behind[1]) - 1
    while level >= 0:
        if level < last_level:
            shoe[level] += 1
            c = shoe[level]
            if c > min(caps[level], budget[level]):
                level -= 1
                continue
            factor[level + 1] = factor[level] * rounding[level, c]
            word[level + 1] = word[level] * words[level, c]
            variables = middle + 2 - level
            fix_class(scratch, level, c, starts[variables], into, shifts[variables])
            level += 1
            budget[level] = budget[level - 1] - c
            shoe[level] = max(0, budget[level] - behind[level + 1]) - 1
            continue
        for c in range(max(0, budget[level] - behind[level + 1]), min(caps[level], budget[level]) + 1):
            shoe[level] = c
            left = budget[level] - c
            start = point_starts[max(0, left - most_left)]
            end = point_starts[min(left, most_pair) + 1]
            if end <= start:
                continue
            entered[left] += 1
            fix_last(scratch, level, q, c)
            begin = start // LANES * LANES
            stop = (end + LANES - 1) // LANES * LANES
            for bet in range(bets):
                evaluate(q, values, g, bet, begin, stop)
            if entries > bets:
                best_bet(g, begin, stop)
            for entry in range(entries):
                add(g, entry, rounded, modular, left, begin, stop, factor[level] * rounding[level, c],
                    word[level] * words[level, c])
                if edges.shape[1]:
                    sort_in(g, entry, points, edges, bins, left, removed, start, end,
                            factor[level] * rounding[level, c])
                # where there is no shoe, bars are out of reach
                first, last = (begin, stop) if removed else (start, end)
                if touching(g, entry, removed * left, first, last, bars):
                    for low in range(2):
                        note_extremes(g, entry, low, points, start, end, left, removed, shoe, order, best, held,
                                      point_starts, most_pair, bars)
        level -= 1
