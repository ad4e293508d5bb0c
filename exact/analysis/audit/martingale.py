"""Expected against observed, given the shoes as they were dealt.

Before coup i the composition fixes the exact law of every bet: mean m_i and variance v_i of its net result. The sum of
(result - m_i) is a martingale; its variance is that of the sum of v_i in expectation, and (O - E)^2 / V tends to a
chi-square with one degree of freedom. For the three outcomes the same holds with the sum of the exact covariance
matrices: (O - E)' V^-1 (O - E) has two degrees of freedom. The plain chi-square with cells (O - E)^2 / E takes the
probabilities to be the same in every coup, which they are not.

Sums are kept in integers, apart for each number of sequences (that is, for each number of cards left), so that E and V
are exact rationals however long the log is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from exact.game.bets import Bet


@dataclass
class BetSums:
    """The sums behind the test of one bet: over coups with the same number of sequences `of`, those of the mean,
    of the square, and of the squared mean, all over powers of `of` and of the pays' common denominator."""

    bet: Bet
    coups: int = 0
    observed: Fraction = Fraction(0)
    by_of: dict[int, list[int]] = field(default_factory=dict)

    @property
    def scale(self) -> int:
        return math.lcm(*(line.pays.denominator for line in self.bet.lines))

    @property
    def pays(self) -> list[int]:
        """Net results in units of 1 / scale."""
        return [int(line.pays * self.scale) for line in self.bet.lines]

    def add(self, of: int, coups: int, mean: int, square: int, squared_mean: int) -> None:
        """Sums over some coups: of sum(pay * count), sum(pay^2 * count), and the square of the first."""
        sums = self.by_of.setdefault(of, [0, 0, 0])
        for i, value in enumerate((mean, square, squared_mean)):
            sums[i] += value
        self.coups += coups

    def result(self) -> BetTest:
        expected = _sum(Fraction(sums[0], of * self.scale) for of, sums in self.by_of.items())
        variance = _sum(Fraction(sums[1] * of - sums[2], (of * self.scale)**2) for of, sums in self.by_of.items())
        return BetTest(self.bet, self.coups, self.observed, expected, variance)


@dataclass
class OutcomeSums:
    """The sums behind the test of the outcomes: of the counts of Player and Banker, their squares and their product."""

    coups: int = 0
    observed: list[int] = field(default_factory=lambda: [0, 0, 0])
    by_of: dict[int, list[int]] = field(default_factory=dict)

    def add(self, of: int, coups: int, sums: Sequence[int]) -> None:
        into = self.by_of.setdefault(of, [0] * 5)
        for i, value in enumerate(sums):
            into[i] += value
        self.coups += coups

    def result(self) -> OutcomeTest:
        player = _sum(Fraction(s[0], of) for of, s in self.by_of.items())
        banker = _sum(Fraction(s[1], of) for of, s in self.by_of.items())
        v_player = player - _sum(Fraction(s[2], of**2) for of, s in self.by_of.items())
        v_banker = banker - _sum(Fraction(s[3], of**2) for of, s in self.by_of.items())
        covariance = -_sum(Fraction(s[4], of**2) for of, s in self.by_of.items())
        return OutcomeTest(self.coups, (self.observed[0], self.observed[1], self.observed[2]),
                           (player, banker, self.coups - player - banker), (v_player, v_banker, covariance))


def _sum(parts: Any) -> Fraction:
    """A sum of fractions by halves, so that the long denominators come last."""
    values = list(parts)
    while len(values) > 1:
        values = [sum(values[i:i + 2], Fraction(0)) for i in range(0, len(values), 2)]
    return values[0] if values else Fraction(0)


@dataclass(frozen=True)
class BetTest:
    """A bet at one unit a coup: its net result, exact expectation and variance given the shoes."""

    bet: Bet
    coups: int
    observed: Fraction
    expected: Fraction
    variance: Fraction

    @property
    def z_squared(self) -> Fraction | None:
        """(O - E)^2 / V, exact; None where nothing could vary."""
        return (self.observed - self.expected)**2 / self.variance if self.variance else None

    @property
    def z(self) -> float | None:
        """The z-score, as a float of an exact square."""
        square = self.z_squared
        return None if square is None else math.copysign(math.sqrt(square), self.observed - self.expected)

    @property
    def p_value(self) -> float | None:
        """Two-sided, by the normal limit of the martingale: an approximation for finite logs."""
        z = self.z
        return None if z is None else math.erfc(abs(z) / math.sqrt(2))


@dataclass(frozen=True)
class OutcomeTest:
    """Player wins, Banker wins and ties: observed, exactly expected, and the exact covariances of the first two
    (variance of Player, variance of Banker, covariance)."""

    coups: int
    observed: tuple[int, int, int]
    expected: tuple[Fraction, Fraction, Fraction]
    covariances: tuple[Fraction, Fraction, Fraction]

    @property
    def quadratic_form(self) -> Fraction | None:
        """(O - E)' V^-1 (O - E), exact; None where V has no inverse."""
        a, b, c = self.covariances
        determinant = a * b - c * c
        if not determinant:
            return None
        x, y = self.observed[0] - self.expected[0], self.observed[1] - self.expected[1]
        return (b * x * x - 2 * c * x * y + a * y * y) / determinant

    @property
    def p_value(self) -> float | None:
        """By the chi-square limit with two degrees of freedom, whose tail is exp(-Q / 2)."""
        form = self.quadratic_form
        return None if form is None else math.exp(-float(form) / 2)
