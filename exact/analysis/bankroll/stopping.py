"""A play with stop rules: a bankroll, a target, a loss at which one leaves, so many coups; with what is given back.

Each coup is dealt from a fresh shoe. The money is a chain on the multiples of the smallest result; a betting system
adds its own state. One is ruined when the money no longer pays for the next bet.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from exact.analysis.bankroll.chain import Chain, Solved, in_the_end, over_horizon, still_playing
from exact.analysis.bankroll.play import NOTHING, Programme, StopRules
from exact.analysis.bankroll.systems import FLAT, State, System
from exact.analysis.odds.laws import BetLaw
from exact.display import Answer
from exact.errors import UsageError
from exact.progress import Progress, quiet
from exact.values import Interval

MOST_STATES = 60_000
DURATIONS = (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20))
LONGEST = 100_000
"""Quantiles of the duration of a play without a horizon are looked for up to so many coups."""
ENDS = ("target", "stop_loss", "ruin", "drawdown", "neither")


def _sum(parts: Iterator[tuple[Fraction, Interval]]) -> Interval:
    """The sum of products of numbers and chances."""
    low = high = Fraction(0)
    for factor, chance in parts:
        low += factor * (chance.low if factor >= 0 else chance.high)
        high += factor * (chance.high if factor >= 0 else chance.low)
    return Interval(low, high)


def _times(value: Interval, factor: Fraction) -> Interval:
    return _sum(iter([(factor, value)]))


def _plus(*values: Interval) -> Interval:
    return _sum((Fraction(1), value) for value in values)


@dataclass(frozen=True)
class StoppedPlay(Answer):
    """How a play ends. `money` is the law of the money at the end, with what ended it: (end, money, chance); `turnover`
    and `lost_chips` are means of what is staked, and of the stakes lost; `durations` are quantiles, None beyond what is
    looked at. `kind` is exact or bounded."""

    law: BetLaw
    staked: Fraction
    rules: StopRules
    system: System
    programme: Programme
    kind: str
    money: tuple[tuple[str, Fraction, Interval], ...]
    expected_coups: Interval
    turnover: Interval
    lost_chips: Interval
    durations: tuple[tuple[Fraction, int | None], ...]

    def __repr__(self) -> str:
        how = ", ".join(f"{end} {float(self.chance(end).low):.6g}" for end in ENDS if self.chance(end).high)
        return f"<play of {self.law.bet.name}: {how}>"

    def chance(self, end: str) -> Interval:
        """Of one of the ways to end."""
        return _sum((Fraction(1), p) for how, _, p in self.money if how == end)

    @cached_property
    def result(self) -> Interval:
        """The mean of money won, before anything is given back. It is EV times turnover, which is the narrower bound
        of the two."""
        return _times(self.turnover, self.law.ev / self.staked)

    @property
    def theoretical_loss(self) -> Interval:
        """House edge times turnover."""
        return _times(self.result, Fraction(-1))

    @cached_property
    def rebated_loss(self) -> Interval:
        """The mean of losses at the end that a rebate is paid on."""
        return _sum((loss, p) for _, money, p in self.money for loss in [self.rules.bankroll - money]
                    if loss > 0 and loss >= self.programme.rebate_from)

    @property
    def given_back(self) -> Interval:
        """The mean of what the house gives back."""
        terms = self.programme
        return _plus(_times(self.rebated_loss, terms.rebate), _times(self.lost_chips, terms.rolling),
                     Interval.at(terms.show_up))

    @property
    def ev(self) -> Interval:
        """The player's mean result with all that is given back; the house's is its opposite."""
        return _plus(self.result, self.given_back)

    @property
    def fair_rebate(self) -> Interval | None:
        """The rebate on losses at which the player's EV is 0, all else as it is; None where none is up to 100 %."""
        needed = _times(_plus(self.result, _times(self.lost_chips, self.programme.rolling),
                              Interval.at(self.programme.show_up)), Fraction(-1))
        base = self.rebated_loss
        if needed.low < 0 or not base.low or needed.high > base.low:
            return None
        return Interval(needed.low / base.high, needed.high / base.low)

    def money_quantile(self, p: Fraction) -> Fraction:
        """The least money that is not exceeded with probability p."""
        total = Fraction(0)
        for _, money, chance in sorted(self.money, key=lambda one: one[1]):
            total += chance.high
            if total >= p:
                return money
        return self.money[-1][1]


@dataclass(frozen=True)
class _States:
    """The states that a play can come to, in the order of money, and its ends."""

    chain: Chain
    money: tuple[Fraction, ...]
    staked: tuple[int, ...]
    ends: tuple[tuple[str, Fraction], ...]


def stopped_play(law: BetLaw, staked: Fraction, lost: Fraction, rules: StopRules, system: System = FLAT,
                 programme: Programme = NOTHING, progress: Progress = quiet) -> StoppedPlay:
    """A play of a slip whose law is that of one coup at stake 1 of the system; `staked` is what it stakes, `lost` the
    mean of its stakes lost in a coup.

    Raises UsageError for rules that contradict each other, for a play that need not end, and for too many states.
    """
    rules.check(staked)
    programme.check()
    states = _explored(law, staked, rules, system)
    if rules.coups is None:
        _require_ending(states)
        solved = in_the_end(states.chain)
    else:
        solved = over_horizon(states.chain, rules.coups, progress)
    money: dict[tuple[str, Fraction], Interval] = {}
    left = zip(((("neither"), amount) for amount in states.money), solved.left, strict=False)
    for key, chance in [*zip(states.ends, solved.ends, strict=True), *left]:
        if chance.high:
            money[key] = _plus(money[key], chance) if key in money else chance
    slips = _sum((Fraction(times), visits) for times, visits in zip(states.staked, solved.visits, strict=True))
    return StoppedPlay(law, staked, rules, system, programme, solved.kind,
                       tuple((how, amount, money[how, amount]) for how, amount in sorted(money, key=lambda k: k[::-1])),
                       _plus(*solved.visits), _times(slips, staked), _times(slips, lost),
                       _durations(states.chain, solved, rules.coups))


def _explored(law: BetLaw, staked: Fraction, rules: StopRules, system: System) -> _States:
    """All states that the play can come to, breadth first."""
    scale = math.lcm(staked.denominator, *(number.denominator for number in (
        rules.bankroll, rules.target, rules.stop_loss, rules.drawdown) if number is not None),
        *(line.pays.denominator for line in law.bet.lines))
    results = [(int(line.pays * scale), count) for line, count in zip(law.bet.lines, law.counts, strict=True) if count]
    common = math.gcd(law.of, *(count for _, count in results))
    slip, limits = int(staked * scale), _Limits.of(rules, scale)
    start = (int(rules.bankroll * scale), system.start, 0)
    found: dict[tuple[int, State, int], int] = {start: 0}
    rows: list[list[tuple[int, int]]] = []
    bets: list[int] = []
    ends: dict[tuple[str, int], int] = {}
    queue, following, depth = [start], [], 0
    while queue and (rules.coups is None or depth <= rules.coups):
        for money, at, fall in queue:
            times = system.stake(at, money, slip)
            bets.append(times)
            row: list[tuple[int, int]] = []
            for pays, count in results:
                net = pays * times
                after, stands = money + net, system.after(at, times, net)
                lower = 0 if limits.drawdown is None else max(fall - net, 0)
                end = limits.end(after, lower, system.stake(stands, after, slip) * slip)
                if end is not None:
                    row.append((-1 - ends.setdefault((end, after), len(ends)), count // common))
                    continue
                state = (after, stands, lower)
                if state not in found:
                    found[state] = len(found)
                    following.append(state)
                row.append((found[state], count // common))
            rows.append(row)
        if len(found) > MOST_STATES:
            raise UsageError(f"`bankroll`, `target`, `coups`: more than {MOST_STATES:,} states of money and system"
                             " follow; take a nearer target, fewer coups, or a limit on stakes")
        queue, following, depth = following, [], depth + 1
    # What is first reached after the last coup is not played on.
    rows += [[] for _ in range(len(found) - len(rows))]
    bets += [0] * (len(found) - len(bets))
    order = sorted(found, key=lambda state: (state[0], state[1], state[2]))
    place = {found[state]: i for i, state in enumerate(order)}
    ordered = tuple(tuple((place[target] if target >= 0 else target, count) for target, count in rows[found[state]])
                    for state in order)
    return _States(Chain(ordered, law.of // common, place[0], len(ends)),
                   tuple(Fraction(money, scale) for money, *_ in order), tuple(bets[found[state]] for state in order),
                   tuple((how, Fraction(money, scale)) for how, money in ends))


@dataclass(frozen=True)
class _Limits:
    """Stop rules as whole multiples of the smallest result."""

    target: int | None
    floor: int
    drawdown: int | None

    @staticmethod
    def of(rules: StopRules, scale: int) -> _Limits:
        return _Limits(None if rules.target is None else int(rules.target * scale),
                       0 if rules.stop_loss is None else int((rules.bankroll - rules.stop_loss) * scale),
                       None if rules.drawdown is None else int(rules.drawdown * scale))

    def end(self, money: int, fall: int, needed: int) -> str | None:
        """What ends the play with this money, this far below its highest, where the next bet needs so much."""
        if self.target is not None and money >= self.target:
            return "target"
        if money <= self.floor and self.floor:
            return "stop_loss"
        if self.drawdown is not None and fall >= self.drawdown:
            return "drawdown"
        return "ruin" if money < needed else None


def _require_ending(states: _States) -> None:
    """Raises UsageError where the play can come to a state from which it never ends."""
    before: list[list[int]] = [[] for _ in states.chain.rows]
    ending = []
    for i, row in enumerate(states.chain.rows):
        if any(target < 0 for target, _ in row):
            ending.append(i)
        for target, _ in row:
            if target >= 0:
                before[target].append(i)
    seen = set(ending)
    while ending:
        for i in before[ending.pop()]:
            if i not in seen:
                seen.add(i)
                ending.append(i)
    stuck = next((i for i in range(len(states.money)) if i not in seen), None)
    if stuck is not None:
        raise UsageError(f"`coups`: without it this play never ends: from money {states.money[stuck]} no result of the"
                         " bet leads to the target, a loss or ruin; give a number of coups")


def _durations(chain: Chain, solved: Solved, coups: int | None
               ) -> tuple[tuple[Fraction, int | None], ...]:
    """The first number of coups after which the play has ended with a probability."""
    alive: tuple[Any, ...]
    if coups is None:
        alive = still_playing(chain, float(1 - max(DURATIONS)), LONGEST)
    else:
        alive = (*solved.alive[:-1], Fraction(0))

    def first(p: Fraction) -> int | None:
        return next((n for n, still in enumerate(alive) if still <= float(1 - p)), None)

    return tuple((p, first(p)) for p in DURATIONS)
