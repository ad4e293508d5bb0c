"""Shoes dealt by a seeded random generator, for what has no exact law: every number from here is `simulated`.

A shoe is a row of winners, coup after coup, with the cards that each coup took. Shoe number i of a seed is the same
whatever else is dealt with it, so that work may be split in any way. Random numbers are those of splitmix64, 53 bits
each; the bias of a draw from 416 cards is below 10^-13. docs/roads.md uses them beside the exact laws.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numba import njit
from numpy.typing import NDArray

from exact.engine.kernels import Kernel
from exact.errors import ShoeExhaustedError, UsageError
from exact.game.cards import VALUES
from exact.game.coup import FIRST_FOUR, Position
from exact.game.rules import STOOD, Rules
from exact.game.shoe import Shoe

BATCH = 20_000
MOST_CARDS = 1 << 20
ENDED = -1
"""In a row of winners: the shoe was over before this coup."""


@dataclass(frozen=True)
class Ending:
    """When a shoe ends.

    `coups`: after so many coups at the latest. `left`: the cut card lies before so many last cards (None: there is
    none); where it comes out during a coup, `extra` more are dealt after that one; where it is the next to come after
    a coup, `extra_if_first`, and so where it is out before the first coup (on top, or among the cards burned). `burn`:
    after the first card is shown, so many cards as its value (ten for 0) are burned.
    A coup is dealt only while the shoe may last it.
    """

    coups: int
    left: int | None = None
    extra: int = 1
    extra_if_first: int = 1
    burn: bool = False


@dataclass(frozen=True, eq=False)
class Batch:
    """Dealt shoes: `winners[s, k]` is 0 Player, 1 Banker, 2 tie or ENDED; `cards[s, k]` the cards that it took."""

    winners: NDArray[np.int8]
    cards: NDArray[np.int8]


def deal_shoes(rules: Rules, shoe: Shoe, ending: Ending, number: int, seed: int, first: int = 0) -> Iterator[Batch]:
    """Shoes `first` to `first + number` of a seed, in batches.

    Raises ShoeExhaustedError for a shoe that may not last one coup, UsageError for one too large to deal.
    """
    if shoe.infinite or shoe.cards > MOST_CARDS:
        raise UsageError(f"simulation: deals shoes of at most {MOST_CARDS:,} cards; give a number of decks")
    if shoe.cards < rules.most_cards:
        raise ShoeExhaustedError(f"shoe of {shoe.cards} cards: a coup may need {rules.most_cards}")
    cards = np.repeat(np.arange(10, dtype=np.int8), shoe.counts(VALUES))
    printed = np.full(4, -1, dtype=np.int64)
    for position, held in rules.printed:
        printed[FIRST_FOUR.index(Position(position))] = held.points
    naturals = np.array([total in rules.naturals for total in range(10)])
    player = np.array([float(p) for p in rules.player_draws])
    banker = np.array([[float(rules.banker_draws[t][x]) for x in range(STOOD + 1)] for t in range(10)])
    left = -1 if ending.left is None else ending.left
    for start in range(first, first + number, BATCH):
        size = min(BATCH, first + number - start)
        winners = np.full((size, ending.coups), ENDED, dtype=np.int8)
        used = np.zeros((size, ending.coups), dtype=np.int8)
        _deal(cards, naturals, player, banker, rules.banker_reads == "total", printed, left, ending.extra,
              ending.extra_if_first, ending.burn, rules.most_cards, seed, start, winners, used)
        yield Batch(winners, used)


@njit
def _random(state):  # type: ignore[no-untyped-def]  # typed by numba
    """The next number of splitmix64 as a fraction of 1; `state` is an array of one word."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z = z ^ (z >> np.uint64(31))
    return np.float64(z >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@njit
def _happens(chance, state):  # type: ignore[no-untyped-def]
    """Whether an event of this probability happens; no random number is spent on a certain one."""
    return chance == 1.0 or (chance > 0.0 and _random(state) < chance)


@Kernel
def _deal(cards, naturals, player_draws, banker_draws, by_total, printed, cut, extra, extra_if_first,  # type: ignore[no-untyped-def]
          burn, most, seed, start, winners, used):
    count = len(cards)
    state = np.zeros(1, dtype=np.uint64)
    hands = np.zeros(4, dtype=np.int64)
    for s in range(winners.shape[0]):
        state[0] = (np.uint64(seed) * np.uint64(0xD1342543DE82EF95)
                    ^ np.uint64(start + s) * np.uint64(0xDA942042E4DD58B5))
        shoe = cards.copy()
        for i in range(count - 1):
            j = i + int(_random(state) * (count - i))
            card = shoe[i]
            shoe[i] = shoe[j]
            shoe[j] = card
        top = 0
        if burn:
            top = 1 + (shoe[0] if shoe[0] > 0 else 10)
        more = extra_if_first if cut >= 0 and count - top <= cut else -1
        for k in range(winners.shape[1]):
            if more == 0 or count - top < most:
                break
            began = top
            for place in range(4):
                if printed[place] >= 0:
                    hands[place] = printed[place]
                else:
                    hands[place] = shoe[top]
                    top += 1
            player = (hands[0] + hands[2]) % 10
            banker = (hands[1] + hands[3]) % 10
            if not naturals[player] and not naturals[banker]:
                third = 10
                if _happens(player_draws[player], state):
                    third = shoe[top]
                    player = (player + third) % 10
                    top += 1
                column = player if by_total and third < 10 else third
                if _happens(banker_draws[banker, column], state):
                    banker = (banker + shoe[top]) % 10
                    top += 1
            winners[s, k] = 0 if player > banker else 1 if banker > player else 2
            used[s, k] = top - began
            if more > 0:
                more -= 1
            elif cut >= 0 and count - top <= cut:
                more = extra_if_first if count - top == cut else extra
