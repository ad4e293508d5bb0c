"""A finite chain of money with places where it ends, solved with a proof of how exact the answer is.

All that is asked of it follows from `visits`: how often each state is left, on average. With a horizon that is a sum of
steps; every term is positive, so that the rounding of each step is a relative one and adds up to a bound. Without one
it is the solution g of g (I - P) = start. Small systems are solved in rationals. For others g is improved from the
residual, which is taken in integers: the error is at most |residual| times the longest mean duration from any state,
and D bounds all durations where (I - P) D >= 1, which is checked in integers too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from exact.errors import UsageError
from exact.progress import Progress, quiet
from exact.values import Interval

EXACT_STATES = 100
"""States up to which a chain without a horizon is solved in rationals."""
EXACT_WORK = 4 * 10**8
"""Transitions times coups squared times bits of a count, up to which a horizon is taken in integers (a second)."""
MOST_WORK = 4 * 10**9
"""Of the floating solution: states times the square of the band."""
_SURE = 10**24
"""An answer is improved until its error is this much smaller than the least chance that is asked for."""
_LOST = Fraction(1, 10**300)


@dataclass(frozen=True)
class Chain:
    """From each state, in the order of money, to others and to ends: (target, count) pairs out of `of`; an end k is
    the target -1 - k. It begins in `start`."""

    rows: tuple[tuple[tuple[int, int], ...], ...]
    of: int
    start: int
    ends: int

    @property
    def transitions(self) -> int:
        return sum(map(len, self.rows))


@dataclass(frozen=True)
class Solved:
    """How often each state is left (`visits`), how likely each end is, and, with a horizon, how likely each state is
    at it (`left`, else empty). `alive` is the chance of still playing after 0, 1, ... coups, from floats where not
    exact, within a relative `error`; `kind` is exact or bounded."""

    kind: str
    visits: tuple[Interval, ...]
    ends: tuple[Interval, ...]
    left: tuple[Interval, ...]
    alive: tuple[Any, ...] = ()


def over_horizon(chain: Chain, coups: int, progress: Progress = quiet) -> Solved:
    """After so many coups at most."""
    if chain.transitions * coups * coups * chain.of.bit_length() <= EXACT_WORK:
        return _exact_steps(chain, coups)
    return _floating_steps(chain, coups, progress)


def _exact_steps(chain: Chain, coups: int) -> Solved:
    now = [0] * len(chain.rows)
    now[chain.start] = 1
    visits, ends, alive = [0] * len(now), [0] * chain.ends, [Fraction(1)]
    for step in range(coups):
        after = [0] * len(now)
        visits = [total * chain.of + one for total, one in zip(visits, now, strict=True)] if step else now[:]
        ends = [total * chain.of for total in ends]
        for mass, row in zip(now, chain.rows, strict=True):
            if mass:
                for target, count in row:
                    (after if target >= 0 else ends)[target if target >= 0 else -1 - target] += mass * count
        now = after
        alive.append(Fraction(sum(now), chain.of**(step + 1)))
    of = chain.of**coups

    def exact(values: Sequence[int], over: int) -> tuple[Interval, ...]:
        return tuple(Interval.at(Fraction(value, over)) for value in values)

    return Solved("exact", exact(visits, of // chain.of), exact(ends, of), exact(now, of), tuple(alive))


def _weights(counts: Sequence[int], of: int, kind: Any) -> Any:
    """Counts out of `of` as floats, to the last place of a kind that may be wider than Python's own."""
    rounded = [count / of for count in counts]
    rest = [float(Fraction(count, of) - Fraction(near)) for count, near in zip(counts, rounded, strict=True)]
    return np.array(rounded, dtype=kind) + np.array(rest, dtype=kind)


class _Arrows:
    """Arrows of a chain as arrays, by what they lead to: sums over them are sums of positive terms."""

    def __init__(self, chain: Chain, kind: Any = np.longdouble) -> None:
        arrows = sorted((target, source, count) for source, row in enumerate(chain.rows) for target, count in row)
        targets = np.array([target for target, *_ in arrows])
        self.sources = np.array([source for _, source, _ in arrows])
        self.weights = _weights([count for *_, count in arrows], chain.of, kind)
        self.reached, self.begins = np.unique(targets, return_index=True)
        self.ends = int(np.searchsorted(self.reached, 0))
        self.most = int(max(np.diff(np.append(self.begins, len(targets)))))

    def step(self, now: Any) -> Any:
        return np.add.reduceat(now[self.sources] * self.weights, self.begins)


def _floating_steps(chain: Chain, coups: int, progress: Progress) -> Solved:
    arrows = _Arrows(chain)
    now: Any = np.zeros(len(chain.rows), dtype=np.longdouble)
    now[chain.start] = 1
    visits, ends, alive = np.zeros_like(now), np.zeros(chain.ends, dtype=np.longdouble), [np.longdouble(1)]
    for _ in progress(range(coups), coups, "coups"):
        visits += now
        flow = arrows.step(now)
        ends[-1 - arrows.reached[:arrows.ends]] += flow[:arrows.ends]
        now = np.zeros_like(now)
        now[arrows.reached[arrows.ends:]] = flow[arrows.ends:]
        alive.append(now.sum())
    # A weight is rounded twice (a quotient of floats), a product once, a sum of k terms k - 1 times; then the sums
    # over the coups.
    error = Fraction(float(np.finfo(np.longdouble).eps)) * (coups * (arrows.most + 4) + coups) * 2

    def widened(values: Any) -> tuple[Interval, ...]:
        return tuple(Interval(middle * (1 - error), middle * (1 + error) + _LOST)
                     for value in values for middle in [Fraction(*value.as_integer_ratio())])

    return Solved("bounded", widened(visits), widened(ends), widened(now), tuple(alive))


def still_playing(chain: Chain, least: float, most: int) -> tuple[float, ...]:
    """The chance of still playing after 0, 1, ... coups, in floats, until it is no more than `least`."""
    arrows = _Arrows(chain, np.float64)
    now = np.zeros(len(chain.rows))
    now[chain.start] = 1
    alive = [1.0]
    while alive[-1] > least and len(alive) <= most:
        flow = arrows.step(now)[arrows.ends:]
        now = np.zeros_like(now)
        now[arrows.reached[arrows.ends:]] = flow
        alive.append(float(now.sum()))
    return tuple(alive)


# ---------------------------------------------------------------------------------------------------------------
# without a horizon

def in_the_end(chain: Chain) -> Solved:
    """However long it takes; every state must lead to an end. Raises UsageError for a chain that is too large."""
    if len(chain.rows) <= EXACT_STATES:
        return _exact_solution(chain)
    return _Improved(chain).solved()


def _exact_solution(chain: Chain) -> Solved:
    from flint import fmpq, fmpq_mat
    size = len(chain.rows)
    transposed = fmpq_mat(size, size)
    for i, row in enumerate(chain.rows):
        transposed[i, i] += 1
        for target, count in row:
            if target >= 0:
                transposed[target, i] -= fmpq(count, chain.of)
    begin = fmpq_mat(size, 1)
    begin[chain.start, 0] = 1
    found = transposed.solve(begin)
    visits = [Fraction(int(found[i, 0].p), int(found[i, 0].q)) for i in range(size)]
    return Solved("exact", tuple(map(Interval.at, visits)), tuple(map(Interval.at, _ends(chain, visits))), ())


def _ends(chain: Chain, visits: Sequence[Fraction]) -> list[Fraction]:
    ends = [Fraction(0)] * chain.ends
    for mass, row in zip(visits, chain.rows, strict=True):
        for target, count in row:
            if target < 0:
                ends[-1 - target] += mass * count
    return [mass / chain.of for mass in ends]


class _Improved:
    """The floating factors of I - P in a band, and a solution in fixed point that they improve."""

    def __init__(self, chain: Chain) -> None:
        self.chain = chain
        size = len(chain.rows)
        self.low = max((i - target for i, row in enumerate(chain.rows) for target, _ in row if target >= 0), default=0)
        self.high = max((target - i for i, row in enumerate(chain.rows) for target, _ in row), default=0)
        self.low, self.high = max(self.low, 1), max(self.high, 1)
        if size * (self.low + 1) * (self.high + 1) > MOST_WORK:
            raise UsageError(f"`coups`: without one there are {size:,} states of money and system, too many to solve"
                             " at once; give a number of coups, or round stakes")
        self.band = self._factored()

    def _factored(self) -> Any:
        """Rows i as columns i - low ... i + high, eliminated without pivoting: I - P is an M-matrix, and so stable."""
        size, low, high = len(self.chain.rows), self.low, self.high
        width = low + high + 1
        band = np.zeros((size + low, width))
        for i, row in enumerate(self.chain.rows):
            band[i, low] += 1
            for target, count in row:
                if target >= 0:
                    band[i, low + target - i] -= count / self.chain.of
        flat = band.reshape(-1)
        for k in range(size):
            column = flat[(k + 1) * width + low - 1:][: low * (width - 1)][:: width - 1][:low]
            column /= band[k, low]
            block = np.lib.stride_tricks.as_strided(flat[(k + 1) * width + low:], (len(column), high),
                                                    (8 * (width - 1), 8))
            block -= np.outer(column, band[k, low + 1:])
        return band[:size]

    def _solve(self, right: Any, transposed: bool) -> Any:
        """x of A x = right, or of x A = right."""
        size, low, band = len(right), self.low, self.band
        x = np.concatenate([np.zeros(self.low + self.high), right, np.zeros(self.low + self.high)])
        off = self.low + self.high
        if not transposed:
            for i in range(size):
                x[off + i] -= band[i, :low] @ x[off + i - low:off + i]
            for i in range(size - 1, -1, -1):
                x[off + i] = (x[off + i] - band[i, low + 1:] @ x[off + i + 1:off + i + 1 + self.high]) / band[i, low]
        else:
            for i in range(size):
                x[off + i] /= band[i, low]
                x[off + i + 1:off + i + 1 + self.high] -= x[off + i] * band[i, low + 1:]
            x[off + size:] = 0
            for i in range(size - 1, -1, -1):
                x[off + i - low:off + i] -= x[off + i] * band[i, :low]
        return x[off:off + size]

    def longest(self) -> Fraction:
        """A proved bound on the mean duration from any state."""
        duration = self._solve(np.ones(len(self.chain.rows)), False)
        fixed = [int(d * 2**20) for d in duration]
        least = min(fixed[i] * self.chain.of - sum(count * fixed[target] for target, count in row if target >= 0)
                    for i, row in enumerate(self.chain.rows))
        if least <= 0:
            raise UsageError("`coups`: without one the play lasts too long to be solved; give a number of coups")
        return Fraction(max(fixed) * self.chain.of, least)

    def solved(self) -> Solved:
        bound, of, places = self.longest(), self.chain.of, 192
        found = [0] * len(self.chain.rows)
        while True:
            error: Fraction | None = None
            before: Fraction | None = None
            while error is None or before is None or error < before / 16:
                before = error
                residual = [-value * of for value in found]
                residual[self.chain.start] += of << places
                for value, row in zip(found, self.chain.rows, strict=True):
                    for target, count in row:
                        if target >= 0:
                            residual[target] += value * count
                size = sum(map(abs, residual))
                error = bound * size / (of << places)
                if self._enough(found, places, error):
                    return self._bounded(found, places, error)
                scale = max(max(map(abs, residual)).bit_length() - 60, 0)
                step = self._solve(np.array([float(r >> scale) for r in residual]), True)
                found = [value + _shifted(change, scale, of) for value, change in zip(found, step, strict=True)]
            places *= 2
            found = [value << places // 2 for value in found]

    def _masses(self, found: Sequence[int], places: int) -> list[Fraction]:
        masses = [0] * self.chain.ends
        for value, row in zip(found, self.chain.rows, strict=True):
            for target, count in row:
                if target < 0:
                    masses[-1 - target] += value * count
        return [Fraction(mass, self.chain.of << places) for mass in masses]

    def _enough(self, found: Sequence[int], places: int, error: Fraction) -> bool:
        if error > Fraction(1, _SURE):
            return False
        return all(mass > error * 10**12 for mass in self._masses(found, places)) or places > 2**13

    def _bounded(self, found: Sequence[int], places: int, error: Fraction) -> Solved:
        def widened(middle: Fraction) -> Interval:
            return Interval(max(middle - error, Fraction(0)), middle + error)

        return Solved("bounded", tuple(widened(Fraction(value, 1 << places)) for value in found),
                      tuple(widened(mass) for mass in self._masses(found, places)), ())


def _shifted(change: float, scale: int, of: int) -> int:
    """change * 2^scale / of, to a whole number."""
    over, under = float(change).as_integer_ratio()
    return (over << scale) // (under * of)
