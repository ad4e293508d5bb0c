"""Known cards against all orders of tiny shoes, and what must hold on any shoe."""

from collections import defaultdict
from fractions import Fraction
from itertools import pairwise

import pytest

from exact.analysis.odds.laws import Study, bet_law
from exact.analysis.removal.known_cards import (
    best_sorts,
    card_out_of_play,
    group_name,
    known_cards,
    read_groups,
    single_cards,
)
from exact.errors import BetError, CardError, ExactError, ShoeError, ShoeExhaustedError, UsageError
from exact.game.cards import ALL_CARDS, BY_RANK, VALUES, CardSet, parse_card
from exact.game.catalogue import load_game
from exact.game.coup import CoupInProgress, Position
from exact.game.rules import STANDARD, Square
from exact.game.shoe import Shoe
from tests.oracles.orders_of_a_shoe import deal, orders

PUNTO = load_game("punto-banco")
PLAYER, BANKER, TIE = (PUNTO.named(name) for name in ("player", "banker", "tie"))
NETS = {PLAYER: (1, -1, 0), BANKER: (-1, Fraction(19, 20), 0), TIE: (-1, -1, 8)}
COUNTS = (3, 0, 1, 0, 0, 2, 1, 0, 0, 1)
SHOE = Shoe.of({"0": 3, "2": 1, "5": 2, "6": 1, "9": 1})


def by_orders(known, bets):
    """Gain, and the EVs for each thing seen, by dealing every order."""
    sums = defaultdict(lambda: [0] * (len(bets) + 1))
    total = 0
    for order in orders(COUNTS):
        total += 1
        seen = tuple(next(i for i, group in enumerate(known[card]) if group & VALUES.classes[order[card - 1]])
                     for card in sorted(known))
        row = sums[seen]
        row[-1] += 1
        for i, bet in enumerate(bets):
            row[i] += NETS[bet][deal(order[:6], STANDARD).winner]
    return {seen: (Fraction(row[-1], total), tuple(Fraction(x, row[-1]) for x in row[:-1]))
            for seen, row in sums.items()}


@pytest.mark.parametrize("cards", [(1,), (2,), (3,), (4,), (5,), (6,), (1, 4), (2, 5), (3, 5, 6)], ids=str)
def test_cards_known_by_value_as_in_all_orders(cards):
    known = dict.fromkeys(cards, VALUES.classes)
    found = known_cards(STANDARD, SHOE, (PLAYER, BANKER, TIE), known)
    slow = by_orders(known, (PLAYER, BANKER, TIE))
    assert len(found.sights) == len(slow)
    for sight in found.sights:
        key = tuple(VALUES.classes.index(group) for group in sight.groups)
        assert (sight.probability, sight.evs) == slow[key]
    assert found.gain == sum(p * max(0, *evs) for p, evs in slow.values())
    assert found.gain_forced == sum(p * max(evs) for p, evs in slow.values())
    assert found.frequency == sum(p for p, evs in slow.values() if max(evs) > 0)


def test_cards_sorted_in_groups_as_in_all_orders():
    groups = read_groups("0-4/5,6/7-9")
    known = {1: groups, 2: groups, 4: read_groups("6-9")}
    found = known_cards(STANDARD, SHOE, (PLAYER, BANKER), known)
    slow = by_orders(known, (PLAYER, BANKER))
    assert found.gain == sum(p * max(0, *evs) for p, evs in slow.values())


def test_the_first_card_by_the_law_of_a_coup_in_progress():
    """An independent road: the polynomial of a half-dealt coup on the shoe without the card."""
    for card, position in ((1, Position.P1), (2, Position.B1), (4, Position.B2)):
        found = known_cards(STANDARD, Shoe.decks(6), (BANKER,), {card: VALUES.classes})
        for sight, name in zip(found.sights, "0A23456789", strict=True):
            cards = parse_card(name)
            left = Shoe.decks(6).remove(cards)
            laws = [bet_law(STANDARD, bet, left, CoupInProgress(((position, cards),))) for bet in (BANKER,)]
            assert sight.evs == tuple(law.ev for law in laws)


def test_knowing_cards_does_not_change_the_mean_of_any_bet():
    bets = tuple(PUNTO.named(name) for name in ("player", "dragon-7", "player-pair", "tie"))
    shoe = Shoe.decks(2).remove("9", "9", "K")
    study = Study(STANDARD, bets).odds(shoe)
    known = known_cards(STANDARD, shoe, bets, {2: BY_RANK.classes, 5: read_groups("0-4/5-9")})
    for i, bet in enumerate(bets):
        assert sum(sight.probability * sight.evs[i] for sight in known.sights) == study.bet(bet.name).ev


def test_a_pair_is_settled_when_both_cards_are_known():
    pair = PUNTO.named("player-pair")
    known = known_cards(STANDARD, Shoe.decks(1), (pair,), {1: BY_RANK.classes, 3: BY_RANK.classes})
    for sight in known.sights:
        assert sight.gain == (11 if sight.groups[0] == sight.groups[1] else -1)


def test_chance_moves_are_the_mixture_of_the_two_tables():
    shoe = Shoe.decks(1)
    square = [known_cards(STANDARD.with_square(Square("Banker", 5, 4, Fraction(draw))), shoe, (BANKER,),
                          {5: VALUES.classes})
              for draw in (0, "1/4", 1)]
    for stands, mixed, draws in zip(*(one.sights for one in square), strict=True):
        assert mixed.evs[0] == (3 * stands.evs[0] + draws.evs[0]) / 4


def test_a_printed_card_is_none_of_the_cards_off_the_shoe():
    game = load_game("7-up")
    singles = single_cards(game.rules, game.shoe(), (game.named("player"),))
    assert [one.cards for one in singles] == [(1,), (2,), (3,), (4,), (5,)]
    ev = Study(game.rules, (game.named("player"),)).odds(game.shoe()).bet("player").ev
    assert {sum(sight.probability * sight.evs[0] for sight in one.sights) for one in singles} == {ev}


def test_the_best_sort_is_the_best_of_all_sorts_made_one_by_one():
    shoe = Shoe.decks(1)
    sorts = best_sorts(STANDARD, shoe, (PLAYER, BANKER), (1, 4))
    assert len(sorts) == 511
    for sort in (sorts[0], sorts[1], sorts[200], sorts[-1]):
        known = known_cards(STANDARD, shoe, (PLAYER, BANKER), dict.fromkeys((1, 4), (sort.group, sort.rest)))
        assert known.gain == sort.gain
    assert all(a.gain >= b.gain for a, b in pairwise(sorts))


@pytest.mark.parametrize("by", [VALUES, BY_RANK], ids=["value", "rank"])
def test_only_what_the_shoe_holds_is_sorted(by):
    """Four classes can be sorted in two in seven ways; no two of the sorts are one."""
    shoe = Shoe.of({"2": 8, "6": 8, "8": 8, "9": 8})
    sorts = best_sorts(STANDARD, shoe, (PLAYER, BANKER), (1, 2), by)
    assert len({sort.group for sort in sorts}) == len(sorts) == 7
    for sort in sorts:
        assert sort.group | sort.rest == CardSet.of("2", "6", "8", "9")
        assert not sort.group & sort.rest
        seen = (sort.group, ALL_CARDS - sort.group)
        assert known_cards(STANDARD, shoe, (PLAYER, BANKER), dict.fromkeys((1, 2), seen)).gain == sort.gain


def test_knowing_more_is_never_worth_less():
    shoe = Shoe.decks(1)
    gains = [known_cards(STANDARD, shoe, (PLAYER, BANKER, TIE), known).gain for known in (
        {1: read_groups("6-9")}, {1: VALUES.classes}, {1: VALUES.classes, 2: read_groups("6-9")},
        {1: VALUES.classes, 2: VALUES.classes})]
    assert gains == sorted(gains)


def test_the_burn_card_is_a_removal_and_its_mean_is_nothing():
    seen = card_out_of_play(STANDARD, SHOE, (PLAYER, BANKER))
    for sight in seen.sights:
        odds = Study(STANDARD, (PLAYER, BANKER)).odds(SHOE.remove(sight.groups[0]))
        assert sight.evs == (odds.bet("player").ev, odds.bet("banker").ev)
    whole = Study(STANDARD, (PLAYER, BANKER)).odds(SHOE)
    assert sum(s.probability * s.evs[1] for s in seen.sights) == whole.bet("banker").ev
    grouped = card_out_of_play(STANDARD, SHOE, (PLAYER, BANKER), read_groups("5-9"))
    assert sum(s.probability * s.evs[0] for s in grouped.sights) == whole.bet("player").ev


def test_groups_are_read_and_named():
    assert [group_name(group) for group in read_groups("0-3/4-9")] == ["0-3", "4-9"]
    assert [group_name(group) for group in read_groups("6-9")] == ["6-9", "0-5"]
    assert [group_name(group) for group in read_groups("A,2,T,J,Q,K/3-9")] == ["0-2", "3-9"]
    assert group_name(parse_card("K")) == "K"
    for text, fault in (("0-5/5-9", "5 is in two groups"), ("0-4/6-9", "5 is in no group"), ("0-5//6-9", "empty"),
                        ("3,3/4", "named twice"), ("5-4", "not a range"), ("0-x", "not a range"), ("x", "not a card")):
        with pytest.raises((UsageError, CardError), match=fault):
            read_groups(text)


def test_bad_questions():
    with pytest.raises(UsageError, match="numbered 1 to 6"):
        known_cards(STANDARD, SHOE, (PLAYER,), {7: VALUES.classes})
    with pytest.raises(UsageError, match="1,000,000 things"):
        known_cards(STANDARD, SHOE, (PLAYER,), dict.fromkeys(range(1, 7), VALUES.classes))
    with pytest.raises(ShoeError, match="64 bits"):
        known_cards(STANDARD, Shoe.decks(100), (PLAYER,), {1: VALUES.classes})
    with pytest.raises(ShoeExhaustedError):
        known_cards(STANDARD, Shoe.of({"0": 5}), (PLAYER,), {1: VALUES.classes})
    with pytest.raises(BetError, match="classes of card"):
        known_cards(STANDARD, Shoe.decks(1), (PUNTO.named("perfect-pair"),), {1: VALUES.classes})
    with pytest.raises(UsageError, match="at least one bet"):
        known_cards(STANDARD, SHOE, (), {1: VALUES.classes})
    with pytest.raises(UsageError, match="one to four"):
        best_sorts(STANDARD, SHOE, (PLAYER,), (1, 2, 3, 4, 5))
    with pytest.raises(ExactError, match="infinite shoe"):
        card_out_of_play(STANDARD, Shoe.infinite_deck(), (PLAYER,))
