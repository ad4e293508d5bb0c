"""RTP, edges, variance, covariance and slips, each against plain sums over the flat dealer's coups."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.analysis.odds.laws import Study, bet_law, covariance_matrix, slip
from exact.errors import BetError, DealError
from exact.game.bet_file import read_bet
from exact.game.cards import VALUES, parse_card
from exact.game.catalogue import load_game
from exact.game.coup import CoupInProgress, Position
from exact.game.rules import STANDARD
from exact.game.rules_file import read_rules
from exact.game.shoe import Shoe
from tests import strategies
from tests.oracles import flat_coups as flat

GAME = load_game("punto-banco")
PLAYER, BANKER, TIE = (GAME.named(name) for name in ("player", "banker", "tie"))
MAIN = (PLAYER, BANKER, TIE)
COUNTS = (2, 1, 0, 1, 1, 0, 1, 1, 0, 1)
NETS = {"player": {"player": 1, "banker": -1, "tie": 0}, "banker": {"player": -1, "banker": Fraction(19, 20), "tie": 0},
        "tie": {"player": -1, "banker": -1, "tie": 8}}


@cache
def outcomes():
    return dict(zip(("player", "banker", "tie"), flat.outcomes(flat.texts(COUNTS)), strict=True))


def mean(value):
    """The mean of a function of who wins, on the shoe above."""
    counts = outcomes()
    return sum(Fraction(value(name)) * count for name, count in counts.items()) / sum(counts.values())


@pytest.fixture(scope="module")
def odds():
    return Study(STANDARD, MAIN).odds(strategies.value_shoe(COUNTS))


@pytest.mark.parametrize("name", ["player", "banker", "tie"])
def test_ev_rtp_edge_and_variance_of_main_bets(odds, name):
    law, net = odds.bet(name), NETS[name]
    ev = mean(net.get)
    assert law.ev == ev == sum(law.contribution(i) for i in range(len(law.bet.lines)))
    assert law.rtp == 1 + ev
    assert law.house_edge == -ev
    assert law.variance == mean(lambda who: (net[who] - ev) ** 2)
    assert law.hit_frequency == mean(lambda who: net[who] > 0)
    assert law.edge_resolved == -ev / mean(lambda who: net[who] != 0)
    assert sum(law.counts) == law.of == odds.of


def test_the_tie_bet_never_pushes_so_both_edges_are_one(odds):
    assert odds.bet("tie").edge_resolved == odds.bet("tie").house_edge


def test_outcomes_add_up(odds):
    assert odds.player + odds.banker + odds.tie == 1
    assert [count for _, count in odds.outcomes] == list(flat.outcomes(flat.texts(COUNTS)))


def test_no_resolved_edge_where_every_coup_pushes():
    odds = Study(STANDARD, MAIN).odds(Shoe.of({"0": 6}))
    for name in ("player", "banker"):
        law = odds.bet(name)
        assert law.edge_resolved is None
        assert (law.rtp, law.house_edge, law.hit_frequency, law.variance) == (1, 0, 0, 0)
    assert odds.bet("tie").rtp == 9


def test_the_law_of_one_bet_alone_is_the_same(odds):
    for bet in MAIN:
        alone = bet_law(STANDARD, bet, strategies.value_shoe(COUNTS))
        assert [alone.probability(i) for i in range(len(bet.lines))] == [
            odds.bet(bet.name).probability(i) for i in range(len(bet.lines))]


def test_an_unknown_bet_is_named():
    with pytest.raises(BetError, match="bet 'dragon': not among these odds, which have player"):
        Study(STANDARD, (PLAYER,)).odds(Shoe.decks(1)).bet("dragon")


def test_many_bets_of_one_footprint_are_counted_as_few_are():
    """Beyond four bets the laws are compiled one by one; nothing may change."""
    many = (*MAIN, *(GAME.named(name) for name in ("tie:9-to-1", "banker:4-percent", "banker:no-commission")))
    shoe = Shoe.decks(2)
    few = {bet: Study(STANDARD, (bet,)).odds(shoe).bets[0] for bet in many}
    assert {law.bet: law for law in Study(STANDARD, many).odds(shoe).bets} == few


def test_known_things_that_cannot_come_from_the_shoe():
    with pytest.raises(DealError, match="cannot come from this shoe"):
        Study(STANDARD, MAIN, CoupInProgress((), 5, None)).odds(Shoe.of({"0": 10}))


def test_a_bet_that_is_never_offered_on_a_shoe():
    bet = read_bet("never", {"offered": {"player": {"total": 9}}, "lines": [{"pays": 1}]}, STANDARD.naturals)
    with pytest.raises(BetError, match="bet never: is never offered here"):
        Study(STANDARD, (bet,)).odds(Shoe.of({"0": 10}))


def test_the_law_of_a_bet_that_is_offered_at_times_is_conditional_on_it():
    data = {"offered": {"not": {"winner": "tie"}}, "lines": [{"when": {"winner": "banker"}, "pays": 1}, {"pays": -1}]}
    law = bet_law(STANDARD, read_bet("no-tie", data, STANDARD.naturals), Shoe.decks(8))
    assert law.of == 2292252566437888 + 2230518282592256
    assert law.probability(0) == Fraction(2292252566437888, law.of)


# several bets of one coup

def test_covariances_of_main_bets():
    matrix = covariance_matrix(Study(STANDARD, MAIN), strategies.value_shoe(COUNTS))
    for i, first in enumerate(NETS.values()):
        for j, second in enumerate(NETS.values()):
            assert matrix[i][j] == mean(lambda who, a=first, b=second: a[who] * b[who]) - (
                mean(first.get) * mean(second.get))


def test_the_variance_of_a_bet_is_its_covariance_with_itself(odds):
    matrix = covariance_matrix(Study(STANDARD, MAIN), strategies.value_shoe(COUNTS))
    assert [matrix[i][i] for i in range(3)] == [odds.bet(bet.name).variance for bet in MAIN]


def test_covariance_of_bets_that_look_at_different_classes():
    """A bet on suits and one on points do not share a walk; their joint law against the flat dealer."""
    suited = read_bet("suited", {"lines": [{"when": {"player": {"first_two": {"one_suit": True}}}, "pays": 2},
                                           {"pays": -1}]}, STANDARD.naturals)
    cards = ["9h", "4h", "Kh", "3d", "4s", "2c"]
    joint = Study(STANDARD, (suited, TIE)).pair(suited, TIE, Shoe.of(dict.fromkeys(cards, 1)))
    seen = flat.tally(cards, flat.STANDARD, lambda p, b: (p[0][1] != p[1][1], flat.total(p) != flat.total(b)))
    assert {key: Fraction(count, joint.of) for key, count in joint.counts.items() if count} == {
        tuple(map(int, key)): count / sum(seen.values()) for key, count in seen.items() if count}


@pytest.mark.parametrize("stakes", [{"banker": 10, "tie": 1}, {"player": 1}, {"player": 5, "banker": 5, "tie": 2},
                                    {"tie": Fraction(1, 3), "player": Fraction(5, 2)}])
def test_slips(stakes):
    result = slip(STANDARD, [(GAME.named(name), Fraction(stake)) for name, stake in stakes.items()],
                  strategies.value_shoe(COUNTS))

    def net(who):
        return sum(stake * NETS[name][who] for name, stake in stakes.items())

    ev = mean(net)
    assert result.ev == ev
    assert result.variance == mean(lambda who: (net(who) - ev) ** 2)
    assert result.staked == sum(stakes.values())
    assert result.house_edge == -ev / sum(stakes.values())


def test_a_slip_on_both_sides_and_the_tie_at_eight_decks():
    """10 on Player and on Banker: only the commission on Banker's wins is lost."""
    result = slip(STANDARD, [(PLAYER, Fraction(10)), (BANKER, Fraction(10))], Shoe.decks(8))
    assert result.ev == -Fraction(1, 2) * Fraction(2292252566437888, 4998398275503360)


# any rules, any shoe, any bet

@settings(max_examples=8, deadline=None)
@given(strategies.shoes(), strategies.tableaux(any_naturals=False), st.data())
def test_one_law_whatever_way_it_is_asked(shoe, table, data):
    rules, bet = read_rules(table), data.draw(strategies.bets())
    together = Study(rules, (TIE, bet, PLAYER)).odds(shoe).bets[1]
    assert sum(together.counts) == together.of
    assert bet_law(rules, bet, shoe).ev == together.ev
    assert together.variance >= 0
    assert together.ev == sum(together.contribution(i) for i in range(len(bet.lines)))


def test_odds_of_a_coup_in_progress_are_conditional():
    known = CoupInProgress(((Position.P1, parse_card("9")), (Position.B1, parse_card("0")),
                            (Position.P2, parse_card("0"))))
    shoe = Shoe.decks(8).remove("9", "0", "0")
    odds = Study(STANDARD, MAIN, known).odds(shoe)
    assert odds.player == Fraction(413 - shoe.counts(VALUES)[9], 413)  # only a natural nine of Banker's ties
    assert odds.tie == Fraction(shoe.counts(VALUES)[9], 413)
    assert odds.banker == 0
