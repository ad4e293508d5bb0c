"""Every sub-shoe of a small shoe, one by one, and how often each is met."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import comb, prod


def all_sub_shoes(caps: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every composition of a shoe, of any size, in lexicographic order."""
    return product(*(range(cap + 1) for cap in caps))


def weight(caps: Sequence[int], counts: Sequence[int]) -> int:
    """How many of the equally likely sets of cards are a given sub-shoe."""
    return prod(comb(cap, number) for cap, number in zip(caps, counts, strict=True))
