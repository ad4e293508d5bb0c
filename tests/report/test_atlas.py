"""The atlas, and the counting section of the whole report, against other ways to the same numbers."""

from fractions import Fraction
from itertools import combinations

import pytest

from exact.analysis.atlas import DECKS, FULL, LEFT, Entry, atlas, catalogue_names
from exact.analysis.counting.spread import spread
from exact.analysis.edges import Study
from exact.game.catalogue import catalogue_bets, load_game
from exact.game.shoe import Shoe
from exact.report.atlas import atlas_data, countable_table, edges_table, figures_table
from exact.report.countability import counting_data, counting_of, counting_section
from exact.report.model import Figure, Table
from exact.report.numbers import Root

GAME = load_game("punto-banco")
NAMES = ("player", "banker", "tie", "dragon-7", "insurance-6")


@pytest.fixture(scope="module")
def entries() -> tuple[Entry, ...]:
    return atlas(GAME, NAMES)


def test_every_bet_and_variant_of_the_catalogue_is_named() -> None:
    names = catalogue_names()
    assert set(catalogue_bets()) <= set(names)
    assert "tie:9-to-1" in names
    assert len(names) == len(set(names))


def test_laws_are_those_of_the_odds(entries: tuple[Entry, ...]) -> None:
    for decks in (1, 8, None):
        shoe = Shoe.infinite_deck() if decks is None else Shoe.decks(decks)
        for entry in entries:
            assert entry.laws[DECKS.index(decks)] == Study(GAME.rules, (entry.bet,)).odds(shoe).bets[0]


def test_published_edges_stand_in_the_table(entries: tuple[Entry, ...]) -> None:
    """The eight-deck column: 1.2351 %, 1.0579 %, 14.3596 % and 7.6113 %, as printed everywhere."""
    column = {row[0]: row[1 + DECKS.index(FULL)] for row in edges_table(entries).rows}
    printed = {"player": 12351, "banker": 10579, "tie": 143596, "dragon-7": 76113}
    assert {name: round(Fraction(column[name]) * 10**6) for name in printed} == printed


def test_spread_is_missing_only_where_the_bet_is_not_always_offered(entries: tuple[Entry, ...]) -> None:
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


def test_the_most_countable_first(entries: tuple[Entry, ...]) -> None:
    distances = [row[3].square for row in countable_table(entries).rows if isinstance(row[3], Root)]
    assert len(distances) == 4
    assert distances == sorted(distances)


def test_data_has_every_bet(entries: tuple[Entry, ...]) -> None:
    data = atlas_data(entries, ())
    assert [bet["name"] for bet in data["bets"]] == list(NAMES)
    assert [row["decks"] for row in data["bets"][0]["decks"]] == [1, 2, 4, 6, 8, "inf"]


def test_counting_section() -> None:
    bets = tuple(map(GAME.named, ("banker", "dragon-7")))
    found = counting_of(GAME.rules, bets, Shoe.decks(2))
    blocks = list(counting_section(found))
    assert {block.slug for block in blocks if isinstance(block, Table)} == {"ev-spread", "counting-gain", "ev-by-count"}
    assert {block.slug for block in blocks if isinstance(block, Figure)} == {"spread-of-ev", "gain-by-cards-left",
                                                                             "ev-against-count"}
    for item in found:
        for law in item.laws:
            assert law.mean == Study(GAME.rules, (item.bet,)).odds(Shoe.decks(2)).bets[0].ev
    assert [row["bet"] for row in counting_data(found)] == ["banker", "dragon-7"]


@pytest.mark.parametrize("shoe", [Shoe.infinite_deck(), Shoe.of({"0": 6}), Shoe.of({"0": 8, "9": 4})])
def test_no_counting_where_there_is_nothing_to_count(shoe: Shoe) -> None:
    found = counting_of(GAME.rules, (GAME.named("tie"),), shoe)
    assert list(counting_section(found)) == []
