"""`exact known`: what it is worth to know a card before betting."""

from __future__ import annotations

import argparse

from exact.analysis.removal.known_cards import SORTS, TOP, known
from exact.commands.options import add_output, add_question, number, read_question, refuse_idle, reply
from exact.errors import UsageError
from exact.report.sections.known import known_section


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--cards", metavar="N,..",
                        help="which cards are known together: 1 and 3 go to Player, 2 and 4 to Banker, 5 and 6 are the"
                        " fifth and sixth off the shoe (default: each card alone)")
    parser.add_argument("--groups", metavar="GROUPS", help="what is known of a card: in which group it lies, such as"
                        " 0-5/6-9, or 6-9 for in or out (default: its value)")
    parser.add_argument("--sort", choices=tuple(SORTS), help="search the best two groups for the known cards")
    parser.add_argument("--top", type=number(1, 5000, "a number of rows"), default=TOP, metavar="N",
                        help="sorts shown (default %(default)s)")
    parser.add_argument("--burn-card", action="store_true",
                        help="the burn card (or the bottom card) is seen instead")
    add_output(parser, "exact known", "exact known --cards 1 --groups 6-9",
               "exact known --cards 1,2,3,4 --groups 0-5/6-9 --bets main",
               "exact known --cards 1,2,3,4 --sort value --bets main", "exact known --burn-card --decks 1")


def run(arguments: argparse.Namespace) -> int:
    if not arguments.sort:
        refuse_idle(arguments, "says how many sorts are shown; give --sort too", "--top")
    question = read_question(arguments)
    titles = ", ".join(bet.title for bet in question.bets)
    found = known(question.game.rules, question.shoe, question.bets, _cards(arguments.cards), arguments.groups,
                  arguments.sort, arguments.top, arguments.burn_card)
    blocks, data = known_section(found)
    return reply(arguments, question, "what a known card is worth", "exact-known/1", blocks,
                 {"bets": [bet.name for bet in question.bets], **data},
                 f"The best bet of {titles}, or none where all lose.")


def _cards(text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    items = [item.strip() for item in text.split(",") if item.strip()]
    if not all(item.isascii() and item.isdigit() and len(item) <= 3 for item in items):
        raise UsageError(f"`cards` {text[:40]!r}: write card numbers, such as 1 or 1,2,3,4")
    return tuple(map(int, items))
