"""`exact monitor`: intervals for the measured RTP, and coups needed to tell two RTPs apart."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from exact.analysis.odds.laws import BetLaw, bet_law
from exact.commands.options import (
    add_bets,
    add_game,
    add_output,
    add_shoe,
    answer,
    emit,
    examples,
    named_pairs,
    read_question,
    whole_number,
)
from exact.commands.sessions import probabilities
from exact.errors import UsageError, listed
from exact.game.bet_file import read_number
from exact.report.document import Block, Column, Table
from exact.report.numbers import rational


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    add_bets(parser)
    parser.add_argument("--coups", metavar="N,..", default="100,1000,10000,100000,1000000",
                        help="numbers of coups (default %(default)s)")
    parser.add_argument("--levels", metavar="P,..", default="99%,99.9%", help="levels (default 99%%,99.9%%)")
    parser.add_argument("--measured", metavar="BET=RTP,..", help="measured RTPs, judged at the one number of --coups")
    parser.add_argument("--against", metavar="BET=RTP,..", help="how many coups tell the RTP of a bet from this")
    parser.add_argument("--power", metavar="P", default="90%", help="how surely they are told apart (default 90%%)")
    add_output(parser)
    examples(parser, "exact monitor --bets banker --coups 1000,100000",
             "exact monitor --coups 50000 --measured banker=98.1%",
             "exact monitor --against banker=98.41%,player=98.41%")


def run(arguments: argparse.Namespace) -> int:
    from exact.analysis.bankroll.monitoring import coups_to_tell, intervals, within
    from exact.report.sections.sessions import interval_data, interval_table
    question = read_question(arguments)
    levels = probabilities(arguments.levels, "--levels")
    power = probabilities(arguments.power, "--power")[0]
    try:
        coups = [whole_number(item.strip().replace("_", ""), 1, 10**9, "a number of coups")
                 for item in arguments.coups.split(",")]
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"--coups: {error}") from None
    laws = {bet.name: bet_law(question.game.rules, bet, question.shoe) for bet in question.bets}
    measured = _rtps(arguments.measured, "--measured", laws) if arguments.measured else {}
    others = _rtps(arguments.against, "--against", laws) if arguments.against else {}
    if measured and len(coups) != 1:
        raise UsageError(f"--coups {arguments.coups}: with --measured give one number, that of the coups measured")
    found = [one for law in laws.values() for one in intervals(law, coups, levels)]
    blocks: list[Block] = [interval_table(found)]
    data: dict[str, Any] = {"intervals": [interval_data(one) for one in found]}
    fine = True
    if measured:
        judged = [(one, measured[one.law.bet.name], within(one, measured[one.law.bet.name]))
                  for one in found if one.law.bet.name in measured]
        fine = all(inside for *_, inside in judged)
        columns = (Column("bet"), Column("level"), Column("measured RTP", "percent"), Column("verdict"))
        blocks.append(Table("Measured", columns, tuple(
            (one.law.bet.name, f"{float(100 * one.level):g} %", rtp, "inside" if inside else "OUTSIDE")
            for one, rtp, inside in judged)))
        data["measured"] = [{"bet": one.law.bet.name, "level": rational(one.level), "rtp": rational(rtp),
                             "inside": inside} for one, rtp, inside in judged]
    if others:
        rows = [(name, laws[name].rtp, rtp, f"{float(100 * level):g} %",
                 coups_to_tell(laws[name].rtp, laws[name].variance, rtp, laws[name].variance, level, power))
                for name, rtp in others.items() for level in levels]
        blocks.append(Table(f"Coups that tell two RTPs apart, with probability {float(100 * power):g} % "
                            "(normal law, the variance that of the game)",
                            (Column("bet"), Column("RTP", "percent"), Column("other RTP", "percent"), Column("level"),
                             Column("coups", "count")), tuple(rows)))
        data["tell_apart"] = [{"bet": name, "rtp": rational(rtp), "other": rational(other), "level": level,
                               "coups": n} for name, rtp, other, level, n in rows]
    emit(answer(arguments, question, "RTP monitoring", "exact-monitor/1", blocks, data), arguments)
    return 0 if fine else 1


def _rtps(text: str, option: str, laws: Mapping[str, BetLaw]) -> dict[str, Fraction]:
    """RTPs by bet; raises UsageError for a bet that is not asked for."""
    found = {name: read_number(value, f"{option}, {name}") for name, value in named_pairs(text, option)}
    unknown = next((name for name in found if name not in laws), None)
    if unknown is not None:
        raise UsageError(f"{option}: bet {unknown!r} is not among --bets ({listed(laws)})")
    return found
