"""What a line pays: exact numbers as casinos print them, commissions, and pays that are left open."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exact.errors import BetError, quoted

MOST_PAID = 10**6
_ROUND: dict[str, Callable[[Fraction], int]] = {
    "up": math.ceil, "down": math.floor, "nearest": lambda steps: math.floor(steps + Fraction(1, 2))}
_WORDS = {"push": Fraction(0), "lose": Fraction(-1)}


def read_number(value: Any, where: str) -> Fraction:
    """An exact number: 8, 0.95, "19/20", "5%"; raises BetError for nan, infinities and anything else."""
    if isinstance(value, Fraction):
        return value
    text = str(value).strip()
    percent = text.endswith("%")
    try:
        if isinstance(value, bool) or len(text) > 60 or not isinstance(value, (int, float, str)):
            raise ValueError
        if isinstance(value, str) and "e" in text.lower():
            raise ValueError
        # A float is taken as the decimal that it prints: 1e-1 is a tenth, not the binary number nearest to it.
        number = Fraction(text.removesuffix("%").rstrip() if isinstance(value, str) else text)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise BetError(f"{where}: {quoted(value)} is not a number; write 8, 0.95, \"19/20\" or \"5%\"") from None
    return number / 100 if percent else number


def read_pay(value: Any, where: str) -> Fraction:
    """A net result to 1: a number, `push`, `lose`, or as cards print it, `"3 to 2"`, `"3:2"`, `"9 for 1"` (8 to 1)."""
    if isinstance(value, str):
        if value in _WORDS:
            return _WORDS[value]
        for mark, back in ((" to ", 0), (" for ", 1), (":", 0)):
            paid, found, staked = value.partition(mark)
            if found:
                stake = read_number(staked, where)
                if stake <= 0:
                    raise BetError(f"{where}: {quoted(value)} is paid on no stake; write \"8 to 1\"")
                return read_number(paid, where) / stake - back
        if value.strip().endswith("%"):
            raise BetError(f"{where}: {quoted(value)} is a percentage, and a pay is a number to one; write 0.95, or"
                           " what the house keeps as commission = \"5%\"")
    return read_number(value, where)


@dataclass(frozen=True)
class Commission:
    """What the house keeps of a win; rounding and minimum make the net result depend on the stake."""

    rate: Fraction
    """Its share of the win, from 0 to 1."""
    unit: Fraction | None = None
    """The sum of money of which it is a multiple; None: it is not rounded."""
    rounding: str = "nearest"
    """To which multiple: `up`, `down`, or `nearest`, halves up."""
    minimum: Fraction = Fraction(0)
    """The least sum of money that is due."""

    def __post_init__(self) -> None:
        if not 0 <= self.rate <= 1:
            raise BetError(f"rate {quoted(self.rate)} is not between 0 and 1 (or 0 % and 100 %)")
        if (self.unit is not None and self.unit <= 0) or self.minimum < 0:
            raise BetError("a unit is above 0, and a minimum is not below 0")
        if self.rounding not in tuple(_ROUND):
            raise BetError(f"rounding {quoted(self.rounding)} is none of up, down, nearest (halves up)")

    @property
    def needs_stake(self) -> bool:
        """Whether the net result depends on the money staked."""
        return self.unit is not None or self.minimum > 0

    def net(self, pays: Fraction, stake: Fraction) -> Fraction:
        """The net result of a unit stake after commission on a win of `pays` to 1."""
        due = self.rate * pays * stake
        if self.unit is not None:
            due = self.unit * _ROUND[self.rounding](due / self.unit)
        return pays - max(due, self.minimum) / stake


# ---------------------------------------------------------------------------------------------------------------
# pays left open

USUAL = tuple(map(Fraction, ("1/2", "1", "3/2", "2", "5/2", *map(str, range(3, 13)), *map(str, range(15, 51, 5)), "60",
                             "75", "80", "100", "120", "125", "150", "175", "200", "250", "300", "400", "500", "750",
                             "1000")))
"""What layouts usually pay to one, from one to two up."""


@dataclass(frozen=True)
class Ladder:
    """What a pay may be that is left open: some pays, or steps from `low` on of which `count` are meant."""

    some: tuple[Fraction, ...] = ()
    low: Fraction = Fraction(0)
    step: Fraction = Fraction(1)
    steps: int = 0

    def __len__(self) -> int:
        return self.steps or len(self.some)

    @property
    def pays(self) -> tuple[Fraction, ...]:
        """Each once, the smallest first; there can be many."""
        return self.some or tuple(self.low + i * self.step for i in range(self.steps))

    @property
    def highest(self) -> Fraction:
        return self.some[-1] if self.some else self.low + (self.steps - 1) * self.step


def read_ladder(value: Any, where: str) -> Ladder | None:
    """A pay left open, None for one that is given.

    `"10..40"` is each whole number, `"1..3 by 1/2"` each half, `"10..40 usual"` what layouts usually pay between, `"?"`
    all that they usually pay, `"push | 1/2 | 1"` one of these. Raises BetError.
    """
    if not isinstance(value, str) or not ("?" in value or ".." in value or "|" in value):
        return None
    if value.strip() == "?":
        return Ladder(USUAL)
    if "|" in value:
        return Ladder(tuple(sorted({read_pay(part.strip(), where) for part in value.split("|")})))
    ends, _, by = value.partition(" by ")
    usual = ends.rstrip().endswith(" usual")
    low, found, high = ends.rstrip().removesuffix(" usual").partition("..")
    if not found or (usual and by):
        raise BetError(f"{where}: {quoted(value)} is no open pay; write \"10..40\", \"1..3 by 1/2\", \"10..40 usual\","
                       " \"push | 1/2 | 1\" or \"?\"")
    first, last = (read_pay(end.strip(), where) for end in (low, high))
    step = read_number(by.strip(), where) if by else Fraction(1)
    some = tuple(pay for pay in USUAL if first <= pay <= last) if usual else ()
    steps = 0 if usual or step <= 0 else (last - first) // step + 1
    if not some and steps < 1:
        raise BetError(f"{where}: {quoted(value)} holds no pay; write the lower end first, and a step above 0")
    return Ladder(some, first, step, steps)


def awkwardness(pay: Fraction) -> int:
    """How far a pay is from those that people read at a glance: 0 for the usual ones, 4 for an odd fraction."""
    if pay in USUAL or pay <= 0:
        return 0
    if pay.denominator == 1:
        return 1 if pay % 5 == 0 else 2
    return 3 if pay.denominator == 2 else 4
