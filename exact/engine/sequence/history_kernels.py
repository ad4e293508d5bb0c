"""The inner loops of `exact.engine.sequence.history`, compiled by numba when first needed."""

from __future__ import annotations

from typing import Any

from exact.engine.kernels import Kernel


@Kernel
def product(a: Any, a_starts: Any, a_first: Any, b: Any, b_starts: Any, b_first: Any, starts: Any, left: Any,
            right: Any, into: Any) -> None:
    """Add the product of two stretches of play to `into`.

    `left[i, j]` and `right[r, s]` are the rows of the sums of halves; `first` where the right halves of a left half
    begin among all right halves.
    """
    for i in range(left.shape[0]):
        for j in range(left.shape[1]):
            base = starts[left[i, j]]
            for r in range(a_starts[i + 1] - a_starts[i]):
                weight = a[a_starts[i] + r]
                if weight != 0:
                    row = right[a_first[i] + r]
                    for s in range(b_starts[j + 1] - b_starts[j]):
                        into[base + row[b_first[j] + s]] += weight * b[b_starts[j] + s]


@Kernel
def mark_left(block: Any, places: Any, marks: Any, factors: Any, into: Any) -> None:
    """Mark cards in the left halves of one block (left halves, right halves): adds to `into` (marks, right halves).

    The marks in left half i are `marks[places[i]:places[i + 1]]`, with as many factors.
    """
    for i in range(block.shape[0]):
        for k in range(places[i], places[i + 1]):
            factor = factors[k]
            target = into[marks[k]]
            for r in range(block.shape[1]):
                target[r] += factor * block[i, r]


@Kernel
def mark_right(marked: Any, places: Any, marks: Any, factors: Any, most: Any, starts: Any, into: Any) -> None:
    """Mark cards in the right halves: adds to `into`, where the right marks of left mark t begin at `starts[t]`.

    `most[t]` is the number of right marks that leave the degree of left mark t in range; marks stand in order.
    """
    for t in range(marked.shape[0]):
        for r in range(marked.shape[1]):
            value = marked[t, r]
            if value != 0:
                for k in range(places[r], places[r + 1]):
                    if marks[k] >= most[t]:
                        break
                    into[starts[t] + marks[k]] += value * factors[k]
