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
from functools import cache, cached_property, lru_cache
from itertools import combinations_with_replacement
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from exact.engine.coup.polynomial import Monomial, Poly, exponents, falling
from exact.errors import UsageError

Ints = NDArray[np.int64]

DIGIT = 5
"""Bits of one exponent in the packed keys of a half: degrees up to 31."""
LARGEST_PRIME = 1 << 24
INT64 = 1 << 63


@dataclass(frozen=True)
class Half:
    """The multisets of some classes, up to a degree: by degree, then in the order of their packed keys.

    `powers` is an array (multisets, classes) of exponents; those of degree d are the rows `start[d]` to `start[d+1]`.
    """

    classes: int
    degree: int

    @cached_property
    def powers(self) -> Ints:
        blocks = []
        for d in range(self.degree + 1):
            chosen = np.array(list(combinations_with_replacement(range(self.classes), d)), dtype=np.int64)
            block = np.zeros((comb(self.classes + d - 1, d), self.classes), dtype=np.int64)
            for column in range(d):
                np.add.at(block, (np.arange(len(block)), chosen[:, column]), 1)
            blocks.append(block[np.argsort(block @ self.radix)])
        return np.concatenate(blocks)

    @property
    def radix(self) -> Ints:
        return np.int64(1) << (DIGIT * np.arange(self.classes, dtype=np.int64))

    @cached_property
    def start(self) -> tuple[int, ...]:
        return tuple(comb(self.classes + d - 1, self.classes) for d in range(self.degree + 2))

    @cached_property
    def degrees(self) -> Ints:
        sums: Ints = self.powers.sum(axis=1)
        return sums

    def rows(self, d: int) -> slice:
        return slice(self.start[d], self.start[d + 1])

    def find(self, powers: Ints) -> Ints:
        """The rows of multisets given by their exponents."""
        keys = self.powers @ self.radix
        found = np.empty(len(powers), dtype=np.int64)
        degrees, wanted = powers.sum(axis=1), powers @ self.radix
        for d in range(self.degree + 1):
            here = degrees == d
            found[here] = self.start[d] + np.searchsorted(keys[self.rows(d)], wanted[here])
        return found

    def sums(self, other: Half, into: Half) -> Ints:
        """An array (multisets of this, multisets of other): the row in `into` of their sum."""
        together = (self.powers[:, None, :] + other.powers[None, :, :]).reshape(-1, self.classes)
        return into.find(together).reshape(len(self.powers), len(other.powers))


@cache
def _half(classes: int, degree: int) -> Half:
    return Half(classes, degree)


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
    def left(self) -> Half:
        return _half(self.classes // 2, self.degree)

    @property
    def right(self) -> Half:
        return _half(self.classes - self.classes // 2, self.degree)

    @cached_property
    def starts(self) -> Ints:
        """Where the multisets with each left half begin."""
        sizes = np.array([_width(self.right, self.degree - int(d)) for d in self.left.degrees])
        return np.concatenate([[0], np.cumsum(sizes)])

    def block(self, left_degree: int) -> Ints:
        """The weights with that degree in the left half, as an array (left multisets, right multisets)."""
        rows = self.left.rows(left_degree)
        flat = self.weights[self.starts[rows.start]:self.starts[rows.stop]]
        return flat.reshape(rows.stop - rows.start, -1)


def _width(half: Half, d: int) -> int:
    return half.start[d + 1] - half.start[d]


def stretch(weights: Mapping[Monomial, int], classes: int, length: int, scale: int = 1) -> Stretch:
    """A single coup's padded weights, laid out."""
    total = sum(weights.values())
    empty = Stretch(classes, length, np.zeros(comb(classes + length - 1, length), dtype=np.int64), total, scale)
    powers = np.array([exponents(monomial, classes) for monomial in weights] or np.zeros((0, classes)), dtype=np.int64)
    cut = classes // 2
    left, right = empty.left.find(powers[:, :cut]), empty.right.find(powers[:, cut:])
    degrees = powers[:, cut:].sum(axis=1)
    places = empty.starts[left] + right - np.array(empty.right.start)[degrees]
    empty.weights[places] = np.array(list(weights.values()), dtype=np.int64)
    return empty


def multiply(a: Stretch, b: Stretch) -> Stretch:
    """The polynomial of one stretch followed by another; raises UsageError where a weight might pass 64 bits."""
    total = a.total * b.total
    if total >= INT64:
        raise UsageError("history: the weights of this game, which has chance moves or many cards a coup, pass 64 bits;"
                         " give a shorter history")
    degree = a.degree + b.degree
    product = Stretch(a.classes, degree, np.zeros(comb(a.classes + degree - 1, degree), dtype=np.int64), total,
                      a.scale * b.scale)
    right = a.right.sums(b.right, product.right)
    local = right - np.array(product.right.start)[product.right.degrees[right]]
    firsts = [np.array([s.right.start[s.degree - int(d)] for d in s.left.degrees]) for s in (a, b)]
    from exact.engine.sequence.history_kernels import product as add_product
    add_product(a.weights, a.starts, firsts[0], b.weights, b.starts, firsts[1], product.starts,
                a.left.sums(b.left, product.left), local, product.weights)
    return product


# ---------------------------------------------------------------------------------------------------------------
# the meeting with the next coup

def disjoint_counts(stretches: Sequence[Stretch], others: Sequence[Poly], counts: Sequence[int], length: int,
                    scale: int = 1) -> list[list[int]]:
    """J of each stretch with each coup that may follow, given as its marked sequences W(t); exact integers.

    `counts` are the cards of each class, `length` the cards of the next coup, `scale` the weight of its sequences.
    """
    classes, degree = stretches[0].classes, stretches[0].degree
    marks = (_half(classes // 2, length), _half(classes - classes // 2, length))
    signed = [_by_halves(poly, classes, marks) for poly in others]
    # No J is below 0 or above the number of sequences of all the cards, by their weight.
    bound = max(s.scale for s in stretches) * scale * falling(sum(counts), degree + length)
    residues: list[Ints] = []
    primes: list[int] = []
    for p in _primes():
        primes.append(p)
        residues.append(_residues(stretches, signed, counts, marks, p))
        if prod(primes) > bound:
            break
    return [[_combine([int(r[i, j]) for r in residues], primes) for j in range(len(others))]
            for i in range(len(stretches))]


def _by_halves(poly: Poly, classes: int, marks: tuple[Half, Half]) -> tuple[Ints, Ints, list[int]]:
    """The rows of the left and the right half of each t, and (-1)^|t| W(t)."""
    cut = classes // 2
    powers = np.array([exponents(monomial, classes) for monomial in poly] or np.zeros((0, classes)), dtype=np.int64)
    signs = 1 - 2 * (powers.sum(axis=1) & 1)
    values = [sign * value for sign, value in zip(signs.tolist(), poly.values(), strict=True)]
    return marks[0].find(powers[:, :cut]), marks[1].find(powers[:, cut:]), values


@dataclass(frozen=True, eq=False)
class _Marking:
    """The marks t that lie in each multiset m of a half, in order, with a factor each.

    `places[m]` is where those of m begin; `cells[i]` the cell (t_i, m_i) of class i in a table.
    """

    places: Ints
    marks: Ints
    cells: tuple[Ints, ...]
    shape: tuple[int, int]

    def factors(self, counts: Sequence[int], p: int) -> Ints:
        """prod C(m_i, t_i) (c_i - t_i)_(m_i - t_i) modulo p."""
        product = np.ones(len(self.marks), dtype=np.int64)
        for count, cells in zip(counts, self.cells, strict=True):
            table = np.array([comb(m, t) * falling(count - t, m - t) % p if t <= min(m, count) else 0
                              for t in range(self.shape[0]) for m in range(self.shape[1])], dtype=np.int64)
            product = product * table[cells] % p
        return product


@lru_cache(maxsize=4)
def _marking(half: Half, marks: Half) -> _Marking:
    inside = np.ones((len(half.powers), len(marks.powers)), dtype=bool)
    for cls in range(half.classes):
        inside &= marks.powers[None, :, cls] <= half.powers[:, None, cls]
    m, t = np.nonzero(inside)
    cells = tuple(marks.powers[t, cls] * (half.degree + 1) + half.powers[m, cls] for cls in range(half.classes))
    return _Marking(np.searchsorted(m, np.arange(len(half.powers) + 1)), t, cells, (marks.degree + 1, half.degree + 1))


def _residues(stretches: Sequence[Stretch], others: Sequence[tuple[Ints, Ints, list[int]]],
              counts: Sequence[int], marks: tuple[Half, Half], p: int) -> Ints:
    """An array (stretches, others) of J modulo a prime."""
    from exact.engine.sequence.history_kernels import mark_left, mark_right
    left, right, cut = stretches[0].left, stretches[0].right, len(counts) // 2
    markings = _marking(left, marks[0]), _marking(right, marks[1])
    factors = markings[0].factors(counts[:cut], p), markings[1].factors(counts[cut:], p)
    most = np.array(marks[1].start)[marks[0].degree + 1 - marks[0].degrees]
    weights = [np.array([value % p for value in values], dtype=np.int64) for _, _, values in others]
    found = np.zeros((len(stretches), len(others)), dtype=np.int64)
    for i, one in enumerate(stretches):
        marked = np.zeros((len(marks[0].powers), len(marks[1].powers)), dtype=np.int64)
        for d in range(one.degree + 1):
            rows, columns = left.rows(d), right.rows(one.degree - d)
            block = one.block(d) % p
            if (p - 1) ** 2 * max(block.shape) + p >= INT64:
                raise AssertionError(f"a sum of {max(block.shape)} products modulo {p} is not exact in 64 bits")
            on_left = np.zeros((len(marks[0].powers), block.shape[1]), dtype=np.int64)
            mark_left(block, markings[0].places[rows.start:rows.stop + 1], markings[0].marks, factors[0], on_left)
            mark_right(on_left % p, markings[1].places[columns.start:columns.stop + 1], markings[1].marks, factors[1],
                       most, marked)
            marked %= p
        for j, ((rows_of, columns_of, _), values) in enumerate(zip(others, weights, strict=True)):
            found[i, j] = (marked[rows_of, columns_of] * values % p).sum() % p
    return found


def _primes() -> Iterator[int]:
    """Primes below 2^24, the greatest first."""
    for candidate in range(LARGEST_PRIME - 1, 2, -2):
        if all(candidate % d for d in range(3, int(candidate**0.5) + 1, 2)):
            yield candidate
    raise UsageError("a shoe of so many cards is as good as infinite: ask for --decks inf")


def _combine(residues: Sequence[int], primes: Sequence[int]) -> int:
    """The number below the product of the primes that has these residues."""
    value, modulus = 0, 1
    for residue, p in zip(residues, primes, strict=True):
        value += modulus * ((residue - value) * pow(modulus, -1, p) % p)
        modulus *= p
    return value
