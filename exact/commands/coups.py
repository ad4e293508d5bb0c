"""`exact coups`: cards per coup, and coups of a shoe."""

from __future__ import annotations

import argparse
import sys

from exact.analysis.shoe.coups import CoupsPerShoe, coup_figures
from exact.analysis.shoe.shoe_totals import shoe_totals
from exact.commands.dealing_options import DEALING, PROCEDURE, add_dealing, add_procedure, read_procedure
from exact.commands.options import add_game, add_output, add_shoe, given_of, number, read_question, refuse_idle, reply
from exact.commands.progress import bar
from exact.errors import UsageError
from exact.report.question import Question
from exact.report.sections.coups import coups_section
from exact.report.sections.shoe_totals import totals_section
from exact.workers import threads


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    add_procedure(parser)
    add_dealing(parser)
    parser.add_argument("--events", metavar="NAME,..", help="how many ties, wins (player, banker) or hits of bets there"
                        " are in --coups coups of one shoe")
    parser.add_argument("--coups", type=number(1, 10**9, "a number of coups"), metavar="N",
                        help="coups of one shoe, for --events")
    add_output(parser, "exact coups --events tie,dragon-7 --coups 60", "exact coups",
               "exact coups --shoe '0=10 6=10 8=10' --burn none --cut 6",
               "exact coups --cut 16 --extra 0 --shoes 1000000")


def run(arguments: argparse.Namespace) -> int:
    question = read_question(arguments)
    if (arguments.events is None) != (arguments.coups is None):
        raise UsageError("coups: --events and --coups go together, such as --events tie,dragon-7 --coups 60")
    if arguments.events is not None:
        refuse_idle(arguments, "so many coups are dealt from a shoe however it begins and ends; leave it out",
                    *PROCEDURE, *DEALING)
        found = shoe_totals(question.game, question.shoe, arguments.events.split(","), arguments.coups)
        return reply(arguments, question, f"events in {arguments.coups:,} coups of a shoe", "exact-coups/1",
                     *totals_section(found))
    return _figures(arguments, question)


def _figures(arguments: argparse.Namespace, question: Question) -> int:
    if question.shoe.infinite:
        refuse_idle(arguments, "the infinite shoe has no end, and no number of coups; give a number of decks",
                    *PROCEDURE, *DEALING)
    with threads(arguments.processes) as executor:
        found = coup_figures(question.game.rules, question.shoe, read_procedure(arguments, question.shoe),
                             arguments.shoes, arguments.seed, executor, bar)
    if isinstance(found.per_shoe, CoupsPerShoe):
        for option in given_of(arguments, *DEALING):
            print(f"note: {option}: not used, since this shoe has an exact law", file=sys.stderr)
    return reply(arguments, question, "cards and coups", "exact-coups/1", *coups_section(found))
