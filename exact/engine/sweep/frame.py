"""The sub-shoes that one sweep sums over, as the kernel sees them, and the blocks that they are cut into.

Always they are sets of `cards` cards over some classes, the last of which is not summed over, since the others leave it
no choice. For one size that is the fullest class of the shoe, eliminated from the form. For all sizes from `first` to
`last` it is a class more, the removed cards: a sub-shoe of n cards is then a set of `last` cards of which `last - n`
are removed, and those change no G. docs/sweep.md has the derivation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb

from exact.engine.sweep.net_polynomial import NetForm, eliminate, homogeneous
from exact.engine.sweep.subshoes import count, outer_counts, outer_number, sub_shoes
from exact.engine.sweep.sums import SCALE, CountVector, SumRange
from exact.errors import UsageError
from exact.values import runs

BLOCK = 1 << 29
"""A block holds at most so many sub-shoes, where the classes allow it: a few seconds of work."""
TOGETHER = 1 << 26
"""SizeRange that have at most so many sub-shoes in all may be swept at once."""
MANY_BLOCKS = 4000
"""Each block costs a few milliseconds beside its sub-shoes, so that there must not be too many."""
FLOAT_EXACT = 1 << 53
FEWEST_CLASSES = 4
AT_ONCE = 3
"""The classes that are not fixed one by one: the two of the grid, and the one that is left over."""

SizeRange = tuple[int, int]
"""The least and the greatest number of cards left that are swept at once."""


@dataclass(frozen=True)
class SweepQuestion:
    """A shoe (`caps`, cards of each class), the net form of some bets, and the edges of EV bins, if wanted.

    `form` has not been reduced; with several bets there is one more entry, the best of them.
    """

    caps: CountVector
    form: NetForm
    edges: tuple[Fraction, ...] = ()

    @property
    def cards(self) -> int:
        return sum(self.caps)

    @property
    def entries(self) -> int:
        bets = len(self.form.weights)
        return bets + (bets > 1)

    def thresholds(self, cards: int) -> list[int]:
        """The least G at or above each edge; where no G reaches it, the least that none is or all are."""
        over, greatest = self.form.sequences(cards), self.form.greatest(cards)
        least = (-(-edge.numerator * over // edge.denominator) for edge in self.edges)
        return [min(max(value, -greatest), greatest + 1) for value in least]

    def frame(self, sizes: SizeRange) -> Frame:
        return _frame(self, sizes)

    def blocks(self, sizes: SizeRange) -> list[SubshoeBlock]:
        frame, outer = self.frame(sizes), _outer(self, sizes)
        return [SubshoeBlock(sizes, head) for head in outer_counts(frame.caps, outer, frame.cards)]

    def size(self, block: SubshoeBlock) -> int:
        """The sub-shoes of a block."""
        frame = self.frame(block.sizes)
        return count(frame.caps[len(block.outer):], frame.cards - sum(block.outer))


@dataclass(frozen=True)
class SubshoeBlock:
    """All sub-shoes of these sizes in which the first classes of the frame have these counts."""

    sizes: SizeRange
    outer: CountVector


@dataclass(frozen=True)
class Frame:
    """Sets of `cards` cards over the classes `order`, of which there are `caps`; `form` knows nothing of the last one.

    `removed`: the last class is the removed cards, so that its count distinguishes the sizes.
    """

    order: CountVector
    caps: CountVector
    cards: int
    form: NetForm
    removed: bool

    @cached_property
    def runs(self) -> int:
        """How often the grid is entered, which takes about as long as a dozen of its points."""
        return outer_number(self.caps, len(self.caps) - AT_ONCE, self.cards)

    def middle(self, outer: int) -> CountVector:
        """The cards of the classes that are fixed one by one in a block that gives the first `outer`."""
        return self.caps[outer:-AT_ONCE]


@lru_cache(maxsize=4096)
def _frame(question: SweepQuestion, sizes: SizeRange) -> Frame:
    first, last = sizes
    caps = question.caps + (0,) * (FEWEST_CLASSES - len(question.caps))
    places = range(len(caps))
    if first < last:
        left_over, caps = len(caps), (*caps, last - first)
    else:
        left_over = max(places, key=lambda cls: (caps[cls], -cls))
    order = (*sorted((cls for cls in places if cls != left_over), key=lambda cls: (caps[cls], cls)), left_over)
    form = _reduced(question.form, len(places), left_over)
    return Frame(order, tuple(caps[cls] for cls in order), last, form, first < last)


@lru_cache(maxsize=8)
def _reduced(form: NetForm, classes: int, left_over: int) -> NetForm:
    form = replace(form, classes=classes)
    return eliminate(form, left_over) if left_over < classes else homogeneous(form)


def spans(question: SweepQuestion, sizes: Iterable[int]) -> list[SizeRange]:
    """The sizes in the runs that are swept at once: all of a run of sizes together where that is exact and enters the
    grid less often than they do one by one, which is so for small shoes; else each on its own."""
    made: list[SizeRange] = []
    for first, last in runs(sorted(set(sizes))):
        singly = [(cards, cards) for cards in range(first, last + 1)]
        together = (first, last)
        if (first < last and sum(sub_shoes(question.caps)[first:last + 1]) <= TOGETHER
                and question.frame(together).runs < sum(question.frame(single).runs for single in singly)
                and precision(question, together).exact):
            made.append(together)
        else:
            made += singly
    return made


@dataclass(frozen=True)
class Precision:
    """How the sums of the blocks of some sizes come out, by bounds on what the kernel adds up.

    `in_floats`: G and all partial sums of its terms stay below 2^53, else 64-bit integers hold them; `units`: roundings
    of 2^-53 in a rounded sum of non-negative terms; `exact`: whether the sums can be told exactly, rather than bounded.
    """

    in_floats: bool
    units: int
    exact: bool

    def interval(self, rounded: int, more: int = 0) -> SumRange:
        """The sums, times SCALE, that a rounded sum F stands for: |F - S| <= u S, u = (units + more) / 2^53."""
        units = self.units + more
        return rounded * (SCALE - units), rounded * (SCALE + 2 * units)


@lru_cache(maxsize=4096)
def _outer(question: SweepQuestion, sizes: SizeRange) -> int:
    """How many classes a block fixes: enough to leave at most BLOCK sub-shoes in it; and more, if in not too many
    blocks the sums then become exact, or else the bounds closer."""
    frame = question.frame(sizes)
    caps = frame.caps
    most = len(caps) - FEWEST_CLASSES
    least = next((outer for outer in range(most) if max(sub_shoes(caps[outer:])[:frame.cards + 1]) <= BLOCK), most)
    chosen = least
    for outer in range(least, most + 1):
        blocks = outer_number(caps, outer, frame.cards)
        if blocks > MANY_BLOCKS:
            break
        if _precision(question, sizes, outer).exact:
            return outer
        if blocks <= MANY_BLOCKS // 4:
            chosen = outer
    return chosen


def precision(question: SweepQuestion, sizes: SizeRange) -> Precision:
    """How the sums come out at these sizes; raises UsageError where G itself could pass 62 bits."""
    return _precision(question, sizes, _outer(question, sizes))


@lru_cache(maxsize=4096)
def _precision(question: SweepQuestion, sizes: SizeRange, outer: int) -> Precision:
    """By bounds: a rounded sum has T terms, each a product of M weights and a G, hence at most T + 2M + 8 roundings,
    all of non-negative numbers. Together with the sum modulo 2^64 it gives the sum while the error is below 2^62.
    """
    frame = question.frame(sizes)
    cards = frame.cards
    greatest = question.form.greatest(cards)
    if greatest >= 1 << 62:
        raise UsageError(f"`cards_left` {cards}: a net result over a common denominator could reach {greatest:.2e}, "
                         "beyond 62 bits; sweep fewer cards or bets")
    middle = frame.middle(outer)
    in_floats = _partial_bound(frame.form, cards) < FLOAT_EXACT
    terms = sub_shoes(middle)
    units, error = 0, 0
    for held in range(min(cards, sum(middle)) + 1):
        roundings = terms[held] + 2 * len(middle) + 8
        units, error = max(units, roundings), max(error, comb(sum(middle), held) * roundings)
    assert units < 1 << 40, "blocks are small enough for first-order bounds of rounding errors"
    return Precision(in_floats, units, error * greatest < 1 << 53 + 61)


@lru_cache(maxsize=1024)
def _partial_bound(form: NetForm, cards: int) -> int:
    return form.partial_bound(cards)
