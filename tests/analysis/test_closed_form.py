"""Closed forms against the law of each shoe, decks for decks, and against facts in print."""

from fractions import Fraction
from functools import cache

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.analysis.odds.closed_form import (
    DECKS,
    UNKNOWN,
    Form,
    bet_form,
    compare_forms,
    fair_commission,
    fair_pay,
    outcome_forms,
)
from exact.analysis.odds.laws import bet_law
from exact.errors import BetError, UsageError
from exact.game.bet_file import read_bet
from exact.game.bets import OUTCOMES, Bet
from exact.game.catalogue import load_game
from exact.game.rules import STANDARD, STOOD, Square
from exact.game.shoe import Shoe

GAME = load_game("punto-banco")
NATURALS = GAME.rules.naturals
DRAGON = read_bet("dragon", {"lines": [
    {"when": {"winner": "banker", "banker": {"total": 7, "cards": 3}}, "pays": 40}, {"pays": -1}]}, NATURALS)
PAIR = read_bet("pair", {"lines": [{"when": {"player": {"pair": True}}, "pays": 11}, {"pays": -1}]}, NATURALS)
SUITED = read_bet("suited", {"lines": [
    {"when": {"player": {"suited_pair": True}}, "pays": 25}, {"pays": -1}]}, NATURALS)
OFFERED = read_bet("offered", {"offered": {"winner": ["player", "banker"]}, "lines": [
    {"when": {"winner": "player"}, "pays": 1}, {"pays": -1}]}, NATURALS)
BETS = (*map(GAME.named, GAME.main), DRAGON, PAIR, SUITED, OFFERED)


@cache
def forms() -> dict[str, Form]:
    """Found when a test first asks, and not while tests are collected."""
    return {bet.name: bet_form(GAME.rules, bet) for bet in BETS}


def test_the_denominator_of_the_standard_game():
    for form in outcome_forms(GAME.rules).values():
        denominator = sympy.fraction(form.expression)[1]
        expected = sympy.sympify("13*(13*d-1)*(26*d-1)*(52*d-1)*(52*d-3)*(52*d-5)")
        assert sympy.expand(denominator - expected) == 0


def test_the_limits_of_the_standard_game():
    assert {name: form.limit for name, form in outcome_forms(GAME.rules).items()} == {
        "player": Fraction(2153464, 4826809), "banker": Fraction(2212744, 4826809), "tie": Fraction(460601, 4826809)}


@pytest.mark.parametrize("game", ["punto-banco", "russian-page-literal", "russian-page-no-five",
                                  "russian-page-shifted"])
def test_outcome_forms_equal_the_counts_of_each_shoe(game):
    rules = load_game(game).rules
    forms = outcome_forms(rules).values()
    for decks in (*range(1, 13), 100):
        law = bet_law(rules, OUTCOMES, Shoe.decks(decks))
        assert [form.at(decks) for form in forms] == [law.probability(line) for line in range(3)]
    law = bet_law(rules, OUTCOMES, Shoe.infinite_deck())
    assert [form.limit for form in forms] == [law.probability(line) for line in range(3)]


@pytest.mark.parametrize("decks", [*range(1, 13), 1000, None])
@pytest.mark.parametrize("bet", BETS, ids=lambda bet: bet.name)
def test_bet_forms_equal_the_law_of_each_shoe(bet, decks):
    law = bet_law(GAME.rules, bet, Shoe.decks(decks) if decks else Shoe.infinite_deck())
    form = forms()[bet.name]

    def value(part: Form) -> Fraction | None:
        return part.at(decks) if decks else part.limit

    assert (value(form.ev), value(form.rtp), value(form.house_edge)) == (law.ev, law.rtp, law.house_edge)
    assert [value(line) for line in form.lines] == [law.probability(i) for i in range(len(bet.lines))]


@pytest.mark.parametrize("bet", BETS, ids=lambda bet: bet.name)
def test_printed_formulas_read_back_give_the_same_numbers(bet):
    form = forms()[bet.name]
    read = sympy.sympify(str(form.rtp.expression))
    for decks in range(1, 13):
        value = read.subs(DECKS, decks)
        assert Fraction(int(value.p), int(value.q)) == bet_law(GAME.rules, bet, Shoe.decks(decks)).rtp


def test_formulas_are_in_lowest_terms():
    for form in forms().values():
        top, bottom = (sympy.Poly(list(part), DECKS) for part in form.rtp.parts)
        assert sympy.gcd(top, bottom).degree() == 0


def test_a_bet_that_is_never_offered_has_no_form():
    never = Bet("never", "Never", DRAGON.lines, offered=read_bet("x", {"lines": [
        {"when": {"player": {"cards": 2, "two_card_total": 0}, "banker": {"total": 0, "natural": True}}, "pays": 1},
        {"pays": -1}]}, NATURALS).lines[0].when)
    with pytest.raises(BetError, match="never"):
        bet_form(GAME.rules, never)


# unknowns

@pytest.mark.parametrize(("name", "line"), [("tie", None), ("player", 0), ("banker", 0), ("dragon", None),
                                            ("pair", None), ("offered", 0), ("player", 2), ("player", 1)])
@pytest.mark.parametrize("decks", [1, 6, 8, 12])
def test_the_fair_pay_makes_the_ev_zero(name, line, decks):
    solution = fair_pay(forms()[name], line)
    bet = forms()[name].bet
    law = bet_law(GAME.rules, bet, Shoe.decks(decks))
    pays = [solution.fair.at(decks) if i == (line or 0) else entry.pays for i, entry in enumerate(bet.lines)]
    assert sum(pay * law.probability(i) for i, pay in enumerate(pays)) == 0
    assert solution.ev.subs(UNKNOWN, solution.fair.expression).subs(DECKS, decks) == 0


def test_a_line_that_cannot_pay_with_one_deck_has_no_fair_pay_there():
    fair = fair_pay(forms()["suited"]).fair
    with pytest.raises(ZeroDivisionError):
        fair.at(1)
    assert 1 / (1 + fair.at(2)) == bet_law(GAME.rules, SUITED, Shoe.decks(2)).probability(0)


@pytest.mark.parametrize("decks", [1, 6, 8, 12, None])
def test_the_fair_commission_makes_the_ev_zero(decks):
    solution = fair_commission(GAME.rules, GAME.at_commission("banker", Fraction(0)),
                               GAME.at_commission("banker", Fraction(1, 2)))
    fair = solution.fair.at(decks) if decks else solution.fair.limit
    shoe = Shoe.decks(decks) if decks else Shoe.infinite_deck()
    assert bet_law(GAME.rules, GAME.at_commission("banker", fair), shoe).ev == 0


def test_the_commission_that_a_bet_has_is_a_point_on_the_line():
    solution = fair_commission(GAME.rules, GAME.at_commission("banker", Fraction(0)),
                               GAME.at_commission("banker", Fraction(1, 2)))
    five = solution.ev.subs(UNKNOWN, sympy.Rational(1, 20))
    assert sympy.simplify(five - forms()["banker"].ev.expression) == 0


def test_a_pay_that_cannot_be_solved_is_refused():
    two = read_bet("two", {"lines": [{"when": {"winner": "tie"}, "pays": 8},
                                     {"when": {"winner": "player"}, "pays": 1}, {"pays": -1}]}, NATURALS)
    with pytest.raises(UsageError, match="name one line"):
        fair_pay(bet_form(GAME.rules, two))
    with pytest.raises(UsageError, match="line 4 of 3"):
        fair_pay(bet_form(GAME.rules, two), 3)
    idle = read_bet("idle", {"lines": [
        {"when": {"player": {"cards": 3, "two_card_total": 7}}, "pays": 8}, {"pays": -1}]}, NATURALS)
    with pytest.raises(UsageError, match="never pays"):
        fair_pay(bet_form(GAME.rules, idle))
    with pytest.raises(UsageError, match="commission"):
        fair_commission(GAME.rules, DRAGON, DRAGON)


# two bets

def test_bets_that_cross_between_two_numbers_of_decks():
    """Banker at the commission that makes it as good as Player at four and a half decks."""
    banker, player = forms()["banker"], forms()["player"]
    free, half = (bet_form(GAME.rules, GAME.at_commission("banker", Fraction(rate, 2))).ev for rate in (0, 1))
    at = Fraction(9, 2)
    rate = (free.at(at) - player.ev.at(at)) / (free.at(at) - half.at(at)) / 2
    assert 0 < rate < 1
    even = bet_form(GAME.rules, GAME.at_commission("banker", rate))
    found = compare_forms(even, player)
    (crossing,) = found.crossings
    assert crossing.low <= at <= crossing.high
    assert crossing.high - crossing.low <= Fraction(1, 10**12)
    leaders = {decks: "banker" if even.ev.at(decks) > player.ev.at(decks) else "player" for decks in range(1, 40)}
    assert leaders == {decks: found.at_one_deck if decks < at else crossing.better for decks in range(1, 40)}
    assert found.in_the_limit == crossing.better == ("banker" if even.ev.limit > player.ev.limit else "player")
    assert compare_forms(banker, player).crossings == ()
    assert compare_forms(banker, banker).at_one_deck is compare_forms(banker, banker).in_the_limit is None


def test_bets_of_the_catalogue_that_cross():
    """Egalite 2-2 overtakes Panda 8 between three and four decks."""
    two, panda = (bet_form(GAME.rules, GAME.named(name)) for name in ("egalite-2", "panda-8"))
    found = compare_forms(two, panda)
    (crossing,) = found.crossings
    assert 3 < crossing.low <= crossing.high < 4
    assert (found.at_one_deck, crossing.better, found.in_the_limit) == ("panda-8", "egalite-2", "egalite-2")
    for decks, better in ((3, "panda-8"), (4, "egalite-2")):
        evs = {name: bet_law(GAME.rules, GAME.named(name), Shoe.decks(decks)).ev for name in ("egalite-2", "panda-8")}
        assert max(evs, key=evs.__getitem__) == better


def test_a_crossing_at_exactly_one_deck_is_a_tie_there():
    player = forms()["player"]
    free, half = (bet_form(GAME.rules, GAME.at_commission("banker", Fraction(rate, 2))).ev for rate in (0, 1))
    rate = (free.at(1) - player.ev.at(1)) / (free.at(1) - half.at(1)) / 2
    even = bet_form(GAME.rules, GAME.at_commission("banker", rate))
    found = compare_forms(even, player)
    assert found.at_one_deck is None
    assert found.crossings == ()
    assert found.in_the_limit == ("banker" if even.ev.at(2) > player.ev.at(2) else "player")


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 7), st.integers(0, STOOD), st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 3)]),
       st.integers(1, 400))
def test_forms_of_any_tableau(total, against, draw, decks):
    rules = STANDARD.with_square(Square("Banker", total, against, draw))
    law = bet_law(rules, OUTCOMES, Shoe.decks(decks))
    assert [form.at(decks) for form in outcome_forms(rules).values()] == [law.probability(i) for i in range(3)]
    infinite = bet_law(rules, OUTCOMES, Shoe.infinite_deck())
    assert [form.limit for form in outcome_forms(rules).values()] == [infinite.probability(i) for i in range(3)]
