"""Several cards removed from a shoe, for some bets: all that is asked at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exact.analysis.odds.laws import Study, partition_of
from exact.analysis.removal.vectors import (
    CardCounts,
    EffectsOfTwo,
    SeveralRemoved,
    left_after,
    removal,
    removal_orders,
    standard_vectors,
)
from exact.display import Answer
from exact.errors import ExactError, UsageError
from exact.game.bets import Bet
from exact.game.rules import Rules
from exact.game.shoe import Shoe, read_counts

WIDEST = 13
"""Of bets that distinguish more classes of card than this, all interactions of two are found only if asked for."""


@dataclass(frozen=True)
class BetWithout:
    """A bet with the effects of one card and of two, and with each of some vectors of cards removed."""

    effects: EffectsOfTwo
    removals: tuple[SeveralRemoved, ...]


@dataclass(frozen=True)
class RemovalFigures(Answer):
    """Some bets, each with the cards of several vectors removed."""

    bets: tuple[BetWithout, ...]

    def __repr__(self) -> str:
        return f"<several cards removed: {', '.join(one.effects.bet.name for one in self.bets)}>"


def removal_figures(rules: Rules, bets: Sequence[Bet], shoe: Shoe, vectors: Sequence[str] = (),
                    all_pairs: bool = False) -> RemovalFigures:
    """Each bet without the cards of each vector, such as `4,4,9` or `4=16 9=8` (by default half of each kind of card,
    and all of it); with `all_pairs` with the interactions of all pairs also of bets that distinguish many classes.

    Raises errors that name the vector; as `removal_orders`.
    """
    asked = [_removable(text, rules, bets, shoe) for text in vectors]
    found = []
    for bet in bets:
        study, partition = Study(rules, (bet,)), partition_of(bet)
        chosen = asked or [vector for vector in standard_vectors(shoe, partition)
                           if shoe.cards - sum(vector.values()) >= rules.most_cards]
        every = all_pairs or len(partition) <= WIDEST
        effects = removal_orders(study, shoe, None if every else chosen)
        found.append(BetWithout(effects[0], tuple(each for vector in chosen
                                                  for each in removal(study, shoe, effects, vector))))
    return RemovalFigures(tuple(found))


def _removable(text: str, rules: Rules, bets: Sequence[Bet], shoe: Shoe) -> CardCounts:
    """The cards of a vector that can be removed; raises an error that names it."""
    try:
        vector = read_counts(text)
        if not vector:
            raise UsageError("names no card; write 4,4,9 or '4=2 9=1'")
        if not shoe.infinite:  # which refuses every removal, and says so on its own
            left_after(Study(rules, tuple(bets)), shoe, vector)
    except ExactError as error:
        raise type(error)(f"`vector` {text[:60]!r}: {error}") from None
    return vector
