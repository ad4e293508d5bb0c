"""Effects of removal: what one card less of a class does to the EV of a bet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.odds.laws import Study
from exact.display import Drawn, Shown
from exact.errors import CardError, listed
from exact.game.bets import Bet
from exact.game.cards import CardSet, as_card
from exact.game.rules import Rules
from exact.game.shoe import Shoe


@dataclass(frozen=True)
class RemovalEffect:
    """EV(shoe without one such card) - EV(shoe); `present` is the number of such cards in the shoe.

    `ev_change` is None where the bet is never on offer after that card is gone, and so has no EV.
    """

    bet: Bet
    cards: CardSet
    present: int
    ev_change: Fraction | None

    @property
    def card(self) -> str:
        return str(self.cards)


def no_removal(rules: Rules, shoe: Shoe) -> str | None:
    """Why a shoe has no effects of removal; None if it has."""
    if shoe.infinite:
        return "an infinite shoe does not change when a card leaves it"
    if shoe.cards <= rules.most_cards:
        return f"the shoe has {shoe.cards} cards, and a coup may need them all"
    return None


def removal_effects(study: Study, shoe: Shoe) -> dict[Bet, tuple[RemovalEffect, ...]]:
    """For each bet, the effect of each class of card that it distinguishes and the shoe holds.

    None where `no_removal` says why. By exchangeability the effects of a bet, weighted by the cards present, add up
    to zero (docs/mathematics.md). Raises NeverOfferedError for a bet that is never on offer on the shoe itself.
    """
    effects: dict[Bet, list[RemovalEffect]] = {bet: [] for bet in study.bets}
    if no_removal(study.rules, shoe):
        return dict.fromkeys(study.bets, ())
    for group in study.groups:
        whole = dict(group.laws(shoe))
        for cards, present in zip(group.partition.classes, shoe.counts(group.partition), strict=True):
            if present:
                for bet, law in group.laws_where_offered(shoe.remove(cards)):
                    if bet in effects:
                        change = law.ev - whole[bet].ev if law else None
                        effects[bet].append(RemovalEffect(bet, cards, present, change))
    return {bet: tuple(found) for bet, found in effects.items()}


def weighted_sum(effects: tuple[RemovalEffect, ...]) -> Fraction | None:
    """The sum of the effects, each times the number of such cards in the shoe: exactly zero.

    None where one of them is not defined.
    """
    total = Fraction(0)
    for effect in effects:
        if effect.ev_change is None:
            return None
        total += effect.present * effect.ev_change
    return total


@dataclass(frozen=True)
class BetRemoval(Shown, Drawn):
    """The effects of removal of a bet on a shoe, as a collection: `effects["9"]` is that of a nine."""

    rules: Rules
    shoe: Shoe
    bet: Bet
    effects: tuple[RemovalEffect, ...]

    def __repr__(self) -> str:
        said = (f"{effect.card} {float(effect.ev_change):+.2g}" for effect in self if effect.ev_change is not None)
        return f"<effects of removal, {self.bet.name}: {listed(said) or 'none'}>"

    def __iter__(self) -> Iterator[RemovalEffect]:
        return iter(self.effects)

    def __len__(self) -> int:
        return len(self.effects)

    def __getitem__(self, card: str | int | CardSet) -> RemovalEffect:
        """The effect of a card; raises CardError for one that the shoe does not hold, or the bet does not look at so
        coarsely."""
        wanted = as_card(card)
        for effect in self:
            if wanted <= effect.cards:
                return effect
        raise CardError(f"card {wanted}: has no effect of its own here; those are {listed(e.card for e in self)}")


def bet_removal(rules: Rules, bet: Bet, shoe: Shoe) -> BetRemoval:
    """Raises as `removal_effects`."""
    return BetRemoval(rules, shoe, bet, removal_effects(Study(rules, (bet,)), shoe)[bet])
