"""What the last coups say about the next: exact joint and conditional laws of successive coups from one shoe.

The first coup is dealt from a full shoe, the second from what is left, without a shuffle between them. Unseen cards are
exchangeable, so the joint law is that of coups dealt from separate groups of six cards (docs/successive-coups.md): it
is symmetric, any two coups of a shoe have it, and the order of a history does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations_with_replacement, permutations, product
from math import prod

from exact.analysis.shoe.events import WINNER, CoupView, Event, EventQuery, grouped
from exact.display import Answer, Shown
from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import Poly, combined, falling
from exact.engine.sequence.chain import (
    disjoint,
    marked_sequences,
    marked_weights,
    padded_weights,
    present,
    restricted,
    sequences_by_class,
)
from exact.errors import BetError, UsageError, plural
from exact.game.bets import OUTCOMES
from exact.game.cards import VALUES, CardSet, Partition
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.progress import Progress, quiet

MOST_EXACT = 3
"""So many earlier coups have an exact law; longer histories are simulated."""


# ---------------------------------------------------------------------------------------------------------------
# two coups

@dataclass(frozen=True)
class TwoCoups(Shown):
    """The joint law of two successive coups: `counts[i][j]` ordered sequences of the cards of both, out of `of`, in
    which the first has result i and the second result j."""

    first: EventQuery
    second: EventQuery
    counts: tuple[tuple[int, ...], ...]
    of: int

    def __repr__(self) -> str:
        return f"<joint law of two coups: {self.first.bet.name}, then {self.second.bet.name}>"

    def probability(self, i: int, j: int) -> Fraction:
        return Fraction(self.counts[i][j], self.of)

    @cached_property
    def firsts(self) -> tuple[Fraction, ...]:
        """The law of the first coup."""
        return tuple(Fraction(sum(row), self.of) for row in self.counts)

    @cached_property
    def seconds(self) -> tuple[Fraction, ...]:
        """The law of the second coup with nothing known of the first."""
        return tuple(Fraction(sum(column), self.of) for column in zip(*self.counts, strict=True))

    def conditional(self, i: int, j: int) -> Fraction | None:
        """The probability of j after i; None where i is impossible."""
        return Fraction(self.counts[i][j], sum(self.counts[i])) if any(self.counts[i]) else None

    def change(self, i: int, j: int) -> Fraction | None:
        """What knowing i adds to the probability of j."""
        conditional = self.conditional(i, j)
        return None if conditional is None else conditional - self.seconds[j]

    def correlation(self, i: int, j: int) -> tuple[Fraction, bool] | None:
        """Of the events "i in the first coup" and "j in the second": its square, and whether it is negative.

        None where an event is impossible or certain.
        """
        return _correlation(self.probability(i, j) - self.firsts[i] * self.seconds[j],
                            self.firsts[i] * (1 - self.firsts[i]), self.seconds[j] * (1 - self.seconds[j]))

    @cached_property
    def ev(self) -> Fraction:
        """The EV of a unit stake on the second coup's bet with nothing known."""
        return sum((self.second.pays(j) * p for j, p in enumerate(self.seconds)), Fraction(0))

    def gain_after(self, i: int) -> Fraction | None:
        """What knowing that the first had result i adds to that EV."""
        ev = self.ev_after(i)
        return None if ev is None else ev - self.ev

    def ev_after(self, i: int) -> Fraction | None:
        """The EV of a unit stake on the second coup's bet, when it is known that the first had result i."""
        row = self.counts[i]
        if not any(row):
            return None
        return sum((self.second.pays(j) * count for j, count in enumerate(row)), Fraction(0)) / sum(row)


def _correlation(covariance: Fraction, var_a: Fraction, var_b: Fraction) -> tuple[Fraction, bool] | None:
    return (covariance**2 / (var_a * var_b), covariance < 0) if var_a and var_b else None


@dataclass(frozen=True)
class _Cards:
    """The classes of a partition that a shoe holds, and the cards of each."""

    of_all: int
    classes: tuple[int, ...]
    counts: tuple[int, ...]

    @staticmethod
    def of(shoe: Shoe, partition: Partition) -> _Cards:
        counts = shoe.counts(partition)
        classes = present(counts)
        return _Cards(len(partition), classes, tuple(counts[cls] for cls in classes))

    def restrict(self, poly: Poly) -> Poly:
        return restricted(poly, self.classes, self.of_all)

    def mark(self, weights: Poly) -> Poly:
        return marked_weights(self.restrict(weights), self.counts)

    def mark_sequences(self, sequences: Poly) -> Poly:
        return marked_sequences(self.restrict(sequences), len(self.counts))


def two_coups(rules: Rules, shoe: Shoe, first: EventQuery = WINNER, second: EventQuery = WINNER) -> TwoCoups:
    """The joint law of two successive coups.

    Raises ShoeExhaustedError where the shoe may not last two coups, BetError where both coups are looked at so closely
    that too many classes of card would have to be distinguished.
    """
    return second_coups(rules, shoe, first, (second,))[0]


def second_coups(rules: Rules, shoe: Shoe, first: EventQuery, seconds: Sequence[EventQuery]) -> tuple[TwoCoups, ...]:
    """The joint laws of a coup with the next one, seen in several ways; raises as `two_coups`."""
    shoe.require(2 * rules.most_cards, "2 coups")
    a = CoupView.of(rules, first)
    if shoe.infinite:
        law = a.counts(shoe)
        return tuple(TwoCoups(first, one, tuple(tuple(x * y for y in other) for x in law), sum(law) * sum(other))
                     for one in seconds for other in [CoupView.of(rules, one).counts(shoe)])
    if not a.by_value:
        return tuple(_first_looked_at_closely(rules, shoe, a, one) for one in seconds)
    cards = _Cards.of(shoe, VALUES)
    marked = [cards.mark(poly) for poly in a.weights()]
    laws: dict[EventQuery, TwoCoups] = {}
    for group in grouped(rules, seconds):
        others = [cards.mark_sequences(poly) for poly in sequences_by_class(group[0].polynomial, shoe)]
        rows = [[disjoint(v, w) for w in others] for v in marked]
        of = a.polynomial.scale * group[0].polynomial.scale * falling(shoe.cards, 2 * rules.most_cards)
        for coup in group:
            laws[coup.query] = TwoCoups(first, coup.query, tuple(tuple(coup.by_result(row)) for row in rows), of)
    return tuple(laws[one] for one in seconds)


def _first_looked_at_closely(rules: Rules, shoe: Shoe, a: CoupView, second: EventQuery) -> TwoCoups:
    """Two coups of which the first distinguishes more than values of cards."""
    b = CoupView.of(rules, second)
    if b.by_value:
        turned = two_coups(rules, shoe, second, a.query)
        return TwoCoups(a.query, second, tuple(zip(*turned.counts, strict=True)), turned.of)
    # Both do: over the classes of both together, which must be few.
    bets = tuple(dict.fromkeys((OUTCOMES, a.query.bet, second.bet)))
    joint = compile_joint(rules, bets)
    base, cards = joint.partition, _Cards.of(shoe, joint.partition)
    weights = CoupView(joint, a.query, bets.index(a.query.bet)).merged(padded_weights(joint))
    sequences = CoupView(joint, second, bets.index(second.bet)).merged(sequences_by_class(joint, shoe, base))
    others = [cards.mark_sequences(poly) for poly in sequences]
    counts = tuple(tuple(disjoint(v, w) for w in others) for v in map(cards.mark, weights))
    return TwoCoups(a.query, second, counts, joint.scale**2 * falling(shoe.cards, 2 * rules.most_cards))


# ---------------------------------------------------------------------------------------------------------------
# longer histories

@dataclass(frozen=True)
class Next(Shown):
    """The law of a coup after a history: the probability of the history, and the sequences of each result with it.

    `before` is the law with nothing known.
    """

    query: EventQuery
    history: Fraction
    counts: tuple[int, ...]
    before: tuple[Fraction, ...]

    def __repr__(self) -> str:
        return f"<law of {self.query.bet.name} after a history of probability {float(self.history):.6g}>"

    def probability(self, result: int) -> Fraction | None:
        """None after an impossible history."""
        of = sum(self.counts)
        return Fraction(self.counts[result], of) if of else None

    @property
    def probabilities(self) -> dict[str, Fraction | None]:
        """Of each result, by its name."""
        return {name: self.probability(i) for i, name in enumerate(self.query.names)}

    def change(self, result: int) -> Fraction | None:
        probability = self.probability(result)
        return None if probability is None else probability - self.before[result]

    @property
    def ev(self) -> Fraction | None:
        """The EV of a unit stake, if the query is a bet."""
        of = sum(self.counts)
        won = sum((self.query.pays(i) * count for i, count in enumerate(self.counts)), Fraction(0))
        return won / of if of else None

    @property
    def ev_before(self) -> Fraction:
        return sum((self.query.pays(i) * p for i, p in enumerate(self.before)), Fraction(0))

    @property
    def gain(self) -> Fraction | None:
        """What the history adds to the EV."""
        return None if self.ev is None else self.ev - self.ev_before


@lru_cache(maxsize=64)
def after(rules: Rules, shoe: Shoe, history: Sequence[Event], queries: Sequence[EventQuery] = (WINNER,),
          progress: Progress = quiet) -> tuple[Next, ...]:
    """The law of the next coup after a history of up to three coups (any number with replacement), for all queries;
    asked once more, it is remembered.

    Raises ShoeExhaustedError where the shoe may not hold the history and one coup more, UsageError for a longer
    history, BetError for a history that looks at more than values of cards.
    """
    if len(history) > MOST_EXACT and not shoe.infinite:
        raise UsageError(f"history of {len(history)} coups: at most {MOST_EXACT} have an exact law; simulate more")
    shoe.require((len(history) + 1) * rules.most_cards, plural(len(history) + 1, "coup"))
    if shoe.infinite or not history:
        return _independent(rules, shoe, history, queries)
    if len(history) == 1:
        laws = second_coups(rules, shoe, history[0].query, queries)
        return tuple(_row(law, history[0].results) for law in laws)
    past = [CoupView.of(rules, event.query) for event in history]
    if not all(coup.by_value for coup in past):
        raise BetError("a history of several coups can look at who wins, totals, naturals and numbers of cards;"
                       " ask for ranks or suits after one coup only")
    weights = [combined([i in event.results for i in range(len(event.query.names))], coup.weights())
               for coup, event in zip(past, history, strict=True)]
    groups = grouped(rules, queries)
    sequences = [poly for group in groups for poly in sequences_by_class(group[0].polynomial, shoe)]
    scale = prod(coup.polynomial.scale for coup in past)
    length = rules.most_cards
    counts = _meet([weights], sequences, shoe, length, scale * max(group[0].polynomial.scale for group in groups),
                   progress)[0]
    found: dict[EventQuery, Next] = {}
    for group in groups:
        mine, counts = counts[:len(group[0].polynomial.keys)], counts[len(group[0].polynomial.keys):]
        of = falling(shoe.cards, length * (len(history) + 1)) * scale * group[0].polynomial.scale
        for coup in group:
            found[coup.query] = Next(coup.query, Fraction(sum(mine), of), tuple(coup.by_result(mine)),
                                     coup.law(shoe))
    return tuple(found[one] for one in queries)


def after_cards(rules: Rules, shoe: Shoe, cards: Iterable[CardSet], queries: Sequence[EventQuery] = (WINNER,)
                ) -> tuple[Next, ...]:
    """The law of the next coup when the cards of the last one are known: they are out of the shoe, and all else
    follows. Raises as `Shoe.remove`."""
    left = shoe if shoe.infinite else shoe.remove(*cards)
    return tuple(Next(now.query, Fraction(1), now.counts, old.before) for now, old in
                 zip(after(rules, left, (), queries), after(rules, shoe, (), queries), strict=True))


def _independent(rules: Rules, shoe: Shoe, history: Sequence[Event], queries: Sequence[EventQuery]) -> tuple[Next, ...]:
    """With replacement, or with no history."""
    happened = Fraction(1)
    for event in history:
        law = CoupView.of(rules, event.query).law(shoe)
        happened *= sum((law[i] for i in event.results), Fraction(0))
    following = [CoupView.of(rules, one) for one in queries]
    return tuple(Next(coup.query, happened, tuple(coup.counts(shoe)) if happened else (0,) * len(coup.query.names),
                      coup.law(shoe)) for coup in following)


def _row(law: TwoCoups, results: frozenset[int]) -> Next:
    counts = tuple(sum(law.counts[i][j] for i in results) for j in range(len(law.seconds)))
    return Next(law.second, Fraction(sum(counts), law.of), counts, law.seconds)


def _meet(histories: Sequence[Sequence[Poly]], others: Sequence[Poly], shoe: Shoe, length: int, scale: int,
          progress: Progress) -> list[list[int]]:
    """J of each history of several coups, given by their weights, with each result of the next coup.

    `scale` bounds the weight of a sequence.
    """
    cards = _Cards.of(shoe, VALUES)
    from exact.engine.sequence.history import disjoint_counts, parted, stretch
    laid = {id(weights): stretch(cards.restrict(weights), len(cards.counts), length)
            for weights in {id(weights): weights for coups in histories for weights in coups}.values()}
    pasts = [parted([laid[id(weights)] for weights in coups]) for coups in histories]
    return disjoint_counts(pasts, list(map(cards.restrict, others)), cards.counts, length, scale, progress)


@dataclass(frozen=True)
class ManyCoups(Answer):
    """The joint law of several successive coups: for each tuple of results the sequences of all their cards, out of
    `of`."""

    query: EventQuery
    counts: dict[tuple[int, ...], int]
    of: int

    def __repr__(self) -> str:
        return f"<joint law of {len(next(iter(self.counts)))} coups: {self.query.name}>"

    def probability(self, *results: int) -> Fraction:
        return Fraction(self.counts[results], self.of)

    @cached_property
    def before(self) -> tuple[Fraction, ...]:
        """The law of the last coup with nothing known."""
        sums = [0] * len(self.query.names)
        for results, count in self.counts.items():
            sums[results[-1]] += count
        return tuple(Fraction(count, self.of) for count in sums)

    def given(self, *history: int) -> tuple[Fraction, ...] | None:
        """The law of the last coup after all the others; None after an impossible history."""
        row = [self.counts[(*history, j)] for j in range(len(self.query.names))]
        return tuple(Fraction(count, sum(row)) for count in row) if any(row) else None


def many_coups(rules: Rules, shoe: Shoe, coups: int = 3, query: EventQuery = WINNER, progress: Progress = quiet
               ) -> ManyCoups:
    """The joint law of two or three successive coups, each looked at in the same way.

    Raises ShoeExhaustedError, UsageError for another number of coups, BetError for what looks at more than values.
    """
    if not 2 <= coups <= MOST_EXACT:
        raise UsageError(f"{coups} coups: the joint law of 2 or {MOST_EXACT} coups can be had whole; "
                         "for longer histories ask for the next coup after one of them")
    shoe.require(coups * rules.most_cards, f"{coups} coups")
    one = CoupView.of(rules, query)
    results = range(len(query.names))
    if shoe.infinite:
        law = one.counts(shoe)
        counts = {key: prod(law[i] for i in key) for key in product(results, repeat=coups)}
        return ManyCoups(query, counts, sum(law)**coups)
    if not one.by_value:
        raise BetError(f"bet {query.bet.name}: looks at more than values of cards; ask for two coups")
    weights = one.weights()
    pasts = list(combinations_with_replacement(results, coups - 1))
    scale = one.polynomial.scale
    following = one.merged(sequences_by_class(one.polynomial, shoe))
    met = _meet([[weights[i] for i in past] for past in pasts], following, shoe, rules.most_cards, scale**coups,
                progress)
    counts = {(*order, j): row[j] for past, row in zip(pasts, met, strict=True)
              for order in set(permutations(past)) for j in results}
    return ManyCoups(query, counts, scale**coups * falling(shoe.cards, rules.most_cards * coups))
