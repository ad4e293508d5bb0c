"""What some bets look at, and what that costs: the cards, the classes of card, and which facts are split for it.

A fact "all of one suit" (or colour, or kind) distinguishes as many classes as there are suits. Where that makes too
many multisets of classes, the fact is *split*: counted once for each suit, with classes that know only `this suit` or
`another`. docs/mathematics.md says why that is the same.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from functools import cached_property

from exact.errors import BetError
from exact.game.bets import Bet
from exact.game.cards import KINDS, POINT_VALUES, Partition
from exact.game.coup import BANKER, FIRST_FOUR, NOTHING_KNOWN, PLAYER, CoupInProgress, Position
from exact.game.facts import MIXED, Fold, Op

SPLIT_ABOVE = 60_000
"""With more multisets of classes than this, facts "all of one label" are split."""
MOST_MULTISETS = 2_000_000
"""Beyond this a question is refused: it would take minutes and gigabytes."""


class Footprint:
    """What some bets look at together, given what is known of the coup.

    `positions` are the cards, `folds` what the bets look through, `split` those folds that are counted label by label,
    `multisets` how many multisets of classes there are then at most. Raises BetError where they are too many.
    """

    def __init__(self, bets: Sequence[Bet], known: CoupInProgress = NOTHING_KNOWN) -> None:
        totals = [hand for hand, total in ((PLAYER, known.player_total), (BANKER, known.banker_total))
                  if total is not None]
        looked_at = {position for bet in bets for position in bet.positions}
        looked_at |= {position for hand in totals for position in hand[:2]}
        self.sees_draw = not looked_at <= set(FIRST_FOUR)
        self.sees_points = self.sees_draw or bool(totals)
        self.positions = frozenset(Position) if self.sees_draw else frozenset(looked_at)
        self.folds = tuple(dict.fromkeys(fold for bet in bets for fold in bet.folds))
        self.split, classes = self._best_split()
        self.multisets = self._multisets(classes)
        if self.multisets > MOST_MULTISETS:
            names = " with ".join(bet.name for bet in bets)
            raise BetError(f"bet {names}: distinguishes {classes} classes of card, which makes {self.multisets:,}"
                           f" multisets of cards; the most is {MOST_MULTISETS:,}. Count one suit or colour in a bet, or"
                           " make two bets of it")
        kept = [fold for fold in self.folds if fold not in self.split]
        self.late = tuple(fold for fold in kept if fold.op in (Op.RANKS, Op.SAME) and fold.positions >= self.positions)
        """The folds over ranks or labels of every card that is dealt: the multiset at the end says them."""
        self.early = tuple(fold for fold in kept if fold not in self.late)
        """The other folds that are not split: their summaries are merged card by card."""
        self.implied = {fold: [other for other in self.split if other != fold and _implies(fold, other)]
                        for fold in self.split}
        """The split facts that hold wherever a split fact holds."""

    @cached_property
    def partition(self) -> Partition:
        """The classes of card that the bets distinguish."""
        return Partition.by(self._labels(self.folds))

    def points(self, kind: int) -> int:
        """Points of a kind of card; 0 where they do not count."""
        return POINT_VALUES[kind] if self.sees_points else 0

    def strongest(self, facts: Sequence[Fold]) -> tuple[Fold, ...]:
        """Of split facts that must all hold, those that bring the others with them."""
        return tuple(fact for i, fact in enumerate(facts)
                     if not any(fact in self.implied[other] and (other not in self.implied[fact] or j < i)
                                for j, other in enumerate(facts)))

    def _best_split(self) -> tuple[tuple[Fold, ...], int]:
        """The fewest facts to split so that the multisets are few; if none makes them few, those that leave fewest.

        Of choices that leave as many, the one that splits most: cards that must have a label rule the others out. With
        the number of classes that it leaves.
        """
        same = sorted((fold for fold in self.folds if fold.op is Op.SAME), key=lambda fold: -len(set(fold.labels)))
        choices = []
        for size in range(len(same) + 1):
            choices.append((tuple(same[:size]), self._classes(same[:size])))
            if self._multisets(choices[-1][1]) <= SPLIT_ABOVE:
                return choices[-1]
        return min(reversed(choices), key=lambda choice: choice[1])

    def _multisets(self, classes: int) -> int:
        return math.comb(classes + len(self.positions) - 1, len(self.positions))

    def _classes(self, split: Sequence[Fold]) -> int:
        """Classes of card when some facts are split: by all other labels, and by one named label of one of them."""
        kept = tuple(fold for fold in self.folds if fold not in split)
        labels = self._labels(kept)
        named = [(fold, name) for fold in split for name in dict.fromkeys(fold.labels)]
        return max((len({(seen, label == name) for seen, label in zip(labels, fold.labels, strict=True)})
                    for fold, name in named), default=len(set(labels)))

    def _labels(self, folds: Sequence[Fold]) -> list[tuple[Hashable, ...]]:
        """Each kind of card as some folds see it."""
        return list(zip(map(self.points, KINDS), *(fold.labels for fold in folds), strict=True))


def is_small(bets: Sequence[Bet]) -> bool:
    """Whether some bets together distinguish so few classes of card that their joint law takes a second at most."""
    try:
        return Footprint(bets).multisets <= SPLIT_ABOVE
    except BetError:
        return False


def _implies(fold: Fold, other: Fold) -> bool:
    """Whether cards that are all of one label under a fold are so under another: of one suit, hence of one colour."""
    pairs = {(a, b) for a, b in zip(fold.labels, other.labels, strict=True) if a is not MIXED}
    return (other.positions <= fold.positions and len(pairs) == len({a for a, _ in pairs})
            and all(b is not MIXED for _, b in pairs))
