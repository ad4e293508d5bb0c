"""How values show themselves: the table of every kind of value, and what a notebook and print make of it."""

from __future__ import annotations

from functools import singledispatch

from exact.analysis.odds.laws import BetLaw, BetSlip, Odds
from exact.analysis.removal.known_cards import Knowledge
from exact.analysis.shoe.sequence import Next, TwoCoups
from exact.errors import plural
from exact.game.bets import Bet
from exact.game.cards import BY_RANK, VALUES
from exact.game.definition import GameDefinition
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.report.document import Column, Document, Table
from exact.report.formats import DIGITS, FORMATS
from exact.report.formats.html import fragment
from exact.report.frames import frame_of
from exact.report.numbers import rounded
from exact.report.sections.bets import pays_table
from exact.report.sections.games import main_bets_table
from exact.report.sections.known import sights_table
from exact.report.sections.next import conditional_table, next_table
from exact.report.sections.odds import line_table, outcome_table, summary_table
from exact.report.sections.rules_text import chart
from exact.report.sections.together import slip_table

__all__ = ["frame_of", "shown", "table_of"]


def shown(value: Table | Document, form: str) -> str:
    """In a form outside a page of its own."""
    if isinstance(value, Table):
        return FORMATS[form].write_table(value)
    return fragment(value, DIGITS) if form == "html" else FORMATS[form].write(value)


@singledispatch
def table_of(value: object) -> Table:
    """What a value shows of itself; raises TypeError for a kind of value that has no table."""
    raise TypeError(f"{type(value).__name__}: has no table")


@table_of.register
def _(table: Table) -> Table:
    return table


table_of.register(BetLaw, line_table)
table_of.register(BetSlip, slip_table)
table_of.register(Bet, pays_table)
table_of.register(Rules, chart)
table_of.register(TwoCoups, conditional_table)
table_of.register(Knowledge, sights_table)


@table_of.register
def _(odds: Odds) -> Table:
    """The three outcomes, or, if bets were asked for, what they return."""
    return summary_table(odds.bets) if odds.bets else outcome_table(odds)


@table_of.register
def _(law: Next) -> Table:
    return next_table(law, f"a history of probability {rounded(law.history, 6)}")


@table_of.register
def _(game: GameDefinition) -> Table:
    shoe = "An infinite shoe" if game.decks is None else plural(game.decks, "deck")
    return main_bets_table(game, f"{game.title}: the bets of its own report", (f"{shoe}; third cards: {game.rules}.",))


@table_of.register
def _(shoe: Shoe) -> Table:
    """By rank where it is known so; else by point value, or by what is known."""
    known = next((by for by in (BY_RANK, VALUES) if shoe.determines(by)), None)
    counts = (zip(known.names, shoe.counts(known), strict=True) if known
              else ((str(cards), count) for cards, count in shoe.holdings))
    title = ("An infinite shoe: its cards in proportion" if shoe.infinite
             else f"A shoe of {plural(shoe.cards, 'card')}")
    return Table(title, (Column("card"), Column("cards", "count")), tuple(counts), key="shoe")
