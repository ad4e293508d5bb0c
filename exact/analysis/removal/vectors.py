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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement

from exact.analysis.odds.laws import Group, Study, partition_of
from exact.analysis.removal.effects import no_removal
from exact.errors import IllegalRemovalError, ShoeExhaustedError, UnknownCompositionError
from exact.game.bets import OUTCOMES, Bet
from exact.game.cards import CardSet, Partition
from exact.game.shoe import Shoe

CardCounts = Mapping[CardSet, int]
"""How many cards of each kind of card are removed."""

NOT_OFFERED = "the bet is never on offer then, and has no EV"
NOT_HELD = "the shoe does not hold two such cards"
TOO_FEW = "with two cards less a coup may not have the cards that it needs"
"""Why a value is not defined."""


@dataclass(frozen=True)
class CardPair:
    """Two cards removed together: what that does to the EV, and how much of it is their interaction D_ij.

    None where `undefined` says why.
    """

    first: CardSet
    second: CardSet
    ev_change: Fraction | None
    interaction: Fraction | None
    undefined: str | None = None


@dataclass(frozen=True)
class EffectsOfTwo:
    """The EV of a bet, and the effects of one card and of two, by the classes of card that the bet distinguishes and
    the shoe holds.

    A single effect is None where the bet is never on offer once the card is gone.
    """

    bet: Bet
    partition: Partition
    ev: Fraction
    single: Mapping[CardSet, Fraction | None]
    pairs: tuple[CardPair, ...]

    def first_order(self, removed: Mapping[CardSet, int]) -> Fraction | None:
        """The linear estimate of the change; None where an effect that it needs is not defined."""
        return _combined((count, self.single[cards]) for cards, count in removed.items())

    def second_order(self, removed: Mapping[CardSet, int]) -> Fraction | None:
        """The estimate with interactions of two cards; None where an effect that it needs is not defined."""
        terms = [(1, self.first_order(removed))]
        for pair in self.pairs:
            first, second = removed.get(pair.first, 0), removed.get(pair.second, 0)
            terms.append((first * (first - 1) // 2 if pair.first == pair.second else first * second, pair.interaction))
        return _combined(terms)


def _combined(terms: Iterable[tuple[int, Fraction | None]]) -> Fraction | None:
    """The sum of factors times values; a value that is not defined counts only where its factor is not 0."""
    total = Fraction(0)
    for factor, value in terms:
        if factor and value is None:
            return None
        total += factor * (value or 0)
    return total


@dataclass(frozen=True)
class SeveralRemoved:
    """A bet after some cards are gone: exact, and estimated. All but `ev` are changes against the shoe before.

    `ev` and `ev_change` are None where the bet is never on offer then; an estimate is None where an effect that it adds
    up is.
    """

    bet: Bet
    removed: tuple[tuple[CardSet, int], ...]
    ev: Fraction | None
    ev_change: Fraction | None
    first_order: Fraction | None
    second_order: Fraction | None

    @property
    def cards(self) -> int:
        return sum(count for _, count in self.removed)

    @property
    def first_order_error(self) -> Fraction | None:
        """Estimate - exact."""
        return _difference(self.first_order, self.ev_change)

    @property
    def second_order_error(self) -> Fraction | None:
        return _difference(self.second_order, self.ev_change)


def _difference(one: Fraction | None, other: Fraction | None) -> Fraction | None:
    return None if one is None or other is None else one - other


def removal_orders(study: Study, shoe: Shoe, only_for: Sequence[CardCounts] | None = None) -> tuple[EffectsOfTwo, ...]:
    """Single effects and interactions of each bet of the study.

    With `only_for` just the interactions that the second order of these vectors needs: a bet that tells 52 classes
    apart has 1,378 pairs, each a shoe to evaluate. Raises IllegalRemovalError where no card can be removed (an
    infinite shoe), ShoeExhaustedError where the shoe is too small for a coup after one card is gone, and
    NeverOfferedError for a bet that is never on offer on the shoe itself.
    """
    reason = no_removal(study.rules, shoe)
    if shoe.infinite:
        raise IllegalRemovalError(f"removal: {reason}; give a number of decks")
    if reason:
        raise ShoeExhaustedError(f"shoe of {shoe.cards} cards: with one card less a coup may not have the "
                                 f"{study.rules.most_cards} that it may need; give a larger shoe")
    found: dict[Bet, EffectsOfTwo] = {}
    for group in study.groups:
        for effects in _group_orders(group, shoe, shoe.cards - 2 >= study.rules.most_cards, only_for):
            found[effects.bet] = effects
    return tuple(found[bet] for bet in study.bets)


def _group_orders(group: Group, shoe: Shoe, two: bool, only_for: Sequence[CardCounts] | None) -> list[EffectsOfTwo]:
    """From one evaluation of every shoe that is one card short, and of those two short if `two` may go."""
    held = dict(zip(group.partition.classes, shoe.counts(group.partition), strict=True))
    classes = [cards for cards, count in held.items() if count]
    bets = [bet for bet in group.bets if bet is not OUTCOMES]
    if not bets:
        return []

    def evs(*removed: CardSet) -> dict[Bet, Fraction | None]:
        return {bet: law.ev if law else None for bet, law in group.laws_where_offered(shoe.remove(*removed))}

    whole = {bet: law.ev for bet, law in group.laws(shoe)}
    single = {cards: evs(cards) for cards in classes}
    chosen = list(combinations_with_replacement(classes, 2))
    if only_for is not None:
        together = [Counter(_class_of(cards, group.partition, bets[0]) for cards in vector) for vector in only_for]
        chosen = [pair for pair in chosen if any(pair[0] in some and pair[1] in some for some in together)]
    double = {(first, second): evs(first, second) for first, second in chosen
              if two and (first != second or held[first] > 1)}
    effects = []
    for bet in bets:
        alone = {cards: _difference(single[cards][bet], whole[bet]) for cards in classes}
        pairs = []
        for first, second in chosen:
            both = double.get((first, second))
            if both is None:
                why = TOO_FEW if first != second or held[first] > 1 else NOT_HELD
                pairs.append(CardPair(first, second, None, None, why))
                continue
            change = _difference(both[bet], whole[bet])
            interaction = _difference(change, _combined([(1, alone[first]), (1, alone[second])]))
            pairs.append(CardPair(first, second, change, interaction, NOT_OFFERED if interaction is None else None))
        effects.append(EffectsOfTwo(bet, group.partition, whole[bet], alone, tuple(pairs)))
    return effects


def removal(study: Study, shoe: Shoe, effects: Sequence[EffectsOfTwo], vector: CardCounts
            ) -> tuple[SeveralRemoved, ...]:
    """Each bet after the cards of a vector are gone, exact and estimated; `effects` are those of `removal_orders`.

    Raises as `left_after`.
    """
    after = left_after(study, shoe, vector)
    # Not `Study.odds`: who wins may need the point values of cards that these bets do not distinguish.
    laws = dict(law for group in study.groups if group.bets != (OUTCOMES,) for law in group.laws_where_offered(after))
    found = []
    for effect in effects:
        counts: Counter[CardSet] = Counter()
        for cards, count in vector.items():
            counts[_class_of(cards, effect.partition, effect.bet)] += count
        law = laws[effect.bet]
        ev = law.ev if law else None
        found.append(SeveralRemoved(effect.bet, tuple(vector.items()), ev, _difference(ev, effect.ev),
                             effect.first_order(counts), effect.second_order(counts)))
    return tuple(found)


def left_after(study: Study, shoe: Shoe, vector: CardCounts) -> Shoe:
    """The shoe without the cards of a vector.

    Raises IllegalRemovalError for a card that is not there, ShoeExhaustedError where too few are left, and
    UnknownCompositionError for a card given more coarsely than a bet distinguishes cards.
    """
    after = shoe
    for cards, count in vector.items():
        after = after.without(cards, count)
    if after.cards < study.rules.most_cards:
        named = " ".join(f"{cards}={count}" for cards, count in vector.items())
        raise ShoeExhaustedError(f"removing {named}: {after.cards} cards are left, and a coup may need "
                                 f"{study.rules.most_cards}; remove fewer")
    for bet in study.bets:
        for cards in vector:
            _class_of(cards, partition_of(bet), bet)
    return after


def _class_of(cards: CardSet, partition: Partition, bet: Bet) -> CardSet:
    place = partition.find(cards)
    if place is None:
        raise UnknownCompositionError(f"card {cards}: bet {bet.name} distinguishes such cards; give"
                                      " them more finely, as in 9h")
    return partition.classes[place]


def standard_vectors(shoe: Shoe, partition: Partition) -> tuple[CardCounts, ...]:
    """Of each class that the shoe holds: half of its cards, and all of them."""
    vectors: list[CardCounts] = []
    for cards, count in zip(partition.classes, shoe.counts(partition), strict=True):
        vectors += [{cards: part} for part in dict.fromkeys((count // 2, count)) if part]
    return tuple(vectors)
