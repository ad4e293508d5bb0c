"""How the figures that print gives for a game are shown beside the exact values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from exact.analysis.published.comparison import CheckedClaim
from exact.analysis.published.figures import PERCENT
from exact.analysis.published.verdicts import shoes_in_words
from exact.game.definition import GameDefinition
from exact.report.document import Block, Cell, Column, Figure, Paragraph, Table
from exact.report.numbers import rational
from exact.report.plots import Misses

CLAIMS_IN_SHORT = 6
"""More published figures than this stand in the whole report only."""


def _exact_cell(item: CheckedClaim) -> Cell:
    """The exact value in the form of the figure: a percentage, or a text with more digits than the figure has."""
    return item.exact if item.printed.scale == PERCENT else item.printed.show(item.exact)


def _in_a_word(item: CheckedClaim) -> str:
    """Right or wrong; and right as what, if not as the bet's own number per bet made."""
    if not item.agrees:
        return "wrong"
    return f"right, {item.manner}" if item.manner else "right"


def claims_table(checked: Sequence[CheckedClaim]) -> Table:
    """Published figures with the verdict on each, in a word unless they are settled, and where they are printed."""
    settled = any(item.verdict for item in checked)
    sources = any(item.claim.source for item in checked)
    return Table("Published figures, at their printed precision",
                 (Column("bet"), Column("quantity"), Column("printed"), Column("exact", "percent"), Column("verdict"),
                  *([Column("printed at")] if sources else [])),
                 tuple((item.claim.bet, item.claim.quantity, item.claim.printed, _exact_cell(item),
                        item.verdict if settled else _in_a_word(item),
                        *([item.claim.source] if sources else [])) for item in checked), key="claims")


def claims_blocks(checked: Sequence[CheckedClaim]) -> Iterator[Block]:
    """The published figures in the short report: a table of few, a sentence on many."""
    if len(checked) > CLAIMS_IN_SHORT:
        yield Paragraph(f"Of {len(checked)} published figures for this game and shoe,"
                        f" {sum(item.agrees for item in checked)} are right; the whole report shows each with its"
                        " verdict and its source.")
    elif checked:
        yield claims_table(checked)


def claims_section(game: GameDefinition, checked: Sequence[CheckedClaim]) -> Iterator[Block]:
    """The published figures in the whole report, and what became of those that are not for this shoe."""
    if checked:
        yield claims_table(checked)
    else:
        yield Paragraph("None is recorded for " + ("these bets on this shoe." if game.claims else "this game."))
    compared = {item.claim for item in checked}
    others = Counter(claim.decks for claim in game.claims if claim not in compared and claim.decks is not None)
    if others:
        shoes = ", ".join(f"{count} for {shoes_in_words(decks)}"
                          for decks, count in others.items())
        yield Paragraph(f"A figure is compared only on the shoe that it is printed for. Of other shoes: {shoes}; the"
                        " same report on one of these compares them.")
    wrong = [item for item in checked if item.standing not in ("right", "")]
    if any(item.claim.finding for item in wrong):
        yield Paragraph("That a figure is wrong, and the exact value, are computed here; the reason, where a verdict"
                        " gives one in a few words, is a recorded finding.")
    if not all(item.claim.finding for item in wrong):
        yield Paragraph("A verdict here tries the tableau and the pays of this game on 1 to 12 decks and on the"
                        " infinite shoe; exact claims looks further, among other games, slips and misprints.")


def claims_data(checked: Sequence[CheckedClaim]) -> list[dict[str, Any]]:
    return [{"bet": item.claim.bet, "quantity": item.claim.quantity, "printed": item.claim.printed,
             "decks": item.claim.decks, "source": item.claim.source, "finding": item.claim.finding or None,
             "exact": rational(item.exact), "agrees": item.agrees, "standing": item.standing or None,
             "verdict": item.verdict or None}
            for item in checked]


def claims_figure(checked: Sequence[CheckedClaim]) -> Iterator[Figure]:
    """Published figures against exact values, in units of their last digits."""
    shown = [(f"{item.claim.bet}, {item.claim.quantity}: {item.claim.printed}", item.off) for item in checked
             if item.off is not None]
    if not shown:
        return
    wrong = [name for name, units in shown if abs(units) * 2 > 1]
    yield Figure("Published figures against exact values",
                 f"A point for each of {len(shown)} published figures, by how many units of its last digit it is off; "
                 + (f"beyond half a unit: {'; '.join(wrong)}." if wrong else "all lie within half a unit."),
                 Misses(tuple(name for name, _ in shown), tuple(units for _, units in shown)),
                 key="published-and-exact")
