"""What a figure shows, as exact values: `exact.report.drawing.figures` draws these when a bundle is written.

Values are fractions (or roots of them) in the unit that the axis title names, before `scale`, a power of ten that is
applied when they are drawn. `kind` says how an axis is written out.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from exact.report.numbers import Root

Value = Fraction | Root | int


@dataclass(frozen=True)
class Panel:
    """One curve over places, with the value that it tends to; None where it is not defined or not drawn."""

    title: str
    values: tuple[Value | None, ...]
    limit: Value | None = None


@dataclass(frozen=True)
class ByDecks:
    """A panel for each bet over the number of decks. One deck more changes less the more there are: drawn at 1/decks,
    where the infinite shoe has its place, 0, curves are nearly straight. `limit` is the value there."""

    y_title: str
    decks: tuple[int, ...]
    panels: tuple[Panel, ...]
    percent: bool = False


@dataclass(frozen=True)
class Bars:
    """A bar for each category, in a panel for each series."""

    x_title: str
    y_title: str
    x: tuple[str, ...]
    panels: tuple[Panel, ...]
    scale: int = 1


@dataclass(frozen=True)
class HeatMap:
    """A square for each pair of row and column, with its value written in it."""

    x_title: str
    y_title: str
    x: tuple[str, ...]
    y: tuple[str, ...]
    values: tuple[tuple[Value, ...], ...]
    unit: str


@dataclass(frozen=True)
class Shares:
    """A bar for each row, divided into parts that add up to one."""

    y_title: str
    rows: tuple[str, ...]
    parts: tuple[str, ...]
    values: tuple[tuple[Value, ...], ...]


@dataclass(frozen=True)
class Lines:
    """Curves over numbers in one frame; `bars` are probabilities of the same places, drawn under them."""

    x_title: str
    y_title: str
    x: tuple[Value, ...]
    curves: tuple[Panel, ...]
    percent: bool = False
    bars: tuple[Value, ...] = ()
    bars_title: str = ""
    logarithmic: bool = False


@dataclass(frozen=True)
class Misses:
    """Printed figures against exact values: by how many units of its last digit each one is off."""

    rows: tuple[str, ...]
    units: tuple[Fraction, ...]


Plot = ByDecks | Bars | HeatMap | Shares | Lines | Misses
