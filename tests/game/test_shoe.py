"""Shoes: fresh, composed, partly known; removal and return; what is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.errors import CardError, ExactError, IllegalRemovalError, ShoeError, UnknownCompositionError
from exact.game.cards import BY_KIND, BY_RANK, VALUES, parse_card
from exact.game.shoe import Shoe, read_cards
from tests import strategies

# fresh shoes

@pytest.mark.parametrize("decks", [1, 2, 6, 8, 10**9])
def test_fresh_shoes_of_any_number_of_decks(decks):
    shoe = Shoe.decks(decks)
    assert shoe.cards == 52 * decks
    assert shoe.counts(VALUES) == (16 * decks, *[4 * decks] * 9)
    assert shoe.counts(BY_KIND) == (decks,) * 52


@pytest.mark.parametrize("decks", [0, -1, 1.5, float("nan"), float("inf"), 10**9 + 1, True, "8", None])
def test_numbers_of_decks_that_are_refused(decks):
    with pytest.raises(ShoeError, match="from 1 to 1,000,000,000"):
        Shoe.decks(decks)


def test_the_infinite_shoe_has_the_proportions_of_a_deck():
    shoe = Shoe.infinite_deck()
    assert shoe.infinite
    assert shoe.counts(VALUES) == (16, *[4] * 9)
    assert shoe != Shoe.decks(1)


# compositions

def test_a_fresh_shoe_is_the_same_value_as_its_composition():
    assert Shoe.of(dict.fromkeys(BY_KIND.names, 8)) == Shoe.decks(8)


def test_equal_knowledge_is_an_equal_hashable_value():
    first, second = Shoe.of({"9": 4, "A": 2}), Shoe.of([("A", 2), ("9", 4), ("K", 0)])
    assert first == second
    assert hash(first) == hash(second)
    assert Shoe.of({"0": 16}) != Shoe.of({"T": 4, "J": 4, "Q": 4, "K": 4})


def test_a_mixture_of_values_ranks_and_cards():
    shoe = Shoe.of({"0": 16, "9h": 2, "9s": 1, "5": 3})
    assert shoe.cards == 22
    assert shoe.counts(VALUES) == (16, 0, 0, 0, 0, 3, 0, 0, 0, 3)


@pytest.mark.parametrize("count", [-1, 1.5, "4", None, True, float("nan"), 16 * 10**9 + 1])
def test_counts_that_are_refused(count):
    with pytest.raises(ShoeError, match="a count is a whole number"):
        Shoe.of({"9": count})


@pytest.mark.parametrize("pair", [("1", "A"), ("0", "T"), ("10", "T"), ("0", "Kh"), ("9", "9h"), ("a", "A"),
                                  ("9h", "9H")])
def test_a_kind_named_twice_also_under_another_name(pair):
    with pytest.raises(ShoeError, match="name the same cards") as caught:
        Shoe.of([(pair[0], 1), (pair[1], 1)])
    assert all(repr(name) in str(caught.value) for name in pair)


def test_a_name_that_is_no_card():
    with pytest.raises(CardError, match="'11'"):
        Shoe.of({"11": 4})


# partial knowledge

def test_a_shoe_by_value_does_not_tell_ranks():
    shoe = Shoe.of({"0": 16, "9": 4})
    assert shoe.determines(VALUES)
    assert not shoe.determines(BY_RANK)
    with pytest.raises(UnknownCompositionError, match="16 cards 0 are not distinguished"):
        shoe.counts(BY_RANK)


def test_a_shoe_by_rank_tells_values_and_not_suits():
    shoe = Shoe.of({"T": 4, "J": 3, "9": 4})
    assert shoe.counts(VALUES)[0] == 7
    assert not shoe.determines(BY_KIND)


def test_removing_by_rank_leaves_the_suits_of_that_rank_unknown():
    shoe = Shoe.decks(8).remove("9")
    assert not shoe.determines(BY_KIND)
    assert shoe.determines(BY_RANK)
    assert dict(zip(BY_RANK.names, shoe.counts(BY_RANK), strict=True)) == dict.fromkeys("A23456789TJQK", 32) | {"9": 31}
    assert shoe.counts(VALUES)[9] == 31


def test_removing_a_card_in_full_leaves_everything_known():
    shoe = Shoe.decks(1).remove("9h", "Kd")
    assert shoe.determines(BY_KIND)
    assert shoe.cards == 50
    assert shoe.counts() == dict.fromkeys(set(BY_KIND.names) - {"9h", "Kd"}, 1)


def test_removing_a_rank_of_which_one_kind_is_left_takes_that_kind():
    shoe = Shoe.of({"9h": 2, "A": 8}).remove("9")
    assert shoe == Shoe.of({"9h": 1, "A": 8})


def test_removing_a_ten_valued_card_joins_the_four_ranks():
    shoe = Shoe.of({"T": 4, "J": 4, "Q": 4, "K": 4}).remove("0")
    assert shoe == Shoe.of({"0": 15})


def test_removing_a_suit_from_a_shoe_known_by_value():
    assert Shoe.of({"9": 4, "A": 6}).remove("9h") == Shoe.of({"9": 3, "A": 6})


@pytest.mark.parametrize(("shoe", "cards"), [
    (Shoe.decks(1), ["9h", "9h"]),
    (Shoe.decks(1), ["9"] * 5),
    (Shoe.decks(1), ["9h", "9", "9", "9", "9d"]),
    (Shoe.of({"A": 7}), ["K"]),
    (Shoe.of({"9h": 1, "A": 7}), ["9d"]),
])
def test_a_card_that_is_not_in_the_shoe(shoe, cards):
    with pytest.raises(IllegalRemovalError, match=f"card {cards[-1]}: not in the shoe"):
        shoe.remove(*cards)


@pytest.mark.parametrize("change", ["remove", "add"])
def test_the_infinite_shoe_does_not_change(change):
    with pytest.raises(IllegalRemovalError, match="infinite shoe does not change"):
        getattr(Shoe.infinite_deck(), change)("9h")


@given(st.lists(strategies.cards, max_size=6, unique=True))
def test_cards_put_back_restore_the_shoe(cards):
    shoe = Shoe.decks(1)
    assert shoe.remove(*cards).add(*cards) == shoe


@given(strategies.counts(), st.data())
def test_removal_takes_one_card_of_its_value(numbers, data):
    shoe = strategies.value_shoe(numbers)
    value = data.draw(st.sampled_from([v for v, count in enumerate(numbers) if count]))
    less = shoe.remove(strategies.NAMES[value])
    assert less.counts(VALUES) == tuple(count - (v == value) for v, count in enumerate(numbers))


@given(strategies.card_shoes())
def test_a_composition_given_back_is_the_same_shoe(shoe):
    assert Shoe.of(shoe.counts()).counts(VALUES) == shoe.counts(VALUES)
    assert Shoe.of(shoe.counts()).cards == shoe.cards


@given(strategies.card_shoes())
def test_projections_agree_with_each_other(shoe):
    by_kind, by_value = shoe.counts(BY_KIND), shoe.counts(VALUES)
    for cards, count in zip(VALUES.classes, by_value, strict=True):
        assert count == sum(n for kind, n in zip(BY_KIND.classes, by_kind, strict=True) if kind & cards)


# in and out as text

@pytest.mark.parametrize("spec", ["0=128 A=32 9h=7", "0=128,A=32,9h=7", " 0=128  A=32 , 9h=7 "])
def test_a_composition_on_the_command_line(spec):
    assert Shoe.of(spec) == Shoe.of({"0": 128, "A": 32, "9h": 7})


@pytest.mark.parametrize("spec", ["A=", "=4", "A=-1", "A=1.5", "A=nan", "A=1e3", "A=x", "A=1 9", "A=²", "A==4",
                                  "A=99999999999999999999"])
def test_compositions_that_cannot_be_read(spec):
    with pytest.raises(ShoeError):
        Shoe.of(spec)


@pytest.mark.parametrize(("name", "text"), [
    ("shoe.json", '{"0": 16, "A": 4, "9h": 1}'), ("shoe.toml", '0 = 16\nA = 4\n9h = 1\n')])
def test_a_composition_in_a_file(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text)
    assert Shoe.of(str(path)) == Shoe.of({"0": 16, "A": 4, "9h": 1})


@pytest.mark.parametrize(("name", "data"), [
    ("empty.json", b""), ("list.json", b"[1, 2]"), ("pairs.json", b'[["0", 16]]'), ("number.json", b"7"),
    ("binary.json", b"\xff\xfe\x00"), ("twice.json", b'{"A": 4, "A": 4}'), ("alias.json", b'{"A": 4, "1": 4}'),
    ("fraction.json", b'{"A": 1.5}'), ("nan.json", b'{"A": NaN}'), ("nested.json", b'{"A": {"9": 1}}'),
    ("deep.json", b"[" * 100_000), ("digits.json", b'{"A": ' + b"1" * 5000 + b"}"), ("twice.toml", b"A = 4\nA = 4\n"),
    ("binary.toml", b"\xff"), ("table.toml", b"[A]\nh = 4\n"), ("date.toml", b"A = 2024-01-01\n")])
def test_files_that_are_refused_by_name(tmp_path, name, data):
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(ExactError) as caught:
        Shoe.of(str(path))
    assert name in str(caught.value)


def test_a_missing_file_and_a_folder(tmp_path):
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(ShoeError, match=r"0=16 A=4"):
            Shoe.of(str(path))


def test_lists_of_read_cards():
    assert read_cards("9,9, K") == (parse_card("9"), parse_card("9"), parse_card("K"))
    assert read_cards("") == ()
    with pytest.raises(CardError, match="'11'"):
        read_cards("9,11")


def test_a_composition_is_json():
    assert json.loads(json.dumps(Shoe.decks(8).counts()))["9h"] == 8


def test_words_for_people():
    assert Shoe.decks(1).remove("9").describe() == "0=16 A=4 2=4 3=4 4=4 5=4 6=4 7=4 8=4 9=3"


@pytest.mark.parametrize(("counts", "card", "words"), [
    ({"A": 100, "K": 2}, "T", "K=2 A=100"), ({"A": 100, "K": 2}, "9", "0=2 A=100"),
    ({"9h": 2, "9c": 1, "K": 5}, "9d", "9c=1 9h=2 others=5"), ({"0": 10, "9h": 2}, "8", "0=10 9=2"),
])
def test_a_card_that_is_not_there_is_refused_in_the_terms_that_it_was_given_in(counts, card, words):
    for refused in (lambda: Shoe.of(counts).remove(card), lambda: Shoe.of(counts).without(parse_card(card), 1)):
        with pytest.raises(IllegalRemovalError) as error:
            refused()
        assert str(error.value).endswith(f": {words}")
