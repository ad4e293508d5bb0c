"""The coup polynomial: its padded form, its evaluation, and facts of one suit with and without splitting."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.engine.coup import compile as compiler
from exact.engine.coup import footprint
from exact.engine.coup.compile import compile_each, compile_joint
from exact.engine.coup.footprint import Footprint
from exact.engine.coup.polynomial import Polynomial, add_product, degree, exponents, falling, ordered_choices, variable
from exact.errors import BetError, UnknownCompositionError
from exact.game.bet_file import read_bet
from exact.game.bets import ALWAYS, OUTCOMES, AllOf, Bet, FactIs, Line, Not
from exact.game.cards import ALL_CARDS, BY_KIND, POINT_VALUES, VALUES, union
from exact.game.catalogue import load_game
from exact.game.coup import BANKER, PLAYER, Position
from exact.game.facts import MIXED, Fact, Fold, Op
from exact.game.rules import STANDARD
from exact.game.rules_file import read_rules
from exact.game.shoe import Shoe
from tests import strategies
from tests.oracles import flat_coups as flat

MAIN = tuple(load_game("punto-banco").named(name) for name in ("player", "banker", "tie"))


def outcome_polynomial():
    (component,) = compile_joint(STANDARD, (OUTCOMES,)).components
    return component.polynomial


# ---------------------------------------------------------------------------------------------------------------
# monomials

def test_a_monomial_is_unpacked_as_it_was_packed():
    monomial = 2 * variable(0) + variable(3) + 3 * variable(9)
    assert exponents(monomial, 10) == (2, 0, 0, 1, 0, 0, 0, 0, 0, 3)
    assert degree(monomial) == 6


def test_six_cards_of_one_class_do_not_spill_into_the_next():
    assert exponents(6 * variable(4), 10) == (0, 0, 0, 0, 6, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(("n", "k", "expected"), [(5, 0, 1), (5, 2, 20), (5, 5, 120), (5, 6, 0), (0, 1, 0), (0, 0, 1)])
def test_falling_factorials(n, k, expected):
    assert falling(n, k) == expected == ordered_choices(n, k, False)[-1]


def test_with_replacement_the_choices_are_powers():
    assert ordered_choices(3, 4, True) == [1, 3, 9, 27, 81]


def test_the_product_of_polynomials():
    x, y = variable(0), variable(1)
    into = {2 * x: 1}
    add_product(into, {x: 2, y: 1}, {x: 3, y: -1})
    assert into == {2 * x: 7, x + y: 1, 2 * y: -1}


# ---------------------------------------------------------------------------------------------------------------
# the six-card form

def test_padding_gives_every_multiset_of_six_of_ten_values():
    padded = outcome_polynomial().padded
    monomials = set().union(*padded.weights)
    assert len(monomials) == comb(15, 6) == 5005
    assert {degree(monomial) for monomial in monomials} == {6}


def test_the_padded_weights_of_a_multiset_add_up_to_its_orderings():
    padded = outcome_polynomial().padded
    for multiset in combinations_with_replacement(range(10), 6):
        monomial = sum(map(variable, multiset))
        orderings = factorial(6) // prod(map(factorial, exponents(monomial, 10)))
        assert sum(poly.get(monomial, 0) for poly in padded.weights) == orderings


@settings(max_examples=15, deadline=None)
@given(strategies.counts(6, 500), st.booleans())
def test_padded_and_unpadded_are_one_law(counts, infinite):
    polynomial = outcome_polynomial()
    assert polynomial.counts(counts, infinite) == PADDED.counts(counts, infinite)


PADDED = outcome_polynomial().padded


def test_the_plain_sum_over_multisets_is_what_the_plan_evaluates():
    """The formula of the module's first lines, term by term."""
    polynomial, counts = outcome_polynomial(), (9, 1, 2, 3, 1, 2, 1, 4, 0, 3)
    cards = sum(counts)
    expected = [sum(weight * prod(falling(c, m) for c, m in zip(counts, exponents(monomial, 10), strict=True))
                    * falling(cards - degree(monomial), 6 - degree(monomial)) for monomial, weight in poly.items())
                for poly in polynomial.weights]
    assert polynomial.counts(counts) == expected


def test_a_polynomial_without_terms_counts_nothing():
    assert Polynomial(10, 6, ({}, {0: 1})).counts((2,) * 10) == [0, falling(20, 6)]


# ---------------------------------------------------------------------------------------------------------------
# joint laws, and one by one

@settings(max_examples=15, deadline=None)
@given(strategies.shoes())
def test_joint_and_single_laws_agree(shoe):
    joint = compile_joint(STANDARD, MAIN).law(shoe)
    for place, (bet, polynomial) in enumerate(zip(MAIN, compile_each(STANDARD, MAIN), strict=True)):
        alone = polynomial.law(shoe)
        assert alone.of == joint.of
        for line in range(len(bet.lines)):
            assert (dict(zip(alone.keys, alone.counts, strict=True)).get((line,), 0)
                    == sum(count for key, count in zip(joint.keys, joint.counts, strict=True) if key[place] == line))


def test_main_bets_tell_the_ten_point_values_apart():
    polynomial = compile_joint(STANDARD, MAIN)
    assert polynomial.partition == VALUES
    assert (polynomial.length, polynomial.scale) == (6, 1)


def test_a_shoe_known_by_value_is_too_coarse_for_suits():
    bet = read_bet("suited", {"lines": [
        {"event": "one suit", "when": {"player": {"one_suit": True}}, "pays": 1}, {"event": "else", "pays": -1}]},
        STANDARD.naturals)
    with pytest.raises(UnknownCompositionError, match="are not distinguished"):
        compile_joint(STANDARD, (bet,)).law(Shoe.of({"0": 16, "9": 4}))


def test_too_many_classes_are_refused_with_their_number():
    kinds = [{"event": f"kind {k}", "when": {"both": {"count": {"of": BY_KIND.names[k], "is": 1}}}, "pays": 1}
             for k in range(52)]
    bet = read_bet("every-card", {"lines": [*kinds, {"event": "else", "pays": -1}]}, STANDARD.naturals)
    with pytest.raises(BetError, match=r"bet every-card: distinguishes 52 classes of card,.*36,288,252 multisets"):
        Footprint((bet,))


# ---------------------------------------------------------------------------------------------------------------
# facts "all of one label", split or not

ONE_SUIT = {
    "Player all of one suit": ({"player": {"one_suit": True}}, lambda p, _: len({c[1] for c in p}) == 1),
    "six cards of one colour": ({"both": {"one_colour": True, "cards": 6}},
                                lambda p, b: len(p + b) == 6 and len({c[1] in "dh" for c in p + b}) == 1),
    "either hand's first two suited": (
        {"any": [{"player": {"first_two": {"one_suit": True}}}, {"banker": {"first_two": {"one_suit": True}}}]},
        lambda p, b: p[0][1] == p[1][1] or b[0][1] == b[1][1]),
    "a suited pair or one suit": (
        {"any": [{"player": {"suited_pair": True}}, {"banker": {"one_suit": True}}]},
        lambda p, b: p[0] == p[1] or len({c[1] for c in b}) == 1),
    "Banker pair of one colour": ({"banker": {"pair": True, "first_two": {"one_colour": True}}},
                                  lambda _, b: b[0][0] == b[1][0] and len({c[1] in "dh" for c in b[:2]}) == 1),
}
CARDS = ["9h", "9h", "4h", "Kh", "3d", "4s", "Kd"]


def suited_bet(when):
    return read_bet("suited", {"lines": [{"event": "yes", "when": when, "pays": 1}, {"event": "no", "pays": -1}]},
                    STANDARD.naturals)


SMALL_ENOUGH_WHOLE = ("either hand's first two suited", "Banker pair of one colour")


def compiled(bet, splits, monkeypatch):
    """The polynomial with every fact of one label split, or none."""
    monkeypatch.setattr(footprint, "SPLIT_ABOVE", 0 if splits else 10**9)
    assert bool(Footprint((bet,)).split) == splits
    (polynomial,) = compiler._compile(STANDARD, (bet,), compiler.NOTHING_KNOWN, [(bet,)])
    return polynomial


@pytest.mark.parametrize(("name", "splits"), [(name, True) for name in ONE_SUIT]
                         + [(name, False) for name in SMALL_ENOUGH_WHOLE])
def test_facts_of_suits_against_flat_enumeration(name, splits, monkeypatch):
    when, holds = ONE_SUIT[name]
    law = compiled(suited_bet(when), splits, monkeypatch).law(Shoe.of({card: CARDS.count(card) for card in CARDS}))
    seen = flat.tally(CARDS, flat.STANDARD, holds)
    found = dict(zip(law.keys, law.counts, strict=True))
    share = Fraction(law.of, falling(len(CARDS), 6))
    assert (found.get((0,), 0), found.get((1,), 0)) == (seen[True] * share, seen[False] * share)


def of_one_label(name, positions, labels):
    return FactIs(Fact(name, (Fold(frozenset(positions), Op.SAME, labels),), lambda v: v is not MIXED, (False, True)),
                  frozenset({True}))


ODD = tuple(value % 2 for value in POINT_VALUES)
THIRDS = tuple(value % 3 for value in POINT_VALUES)


@pytest.mark.parametrize("positions", [PLAYER, BANKER, tuple(Position)], ids=["Player", "Banker", "both"])
def test_a_split_fact_of_the_whole_coup_equals_the_fact_unsplit(positions, monkeypatch):
    """Labels of few classes, so that both ways are quick: parity, the remainder of the points by three, and both."""
    odd, thirds = of_one_label("odd", positions, ODD), of_one_label("thirds", PLAYER, THIRDS)
    bet = Bet("labels", "Labels", (Line("both", AllOf((odd, thirds)), Fraction(2)), Line("one", odd, Fraction(1)),
                                   Line("other", Not(thirds), Fraction(-1)), Line("rest", ALWAYS, Fraction(0))))
    split, whole = compiled(bet, True, monkeypatch), compiled(bet, False, monkeypatch)
    for shoe in (Shoe.decks(1), Shoe.infinite_deck(), strategies.value_shoe((3, 0, 2, 2, 0, 1, 0, 4, 0, 1))):
        assert split.law(shoe) == whole.law(shoe)
        assert split.law(shoe).counts[0] > 0


def test_split_components_cover_the_deck_once():
    bet = suited_bet({"player": {"one_suit": True}})
    for component in compile_joint(STANDARD, (bet,)).components:
        for naming in component.classes:
            assert union(naming) == ALL_CARDS
            assert not any(a & b for a in naming for b in naming if a is not b)


# ---------------------------------------------------------------------------------------------------------------
# printed cards, and bets that are not always offered

def test_a_printed_card_does_not_come_out_of_the_shoe():
    table = flat.STANDARD | {"printed": {"P1": "7"}}
    law = compile_joint(read_rules(table), (OUTCOMES,)).law(Shoe.of({"A": 2, "6": 2, "0": 2}))
    assert law.length == 5
    assert law.of == falling(6, 5)
    assert law.counts == flat.outcomes(["A", "A", "6", "6", "0", "0"], table)


def test_five_cards_are_enough_beside_a_printed_one():
    rules = read_rules(flat.STANDARD | {"printed": {"P1": "7"}})
    assert compile_joint(rules, (OUTCOMES,)).law(Shoe.of({"A": 5})).of == falling(5, 5)


def test_a_bet_that_is_not_offered_has_no_line():
    data = {"offered": {"not": {"winner": "tie"}}, "lines": [
        {"event": "Banker", "when": {"winner": "banker"}, "pays": 1}, {"event": "Player", "pays": -1}]}
    bet = read_bet("no-tie", data, STANDARD.naturals)
    shoe = Shoe.decks(1)
    law, outcomes = compile_joint(STANDARD, (bet,)).law(shoe), compile_joint(STANDARD, (OUTCOMES,)).law(shoe)
    found = dict(zip(law.keys, law.counts, strict=True))
    assert [found[(1,)], found[(0,)], found[(None,)]] == list(outcomes.counts)
