"""The inner loops of the dealing simulator: whole shoes, or single coups at a depth, at tens of millions a second.

The functions are numba's: their arguments have the types of `CoupTable` and of whole numbers, and no annotations.

Random numbers are those of xoshiro256++ (Blackman and Vigna, 2018); numbers below a bound are drawn without bias by
multiplication and rejection (Lemire, 2019). A shoe is shuffled by Fisher and Yates as far as it can be dealt.
"""

from __future__ import annotations

import numpy as np
from numba import njit, uint64
from numpy.typing import NDArray

BURN_BY_FIRST = -1
"""The burn code for "by the first card"; any other is a number of cards."""


@njit(inline="always")
def _next(state):  # type: ignore[no-untyped-def]
    s0, s1, s2, s3 = state[0], state[1], state[2], state[3]
    total = s0 + s3
    result = ((total << uint64(23)) | (total >> uint64(41))) + s0
    t = s1 << uint64(17)
    s2 ^= s0
    s3 ^= s1
    s1 ^= s2
    s0 ^= s3
    s2 ^= t
    s3 = (s3 << uint64(45)) | (s3 >> uint64(19))
    state[0], state[1], state[2], state[3] = s0, s1, s2, s3
    return result


@njit(inline="always")
def _below(half, bound, state):  # type: ignore[no-untyped-def]
    """A number from 0 to bound - 1 from 32 random bits, more only in the rare case of a rejection."""
    product = uint64(half) * uint64(bound)
    low = product & uint64(0xFFFFFFFF)
    if low < uint64(bound):
        floor = (uint64(1 << 32) - uint64(bound)) % uint64(bound)
        while low < floor:
            product = (_next(state) >> uint64(32)) * uint64(bound)
            low = product & uint64(0xFFFFFFFF)
    return product >> uint64(32)


@njit(inline="always")
def _shuffle(deck, upto, state):  # type: ignore[no-untyped-def]
    """Bring random cards to the places before `upto`."""
    cards = deck.size
    i = 0
    while i < upto:
        bits = _next(state)
        j = i + int(_below(bits & uint64(0xFFFFFFFF), cards - i, state))
        card = deck[i]
        deck[i] = deck[j]
        deck[j] = card
        i += 1
        if i < upto:
            j = i + int(_below(bits >> uint64(32), cards - i, state))
            card = deck[i]
            deck[i] = deck[j]
            deck[j] = card
            i += 1


@njit(cache=True, nogil=True)
def deal_shoes(state, deck, shoes, player, banker, banker_states, joined, third, third_size,  # type: ignore[no-untyped-def]
               result, mode_steps, order, lengths, burn, shows_first, points, cut, after, when_first):
    """Deal whole shoes; returns coups by result and shoes by number of coups."""
    size = points.size
    counts = np.zeros(lengths.size, np.int64)
    coups_of = np.zeros(deck.size // 3 + 2, np.int64)
    end = deck.size - cut
    last = min(deck.size, end + 6 * (1 + max(after, when_first)))
    p0, p1, b0, b1, first_cards = order[0], order[1], order[2], order[3], order[4]
    modes = mode_steps.size
    for _ in range(shoes):
        _shuffle(deck, last, state)
        place = burn
        if shows_first:
            value = points[deck[0]]
            place = 1 + (value if value else 10)
        coups = 0
        more = -1
        while True:
            row = joined[player[deck[place + p0] * size + deck[place + p1]] * banker_states
                         + banker[deck[place + b0] * size + deck[place + b1]]]
            mode = 0
            if modes > 1:
                draw = _next(state) >> uint64(11)
                while draw >= mode_steps[mode]:
                    mode += 1
            next_card = place + first_cards
            got = result[mode, (row * third_size + third[deck[next_card]]) * third_size + third[deck[next_card + 1]]]
            counts[got] += 1
            coups += 1
            start = place
            place += lengths[got]
            if more < 0:
                if place <= end and start != end:
                    continue
                more = when_first if start == end else after
            else:
                more -= 1
            if more == 0:
                break
        coups_of[coups] += 1
    return counts, coups_of


@njit(cache=True, nogil=True)
def count_shoes(state, deck, shoes, player, banker, banker_states, joined, third, third_size,  # type: ignore[no-untyped-def]
                result, mode_steps, order, lengths, burn, shows_first, points, cut, after, when_first, tags,
                start_count, needed, unseen_burn, net):
    """Deal whole shoes to a counter who bets when the running count is at least `needed[cards of the divisor]`.

    Returns coups by result, those of them with a bet, shoes by number of coups, and for each shoe's net the sum and
    the sum of squares.
    """
    size = points.size
    counts = np.zeros(lengths.size, np.int64)
    bets = np.zeros(lengths.size, np.int64)
    coups_of = np.zeros(deck.size // 3 + 2, np.int64)
    end = deck.size - cut
    last = min(deck.size, end + 6 * (1 + max(after, when_first)))
    p0, p1, b0, b1, first_cards = order[0], order[1], order[2], order[3], order[4]
    modes = mode_steps.size
    total_net = 0.0
    total_square = 0.0
    for _ in range(shoes):
        _shuffle(deck, last, state)
        place = burn
        running = start_count
        if shows_first:
            value = points[deck[0]]
            place = 1 + (value if value else 10)
            running += tags[deck[0]]
        burned = place - 1 if shows_first else place
        coups = 0
        more = -1
        won = 0.0
        while True:
            divisor = deck.size - place + (burned if unseen_burn else 0)
            betting = running >= needed[divisor]
            row = joined[player[deck[place + p0] * size + deck[place + p1]] * banker_states
                         + banker[deck[place + b0] * size + deck[place + b1]]]
            mode = 0
            if modes > 1:
                draw = _next(state) >> uint64(11)
                while draw >= mode_steps[mode]:
                    mode += 1
            next_card = place + first_cards
            got = result[mode, (row * third_size + third[deck[next_card]]) * third_size + third[deck[next_card + 1]]]
            counts[got] += 1
            if betting:
                bets[got] += 1
                won += net[got]
            coups += 1
            start = place
            place += lengths[got]
            for i in range(start, place):
                running += tags[deck[i]]
            if more < 0:
                if place <= end and start != end:
                    continue
                more = when_first if start == end else after
            else:
                more -= 1
            if more == 0:
                break
        coups_of[coups] += 1
        total_net += won
        total_square += won * won
    return counts, bets, coups_of, total_net, total_square


@njit(cache=True, nogil=True)
def deal_at_depth(state, deck, left, coups, player, banker, banker_states, joined, third, third_size,  # type: ignore[no-untyped-def]
                  result, mode_steps, order, lengths, tags, full_count, needed):
    """One coup each from random sub-shoes of `left` cards; coups by result, and those with a bet.

    `full_count` is the running count with every card of the shoe dealt.
    """
    size = tags.size
    counts = np.zeros(lengths.size, np.int64)
    bets = np.zeros(lengths.size, np.int64)
    p0, p1, b0, b1, first_cards = order[0], order[1], order[2], order[3], order[4]
    modes = mode_steps.size
    for _ in range(coups):
        _shuffle(deck, left, state)
        running = full_count
        for i in range(left):
            running -= tags[deck[i]]
        row = joined[player[deck[p0] * size + deck[p1]] * banker_states + banker[deck[b0] * size + deck[b1]]]
        mode = 0
        if modes > 1:
            draw = _next(state) >> uint64(11)
            while draw >= mode_steps[mode]:
                mode += 1
        got = result[mode, (row * third_size + third[deck[first_cards]]) * third_size + third[deck[first_cards + 1]]]
        counts[got] += 1
        if running >= needed:
            bets[got] += 1
    return counts, bets


def seeds(seed: int, stream: int) -> NDArray[np.uint64]:
    """The state of the generator for one of the independent streams of a seed."""
    state: NDArray[np.uint64] = np.random.SeedSequence([seed, stream]).generate_state(4, np.uint64).astype(np.uint64)
    return state


def mode_bounds(chances: list[float]) -> NDArray[np.uint64]:
    """Upper bounds, in units of 2^-53, of the draws that choose each mode."""
    sums = np.cumsum(np.array(chances, np.float64))
    bounds: NDArray[np.uint64] = (sums * 2.0**53).astype(np.uint64)
    bounds[-1] = np.uint64(2**53)
    return bounds


