"""Fresh shoes of 1 to 12 decks, and the infinite one beside them: tables, and curves over the number of decks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.odds.laws import BetLaw, Odds, Study
from exact.errors import plural
from exact.game.shoe import Shoe
from exact.report.caveats import bet_notes, law_notes
from exact.report.cells import show, side_by_side, told
from exact.report.document import Block, Column, Figure, Paragraph, Table
from exact.report.drawing.alt import course
from exact.report.plots import ByDecks, Panel
from exact.report.quantities import LAW
from exact.report.sections.odds import OUTCOME_COLUMNS, outcomes_data

DECKS = (*range(1, 13), None)
"""The deck table: 1 to 12 decks, and the infinite shoe."""
MOST_PANELS = 12
"""More bets than this are not drawn side by side; their tables hold them."""
OddsByDecks = Sequence[tuple[int | None, Odds]]


def deck_odds(study: Study) -> OddsByDecks:
    """The odds of fresh shoes of 1 to 12 decks, and of the infinite shoe (None)."""
    return [(decks, study.odds(Shoe.fresh(decks))) for decks in DECKS]


def deck_tables(by_decks: OddsByDecks) -> Iterator[Table]:
    names = ["infinite" if decks is None else str(decks) for decks, _ in by_decks]
    every = [odds for _, odds in by_decks]
    yield Table("Outcome probabilities by number of decks", (Column("decks"), *OUTCOME_COLUMNS),
                tuple((name, *odds.probabilities) for name, odds in zip(names, every, strict=True)),
                key="outcomes by decks")
    bets = [law.bet for law in every[0].bets]
    for part, apart in side_by_side([bet.name for bet in bets]):
        yield Table(told("House edge by number of decks, per bet made", apart),
                    (Column("decks"), *(Column(bets[i].name, "percent") for i in part)),
                    tuple((name, *(odds.bets[i].house_edge for i in part))
                          for name, odds in zip(names, every, strict=True)),
                    (*law_notes(odds.bets[i] for odds in every for i in part),
                     *bet_notes(bets[i] for i in part)), key=f"edges by decks {apart}".strip())


def decks_data(by_decks: OddsByDecks) -> list[dict[str, Any]]:
    return [{"decks": "inf" if decks is None else decks, "outcomes": outcomes_data(odds),
             "bets": [{"name": law.bet.name, **LAW.data(law, "rtp", "house_edge")} for law in odds.bets]}
            for decks, odds in by_decks]


def decks_figure(by_decks: OddsByDecks) -> Iterator[Block]:
    """RTP by number of decks, with the infinite shoe as the limit."""
    number = len(by_decks[0][1].bets)
    if number > MOST_PANELS:
        yield not_drawn(number)
    elif number:
        yield curves("RTP by number of decks", "RTP, %", [(decks, odds.bets) for decks, odds in by_decks],
                     lambda law: law.rtp, "rtp-by-decks")


def not_drawn(number: int) -> Paragraph:
    return Paragraph(f"No picture here: {number} bets, and at most {MOST_PANELS} are drawn side by side. The tables"
                     " below hold them all.")


def curves(title: str, y_title: str, laws: Sequence[tuple[int | None, Sequence[BetLaw]]],
           value: Callable[[BetLaw], Fraction], key: str) -> Figure:
    """A figure of each bet over the number of decks, None being the infinite shoe, its limit."""
    finite = [(decks, found) for decks, found in laws if decks is not None]
    limit = next((found for decks, found in laws if decks is None), None)
    panels = tuple(Panel(law.bet.name, tuple(value(found[i]) for _, found in finite),
                         value(limit[i]) if limit else None) for i, law in enumerate(finite[0][1]))
    places = [plural(decks, "deck") for decks, _ in finite]
    said = "; ".join(course(panel.title, places, panel.values, _percent)
                     + (f", {_percent(panel.limit)} in the limit" if panel.limit is not None else "")
                     for panel in panels)
    return Figure(title, f"A curve for each bet: {said}.",
                  ByDecks(y_title, tuple(decks for decks, _ in finite), panels, percent=True), key=key)


def _percent(value: object) -> str:
    assert isinstance(value, Fraction)
    return show(value, "percent", 6)
