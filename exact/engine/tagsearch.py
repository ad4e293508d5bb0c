"""Every vector of small whole tags, ranked by its correlation with given effects: the inner loop of a search."""

from __future__ import annotations

import heapq

import numpy as np
from numba import njit


@njit(cache=True)
def best_of_chunk(first, top, sizes, effects, keep, floor):  # type: ignore[no-untyped-def]  # numba types it
    """The `keep` best tag vectors that begin with `first`, as (squared correlation x variance of the effects, code).

    `sizes` are the cards of each class, `effects` their effects, of mean 0 over the cards. Tags go from 0 to `top`; a
    vector counts if its least tag is 0 (a constant changes nothing), its tags have no common factor and its
    covariance with the effects is positive. `code` is the vector in base top + 1, the first class highest. Vectors
    below `floor` are not kept.
    """
    classes, fixed = sizes.size, first.size
    cards = sizes.sum()
    tags = np.zeros(classes, np.int64)
    tags[:fixed] = first
    heap = [(floor, np.int64(-1))]
    steps = (top + 1) ** (classes - fixed - 1)
    for step in range(steps):
        rest = step
        for i in range(classes - 2, fixed - 1, -1):
            tags[i] = rest % (top + 1)
            rest //= top + 1
        base_cov = base_sum = base_square = 0.0
        for i in range(classes - 1):
            weighted = sizes[i] * tags[i]
            base_cov += weighted * effects[i]
            base_sum += weighted
            base_square += weighted * tags[i]
        for last in range(top + 1):
            weighted = sizes[classes - 1] * last
            cov = base_cov + weighted * effects[classes - 1]
            if cov <= 0:
                continue
            total = base_sum + weighted
            variance = base_square + weighted * last - total * total / cards
            if variance <= 0 or cov * cov <= heap[0][0] * variance:
                continue
            tags[classes - 1] = last
            least, common, code = tags[0], 0, np.int64(0)
            for tag in tags:
                least = min(least, tag)
                code = code * (top + 1) + tag
                a, b = common, tag
                while b:
                    a, b = b, a % b
                common = a
            if least == 0 and common == 1:
                heapq.heappush(heap, (cov * cov / variance, code))
                if len(heap) > keep:
                    heapq.heappop(heap)
        tags[classes - 1] = 0
    return heap
