"""Sessions and monitoring: the law of n coups against flat enumeration, its bounds, and intervals that hold."""

import itertools
import math
from fractions import Fraction
from functools import cache
from statistics import NormalDist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.analysis.bankroll import convolution
from exact.analysis.bankroll.convolution import Lattice, LatticeSum, NormalSum, sum_law
from exact.analysis.bankroll.monitoring import distinguish, rtp_intervals
from exact.analysis.bankroll.sessions import session
from exact.analysis.odds.laws import BetLaw, bet_law, slip
from exact.errors import UsageError
from exact.game.bets import ALWAYS, Bet, Line
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe
from exact.values import Interval

GAME = load_game("punto-banco")


@cache
def law_of(name):
    return bet_law(GAME.rules, GAME.named(name), Shoe.decks(8))


def made_up(nets):
    """A law with so many sequences of each net result."""
    lines = tuple(Line(str(net), ALWAYS, net) for net, _ in nets)
    counts = tuple(count for _, count in nets)
    return BetLaw(Bet("made up", "made up", lines), counts, sum(counts), 6)


def interval(law, coups, level):
    found, = rtp_intervals(law, (coups,), (level,))
    return found


def by_enumeration(law, coups):
    """Total net result to probability, over all sequences of lines."""
    totals = {}
    outcomes = [(line.pays, Fraction(count, law.of)) for line, count in zip(law.bet.lines, law.counts, strict=True)]
    for chosen in itertools.product(outcomes, repeat=coups):
        total = sum(net for net, _ in chosen)
        totals[total] = totals.get(total, 0) + math.prod(p for _, p in chosen)
    return totals


@pytest.mark.parametrize("name", GAME.main)
def test_a_short_session_is_that_of_all_sequences(name):
    law, totals = law_of(name), by_enumeration(law_of(name), 4)
    one = session(law, 4)
    assert one.kind == "exact"
    assert one.loss == Interval.at(sum(p for total, p in totals.items() if total < 0))
    assert one.even.low == totals.get(0, 0)
    assert one.profit.low == sum(p for total, p in totals.items() if total > 0)
    assert one.mean == sum(total * p for total, p in totals.items()) == 4 * law.ev
    assert one.variance == sum(total**2 * p for total, p in totals.items()) - one.mean**2
    for p, result in one.quantiles:
        below = [x for x in sorted(totals) if sum(q for y, q in totals.items() if y <= x) >= p]
        assert result == Interval.at(below[0])


nets = st.lists(st.tuples(st.fractions(-3, 9, max_denominator=20), st.integers(0, 50)), min_size=2, max_size=4,
                unique_by=lambda pair: pair[0]).filter(lambda pairs: sum(n for _, n in pairs) > 0)


@settings(max_examples=30, deadline=None)
@given(nets, st.integers(1, 4), st.fractions(-12, 36, max_denominator=40))
def test_any_law_on_any_lattice(pairs, coups, x):
    law = made_up(pairs)
    totals = by_enumeration(law, coups)
    assert sum_law(law, coups).below(x).low == sum((p for total, p in totals.items() if total < x), Fraction(0))


@pytest.mark.parametrize("name", GAME.main)
def test_the_bounds_of_the_float_law_hold_the_exact_one(name):
    lattice = Lattice.of_bet(law_of(name))
    exact, floating = convolution._exact(lattice, 90), convolution._floating(lattice, 90)
    assert 0 < floating.error < Fraction(1, 10**9)
    for x in (-40, -10, -3, 0, Fraction(1, 20), 7, 30):
        assert exact.below(Fraction(x)).low in floating.below(Fraction(x))
    for p in (Fraction(1, 1000), Fraction(1, 2), Fraction(99, 100)):
        assert exact.quantile(p).exact
        assert exact.quantile(p).low in floating.quantile(p)


@pytest.mark.parametrize("name", GAME.main)
def test_the_bounds_of_the_normal_law_hold_the_exact_one(name):
    law = law_of(name)
    exact = convolution._exact(Lattice.of_bet(law), 150)
    normal = NormalSum(law, 150)
    for x in (-40, -10, 0, 7, 30):
        assert exact.below(Fraction(x)).low in normal.below(Fraction(x))


def test_each_size_has_its_kind():
    assert isinstance(sum_law(law_of("banker"), 100), LatticeSum)
    assert sum_law(law_of("banker"), 100).kind == "exact"
    assert sum_law(law_of("tie"), 1000).kind == "bounded"
    assert isinstance(sum_law(law_of("banker"), 10**6), NormalSum)


@pytest.mark.parametrize("coups", [0, -1, 10**10])
def test_no_session_of_so_many_coups(coups):
    with pytest.raises(UsageError, match="a number from 1"):
        session(law_of("banker"), coups)


def test_the_exact_interval_holds_what_it_says_and_no_more():
    law = law_of("player")
    total = sum_law(law, 300)
    for level in (Fraction(99, 100), Fraction(999, 1000)):
        found = interval(law, 300, level)
        low, high = ((end - 1) * 300 for end in (found.by_law.low, found.by_law.high))
        inside = total.below(high + 1).low - total.below(low).low
        narrower = total.below(high).low - total.below(low + 1).low
        assert level <= inside
        assert total.below(low).low <= (1 - level) / 2 < total.below(low + 1).low
        assert narrower < inside
        assert abs(found.by_law.low - found.normal.low) < Fraction("0.02")


def test_the_normal_interval_is_that_of_the_formula():
    law = law_of("banker")
    found = interval(law, 10**6, Fraction(99, 100))
    spread = NormalDist().inv_cdf(0.995) * math.sqrt(law.variance / 10**6)
    assert [float(found.normal.low), float(found.normal.high)] == pytest.approx(
        [float(law.rtp) - spread, float(law.rtp) + spread])
    assert found.by_law is None


@pytest.mark.parametrize("name", GAME.main)
def test_the_ends_between_bounds_hold_what_the_exact_ones_hold(name, monkeypatch):
    """The same interval by integers, and by floats with a bound: no narrower, and wider by a step at the most."""
    law, coups = law_of(name), 120
    exact = rtp_intervals(law, (coups,), (Fraction(9, 10), Fraction(999, 1000)))
    monkeypatch.setattr(convolution, "EXACT_BITS", 0)
    bounded = rtp_intervals(law, (coups,), (Fraction(9, 10), Fraction(999, 1000)))
    step = Lattice.of_bet(law).unit / coups
    for one, other in zip(exact, bounded, strict=True):
        assert (one.kind, other.kind) == ("exact", "bounded")
        assert one.by_law.low - step <= other.by_law.low <= one.by_law.low
        assert one.by_law.high <= other.by_law.high <= one.by_law.high + step


def test_a_thousand_ties_are_not_left_to_the_normal_law():
    found = interval(law_of("tie"), 1000, Fraction(99, 100))
    assert found.kind == "bounded"
    total = sum_law(law_of("tie"), 1000)
    low, high = ((end - 1) * 1000 for end in (found.by_law.low, found.by_law.high))
    assert total.below(high + Fraction(1, 2)).low - total.below(low).high >= Fraction(99, 100)
    assert interval(law_of("tie"), 10**6, Fraction(99, 100)).kind == "normal"


def test_a_measured_rtp_is_inside_or_outside():
    found = interval(law_of("banker"), 10**6, Fraction(999, 1000))
    assert found.holds(Fraction("0.99"))
    assert not found.holds(Fraction("0.9841"))


def test_coups_to_distinguish_by_the_formula_and_by_the_exact_law():
    law = law_of("player")
    other = law.rtp - Fraction(1, 5)
    n = distinguish(law, other, Fraction(99, 100), Fraction(9, 10)).coups
    z = NormalDist().inv_cdf(0.995) + NormalDist().inv_cdf(0.9)
    assert n == math.ceil((z / 0.2)**2 * float(law.variance))
    assert distinguish(law, law.rtp - Fraction(1, 10), Fraction(99, 100)).coups == pytest.approx(4 * n, rel=0.01)


def test_equal_rtps_cannot_be_distinguished():
    with pytest.raises(UsageError, match="no number of coups"):
        distinguish(law_of("tie"), law_of("tie").rtp, Fraction(99, 100))
    with pytest.raises(UsageError, match="between 0 and 1"):
        interval(law_of("tie"), 10, Fraction(2))


def test_uc_013_a_simulation_of_five_hundred_thousand_coups_agrees():
    """Win 0.492, lose 0.507 with ties left out, standard error 0.0006: within two standard errors."""
    win = law_of("player").hit_frequency / (1 - law_of("player").push_frequency)
    assert abs(win - Fraction("0.492")) < 2 * Fraction("0.0006")
    assert abs(1 - win - Fraction("0.507")) < 2 * Fraction("0.0006")


def test_uc_103_a_simulation_of_five_hundred_rounds_says_nothing():
    """2.2 points at 500 rounds, 0.70 at 5,000; the effect of one card is below 0.013 points."""
    p = law_of("banker").hit_frequency
    assert [round(100 * math.sqrt(p * (1 - p) / n), 2) for n in (500, 5000)] == [2.23, 0.70]
    whole = bet_law(GAME.rules, GAME.named("banker"), Shoe.decks(8)).hit_frequency
    assert all(abs(bet_law(GAME.rules, GAME.named("banker"), Shoe.decks(8).remove(card)).hit_frequency - whole)
               < Fraction(13, 100_000) for card in ("0", "4", "9"))


def test_uc_082_one_card_moves_the_main_bets_by_a_hundredth_of_what_a_page_says():
    """The page: a high card seen is worth +0.001 to Banker. One zero removed: -0.0000196; one four: +0.0000760."""
    whole = law_of("banker").hit_frequency
    moves = [bet_law(GAME.rules, GAME.named("banker"), Shoe.decks(8).remove(card)).hit_frequency - whole
             for card in ("0", "4")]
    assert [round(float(move), 7) for move in moves] == [-0.0000196, 0.000076]
    assert all(abs(move) * 10 < Fraction(1, 1000) for move in moves)


def test_uc_125_a_joint_stake_costs_what_its_parts_cost():
    """Ten on a main bet and two on the Tie: 3.2749 and 3.4225 per cent, printed as 3.2 and 3.3."""
    slips = [[(GAME.named(name), Fraction(10)), (GAME.named("tie"), Fraction(2))] for name in ("banker", "player")]
    edges = [slip(GAME.rules, stakes, Shoe.decks(8)).house_edge for stakes in slips]
    assert [round(float(edge), 6) for edge in edges] == [0.032749, 0.034225]


def test_intervals_for_every_number_and_level():
    found = rtp_intervals(law_of("tie"), (10, 20), (Fraction(1, 2), Fraction(9, 10)))
    wanted = itertools.product((10, 20), (Fraction(1, 2), Fraction(9, 10)))
    assert [(one.coups, one.level) for one in found] == list(wanted)
