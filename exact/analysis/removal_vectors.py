"""Removing several cards at once: the exact EV, and how far estimates from single cards are off.

With c the counts of the shoe and r the cards removed, write D_i for the change of the EV when one card of class i goes
(the effect of removal), and D_ij = EV(c - i - j) - EV(c - i) - EV(c - j) + EV(c) for the interaction of two. Then

    first order    EV(c) + sum_i r_i D_i
    second order   the same + sum_{i<j} r_i r_j D_ij + sum_i r_i (r_i - 1)/2 D_ii

are the beginning of Newton's forward-difference series of the EV. The first is exact for one card and is what a linear
count uses; the second is exact for two cards. Both are set against the exact EV.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

from exact.analysis.edges import Group, Study
from exact.analysis.removal import no_removal
from exact.errors import IllegalRemovalError, ShoeExhaustedError, UnknownCompositionError
from exact.game.bets import OUTCOMES, Bet
from exact.game.cards import CardSet, Partition, card_name
from exact.game.shoe import Shoe

Vector = Mapping[CardSet, int]
"""How many cards of each kind of card are removed."""


@dataclass(frozen=True)
class Pair:
    """Two cards removed together: what that does to the EV, and how much of it is their interaction D_ij.

    None where the shoe holds no such pair.
    """

    first: CardSet
    second: CardSet
    ev_change: Fraction | None
    interaction: Fraction | None


@dataclass(frozen=True)
class BetEffects:
    """The EV of a bet, and the effects of one card and of two, by the classes of card that the bet tells apart and the
    shoe holds."""

    bet: Bet
    partition: Partition
    ev: Fraction
    single: Mapping[CardSet, Fraction]
    pairs: tuple[Pair, ...]

    def first_order(self, removed: Mapping[CardSet, int]) -> Fraction:
        """The linear estimate of the change."""
        return sum((count * self.single[cards] for cards, count in removed.items()), Fraction(0))

    def second_order(self, removed: Mapping[CardSet, int]) -> Fraction:
        """The estimate with interactions of two cards."""
        change = self.first_order(removed)
        for pair in self.pairs:
            first, second = removed.get(pair.first, 0), removed.get(pair.second, 0)
            times = first * (first - 1) // 2 if pair.first == pair.second else first * second
            if times and pair.interaction is not None:
                change += times * pair.interaction
        return change


@dataclass(frozen=True)
class Removal:
    """A bet after some cards are gone: exact, and estimated. All but `ev` are changes against the shoe before."""

    bet: Bet
    removed: tuple[tuple[CardSet, int], ...]
    ev: Fraction
    ev_change: Fraction
    first_order: Fraction
    second_order: Fraction

    @property
    def cards(self) -> int:
        return sum(count for _, count in self.removed)

    @property
    def first_order_error(self) -> Fraction:
        """Estimate - exact."""
        return self.first_order - self.ev_change

    @property
    def second_order_error(self) -> Fraction:
        return self.second_order - self.ev_change


def removal_orders(study: Study, shoe: Shoe, only_for: Sequence[Vector] | None = None) -> tuple[BetEffects, ...]:
    """Single effects and interactions of each bet of the study.

    With `only_for` just the interactions that the second order of these vectors needs: a bet that tells 52 classes
    apart has 1,378 pairs, each a shoe to evaluate. Raises IllegalRemovalError where no card can be removed (an
    infinite shoe), ShoeExhaustedError where the shoe is too small for a coup after two cards are gone.
    """
    reason = no_removal(study.rules, shoe)
    if shoe.infinite:
        raise IllegalRemovalError(f"removal: {reason}; give a number of decks")
    if reason or shoe.cards - 2 < study.rules.most_cards:
        raise ShoeExhaustedError(f"shoe of {shoe.cards} cards: with two cards less a coup may not have the "
                                 f"{study.rules.most_cards} that it may need; give a larger shoe")
    found: dict[Bet, BetEffects] = {}
    for group in study.groups:
        for effects in _group_orders(group, shoe, only_for):
            found[effects.bet] = effects
    return tuple(found[bet] for bet in study.bets)


def _group_orders(group: Group, shoe: Shoe, only_for: Sequence[Vector] | None) -> list[BetEffects]:
    """From one evaluation of every shoe that is one or two cards short."""
    held = dict(zip(group.partition.classes, shoe.counts(group.partition), strict=True))
    classes = [cards for cards, count in held.items() if count]
    bets = [bet for bet in group.bets if bet is not OUTCOMES]
    if not bets:
        return []

    def evs(*removed: CardSet) -> dict[Bet, Fraction]:
        return {bet: law.ev for bet, law in group.laws(shoe.remove(*removed)) if bet is not OUTCOMES}

    whole = evs()
    single = {cards: evs(cards) for cards in classes}
    chosen = list(combinations_with_replacement(classes, 2))
    if only_for is not None:
        together = [Counter(_class_of(cards, group.partition, bets[0]) for cards in vector) for vector in only_for]
        chosen = [pair for pair in chosen if any(pair[0] in some and pair[1] in some for some in together)]
    double = {(first, second): evs(first, second) for first, second in chosen if first != second or held[first] > 1}
    effects = []
    for bet in bets:
        alone = {cards: single[cards][bet] - whole[bet] for cards in classes}
        pairs = []
        for first, second in chosen:
            both = double.get((first, second))
            change = None if both is None else both[bet] - whole[bet]
            pairs.append(Pair(first, second, change, None if change is None else change - alone[first] - alone[second]))
        effects.append(BetEffects(bet, group.partition, whole[bet], alone, tuple(pairs)))
    return effects


def removal(study: Study, shoe: Shoe, effects: Sequence[BetEffects], vector: Vector) -> tuple[Removal, ...]:
    """Each bet after the cards of a vector are gone, exact and estimated; `effects` are those of `removal_orders`.

    Raises IllegalRemovalError for a card that is not there, ShoeExhaustedError where too few are left, and
    UnknownCompositionError for a card given more coarsely than a bet tells cards apart.
    """
    named = " ".join(f"{card_name(cards)}={count}" for cards, count in vector.items())
    after = shoe
    for cards, count in vector.items():
        after = after.without(cards, count)
    if after.cards < study.rules.most_cards:
        raise ShoeExhaustedError(f"removing {named}: {after.cards} cards are left, and a coup may need "
                                 f"{study.rules.most_cards}; remove fewer")
    # Not `Study.odds`: who wins may need the point values of cards that these bets do not tell apart.
    laws = dict(law for group in study.groups if group.bets != (OUTCOMES,) for law in group.laws(after))
    found = []
    for effect in effects:
        counts: Counter[CardSet] = Counter()
        for cards, count in vector.items():
            counts[_class_of(cards, effect.partition, effect.bet)] += count
        ev = laws[effect.bet].ev
        found.append(Removal(effect.bet, tuple(vector.items()), ev, ev - effect.ev, effect.first_order(counts),
                             effect.second_order(counts)))
    return tuple(found)


def _class_of(cards: CardSet, partition: Partition, bet: Bet) -> CardSet:
    home = next((cls for cls in partition.classes if cards & cls == cards), None)
    if home is None:
        raise UnknownCompositionError(f"card {card_name(cards)}: bet {bet.name} tells such cards apart; give"
                                      " them more finely, as in 9h")
    return home


def standard_vectors(shoe: Shoe, partition: Partition) -> tuple[Vector, ...]:
    """Of each class that the shoe holds: half of its cards, and all of them."""
    vectors: list[Vector] = []
    for cards, count in zip(partition.classes, shoe.counts(partition), strict=True):
        vectors += [{cards: part} for part in dict.fromkeys((count // 2, count)) if part]
    return tuple(vectors)
