"""Successive coups against all orders of tiny shoes, the double sum over multisets, and what must hold on any shoe."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.analysis.odds.laws import Study
from exact.analysis.shoe.events import WINNER, Event, EventQuery, read_history
from exact.analysis.shoe.sequence import after, many_coups, second_coups, two_coups
from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import exponents, falling
from exact.engine.sequence.chain import padded_weights
from exact.errors import BetError, ShoeExhaustedError, UsageError
from exact.game.bets import OUTCOMES
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.rules import STANDARD, Square
from exact.game.shoe import Shoe
from tests.oracles.orders_of_a_shoe import coups, orders, same

PUNTO = load_game("punto-banco")
MAIN = tuple(EventQuery.of_bet(PUNTO.named(name)) for name in ("player", "banker", "tie"))


def shoe_of(counts):
    return Shoe.of({"A" if value == 1 else str(value): count for value, count in enumerate(counts)})


def by_orders(counts, look, number, rules=STANDARD):
    """The number of orders of the cards, by what `look` sees in each of the first coups."""
    found = Counter()
    for order in orders(counts):
        found[tuple(look(coup) for coup in coups(order, rules, number))] += 1
    times = same(counts)
    return {key: count * times for key, count in found.items()}, factorial(sum(counts))


TINY = [
    (3, 0, 0, 0, 2, 0, 7, 0, 0, 0),
    (0, 0, 0, 3, 0, 0, 0, 0, 7, 2),
    (3, 0, 2, 0, 0, 7, 0, 0, 0, 0),
    (1, 1, 0, 0, 0, 0, 2, 0, 8, 0),
    (0, 1, 0, 0, 1, 2, 0, 8, 0, 0),
]


@pytest.mark.parametrize("counts", TINY, ids=str)
def test_two_coups_as_in_all_orders_of_a_tiny_shoe(counts):
    law = two_coups(STANDARD, shoe_of(counts))
    found, of = by_orders(counts, lambda coup: coup.winner, 2)
    for i, j in product(range(3), repeat=2):
        assert law.probability(i, j) == Fraction(found.get((i, j), 0), of)


@pytest.mark.parametrize(("fact", "look"), [
    ("player.total", lambda coup: coup.totals[0]),
    ("banker.cards", lambda coup: len(coup.banker)),
    ("both.cards", lambda coup: coup.cards),
    ("player.natural", lambda coup: sum(coup.player[:2]) % 10 in (8, 9)),
    ("margin", lambda coup: abs(coup.totals[0] - coup.totals[1])),
])
def test_a_fact_of_the_first_coup_and_the_winner_of_the_second(fact, look):
    counts = (3, 0, 0, 0, 7, 0, 0, 0, 2, 0)
    query = EventQuery.of_fact(STANDARD, fact)
    law = two_coups(STANDARD, shoe_of(counts), query, WINNER)
    found = Counter()
    total = 0
    for order in orders(counts):
        first, second = coups(order, STANDARD, 2)
        found[str(look(first)), second.winner] += 1
        total += 1
    for i, name in enumerate(query.names):
        for j in range(3):
            assert law.probability(i, j) == Fraction(found[name, j], total), (name, j)


def test_three_coups_as_in_all_orders():
    counts = (14, 0, 0, 0, 0, 0, 2, 0, 2, 0)
    law = many_coups(STANDARD, shoe_of(counts))
    found = Counter()
    total = 0
    for order in orders(counts):
        found[tuple(coup.winner for coup in coups(order, STANDARD, 3))] += 1
        total += 1
    for key in product(range(3), repeat=3):
        assert law.probability(*key) == Fraction(found[key], total), key


def test_a_history_of_three_as_in_all_orders():
    counts = (21, 0, 0, 0, 0, 0, 0, 2, 0, 1)
    found = Counter()
    for order in orders(counts):
        found[tuple(coup.winner for coup in coups(order, STANDARD, 4))] += 1
    total = sum(found.values())
    for history in ("BBP", "TPB", "TTT"):
        (law,) = after(STANDARD, shoe_of(counts), read_history(history))
        past = tuple("PBT".index(letter) for letter in history)
        assert law.history == Fraction(sum(found[(*past, j)] for j in range(3)), total)
        for j in range(3):
            assert law.probability(j) == Fraction(found[(*past, j)], sum(found[(*past, k)] for k in range(3)))


def test_the_contraction_is_the_double_sum_over_multisets():
    counts = (3, 0, 2, 1, 0, 4, 0, 2, 1, 5)
    coup = compile_joint(STANDARD, (OUTCOMES,))
    weights = [{exponents(m, 10): w for m, w in poly.items()
                if all(k <= c for k, c in zip(exponents(m, 10), counts, strict=True))} for poly in padded_weights(coup)]
    law = two_coups(STANDARD, shoe_of(counts))
    for i, j in ((0, 0), (0, 1), (2, 1)):
        total = 0
        for m, v in weights[i].items():
            for n, w in weights[j].items():
                ways = v * w
                for c, a, b in zip(counts, m, n, strict=True):
                    ways *= falling(c, a + b)
                total += ways
        assert law.counts[i][j] == total


@settings(max_examples=4, deadline=None)
@given(st.lists(st.integers(0, 9), min_size=10, max_size=10).filter(lambda counts: sum(counts) >= 18))
def test_what_holds_on_any_shoe(counts):
    shoe = shoe_of(counts)
    law = two_coups(STANDARD, shoe)
    alone = Study(STANDARD, ()).odds(shoe)
    assert law.firsts == law.seconds == (alone.player, alone.banker, alone.tie)
    assert all(law.counts[i][j] == law.counts[j][i] for i in range(3) for j in range(3))
    assert sum(map(sum, law.counts)) == law.of == falling(shoe.cards, 12)


def test_three_coups_have_the_laws_of_two_and_every_order_of_results_is_alike():
    shoe = Shoe.of({"0": 8, "3": 5, "6": 5, "8": 3, "9": 3})
    three, two = many_coups(STANDARD, shoe), two_coups(STANDARD, shoe)
    assert sum(three.counts.values()) == three.of
    for i, j in product(range(3), repeat=2):
        assert sum(three.probability(i, j, k) for k in range(3)) == two.probability(i, j)
        assert sum(three.probability(k, i, j) for k in range(3)) == two.probability(i, j)
    for key in product(range(3), repeat=3):
        assert len({three.counts[order] for order in permutations(key)}) == 1
    assert three.given(1, 1) == tuple(after(STANDARD, shoe, read_history("BB"))[0].probability(j) for j in range(3))


def test_knowing_all_results_of_the_first_coup_together_is_knowing_nothing():
    shoe = Shoe.decks(2).remove("9", "4", "4")
    event = Event(WINNER, frozenset({0, 1, 2}), "any")
    for history in ((event,), (event, event)):
        for law in after(STANDARD, shoe, history, MAIN):
            assert law.history == 1
            assert all(law.change(i) == 0 for i in range(len(law.counts)))
            assert law.ev == law.ev_before


def test_bets_after_a_result_from_their_own_polynomials_and_from_the_outcomes():
    shoe = Shoe.decks(1)
    outcomes = two_coups(STANDARD, shoe)
    for query, nets in zip(MAIN, ((1, -1, 0), (-1, Fraction(19, 20), 0), (-1, -1, 8)), strict=True):
        (law,) = second_coups(STANDARD, shoe, WINNER, (query,))
        for i in range(3):
            assert law.ev_after(i) == sum(net * outcomes.conditional(i, j) for j, net in enumerate(nets))


def test_a_side_bet_over_ranks_after_a_result_by_all_kinds_of_card():
    """The chance of a Player pair after each result, by dealing two coups of a shoe known by rank in every order."""
    pair = EventQuery.of_fact(STANDARD, "player.pair")
    shoe = Shoe.of({"T": 1, "K": 2, "6": 8, "8": 1})
    law = two_coups(STANDARD, shoe, WINNER, pair)
    ranks = (1, 2, 8, 1)
    points = (0, 0, 6, 8)
    found = Counter()
    total = 0
    for order in orders(ranks):
        first, _ = coups([points[rank] for rank in order], STANDARD, 2)
        at = first.cards
        found[first.winner, order[at] == order[at + 2]] += 1
        found["pair", order[0] == order[2], order[at] == order[at + 2]] += 1
        total += 1
    for i in range(3):
        assert law.probability(i, pair.names.index("True")) == Fraction(found[i, True], total)
    turned = two_coups(STANDARD, shoe, pair, WINNER)
    assert [list(column) for column in zip(*turned.counts, strict=True)] == [list(row) for row in law.counts]
    both = two_coups(STANDARD, shoe, pair, pair)
    yes, no = pair.names.index("True"), pair.names.index("False")
    assert both.probability(yes, yes) == Fraction(found["pair", True, True], total)
    assert both.probability(yes, no) == both.probability(no, yes) == Fraction(found["pair", True, False], total)


def test_suits_after_a_result_do_not_change_in_the_mean():
    suited = EventQuery.of_fact(STANDARD, "player.suited_pair")
    law = two_coups(STANDARD, Shoe.decks(2), WINNER, suited)
    alone = Study(STANDARD, (suited.bet,)).odds(Shoe.decks(2)).bet("player.suited_pair")
    assert law.seconds == (alone.probability(0), alone.probability(1))


def test_chance_moves_and_printed_cards():
    """With optional squares the law is the mixture of those of the pure tables, coup by coup."""
    mixed = STANDARD.with_square(Square("Banker", 5, 4, Fraction(1, 3)))
    shoe = shoe_of((3, 0, 0, 0, 6, 5, 0, 0, 2, 1))
    draws, stands = (STANDARD.with_square(Square("Banker", 5, 4, Fraction(draw))) for draw in (1, 0))
    law = two_coups(mixed, shoe)
    assert sum(map(sum, law.counts)) == law.of
    # The square is reached in a coup or not: the law is quadratic in its probability, and known at 0, 1/3 and 1.
    half = two_coups(STANDARD.with_square(Square("Banker", 5, 4, Fraction(1, 2))), shoe)
    for i, j in product(range(3), repeat=2):
        f0, f1, fh = (x.probability(i, j) for x in (two_coups(stands, shoe), two_coups(draws, shoe), half))
        a, b = 2 * f0 + 2 * f1 - 4 * fh, -3 * f0 - f1 + 4 * fh
        assert law.probability(i, j) == a / 9 + b / 3 + f0
    deck = Shoe.decks(1)
    assert after(mixed, deck, read_history("BP"))[0].history == two_coups(mixed, deck).probability(1, 0)


def test_with_replacement_nothing_is_learned():
    law = two_coups(STANDARD, Shoe.infinite_deck())
    assert all(law.change(i, j) == 0 for i in range(3) for j in range(3))
    (later,) = after(STANDARD, Shoe.infinite_deck(), read_history("BBT"))
    assert all(later.change(i) == 0 for i in range(3))
    assert later.history == law.firsts[1] ** 2 * law.firsts[2]
    many = many_coups(STANDARD, Shoe.infinite_deck())
    assert many.probability(0, 1, 2) == law.firsts[0] * law.firsts[1] * law.firsts[2]


def test_an_impossible_history_has_probability_zero_and_no_law():
    zeros = Shoe.of({"0": 30})
    for history in ("B", "TB"):
        (law,) = after(STANDARD, zeros, read_history(history))
        assert law.history == 0
        assert law.probability(0) is law.change(0) is law.ev is None
    assert after(STANDARD, zeros, read_history("TT"))[0].probability(2) == 1
    assert two_coups(STANDARD, zeros).conditional(1, 1) is None
    assert two_coups(STANDARD, zeros).correlation(2, 2) is None


def test_correlation_of_results_and_of_bets():
    law = two_coups(STANDARD, Shoe.decks(1), MAIN[0], MAIN[1])
    nets = [[(law.first.pays(i) * law.second.pays(j), law.probability(i, j)) for i in range(3) for j in range(3)],
            [(law.first.pays(i) ** 2, p) for i, p in enumerate(law.firsts)],
            [(law.second.pays(j) ** 2, p) for j, p in enumerate(law.seconds)]]
    both, first, second = (sum(net * p for net, p in row) for row in nets)
    means = [sum(query.pays(i) * p for i, p in enumerate(alone))
             for query, alone in ((law.first, law.firsts), (law.second, law.seconds))]
    assert law.ev == means[1]
    covariance = both - means[0] * means[1]
    assert 0 < covariance**2 / ((first - means[0]**2) * (second - means[1]**2)) < Fraction(1, 10**6)
    ones = two_coups(STANDARD, Shoe.decks(1))
    covariance = ones.probability(1, 1) - ones.firsts[1] ** 2
    assert ones.correlation(1, 1) == ((covariance / (ones.firsts[1] * (1 - ones.firsts[1]))) ** 2, covariance < 0)


def test_bad_questions_say_what_is_wrong():
    with pytest.raises(ShoeExhaustedError, match="11 cards: 2 coups may need 12"):
        two_coups(STANDARD, Shoe.of({"0": 11}))
    with pytest.raises(ShoeExhaustedError, match="4 coups may need 24"):
        after(STANDARD, Shoe.of({"0": 20}), read_history("BBP"))
    with pytest.raises(UsageError, match="'X' is not a result"):
        read_history("BXP")
    with pytest.raises(UsageError, match="is empty"):
        read_history("")
    with pytest.raises(UsageError, match="history of 4 coups: at most 3"):
        after(STANDARD, Shoe.decks(8), read_history("BBBB"))
    with pytest.raises(UsageError, match="neither a bet nor a fact"):
        EventQuery.of_fact(STANDARD, "player.luck")
    with pytest.raises(UsageError, match="4 coups"):
        many_coups(STANDARD, Shoe.decks(8), 4)
    suited = EventQuery.of_fact(STANDARD, "player.suited_pair")
    with pytest.raises(BetError):
        two_coups(STANDARD, Shoe.decks(1), suited, suited)


def test_the_eight_deck_facts():
    law = two_coups(STANDARD, Shoe.decks(8))
    printed = [("0.446243963", "0.458597435", "0.095158602"), ("0.446246621", "0.458596251", "0.095157128"),
               ("0.446258962", "0.458603014", "0.095138024")]
    assert [tuple(f"{float(law.conditional(i, j)):.9f}" for j in range(3)) for i in range(3)] == printed
    assert law.seconds == law.firsts
    assert Shoe.decks(8).counts(VALUES)[0] == 128
