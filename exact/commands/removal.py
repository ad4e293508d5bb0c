"""`exact removal`: several cards out of the shoe at once, exactly, and how far estimates from single cards are off."""

from __future__ import annotations

import argparse

from exact.analysis.odds.laws import Study, partition_of
from exact.analysis.removal.vectors import Vector, left_after, removal, removal_orders, standard_vectors
from exact.commands.options import (
    Question,
    add_bets,
    add_game,
    add_output,
    add_shoe,
    answer,
    emit,
    examples,
    read_question,
)
from exact.errors import CardError, ShoeError, UsageError
from exact.game.cards import CardSet, parse_card
from exact.report.document import Block
from exact.report.sections import removal as show


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    add_bets(parser)
    parser.add_argument("--vector", action="append", default=[], metavar="CARDS",
                        help="cards to remove together, such as 4,4,9 or '4=16 9=8'; may be given again "
                        "(default: half of each kind of card, and all of it)")
    parser.add_argument("--all-pairs", action="store_true", help="the interactions of all pairs of cards also for bets "
                        f"that tell more than {show.WIDEST} classes of card apart, which can take a minute")
    add_output(parser)
    examples(parser, "exact removal --bets player", "exact removal --vector 4,4,4 --vector '5=16 6=16'",
             "exact removal --decks 1 --vector A,2,3 --format json")


def run(arguments: argparse.Namespace) -> int:
    question = read_question(arguments)
    vectors = [_asked(text, question) for text in arguments.vector]
    blocks: list[Block] = []
    data = []
    for bet in question.bets:
        study = Study(question.game.rules, (bet,))
        partition = partition_of(bet)
        chosen = vectors or [vector for vector in standard_vectors(question.shoe, partition)
                             if question.shoe.cards - sum(vector.values()) >= question.game.rules.most_cards]
        every = arguments.all_pairs or len(partition) <= show.WIDEST
        effects = removal_orders(study, question.shoe, None if every else chosen)
        (effect,) = effects
        found = [each for vector in chosen for each in removal(study, question.shoe, effects, vector)]
        blocks += show.blocks(effect, found)
        data.append(show.data(effect, found))
    emit(answer(arguments, question, "several cards removed", "exact-removal/1", blocks, {"bets": data}), arguments)
    return 0


def _asked(text: str, question: Question) -> Vector:
    """A vector that can be removed; raises an error that names it."""
    vector = read_vector(text)
    if question.shoe.infinite:
        return vector  # which refuses every removal, and says so by itself
    try:
        left_after(Study(question.game.rules, question.bets), question.shoe, vector)
    except ShoeError as error:
        raise type(error)(f"--vector {text[:60]!r}: {error}") from None
    return vector


def read_vector(text: str) -> Vector:
    """`4,4,9` or `4=2 9=1`; raises UsageError for what is neither, CardError for what is no card."""
    counts: dict[CardSet, int] = {}
    for item in text.replace(",", " ").split():
        name, equals, number = item.partition("=")
        if equals and not (number.isascii() and number.isdigit() and len(number) <= 12):
            raise UsageError(f"--vector {text[:60]!r}: {item[:40]!r} is not CARD=NUMBER; write 4,4,9 or '4=2 9=1'")
        try:
            cards = parse_card(name)
        except CardError as error:
            raise CardError(f"--vector {text[:60]!r}: {error}") from None
        for other in counts:
            if cards & other and cards != other:
                raise UsageError(f"--vector {text[:60]!r}: {name!r} overlaps another card; name each kind one way")
        counts[cards] = counts.get(cards, 0) + (int(number) if equals else 1)
    removed = {cards: count for cards, count in counts.items() if count}
    if not removed:
        raise UsageError(f"--vector {text[:60]!r}: names no card; write 4,4,9 or '4=2 9=1'")
    return removed
