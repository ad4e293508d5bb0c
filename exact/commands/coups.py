"""`exact coups`: cards per coup, and coups before the cut card."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from exact.analysis.shoe.coups import (
    MOST_STEPS,
    CutCard,
    cards_per_coup,
    coups_per_shoe,
    covariance_of_cards,
    least_and_most,
    steps,
)
from exact.commands.options import (
    Question,
    add_game,
    add_output,
    add_shoe,
    answer,
    emit,
    examples,
    given_of,
    read_question,
    refuse_idle,
    whole_number,
)
from exact.commands.sampling import add_sampling, progress, sampled_cell, sampled_cells, sampled_columns, sampled_data
from exact.report.document import Block, Column, Table
from exact.report.numbers import Root, fixed, fixed_root, rational, root

CUT = CutCard().left


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    parser.add_argument("--cut", type=_cut, metavar="N",
                        help=f"the cut card lies before the last N cards (default {CUT}, or all of a smaller shoe)")
    parser.add_argument("--extra", type=_extra, default=1, metavar="N",
                        help="coups after the one in which the cut card comes out (default %(default)s)")
    parser.add_argument("--extra-if-first", type=_extra, default=1, metavar="N",
                        help="coups from the one that the cut card opens (default %(default)s: that one is the last)")
    parser.add_argument("--burn", action="store_true",
                        help="the first card is shown, and as many as its value (ten for 0) are burned; simulated")
    add_sampling(parser, "for a shoe too large for the exact law")
    add_output(parser)
    examples(parser, "exact coups", "exact coups --shoe '0=10 6=10 8=10' --cut 6",
             "exact coups --burn --shoes 1000000")


def _cut(text: str) -> int:
    return whole_number(text, 0, 10**6, "a number of cards")


def _extra(text: str) -> int:
    return whole_number(text, 0, 9, "a number of coups")


def run(arguments: argparse.Namespace) -> int:
    question = read_question(arguments)
    blocks, data = _cards(question)
    if question.shoe.infinite:
        refuse_idle(arguments, "the infinite shoe has no end, and no number of coups; give a number of decks", "--cut",
                    "--extra", "--extra-if-first", "--burn", "--shoes", "--seed")
    else:
        left = min(CUT, question.shoe.cards) if arguments.cut is None else arguments.cut
        cut = CutCard(left, arguments.extra, arguments.extra_if_first)
        more, found = _coups(arguments, question, cut)
        blocks += more
        data |= found
    emit(answer(arguments, question, "cards and coups", "exact-coups/1", blocks, data), arguments)
    return 0


Built = tuple[list[Block], dict[str, Any]]


def _cards(question: Question) -> Built:
    rules, shoe = question.game.rules, question.shoe
    law = cards_per_coup(rules, shoe)
    table = Table("The number of cards of a coup", (Column("cards", "count"), Column("probability", "probability"),
                                                    Column("1 in", "one in")),
                  tuple((cards, p, p) for cards, p in law.law),
                  (f"Mean {fixed(law.mean, 9)}, standard deviation {fixed_root(Root(law.variance), 6)}.",))
    data: dict[str, Any] = {"cards_per_coup": [{"cards": cards, "probability": rational(p)} for cards, p in law.law],
                            "mean_cards": rational(law.mean), "std_dev_cards": root(Root(law.variance))}
    if shoe.infinite or shoe.cards >= 2 * rules.most_cards:
        covariance = covariance_of_cards(rules, shoe)
        data["covariance_of_two_coups"] = rational(covariance)
    return [table], data


def _coups(arguments: argparse.Namespace, question: Question, cut: CutCard) -> Built:
    rules, shoe = question.game.rules, question.shoe
    low, high = least_and_most(rules, shoe, cut)
    title = (f"The number of coups: cut card {cut.left} from the end, {cut.extra} more after it"
             + (", burn by the first card" if arguments.burn else ""))
    bounds = f"Without a burn every shoe has from {low} to {high} coups: its cards allow no others."
    data: dict[str, Any] = {"coups_bounded": {"low": low, "high": high}}
    if not arguments.burn and steps(rules, shoe) <= MOST_STEPS:
        law = coups_per_shoe(rules, shoe, cut)
        table = Table(title, (Column("coups", "count"), Column("probability", "probability")),
                      tuple((k, p) for k, p in enumerate(law.law) if p),
                      (f"Mean {fixed(law.mean, 9)}, standard deviation {fixed_root(Root(law.variance), 6)}.", bounds))
        for option in given_of(arguments, "--shoes", "--seed"):
            print(f"note: {option}: not used, since this shoe has an exact law", file=sys.stderr)
        exact = [{"coups": k, "probability": rational(p)} for k, p in enumerate(law.law) if p]
        return [table], data | {"kind": "exact", "mean_coups": rational(law.mean), "coups": exact}
    from exact.analysis.shoe.sampled import coups_by_simulation
    found = coups_by_simulation(rules, shoe, cut, arguments.burn, arguments.shoes, arguments.seed,
                                progress(arguments.shoes))
    seen = [(k, value) for k, value in enumerate(found.law) if value.mean]
    table = Table(f"SIMULATED: {title}", (Column("coups", "count"), *sampled_columns(arguments, "SIMULATED frequency")),
                  tuple((k, *sampled_cells(arguments, value, min(arguments.digits, 6))) for k, value in seen),
                  (f"Mean {sampled_cell(found.mean, 4)}, from {arguments.shoes:,} shoes of seed {arguments.seed}.",
                   bounds))
    coups = [{"coups": k, "probability": sampled_data(value)} for k, value in seen]
    return [table], data | {"kind": "simulated", "mean_coups": sampled_data(found.mean), "coups": coups}
