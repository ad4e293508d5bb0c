"""The net result of bets as one polynomial in falling factorials, from which one class of card has been eliminated.

A sequence of L cards out of a shoe of n is counted by monomials z_a z_b ... (a card of class a, of class b, ...), each
worth the product of the falling factorials of the counts; a factor Z is one card of any class, worth n - |m| behind m
others. Since Z is the sum of all z_i, a class e can be written Z - (the other classes) and disappears: what is left
is, for each number D of named cards, an integer polynomial in the other classes,

    G(c) = sum over D of (n - D)(n - D - 1) ... (n - L + 1) * sum over |m| = D of B_m * prod c_i (c_i - 1) ...

At constant n the first factor is a number, so one variable less has to be summed over. docs/sweep.md has the proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb, factorial, lcm, prod

from exact.engine.coup.polynomial import (
    OCTAL,
    CoupPolynomial,
    Monomial,
    Poly,
    Polynomial,
    add_product,
    combined,
    exponents,
    falling,
    variable,
)
from exact.errors import UsageError
from exact.game.bets import Bet

Weights = tuple[tuple[Monomial, int], ...]


@dataclass(frozen=True)
class NetForm:
    """Net results of some bets on any shoe: EV of bet b = G_b(counts) / (unit * n (n-1) ... (n - length + 1)).

    `weights[b]` are the B_m of bet b, over `classes` classes of which `eliminated` has exponent 0 everywhere (-1: none
    is); `most[b]` is the greatest |G_b| per sequence, so that |G_b| <= most[b] * n (n-1) ...
    """

    classes: int
    length: int
    unit: int
    eliminated: int
    most: tuple[int, ...]
    weights: tuple[Weights, ...]

    @cached_property
    def _hash(self) -> int:
        return hash((self.classes, self.length, self.unit, self.eliminated, self.most, self.weights))

    def __hash__(self) -> int:
        """Computed once: the weights are thousands of numbers."""
        return self._hash

    def value(self, bet: int, counts: Sequence[int]) -> int:
        """G of a bet for a shoe, in plain integers: the slow twin of the kernel."""
        cards = sum(counts)
        total = 0
        for monomial, weight in self.weights[bet]:
            powers = exponents(monomial, self.classes)
            term = weight * falling(cards - sum(powers), self.length - sum(powers))
            for count, power in zip(counts, powers, strict=True):
                term *= falling(count, power)
            total += term
        return total

    def sequences(self, cards: int) -> int:
        """What a G is divided by: unit times the ordered sequences of `length` out of so many cards."""
        return self.unit * falling(cards, self.length)

    def greatest(self, cards: int) -> int:
        """A bound of |G| of every bet at so many cards."""
        return max(self.most) * falling(cards, self.length)

    def partial_bound(self, cards: int) -> int:
        """A bound of every partial sum of terms of G at so many cards, whatever their signs.

        The terms of degree D add up, in absolute value, to at most max(|B_m| / multinomial(m)) * c (c-1) ..., the
        multinomial theorem of falling factorials, where c <= n is the number of cards of the classes kept.
        """
        worst = Fraction(0)
        for weights in self.weights:
            by_degree = [Fraction(0)] * (self.length + 1)
            for monomial, weight in weights:
                powers = exponents(monomial, self.classes)
                size = sum(powers)
                share = Fraction(abs(weight) * prod(factorial(power) for power in powers), factorial(size))
                by_degree[size] = max(by_degree[size], share)
            worst = max(worst, sum(by_degree, Fraction(0)))
        bound = worst * falling(cards, self.length)
        return -(-bound.numerator // bound.denominator)


def net_form(law: CoupPolynomial, bets: Sequence[Bet]) -> NetForm:
    """The net results of bets from their joint law, all over one denominator; no class is eliminated yet.

    Raises UsageError where the law is not one polynomial over the classes of its partition (facts about suits that
    had to be split), or where a bet is not offered on every coup.
    """
    names = short_names(bets)
    namings = law.components[0].classes if len(law.components) == 1 else ()
    if len(namings) != 1 or set(namings[0]) != set(law.partition.classes):
        raise UsageError(f"`bets` {names}: looks at suits in a way that is not one polynomial over classes of card; "
                         "name bets on point values or ranks")
    if any(index is None for key in law.keys for index in key):
        raise UsageError(f"`bets` {names}: a bet that is not offered on every coup has no EV at each sub-shoe")
    polynomial = law.components[0].polynomial
    unit = lcm(*(line.pays.denominator for bet in bets for line in bet.lines))
    all_weights, most = [], []
    for b, bet in enumerate(bets):
        pays = [int(bet.lines[key[b]].pays * unit) for key in law.keys]  # type: ignore[index]  # a tuple of lines
        total = combined(pays, polynomial.weights)
        places = [law.partition.classes.index(cards) for cards in namings[0]]
        all_weights.append(tuple((_renamed(monomial, places), weight) for monomial, weight in total.items() if weight))
        most.append(law.scale * max(map(abs, pays)))
    return NetForm(polynomial.classes, polynomial.length, unit * law.scale, -1, tuple(most), tuple(all_weights))


def short_names(bets: Sequence[Bet]) -> str:
    """The names of bets for a message of one line."""
    names = [bet.name for bet in bets]
    return ",".join(names) if len(names) <= 5 else f"{','.join(names[:5])},... ({len(names)} bets)"


def _renamed(monomial: Monomial, places: Sequence[int]) -> Monomial:
    """A monomial whose class i becomes class places[i]."""
    powers = exponents(monomial, len(places))
    return sum(power * variable(place) for power, place in zip(powers, places, strict=True))


def eliminate(form: NetForm, cls: int) -> NetForm:
    """The same function with one class written as all cards less the other classes."""
    others: Poly = {variable(other): -1 for other in range(form.classes) if other != cls}
    eliminated = []
    for weights in form.weights:
        total: Poly = {}
        for power, part in _by_power(weights, cls).items():
            # (Z - others)^power, expanded; the power of Z is what is missing to `length` and need not be noted
            term: Poly = dict(part)
            for chosen in range(power + 1):
                add_product(total, term, {0: comb(power, chosen)})
                if chosen < power:
                    longer: Poly = {}
                    add_product(longer, others, term)
                    term = longer
        eliminated.append(tuple((monomial, weight) for monomial, weight in total.items() if weight))
    return NetForm(form.classes, form.length, form.unit, cls, form.most, tuple(eliminated))


def homogeneous(form: NetForm) -> NetForm:
    """The same function with the unused cards, too, written as cards of some class, and one class more, the removed
    cards: no term names it, and every term has `length` cards, so that G does not depend on how many are removed."""
    law = Polynomial(form.classes, form.length, tuple(dict(weights) for weights in form.weights)).padded
    return replace(form, classes=form.classes + 1, eliminated=form.classes, weights=tuple(
        tuple((monomial, weight) for monomial, weight in poly.items() if weight) for poly in law.weights))


def _by_power(weights: Weights, cls: int) -> dict[int, Poly]:
    """A polynomial sorted by the power of one class, which is taken out."""
    parts: dict[int, Poly] = {}
    for monomial, weight in weights:
        power = monomial >> OCTAL * cls & 7
        rest = monomial - power * variable(cls)
        part = parts.setdefault(power, {})
        part[rest] = part.get(rest, 0) + weight
    return parts
