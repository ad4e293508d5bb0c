"""The baccarat atlas as tables: every bet by number of decks, the promising ones for a counter, and every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.atlas import DECKS, FULL, LEFT, Entry
from exact.analysis.compare import Compared
from exact.report.model import Block, Cell, Column, Figure, Heading, Paragraph, Table
from exact.report.numbers import Root, rational, root
from exact.report.plots import Curves, Panel

MOST_COUNTABLE = 20
PICTURED = 6


def _decks_name(decks: int | None) -> str:
    return "infinite" if decks is None else f"{decks} deck{'s' * (decks != 1)}"


def edges_table(entries: Sequence[Entry]) -> Table:
    """The house edge of every bet on every shoe."""
    return Table("House edge by number of decks, per bet made",
                 (Column("bet"), *(Column(_decks_name(decks), "percent") for decks in DECKS)),
                 tuple((entry.bet.name, *(law.house_edge for law in entry.laws)) for entry in entries),
                 ("A negative edge is in the bettor's favour.",), key="edges")


def figures_table(entries: Sequence[Entry]) -> Table:
    """What a bet is like on eight decks."""
    rows: list[tuple[Cell, ...]] = []
    for entry in entries:
        law = entry.law
        rows.append((entry.bet.name, entry.bet.title, max(line.pays for line in entry.bet.lines), law.rtp,
                     law.edge_resolved, law.hit_frequency, Root(law.variance),
                     Root(entry.ev_variance) if entry.ev_variance is not None else None))
    return Table(f"Each bet on {FULL} decks, per unit staked",
                 (Column("bet"), Column("title"), Column("pays most", "number"), Column("RTP", "percent"),
                  Column("edge, per bet resolved", "percent"), Column("hit frequency", "percent"),
                  Column("standard deviation", "probability"),
                  Column(f"standard deviation of the EV, {LEFT} cards left", "percent")), tuple(rows),
                 (f"The last column is how far the EV of a bet strays from its mean over all sub-shoes of {LEFT} cards:"
                  " the more, the more a counter can gain. n/a: not offered on every coup, or every card of the deck"
                  " would have to be told apart.",), key="figures")


def countable_table(entries: Sequence[Entry]) -> Table:
    """The bets whose house edge is least in units of the spread of their EV."""
    known = [(entry.distance_square, entry) for entry in entries if entry.distance_square is not None]
    nearest = sorted(known, key=lambda pair: pair[0] if pair[1].law.ev < 0 else Fraction(0))[:MOST_COUNTABLE]
    return Table(f"The {len(nearest)} bets whose edge is least against the spread of their EV, {LEFT} of {52 * FULL}"
                 " cards left",
                 (Column("bet"), Column("house edge", "percent"), Column("standard deviation of the EV", "percent"),
                  Column("edge in standard deviations", "probability")),
                 tuple((entry.bet.name, entry.law.house_edge, Root(entry.ev_variance or Fraction(0)),
                        Root(square, entry.law.ev > 0)) for square, entry in nearest),
                 ("A bet is above zero the more often, the fewer standard deviations its edge is.",), key="countable")


def games_table(games: Sequence[Compared]) -> Table:
    """The bets of each game's own report on its own shoe."""
    rows: list[tuple[Cell, ...]] = [
        (item.game.name, law.bet.name, "infinite" if item.game.decks is None else str(item.game.decks), law.rtp,
         law.house_edge, law.edge_resolved, law.hit_frequency, Root(law.variance))
        for item in games for law in item.odds.bets]
    return Table("Each game of the catalogue on its own shoe",
                 (Column("game"), Column("bet"), Column("decks"), Column("RTP", "percent"),
                  Column("house edge, per bet made", "percent"), Column("edge, per bet resolved", "percent"),
                  Column("hit frequency", "percent"), Column("standard deviation", "probability")), tuple(rows),
                 key="games")


def edge_figure(entries: Sequence[Entry]) -> Iterator[Figure]:
    """House edge by decks of the first bets."""
    chosen = entries[:PICTURED]
    finite = [i for i, decks in enumerate(DECKS) if decks is not None]
    limit = DECKS.index(None)
    panels = tuple(Panel(entry.bet.name, tuple(entry.laws[i].house_edge for i in finite),
                         entry.laws[limit].house_edge) for entry in chosen)
    if panels:
        yield Figure("House edge by number of decks",
                     f"A curve for each of {', '.join(entry.bet.name for entry in chosen)}, from one deck to"
                     " eight, with the infinite shoe as a dashed line.",
                     Curves("decks", "house edge, per cent", tuple(str(DECKS[i]) for i in finite), panels, percent=True,
                            limit_name="infinite shoe"), key="edge-by-decks")


def atlas_blocks(entries: Sequence[Entry], games: Sequence[Compared]) -> tuple[Block, ...]:
    return (Paragraph(f"{len(entries)} bets of the catalogue, under the rules of punto banco, and {len(games)} games."
                      " Every figure is exact: a count of ordered sequences of cards over the number of all of them,"
                      " rounded once."),
            Heading("House edge of every bet"), edges_table(entries), *edge_figure(entries),
            Heading("Return, frequency and spread"), figures_table(entries),
            Heading("What a counter might look at"), countable_table(entries),
            Heading("Games"), games_table(games))


def atlas_data(entries: Sequence[Entry], games: Sequence[Compared]) -> dict[str, Any]:
    return {
        "bets": [{"name": entry.bet.name, "title": entry.bet.title,
                  "decks": [{"decks": "inf" if decks is None else decks, "rtp": rational(law.rtp),
                             "house_edge": rational(law.house_edge)}
                            for decks, law in zip(DECKS, entry.laws, strict=True)],
                  "edge_resolved": rational(entry.law.edge_resolved),
                  "hit_frequency": rational(entry.law.hit_frequency), "std_dev": root(Root(entry.law.variance)),
                  "ev_std_dev": None if entry.ev_variance is None else root(Root(entry.ev_variance))}
                 for entry in entries],
        "ev_std_dev_at": {"decks": FULL, "cards_left": LEFT},
        "games": [{"name": item.game.name, "title": item.game.title,
                   "bets": [{"name": law.bet.name, "rtp": rational(law.rtp), "house_edge": rational(law.house_edge)}
                            for law in item.odds.bets]} for item in games]}
