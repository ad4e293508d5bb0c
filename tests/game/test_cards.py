"""Cards: 52 kinds, their points, their names in and out, and partitions of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import CardError
from exact.game.cards import (
    ALL_CARDS,
    BY_KIND,
    BY_RANK,
    KINDS,
    POINT_VALUES,
    VALUES,
    CardSet,
    Partition,
    parse_card,
    parse_card_set,
    rank_of,
    suit_of,
    union,
)
from tests import strategies


@pytest.mark.parametrize(("card", "points"), [("A", 1), ("2", 2), ("9", 9), ("T", 0), ("10", 0), ("J", 0), ("Q", 0),
                                              ("K", 0), ("0", 0)])
def test_point_values(card, points):
    assert {POINT_VALUES[kind] for kind in parse_card(card)} == {points}


def test_nine_and_five_make_four():
    nine, five = (parse_card(card).points for card in ("9", "5"))
    assert (nine + five) % 10 == 4


def test_a_deck_has_sixteen_cards_worth_nothing_and_four_of_each_other_value():
    assert [POINT_VALUES.count(value) for value in range(10)] == [16] + [4] * 9


@pytest.mark.parametrize(("text", "number"), [("9h", 1), ("9", 4), ("0", 16), ("0h", 4), ("K", 4), ("1", 4), ("10", 4)])
def test_how_many_kinds_a_card_may_be(text, number):
    assert len(parse_card(text)) == number


@pytest.mark.parametrize("same", [("10", "T"), ("10h", "Th"), ("1", "A"), ("as", "AS", "As", "aS"), (" 9h ", "9h")])
def test_other_names_of_the_same_card(same):
    assert len({parse_card(text) for text in same}) == 1


@pytest.mark.parametrize(("text", "name"), [
    ("h9", "9h"), ("S_K", "Ks"), ("C_10", "Tc"), ("10♠", "Ts"), ("♠10", "Ts"), ("K♥\ufe0f", "Kh"), ("♢A", "Ad"),
    ("Ten of Hearts", "Th"), ("ace of spades", "As"), ("10 of Clubs", "Tc"), ("K of h", "Kh"), ("King", "K"),
    ("d0", "0d"), ("s1", "As"), ("9H", "9h"), ("9_d", "9d")])
def test_the_notations_of_logs(text, name):
    assert str(parse_card(text)) == name


@pytest.mark.parametrize("text", ["", " ", "h", "11", "1x", "9hh", "hearts", "red", "face", "-9", "9,9", "K♥♥", "²",
                                  "hKh", "_9", "h_", "00",
                                  "9 h", "X", "joker"])
def test_what_is_no_card_is_refused_with_its_text(text):
    with pytest.raises(CardError) as caught:
        parse_card(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(("text", "number"), [("hearts", 13), ("red", 26), ("black", 26), ("face", 12), ("Spades", 13),
                                              ("9h", 1), ("0", 16)])
def test_sets_of_cards_in_words(text, number):
    assert len(parse_card_set(text)) == number


def test_an_unknown_word_is_no_set_of_cards():
    with pytest.raises(CardError, match="greens"):
        parse_card_set("greens")


@given(strategies.cards)
def test_a_card_is_printed_as_it_is_read(text):
    assert str(parse_card(text)) == text


@pytest.mark.parametrize(("cards", "name"), [
    ("9", "9"), ("0", "0"), ("red", "red A-K"), ("face", "J-K"), ("hearts", "A-K of h"), ("9h", "9h")])
def test_names_of_sets(cards, name):
    assert str(parse_card_set(cards)) == name


def test_ranks_and_suits_number_the_kinds():
    assert {(rank_of(kind), suit_of(kind)) for kind in KINDS} == {(r, s) for r in range(13) for s in range(4)}


@given(st.sets(st.integers(0, 51)))
def test_a_set_is_the_sum_of_its_kinds(kinds):
    assert list(CardSet.of_kinds(kinds)) == sorted(kinds)


@given(st.lists(st.integers(0, 6), min_size=52, max_size=52))
def test_a_partition_covers_every_kind_once(labels):
    partition = Partition.by(labels)
    assert union(partition.classes) == ALL_CARDS
    assert sum(map(len, partition.classes)) == 52
    assert len(partition) == len(set(labels))


def test_the_ten_values_stand_at_their_own_index():
    assert [{POINT_VALUES[kind] for kind in cards} for cards in VALUES.classes] == [{v} for v in range(10)]
    assert VALUES.names == ("0", "A", "2", "3", "4", "5", "6", "7", "8", "9")
    assert (len(BY_RANK), len(BY_KIND)) == (13, 52)
