"""What a report is, before it has a format: a document of headings, paragraphs and tables of exact values.

Every format shows the same document; a cell is an exact value, and its column says how people read it. JSON carries
the document's `data`, built from the same values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from exact.report.numbers import Root

Style = Literal["text", "count", "probability", "percent", "signed percent", "one in", "number", "per 10^7", "exact"]
"""How a column is read:

count: a whole number, thousands separated; probability: `digits` decimals; percent: two fewer; one in: the reciprocal
of a probability; number: as short as it is exact (a pay); per 10^7: signed, in units of 10^-7; exact: a fraction.
"""
Cell = str | int | Fraction | Root | None


@dataclass(frozen=True)
class Column:
    """A column: its heading, how its values are read, and a key for machines."""

    title: str
    style: Style = "text"
    key: str = ""

    @property
    def name(self) -> str:
        return self.key or self.title.lower().replace(" ", "_")


@dataclass(frozen=True)
class Table:
    """Rows of exact values under a title that says what a number is of and per; a cell None is not defined.

    `key` is its name for machines (by default the title); `of` is what its counts are out of.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    key: str = ""
    of: int | None = None

    def __str__(self) -> str:
        return self._shown("text")

    def _repr_html_(self) -> str:
        return self._shown("html")

    def _shown(self, form: str) -> str:
        from exact.report.writers import table_alone  # the writers import this module
        return table_alone(self, form)


@dataclass(frozen=True)
class Heading:
    text: str


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Bullets:
    items: tuple[str, ...]


@dataclass(frozen=True)
class Formula:
    """An equation: what it gives, both sides as text that a computer algebra system reads, and the whole as LaTeX."""

    title: str
    left: str
    right: str
    latex: str


Block = Heading | Paragraph | Bullets | Table | Formula


@dataclass(frozen=True)
class Document:
    """A report: its title, its parts in order, and the same as `data` for JSON (see `exact.report.writers`)."""

    title: str
    schema: str
    blocks: Sequence[Block]
    data: Mapping[str, Any] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @property
    def tables(self) -> list[Table]:
        return [block for block in self.blocks if isinstance(block, Table)]
