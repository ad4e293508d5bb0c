"""What perfect play is worth: derived numbers, the gain of a shoe against its exact value, and refusals."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import comb

import pytest

from exact.analysis.counting.spread import spread
from exact.analysis.shoe.perfect_play import (
    Prepared,
    gain_per_shoe,
    perfect_play,
    prepare,
    swept_together,
)
from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import exponents, falling
from exact.errors import ShoeExhaustedError, UsageError
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe
from exact.values import Interval
from tests.engine.test_sweep import plain_values
from tests.oracles.sub_shoes import all_sub_shoes, weight

GAME = load_game("punto-banco")
SMALL = Shoe.of({"0": 6, "8": 4, "9": 3, "6": 3, "5": 2})


def asked(shoe: Shoe, *names: str, cards_left: Iterable[int] | None = None, **more: bool) -> Prepared:
    return prepare(GAME.rules, [GAME.named(name) for name in names], shoe, cards_left, **more)


def test_the_derived_numbers_agree_with_each_other() -> None:
    play = perfect_play(asked(Shoe.decks(1), "player", "banker", cards_left=range(6, 9), histogram=True))
    assert [bet.name for bet in play.bets] == ["player", "banker", "best"]
    assert play.exact
    for bet in play.bets:
        for depth in bet.depths:
            assert depth.ev_when_favourable == Interval.at(depth.mean_gain.low / depth.favourable.low)
            assert depth.min_ev <= depth.mean_ev.low <= depth.max_ev
            assert sum(piece.probability.low for piece in depth.histogram) == 1
            assert sum(piece.probability.low for piece in depth.histogram
                       if piece.start is not None and piece.start >= 0) >= depth.favourable.low
            start, end = depth.quantile(Fraction(1, 2))
            assert sum(piece.probability.low for piece in depth.histogram
                       if piece.end is not None and end is not None and piece.end <= end) >= Fraction(1, 2)
            assert start is not None
            assert end is not None
            assert end - start == Fraction(1, 200)
    player, banker, best = play.bets
    assert best.full_ev == max(player.full_ev, banker.full_ev)
    for one, other, both in zip(player.depths, banker.depths, best.depths, strict=True):
        assert one.mean_ev == Interval.at(player.full_ev)
        assert other.mean_ev.low == banker.full_ev
        assert max(one.mean_gain.low, other.mean_gain.low) <= both.mean_gain.low
        assert both.mean_gain.low <= one.mean_gain.low + other.mean_gain.low


def gain_by_recursion(game: GameDefinition, shoe: Shoe, name: str, cut: int) -> Fraction:
    """The exact gain of a shoe, coup by coup over every way that its cards can leave it."""
    bet = game.named(name)
    prepared = prepare(game.rules, (bet,), shoe)
    law = compile_joint(game.rules, (bet,))
    used: dict[int, int] = {}
    for weights in law.components[0].polynomial.weights:
        for monomial, number in weights.items():
            used[monomial] = used.get(monomial, 0) + number
    possible = [(number, exponents(monomial, 10)) for monomial, number in used.items()]
    possible = [(number, powers) for number, powers in possible
                if all(power <= cap for power, cap in zip(powers, prepared.question.caps, strict=True))]

    def ev(counts: tuple[int, ...]) -> Fraction:
        found = law.law(Shoe.of(zip("0A23456789", counts, strict=True)))
        net = sum(bet.lines[key[0]].pays * count for key, count in zip(found.keys, found.counts, strict=True))
        return Fraction(net, found.of)

    @cache
    def rest(counts: tuple[int, ...]) -> Fraction:
        cards = sum(counts)
        if cards < cut:
            return Fraction(0)
        total = max(Fraction(0), ev(counts))
        for number, powers in possible:
            ways = number
            for count, power in zip(counts, powers, strict=True):
                ways *= falling(count, power)
            if ways:
                left = tuple(count - power for count, power in zip(counts, powers, strict=True))
                total += Fraction(ways, falling(cards, sum(powers))) * rest(left)
        return total

    return rest(prepared.question.caps)


@pytest.mark.parametrize("cut", [6, 10])
def test_the_gain_of_a_shoe_lies_within_its_bounds(cut: int) -> None:
    shoe = Shoe.of({"0": 5, "8": 4, "9": 3, "6": 3})
    (bet,) = perfect_play(asked(shoe, "tie")).bets
    gains = {depth.cards_left: depth.mean_gain for depth in bet.depths}
    true = gain_by_recursion(GAME, shoe, "tie", cut)
    bounds = gain_per_shoe(gains, shoe.cards, cut, (4, 6))
    assert 0 < bounds.low < true < bounds.high
    shallow = {cards: gain for cards, gain in gains.items() if cards <= cut + 2}
    wider = gain_per_shoe(shallow, shoe.cards, cut, (4, 6))
    assert wider.low <= bounds.low
    assert bounds.high <= wider.high


def test_the_cards_of_a_coup_are_those_of_the_game() -> None:
    """In 7 Up a coup takes three to five cards: a second one can start where none could with four."""
    game, shoe = load_game("7-up"), Shoe.of({"A": 2, "2": 3, "4": 1, "5": 1, "9": 1})
    play = perfect_play(prepare(game.rules, (game.named("player"),), shoe))
    assert play.coup == (3, 5)
    gains = {depth.cards_left: depth.mean_gain for depth in play.bets[0].depths}
    true = gain_by_recursion(game, shoe, "player", 5)
    assert true == Fraction(1259, 1680)
    bounds = gain_per_shoe(gains, shoe.cards, 5, play.coup)
    assert bounds.low <= true <= bounds.high


def test_bounds_of_bounded_gains_are_wider() -> None:
    gains = {6: Interval.at(Fraction(1, 10)), 10: Interval.at(Fraction(1, 20)), 14: Interval.at(Fraction(0))}
    loose = {cards: Interval(gain.low * Fraction(99, 100), gain.high * Fraction(101, 100))
             for cards, gain in gains.items()}
    tight, wide = gain_per_shoe(gains, 14, 6, (4, 6)), gain_per_shoe(loose, 14, 6, (4, 6))
    assert wide.low <= tight.low <= tight.high <= wide.high
    assert tight == Interval(Fraction(1, 20) + 0, Fraction(0) + Fraction(1, 10) * 2)


def test_a_cut_card_below_what_is_known_is_refused() -> None:
    with pytest.raises(UsageError, match="sweep down to the cut card"):
        gain_per_shoe({10: Interval.at(Fraction(1))}, 52, 8, (4, 6))


@pytest.mark.parametrize(("names", "shoe", "cards_left", "message"), [
    (("banker",), Shoe.decks(1), range(5, 9), "`cards_left` 5: must be from 6 .* to 52"),
    (("banker",), Shoe.decks(1), range(8, 54), "`cards_left` 53: must be from 6 .* to 52"),
    (("banker",), Shoe.infinite_deck(), None, "no sub-shoes"),
    (("banker",), Shoe.decks(8), None, r"sub-shoes, about .* (days|years) on one core"),
    (("player-pair",), Shoe.decks(8), None, r"over 13 classes of card, about .* years"),
    (("perfect-pair",), Shoe.decks(1), (6, 7), "distinguishes 52 classes of card"),
])
def test_what_cannot_be_swept_is_refused_first(names: tuple[str, ...], shoe: Shoe, cards_left: Iterable[int] | None,
                                               message: str) -> None:
    with pytest.raises(UsageError, match=message):
        asked(shoe, *names, cards_left=cards_left)
    with pytest.raises(ShoeExhaustedError, match="may need 6"):
        asked(Shoe.of({"9": 5}), "banker")


def test_any_numbers_of_cards_left_are_swept() -> None:
    some, every = asked(SMALL, "banker", cards_left=(9, 6, 12, 9)), asked(SMALL, "banker")
    assert some.sizes == (6, 9, 12)
    whole = {depth.cards_left: depth for depth in perfect_play(every).bets[0].depths}
    assert list(perfect_play(some).bets[0].depths) == [whole[cards] for cards in (6, 9, 12)]
    assert some.record() != asked(SMALL, "banker", cards_left=range(6, 13)).record()


def test_bets_over_ranks_are_offered_where_small_enough() -> None:
    play = perfect_play(asked(Shoe.decks(1), "player-pair", cards_left=(6, 7)))
    assert len(play.classes) == 13
    six = play.bets[0].depths[0]
    assert six.max_ev == Fraction(23, 5)
    assert sorted(six.max_shoe)[-2:] == [2, 4]
    assert six.mean_ev.low == 12 * Fraction(3, 51) - 1


def test_of_all_bets_those_over_point_values_are_swept_together() -> None:
    names = ("tie", "player-pair", "perfect-pair", "insurance-5", "six-cards")
    kept, rest = swept_together([GAME.named(name) for name in names])
    assert [bet.name for bet in kept] == ["tie", "six-cards"]
    assert {bet.name: why.partition(",")[0] for bet, why in rest} == {
        "player-pair": "looks at ranks", "perfect-pair": "looks at suits",
        "insurance-5": "is not offered on every coup"}
    assert len(perfect_play(prepare(GAME.rules, kept, SMALL, [6])).bets) == 3
    with pytest.raises(UsageError, match="`bets` all: no bet of these"):
        swept_together([GAME.named("perfect-pair")])


@pytest.mark.parametrize("name", ["banker", "tie"])
def test_the_second_moment_is_that_of_the_pairs_of_coups(name: str) -> None:
    """E[EV^2] over every sub-shoe, one by one, against the closed form that the counting commands use."""
    shoe = Shoe.of({"0": 3, "8": 2, "9": 2, "6": 2, "5": 2})
    bet = GAME.named(name)
    form, caps = asked(shoe, name).question.form, shoe.counts(VALUES)
    closed = spread(GAME.rules, bet, shoe)
    squares: dict[int, int] = {}
    left = [counts for counts in all_sub_shoes(caps) if sum(counts) >= 6]
    for counts, (value,) in zip(left, plain_values(form, left), strict=True):
        squares[sum(counts)] = squares.get(sum(counts), 0) + weight(caps, counts) * value**2
    for depth in perfect_play(asked(shoe, name)).bets[0].depths:
        cards = depth.cards_left
        moment = Fraction(squares[cards], comb(shoe.cards, cards) * form.sequences(cards)**2)
        assert moment == closed.second_moment(cards)
        assert depth.mean_ev.low**2 <= moment <= max(depth.max_ev**2, depth.min_ev**2)
