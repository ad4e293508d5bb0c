"""Generating functions of sub-shoes, against sums over all of them."""

from __future__ import annotations

from itertools import product
from math import comb, prod

import pytest
from flint import fmpz

from exact.engine.count.generating_function import SubShoes, coefficients, coup_rows, packed, window


def expanded(tags: list[int], sizes: list[int]) -> dict[tuple[int, int], int]:
    """The coefficients of y^n z^s in the product of the (1 + y z^t)^D."""
    found: dict[tuple[int, int], int] = {}
    for chosen in product(*(range(size + 1) for size in sizes)):
        key = sum(chosen), sum(tag * k for tag, k in zip(tags, chosen, strict=True))
        found[key] = found.get(key, 0) + prod(comb(size, k) for size, k in zip(sizes, chosen, strict=True))
    return found


@pytest.mark.parametrize(("tags", "sizes"), [
    ([0, 1], [4, 3]), ([0, 2, 5], [3, 0, 4]), ([0], [6]), ([0, 1, 3, 4], [2, 3, 1, 5]), ([0, 7], [0, 3]), ([], [])])
def test_rows_from_both_ends(tags: list[int], sizes: list[int]) -> None:
    want = expanded(tags, sizes)
    shoes = SubShoes(tags, sizes, 64)
    terms = sum(tag * size for tag, size in zip(tags, sizes, strict=True)) + 1
    for n in range(sum(sizes) + 1):
        assert coefficients(shoes.row(n), 64, terms) == [want.get((n, s), 0) for s in range(terms)]
    assert shoes.row(-1) == shoes.row(sum(sizes) + 1) == 0


@pytest.mark.parametrize("bits", [64, 256])
def test_rows_of_the_coup(bits: int) -> None:
    tags, most = [0, 1, 3], [2, 3, 2]
    values = {0o002: 5, 0o011: -7, 0o101: 3, 0o200: 11, 0o110: -(1 << 40)}
    rows = coup_rows(values, tags, most, bits)
    terms = 10
    want: dict[tuple[int, int], int] = {}
    for key, value in values.items():
        used = [key >> 3 * i & 7 for i in range(3)]
        shift = sum(tag * k for tag, k in zip(tags, used, strict=True))
        for (n, s), count in expanded(tags, [m - k for m, k in zip(most, used, strict=True)]).items():
            want[n, s + shift] = want.get((n, s + shift), 0) + value * count
    for n, row in enumerate(rows):
        assert coefficients(row, bits, terms) == [want.get((n, s), 0) for s in range(terms)]
    assert max(n for (n, _), value in want.items() if value) == len(rows) - 1


def test_window_is_one_coefficient_of_the_product() -> None:
    shoes = SubShoes([0, 2], [3, 4], 64)
    rows = coup_rows({0o1: 2, 0o10: -3}, [0, 2], [1, 1], 64)
    for n in range(9):
        want: dict[int, int] = {}
        for (a, s), count in expanded([0, 2], [3, 4]).items():
            # 2 (1 + y z^2) for a card of tag 0, and -3 z^2 (1 + y) for one of tag 2
            for (b, t), value in [((0, 0), 2), ((1, 2), 2), ((0, 2), -3), ((1, 2), -3)]:
                if a + b == n:
                    want[s + t] = want.get(s + t, 0) + count * value
        assert coefficients(window(rows, shoes, n), 64, 12) == [want.get(s, 0) for s in range(12)]


@pytest.mark.parametrize("values", [[0], [1, -1, 5], [-(1 << 62), (1 << 62), 0, -1], []])
def test_packing_is_undone(values: list[int]) -> None:
    assert coefficients(packed(values, 64), 64, len(values)) == values
    assert packed([3, -2], 64) == fmpz(3) - fmpz(2) * fmpz(2) ** 64
