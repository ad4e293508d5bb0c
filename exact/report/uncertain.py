"""Numbers that are not one exact value, bounded and simulated ones: as people read them, in JSON, and in CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exact.report.numbers import SIGNIFICANT, below, fixed, rational
from exact.values import Estimate, Interval

if TYPE_CHECKING:
    from exact.report.document import Cell, Column, Style, Table

PERCENT = ("percent", "signed percent")


def interval_text(value: Interval, style: Style, digits: int) -> str:
    """Bounds in so many digits as one number if both round to it, else as an interval, rounded outward."""
    percent = style in PERCENT
    sign = style == "signed percent"
    factor, places, unit = (100, max(digits - 2, 0), " %") if percent else (1, digits, "")
    low, high = value.low * factor, value.high * factor
    shown = [fixed(end, places, sign) for end in (low, high)]
    if shown[0] != shown[1]:
        outer = Fraction(low * 10**places // 1, 10**places), -Fraction(-high * 10**places // 1, 10**places)
        return f"{fixed(outer[0], places, sign)} to {fixed(outer[1], places, sign)}{unit}"
    if (low or high) and round(low * 10**places) == 0:
        text = below(places, high <= 0) if low >= 0 or high <= 0 else "+-" + below(places).removeprefix("< ")
        return f"{text}{unit}"
    return f"{shown[0]}{unit}"


def estimate_text(value: Estimate, style: Style, digits: int) -> str:
    """A simulated number and its standard error, marked by the sign between them."""
    if value.mean is None:
        return "n/a (not seen)"
    factor, places, unit = (100, max(digits - 2, 0), " %") if style in PERCENT else (1, digits, "")
    error = "n/a" if value.standard_error is None else f"{value.standard_error * factor:.{places}f}"
    return f"{value.mean * factor:.{places}f} ± {error}{unit}"


# ---------------------------------------------------------------------------------------------------------------
# in JSON

def outward(value: Fraction, up: bool) -> str:
    """A decimal at or beyond a bound."""
    context = Context(prec=SIGNIFICANT, rounding=ROUND_CEILING if up else ROUND_FLOOR)
    return format(context.divide(Decimal(value.numerator), Decimal(value.denominator)), "f")


def interval_data(value: Interval | None) -> dict[str, str] | None:
    """An exact number, or a bounded one."""
    if value is None:
        return None
    if value.exact:
        return rational(value.low)
    return {"low": outward(value.low, up=False), "high": outward(value.high, up=True)}


def interval_of(data: Mapping[str, str]) -> Interval:
    """An exact or a bounded number from its JSON."""
    if "fraction" in data:
        return Interval.at(Fraction(data["fraction"]))
    return Interval(Fraction(data["low"]), Fraction(data["high"]))


def estimate_data(value: Estimate | None) -> dict[str, Any] | None:
    """A simulated number; null where nothing was seen to take a mean of."""
    if value is None or value.mean is None:
        return None
    error = None if value.standard_error is None else f"{value.standard_error:.6g}"
    return {"mean": f"{value.mean:.15g}", "standard_error": error, "n": value.n, "seed": value.seed}


# ---------------------------------------------------------------------------------------------------------------
# in CSV

def in_numbers(table: Table) -> Table:
    """The table with a column for each number: a bounded one has its low and its high beside it, and is itself empty
    where it is not exact; a simulated one its standard error, the shoes behind it, and the seed."""
    if not table.rows:
        return table
    columns: list[Column] = []
    cells: list[list[Cell]] = []
    for column, values in zip(table.columns, zip(*table.rows, strict=True), strict=True):
        for one, numbers in _parts(column, values):
            columns.append(one)
            cells.append(numbers)
    return replace(table, columns=tuple(columns), rows=tuple(zip(*cells, strict=True)))


def _parts(column: Column, values: tuple[Cell, ...]) -> Iterator[tuple[Column, list[Cell]]]:
    """A column of any numbers as columns of exact ones and of texts."""
    if any(isinstance(value, Estimate) for value in values):
        estimates = [value if isinstance(value, Estimate) else None for value in values]
        data = [estimate_data(value) or {"mean": None, "standard_error": None} for value in estimates]
        yield replace(column, style="text"), [one["mean"] for one in data]
        yield _beside(column, "standard error"), [one["standard_error"] for one in data]
        yield _beside(column, "shoes", "count"), [value and value.n for value in estimates]
        yield _beside(column, "seed", "count"), [value and value.seed for value in estimates]
        return
    yield column, [value if not isinstance(value, Interval) else value.low if value.exact else None for value in values]
    if any(isinstance(value, Interval) and not value.exact for value in values):
        for end in ("low", "high"):
            yield replace(column, title=f"{column.title}, {end}", key=f"{column.name}_{end}"), [
                _end(value, end) for value in values]


def _beside(column: Column, what: str, style: Style = "text") -> Column:
    return replace(column, title=f"{column.title} {what}", key=f"{column.key}_{what}" if column.key else "",
                   style=style)


def _end(value: Cell, end: str) -> Cell:
    if not isinstance(value, Interval) or value.exact:
        return value.low if isinstance(value, Interval) else value
    return Fraction(outward(getattr(value, end), end == "high"))
