"""Pairs of sequences of cards by the cards that they share, for any bet whose law is a sum of polynomials.

Write the net result of a bet as a sum of X_l / (n)_l, where X_l adds up the weights of the sequences of l cards out of
the n of a sub-shoe. A law in one polynomial has one such length, that of the padded coup. One in several, of bets that
look at suits, is a sum over *pieces*: each a polynomial over its own classes of card, from which one class has been
eliminated (it is all cards less the others), so that a piece has no sequence with a card outside the classes it keeps.

With F_l(S) the sum of the weights over the sequences of l cards that hold all cards of a set S, the sum of F_k(S) times
F_l(S) over the sets of j cards is B_j = sum over J >= j of C(J, j) A_J, where A_J is the sum of weight times weight
over pairs of sequences, of k and of l cards, that share J. F of a bet is the sum of F of its pieces, so that B_j is a
sum over pairs of pieces; of two pieces only sets of cards that both keep count. Derivation in docs/counting.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, lcm, prod

from exact.engine.coup.polynomial import (
    OCTAL,
    Component,
    CoupPolynomial,
    Monomial,
    Poly,
    combined,
    degree,
    exponents,
    variable,
)
from exact.engine.sequence.chain import marked_weights
from exact.engine.sweep.net_polynomial import NetForm, eliminate
from exact.errors import BetError
from exact.game.bets import Bet
from exact.game.cards import CardSet

MOST_MULTISETS = 60_000
"""Multisets of cards of which all that can be held is summed for one bet; more would take a minute."""


@dataclass(frozen=True)
class Piece:
    """Weights of multisets of `classes` by the number of cards in them."""

    classes: tuple[CardSet, ...]
    weights: Mapping[int, Poly]


@dataclass(frozen=True)
class Shared:
    """A_J for J = 0, 1, ...: the sum of weight times weight over the pairs of a sequence of `first` cards and one of
    `second` that share J cards; where the lengths differ in both orders."""

    first: int
    second: int
    sums: tuple[int, ...]


@dataclass(frozen=True)
class HeldSums:
    """F of a piece on a shoe: for each length the sums by multiset of the cards that must be held."""

    classes: tuple[CardSet, ...]
    counts: tuple[int, ...]
    sums: Mapping[int, Poly]


def pieces_of(polynomial: CoupPolynomial, bet: Bet, channel: Callable[[Fraction], Fraction]
              ) -> tuple[tuple[Piece, ...], int]:
    """The pieces of a quantity times an integer `unit` (which clears pays and mixed strategies), and `unit`.

    Raises BetError for a bet of which two pieces cut the cards in ways that do not fit, or one has too many multisets.
    """
    worth = [channel(bet.lines[key[0]].pays) for key in polynomial.keys]  # type: ignore[index]  # keys are tuples
    denominator = lcm(*(value.denominator for value in worth))
    factors = [int(value * denominator) for value in worth]
    unit = denominator * polynomial.scale
    if len(polynomial.components) == 1 and len(polynomial.components[0].classes) == 1:
        component = polynomial.components[0]
        whole = {polynomial.length: combined(factors, component.polynomial.padded.weights)}
        pieces = [Piece(component.classes[0], whole)]
    else:
        pieces = _pieces(polynomial, factors, bet)
    for piece in pieces:
        size = sum(map(len, piece.weights.values()))
        if size > MOST_MULTISETS:
            raise BetError(f"bet {bet.name}: the variance of its EV has {size:,} multisets of cards to take apart;"
                           f" the most is {MOST_MULTISETS:,}")
    return tuple(pieces), unit


def _pieces(polynomial: CoupPolynomial, factors: Sequence[int], bet: Bet) -> list[Piece]:
    """All that stands over the classes of the partition in one piece, and the rest, over unions of them, in another."""
    atoms = polynomial.partition.classes
    found: dict[tuple[CardSet, ...], dict[int, Poly]] = {}
    for component in polynomial.components:
        terms = _eliminated(component, factors)
        kept = sorted({i for monomial, _ in terms for i, power in enumerate(
            exponents(monomial, component.polynomial.classes)) if power})
        for naming in component.classes:
            classes = atoms if all(naming[i] in atoms for i in kept) else tuple(naming[i] for i in kept)
            places = {i: variable(classes.index(naming[i])) for i in kept}
            weights = found.setdefault(classes, {})
            for monomial, weight in terms:
                moved = sum(place * (monomial >> OCTAL * i & 7) for i, place in places.items())
                poly = weights.setdefault(degree(moved), {})
                poly[moved] = poly.get(moved, 0) + weight
    if len([classes for classes in found if classes != atoms]) > 1:
        raise BetError(f"bet {bet.name}: the variance of its EV would need all {len(atoms)} kinds of card that it looks"
                       f" at distinguished at once, in {comb(len(atoms) + polynomial.length, polynomial.length):,}"
                       f" multisets; the most is {MOST_MULTISETS:,}")
    return [Piece(classes, weights) for classes, weights in found.items()]


def _eliminated(component: Component, factors: Sequence[int]) -> tuple[tuple[Monomial, int], ...]:
    """The weights of a component without its largest class."""
    polynomial, naming = component.polynomial, component.classes[0]
    net = combined(factors, polynomial.weights)
    form = NetForm(polynomial.classes, polynomial.length, 1, -1, (0,), (tuple(net.items()),))
    largest = max(range(len(naming)), key=lambda i: len(naming[i]))
    return eliminate(form, largest).weights[0]


def held_sums_of(pieces: Sequence[Piece], count: Callable[[CardSet], int]) -> tuple[HeldSums, ...]:
    """F of each piece; `count` gives the cards of a class in the shoe."""
    found = []
    for piece in pieces:
        counts = tuple(map(count, piece.classes))
        found.append(HeldSums(piece.classes, counts, {size: _held_sums(poly, counts)
                                                   for size, poly in piece.weights.items()}))
    return tuple(found)


def _held_sums(weights: Poly, counts: Sequence[int]) -> Poly:
    """F(s) = sum over m of w(m) prod (m_i)_(s_i) (d_i - s_i)_(m_i - s_i), for every multiset s: the marked weights, for
    marked cards in any order."""
    return {held: value * prod(map(factorial, exponents(held, len(counts))))
            for held, value in marked_weights(weights, counts).items() if value}


def holding(pieces: Sequence[HeldSums], cards: CardSet) -> dict[int, int]:
    """F_l of one card, of a class that no piece cuts, by length l; of no card where `cards` is empty."""
    total: dict[int, int] = {}
    for piece in pieces:
        place = next((i for i, cls in enumerate(piece.classes) if cards & cls), None)
        if place is None and cards:
            continue
        for size, sums in piece.sums.items():
            total[size] = total.get(size, 0) + sums.get(variable(place) if place is not None else 0, 0)
    return total


def shared_sums(pieces: Sequence[HeldSums]) -> tuple[Shared, ...]:
    """A_J of every two lengths."""
    sums: dict[tuple[int, int], list[int]] = {}
    for first, second, size, term in _products(pieces):
        into = sums.setdefault((min(first, second), max(first, second)), [0] * (min(first, second) + 1))
        into[size] += term
    return tuple(Shared(*lengths, _solved(found)) for lengths, found in sorted(sums.items()))


def _products(pieces: Sequence[HeldSums]) -> Iterator[tuple[int, int, int, int]]:
    """(k, l, j, F_k F_l summed over sets of j cards that look alike), twice where k or the pieces differ."""
    for place, one in enumerate(pieces):
        lengths = sorted(one.sums)
        for k in lengths:
            for held, value in one.sums[k].items():
                size, ways = _ways(held, one.counts)
                if ways:
                    for other in lengths:
                        if other >= k and held in one.sums[other]:
                            yield k, other, size, ways * value * one.sums[other][held] * (1 + (other > k))
        for two in pieces[place + 1:]:
            yield from _across(one, two)


def _across(one: HeldSums, two: HeldSums) -> Iterator[tuple[int, int, int, int]]:
    """Of two pieces: the finer of them names the sets."""
    finer = all(not a & b or a <= b for a in one.classes for b in two.classes)
    fine, coarse = (one, two) if finer else (two, one)
    places = [next((variable(i) for i, cls in enumerate(coarse.classes) if cards & cls), None)
              for cards in fine.classes]
    for k, sums in fine.sums.items():
        for held, value in sums.items():
            within = 0
            for place, power in zip(places, exponents(held, len(places)), strict=True):
                if power and place is None:
                    break
                within += power * (place or 0)
            else:
                size, ways = _ways(held, fine.counts)
                if ways:
                    for other, coarse_sums in coarse.sums.items():
                        if within in coarse_sums:
                            yield k, other, size, 2 * ways * value * coarse_sums[within]


def _ways(held: Monomial, counts: Sequence[int]) -> tuple[int, int]:
    """The cards of a multiset, and the sets of cards of the shoe that it stands for."""
    size, ways, cls = 0, 1, 0
    while held:
        power = held & 7
        if power:
            size += power
            ways *= comb(counts[cls], power)
        held >>= OCTAL
        cls += 1
    return size, ways


def _solved(sums: Sequence[int]) -> tuple[int, ...]:
    """The A_J from the B_j = sum over J of C(J, j) A_J."""
    length = len(sums) - 1
    pairs = [0] * (length + 1)
    for j in range(length, -1, -1):
        pairs[j] = sums[j] - sum(comb(shared, j) * pairs[shared] for shared in range(j + 1, length + 1))
    return tuple(pairs)
