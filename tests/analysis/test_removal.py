"""Effects of removal against two evaluations by the flat dealer, and the sums that must vanish."""

import re
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings

from exact.analysis.odds.laws import Study
from exact.analysis.removal.effects import no_removal, removal_effects, weighted_sum
from exact.game.bet_file import read_bet
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.rules import STANDARD
from exact.game.rules_file import read_rules
from exact.game.shoe import Shoe
from tests import strategies
from tests.oracles import flat_coups as flat

GAME = load_game("punto-banco")
MAIN = tuple(GAME.named(name) for name in ("player", "banker", "tie"))


@cache
def outcomes(cards):
    return flat.outcomes(cards)


def flat_ev(cards, name):
    player, banker, tie = outcomes(tuple(cards))
    won = {"player": player - banker, "banker": Fraction(19, 20) * banker - player, "tie": 8 * tie - player - banker}
    return Fraction(won[name]) / (player + banker + tie)


def test_effects_are_differences_of_two_shoes():
    counts = (2, 0, 0, 1, 1, 0, 1, 1, 0, 1)
    found = removal_effects(Study(STANDARD, MAIN), strategies.value_shoe(counts))
    cards = flat.texts(counts)
    for bet in MAIN:
        assert [effect.present for effect in found[bet]] == [count for count in counts if count]
        for effect in found[bet]:
            less = list(cards)
            less.remove("1" if effect.card == "A" else effect.card)
            assert effect.ev_change == flat_ev(less, bet.name) - flat_ev(cards, bet.name), effect.card


@pytest.mark.parametrize("decks", [1, 2, 6, 8, 12, 1000])
def test_weighted_by_the_cards_the_effects_vanish_at_any_number_of_decks(decks):
    for found in removal_effects(Study(STANDARD, MAIN), Shoe.decks(decks)).values():
        assert len(found) == 10
        assert weighted_sum(found) == 0
        assert any(effect.ev_change for effect in found)


@settings(max_examples=10, deadline=None)
@given(strategies.shoes(least=7), strategies.tableaux())
def test_weighted_sums_vanish_on_any_shoe_under_any_tableau(shoe, table):
    for found in removal_effects(Study(read_rules(table), MAIN), shoe).values():
        assert weighted_sum(found) == 0


def test_a_bet_on_suits_has_an_effect_for_each_class_that_it_tells_apart():
    bet = read_bet("red-pair", {"lines": [{"when": {"player": {"pair": True, "first_two": {"count": {
        "of": "red", "is": 2}}}}, "pays": 11}, {"pays": -1}]}, STANDARD.naturals)
    found = removal_effects(Study(STANDARD, (bet,)), Shoe.decks(1))[bet]
    assert len(found) == 26
    assert sum(effect.present for effect in found) == 52
    assert weighted_sum(found) == 0
    red = [effect.ev_change for effect in found if str(effect.cards).startswith("red")]
    assert len(set(red)) == 1
    assert red[0] < 0


def test_six_cards_and_the_infinite_shoe_have_none_and_say_why():
    for shoe, reason in ((Shoe.of({"9": 6}), "6|six"), (Shoe.infinite_deck(), "infinite")):
        assert no_removal(STANDARD, shoe)
        assert set(removal_effects(Study(STANDARD, MAIN), shoe).values()) == {()}
        assert re.search(reason, no_removal(STANDARD, shoe))
    assert no_removal(STANDARD, Shoe.of({"9": 7})) is None


def test_one_kind_left_has_one_effect_of_nought():
    found = removal_effects(Study(STANDARD, MAIN), Shoe.of({"9": 7}))
    assert [[(e.card, e.present, e.ev_change) for e in effects] for effects in found.values()] == [[("9", 7, 0)]] * 3


def test_removing_several_cards_is_removing_them_one_by_one():
    study = Study(STANDARD, MAIN)
    shoe = Shoe.decks(8)
    together = study.odds(shoe.remove("9", "9", "K"))
    apart = study.odds(shoe.remove("9").remove("K").remove("9"))
    assert together == apart
    counts = shoe.remove("9", "9", "K").counts(VALUES)
    assert (counts[0], counts[9]) == (127, 30)


def test_a_bet_that_one_card_takes_away_has_no_effect_of_it_and_others_keep_theirs():
    bet = GAME.named("insurance-6")
    shoe = Shoe.of({"0": 10, "6": 1, "A": 3, "2": 3})
    study = Study(STANDARD, (bet, *MAIN))
    found = removal_effects(study, shoe)
    assert [effect.card for effect in found[bet] if effect.ev_change is None] == ["6"]
    assert weighted_sum(found[bet]) is None
    for effect in found[bet]:
        if effect.ev_change is not None:
            alone = Study(STANDARD, (bet,))
            less, whole = (alone.odds(some).bets[0].ev for some in (shoe.remove(effect.cards), shoe))
            assert effect.ev_change == less - whole
    for other in MAIN:
        assert weighted_sum(found[other]) == 0
