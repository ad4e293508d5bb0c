"""Tables for machines: a column for each number of a bounded or a simulated value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from exact.report.document import Cell, Column, Table
from exact.report.numbers import Style
from exact.report.uncertain import estimate_data, outward
from exact.values import Estimate, Interval


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
        yield replace(column, style="number", rounded=True), [_decimal(one["mean"]) for one in data]
        yield replace(_beside(column, "standard error", "number"), rounded=True), [
            _decimal(one["standard_error"]) for one in data]
        yield _beside(column, "shoes", "count"), [value and value.n for value in estimates]
        yield _beside(column, "seed", "count"), [value and value.seed for value in estimates]
        return
    yield column, [value if not isinstance(value, Interval) else value.low if value.exact else None for value in values]
    if any(isinstance(value, Interval) and not value.exact for value in values):
        for end in ("low", "high"):
            yield replace(column, title=f"{column.title}, {end}", key=f"{column.name}_{end}"), [
                _end(value, end) for value in values]


def _decimal(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _beside(column: Column, what: str, style: Style) -> Column:
    return replace(column, title=f"{column.title} {what}", key=f"{column.key}_{what}" if column.key else "",
                   style=style)


def _end(value: Cell, end: str) -> Cell:
    if not isinstance(value, Interval) or value.exact:
        return value.low if isinstance(value, Interval) else value
    return Fraction(outward(getattr(value, end), end == "high"))
