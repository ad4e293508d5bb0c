"""Burn and cut card: where the coups of a shoe start."""

from __future__ import annotations

from math import sqrt

import pytest

from exact.analysis.counting.per_shoe import coup_lengths, shoe_starts
from exact.analysis.counting.procedure import Procedure, starts
from exact.errors import UsageError
from exact.game.catalogue import load_game
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe

ONES = [0, 60] + [0] * 8


@pytest.mark.parametrize(("procedure", "length", "coups"), [
    (Procedure("none", cut=18, after=1), 5, 10),                # 42 cards: the ninth coup, 40-45, meets the cut card
    (Procedure("none", cut=18, after=0), 5, 9),
    (Procedure("none", cut=20, after=1), 5, 9),                 # 40 cards: it comes out as the ninth coup starts
    (Procedure("none", cut=20, after=1, when_first=1), 5, 10),
    (Procedure("none", cut=20, after=2), 6, 9),                 # 40 cards: the seventh coup, 36-42
    (Procedure(2, cut=18, after=1), 5, 9),                      # starts at 2: 42 is a start, the ninth
    (Procedure("first-card", cut=18, after=0), 5, 9)])          # the ace burns one: the same starts
def test_coups_of_one_length_are_counted_by_hand(procedure: Procedure, length: int, coups: int) -> None:
    found = starts(procedure, ONES, {length: 1.0})
    assert found.coups == pytest.approx(coups)
    assert found.coups_variance == pytest.approx(0)
    assert sum(found.expected.values()) == pytest.approx(coups)


def test_the_first_card_decides_the_burn() -> None:
    found = starts(Procedure("first-card", cut=14), [30, 10, 0, 10, 0, 0, 0, 0, 0, 10], {5: 1.0})
    first = {key: value for key, value in found.expected.items() if key[0] + key[1] == 59}
    assert first == pytest.approx({(49, 10): 0.5, (58, 1): 1 / 6, (56, 3): 1 / 6, (50, 9): 1 / 6})


@pytest.mark.parametrize(("procedure", "simulated"), [
    (Procedure(cut=14), 81.281), (Procedure(cut=14, when_first=1), 81.484), (Procedure(cut=16), 80.876)])
def test_coups_per_shoe_of_eight_decks(procedure: Procedure, simulated: float) -> None:
    """Against three million shoes dealt by another program; their standard error is 0.001."""
    assert shoe_starts(STANDARD, Shoe.decks(8), procedure).coups == pytest.approx(simulated, abs=0.004)


def test_lengths_of_coups() -> None:
    lengths = coup_lengths(STANDARD, Shoe.decks(8))
    assert {cards: f"{share:.9f}" for cards, share in lengths.items()} == {
        4: "0.378868491", 5: "0.303444169", 6: "0.317687341"}


def test_starts_hold_every_coup_and_spread_little() -> None:
    found = shoe_starts(load_game("punto-banco").rules, Shoe.decks(8), Procedure())
    assert sum(found.expected.values()) == pytest.approx(found.coups)
    assert 1.5 < sqrt(found.coups_variance) < 1.8


@pytest.mark.parametrize(("arguments", "error"), [
    ({"burn": "all"}, "burn 'all'"), ({"burn": 53}, "burn 53"), ({"after": 3}, "must be 0, 1 or 2"),
    ({"cut": 10}, "at least 11"), ({"cut": 11, "when_first": 1}, "at least 12"),
    ({"cut": 5, "after": 0}, "at least 6")])
def test_impossible_procedures_are_refused(arguments: dict[str, int], error: str) -> None:
    with pytest.raises(UsageError, match=error):
        Procedure(**arguments)  # type: ignore[arg-type]


def test_a_cut_card_in_the_burn_is_refused() -> None:
    with pytest.raises(UsageError, match="lies in the burn"):
        Procedure(cut=41).check(52)
    Procedure(cut=40).check(52)
