"""A coup as a table: from the classes of the next cards of the shoe to the paying line of each bet and the cards used.

Player's first two cards give one state, Banker's another (summaries of a hand are commutative), the two together a
row, and a row with the two cards that may follow gives the result. The simulator needs nothing else of a game.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from exact.errors import BetError
from exact.game.bets import Bet
from exact.game.cards import KINDS, POINT_VALUES, CardSet, Partition
from exact.game.coup import FIRST_FOUR, Position
from exact.game.facts import FoldValue
from exact.game.rules import Rules

MOST_SQUARES = 10_000_000
"""Squares of the table that are worked out: more would take a minute, and not stay in the processor's cache."""
MOST_MIXED = 6
"""Squares left to chance: n of them make 2^n modes."""

Values = tuple[FoldValue, ...]
Hand = tuple[int, Values]


@dataclass(frozen=True, eq=False)
class CoupTable:
    """The results of a coup by the classes of the next cards of the shoe.

    With K classes: `player[a * K + b]` and `banker[a * K + b]` are the states of the hands, `joined[player state * B +
    banker state]` the row (B the number of Banker's states), and `result[mode, row * T * T + x * T + y]` the result if
    the next two cards have third-card classes x and y: `third[class]`, T of them, since less of a third card matters.
    A hand of which a card is printed on the layout reads that many cards
    fewer, and its tables repeat over the unread ones. `keys[r]` are the paying lines of the bets (None: not offered)
    and the cards used; `modes` the chances of the choices that mixed strategies make.
    """

    classes: Partition
    player: NDArray[np.int32]
    banker: NDArray[np.int32]
    banker_states: int
    joined: NDArray[np.int32]
    third: NDArray[np.uint8]
    third_classes: int
    result: NDArray[np.int32]
    modes: tuple[Fraction, ...]
    keys: tuple[tuple[tuple[int | None, ...], int], ...]
    first_cards: tuple[tuple[int, ...], tuple[int, ...]]

    @property
    def lengths(self) -> NDArray[np.int64]:
        """Cards used, by result."""
        return np.array([used for _, used in self.keys], np.int64)


def coup_table(rules: Rules, bets: Sequence[Bet], finer: Sequence[Hashable] | None = None) -> CoupTable:
    """The table of a coup for some bets; `finer` is one label for each kind that the classes must distinguish as well.

    Raises BetError where the table would be too large.
    """
    return _Builder(rules, bets, finer or [0] * len(KINDS)).table()


class _Builder:
    """Makes a `CoupTable`, merging rows with equal results."""

    def __init__(self, rules: Rules, bets: Sequence[Bet], finer: Sequence[Hashable]) -> None:
        self.rules, self.bets = rules, bets
        self.folds = tuple(dict.fromkeys(fold for bet in bets for fold in bet.folds))
        self.classes = Partition.by(list(zip(POINT_VALUES, finer, *(fold.labels for fold in self.folds), strict=True)))
        self.kinds = [cls.first for cls in self.classes.classes]
        late = [fold for fold in self.folds if fold.positions & {Position.P3, Position.B3}]
        looks = [(POINT_VALUES[kind], *(fold.labels[kind] for fold in late)) for kind in self.kinds]
        first_seen = dict(zip(reversed(looks), reversed(self.kinds), strict=True))
        self.third_kinds = list(first_seen.values())
        self.third = [list(first_seen).index(look) for look in looks]
        self.printed = dict(rules.printed)
        self.results: dict[tuple[tuple[int | None, ...], int], int] = {}
        self.ends: dict[tuple[Values, int], int] = {}

    def table(self) -> CoupTable:
        third = len(self.third_kinds)
        self.check(third * third * len(self.bets) * 100)
        player, player_states = self.hand((Position.P1, Position.P2))
        banker, banker_states = self.hand((Position.B1, Position.B2))
        self.check(len(player_states) * len(banker_states))
        modes = self.modes()
        rows: dict[tuple[tuple[int, ...], ...], int] = {}
        known: dict[tuple[int, int, Values], int] = {}
        joined = []
        for (p_total, p_values), (b_total, b_values) in product(player_states, banker_states):
            values = tuple(fold.merge(a, b) for fold, a, b in zip(self.folds, p_values, b_values, strict=True))
            state = (p_total, b_total, values)
            if state not in known:
                row = tuple(self.row(p_total, b_total, values, rules) for rules, _ in modes)
                known[state] = rows.setdefault(row, len(rows))
            joined.append(known[state])
            self.check(len(known) * third * third * len(modes))
        result = np.array([[square for row in rows for square in row[mode]] for mode in range(len(modes))], np.int32)
        reads = tuple(tuple(position for position in hand if position not in self.printed)
                      for hand in ((Position.P1, Position.P2), (Position.B1, Position.B2)))
        order = [position for position in FIRST_FOUR if position not in self.printed]
        first = tuple(tuple(order.index(position) for position in hand) for hand in reads)
        return CoupTable(self.classes, player, banker, len(banker_states), np.array(joined, np.int32),
                         np.array(self.third, np.uint8), third, result, tuple(chance for _, chance in modes),
                         tuple(self.results), (first[0], first[1]))

    def check(self, squares: int) -> None:
        """Raises BetError for a table that would take long to make, as soon as that is known."""
        if squares > MOST_SQUARES:
            raise BetError(f"{len(self.bets)} bets, {self.bets[0].name} among them: the table of a coup has more than"
                           f" {MOST_SQUARES:,} squares; simulate fewer bets together")

    def hand(self, positions: tuple[Position, Position]) -> tuple[NDArray[np.int32], list[Hand]]:
        """The state of a two-card hand for each pair of classes; a printed card is as it is printed."""
        states: dict[Hand, int] = {}
        table = []
        read = [position for position in positions if position not in self.printed]
        for pair in product(range(len(self.classes)), repeat=2):
            values = tuple(fold.empty for fold in self.folds)
            points = []
            for position in positions:
                kind = self.kinds[pair[read.index(position)]] if position in read else None
                dealt, values = self.deal(0, values, position, kind)
                points.append(dealt)
            number = self.rules.player_hand if positions[0] is Position.P1 else self.rules.banker_hand
            table.append(states.setdefault((number(*points), values), len(states)))
        return np.array(table, np.int32), list(states)

    def deal(self, total: int, values: Values, position: Position, kind: int | None) -> Hand:
        """One card more: of a kind, or (None) the one printed at the position."""
        card = self.printed[position] if kind is None else CardSet.of_kinds((kind,))
        merged = tuple(fold.merge(value, fold.label_of(card)) if position in fold.positions else value
                       for fold, value in zip(self.folds, values, strict=True))
        return (total + card.points) % 10, merged

    def modes(self) -> list[tuple[Rules, Fraction]]:
        """The rules without chance that a coup may be played by, each with its probability."""
        if len(self.rules.mixed) > MOST_MIXED:
            raise BetError(f"rules: {len(self.rules.mixed)} squares are left to chance; the simulator takes at most "
                           f"{MOST_MIXED}")
        return list(self.rules.pure())

    def row(self, player: int, banker: int, values: Values, rules: Rules) -> tuple[int, ...]:
        """The results for each pair of next cards, after the first four; the rules are without chance."""
        size = len(self.third_kinds)
        used = len(FIRST_FOUR) - len(self.printed)
        (course,) = rules.courses(player, banker)
        if not course.player_draws:
            if not course.banker_draw():
                return (self.end(values, used),) * (size * size)
            results = [self.end(self.deal(banker, values, Position.B3, kind)[1], used + 1) for kind in self.third_kinds]
            return tuple(result for result in results for _ in range(size))
        row: list[int] = []
        for third in self.third_kinds:
            after = self.deal(player, values, Position.P3, third)[1]
            if course.banker_draw(POINT_VALUES[third]):
                row += [self.end(self.deal(banker, after, Position.B3, kind)[1], used + 2) for kind in self.third_kinds]
            else:
                row += [self.end(after, used + 1)] * size
        return tuple(row)

    def end(self, values: Values, used: int) -> int:
        """The number of the result of a finished coup."""
        found = self.ends.get((values, used))
        if found is None:
            summaries = dict(zip(self.folds, values, strict=True))
            key = (tuple(bet.line(summaries) for bet in self.bets), used)
            found = self.ends[values, used] = self.results.setdefault(key, len(self.results))
        return found
