"""Values that show themselves: as a table in a notebook and in print, at a prompt as one line that says what they are.

Game, engine and analysis know no form of output. What shows their values stands in a layer above, which says so with
`show_by` and is looked up when the first value is shown, not before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas
    from pandas import DataFrame


class Display(Protocol):
    """What shows values: the table of one; a table or a document in a form by its name; a table as a data frame;
    the document of an answer; the picture of a value."""

    def table_of(self, value: object, /) -> Any: ...

    def shown(self, value: Any, form: str, /) -> str: ...

    def frame_of(self, table: Any, /) -> DataFrame: ...

    def document_of(self, answer: Any, /) -> Any: ...

    def plot_of(self, value: Any, /) -> Canvas: ...


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


class Data:
    """Says to machines what its command says in JSON."""

    def to_dict(self) -> dict[str, Any]:
        """What the JSON of its command says beside the game and the shoe."""
        return dict(_display().document_of(self).data)


class Answer(Printed, Data):
    """Shows itself as its command does: in a notebook and in print by its tables."""

    def _shown(self, form: str) -> str:
        return _display().shown(_display().document_of(self), form)

    @property
    def tables(self) -> list[Any]:
        """Its tables of exact values."""
        tables: list[Any] = _display().document_of(self).tables
        return tables


def plotted(value: object) -> Canvas:
    """The picture of a value as a figure of matplotlib; raises UsageError where there is nothing to draw."""
    return _display().plot_of(value)


class Drawn:
    """Has a picture."""

    def plot(self) -> Canvas:
        """Its picture as a figure of matplotlib; raises UsageError where there is nothing to draw."""
        return plotted(self)


class Shown(Printed):
    """Shows itself as its table: in a notebook, as text, as records, as a data frame."""

    @property
    def table(self) -> Any:
        """Its table of exact values."""
        return _display().table_of(self)

    def _shown(self, form: str) -> str:
        return _display().shown(self.table, form)

    def _repr_latex_(self) -> str:
        return _display().shown(self.table, "latex")

    def to_records(self) -> list[dict[str, Any]]:
        """The rows of its table as dicts of exact values."""
        records: list[dict[str, Any]] = self.table.to_records()
        return records

    def to_pandas(self) -> DataFrame:
        """Its table as a data frame: a float column for each number, and beside it its exact value as text.

        Counts are Python ints. Raises UsageError where pandas is not installed (extra `frames`).
        """
        return _display().frame_of(self.table)
