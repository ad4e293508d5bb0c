"""How many cards a coup takes, and how many coups there are in a shoe that is dealt by a procedure.

The number of coups has an exact law over every composition that can be left, which small shoes have room for. For
larger ones it is simulated; and a renewal process comes close, in which coups take 4, 5 or 6 cards independently of
each other, with the probabilities of the full shoe. A single coup has exactly these at every depth; successive ones are
not quite independent, which moves the mean number of coups of eight decks by less than one in ten thousand. What
follows from the renewal law is therefore marked approximate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from exact.analysis.shoe.events import CoupView, EventQuery
from exact.analysis.shoe.sequence import two_coups
from exact.display import Answer
from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import combined, exponents, falling
from exact.errors import UsageError
from exact.game.bets import OUTCOMES
from exact.game.cards import VALUES
from exact.game.procedure import Burn, Procedure
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.progress import Progress, quiet
from exact.values import SEED, SHOES

if TYPE_CHECKING:  # the simulator loads numba, which the exact laws do without
    from exact.analysis.shoe.simulate import DealtShoes

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
    query = EventQuery.of_fact(rules, "both.cards")
    return CardsPerCoup(tuple(zip(map(int, query.names), CoupView.of(rules, query).law(shoe), strict=True)))


def covariance_of_cards(rules: Rules, shoe: Shoe) -> Fraction:
    """Of the numbers of cards of two coups from one shoe; raises ShoeExhaustedError where it may not last two."""
    query = EventQuery.of_fact(rules, "both.cards")
    law = two_coups(rules, shoe, query, query)
    cards = [int(name) for name in query.names]
    both = sum((a * b * law.probability(i, j) for i, a in enumerate(cards) for j, b in enumerate(cards)), Fraction(0))
    return both - sum((a * p for a, p in zip(cards, law.firsts, strict=True)), Fraction(0)) ** 2


# ---------------------------------------------------------------------------------------------------------------
# the exact law

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


def steps(rules: Rules, shoe: Shoe, procedure: Procedure) -> int:
    """The work of the exact law: compositions of values that can be left, times the multisets that a coup takes, for
    each way in which the shoe can begin."""
    values = shoe.counts(VALUES)
    held = [count for count in values if count]
    coups = sum(comb(len(held) + used - 1, used) for used in range(4 - len(rules.printed), rules.most_cards + 1))
    return prod(count + 1 for count in held) * coups * len(list(procedure.burns(values)))


def coups_per_shoe(rules: Rules, shoe: Shoe, procedure: Procedure) -> CoupsPerShoe:
    """The exact law of the number of coups, over every composition that can be left.

    Cards burned unseen are exchangeable with those at the end of the shoe: it is as if as many were never dealt. A card
    that is shown is out of the composition. Raises UsageError, with the number of steps, where they are too many:
    simulate then; and as `Procedure.check`.
    """
    procedure.check(shoe, rules.most_cards)
    work = steps(rules, shoe, procedure)
    if work > MOST_STEPS:
        raise UsageError(f"coups per shoe: the exact law would take {work:,} steps, and the most is {MOST_STEPS:,};"
                         " simulate it")
    values = shoe.counts(VALUES)
    law: list[Fraction] = []
    for burn in procedure.burns(values):
        found = _CoupOrders(rules, _without(values, burn), burn.unseen, procedure).law()
        law += [Fraction(0)] * (len(found) - len(law))
        for k, p in enumerate(found):
            law[k] += burn.probability * p
    return CoupsPerShoe(tuple(law))


def _without(values: Sequence[int], burn: Burn) -> tuple[int, ...]:
    """The cards of each value without the one that is shown."""
    return tuple(count - (value == burn.shown) for value, count in enumerate(values))


class _CoupOrders:
    """The orders of the cards left with each number of coups still to come, memoised by composition.

    `unseen` of these cards are burned. Every coup multiplies the orders by the rules' scale.
    """

    def __init__(self, rules: Rules, counts: tuple[int, ...], unseen: int, procedure: Procedure) -> None:
        polynomial = compile_joint(rules, (OUTCOMES,))
        present = [value for value, count in enumerate(counts) if count]
        by_result = polynomial.components[0].polynomial.weights
        weights = combined([1] * len(by_result), by_result)
        self.used = []
        for monomial, weight in weights.items():
            powers = exponents(monomial, len(VALUES))
            if all(count or not power for count, power in zip(counts, powers, strict=True)):
                self.used.append((tuple(powers[value] for value in present), sum(powers), weight))
        self.counts = tuple(counts[value] for value in present)
        self.scale, self.most = polynomial.scale, rules.most_cards
        self.unseen, self.procedure = unseen, procedure
        self.memo: dict[tuple[tuple[int, ...], int | None], tuple[int, ...]] = {}

    def law(self) -> list[Fraction]:
        cards = sum(self.counts)
        orders = self._from(self.counts, self.procedure.begin(cards - self.unseen, self.most))
        return [Fraction(number, self.scale**k * factorial(cards)) for k, number in enumerate(orders)]

    def _from(self, counts: tuple[int, ...], to_come: int | None) -> tuple[int, ...]:
        """`to_come` is that of `Procedure.then`."""
        cards = sum(counts)
        if to_come == 0:
            return (factorial(cards),)
        key = counts, to_come
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
                after = self._from(rest, self.procedure.then(to_come, cards - used - self.unseen, self.most))
                total += [0] * (len(after) + 1 - len(total))
                for k, orders in enumerate(after, 1):
                    total[k] += ways * orders
        self.memo[key] = tuple(total)
        return self.memo[key]


def least_and_most(rules: Rules, shoe: Shoe, procedure: Procedure) -> tuple[int, int]:
    """Bounds that no shoe can pass: every coup takes its most cards, or its least; raises as `Procedure.check`."""
    procedure.check(shoe, rules.most_cards)
    bounds = [_least_and_most(rules, shoe.cards - burn.cards, procedure)
              for burn in procedure.burns(shoe.counts(VALUES))]
    return min(low for low, _ in bounds), max(high for _, high in bounds)


def _least_and_most(rules: Rules, cards: int, procedure: Procedure) -> tuple[int, int]:
    """Of a shoe with so many cards after the burn."""
    before_cut = max(cards - procedure.cut, 0)
    extras = (procedure.extra, procedure.extra_if_first) if before_cut else (procedure.extra_if_first,)
    low = min(-(-before_cut // rules.most_cards) + min(extras), cards // rules.most_cards)
    high = -(-before_cut // rules.least_cards) + max(extras)
    return low, min(high, (cards - rules.most_cards) // rules.least_cards + 1)


# ---------------------------------------------------------------------------------------------------------------
# the renewal law

@dataclass(frozen=True)
class CoupStarts:
    """Expected coups that start with so many cards in the shoe, by (cards left, cards burned unseen); and the mean and
    the variance of their number. Approximate."""

    expected: Mapping[tuple[int, int], float]
    coups: float
    coups_variance: float


def coup_starts(rules: Rules, shoe: Shoe, procedure: Procedure) -> CoupStarts:
    """Where the coups of a shoe start; raises as `Procedure.check`."""
    procedure.check(shoe, rules.most_cards)
    lengths = {cards - len(rules.printed): float(p) for cards, p in cards_per_coup(rules, shoe).law if p}
    return renewal_starts(procedure, shoe.counts(VALUES), lengths, rules.most_cards)


def renewal_starts(procedure: Procedure, values: Sequence[int], lengths: Mapping[int, float], most: int) -> CoupStarts:
    """The same for so many cards of each point value, coups with a law of the number of their cards, and the most that
    a coup may need."""
    cards = sum(values)
    expected: dict[tuple[int, int], float] = {}
    mean = square = 0.0
    for burn in procedure.burns(values):
        share, first = float(burn.probability), cards - burn.cards
        law: dict[tuple[int, int | None], float] = {(first, procedure.begin(first, most)): 1.0}
        number = 0
        while law:
            following: dict[tuple[int, int | None], float] = {}
            for (left, to_come), probability in law.items():
                if to_come == 0:
                    mean += share * probability * number
                    square += share * probability * number * number
                    continue
                key = left, burn.unseen
                expected[key] = expected.get(key, 0.0) + share * probability
                for length, chance in lengths.items():
                    rest = left - length
                    state = rest, procedure.then(to_come, rest, most)
                    following[state] = following.get(state, 0.0) + probability * chance
            number += 1
            law = following
    return CoupStarts(expected, mean, square - mean * mean)


# ---------------------------------------------------------------------------------------------------------------
# all of it

@dataclass(frozen=True)
class CoupFigures(Answer):
    """The cards of a coup and the coups of a shoe: `covariance` is of the cards of two coups, where the shoe lasts two;
    `bounds` are the fewest and the most coups, `per_shoe` their number by its exact law or from dealt shoes. The
    infinite shoe has no end: None."""

    cards: CardsPerCoup
    covariance: Fraction | None
    procedure: Procedure
    bounds: tuple[int, int] | None
    per_shoe: CoupsPerShoe | DealtShoes | None

    def __repr__(self) -> str:
        coups = f", {self.bounds[0]} to {self.bounds[1]} coups a shoe" if self.bounds else ""
        return f"<cards and coups: {float(self.cards.mean):.6g} cards a coup{coups}>"


def coup_figures(rules: Rules, shoe: Shoe, procedure: Procedure | None = None, shoes: int = SHOES, seed: int = SEED,
                 executor: Executor | None = None, progress: Progress = quiet) -> CoupFigures:
    """How many cards a coup takes, and how many coups come before the cut card: dealt where the law is too much work.

    Raises as `Procedure.check` and `simulate_shoes`.
    """
    procedure = procedure or Procedure.of(shoe)
    lasts_two = shoe.infinite or shoe.cards >= 2 * rules.most_cards
    cards, covariance = cards_per_coup(rules, shoe), covariance_of_cards(rules, shoe) if lasts_two else None
    if shoe.infinite:
        return CoupFigures(cards, covariance, procedure, None, None)
    bounds = least_and_most(rules, shoe, procedure)
    if steps(rules, shoe, procedure) <= MOST_STEPS:
        return CoupFigures(cards, covariance, procedure, bounds, coups_per_shoe(rules, shoe, procedure))
    from exact.analysis.shoe.simulate import simulate_shoes
    return CoupFigures(cards, covariance, procedure, bounds, simulate_shoes(
        rules, (OUTCOMES,), shoe, procedure, shoes, seed, executor, progress))
