"""Stretches of several coups: products of padded polynomials as arrays, and their meeting with the coup that follows.

Multisets are laid out by halves: the classes are cut in two, and each multiset of the left half is followed by the
multisets of the right half that fill the degree. A product is then two tables of sums and a loop (`multiply`).

The coefficients of k coups sum to at most (scale 10^6)^k: those of two fit 64 bits, and of a history of three the last
goes with the coup that follows. The meeting with the next coup (`exact.engine.sequence.chain`) is far beyond 64 bits,
so it is taken modulo primes below 2^24, in sums of products that are asserted to stay below 2^63, and put together by
the Chinese remainder theorem; the number of primes follows from a bound on the result. All results are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from math import comb, prod
from typing import Any

import numpy as np

from exact.engine.coup.halves import Half, Ints, halves
from exact.engine.coup.polynomial import Monomial, Poly, exponents, falling
from exact.errors import UsageError
from exact.progress import Progress, quiet

LARGEST_PRIME = 1 << 24
INT64 = 1 << 63


@dataclass(frozen=True, eq=False)
class Stretch:
    """The padded polynomial of some coups with given results: a weight for each multiset of `degree` cards.

    `total` is the sum of the weights as a whole number, which bounds each of them.
    """

    classes: int
    degree: int
    weights: Ints
    total: int

    @property
    def halves(self) -> tuple[Half, Half]:
        return halves(self.classes, self.degree)

    @property
    def first_right(self) -> Ints:
        """For each left half the first row of the right halves that fill the degree."""
        left, right = self.halves
        return np.array(right.start)[self.degree - left.degrees]

    @cached_property
    def starts(self) -> Ints:
        """Where the multisets with each left half begin."""
        left, right = self.halves
        return np.concatenate([[0], np.cumsum(np.diff(right.start)[self.degree - left.degrees])])

    def block(self, left_degree: int) -> Ints:
        """The weights with that degree in the left half, as an array (left multisets, right multisets)."""
        rows = self.halves[0].rows(left_degree)
        flat = self.weights[self.starts[rows.start]:self.starts[rows.stop]]
        return flat.reshape(rows.stop - rows.start, -1)

    def places(self, poly: Iterable[Monomial]) -> Ints:
        """Where multisets of its degree have their weights."""
        left, right = self.halves
        powers = np.array([exponents(monomial, self.classes) for monomial in poly], dtype=np.int64)
        powers = powers.reshape(-1, self.classes)
        row = left.find(powers[:, :left.classes])
        return self.starts[row] + right.find(powers[:, left.classes:]) - self.first_right[row]


def stretch(weights: Mapping[Monomial, int], classes: int, length: int) -> Stretch:
    """A single coup's padded weights, laid out."""
    one = Stretch(classes, length, _zeros(classes, length), sum(weights.values()))
    one.weights[one.places(weights)] = np.array(list(weights.values()), dtype=np.int64)
    return one


def _zeros(classes: int, degree: int) -> Ints:
    return np.zeros(comb(classes + degree - 1, degree), dtype=np.int64)


def multiply(a: Stretch, b: Stretch) -> Stretch:
    """The polynomial of one stretch followed by another; raises UsageError where a weight might pass 64 bits."""
    total = a.total * b.total
    if total >= INT64:
        raise UsageError("history: the weights of this game, which has chance moves or many cards a coup, pass 64 bits;"
                         " give a shorter history")
    product = Stretch(a.classes, a.degree + b.degree, _zeros(a.classes, a.degree + b.degree), total)
    left, right = (_sums(one, other, into) for one, other, into in zip(
        a.halves, b.halves, product.halves, strict=True))
    local = right - np.array(product.halves[1].start)[product.halves[1].degrees[right]]
    from exact.engine.sequence.history_kernels import product as add_product
    add_product(a.weights, a.starts, a.first_right, b.weights, b.starts, b.first_right, product.starts, left, local,
                product.weights)
    return product


@lru_cache(maxsize=4)
def _sums(one: Half, other: Half, into: Half) -> Ints:
    return one.sums(other, into)


# ---------------------------------------------------------------------------------------------------------------
# the meeting with the next coup

Coups = tuple[Stretch, Stretch | None]
"""A history in two parts: the second goes with the coup that follows, so that neither side has many cards."""


def parted(coups: Sequence[Stretch]) -> Coups:
    """Up to three coups in two parts. J is symmetric in all coups, so that it does not matter who stands with whom."""
    first, *rest = coups
    return (multiply(first, rest[0]) if rest else first), (rest[1] if len(rest) > 1 else None)


def disjoint_counts(histories: Sequence[Coups], sequences: Sequence[Poly], counts: Sequence[int], length: int,
                    scale: int = 1, progress: Progress = quiet) -> list[list[int]]:
    """J of each history with each coup that may follow, given by its ordered sequences N(n); exact integers.

    `counts` are the cards of each class, `length` the cards of the next coup, `scale` the weight of the sequences
    of all coups. The histories are parted in one way.
    """
    first, last = histories[0]
    back = length + (last.degree if last else 0)
    marks = halves(first.classes, min(first.degree, back))
    sides = [[_marking(half, mark) for half, mark in zip(halves(first.classes, degree), marks, strict=True)]
             for degree in (first.degree, back)]
    followers = [_Follower.of(poly, counts, length) for poly in sequences]
    # No J is below 0 or above the number of sequences of all the cards, by their weight.
    bound = scale * falling(sum(counts), first.degree + back)
    primes = _primes_for(bound, counts, length)
    cut = marks[0].classes
    sign = (-1) ** (marks[0].degrees[:, None] + marks[1].degrees[None, :])[_in_range(marks)]

    @cache
    def ahead(more: Stretch | None, follower: _Follower, p: int | None) -> Stretch:
        return multiply(more, follower.weights(p)) if more else follower.weights(p)

    residues: list[list[list[int]]] = [[[] for _ in followers] for _ in histories]
    for p in progress(primes, len(primes), "successive coups"):
        in_past, in_future = ([marking.factors(some, p, table) for marking, some in zip(
            side, (counts[:cut], counts[cut:]), strict=True)]
            for side, table in zip(sides, (_marked_first, _marked_last), strict=True))
        futures = {more: [_marked(ahead(more, follower, None if follower.whole else p), sides[1], in_future, p)
                          for follower in followers] for more in {more for _, more in histories}}
        for (one, more), row in zip(histories, residues, strict=True):
            past = _marked(one, sides[0], in_past, p) * sign
            for future, found in zip(futures[more], row, strict=True):
                found.append(int((past * future % p).sum() % p))
    return [[_combine(found, primes) for found in row] for row in residues]


def _marked_first(count: int, m: int, t: int) -> int:
    """C(m, t) (c - t)_(m - t): what V(t) takes from a class with c cards."""
    return comb(m, t) * falling(count - t, m - t) if t <= min(m, count) else 0


def _marked_last(count: int, n: int, t: int) -> int:
    """(c)_n (n)_t: what W(t) takes from it."""
    return falling(count, n) * falling(n, t) if t <= n else 0


@dataclass(frozen=True, eq=False)
class _Follower:
    """A coup that may follow, as a stretch: its ordered sequences N(n), and the place of n and (c)_n of each.

    The weights N(n) / (c)_n are whole where the coup looks at these classes alone; else they are so modulo a prime.
    """

    empty: Stretch
    places: Ints
    sequences: tuple[int, ...]
    ways: tuple[int, ...]

    @staticmethod
    def of(poly: Poly, counts: Sequence[int], length: int) -> _Follower:
        empty = Stretch(len(counts), length, _zeros(len(counts), length), 0)
        ways = (prod(map(falling, counts, exponents(monomial, len(counts)))) for monomial in poly)
        held = [(n, number, way) for (n, number), way in zip(poly.items(), ways, strict=True) if way]
        return _Follower(empty, empty.places([n for n, _, _ in held]), tuple(number for _, number, _ in held),
                         tuple(way for _, _, way in held))

    @cached_property
    def whole(self) -> bool:
        """Whether its weights are whole."""
        return not any(number % way for number, way in zip(self.sequences, self.ways, strict=True))

    def weights(self, p: int | None) -> Stretch:
        """Its stretch, modulo a prime (None: as it is, being whole)."""
        found = [number // way if p is None else number * pow(way, -1, p) % p
                 for number, way in zip(self.sequences, self.ways, strict=True)]
        laid = np.zeros_like(self.empty.weights)
        laid[self.places] = found
        return replace(self.empty, weights=laid, total=sum(found))


@dataclass(frozen=True, eq=False)
class _Marking:
    """All ways to mark cards of the multisets m of a half: pairs (m, t) in order, t being a multiset of `marks` in m.

    `places[m]` is where the pairs of m begin, `rows` holds the row of t of each, and `cells[i]` the place of
    (t_i, m_i) in a table of all exponents of a class, marks times multisets.
    """

    marks: Half
    half: Half
    places: Ints
    rows: Ints
    cells: tuple[Ints, ...]

    def factors(self, counts: Sequence[int], p: int, factor: Callable[[int, int, int], int]) -> Ints:
        """For each pair the product of what each class gives, from its cards, m_i and t_i; modulo a prime."""
        product = np.ones(len(self.rows), dtype=np.int64)
        for count, cells in zip(counts, self.cells, strict=True):
            table = np.array([factor(count, m, t) % p for t in range(self.marks.degree + 1)
                              for m in range(self.half.degree + 1)], dtype=np.int64)
            product = product * table[cells] % p
        return product

    def places_of(self, degree: int) -> Ints:
        """`places` of the multisets of one degree, and where the last of them ends."""
        rows = self.half.rows(degree)
        return self.places[rows.start:rows.stop + 1]


@lru_cache(maxsize=8)
def _marking(half: Half, marks: Half) -> _Marking:
    pairs = [np.nonzero((marks.powers <= powers).all(axis=1))[0] for powers in half.powers]
    t = np.concatenate(pairs)
    places = np.concatenate([[0], np.cumsum([len(rows) for rows in pairs])])
    m = np.repeat(np.arange(len(pairs)), np.diff(places))
    cells = tuple(marks.powers[t, cls] * (half.degree + 1) + half.powers[m, cls] for cls in range(half.classes))
    return _Marking(marks, half, places, t, cells)


def _in_range(marks: tuple[Half, Half]) -> Any:
    """Which pairs of a left and a right half of marks are of the degree of marks at most."""
    left, right = marks
    return left.degrees[:, None] + right.degrees[None, :] <= left.degree


def _marked(one: Stretch, markings: Sequence[_Marking], factors: Sequence[Ints], p: int) -> Ints:
    """V(t) or W(t) of a stretch modulo a prime, for each left half of t with the right halves within the degree.

    Cards are marked on the left of each block of the stretch, then on the right.
    """
    from exact.engine.sequence.history_kernels import mark_left, mark_right
    left, right = markings
    most = np.array(right.marks.start)[left.marks.degree + 1 - left.marks.degrees]
    starts = np.cumsum(most) - most
    marked = np.zeros(int(most.sum()), dtype=np.int64)
    for d in range(one.degree + 1):
        block = one.block(d) % p
        if (p - 1) ** 2 * max(block.shape) + p >= INT64:
            raise AssertionError(f"a sum of {max(block.shape)} products modulo {p} is not exact in 64 bits")
        on_left = np.zeros((left.marks.start[min(d, left.marks.degree) + 1], block.shape[1]), dtype=np.int64)
        mark_left(block, left.places_of(d), left.rows, factors[0], on_left)
        mark_right(on_left % p, right.places_of(one.degree - d), right.rows, factors[1], most, starts, marked)
        marked %= p
    return marked


def _primes_for(bound: int, counts: Sequence[int], length: int) -> list[int]:
    """Primes whose product passes a bound, and of which none divides a number of ways to draw from a class."""
    chosen, product = [], 1
    for p in _primes():
        if product > bound:
            break
        if all(count % p >= length or count < length for count in counts):
            chosen.append(p)
            product *= p
    return chosen


def _primes() -> Iterator[int]:
    """Primes below 2^24, the greatest first."""
    for candidate in range(LARGEST_PRIME - 1, 2, -2):
        if all(candidate % d for d in range(3, int(candidate**0.5) + 1, 2)):
            yield candidate
    raise UsageError("history: a shoe of so many cards is close enough to infinite; ask for `decks` inf")


def _combine(residues: Sequence[int], primes: Sequence[int]) -> int:
    """The number below the product of the primes that has these residues."""
    value, modulus = 0, 1
    for residue, p in zip(residues, primes, strict=True):
        value += modulus * ((residue - value) * pow(modulus, -1, p) % p)
        modulus *= p
    return value
