"""`exact sessions`: the distribution of the result of n coups, and of a play with stop rules."""

from __future__ import annotations

import argparse

from exact.analysis.bankroll.sessions import COUPS
from exact.commands.money_options import PLAY, add_play, read_play, read_stakes
from exact.commands.options import (
    add_output,
    add_question,
    add_stakes,
    given_of,
    named_numbers,
    number,
    read_question,
    refuse_idle,
    reply,
)
from exact.commands.progress import bar
from exact.game.numbers import exact_number, probabilities
from exact.report.question import Question


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    add_stakes(parser)
    parser.add_argument("--coups", type=number(1, 10**9, "a number of coups"), metavar="N",
                        help=f"how many coups (default {COUPS}; with --bankroll as many as it takes)")
    parser.add_argument("--quantiles", metavar="P,..", help="probabilities, such as 1%%,50%%,99%%")
    parser.add_argument("--at-least", metavar="MONEY", help="the chance of a result at least so high")
    parser.add_argument("--between", metavar="A,B", help="the chance of a result from A to B, both included")
    parser.add_argument("--exactly", type=number(0, 10**9, "a number of wins"), metavar="K",
                        help="the chance of exactly so many wins, of all coups and of bets resolved")
    add_play(parser)
    add_output(parser, "exact sessions --coups 100",
               "exact sessions --coups 500 --bets banker,tie --quantiles 5%,50%,95%",
               "exact sessions --stakes banker=10,tie=1 --coups 70 --at-least 50",
               "exact sessions --bets banker --bankroll 20 --target 40",
               "exact sessions --bets player --bankroll 100 --coups 500 --rebate 10% --rebate-from 50")


RESULTS = ("--quantiles", "--at-least", "--between", "--exactly")


def run(arguments: argparse.Namespace) -> int:
    if given_of(arguments, "--stakes", "--bets")[1:]:
        refuse_idle(arguments, "with --stakes the slip names the bets; leave it out", "--bets")
    question = read_question(arguments)
    if arguments.bankroll is not None:
        refuse_idle(arguments, "is of a session without stop rules; leave it or --bankroll out", *RESULTS)
        return _stopped(arguments, question)
    refuse_idle(arguments, "needs --bankroll, without which it would change nothing", *PLAY)
    return _sessions(arguments, question)


def _sessions(arguments: argparse.Namespace, question: Question) -> int:
    from exact.analysis.bankroll.sessions import RESULT_QUANTILES, read_range, session
    from exact.analysis.bankroll.slips import slip_law
    from exact.analysis.odds.laws import bet_law
    from exact.report.sections.sessions import session_blocks, session_data
    quantiles = probabilities(arguments.quantiles, "quantiles") if arguments.quantiles else RESULT_QUANTILES
    rules, shoe, coups = question.game.rules, question.shoe, arguments.coups or COUPS
    if arguments.stakes is None:
        laws = [bet_law(rules, bet, shoe) for bet in question.bets]
    else:
        laws = [slip_law(rules, question.game.staked(named_numbers(arguments.stakes, "stakes")), shoe)]
    at_least = None if arguments.at_least is None else exact_number(arguments.at_least, "at_least")
    between = None if arguments.between is None else read_range(arguments.between)
    sessions = [session(law, coups, quantiles, at_least, between, arguments.exactly) for law in laws]
    return reply(arguments, question, f"sessions of {coups:,} coups", "exact-sessions/1",
                 session_blocks(sessions), {"sessions": [session_data(one) for one in sessions]})


def _stopped(arguments: argparse.Namespace, question: Question) -> int:
    from exact.analysis.bankroll.slips import play
    from exact.report.sections.stopped import stopped_section
    found = play(question.game.rules, read_stakes(arguments, question), question.shoe, *read_play(arguments), bar)
    return reply(arguments, question, "a play with stop rules", "exact-sessions/1", *stopped_section(found))
