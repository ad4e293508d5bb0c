"""A coup card by card, and the odds given what is known of one."""

from __future__ import annotations

from exact.analysis.odds.dealt import dealt_words
from exact.analysis.odds.in_play import CoupInPlay, GivenOdds, Step
from exact.report.document import Cell, Column, Section, Table
from exact.report.numbers import rational
from exact.report.sections.odds import OUTCOME_COLUMNS, outcomes_data, probabilities_data

BAR = 40


GIVEN = {"player-total": ("Player's two-card total", ("Player's total",)),
         "both-totals": ("both two-card totals", ("Player's total", "Banker's total")),
         "third-card": ("Player's third card", ("third card",)),
         "banker-third": ("Banker's two-card total and Player's third card", ("Banker's total", "third card"))}
"""What may be known of a coup, in words, and what its parts are called."""


def given_section(found: GivenOdds) -> Section:
    """The odds given each value of what is known."""
    (what, names), rows = GIVEN[found.what], found.rows
    title = f"The outcome, given {what}"
    table = Table(title, (*map(Column, names), Column("probability", "probability"), *OUTCOME_COLUMNS),
                  tuple((*row.what, row.probability, *(row.outcomes or (None,) * 3)) for row in rows))
    return [table], {"given": list(names), "rows": [
        {"what": list(row.what), "probability": rational(row.probability),
         "outcomes": probabilities_data(row.outcomes or (None,) * 3)} for row in rows]}


def coup_section(found: CoupInPlay) -> Section:
    """The odds after each card of a coup."""
    steps, bets = found.steps, found.bets
    rows: list[tuple[Cell, ...]] = [(step.last, *step.odds.probabilities, *(law.ev for law in step.odds.bets))
                                    for step in steps]
    table = Table("The odds after each card, and the EV of each bet per unit staked",
                  (Column("card"), *OUTCOME_COLUMNS, *(Column(f"EV {bet.name}", "signed percent") for bet in bets)),
                  tuple(rows))
    picture = Table("Win probability: P Player, = tie, B Banker", (Column("card"), Column("odds")),
                    tuple((step.last, _bar(step)) for step in steps))
    return [table, picture], {"steps": [
        {"card": step.last, "known": dealt_words(step.known), "outcomes": outcomes_data(step.odds),
         "bets": [{"name": law.bet.name, "rtp": rational(law.rtp)} for law in step.odds.bets]} for step in steps]}


def _bar(step: Step) -> str:
    """The three probabilities as a bar of so many letters."""
    player, banker = round(BAR * step.odds.player), round(BAR * step.odds.banker)
    return "P" * player + "=" * (BAR - player - banker) + "B" * banker
