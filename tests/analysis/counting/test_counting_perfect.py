"""Perfect play from random sub-shoes, against all of them, and above every count."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest

from exact.analysis.counting.law import Counted
from exact.analysis.counting.perfect import perfect_gain
from exact.analysis.counting.spread import spread
from exact.analysis.counting.tags import parse_tags
from exact.engine.brute_force import Walk
from exact.errors import UsageError
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe


@pytest.fixture(scope="module")
def game() -> GameDefinition:
    return load_game("punto-banco")


def test_mean_over_random_sub_shoes_is_that_over_all(game: GameDefinition) -> None:
    full = [6, 0, 0, 0, 3, 0, 0, 0, 2, 4]
    shoe = Shoe.of({"0": 6, "4": 3, "8": 2, "9": 4})
    walk, gain = Walk(game.rules), Fraction(0)
    for left in product(*(range(count + 1) for count in full)):
        if sum(left) == 9:
            player, banker, tie = walk.outcomes(left)
            ways = prod(comb(count, kept) for count, kept in zip(full, left, strict=True))
            gain += ways * max(Fraction(8 * tie - player - banker, player + banker + tie), 0)
    found = perfect_gain(game.rules, game.named("tie"), shoe, 9, 50_000, 4)
    assert abs(found.off(gain / comb(15, 9))) < 4
    assert found == perfect_gain(game.rules, game.named("tie"), shoe, 9, 50_000, 4)


def test_no_count_gains_more(game: GameDefinition) -> None:
    shoe, bet = Shoe.decks(8), game.named("dragon-7")
    found = perfect_gain(game.rules, bet, shoe, 52, 20_000, 1)
    best = Counted(game.rules, shoe, parse_tags("4-7=-1 8,9=2")).law(bet, 52).best()
    assert best is not None
    assert found.mean > float(best.gain) + 4 * (found.standard_error or 0)
    assert found.mean == pytest.approx(spread(game.rules, bet, shoe).normal_gain(52), rel=0.1)


def test_bad_requests_are_refused(game: GameDefinition) -> None:
    tie, shoe = game.named("tie"), Shoe.decks(1)
    for left, shoes, seed in ((5, 10, 1), (53, 10, 1), (20, 1, 1), (20, 10, -1), (20, 10**9, 1)):
        with pytest.raises(UsageError):
            perfect_gain(game.rules, tie, shoe, left, shoes, seed)
    with pytest.raises(UsageError, match="not offered on every coup"):
        perfect_gain(game.rules, game.named("insurance-6"), shoe, 20, 10, 1)
