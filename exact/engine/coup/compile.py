"""From rules and bets to the coup polynomial: one memoised walk over card classes instead of cards.

The walk takes the positions hand by hand (the variables commute): Player's first two cards, Banker's first two, then
the draw. A state is the two totals and the values of the folds; what leads to it is a polynomial that counts cards.
Three ideas keep it small:

* the classes are those that the folds' labels tell apart, no finer;
* a summary of all cards of the coup is a function of the multiset, so it is read off the monomials at the end;
* where "all of one suit" (or colour, or kind) would need too many classes, the fact is *split*: it is the sum, over
  suits, of "all of this suit", for which a class needs to know only `this suit` or `another`. A result that depends on
  several such facts is first written as a sum over sets of facts that hold (Moebius inversion over subsets), and
  namings of the classes that look alike share one polynomial.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, product

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
from exact.errors import BetError, UnknownCompositionError
from exact.game.bets import Bet
from exact.game.cards import KINDS, POINT_VALUES, CardSet, Partition
from exact.game.coup import FIRST_FOUR, NOTHING_KNOWN, CoupInProgress, Position
from exact.game.facts import MIXED, Fold, FoldValue, Op
from exact.game.rules import Rules

SPLIT_ABOVE = 60_000
"""With more multisets of classes than this, facts "all of one label" are split."""
MOST_MULTISETS = 2_000_000
"""Beyond this a question is refused: it would take minutes and gigabytes."""

Values = tuple[FoldValue, ...]
Result = Key


@lru_cache(maxsize=512)
def compile_joint(rules: Rules, bets: tuple[Bet, ...], known: CoupInProgress = NOTHING_KNOWN) -> CoupPolynomial:
    """The joint law of some bets of one coup: a result is the tuple of the paying line of each bet.

    The line of a bet that is not offered is None. Raises BetError where the bets together tell too many classes of
    cards apart, UnknownCompositionError where they look at the suit of a card on the table that has none given.
    """
    return _compile(rules, bets, known, [bets])[0]


@lru_cache(maxsize=64)
def compile_each(rules: Rules, bets: tuple[Bet, ...], known: CoupInProgress = NOTHING_KNOWN
                 ) -> tuple[CoupPolynomial, ...]:
    """The laws of some bets, one by one, from a single walk; meant for bets of one `footprint`."""
    return tuple(_compile(rules, bets, known, [(bet,) for bet in bets]))


def footprint(bets: Sequence[Bet], known: CoupInProgress = NOTHING_KNOWN) -> tuple[frozenset[Position], Partition]:
    """The positions and the classes of card that some bets look at; bets of one footprint can share a walk.

    Raises BetError where the classes make too many multisets, even with facts split.
    """
    question = _Question(bets, known)
    return question.positions, question.partition


def is_small(bets: Sequence[Bet]) -> bool:
    """Whether some bets together tell so few classes of card apart that their joint law takes a second at most."""
    try:
        return _Question(bets, NOTHING_KNOWN).multisets <= SPLIT_ABOVE
    except BetError:
        return False


class _Question:
    """What the bets look at, and how: the folds, the positions, and which folds are split."""

    def __init__(self, bets: Sequence[Bet], known: CoupInProgress) -> None:
        self.folds = tuple(dict.fromkeys(fold for bet in bets for fold in bet.folds))
        looked_at = frozenset(position for bet in bets for position in bet.positions)
        if known.player_total is not None:
            looked_at |= {Position.P1, Position.P2}
        if known.banker_total is not None:
            looked_at |= {Position.B1, Position.B2}
        self.full = not looked_at <= frozenset(FIRST_FOUR)
        self.positions = frozenset(Position) if self.full else looked_at
        self.sees_points = self.full or known.player_total is not None or known.banker_total is not None
        self.partition = self._partition(self.folds)
        self.split = self._best_split()
        classes = self._classes(self.split)
        self.multisets = self._multisets(classes)
        if self.multisets > MOST_MULTISETS:
            names = " with ".join(bet.name for bet in bets)
            raise BetError(f"bet {names}: tells {classes} classes of card apart, which makes"
                           f" {self.multisets:,} multisets of cards; the most is {MOST_MULTISETS:,}."
                           " Count one suit or colour in a bet, or make two bets of it")

        self.implied = {fold: [other for other in self.split if other != fold and _implies(fold, other)]
                        for fold in self.split}

    @property
    def kept(self) -> tuple[Fold, ...]:
        return tuple(fold for fold in self.folds if fold not in self.split)

    def strongest(self, facts: Sequence[Fold]) -> tuple[Fold, ...]:
        """Of facts that must all hold, those that bring the others with them."""
        return tuple(fact for i, fact in enumerate(facts)
                     if not any(fact in self.implied[other] and (other not in self.implied[fact] or j < i)
                                for j, other in enumerate(facts)))

    def _partition(self, folds: Sequence[Fold]) -> Partition:
        return Partition.by([self.labels(kind, folds) for kind in KINDS])

    def labels(self, kind: int, folds: Sequence[Fold]) -> tuple[Hashable, ...]:
        points = POINT_VALUES[kind] if self.sees_points else 0
        return (points, *(fold.labels[kind] for fold in folds))

    def _best_split(self) -> tuple[Fold, ...]:
        """The fewest facts to split so that the multisets are few; if none makes them few, those that leave fewest.

        Of choices that leave as many, the one that splits most: cards that must have a label rule the others out.
        """
        same = sorted((fold for fold in self.folds if fold.op is Op.SAME), key=lambda fold: -len(set(fold.labels)))
        choices = [tuple(same[:size]) for size in range(len(same) + 1)]
        sizes = [self._multisets(self._classes(split)) for split in choices]
        return next((split for split, size in zip(choices, sizes, strict=True) if size <= SPLIT_ABOVE),
                    choices[max(i for i, size in enumerate(sizes) if size == min(sizes))])

    def _classes(self, split: Sequence[Fold]) -> int:
        """Classes of card when some facts are split: by all other labels, and by one named label of one of them."""
        kept = tuple(fold for fold in self.folds if fold not in split)
        named = [(fold, name) for fold in split for name in dict.fromkeys(fold.labels)]
        return max((len({(self.labels(kind, kept), fold.labels[kind] == name) for kind in KINDS})
                    for fold, name in named), default=len(self._partition(kept)))

    def _multisets(self, classes: int) -> int:
        return math.comb(classes + len(self.positions) - 1, len(self.positions))


def _implies(fold: Fold, other: Fold) -> bool:
    """Whether cards that are all of one label under a fold are so under another: of one suit, hence of one colour."""
    pairs = {(a, b) for a, b in zip(fold.labels, other.labels, strict=True) if a is not MIXED}
    return (other.positions <= fold.positions and len(pairs) == len({a for a, _ in pairs})
            and all(b is not MIXED for _, b in pairs))


@dataclass(frozen=True)
class _Face:
    """A card as the walk sees it: its points, its label under each kept fold, and whether it has the named label of
    each fact that must hold."""

    points: int
    labels: tuple[Hashable, ...]
    flags: tuple[bool, ...]


def _compile(rules: Rules, bets: Sequence[Bet], known: CoupInProgress, groups: Sequence[Sequence[Bet]]
             ) -> list[CoupPolynomial]:
    """One polynomial for each group of bets, all from one walk for each set of facts that must hold."""
    question = _Question(bets, known)
    table = dict(rules.printed) | dict(known.cards)
    length = len(question.positions - set(table))
    terms: list[list[tuple[dict[Result, Poly], int, list[tuple[CardSet, ...]]]]] = [[] for _ in groups]
    for facts in _subsets(question.split):
        if any(implied not in facts for fact in facts for implied in question.implied[fact]):
            continue  # it counts for nothing, see _Weigher
        weighers = [_Weigher(group, question, facts) for group in groups]
        asked = question.strongest(facts)
        for (faces, fixed), namings in _namings(question, asked, rules, known).items():
            walk = _Walk(rules, question, known, asked, faces, fixed, weighers)
            for into, weighted in zip(terms, walk.results(), strict=True):
                into.append((weighted, len(faces), namings))
    polynomials = []
    for found in terms:
        keys = tuple(sorted({key for weighted, _, _ in found for key in weighted}, key=repr))
        components = tuple(
            Component(Polynomial(classes, length, tuple(weighted.get(key, {}) for key in keys)), tuple(namings))
            for weighted, classes, namings in found if any(weighted.values()))
        polynomials.append(CoupPolynomial(
            keys, question.partition, length, rules.scale if question.full else 1,
            rules.most_cards - len(known.cards), known != NOTHING_KNOWN, components))
    return polynomials


def _subsets(folds: Sequence[Fold]) -> Iterator[tuple[Fold, ...]]:
    return chain.from_iterable(combinations(folds, size) for size in range(len(folds) + 1))


def _namings(question: _Question, facts: Sequence[Fold], rules: Rules, known: CoupInProgress
             ) -> dict[tuple[tuple[_Face, ...], tuple[tuple[Position, _Face], ...]], list[tuple[CardSet, ...]]]:
    """For each look of the classes (and of the cards on the table) the card sets that have it.

    One look with one naming if no fact must hold; else one naming for each choice of the label of each fact.
    """
    kept = question.kept
    looks: dict[tuple[tuple[_Face, ...], tuple[tuple[Position, _Face], ...]], list[tuple[CardSet, ...]]] = {}
    for names in product(*(_names(fold) for fold in facts)):
        def face(kind: int, names: tuple[Hashable, ...] = names) -> _Face:
            points, *labels = question.labels(kind, kept)
            flags = tuple(fold.labels[kind] == name for fold, name in zip(facts, names, strict=True))
            return _Face(points, tuple(labels), flags)  # type: ignore[arg-type]  # the first label is the points

        kinds: dict[_Face, list[int]] = {}
        for kind in KINDS:
            kinds.setdefault(face(kind), []).append(kind)
        faces = tuple(sorted(kinds, key=repr))
        fixed = [(position, _printed_face(cards, kept, tuple(zip(facts, names, strict=True))))
                 for position, cards in rules.printed]
        fixed += [(position, _known_face(cards, [face(kind) for kind in cards]))
                  for position, cards in known.cards]
        looks.setdefault((faces, tuple(fixed)), []).append(tuple(CardSet.of_kinds(kinds[f]) for f in faces))
    return looks


def _names(fold: Fold) -> tuple[Hashable, ...]:
    """The labels of which all cards may be; a card labelled MIXED fails the fact alone."""
    return tuple(label for label in dict.fromkeys(fold.labels) if label is not MIXED)


def _printed_face(cards: CardSet, kept: Sequence[Fold], facts: Sequence[tuple[Fold, Hashable]]) -> _Face:
    """A card printed on the layout; of one printed by rank no suit is known, so that no fact "all of one suit" holds
    with it."""
    labels = tuple(fold.label_of(cards) for fold in kept)
    flags = tuple(all(fold.labels[kind] == name for kind in cards) for fold, name in facts)
    return _Face(cards.points, labels, flags)


def _known_face(cards: CardSet, faces: Sequence[_Face]) -> _Face:
    if len(set(faces)) > 1:
        raise UnknownCompositionError(f"card {cards} on the table: the bet looks at more of it than is"
                                      " given; give it with its suit, as in 9h")
    return faces[0]


class _Weigher:
    """From the end of a coup to the results of a group of bets that it counts for, with integer factors.

    Where some facts are split, a result is counted, for the facts that must hold, by inclusion and exclusion over
    which of them do (the rest do not): g(T) = sum over U in T of (-1)^|T - U| [result if exactly U hold].

    A set U with a fact but without one that it implies never holds exactly, so that its result is free: taken as if the
    fact did not hold, it makes g(T) nothing for every such T.
    """

    def __init__(self, bets: Sequence[Bet], question: _Question, facts: Sequence[Fold]) -> None:
        self.bets = bets
        self.kept = question.kept
        self.facts = facts
        self.implied = question.implied
        self.fail: dict[Fold, FoldValue] = dict.fromkeys(question.split, MIXED)

    def __call__(self, values: Values) -> tuple[tuple[Result, int], ...]:
        weights: dict[Result, int] = {}
        kept = dict(zip(self.kept, values, strict=True))
        for holding in _subsets(self.facts):
            certain = (fact for fact in holding if all(other in holding for other in self.implied[fact]))
            summaries = kept | self.fail | dict.fromkeys(certain, True)
            key = tuple(bet.line(summaries) for bet in self.bets)
            weights[key] = weights.get(key, 0) + (-1) ** (len(self.facts) - len(holding))
        return tuple((key, factor) for key, factor in weights.items() if factor)


class _Walk:
    """All courses of a coup over classes of cards, gathered by what the bets make of them."""

    def __init__(self, rules: Rules, question: _Question, known: CoupInProgress, facts: Sequence[Fold],
                 faces: Sequence[_Face], fixed: Sequence[tuple[Position, _Face]], weighers: Sequence[_Weigher]) -> None:
        self.rules = rules
        self.question = question
        self.known = known
        self.facts = facts
        self.faces = faces
        self.fixed = dict(fixed)
        self.weighers = weighers
        self.scale = rules.scale if question.full else 1
        # Over ranks or labels of every card that is dealt, the summary is left to the monomials.
        self.late = [i for i, fold in enumerate(question.kept)
                     if fold.op in (Op.RANKS, Op.SAME) and fold.positions >= question.positions]
        self.early = [i for i in range(len(question.kept)) if i not in self.late]
        self.folds = [question.kept[i] for i in self.early]
        self.merging = {position: [(i, self.early[i], fold.merge) for i, fold in enumerate(self.folds)
                                   if position in fold.positions] for position in Position}
        self.needed = {position: [j for j, fact in enumerate(facts) if position in fact.positions]
                       for position in Position}
        self.cards = {position: [(self.fixed[position], 0)] if position in self.fixed
                      else [(face, variable(cls)) for cls, face in enumerate(faces)] for position in question.positions}
        self.ends: dict[Values, Hashable] = {}

    def results(self) -> list[dict[Result, Poly]]:
        """The polynomial of each result, for each weigher."""
        gathered: list[dict[Result, Poly]] = [{} for _ in self.weighers]
        for end, poly in self.gather().items():
            for weights, part in self.finish(end, poly):
                for into, weighted in zip(gathered, weights, strict=True):
                    for key, factor in weighted:
                        target = into.setdefault(key, {})
                        for monomial, weight in part.items():
                            target[monomial] = target.get(monomial, 0) + factor * weight
        return [{key: {m: w for m, w in poly.items() if w} for key, poly in into.items()} for into in gathered]

    def finish(self, end: Hashable, poly: Poly
               ) -> Iterator[tuple[Sequence[Sequence[tuple[Result, int]]], Mapping[Monomial, int]]]:
        """The weights of an end; where folds were left to the monomials, one monomial at a time."""
        if not self.late:
            yield end, poly  # type: ignore[misc]  # `end` made it the weights themselves
            return
        parts: dict[Values, Poly] = {}
        for monomial, weight in poly.items():
            parts.setdefault(tuple(self.late_value(i, monomial) for i in self.late), {})[monomial] = weight
        for late, part in parts.items():
            values: list[FoldValue] = [None] * len(self.question.kept)
            for i, value in chain(zip(self.early, end, strict=True),  # type: ignore[call-overload]  # here: early values
                                  zip(self.late, late, strict=True)):
                values[i] = value
            yield [weigh(tuple(values)) for weigh in self.weighers], part

    def late_value(self, index: int, monomial: Monomial) -> FoldValue:
        fold = self.question.kept[index]
        value = fold.empty
        for position, face in self.fixed.items():
            if position in self.question.positions:
                value = fold.merge(value, face.labels[index])
        for face, power in zip(self.faces, exponents(monomial, len(self.faces)), strict=True):
            for _ in range(power):
                value = fold.merge(value, face.labels[index])
        return value

    def gather(self) -> dict[Hashable, Poly]:
        """For each end of the coup, the polynomial of the cards that lead there."""
        player = self.first_two(Position.P1, Position.P2, self.known.player_total)
        banker = self.first_two(Position.B1, Position.B2, self.known.banker_total)
        ends: dict[Hashable, Poly] = {}
        rest: dict[tuple[int, int, Values], dict[Hashable, Poly]] = {}
        for (p_total, p_values), p_cards in player.items():
            inner: dict[Hashable, Poly] = {}
            for (b_total, b_values), b_cards in banker.items():
                values = tuple(fold.merge(a, b) for fold, a, b in zip(self.folds, p_values, b_values, strict=True))
                state = (p_total, b_total, values)
                if state not in rest:
                    rest[state] = self.draw(*state)
                for end, cards in rest[state].items():
                    add_product(inner.setdefault(end, {}), b_cards, cards)
            for end, cards in inner.items():
                add_product(ends.setdefault(end, {}), p_cards, cards)
        return ends

    def first_two(self, first: Position, second: Position, total: int | None) -> dict[tuple[int, Values], Poly]:
        """The two-card hands, by total and fold values; the total is 0 where no bet looks that far."""
        nothing: Values = tuple(fold.empty for fold in self.folds)
        hands: dict[tuple[int, Values], Poly] = {(0, nothing): {0: 1}}
        for position in (first, second):
            if position not in self.question.positions:
                continue
            longer: dict[tuple[int, Values], Poly] = {}
            for (points, values), poly in hands.items():
                for face, card in self.cards[position]:
                    merged = self.step(values, position, face)
                    if merged is not None:
                        into = longer.setdefault(((points + face.points) % 10, merged), {})
                        for monomial, weight in poly.items():
                            into[monomial + card] = into.get(monomial + card, 0) + weight
            hands = longer
        return {state: poly for state, poly in hands.items() if total is None or state[0] == total}

    def step(self, values: Values, position: Position, face: _Face) -> Values | None:
        """The fold values with one card more; None where a fact that must hold fails with it."""
        for j in self.needed[position]:
            if not face.flags[j]:
                return None
        merging = self.merging[position]
        if not merging:
            return values
        longer = list(values)
        for i, label, merge in merging:
            longer[i] = merge(longer[i], face.labels[label])
        return tuple(longer)

    def draw(self, player: int, banker: int, values: Values) -> dict[Hashable, Poly]:
        """What follows four cards with these two-card totals."""
        ends: dict[Hashable, Poly] = {}
        if not self.question.full or self.rules.natural_hand(player, banker):
            self.end(ends, values, 0, self.scale)
            return ends
        for course in self.rules.courses(player, banker):
            weight = self.scale * course.chance
            if not course.player_draws:
                if Position.P3 not in self.fixed:
                    self.banker_turn(ends, values, 0, weight, course.banker_draw())
            elif Position.P3 in self.fixed or Position.B3 not in self.fixed:  # a known last card alone: Player stood
                for face, card in self.cards[Position.P3]:
                    merged = self.step(values, Position.P3, face)
                    if merged is not None:
                        self.banker_turn(ends, merged, card, weight, course.banker_draw(face.points))
        return ends

    def banker_turn(self, ends: dict[Hashable, Poly], values: Values, cards: Monomial, weight: Fraction,
                    draws: Fraction) -> None:
        """Banker stands, and draws, with the weight of each."""
        if draws < 1 and Position.B3 not in self.fixed:
            self.end(ends, values, cards, weight * (1 - draws))
        if draws > 0:
            for face, card in self.cards[Position.B3]:
                merged = self.step(values, Position.B3, face)
                if merged is not None:
                    self.end(ends, merged, cards + card, weight * draws)

    def end(self, ends: dict[Hashable, Poly], values: Values, cards: Monomial, weight: Fraction | int) -> None:
        """Note a finished coup, under what the bets make of it, or under its values if some are left to the monomials.

        The weight is whole: `scale` clears the denominators of every course.
        """
        if values not in self.ends:
            self.ends[values] = values if self.late else tuple(weigh(values) for weigh in self.weighers)
        into = ends.setdefault(self.ends[values], {})
        into[cards] = into.get(cards, 0) + int(weight)
