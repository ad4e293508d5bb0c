"""`exact odds`: the odds of one shoe, of a coup in progress, or before each coup of a shoe as dealt."""

from __future__ import annotations

import argparse

from exact.analysis.odds.dealt import odds_before_each
from exact.analysis.odds.laws import Study
from exact.commands.options import add_output, add_question, number, read_question, reply
from exact.engine.coup.explain import explain
from exact.errors import DealError, UsageError
from exact.files import read_text
from exact.game.cards import VALUES
from exact.report.sections.odds import odds_blocks, odds_data, seen_blocks, seen_data

DEEPEST = 3
MOST_BYTES = 10_000_000


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--dealt", metavar="CARDS",
                        help="a coup in progress, such as 'P9h B4 P2' (the cards are taken out of the shoe), "
                        "or with two-card totals, such as 'P=5 B=3'")
    parser.add_argument("--seen", metavar="FILE",
                        help="a shoe as dealt, a coup a line (- for stdin): the odds before each coup")
    parser.add_argument("--explain", action="store_true", help="the tree of the coup, branch by branch")
    parser.add_argument("--depth", default=2, metavar="N",
                        type=number(0, DEEPEST,
                                    "a number of unknown cards (a deeper tree is longer than anyone reads)"),
                        help="unknown cards that the tree is deep (default %(default)s)")
    add_output(parser, "exact odds --decks 6 --dealt 'P9h B4 P2'", "exact odds --dealt 'P=5 B=3' --explain",
               "exact odds --seen docs/examples/shoe.txt")


def run(arguments: argparse.Namespace) -> int:
    if arguments.seen is not None and (arguments.dealt is not None or arguments.explain):
        raise UsageError("--seen with --dealt or --explain: the odds are of a whole shoe or of one coup; give one")
    question = read_question(arguments)
    study = Study(question.game.rules, question.bets, question.known)
    if arguments.seen is not None:
        text = read_text(arguments.seen, MOST_BYTES, UsageError, "--seen")
        try:
            seen = odds_before_each(study, question.shoe, text)
        except DealError as error:
            raise DealError(f"--seen {arguments.seen!r}, {error}") from None
        return reply(arguments, question, "a shoe as dealt", "exact-odds/1", seen_blocks(seen),
                     seen_data(seen))
    odds, tree = study.odds(question.left), None
    if arguments.explain:
        if question.shoe.infinite:
            raise UsageError("--explain: the tree follows the cards of a finite shoe; give a number of decks")
        tree = explain(question.game.rules, question.known, question.left.counts(VALUES), arguments.depth)
    return reply(arguments, question, "odds", "exact-odds/1", odds_blocks(question, odds, tree),
                 odds_data(question, odds, tree))
