"""Exact numbers as people give them in Python: no float, which is none."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from exact.errors import UsageError, quoted
from exact.game.pays import read_number
from exact.game.shoe import MOST_DECKS
from exact.values import Interval, whole

Number = int | str | Fraction
"""An exact number: 8, `"0.95"`, `"19/20"`, `"5%"`, a Fraction. A float is none, and is refused."""
Numbers = Number | Iterable[Number]
"""One number or several, also as `"5%,50%"`."""


def exact_number(value: Number, argument: str) -> Fraction:
    """An exact number; raises UsageError for a float, with the way out, and BetError for what is none.

    >>> exact_number("5%", "stake")
    Fraction(1, 20)
    """
    if isinstance(value, float):
        text = repr(str(int(value) if value % 1 == 0 else value))
        raise UsageError(f"`{argument}` {value}: a float is not exact; write {text} or Fraction({text})")
    return read_number(value if (number := whole(value)) is None else number, f"`{argument}`")


def whole_number(value: Number, argument: str) -> int:
    """A whole number, also as a text; raises UsageError.

    >>> whole_number("14", "cut")
    14
    """
    number = exact_number(value, argument)
    if number.denominator != 1:
        raise UsageError(f"`{argument}` {quoted(value)}: write a whole number")
    return int(number)


def exact_numbers(values: Numbers, argument: str) -> tuple[Fraction, ...]:
    """One or several, also as `"5%,50%"`; raises as `exact_number`."""
    return tuple(exact_number(value, argument) for value in _several(values))


def whole_numbers(values: Numbers, argument: str) -> tuple[int, ...]:
    """One or several whole numbers; raises as `whole_number`."""
    return tuple(whole_number(value, argument) for value in _several(values))


def _several(values: Numbers) -> Iterable[Number]:
    if isinstance(values, str):
        return [value.strip() for value in values.split(",")]
    return values if isinstance(values, Iterable) else [values]


def probabilities(values: Numbers, argument: str) -> tuple[Fraction, ...]:
    """Probabilities; raises UsageError for one that is not between 0 and 1.

    >>> probabilities("5%,0.5", "quantiles")
    (Fraction(1, 20), Fraction(1, 2))
    """
    found = exact_numbers(values, argument)
    wrong = next((p for p in found if not 0 < p < 1), None)
    if wrong is not None:
        raise UsageError(f"`{argument}` {quoted(values)}: {wrong} is not a probability between 0 and 1, such as 5% or"
                         " 0.95")
    return found


def interval(value: Number | Interval, argument: str) -> Interval:
    """Two numbers and all between them, `"5%..8%"`; raises UsageError for one alone, or the higher first."""
    if isinstance(value, Interval):
        return value
    low, found, high = str(value).partition("..")
    if not found:
        raise UsageError(f"`{argument}` {quoted(value)}: write an interval, such as 5%..8%")
    ends = Interval(exact_number(low.strip(), argument), exact_number(high.strip(), argument))
    if ends.low > ends.high:
        raise UsageError(f"`{argument}` {quoted(value)}: write the lower end first")
    return ends


def deck_numbers(value: int | str | Iterable[int | str] | None, argument: str, own: int | None
                 ) -> tuple[int | None, ...]:
    """Numbers of decks, None for the infinite shoe; `own` where none is given. Raises UsageError.

    >>> deck_numbers("6,8,inf", "at", None)
    (6, 8, None)
    """
    if value is None:
        return (own,)
    given = str(value).split(",") if isinstance(value, int | str) else list(map(str, value))
    numbers = [text.strip() for text in given]
    for text in numbers:
        plain = text.isascii() and text.isdigit() and len(text) < 11
        if text != "inf" and not (plain and 1 <= int(text) <= MOST_DECKS):
            raise UsageError(f"`{argument}` {quoted(value)}: write numbers of decks from 1 to {MOST_DECKS:,}, or inf,"
                             " such as 6,8")
    if len(set(numbers)) < len(numbers):
        raise UsageError(f"`{argument}` {quoted(value)}: names a number of decks twice")
    return tuple(None if text == "inf" else int(text) for text in numbers)
