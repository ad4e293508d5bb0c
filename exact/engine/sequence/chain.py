"""Successive coups from one shoe: how the polynomials of two stretches of play meet.

A *stretch* (one coup, or several whose padded polynomials were multiplied) has weights w(m) over multisets m of card
classes; the cards of a second one must be others than those of the first. Of two stretches with weights v and w, the
ordered sequences number

    J = sum over m, n of  v(m) w(n) prod_i (c_i)_(m_i + n_i)                 (falling factorials)

and inclusion and exclusion over the cards that both would use takes the double sum apart:

    (c)_(m+n) = sum over t of  (-1)^t  C(m, t) (c-t)_(m-t)  *  (n)_t (c)_n / (c)_t * (c)_t
    J         = sum over t of  (-1)^|t|  V(t) W(t)
    V(t)      = sum over m of  v(m) prod_i C(m_i, t_i) (c_i - t_i)_(m_i - t_i)        (`marked_weights`)
    W(t)      = sum over n of  N(n) prod_i (n_i)_(t_i),   N(n) = w(n) prod_i (c_i)_(n_i)   (`marked_sequences`)

over multisets t of at most as many cards as the shorter stretch has: 8,008 for six cards of ten values, in place of
5,005 squared pairs. Each sum goes one class at a time. docs/successive-coups.md has the proof, and that of the padding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb, perm

from exact.engine.coup.polynomial import (
    OCTAL,
    CoupPolynomial,
    Monomial,
    Poly,
    degree,
    exponents,
    falling,
    reduced,
)
from exact.errors import BetError
from exact.game.cards import VALUES, Partition
from exact.game.shoe import Shoe

Marks = list[tuple[int, int]]
"""For one exponent of one class, by number of marked cards: what to take off the exponent, and the coefficient."""


def padded_weights(coup: CoupPolynomial) -> tuple[Poly, ...]:
    """The padded weights of each result over the classes of the coup's own partition.

    Raises BetError for a bet whose polynomial is a sum over suits or kinds.
    """
    if len(coup.components) != 1:
        raise BetError("a bet that looks at single suits or kinds cannot stand on both sides of the question; "
                       "ask for it after a result, a total or a number of cards")
    return coup.components[0].polynomial.padded.weights


def present(counts: Sequence[int]) -> tuple[int, ...]:
    """The classes of which the shoe holds any card, which alone take part in a coup; never fewer than two."""
    held = [cls for cls, count in enumerate(counts) if count]
    empty = (cls for cls, count in enumerate(counts) if not count)
    return tuple(sorted(held + [next(empty) for _ in range(2 - len(held))]))


def restricted(poly: Mapping[Monomial, int], classes: Sequence[int], of: int) -> Poly:
    """The terms in which only some of `of` classes occur, over those classes."""
    if len(classes) == of:
        return dict(poly)
    absent = sum(7 << OCTAL * cls for cls in range(of) if cls not in classes)
    return {sum((monomial >> OCTAL * cls & 7) << OCTAL * i for i, cls in enumerate(classes)): weight
            for monomial, weight in poly.items() if not monomial & absent}


def sequences_by_class(coup: CoupPolynomial, shoe: Shoe, base: Partition = VALUES) -> tuple[Poly, ...]:
    """For each result, the ordered sequences of the coup's cards by their multiset over a coarser partition.

    That is all that another coup over the coarser classes can know of this one: given how many cards of a class it
    took, which of them it took is uniform. Raises BetError where the coup's classes do not refine `base`.
    """
    counts = reduced(shoe, coup.partition)
    found: tuple[Poly, ...] = tuple({} for _ in coup.keys)
    for component, namings in zip(coup.components, coup.places, strict=True):
        padded = component.polynomial.padded
        for classes, naming in zip(component.classes, namings, strict=True):
            homes = [home for home in map(base.find, classes) if home is not None]
            if len(homes) < len(classes):
                raise BetError("the classes of card that the bet distinguishes do not lie inside the other coup's")
            choices = OrderedChoices([sum(counts[place] for place in places) for places in naming], homes)
            for into, poly in zip(found, padded.weights, strict=True):
                choices.add(poly, into)
    return found


class OrderedChoices:
    """The ordered sequences of cards that multisets of some classes stand for, by their multiset of coarser classes.

    `counts` are the cards of each class, `homes` the coarser class in which it lies. A multiset is looked up by halves:
    of many multisets the halves are few.
    """

    def __init__(self, counts: Sequence[int], homes: Sequence[int]) -> None:
        self.cut = len(counts) // 2
        self.low = _HalfChoices(counts[:self.cut], homes[:self.cut])
        self.high = _HalfChoices(counts[self.cut:], homes[self.cut:])

    def add(self, weights: Mapping[Monomial, int], into: Poly) -> None:
        """Add weights times numbers of sequences."""
        shift, low, high, get = OCTAL * self.cut, self.low, self.high, into.get
        mask = (1 << shift) - 1
        for monomial, weight in weights.items():
            ways, target = low[monomial & mask]
            if ways:
                more, other = high[monomial >> shift]
                if more:
                    into[target + other] = get(target + other, 0) + weight * ways * more


class _HalfChoices(dict[Monomial, tuple[int, Monomial]]):
    """For half a multiset: the ordered choices of its cards, and its multiset of coarser classes."""

    def __init__(self, counts: Sequence[int], homes: Sequence[int]) -> None:
        super().__init__()
        self.counts, self.homes = counts, homes

    def __missing__(self, monomial: Monomial) -> tuple[int, Monomial]:
        ways, target = 1, 0
        for count, home, power in zip(self.counts, self.homes, exponents(monomial, len(self.counts)), strict=True):
            if power:
                ways *= perm(count, power)
                target += power << OCTAL * home
        self[monomial] = ways, target
        return ways, target


def marked_weights(weights: Mapping[Monomial, int], counts: Sequence[int]) -> Poly:
    """V(t): the sequences of a stretch with the cards t marked, per choice of the marked cards, by multiset t."""
    tables = [[[(m - t, comb(m, t) * falling(count - t, m - t)) for t in range(m + 1) if t <= count]
               for m in range(8)] for count in counts]
    return _one_class_at_a_time(weights, tables)


def marked_sequences(sequences: Mapping[Monomial, int], classes: int) -> Poly:
    """W(t): the ways to mark ordered cards t in the sequences of a stretch, by multiset t."""
    table = [[(m - t, falling(m, t)) for t in range(m + 1)] for m in range(8)]
    return _one_class_at_a_time(sequences, [table] * classes)


def _one_class_at_a_time(poly: Mapping[Monomial, int], tables: Sequence[Sequence[Marks]]) -> Poly:
    current = dict(poly)
    for cls, table in enumerate(tables):
        shift = OCTAL * cls
        rows = [[(fewer << shift, factor) for fewer, factor in row] for row in table]
        following: Poly = {}
        get = following.get
        for monomial, value in current.items():
            power = monomial >> shift & 7
            if power:
                for fewer, factor in rows[power]:
                    key = monomial - fewer
                    following[key] = get(key, 0) + value * factor
            else:
                following[monomial] = get(monomial, 0) + value
        current = following
    return current


def disjoint(marked: Mapping[Monomial, int], others: Mapping[Monomial, int]) -> int:
    """J: the ordered sequences of two stretches without a card in common."""
    return sum(-value * marked.get(t, 0) if degree(t) & 1 else value * marked.get(t, 0) for t, value in others.items())
