"""A session: n coups of one bet or one slip at a flat stake, each from a fresh shoe (the independent model).

In a real shoe the coups are not independent, but nearly: the EV moves with the composition and the covariance between
coups is tiny. What this model leaves out is exact in `exact next`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exact.analysis.bankroll.convolution import EXACT_BITS, LatticeSum, NormalSum, sum_law
from exact.analysis.odds.laws import BetLaw
from exact.display import Answer
from exact.errors import UsageError, quoted
from exact.game.numbers import Numbers, exact_numbers
from exact.values import Interval

MODEL = "independent model: every coup from a fresh shoe, the same stake on each"
COUPS = 70
RESULT_QUANTILES = tuple(Fraction(p, 1000) for p in (1, 10, 50, 250, 500, 750, 950, 990, 999))


@dataclass(frozen=True)
class SessionEvent:
    """Something that may come of a session: what `asked` for it, in words, and its chance (None where there is none:
    of bets resolved, when every coup pushes)."""

    argument: str
    words: str
    chance: Interval | None


@dataclass(frozen=True)
class Session(Answer):
    """The result of n coups, in units of the stake.

    `mean` and `variance` are exact. `loss`, `even` and `profit` are the chances of ending below, at and above zero;
    each quantile is the smallest result that is not exceeded with that probability. `kind` is exact or bounded.
    """

    law: BetLaw
    coups: int
    kind: str
    mean: Fraction
    variance: Fraction
    loss: Interval
    even: Interval
    profit: Interval
    quantiles: tuple[tuple[Fraction, Interval], ...]
    asked: tuple[SessionEvent, ...] = ()

    def __repr__(self) -> str:
        return f"<session of {self.coups:,} coups of {self.law.bet.name}: mean {float(self.mean):.6g}>"


def session(law: BetLaw, coups: int = COUPS, quantiles: Sequence[Fraction] = RESULT_QUANTILES,
            at_least: Fraction | None = None, between: tuple[Fraction, Fraction] | None = None,
            exactly: int | None = None) -> Session:
    """The distribution of n coups; the chance of a result `at_least` so high, `between` two (both included), and of
    `exactly` so many wins, of all coups and of as many resolved.

    Raises UsageError for a number of coups or wins out of range.
    """
    total = sum_law(law, coups)
    loss = total.below(Fraction(0))
    even = _from_to(total, Fraction(0), Fraction(0))
    above = total.below(_JUST_ABOVE)
    profit = Interval(1 - above.high, 1 - above.low)
    return Session(law, coups, total.kind, law.ev * coups, law.variance * coups, loss, even, profit,
                   tuple((p, total.quantile(p)) for p in quantiles),
                   tuple(_events(law, coups, total, at_least, between, exactly)))


_JUST_ABOVE = Fraction(1, 10**12)


def _from_to(total: LatticeSum | NormalSum, low: Fraction, high: Fraction) -> Interval:
    """The chance of a result from one to another, both included."""
    if isinstance(total, LatticeSum):
        return total.between(low, high)
    below, up_to = total.below(low), total.below(high + _JUST_ABOVE)
    return Interval(max(up_to.low - below.high, Fraction(0)), up_to.high - below.low)


def _events(law: BetLaw, coups: int, total: LatticeSum | NormalSum, at_least: Fraction | None,
            between: tuple[Fraction, Fraction] | None, exactly: int | None) -> Iterator[SessionEvent]:
    if at_least is not None:
        below = total.below(at_least)
        chance = (total.between(at_least, None) if isinstance(total, LatticeSum)
                  else Interval(1 - below.high, 1 - below.low))
        yield SessionEvent("at_least", f"a result of at least {at_least}", chance)
    if between is not None:
        low, high = between
        if low > high:
            raise UsageError(f"`between` {low},{high}: the first is to be no greater than the second")
        yield SessionEvent("between", f"a result from {low} to {high}", _from_to(total, low, high))
    if exactly is not None:
        if not 0 <= exactly <= coups:
            raise UsageError(f"`exactly` {exactly}: from 0 to the number of coups, {coups:,}")
        won, resolved = law.hit_frequency, 1 - law.push_frequency
        yield SessionEvent("exactly", f"exactly {exactly:,} wins in {coups:,} coups", binomial(coups, exactly, won))
        yield SessionEvent("exactly", f"exactly {exactly:,} wins in {coups:,} bets resolved",
                           binomial(coups, exactly, won / resolved) if resolved else None)


def read_range(values: Numbers) -> tuple[Fraction, Fraction]:
    """Two results, as "-10,10"; raises UsageError."""
    found = exact_numbers(values, "between")
    if len(found) != 2:
        raise UsageError(f"`between` {quoted(values)}: write two results, such as -10,10")
    return found[0], found[1]


def binomial(trials: int, hits: int, p: Fraction) -> Interval:
    """The chance of so many hits: exact while it is small enough, else in balls of 200 bits (no smallest number)."""
    if p in (0, 1):
        return Interval.at(Fraction(int(hits == trials * p)))
    if trials * p.denominator.bit_length() * 20 <= EXACT_BITS:
        return Interval.at(math.comb(trials, hits) * p**hits * (1 - p)**(trials - hits))
    from flint import arb, ctx, fmpq
    before, ctx.prec = ctx.prec, 200
    try:
        log_p, log_q = (arb(fmpq(x.numerator, x.denominator)).log() for x in (p, 1 - p))
        ball = (arb(trials + 1).lgamma() - arb(hits + 1).lgamma() - arb(trials - hits + 1).lgamma()
                + hits * log_p + (trials - hits) * log_q).exp()
        low, high = (_fraction(end) for end in (ball.lower(), ball.upper()))
    finally:
        ctx.prec = before
    return Interval(low, high)


def _fraction(number: Any) -> Fraction:
    """An exact floating number of any size."""
    digits, power = number.man_exp()
    return Fraction(int(digits)) * Fraction(2)**int(power)
