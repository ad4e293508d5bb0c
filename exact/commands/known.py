"""`exact known`: what it is worth to know a card before betting."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from exact.analysis.removal.known_cards import (
    Knowledge,
    Sort,
    best_sorts,
    card_out_of_play,
    group_name,
    known_cards,
    read_groups,
    single_cards,
)
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
    refuse_idle,
    whole_number,
)
from exact.errors import UsageError
from exact.game.cards import BY_RANK, VALUES, CardSet
from exact.report.document import Block, Column, Paragraph, Table
from exact.report.numbers import rational
from exact.report.sections.known import sights_table, worth_table

MOST_ROWS = 1000


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    add_bets(parser, "player,banker")
    parser.add_argument("--cards", metavar="N,..",
                        help="which cards are known together: 1 and 3 go to Player, 2 and 4 to Banker, 5 and 6 are the"
                        " fifth and sixth off the shoe (default: each card alone)")
    parser.add_argument("--groups", metavar="GROUPS", help="what is known of a card: in which group it lies, such as"
                        " 0-5/6-9, or 6-9 for in or out (default: its value)")
    parser.add_argument("--sort", choices=("value", "rank"), help="search the best two groups for the known cards")
    parser.add_argument("--top", type=_top, default=10, metavar="N", help="sorts shown (default %(default)s)")
    parser.add_argument("--burn", action="store_true", help="the burn card (or the bottom card) is seen instead")
    add_output(parser)
    examples(parser, "exact known", "exact known --cards 1 --groups 6-9",
             "exact known --cards 1,2,3,4 --groups 0-5/6-9 --bets main",
             "exact known --cards 1,2,3,4 --sort value --bets main", "exact known --burn --decks 1")


def _top(text: str) -> int:
    return whole_number(text, 1, 5000, "a number of rows")


def run(arguments: argparse.Namespace) -> int:
    if arguments.burn and (arguments.cards is not None or arguments.sort):
        raise UsageError("--burn with --cards or --sort: the card seen is out of play, or in the coup; give one")
    if arguments.sort and arguments.groups is not None:
        raise UsageError("--sort with --groups: the groups are searched, or given; give one")
    if not arguments.sort:
        refuse_idle(arguments, "says how many sorts are shown; give --sort too", "--top")
    question = read_question(arguments)
    groups = VALUES.classes if arguments.groups is None else read_groups(arguments.groups)
    cards = () if arguments.cards is None else _cards(arguments.cards)
    if arguments.sort:
        blocks, data = _sorts(arguments, question, cards or (1, 2, 3, 4))
    elif arguments.burn:
        found = card_out_of_play(question.game.rules, question.shoe, question.bets, groups)
        blocks, data = _one(found, "The burn card seen")
        blocks.append(Paragraph("A card that takes no part in the coup tells the same wherever it lies: the burn card,"
                                " or the bottom card. Burned cards that nobody saw change nothing."))
    elif cards:
        found = known_cards(question.game.rules, question.shoe, question.bets, dict.fromkeys(cards, groups))
        blocks, data = _one(found, f"Known: card {' and '.join(map(str, sorted(cards)))}")
    else:
        blocks, data = _each(single_cards(question.game.rules, question.shoe, question.bets, groups))
    titles = ", ".join(bet.title for bet in question.bets)
    emit(answer(arguments, question, "what a known card is worth", "exact-known/1", blocks,
                {"bets": [bet.name for bet in question.bets], **data},
                f"The best bet of {titles}, or none where all lose."), arguments)
    return 0


def _cards(text: str) -> tuple[int, ...]:
    items = [item.strip() for item in text.split(",")]
    if not all(item.isascii() and item.isdigit() and len(item) <= 3 for item in items):
        raise UsageError(f"--cards {text[:40]!r}: write card numbers, such as 1 or 1,2,3,4")
    cards = tuple(map(int, items))
    if len(set(cards)) < len(cards):
        raise UsageError(f"--cards {text[:40]!r}: a card is named twice")
    return cards


Built = tuple[list[Block], dict[str, Any]]


def _summary_data(one: Knowledge) -> dict[str, Any]:
    return {"gain": rational(one.gain), "frequency": rational(one.frequency),
            "edge_per_bet": rational(one.edge_per_bet), "gain_forced": rational(one.gain_forced)}


def _sights_data(one: Knowledge) -> list[dict[str, Any]]:
    return [{"known": list(map(group_name, sight.groups)), "probability": rational(sight.probability),
             "evs": {bet.name: rational(ev) for bet, ev in zip(one.bets, sight.evs, strict=True)},
             "bet": one.bets[sight.best].name if sight.bets else None} for sight in one.sights]


def _one(one: Knowledge, title: str) -> Built:
    return ([worth_table([(title, one)], title), sights_table(one)],
            {"cards": list(one.cards), **_summary_data(one), "sights": _sights_data(one)})


def _each(singles: Sequence[Knowledge]) -> Built:
    table = worth_table([(f"card {one.cards[0]}", one) for one in singles], "Each card known alone")
    titles = [bet.name for bet in singles[0].bets]
    best = Table("The bet to make, by the card known",
                 (Column("known"), *(Column(f"card {one.cards[0]}") for one in singles)),
                 tuple((group_name(group), *(_bet_for(one, group, titles) for one in singles))
                       for group in dict.fromkeys(sight.groups[0] for one in singles for sight in one.sights)))
    return [table, best], {"cards": [{"card": one.cards[0], **_summary_data(one), "sights": _sights_data(one)}
                                     for one in singles]}


def _bet_for(one: Knowledge, group: CardSet, titles: Sequence[str]) -> str:
    sight = next((sight for sight in one.sights if sight.groups == (group,)), None)
    if sight is None:
        return "n/a"
    return f"{titles[sight.best]} {float(sight.edge * 100):+.2f} %" if sight.bets else "none"


def _sorts(arguments: argparse.Namespace, question: Question, cards: Sequence[int]) -> Built:
    found: Sequence[Sort] = best_sorts(question.game.rules, question.shoe, question.bets, cards,
                                       VALUES if arguments.sort == "value" else BY_RANK)
    table = Table(f"The best of {len(found):,} sorts in two, for card {' and '.join(map(str, sorted(cards)))}",
                  (Column("one group"), Column("the other"), Column("gain per coup", "percent", "gain")),
                  tuple((group_name(sort.group), group_name(sort.rest), sort.gain) for sort in found[:arguments.top]))
    return [table], {"cards": sorted(cards), "searched": len(found),
                     "sorts": [{"group": group_name(sort.group), "rest": group_name(sort.rest),
                                "gain": rational(sort.gain)} for sort in found[:arguments.top]]}
