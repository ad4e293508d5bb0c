"""Two sides that choose probabilities in a multilinear form: best replies, equilibria, and what proves them.

Nothing here knows of cards. A side's payoff is c + a p + sum_j q_j (e_j + f_j p), with p and q from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

from exact.analysis.equilibrium.linear import maximise, pinned

Mix = tuple[Fraction, ...]


@dataclass(frozen=True)
class Payoff:
    """What a side gets: `c`, `a[i]`, `e[j]`, `f[j][i]`."""

    c: Fraction
    a: tuple[Fraction, ...]
    e: tuple[Fraction, ...]
    f: tuple[tuple[Fraction, ...], ...]

    def player_gains(self, q: Sequence[Fraction]) -> Mix:
        """What drawing rather than standing adds at each node of the first side, against q."""
        gains = list(self.a)
        for part, row in zip(q, self.f, strict=True):
            if part:
                gains = [gain + part * one for gain, one in zip(gains, row, strict=True)]
        return tuple(gains)

    def banker_gains(self, p: Sequence[Fraction]) -> Mix:
        """The same at each node of the second side, against p."""
        return tuple(one + _dot(row, p) for one, row in zip(self.e, self.f, strict=True))


@dataclass(frozen=True)
class Equilibrium:
    """Probabilities of drawing from which neither side gains by departing; `unique` None: not known."""

    player: Mix
    banker: Mix
    unique: bool | None


def _dot(one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(one, other, strict=True) if a and b), Fraction(0))


def best(gains: Sequence[Fraction]) -> Mix:
    """Draw where that gains."""
    return tuple(Fraction(gain > 0) for gain in gains)


def zero_sum(player: Payoff, real: Sequence[bool]) -> Equilibrium:
    """The equilibrium of a game in which one side gets what the other loses, by exact cutting planes.

    `real` says which nodes of the second side are ever reached: the others do not count when it is asked whether the
    solution is the only one.
    """
    k, p, cuts = len(player.a), tuple(Fraction(0) for _ in player.a), []
    while True:
        gains = player.banker_gains(p)
        q = tuple(Fraction(gain < 0) for gain in gains)
        cuts.append((player.c + _dot(player.e, q), player.player_gains(q), q))
        low = min(one for one, _, _ in cuts)
        rows = [[Fraction(1), *(-one for one in slope)] for _, slope, _ in cuts]
        rows += [[Fraction(i == j + 1) for i in range(k + 1)] for j in range(k)]
        x, prices = maximise([1, *[0] * k], rows, [*(one - low for one, _, _ in cuts), *[1] * k])
        p = tuple(x[1:])
        if x[0] + low == _worst(player, p):
            weights = prices[:len(cuts)]
            q = tuple(_dot(weights, [one[2][j] for one in cuts]) for j in range(len(player.e)))
            break
    return Equilibrium(p, q, _only(player, p, q, real))


def _worst(player: Payoff, p: Mix) -> Fraction:
    """What is left to the first side by the best reply of the other."""
    return player.c + _dot(player.a, p) + sum((gain for gain in player.banker_gains(p) if gain < 0), Fraction(0))


def _only(player: Payoff, p: Mix, q: Mix, real: Sequence[bool]) -> bool:
    """Whether neither side has another optimal mixture, its nodes that are never reached apart."""
    gains, costs = player.player_gains(q), player.banker_gains(p)
    tied = [j for j, cost in enumerate(costs) if cost == 0 and real[j]]
    level = [i for i, gain in enumerate(gains) if gain == 0]
    banker = pinned(len(tied), [[player.f[j][i] for j in tied] for i in level if 0 < p[i] < 1],
                    [[player.f[j][i] * (1 if p[i] else -1) for j in tied] for i in level if p[i] in (0, 1)],
                    [q[j] == 0 for j in tied], [q[j] == 1 for j in tied])
    return banker and pinned(len(level), [[player.f[j][i] for i in level] for j in tied if 0 < q[j] < 1],
                             [[player.f[j][i] * (-1 if q[j] else 1) for i in level] for j in tied if q[j] in (0, 1)],
                             [p[i] == 0 for i in level], [p[i] == 1 for i in level])


def nash(player: Payoff, banker: Payoff) -> Iterator[Equilibrium]:
    """Equilibria where the payoffs do not add up to 0: those in which the first side mixes at one node at most.

    All of them where `all_found` says so. `unique` None: further nodes are level, and their mixtures not searched.
    """
    k = len(player.a)
    for pure in product((Fraction(0), Fraction(1)), repeat=k):
        q = best(banker.banker_gains(pure))
        if all(gain >= 0 if draws else gain <= 0 for gain, draws in zip(player.player_gains(q), pure, strict=True)):
            yield Equilibrium(pure, q, None if 0 in banker.banker_gains(pure) else True)
    for i in range(k):
        for rest in product((Fraction(0), Fraction(1)), repeat=k - 1):
            yield from _mixed_at(player, banker, i, (*rest[:i], Fraction(0), *rest[i:]))


def all_found(player: Payoff, banker: Payoff) -> bool:
    """Whether `nash` finds all: the first side has one node, at most one node of the other is level at a time and none
    at an end, and between two breakpoints the first side is never indifferent."""
    if len(player.a) != 1:
        return False
    at_0, slopes = banker.banker_gains((Fraction(0),)), [row[0] for row in banker.f]
    points = sorted(-gain / slope for gain, slope in zip(at_0, slopes, strict=True)
                    if slope and 0 <= -gain / slope <= 1)
    ends = [Fraction(0), *points, Fraction(1)]
    between = [(low + high) / 2 for low, high in pairwise(ends)]
    apart = len(set(ends)) == len(ends) and all(gain or slope for gain, slope in zip(at_0, slopes, strict=True))
    return apart and all(player.player_gains(best(banker.banker_gains((x,))))[0] for x in between)


def _mixed_at(player: Payoff, banker: Payoff, i: int, pure: Mix) -> Iterator[Equilibrium]:
    """Equilibria in which the first side mixes at node i, at a breakpoint of the other's reply."""
    at_0 = banker.banker_gains(pure)
    slopes = [row[i] for row in banker.f]
    points = sorted({-gain / slope for gain, slope in zip(at_0, slopes, strict=True)
                     if slope and 0 < -gain / slope < 1})
    for x in points:
        p = (*pure[:i], x, *pure[i + 1:])
        gains = [gain + x * slope for gain, slope in zip(at_0, slopes, strict=True)]
        q = list(best(gains))
        level = [j for j, gain in enumerate(gains) if gain == 0 and slopes[j]]
        need = -player.player_gains(q)[i]
        movable = [j for j in level if player.f[j][i]]
        for j in movable:
            share = need / player.f[j][i]
            if 0 <= share <= 1:
                mixed = (*q[:j], share, *q[j + 1:])
                others = player.player_gains(mixed)
                if all(n == i or (gain >= 0 if p[n] else gain <= 0) for n, gain in enumerate(others)):
                    yield Equilibrium(p, mixed, None if len(level) > 1 else True)
