"""`exact report`: the probability report."""

from __future__ import annotations

import argparse
from typing import Any

from exact.analysis.compare import compare
from exact.analysis.edges import Slip, Study, slip
from exact.analysis.removal import removal_effects
from exact.commands.options import (
    Question,
    add_bets,
    add_game,
    add_output,
    add_shoe,
    emit,
    examples,
    named_pairs,
    provenance,
    read_question,
)
from exact.errors import BetError, UsageError
from exact.game.catalogue import load_game
from exact.game.language import read_number
from exact.report import probability as show
from exact.report.model import Block, Document, Heading, Paragraph


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    add_bets(parser)
    parser.add_argument("--stakes", metavar="NAME=MONEY,..",
                        help="also the result of a slip of bets, such as banker=10,tie=1")
    add_output(parser)
    examples(parser, "exact report --decks 6", "exact report --game russian-page --format markdown --output page.md",
             "exact report --decks 8 --remove 9,9,K --bets player,banker --stakes banker=10,player=1")


def run(arguments: argparse.Namespace) -> int:
    emit(build(arguments), arguments)
    return 0


def build(arguments: argparse.Namespace) -> Document:
    """The whole report as a document."""
    question = read_question(arguments)
    game, shoe, rules = question.game, question.shoe, question.game.rules
    study = Study(rules, question.bets)
    odds = study.odds(shoe)
    laws = {law.bet: law for law in odds.bets}
    effects = removal_effects(study, shoe)
    by_decks = show.deck_odds(study)
    judged = show.judge(game.claims, odds) if _own_shoe(question) else ()
    readings = compare([game, *(load_game(name) for name in game.readings)], [bet.name for bet in question.bets],
                       shoe) if game.readings else ()
    covariances = show.covariances(study, shoe)
    slips = _slip(arguments.stakes, question)

    blocks: list[Block] = [Paragraph(f"Shoe: {question.shoe_words()}."), *show.rules_blocks(game)]
    if judged:
        blocks.append(show.claims_table(judged))
    blocks += [Heading("Outcomes"), show.outcome_table(odds, shoe.infinite)]
    blocks += [Heading("Bets"), show.summary_table(odds.bets)]
    blocks += [show.line_table(law) for law in odds.bets]
    if covariances:
        blocks.append(show.covariance_table(covariances, laws))
    if slips:
        blocks += [Heading("Slip"), show.slip_table(slips)]
    if readings:
        blocks += [Heading("Readings of the page"), *show.comparison_tables(readings)]
    blocks += [Heading("Decks"), *show.deck_tables(by_decks)]
    blocks += [Heading("Effects of removal"), *show.removal_blocks(rules, shoe, effects)]

    data: dict[str, Any] = {
        "game": question.game_data(), "shoe": question.shoe_data(), "rules": rules.differences(),
        "outcomes": show.outcomes_data(odds), "bets": [show.bet_data(law) for law in odds.bets],
        "decks": show.decks_data(by_decks), "removal": show.removal_data(effects),
        "covariance": show.covariance_data(covariances),
        "claims": show.claims_data(judged), "readings": show.compared_data(readings) if readings else [],
        "unsaid": [{"what": item.what, "assumed": item.assumed} for item in game.unsaid],
        "undetermined_bets": list(question.unknown),
    }
    if slips:
        data["stakes"] = show.slip_data(slips)
    return Document(f"{game.title}: probability report", "exact-report/1", tuple(blocks), data,
                    provenance(arguments, {"rules_hash": rules.hash, "composition": shoe.composition()}))


def _own_shoe(question: Question) -> bool:
    return question.shoe == question.game.shoe()


def _slip(text: str | None, question: Question) -> Slip | None:
    """The slip of `--stakes`; raises UsageError, or BetError where the game forbids a pair."""
    if text is None:
        return None
    pairs = named_pairs(text, "--stakes")
    names = [name for name, _ in pairs]
    if len({question.game.canonical(name) for name in names}) < len(names):
        raise UsageError(f"--stakes {text!r}: names a bet twice")
    forbidden = question.game.forbids(names)
    if forbidden:
        raise BetError(f"--stakes {text!r}: {question.game.name} forbids {' and '.join(forbidden)} on one coup")
    stakes = []
    for name, value in pairs:
        amount = read_number(value, f"--stakes, {name}")
        if amount <= 0:
            raise UsageError(f"--stakes: {name}={value}: a stake is above 0")
        stakes.append((question.game.named(name), amount))
    return slip(question.game.rules, stakes, question.shoe)
