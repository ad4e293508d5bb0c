"""`exact sessions`: the distribution of the result of n coups."""

from __future__ import annotations

import argparse

from exact.analysis.bankroll.sessions import COUPS
from exact.commands.options import add_output, add_question, number, read_question, reply
from exact.game.numbers import probabilities


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--coups", type=number(1, 10**9, "a number of coups"), default=COUPS,
                        metavar="N", help="how many coups (default %(default)s)")
    parser.add_argument("--quantiles", metavar="P,..", help="probabilities, such as 1%%,50%%,99%%")
    add_output(parser, "exact sessions --coups 100",
               "exact sessions --coups 500 --bets banker,tie --quantiles 5%,50%,95%")


def run(arguments: argparse.Namespace) -> int:
    from exact.analysis.bankroll.sessions import RESULT_QUANTILES, session
    from exact.analysis.odds.laws import bet_law
    from exact.report.sections.sessions import session_blocks, session_data
    question = read_question(arguments)
    quantiles = probabilities(arguments.quantiles, "quantiles") if arguments.quantiles else RESULT_QUANTILES
    laws = [bet_law(question.game.rules, bet, question.shoe) for bet in question.bets]
    sessions = [session(law, arguments.coups, quantiles) for law in laws]
    return reply(arguments, question, f"sessions of {arguments.coups:,} coups", "exact-sessions/1",
                 session_blocks(sessions), {"sessions": [session_data(one) for one in sessions]})
