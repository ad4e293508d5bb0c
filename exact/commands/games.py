"""`exact games`: the catalogue of games, or one game in full."""

from __future__ import annotations

import argparse
from typing import Any

from exact.commands.options import add_output, answer, emit, examples, title_of
from exact.game.catalogue import game_names, load_game
from exact.game.definition import GameDefinition
from exact.report.document import Block, Column, Document, Paragraph, Table
from exact.report.sections.probability import bets_table, rules_blocks


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME|FILE.toml", help="one game in full")
    add_output(parser)
    examples(parser, "exact games", "exact games russian-page-literal")


def run(arguments: argparse.Namespace) -> int:
    emit(_one(arguments) if arguments.name else _all(arguments), arguments)
    return 0


def _data(game: GameDefinition) -> dict[str, Any]:
    return {"name": game.name, "title": game.title, "decks": "inf" if game.decks is None else game.decks,
            "rules": game.rules.differences(), "rules_hash": game.rules.hash, "main": list(game.main),
            "own_bets": list(game.tables), "exclusive": [sorted(pair) for pair in game.exclusive],
            "readings": list(game.readings), "unsaid": [{"what": u.what, "assumed": u.assumed} for u in game.unsaid],
            "notes": list(game.notes), "source": game.source}


def _all(arguments: argparse.Namespace) -> Document:
    games = [load_game(name) for name in game_names()]
    table = Table("Games of the catalogue",
                  (Column("name"), Column("title"), Column("decks"), Column("third cards")),
                  tuple((game.name, game.title, "inf" if game.decks is None else str(game.decks),
                         f"{n} differ" if (n := len(game.rules.differences())) else "standard") for game in games),
                  ("exact games NAME shows one in full; exact report --game NAME its figures.",))
    return answer(arguments, None, "Games", "exact-games/1", (table,), {"games": [_data(game) for game in games]})


def _one(arguments: argparse.Namespace) -> Document:
    game = load_game(arguments.name)
    bets = bets_table(game, "Bets of its own report")
    shoe = "the infinite shoe" if game.decks is None else f"{game.decks} decks"
    blocks: list[Block] = [Paragraph(f"{game.name}: {shoe}."), *rules_blocks(game), bets]
    if game.source:
        blocks.append(Paragraph(f"Source: {game.source}."))
    return answer(arguments, None, title_of(game, game.shoe(), game.decks), "exact-game/1", blocks,
                  {"game": _data(game)}, rules_hash=game.rules.hash)
