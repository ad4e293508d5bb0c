"""Cards per coup and coups per shoe, against all orders of tiny shoes and dealt ones."""

from collections import Counter
from fractions import Fraction

import pytest

from exact.analysis.shoe.coups import (
    cards_per_coup,
    coups_per_shoe,
    covariance_of_cards,
    least_and_most,
    steps,
)
from exact.analysis.shoe.simulate import simulate_shoes
from exact.errors import ShoeExhaustedError, UsageError
from exact.game.bets import OUTCOMES
from exact.game.catalogue import load_game
from exact.game.procedure import Procedure
from exact.game.rules import STANDARD
from exact.game.shoe import Shoe
from tests.oracles.orders_of_a_shoe import coups, deal, orders

COUNTS = (9, 0, 0, 0, 0, 0, 4, 0, 0, 1)
SHOE = Shoe.of({"0": 9, "6": 4, "9": 1})


def uncut(cut, extra=1, extra_if_first=1, burn="none"):
    return Procedure(burn, cut, extra, extra_if_first)


def dealt_through(order, procedure):
    """The number of coups of one order of a shoe, by hand."""
    at = {"first-card": 1 + (order[0] or 10), "none": 0}.get(procedure.burn, procedure.burn)
    played, more = 0, None
    if len(order) - at <= procedure.cut:
        more = procedure.extra_if_first
    while more != 0 and len(order) - at >= 6:
        at += deal(order[at:at + 6], STANDARD).cards
        played += 1
        left = len(order) - at
        if more is not None:
            more -= 1
        elif left <= procedure.cut:
            more = procedure.extra_if_first if left == procedure.cut else procedure.extra
    return played


PROCEDURES = [uncut(0, 0, 0), uncut(4), uncut(5, 0, 1), uncut(6, 1, 2), uncut(8, 2, 0), uncut(14), uncut(14, 3, 0),
              uncut(14, 0, 2), uncut(13, 1, 0), uncut(3, burn=2), uncut(6, 0, 2, burn=3), uncut(0, burn=8),
              uncut(12, burn=1), uncut(13, 0, 2, burn=5)]


@pytest.mark.parametrize("procedure", PROCEDURES, ids=repr)
def test_coups_per_shoe_as_in_all_orders(procedure):
    law = coups_per_shoe(STANDARD, SHOE, procedure).law
    found = Counter(dealt_through(order, procedure) for order in orders(COUNTS))
    total = sum(found.values())
    assert {k: p for k, p in enumerate(law) if p} == {k: Fraction(n, total) for k, n in found.items()}
    low, high = least_and_most(STANDARD, SHOE, procedure)
    assert low <= min(found)
    assert max(found) <= high


@pytest.mark.parametrize("procedure", [uncut(3, 1, 1, "first-card"), uncut(8, 0, 2, "first-card")], ids=repr)
def test_a_burn_by_the_first_card_as_in_all_orders(procedure):
    """Aces and fives burn one and five; the cards burned are unseen, whatever they are."""
    with pytest.raises(ShoeExhaustedError, match="the burn and a coup may need 15"):
        coups_per_shoe(STANDARD, Shoe.of({"A": 6, "5": 6, "8": 2}), procedure)
    counts = (0, 8, 0, 0, 0, 6, 0, 0, 0, 0)
    shoe = Shoe.of({"A": 8, "5": 6})
    law = coups_per_shoe(STANDARD, shoe, procedure).law
    found = Counter(dealt_through(order, procedure) for order in orders(counts))
    total = sum(found.values())
    assert {k: p for k, p in enumerate(law) if p} == {k: Fraction(n, total) for k, n in found.items()}
    low, high = least_and_most(STANDARD, shoe, procedure)
    assert low <= min(found)
    assert max(found) <= high


def dealt(shoe, procedure, shoes, seed):
    return simulate_shoes(STANDARD, (OUTCOMES,), shoe, procedure, shoes, seed)


@pytest.mark.parametrize("extras", [(1, 1), (0, 2), (2, 0), (1, 3)], ids=str)
@pytest.mark.parametrize(("left", "burn"), [(0, "none"), (4, "none"), (13, "none"), (14, "none"), (0, 3), (7, 5)])
def test_dealt_shoes_end_as_the_exact_law_says(left, burn, extras):
    """Wherever the cut card lies, on top too: the simulator sees each number of coups that the law allows, no other."""
    procedure = Procedure(burn, left, *extras)
    law = coups_per_shoe(STANDARD, SHOE, procedure).law
    low, high = least_and_most(STANDARD, SHOE, procedure)
    found = dealt(SHOE, procedure, 2_000, 3).frequencies
    assert all(law[k] for k in found)
    for k, p in enumerate(law):
        mean = found[k].mean if k in found else 0
        assert abs(mean - p) <= 5 * (p * (1 - p) / 2_000) ** 0.5
        assert not p or low <= k <= high


def test_a_cut_card_burned_opens_the_first_coup():
    """The first card is a ten: it and ten more are out, the cut card among them, and three coups' cards are left."""
    shoe = Shoe.of({"0": 29})
    for left in (18, 20, 28, 29):
        procedure = Procedure("first-card", left, 0, 2)
        assert dealt(shoe, procedure, 2, 1).per_shoe.mean == coups_per_shoe(STANDARD, shoe, procedure).mean == 2
    procedure = Procedure("first-card", 17, 0, 2)
    assert dealt(shoe, procedure, 2, 1).per_shoe.mean == coups_per_shoe(STANDARD, shoe, procedure).mean == 1


@pytest.mark.parametrize("ask", [coups_per_shoe, least_and_most,
                                 lambda rules, *case: simulate_shoes(rules, (OUTCOMES,), *case, 9, 1)],
                         ids=["law", "bounds", "dealt"])
def test_a_cut_card_outside_the_shoe_is_refused(ask):
    with pytest.raises(UsageError, match="`cut` 15: the shoe has 14 cards"):
        ask(STANDARD, SHOE, uncut(15))


def test_the_law_is_a_law_and_chance_moves_do_not_break_it():
    game = load_game("chemin-de-fer")
    law = coups_per_shoe(game.rules, Shoe.of({"0": 5, "5": 6, "9": 5}), uncut(3))
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
    shoe = Shoe.of({"0": 10, "6": 10, "8": 10})
    for procedure, numbers in ((uncut(6), (5, 6, 7)), (uncut(3, burn="first-card"), (4, 5))):
        law = coups_per_shoe(STANDARD, shoe, procedure)
        found = dealt(shoe, procedure, 20_000, 5)
        assert abs(found.per_shoe.off(law.mean)) < 4
        assert abs(found.coups_deviation.off(float(law.variance) ** 0.5)) < 4
        assert all(abs(found.frequencies[k].off(law.law[k])) < 4 for k in numbers)


def test_bad_questions():
    with pytest.raises(UsageError, match="simulate"):
        coups_per_shoe(STANDARD, Shoe.decks(8), Procedure())
    with pytest.raises(ShoeExhaustedError, match="infinite"):
        coups_per_shoe(STANDARD, Shoe.infinite_deck(), Procedure())
    with pytest.raises(ShoeExhaustedError):
        coups_per_shoe(STANDARD, Shoe.of({"0": 5}), uncut(5))
    assert steps(STANDARD, Shoe.decks(8), uncut(14)) > 10**14
    assert steps(STANDARD, Shoe.decks(8), Procedure()) == 10 * steps(STANDARD, Shoe.decks(8), uncut(14))
