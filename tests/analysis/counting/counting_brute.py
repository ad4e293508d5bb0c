"""Slow, independent counterparts: every sub-shoe dealt out card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from exact.game.bets import Bet
from exact.game.cards import POINT_VALUES
from exact.game.coup import Position
from exact.game.rules import Rules


def deal(rules: Rules, kinds: Sequence[int]) -> dict[Position, int]:
    """A coup dealt from the top of a pack by the rules of punto banco, without chance moves."""
    cards = iter(kinds)
    coup = {position: next(cards) for position in (Position.P1, Position.B1, Position.P2, Position.B2)}
    points = {position: POINT_VALUES[kind] for position, kind in coup.items()}
    player = (points[Position.P1] + points[Position.P2]) % 10
    banker = (points[Position.B1] + points[Position.B2]) % 10
    if player >= 8 or banker >= 8:
        return coup
    third = None
    if player <= 5:
        coup[Position.P3] = next(cards)
        third = POINT_VALUES[coup[Position.P3]]
    if rules.banker_draws[banker][10 if third is None else third] == 1:
        coup[Position.B3] = next(cards)
    return coup


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
