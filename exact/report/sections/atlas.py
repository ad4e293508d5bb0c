"""The baccarat atlas as tables: every bet by number of decks, the promising ones for a counter, and every game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.atlas import ATLAS_DECKS, FULL, LEFT, Atlas, AtlasEntry
from exact.analysis.odds.compare import ComparedGame
from exact.errors import plural
from exact.game.bets import LIMITED
from exact.game.catalogue import DEFAULT_GAME
from exact.report.caveats import assumed_notes, doubt_data, doubt_notes, law_notes, mark_of, marked, with_caveats
from exact.report.document import Block, Column, Figure, Heading, Paragraph, Section, Table
from exact.report.numbers import Root, rational, root
from exact.report.quantities import LAW
from exact.report.sections.decks import curves
from exact.report.sections.rules_text import unsaid_data
from exact.values import gathered

MOST_COUNTABLE = 20
GAME_KEYS = ("rtp", "house_edge", "edge_resolved", "hit_frequency", "std_dev")


def edges_table(entries: Sequence[AtlasEntry]) -> Table:
    """The house edge of every bet on every shoe."""
    return Table("House edge by number of decks, per bet made",
                 (Column("bet"), *(Column(_decks(decks), "percent") for decks in ATLAS_DECKS)),
                 tuple((entry.bet.name, *(law.house_edge for law in entry.laws)) for entry in entries),
                 law_notes(law for entry in entries for law in entry.laws), key="edges")


def _decks(decks: int | None) -> str:
    return "infinite" if decks is None else plural(decks, "deck")


def figures_table(entries: Sequence[AtlasEntry]) -> Table:
    """What a bet is like on eight decks."""
    keys = ("rtp", "edge_resolved", "hit_frequency", "std_dev")
    return Table(f"Each bet on {FULL} decks, per unit staked",
                 (Column("bet"), Column("title"), Column("pays most", "number"), *LAW.columns(*keys),
                  Column(f"standard deviation of the EV, {LEFT} cards left", "percent")),
                 tuple((entry.bet.name, entry.bet.title, _pays_most(entry), *LAW.row(entry.law, *keys), _spread(entry))
                       for entry in entries),
                 (f"The last column is how much the EV of a bet varies around its mean over all sub-shoes of {LEFT}"
                  " cards: the more, the more a counter can gain.", *law_notes(entry.law for entry in entries),
                  *_unknown_spreads(entries)), key="figures")


def winning_table(entries: Sequence[AtlasEntry]) -> Table:
    """The bets that have no edge to begin with."""
    return Table(f"Bets that win or break even on {FULL} decks without counting",
                 (Column("bet"), Column("house edge", "percent")),
                 tuple((entry.bet.name, entry.law.house_edge) for entry in entries if entry.law.ev >= 0),
                 ("They are not in the table of bets to count.", *law_notes(entry.law for entry in entries)),
                 key="without-counting")


def countable_table(entries: Sequence[AtlasEntry]) -> Table:
    """The bets with an edge, by the edge in units of the spread of their EV, the least first."""
    losing = [entry for entry in entries if entry.law.ev < 0]
    known = [(square, entry) for entry in losing if (square := _distance(entry)) is not None]
    nearest = sorted(known, key=lambda pair: pair[0])[:MOST_COUNTABLE]
    farther = len(known) - len(nearest)
    left = [f"Left out: {plural(farther, 'bet')} with an edge of more deviations."] if farther else []
    still = [entry.bet.name for entry in losing if entry.ev_variance == 0]
    if still:
        left.append(f"Left out, as the EV never varies: {', '.join(still)}.")
    return Table(f"The {len(nearest)} bets whose edge is least against the spread of their EV, {LEFT} of {52 * FULL}"
                 " cards left",
                 (Column("bet"), Column("house edge", "percent"), Column("standard deviation of the EV", "percent"),
                  Column("edge in standard deviations", "probability")),
                 tuple((entry.bet.name, entry.law.house_edge, _spread(entry), Root(square))
                       for square, entry in nearest),
                 ("The order is a guide, not a result: were the laws of the EVs of one shape, a bet would be above zero"
                  " the more often, the fewer standard deviations its edge is. Late in a shoe they are skew, each in"
                  " its own way; exact count gives exactly what a count gains.", *left, *_unknown_spreads(losing)),
                 key="countable")


def _pays_most(entry: AtlasEntry) -> Fraction:
    return max(line.pays for line in entry.bet.lines)


def _distance(entry: AtlasEntry) -> Fraction | None:
    """The square of the edge in standard deviations of the EV; None for a bet without an edge to begin with."""
    return entry.distance_square if entry.law.ev < 0 else None


def _spread(entry: AtlasEntry) -> Root | None:
    return None if entry.ev_variance is None else Root(entry.ev_variance)


def _unknown_spreads(entries: Iterable[AtlasEntry]) -> Iterator[str]:
    """The bets without a spread of the EV, by the reason why."""
    unknown = gathered((entry.unknown, entry.bet.name) for entry in entries if entry.ev_variance is None)
    for reason, names in unknown.items():
        yield f"No standard deviation of the EV for {', '.join(names)}: {reason}."


def games_table(games: Sequence[ComparedGame]) -> Table:
    """The bets of each game's own report on its own shoe."""
    return Table("Each game of the catalogue on its own shoe",
                 (Column("game"), Column("bet"), Column("decks"), *LAW.columns(*GAME_KEYS)),
                 tuple((item.game.name, law.bet.name, "infinite" if item.game.decks is None else str(item.game.decks),
                        *LAW.row(law, *GAME_KEYS)) for item in games for law in item.odds.bets),
                 law_notes(law for item in games for law in item.odds.bets), key="games")


def edge_figure(entries: Sequence[AtlasEntry], main: Sequence[str]) -> Iterator[Figure]:
    """House edge by decks of the main bets; of all others a picture would be the table again."""
    chosen = [entry for entry in entries if entry.bet.name in main]
    if chosen:
        yield curves("House edge of the main bets by number of decks", "house edge, %",
                     [(decks, [entry.laws[i] for entry in chosen]) for i, decks in enumerate(ATLAS_DECKS)],
                     lambda law: law.house_edge, "edge-by-decks")


def atlas_section(found: Atlas) -> Section:
    """All of it."""
    return list(atlas_blocks(found.entries, found.games)), atlas_data(found.entries, found.games)


def atlas_blocks(entries: Sequence[AtlasEntry], games: Sequence[ComparedGame]) -> tuple[Block, ...]:
    main = [name for item in games if item.game.name == DEFAULT_GAME for name in item.game.main]
    return (Paragraph(f"{len(entries)} bets of the catalogue, under the rules of punto banco, and {len(games)} games."
                      " Every figure is exact for the pay table and the events as they are declared: a count of ordered"
                      f" sequences of cards over the number of all of them, rounded once.{_doubtful(entries)}"),
            Heading("House edge of every bet"), _marked(edges_table(entries), entries), *edge_figure(entries, main),
            Heading("Return, frequency and spread"), _marked(figures_table(entries), entries),
            Heading("What a counter might look at"), _marked(countable_table(entries), entries),
            *([_marked(winning_table(entries), entries)] if any(entry.law.ev >= 0 for entry in entries) else []),
            Heading("Games"), _marked_games(games_table(games), games))


def _marked(table: Table, entries: Sequence[AtlasEntry]) -> Table:
    """A table whose first column names bets, with the caveats of these."""
    bets = {entry.bet.name: entry.bet for entry in entries}
    return marked(table, [bets[str(row[0])] for row in table.rows])


def _marked_games(table: Table, games: Sequence[ComparedGame]) -> Table:
    """The table of the games with the caveats of their bets and rules."""
    marks = [mark_of(law.bet.doubt, bool(item.game.unsaid)) for item in games for law in item.odds.bets]
    doubts = doubt_notes((f"{law.bet.name} of {item.game.name}", law.bet.doubt)
                         for item in games for law in item.odds.bets)
    return with_caveats(table, marks, (*assumed_notes(marks), *doubts))


def _doubtful(entries: Sequence[AtlasEntry]) -> str:
    """How many bets have a caveat; empty where none has."""
    marked = sum(entry.bet.doubt is not None and entry.bet.doubt.edge != LIMITED for entry in entries)
    return (f" Of {marked} bets the published rules leave the pays or the event in doubt: the tables mark them in the"
            " column caveat, and say why below." if marked else "")


def atlas_data(entries: Sequence[AtlasEntry], games: Sequence[ComparedGame]) -> dict[str, Any]:
    return {
        "bets": [{"name": entry.bet.name, "title": entry.bet.title, "doubt": doubt_data(entry.bet.doubt),
                  "decks": [{"decks": "inf" if decks is None else decks, **LAW.data(law, "rtp", "house_edge")}
                            for decks, law in zip(ATLAS_DECKS, entry.laws, strict=True)],
                  "pays_most": rational(_pays_most(entry)),
                  **LAW.data(entry.law, "edge_resolved", "hit_frequency", "std_dev"),
                  "ev_std_dev": None if entry.ev_variance is None else root(Root(entry.ev_variance)),
                  "ev_std_dev_unknown": entry.unknown or None,
                  "edge_in_std_devs": None if (square := _distance(entry)) is None else root(Root(square))}
                 for entry in entries],
        "ev_std_dev_at": {"decks": FULL, "cards_left": LEFT},
        "games": [{"name": item.game.name, "title": item.game.title, "unsaid": unsaid_data(item.game),
                   "bets": [{"name": law.bet.name, **LAW.data(law, *GAME_KEYS), "doubt": doubt_data(law.bet.doubt)}
                            for law in item.odds.bets]} for item in games]}
