"""`exact streaks`: runs of a result, in the independent model and in the real shoe, side by side."""

from __future__ import annotations

import argparse

from exact.analysis.shoe.streaks import COUPS, MOST_LOOKED_AT, MOST_SHOWN, SIDES, TIES, streak_figures
from exact.commands.dealing_options import DEALING, PROCEDURE, add_dealing, add_procedure, read_procedure
from exact.commands.options import add_game, add_output, add_shoe, number, read_question, refuse_idle, reply
from exact.commands.progress import bar
from exact.report.sections.streaks import streaks_section
from exact.workers import threads


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    coups = number(1, MOST_LOOKED_AT, "a number of coups")
    parser.add_argument("--side", choices=SIDES, default="banker", help="whose runs (default %(default)s)")
    parser.add_argument("--ties", choices=TIES,
                        help="what a tie does to a run: ends it, is passed over, or counts (default break; among"
                        " --decisions ties are passed over)")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--coups", type=coups, default=COUPS, metavar="N",
                        help="so many first coups of a shoe are looked at (default %(default)s), or all of a dealt shoe"
                        " that has fewer")
    length.add_argument("--decisions", type=coups, metavar="N", help="coups of a shoe that are no ties, instead")
    parser.add_argument("--longest", type=coups, metavar="N",
                        help=f"runs up to this length are shown (default {MOST_SHOWN}, or all coups where they are"
                        " fewer)")
    parser.add_argument("--exact-only", action="store_true", help="leave the simulation of the real shoe out")
    add_procedure(parser)
    add_dealing(parser)
    add_output(parser, "exact streaks --side banker --coups 81",
               "exact streaks --decisions 70 --ties ignore --exact-only")


def run(arguments: argparse.Namespace) -> int:
    if arguments.exact_only:
        refuse_idle(arguments, "nothing is dealt with --exact-only; leave it out", *PROCEDURE, *DEALING)
    question = read_question(arguments)
    if question.shoe.infinite:
        refuse_idle(arguments, "the infinite shoe is not simulated: its coups are independent", *PROCEDURE, *DEALING,
                    "--exact-only")
    with threads(arguments.processes) as executor:
        found = streak_figures(
            question.game.rules, question.shoe, arguments.side, arguments.ties, arguments.coups, arguments.decisions,
            arguments.longest, arguments.exact_only, read_procedure(arguments, question.shoe), arguments.shoes,
            arguments.seed, executor, bar)
    return reply(arguments, question, "streaks", "exact-streaks/1", *streaks_section(found))
