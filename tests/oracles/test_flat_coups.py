"""The flat enumerator itself: its dealer against coups dealt by hand, so that what the rest is judged by is judged."""

from fractions import Fraction

import pytest

from tests.oracles import flat_coups as flat


@pytest.mark.parametrize(("sequence", "player", "banker"), [
    ("9 2 K 3 5 5", "9 K", "2 3"),            # Player's natural nine ends the coup
    ("2 9 3 K 5 5", "2 3", "9 K"),            # Banker's natural nine ends it too
    ("2 2 4 5 9 9", "2 4", "2 5"),            # six and seven: both stand
    ("2 K 4 5 4 9", "2 4", "K 5 4"),          # Player stands on six, Banker five draws the next card
    ("2 K 3 3 8 9", "2 3 8", "K 3"),          # Banker three stands against an eight
    ("2 K 3 3 9 7", "2 3 9", "K 3 7"),        # ... and draws against a nine
    ("2 K 3 4 A 7", "2 3 A", "K 4"),          # Banker four stands against an ace
    ("2 K 3 4 2 7", "2 3 2", "K 4 7"),
    ("2 K 3 5 3 7", "2 3 3", "K 5"),
    ("2 K 3 5 4 7", "2 3 4", "K 5 7"),
    ("2 K 3 6 5 7", "2 3 5", "K 6"),
    ("2 K 3 6 7 7", "2 3 7", "K 6 7"),
    ("2 K 3 7 7 7", "2 3 7", "K 7"),          # Banker seven never draws
    ("K Q J T 8 9", "K J 8", "Q T 9"),        # Banker nought draws even against an eight
])
def test_the_dealer_by_hand(sequence, player, banker):
    assert flat.play(sequence.split(), flat.STANDARD) == [(1, player.split(), banker.split())]


def test_points_of_a_hand_are_the_sum_mod_ten():
    assert flat.total(["9h", "5c"]) == 4
    assert flat.total(["K", "T", "A"]) == 1


def test_a_mixed_square_takes_both_courses():
    rules = flat.STANDARD | {"player_draws": [0, 1, 2, 3, 4, {"on": 5, "draw": "1/3"}]}
    assert flat.play(["2", "K", "3", "7", "7", "A"], rules) == [
        (Fraction(1, 3), ["2", "3", "7"], ["K", "7"]), (Fraction(2, 3), ["2", "3"], ["K", "7"])]


def test_a_shoe_of_six_zeros_ties_in_all_720_orders():
    assert flat.outcomes(["0"] * 6) == (0, 0, 720)


def test_dealt_cards_stay_where_they_are():
    assert flat.play(["4", "A"], flat.STANDARD, {"P1": "2", "B1": "K", "P2": "3", "B2": "4"}) == [
        (1, ["2", "3", "4"], ["K", "4", "A"])]


def test_a_known_third_card_of_banker_alone_means_that_player_stood():
    rules = flat.STANDARD | {"player_draws": [0, 1, 2, 3, 4, {"on": 5, "draw": "1/3"}]}
    dealt = {"P1": "2", "B1": "K", "P2": "3", "B2": "4", "B3": "A"}
    assert flat.play([], rules, dealt) == [(Fraction(2, 3), ["2", "3"], ["K", "4", "A"])]
