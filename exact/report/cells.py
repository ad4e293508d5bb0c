"""Cells of a table as people read them: the one place where a style becomes digits, and a text becomes harmless."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from exact.report.document import Cell, Table
from exact.report.numbers import DIGITS, Percentage, Root, Style, exact_text, fixed, rounded
from exact.report.uncertain import estimate_text, interval_text
from exact.values import Estimate, Interval

NOT_DEFINED = "n/a"


def show(value: Cell, style: Style, digits: int) -> str:
    """A cell for people, with `digits` decimals for a probability; what is not 0 never reads as 0."""
    if value is None:
        return NOT_DEFINED
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, Estimate):
        return estimate_text(value, style, digits)
    if isinstance(value, Interval):
        return show(value.low, style, digits) if value.exact else interval_text(value, style, digits)
    percent_digits = max(digits - 2, 0)
    style = "percent" if isinstance(value, Percentage) else style
    if style in ("percent", "signed percent"):
        return f"{rounded(_times(value, 100), percent_digits, sign=style != 'percent')} %"
    if style == "per 10^7":
        return rounded(_times(value, 10**7), 2, sign=True, separators=True)
    if isinstance(value, Root):
        return rounded(value, digits)
    if style == "count" or (style == "number" and isinstance(value, int)):
        return fixed(value, 0, separators=True)
    if style == "one in":
        return rounded(1 / Fraction(value), 2, separators=True) if value else "never"
    if style in ("number", "signed number"):
        return short_number(Fraction(value), digits, sign=style != "number")
    return exact_text(value) if style == "exact" else rounded(value, digits)


def _times(value: int | Fraction | Root, factor: int) -> int | Fraction | Root:
    return Root(value.square * factor**2, value.negative) if isinstance(value, Root) else value * factor


def short_number(value: Fraction, digits: int = DIGITS, sign: bool = False) -> str:
    """A pay as it is printed on a layout: 8, 0.95, 28.6; with `digits` decimals if it has no end."""
    for places in range(digits + 1):
        if (value * 10**places).denominator == 1:
            return fixed(value, places, sign, separators=True)
    return rounded(value, digits, sign, separators=True)


@lru_cache(maxsize=4096)
def harmless(text: str) -> str:
    """A text on one line, in which characters that hide or turn others are shown by their numbers.

    Control characters and the marks that reverse the direction of reading could make a page say one thing to a person
    and another to a machine.
    """
    line = " ".join(text.split())
    if line.isascii() and line.isprintable():
        return line
    return "".join(f"<U+{ord(c):04X}>" if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") else c
                   for c in line)


def body(table: Table, digits: int) -> list[list[str]]:
    """The cells of a table as people read them."""
    return [[show(cell, column.style, digits) for cell, column in zip(row, table.columns, strict=True)]
            for row in table.rows]


def titles(table: Table) -> list[str]:
    return [harmless(column.title) for column in table.columns]


def align(table: Table) -> list[str] | None:
    """For tabulate: text to the left, numbers to the right, pays by their decimal points."""
    if not table.rows:
        return None
    return [{"text": "left", "exact": "left", "number": "decimal"}.get(column.style, "right")
            for column in table.columns]


def pads(table: Table, cells: list[list[str]]) -> list[list[str]]:
    """By column what each number lacks to be as long after the point as the longest of its column."""
    return [decimals_missing([row[i] for row in cells]) if column.style == "number" else [""] * len(cells)
            for i, column in enumerate(table.columns)]


def decimals_missing(column: list[str]) -> list[str]:
    """What each number of a column lacks: '.00', '0' or nothing."""
    after = [len(text.partition(".")[2]) if text[-1:].isdigit() else 0 for text in column]
    longest = max(after, default=0)
    return ["" if not text[-1:].isdigit() or not longest
            else ("." if not here else "") + "0" * (longest - here) for text, here in zip(column, after, strict=True)]


def narrowed(natural: list[int], least: list[int], texts: list[bool], most: float) -> list[int]:
    """The widths of columns with texts wrapped, the widest first, until `most` characters have room for all; none is
    narrower than what cannot break in it."""
    widths = list(natural)
    while sum(widths) > most:
        able = [(width, i) for i, width in enumerate(widths) if texts[i] and width > least[i]]
        if not able:
            break
        widths[max(able)[1]] -= 1
    return widths


# ---------------------------------------------------------------------------------------------------------------
# tables of many columns, in parts that fit a page

SIDE_BY_SIDE = 5
"""Bets side by side in one table."""


def side_by_side(names: Sequence[str], most: int = SIDE_BY_SIDE) -> list[tuple[range, str]]:
    """Columns that fit one table, and what tells it from the others: its first and last; nothing if it is alone."""
    parts = [range(start, min(start + most, len(names))) for start in range(0, len(names), most)]
    return [(part, "" if len(parts) == 1 else first_to_last([names[i] for i in part])) for part in parts]


def first_to_last(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]}"


def told(title: str, apart: str) -> str:
    """The title of a table with what tells it from the others."""
    return f"{title}: {apart}" if apart else title
