"""The inner loop of the dealing simulator: whole shoes, or single coups at a depth, tens of millions of coups a second.

There is one loop for all that is asked of dealt shoes. Arguments that are None leave their parts of it out when it is
compiled, so that nobody pays for what is not asked (docs/decisions/dealing-kernel.md has the figures).

Random numbers are those of xoshiro256++ (Blackman and Vigna, 2018); numbers below a bound are drawn without bias by
multiplication and rejection (Lemire, 2019). A shoe is shuffled by Fisher and Yates as far as it can be dealt.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit, uint64
from numpy.typing import NDArray

from exact.engine.dealing.table import CoupTable
from exact.engine.kernels import Kernel
from exact.game.procedure import NO_BURN, Procedure
from exact.game.shoe import Shoe

BURN_BY_FIRST = -1
"""The number of burned cards where the first card decides it."""
ENDED = -1
"""In a row of results: the shoe was over before this coup."""

Ints = NDArray[np.int64]


class CoupNumbers(NamedTuple):
    """A coup as the loop reads it: the arrays of a `CoupTable` with K classes of card, T of third cards, R results."""

    player: NDArray[np.int32]  # [K * K]
    banker: NDArray[np.int32]  # [K * K]
    banker_states: int
    joined: NDArray[np.int32]  # [player's states * banker_states]
    third: NDArray[np.uint8]  # [K]
    third_classes: int  # T
    result: NDArray[np.int32]  # [mode, rows * T * T]
    mode_bounds: NDArray[np.uint64]  # [mode]: upper bounds, in units of 2^-53, of the draws that choose each
    places: Ints  # [5]: of Player's two cards and Banker's two among the next of the shoe, and of the third cards
    lengths: Ints  # [R]: cards used
    points: Ints  # [K]
    most: int  # cards that a coup may use

    @staticmethod
    def of(table: CoupTable, most: int) -> CoupNumbers:
        player, banker = table.first_cards
        first = len(player) + len(banker)
        places = [*(*player, 0, 0)[:2], *(*banker, 0, 0)[:2], first]
        bounds = (np.cumsum([float(chance) for chance in table.modes]) * 2.0**53).astype(np.uint64)
        bounds[-1] = np.uint64(2**53)
        points = np.array([cards.points for cards in table.classes.classes], np.int64)
        return CoupNumbers(table.player, table.banker, table.banker_states, table.joined, table.third,
                           table.third_classes, table.result, bounds, np.array(places, np.int64), table.lengths, points,
                           most)


class ShoeNumbers(NamedTuple):
    """How whole shoes are dealt: a `Procedure` in numbers of cards and coups."""

    reach: int  # cards from the top that can be dealt, and so are shuffled
    burn: int  # or BURN_BY_FIRST
    cut: int
    extra: int
    extra_if_first: int

    @staticmethod
    def of(procedure: Procedure, shoe: Shoe, most: int) -> ShoeNumbers:
        """For coups of at most `most` cards; raises as `Procedure.check`."""
        procedure.check(shoe, most)
        burn = (BURN_BY_FIRST if procedure.shows_first else
                0 if procedure.burn == NO_BURN else int(procedure.burn))
        begin = max(shoe.cards - procedure.cut, procedure.most_burned(shoe))
        reach = min(shoe.cards, begin + most * max(1 + procedure.extra, procedure.extra_if_first))
        return ShoeNumbers(reach, burn, procedure.cut, procedure.extra, procedure.extra_if_first)


class CountNumbers(NamedTuple):
    """A counter who bets when the running count is at least `needed[cards that divide it]`, in whole tags."""

    tags: Ints  # [K]
    start: int  # the running count before the first card
    all_dealt: int  # and with every card of the deck dealt
    needed: Ints  # [cards of the deck + 1]
    unseen_burn: bool  # whether the cards that divide include those burned unseen
    net: NDArray[np.float64]  # [R]: of the bet, per unit


class Tally(NamedTuple):
    """What the shoes of a block add up to."""

    coups: Ints  # [R]
    shoes: Ints  # [coups of a shoe]
    bets: Ints  # [R]: the coups with a bet of the counter
    net: float  # won by these bets
    net_square: float  # the squares of the net of each shoe, added up


@njit(inline="always")
def _next(state):  # type: ignore[no-untyped-def]  # typed by numba
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


@Kernel
def _deal(state, deck, number, coup, shoe, left, count, rows):  # type: ignore[no-untyped-def]
    player, banker, banker_states, joined = coup.player, coup.banker, coup.banker_states, coup.joined
    third, third_classes, result, lengths = coup.third, coup.third_classes, coup.result, coup.lengths
    mode_bounds, points, most = coup.mode_bounds, coup.points, coup.most
    p0, p1, b0, b1, first_cards = coup.places[0], coup.places[1], coup.places[2], coup.places[3], coup.places[4]
    size, modes = points.size, mode_bounds.size
    coups, bets = np.zeros(lengths.size, np.int64), np.zeros(lengths.size, np.int64)
    shoes = np.zeros(deck.size // 3 + 2, np.int64)
    net = net_square = 0.0
    if shoe is not None:
        end, reach = deck.size - shoe.cut, shoe.reach
    else:
        reach = left
    if count is not None:
        tags, needed, worth = count.tags, count.needed, count.net
    for index in range(number):
        _shuffle(deck, reach, state)
        place = burned = played = 0
        won = 0.0
        to_come = 1
        if shoe is not None:
            place = burned = shoe.burn
            if place < 0:
                value = points[deck[0]]
                burned = value if value else 10
                place = 1 + burned
            to_come = -1 if place < end else shoe.extra_if_first  # -1: the cut card is not out; see `Procedure.then`
        if count is not None:
            if shoe is not None:
                running = count.start
                if shoe.burn < 0:
                    running += tags[deck[0]]
            else:
                running = count.all_dealt
                for i in range(left):
                    running -= tags[deck[i]]
        while to_come != 0 and place + most <= deck.size:
            if count is not None:
                if shoe is not None:
                    betting = running >= needed[deck.size - place + (burned if count.unseen_burn else 0)]
                else:
                    betting = running >= needed[left]
            row = joined[player[deck[place + p0] * size + deck[place + p1]] * banker_states
                         + banker[deck[place + b0] * size + deck[place + b1]]]
            mode = 0
            if modes > 1:
                draw = _next(state) >> uint64(11)
                while draw >= mode_bounds[mode]:
                    mode += 1
            x, y = third[deck[place + first_cards]], third[deck[place + first_cards + 1]]
            got = result[mode, (row * third_classes + x) * third_classes + y]
            coups[got] += 1
            if rows is not None:  # noqa: SIM102  # numba leaves out what stands below a test for None alone
                if played < rows.shape[1]:
                    rows[index, played] = got
            if count is not None:  # noqa: SIM102
                if betting:
                    bets[got] += 1
                    won += worth[got]
            played += 1
            if shoe is not None:
                start = place
                place += lengths[got]
                if count is not None:
                    for i in range(start, place):
                        running += tags[deck[i]]
                if to_come > 0:
                    to_come -= 1
                elif place >= end:
                    to_come = shoe.extra_if_first if place == end else shoe.extra
            else:
                to_come = 0
        shoes[played] += 1
        if count is not None:
            net += won
            net_square += won * won
    return coups, shoes, bets, net, net_square


def deal(seed: int, stream: int, deck: NDArray[np.uint8], number: int, coup: CoupNumbers, shoe: ShoeNumbers | None,
         left: int = 0, count: CountNumbers | None = None, rows: NDArray[np.int8] | None = None) -> Tally:
    """Deal so many shoes from one of the independent streams of a seed; `deck` holds the class of each card.

    Without `shoe`, instead of whole ones, `left` random cards each, and a single coup of them. With `count`, bets are
    made. With `rows` [number, coups], filled with ENDED before, the result of each coup is noted there, as far as a row
    has room.
    """
    state: Any = np.random.SeedSequence([seed, stream]).generate_state(4, np.uint64).astype(np.uint64)
    return Tally(*_deal(state, deck.copy(), number, coup, shoe, left, count, rows))
