"""The page of a folder of sweeps.

It reads nothing but the JSON that `exact sweep` wrote there, so it says what that says. The page of the repository
leads to the rest of the repository too.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from exact.analysis.shoe.perfect_play import BEST
from exact.errors import UsageError, plural
from exact.report.document import Block, Cell, Column, Command, Figure, Heading, Link, Links, Paragraph, Table
from exact.report.plots import Lines, Panel
from exact.report.uncertain import interval_of
from exact.values import Interval

SCHEMA = "exact-sweep/1"
DIGITS = 10
GROUNDS = (Link("The derivation", "../../docs/sweep.md", "the method, and the proofs of exactness and of the bounds"),
           Link("All reports", "../index.html", "house edges and probability reports"))
"""What the repository has beside its own results."""
SHOWN = (6, 8, 10, 13, 16, 20, 26, 32, 39, 45, 52, 65, 78, 91, 104)
"""The cards left that have a row, where a sweep reaches them."""


@dataclass(frozen=True)
class SweepOnPage:
    """The sweep of one shoe: its data, and by cards left the numbers of the best of its bets."""

    name: str
    data: dict[str, Any]

    @property
    def decks(self) -> int:
        return int(self.data["shoe"]["decks"])

    @property
    def title(self) -> str:
        return plural(self.decks, "deck")

    @property
    def depths(self) -> dict[int, dict[str, Any]]:
        best = next(bet for bet in self.data["bets"] if bet["name"] == BEST)
        return {depth["cards_left"]: depth for depth in best["depths"]}

    @property
    def sub_shoes(self) -> int:
        return sum(int(depth["sub_shoes"]) for depth in self.depths.values())

    def values(self, quantity: str) -> dict[int, Interval]:
        return {cards: interval_of(depth[quantity]) for cards, depth in self.depths.items()}


def sweeps_in(folder: Path) -> tuple[SweepOnPage, ...]:
    """The sweeps of a folder, smallest shoe first; raises UsageError if one cannot be read."""
    try:
        found = [(path.stem, json.loads(path.read_text(encoding="utf-8"))) for path in sorted(folder.glob("*.json"))]
    except (OSError, ValueError) as error:
        raise UsageError(f"folder {str(folder)!r}: {error}") from None
    sweeps = (SweepOnPage(name, data) for name, data in found
              if isinstance(data, dict) and data.get("schema") == SCHEMA)
    return tuple(sorted(sweeps, key=lambda swept: swept.decks))


def sweep_blocks(sweeps: Sequence[SweepOnPage], repository: bool = False) -> tuple[Block, ...]:
    bets = "; ".join(bet["title"] for bet in sweeps[0].data["bets"] if bet["name"] != BEST)
    blocks: list[Block] = [
        Paragraph("What is perfect play worth? Someone who knows every card that is left in the shoe bets one unit on "
                  f"the best of the bets ({bets}) whenever its EV is above 0. Every sub-shoe is counted with its own "
                  "probability and nothing is sampled: a number is exact or, where a note says so, proved to lie "
                  "between two bounds that agree in the digits shown."),
        Heading("Gain per coup"),
        *_quantity(sweeps, "mean_gain", "Mean gain of perfect play", "units per coup", "mean-gain"),
        Heading("How often there is a bet to make"),
        *_quantity(sweeps, "favourable", "Share of coups with a favourable bet", "probability", "favourable")]
    if any("gain_per_shoe" in swept.data for swept in sweeps):
        blocks += [Heading("Gain of a whole shoe"), _per_shoe(sweeps)]
    results = tuple(Link(f"{swept.title}, {form}", f"{swept.name}.{suffix}", _about(swept)) for swept in sweeps
                    for form, suffix in (("tables", "md"), ("data", "json")))
    blocks += [Heading("The results"), Links(results), Heading("Why believe it"),
               Paragraph("At every number of cards left there are as many sub-shoes as the generating function has, "
                         "and the mean EV over them is that of the full shoe, as it must be, since EV is a martingale: "
                         "the program stops where it is not. Exact sums are whole numbers; the bounds of the others "
                         "are a theorem on rounding errors.")]
    if repository:
        blocks += [Links(GROUNDS), Paragraph("This compares the hashes of all results and computes again what is "
                                             "quick, in the root of the repository:"),
                   Command("python reports/sweeps/check.py")]
    return tuple(blocks)


def _about(swept: SweepOnPage) -> str:
    sizes = sorted(swept.depths)
    kinds = {depth["kind"] for depth in swept.depths.values()}
    exact = [cards for cards in sizes if swept.depths[cards]["kind"] == "exact"]
    said = "exact" if kinds == {"exact"} else f"exact to {max(exact)} cards left, then bounded" if exact else "bounded"
    return (f"{sizes[0]} to {sizes[-1]} cards left, {swept.sub_shoes:,} sub-shoes, {said}; "
            f"{swept.data['provenance']['command']}")


def _quantity(sweeps: Sequence[SweepOnPage], quantity: str, title: str, unit: str, key: str) -> tuple[Figure, Table]:
    """One number of each sweep by cards left, as a picture and as a table."""
    found = [swept.values(quantity) for swept in sweeps]
    every = sorted({cards for values in found for cards in values})
    ends = [f"{swept.title} from {_short(values[min(values)])} at {min(values)} cards left to "
            f"{_short(values[last])} at {last}"
            for swept, values in zip(sweeps, found, strict=True) for last in [_last(values)]]
    figure = Figure(f"{title}, by cards left", f"Falling curves on a logarithmic scale: {'; '.join(ends)}.",
                    Lines("cards left", f"{title},\n{unit}", tuple(every), tuple(
                        Panel(swept.title, tuple(values[cards].low or None if cards in values else None
                                                 for cards in every))
                        for swept, values in zip(sweeps, found, strict=True)), logarithmic=True), key=key)
    rows: list[tuple[Cell, ...]] = [
        (cards, *(values.get(cards) for values in found))
        for cards in SHOWN if cards in every]
    return figure, Table(f"{title} ({unit})", (Column("cards left", "count"), *(
        Column(swept.title, "probability") for swept in sweeps)), tuple(rows), _notes(sweeps, found), key=key)


def _last(values: dict[int, Interval]) -> int:
    """The most cards left at which a number is not 0."""
    return max(cards for cards, value in values.items() if value.low)


def _short(value: Interval) -> str:
    return f"{float(value.low):.2g}"


def _notes(sweeps: Sequence[SweepOnPage], found: Sequence[dict[int, Interval]]) -> tuple[str, ...]:
    notes = []
    for swept, values in zip(sweeps, found, strict=True):
        if _last(values) < max(values):
            notes.append(f"{swept.title}: 0 from {_last(values) + 1} cards left on.")
        bounded = [cards for cards, value in values.items() if not value.exact]
        if bounded:
            notes.append(f"{swept.title}: bounded from {min(bounded)} cards left on; both bounds are in the data.")
    return (*notes, "n/a: more cards than the shoe has, or not computed.")


def _per_shoe(sweeps: Sequence[SweepOnPage]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for swept in sweeps:
        titles = {bet["name"]: bet["title"] for bet in swept.data["bets"]}
        for row in swept.data.get("gain_per_shoe", ()):
            gain = row["gain"]
            rows.append((swept.title, titles[row["bet"]], row["cut"], Fraction(gain["low"]), Fraction(gain["high"])))
    return Table("Gain per shoe in units, a unit on each favourable coup that starts above the cut card: proved bounds",
                 (Column("shoe"), Column("bet"), Column("cards behind the cut card", "count"),
                  Column("at least", "probability"), Column("at most", "probability")), tuple(rows), key="per-shoe")
