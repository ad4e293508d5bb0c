"""`exact coups`: cards per coup, and coups of a shoe."""

from __future__ import annotations

import argparse
import sys

from exact.analysis.shoe.coups import (
    MOST_STEPS,
    cards_per_coup,
    coups_per_shoe,
    covariance_of_cards,
    least_and_most,
    steps,
)
from exact.commands.dealing_options import DEALING, PROCEDURE, add_dealing, add_procedure, dealing, read_procedure
from exact.commands.options import Question, add_game, add_output, add_shoe, given_of, read_question, refuse_idle, reply
from exact.commands.progress import bar
from exact.game.bets import OUTCOMES
from exact.report.document import Section
from exact.report.sections.coups import cards_section, coups_section


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    add_procedure(parser)
    add_dealing(parser)
    add_output(parser, "exact coups", "exact coups --shoe '0=10 6=10 8=10' --burn none --cut 6",
               "exact coups --cut 16 --extra 0 --shoes 1000000")


def run(arguments: argparse.Namespace) -> int:
    question = read_question(arguments)
    rules, shoe = question.game.rules, question.shoe
    lasts_two = shoe.infinite or shoe.cards >= 2 * rules.most_cards
    blocks, data = cards_section(cards_per_coup(rules, shoe), covariance_of_cards(rules, shoe) if lasts_two else None)
    if shoe.infinite:
        refuse_idle(arguments, "the infinite shoe has no end, and no number of coups; give a number of decks",
                    *PROCEDURE, *DEALING)
    else:
        more, found = _coups(arguments, question)
        blocks, data = blocks + more, data | found
    return reply(arguments, question, "cards and coups", "exact-coups/1", blocks, data)


def _coups(arguments: argparse.Namespace, question: Question) -> Section:
    rules, shoe = question.game.rules, question.shoe
    procedure = read_procedure(arguments, shoe)
    bounds = least_and_most(rules, shoe, procedure)
    if steps(rules, shoe, procedure) <= MOST_STEPS:
        for option in given_of(arguments, *DEALING):
            print(f"note: {option}: not used, since this shoe has an exact law", file=sys.stderr)
        return coups_section(procedure, bounds, coups_per_shoe(rules, shoe, procedure))
    from exact.analysis.shoe.simulate import simulate_shoes
    with dealing(arguments) as executor:
        return coups_section(procedure, bounds, simulate_shoes(rules, (OUTCOMES,), shoe, procedure, arguments.shoes,
                                                               arguments.seed, executor, bar))
