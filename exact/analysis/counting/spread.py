"""How far the expected value of a bet strays as a shoe is dealt: its exact variance at every depth, in closed form.

Let a bet use sequences of L cards. Two ordered sequences of cards of the full shoe that share J cards are together in
(n)_(2L-J) / (N)_(2L-J) of the sub-shoes of n cards, so with A_J the sum of net x net over such pairs

    E[EV_n^2] = sum over J of A_J (n)_(2L-J) / ((N)_(2L-J) (n)_L^2).

The A_J need no sum over pairs. With F(S) the sum of net over the sequences that hold all cards of a set S, the sum of
F(S)^2 over the sets of j cards is B_j = sum over J >= j of C(J, j) A_J. Derivation in docs/counting.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, erfc, exp, lcm, perm, pi, sqrt

from exact.analysis.counting.law import Channel, net
from exact.analysis.counting.tags import CountError, Tags
from exact.engine.compile import compile_joint
from exact.engine.polynomial import OCTAL, CoupPolynomial, exponents
from exact.errors import BetError
from exact.game.bets import Bet
from exact.game.cards import CardSet, kinds_in
from exact.game.rules import Rules
from exact.game.shoe import Shoe

MOST_MULTISETS = 60_000
"""Multisets of cards of which all parts are summed for one bet; more would take a minute."""


@dataclass(frozen=True)
class Spread:
    """The second moments of a bet's EV under random dealing from one shoe.

    `pairs[J]` is A_J over `unit`^2, `length` is L. `removal` are the effects of removal by class of card that the bet
    tells apart, with the number of cards of each: EV without one such card minus EV of the full shoe. A count may tell
    cards of one class apart: they have the same effect, so that nothing here needs them to have the same tag.
    """

    shoe: Shoe
    cards: int
    length: int
    unit: int
    pairs: tuple[int, ...]
    mean: Fraction
    classes: tuple[tuple[CardSet, int], ...]
    removal: tuple[Fraction, ...]

    def second_moment(self, cards_left: int) -> Fraction:
        """E[EV_n^2] with n cards left."""
        n = cards_left
        total = sum((Fraction(pair * perm(n, 2 * self.length - shared), perm(self.cards, 2 * self.length - shared))
                     for shared, pair in enumerate(self.pairs) if 2 * self.length - shared <= n), Fraction(0))
        return total / int(perm(n, self.length) * self.unit) ** 2

    def variance(self, cards_left: int) -> Fraction:
        """Var(EV_n) with n cards left; 0 for the full shoe."""
        return self.second_moment(cards_left) - self.mean**2

    def _tagged(self, tags: Tags) -> list[tuple[int, Fraction, Fraction]]:
        """(cards, tag, effect of removal) on the common refinement of the bet's classes and of the tags.

        Raises CountError where the shoe does not tell cards of different tags apart.
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

    def optimal_correlation_square(self, cards_left: int) -> Fraction:
        """The square of the highest correlation with EV_n that a linear count can have at this depth."""
        by_kind: dict[int, Fraction] = {}
        for (cards, _), tag in zip(self.classes, self.optimal, strict=True):
            by_kind |= dict.fromkeys(kinds_in(cards), tag)
        tags = Tags(tuple(by_kind.get(kind, Fraction(0)) for kind in range(52)))
        return self.correlation_square(tags, cards_left)[1]

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

    Raises CountError for an infinite shoe or one of fewer than seven cards, and BetError for bets of which the classes
    of card are too many, or of which the coup polynomial is split (bets on long runs of one suit), or that are not
    always offered.
    """
    if shoe.infinite:
        raise CountError("shoe inf: the expected value of an infinite shoe does not vary; give a number of decks")
    if shoe.cards <= rules.most_cards:
        raise CountError(f"shoe of {shoe.cards} cards: nothing can be dealt before a coup, which may need"
                         f" {rules.most_cards}")
    if bet.offered is not None:
        raise BetError(f"bet {bet.name}: is not offered on every coup, so its EV at a depth is no sum over sequences;"
                       " its gain per coup dealt is what the count gives")
    polynomial = compile_joint(rules, (bet,))
    if len(polynomial.components) != 1 or len(polynomial.components[0].classes) != 1:
        raise BetError(f"bet {bet.name}: the variance of its EV would need every card told apart; too many multisets")
    weights, unit = _weights(polynomial, bet, channel)
    classes = polynomial.components[0].classes[0]
    known = dict(zip(polynomial.partition.classes, shoe.counts(polynomial.partition), strict=True))
    counts = [sum(count for cards, count in known.items() if cards & cls) for cls in classes]
    if len(weights) > MOST_MULTISETS:
        raise BetError(f"bet {bet.name}: the variance of its EV has {len(weights):,} multisets of cards to take apart;"
                       f" the most is {MOST_MULTISETS:,}")
    by_part = _parts_sums(weights, counts)
    length, cards = polynomial.length, shoe.cards
    sums = [0] * (length + 1)
    for part, value in by_part.items():
        size, ways = 0, 1
        for count, power in zip(counts, exponents(part, len(counts)), strict=True):
            size += power
            ways *= comb(count, power)
        sums[size] += ways * value * value
    mean = Fraction(by_part.get(0, 0), perm(cards, length) * unit)
    present = [i for i, count in enumerate(counts) if count]
    removal = tuple(Fraction(by_part.get(0, 0) - by_part.get(1 << OCTAL * i, 0), perm(cards - 1, length) * unit) - mean
                    for i in present)
    return Spread(shoe, cards, length, unit, _pairs(sums), mean,
                  tuple((classes[i], counts[i]) for i in present), removal)


def _weights(polynomial: CoupPolynomial, bet: Bet, channel: Channel) -> tuple[dict[int, int], int]:
    """Padded integer weights of the quantity times `unit` (which clears pays and mixed strategies), and `unit`."""
    worth = [channel(bet.lines[key[0]].pays) for key in polynomial.keys]  # type: ignore[index]  # keys are tuples
    denominator = lcm(*(value.denominator for value in worth))
    total: dict[int, int] = {}
    for value, poly in zip(worth, polynomial.components[0].polynomial.padded().weights, strict=True):
        factor = int(value * denominator)
        if factor:
            for monomial, weight in poly.items():
                total[monomial] = total.get(monomial, 0) + factor * weight
    return total, denominator * polynomial.scale


def _parts_sums(weights: dict[int, int], counts: Sequence[int]) -> dict[int, int]:
    """F(s) = sum over m of w(m) prod (m_i)_(s_i) (d_i - s_i)_(m_i - s_i), for every multiset s, one class at a time."""
    level = dict(weights)
    for i, count in enumerate(counts):
        shift = OCTAL * i
        split: dict[int, int] = {}
        for monomial, weight in level.items():
            power = monomial >> shift & 7
            rest = monomial - (power << shift)
            for part in range(min(power, count) + 1):
                ways = perm(power, part) * perm(count - part, power - part)
                if ways:
                    key = rest + (part << shift)
                    split[key] = split.get(key, 0) + weight * ways
        level = split
    return level


def _pairs(sums: Sequence[int]) -> tuple[int, ...]:
    """The A_J from the B_j = sum over J of C(J, j) A_J."""
    length = len(sums) - 1
    pairs = [0] * (length + 1)
    for j in range(length, -1, -1):
        pairs[j] = sums[j] - sum(comb(shared, j) * pairs[shared] for shared in range(j + 1, length + 1))
    return tuple(pairs)
