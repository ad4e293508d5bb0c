"""One table by itself as JSON: its rows as records of exact values."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from exact.report.document import Cell, Column, Table
from exact.report.numbers import Root, exact_text, rational, root, significant

SCHEMA = "exact-table/1"


def table_data(name: str, table: Table) -> dict[str, Any]:
    """A table under its name: columns, records by the columns' machine names, what counts are out of, and notes."""
    columns = [{"name": column.name, "title": column.title, "style": column.style} for column in table.columns]
    rows = [{column.name: cell_data(cell, column) for cell, column in zip(row, table.columns, strict=True)}
            for row in table.rows]
    return {"table": name, "title": table.title, "columns": columns, "of": None if table.of is None else str(table.of),
            "rows": rows, "notes": list(table.notes)}


def cell_data(cell: Cell, column: Column) -> Any:
    """A value as JSON has it: a count as digits, a rational or a root with its decimal, a rounded number as a decimal
    alone, what is not defined as null."""
    value = column.value(cell)
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Root):
        return root(value)
    if column.rounded:
        return {"decimal": significant(Fraction(value))}
    return exact_text(value) if column.style in ("text", "count") else rational(Fraction(value))
