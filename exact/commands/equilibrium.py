"""`exact equilibrium`: the free decisions of a game, solved exactly."""

from __future__ import annotations

import argparse
from pathlib import Path

from exact.analysis.equilibrium.study import equilibrium
from exact.commands.options import add_output, add_shoe, read_question, reply
from exact.files import write_whole
from exact.game.rules_toml import rules_toml
from exact.report.sections.equilibrium import equilibrium_section

DEFAULT_FREE_GAME = "chemin-de-fer-free"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", default=DEFAULT_FREE_GAME, metavar="NAME|FILE.toml", help="a game with free squares,"
                        " of the catalogue or a file, - for stdin (default %(default)s)")
    add_shoe(parser)
    parser.add_argument("--player-sees", choices=("total", "hand"), help="what Player knows of his cards where he"
                        " chooses (default: what the game says)")
    parser.add_argument("--banker-sees", choices=("total", "hand"), help="the same of Banker")
    parser.add_argument("--commission", default="0", metavar="SHARE", help="what the house takes of Banker's wins, such"
                        " as 5%% (default %(default)s)")
    parser.add_argument("--player", metavar="NODES", help="hold Player to choices, such as '5=draw' or"
                        " '14=1/3,23=stand'")
    parser.add_argument("--banker", choices=("reply", "tableau"), default="reply", help="Banker as is best for him, or"
                        " by the tableau (default %(default)s)")
    parser.add_argument("--effects", action="store_true", help="the value with a card less, mixtures kept and adapted")
    parser.add_argument("--save", metavar="FILE.toml", help="the solution as rules for every other command")
    add_output(parser, "exact equilibrium", "exact equilibrium --decks 8 --player-sees hand",
               "exact equilibrium --commission 5%", "exact equilibrium --player '5=draw' --banker-sees total")


def run(arguments: argparse.Namespace) -> int:
    question = read_question(arguments)
    found = equilibrium(question.game.rules, question.shoe, arguments.player_sees, arguments.banker_sees,
                        arguments.commission, arguments.player, arguments.banker, arguments.effects)
    if arguments.save is not None:
        write_whole(Path(arguments.save), rules_toml(found.settled, question.title, question.decks).encode())
    return reply(arguments, question, "free decisions", "exact-equilibrium/1", *equilibrium_section(found))
