"""Quantities said once: the key of each in JSON, its column in tables, and how it is read off what it is of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from exact.analysis.odds.laws import BetLaw
from exact.report.document import Cell, Column
from exact.report.numbers import Root, Style


@dataclass(frozen=True)
class Quantity:
    """A number that things of one kind have."""

    title: str
    style: Style
    of: Callable[[Any], Cell]


@dataclass(frozen=True)
class Quantities:
    """The numbers of things of one kind, by their keys; each method takes those of some keys, or all."""

    by_key: Mapping[str, Quantity]

    def columns(self, *keys: str) -> tuple[Column, ...]:
        return tuple(Column(one.title, one.style) for one in map(self.by_key.__getitem__, keys or self.by_key))

    def row(self, thing: object, *keys: str) -> tuple[Cell, ...]:
        return tuple(one.of(thing) for one in map(self.by_key.__getitem__, keys or self.by_key))

    def data(self, thing: object, *keys: str) -> dict[str, Any]:
        """As JSON has them."""
        named = zip(keys or self.by_key, self.columns(*keys), self.row(thing, *keys), strict=True)
        return {key: column.data(cell) for key, column, cell in named}


def _std_dev(law: BetLaw) -> Root:
    return Root(law.variance)


LAW = Quantities({
    "rtp": Quantity("RTP", "percent", attrgetter("rtp")),
    "house_edge": Quantity("house edge, per bet made", "percent", attrgetter("house_edge")),
    "edge_resolved": Quantity("edge, per bet resolved", "percent", attrgetter("edge_resolved")),
    "hit_frequency": Quantity("hit frequency", "percent", attrgetter("hit_frequency")),
    "variance": Quantity("variance", "probability", attrgetter("variance")),
    "std_dev": Quantity("standard deviation", "probability", _std_dev),
})
"""The numbers of a bet, per unit staked."""
