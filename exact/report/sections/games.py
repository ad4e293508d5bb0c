"""The catalogue of games, and one game in full."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from exact.game.definition import GameDefinition
from exact.report.document import Block, Column, Paragraph, Table
from exact.report.question import decks_words
from exact.report.sections.bets import pays_words
from exact.report.sections.rules_text import rules_blocks, unsaid_data


def games_table(games: Sequence[GameDefinition], hints: Iterable[str] = ()) -> Table:
    """`hints` say where more is to be read."""
    return Table("Games of the catalogue",
                 (Column("name"), Column("title"), Column("decks"), Column("third cards")),
                 tuple((game.name, game.title, "inf" if game.decks is None else str(game.decks),
                        f"{n} differ" if (n := len(game.rules.differences())) else "standard") for game in games),
                 tuple(hints))


def main_bets_table(game: GameDefinition, title: str, notes: tuple[str, ...] = ()) -> Table:
    """The bets of a game's own report with all that they pay."""
    return Table(title, (Column("bet"), Column("title"), Column("pays")),
                 tuple((name, bet.title, pays_words(bet)) for name in game.main for bet in [game.named(name)]), notes)


def game_blocks(game: GameDefinition) -> Iterator[Block]:
    """A game in full."""
    yield Paragraph(f"{game.name}: {decks_words(game.decks)}.")
    yield from rules_blocks(game)
    yield main_bets_table(game, "Bets of its own report")
    if game.source:
        yield Paragraph(f"Source: {game.source}.")


def game_data(game: GameDefinition) -> dict[str, Any]:
    return {"name": game.name, "title": game.title, "decks": "inf" if game.decks is None else game.decks,
            "rules": game.rules.differences(), "rules_hash": game.rules.hash, "main": list(game.main),
            "own_bets": list(game.tables), "exclusive": [sorted(pair) for pair in game.exclusive],
            "readings": list(game.readings), "unsaid": unsaid_data(game), "notes": list(game.notes),
            "source": game.source}
