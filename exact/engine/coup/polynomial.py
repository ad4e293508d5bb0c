"""The coup polynomial: for each multiset of card classes, the number of orderings that give each result.

For a shoe of N cards with c_i cards of class i, and a coup that can use L cards, the ordered sequences of L cards
with result r number

    sum over multisets m of  w_r(m) * prod_i c_i (c_i - 1) ... (c_i - m_i + 1) * (N - |m|) ... (N - L + 1)

where |m| is the number of cards that the coup used; the last factor counts the unused cards behind it. `padded`
gives the same law with those unused cards written into the multisets, so that every |m| is L. For the infinite shoe
each falling factorial becomes a power. The derivation is in docs/mathematics.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, repeat
from math import gcd
from operator import itemgetter, mul

from exact.game.cards import CardSet, Partition
from exact.game.shoe import Shoe

Monomial = int
"""Exponents as octal digits, class i at digit i: the product of monomials is their sum."""
Poly = dict[Monomial, int]
Key = tuple[int | None, ...]
"""A result of some bets: the index of the paying line of each; None for a bet that is not offered."""

OCTAL = 3


def variable(cls: int) -> Monomial:
    return 1 << OCTAL * cls


def degree(monomial: Monomial) -> int:
    total = 0
    while monomial:
        total += monomial & 7
        monomial >>= OCTAL
    return total


def exponents(monomial: Monomial, classes: int) -> tuple[int, ...]:
    return tuple(monomial >> OCTAL * cls & 7 for cls in range(classes))


def add_product(into: Poly, a: Mapping[Monomial, int], b: Mapping[Monomial, int]) -> None:
    """Add the product of two polynomials to a third."""
    get = into.get
    items = list(b.items())
    for m, weight in a.items():
        for n, other in items:
            key = m + n
            into[key] = get(key, 0) + weight * other


def combined(factors: Iterable[int], polynomials: Iterable[Mapping[Monomial, int]]) -> Poly:
    """The sum of some polynomials, each times its factor."""
    total: Poly = {}
    for factor, poly in zip(factors, polynomials, strict=True):
        if factor:
            for monomial, weight in poly.items():
                total[monomial] = total.get(monomial, 0) + factor * weight
    return total


def falling(n: int, k: int) -> int:
    """n (n-1) ... (n-k+1), the number of ordered choices of k out of n."""
    product = 1
    for i in range(k):
        product *= n - i
    return product


def ordered_choices(n: int, most: int, infinite: bool) -> list[int]:
    """Falling factorials of n of order 0 ... most, or powers for the infinite shoe."""
    steps = repeat(n, most) if infinite else (n - i for i in range(most))
    return list(accumulate(steps, mul, initial=1))


@dataclass(frozen=True, eq=False)
class Polynomial:
    """Weights of each result by multiset of `classes` abstract card classes.

    `weights[r]` maps monomials to integers; `length` is L, the number of cards that the coup can use.
    """

    classes: int
    length: int
    weights: tuple[Poly, ...]

    def __repr__(self) -> str:
        return f"<polynomial of {len(self.weights)} results over {self.classes} classes, {self.length} cards>"

    @cached_property
    def padded(self) -> Polynomial:
        """The same law with the unused cards inside the multisets: every monomial has degree `length`."""
        padded = []
        for poly in self.weights:
            by_degree: list[Poly] = [{} for _ in range(self.length + 1)]
            for monomial, weight in poly.items():
                by_degree[degree(monomial)][monomial] = weight
            one_card: Poly = {variable(cls): 1 for cls in range(self.classes)}
            for used in range(self.length):
                add_product(by_degree[used + 1], by_degree[used], one_card)
            padded.append(by_degree[self.length])
        return Polynomial(self.classes, self.length, tuple(padded))

    @cached_property
    def _plan(self) -> _Plan:
        return _Plan.of(self)

    def counts(self, shoe: Sequence[int], infinite: bool = False) -> list[int]:
        """Ordered sequences of each result for a shoe of so many cards of each class (proportions if `infinite`)."""
        return self._plan.counts(shoe, infinite)


@dataclass(frozen=True)
class _Features:
    """Monomials over some classes, evaluated with one product each: every one is an earlier one times one power.

    `steps` holds the place of the earlier monomial, the class and the power; the first monomial is 1.
    """

    steps: tuple[tuple[int, int, int], ...]

    @staticmethod
    def of(monomials: Iterable[Monomial]) -> tuple[_Features, dict[Monomial, int]]:
        """The features, and the place of each monomial among their values."""
        places: dict[Monomial, int] = {0: 0}
        steps: list[tuple[int, int, int]] = []

        def place(monomial: Monomial) -> int:
            if monomial not in places:
                cls = (monomial.bit_length() - 1) // OCTAL
                power = monomial >> OCTAL * cls
                step = (place(monomial - (power << OCTAL * cls)), cls, power)
                places[monomial] = len(places)
                steps.append(step)
            return places[monomial]

        for monomial in monomials:
            place(monomial)
        return _Features(tuple(steps)), places

    def values(self, tables: Sequence[Sequence[int]]) -> list[int]:
        """The value of each monomial, `tables[cls][power]` being that of a power."""
        values = [1]
        for earlier, cls, power in self.steps:
            values.append(values[earlier] * tables[cls][power])
        return values


@dataclass(frozen=True)
class _Terms:
    """All terms with the same used cards and the same exponents of the left classes: for each result a dot product of
    weights with the features of the right classes that `select` picks."""

    used: int
    left: int
    select: Callable[[Sequence[int]], tuple[int, ...]]
    weights: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class _Plan:
    """A polynomial laid out for evaluation: the classes are cut in two, and the terms put into rows."""

    length: int
    cut: int
    left: _Features
    right: _Features
    rows: tuple[_Terms, ...]
    results: int

    @staticmethod
    def of(polynomial: Polynomial) -> _Plan:
        cut = polynomial.classes // 3
        mask = (1 << OCTAL * cut) - 1
        shift = OCTAL * cut
        count = len(polynomial.weights)
        monomials = {monomial for poly in polynomial.weights for monomial in poly}
        left, left_places = _Features.of(monomial & mask for monomial in monomials)
        right, right_places = _Features.of(monomial >> shift for monomial in monomials)
        left_degrees = {part: degree(part) for part in left_places}
        right_degrees = {part: degree(part) for part in right_places}
        rows: dict[tuple[int, int], dict[int, list[int]]] = {}
        for r, poly in enumerate(polynomial.weights):
            for monomial, weight in poly.items():
                part, rest = monomial & mask, monomial >> shift
                row = rows.setdefault((left_degrees[part] + right_degrees[rest], left_places[part]), {})
                row.setdefault(right_places[rest], [0] * count)[r] = weight
        laid = [_Terms(used, place, _selector(tuple(row)), tuple(tuple(weights[r] for weights in row.values())
                                                               for r in range(count)))
                for (used, place), row in rows.items()]
        return _Plan(polynomial.length, cut, left, right, tuple(laid), count)

    def counts(self, shoe: Sequence[int], infinite: bool) -> list[int]:
        cards = sum(shoe)
        tables = [ordered_choices(count, self.length, infinite) for count in shoe]
        left = self.left.values(tables[:self.cut])
        right = self.right.values(tables[self.cut:])
        unused = [_unused(cards, used, self.length, infinite) for used in range(self.length + 1)]
        totals = [0] * self.results
        for row in self.rows:
            factor = left[row.left] * unused[row.used]
            if factor:
                chosen = row.select(right)
                for r, weights in enumerate(row.weights):
                    totals[r] += factor * sum(map(mul, weights, chosen))
        return totals


def _selector(places: tuple[int, ...]) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Picks these places of a sequence, as a tuple also where it is one."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda values: (values[places[0]],)


def _unused(cards: int, used: int, length: int, infinite: bool) -> int:
    """Ways of the cards behind a coup that used fewer than it could."""
    return cards ** (length - used) if infinite else falling(cards - used, length - used)


@dataclass(frozen=True, eq=False)
class Component:
    """One polynomial with the card sets that its classes stand for, once for each way to name them."""

    polynomial: Polynomial
    classes: tuple[tuple[CardSet, ...], ...]


@dataclass(frozen=True, eq=False)
class CoupPolynomial:
    """The exact law of some bets of one game on any shoe: a sum of polynomials over classes of cards.

    `keys[r]` is the result r: the index of the paying line of each bet. `partition` holds the classes of card that the
    bets' conditions distinguish; `length` the cards that the bets can use; `scale` the denominator
    of mixed strategies, by which all counts are multiplied; `most_cards` what the shoe must hold; `conditional`
    whether the law is that of a coup in progress, given what is known of it.
    """

    keys: tuple[Key, ...]
    partition: Partition
    length: int
    scale: int
    most_cards: int
    conditional: bool
    components: tuple[Component, ...]

    def __repr__(self) -> str:
        return f"<coup polynomial of {len(self.keys)} results over {len(self.partition)} classes of card>"

    def law(self, shoe: Shoe) -> Law:
        """The number of ordered sequences with each result, and of all, times `scale`.

        Raises ShoeExhaustedError where the shoe may run out during the coup, UnknownCompositionError where it is known
        too coarsely.
        """
        shoe.require(self.most_cards, "a coup")
        counts = reduced(shoe, self.partition)
        totals = self.counts(counts, shoe.infinite)
        of = (sum(totals) if self.conditional
              else self.scale * ordered_choices(sum(counts), self.length, shoe.infinite)[-1])
        return Law(self.keys, tuple(totals), of, self.length, self.scale)

    def counts(self, counts: Sequence[int], infinite: bool = False) -> list[int]:
        """The number of sequences with each result, for so many cards of each class of the partition."""
        totals = [0] * len(self.keys)
        for component, namings in zip(self.components, self.places, strict=True):
            alike = Counter(tuple(sum(counts[place] for place in places) for places in naming) for naming in namings)
            for merged, times in alike.items():
                for r, value in enumerate(component.polynomial.counts(merged, infinite)):
                    totals[r] += times * value
        return totals

    @cached_property
    def places(self) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]:
        """For each component, naming and class of it the classes of the partition that it is made of, by their place.
        """
        return tuple(tuple(tuple(self.partition.within(cls) for cls in naming) for naming in component.classes)
                     for component in self.components)


@dataclass(frozen=True)
class Law:
    """Results with the ordered sequences of `length` cards that give each, out of `of`; both times `scale`."""

    keys: tuple[Key, ...]
    counts: tuple[int, ...]
    of: int
    length: int
    scale: int = 1


def reduced(shoe: Shoe, partition: Partition) -> tuple[int, ...]:
    """Cards of each class; for the infinite shoe proportions in lowest terms, 13 in all over values or ranks."""
    counts = shoe.counts(partition)
    if not shoe.infinite:
        return counts
    common = gcd(*counts)
    return tuple(count // common for count in counts)
