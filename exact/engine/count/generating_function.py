"""Generating functions of sub-shoes by size and tag sum, with exact integer coefficients.

With D_t cards of tag t, the sub-shoes of n cards whose tags add up to s number [y^n z^s] prod (1 + y z^t)^D_t. The
polynomial in z is held as its value at z = 2^bits (Kronecker substitution): one long integer whose blocks of `bits`
bits are the coefficients, so that a product by z^t is a shift and the big numbers are GMP's work. The powers of y come
one after another from

    j G_j = sum over t of F_tj,     F_tj = z^t (D_t G_(j-1) - F_t(j-1)),

which is y G' = sum of F_t with F_t = D_t y z^t G / (1 + y z^t), so that F_t (1 + y z^t) = D_t y z^t G.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flint import fmpz, fmpz_poly


class SubShoes:
    """Numbers of sub-shoes by cards and tag sum: `row(j)` is [y^j] prod (1 + y z^t)^D_t at z = 2^bits.

    `tags` are distinct whole numbers >= 0 and `sizes` the D_t; `bits` must exceed the length of every coefficient that
    is read off in the end. Rows past the middle are counted from the other end, by the cards that are out.
    """

    def __init__(self, tags: Sequence[int], sizes: Sequence[int], bits: int) -> None:
        self.cards = sum(sizes)
        self.top = max(tags, default=0)
        self.weight = sum(tag * size for tag, size in zip(tags, sizes, strict=True))
        self.bits = bits
        self._few = _Rows(tags, sizes, bits)
        self._many = _Rows([self.top - tag for tag in tags], sizes, bits)

    def row(self, j: int) -> fmpz:
        if not 0 <= j <= self.cards:
            return fmpz(0)
        if 2 * j <= self.cards:
            return self._few[j]
        out = self.cards - j
        shift = self.bits * (self.weight - out * self.top)
        value = self._many[out]
        return value << shift if shift >= 0 else value >> -shift


class _Rows:
    """The rows from the start, made when they are asked for."""

    def __init__(self, tags: Sequence[int], sizes: Sequence[int], bits: int) -> None:
        self.shifts = [bits * tag for tag in tags]
        self.sizes = list(sizes)
        self.rows = [fmpz(1)]
        self.parts = [fmpz(0)] * len(self.sizes)

    def __getitem__(self, j: int) -> fmpz:
        while len(self.rows) <= j:
            last = self.rows[-1]
            self.parts = [(last * size - part) << shift
                          for size, part, shift in zip(self.sizes, self.parts, self.shifts, strict=True)]
            self.rows.append(sum(self.parts, fmpz(0)) // len(self.rows))
        return self.rows[j]


def coup_rows(values: Mapping[int, int], tags: Sequence[int], most: Sequence[int], bits: int) -> list[fmpz]:
    """[y^k] of Q(y, z) = sum over tag classes g of V(g) prod z^(t g_t) (1 + y z^t)^(most_t - g_t), at z = 2^bits.

    `values` maps classes, packed as octal digits g_t, to V(g); each g_t must be at most most_t. One tag is summed
    over at a time, so that classes which agree on the other tags share the work; this is done with blocks that are
    just wide enough, and the rows are spread to `bits` in the end.
    """
    terms = sum(tag * size for tag, size in zip(tags, most, strict=True)) + 1
    largest = sum(map(abs, values.values())) << sum(most)
    narrow = -(-(largest.bit_length() + 2) // 64) * 64
    rows = _coup_rows(values, tags, most, narrow)
    return [row if narrow == bits else packed(coefficients(row, narrow, terms), bits) for row in rows]


def _coup_rows(values: Mapping[int, int], tags: Sequence[int], most: Sequence[int], bits: int) -> list[fmpz]:
    level = {key: fmpz_poly([value]) for key, value in values.items() if value}
    for i, (tag, size) in enumerate(zip(tags, most, strict=True)):
        longest = max((key >> 3 * i & 7 for key in level), default=0)
        factors = [_binomial_row(tag, size - k, bits) * (fmpz(1) << bits * tag * k) for k in range(longest + 1)]
        merged: dict[int, fmpz_poly] = {}
        for key, poly in level.items():
            k = key >> 3 * i & 7
            rest = key - (k << 3 * i)
            term = poly * factors[k]
            merged[rest] = merged[rest] + term if rest in merged else term
        level = merged
    return list(level.get(0, fmpz_poly([])).coeffs())


def _binomial_row(tag: int, power: int, bits: int) -> fmpz_poly:
    """(1 + y z^tag)^power at z = 2^bits."""
    coefficients = [fmpz(1)]
    for i in range(power):
        coefficients.append((coefficients[-1] * (power - i) // (i + 1)) << bits * tag)
    return fmpz_poly(coefficients)


def window(rows: Sequence[fmpz], shoes: SubShoes, j: int) -> fmpz:
    """[y^j] of the product of a short polynomial in y and the sub-shoes."""
    return sum((row * shoes.row(j - k) for k, row in enumerate(rows) if row), fmpz(0))


def coefficients(value: fmpz, bits: int, terms: int) -> list[int]:
    """The coefficients of z^0 ... z^(terms-1); each must lie within +-2^(bits-1), and `bits` be a multiple of 8."""
    size = bits // 8
    half, offset = _halves(bits, terms)
    data = (int(value) + offset).to_bytes(size * terms + 1, "little")
    return [int.from_bytes(data[i * size:(i + 1) * size], "little") - half for i in range(terms)]


def packed(values: Sequence[int], bits: int) -> fmpz:
    """The polynomial with these coefficients at z = 2^bits; the inverse of `coefficients`."""
    size = bits // 8
    half, offset = _halves(bits, len(values))
    data = b"".join((value + half).to_bytes(size, "little") for value in values)
    return fmpz(int.from_bytes(data, "little") - offset)


def _halves(bits: int, terms: int) -> tuple[int, int]:
    """2^(bits-1), and as many blocks of it: added, they make every block of `bits` bits positive."""
    half = 1 << bits - 1
    return half, half * (((1 << bits * terms) - 1) // ((1 << bits) - 1))
