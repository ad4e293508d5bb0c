"""The spread of the EV: against enumeration, and its consequences."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import sqrt
from pathlib import Path

import pytest

from exact.analysis.counting.pairs import Shared, held_sums_of, shared_sums
from exact.analysis.counting.pairs import _pieces as in_pieces
from exact.analysis.counting.spread import normal_gain, spread
from exact.analysis.counting.tags import CountError, Tags, parse_tags
from exact.analysis.odds.laws import bet_law
from exact.engine.coup.compile import compile_joint
from exact.errors import BetError, ShoeExhaustedError
from exact.game.cards import BY_KIND, parse_card
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe
from tests.oracles.brute_counting import ev, net, sub_shoes

KINDS = [0, 13, 17, 30, 33, 33, 40, 45]  # A 4 5 8 9 9 J Q
TINY = Shoe.of({"A": 1, "4": 1, "5": 1, "8": 1, "9": 2, "0": 2})


@pytest.fixture(scope="module")
def game() -> GameDefinition:
    return load_game("punto-banco")


@pytest.mark.parametrize("name", ["banker", "dragon-7"])
def test_variance_and_covariances_equal_the_enumeration_of_sub_shoes(game: GameDefinition, name: str) -> None:
    bet, tags = game.named(name), parse_tags("A=1 4=3 8,9=-1 5=2")
    found = spread(game.rules, bet, TINY)
    full = sum(tags.tags[kind] for kind in KINDS)
    for size in (6, 7, 8):
        rows = [(ways, ev(game.rules, bet, left), full - sum(tags.tags[kind] for kind in left))
                for left, ways in sub_shoes(KINDS, size)]
        total = sum(ways for ways, _, _ in rows)
        mean = sum(ways * value for ways, value, _ in rows) / total
        mean_count = sum(ways * count for ways, _, count in rows) / total
        assert found.mean == mean
        assert found.variance(size) == sum(ways * (value - mean) ** 2 for ways, value, _ in rows) / total
        assert found.covariance(tags, size) == sum(
            ways * (value - mean) * (count - mean_count) for ways, value, count in rows) / total
        assert found.count_variance(tags, size) == sum(
            ways * (count - mean_count) ** 2 for ways, _, count in rows) / total


@pytest.mark.parametrize(("name", "cards"), [
    ("perfect-pair", "2h 2h 3h Kd 9s 9s Ac 8c"), ("super-tie", "2h 3h 3h Kd 3d 5d 9s 9s"),  # six red: an 8-8 tie
    ("all-black", "2h 3h Kd 9s 9s Ac 8c 8c")])
def test_bets_whose_law_is_in_pieces_equal_the_enumeration_too(game: GameDefinition, name: str, cards: str) -> None:
    """Bets on suits: variance and effects of removal, card by card."""
    bet, kinds = game.named(name), [parse_card(card).first for card in cards.split()]
    shoe = Shoe.of({BY_KIND.names[BY_KIND.of_kind(kind)]: kinds.count(kind) for kind in kinds})
    found = spread(game.rules, bet, shoe)
    assert found.pairs[0].first == 0, "in pieces: one of them is a constant"
    for size in (6, 7):
        rows = [(ways, ev(game.rules, bet, left)) for left, ways in sub_shoes(kinds, size)]
        total = sum(ways for ways, _ in rows)
        assert found.mean == sum(ways * value for ways, value in rows) / total
        assert found.variance(size) == sum(ways * (value - found.mean) ** 2 for ways, value in rows) / total > 0
    for (card, _), effect in list(zip(found.classes, found.removal, strict=True))[:3]:
        assert effect == bet_law(game.rules, bet, shoe.remove(card)).ev - found.mean


@pytest.mark.parametrize("name", ["banker", "blazing-7s"])
def test_a_law_in_one_polynomial_has_the_same_spread_in_pieces(game: GameDefinition, name: str) -> None:
    """One class eliminated, and sequences of several lengths: the other road to the same second moments."""
    bet, shoe = game.named(name), Shoe.of({"0": 5, "2": 3, "3": 2, "6": 4, "7": 4, "8": 3})
    found = spread(game.rules, bet, shoe)
    polynomial = compile_joint(game.rules, (bet,))
    factors = [int(bet.lines[key[0] or 0].pays * found.unit) for key in polynomial.keys]
    counts = dict(found.classes)
    parts = held_sums_of(in_pieces(polynomial, factors, bet), lambda cards: counts.get(cards, 0))
    other = replace(found, pairs=shared_sums(parts))
    assert other.pairs != found.pairs
    for left in (6, 7, 12, 20):
        assert other.second_moment(left) == found.second_moment(left)


def test_a_bet_on_suits_and_all_values_at_once_is_refused_with_its_size(game: GameDefinition) -> None:
    with pytest.raises(BetError, match="lucky-8-player: the variance of its EV would need all 40 kinds of card"):
        spread(game.rules, game.named("lucky-8-player"), Shoe.decks(1))


@pytest.mark.parametrize("name", ["dragon-7", "lucky-nines"])
def test_tags_that_tell_cards_of_one_class_apart(game: GameDefinition, name: str) -> None:
    """The bet may not look at what the count looks at: covariances by enumeration, card by card."""
    bet, tags = game.named(name), parse_tags("8h=-2 9h=1 9d=3 4=2 J=-1")
    found = spread(game.rules, bet, Shoe.of({"Ac": 1, "4d": 1, "5d": 1, "8h": 1, "9d": 2, "Jc": 1, "Qd": 1}))
    kinds = [0, 13, 17, 30, 33, 33, 40, 45]
    for size in (6, 7, 8):
        rows = [(ways, ev(game.rules, bet, left), -sum(tags.tags[kind] for kind in left))
                for left, ways in sub_shoes(kinds, size)]
        total = sum(ways for ways, _, _ in rows)
        mean_count = sum(ways * count for ways, _, count in rows) / total
        assert found.covariance(tags, size) == sum(
            ways * (value - found.mean) * (count - mean_count) for ways, value, count in rows) / total
        assert found.count_variance(tags, size) == sum(
            ways * (count - mean_count) ** 2 for ways, _, count in rows) / total


def test_cards_that_only_the_shoe_does_not_tell_apart_have_no_correlation(game: GameDefinition) -> None:
    found = spread(game.rules, game.named("dragon-7"), Shoe.of({"0": 16, "7": 8, "9": 8}))
    assert found.correlation_square(parse_tags("9=1"), 20)[1] > 0
    with pytest.raises(CountError, match="by rank or by card"):
        found.correlation_square(parse_tags("9h=1"), 20)


def test_pairs_equal_the_sum_over_all_pairs_of_sequences(game: GameDefinition, tmp_path: Path) -> None:
    """A bet on two cards, so that every pair of sequences can be gone through."""
    path = tmp_path / "pair.toml"
    path.write_text('[pairs]\ntitle = "Pair"\nlines = [{ event = "pair", when = { player.pair = true }, pays = 11 },'
                    ' { event = "none", pays = -1 }]\n')
    bet = load_game("punto-banco", [str(path)]).named("pairs")
    shared = [Fraction(0)] * 3
    sequences = [(pair, 11 if KINDS[pair[0]] // 4 == KINDS[pair[1]] // 4 else -1) for pair in permutations(range(8), 2)]
    ranks = Shoe.of({"A": 1, "4": 1, "5": 1, "8": 1, "9": 2, "J": 1, "Q": 1})
    for first, a in sequences:
        for second, b in sequences:
            shared[len(set(first) & set(second))] += a * b
    found = spread(game.rules, bet, ranks)
    assert found.pairs == (Shared(2, 2, tuple(shared)),)


def test_pairs_add_up_to_the_square_of_the_whole(game: GameDefinition) -> None:
    found = spread(game.rules, game.named("banker"), Shoe.decks(1))
    whole = found.mean * found.unit * 52 * 51 * 50 * 49 * 48 * 47
    (pairs,) = found.pairs
    assert sum(pairs.sums) == whole**2


@pytest.mark.parametrize(("left", "deviation"), [(10, "0.0114597"), (20, "0.0051473"), (52, "0.0000000")])
def test_banker_in_one_deck(game: GameDefinition, left: int, deviation: str) -> None:
    assert f"{sqrt(spread(game.rules, game.named('banker'), Shoe.decks(1)).variance(left)):.7f}" == deviation


def test_removal_is_that_of_the_shoe_without_the_card(game: GameDefinition) -> None:
    shoe, bet = Shoe.decks(2), game.named("tie")
    found = spread(game.rules, bet, shoe)
    base = bet_law(game.rules, bet, shoe).ev
    for (cards, _), effect in zip(found.classes, found.removal, strict=True):
        assert effect == bet_law(game.rules, bet, shoe.remove(cards)).ev - base


def test_no_tags_correlate_better_than_the_effects_of_removal(game: GameDefinition) -> None:
    found = spread(game.rules, game.named("dragon-7"), Shoe.decks(8))
    best = Tags.by_value(found.optimal)
    assert found.betting_correlation_square(best) == (1, 1)
    for n in (10, 52, 208, 400):
        at_best = found.correlation_square(best, n)[1]
        assert at_best < 1
        assert at_best == found.covariance(best, n)**2 / (found.variance(n) * found.count_variance(best, n))
        for value in range(10):
            moved = list(found.optimal)
            moved[value] += Fraction(1, 1000)
            assert found.correlation_square(Tags.by_value(moved), n)[1] < at_best


def test_a_constant_and_a_scale_change_no_correlation(game: GameDefinition) -> None:
    found = spread(game.rules, game.named("banker"), Shoe.decks(6))
    sign, square = found.correlation_square(parse_tags("4=-2 A-3=-1 5,7,8=1 6=2"), 100)
    other = Tags.by_value([Fraction(5) - 3 * tag for tag in (0, -1, -1, -1, -2, 1, 2, 1, 1, 0)])
    assert found.correlation_square(other, 100) == (-sign, square)


def test_where_no_correlation_exists(game: GameDefinition) -> None:
    found = spread(game.rules, game.named("banker"), Shoe.decks(1))
    for tags, left in ((parse_tags("A-0=1"), 26), (parse_tags("9=1"), 52)):
        with pytest.raises(CountError, match="does not exist"):
            found.correlation_square(tags, left)


def test_what_has_no_spread_is_refused(game: GameDefinition) -> None:
    banker = game.named("banker")
    with pytest.raises(CountError, match="infinite"):
        spread(game.rules, banker, Shoe.infinite_deck())
    with pytest.raises(CountError, match="none can be dealt before a coup"):
        spread(game.rules, banker, Shoe.of({"0": 6}))
    with pytest.raises(ShoeExhaustedError, match="may need 6"):
        spread(game.rules, banker, Shoe.of({"0": 5}))


def test_bets_that_are_not_always_offered_are_refused(game: GameDefinition, tmp_path: Path) -> None:
    path = tmp_path / "sometimes.toml"
    path.write_text('[sometimes]\ntitle = "After a Banker 7"\noffered = { banker.two_card_total = 7 }\nlines = ['
                    '{ event = "tie", when = { winner = "tie" }, pays = 5 }, { event = "no tie", pays = -1 }]\n')
    bet = load_game("punto-banco", [str(path)]).named("sometimes")
    with pytest.raises(BetError, match="not offered on every coup"):
        spread(game.rules, bet, Shoe.decks(1))


def test_normal_gain() -> None:
    assert normal_gain(-0.01, 0.0) == 0
    assert normal_gain(0.02, 0.0) == 0.02
    assert normal_gain(0.0, 1.0) == pytest.approx(0.3989422804014327)
    assert normal_gain(-1.0, 1.0) == pytest.approx(0.08331547058768628)


def test_net_of_the_enumeration_is_the_bets_own(game: GameDefinition) -> None:
    """The slow road is not the fast one in disguise: a coup dealt by hand."""
    dragon = game.named("dragon-7")
    assert net(game.rules, dragon, [0, 0, 4, 16, 0, 0]) == -1   # A+2 draws A: 4; A+5 = 6 stands on an ace
    assert net(game.rules, dragon, [0, 4, 16, 8, 24, 4]) == -1  # 6 stands; 2+3 = 5 draws 7: 2
