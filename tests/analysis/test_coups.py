"""Cards per coup and coups per shoe, against all orders of tiny shoes and dealt ones."""

from collections import Counter
from fractions import Fraction

import pytest

from exact.analysis.shoe.coups import (
    CutCard,
    cards_per_coup,
    coups_per_shoe,
    covariance_of_cards,
    least_and_most,
    steps,
)
from exact.analysis.shoe.sampled import coups_by_simulation
from exact.errors import ShoeExhaustedError, UsageError
from exact.game.catalogue import load_game
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe
from tests.oracles.orders_of_a_shoe import coups, deal, orders

COUNTS = (9, 0, 0, 0, 0, 0, 4, 0, 0, 1)
SHOE = Shoe.of({"0": 9, "6": 4, "9": 1})


def dealt_through(order, cut):
    """The number of coups of one order of a shoe, by hand."""
    at, played, more = 0, 0, None
    if len(order) <= cut.left:
        more = cut.extra_if_first
    while more != 0 and len(order) - at >= 6:
        at += deal(order[at:at + 6], STANDARD).cards
        played += 1
        left = len(order) - at
        if more is not None:
            more -= 1
        elif left <= cut.left:
            more = cut.extra_if_first if left == cut.left else cut.extra
    return played


@pytest.mark.parametrize("cut", [CutCard(0, 0, 0), CutCard(4), CutCard(5, 0, 1), CutCard(6, 1, 2), CutCard(8, 2, 0),
                                 CutCard(14), CutCard(14, 3, 0), CutCard(14, 0, 2), CutCard(13, 1, 0)], ids=str)
def test_coups_per_shoe_as_in_all_orders(cut):
    law = coups_per_shoe(STANDARD, SHOE, cut).law
    found = Counter(dealt_through(order, cut) for order in orders(COUNTS))
    total = sum(found.values())
    assert {k: p for k, p in enumerate(law) if p} == {k: Fraction(n, total) for k, n in found.items()}
    low, high = least_and_most(STANDARD, SHOE, cut)
    assert low <= min(found)
    assert max(found) <= high


@pytest.mark.parametrize("extras", [(1, 1), (0, 2), (2, 0), (1, 3)], ids=str)
@pytest.mark.parametrize("left", [0, 4, 13, 14])
def test_dealt_shoes_end_as_the_exact_law_says(left, extras):
    """Wherever the cut card lies, on top too: the simulator sees each number of coups that the law allows, no other."""
    cut = CutCard(left, *extras)
    law = coups_per_shoe(STANDARD, SHOE, cut).law
    low, high = least_and_most(STANDARD, SHOE, cut)
    dealt = coups_by_simulation(STANDARD, SHOE, cut, False, 2_000, 3)
    for k, value in enumerate(dealt.law):
        p = law[k] if k < len(law) else 0
        assert abs(value.mean - p) <= 5 * (p * (1 - p) / 2_000) ** 0.5
        assert not p or low <= k <= high


def test_a_cut_card_burned_opens_the_first_coup():
    """The first card is a ten: it and ten more are out, the cut card among them, and three coups' cards are left."""
    shoe = Shoe.of({"0": 29})
    for left in (18, 20, 28, 29):
        dealt = coups_by_simulation(STANDARD, shoe, CutCard(left, 0, 2), True, 2, 1)
        assert dealt.mean.mean == 2
    assert coups_by_simulation(STANDARD, shoe, CutCard(17, 0, 2), True, 2, 1).mean.mean == 1


@pytest.mark.parametrize("ask", [coups_per_shoe, least_and_most, lambda *case: coups_by_simulation(*case, False, 9, 1)],
                         ids=["law", "bounds", "dealt"])
def test_a_cut_card_outside_the_shoe_is_refused(ask):
    with pytest.raises(UsageError, match="before the last 15 cards: the shoe has 14"):
        ask(STANDARD, SHOE, CutCard(15))


def test_the_law_is_a_law_and_chance_moves_do_not_break_it():
    game = load_game("chemin-de-fer")
    law = coups_per_shoe(game.rules, Shoe.of({"0": 5, "5": 6, "9": 5}), CutCard(3))
    assert sum(law.law) == 1
    assert law.variance >= 0
    assert law.mean == sum(k * p for k, p in enumerate(law.law))


def test_cards_per_coup_and_their_covariance_as_in_all_orders():
    law = dict(cards_per_coup(STANDARD, SHOE).law)
    found = Counter()
    for order in orders(COUNTS):
        first, second = coups(order, STANDARD, 2)
        found[first.cards, second.cards] += 1
    total = sum(found.values())
    assert all(law[n] == Fraction(sum(c for (a, _), c in found.items() if a == n), total) for n in (4, 5, 6))
    mean = sum(Fraction(a * c, total) for (a, _), c in found.items())
    both = sum(Fraction(a * b * c, total) for (a, b), c in found.items())
    assert covariance_of_cards(STANDARD, SHOE) == both - mean**2
    assert cards_per_coup(STANDARD, SHOE).mean == mean


def test_dealt_shoes_agree_with_the_exact_law():
    shoe, cut = Shoe.of({"0": 10, "6": 10, "8": 10}), CutCard(6)
    law = coups_per_shoe(STANDARD, shoe, cut)
    dealt = coups_by_simulation(STANDARD, shoe, cut, False, 20_000, 5)
    assert abs(dealt.mean.off(float(law.mean))) < 4
    assert all(abs(dealt.law[k].off(float(law.law[k]))) < 4 for k in (5, 6, 7))


def test_bad_questions():
    with pytest.raises(UsageError, match="simulate"):
        coups_per_shoe(STANDARD, Shoe.decks(8), CutCard())
    with pytest.raises(ShoeExhaustedError, match="infinite"):
        coups_per_shoe(STANDARD, Shoe.infinite_deck(), CutCard())
    with pytest.raises(ShoeExhaustedError):
        coups_per_shoe(STANDARD, Shoe.of({"0": 5}), CutCard())
    with pytest.raises(UsageError, match="from 0 to 9"):
        CutCard(14, 10)
    assert steps(STANDARD, Shoe.decks(8)) > 10**14
