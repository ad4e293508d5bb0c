"""`exact monitor`: intervals for the measured RTP, and coups needed to distinguish two RTPs."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from fractions import Fraction

from exact.analysis.odds.laws import BetLaw, bet_law
from exact.commands.options import add_output, add_question, answer, emit, named_numbers, read_question, whole_number
from exact.commands.sessions import probabilities
from exact.errors import UsageError, listed


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
    from exact.analysis.bankroll.monitoring import distinguish, rtp_intervals
    from exact.report.sections.monitor import monitor_blocks, monitor_data
    question = read_question(arguments)
    levels = probabilities(arguments.levels, "levels")
    power, *more = probabilities(arguments.power, "power")
    try:
        coups = [whole_number(item.strip().replace("_", ""), 1, 10**9, "a number of coups")
                 for item in arguments.coups.split(",")]
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"`coups`: {error}") from None
    laws = {bet.name: bet_law(question.game.rules, bet, question.shoe) for bet in question.bets}
    measured = _rtps(arguments.measured, "measured", laws)
    against = _rtps(arguments.against, "against", laws)
    if more:
        raise UsageError(f"`power` {arguments.power!r}: give one probability, such as 90%")
    if measured and len(coups) != 1:
        raise UsageError(f"`coups` {arguments.coups}: with `measured` give one number, that of the coups measured")
    intervals = [one for law in laws.values() for one in rtp_intervals(law, coups, levels)]
    others = [distinguish(laws[name], other, level, power) for name, other in against.items() for level in levels]
    emit(answer(arguments, question, "RTP monitoring", "exact-monitor/1",
                monitor_blocks(intervals, measured, others), monitor_data(intervals, measured, others)), arguments)
    return 0 if all(one.holds(measured[one.law.bet.name]) for one in intervals if one.law.bet.name in measured) else 1


def _rtps(text: str | None, argument: str, laws: Mapping[str, BetLaw]) -> dict[str, Fraction]:
    """RTPs by bet; raises UsageError for a bet that is not asked for."""
    found = dict(named_numbers(text, argument))
    unknown = next((name for name in found if name not in laws), None)
    if unknown is not None:
        raise UsageError(f"`{argument}`: bet {unknown!r} is not among `bets` ({listed(laws)})")
    return found
