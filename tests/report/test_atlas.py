"""The atlas against other ways to the same numbers."""

from fractions import Fraction
from itertools import combinations

import pytest

from exact.analysis.atlas import ATLAS_DECKS, FULL, LEFT, AtlasEntry, atlas, catalogue_names
from exact.analysis.counting.spread import spread
from exact.analysis.odds.compare import compare
from exact.analysis.odds.laws import Study
from exact.game.bet_catalogue import catalogue_bets
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe
from exact.report.document import Table
from exact.report.numbers import Root, fraction_text
from exact.report.plots import ByDecks
from exact.report.sections import atlas as report
from exact.report.sections.atlas import (
    atlas_blocks,
    atlas_data,
    countable_table,
    edge_figure,
    edges_table,
    figures_table,
    winning_table,
)

GAME = load_game("punto-banco")
NAMES = ("player", "banker", "tie", "dragon-7", "insurance-6")


@pytest.fixture(scope="module")
def entries() -> tuple[AtlasEntry, ...]:
    return atlas(GAME, NAMES)


def test_every_bet_and_variant_of_the_catalogue_is_named() -> None:
    names = catalogue_names()
    assert set(catalogue_bets()) <= set(names)
    assert "tie:9-to-1" in names
    assert len(names) == len(set(names))


def test_laws_are_those_of_the_odds(entries: tuple[AtlasEntry, ...]) -> None:
    for decks in (1, 8, None):
        shoe = Shoe.fresh(decks)
        for entry in entries:
            assert entry.laws[ATLAS_DECKS.index(decks)] == Study(GAME.rules, (entry.bet,)).odds(shoe).bets[0]


def test_published_edges_stand_in_the_table(entries: tuple[AtlasEntry, ...]) -> None:
    """The eight-deck column: 1.2351 %, 1.0579 %, 14.3596 % and 7.6113 %, as printed everywhere."""
    column = {row[0]: row[1 + ATLAS_DECKS.index(FULL)] for row in edges_table(entries).rows}
    printed = {"player": 12351, "banker": 10579, "tie": 143596, "dragon-7": 76113}
    assert {name: round(Fraction(column[name]) * 10**6) for name in printed} == printed


def test_spread_is_missing_only_where_the_bet_is_not_always_offered(entries: tuple[AtlasEntry, ...]) -> None:
    assert [entry.bet.name for entry in entries if entry.ev_variance is None] == ["insurance-6"]
    assert figures_table(entries).rows[-1][-1] is None
    for entry in entries[:4]:
        assert entry.ev_variance == spread(GAME.rules, entry.bet, Shoe.decks(FULL)).variance(LEFT)


def test_the_spread_of_a_small_shoe_against_every_sub_shoe() -> None:
    cards = (0, 0, 2, 3, 5, 6, 7, 9)
    bet = GAME.named("tie")
    evs = [Study(GAME.rules, (bet,)).odds(Shoe.of({str(c): left.count(c) for c in set(left)})).bets[0].ev
           for left in combinations(cards, 7)]
    mean = sum(evs, Fraction(0)) / len(evs)
    expected = sum((ev * ev for ev in evs), Fraction(0)) / len(evs) - mean**2
    found = spread(GAME.rules, bet, Shoe.of({str(c): cards.count(c) for c in set(cards)}))
    assert found.variance(7) == expected


def test_the_most_countable_first(entries: tuple[AtlasEntry, ...]) -> None:
    distances = [row[3].square for row in countable_table(entries).rows if isinstance(row[3], Root)]
    assert len(distances) == 4
    assert distances == sorted(distances)


def test_data_has_every_bet(entries: tuple[AtlasEntry, ...]) -> None:
    data = atlas_data(entries, ())
    assert [bet["name"] for bet in data["bets"]] == list(NAMES)
    assert [row["decks"] for row in data["bets"][0]["decks"]] == [1, 2, 4, 6, 8, "inf"]


def test_data_has_the_numbers_of_the_tables(entries: tuple[AtlasEntry, ...]) -> None:
    games = compare([GAME], ["player", "tie"], [GAME.shoe()])
    data = str(atlas_data(entries, games))
    for table in atlas_blocks(entries, games):
        if isinstance(table, Table):
            for row in table.rows:
                for cell in row:
                    value = cell.square if isinstance(cell, Root) else cell
                    assert not isinstance(value, Fraction) or f"'{fraction_text(value)}'" in data, (table.key, row)


def test_bets_that_win_without_counting_stand_apart() -> None:
    winning = atlas(GAME, ("lucky-bonus", "player"))
    assert [entry.law.ev > 0 for entry in winning] == [True, False]
    assert [row[0] for row in winning_table(winning).rows] == ["lucky-bonus"]
    assert [row[0] for row in countable_table(winning).rows] == ["player"]


def test_every_bet_without_a_spread_has_its_own_reason(entries: tuple[AtlasEntry, ...]) -> None:
    for table in (figures_table(entries), countable_table(entries)):
        assert [note for note in table.notes if note.startswith("No standard deviation of the EV for insurance-6: not"
                                                                " offered on every coup")]
    assert [bet["ev_std_dev_unknown"] is None for bet in atlas_data(entries, ())["bets"]] == [True] * 4 + [False]


def test_what_does_not_find_room_is_counted(entries: tuple[AtlasEntry, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "MOST_COUNTABLE", 3)
    assert "Left out: 1 bet with an edge of more deviations." in countable_table(entries).notes


def test_the_main_bets_are_pictured(entries: tuple[AtlasEntry, ...]) -> None:
    (figure,) = edge_figure(entries, GAME.main)
    assert isinstance(figure.plot, ByDecks)
    assert [panel.title for panel in figure.plot.panels] == list(GAME.main)
    assert figure.plot.decks == (1, 2, 4, 6, 8)
    assert figure.plot.panels[0].limit == entries[0].laws[-1].house_edge
    assert ("player from 1.2864 % at 1 deck to 1.2351 % at 8 decks, falling all the way, 1.2281 % in the limit"
            in figure.alt)
