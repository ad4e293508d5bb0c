"""Every sub-shoe of a shoe, and every order of six of its cards, dealt out card by card.

Shares the rules' table and the bet language with the package (which line of a bet a coup pays), and nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from exact.game.bets import Bet
from exact.game.cards import POINT_VALUES
from exact.game.coup import Position
from exact.game.rules import Rules
from tests.oracles import orders_of_a_shoe


def deal(rules: Rules, kinds: Sequence[int]) -> dict[Position, int]:
    """A coup dealt from the top of a pack: the kind at each position."""
    coup = orders_of_a_shoe.deal(tuple(POINT_VALUES[kind] for kind in kinds), rules)
    drawn = [Position.P3] * (len(coup.player) == 3) + [Position.B3] * (len(coup.banker) == 3)
    return dict(zip((Position.P1, Position.B1, Position.P2, Position.B2, *drawn), kinds, strict=False))


def net(rules: Rules, bet: Bet, kinds: Sequence[int]) -> Fraction:
    line = bet.result(deal(rules, kinds))
    assert line is not None
    return bet.lines[line].pays


def ev(rules: Rules, bet: Bet, shoe: Sequence[int]) -> Fraction:
    """EV of a bet on a shoe, given as the list of its cards, over every order of six of them."""
    orders = Counter(permutations(shoe, 6))
    return sum((count * net(rules, bet, order) for order, count in orders.items()), Fraction(0)) / sum(orders.values())


def sub_shoes(shoe: Sequence[int], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every sub-shoe with the number of ways to choose it."""
    yield from Counter(tuple(sorted(chosen)) for chosen in combinations(shoe, size)).items()
