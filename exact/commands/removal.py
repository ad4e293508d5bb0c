"""`exact removal`: several cards out of the shoe at once, exactly, and how far estimates from single cards are off."""

from __future__ import annotations

import argparse

from exact.analysis.odds.laws import Study, partition_of
from exact.analysis.removal.vectors import CardCounts, left_after, removal, removal_orders, standard_vectors
from exact.commands.options import add_output, add_question, read_question, reply
from exact.errors import ExactError, UsageError
from exact.game.shoe import read_counts
from exact.report.question import Question
from exact.report.sections.removal import WIDEST, removal_blocks, removal_data


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--vector", action="append", default=[], metavar="CARDS",
                        help="cards to remove together, such as 4,4,9 or '4=16 9=8'; may be given again "
                        "(default: half of each kind of card, and all of it)")
    parser.add_argument("--all-pairs", action="store_true", help="the interactions of all pairs of cards also for bets "
                        f"that distinguish more than {WIDEST} classes of card, which can take a minute")
    add_output(parser, "exact removal --bets player", "exact removal --vector 4,4,4 --vector '5=16 6=16'",
               "exact removal --decks 1 --vector A,2,3 --format json")


def run(arguments: argparse.Namespace) -> int:
    question = read_question(arguments)
    rules, shoe = question.game.rules, question.shoe
    vectors = [_removable(text, question) for text in arguments.vector]
    found = []
    for bet in question.bets:
        study, partition = Study(rules, (bet,)), partition_of(bet)
        chosen = vectors or [vector for vector in standard_vectors(shoe, partition)
                             if shoe.cards - sum(vector.values()) >= rules.most_cards]
        every = arguments.all_pairs or len(partition) <= WIDEST
        effects = removal_orders(study, shoe, None if every else chosen)
        found.append((effects[0], [each for vector in chosen for each in removal(study, shoe, effects, vector)]))
    return reply(arguments, question, "several cards removed", "exact-removal/1",
                 (block for effects, removals in found for block in removal_blocks(effects, removals)),
                 {"bets": [removal_data(effects, removals) for effects, removals in found]})


def _removable(text: str, question: Question) -> CardCounts:
    """The cards of a vector that can be removed; raises an error that names it."""
    try:
        vector = read_counts(text)
        if not vector:
            raise UsageError("names no card; write 4,4,9 or '4=2 9=1'")
        if not question.shoe.infinite:  # which refuses every removal, and says so on its own
            left_after(Study(question.game.rules, question.bets), question.shoe, vector)
    except ExactError as error:
        raise type(error)(f"--vector {text[:60]!r}: {error}") from None
    return vector
