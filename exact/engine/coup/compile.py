"""From rules and bets to the coup polynomial: one memoised walk over card classes instead of cards.

The walk takes the positions hand by hand (the variables commute): Player's first two cards, Banker's first two, then
the draw. A state is the two totals and the values of the folds; what leads to it is a polynomial that counts cards.
Three ideas keep it small:

* the classes are those that the folds' labels distinguish, no finer;
* a summary of all cards of the coup is a function of the multiset, so it is read off the monomials at the end;
* where "all of one suit" (or colour, or kind) would need too many classes, the fact is *split* (see `footprint`): it is
  the sum, over suits, of "all of this suit", for which a class needs to know only `this suit` or `another`. A result
  that depends on several such facts is first written as a sum over sets of facts that hold (Moebius inversion over
  subsets), and namings of the classes that look alike share one polynomial.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import chain, combinations, product
from typing import Any, NamedTuple

from exact.engine.coup.footprint import Footprint
from exact.engine.coup.polynomial import (
    Component,
    CoupPolynomial,
    Key,
    Monomial,
    Poly,
    Polynomial,
    add_product,
    exponents,
    variable,
)
from exact.errors import UnknownCompositionError
from exact.game.bets import Bet
from exact.game.cards import KINDS, CardSet
from exact.game.coup import NOTHING_KNOWN, CoupInProgress, Position
from exact.game.facts import MIXED, Fold, FoldValue
from exact.game.rules import Rules

FoldValues = tuple[FoldValue, ...]
"""The summaries of the early folds of a footprint, in their order."""
Weights = tuple[tuple[tuple[Key, int], ...], ...]
"""For each group of bets the results that a coup counts for, with integer factors."""
Ending = Hashable
"""What the walk knows of a finished coup: its weights or, where late folds are still to be read off the monomials, the
values of the early ones."""


@lru_cache(maxsize=512)
def compile_joint(rules: Rules, bets: tuple[Bet, ...], known: CoupInProgress = NOTHING_KNOWN) -> CoupPolynomial:
    """The joint law of some bets of one coup: a result is the tuple of the paying line of each bet.

    The line of a bet that is not offered is None. Raises BetError where the bets together distinguish too many classes
    of card, UnknownCompositionError where they look at the suit of a card on the table that has none given.
    """
    return _compile(rules, bets, known, [bets])[0]


@lru_cache(maxsize=64)
def compile_each(rules: Rules, bets: tuple[Bet, ...], known: CoupInProgress = NOTHING_KNOWN
                 ) -> tuple[CoupPolynomial, ...]:
    """The laws of some bets, one by one, from a single walk; meant for bets that look through the same folds."""
    return tuple(_compile(rules, bets, known, [(bet,) for bet in bets]))


class _Face(NamedTuple):
    """A card as the walk sees it: its points, its label under each early and each late fold, and whether it has the
    named label of each fact that must hold."""

    points: int
    early: tuple[Hashable, ...]
    late: tuple[Hashable, ...]
    flags: tuple[bool, ...]


class _Look(NamedTuple):
    """What the walk sees of a naming of the classes: the face of each class, and those of the cards on the table."""

    faces: tuple[_Face, ...]
    table: tuple[tuple[Position, _Face], ...]


class _Part(NamedTuple):
    """What one walk adds to the polynomial of a group of bets: a component before its results are in order."""

    weights: dict[Key, Poly]
    classes: int
    namings: tuple[tuple[CardSet, ...], ...]


def _compile(rules: Rules, bets: Sequence[Bet], known: CoupInProgress, groups: Sequence[Sequence[Bet]]
             ) -> list[CoupPolynomial]:
    """One polynomial for each group of bets, all from one walk for each set of facts that must hold."""
    footprint = Footprint(bets, known)
    parts: list[list[_Part]] = [[] for _ in groups]
    for facts in _subsets(footprint.split):
        if any(implied not in facts for fact in facts for implied in footprint.implied[fact]):
            continue  # it counts for nothing, see _Weigher
        weighers = [_Weigher(group, footprint, facts) for group in groups]
        asked = footprint.strongest(facts)
        for look, namings in _looks(footprint, asked, rules, known).items():
            walk = _Walk(rules, footprint, known, asked, look, weighers)
            for into, weights in zip(parts, walk.results(), strict=True):
                into.append(_Part(weights, len(look.faces), tuple(namings)))
    length = len(footprint.positions - dict(rules.printed).keys() - dict(known.cards).keys())
    polynomials = []
    for found in parts:
        keys = tuple(sorted({key for part in found for key in part.weights}, key=repr))
        components = tuple(Component(Polynomial(part.classes, length, tuple(part.weights.get(key, {}) for key in keys)),
                                     part.namings) for part in found if any(part.weights.values()))
        polynomials.append(CoupPolynomial(
            keys, footprint.partition, length, rules.scale if footprint.sees_draw else 1,
            rules.most_cards - len(known.cards), known != NOTHING_KNOWN, components))
    return polynomials


def _subsets(folds: Sequence[Fold]) -> Iterator[tuple[Fold, ...]]:
    return chain.from_iterable(combinations(folds, size) for size in range(len(folds) + 1))


def _looks(footprint: Footprint, facts: Sequence[Fold], rules: Rules, known: CoupInProgress
           ) -> dict[_Look, list[tuple[CardSet, ...]]]:
    """Each look of the classes with the card sets that have it, naming by naming.

    One look with one naming if no fact must hold; else one naming for each choice of the label of each fact. A card
    labelled MIXED fails a fact alone, so that it names none.
    """
    seen = [(footprint.points(kind), tuple(fold.labels[kind] for fold in footprint.early),
             tuple(fold.labels[kind] for fold in footprint.late)) for kind in KINDS]
    looks: dict[_Look, list[tuple[CardSet, ...]]] = {}
    for names in product(*([label for label in dict.fromkeys(fold.labels) if label is not MIXED] for fold in facts)):
        faces = [_Face(*seen[kind], tuple(fold.labels[kind] == name for fold, name in zip(facts, names, strict=True)))
                 for kind in KINDS]
        kinds: dict[_Face, list[int]] = {}
        for kind, face in enumerate(faces):
            kinds.setdefault(face, []).append(kind)
        table = [(position, _face_on_table(cards, faces, footprint)) for position, cards in rules.printed]
        for position, cards in known.cards:
            if len({faces[kind] for kind in cards}) > 1:
                raise UnknownCompositionError(f"card {cards} on the table: the bet looks at more of it than is given;"
                                              " give it with its suit, as in 9h")
            table.append((position, faces[cards.first]))
        order = sorted(kinds, key=repr)
        looks.setdefault(_Look(tuple(order), tuple(table)), []).append(
            tuple(CardSet.of_kinds(kinds[face]) for face in order))
    return looks


def _face_on_table(cards: CardSet, faces: Sequence[_Face], footprint: Footprint) -> _Face:
    """A card printed on the layout; of one printed by rank no suit is known, so that no fact "all of one suit" holds
    with it."""
    early, late = (tuple(fold.label_of(cards) for fold in folds) for folds in (footprint.early, footprint.late))
    return _Face(cards.points, early, late, tuple(map(all, zip(*(faces[kind].flags for kind in cards), strict=True))))


class _Weigher:
    """From the end of a coup to the results of a group of bets that it counts for, with integer factors.

    Where some facts are split, a result is counted, for the facts that must hold, by inclusion and exclusion over
    which of them do (the rest do not): g(T) = sum over U in T of (-1)^|T - U| [result if exactly U hold].

    A set U with a fact but without one that it implies never holds exactly, so that its result is free: taken as if the
    fact did not hold, it makes g(T) nothing for every such T.
    """

    def __init__(self, bets: Sequence[Bet], footprint: Footprint, facts: Sequence[Fold]) -> None:
        self.bets = bets
        self.folds = (*footprint.early, *footprint.late)
        self.facts = facts
        self.implied = footprint.implied
        self.fail: dict[Fold, FoldValue] = dict.fromkeys(footprint.split, MIXED)

    def __call__(self, values: Sequence[FoldValue]) -> tuple[tuple[Key, int], ...]:
        """Of the values of the early and the late folds."""
        weights: dict[Key, int] = {}
        known = dict(zip(self.folds, values, strict=True))
        for holding in _subsets(self.facts):
            certain = (fact for fact in holding if all(other in holding for other in self.implied[fact]))
            summaries = known | self.fail | dict.fromkeys(certain, True)
            key = tuple(bet.line(summaries) for bet in self.bets)
            weights[key] = weights.get(key, 0) + (-1) ** (len(self.facts) - len(holding))
        return tuple((key, factor) for key, factor in weights.items() if factor)


class _Card(NamedTuple):
    """A card that may lie at a position: its points, its variable (0 if it is on the table already), and how it changes
    the early folds, as (place of the fold, its merge, the label of the card)."""

    points: int
    variable: Monomial
    merges: tuple[tuple[int, Callable[[FoldValue, FoldValue], FoldValue], FoldValue], ...]


class _Walk:
    """All courses of a coup over classes of cards, gathered by what the bets make of them."""

    def __init__(self, rules: Rules, footprint: Footprint, known: CoupInProgress, facts: Sequence[Fold], look: _Look,
                 weighers: Sequence[_Weigher]) -> None:
        self.rules = rules
        self.footprint = footprint
        self.known = known
        self.look = look
        self.table = dict(look.table)
        self.weighers = weighers
        self.cards = {position: self._cards(position, facts) for position in footprint.positions}
        self.endings: dict[FoldValues, Ending] = {}

    def _cards(self, position: Position, facts: Sequence[Fold]) -> list[_Card]:
        """The cards that may lie at a position; one with which a fact fails that must hold is none of them."""
        laid = self.table.get(position)
        faces = [(laid, 0)] if laid else [(face, variable(cls)) for cls, face in enumerate(self.look.faces)]
        return [_Card(face.points, card, tuple((i, fold.merge, face.early[i]) for i, fold in enumerate(
                    self.footprint.early) if position in fold.positions))
                for face, card in faces
                if all(flag for flag, fact in zip(face.flags, facts, strict=True) if position in fact.positions)]

    def results(self) -> list[dict[Key, Poly]]:
        """The polynomial of each result, for each weigher."""
        gathered: list[dict[Key, Poly]] = [{} for _ in self.weighers]
        for ending, poly in self._all_courses().items():
            for weights, part in self._weighed(ending, poly):
                for into, results in zip(gathered, weights, strict=True):
                    for key, factor in results:
                        target = into.setdefault(key, {})
                        for monomial, weight in part.items():
                            target[monomial] = target.get(monomial, 0) + factor * weight
        return [{key: {m: w for m, w in poly.items() if w} for key, poly in into.items()} for into in gathered]

    def _weights(self, values: Sequence[FoldValue]) -> Weights:
        return tuple(weigh(values) for weigh in self.weighers)

    def _ending(self, values: FoldValues) -> Ending:
        """What a finished coup is gathered under."""
        if values not in self.endings:
            self.endings[values] = values if self.footprint.late else self._weights(values)
        return self.endings[values]

    def _weighed(self, ending: Any, poly: Poly) -> Iterator[tuple[Weights, Poly]]:
        """The weights of an ending, for the monomials that have the same late values."""
        if not self.footprint.late:
            yield ending, poly
            return
        parts: dict[FoldValues, Poly] = {}
        for monomial, weight in poly.items():
            parts.setdefault(self._late_values(monomial), {})[monomial] = weight
        for late, part in parts.items():
            yield self._weights((*ending, *late)), part

    def _late_values(self, monomial: Monomial) -> FoldValues:
        """The values of the late folds, which look at every card of the coup."""
        laid = [face for position, face in self.look.table if position in self.footprint.positions]
        taken = exponents(monomial, len(self.look.faces))
        laid += [face for face, power in zip(self.look.faces, taken, strict=True) for _ in range(power)]
        return tuple(reduce(fold.merge, (face.late[i] for face in laid), fold.empty)
                     for i, fold in enumerate(self.footprint.late))

    def _all_courses(self) -> dict[Ending, Poly]:
        """For each ending the polynomial of the cards that lead there."""
        player = self._first_two(Position.P1, Position.P2, self.known.player_total)
        banker = self._first_two(Position.B1, Position.B2, self.known.banker_total)
        whole: dict[Ending, Poly] = {}
        after_four: dict[tuple[int, int, FoldValues], dict[Ending, Poly]] = {}
        for (p_total, p_values), p_cards in player.items():
            inner: dict[Ending, Poly] = {}
            for (b_total, b_values), b_cards in banker.items():
                values = tuple(fold.merge(a, b) for fold, a, b in zip(
                    self.footprint.early, p_values, b_values, strict=True))
                state = (p_total, b_total, values)
                if state not in after_four:
                    after_four[state] = self._after_four(*state)
                for ending, cards in after_four[state].items():
                    add_product(inner.setdefault(ending, {}), b_cards, cards)
            for ending, cards in inner.items():
                add_product(whole.setdefault(ending, {}), p_cards, cards)
        return whole

    def _first_two(self, first: Position, second: Position, total: int | None) -> dict[tuple[int, FoldValues], Poly]:
        """The two-card hands, by the rules' number and fold values; the number is 0 where no bet looks that far."""
        number = self.rules.player_hand if first is Position.P1 else self.rules.banker_hand
        hands: dict[tuple[int, FoldValues], Poly] = {(0, tuple(fold.empty for fold in self.footprint.early)): {0: 1}}
        for position in (first, second):
            if position in self.footprint.positions:
                longer: dict[tuple[int, FoldValues], Poly] = {}
                for (points, values), poly in hands.items():
                    for more, card, merged in self._dealt(values, position):
                        held = number(points, more) if position == second else more
                        add_product(longer.setdefault((held, merged), {}), {card: 1}, poly)
                hands = longer
        return {state: poly for state, poly in hands.items() if total is None or state[0] % 10 == total}

    def _dealt(self, values: FoldValues, position: Position) -> Iterator[tuple[int, Monomial, FoldValues]]:
        """What may be dealt to a position: the points of the card, its variable, and the fold values with it."""
        for points, card, merges in self.cards[position]:
            longer = list(values)
            for i, merge, label in merges:
                longer[i] = merge(longer[i], label)
            yield points, card, tuple(longer)

    def _after_four(self, player: int, banker: int, values: FoldValues) -> dict[Ending, Poly]:
        """For each ending that can follow four cards the polynomial of the third cards."""
        found: dict[Ending, Poly] = {}
        for end, cards, weight in self._third_cards(player, banker, values):
            into = found.setdefault(self._ending(end), {})
            into[cards] = into.get(cards, 0) + weight
        return found

    def _third_cards(self, player: int, banker: int, values: FoldValues) -> Iterator[tuple[FoldValues, Monomial, int]]:
        """The finished coups that can follow these two-card totals: fold values, third cards, and weight."""
        if not self.footprint.sees_draw or self.rules.natural_hand(player, banker):
            yield values, 0, self.rules.scale if self.footprint.sees_draw else 1
            return
        endings = self.rules.endings(player, banker)
        if None in endings and self.known.agrees(False):
            yield from self._banker(values, 0, endings[None])
        if len(endings) > 1 and self.known.agrees(True):
            for third, card, longer in self._dealt(values, Position.P3):
                yield from self._banker(longer, card, endings[third])

    def _banker(self, values: FoldValues, cards: Monomial, weights: tuple[int, int]
                ) -> Iterator[tuple[FoldValues, Monomial, int]]:
        """Banker stands, and draws, with the weight of each."""
        stands, draws = weights
        if stands and Position.B3 not in self.table:
            yield values, cards, stands
        if draws:
            for _, card, longer in self._dealt(values, Position.B3):
                yield longer, cards + card, draws
