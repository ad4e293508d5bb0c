"""`exact removal`: several cards out of the shoe at once, exactly, and how far estimates from single cards are off."""

from __future__ import annotations

import argparse

from exact.analysis.removal.several import WIDEST, removal_figures
from exact.commands.options import add_output, add_question, read_question, reply
from exact.report.sections.removal import removal_section


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--vector", action="append", default=[], metavar="CARDS",
                        help="cards to remove together, such as 4,4,9 or '4=16 9=8'; may be given again "
                        "(default: half of each kind of card, and all of it)")
    parser.add_argument("--all-pairs", action="store_true", help="the interactions of all pairs of cards also for bets "
                        f"that distinguish more than {WIDEST} classes of card, which can take a minute")
    add_output(parser, "exact removal --bets player", "exact removal --vector 4,4,4 --vector '5=16 6=16'",
               "exact removal --decks 1 --vector A,2,3 --format json")


def run(arguments: argparse.Namespace) -> int:
    question = read_question(arguments)
    found = removal_figures(question.game.rules, question.bets, question.shoe, arguments.vector, arguments.all_pairs)
    return reply(arguments, question, "several cards removed", "exact-removal/1", *removal_section(found))
