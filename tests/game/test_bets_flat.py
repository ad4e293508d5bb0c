"""Bets that look at ranks, suits and colours, against flat enumeration over the 52 kinds on small shoes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import perm

import pytest

from exact.analysis.odds.laws import Study, bet_law
from exact.engine.coup.compile import compile_joint
from exact.errors import BetError
from exact.game.bet_file import read_bet
from exact.game.bets import Bet
from exact.game.cards import RANKS, SUITS
from exact.game.catalogue import load_game
from exact.game.coup import Position
from exact.game.shoe import Shoe
from tests.oracles.flat_bets import BY_HAND, coups
from tests.oracles.flat_coups import total

GAME = load_game("punto-banco")
SHOES = {
    "eight cards, six of them of one suit": ["9h", "9h", "Kh", "2h", "6h", "Ah", "8d", "9c"],
    "ten cards with pairs and three of a kind": ["9d", "9d", "9d", "9c", "Kd", "Kd", "Qd", "Qd", "4d", "Js"],
    "fourteen cards of six kinds": ["3h", "3h", "3h", "5h", "5h", "5d", "5d", "Kc", "Kc", "Kc", "Js", "Js", "7d", "7d"],
    "eight cards, all red": ["9h", "9d", "Kh", "Qh", "6d", "2d", "4h", "3h"],
    "nine cards, low totals": ["Ah", "Ah", "Ac", "2h", "2h", "5h", "5d", "3h", "3h"],
}


def kind(card: str) -> int:
    return 4 * RANKS.index(card[0]) + SUITS.index(card[1])


def positions(player: tuple[str, ...], banker: tuple[str, ...]) -> dict[Position, int]:
    """A coup as bets take it: the kind at each position."""
    places = (Position.P1, Position.P2, Position.P3), (Position.B1, Position.B2, Position.B3)
    return {place: kind(card) for hand, into in zip((player, banker), places, strict=True)
            for card, place in zip(hand, into, strict=False)}


@pytest.mark.parametrize("cards", SHOES.values(), ids=SHOES)
def test_bets_judged_by_hand(cards: list[str]) -> None:
    """The lines of thirteen bets, and of the same by `Bet.result`, from every coup of a shoe."""
    shoe, whole = Shoe.of(Counter(cards)), perm(len(cards), 6)
    bets = {name: GAME.named(name) for name in BY_HAND}
    by_hand = {name: Counter[int]() for name in bets}
    for number, (player, banker, ways) in enumerate(coups(cards)):
        coup = positions(player, banker) if number % 17 == 0 else None
        for name, judge in BY_HAND.items():
            line = judge(player, banker)
            by_hand[name][line] += ways
            assert coup is None or bets[name].result(coup) == line, (name, player, banker)
    for name, bet in bets.items():
        law = bet_law(GAME.rules, bet, shoe)
        behind = perm(len(cards) - law.length, 6 - law.length)
        assert by_hand[name].total() == whole == law.of * behind, name
        assert {i: count * behind for i, count in enumerate(law.counts) if count} == dict(by_hand[name]), name


def test_whole_catalogue_by_result_on_concrete_coups() -> None:
    """Every bet of the catalogue on one shoe: the compiled laws against `Bet.result`, coup by coup."""
    cards = ["9h", "9h", "Kh", "Kd", "6h", "8d", "2c", "2c"]
    bets = tuple(dict.fromkeys(GAME.named(name) for name in GAME.bet_names()))
    folds = dict.fromkeys(fold for bet in bets for fold in bet.folds)
    found = {bet: Counter[int | None]() for bet in bets}
    for player, banker, ways in coups(cards):
        coup = positions(player, banker)
        summaries = {fold: fold.over(coup) for fold in folds}
        for bet in bets:
            found[bet][bet.line(summaries)] += ways
    offered = tuple(bet for bet in bets if bet.offered is None or len(found[bet]) > 1)
    assert len(offered) > 100
    for law in (bet_law(GAME.rules, bet, Shoe.of(Counter(cards))) for bet in offered):
        behind = perm(len(cards) - law.length, 6 - law.length)
        lines = {i: count * behind for i, count in enumerate(law.counts) if count}
        assert lines == {line: count for line, count in found[law.bet].items() if line is not None}, law.bet.name


@pytest.mark.parametrize(("first", "second"), [("super-tie", "tiger-pair"), ("lucky-8-player", "all-red"),
                                               ("monkey-6", "perfect-pair")])
def test_joint_law_of_two_bets(first: str, second: str) -> None:
    """Two bets whose classes differ: how often each pair of lines pays, against every coup judged by hand."""
    cards = ["9h", "9h", "8h", "8h", "9d", "Kc", "2h", "2h"]
    found: Counter[tuple[int | None, int | None]] = Counter()
    for player, banker, ways in coups(cards):
        found[BY_HAND[first](player, banker), BY_HAND[second](player, banker)] += ways
    one, other = GAME.named(first), GAME.named(second)
    joint = Study(GAME.rules, (one, other)).pair(one, other, Shoe.of(Counter(cards)))
    assert joint.of == found.total() == perm(len(cards), 6)
    assert {lines: count for lines, count in joint.counts.items() if count} == dict(found)
    mean = [sum(bet.lines[lines[i]].pays * ways for lines, ways in found.items()) / joint.of  # type: ignore[index]
            for i, bet in enumerate((one, other))]
    assert joint.covariance == sum(one.lines[i].pays * other.lines[j].pays * ways  # type: ignore[index]
                                   for (i, j), ways in found.items()) / joint.of - mean[0] * mean[1]


def test_a_joint_law_that_is_too_large_is_refused_with_its_size() -> None:
    def one_of_each(name: str, *suits: str) -> Bet:
        counts = [{"of": suit, "is": 1} for suit in suits]
        return read_bet(name, {"lines": [{"when": {"both": {"count": counts}}, "pays": 2}], "otherwise": "lose"},
                        GAME.rules.naturals)

    first, second = one_of_each("first", "hearts", "clubs"), one_of_each("second", "spades")
    with pytest.raises(BetError, match=r"first with second: distinguishes 40 classes of card,.* 8,145,060 multisets"):
        compile_joint(GAME.rules, (first, second))


Hand = tuple[str, ...]
HANDS: dict[str, tuple[dict[str, object], Callable[[Hand], bool]]] = {
    "a three-card 9": ({"total": 9, "cards": 3}, lambda hand: len(hand) == 3 and total(hand) == 9),
    "a pair": ({"pair": True}, lambda hand: hand[0][0] == hand[1][0]),
    "two red cards or more": ({"count": {"of": "red", "is": [2, 3]}},
                              lambda hand: sum(card[1] in "dh" for card in hand) > 1),
    "a natural with a nine": ({"natural": True, "first_two": {"count": {"of": "9", "is": [1, 2]}}},
                              lambda hand: total(hand[:2]) >= 8 and any(card[0] == "9" for card in hand[:2])),
}


@pytest.mark.parametrize("cards", SHOES.values(), ids=SHOES)
@pytest.mark.parametrize("what", HANDS)
def test_one_hand_or_the_other(what: str, cards: list[str]) -> None:
    """`either`, `winner` and `loser` from every coup of a shoe."""
    said, holds = HANDS[what]
    wanted = {"either": 0, "winner": 0, "loser": 0}
    for player, banker, ways in coups(cards):
        hands = sorted((player, banker), key=total)
        tie = total(player) == total(banker)
        wanted["either"] += ways * any(map(holds, hands))
        wanted["winner"] += ways * (not tie and holds(hands[1]))
        wanted["loser"] += ways * (not tie and holds(hands[0]))
    for word, count in wanted.items():
        bet = read_bet(word, {"lines": [{"when": {word: said}, "pays": 1}], "otherwise": "lose"}, GAME.rules.naturals)
        law = bet_law(GAME.rules, bet, Shoe.of(Counter(cards)))
        assert law.counts[0] * perm(len(cards) - law.length, 6 - law.length) == count, word
