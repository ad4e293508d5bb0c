"""The search for the best count, against every vector of tags judged one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from exact.analysis.counting.law import Counted
from exact.analysis.counting.search import optimal_tags, rank, score, search
from exact.analysis.counting.spread import spread
from exact.analysis.counting.tags import CountError, Tags, parse_tags
from exact.errors import UsageError
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe

SMALL = Shoe.of({"0": 9, "4": 5, "6": 4, "9": 7})


@pytest.fixture(scope="module")
def game() -> GameDefinition:
    return load_game("punto-banco")


def normal(tags: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """A vector modulo scale (not sign) and constant."""
    low = min(tags)
    largest = max(tag - low for tag in tags)
    return tuple((tag - low) / largest for tag in tags)


@pytest.mark.parametrize("level", [1, 2])
def test_ranks_every_vector(game: GameDefinition, level: int) -> None:
    found = spread(game.rules, game.named("banker"), SMALL)
    best: dict[tuple[Fraction, ...], Fraction] = {}
    for zero, four, six, nine in product(range(-level, level + 1), repeat=4):
        if len({zero, four, six, nine}) > 1:
            tags = Tags.by_value([zero, 0, 0, 0, four, 0, six, 0, 0, nine])
            sign, square = found.betting_correlation_square(tags)
            if sign > 0:
                best[normal((Fraction(zero), Fraction(four), Fraction(six), Fraction(nine)))] = square
    ranked = rank(found, level, 1000)
    got = [normal(tuple(item.tags.of(cards) for cards, _ in found.classes)) for item in ranked]
    assert len(set(got)) == len(got) == len(best)
    assert [item.correlation_square for item in ranked] == sorted(best.values(), reverse=True)
    assert all(best[key] == item.correlation_square for key, item in zip(got, ranked, strict=True))
    assert all(max(map(abs, item.tags.tags)) <= level for item in ranked)


def test_best_by_gain_of_all_that_are_kept(game: GameDefinition) -> None:
    bet = game.named("dragon-7")
    found = search(game.rules, SMALL, bet, 1, [8, 14], keep=30)
    assert len(found) > 10
    for item in found[:3] + found[-2:]:
        counted = Counted(game.rules, SMALL, item.tags)
        bests = [counted.law(bet, n).best() for n in (8, 14)]
        assert item.total == sum(best.gain for best in bests if best)
    assert [item.total for item in found] == sorted((item.total for item in found), reverse=True)


def test_the_best_count_of_level_2_for_dragon_7(game: GameDefinition) -> None:
    bet, shoe = game.named("dragon-7"), Shoe.decks(8)
    best = rank(spread(game.rules, bet, shoe), 2, 1)[0]
    assert str(best.tags) == "4-7=-2 2-3=-1 8-9=+2"
    assert f"{float(best.correlation_square) ** 0.5:.6f}" == "0.994215"


def test_real_tags_are_the_effects_of_removal(game: GameDefinition) -> None:
    found = spread(game.rules, game.named("dragon-7"), Shoe.decks(8))
    assert str(optimal_tags(found)) == "7=-7 6=-6 4-5=-5 2-3=-2 A=+1 0=+2 9=+9 8=+10"
    assert found.betting_correlation_square(optimal_tags(found))[1] > Fraction(998, 1000)


def test_correlation_is_not_gain(game: GameDefinition) -> None:
    """Of two counts the one of lower correlation may gain more at a trigger."""
    bet, shoe = game.named("dragon-7"), Shoe.decks(8)
    found = spread(game.rules, bet, shoe)
    lower, higher = parse_tags("2-7=-1 8-9=1"), parse_tags("4-7=-1 8-9=1")
    assert found.betting_correlation_square(lower)[1] < found.betting_correlation_square(higher)[1]
    assert score(game.rules, shoe, bet, lower, [26, 52]).total > score(game.rules, shoe, bet, higher, [26, 52]).total


def test_levels_out_of_range_and_hopeless_bets_are_refused(game: GameDefinition) -> None:
    found = spread(game.rules, game.named("banker"), Shoe.decks(8))
    with pytest.raises(UsageError, match="`level` 0"):
        rank(found, 0)
    with pytest.raises(UsageError, match=r"3,486,784,401 vectors.*up to 3"):
        rank(found, 4)
    with pytest.raises(CountError, match="nothing can be counted"):
        rank(spread(game.rules, game.named("banker"), Shoe.of({"0": 20})), 1)
