"""Games side by side: rules, pays, probabilities, and what each differs from the first by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from exact.analysis.odds.compare import ComparedGame, GamesCompared
from exact.report.caveats import bet_notes, edge_notes
from exact.report.cells import side_by_side, told
from exact.report.document import Column, Section, Table
from exact.report.numbers import rational
from exact.report.quantities import LAW
from exact.report.sections.bets import pays_words
from exact.report.sections.odds import OUTCOME_NAMES, outcomes_data


def compared_section(found: GamesCompared) -> Section:
    """Games side by side."""
    return list(comparison_tables(found.games)), {"games": compared_data(found.games)}


def comparison_tables(compared: Sequence[ComparedGame]) -> Iterator[Table]:
    names = tuple(item.game.name for item in compared)
    yield Table("Games", (Column("game"), Column("cards", "count"), Column("third cards")),
                tuple((item.game.name, None if item.shoe.infinite else item.shoe.cards, str(item.game.rules))
                      for item in compared), key="games")
    bets = [law.bet.name for law in compared[0].odds.bets]
    yield Table("What each bet pays, net to 1", (Column("bet"), Column("game"), Column("pays")),
                tuple((law.bet.name, item.game.name, pays_words(law.bet))
                      for i in range(len(bets)) for item in compared for law in [item.odds.bets[i]]),
                bet_notes(law.bet for item in compared for law in item.odds.bets), key="pays")
    values = [[*item.odds.probabilities, *(value for law in item.odds.bets for value in (law.rtp, law.house_edge))]
              for item in compared]
    titles = [*OUTCOME_NAMES.values(), *(f"{what} {name}" for name in bets for what in ("RTP", "edge"))]
    parts = [("Probabilities of the outcomes", "outcomes", range(3))]
    parts += [(told("RTP, and house edge per bet made", apart), f"bets {apart}".strip(),
               range(3 + 2 * shown.start, 3 + 2 * shown.stop)) for shown, apart in side_by_side(bets, 3)]
    for title, key, part in parts:
        yield Table(title, (Column("game"), *(Column(titles[i], "percent") for i in part)),
                    tuple((name, *(row[i] for i in part)) for name, row in zip(names, values, strict=True)),
                    edge_notes(row[i] for i in part[1::2] for row in values) if key != "outcomes" else (),
                    key=f"{key} compared")
        yield Table(f"{title}: change from {names[0]}, in percentage points",
                    (Column("game"), *(Column(titles[i], "signed percent") for i in part)),
                    tuple((name, *(row[i] - values[0][i] for i in part))
                          for name, row in zip(names[1:], values[1:], strict=True)), key=f"change of {key}")


def compared_data(compared: Sequence[ComparedGame]) -> list[dict[str, Any]]:
    base = compared[0].odds
    return [{"name": item.game.name, "title": item.game.title, "rules_hash": item.game.rules.hash,
             "rules": item.game.rules.differences(), "cards": None if item.shoe.infinite else item.shoe.cards,
             "composition": item.shoe.counts(),
             "outcomes": [{**data, "change": rational(here - there)} for data, here, there in
                          zip(outcomes_data(item.odds), item.odds.probabilities, base.probabilities, strict=True)],
             "bets": [{"name": law.bet.name, **LAW.data(law, "rtp", "house_edge"),
                       "edge_change": rational(law.house_edge - first.house_edge)}
                      for law, first in zip(item.odds.bets, base.bets, strict=True)]} for item in compared]
