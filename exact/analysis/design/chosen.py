"""A pay table that was chosen, as a bet file."""

from __future__ import annotations

from pathlib import Path

from exact.analysis.design.pay_tables import Design
from exact.errors import UsageError, plural
from exact.files import write_whole
from exact.game.definition import GameDefinition
from exact.game.toml_file import toml_text


def saved(game: GameDefinition, found: Design, choose: int, place: Path) -> None:
    """Write the bet with the pays of one of the tables, the first being 1, as a bet file; raises UsageError."""
    if not 1 <= choose <= len(found.pay_tables):
        raise UsageError(f"`choose` {choose}: there are {plural(len(found.pay_tables), 'pay table')}")
    table = found.pay_tables[choose - 1]
    edges = ", ".join(f"{100 * float(edge):.6g} % with {'an infinite shoe' if decks is None else plural(decks, 'deck')}"
                      for decks, edge in zip(found.decks, table.edges, strict=True))
    text = toml_text(found.bet.name.replace(":", "-"), game.with_pays(found.bet.name, table.pays))
    write_whole(place, f"# House edge: {edges}.\n{text}".encode(), "save")
