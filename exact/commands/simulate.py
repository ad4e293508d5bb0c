"""`exact simulate`: shoes dealt at random, as a check."""

from __future__ import annotations

import argparse
from concurrent.futures import Executor

from exact.commands.dealing_options import (
    COUNT,
    PROCEDURE,
    add_cards_left,
    add_count,
    add_dealing,
    add_procedure,
    read_cards_left,
    read_procedure,
    read_tags,
    read_trigger,
)
from exact.commands.money_options import PLAY, add_play, read_play, read_stakes
from exact.commands.options import (
    Question,
    add_output,
    add_question,
    add_stakes,
    given_of,
    number,
    read_question,
    refuse_idle,
    reply,
)
from exact.commands.progress import bar
from exact.errors import BetError, UsageError
from exact.report.document import Section
from exact.values import COUPS, MOST_DEALT, SESSIONS
from exact.workers import threads


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.description = ("Shoes dealt at random, as a check.\n\nBets dealt together share one table of the coup, which"
                          " has no room for\nthe whole catalogue at once (--bets all): name some at a time.")
    add_dealing(parser)
    add_procedure(parser)
    add_count(parser)
    add_cards_left(parser, "with --tags: single coups from random sub-shoes of these sizes; default: whole shoes")
    parser.add_argument("--coups", type=number(1, MOST_DEALT, "a number of coups"),
                        default=COUPS, metavar="N", help="coups for each of --cards-left (default %(default)s)")
    add_stakes(parser)
    add_play(parser)
    parser.add_argument("--sessions", type=number(1, 10**8, "a number of sessions"), default=SESSIONS, metavar="N",
                        help="plays dealt with --bankroll (default %(default)s)")
    add_output(parser, "exact simulate --bets banker --bankroll 20 --target 40 --sessions 10000",
               "exact simulate --shoes 100000 --seed 7 --processes 2",
               "exact simulate --bets dragon-7 --tags '4-7=-1 8,9=2' --trigger 4 --shoes 100000",
               "exact simulate --bets dragon-7 --tags '4-7=-1 8,9=2' --trigger 4 --cards-left 26,52")


def run(arguments: argparse.Namespace) -> int:
    if arguments.bankroll is not None:
        return _plays(arguments)
    refuse_idle(arguments, "needs --bankroll, without which it would change nothing", *PLAY, "--stakes", "--sessions")
    counting = arguments.tags is not None
    if counting != (arguments.trigger is not None):
        raise UsageError("simulate: --tags and --trigger go together")
    if not counting:
        refuse_idle(arguments, "needs --tags and --trigger, without which it would change nothing", "--cards-left",
                    *COUNT)
    if arguments.cards_left is None:
        refuse_idle(arguments, "needs --cards-left, without which it would change nothing", "--coups")
    else:
        refuse_idle(arguments, "needs whole shoes, and with --cards-left single coups are dealt", "--shoes",
                    "--decks-left", *PROCEDURE)
    question = read_question(arguments)
    with threads(arguments.processes) as executor:
        section = _counted(arguments, question, executor) if counting else _dealt(arguments, question, executor)
    return reply(arguments, question, "simulated", "exact-simulate/1", *section)


def _plays(arguments: argparse.Namespace) -> int:
    """Plays with stop rules, each coup from a fresh shoe: what `sessions` computes."""
    from exact.analysis.bankroll.slips import dealt_plays
    from exact.report.sections.stopped import dealt_plays_section
    refuse_idle(arguments, "is of shoes, and with --bankroll plays of independent coups are dealt; leave it out",
                "--shoes", "--cards-left", "--tags", "--trigger", *COUNT, *PROCEDURE)
    if not given_of(arguments, "--coups"):
        arguments.coups = None
    question = read_question(arguments)
    found = dealt_plays(question.game.rules, read_stakes(arguments, question), question.shoe, *read_play(arguments),
                        arguments.sessions, arguments.seed, bar)
    return reply(arguments, question, "simulated plays", "exact-simulate/1", *dealt_plays_section(found))


def _dealt(arguments: argparse.Namespace, question: Question, executor: Executor | None) -> Section:
    from exact.analysis.shoe.simulate import simulate_shoes
    from exact.report.sections.simulate import dealt_section
    try:
        return dealt_section(simulate_shoes(
            question.game.rules, question.bets, question.shoe, read_procedure(arguments, question.shoe),
            arguments.shoes, arguments.seed, executor, bar))
    except BetError as error:
        raise BetError(f"--bets {arguments.bets}: {error}") from None


def _counted(arguments: argparse.Namespace, question: Question, executor: Executor | None) -> Section:
    from exact.analysis.shoe.simulate import simulate_play
    from exact.report.sections.simulate import counted_section
    rules, shoe = question.game.rules, question.shoe
    return counted_section(simulate_play(
        rules, question.bets, shoe, read_tags(arguments), read_trigger(arguments), read_procedure(arguments, shoe),
        read_cards_left(arguments, rules, shoe), arguments.shoes, arguments.coups, arguments.seed, executor, bar))
