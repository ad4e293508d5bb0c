"""The probability report of a game on one screen or two; `exact.report.sections.whole_report` has all of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from exact.analysis.odds.compare import ComparedGame, compare
from exact.analysis.odds.laws import BetSlip, Odds, Study, slip
from exact.analysis.published.comparison import CheckedClaim, check_claims
from exact.analysis.removal.effects import removal_effects
from exact.game.bets import Bet
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition
from exact.report.document import Block, Heading
from exact.report.question import Question
from exact.report.sections.compare import compared_data, comparison_tables
from exact.report.sections.decks import OddsByDecks, deck_odds, deck_tables, decks_data
from exact.report.sections.effects import Effects, removal_blocks, removal_data
from exact.report.sections.odds import bet_data, lead, line_table, outcome_table, outcomes_data, summary_table
from exact.report.sections.published import claims_blocks, claims_data
from exact.report.sections.rules_text import rules_blocks, unsaid_data
from exact.report.sections.together import (
    Covariances,
    covariance_blocks,
    covariance_data,
    covariances,
    slip_data,
    slip_table,
)


@dataclass(frozen=True)
class Report:
    """What a report says of a game, a shoe and some bets."""

    question: Question
    odds: Odds
    effects: Effects
    by_decks: OddsByDecks
    claims: Sequence[CheckedClaim]
    covariances: Covariances
    readings: Sequence[ComparedGame]
    slip: BetSlip | None

    @property
    def laws(self) -> Mapping[Bet, Any]:
        return {law.bet: law for law in self.odds.bets}


def report_of(question: Question, stakes: Sequence[tuple[Bet, Fraction]] = ()) -> Report:
    """The figures of a report, with the result of a slip of bets if there are stakes; raises what its bets raise."""
    game, shoe = question.game, question.shoe
    study = Study(game.rules, question.bets)
    odds = study.odds(shoe)
    read = [game, *(_reading(game, name) for name in game.readings)] if game.readings else []
    return Report(question, odds, removal_effects(study, shoe), deck_odds(study),
                  check_claims([claim for claim in game.claims if claim.is_for(question.fresh)], odds.bets,
                               question.shoe),
                  covariances(study, odds, shoe),
                  compare(read, [bet.name for bet in question.bets], [shoe] * len(read)),
                  slip(game.rules, stakes, shoe) if stakes else None)


def _reading(game: GameDefinition, name: str) -> GameDefinition:
    """Another reading of a game's page, with the bets of that game which it does not name itself."""
    other = load_game(name, (), game.stake)
    return replace(other, tables={**game.tables, **other.tables}, origins={**game.origins, **other.origins})


def report_blocks(report: Report) -> Iterator[Block]:
    """The report on one screen or two."""
    odds, shoe, game = report.odds, report.question.shoe, report.question.game
    yield lead(odds)
    yield from rules_blocks(game)
    yield from claims_blocks(report.claims)
    yield Heading("Outcomes")
    yield outcome_table(odds, shoe.infinite)
    yield Heading("Bets")
    yield summary_table(odds.bets)
    yield from map(line_table, odds.bets)
    yield from covariance_blocks(report.covariances)
    yield from more_bets(report)
    yield Heading("Decks")
    yield from deck_tables(report.by_decks)
    yield Heading("Effects of removal")
    yield from removal_blocks(game.rules, shoe, report.effects)


def more_bets(report: Report) -> Iterator[Block]:
    """The slip, and the bets under other readings of the game's page, where there are such."""
    if report.slip:
        yield Heading("Slip")
        yield slip_table(report.slip)
    if report.readings:
        yield Heading("Readings of the page")
        yield from comparison_tables(report.readings)


def report_data(report: Report) -> dict[str, Any]:
    game = report.question.game
    return {"rules": game.rules.differences(), "outcomes": outcomes_data(report.odds),
            "bets": list(map(bet_data, report.odds.bets)), "decks": decks_data(report.by_decks),
            "removal": removal_data(report.effects), "covariance": covariance_data(report.covariances),
            "claims": claims_data(report.claims),
            "readings": compared_data(report.readings) if report.readings else [], "unsaid": unsaid_data(game),
            "undetermined_bets": list(report.question.unknown),
            **({"stakes": slip_data(report.slip)} if report.slip else {})}
