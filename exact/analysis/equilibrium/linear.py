"""Small linear programmes in exact rationals, by the simplex method with Bland's rule, which never circles."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Vector = Sequence[Fraction | int]


def maximise(goal: Vector, rows: Sequence[Vector], most: Vector) -> tuple[list[Fraction], list[Fraction]]:
    """The x >= 0 with rows x <= most that maximises goal x, and the price of each row; `most` is nowhere negative.

    Raises ArithmeticError where there is no maximum.

    >>> maximise([1, 1], [[1, 2], [3, 1]], [4, 6])
    ([Fraction(8, 5), Fraction(6, 5)], [Fraction(2, 5), Fraction(1, 5)])
    """
    n, m = len(goal), len(rows)
    table = [[*map(Fraction, row), *(Fraction(i == j) for j in range(m)), Fraction(bound)]
             for i, (row, bound) in enumerate(zip(rows, most, strict=True))]
    last = [*(-Fraction(one) for one in goal), *[Fraction(0)] * (m + 1)]
    basis = list(range(n, n + m))
    while (entering := next((j for j in range(n + m) if last[j] < 0), None)) is not None:
        ratios = [(row[-1] / row[entering], basis[i], i) for i, row in enumerate(table) if row[entering] > 0]
        if not ratios:
            raise ArithmeticError("the goal has no maximum")
        leaving = min(ratios)[2]
        pivot = table[leaving]
        by = pivot[entering]
        pivot = table[leaving] = [one / by if one else one for one in pivot]
        for i, row in enumerate(table):
            if i != leaving and row[entering]:
                table[i] = _less(row, row[entering], pivot)
        last = _less(last, last[entering], pivot)
        basis[leaving] = entering
    x = [Fraction(0)] * (n + m)
    for i, place in enumerate(basis):
        x[place] = table[i][-1]
    return x[:n], last[n:n + m]


def _less(row: list[Fraction], times: Fraction, pivot: list[Fraction]) -> list[Fraction]:
    return [one - times * other if other else one for one, other in zip(row, pivot, strict=True)]


def pinned(size: int, equal: Sequence[Vector], least: Sequence[Vector], at_0: Sequence[bool], at_1: Sequence[bool]
           ) -> bool:
    """Whether no direction d but 0 has equal d = 0 and least d >= 0, d >= 0 where `at_0` and d <= 0 where `at_1`."""
    rows = [[*row, *(-one for one in row)] for row in equal] + [[*(-one for one in row), *row]
                                                                for row in (*equal, *least)]
    rows += [[Fraction(i == j) for j in range(2 * size)] for i in range(2 * size)]
    most = [Fraction(0)] * (2 * len(equal) + len(least))
    most += [Fraction(not at_1[i]) for i in range(size)] + [Fraction(not at_0[i]) for i in range(size)]
    for place in range(2 * size):
        goal = [Fraction(0)] * (2 * size)
        goal[place], goal[(place + size) % (2 * size)] = Fraction(1), Fraction(-1)
        x, _ = maximise(goal, rows, most)
        if x[place] != x[(place + size) % (2 * size)]:
            return False
    return True
