"""One number counted three ways: flat enumeration, the memoised walk, and the coup polynomial."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exact.analysis.odds.dealt import read_dealt
from exact.analysis.odds.laws import bet_law
from exact.engine.brute_force import Walk
from exact.engine.coup.compile import compile_joint
from exact.errors import ShoeExhaustedError, plural
from exact.game.bets import OUTCOMES
from exact.game.cards import parse_card
from exact.game.catalogue import load_game
from exact.game.coup import NOTHING_KNOWN, CoupInProgress, Position
from exact.game.rules import STANDARD
from exact.game.rules_file import read_rules
from exact.game.shoe import Shoe
from tests import strategies
from tests.oracles import flat_coups as flat
from tests.strategies import NAMES, value_shoe

ODD_SHOES = {
    "six zeros": (6, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    "six nines": (0, 0, 0, 0, 0, 0, 0, 0, 0, 6),
    "seven fours": (0, 0, 0, 0, 7, 0, 0, 0, 0, 0),
    "six cards, all different": (1, 1, 1, 1, 1, 1, 0, 0, 0, 0),
    "three of two kinds": (0, 0, 0, 3, 0, 0, 3, 0, 0, 0),
    "two tens, six nines": (2, 0, 0, 0, 0, 0, 0, 0, 0, 6),
    "no naturals possible": (0, 0, 4, 0, 0, 0, 0, 0, 0, 4),
    "one of each but 7 and 8": (1, 1, 1, 1, 1, 1, 1, 0, 0, 1),
    "no zeros": (0, 1, 1, 1, 1, 1, 1, 1, 1, 1),
    "late in a shoe": (3, 1, 0, 1, 1, 0, 1, 0, 1, 1),
}


def outcome_counts(rules, shoe, known=NOTHING_KNOWN):
    """(Player, Banker, Tie) of the polynomial, with what they are out of."""
    law = compile_joint(rules, (OUTCOMES,), known).law(shoe)
    found = dict(zip(law.keys, law.counts, strict=True))
    return tuple(found.get((line,), 0) for line in range(3)), law.of


@pytest.mark.parametrize("counts", ODD_SHOES.values(), ids=ODD_SHOES)
def test_flat_walk_and_polynomial_agree(counts):
    three, of = outcome_counts(STANDARD, value_shoe(counts))
    assert three == Walk(STANDARD).outcomes(counts) == flat.outcomes(flat.texts(counts))
    assert sum(three) == of


@pytest.mark.parametrize("size", range(6))
def test_fewer_than_six_cards_are_refused_both_ways(size):
    counts = (size, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    with pytest.raises(ShoeExhaustedError, match=f"shoe of {plural(size, 'card')}"):
        outcome_counts(STANDARD, value_shoe(counts))
    with pytest.raises(ShoeExhaustedError, match=f"shoe of {plural(size, 'card')}"):
        Walk(STANDARD).outcomes(counts)


@settings(max_examples=12, deadline=None)
@given(strategies.small_counts(), strategies.tableaux())
def test_any_tableau_on_any_small_shoe(counts, table):
    rules = read_rules(table)
    three, of = outcome_counts(rules, value_shoe(counts))
    expected = flat.outcomes(flat.texts(counts), table)
    assert three == Walk(rules).outcomes(counts) == tuple(rules.scale * count for count in expected)
    assert sum(three) == of


@settings(max_examples=12, deadline=None)
@given(strategies.small_counts(6, 7), strategies.tableaux(any_naturals=False), st.data())
def test_any_bet_under_any_tableau_by_value(counts, table, data):
    """A random bet: the count of each of its lines against the flat dealer, line by line."""
    rules, bet = read_rules(table), data.draw(strategies.bets())
    cards = flat.texts(counts)
    law = compile_joint(rules, (bet,)).law(value_shoe(counts))
    whole = compile_joint(rules, (bet, OUTCOMES)).law(value_shoe(counts))
    seen = Counter()
    for (player, banker), ways in flat.tally(cards, table, lambda p, b: (tuple(p), tuple(b))).items():
        seen[bet.result(_positions(player, banker))] += ways
    scale = Fraction(law.of, whole.of)  # a bet on the first cards alone counts shorter sequences
    assert {key[0]: count for key, count in zip(law.keys, law.counts, strict=True) if count} == {
        line: rules.scale * count * scale for line, count in seen.items()}


KIND = {value: parse_card(name).first for value, name in enumerate(NAMES)}
"""One kind standing for each point value."""


def _positions(player, banker):
    """A dealt coup as kinds by position."""
    laid = {Position[f"P{i}"]: KIND[flat.points(card)] for i, card in enumerate(player, 1)}
    return laid | {Position[f"B{i}"]: KIND[flat.points(card)] for i, card in enumerate(banker, 1)}


# ---------------------------------------------------------------------------------------------------------------
# coups in progress

DEALT = {
    "Player's first card": {"P1": "9"},
    "one card each": {"P1": "4", "B1": "0"},
    "three cards": {"P1": "4", "B1": "0", "P2": "1"},
    "four cards, Player to draw": {"P1": "4", "B1": "3", "P2": "1", "B2": "1"},
    "four cards, both stand": {"P1": "6", "B1": "7", "P2": "0", "B2": "0"},
    "a natural": {"P1": "9", "B1": "3", "P2": "0", "B2": "0"},
    "Player's third card": {"P1": "4", "B1": "3", "P2": "1", "B2": "0", "P3": "8"},
    "Banker to draw after Player's third": {"P1": "4", "B1": "3", "P2": "1", "B2": "1", "P3": "4"},
    "Banker's third card, Player stood": {"P1": "6", "B1": "3", "P2": "0", "B2": "1", "B3": "5"},
    "all six cards": {"P1": "4", "B1": "3", "P2": "1", "B2": "0", "P3": "9", "B3": "9"},
}
LEFT = (2, 1, 1, 1, 1, 0, 1, 0, 0, 1)


def known_of(dealt, totals=None):
    totals = totals or {}
    return CoupInProgress(tuple((Position[place], parse_card(card)) for place, card in sorted(
        dealt.items(), key=lambda item: Position[item[0]])), totals.get("P"), totals.get("B"))


@pytest.mark.parametrize("dealt", DEALT.values(), ids=DEALT)
def test_half_dealt_coups(dealt):
    known = known_of(dealt)
    three, of = outcome_counts(STANDARD, value_shoe(LEFT), known)
    assert three == Walk(STANDARD, known).outcomes(LEFT) == flat.outcomes(flat.texts(LEFT), dealt=dealt)
    assert sum(three) == of > 0


@pytest.mark.parametrize("dealt", [
    {"P1": "6", "B1": "3", "P2": "0", "B2": "1", "B3": "5"},
    {"P1": "4", "B1": "3", "P2": "1", "B2": "0", "P3": "9"},
    {"P1": "4", "B1": "3", "P2": "1", "B2": "0", "P3": "9", "B3": "2"},
], ids=["Banker's third card alone", "Player's third card", "both third cards"])
def test_third_cards_on_the_table_were_drawn_whatever_the_odds_of_it(dealt):
    """Mixed squares of both hands: only the courses that lay these cards count, with the probability that they have."""
    table = flat.STANDARD | {
        "player_draws": [0, 1, 2, 3, 4, {"on": 5, "draw": "2/3"}],
        "banker_draws": flat.STANDARD["banker_draws"] | {"3": [{"on": 9, "draw": "1/4"}], "4": [
            {"on": "stood", "draw": "1/2"}]}}
    rules, known = read_rules(table), known_of(dealt)
    expected = tuple(rules.scale * count for count in flat.outcomes(flat.texts(LEFT), table, dealt=dealt))
    three, _ = outcome_counts(rules, value_shoe(LEFT), known)
    assert three == Walk(rules, known).outcomes(LEFT) == expected


@pytest.mark.parametrize("totals", [{"P": 5}, {"B": 3}, {"P": 0, "B": 6}, {"P": 9}, {"B": 4, "P": 1}])
@pytest.mark.parametrize("third", [{}, {"P3": "4"}], ids=["two cards", "and Player's third"])
def test_totals_of_which_the_cards_are_unknown(totals, third):
    if third and set(totals.values()) & {8, 9}:
        third = {}
    known = known_of(third, totals)
    three, of = outcome_counts(STANDARD, value_shoe(LEFT), known)
    assert three == Walk(STANDARD, known).outcomes(LEFT) == flat.outcomes(
        flat.texts(LEFT), dealt=third, totals=totals)
    assert sum(three) == of > 0


def test_a_first_card_and_the_total_of_the_same_hand():
    known = known_of({"P1": "4"}, {"P": 5})
    three, _ = outcome_counts(STANDARD, value_shoe(LEFT), known)
    assert three == Walk(STANDARD, known).outcomes(LEFT) == flat.outcomes(
        flat.texts(LEFT), dealt={"P1": "4"}, totals={"P": 5})


@settings(max_examples=20, deadline=None)
@given(strategies.small_counts(6, 7), strategies.tableaux(printed=False), st.integers(0, 6), st.randoms())
def test_any_coup_in_progress_under_any_tableau(counts, table, size, random):
    """Cards from the same shoe laid in the order of dealing, as far as the rules let them be laid."""
    rules = read_rules(table)
    cards = flat.texts(counts)
    random.shuffle(cards)
    *_, (_, player, banker) = flat.play(cards[:6], table)
    laid = {**{f"P{i}": card for i, card in enumerate(player, 1)}, **{f"B{i}": c for i, c in enumerate(banker, 1)}}
    dealt = {place: laid[place] for place in [place for place in flat.ORDER if place in laid][:size]}
    left = list(cards)
    for card in dealt.values():
        left.remove(card)
    left += ["0"] * max(0, 6 - len(dealt) - len(left))
    numbers = tuple(left.count(str(value)) for value in range(10))
    known = known_of(dealt)
    three, of = outcome_counts(rules, value_shoe(numbers), known)
    expected = tuple(rules.scale * count for count in flat.outcomes(left, table, dealt=dealt))
    assert three == Walk(rules, known).outcomes(numbers) == expected
    assert sum(three) == of > 0


# ---------------------------------------------------------------------------------------------------------------
# the infinite shoe

def with_replacement(table, weights):
    """(Player, Banker, Tie) for cards drawn with replacement, out of the sixth power of all weights; by convolution."""
    whole = sum(weights)
    two = [sum(weights[a] * weights[(t - a) % 10] for a in range(10)) for t in range(10)]
    found = {"player": Fraction(0), "banker": Fraction(0), "tie": Fraction(0)}

    def banker_turn(weight, player, banker, draws):
        for value in range(10):
            found[flat.winner([str(player)], [str((banker + value) % 10)])] += weight * draws * weights[value]
        found[flat.winner([str(player)], [str(banker)])] += weight * (1 - draws) * whole

    for player in range(10):
        for banker in range(10):
            weight = Fraction(two[player] * two[banker])
            if player in table["naturals"] or banker in table["naturals"]:
                found[flat.winner([str(player)], [str(banker)])] += weight * whole**2
                continue
            row = table["banker_draws"][str(banker)]
            draws = flat.chance(table["player_draws"], player)
            banker_turn(weight * (1 - draws) * whole, player, banker, flat.chance(row, "stood"))
            for third in range(10):
                final = (player + third) % 10
                column = final if table.get("banker_reads") == "total" else third
                banker_turn(weight * draws * weights[third], final, banker, flat.chance(row, column))
    return tuple(found.values())


def test_the_infinite_shoe_counts_out_of_thirteen_to_the_sixth():
    three, of = outcome_counts(STANDARD, Shoe.infinite_deck())
    assert of == 13**6
    assert three == with_replacement(flat.STANDARD, [4] + [1] * 9) == (2153464, 2212744, 460601)


@settings(max_examples=8, deadline=None)
@given(strategies.tableaux(printed=False, deviating=False))
def test_the_infinite_shoe_under_any_tableau(table):
    rules = read_rules(table)
    three, of = outcome_counts(rules, Shoe.infinite_deck())
    assert three == tuple(rules.scale * count for count in with_replacement(table, [4] + [1] * 9))
    assert of == rules.scale * 13**6


def test_the_infinite_shoe_is_the_limit_of_many_decks():
    limit, whole = outcome_counts(STANDARD, Shoe.infinite_deck())
    for decks in (10, 10**3, 10**6, 10**9):
        three, of = outcome_counts(STANDARD, Shoe.decks(decks))
        for here, there in zip(three, limit, strict=True):
            gap = abs(Fraction(here, of) - Fraction(there, whole))
            assert 0 < gap < Fraction(1, 100 * decks)


@pytest.mark.parametrize(("dealt", "bet", "chance"), [
    ("P9 B4", "player-pair", Fraction(31, 414)), ("P9 B4", "banker-pair", Fraction(31, 414)),
    ("P9", "banker-pair", Fraction(12 * 32 * 31 + 31 * 30, 415 * 414)),  # one nine of eight decks is gone
    ("P9h B4d P9d", "player-suited-pair", Fraction(0)), ("P9h B9h", "player-suited-pair", Fraction(6, 414))])
def test_a_pair_looks_at_its_own_hand_whatever_lies_before_the_other(dealt, bet, chance):
    game = load_game("punto-banco")
    known = read_dealt(dealt, game.rules)
    shoe = Shoe.decks(8).remove(*(cards for _, cards in known.cards))
    assert bet_law(game.rules, game.named(bet), shoe, known).hit_frequency == chance
