"""One coup of a log against the rules: did the cards follow the tableau, and is what the game said of them true?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from exact.analysis.logs.reader import Row, won_words
from exact.errors import UsageError
from exact.game.bets import Bet
from exact.game.cards import Partition
from exact.game.coup import winner
from exact.game.facts import MIXED, Fold, Op
from exact.game.rules import STOOD, Rules

KEYS_REMEMBERED = 50_000
"""Combinations of fold values whose paying line is remembered."""


Draw = tuple[int, int, int, bool]
"""Two-card totals of Player and Banker, the value of Player's third card (or STOOD), and whether Banker drew."""


@dataclass(frozen=True)
class Fault:
    """What is wrong in a row: `kind` is one of a few words, `text` the whole of it."""

    line: int
    shoe: str
    coup: str
    kind: str
    text: str


class Tableau:
    """The rules laid out for looking up: for two-card totals, third card and whether Banker drew, the fault if any.

    `seen` counts what occurred.
    """

    def __init__(self, rules: Rules, partition: Partition) -> None:
        if rules.printed:
            raise UsageError("audit: a game with cards printed on the layout has no log of this form")
        self.rules = rules
        self.values = [cards.points for cards in partition.classes]
        self.faults = {(p, b, x, drew): fault for p in rules.hands("Player") for b in rules.hands("Banker")
                       for x in range(STOOD + 1)
                       for drew in (False, True) if (fault := draw_fault(rules, p, b, x, drew))}
        self.seen: dict[Draw, int] = defaultdict(int)

    def check(self, row: Row) -> tuple[int, int, tuple[str, str] | None]:
        """Final totals of Player and Banker, and the fault of the draw (its kind and words) or None."""
        values, player, banker = self.values, row.player, row.banker
        p = (values[player[0]] + values[player[1]]) % 10
        b = (values[banker[0]] + values[banker[1]]) % 10
        drew = len(banker) == 3
        third = values[player[2]] if len(player) == 3 else STOOD
        draw = (self.rules.player_hand(values[player[0]], values[player[1]]),
                self.rules.banker_hand(values[banker[0]], values[banker[1]]), third, drew)
        self.seen[draw] += 1
        fault = self.faults.get(draw)
        return (p if third == STOOD else (p + third) % 10, (b + values[banker[2]]) % 10 if drew else b, fault)


def draw_fault(rules: Rules, p: int, b: int, third: int, drew: bool) -> tuple[str, str] | None:
    """What is wrong with a draw (its kind and words), if anything."""
    drawn = third != STOOD
    ender = rules.natural_hand(p, b)
    if ender:
        return ("natural not respected", f"{ender} has a natural {p if ender == 'Player' else b}, and "
                f"{'Player' if drawn else 'Banker'} drew") if drawn or drew else None
    course = next((course for course in rules.courses(p, b) if course.player_draws == drawn), None)
    if course is None:
        return (("illegal third card", f"Player drew on {p % 10} and must stand") if drawn
                else ("missing third card", f"Player stood on {p % 10} and must draw"))
    draws = course.banker_draw(third if drawn else None)
    against = f"against a third card {third}" if drawn else "after Player stood"
    if drew and not draws:
        return "illegal third card", f"Banker drew on {b % 10} {against} and must stand"
    if not drew and draws == 1:
        return "missing third card", f"Banker stood on {b % 10} {against} and must draw"
    return None


class Settlement:
    """Which line of a bet pays on each coup of a block: fold by fold for all coups at once, then a line for each
    combination of fold values that occurs.

    Coups are rows of six classes of the log's partition: Player's cards at 0, 2, 4, Banker's at 1, 3, 5, no card -1.
    """

    def __init__(self, bet: Bet, partition: Partition) -> None:
        self.bet = bet
        kinds = [cards.first for cards in partition.classes]
        self.folds = [_FoldColumn(fold, kinds) for fold in bet.folds]
        self.memory: dict[tuple[int, ...], int | None] = {}

    def lines(self, coups: Any) -> list[int | None]:
        """The index of the paying line of each coup; None where the bet is not on offer."""
        keys = np.stack([fold.over(coups) for fold in self.folds], axis=1)
        distinct, where = np.unique(keys, axis=0, return_inverse=True)
        found = [self._line(tuple(key)) for key in distinct.tolist()]
        return [found[i] for i in where.reshape(-1).tolist()]

    def _line(self, key: tuple[int, ...]) -> int | None:
        if key not in self.memory:
            if len(self.memory) >= KEYS_REMEMBERED:
                self.memory.clear()
            self.memory[key] = self.bet.line({fold.fold: fold.value(column)
                                              for fold, column in zip(self.folds, key, strict=True)})
        return self.memory[key]


_NO_CARD, _FAILS = -1, -2
"""In a column of labels: no card here, and a card that alone makes "all of one label" false (its label is MIXED)."""


class _FoldColumn:
    """A fold over many coups: a whole number for each, from which its value follows."""

    def __init__(self, fold: Fold, kinds: Sequence[int]) -> None:
        self.fold = fold
        self.places = sorted(fold.positions)
        labels = [fold.labels[kind] for kind in kinds]
        if fold.op is Op.SAME:
            distinct = list(dict.fromkeys(labels))
            labels = [_FAILS if label is MIXED else distinct.index(label) for label in labels]
        self.labels = np.array([*labels, _NO_CARD if fold.op is Op.SAME else 0], dtype=np.int64)

    def over(self, coups: Any) -> Any:
        seen = self.labels[coups[:, self.places]]
        if self.fold.op is not Op.SAME:
            total = seen.sum(axis=1)
            return total % 10 if self.fold.op is Op.TOTAL else total
        largest = seen.max(axis=1)
        same = ((seen == largest[:, None]) | (seen == _NO_CARD)).all(axis=1) & (seen != _FAILS).all(axis=1)
        return np.where((seen == _NO_CARD).all(axis=1), _NO_CARD, same)

    def value(self, column: int) -> Any:
        """What the fold gives: for "all of one label" 1 is yes, 0 mixed, -1 no card at all."""
        if self.fold.op is not Op.SAME:
            return column
        return (MIXED, True, None)[column]


def said_faults(row: Row, player_total: int, banker_total: int) -> Iterator[tuple[str, str]]:
    """Where the winner or a total that the game gave is not that of the cards."""
    for name, said, total in (("Player", row.totals[0], player_total), ("Banker", row.totals[1], banker_total)):
        if said is not None and said != total:
            yield "wrong total", f"{name} has {total}, and the log says {said}"
    won = winner(player_total, banker_total)
    if row.winner is not None and row.winner != won:
        yield ("wrong winner", f"{player_total} to {banker_total} is {won_words(won)}, and the log says "
               f"{won_words(row.winner)}")


def pay_fault(said: Fraction | None, bet: Bet, line: int | None) -> tuple[str, str] | None:
    """Whether the net result on a bet is that of its pay table, where the log gives one."""
    if said is None:
        return None
    if line is None:
        return ("wrong payout", f"{bet.name} was not on offer, and {said} was paid") if said else None
    pays = bet.lines[line].pays
    if said == pays:
        return None
    return "wrong payout", f"{bet.name}: {bet.lines[line].event} nets {pays} to a unit stake, and the log says {said}"
