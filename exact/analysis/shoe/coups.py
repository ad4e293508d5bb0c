"""How many cards a coup takes, and how many coups there are before the cut card."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, prod

from exact.analysis.shoe.events import Asked
from exact.analysis.shoe.sequence import two_coups
from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import exponents, falling
from exact.errors import ShoeExhaustedError, UsageError
from exact.game.bets import OUTCOMES
from exact.game.cards import VALUES
from exact.game.rules import Rules
from exact.game.shoe import Shoe

MOST_STEPS = 3_000_000
"""The exact law of the number of coups takes every coup from every composition that can be left; where that is more
than this, it is simulated."""


@dataclass(frozen=True)
class CardsPerCoup:
    """The exact law of the number of cards of a coup, printed cards included."""

    law: tuple[tuple[int, Fraction], ...]

    @property
    def mean(self) -> Fraction:
        return sum((cards * p for cards, p in self.law), Fraction(0))

    @property
    def variance(self) -> Fraction:
        return sum((cards**2 * p for cards, p in self.law), Fraction(0)) - self.mean**2


def cards_per_coup(rules: Rules, shoe: Shoe) -> CardsPerCoup:
    """The law of the number of cards in the next coup."""
    asked = Asked.of_fact(rules, "both.cards")
    law = compile_joint(rules, (asked.bet, OUTCOMES)).law(shoe)
    counts = [0] * len(asked.names)
    for key, count in zip(law.keys, law.counts, strict=True):
        counts[key[0] or 0] += count
    return CardsPerCoup(tuple((int(name), Fraction(count, law.of))
                              for name, count in zip(asked.names, counts, strict=True)))


def covariance_of_cards(rules: Rules, shoe: Shoe) -> Fraction:
    """Of the numbers of cards of two coups from one shoe; raises ShoeExhaustedError where it may not last two."""
    asked = Asked.of_fact(rules, "both.cards")
    law = two_coups(rules, shoe, asked, asked)
    cards = [int(name) for name in asked.names]
    both = sum((a * b * law.probability(i, j) for i, a in enumerate(cards) for j, b in enumerate(cards)), Fraction(0))
    return both - sum((a * p for a, p in zip(cards, law.firsts, strict=True)), Fraction(0)) ** 2


# ---------------------------------------------------------------------------------------------------------------
# until the cut card

@dataclass(frozen=True)
class CutCard:
    """When a shoe ends: the cut card lies before the last `left` cards.

    Where it comes out during a coup, or is the next to come after one, that coup is finished and so many more are
    dealt: `extra` in the first case, `extra_if_first` in the second, in which the coup that it opens is counted among
    them. On top of the shoe, or among cards burned, it opens the first coup. A coup is dealt only while the shoe may
    last it.
    """

    left: int = 14
    extra: int = 1
    extra_if_first: int = 1

    def __post_init__(self) -> None:
        if self.left < 0 or not 0 <= self.extra <= 9 or not 0 <= self.extra_if_first <= 9:
            raise UsageError(f"cut card {self.left} from the end, {self.extra} or {self.extra_if_first} coups more: the"
                             " place is not below 0, and the coups are from 0 to 9")

    def check(self, shoe: Shoe) -> None:
        """Raises UsageError where it lies before more cards than the shoe has, ShoeExhaustedError without an end."""
        if shoe.infinite:
            raise ShoeExhaustedError("the infinite shoe has no cut card; give a number of decks")
        if self.left > shoe.cards:
            raise UsageError(f"cut card before the last {self.left:,} cards: the shoe has {shoe.cards:,}; give at most"
                             " that")


@dataclass(frozen=True)
class CoupsPerShoe:
    """The exact law of the number of coups in a shoe: `law[k]` is the probability of k coups."""

    law: tuple[Fraction, ...]

    @cached_property
    def mean(self) -> Fraction:
        return sum((k * p for k, p in enumerate(self.law)), Fraction(0))

    @property
    def variance(self) -> Fraction:
        return sum((k * k * p for k, p in enumerate(self.law)), Fraction(0)) - self.mean**2


def steps(rules: Rules, shoe: Shoe) -> int:
    """The work of the exact law: compositions of values that can be left, times the multisets that a coup takes."""
    counts = [count for count in shoe.counts(VALUES) if count]
    coups = sum(comb(len(counts) + used - 1, used) for used in range(4 - len(rules.printed), rules.most_cards + 1))
    return prod(count + 1 for count in counts) * coups


def coups_per_shoe(rules: Rules, shoe: Shoe, cut: CutCard) -> CoupsPerShoe:
    """The exact law of the number of coups, over every composition that can be left.

    Raises UsageError, with the number of steps, where they are too many: simulate then; UsageError for a cut card
    outside the shoe; ShoeExhaustedError for the infinite shoe, which has no end, and for one that cannot hold the first
    coup.
    """
    if shoe.cards < rules.most_cards and not shoe.infinite:
        raise ShoeExhaustedError(f"shoe of {shoe.cards} cards: a coup may need {rules.most_cards}")
    cut.check(shoe)
    if steps(rules, shoe) > MOST_STEPS:
        raise UsageError(f"coups per shoe: the exact law would take {steps(rules, shoe):,} steps, and the most is"
                         f" {MOST_STEPS:,}; simulate it")
    count = _CoupsLeft(rules, shoe.counts(VALUES), cut)
    return CoupsPerShoe(tuple(Fraction(orders, count.scale**k * factorial(shoe.cards))
                              for k, orders in enumerate(count.law())))


class _CoupsLeft:
    """The orders of the cards left with each number of coups still to come, memoised by composition.

    Every coup multiplies them by the rules' scale.
    """

    def __init__(self, rules: Rules, counts: tuple[int, ...], cut: CutCard) -> None:
        polynomial = compile_joint(rules, (OUTCOMES,))
        present = [value for value, count in enumerate(counts) if count]
        weights: dict[int, int] = {}
        for poly in polynomial.components[0].polynomial.weights:
            for monomial, weight in poly.items():
                weights[monomial] = weights.get(monomial, 0) + weight
        self.used = []
        for monomial, weight in weights.items():
            powers = exponents(monomial, len(VALUES))
            if all(count or not power for count, power in zip(counts, powers, strict=True)):
                self.used.append((tuple(powers[value] for value in present), sum(powers), weight))
        self.counts = tuple(counts[value] for value in present)
        self.scale, self.most, self.cut = polynomial.scale, rules.most_cards, cut
        self.memo: dict[tuple[tuple[int, ...], int | None], tuple[int, ...]] = {}

    def law(self) -> tuple[int, ...]:
        """From the whole shoe; if the cut card lies on top, it is out at once."""
        return self._from(self.counts, None if self.cut.left < sum(self.counts) else self.cut.extra_if_first)

    def _from(self, counts: tuple[int, ...], coups: int | None) -> tuple[int, ...]:
        """`coups` is how many are still to be dealt once the cut card is out, None before."""
        cards = sum(counts)
        if coups == 0 or cards < self.most:
            return (factorial(cards),)
        key = counts, coups
        if key in self.memo:
            return self.memo[key]
        total = [0]
        for powers, used, weight in self.used:
            ways = weight
            for count, power in zip(counts, powers, strict=True):
                if power:
                    ways *= falling(count, power) if power <= count else 0
            if ways:
                rest = tuple(count - power for count, power in zip(counts, powers, strict=True))
                after = self._from(rest, self._then(cards - used, coups))
                total += [0] * (len(after) + 1 - len(total))
                for k, orders in enumerate(after, 1):
                    total[k] += ways * orders
        self.memo[key] = tuple(total)
        return self.memo[key]

    def _then(self, left: int, coups: int | None) -> int | None:
        if coups is not None:
            return coups - 1
        if left > self.cut.left:
            return None
        return self.cut.extra_if_first if left == self.cut.left else self.cut.extra


def least_and_most(rules: Rules, shoe: Shoe, cut: CutCard) -> tuple[int, int]:
    """Bounds that no shoe can pass: every coup takes its most cards, or its least.

    Raises as `CutCard.check`.
    """
    cut.check(shoe)
    before_cut = shoe.cards - cut.left
    extras = (cut.extra, cut.extra_if_first) if before_cut else (cut.extra_if_first,)
    low = min(-(-before_cut // rules.most_cards) + min(extras), shoe.cards // rules.most_cards)
    high = -(-before_cut // rules.least_cards) + max(extras)
    return low, min(high, max(shoe.cards - rules.most_cards, -1) // rules.least_cards + 1)
