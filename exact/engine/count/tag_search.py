"""Every vector of small whole tags, ranked by its correlation with given effects: the inner loop of a search."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True)
def best_of_chunk(first, top, sizes, effects, scores, codes, kept):  # type: ignore[no-untyped-def]  # numba types it
    """Go through the tag vectors that begin with `first`, and put the best into `scores` and `codes`; returns how many.

    `sizes` are the cards of each class, `effects` their effects, of mean 0 over the cards. Tags go from 0 to `top`; a
    vector counts if its least tag is 0 (a constant changes nothing), its tags have no common factor and its covariance
    with the effects is positive. A score is the squared correlation times the variance of the effects; a code is the
    vector in base top + 1, the first class highest. The first `kept` places are filled, the best first. Plain loops in
    place of slices and sums of arrays compile in a third of the time.
    """
    classes, fixed = sizes.size, first.size
    cards = 0.0
    tags = np.zeros(classes, np.int64)
    for i in range(classes):
        cards += sizes[i]
        if i < fixed:
            tags[i] = first[i]
    for step in range((top + 1) ** (classes - fixed - 1)):
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
            total = base_sum + weighted
            variance = base_square + weighted * last - total * total / cards
            floor = scores[scores.size - 1] if kept == scores.size else 0.0
            if cov <= 0 or variance <= 0 or cov * cov <= floor * variance:
                continue
            tags[classes - 1] = last
            least, common, code = top, 0, 0
            for i in range(classes):
                tag = tags[i]
                least = min(least, tag)
                code = code * (top + 1) + tag
                a, b = common, tag
                while b:
                    a, b = b, a % b
                common = a
            if least == 0 and common == 1:
                score = cov * cov / variance
                place = kept if kept < scores.size else scores.size - 1
                kept = min(kept + 1, scores.size)
                while place > 0 and scores[place - 1] < score:
                    scores[place], codes[place] = scores[place - 1], codes[place - 1]
                    place -= 1
                scores[place], codes[place] = score, code
    return kept
