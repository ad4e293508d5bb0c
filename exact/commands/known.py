"""`exact known`: what it is worth to know a card before betting."""

from __future__ import annotations

import argparse

from exact.analysis.removal.known_cards import best_sorts, card_out_of_play, known_cards, read_groups, single_cards
from exact.commands.options import Question, add_output, add_question, number, read_question, refuse_idle, reply
from exact.errors import UsageError
from exact.game.cards import BY_RANK, VALUES
from exact.report.document import Section
from exact.report.sections.known import each_known_section, known_section, sorts_section


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--cards", metavar="N,..",
                        help="which cards are known together: 1 and 3 go to Player, 2 and 4 to Banker, 5 and 6 are the"
                        " fifth and sixth off the shoe (default: each card alone)")
    parser.add_argument("--groups", metavar="GROUPS", help="what is known of a card: in which group it lies, such as"
                        " 0-5/6-9, or 6-9 for in or out (default: its value)")
    parser.add_argument("--sort", choices=("value", "rank"), help="search the best two groups for the known cards")
    parser.add_argument("--top", type=number(1, 5000, "a number of rows"), default=10, metavar="N",
                        help="sorts shown (default %(default)s)")
    parser.add_argument("--burn-card", action="store_true",
                        help="the burn card (or the bottom card) is seen instead")
    add_output(parser, "exact known", "exact known --cards 1 --groups 6-9",
               "exact known --cards 1,2,3,4 --groups 0-5/6-9 --bets main",
               "exact known --cards 1,2,3,4 --sort value --bets main", "exact known --burn-card --decks 1")


def run(arguments: argparse.Namespace) -> int:
    if arguments.burn_card and (arguments.cards is not None or arguments.sort):
        raise UsageError("--burn-card with --cards or --sort: the card seen is out of play, or in the coup; give one")
    if arguments.sort and arguments.groups is not None:
        raise UsageError("--sort with --groups: the groups are searched, or given; give one")
    if not arguments.sort:
        refuse_idle(arguments, "says how many sorts are shown; give --sort too", "--top")
    question = read_question(arguments)
    titles = ", ".join(bet.title for bet in question.bets)
    blocks, data = _section(arguments, question)
    return reply(arguments, question, "what a known card is worth", "exact-known/1", blocks,
                 {"bets": [bet.name for bet in question.bets], **data},
                 f"The best bet of {titles}, or none where all lose.")


def _section(arguments: argparse.Namespace, question: Question) -> Section:
    asked = question.game.rules, question.shoe, question.bets
    groups = VALUES.classes if arguments.groups is None else read_groups(arguments.groups)
    cards = () if arguments.cards is None else _cards(arguments.cards)
    if arguments.sort:
        cards = cards or (1, 2, 3, 4)
        found = best_sorts(*asked, cards, VALUES if arguments.sort == "value" else BY_RANK)
        return sorts_section(found, cards, arguments.top)
    if arguments.burn_card:
        return known_section(card_out_of_play(*asked, groups))
    if cards:
        return known_section(known_cards(*asked, dict.fromkeys(cards, groups)))
    return each_known_section(single_cards(*asked, groups))


def _cards(text: str) -> tuple[int, ...]:
    items = [item.strip() for item in text.split(",")]
    if not all(item.isascii() and item.isdigit() and len(item) <= 3 for item in items):
        raise UsageError(f"--cards {text[:40]!r}: write card numbers, such as 1 or 1,2,3,4")
    cards = tuple(map(int, items))
    if len(set(cards)) < len(cards):
        raise UsageError(f"--cards {text[:40]!r}: a card is named twice")
    return cards
