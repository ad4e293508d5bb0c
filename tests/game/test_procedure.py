"""Burn and cut card: when a shoe is over, and where its coups start."""

from __future__ import annotations

from math import sqrt

import pytest

from exact.analysis.shoe.coups import cards_per_coup, coup_starts, renewal_starts
from exact.errors import ShoeExhaustedError, UsageError
from exact.game.catalogue import load_game
from exact.game.procedure import Procedure
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe

ONES = [0, 60] + [0] * 8


@pytest.mark.parametrize(("procedure", "length", "coups"), [
    (Procedure("none", cut=18, extra=1), 5, 10),                # 42 cards: the ninth coup, 40-45, meets the cut card
    (Procedure("none", cut=18, extra=0), 5, 9),
    (Procedure("none", cut=20, extra=1), 5, 9),                 # 40 cards: it comes out as the ninth coup starts
    (Procedure("none", cut=20, extra=1, extra_if_first=2), 5, 10),
    (Procedure("none", cut=20, extra=2), 6, 9),                 # 40 cards: the seventh coup, 36-42
    (Procedure(2, cut=18, extra=1), 5, 9),                      # starts at 2: 42 is a start, the ninth
    (Procedure("first-card", cut=18, extra=0), 5, 9)])          # the ace burns one: the same starts
def test_coups_of_one_length_are_counted_by_hand(procedure: Procedure, length: int, coups: int) -> None:
    found = renewal_starts(procedure, ONES, {length: 1.0}, 6)
    assert found.coups == pytest.approx(coups)
    assert found.coups_variance == pytest.approx(0)
    assert sum(found.expected.values()) == pytest.approx(coups)


def test_the_first_card_decides_the_burn() -> None:
    found = renewal_starts(Procedure("first-card", cut=14), [30, 10, 0, 10, 0, 0, 0, 0, 0, 10], {5: 1.0}, 6)
    first = {key: value for key, value in found.expected.items() if key[0] + key[1] == 59}
    assert first == pytest.approx({(49, 10): 0.5, (58, 1): 1 / 6, (56, 3): 1 / 6, (50, 9): 1 / 6})


@pytest.mark.parametrize(("procedure", "simulated"), [
    (Procedure(cut=14), 81.281), (Procedure(cut=14, extra_if_first=2), 81.484), (Procedure(cut=16), 80.876)])
def test_coups_per_shoe_of_eight_decks(procedure: Procedure, simulated: float) -> None:
    """Against three million shoes dealt by another program; their standard error is 0.001."""
    assert coup_starts(STANDARD, Shoe.decks(8), procedure).coups == pytest.approx(simulated, abs=0.004)


def test_lengths_of_coups() -> None:
    lengths = cards_per_coup(STANDARD, Shoe.decks(8)).law
    assert {cards: f"{float(share):.9f}" for cards, share in lengths} == {
        4: "0.378868491", 5: "0.303444169", 6: "0.317687341"}


def test_starts_hold_every_coup_and_spread_little() -> None:
    found = coup_starts(load_game("punto-banco").rules, Shoe.decks(8), Procedure())
    assert sum(found.expected.values()) == pytest.approx(found.coups)
    assert 1.5 < sqrt(found.coups_variance) < 1.8


@pytest.mark.parametrize(("arguments", "error"), [
    ({"burn": "all"}, "`burn` 'all'"), ({"burn": 53}, "`burn` 53"), ({"burn": True}, "`burn` true"),
    ({"extra": 10}, "`extra` 10: a whole number from 0 to 9"), ({"extra_if_first": -1}, "`extra_if_first` -1"),
    ({"cut": -1}, "`cut` -1")])
def test_impossible_procedures_are_refused(arguments: dict[str, int], error: str) -> None:
    with pytest.raises(UsageError, match=error):
        Procedure(**arguments)  # type: ignore[arg-type]


def test_a_shoe_must_have_room_for_the_burn_a_coup_and_the_cut_card() -> None:
    Procedure(cut=52).check(Shoe.decks(1), 6)
    with pytest.raises(UsageError, match="`cut` 53: the shoe has 52 cards"):
        Procedure(cut=53).check(Shoe.decks(1), 6)
    with pytest.raises(ShoeExhaustedError, match="16 cards: the burn and a coup may need 17"):
        Procedure().check(Shoe.of("0=4 9=12"), 6)
    with pytest.raises(ShoeExhaustedError, match="5 cards: a coup may need 6"):
        Procedure("none", 3).check(Shoe.of("0=5"), 6)


def test_when_a_shoe_is_over() -> None:
    """Step by step: before the cut card, where it comes out in a coup, and where it comes first in one."""
    procedure = Procedure("none", 20, 2, 1)
    assert procedure.begin(60, 6) is None
    assert procedure.begin(20, 6) == procedure.begin(19, 6) == 1, "on top, or among the cards burned"
    assert procedure.begin(5, 6) == 0
    assert procedure.then(None, 21, 6) is None
    assert procedure.then(None, 20, 6) == 1
    assert procedure.then(None, 19, 6) == 2
    assert procedure.then(2, 14, 6) == 1
    assert procedure.then(1, 9, 6) == 0
    assert procedure.then(None, 5, 6) == procedure.then(2, 5, 6) == 0, "the next coup may need more"


@pytest.mark.parametrize(("procedure", "words"), [
    (Procedure(), "burn by the first card; cut card 14 from the end, then finish the coup and deal one more (if it"
                  " comes first in a coup: that coup is the last)"),
    (Procedure("none", 16, 0, 2), "no burn; cut card 16 from the end, then finish the coup (if it comes first in a"
                                  " coup: one more follows)"),
    (Procedure(3, 20, 4, 0), "burn 3 cards; cut card 20 from the end, then finish the coup and deal 4 more (if it comes"
                             " first in a coup: that coup is not dealt)")])
def test_a_procedure_in_words(procedure: Procedure, words: str) -> None:
    assert str(procedure) == words
