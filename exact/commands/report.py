"""`exact report`: the probability report."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from exact.analysis.odds.compare import compare
from exact.analysis.odds.laws import Odds, Slip, Study, slip
from exact.analysis.published.comparison import check_claims
from exact.analysis.removal.effects import removal_effects
from exact.commands.bundles import add_bundle, emit_report
from exact.commands.options import (
    FORM,
    UNRECORDED,
    Question,
    add_bets,
    add_game,
    add_output,
    add_shoe,
    answer,
    examples,
    kept_words,
    named_pairs,
    read_question,
)
from exact.errors import BetError, UsageError
from exact.game.bet_file import read_number
from exact.game.bets import rules_and_bets_hash
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition
from exact.report.document import Block, Document, Heading
from exact.report.sections import probability as show
from exact.report.sections import published


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    add_bets(parser)
    parser.add_argument("--stakes", metavar="NAME=MONEY,..",
                        help="also the result of a slip of bets, such as banker=10,tie=1")
    parser.add_argument("--full", action="store_true",
                        help="the whole report: also rules in words, volatility, monitoring, totals, method, fractions")
    parser.add_argument("--table", metavar="NAME", help="one table of the whole report, by the name that it has there")
    add_output(parser)
    add_bundle(parser)
    examples(parser, "exact report --decks 6", "exact report --game russian-page --output page.md",
             "exact report --game docs/examples/house.toml --output house",
             "exact report --decks 8 --remove 9,9,K --bets player,banker --stakes banker=10,player=1")


def run(arguments: argparse.Namespace) -> int:
    return emit_report(build, arguments)


def build(arguments: argparse.Namespace, full: bool = False) -> Document:
    """The report as a document; the whole of it if `full`."""
    question = read_question(arguments)
    game, shoe, rules = question.game, question.shoe, question.game.rules
    study = Study(rules, question.bets)
    odds = study.odds(shoe)
    laws = {law.bet: law for law in odds.bets}
    effects = removal_effects(study, shoe)
    by_decks = show.deck_odds(study)
    judged = check_claims([claim for claim in game.claims if claim.is_for(question.fresh)], odds.bets,
                          shoe)
    read = [game, *(_reading(game, name, arguments.stake) for name in game.readings)]
    readings = compare(read, [bet.name for bet in question.bets], [shoe] * len(read)) if game.readings else ()
    covariances, no_covariances = show.covariances(study, shoe)
    slips = _slip(arguments.stakes, question)

    parts = Parts(question, odds, tuple(show.removal_blocks(rules, shoe, effects)), tuple(show.deck_tables(by_decks)),
                   tuple(published.claims_blocks(judged)),
                   show.covariance_blocks(covariances, no_covariances, laws),
                   (Heading("Slip"), show.slip_table(slips)) if slips else (),
                   (Heading("Readings of the page"), *show.comparison_tables(readings)) if readings else ())
    data: dict[str, Any] = {
        "rules": rules.differences(),
        "outcomes": show.outcomes_data(odds), "bets": [show.bet_data(law) for law in odds.bets],
        "decks": show.decks_data(by_decks), "removal": show.removal_data(effects),
        "covariance": show.covariance_data(covariances, laws),
        "claims": published.claims_data(judged),
        "readings": show.compared_data(readings) if readings else [],
        "unsaid": [{"what": item.what, "assumed": item.assumed} for item in game.unsaid],
        "undetermined_bets": list(question.unknown),
    }
    if slips:
        data["stakes"] = show.slip_data(slips)
    if full and "--full" not in arguments.argv and arguments.table is None:
        arguments.argv = [*arguments.argv, "--full"]
    if full:
        from exact.commands.whole_report import whole_report
        blocks, more = whole_report(parts, effects, by_decks, judged, kept_words(arguments, {**UNRECORDED, **FORM}))
    else:
        blocks, more = _short(parts), {}
    return answer(arguments, question, "probability report", "exact-report/1", blocks, data | more,
                  rules_and_bets_hash=rules_and_bets_hash(rules, question.bets))


def _reading(game: GameDefinition, name: str, stake: Fraction | None) -> GameDefinition:
    """Another reading of a game's page, with the bets of that game which it does not name itself."""
    other = load_game(name, (), stake)
    return replace(other, tables={**game.tables, **other.tables}, origins={**game.origins, **other.origins})


@dataclass(frozen=True)
class Parts:
    """What the short and the whole report share."""

    question: Question
    odds: Odds
    removal: tuple[Block, ...]
    decks: tuple[Block, ...]
    claims: tuple[Block, ...]
    covariance: tuple[Block, ...]
    slip: tuple[Block, ...]
    readings: tuple[Block, ...]


def _short(parts: Parts) -> tuple[Block, ...]:
    """The report on one screen or two."""
    question, odds = parts.question, parts.odds
    return (*show.rules_blocks(question.game), *parts.claims,
            Heading("Outcomes"), show.outcome_table(odds, question.shoe.infinite),
            Heading("Bets"), show.summary_table(odds.bets), *map(show.line_table, odds.bets), *parts.covariance,
            *parts.slip, *parts.readings, Heading("Decks"), *parts.decks,
            Heading("Effects of removal"), *parts.removal)


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
