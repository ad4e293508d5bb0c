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
from operator import add

from exact.game.bets import Bet


@dataclass
class Sums:
    """Sums of some columns of integers over coups, apart for each number of sequences `of`."""

    coups: int = 0
    by_of: dict[int, list[int]] = field(default_factory=dict)

    def add(self, of: int, coups: int, columns: Sequence[int]) -> None:
        """The sums of some coups with as many sequences."""
        self.by_of[of] = list(map(add, self.by_of.get(of, [0] * len(columns)), columns))
        self.coups += coups

    def over(self, column: int, power: int) -> Fraction:
        """The sum of a column over a power of the number of sequences: by halves, so that the long denominators come
        last."""
        parts = [Fraction(sums[column], of**power) for of, sums in self.by_of.items()]
        while len(parts) > 1:
            parts = [sum(parts[i:i + 2], Fraction(0)) for i in range(0, len(parts), 2)]
        return parts[0] if parts else Fraction(0)


def scale_of(bet: Bet) -> int:
    """In units of 1 / scale all net results of a bet are whole."""
    return math.lcm(*(line.pays.denominator for line in bet.lines))


def bet_test(bet: Bet, observed: Fraction, sums: Sums) -> BetTest:
    """The columns are sum(pay * count), sum(pay^2 * count) and the square of the first, with pays in units."""
    scale = scale_of(bet)
    return BetTest(bet, sums.coups, observed, sums.over(0, 1) / scale, (sums.over(1, 1) - sums.over(2, 2)) / scale**2)


def outcome_test(observed: Sequence[int], sums: Sums) -> OutcomeTest:
    """The columns are the counts of Player and of Banker, their squares, and their product."""
    player, banker = sums.over(0, 1), sums.over(1, 1)
    return OutcomeTest(sums.coups, (observed[0], observed[1], observed[2]),
                       (player, banker, sums.coups - player - banker),
                       (player - sums.over(2, 2), banker - sums.over(3, 2), -sums.over(4, 2)))


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

    def p_of(self, outcome: int) -> float | None:
        """Two-sided for one outcome, by the normal limit of the martingale."""
        player, banker, both = self.covariances
        variance = (player, banker, player + banker + 2 * both)[outcome]
        return math.erfc(math.sqrt((self.observed[outcome] - self.expected[outcome])**2 / variance / 2)
                         ) if variance else None

    @property
    def p_value(self) -> float | None:
        """By the chi-square limit with two degrees of freedom, whose tail is exp(-Q / 2)."""
        form = self.quadratic_form
        return None if form is None else math.exp(-float(form) / 2)
