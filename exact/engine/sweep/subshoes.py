"""How many sub-shoes a shoe has, by the number of cards left: coefficients of prod (1 + x + ... + x^c_i)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb


@lru_cache(maxsize=4096)
def sub_shoes(caps: tuple[int, ...]) -> tuple[int, ...]:
    """[n]: the compositions of n cards out of a shoe with these counts, for n = 0 ... the whole shoe."""
    ways = [1]
    for cap in caps:
        sums = [0]
        for way in ways:
            sums.append(sums[-1] + way)
        ways = [sums[min(n + 1, len(ways))] - sums[max(0, n - cap)] for n in range(len(ways) + cap)]
    return tuple(ways)


def count(caps: Sequence[int], cards: int) -> int:
    """The sub-shoes of so many cards."""
    ways = sub_shoes(tuple(caps))
    return ways[cards] if 0 <= cards < len(ways) else 0


def shoes(caps: Sequence[int], cards: int) -> int:
    """The equally likely sets of so many cards, all cards distinguished: what probabilities are out of."""
    return comb(sum(caps), cards)


def outer_counts(caps: Sequence[int], outer: int, cards: int) -> list[tuple[int, ...]]:
    """The counts of the first `outer` classes that leave sub-shoes of `cards` cards, in lexicographic order."""
    rest = sum(caps[outer:])
    heads: list[tuple[int, ...]] = [()]
    for place in range(outer):
        behind = sum(caps[place + 1:outer]) + rest
        heads = [(*head, number) for head in heads
                 for number in range(max(0, cards - sum(head) - behind), min(caps[place], cards - sum(head)) + 1)]
    return heads


def outer_number(caps: Sequence[int], outer: int, cards: int) -> int:
    """How many those are."""
    rest = sum(caps[outer:])
    return sum(sub_shoes(tuple(caps[:outer]))[max(0, cards - rest):cards + 1])
