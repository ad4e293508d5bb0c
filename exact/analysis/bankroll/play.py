"""When a play ends, and what a house gives back: the terms of an evening, in units of money."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exact.errors import UsageError


@dataclass(frozen=True)
class StopRules:
    """When a play ends, in units of money: at `target` or more, at a loss of `stop_loss` or more, after a fall of
    `drawdown` or more from the highest point, after `coups`."""

    bankroll: Fraction
    target: Fraction | None = None
    stop_loss: Fraction | None = None
    coups: int | None = None
    drawdown: Fraction | None = None

    def check(self, staked: Fraction) -> None:
        """Raises UsageError for rules that contradict each other or a stake."""
        if not 0 < self.bankroll <= 10**9:
            raise UsageError(f"`bankroll` {self.bankroll}: a sum of money above 0")
        if self.bankroll < staked:
            raise UsageError(f"`bankroll` {self.bankroll}: does not pay for the first bet, {staked}; bring more or"
                             " stake less")
        if self.target is not None and self.target <= self.bankroll:
            raise UsageError(f"`target` {self.target}: is to be above the bankroll, {self.bankroll}")
        if self.stop_loss is not None and not 0 < self.stop_loss <= self.bankroll:
            raise UsageError(f"`stop_loss` {self.stop_loss}: a loss above 0 and at most the bankroll, {self.bankroll}")
        if self.drawdown is not None and self.drawdown <= 0:
            raise UsageError(f"`drawdown` {self.drawdown}: a fall above 0")
        if self.target is None and self.coups is None:
            raise UsageError("`coups`: without it or a `target` nothing ends a play that wins: it is unbounded; give"
                             " one of them")


@dataclass(frozen=True)
class Programme:
    """What a house gives back: `rebate` of a loss at the end of at least `rebate_from`, `rolling` of every chip lost
    (dead chips, whose wins are paid in cash), `show_up` money at the beginning."""

    rebate: Fraction = Fraction(0)
    rebate_from: Fraction = Fraction(0)
    rolling: Fraction = Fraction(0)
    show_up: Fraction = Fraction(0)

    def check(self) -> None:
        """Raises UsageError for a share out of range."""
        for argument, value in (("rebate", self.rebate), ("rolling", self.rolling)):
            if not 0 <= value <= 1:
                raise UsageError(f"`{argument}` {value}: from 0% to 100%")
        for argument, value in (("rebate_from", self.rebate_from), ("show_up", self.show_up)):
            if value < 0:
                raise UsageError(f"`{argument}` {value}: not below 0")


NOTHING = Programme()
