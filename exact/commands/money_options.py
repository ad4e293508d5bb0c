"""Options of a play with stop rules, which `sessions` computes and `simulate` deals."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from fractions import Fraction

from exact.analysis.bankroll.play import Programme, StopRules
from exact.analysis.bankroll.systems import FLAT, System, read_system
from exact.commands.options import named_numbers, refuse_idle
from exact.errors import UsageError
from exact.game.bets import Bet
from exact.game.numbers import exact_number
from exact.report.question import Question

RULES = ("bankroll", "target", "stop_loss", "drawdown")
PROGRAMME = ("rebate", "rebate_from", "rolling", "show_up")


def add_play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bankroll", metavar="MONEY", help="play with so much, until a stop rule, ruin or --coups")
    parser.add_argument("--target", metavar="MONEY", help="stop with so much money, or more")
    parser.add_argument("--stop-loss", metavar="MONEY", help="stop at such a loss, or a greater one")
    parser.add_argument("--drawdown", metavar="MONEY", help="stop so far below the highest point, or further")
    parser.add_argument("--system", metavar="FILE.toml", help="a betting system that looks at money and past results")
    parser.add_argument("--chip", metavar="MONEY", help="the smallest chip, which has to divide the stake")
    parser.add_argument("--rebate", metavar="P", default="0", help="share of a loss at the end that is given back, as"
                        " 10%%")
    parser.add_argument("--rebate-from", metavar="MONEY", default="0", help="the least loss that a rebate is paid on")
    parser.add_argument("--rolling", metavar="P", default="0", help="share of dead chips lost that is given back, as"
                        " 1.2%%")
    parser.add_argument("--show-up", metavar="MONEY", default="0", help="money given for coming")


PLAY = ("--target", "--stop-loss", "--drawdown", "--system", "--chip", "--rebate", "--rebate-from", "--rolling",
        "--show-up")
"""Options that mean nothing without --bankroll."""


def read_play(arguments: argparse.Namespace) -> tuple[StopRules, System, Programme, Fraction | None]:
    """The rules, the system, the programme and the chip; raises an ExactError that names the option."""
    given = {name: exact_number(value, name) for name in (*RULES, *PROGRAMME, "chip")
             if (value := getattr(arguments, name)) is not None}
    return (StopRules(**{name: given[name] for name in RULES if name in given}, coups=arguments.coups),
            FLAT if arguments.system is None else read_system(arguments.system),
            Programme(**{name: given[name] for name in PROGRAMME}), given.get("chip"))


def read_stakes(arguments: argparse.Namespace, question: Question) -> Sequence[tuple[Bet, Fraction]]:
    """The slip of a play, or one unit on its bet; raises UsageError where there are several bets and no stakes."""
    if arguments.stakes is not None:
        refuse_idle(arguments, "with --stakes the slip names the bets; leave it out", "--bets")
        return question.game.staked(named_numbers(arguments.stakes, "stakes"))
    if len(question.bets) != 1:
        raise UsageError("`bankroll`: a play has one bet or one slip; name it with --bets banker or --stakes"
                         " banker=10,tie=1")
    return [(question.bets[0], Fraction(1))]
