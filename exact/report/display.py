"""How values show themselves: the table of every kind of value, and what a notebook and print make of it."""

from __future__ import annotations

from functools import singledispatch
from importlib import import_module
from typing import TYPE_CHECKING

from exact.analysis.odds.in_play import CoupInPlay
from exact.analysis.odds.laws import BetLaw, BetSlip, Odds
from exact.analysis.removal.effects import BetRemoval
from exact.analysis.removal.known_cards import Knowledge
from exact.analysis.shoe.sequence import Next, TwoCoups
from exact.errors import UsageError, plural
from exact.game.bets import Bet
from exact.game.cards import BY_RANK, VALUES
from exact.game.definition import GameDefinition
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.report.document import Column, Document, Figure, Paragraph, Table
from exact.report.formats import FORMATS
from exact.report.formats.html import fragment
from exact.report.frames import frame_of
from exact.report.numbers import DIGITS, rounded
from exact.report.sections.bets import pays_table
from exact.report.sections.effects import removal_blocks, removal_figure
from exact.report.sections.games import main_bets_table
from exact.report.sections.known import sights_table
from exact.report.sections.next import conditional_table, next_table
from exact.report.sections.odds import line_table, outcome_table, summary_table
from exact.report.sections.rules_text import chart
from exact.report.sections.together import slip_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure as Canvas

__all__ = ["document_of", "frame_of", "plot_of", "shown", "table_of"]

SECTIONS = {
    "AfterHistory": "next.next_section", "Atlas": "atlas.atlas_section", "Audit": "audit.audit_section",
    "BestShoes": "sweep.best_section", "BestSorts": "known.known_section", "BetLaw": "odds.law_section",
    "BetSlip": "together.slip_section", "Branch": "odds.tree_section", "CheckedPages": "claims.pages_section",
    "CountSearch": "count.search_section", "CountStudy": "count.count_section",
    "CountedPlay": "simulate.counted_section", "CoupFigures": "coups.coups_section",
    "CoupInPlay": "in_play.coup_section", "DealtPlays": "stopped.dealt_plays_section",
    "DealtShoes": "simulate.dealt_section", "Design": "design.design_section", "Formulas": "formula.formula_section",
    "GamesCompared": "compare.compared_section", "GivenOdds": "in_play.given_section",
    "KnownSingly": "known.known_section", "Knowledge": "known.known_section", "ManyCoups": "next.next_section",
    "Monitoring": "monitor.monitor_section", "Odds": "odds.odds_section", "PerfectPlay": "sweep.sweep_section",
    "RemovalFigures": "removal.removal_section", "ResultsAudit": "results.results_section",
    "RulesDiff": "rules_diff.diff_section", "SeenShoe": "odds.seen_section", "SelfCheck": "verify.verify_section",
    "ShoeTotals": "shoe_totals.totals_section",
    "Session": "sessions.session_section",
    "SimulatedNext": "next.next_section",
    "SolvedGame": "equilibrium.equilibrium_section", "StoppedPlay": "stopped.stopped_section",
    "StreakFigures": "streaks.streaks_section", "SuccessiveCoups": "next.next_section"}
"""What shows each kind of answer: a function of `exact.report.sections`, which is imported when the first is shown."""


def document_of(answer: object) -> Document:
    """What an answer shows of itself, under the line that it is at a prompt."""
    module, function = SECTIONS[type(answer).__name__].split(".")
    blocks, data = getattr(import_module(f"exact.report.sections.{module}"), function)(answer)
    return Document(repr(answer)[1:-1], "", tuple(blocks), data)


def plot_of(value: object) -> Canvas:
    """The picture of a value; raises UsageError where there is nothing to draw."""
    from exact.report.drawing import figures, in_play
    match value:
        case CoupInPlay():
            return in_play.canvas(value.steps, repr(value)[1:-1])
        case BetRemoval():
            drawn = [block for block in removal_figure({value.bet: value.effects}) if isinstance(block, Figure)]
            if drawn:
                return figures.canvas(drawn[0])
        case Figure():
            return figures.canvas(value)
    raise UsageError(f"{value!r}: has no picture")


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
def _(removal: BetRemoval) -> Table:
    """Of a shoe without effects the table is empty, and its note says why there are none."""
    (block, *_) = removal_blocks(removal.rules, removal.shoe, {removal.bet: removal.effects})
    why = (block.text,) if isinstance(block, Paragraph) else ()
    return block if isinstance(block, Table) else Table("Effects of removal", (Column("card"),), (), why)


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
