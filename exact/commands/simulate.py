"""`exact simulate`: shoes dealt at random, as a check."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from exact.commands.options import (
    add_bets,
    add_game,
    add_output,
    add_shoe,
    answer,
    emit,
    examples,
    read_question,
    whole_number,
)
from exact.commands.procedure import (
    COUNT_ALONE,
    PROCEDURE_ALONE,
    add_count,
    add_procedure,
    options_named,
    read_procedure,
    read_tags,
    read_trigger,
    refuse_unused,
)
from exact.commands.progress import bar
from exact.errors import BetError, UsageError
from exact.report.document import Block, Document, Paragraph

SHOES, COUPS = 100_000, 1_000_000
"""Shoes, or coups at each depth, where nothing else is said."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    add_bets(parser)
    parser.description = ("Shoes dealt at random, as a check.\n\nBets dealt together share one table of the coup, which"
                          " has no room for\nthe whole catalogue at once (--bets all): name some at a time.")
    parser.add_argument("--shoes", type=lambda text: whole_number(text, 1, 10**10, "a number of shoes"),
                        default=SHOES, metavar="N", help="shoes to deal (default %(default)s)")
    parser.add_argument("--seed", type=lambda text: whole_number(text, 0, 2**62, "a seed"), default=1, metavar="N",
                        help="the same seed gives the same figures, for any number of processes (default %(default)s)")
    parser.add_argument("--processes", type=lambda text: whole_number(text, 1, 1024, "a number of processes"),
                        default=1, metavar="N", help="blocks dealt side by side (default %(default)s)")
    add_procedure(parser)
    add_count(parser)
    parser.add_argument("--cards-left", metavar="N,..|N-N", help="with --tags: single coups from random sub-shoes of "
                        "these sizes instead of whole shoes")
    parser.add_argument("--coups", type=lambda text: whole_number(text, 1, 10**10, "a number of coups"),
                        default=COUPS, metavar="N", help="coups for each of --cards-left (default %(default)s)")
    add_output(parser)
    examples(parser, "exact simulate --shoes 100000 --seed 7 --processes 2",
             "exact simulate --bets dragon-7 --tags '4-7=-1 8,9=2' --trigger 4 --shoes 100000",
             "exact simulate --bets dragon-7 --tags '4-7=-1 8,9=2' --trigger 4 --cards-left 26,52")


def run(arguments: argparse.Namespace) -> int:
    counting = arguments.tags is not None
    if counting != (arguments.trigger is not None):
        raise UsageError("simulate: --tags and --trigger go together")
    if arguments.cards_left is not None and not counting:
        raise UsageError("--cards-left: needs --tags and --trigger")
    if not counting:
        refuse_unused(arguments, COUNT_ALONE, "--tags and --trigger")
    if arguments.cards_left is None:
        refuse_unused(arguments, {"coups": COUPS}, "--cards-left")
    else:
        refuse_unused(arguments, {"shoes": SHOES, **PROCEDURE_ALONE}, "whole shoes, not --cards-left")
    with _executor(arguments.processes) as executor, options_named():
        document = _document(arguments, executor)
    emit(document, arguments)
    return 0


@contextmanager
def _executor(processes: int) -> Iterator[Executor | None]:
    """Threads, since the inner loops let go of the interpreter."""
    if processes == 1:
        yield None
    else:
        with ThreadPoolExecutor(processes) as executor:
            yield executor


def _document(arguments: argparse.Namespace, executor: Executor | None) -> Document:
    from exact.analysis.shoe.simulate import simulate_count, simulate_depth, simulate_shoes
    from exact.commands.count import depths_of
    from exact.report.sections import simulate as show

    question = read_question(arguments)
    rules, shoe, procedure = question.game.rules, question.shoe, read_procedure(arguments)
    blocks: list[Block] = []
    data: dict[str, Any] = {}
    if arguments.tags is None:
        try:
            dealt = simulate_shoes(rules, question.bets, shoe, procedure, arguments.shoes, arguments.seed, executor,
                                   bar)
        except BetError as error:
            raise BetError(f"--bets {arguments.bets}: {error}") from None
        blocks += show.dealt_tables(dealt, procedure, arguments.seed)
        data |= {"procedure": procedure.describe(), **show.dealt_data(dealt)}
    else:
        tags, trigger = read_tags(arguments), read_trigger(arguments)
        seed = arguments.seed
        blocks.append(Paragraph(f"Count: {tags}. Bet at {trigger}"
                                + ("." if trigger.running else f", decks left {trigger.divisor.value}.")))
        data |= {"tags": str(tags), "trigger": str(trigger), "divisor": trigger.divisor.value, "counted": []}
        for bet in question.bets:
            if arguments.cards_left is not None:
                depths = depths_of(arguments.cards_left, shoe.cards, rules.most_cards)
                found = [simulate_depth(rules, bet, shoe, tags, trigger, n, arguments.coups, seed, executor, bar)
                         for n in depths]
                blocks += [show.depth_table(bet.title, item) for item in found]
                data["counted"].append({"bet": bet.name, "depths": [show.depth_data(item) for item in found]})
            else:
                played = simulate_count(rules, bet, shoe, tags, trigger, procedure, arguments.shoes, seed, executor,
                                        bar)
                blocks.append(show.played_table(bet.title, played, procedure))
                data["counted"].append({"bet": bet.name, "procedure": procedure.describe(), **show.played_data(played)})
    return answer(arguments, question, "simulated", "exact-simulate/1", blocks, data)
