"""`exact design`: which pays give the house edge that is wanted."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from exact.analysis.design.pay_tables import SHOWN
from exact.commands.options import (
    add_bet_names,
    add_bet_tables,
    add_game,
    add_output,
    number,
    read_game,
    reply,
)
from exact.commands.progress import bar
from exact.files import require_writable
from exact.game.numbers import deck_numbers, exact_number, interval
from exact.report.question import game_data


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_bet_names(parser)
    add_bet_tables(parser)
    parser.add_argument("--edge", metavar="A..B", required=True, help="the house edge that is wanted, such as 5%%..8%%")
    parser.add_argument("--at", metavar="N,N|inf", help="at these numbers of decks (default: the game's own)")
    parser.add_argument("--max-gain", metavar="X", help="refuse pay tables from which counting gains more than this"
                        " part of the stake per coup, with 52 cards left")
    parser.add_argument("--shown", type=number(1, 1000, "a number of rows"), default=SHOWN, metavar="N",
                        help="pay tables shown, with what counting gains from them (default %(default)s); JSON has all")
    parser.add_argument("--save", metavar="FILE.toml", help="write the bet with the chosen pays as a bet file")
    parser.add_argument("--choose", type=number(1, 10**6, "the number of a pay table"), default=1, metavar="N",
                        help="the pay table that is saved, by its number (default %(default)s, the best)")
    add_output(parser, "exact design --bet-file docs/examples/new-bet.toml --edge 5%..8% --at 6,8",
               "exact design --bet-file docs/examples/new-bet.toml --bets golden-six --edge 7%..8% --max-gain 2.2%",
               "exact design --bet-file docs/examples/new-bet.toml --edge 7%..8% --choose 2 --save chosen.toml")


def run(arguments: argparse.Namespace) -> int:
    from exact.analysis.design.chosen import saved
    from exact.analysis.design.pay_tables import design
    from exact.report.sections.design import design_section
    game = read_game(arguments)
    if arguments.save is not None:
        require_writable(Path(arguments.save), "save")
    gain = None if arguments.max_gain is None else exact_number(arguments.max_gain, "max_gain")
    found = design(game, arguments.bets, interval(arguments.edge, "edge"), deck_numbers(arguments.at, "at", game.decks),
                   gain, arguments.shown, bar)
    if arguments.save is not None:
        saved(game, found, arguments.choose, Path(arguments.save))
        print(f"wrote {arguments.save}", file=sys.stderr)
    blocks, data = design_section(found)
    return reply(arguments, None, f"{game.bare_title}: pay tables of {found.bet.title}", "exact-design/1",
                 blocks, {"game": game_data(game), **data}, rules_hash=game.rules.hash, composition=None)
