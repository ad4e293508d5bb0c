"""Betting systems that look at money and past results alone: how many times the slip is staked on the next coup.

A system is declared in a small TOML file:

    title = "Martingale up to 16"
    stakes = [1, 2, 4, 8, 16]   # a ladder of multiples of the slip, begun at the first
    win = "first"               # after a win: the first rung, or so many rungs up or down, as -1
    loss = 1                    # after a loss
    top = "first"               # past the top: back to the first rung, or "stay" (the default)

    line = [1, 2, 3, 4]         # or Labouchere: stake both ends; a win strikes them, a loss writes the stake behind
    proportional = "5%"         # or this share of the money, in whole slips, at least one

`limit` is the most that is staked, in slips. A push changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from exact.errors import UsageError, quoted
from exact.game.numbers import exact_number
from exact.game.toml_file import read_toml

State = tuple[int, ...]
"""Where a system stands: nothing, the rung of a ladder, or the line of Labouchere."""
MOST_LINE = 12
"""A line of Labouchere that is longer is given up, and begun again."""
_KEYS = {"title", "stakes", "win", "loss", "top", "line", "proportional", "limit"}


@dataclass(frozen=True)
class System:
    """How many slips are staked; without anything else one, on every coup."""

    title: str = "flat"
    stakes: tuple[int, ...] = (1,)
    win: int | None = None
    loss: int = 0
    stays: bool = True
    line: tuple[int, ...] = ()
    share: Fraction | None = None
    limit: int | None = None

    @property
    def start(self) -> State:
        return self.line or (() if self.share is not None else (0,))

    def stake(self, state: State, money: int, slip: int) -> int:
        """In slips, each of which stakes the sum `slip`; both in the smallest units of money."""
        if self.share is not None:
            wanted = max(1, int(self.share * money / slip))
        elif self.line:
            wanted = state[0] + state[-1] if len(state) > 1 else state[0]
        else:
            wanted = self.stakes[state[0]]
        return wanted if self.limit is None else min(wanted, self.limit)

    def after(self, state: State, stake: int, net: int) -> State:
        """Where the system stands after a coup that won the sum `net`."""
        if self.share is not None or not net:
            return state
        if self.line:
            following = state[1:-1] if net > 0 else (*state, stake)
            return following if 0 < len(following) <= MOST_LINE else self.line
        if net > 0 and self.win is None:
            return (0,)
        rung = max(state[0] + (self.win or 0 if net > 0 else self.loss), 0)
        if rung < len(self.stakes):
            return (rung,)
        return (len(self.stakes) - 1,) if self.stays else (0,)


FLAT = System()


def read_system(path: str | Path) -> System:
    """A system from its file; raises GameError or UsageError that names the file and the key."""
    data = read_toml(path)
    where = f"`system` {str(path)!r}"
    unknown = sorted(set(data) - _KEYS)
    if unknown:
        raise UsageError(f"{where}: key {unknown[0]!r} is unknown; keys are {', '.join(sorted(_KEYS))}")
    if sum(key in data for key in ("stakes", "line", "proportional")) != 1:
        raise UsageError(f"{where}: give `stakes`, `line` or `proportional`, one of them")
    stakes = _whole(data.get("stakes", [1]), f"{where}, stakes")
    line = _whole(data["line"], f"{where}, line") if "line" in data else ()
    win, loss, top = data.get("win", "first"), data.get("loss", 0), data.get("top", "stay")
    if not (win == "first" or type(win) is int) or type(loss) is not int or top not in ("stay", "first"):
        raise UsageError(f"{where}: `win` is \"first\" or a number of rungs, `loss` a number of rungs, `top` \"stay\""
                         " or \"first\"")
    share = exact_number(data["proportional"], "proportional") if "proportional" in data else None
    if share is not None and not 0 < share <= 1:
        raise UsageError(f"{where}, proportional {share}: a share of the money above 0 and at most 100%")
    limit = _whole([data["limit"]], f"{where}, limit")[0] if "limit" in data else None
    return System(str(data.get("title", Path(path).stem)), stakes, None if win == "first" else win, loss,
                  top == "stay", line, share, limit)


def _whole(values: Any, where: str) -> tuple[int, ...]:
    if not isinstance(values, list) or not values or not all(type(n) is int and 0 < n <= 10**6 for n in values):
        raise UsageError(f"{where} {quoted(values)}: write whole numbers from 1 to 1,000,000")
    return tuple(values)
