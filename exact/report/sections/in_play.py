"""A coup card by card, and the odds given what is known of one."""

from __future__ import annotations

from collections.abc import Sequence

from exact.analysis.odds.in_play import Given, Step, words
from exact.game.bets import Bet
from exact.report.document import Cell, Column, Section, Table
from exact.report.numbers import rational
from exact.report.sections.odds import OUTCOME_COLUMNS, outcomes_data, probabilities_data

BAR = 40


def given_section(title: str, names: Sequence[str], rows: Sequence[Given]) -> Section:
    """The odds given each value of what is known, which `names` call."""
    table = Table(title, (*map(Column, names), Column("probability", "probability"), *OUTCOME_COLUMNS),
                  tuple((*row.what, row.probability, *(row.outcomes or (None,) * 3)) for row in rows))
    return [table], {"given": list(names), "rows": [
        {"what": list(row.what), "probability": rational(row.probability),
         "outcomes": probabilities_data(row.outcomes or (None,) * 3)} for row in rows]}


def coup_section(steps: Sequence[Step], bets: Sequence[Bet]) -> Section:
    """The odds after each card of a coup."""
    rows: list[tuple[Cell, ...]] = [(step.last, step.odds.player, step.odds.banker, step.odds.tie,
                                     *(law.ev for law in step.odds.bets)) for step in steps]
    table = Table("The odds after each card, and the EV of each bet per unit staked",
                  (Column("card"), *OUTCOME_COLUMNS, *(Column(f"EV {bet.name}", "signed percent") for bet in bets)),
                  tuple(rows))
    picture = Table("Win probability: P Player, = tie, B Banker", (Column("card"), Column("odds")),
                    tuple((step.last, _bar(step)) for step in steps))
    return [table, picture], {"steps": [
        {"card": step.last, "known": words(step), "outcomes": outcomes_data(step.odds),
         "bets": [{"name": law.bet.name, "rtp": rational(law.rtp)} for law in step.odds.bets]} for step in steps]}


def _bar(step: Step) -> str:
    """The three probabilities as a bar of so many letters."""
    player, banker = round(BAR * step.odds.player), round(BAR * step.odds.banker)
    return "P" * player + "=" * (BAR - player - banker) + "B" * banker
