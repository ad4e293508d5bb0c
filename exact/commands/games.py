"""`exact games`: the catalogue of games, or one game in full."""

from __future__ import annotations

import argparse

from exact.commands.options import add_output, reply
from exact.game.catalogue import game_names, load_game
from exact.report.question import title_of
from exact.report.sections.games import game_blocks, game_data, games_table

HINT = "exact games NAME shows one in full; exact report --game NAME its figures."


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME|FILE.toml", help="one game in full")
    add_output(parser, "exact games", "exact games russian-page-literal")


def run(arguments: argparse.Namespace) -> int:
    if arguments.name:
        game = load_game(arguments.name)
        return reply(arguments, None, title_of(game, game.shoe(), game.decks), "exact-game/1", game_blocks(game),
                     {"game": game_data(game)}, rules_hash=game.rules.hash)
    games = list(map(load_game, game_names()))
    return reply(arguments, None, "Games", "exact-games/1", [games_table(games, [HINT])],
                 {"games": list(map(game_data, games))})
