"""The dealing simulator: against exact laws within its standard errors, and the same for any number of processes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import pytest

from exact.analysis.counting.law import Counted
from exact.analysis.counting.procedure import Procedure
from exact.analysis.counting.tags import parse_tags
from exact.analysis.counting.trigger import parse_trigger
from exact.analysis.odds.laws import bet_law
from exact.analysis.shoe.coups import CutCard, coups_per_shoe
from exact.analysis.shoe.simulate import simulate_count, simulate_depth, simulate_shoes
from exact.analysis.shoe.simulated import Simulated
from exact.errors import ShoeExhaustedError, UsageError
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe

BETS = ("player", "banker", "tie", "dragon-7")


@pytest.fixture(scope="module")
def game() -> GameDefinition:
    return load_game("punto-banco")


@pytest.mark.parametrize("left", [8, 26, 52, 104, 208])
@pytest.mark.parametrize("name", BETS)
def test_five_depths_of_four_bets_within_four_standard_errors(game: GameDefinition, left: int, name: str) -> None:
    shoe, bet = Shoe.decks(8), game.named(name)
    tags = parse_tags("4-7=-1 8-9=2" if name == "dragon-7" else "A-3=1 4=2 5,7,8=-1 6=-2")
    trigger = parse_trigger("<=-2" if name == "player" else "2")
    law = Counted(game.rules, shoe, tags).law(bet, left)
    probability, gain = law.when(trigger)
    dealt = simulate_depth(game.rules, bet, shoe, tags, trigger, left, 20_000_000 // left, 11)
    assert abs(dealt.frequency.off(probability)) < 4
    assert abs(dealt.gain.off(gain)) < 4
    assert abs(dealt.ev.off(law.mean)) < 4
    assert dealt.mean_ev is not None
    assert abs(dealt.mean_ev.off(gain / probability)) < 4


def test_whole_shoes_give_the_odds_of_the_fresh_shoe(game: GameDefinition) -> None:
    """The first coup is like any other: the mean over all coups is near the fresh shoe's, and the lines add up."""
    shoe = Shoe.decks(8)
    dealt = simulate_shoes(game.rules, [game.named(name) for name in BETS], shoe, Procedure(), 100_000, 3)
    for found in dealt.bets:
        law = bet_law(game.rules, found.bet, shoe)
        assert abs(found.ev.off(law.ev)) < 4
        assert sum(line.mean for line in found.lines) == pytest.approx(1)
        for i, line in enumerate(found.lines):
            assert abs(line.off(law.probability(i))) < 4
    assert sum(dealt.distribution.values()) == dealt.shoes == 100_000
    assert sum(number * shoes for number, shoes in dealt.distribution.items()) == dealt.coups


def test_any_number_of_processes_gives_the_same_figures(game: GameDefinition) -> None:
    shoe, bet = Shoe.decks(6), game.named("dragon-7")
    arguments = (game.rules, bet, shoe, parse_tags("4-7=-1 8-9=2"), parse_trigger("4"), Procedure(), 3000, 9)
    alone = simulate_count(*arguments)
    for workers in (2, 5):
        with ThreadPoolExecutor(workers) as executor:
            assert simulate_count(*arguments, executor=executor) == alone
    assert simulate_count(*arguments[:-1], 10) != alone


def test_standard_errors_are_true(game: GameDefinition) -> None:
    """Over forty seeds the mean is off by about one standard error, not more and not less."""
    shoe, bet = Shoe.decks(1), game.named("tie")
    exact = bet_law(game.rules, bet, shoe).ev
    off = [simulate_shoes(game.rules, [bet], shoe, Procedure("none"), 2000, seed).bets[0].ev.off(exact)
           for seed in range(40)]
    assert 0.5 < sum(x * x for x in off) / len(off) < 1.8


def test_counts_of_the_simulator_and_of_the_law_agree_where_every_card_is_seen(game: GameDefinition) -> None:
    """A shoe whose cut card lets only one coup be dealt: the count at its start is known."""
    shoe, bet = Shoe.decks(1), game.named("banker")
    only = Procedure("none", cut=51, after=0)
    reached = simulate_count(game.rules, bet, shoe, parse_tags("9=1", 4), parse_trigger("4"), only, 1000, 1)
    missed = simulate_count(game.rules, bet, shoe, parse_tags("9=1", 3), parse_trigger("4"), only, 1000, 1)
    assert (reached.coups, reached.frequency.mean) == (1000, 1)
    assert (missed.coups, missed.frequency.mean, missed.mean_ev) == (1000, 0, None)


def test_one_trial_has_no_standard_error(game: GameDefinition) -> None:
    dealt = simulate_shoes(game.rules, [game.named("tie")], Shoe.decks(1), Procedure(), 1, 1)
    assert dealt.per_shoe.standard_error is None
    assert Simulated(1.0, None, 1, 0).off(Fraction(1)) == 0


def test_bad_requests_are_refused(game: GameDefinition) -> None:
    tie = game.named("tie")
    with pytest.raises(UsageError, match="shoe inf"):
        simulate_shoes(game.rules, [tie], Shoe.infinite_deck(), Procedure(), 10, 1)
    with pytest.raises(ShoeExhaustedError):
        simulate_shoes(game.rules, [tie], Shoe.of({"0": 5}), Procedure(), 10, 1)
    for shoes, seed in ((0, 1), (10**11, 1), (10, -1)):
        with pytest.raises(UsageError):
            simulate_shoes(game.rules, [tie], Shoe.decks(8), Procedure(), shoes, seed)
    with pytest.raises(UsageError, match="cards left 5"):
        simulate_depth(game.rules, tie, Shoe.decks(1), parse_tags("9=1"), parse_trigger("1"), 5, 10, 1)
    with pytest.raises(UsageError, match="lies in the burn"):
        simulate_shoes(game.rules, [tie], Shoe.decks(1), Procedure(cut=45), 10, 1)


def test_coups_of_small_shoes_have_their_exact_law(game: GameDefinition) -> None:
    """Against the exact law over every composition that can be left, with its own idea of the cut card."""
    shoe = Shoe.of({"0": 9, "4": 8, "9": 8})
    for cut, after, when_first in ((14, 1, 0), (12, 1, 1), (6, 0, 0)):
        law = coups_per_shoe(game.rules, shoe, CutCard(cut, after, when_first + 1)).law
        procedure = Procedure("none", cut, after, when_first)
        dealt = simulate_shoes(game.rules, [game.named("tie")], shoe, procedure, 40_000, 2)
        for number, share in enumerate(law):
            error = max((float(share * (1 - share)) / 40_000) ** 0.5, 1e-12)
            assert abs(dealt.distribution.get(number, 0) / 40_000 - float(share)) < 4 * error
