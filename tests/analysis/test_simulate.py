"""The dealing simulator: against exact laws within its standard errors, and the same for any number of processes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction

import numpy as np
import pytest

from exact.analysis.counting.law import Counted
from exact.analysis.counting.tags import parse_tags
from exact.analysis.counting.trigger import parse_trigger
from exact.analysis.odds.laws import bet_law
from exact.analysis.shoe.coups import MOST_STEPS, coup_starts, coups_per_shoe, least_and_most, steps
from exact.analysis.shoe.simulate import Dealer, RowDealer, simulate_count, simulate_depth, simulate_shoes
from exact.analysis.shoe.streaks import dealt_streaks, fresh_streaks
from exact.engine.dealing.dealer import ENDED, CountNumbers, ShoeNumbers, deal
from exact.errors import ShoeExhaustedError, UsageError
from exact.game.bets import OUTCOMES
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.coup import Outcome
from exact.game.definition import GameDefinition
from exact.game.procedure import Procedure
from exact.game.shoe import Shoe
from exact.values import Estimate

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
    assert dealt.mean_ev.mean is not None
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
    only = Procedure("none", cut=51, extra=0)
    reached = simulate_count(game.rules, bet, shoe, parse_tags("9=1", 4), parse_trigger("4"), only, 1000, 1)
    missed = simulate_count(game.rules, bet, shoe, parse_tags("9=1", 3), parse_trigger("4"), only, 1000, 1)
    assert (reached.coups, reached.frequency.mean) == (1000, 1)
    assert (missed.coups, missed.frequency.mean, missed.mean_ev.mean) == (1000, 0, None)


def test_one_trial_has_no_standard_error(game: GameDefinition) -> None:
    dealt = simulate_shoes(game.rules, [game.named("tie")], Shoe.decks(1), Procedure(), 1, 1)
    assert dealt.per_shoe.standard_error is None
    assert Estimate(1.0, None, 1, 0).off(Fraction(1)) == 0


def test_bad_requests_are_refused(game: GameDefinition) -> None:
    tie = game.named("tie")
    with pytest.raises(UsageError, match="shoe inf"):
        simulate_shoes(game.rules, [tie], Shoe.infinite_deck(), Procedure(), 10, 1)
    with pytest.raises(ShoeExhaustedError):
        simulate_shoes(game.rules, [tie], Shoe.of({"0": 5}), Procedure(), 10, 1)
    for shoes, seed in ((0, 1), (10**11, 1), (10, -1)):
        with pytest.raises(UsageError):
            simulate_shoes(game.rules, [tie], Shoe.decks(8), Procedure(), shoes, seed)
    with pytest.raises(UsageError, match="`cards_left` 5"):
        simulate_depth(game.rules, tie, Shoe.decks(1), parse_tags("9=1"), parse_trigger("1"), 5, 10, 1)
    with pytest.raises(UsageError, match="`cut` 53: the shoe has 52 cards"):
        simulate_shoes(game.rules, [tie], Shoe.decks(1), Procedure(cut=53), 10, 1)


def test_a_shoe_in_which_no_coup_is_dealt(game: GameDefinition) -> None:
    """The cut card lies on top, and no coup follows it."""
    shoe, none = Shoe.decks(1), Procedure("none", 52, 1, 0)
    dealt = simulate_shoes(game.rules, [game.named("tie")], shoe, none, 5, 1)
    assert (dealt.distribution, dealt.bets[0].ev.mean) == ({0: 5}, None)
    assert coups_per_shoe(game.rules, Shoe.of({"0": 12}), Procedure("none", 12, 1, 0)).law == (1,)


def test_coups_of_small_shoes_have_their_exact_law(game: GameDefinition) -> None:
    """Against the exact law over every composition that can be left."""
    shoe = Shoe.of({"0": 9, "4": 8, "9": 8})
    for procedure in (Procedure("none", 14, 1, 1), Procedure("none", 12, 1, 2), Procedure("none", 6, 0, 1),
                      Procedure(3, 6, 1, 1), Procedure("first-card", 7, 1, 2)):
        law = coups_per_shoe(game.rules, shoe, procedure).law
        dealt = simulate_shoes(game.rules, [game.named("tie")], shoe, procedure, 40_000, 2)
        for number, share in enumerate(law):
            error = max((float(share * (1 - share)) / 40_000) ** 0.5, 1e-12)
            assert abs(dealt.distribution.get(number, 0) / 40_000 - float(share)) < 4 * error


EVERY_WAY = [Procedure(), Procedure("none"), Procedure(7, 20, 0, 2), Procedure("first-card", 16, 0, 1),
             Procedure("none", 3, 2, 3), Procedure(2, 40, 1, 0)]


@pytest.mark.parametrize("procedure", EVERY_WAY, ids=repr)
def test_every_question_deals_the_same_shoes(game: GameDefinition, procedure: Procedure) -> None:
    """One loop deals for bets, for a count and coup by coup: the same coups of the same shoes, coup for coup, each as
    the rules have it and ended as `Procedure.then` says."""
    shoe, rules, size, stream = Shoe.decks(1), game.rules, 300, 5
    dealer, numbers = Dealer.of(rules, (OUTCOMES,), shoe), ShoeNumbers.of(procedure, shoe, rules.most_cards)
    width = least_and_most(rules, shoe, procedure)[1]
    winners, cards = RowDealer(dealer, numbers, width).deal(3, stream, size)
    plain = deal(3, stream, dealer.deck, size, dealer.coup, numbers)
    rows = np.full((size, width), ENDED, np.int8)
    tags = np.arange(10) - 4
    net = np.array([float(lines[0] == Outcome.TIE) for lines, _ in dealer.table.keys])
    needed = np.full(53, -1000, np.int64)
    count = CountNumbers(tags, 0, 0, needed, True, net)
    counted = deal(3, stream, dealer.deck, size, dealer.coup, numbers, count=count, rows=rows)
    assert (plain.coups == counted.coups).all()
    assert (plain.shoes == counted.shoes).all()
    assert (counted.bets == counted.coups).all(), "the trigger is always reached"
    assert counted.net == (winners == Outcome.TIE).sum()
    assert np.bincount((winners != ENDED).sum(axis=1), minlength=plain.shoes.size).tolist() == plain.shoes.tolist()
    assert [(rows == result).sum() for result in range(plain.coups.size)] == plain.coups.tolist()
    begins = {burn.cards for burn in procedure.burns(shoe.counts(VALUES))}
    for used in cards:
        coups = int((used > 0).sum())
        assert any(coups == _coups_by_hand(procedure, 52 - gone, used.tolist()) for gone in begins)


def _coups_by_hand(procedure: Procedure, left: int, used: list[int]) -> int:
    """The coups of a shoe whose coups take so many cards."""
    to_come, coups = procedure.begin(left, 6), 0
    while to_come != 0:
        left -= used[coups] if coups < len(used) and used[coups] else 4
        coups += 1
        to_come = procedure.then(to_come, left, 6)
    return coups


@pytest.mark.parametrize("procedure", [*EVERY_WAY[:2], *(pytest.param(one, marks=pytest.mark.long)
                                                         for one in EVERY_WAY[2:])], ids=repr)
def test_coups_count_simulate_and_streaks_give_one_number_of_coups(game: GameDefinition, procedure: Procedure) -> None:
    """The renewal law of `count`, the dealt shoes of `simulate`, `coups` and `streaks`, and where it is quick the exact
    law of `coups`, of eight decks and of a small shoe."""
    rules, streaks = game.rules, fresh_streaks(game.rules, Shoe.decks(8), "banker", "break", 30)
    for shoe, close in ((Shoe.decks(8), 0.02), (Shoe.of({"0": 24, "5": 20, "6": 20}), 0.05)):
        simulated = simulate_shoes(rules, (OUTCOMES,), shoe, procedure, 40_000, 4).per_shoe
        runs = dealt_streaks(rules, shoe, streaks, procedure, 2, 40_000, 4)
        assert runs.per_shoe == simulated, "the same shoes"
        renewal = coup_starts(rules, shoe, procedure)
        assert abs(simulated.mean - renewal.coups) < close
        assert sum(renewal.expected.values()) == pytest.approx(renewal.coups)
        if steps(rules, shoe, procedure) <= MOST_STEPS:
            assert abs(simulated.off(coups_per_shoe(rules, shoe, procedure).mean)) < 4


def test_eight_decks_have_eighty_two_coups_and_a_burn_costs_one_and_a_half(game: GameDefinition) -> None:
    for procedure, coups in ((Procedure("none"), 82.8084), (Procedure(), 81.281)):
        assert coup_starts(game.rules, Shoe.decks(8), procedure).coups == pytest.approx(coups, abs=0.003)
