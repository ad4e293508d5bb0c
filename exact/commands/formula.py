"""`exact formula`: odds, RTP and edge as one formula in the number of decks, and what pay or commission is fair."""

from __future__ import annotations

import argparse

from exact.commands.options import (
    add_bets,
    add_decks,
    add_game,
    add_output,
    choose_bets,
    read_decks,
    read_game,
    reply,
)
from exact.errors import UsageError
from exact.game.bets import Bet
from exact.game.definition import GameDefinition
from exact.game.numbers import exact_number
from exact.game.shoe import Shoe
from exact.report.question import game_data


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_bets(parser)
    add_decks(parser)
    parser.add_argument("--solve", metavar="commission|push|pay|pay:LINE", action="append", default=[],
                        help="the commission, or the pay of a line, that gives --edge; push: the edge if a line"
                        " pushes; may be given again")
    parser.add_argument("--edge", metavar="X", help="the house edge that --solve is to give, such as 7.5%% (default 0:"
                        " what breaks even)")
    parser.add_argument("--lines", action="store_true", help="also the probability of every pay line")
    add_output(parser, "exact formula", "exact formula --bets banker --solve commission",
               "exact formula --bets tie --solve pay --output tie.tex",
               "exact formula --bets dragon-7 --solve pay --edge 7.5%",
               "exact formula --bets banker:4-percent,player --format json")


def run(arguments: argparse.Namespace) -> int:
    from exact.analysis.odds.closed_form import formulas
    from exact.report.sections.formula import formula_section
    game = read_game(arguments)
    decks = read_decks(arguments, game)
    edge = None if arguments.edge is None else exact_number(arguments.edge, "edge")
    blocks, data = formula_section(formulas(game, _bets(arguments.bets, game), decks, arguments.solve, arguments.lines,
                                            edge))
    return reply(arguments, None, f"{game.bare_title}: formulas in the number of decks", "exact-formula/1", blocks,
                 {"game": game_data(game), **data}, rules_hash=game.rules.hash, composition=None)


def _bets(names: str, game: GameDefinition) -> tuple[Bet, ...]:
    if "all" in [name.strip() for name in names.split(",")]:
        raise UsageError("--bets all: a formula for each of the catalogue is longer than anyone reads; name the bets")
    return choose_bets(names, game, Shoe.infinite_deck())[0]
