"""Values that show themselves: as a table in a notebook and in print, at a prompt as one line that says what they are.

Game, engine and analysis know no form of output: what the table of a value is stands in `exact.report.display`, which
is looked up when a table is asked for, and not before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pandas import DataFrame

    from exact.report.document import Cell, Table


class Shown:
    """Shows itself as its table: in a notebook, as text, as records, as a data frame."""

    @property
    def table(self) -> Table:
        from exact.report.display import table_of
        return table_of(self)

    def __str__(self) -> str:
        return str(self.table)

    def _repr_html_(self) -> str:
        return self.table._repr_html_()

    def _repr_latex_(self) -> str:
        return self.table._repr_latex_()

    def to_records(self) -> list[dict[str, Cell]]:
        """The rows of its table as dicts of exact values."""
        return self.table.to_records()

    def to_pandas(self) -> DataFrame:
        """Its table as a data frame: floats, and beside them the exact values as text (extra `frames`)."""
        return self.table.to_pandas()
