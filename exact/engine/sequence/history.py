"""Stretches of several coups: products of padded polynomials as arrays, and their meeting with the coup that follows.

Multisets are laid out by halves: the classes are cut in two, and each multiset of the left half is followed by the
multisets of the right half that fill the degree. A product is then two tables of sums and a loop (`multiply`).

The coefficients of k coups sum to at most (scale 10^6)^k: up to three coups of a game without chance moves they fit
64 bits. The meeting with the next coup (`exact.engine.sequence.chain`) is far beyond 64 bits, so it is taken modulo
primes below 2^24, in sums of products that are asserted to stay below 2^63, and put together by the Chinese remainder
theorem; the number of primes follows from a bound on the result. All results are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import comb, prod

import numpy as np

from exact.engine.coup.halves import Half, Ints, halves
from exact.engine.coup.polynomial import Monomial, Poly, exponents, falling
from exact.errors import UsageError

LARGEST_PRIME = 1 << 24
INT64 = 1 << 63


@dataclass(frozen=True, eq=False)
class Stretch:
    """The padded polynomial of some coups with given results: a weight for each multiset of `degree` cards.

    `total` is the sum of the weights as a whole number, which bounds each of them; `scale` the weight that one
    sequence of cards has in all results together.
    """

    classes: int
    degree: int
    weights: Ints
    total: int
    scale: int

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


def stretch(weights: Mapping[Monomial, int], classes: int, length: int, scale: int = 1) -> Stretch:
    """A single coup's padded weights, laid out."""
    one = Stretch(classes, length, _zeros(classes, length), sum(weights.values()), scale)
    left, right, _ = _rows_of(weights, one.halves)
    places = one.starts[left] + right - one.first_right[left]
    one.weights[places] = np.array(list(weights.values()), dtype=np.int64)
    return one


def _zeros(classes: int, degree: int) -> Ints:
    return np.zeros(comb(classes + degree - 1, degree), dtype=np.int64)


def _rows_of(poly: Mapping[Monomial, int], into: tuple[Half, Half]) -> tuple[Ints, Ints, Ints]:
    """The rows of the left and of the right half of each monomial, and its degree."""
    cut = into[0].classes
    classes = cut + into[1].classes
    powers = np.array([exponents(monomial, classes) for monomial in poly], dtype=np.int64).reshape(-1, classes)
    return into[0].find(powers[:, :cut]), into[1].find(powers[:, cut:]), powers.sum(axis=1)


def multiply(a: Stretch, b: Stretch) -> Stretch:
    """The polynomial of one stretch followed by another; raises UsageError where a weight might pass 64 bits."""
    total = a.total * b.total
    if total >= INT64:
        raise UsageError("history: the weights of this game, which has chance moves or many cards a coup, pass 64 bits;"
                         " give a shorter history")
    product = Stretch(a.classes, a.degree + b.degree, _zeros(a.classes, a.degree + b.degree), total, a.scale * b.scale)
    left, right = (one.sums(other, into) for one, other, into in zip(
        a.halves, b.halves, product.halves, strict=True))
    local = right - np.array(product.halves[1].start)[product.halves[1].degrees[right]]
    from exact.engine.sequence.history_kernels import product as add_product
    add_product(a.weights, a.starts, a.first_right, b.weights, b.starts, b.first_right, product.starts, left, local,
                product.weights)
    return product


# ---------------------------------------------------------------------------------------------------------------
# the meeting with the next coup

def disjoint_counts(stretches: Sequence[Stretch], others: Sequence[Poly], counts: Sequence[int], length: int,
                    scale: int = 1) -> list[list[int]]:
    """J of each stretch with each coup that may follow, given as its marked sequences W(t); exact integers.

    `counts` are the cards of each class, `length` the cards of the next coup, `scale` the weight of its sequences. The
    stretches are of one degree.
    """
    first, marks = stretches[0], halves(stretches[0].classes, length)
    markings = [_marking(half, mark) for half, mark in zip(first.halves, marks, strict=True)]
    followers = [_Follower.of(poly, marks) for poly in others]
    # No J is below 0 or above the number of sequences of all the cards, by their weight.
    bound = max(one.scale for one in stretches) * scale * falling(sum(counts), first.degree + length)
    residues: list[list[list[int]]] = [[[] for _ in followers] for _ in stretches]
    primes: list[int] = []
    for p in _primes():
        primes.append(p)
        cut = first.halves[0].classes
        factors = [marking.factors(some, p) for marking, some in zip(
            markings, (counts[:cut], counts[cut:]), strict=True)]
        for one, row in zip(stretches, residues, strict=True):
            marked = _marked(one, markings, factors, p)
            for follower, found in zip(followers, row, strict=True):
                found.append(follower.meets(marked, p))
        if prod(primes) > bound:
            break
    return [[_combine(found, primes) for found in row] for row in residues]


@dataclass(frozen=True, eq=False)
class _Follower:
    """A coup that may follow, by multisets t of marked cards: their halves, by row, and (-1)^|t| W(t)."""

    left: Ints
    right: Ints
    weights: tuple[int, ...]

    @staticmethod
    def of(poly: Poly, marks: tuple[Half, Half]) -> _Follower:
        left, right, degrees = _rows_of(poly, marks)
        weights = (-value if d % 2 else value for value, d in zip(poly.values(), degrees.tolist(), strict=True))
        return _Follower(left, right, tuple(weights))

    def meets(self, marked: Ints, p: int) -> int:
        """J modulo a prime, with a stretch whose V(t) are given by halves of t."""
        weights = np.array([weight % p for weight in self.weights], dtype=np.int64)
        return int((marked[self.left, self.right] * weights % p).sum() % p)


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

    def factors(self, counts: Sequence[int], p: int) -> Ints:
        """For each pair prod C(m_i, t_i) (c_i - t_i)_(m_i - t_i) modulo a prime."""
        product = np.ones(len(self.rows), dtype=np.int64)
        for count, cells in zip(counts, self.cells, strict=True):
            table = np.array([comb(m, t) * falling(count - t, m - t) % p if t <= min(m, count) else 0
                              for t in range(self.marks.degree + 1) for m in range(self.half.degree + 1)],
                             dtype=np.int64)
            product = product * table[cells] % p
        return product

    def places_of(self, degree: int) -> Ints:
        """`places` of the multisets of one degree, and where the last of them ends."""
        rows = self.half.rows(degree)
        return self.places[rows.start:rows.stop + 1]


@lru_cache(maxsize=4)
def _marking(half: Half, marks: Half) -> _Marking:
    inside = np.ones((len(half.powers), len(marks.powers)), dtype=bool)
    for cls in range(half.classes):
        inside &= marks.powers[None, :, cls] <= half.powers[:, None, cls]
    m, t = np.nonzero(inside)
    cells = tuple(marks.powers[t, cls] * (half.degree + 1) + half.powers[m, cls] for cls in range(half.classes))
    return _Marking(marks, half, np.searchsorted(m, np.arange(len(half.powers) + 1)), t, cells)


def _marked(one: Stretch, markings: Sequence[_Marking], factors: Sequence[Ints], p: int) -> Ints:
    """V(t) of a stretch modulo a prime, as an array (left halves of t, right halves of t).

    Cards are marked on the left of each block of the stretch, then on the right, where `most` right halves leave the
    degree of t in range.
    """
    from exact.engine.sequence.history_kernels import mark_left, mark_right
    left, right = markings
    most = np.array(right.marks.start)[left.marks.degree + 1 - left.marks.degrees]
    marked = np.zeros((len(left.marks.powers), len(right.marks.powers)), dtype=np.int64)
    for d in range(one.degree + 1):
        block = one.block(d) % p
        if (p - 1) ** 2 * max(block.shape) + p >= INT64:
            raise AssertionError(f"a sum of {max(block.shape)} products modulo {p} is not exact in 64 bits")
        on_left = np.zeros((len(left.marks.powers), block.shape[1]), dtype=np.int64)
        mark_left(block, left.places_of(d), left.rows, factors[0], on_left)
        mark_right(on_left % p, right.places_of(one.degree - d), right.rows, factors[1], most, marked)
        marked %= p
    return marked


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
