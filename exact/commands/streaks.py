"""`exact streaks`: runs of a result, in the independent model and in the real shoe, side by side."""

from __future__ import annotations

import argparse

from exact.analysis.shoe.streaks import MOST_LOOKED_AT, SIDES, TIES, dealt_streaks, fresh_streaks
from exact.commands.dealing_options import DEALING, PROCEDURE, add_dealing, add_procedure, dealing, read_procedure
from exact.commands.options import add_game, add_output, add_shoe, number, read_question, refuse_idle, reply
from exact.commands.progress import bar
from exact.errors import UsageError
from exact.report.sections.streaks import streaks_section

MOST_SHOWN = 10


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    coups = number(1, MOST_LOOKED_AT, "a number of coups")
    parser.add_argument("--side", choices=SIDES, default="banker", help="whose runs (default %(default)s)")
    parser.add_argument("--ties", choices=TIES,
                        help="what a tie does to a run: ends it, is passed over, or counts (default break; among"
                        " --decisions ties are passed over)")
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--coups", type=coups, default=80, metavar="N",
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
    rules, shoe = question.game.rules, question.shoe
    if shoe.infinite:
        refuse_idle(arguments, "the infinite shoe is not simulated: its coups are independent", *PROCEDURE, *DEALING,
                    "--exact-only")
    decisions = arguments.decisions is not None
    coups = arguments.decisions if decisions else arguments.coups
    longest = arguments.longest or min(MOST_SHOWN, coups)
    if longest > coups:
        raise UsageError(f"--longest {longest}: longer than the {coups} coups of a shoe")
    if decisions and arguments.ties not in (None, "ignore"):
        raise UsageError(f"--decisions with --ties {arguments.ties}: among decided coups there are no ties; leave"
                         " --ties out, or give --coups")
    ties = arguments.ties or ("ignore" if decisions else "break")
    streaks = fresh_streaks(rules, shoe, arguments.side, ties, coups, decisions)
    procedure, dealt = read_procedure(arguments, shoe), None
    if not (arguments.exact_only or shoe.infinite):
        with dealing(arguments) as executor:
            dealt = dealt_streaks(rules, shoe, streaks, procedure, longest, arguments.shoes, arguments.seed, executor,
                                  bar)
    return reply(arguments, question, "streaks", "exact-streaks/1",
                 *streaks_section(streaks, longest, procedure, dealt))
