"""The ordered cards of a coup as an array: for knowledge that depends on which card came when.

The multisets of the coup polynomial forget the order of dealing; here every ordered sequence of the cards that a coup
may take is a cell of an array with one axis per card, in the order in which they leave the shoe: the first four (less
those printed on the layout), then the fifth and the sixth card off, whoever gets them. What each bet pays is found for
whole slices at once, fold by fold. The cells are counted in 64-bit integers; a shoe for which they might not fit is
refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from math import lcm, prod

import numpy as np
from numpy.typing import NDArray

from exact.engine.coup.polynomial import ordered_choices, reduced
from exact.errors import BetError, ShoeError
from exact.game.bets import Bet
from exact.game.cards import Partition, point_value
from exact.game.coup import FIRST_FOUR, Position
from exact.game.facts import Fold
from exact.game.rules import Rules
from exact.game.shoe import Shoe

Ints = NDArray[np.int64]

MOST_CLASSES = 13
"""Arrays over more classes of card would be too large."""
INT64 = 1 << 63


@dataclass(frozen=True, eq=False)
class OrderedCoup:
    """Net results by what is known of each card.

    `ways` has an axis for each card off the shoe, of as many cells as groups of cards are distinguished there: the
    sequences, times the rules' scale. `nets[b]` is the same with the net result of bet b, times `units[b]`.
    """

    ways: Ints
    nets: tuple[Ints, ...]
    units: tuple[int, ...]


def ordered_coup(rules: Rules, bets: Sequence[Bet], shoe: Shoe, partition: Partition, groups: Sequence[Sequence[int]]
                 ) -> OrderedCoup:
    """What each bet wins in sum, by the groups that the cards off the shoe lie in.

    `groups[k]` gives the group of each class of the partition for the card k; a card of which nothing is known has one
    group. Raises BetError where the partition has too many classes or is too coarse for a bet, ShoeError and
    ShoeExhaustedError for shoes too large and too small.
    """
    if len(partition) > MOST_CLASSES:
        raise BetError(f"known cards: the bets and groups distinguish {len(partition)} classes of card; the most is"
                       f" {MOST_CLASSES} (ranks)")
    if not all(partition.refines(Partition.by(fold.labels)) for bet in bets for fold in bet.folds):
        raise BetError("known cards: the bet distinguishes more cards than the classes do")
    shoe.require(rules.most_cards, "a coup")
    counts = reduced(shoe, partition)
    units = tuple(lcm(*(line.pays.denominator for line in bet.lines)) for bet in bets)
    largest = max([1, *(int(abs(line.pays) * unit) for bet, unit in zip(bets, units, strict=True)
                        for line in bet.lines)])
    if ordered_choices(sum(counts), rules.most_cards, shoe.infinite)[-1] * rules.scale * largest >= INT64:
        raise ShoeError(f"shoe of {sum(counts):,} cards: sums over known cards pass 64 bits with these bets; the"
                        " infinite shoe (inf) is close enough to one as large as this")
    shape = tuple(max(group) + 1 for group in groups[:rules.most_cards])
    ways, *nets = (np.zeros(shape, dtype=np.int64) for _ in range(1 + len(bets)))
    for first in range(len(partition)):
        if counts[first]:
            one = _Slice(rules, partition, counts, first, shoe.infinite)
            slices = [one.sequences * rules.scale, *(one.net(bet, unit) for bet, unit in zip(bets, units, strict=True))]
            for into, values in zip([ways, *nets], slices, strict=True):
                into[groups[0][first]] += _gather(values, groups[1:])
    return OrderedCoup(ways, tuple(nets), units)


def _gather(values: Ints, groups: Sequence[Sequence[int]]) -> Ints:
    """Sum an array over the classes that lie in one group, axis by axis."""
    for axis, group in enumerate(groups):
        size = max(group) + 1
        if size == 1:
            values = values.sum(axis=axis, keepdims=True)
            continue
        taken = np.zeros((*values.shape[:axis], size, *values.shape[axis + 1:]), dtype=np.int64)
        for cls, target in enumerate(group):
            taken[(slice(None),) * axis + (target,)] += values.take(cls, axis=axis)
        values = taken
    return values


def _numbered(codes: Ints, most: int) -> tuple[Ints, Ints]:
    """The codes that occur, in order, and the place of each cell's code among them."""
    if most > codes.size:
        found, where = np.unique(codes, return_inverse=True)
        return found, where.reshape(codes.shape)
    found = np.flatnonzero(np.bincount(codes.ravel(), minlength=most))
    places = np.zeros(most, dtype=np.int64)
    places[found] = np.arange(len(found))
    return found, places[codes]


class _Slice:
    """All sequences that begin with a card of one class.

    An array of a slice has an axis for each further card off the shoe, along which the class of that card runs: a cell
    is a sequence of classes. `axis` says which card off the shoe lies at each of the first four positions; those that
    are printed have none. The fifth and the sixth card go to whoever draws, which is for each course to say. What does
    not depend on a card has one cell along its axis.
    """

    def __init__(self, rules: Rules, partition: Partition, counts: Sequence[int], first: int, infinite: bool) -> None:
        self.rules = rules
        self.first = first
        self.kinds = [cards.first for cards in partition.classes]
        self.points = [point_value(kind) for kind in self.kinds]
        self.shape = (len(partition),) * (rules.most_cards - 1)
        from_shoe = (position for position in FIRST_FOUR if position not in dict(rules.printed))
        self.axis = {position: axis for axis, position in enumerate(from_shoe)}
        self.sequences = self._sequences(counts, infinite)
        self.courses = list(self._courses())
        self.folded: dict[tuple[Fold, tuple[Position, ...]], tuple[Ints, list[object]]] = {}

    def net(self, bet: Bet, unit: int) -> Ints:
        """The sum of the net results of a bet in each cell, times `unit`; nothing where it is not offered."""
        pays = np.array([*(int(line.pays * unit) for line in bet.lines), 0], dtype=np.int64)
        total = np.zeros(self.shape, dtype=np.int64)
        for thirds, weight in self.courses:
            if weight.any():
                total += weight * pays[self._lines(bet, thirds)]
        return total * self.sequences

    def _along(self, axis: int, by_class: Sequence[int]) -> Ints:
        """Numbers by the class of the card at an axis, as an array that broadcasts over the slice."""
        if axis == 0:
            return np.array(by_class[self.first], dtype=np.int64)
        shape = [-1 if other == axis else 1 for other in range(1, 1 + len(self.shape))]
        return np.array(by_class, dtype=np.int64).reshape(shape)

    def _sequences(self, counts: Sequence[int], infinite: bool) -> Ints:
        """The number of sequences of cards in each cell."""
        total = np.full(self.shape, counts[self.first], dtype=np.int64)
        classes = [self._along(axis, range(len(counts))) for axis in range(1 + len(self.shape))]
        for axis in range(1, 1 + len(self.shape)):
            left = self._along(axis, counts)
            if not infinite:
                left = left - sum((classes[i] == classes[axis]).astype(np.int64) for i in range(axis))
            total = total * np.maximum(left, 0)
        return total

    def _courses(self) -> Iterator[tuple[dict[Position, int], Ints]]:
        """The ways a coup can go on after four cards: the axes of the third cards, and the weight of each cell."""
        printed = {position: cards.points for position, cards in self.rules.printed}

        def hand(number: Callable[[int, int], int], *positions: Position) -> Ints:
            first, second = (self._along(self.axis[position], self.points) if position in self.axis
                             else np.asarray(printed[position]) for position in positions)
            numbers = np.array([[number(low, high) for high in range(10)] for low in range(10)])
            return np.broadcast_to(numbers[first, second], self.shape)

        player = hand(self.rules.player_hand, Position.P1, Position.P2)
        banker = hand(self.rules.banker_hand, Position.B1, Position.B2)
        hands = [self.rules.hands("Player"), self.rules.hands("Banker")]
        fifth = len(self.axis)
        third = np.broadcast_to(self._along(fifth, self.points), self.shape)
        weights = np.zeros((*(max(some) + 1 for some in hands), 11, 2), dtype=np.int64)  # by Player's third card, 10
        for p, b in product(*hands):  # for none; 1: Banker draws
            for card, ending in self.rules.endings(p, b).items():
                weights[p, b, 10 if card is None else card] = ending
        yield {}, weights[player, banker, 10, 0]
        yield {Position.B3: fifth}, weights[player, banker, 10, 1]
        yield {Position.P3: fifth}, weights[player, banker, third, 0]
        yield {Position.P3: fifth, Position.B3: fifth + 1}, weights[player, banker, third, 1]

    def _lines(self, bet: Bet, thirds: Mapping[Position, int]) -> Ints:
        """The paying line of each cell in one course; the number of lines where the bet is not offered."""
        codes: Ints = np.zeros((1,) * len(self.shape), dtype=np.int64)
        summaries = [self._fold(fold, thirds) for fold in bet.folds]
        for places, values in summaries:
            codes = codes * len(values) + places
        sizes = [len(values) for _, values in summaries]
        found, where = _numbered(codes, prod(sizes))
        lines = []
        for code in zip(*(places.tolist() for places in np.unravel_index(found, [*sizes, 1])), strict=True):
            line = bet.line({fold: values[place] for fold, (_, values), place in zip(
                bet.folds, summaries, code[:-1], strict=True)})
            lines.append(len(bet.lines) if line is None else line)
        paying: Ints = np.array(lines, dtype=np.int64)[where]
        return paying

    def _fold(self, fold: Fold, thirds: Mapping[Position, int]) -> tuple[Ints, list[object]]:
        """The summaries that a fold may have in one course, and for each cell the place of its own among them."""
        key = fold, tuple(thirds)
        if key not in self.folded:
            laid = [fold.label_of(cards) for position, cards in self.rules.printed if position in fold.positions]
            values: list[object] = [reduce(fold.merge, laid, fold.empty)]
            places: Ints = np.zeros((1,) * len(self.shape), dtype=np.int64)
            by_class = [fold.labels[kind] for kind in self.kinds]
            labels = list(dict.fromkeys(by_class))
            for position, axis in (self.axis | dict(thirds)).items():
                if position in fold.positions:  # card by card: the summaries of a few cards are few
                    merged = [fold.merge(value, label) for value in values for label in labels]
                    values = list(dict.fromkeys(merged))
                    step = np.array(list(map(values.index, merged)), dtype=np.int64).reshape(-1, len(labels))
                    places = step[places, self._along(axis, list(map(labels.index, by_class)))]
            self.folded[key] = places, values
        return self.folded[key]
