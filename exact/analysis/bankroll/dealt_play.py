"""Plays with stop rules dealt at random, as a check on what is computed: it shares no step with the chain."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from exact.analysis.bankroll.play import Programme, StopRules
from exact.analysis.bankroll.stopping import ENDS
from exact.analysis.bankroll.systems import System
from exact.analysis.odds.laws import BetLaw
from exact.display import Answer
from exact.errors import UsageError
from exact.progress import Progress, quiet
from exact.values import SEED, SESSIONS, Estimate

AT_ONCE = 500_000
LONGEST = 1_000_000
"""Coups after which a play without a horizon is given up."""


@dataclass(frozen=True)
class DealtPlays(Answer):
    """How so many plays ended, with the means of their coups, of the result, and of that with what is given back."""

    law: BetLaw
    rules: StopRules
    sessions: int
    ends: tuple[tuple[str, Estimate], ...]
    coups: Estimate
    result: Estimate
    ev: Estimate

    def __repr__(self) -> str:
        return f"<{self.sessions:,} plays of {self.law.bet.name} dealt, seed {self.coups.seed}>"


def deal_plays(law: BetLaw, staked: Fraction, rules: StopRules, system: System, programme: Programme,
               sessions: int = SESSIONS, seed: int = SEED, progress: Progress = quiet) -> DealtPlays:
    """Plays of a slip, each coup from a fresh shoe. Raises UsageError for rules that contradict each other, a fall from
    the highest point, rolling chips and Labouchere, which are computed and not dealt."""
    rules.check(staked)
    programme.check()
    for argument, given in (("drawdown", rules.drawdown), ("rolling", programme.rolling), ("system", system.line)):
        if given:
            raise UsageError(f"`{argument}`: is computed, and not dealt; leave it out here")
    dealer = _Dealer(law, staked, rules, system)
    random = np.random.Generator(np.random.PCG64(seed))
    sizes = [min(AT_ONCE, sessions - done) for done in range(0, sessions, AT_ONCE)]
    parts = [dealer.play(random, size) for size in progress(sizes, len(sizes), "sessions")]
    money, ends, coups = (np.concatenate([part[i] for part in parts]) for i in range(3))
    result = (money - dealer.bankroll) / dealer.scale
    loss = np.maximum(-result, 0)
    back = np.where(loss >= float(programme.rebate_from), loss, 0) * float(programme.rebate) + float(programme.show_up)

    def estimate(values: Any) -> Estimate:
        error = float(values.std(ddof=1)) / math.sqrt(sessions) if sessions > 1 else None
        return Estimate(float(values.mean()), error, sessions, seed)

    return DealtPlays(law, rules, sessions, tuple((end, estimate(ends == i)) for i, end in enumerate(ENDS)
                                                  if (ends == i).any()),
                      estimate(coups), estimate(result), estimate(result + back))


class _Dealer:
    """Money in whole multiples of the smallest result."""

    def __init__(self, law: BetLaw, staked: Fraction, rules: StopRules, system: System) -> None:
        numbers = [staked, rules.bankroll, rules.target or Fraction(0), rules.stop_loss or Fraction(0)]
        self.scale = math.lcm(*(number.denominator for number in numbers),
                              *(line.pays.denominator for line in law.bet.lines))
        self.bankroll = int(rules.bankroll * self.scale)
        self.slip, self.rules, self.system = int(staked * self.scale), rules, system
        self.nets = np.array([int(line.pays * self.scale) for line in law.bet.lines])
        self.upper = np.cumsum([count / law.of for count in law.counts])
        self.rungs = np.array(system.stakes)
        self.target = math.inf if rules.target is None else int(rules.target * self.scale)
        self.floor = -1 if not rules.stop_loss else self.bankroll - int(rules.stop_loss * self.scale)

    def play(self, random: Any, size: int) -> tuple[Any, Any, Any]:
        """The money, what ended it and the coups of so many plays."""
        money, rung = np.full(size, self.bankroll), np.zeros(size, dtype=int)
        ends, coups, playing = np.full(size, ENDS.index("neither")), np.zeros(size, dtype=int), np.arange(size)
        for _ in range(self.rules.coups or LONGEST):
            if not len(playing):
                break
            line = np.searchsorted(self.upper, random.random(len(playing)), side="right")
            net = self.nets[np.minimum(line, len(self.nets) - 1)]
            money[playing] += net * self._stakes(money[playing], rung[playing])
            rung[playing] = self._stand(rung[playing], net)
            coups[playing] += 1
            now = money[playing]
            broke = now < self._stakes(now, rung[playing]) * self.slip
            how = np.select([now >= self.target, now <= (self.floor if self.floor > 0 else -1), broke],
                            [ENDS.index("target"), ENDS.index("stop_loss"), ENDS.index("ruin")], ENDS.index("neither"))
            ends[playing] = how
            playing = playing[how == ENDS.index("neither")]
        else:
            if self.rules.coups is None and len(playing):
                raise UsageError(f"`coups`: some plays had no end after {LONGEST:,}; give a number of coups")
        return money, ends, coups

    def _stakes(self, money: Any, rung: Any) -> Any:
        share = self.system.share
        if share is None:
            wanted = self.rungs[rung]
        else:
            wanted = np.maximum(money * share.numerator // (share.denominator * self.slip), 1)
        return wanted if self.system.limit is None else np.minimum(wanted, self.system.limit)

    def _stand(self, rung: Any, net: Any) -> Any:
        system, top = self.system, len(self.rungs) - 1
        won = np.zeros_like(rung) if system.win is None else np.maximum(rung + system.win, 0)
        moved = np.where(net > 0, won, np.where(net < 0, np.maximum(rung + system.loss, 0), rung))
        return np.where(moved > top, top if system.stays else 0, moved)
