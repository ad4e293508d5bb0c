"""Tables as pandas data frames (extra `frames`)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exact.errors import UsageError
from exact.report.document import Cell, Table
from exact.report.number_columns import in_numbers
from exact.report.numbers import Root, exact_text, root_text, significant_root
from exact.values import Estimate, Interval

if TYPE_CHECKING:
    from pandas import DataFrame


def frame_of(table: Table) -> DataFrame:
    """Each column of numbers as floats, and beside it the exact values as text (`NAME_exact`)."""
    try:
        from pandas import DataFrame
    except ImportError:
        raise UsageError("to_pandas: needs pandas; python -m pip install 'exact[frames]'") from None
    table = in_numbers(table)
    columns: dict[str, Any] = {}
    for i, column in enumerate(table.columns):
        cells = [column.value(row[i]) for row in table.rows]
        if column.style in ("text", "count"):
            columns[column.name] = cells
        else:
            columns[column.name] = [_number(cell) for cell in cells]
        if not column.single:
            columns[f"{column.name}_exact"] = [_exact(cell) for cell in cells]
    return DataFrame(columns)


def _number(cell: Cell) -> float | None:
    if cell is None or isinstance(cell, str | Interval | Estimate):
        return None
    return float(significant_root(cell)) if isinstance(cell, Root) else float(cell)


def _exact(cell: Cell) -> str | None:
    if cell is None or isinstance(cell, str | Interval | Estimate):
        return None
    if isinstance(cell, Root):
        return root_text(cell)
    return exact_text(Fraction(cell))
