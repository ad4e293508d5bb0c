"""`exact count`: what a counting system is worth, exactly."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from exact.analysis.counting.tags import KEEP, MOST_KEPT
from exact.commands.dealing_options import (
    PROCEDURE,
    add_cards_left,
    add_count,
    add_procedure,
    read_cards_left,
    read_procedure,
    read_tags,
    read_trigger,
)
from exact.commands.options import Question, add_output, add_question, number, read_question, refuse_idle, reply
from exact.commands.progress import bar
from exact.errors import UsageError
from exact.report.document import Block

if TYPE_CHECKING:
    from exact.analysis.counting.study import CountSearch, CountStudy


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.description = ("What a counting system is worth at each depth and per shoe, exactly; the best counts.\n\nThe"
                          " first of --bets is the one counted; further ones are judged by the same count.")
    add_count(parser)
    add_cards_left(parser, "default: every half deck")
    parser.add_argument("--curve", action="store_true", help="EV against the count, with probabilities, at each depth")
    parser.add_argument("--per-shoe", action="store_true",
                        help="also a whole shoe dealt by the procedure of the next options")
    add_procedure(parser)
    parser.add_argument("--perfect", type=number(2, 10**8, "a number of sub-shoes"),
                        metavar="N",
                        help="also what perfect play gains at each depth, from N random sub-shoes (seed 1)")
    parser.add_argument("--search", dest="level", type=number(1, 10, "a level"),
                        metavar="LEVEL",
                        help="the best tags from -LEVEL to LEVEL for the bet (with --tags: that count beside them;"
                        " with --per-shoe: the best true count of each over a shoe)")
    parser.add_argument("--keep", type=number(1, MOST_KEPT, "a number of counts"),
                        default=KEEP, metavar="N",
                        help="counts of highest correlation whose exact gain is computed by --search (default"
                        " %(default)s)")
    add_output(parser, "exact count --bets dragon-7 --tags '4-7=-1 8,9=2' --trigger 4 --cards-left 26,52,104,208",
               "exact count --bets dragon-7 --tags '4-7=-1 8,9=2' --trigger 4 --per-shoe --cut 14",
               "exact count --bets tie --decks 1 --search 1")


def run(arguments: argparse.Namespace) -> int:
    if arguments.tags is None and arguments.level is None:
        raise UsageError("count: give --tags with --trigger, or --search LEVEL")
    if arguments.tags is not None and arguments.trigger is None and arguments.level is None:
        raise UsageError("count: --tags without --trigger; give the count at which a bet is made, such as --trigger 4")
    if arguments.trigger is not None and arguments.tags is None:
        raise UsageError("count: --trigger without --tags; give the counting system, such as --tags '4-7=-1 8,9=2'")
    _refuse_idle(arguments)
    question = read_question(arguments)
    if arguments.level is not None and len(question.bets) > 1:
        raise UsageError(f"--search: finds counts for one bet, and --bets names {len(question.bets)}; name one, such as"
                         " --bets dragon-7")
    from exact.analysis.counting.law import check_shoe
    from exact.report.sections.count import count_section, search_section
    rules, shoe = question.game.rules, question.shoe
    check_shoe(rules, shoe)
    blocks: list[Block] = []
    data: dict[str, Any] = {}
    if arguments.trigger is not None:
        more, found = count_section(_count(arguments, question))
        blocks, data = blocks + more, data | found
    if arguments.level is not None:
        more, found = search_section(_search(arguments, question))
        blocks, data = blocks + more, data | found
    return reply(arguments, question, f"counting {', '.join(bet.title for bet in question.bets)}", "exact-count/1",
                 blocks, data)


def _refuse_idle(arguments: argparse.Namespace) -> None:
    """Raises UsageError for options that the rest of the question leaves no use for."""
    def refuse(needs: str, *options: str) -> None:
        refuse_idle(arguments, f"needs {needs}, without which it would change nothing", *options)

    if arguments.trigger is None:
        refuse("--tags and --trigger", "--curve", "--perfect")
    if arguments.tags is None:
        refuse("--tags", "--start")
    if arguments.level is None:
        refuse("--search", "--keep")
    if not arguments.per_shoe:
        refuse("--per-shoe", "--decks-left", *PROCEDURE)
        if arguments.trigger is None:
            refuse("--trigger or --per-shoe", "--divisor")


def _count(arguments: argparse.Namespace, question: Question) -> CountStudy:
    """The count of `--tags` at every depth, and over a shoe."""
    from exact.analysis.counting.study import count_bets
    rules, shoe = question.game.rules, question.shoe
    return count_bets(rules, question.bets, shoe, read_tags(arguments), read_trigger(arguments),
                      read_cards_left(arguments, rules, shoe), arguments.curve, arguments.perfect, arguments.per_shoe,
                      read_procedure(arguments, shoe), bar)


def _search(arguments: argparse.Namespace, question: Question) -> CountSearch:
    """The best counts of a level."""
    from exact.analysis.counting.study import search_counts
    rules, shoe = question.game.rules, question.shoe
    tags = None if arguments.tags is None else read_tags(arguments)
    return search_counts(rules, question.bets[0], shoe, arguments.level, read_cards_left(arguments, rules, shoe),
                         arguments.keep, tags, read_trigger(arguments, "0"), arguments.per_shoe,
                         read_procedure(arguments, shoe), bar)
