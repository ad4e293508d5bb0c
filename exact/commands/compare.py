"""`exact compare`: games side by side."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from exact.analysis.odds.compare import compare, shared_bets
from exact.commands.options import add_bet_names, add_output, add_shoe, choose_bets, read_shoe_options, reply
from exact.errors import UsageError
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe
from exact.report.sections.compare import compared_data, comparison_tables


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="+", metavar="GAME",
                        help="games of the catalogue or files; the first is the base")
    add_shoe(parser)
    add_bet_names(parser)
    add_output(parser, "exact compare russian-page russian-page-literal russian-page-shifted",
               "exact compare punto-banco docs/examples/house.toml --decks 6")


def run(arguments: argparse.Namespace) -> int:
    if len(arguments.games) < 2:
        raise UsageError("compare: needs two games or more")
    games = list(map(load_game, arguments.games))
    shoes = [read_shoe_options(arguments, game)[0] for game in games]
    compared = compare(games, _names(arguments.bets, games, shoes), shoes)
    return reply(arguments, None, "Games side by side: " + ", ".join(game.name for game in games), "exact-compare/1",
                 comparison_tables(compared), {"games": compared_data(compared)},
                 rules_hash=[game.rules.hash for game in games], composition=[shoe.counts() for shoe in shoes])


def _names(text: str, games: Sequence[GameDefinition], shoes: Sequence[Shoe]) -> list[str]:
    """The bets of `--bets`: `main` and `all` are those that every game has."""
    names = [name.strip() for name in text.split(",")]
    if "all" in names:
        every = [{bet.name for bet in choose_bets("all", game, shoe)[0]}
                 for game, shoe in zip(games, shoes, strict=True)]
        return [name for name in games[0].bet_names() if all(name in found for found in every)]
    return [name for each in names for name in (shared_bets(games) if each == "main" else (each,))]
