"""Several cards removed: exact values shoe by shoe, and what the two estimates must satisfy."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.analysis.odds.laws import Study, bet_law, partition_of
from exact.analysis.removal.effects import removal_effects
from exact.analysis.removal.vectors import (
    NOT_HELD,
    NOT_OFFERED,
    TOO_FEW,
    EffectsOfTwo,
    removal,
    removal_orders,
    standard_vectors,
)
from exact.errors import IllegalRemovalError, NeverOfferedError, ShoeExhaustedError, UnknownCompositionError
from exact.game.bet_file import read_bet
from exact.game.cards import BY_RANK, VALUES, parse_card
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe

GAME = load_game("punto-banco")
BETS = tuple(map(GAME.named, GAME.main))
STUDY = Study(GAME.rules, BETS)
SHOE = Shoe.decks(1)
PAIR = read_bet("pair", {"lines": [{"when": {"player": {"pair": True}}, "pays": 11}, {"pays": -1}]},
                GAME.rules.naturals)


@cache
def orders() -> tuple[EffectsOfTwo, ...]:
    """The effects of one and of two cards, found when a test first asks."""
    return removal_orders(STUDY, SHOE)


def vector(text: str) -> dict[int, int]:
    cards = [parse_card(card) for card in text.split()]
    return {card: cards.count(card) for card in cards}


def test_single_effects_are_those_of_the_removal_table():
    table = removal_effects(STUDY, SHOE)
    for effects in orders():
        assert effects.single == {effect.cards: effect.ev_change for effect in table[effects.bet]}
        assert effects.ev == bet_law(GAME.rules, effects.bet, SHOE).ev


def test_the_second_order_is_exact_for_two_cards_and_the_first_for_one():
    for first, second in combinations_with_replacement(VALUES.classes, 2):
        two = {first: 2} if first == second else {first: 1, second: 1}
        for found in removal(STUDY, SHOE, orders(), two):
            assert found.second_order_error == 0
            assert found.ev == bet_law(GAME.rules, found.bet, SHOE.remove(first, second)).ev
    for cards in VALUES.classes:
        for found in removal(STUDY, SHOE, orders(), {cards: 1}):
            assert found.first_order_error == found.second_order_error == 0


def test_interactions_weighted_by_the_cards_left_add_up_to_zero():
    """Exchangeability once more: after one card is gone the mean EV over a second one is the EV."""
    held = dict(zip(VALUES.classes, SHOE.counts(VALUES), strict=True))
    for effects in orders():
        change = {frozenset((pair.first, pair.second)): pair.ev_change for pair in effects.pairs}
        for first in VALUES.classes:
            mean = sum(((held[second] - (first == second)) * change[frozenset((first, second))]
                        for second in VALUES.classes), Fraction(0)) / (SHOE.cards - 1)
            assert mean == effects.single[first]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(VALUES.classes), min_size=1, max_size=12))
def test_any_vector_is_exact_and_its_errors_are_what_they_say(cards):
    counts = {card: cards.count(card) for card in cards}
    if any(count > 4 and card != parse_card("0") for card, count in counts.items()):
        with pytest.raises(IllegalRemovalError):
            removal(STUDY, SHOE, orders(), counts)
        return
    for found in removal(STUDY, SHOE, orders(), counts):
        ev = bet_law(GAME.rules, found.bet, SHOE.remove(*cards)).ev
        assert found.ev == ev
        assert found.ev_change == ev - bet_law(GAME.rules, found.bet, SHOE).ev
        assert found.cards == len(cards)
        assert found.first_order - found.first_order_error == found.ev_change
        assert found.second_order - found.second_order_error == found.ev_change


def test_the_second_order_is_closer_for_a_few_cards():
    for text in ("4 4 4", "5 5 5 5", "6 6 7 7", "A 2 3 4 5"):
        for found in removal(STUDY, Shoe.decks(8), removal_orders(STUDY, Shoe.decks(8)), vector(text)):
            assert abs(found.second_order_error) < abs(found.first_order_error)


def test_bets_over_ranks_and_a_rank_given_for_a_value():
    study = Study(GAME.rules, (PAIR, BETS[0]))
    orders = removal_orders(study, SHOE)
    assert [len(effects.single) for effects in orders] == [13, 10]
    for found in removal(study, SHOE, orders, vector("K Q")):
        assert found.ev == bet_law(GAME.rules, found.bet, SHOE.remove("K", "Q")).ev
        assert found.second_order_error == 0
    with pytest.raises(UnknownCompositionError):
        removal(study, SHOE, orders, vector("0"))


def test_interactions_only_as_far_as_some_vectors_need_them():
    vectors = [vector("4 4"), vector("9 A")]
    for some, every in zip(removal_orders(STUDY, SHOE, vectors), orders(), strict=True):
        assert len(some.pairs) == 4
        assert set(some.pairs) <= set(every.pairs)
    some = removal_orders(STUDY, SHOE, vectors)
    for one in vectors:
        assert removal(STUDY, SHOE, some, one) == removal(STUDY, SHOE, orders(), one)


def test_a_bet_that_does_not_look_at_point_values():
    """Lucky Nines tells only nines and sevens apart: half of all other cards leaves who wins unknown, not the bet."""
    bet = GAME.named("lucky-nines")
    study = Study(GAME.rules, (bet,))
    shoe = Shoe.decks(8)
    largest = max(standard_vectors(shoe, partition_of(bet)), key=lambda one: sum(one.values()))
    (found,) = removal(study, shoe, removal_orders(study, shoe, [largest]), largest)
    left = next(law for group in study.groups if bet in group.bets
                for which, law in group.laws(shoe.remove(*[*largest] * largest[next(iter(largest))])) if which == bet)
    assert found.ev == left.ev


def test_standard_vectors_take_half_of_each_class_and_all_of_it():
    assert standard_vectors(SHOE, VALUES)[:4] == (
        {parse_card("0"): 8}, {parse_card("0"): 16}, {parse_card("A"): 2}, {parse_card("A"): 4})
    assert standard_vectors(Shoe.of({"9": 1, "K": 10}), BY_RANK) == (
        {parse_card("K"): 5}, {parse_card("K"): 10}, {parse_card("9"): 1})


def test_where_nothing_can_be_removed():
    with pytest.raises(IllegalRemovalError, match="infinite"):
        removal_orders(STUDY, Shoe.infinite_deck())
    with pytest.raises(ShoeExhaustedError, match="6 cards"):
        removal_orders(STUDY, Shoe.of({"9": 6}))
    eight = Shoe.of({"9": 8})
    with pytest.raises(ShoeExhaustedError, match="5 cards are left"):
        removal(STUDY, eight, removal_orders(STUDY, eight), vector("9 9 9"))


def test_a_pair_that_the_shoe_does_not_hold_has_no_interaction():
    shoe = Shoe.of({"9": 1, "0": 10})
    for effects in removal_orders(STUDY, shoe):
        known = {(pair.first, pair.second): pair.interaction for pair in effects.pairs}
        assert known[parse_card("9"), parse_card("9")] is None
        assert known[parse_card("0"), parse_card("9")] is not None


@pytest.mark.parametrize("count", [0, 1, 3, 4])
def test_many_cards_of_a_kind_leave_as_one_by_one(count):
    four = parse_card("4")
    assert SHOE.without(four, count) == SHOE.remove(*[four] * count)
    with pytest.raises(IllegalRemovalError, match="holds 4"):
        SHOE.without(four, 5)


def test_of_seven_cards_one_can_go_and_two_cannot():
    shoe = Shoe.of({"9": 4, "0": 3})
    nine = parse_card("9")
    orders = removal_orders(STUDY, shoe)
    for effects, found in zip(orders, removal(STUDY, shoe, orders, {nine: 1}), strict=True):
        ev = bet_law(GAME.rules, found.bet, shoe.remove("9")).ev
        assert effects.single[nine] == found.ev_change == ev - bet_law(GAME.rules, found.bet, shoe).ev
        assert found.first_order_error == 0
        assert {(pair.interaction, pair.undefined) for pair in effects.pairs} == {(None, TOO_FEW)}
        assert effects.second_order({nine: 2}) is None


@pytest.mark.parametrize("counts", [{"0": 10, "6": 1, "A": 3, "2": 3}, {"0": 10, "6": 3, "A": 3, "2": 3},
                                    {"0": 2, "6": 1, "A": 3, "2": 3}])
def test_a_bet_that_some_cards_take_away_is_defined_exactly_where_it_is_on_offer(counts):
    bet = GAME.named("insurance-6")
    study = Study(GAME.rules, (bet, *BETS))
    shoe = Shoe.of(counts)

    def ev(*removed: int) -> Fraction | None:
        try:
            return bet_law(GAME.rules, bet, shoe.remove(*removed)).ev
        except NeverOfferedError:
            return None

    (effects, *others) = removal_orders(study, shoe)
    for cards, change in effects.single.items():
        assert change == (None if (left := ev(cards)) is None else left - ev())
    for pair in effects.pairs:
        if pair.undefined == NOT_HELD or pair.undefined == TOO_FEW:
            continue
        left = ev(pair.first, pair.second)
        assert pair.ev_change == (None if left is None else left - ev())
        assert pair.undefined == (NOT_OFFERED if left is None else None)
    assert all(None not in other.single.values() for other in others)
    six = parse_card("6")
    (found, *_) = removal(study, shoe, (effects, *others), {six: counts["6"]})
    assert found.ev is None
    assert found.first_order_error is found.second_order_error is None
