"""All that is asked of a count at once: its depths, its curves, a whole shoe; or a search for the best counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.counting.depths import DepthFigures, default_depths, depth_figures
from exact.analysis.counting.law import Counted, CountLaw
from exact.analysis.counting.per_shoe import ShoeFigures, best_trigger, per_shoe, shoe_depths
from exact.analysis.counting.search import ScoredTags, balanced, optimal_tags, score, search
from exact.analysis.counting.spread import Spread, spread
from exact.analysis.counting.tags import KEEP, Tags
from exact.analysis.counting.trigger import Trigger
from exact.display import Answer
from exact.game.bets import Bet
from exact.game.procedure import Procedure
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.progress import Progress, quiet
from exact.values import Estimate

PERFECT_SEED = 1
OVER_SHOE = 5
"""Counts of a search that are taken over a whole shoe."""
BestTrigger = tuple[Trigger, float]
"""The trigger that gains most over a shoe, and the units that it gains."""


@dataclass(frozen=True)
class CountedBet:
    """A bet under a count: figures and, if asked for, curves and perfect play at each depth, and a whole shoe with the
    trigger that would gain most over it (None: none gains)."""

    bet: Bet
    depths: Sequence[DepthFigures]
    curves: Sequence[CountLaw] = ()
    perfect: Sequence[Estimate] = ()
    shoe: ShoeFigures | None = None
    best: BestTrigger | None = None


def count_bet(counted: Counted, bet: Bet, trigger: Trigger, depths: Sequence[int], curve: bool = False,
              perfect: int | None = None, procedure: Procedure | None = None, progress: Progress = quiet) -> CountedBet:
    """A bet under a count; with `perfect`, beside perfect play from so many random sub-shoes of each depth; with
    `procedure`, over a whole shoe. Raises UsageError and the errors of what it asks."""
    gains: Sequence[Estimate] = ()
    if perfect is not None:
        from exact.analysis.counting.perfect import perfect_gain
        gains = [perfect_gain(counted.rules, bet, counted.shoe, n, perfect, PERFECT_SEED)
                 for n in progress(depths, len(depths), "perfect play")]
    figures = tuple(depth_figures(counted, bet, trigger, depths, progress))
    curves = tuple(counted.laws(bet, depths)) if curve else ()
    if procedure is None:
        return CountedBet(bet, figures, curves, gains)
    where = shoe_depths(counted, procedure)
    laws = list(progress(counted.laws(bet, where), len(where), f"a shoe of {bet.name}"))
    return CountedBet(bet, figures, curves, gains, per_shoe(counted, bet, trigger, procedure, laws),
                      best_trigger(counted, bet, procedure, laws, trigger))


@dataclass(frozen=True)
class CountStudy(Answer):
    """A counting system with some bets, of which the first is the one counted; `procedure` deals whole shoes."""

    tags: Tags
    trigger: Trigger
    procedure: Procedure
    bets: tuple[CountedBet, ...]

    def __repr__(self) -> str:
        return f"<count {self.tags} at {self.trigger}: {', '.join(one.bet.name for one in self.bets)}>"

    @property
    def depths(self) -> Sequence[DepthFigures]:
        """The figures at each depth of the bet that is counted."""
        return self.bets[0].depths

    @property
    def shoe(self) -> ShoeFigures | None:
        """Its figures over a whole shoe, if they were asked for."""
        return self.bets[0].shoe


def count_bets(rules: Rules, bets: Sequence[Bet], shoe: Shoe, tags: Tags, trigger: Trigger,
               cards_left: Sequence[int] | None = None, curve: bool = False, perfect: int | None = None,
               per_shoe: bool = False, procedure: Procedure | None = None, progress: Progress = quiet) -> CountStudy:
    """Some bets under a count at these depths (by default every half deck); raises as `count_bet`."""
    counted, dealt = Counted(rules, shoe, tags), procedure or Procedure.of(shoe)
    depths = default_depths(shoe.cards, rules.most_cards) if cards_left is None else cards_left
    return CountStudy(tags, trigger, dealt, tuple(
        count_bet(counted, bet, trigger, depths, curve, perfect, dealt if per_shoe else None, progress)
        for bet in bets))


@dataclass(frozen=True)
class CountSearch(Answer):
    """The best counts of a level for a bet, others beside them by name, and of the first few, made balanced, the best
    trigger over a whole shoe dealt by `procedure`, if that is asked for; `like` is a trigger of the same kind."""

    like: Trigger
    procedure: Procedure
    bet: Bet
    level: int
    spread: Spread
    scored: Sequence[ScoredTags]
    named: Sequence[tuple[str, ScoredTags]]
    over_shoe: Sequence[tuple[str, Tags, BestTrigger | None]]

    def __repr__(self) -> str:
        return f"<the best counts of level {self.level} for {self.bet.name}: {self.best.tags}, ...>"

    @property
    def best(self) -> ScoredTags:
        """The count that gains most."""
        return self.scored[0]


def search_counts(rules: Rules, bet: Bet, shoe: Shoe, level: int, cards_left: Sequence[int] | None = None,
                  keep: int = KEEP, given: Tags | None = None, like: Trigger | None = None, per_shoe: bool = False,
                  procedure: Procedure | None = None, progress: Progress = quiet) -> CountSearch:
    """Search the counts of a level; `given` is shown beside them, and `like` says which kind of count is best over a
    shoe that is dealt by `procedure`. Raises as `search`."""
    depths = default_depths(shoe.cards, rules.most_cards) if cards_left is None else cards_left
    like, dealt = like or Trigger(Fraction(0)), procedure or Procedure.of(shoe)
    found = spread(rules, bet, shoe)
    scored = search(rules, shoe, bet, level, depths, keep, progress)
    named = [("effects of removal, rounded to 10", score(rules, shoe, bet, optimal_tags(found), depths))]
    if given is not None:
        named.append(("the count given", score(rules, shoe, bet, given, depths)))
    over_shoe = []
    if per_shoe:
        chosen = [(str(place), item) for place, item in enumerate(scored[:OVER_SHOE], 1)] + named
        shoes = [(name, balanced(shoe, item.tags)) for name, item in chosen]
        over_shoe = [(name, tags, best_trigger(Counted(rules, shoe, tags), bet, dealt, None, like))
                     for name, tags in progress(shoes, len(shoes), "whole shoes")]
    return CountSearch(like, dealt, bet, level, found, scored, named, over_shoe)
