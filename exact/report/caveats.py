"""How a table marks the bets and games whose figures rest on something that the published rules leave open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from exact.analysis.odds.laws import BetLaw
from exact.game.bets import DOUBTS, Bet, Doubt
from exact.report.document import Column, Table

NEGATIVE = "A negative edge is in the bettor's favour."
ASSUMED = "assumed"
"""The mark of a game whose rules page leaves something unsaid."""


def with_caveats(table: Table, marks: Sequence[str], notes: Iterable[str] = ()) -> Table:
    """A table with a mark for each row after the first column, and notes that say what the marks mean; the table
    itself where no row has one."""
    if not any(marks):
        return table
    rows = tuple((row[0], mark, *row[1:]) for row, mark in zip(table.rows, marks, strict=True))
    first, *others = table.columns
    return replace(table, columns=(first, Column("caveat"), *others), rows=rows, notes=(*table.notes, *notes))


def marked(table: Table, bets: Sequence[Bet]) -> Table:
    """A table with a row for each of some bets, and their caveats."""
    return with_caveats(table, [mark_of(bet.doubt) for bet in bets], bet_notes(bets))


def edge_notes(edges: Iterable[Fraction | None]) -> tuple[str, ...]:
    """What the sign of an edge says, under a table that has a negative one."""
    return (NEGATIVE,) if any(edge is not None and edge < 0 for edge in edges) else ()


def law_notes(laws: Iterable[BetLaw]) -> tuple[str, ...]:
    """The same of laws, whose edges per bet made and per bet resolved have one sign."""
    return edge_notes(law.house_edge for law in laws)


def mark_of(doubt: Doubt | None, assumed: bool = False) -> str:
    """What stands beside the edge of a bet: its doubt, or that its game rests on an assumption; empty if neither."""
    return doubt.edge if doubt else ASSUMED * assumed


def assumed_notes(marks: Iterable[str]) -> tuple[str, ...]:
    """What the mark of a game means, where some row has it."""
    return (f"{ASSUMED}: the rules page of the game leaves something unsaid; its own report says what is assumed.",
            ) * (ASSUMED in marks)


def bet_notes(bets: Iterable[Bet]) -> tuple[str, ...]:
    """A note for each doubt, with the bets that have it."""
    return doubt_notes((bet.name, bet.doubt) for bet in bets)


def doubt_notes(named: Iterable[tuple[str, Doubt | None]]) -> tuple[str, ...]:
    """The same from pairs of a name and a doubt."""
    alike: dict[Doubt, dict[str, None]] = {}
    for name, doubt in named:
        if doubt:
            alike.setdefault(doubt, {})[name] = None
    meanings = tuple(f"{edge}: {DOUBTS[edge]}." for edge in dict.fromkeys(doubt.edge for doubt in alike))
    return (*meanings, *(f"{'; '.join(names)} ({doubt.edge}): {doubt.why}" for doubt, names in alike.items()))


def doubt_data(doubt: Doubt | None) -> dict[str, str] | None:
    return None if doubt is None else {"edge": doubt.edge, "why": doubt.why}


def doubt_of(data: Mapping[str, str] | None) -> Doubt | None:
    """A doubt from the JSON of a report."""
    return None if data is None else Doubt(data["edge"], data["why"])
