"""How much the expected value of a bet varies as a shoe is dealt: its exact variance at every depth, in closed form.

Let a bet use sequences of L cards. Two ordered sequences of cards of the full shoe that share J cards are together in
(n)_(2L-J) / (N)_(2L-J) of the sub-shoes of n cards, so with A_J the sum of net x net over such pairs

    E[EV_n^2] = sum over J of A_J (n)_(2L-J) / ((N)_(2L-J) (n)_L^2).

The A_J need no sum over pairs; `exact.analysis.counting.pairs` has them, and where a net result is a sum over sequences
of several lengths also those of each two lengths. Derivation in docs/counting.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import erfc, exp, perm, pi, sqrt

from exact.analysis.counting.law import Channel, net
from exact.analysis.counting.pairs import Shared, held_sums_of, holding, pieces_of, shared_sums
from exact.analysis.counting.tags import CountError, Tags
from exact.engine.coup.compile import compile_joint
from exact.errors import BetError
from exact.game.bets import Bet
from exact.game.cards import NO_CARDS, CardSet
from exact.game.numbers import whole_number
from exact.game.procedure import check_left
from exact.game.rules import Rules
from exact.game.shoe import Shoe


@dataclass(frozen=True)
class Spread:
    """The second moments of a bet's EV under random dealing from one shoe.

    `pairs` are the A_J of each two lengths, over `unit`^2. `removal` are the effects of removal by class of card that
    the bet distinguishes, with the number of cards of each: EV without one such card minus EV of the full shoe. A count
    may distinguish cards of one class: they have the same effect, so that nothing here needs them to have the same tag.
    """

    shoe: Shoe
    cards: int
    unit: int
    pairs: tuple[Shared, ...]
    mean: Fraction
    classes: tuple[tuple[CardSet, int], ...]
    removal: tuple[Fraction, ...]

    def second_moment(self, cards_left: int) -> Fraction:
        """E[EV_n^2] with n cards left; raises UsageError for more than the shoe has, or fewer than a coup may need."""
        n, total = whole_number(cards_left, "cards_left"), Fraction(0)
        check_left(self.shoe, n, max(max(pairs.first, pairs.second) for pairs in self.pairs))
        for pairs in self.pairs:
            both = pairs.first + pairs.second
            found = sum((Fraction(value * perm(n, both - shared), perm(self.cards, both - shared))
                         for shared, value in enumerate(pairs.sums) if both - shared <= n), Fraction(0))
            total += found / (perm(n, pairs.first) * perm(n, pairs.second))
        return total / self.unit**2

    def variance(self, cards_left: int) -> Fraction:
        """Var(EV_n) with n cards left; 0 for the full shoe; raises as `second_moment`."""
        return self.second_moment(cards_left) - self.mean**2

    def _tagged(self, tags: Tags) -> list[tuple[int, Fraction, Fraction]]:
        """(cards, tag, effect of removal) on the common refinement of the bet's classes and of the tags.

        Raises CountError where the shoe does not distinguish cards of different tags.
        """
        effects = [(cards, effect) for (cards, _), effect in zip(self.classes, self.removal, strict=True)]
        return [(count, tags.of(held), next(effect for cards, effect in effects if cards & held))
                for held, count in self.shoe.holdings]

    def covariance(self, tags: Tags, cards_left: int) -> Fraction:
        """Cov(EV_n, running count of the cards dealt): (N-n)/N times the sum of d_i t_i EOR_i."""
        weighted = sum((count * tag * effect for count, tag, effect in self._tagged(tags)), Fraction(0))
        return Fraction(self.cards - cards_left, self.cards) * weighted

    def count_variance(self, tags: Tags, cards_left: int) -> Fraction:
        """The variance of the running count with n cards left (hypergeometric)."""
        pairs = [(count, tag) for count, tag, _ in self._tagged(tags)]
        mean = sum((count * tag for count, tag in pairs), Fraction(0)) / self.cards
        square = sum((count * (tag - mean) ** 2 for count, tag in pairs), Fraction(0))
        n, cards = cards_left, self.cards
        return square * n * (cards - n) / (cards * (cards - 1))

    def correlation_square(self, tags: Tags, cards_left: int) -> tuple[int, Fraction]:
        """Sign and square of the correlation of EV_n with the running count: the betting correlation at this depth.

        Raises CountError where it does not exist: no cards dealt, equal tags, or an EV that does not vary.
        """
        return _signed_square(self.covariance(tags, cards_left), self.variance(cards_left),
                              self.count_variance(tags, cards_left))

    def betting_correlation_square(self, tags: Tags) -> tuple[int, Fraction]:
        """Sign and square of the usual betting correlation: of the tags with the effects of removal, over the cards."""
        pairs = self._tagged(tags)
        mean_tag = sum(count * tag for count, tag, _ in pairs) / self.cards
        mean_effect = sum(count * effect for count, _, effect in pairs) / self.cards
        return _signed_square(
            Fraction(sum(count * (tag - mean_tag) * (effect - mean_effect) for count, tag, effect in pairs)),
            Fraction(sum(count * (effect - mean_effect) ** 2 for count, _, effect in pairs)),
            Fraction(sum(count * (tag - mean_tag) ** 2 for count, tag, _ in pairs)))

    @cached_property
    def optimal(self) -> tuple[Fraction, ...]:
        """The tags of highest betting correlation, by class: the effects of removal, less their mean over the cards."""
        weighted = (count * effect for (_, count), effect in zip(self.classes, self.removal, strict=True))
        mean = sum(weighted, Fraction(0)) / self.cards
        return tuple(effect - mean for effect in self.removal)

    def normal_gain(self, cards_left: int) -> float:
        """E[max(EV, 0)] were EV_n normal with its exact mean and variance: an estimate of perfect play, per coup."""
        return normal_gain(float(self.mean), sqrt(self.variance(cards_left)))


def _signed_square(covariance: Fraction, first: Fraction, second: Fraction) -> tuple[int, Fraction]:
    if first * second == 0:
        raise CountError("betting correlation: does not exist, as the count or the expected value does not vary here")
    return (covariance > 0) - (covariance < 0), covariance * covariance / (first * second)


def normal_gain(mean: float, deviation: float) -> float:
    """E[max(X, 0)] of a normal X."""
    if deviation == 0:
        return max(mean, 0.0)
    z = mean / deviation
    return mean * erfc(-z / sqrt(2)) / 2 + deviation * exp(-z * z / 2) / sqrt(2 * pi)


@lru_cache(maxsize=64)
def spread(rules: Rules, bet: Bet, shoe: Shoe, channel: Channel = net) -> Spread:
    """The spread of a bet over the depths of a shoe.

    Raises CountError for an infinite shoe or one that holds no card more than a coup may need, ShoeExhaustedError for
    one that holds fewer, and BetError for bets of which the classes of card are too many, or that are not always
    offered.
    """
    if shoe.infinite:
        raise CountError("shoe inf: the expected value of an infinite shoe does not vary; give a number of decks")
    shoe.require(rules.most_cards, "a coup")
    if shoe.cards == rules.most_cards:
        raise CountError(f"shoe of {shoe.cards} cards: none can be dealt before a coup, so that its expected value does"
                         " not vary; add cards")
    if bet.offered is not None:
        raise BetError(f"bet {bet.name}: not offered on every coup, so that its EV at a sub-shoe is a quotient and no"
                       " sum over sequences; its gain per coup dealt is what the count gives")
    polynomial = compile_joint(rules, (bet,))
    pieces, unit = pieces_of(polynomial, bet, channel)
    known = dict(zip(polynomial.partition.classes, shoe.counts(polynomial.partition), strict=True))
    held = held_sums_of(pieces, lambda cls: sum(count for cards, count in known.items() if cards & cls))
    whole = holding(held, NO_CARDS)
    mean = sum((Fraction(value, perm(shoe.cards, size) * unit) for size, value in whole.items()), Fraction(0))
    present = tuple((cards, count) for cards, count in known.items() if count)
    removal = []
    for cards, _ in present:
        with_card = holding(held, cards)
        removal.append(sum((Fraction(value - with_card.get(size, 0), perm(shoe.cards - 1, size) * unit)
                            for size, value in whole.items()), -mean))
    return Spread(shoe, shoe.cards, unit, shared_sums(held), mean, present, tuple(removal))
