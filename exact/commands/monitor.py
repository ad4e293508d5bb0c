"""`exact monitor`: intervals for the measured RTP, and coups needed to distinguish two RTPs."""

from __future__ import annotations

import argparse

from exact.analysis.odds.laws import bet_law
from exact.commands.options import add_output, add_question, named_numbers, read_question, reply, whole_number
from exact.errors import UsageError
from exact.game.numbers import probabilities


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--coups", metavar="N,..", default="100,1000,10000,100000,1000000",
                        help="numbers of coups (default %(default)s)")
    parser.add_argument("--levels", metavar="P,..", default="99%,99.9%", help="levels (default 99%%,99.9%%)")
    parser.add_argument("--measured", metavar="BET=RTP,..", help="measured RTPs, judged at the one number of --coups")
    parser.add_argument("--against", metavar="BET=RTP,..", help="how many coups distinguish the RTP of a bet from this")
    parser.add_argument("--power", metavar="P", default="90%", help="how surely they are distinguished (default 90%%)")
    add_output(parser, "exact monitor --bets banker --coups 1000,100000",
               "exact monitor --coups 50000 --measured banker=98.1%",
               "exact monitor --against banker=98.41%,player=98.41%")


def run(arguments: argparse.Namespace) -> int:
    from exact.analysis.bankroll.monitoring import monitoring
    from exact.report.sections.monitor import monitor_section
    question = read_question(arguments)
    levels = probabilities(arguments.levels, "levels")
    power, *more = probabilities(arguments.power, "power")
    if more:
        raise UsageError(f"`power` {arguments.power!r}: give one probability, such as 90%")
    try:
        coups = [whole_number(item.strip().replace("_", ""), 1, 10**9, "a number of coups")
                 for item in arguments.coups.split(",")]
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"`coups`: {error}") from None
    found = monitoring([bet_law(question.game.rules, bet, question.shoe) for bet in question.bets], coups, levels,
                       dict(named_numbers(arguments.measured, "measured")),
                       dict(named_numbers(arguments.against, "against")), power)
    return reply(arguments, question, "RTP monitoring", "exact-monitor/1", *monitor_section(found), holds=found.holds)
