"""The best count of a given level: every vector of whole tags by betting correlation, the best by exact gain.

The highest betting correlation does not mean the highest gain at a trigger (docs/counting.md), so the search is in two
steps: all vectors modulo sign, scale and constant are ranked by correlation with the effects of removal, and of the
best the exact gains are computed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.counting.law import Best, Counted
from exact.analysis.counting.spread import Spread, spread
from exact.analysis.counting.tags import MOST_KEPT, CountError, Tags
from exact.errors import BetError, UsageError
from exact.game.bets import Bet
from exact.game.cards import CardSet
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.progress import Progress, quiet

MOST_VECTORS = 3_000_000_000
HIGHEST_LEVEL = 10
LEVEL = 3
"""The count of a bet in reports: its effects of removal as whole tags up to so many."""
_CHUNKED = 2
"""Classes whose tags are fixed in one chunk of the search."""


@dataclass(frozen=True)
class RankedTags:
    """A count with the square of its betting correlation."""

    tags: Tags
    correlation_square: Fraction


@dataclass(frozen=True)
class DepthGain:
    """The most that a count can gain at one depth (`best` None: no trigger gains)."""

    cards_left: int
    best: Best | None

    @property
    def gain(self) -> Fraction:
        return self.best.gain if self.best else Fraction(0)


@dataclass(frozen=True)
class ScoredTags:
    """A count with its best gain at each depth that was asked for, and the sign and square of its correlation."""

    tags: Tags
    correlation_square: Fraction
    depths: tuple[DepthGain, ...]
    sign: int = 1

    @property
    def total(self) -> Fraction:
        """The gains of all depths added up."""
        return sum((depth.gain for depth in self.depths), Fraction(0))


def vectors(level: int, classes: int) -> int:
    """Vectors of whole tags from -level to level: those that the search goes through."""
    return int((2 * level + 1) ** classes)


def rank(found: Spread, level: int, keep: int = 200, progress: Progress = quiet) -> list[RankedTags]:
    """The `keep` vectors of tags from -level to level with the highest betting correlation, the best first.

    Modulo sign (the correlation is positive), scale and constant. The constant is chosen to make the count balanced
    if that can be, else as nearly as the level allows. Ranking is in floats with room to spare, the order of those
    kept exact. Raises UsageError for a level out of range or with too many vectors, CountError where no card changes
    the EV.
    """
    classes = len(found.classes)
    if not 1 <= level <= HIGHEST_LEVEL:
        raise UsageError(f"`level` {level}: must be from 1 to {HIGHEST_LEVEL}")
    if not 1 <= keep <= MOST_KEPT:
        raise UsageError(f"`keep` {keep}: must be from 1 to {MOST_KEPT:,}")
    if vectors(level, classes) > MOST_VECTORS:
        highest = max((low for low in range(1, level) if vectors(low, classes) <= MOST_VECTORS), default=0)
        raise UsageError(f"`level` {level}: {vectors(level, classes):,} vectors of tags; the most is {MOST_VECTORS:,}; "
                         + (f"take a level up to {highest}" if highest else "this bet distinguishes too many cards"))
    if classes < 2 or not any(found.optimal):
        raise CountError("tags: no card changes the expected value of this bet, so that nothing can be counted")
    codes = _codes(found, level, keep + 50, progress)
    ranked = [RankedTags(tags, found.betting_correlation_square(tags)[1])
              for tags in (_as_tags(found, code, level) for code in codes)]
    ranked.sort(key=lambda item: (-item.correlation_square, str(item.tags)))
    return ranked[:keep]


def _codes(found: Spread, level: int, keep: int, progress: Progress) -> list[int]:
    import numpy as np

    from exact.engine.count.tag_search import best_of_chunk

    top = 2 * level
    sizes = np.array([count for _, count in found.classes], np.float64)
    largest = max(map(abs, found.optimal))
    effects = np.array([float(effect / largest) for effect in found.optimal])
    fixed = min(_CHUNKED, len(found.classes) - 1)
    chunks = [divmod(i, top + 1) if fixed == _CHUNKED else (i,) for i in range((top + 1) ** fixed)]
    scores, codes, kept = np.zeros(keep), np.zeros(keep, np.int64), 0
    for first in progress(chunks, len(chunks), f"tags of level {level}"):
        kept = best_of_chunk(np.array(first, np.int64), top, sizes, effects, scores, codes, kept)
    return [int(code) for code in codes[:kept]]


def _as_tags(found: Spread, code: int, level: int) -> Tags:
    whole: list[int] = []
    for _ in found.classes:
        code, tag = divmod(code, 2 * level + 1)
        whole.insert(0, tag)
    total = sum(count * tag for (_, count), tag in zip(found.classes, whole, strict=True))
    constant = min(max(round(Fraction(total, found.cards)), max(whole) - level), level)
    return Tags.by_class((cards, tag - constant) for (cards, _), tag in zip(found.classes, whole, strict=True))


def score(rules: Rules, shoe: Shoe, bet: Bet, tags: Tags, depths: Sequence[int],
          correlation_square: Fraction | None = None) -> ScoredTags:
    """The exact gain of a count at each depth with the trigger that is best there."""
    gains = tuple(DepthGain(law.cards_left, law.best()) for law in Counted(rules, shoe, tags).laws(bet, depths))
    sign = 1
    if correlation_square is None:
        sign, correlation_square = spread(rules, bet, shoe).betting_correlation_square(tags)
    return ScoredTags(tags, correlation_square, gains, sign)


def search(rules: Rules, shoe: Shoe, bet: Bet, level: int, depths: Sequence[int], keep: int = 200,
           progress: Progress = quiet) -> list[ScoredTags]:
    """The best counts of a level by the exact gain summed over the depths, the best first."""
    ranked = rank(spread(rules, bet, shoe), level, keep, progress)
    scored = [score(rules, shoe, bet, item.tags, depths, item.correlation_square)
              for item in progress(ranked, len(ranked), "exact gains")]
    return sorted(scored, key=lambda item: (-item.total, -item.correlation_square))


def optimal_tags(found: Spread, level: int = HIGHEST_LEVEL) -> Tags:
    """The effects of removal, scaled and rounded to whole tags up to `level`: near the best real tags."""
    return rounded_tags([(cards, effect) for (cards, _), effect in zip(found.classes, found.optimal, strict=True)],
                        level)


def rounded_tags(effects: Sequence[tuple[CardSet, Fraction]], level: int) -> Tags:
    """Effects of removal of some classes of card as whole tags; raises BetError where all are 0."""
    largest = max(abs(effect) for _, effect in effects)
    if not largest:
        raise BetError("no card changes the expected value of this bet, so that nothing can be counted")
    return Tags.by_class((cards, round(effect / largest * level)) for cards, effect in effects)


def balanced(shoe: Shoe, tags: Tags) -> Tags:
    """The tags less their mean over the shoe, so that a true count means the same at every depth."""
    total = sum((count * tags.of(cards) for cards, count in shoe.holdings), Fraction(0))
    return Tags(tuple(tag - total / shoe.cards for tag in tags.tags))
