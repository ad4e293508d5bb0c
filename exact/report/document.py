"""What a report is, before it has a format: a document of headings, texts, tables and figures of exact values.

Every format shows the same document; a cell is an exact value, and its column says how people read it. JSON carries
the document's `data`, built from the same values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from exact.display import Printed, Shown, plotted
from exact.errors import UsageError, listed, plural
from exact.report.numbers import Root, Style, exact_text, rational, root, significant
from exact.report.plots import Plot
from exact.report.uncertain import estimate_data, interval_data
from exact.values import Estimate, Interval, gathered

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

Cell = str | int | Fraction | Root | Interval | Estimate | None


@dataclass(frozen=True)
class Column:
    """A column: its heading, how its values are read, and a key for machines.

    `rounded` says that its values are decimals that were rounded (a normal law's), so that machines get no fraction.
    Machines are given the values themselves, not multiples of 10^-7: where people see those, the name says the unit.
    """

    title: str
    style: Style = "text"
    key: str = ""
    rounded: bool = False

    @property
    def single(self) -> bool:
        """Whether its values are what they are: no decimal that stands for a fraction or a root."""
        return self.rounded or self.style in ("text", "count")

    @property
    def name(self) -> str:
        plain = re.sub(r"[\s,()]+", "_", self.title.lower()).strip("_")
        return self.key or (f"{plain}_per_unit_staked" if self.style == "per 10^7" else plain)

    def value(self, cell: Cell) -> Cell:
        """A cell as the number that people read: under "1 in", the reciprocal of the probability."""
        if self.style != "one in" or isinstance(cell, str | Root | Interval | Estimate) or not cell:
            return None if self.style == "one in" and cell == 0 else cell
        return 1 / Fraction(cell)

    def data(self, cell: Cell) -> Any:
        """A cell as JSON has it: a count as digits, a rational or a root with its decimal, a rounded number as its
        decimal alone, what is not defined as null."""
        value = self.value(cell)
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, Root):
            return root(value)
        if isinstance(value, Interval | Estimate):
            return interval_data(value) if isinstance(value, Interval) else estimate_data(value)
        if self.rounded:
            return {"decimal": significant(Fraction(value))}
        return exact_text(value) if self.style in ("text", "count") else rational(Fraction(value))


@dataclass(frozen=True, repr=False)
class Table(Shown):
    """Rows of exact values under a title that says what a number is of and per; a cell None is not defined.

    `key` is its name for machines (by default the title); `of` is what its counts are out of; `command` is the one
    command that makes this table again; `addresses` says for each row where more of it is to be read, if anything does.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    key: str = ""
    of: int | None = None
    command: str = ""
    addresses: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<table {self.title!r}, {plural(len(self.rows), 'row')}>"

    @property
    def slug(self) -> str:
        """Its name in addresses and file names."""
        return slug_of(self.key or self.title)

    def to_records(self) -> list[dict[str, Cell]]:
        """Its rows as dicts of exact values, by the machine names of its columns."""
        names = [column.name for column in self.columns]
        return [{name: column.value(cell) for name, column, cell in zip(names, self.columns, row, strict=True)}
                for row in self.rows]

    def data(self) -> list[dict[str, Any]]:
        """Its rows as JSON has them, by the machine names of its columns."""
        return [{column.name: column.data(cell) for column, cell in zip(self.columns, row, strict=True)}
                for row in self.rows]


def slug_of(text: str) -> str:
    """Letters, digits and hyphens only, at most 60 of them."""
    return re.sub("[^a-z0-9]+", "-", text.casefold()).strip("-")[:60].strip("-") or "table"


@dataclass(frozen=True)
class Heading:
    """A section (level 2) or a part of one (level 3) begins."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Lead:
    """The answer in a sentence, for who reads nothing else."""

    text: str


@dataclass(frozen=True)
class Paragraph:
    text: str


@dataclass(frozen=True)
class Bullets:
    items: tuple[str, ...]


@dataclass(frozen=True)
class Note:
    """What a reader must know before using the numbers."""

    text: str


@dataclass(frozen=True)
class Command:
    """A line for a terminal."""

    text: str


@dataclass(frozen=True)
class Link:
    """A way to a file beside the document, and what is to be found there."""

    text: str
    address: str
    about: str = ""

    @property
    def quoted(self) -> str:
        """The address as it stands in a page: a path beside it, never another scheme."""
        from urllib.parse import quote
        return quote(self.address, safe="/#")


@dataclass(frozen=True)
class Links:
    items: tuple[Link, ...]


@dataclass(frozen=True)
class Beside:
    """What lies in one folder with a page: the same in other formats, and the CSV of each table by the table's name.

    `copies` are files of the user's among them, which the commands on the page name by their place in the folder.
    `figures` are drawn as SVG, by name; a figure that is not among them is given in words.
    """

    files: tuple[str, ...] = ()
    tables: Mapping[str, str] = field(default_factory=dict)
    copies: tuple[str, ...] = ()
    figures: Mapping[str, str] = field(default_factory=dict)

    def links(self, page: str) -> list[Link]:
        return [Link(path, path) for path in (*self.files, *self.copies) if path != page]

    @property
    def about(self) -> str:
        """What follows their list."""
        about = "and a CSV of each table, named under it." if self.tables else ""
        if self.copies:
            inner = self.copies[0].partition("/")[0]
            about += f" The commands here name files in {inner}/, so run them in this folder."
        return about


@dataclass(frozen=True)
class Formula:
    """An equation: what it gives, both sides as text that a computer algebra system reads, and the whole as LaTeX."""

    title: str
    left: str
    right: str
    latex: str


@dataclass(frozen=True)
class Figure:
    """A picture of exact values: `alt` says in words what can be seen; `plot` is what is drawn, in a bundle only."""

    title: str
    alt: str
    plot: Plot
    key: str = ""

    @property
    def slug(self) -> str:
        return slug_of(self.key or self.title)


Block = Heading | Lead | Paragraph | Bullets | Note | Command | Links | Table | Formula | Figure
Section = tuple[list[Block], dict[str, Any]]
"""What a section gives: its blocks for people, and its part of the data for JSON."""
DECK = 52
_MADE_FROM = {"rules_hash": "Rules hash (SHA-256)", "rules_and_bets_hash": "Rules and pay tables together (SHA-256)",
              "composition": "Composition"}
"""What a provenance may hold beside the version and the command, in words."""


def _in_words(value: object) -> str:
    """A value of a provenance: a composition, kinds of one number together, or several; a hash as it is."""
    if isinstance(value, list | tuple):
        return "; ".join(map(_in_words, value))
    if not isinstance(value, Mapping):
        return str(value)
    alike = gathered((count, name) for name, count in value.items())
    groups = [f"{count} each of {' '.join(names)}" if len(names) > 1 else f"{count} of {names[0]}"
              for count, names in alike.items() if count]
    return ", ".join(groups) if len(alike) > 1 or len(value) < DECK else f"{min(alike)} of each card of a deck"


@dataclass(frozen=True, repr=False)
class Document(Printed):
    """A report: its title, its parts in order, and the same as `data` for JSON.

    `index` is the address of a page that leads to this one among others.
    """

    title: str
    schema: str
    blocks: Sequence[Block]
    data: Mapping[str, Any] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)
    index: str = ""

    def __repr__(self) -> str:
        return f"<document {self.title!r}>"

    def plot(self, name: str = "") -> Canvas:
        """One of its figures, by its name or the first, as a figure of matplotlib; raises UsageError."""
        for figure in self.figures:
            if name in ("", figure.slug):
                return plotted(figure)
        raise UsageError(f"figure {name!r}: not in the document, which has"
                         f" {listed(figure.slug for figure in self.figures) or 'none; the whole report has some'}")

    @property
    def tables(self) -> list[Table]:
        return [block for block in self.blocks if isinstance(block, Table)]

    @property
    def figures(self) -> list[Figure]:
        return [block for block in self.blocks if isinstance(block, Figure)]

    @property
    def made(self) -> tuple[Block, ...]:
        """What makes it again and what it is made from, in words: the end of every format that people hand in."""
        version, command = self.provenance.get("version"), self.provenance.get("command")
        if not (version and command):
            return ()
        facts = tuple(f"{words}: {_in_words(self.provenance[key])}" for key, words in _MADE_FROM.items()
                      if self.provenance.get(key))
        return (Paragraph(f"Made by exact {version} with"), Command(str(command)), *([Bullets(facts)] if facts else []))

    def named_blocks(self) -> Iterator[tuple[str, Block]]:
        """Each block with a name that no other block of the document has."""
        seen: dict[str, int] = {}
        for block in self.blocks:
            name = (block.slug if isinstance(block, Table | Figure)
                    else f"section-{slug_of(block.text)}" if isinstance(block, Heading) else "part")
            seen[name] = seen.get(name, 0) + 1
            yield (name if seen[name] == 1 else f"{name}-{seen[name]}"), block
