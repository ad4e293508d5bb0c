"""What a sweep adds up: exact sums of one entry over sub-shoes, and how those of two blocks make one."""

from __future__ import annotations

from dataclasses import dataclass

SCALE = 1 << 53
"""EntrySums are integers over this, so that the rounding unit of a float is one of them."""
WORD = 1 << 64

CountVector = tuple[int, ...]
"""Cards of each class: a shoe or a sub-shoe."""
SumRange = tuple[int, int]
"""The least and the greatest that a sum can be, times SCALE; equal where it is exact. Whole numbers, not an `Interval`
of fractions: sums of millions of blocks are added up, and become fractions once, at the end."""


@dataclass(frozen=True)
class Extreme:
    """The greatest (or least) G and the first shoe in lexicographic order that has it."""

    value: int
    shoe: CountVector


@dataclass(frozen=True)
class EntrySums:
    """What one entry sums to over some sub-shoes, weighted by the sets of cards that each of them is.

    `favourable`: weights of those with G > 0; `gain`: of max(G, 0); `loss`: of max(-G, 0); `net_word`: of G modulo
    2^64; `bins`: weights by bin of EV.
    """

    favourable: SumRange
    gain: SumRange
    loss: SumRange
    net_word: int
    highest: Extreme
    lowest: Extreme
    bins: tuple[SumRange, ...] = ()

    @property
    def net(self) -> SumRange:
        """Of G: the gain less the loss."""
        return self.gain[0] - self.loss[1], self.gain[1] - self.loss[0]


@dataclass(frozen=True)
class BlockResult:
    """The sub-shoes counted, and the sums of each entry."""

    sub_shoes: int
    sums: tuple[EntrySums, ...]


def merge(first: BlockResult, second: BlockResult) -> BlockResult:
    """The result over both; associative and commutative, so that blocks may come in any order."""
    return BlockResult(first.sub_shoes + second.sub_shoes, tuple(
        EntrySums(_plus(a.favourable, b.favourable), _plus(a.gain, b.gain), _plus(a.loss, b.loss),
             (a.net_word + b.net_word) % WORD,
             min(a.highest, b.highest, key=lambda x: (-x.value, x.shoe)),
             min(a.lowest, b.lowest, key=lambda x: (x.value, x.shoe)),
             tuple(map(_plus, a.bins, b.bins)))
        for a, b in zip(first.sums, second.sums, strict=True)))


def _plus(a: SumRange, b: SumRange) -> SumRange:
    return a[0] + b[0], a[1] + b[1]
