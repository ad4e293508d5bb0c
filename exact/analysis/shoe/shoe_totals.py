"""How many ties, wins or hits there are in k coups of one shoe: the exact mean and variance.

Before a shoe is dealt all pairs of its coups have one joint law, that of two coups, as long as its cards are sure to
last: the chance of a sequence of coups depends on all their cards together, and not on their order. So the variance of
a sum of indicators is k v + k (k - 1) c, with v = p (1 - p) and c the covariance of two coups.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.shoe.events import EventQuery
from exact.analysis.shoe.sequence import two_coups
from exact.display import Answer
from exact.errors import UsageError
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe

RESULTS = ("player", "banker", "tie")


@dataclass(frozen=True)
class EventTotal:
    """How often an event comes in `coups` coups of one shoe: the chance of it in one, and the covariance of two."""

    name: str
    coups: int
    probability: Fraction
    covariance: Fraction

    @property
    def mean(self) -> Fraction:
        return self.coups * self.probability

    @property
    def variance(self) -> Fraction:
        """In one shoe."""
        return self.independent + self.coups * (self.coups - 1) * self.covariance

    @property
    def independent(self) -> Fraction:
        """The variance were each coup from a fresh shoe."""
        return self.coups * self.probability * (1 - self.probability)

    @property
    def ratio(self) -> Fraction | None:
        """The variance over the independent one; None where nothing varies."""
        return self.variance / self.independent if self.independent else None


@dataclass(frozen=True)
class ShoeTotals(Answer):
    """How often some events come in k coups of one shoe."""

    totals: tuple[EventTotal, ...]

    def __repr__(self) -> str:
        said = ", ".join(f"{one.name} {float(one.mean):.6g}" for one in self.totals)
        return f"<in {self.totals[0].coups} coups of a shoe: {said}>"


def shoe_totals(game: GameDefinition, shoe: Shoe, events: Iterable[str], coups: int) -> ShoeTotals:
    """The number of wins of Player or Banker, of ties, or of net wins of a bet, in k coups of a shoe.

    Raises UsageError for more coups than the shoe is sure to have, BetError for an unknown bet, as `two_coups`.
    """
    names = list(dict.fromkeys(name.strip() for name in events))
    most = game.rules.most_cards
    if coups < 1 or not (shoe.infinite or coups * most <= shoe.cards):
        sure = "as many as you like" if shoe.infinite else f"{shoe.cards // most}, which the shoe always has"
        raise UsageError(f"`coups` {coups}: from 1 to {sure}, at {most} cards a coup")
    return ShoeTotals(tuple(_total(game, shoe, name, coups) for name in names))


def _total(game: GameDefinition, shoe: Shoe, name: str, coups: int) -> EventTotal:
    if name in RESULTS:
        query, hits = EventQuery.of(game, "winner"), {RESULTS.index(name)}
    else:
        query = EventQuery.of_bet(game.named(name))
        hits = {i for i in range(len(query.names)) if query.pays(i) > 0}
    law = two_coups(game.rules, shoe, query, query)
    probability = sum((law.firsts[i] for i in hits), Fraction(0))
    both = sum((law.probability(i, j) for i in hits for j in hits), Fraction(0))
    return EventTotal(name, coups, probability, both - probability**2)
