"""Values that show themselves: as a table in a notebook and in print, at a prompt as one line that says what they are.

Game, engine and analysis know no form of output. What shows their values stands in a layer above, which says so with
`show_by` and is looked up when the first value is shown, not before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pandas import DataFrame


class Display(Protocol):
    """What shows values: the table of one; a table or a document in a form by its name; a table as a data frame."""

    def table_of(self, value: object, /) -> Any: ...

    def shown(self, value: Any, form: str, /) -> str: ...

    def frame_of(self, table: Any, /) -> DataFrame: ...


_look_up: list[Callable[[], Display]] = []


def show_by(look_up: Callable[[], Display]) -> None:
    """Say what shows values; `look_up` gives it, and may import what it needs."""
    _look_up[:] = [look_up]


def _display() -> Display:
    return _look_up[0]()


class Printed:
    """Shows itself as text and in a notebook."""

    def _shown(self, form: str) -> str:
        return _display().shown(self, form)

    def __str__(self) -> str:
        return self._shown("text")

    def _repr_html_(self) -> str:
        return self._shown("html")


class Shown(Printed):
    """Shows itself as its table: in a notebook, as text, as records, as a data frame."""

    @property
    def table(self) -> Any:
        """Its table of exact values."""
        return _display().table_of(self)

    def _shown(self, form: str) -> str:
        return _display().shown(self.table, form)

    def _repr_latex_(self) -> str:
        return self._shown("latex")

    def to_records(self) -> list[dict[str, Any]]:
        """The rows of its table as dicts of exact values."""
        records: list[dict[str, Any]] = self.table.to_records()
        return records

    def to_pandas(self) -> DataFrame:
        """Its table as a data frame: a float column for each number, and beside it its exact value as text.

        Counts are Python ints. Raises UsageError where pandas is not installed (extra `frames`).
        """
        return _display().frame_of(self.table)
