"""All orders of a tiny shoe, dealt coup after coup with as many cards as each takes: slow, and nothing to get wrong.

Shares the rules' table with the package and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import factorial, prod

from exact.game.rules import Rules


@dataclass(frozen=True)
class Dealt:
    """A finished coup: the cards of each hand, and how many cards it took."""

    player: tuple[int, ...]
    banker: tuple[int, ...]

    @property
    def cards(self) -> int:
        return len(self.player) + len(self.banker)

    @property
    def totals(self) -> tuple[int, int]:
        return sum(self.player) % 10, sum(self.banker) % 10

    @property
    def winner(self) -> int:
        """0 Player, 1 Banker, 2 tie."""
        p, b = self.totals
        return 0 if p > b else 1 if b > p else 2


def orders(counts: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every distinct order of the point values of a shoe, each after the one before it in the dictionary; each stands
    for `same(counts)` orders of its cards."""
    order = [value for value, count in enumerate(counts) for _ in range(count)]
    while True:
        yield tuple(order)
        i = len(order) - 2
        while i >= 0 and order[i] >= order[i + 1]:
            i -= 1
        if i < 0:
            return
        j = len(order) - 1
        while order[j] <= order[i]:
            j -= 1
        order[i], order[j] = order[j], order[i]
        order[i + 1:] = reversed(order[i + 1:])


def same(counts: Sequence[int]) -> int:
    return prod(map(factorial, counts))


def deal(cards: tuple[int, ...], rules: Rules) -> Dealt:
    """One coup off the top; rules without chance moves and printed cards."""
    player, banker = [cards[0], cards[2]], [cards[1], cards[3]]
    p, b = sum(player) % 10, sum(banker) % 10
    if p in rules.naturals or b in rules.naturals:
        return Dealt(tuple(player), tuple(banker))
    third = None
    at = 4
    if rules.player_draws[p]:
        third = cards[at]
        player.append(third)
        at += 1
    if rules.banker_draws[b][10 if third is None else third]:
        banker.append(cards[at])
    return Dealt(tuple(player), tuple(banker))


def coups(order: Sequence[int], rules: Rules, number: int) -> tuple[Dealt, ...]:
    """So many successive coups off one order."""
    found = []
    at = 0
    for _ in range(number):
        coup = deal(tuple(order[at:at + 6]), rules)
        at += coup.cards
        found.append(coup)
    return tuple(found)
