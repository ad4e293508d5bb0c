"""`exact coups`: cards per coup, and coups of a shoe."""

from __future__ import annotations

import argparse
import sys

from exact.analysis.shoe.coups import CoupsPerShoe, coup_figures
from exact.commands.dealing_options import DEALING, PROCEDURE, add_dealing, add_procedure, read_procedure
from exact.commands.options import add_game, add_output, add_shoe, given_of, read_question, refuse_idle, reply
from exact.commands.progress import bar
from exact.report.sections.coups import coups_section
from exact.workers import threads


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    add_procedure(parser)
    add_dealing(parser)
    add_output(parser, "exact coups", "exact coups --shoe '0=10 6=10 8=10' --burn none --cut 6",
               "exact coups --cut 16 --extra 0 --shoes 1000000")


def run(arguments: argparse.Namespace) -> int:
    question = read_question(arguments)
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
