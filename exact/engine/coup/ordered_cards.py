"""The ordered cards of a coup as an array: for knowledge that depends on which card came when.

The multisets of the coup polynomial forget the order of dealing; here every ordered sequence of the cards that a coup
may take is a cell of an array with one axis per card, in the order in which they leave the shoe: the first four (less
those printed on the layout), then the fifth and the sixth card off, whoever gets them. What each bet pays is found for
whole slices at once, fold by fold. The cells are counted in 64-bit integers; a shoe for which they might not fit is
refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import lcm, prod

import numpy as np
from numpy.typing import NDArray

from exact.engine.coup.polynomial import ordered_choices, reduced
from exact.errors import BetError, ShoeError, ShoeExhaustedError
from exact.game.bets import Bet
from exact.game.cards import POINT_VALUES, Partition
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

    `ways` has an axis for each card off the shoe, of as many cells as groups of cards are told apart there: the
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
        raise BetError(f"known cards: the bets and groups tell {len(partition)} classes of card apart; "
                       f"the most is {MOST_CLASSES} (ranks)")
    counts = reduced(shoe, partition)
    axes = [position for position in Position if position not in dict(rules.printed)]
    cards = sum(counts)
    if not shoe.infinite and cards < len(axes):
        raise ShoeExhaustedError(f"shoe of {cards} cards: a coup may need {len(axes)}")
    units = tuple(lcm(*(line.pays.denominator for line in bet.lines)) for bet in bets)
    largest = max([1, *(int(abs(line.pays) * unit) for bet, unit in zip(bets, units, strict=True)
                        for line in bet.lines)])
    if ordered_choices(cards, len(axes), shoe.infinite)[-1] * rules.scale * largest >= INT64:
        raise ShoeError(f"shoe of {cards:,} cards: sums over known cards pass 64 bits with these bets; for a shoe as"
                        " large as this, --decks inf is as good")
    shape = tuple(max(groups[k]) + 1 for k in range(len(axes)))
    ways = np.zeros(shape, dtype=np.int64)
    nets = [np.zeros(shape, dtype=np.int64) for _ in bets]
    for first in range(len(partition)):
        if counts[first]:
            one = _Slice(rules, partition, counts, axes, first, shoe.infinite)
            slices = [one.ways(), *(one.net(bet, unit) for bet, unit in zip(bets, units, strict=True))]
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
    """All sequences that begin with a card of one class, as arrays over the classes of the others."""

    def __init__(self, rules: Rules, partition: Partition, counts: Sequence[int], axes: Sequence[Position], first: int,
                 infinite: bool) -> None:
        self.rules = rules
        self.partition = partition
        self.axes = axes
        self.first = first
        self.kinds = [cards.first for cards in partition.classes]
        self.shape = (len(partition),) * (len(axes) - 1)
        self.sequences = self._sequences(counts, infinite)
        self.courses = list(self._courses())
        self.folded: dict[tuple[Fold, tuple[Position, ...]], tuple[Ints, list[object]]] = {}

    def along(self, axis: int, values: Sequence[int]) -> Ints:
        """Values by class of the card at an axis, as an array that broadcasts over the slice."""
        if axis == 0:
            return np.array(values[self.first], dtype=np.int64)
        return np.array(values, dtype=np.int64).reshape([-1 if i == axis - 1 else 1 for i in range(len(self.shape))])

    def _sequences(self, counts: Sequence[int], infinite: bool) -> Ints:
        """The number of sequences of cards in each cell."""
        total = np.full(self.shape, counts[self.first], dtype=np.int64)
        classes = [self.along(axis, range(len(counts))) for axis in range(len(self.axes))]
        for axis in range(1, len(self.axes)):
            left = self.along(axis, counts)
            if not infinite:
                left = left - sum((classes[i] == classes[axis]).astype(np.int64) for i in range(axis))
            total = total * np.maximum(left, 0)
        return total

    def place(self, position: Position) -> int | None:
        """The axis of one of the first four, None if it is printed."""
        return self.axes.index(position) if position in self.axes else None

    def points(self, position: Position) -> Ints:
        axis = self.place(position)
        if axis is None:
            return np.array(dict(self.rules.printed)[position].points, dtype=np.int64)
        return self.along(axis, [POINT_VALUES[kind] for kind in self.kinds])

    def _courses(self) -> Iterator[tuple[dict[Position, int], Ints]]:
        """The ways a coup can go on after four cards: the axes of the third cards, and the weight of each cell."""
        player = np.broadcast_to((self.points(Position.P1) + self.points(Position.P2)) % 10, self.shape)
        banker = np.broadcast_to((self.points(Position.B1) + self.points(Position.B2)) % 10, self.shape)
        fifth = len(self.axes) - 2
        third = np.broadcast_to(self.along(fifth, [POINT_VALUES[kind] for kind in self.kinds]), self.shape)
        # Weights are whole: the scale clears the product of both hands' probabilities. [..., 1]: Banker draws.
        stood = np.zeros((10, 10, 2), dtype=np.int64)
        drew = np.zeros((10, 10, 10, 2), dtype=np.int64)
        for p, b in product(range(10), repeat=2):
            for course in self.rules.courses(p, b):
                weights = [[int(self.rules.scale * course.chance * part) for part in (1 - draw, draw)]
                           for draw in course.banker_draws]
                if course.player_draws:
                    drew[p, b] = weights
                else:
                    stood[p, b] = weights[0]
        yield {}, stood[player, banker, 0]
        yield {Position.B3: fifth}, stood[player, banker, 1]
        yield {Position.P3: fifth}, drew[player, banker, third, 0]
        yield {Position.P3: fifth, Position.B3: fifth + 1}, drew[player, banker, third, 1]

    def ways(self) -> Ints:
        """The sequences of each cell, times the rules' scale."""
        return self.sequences * self.rules.scale

    def net(self, bet: Bet, unit: int) -> Ints:
        """The sum of the net results of a bet in each cell, times `unit`; nothing where it is not offered."""
        pays = [int(line.pays * unit) for line in bet.lines]
        total = np.zeros(self.shape, dtype=np.int64)
        for third_cards, weight in self.courses:
            if weight.any():
                lines = self._lines(bet, third_cards)
                total += weight * np.array([*pays, 0], dtype=np.int64)[lines]
        return total * self.sequences

    def _lines(self, bet: Bet, third_cards: Mapping[Position, int]) -> Ints:
        """The paying line of each cell in one course; the number of lines where the bet is not offered."""
        places = {position: self.place(position) for position in FIRST_FOUR} | dict(third_cards)
        codes = np.zeros(self.shape, dtype=np.int64)
        summaries: list[list[object]] = []
        for fold in bet.folds:
            key = fold, tuple(third_cards)
            if key not in self.folded:
                self.folded[key] = self._fold(fold, places)
            values, meaning = self.folded[key]
            codes = codes * len(meaning) + values
            summaries.append(meaning)
        found, where = _numbered(codes, prod(map(len, summaries)))
        lines = []
        for code in found.tolist():
            held = {}
            for fold, meaning in zip(reversed(bet.folds), reversed(summaries), strict=True):
                code, index = divmod(code, len(meaning))
                held[fold] = meaning[index]
            line = bet.line(held)
            lines.append(len(bet.lines) if line is None else line)
        result: Ints = np.array(lines, dtype=np.int64)[where]
        return result

    def _fold(self, fold: Fold, places: Mapping[Position, int | None]) -> tuple[Ints, list[object]]:
        """The summary of each cell as an index into a list of values."""
        at = [(axis, fold.labels) for position, axis in places.items()
              if position in fold.positions and axis is not None]
        fixed = [fold.label_of(cards) for position, cards in self.rules.printed if position in fold.positions]
        for cards in self.partition.classes:
            if len({fold.labels[kind] for kind in cards}) > 1:
                raise BetError("known cards: the bet tells more cards apart than the classes do")
        # The values of a fold over k cards are few: they are merged card by card, by index.
        meaning: list[object] = [fold.empty]
        for label in fixed:
            meaning = [fold.merge(meaning[0], label)]
        values = np.zeros(self.shape, dtype=np.int64)
        for axis, labels in at:
            by_class = [labels[kind] for kind in self.kinds]
            names = list(dict.fromkeys(by_class))
            merged = [[fold.merge(value, label) for label in names] for value in meaning]
            wider: list[object] = list(dict.fromkeys(item for row in merged for item in row))
            table = np.array([wider.index(item) for row in merged for item in row], dtype=np.int64)
            values = table[values * len(names) + self.along(axis, [names.index(label) for label in by_class])]
            meaning = wider
        return values, meaning
