"""The joint law of the running count and of the coup dealt at some depth: exact, without simulation.

For each number n of cards left and each tag sum s of those cards, this gives the number of sub-shoes and the sum over
them of a bet's net result, as integers. docs/counting.md derives it:

    sum over sub-shoes of n cards with tag sum s of (count of result r)
      = sum over m of w_r(m) prod (d_i falling m_i) * [y^(n-L) z^(s - t.m)] prod (1 + y z^(t_i))^(d_i - m_i).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb, lcm, perm

from flint import fmpz

from exact.analysis.counting.tags import CountError, Tags
from exact.analysis.counting.trigger import Trigger
from exact.engine.count.generating_function import SubShoes, coefficients, coup_rows, window
from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import Component, CoupPolynomial, combined, variable
from exact.engine.sequence.chain import OrderedChoices
from exact.errors import UnknownCompositionError
from exact.game.bets import ALWAYS, AnyOf, Bet, FactIs, Line
from exact.game.facts import Fact, Fold, Op
from exact.game.procedure import check_left
from exact.game.rules import Rules
from exact.game.shoe import Shoe

MOST_TERMS = 4_000_000
"""Coefficients of the generating function that are held at once; more would take gigabytes."""

Channel = Callable[[Fraction], Fraction]


def net(pays: Fraction) -> Fraction:
    return pays


def square(pays: Fraction) -> Fraction:
    return pays * pays


def made(_: Fraction) -> Fraction:
    return Fraction(1)


@dataclass(frozen=True)
class CountLaw:
    """Running count and coup with `cards_left` cards left.

    `running_counts[i]` is a running count of the cards dealt (falling in i), `shoes[i]` the number of sub-shoes that
    have it, out of `of`; `results[i]` the sum over these sub-shoes and all sequences of cards of the quantity asked
    for (the net result of a unit stake, its square, ...), out of `results_of`. Counts that no sub-shoe has are left
    out.
    """

    cards_left: int
    running_counts: tuple[Fraction, ...]
    shoes: tuple[int, ...]
    of: int
    results: tuple[int, ...]
    results_of: int

    @property
    def mean(self) -> Fraction:
        """The mean over all sub-shoes, which is that of the full shoe at every depth."""
        return Fraction(sum(self.results), self.results_of)

    @property
    def curve(self) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
        """(running count, its probability, mean given it) from the lowest running count up."""
        scale = Fraction(self.of, self.results_of)
        for running_count, shoes, result in zip(reversed(self.running_counts), reversed(self.shoes),
                                                reversed(self.results), strict=True):
            yield running_count, Fraction(shoes, self.of), Fraction(result, shoes) * scale

    @cached_property
    def _sums(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Sub-shoes and results added up from the highest running count on."""
        return tuple(accumulate(self.shoes, initial=0)), tuple(accumulate(self.results, initial=0))

    def when(self, trigger: Trigger, divisor_cards: int | None = None) -> tuple[Fraction, Fraction]:
        """P(trigger reached) and the mean of (quantity if it is reached, else 0).

        The running count is divided by the decks in `divisor_cards` cards (default: the cards left).
        """
        cards = self.cards_left if divisor_cards is None else divisor_cards
        low, high = 0, len(self.running_counts)
        if trigger.upwards:
            high = bisect_left(self.running_counts, True, key=lambda count: not trigger.reached(count, cards))
        else:
            low = bisect_left(self.running_counts, True, key=lambda count: trigger.reached(count, cards))
        shoes, results = self._sums
        return (Fraction(shoes[high] - shoes[low], self.of),
                Fraction(results[high] - results[low], self.results_of))

    def best(self) -> Best | None:
        """The running count, high or low, from which on a bet gains most at this depth; None if no trigger gains."""
        found: tuple[int, bool, int] | None = None
        shoes, results = self._sums
        for i in range(len(self.shoes)):
            high, low = results[i + 1], results[-1] - results[i]
            for gain, upwards in ((high, True), (low, False)):
                if gain > 0 and (found is None or gain > found[0]):
                    found = gain, upwards, i
        if found is None:
            return None
        gain, upwards, i = found
        reached = shoes[i + 1] if upwards else shoes[-1] - shoes[i]
        return Best(self.running_counts[i], upwards, Fraction(reached, self.of), Fraction(gain, self.results_of))


@dataclass(frozen=True)
class Best:
    """The best trigger of a depth: bet from this running count on, `upwards` or down; probability and gain per coup."""

    running_count: Fraction
    upwards: bool
    probability: Fraction
    gain: Fraction


@lru_cache(maxsize=64)
def _weights(polynomial: CoupPolynomial, index: int, bet: Bet, channel: Channel) -> tuple[dict[int, int], int]:
    """Padded integer weights of a quantity over the classes of one component, and their denominator."""
    worth = {key: channel(bet.lines[key[0]].pays) for key in polynomial.keys if key[0] is not None}
    denominator = lcm(*(value.denominator for value in worth.values()))
    factors = [int(worth.get(key, Fraction(0)) * denominator) for key in polynomial.keys]
    total = combined(factors, polynomial.components[index].polynomial.padded.weights)
    return {monomial: weight for monomial, weight in total.items() if weight}, denominator


def _telling_apart(bet: Bet, tags: Tags) -> Bet:
    """A bet that pays nothing and looks at the tag of every card that `bet` looks at, to make the classes finer."""
    places = {tag: i for i, tag in enumerate(sorted(set(tags.tags)))}
    fold = Fold(bet.positions, Op.RANKS, tuple(variable(places[tag]) for tag in tags.tags))
    looks = FactIs(Fact("tags", (fold,), lambda value: value, ()), frozenset())
    return Bet("count", "Count", (Line("any", AnyOf((ALWAYS, looks)), Fraction(0)),))


@lru_cache(maxsize=64)
def _polynomial(rules: Rules, bet: Bet, tags: Tags) -> CoupPolynomial:
    """The coup polynomial of a bet over classes of one tag each."""
    polynomial = compile_joint(rules, (bet,))
    if all(len({tags.tags[kind] for kind in cls}) == 1 for cls in polynomial.partition.classes):
        return polynomial
    return compile_joint(rules, (bet, _telling_apart(bet, tags)))


def check_shoe(rules: Rules, shoe: Shoe) -> None:
    """Raises CountError for the infinite shoe, ShoeExhaustedError for one too small for a coup."""
    if shoe.infinite:
        raise CountError("shoe inf: nothing can be counted in an infinite shoe; give a number of decks")
    shoe.require(rules.most_cards, "a coup")


class Counted:
    """A shoe under a counting system, for any bets and depths; holds the generating functions that they share.

    Raises CountError for an infinite shoe, for tags so far apart that the generating function has more than MOST_TERMS
    terms, and where the shoe does not distinguish cards of different tags; ShoeExhaustedError for a shoe too small for
    a coup.
    """

    def __init__(self, rules: Rules, shoe: Shoe, tags: Tags) -> None:
        check_shoe(rules, shoe)
        self.rules, self.shoe, self.tags = rules, shoe, tags
        self.cards = shoe.cards
        by_kind, self.base, self.step = tags.integers
        classes = tags.classes
        try:
            counts = shoe.counts(classes)
        except UnknownCompositionError:
            raise CountError("shoe: does not distinguish cards of different tags; give it by rank or by card") from None
        present = {by_kind[cls.first]: count
                   for cls, count in zip(classes.classes, counts, strict=True) if count}
        self.places = {tag: i for i, tag in enumerate(sorted(present))}
        self.sizes = [present[tag] for tag in self.places]
        self.whole = [tag - min(present) for tag in self.places]
        self.base += min(present) * self.step
        self.by_kind = by_kind
        terms = (self.cards + 1) * (sum(tag * size for tag, size in zip(self.whole, self.sizes, strict=True)) + 1)
        if terms > MOST_TERMS:
            raise CountError(f"tags {tags}: the generating function has {terms:,} terms; the most is {MOST_TERMS:,}; "
                             "use smaller tags, or fewer decks")
        self._bits = 0
        self._subsets: SubShoes
        self._others: dict[int, tuple[list[int], SubShoes]] = {}
        self._coups: dict[tuple[Bet, Channel], list[fmpz]] = {}

    def running_count(self, cards_left: int, place: int) -> Fraction:
        """The running count of the dealt cards, where the cards left have the tag sum `place` in whole tags."""
        return self._full - self.base * cards_left - self.step * place

    @cached_property
    def _full(self) -> Fraction:
        """The running count with all cards dealt."""
        whole = sum(tag * size for tag, size in zip(self.whole, self.sizes, strict=True))
        return self.tags.start + self.base * self.cards + self.step * whole

    def law(self, bet: Bet, cards_left: int, channel: Channel = net) -> CountLaw:
        """The joint law at one depth."""
        return next(self.laws(bet, [cards_left], channel))

    def laws(self, bet: Bet, depths: Iterable[int], channel: Channel = net) -> Iterator[CountLaw]:
        """The joint laws at several depths; raises UsageError for cards left out of range."""
        depths = list(depths)
        for n in depths:
            check_left(self.shoe, n, self.rules.most_cards)
        polynomial = _polynomial(self.rules, bet, self.tags)
        largest = max((abs(channel(line.pays)) for line in bet.lines), default=Fraction(0))
        denominator = lcm(*(_weights(polynomial, i, bet, channel)[1] for i in range(len(polynomial.components))))
        bound = max((comb(self.cards, n) * perm(n, polynomial.length) for n in depths), default=1)
        bound *= polynomial.scale * max(int(largest * denominator), 1)
        self._prepare(bound.bit_length() + 2)
        subsets, bits = self._subsets, self._bits  # held here: other laws of this shoe may ask for longer blocks
        rows, length = self._coup(polynomial, bet, channel, denominator)
        _, others = self._others[length]
        top, weight = max(self.whole), subsets.weight
        steps = [self.step * i for i in range(weight + 1)]
        for n in depths:
            terms = min(top * n, weight) + 1
            shoes = coefficients(subsets.row(n), bits, terms)
            results = coefficients(window(rows, others, n - length), bits, terms)
            kept = [i for i, count in enumerate(shoes) if count]
            of, first = comb(self.cards, n), self.running_count(n, 0)
            yield CountLaw(n, tuple(first - steps[i] for i in kept), tuple(shoes[i] for i in kept), of,
                           tuple(results[i] for i in kept), of * perm(n, length) * polynomial.scale * denominator)

    def _prepare(self, bits: int) -> None:
        """Room for coefficients of so many bits."""
        if bits > self._bits:
            self._bits = -(-bits // 64) * 64
            self._subsets = SubShoes(self.whole, self.sizes, self._bits)
            self._others.clear()
            self._coups.clear()

    def _most(self, length: int) -> list[int]:
        return [min(length, size) for size in self.sizes]

    def _coup(self, polynomial: CoupPolynomial, bet: Bet, channel: Channel, denominator: int) -> tuple[list[fmpz], int]:
        """The rows of the coup's own factor; and the sub-shoes of the cards that no class of the coup touches."""
        length = polynomial.length
        most = self._most(length)
        if length not in self._others:
            rest = [size - m for size, m in zip(self.sizes, most, strict=True)]
            self._others[length] = (most, SubShoes(self.whole, rest, self._bits))
        if (bet, channel) not in self._coups:
            values: dict[int, int] = {}
            for i, component in enumerate(polynomial.components):
                weights, own = _weights(polynomial, i, bet, channel)
                for key, value in self._values(component, weights, polynomial).items():
                    values[key] = values.get(key, 0) + value * (denominator // own)
            self._coups[bet, channel] = coup_rows(values, self.whole, most, self._bits)
        return self._coups[bet, channel], length

    def _values(self, component: Component, weights: dict[int, int], polynomial: CoupPolynomial) -> dict[int, int]:
        """V(g): the weights times the ordered choices of the cards, added up by the tags of the cards."""
        known = dict(zip(polynomial.partition.classes, self.shoe.counts(polynomial.partition), strict=True))
        values: dict[int, int] = {}
        for naming in component.classes:
            counts = [sum(count for cards, count in known.items() if cards & cls) for cls in naming]
            places = [self.places.get(self.by_kind[cls.first], 0) for cls in naming]
            OrderedChoices(counts, places).add(weights, values)
        return values
