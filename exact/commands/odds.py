"""`exact odds`: the odds of one shoe, of a coup in progress, or before each coup of a shoe as dealt."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from exact.analysis.odds.dealt import SeenCoup, dealt_words, odds_before_each
from exact.analysis.odds.laws import Odds, Study
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
    whole_number,
)
from exact.engine.coup.explain import Branch, explain
from exact.errors import DealError, UsageError, plural
from exact.game.cards import VALUES
from exact.game.coup import CoupInProgress
from exact.game.shoe import Shoe
from exact.report.document import Block, Cell, Column, Document, Paragraph, Table
from exact.report.numbers import rational
from exact.report.sections import probability as show

DEEPEST = 3
MOST_BYTES = 10_000_000


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    add_bets(parser)
    parser.add_argument("--dealt", metavar="CARDS",
                        help="a coup in progress, such as 'P9h B4 P2' (the cards are taken out of the shoe), "
                        "or with two-card totals, such as 'P=5 B=3'")
    parser.add_argument("--seen", metavar="FILE", help="a shoe as dealt, a coup a line: the odds before each coup")
    parser.add_argument("--explain", action="store_true", help="the tree of the coup, branch by branch")
    parser.add_argument("--depth", type=_depth, default=2, metavar="N",
                        help="unknown cards that the tree is deep (default %(default)s)")
    add_output(parser)
    examples(parser, "exact odds --decks 6 --dealt 'P9h B4 P2'", "exact odds --dealt 'P=5 B=3' --explain",
             "exact odds --seen docs/examples/shoe.txt")


def _depth(text: str) -> int:
    return whole_number(text, 0, DEEPEST, "a number of unknown cards (a deeper tree is longer than anyone reads)")


def run(arguments: argparse.Namespace) -> int:
    if arguments.seen is not None and (arguments.dealt is not None or arguments.explain):
        raise UsageError("--seen with --dealt or --explain: the odds are of a whole shoe or of one coup; give one")
    question = read_question(arguments)
    emit(_seen(arguments, question) if arguments.seen is not None else _one(arguments, question), arguments)
    return 0


def _one(arguments: argparse.Namespace, question: Question) -> Document:
    """The odds of the next coup, or of the one in progress."""
    rules, known, shoe = question.game.rules, question.known, question.left
    odds = Study(rules, question.bets, known).odds(shoe)
    blocks: list[Block] = []
    data: dict[str, Any] = {}
    if arguments.dealt is not None:
        left = ("every card to come is drawn with replacement" if shoe.infinite
                else f"with {plural(shoe.cards, 'card')} in the shoe whose place is unknown")
        blocks.append(Paragraph(f"On the table: {dealt_words(known)}; {left}."))
        data["dealt"] = dealt_words(known)
    blocks += [show.outcome_table(odds, shoe.infinite), show.summary_table(odds.bets)]
    data |= {"outcomes": show.outcomes_data(odds), "bets": [show.bet_data(law) for law in odds.bets]}
    if arguments.explain:
        tree = _tree(arguments, question, known, shoe)
        blocks.append(_tree_table(tree))
        data["tree"] = _tree_data(tree)
    return answer(arguments, question, "odds", "exact-odds/1", blocks, data)


def _tree(arguments: argparse.Namespace, question: Question, known: CoupInProgress, shoe: Shoe) -> Branch:
    if shoe.infinite:
        raise UsageError("--explain: the tree follows the cards of a finite shoe; give a number of decks")
    return explain(question.game.rules, known, shoe.counts(VALUES), arguments.depth)


def _walk_tree(branch: Branch, depth: int = 0) -> Iterator[tuple[int, Branch]]:
    yield depth, branch
    for inner in branch.branches:
        yield from _walk_tree(inner, depth + 1)


def _tree_table(tree: Branch) -> Table:
    rows: list[tuple[Cell, ...]] = [("\u00b7 " * depth + branch.text, branch.probability, *branch.outcomes)
                                    for depth, branch in _walk_tree(tree)]
    return Table("Branches: the probability of each step given the one above it, and the outcomes behind it",
                 (Column("step"), Column("probability", "probability"), Column("Player", "probability"),
                  Column("Banker", "probability"), Column("Tie", "probability")), tuple(rows))


def _tree_data(branch: Branch) -> dict[str, Any]:
    return {"step": branch.text, "probability": rational(branch.probability),
            "outcomes": {name: rational(value)
                         for name, value in zip(show.OUTCOME_NAMES, branch.outcomes, strict=True)},
            "branches": [_tree_data(inner) for inner in branch.branches]}


def _lines(path: str) -> Iterator[tuple[int, str]]:
    """The coups of a file with their line numbers; empty lines and comments are passed over. Raises UsageError."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise UsageError(f"--seen {path!r}: larger than {MOST_BYTES:,} bytes; a shoe is some eighty lines")
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise UsageError(f"--seen {path!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"--seen {path!r}: not text in UTF-8") from None
    for number, line in enumerate(text.splitlines(), 1):
        cards = line.partition("#")[0].strip()
        if cards:
            yield number, cards


def _seen(arguments: argparse.Namespace, question: Question) -> Document:
    """The odds before each coup of a shoe as dealt, and before the next one if the shoe still holds one."""
    rules = question.game.rules
    study = Study(rules, question.bets)
    coups: list[SeenCoup] = []
    shoe = question.shoe
    try:
        for item in odds_before_each(study, shoe, _lines(arguments.seen)):
            if isinstance(item, SeenCoup):
                coups.append(item)
            else:
                shoe = item
    except DealError as error:
        raise DealError(f"--seen {arguments.seen!r}, {error}") from None
    rows = [_seen_row(str(coup.number), coup.cards_left, coup.odds, coup.winner) for coup in coups]
    after = study.odds(shoe) if shoe.cards >= rules.most_cards else None
    if after:
        rows.append(_seen_row("next", shoe.cards, after, ""))
    names = [bet.name for bet in question.bets]
    table = Table("Odds before each coup, and the EV of each bet per unit staked",
                  (Column("coup"), Column("cards left", "count"), Column("Player", "probability"),
                   Column("Banker", "probability"), Column("Tie", "probability"),
                   *(Column(f"EV {name}", "signed percent") for name in names), Column("winner")), tuple(rows))
    data = {"coups": [_seen_data(coup.number, coup.cards_left, coup.odds, coup.winner) for coup in coups],
            "next": _seen_data(len(coups) + 1, shoe.cards, after, None) if after else None}
    left = Paragraph(f"Left after {plural(len(coups), 'coup')}: {plural(shoe.cards, 'card')}.")
    return answer(arguments, question, "a shoe as dealt", "exact-odds/1", (table, left), data)


def _seen_row(coup: str, cards: int, odds: Odds, won: str) -> tuple[Cell, ...]:
    return (coup, cards, odds.player, odds.banker, odds.tie, *(law.ev for law in odds.bets), won)


def _seen_data(coup: int, cards: int, odds: Odds, won: str | None) -> dict[str, Any]:
    return {"coup": coup, "cards_left": cards, "outcomes": show.outcomes_data(odds),
            "bets": [{"name": law.bet.name, "rtp": rational(law.rtp)} for law in odds.bets], "winner": won}
