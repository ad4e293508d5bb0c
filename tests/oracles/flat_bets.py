"""Bets of punto banco judged by hand, on every coup of a small shoe: shares nothing with the package.

Cards are texts such as `9h`. A bet is a function from Player's and Banker's cards to the number of its pay line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from tests.oracles import flat_coups
from tests.oracles.flat_coups import total

Cards = tuple[str, ...]


def coups(shoe: Sequence[str]) -> Iterator[tuple[Cards, Cards, int]]:
    """Every coup of a shoe of at least six cards once, with the number of sequences of six cards that deal it."""
    found: Counter[tuple[Cards, Cards]] = Counter()
    for ways, _, player, banker in flat_coups.coups(shoe, flat_coups.STANDARD):
        found[tuple(player), tuple(banker)] += ways
    return ((player, banker, ways) for (player, banker), ways in found.items())


def one(cards: Cards, place: int) -> bool:
    """All of one rank (place 0) or suit (place 1)."""
    return len({card[place] for card in cards}) == 1


def red(card: str) -> bool:
    return card[1] in "dh"


def lucky_nines(p: Cards, b: Cards) -> int:
    suits = [card[1] for card in p[:2] + b[:2] if card[0] == "9"]
    suited = len(set(suits)) == 1
    if len(suits) == 4:
        return 0
    if len(suits) == 3:
        return 1 if suited else 2
    if len(suits) == 2:
        return 3 if suited else 4
    return {"d": 5}.get(suits[0], 6) if suits else 7


def lucky_8_player(p: Cards, b: Cards) -> int:
    def suited_8(hand: Cards) -> bool:
        return len(hand) == 3 and total(hand) == 8 and one(hand, 1)

    if suited_8(p):
        return 0 if suited_8(b) else 1
    if total(p) != 8:
        return 5
    return 2 if total(b) == 8 else 3 if total(b) == 9 else 4


def super_tie(p: Cards, b: Cards) -> int:
    if total(p) != total(b):
        return 3
    if len(p + b) == 6 and total(p) >= 6:
        return 0 if len({red(card) for card in p + b}) == 1 else 1
    return 2


def lucky_match(p: Cards, b: Cards) -> int:
    groups = sorted(Counter(card[0] for card in p + b).values(), reverse=True)
    if groups[0] >= 5:
        return 0
    if groups[:2] == [3, 3]:
        return 1
    if groups[0] == 4:
        return 2
    if groups[0] == 3:
        return 3 if groups[1] == 2 else 4
    return 5 if groups[:2] == [2, 2] else 6


def tiger_pair(p: Cards, b: Cards) -> int:
    pairs = [one(hand[:2], 0) for hand in (p, b)]
    if all(pairs):
        return 0 if p[0][0] == b[0][0] else 1
    return 2 if any(pairs) else 3


def perfect_pair(p: Cards, b: Cards) -> int:
    return 2 - (p[0] == p[1]) - (b[0] == b[1])


def fabulous_pair_banker(_: Cards, b: Cards) -> int:
    if b[0] == b[1]:
        return 0
    return 1 if one(b[:2], 0) else 2 if one(b[:2], 1) else 3


def royal_match_player(p: Cards, _: Cards) -> int:
    return 0 if {p[0][0], p[1][0]} == {"K", "Q"} and p[0][1] == p[1][1] else 1


def monkey_6(p: Cards, b: Cards) -> int:
    return 0 if len(p) == len(b) == 3 and p[2][0] not in "JQK" and b[2][0] in "JQK" else 1


def bellagio_match_player(p: Cards, _: Cards) -> int:
    return 0 if len(p) == 3 and one(p, 0) else 1


def all_red(p: Cards, b: Cards) -> int:
    return 0 if all(map(red, p + b)) else 1


def dragon_bonus_banker(p: Cards, b: Cards) -> int:
    natural, margin = total(b[:2]) >= 8, total(b) - total(p)
    if natural and margin >= 0:
        return 0 if margin else 1
    return 11 - margin if margin >= 4 else 8


def ez_banker(p: Cards, b: Cards) -> int:
    if total(b) > total(p):
        return 0 if len(b) == 3 and total(b) == 7 else 1
    return 2 if total(b) == total(p) else 3


BY_HAND: Mapping[str, Callable[[Cards, Cards], int]] = {
    function.__name__.replace("_", "-"): function
    for function in (lucky_nines, lucky_8_player, super_tie, lucky_match, tiger_pair, perfect_pair,
                     fabulous_pair_banker, royal_match_player, monkey_6, bellagio_match_player, all_red,
                     dragon_bonus_banker, ez_banker)
}
