"""How the differences of a third-card table from the standard are shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exact.analysis.odds.laws import Odds
from exact.analysis.rules_diff import RuleEffect, RulesDiff
from exact.report.caveats import law_notes
from exact.report.document import Block, Bullets, Column, Paragraph, Section, Table
from exact.report.numbers import rational


def diff_section(diff: RulesDiff) -> Section:
    """The differences, and what they do."""
    return list(diff_blocks(diff)), diff_data(diff)


def diff_blocks(diff: RulesDiff) -> Iterator[Block]:
    if not diff.alone:
        yield Paragraph("The table is the standard tableau: no square differs.")
    else:
        if diff.misprint is not None:
            yield Paragraph(f"This is a known misprint: {diff.misprint.title}.")
        elif diff.contains and not diff.games:
            yield Paragraph("It contains known misprints:")
            yield Bullets(tuple(one.title for one in diff.contains))
        elif not diff.games:
            yield Paragraph("None of the known misprints is part of it.")
        if diff.games:
            yield Paragraph(f"Dealt by this table: {'; '.join(diff.games)}.")
        yield effects_table(diff)
    yield Table("Probabilities and house edges", (Column("table"), *_columns(diff, "probability", "percent")),
                (_row("standard", diff.standard), _row("this table", diff.here)),
                law_notes((*diff.standard.bets, *diff.here.bets)))


def _columns(diff: RulesDiff, probability: Any, percent: Any) -> list[Column]:
    return [*(Column(name, probability) for name in ("Player wins", "Banker wins", "tie")),
            *(Column(f"edge {bet.name}", percent) for bet in diff.bets)]


def _row(name: str, odds: Odds) -> tuple[Any, ...]:
    return name, *odds.probabilities, *(law.house_edge for law in odds.bets)


def effects_table(diff: RulesDiff) -> Table:
    """A row for each square alone, then their sum, then all together."""
    effects = [*diff.alone, *([diff.total] if len(diff.alone) > 1 else []), diff.together]
    notes: tuple[str, ...] = ("Percentage points against the standard table.",)
    if len(diff.alone) > 1 and (diff.total.probabilities, diff.total.edges) != (diff.together.probabilities,
                                                                                diff.together.edges):
        notes += ("Sum and together differ where one change decides how often another is met.",)
    return Table("Each difference alone, and all together", (Column("difference"), *_columns(diff, "signed percent",
                                                                                           "signed percent")),
                 tuple((effect.what, *effect.probabilities, *effect.edges) for effect in effects), notes)


def diff_data(diff: RulesDiff) -> dict[str, Any]:
    def effect(one: RuleEffect) -> dict[str, Any]:
        outcomes = zip(("player", "banker", "tie"), map(rational, one.probabilities), strict=True)
        return {"what": one.what, "probabilities": dict(outcomes),
                "house_edges": {bet.name: rational(edge) for bet, edge in zip(diff.bets, one.edges, strict=True)}}

    def odds(one: Odds) -> dict[str, Any]:
        return {"outcomes": {name: {"count": str(count), "of": str(one.of)} for name, count in one.outcomes},
                "house_edges": {law.bet.name: rational(law.house_edge) for law in one.bets}}

    return {"rules_hash": diff.rules.hash, "differences": [effect(one) for one in diff.alone],
            "sum": effect(diff.total), "together": effect(diff.together),
            "misprint": diff.misprint and {"name": diff.misprint.name, "title": diff.misprint.title},
            "games": list(diff.games), "contains": [{"name": one.name, "title": one.title} for one in diff.contains],
            "standard": odds(diff.standard), "here": odds(diff.here)}
