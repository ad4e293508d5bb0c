"""`exact compare`: games side by side."""

from __future__ import annotations

import argparse

from exact.analysis.odds.compare import compare, shared_bets
from exact.commands.options import add_output, add_shoe, read_shoe_options, reply
from exact.errors import UsageError
from exact.game.catalogue import load_game
from exact.report.sections.compare import compared_data, comparison_tables


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="+", metavar="GAME",
                        help="games of the catalogue or files; the first is the base")
    add_shoe(parser)
    parser.add_argument("--bets", default="main", metavar="NAME,..|main",
                        help="which bets (default: the main bets that all have)")
    add_output(parser, "exact compare russian-page russian-page-literal russian-page-shifted",
               "exact compare punto-banco docs/examples/house.toml --decks 6")


def run(arguments: argparse.Namespace) -> int:
    if len(arguments.games) < 2:
        raise UsageError("compare: needs two games or more")
    games = list(map(load_game, arguments.games))
    shoes = [read_shoe_options(arguments, game)[0] for game in games]
    names = shared_bets(games) if arguments.bets == "main" else [name.strip() for name in arguments.bets.split(",")]
    compared = compare(games, names, shoes)
    return reply(arguments, None, "Games side by side: " + ", ".join(game.name for game in games), "exact-compare/1",
                 comparison_tables(compared), {"games": compared_data(compared)},
                 rules_hash=[game.rules.hash for game in games], composition=[shoe.counts() for shoe in shoes])
