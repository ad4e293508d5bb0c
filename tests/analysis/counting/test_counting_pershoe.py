"""Figures per shoe: sums over the depths, against shoes dealt at random."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from exact.analysis.counting.law import Counted, square
from exact.analysis.counting.per_shoe import best_trigger, per_shoe, shoe_depths
from exact.analysis.counting.tags import parse_tags
from exact.analysis.counting.trigger import Divisor, parse_trigger
from exact.analysis.shoe.simulate import simulate_count
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition
from exact.game.procedure import Procedure
from exact.game.shoe import Shoe


@pytest.fixture(scope="module")
def game() -> GameDefinition:
    return load_game("punto-banco")


@pytest.mark.parametrize(("name", "tags", "trigger", "unseen_burn", "procedure"), [
    ("dragon-7", "4-7=-1 8-9=2", "4", True, Procedure(cut=14)),
    ("lucky-6", "6=-3 7-9=1", "6", True, Procedure("none", cut=20, extra_if_first=2)),
    ("tie", "0=-1 A=-1 6,7=3 8,9=-2 2=1", "<=-9", False, Procedure(7, cut=14, extra=0))])
def test_agrees_with_shoes_dealt_at_random(game: GameDefinition, name: str, tags: str, trigger: str,
                                           unseen_burn: bool, procedure: Procedure) -> None:
    shoe, bet, count = Shoe.decks(2), game.named(name), parse_tags(tags)
    when = parse_trigger(trigger, Divisor.HALF, unseen_burn)
    found = per_shoe(Counted(game.rules, shoe, count), bet, when, procedure)
    dealt = simulate_count(game.rules, bet, shoe, count, when, procedure, 400_000, 5)
    assert abs(found.coups - dealt.per_shoe.mean) < 0.02
    assert abs(found.bet_frequency - dealt.frequency.mean) < 4 * (dealt.frequency.standard_error or 0) + 0.002
    assert abs(dealt.units.off(found.units)) < 4
    assert found.deviation == pytest.approx(dealt.deviation.mean, rel=0.03)


def test_bets_of_one_deck_are_too_few_by_as_much_as_the_page_says(game: GameDefinition) -> None:
    """Where a coup starts the cards left are not a random sub-shoe: 1.6 % of the bets, and hardly any of the coups."""
    shoe, bet, count, procedure = Shoe.decks(1), game.named("dragon-7"), parse_tags("4-7=-1 8-9=2"), Procedure("none")
    found = per_shoe(Counted(game.rules, shoe, count), bet, parse_trigger("4"), procedure)
    dealt = simulate_count(game.rules, bet, shoe, count, parse_trigger("4"), procedure, 400_000, 3)
    assert found.bet_frequency / dealt.frequency.mean - 1 == pytest.approx(-0.0156, abs=0.006)
    assert found.coups / dealt.per_shoe.mean - 1 == pytest.approx(0.0001, abs=0.0003)


def test_moments_of_a_bet_with_three_results(game: GameDefinition) -> None:
    """The second moment that a bet of two results gets by a short cut is that of the squares."""
    counted, bet = Counted(game.rules, Shoe.decks(1), parse_tags("4-7=-1 8-9=2")), game.named("dragon-7")
    trigger = parse_trigger("1")
    for n in (10, 30):
        probability, gain = counted.law(bet, n).when(trigger)
        squares = counted.law(bet, n, square).when(trigger)[1]
        assert squares == 39 * gain + 40 * probability


def test_derived_figures(game: GameDefinition) -> None:
    found = per_shoe(Counted(game.rules, Shoe.decks(1), parse_tags("4-7=-1 8-9=2")), game.named("dragon-7"),
                     parse_trigger("4"), Procedure("none", cut=14))
    assert found.units > 0
    assert found.mean_ev == pytest.approx(found.units / found.bets)
    assert found.n0 == pytest.approx((found.deviation / found.units) ** 2)
    assert found.desirability == pytest.approx(1000 * found.units / found.deviation / found.coups**0.5)
    assert found.kelly == pytest.approx(found.units / found.square)


def test_no_bets_no_figures(game: GameDefinition) -> None:
    found = per_shoe(Counted(game.rules, Shoe.decks(1), parse_tags("9=1")), game.named("tie"), parse_trigger("500"),
                     Procedure("none", cut=14))
    assert (found.bets, found.units) == (0, 0)
    assert found.mean_ev is found.n0 is found.desirability is found.desirability_flat is found.kelly is None


@pytest.mark.parametrize("like", ["tc>=4", "rc>=4"])
@pytest.mark.parametrize("divisor", Divisor)
def test_best_trigger_is_of_the_kind_and_divisor_that_are_played(game: GameDefinition, like: str, divisor: Divisor
                                                                 ) -> None:
    """Its units are those of the same trigger played, and no trigger around it of its kind wins more."""
    counted = Counted(game.rules, Shoe.decks(1), parse_tags("4-7=-1 8-9=2"))
    bet, procedure, played = game.named("dragon-7"), Procedure("none"), parse_trigger(like, divisor)
    best = best_trigger(counted, bet, procedure, None, played)
    assert best is not None
    assert (best[0].running, best[0].divisor) == (played.running, divisor)
    assert per_shoe(counted, bet, best[0], procedure).units == pytest.approx(best[1])
    for step in (-1, 1):
        other = replace(best[0], threshold=best[0].threshold + step)
        assert per_shoe(counted, bet, other, procedure).units <= best[1] + 1e-12


def test_best_trigger_gains_more_than_its_neighbours(game: GameDefinition) -> None:
    shoe, bet, procedure = Shoe.decks(2), game.named("dragon-7"), Procedure()
    counted = Counted(game.rules, shoe, parse_tags("4-7=-1 8-9=2"))
    laws = list(counted.laws(bet, shoe_depths(counted, procedure)))
    best = best_trigger(counted, bet, procedure, laws)
    assert best is not None
    at_best = per_shoe(counted, bet, best[0], procedure, laws).units
    assert at_best == pytest.approx(best[1])
    for step in (-1, -Fraction(1, 50), Fraction(1, 50), 1):
        other = parse_trigger(str(best[0].threshold + step))
        assert per_shoe(counted, bet, other, procedure, laws).units <= at_best + 1e-12
