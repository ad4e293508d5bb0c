"""What it is worth to know a card before betting: a card seen, a marked or an edge-sorted one, the burn card.

Cards are numbered as they leave the shoe: 1 and 3 go to Player, 2 and 4 to Banker, 5 and 6 are third cards, where 5 is
Player's third or, when Player stands, Banker's. A person who knows something bets on the best of some bets, or on none
where all lose; the gain is the mean over what may be seen of that best EV, per coup and unit staked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm
from typing import TYPE_CHECKING

from exact.analysis.odds.laws import Study
from exact.display import Answer, Data, Shown
from exact.errors import CardError, IllegalRemovalError, UsageError, joined, quoted
from exact.game.bets import Bet
from exact.game.cards import (
    ALL_CARDS,
    BY_RANK,
    KINDS,
    NO_CARDS,
    POINT_VALUES,
    VALUES,
    CardSet,
    Partition,
    parse_card_set,
    union,
)
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.values import runs

if TYPE_CHECKING:
    from exact.engine.coup.ordered_cards import OrderedCoup

TOP = 10
"""Sorts that are shown where nothing is said."""
SORTS = {"value": VALUES, "rank": BY_RANK}
MOST_SIGHTS = 100_000
"""More things that may be seen than this make no table."""


@dataclass(frozen=True)
class Sight:
    """Something that may be seen: the group of each known card, how often, the EV of each bet, and the best of them."""

    groups: tuple[CardSet, ...]
    probability: Fraction
    evs: tuple[Fraction, ...]

    @property
    def best(self) -> int:
        """The bet with the highest EV, the first of equals."""
        return self.evs.index(max(self.evs))

    @property
    def gain(self) -> Fraction:
        """What the best bet wins on average; may be below 0."""
        return self.evs[self.best]

    @property
    def bets(self) -> bool:
        """Whether to bet at all."""
        return self.gain > 0


@dataclass(frozen=True)
class Knowledge(Shown, Data):
    """The worth of knowing some cards, each as one of some groups."""

    bets: tuple[Bet, ...]
    cards: tuple[int, ...]
    sights: tuple[Sight, ...]

    def __repr__(self) -> str:
        cards = f"card {joined(self.cards)}" if self.cards else "a card out of play"
        return f"<worth of knowing {cards}: {float(self.gain):.6g} a coup>"

    @cached_property
    def gain(self) -> Fraction:
        """Mean gain per coup of a unit bettor who sits out where no bet wins."""
        return sum((sight.probability * sight.gain for sight in self.sights if sight.bets), Fraction(0))

    @cached_property
    def gain_forced(self) -> Fraction:
        """The same for one who must bet every coup."""
        return sum((sight.probability * sight.gain for sight in self.sights), Fraction(0))

    @cached_property
    def frequency(self) -> Fraction:
        """How often there is a bet to make."""
        return sum((sight.probability for sight in self.sights if sight.bets), Fraction(0))

    @property
    def gain_per_bet(self) -> Fraction | None:
        """Mean gain per bet made; None where there is never one to make."""
        return self.gain / self.frequency if self.frequency else None


# ---------------------------------------------------------------------------------------------------------------
# groups

def group_name(cards: CardSet) -> str:
    """A group in words: by point values where it is made of them, such as `0-3` or `0,5-9`."""
    values = [value for value, cls in enumerate(VALUES.classes) if cards & cls]
    if union(VALUES.classes[value] for value in values) != cards:
        return str(cards)
    words = "0A23456789"
    return ",".join(words[first] if first == last else f"{words[first]}-{words[last]}" for first, last in runs(values))


def read_groups(text: str) -> tuple[CardSet, ...]:
    """Groups of cards such as `0-5/6-9`; one group alone, such as `6-9`, is known as in or out.

    A group is a list of cards, ranks, words (`red`, `face`) and ranges of point values. Raises UsageError for groups
    that overlap or miss a card, CardError for what is no card.
    """
    groups = [_group(part, text) for part in text.split("/")]
    for i, group in enumerate(groups):
        for other in groups[:i]:
            if group & other:
                raise UsageError(f"`groups` {text!r}: {group & other} is in two groups; each card lies in one")
    rest = ALL_CARDS - union(groups)
    if len(groups) == 1 and rest:
        groups.append(rest)
    elif rest:
        raise UsageError(f"`groups` {text!r}: {rest} is in no group")
    return tuple(groups)


def _group(text: str, whole: str) -> CardSet:
    cards = NO_CARDS
    for item in text.replace(",", " ").split():
        try:
            found = parse_card_set(item)
        except CardError as error:
            raise CardError(f"`groups` {whole!r}: {error}") from None
        if cards & found:
            raise UsageError(f"`groups` {whole!r}: {cards & found} is named twice")
        cards |= found
    if not cards:
        raise UsageError(f"`groups` {whole!r}: a group is empty; write groups such as 0-5/6-9")
    return cards


def _partition(bets: Sequence[Bet], groups: Sequence[Sequence[CardSet]]) -> Partition:
    """The classes that the draw, the bets and the groups distinguish."""
    folds = [fold for bet in bets for fold in bet.folds]
    by_group = ([next(i for i, group in enumerate(one) if kind in group) for kind in KINDS] for one in groups)
    return Partition.by(list(zip(POINT_VALUES, *(fold.labels for fold in folds), *by_group, strict=True)))


def _check_numbers(rules: Rules, cards: Sequence[int]) -> None:
    """Raises UsageError for numbers of cards that do not leave the shoe, or are named twice."""
    for card in cards:
        if not 1 <= card <= rules.most_cards:
            raise UsageError(f"`cards` {card}: the cards of a coup are numbered 1 to {rules.most_cards} as they leave"
                             " the shoe")
    if len(set(cards)) < len(cards):
        raise UsageError(f"`cards` {','.join(map(str, cards))}: a card is named twice")


# ---------------------------------------------------------------------------------------------------------------

def known_cards(rules: Rules, shoe: Shoe, bets: Sequence[Bet], known: Mapping[int, Sequence[CardSet]]) -> Knowledge:
    """The worth of knowing, for each card number in `known`, in which of some groups the card lies.

    Raises UsageError for a card number that is not there, and the errors of `ordered_coup`.
    """
    from exact.engine.coup.ordered_cards import ordered_coup
    if not bets:
        raise UsageError("known cards: name at least one bet")
    _check_numbers(rules, tuple(known))
    partition = _partition(bets, list(known.values()))
    size = 1
    axes: list[list[int]] = []
    for card in range(1, rules.most_cards + 1):
        groups = known.get(card)
        size *= len(groups) if groups else 1
        axes.append([next(i for i, group in enumerate(groups) if cards & group) for cards in partition.classes]
                    if groups else [0] * len(partition))
    if size > MOST_SIGHTS:
        raise UsageError(f"known cards: {size:,} things may be seen; the most is {MOST_SIGHTS:,}. "
                         "Know fewer cards, or by coarser groups")
    return _knowledge(ordered_coup(rules, bets, shoe, partition, axes), tuple(bets), tuple(sorted(known)), known)


def _knowledge(coup: OrderedCoup, bets: tuple[Bet, ...], cards: tuple[int, ...],
               known: Mapping[int, Sequence[CardSet]]) -> Knowledge:
    of = int(coup.ways.sum())
    sights = []
    for groups, ways, *nets in zip(product(*(known[card] for card in cards)), coup.ways.ravel().tolist(),
                                   *(net.ravel().tolist() for net in coup.nets), strict=True):
        if ways:
            evs = tuple(Fraction(net, ways * unit) for net, unit in zip(nets, coup.units, strict=True))
            sights.append(Sight(groups, Fraction(ways, of), evs))
    return Knowledge(bets, cards, tuple(sights))


def single_cards(rules: Rules, shoe: Shoe, bets: Sequence[Bet], groups: Sequence[CardSet] = VALUES.classes
                 ) -> tuple[Knowledge, ...]:
    """The worth of each card alone, known by group (by value if nothing else is said)."""
    return tuple(known_cards(rules, shoe, bets, {card: groups}) for card in range(1, rules.most_cards + 1))


@dataclass(frozen=True)
class KnownSingly(Answer):
    """The worth of knowing each card of a coup alone."""

    singles: tuple[Knowledge, ...]

    def __repr__(self) -> str:
        return f"<worth of each card known alone: {', '.join(f'{float(one.gain):.6g}' for one in self.singles)} a coup>"


# ---------------------------------------------------------------------------------------------------------------
# the best way to sort cards in two

@dataclass(frozen=True)
class Sort:
    """A split of the cards of a shoe into a group and the rest, and the gain from knowing it for each known card."""

    group: CardSet
    rest: CardSet
    gain: Fraction


@dataclass(frozen=True)
class BestSorts(Answer):
    """Every way to sort some known cards in two, the best first; `top` of them are shown."""

    cards: tuple[int, ...]
    sorts: tuple[Sort, ...]
    top: int

    def __repr__(self) -> str:
        best = self.sorts[0]
        return f"<the best of {len(self.sorts):,} sorts: {group_name(best.group)}, {float(best.gain):.6g} a coup>"


def best_sorts(rules: Rules, shoe: Shoe, bets: Sequence[Bet], cards: Sequence[int], by: Partition = VALUES
               ) -> tuple[Sort, ...]:
    """Every split in two of the values (or of another partition) that the shoe holds, the best first; the search is
    exact and complete.

    Each known card is seen as in the group or out of it. The group named is the one with the first class that the shoe
    holds (the ten-valued cards, if there are any); what it does not hold is in neither. Raises UsageError for more than
    four known cards, for suits, and for a shoe of one class alone.
    """
    import numpy as np

    from exact.engine.coup.ordered_cards import ordered_coup
    _check_numbers(rules, cards)
    if not cards or len(cards) > 4 or by not in (VALUES, BY_RANK):
        raise UsageError("best sort: takes one to four known cards, sorted by value or by rank")
    partition = _partition(bets, [by.classes])
    if len(partition) != len(by):
        raise UsageError("best sort: a bet distinguishes more cards than the sort; sort by rank, or choose other bets")
    axes = [list(range(len(by))) if card in cards else [0] * len(by) for card in range(1, rules.most_cards + 1)]
    coup = ordered_coup(rules, bets, shoe, partition, axes)
    unit = lcm(*coup.units)
    of = int(coup.ways.sum()) * unit
    arrays = [net.reshape((len(by),) * len(cards)) for net in coup.nets]
    sorts = []
    held = [cls for cls, count in enumerate(shoe.counts(by)) if count]
    if len(held) < 2:
        raise UsageError(f"best sort: the shoe holds {by.classes[held[0]]} alone; there is nothing to sort")
    whole = union(by.classes[i] for i in held)
    for mask in range(1, 2**(len(held) - 1)):
        outside = np.zeros(len(by), dtype=bool)
        outside[[cls for i, cls in enumerate(held[1:]) if mask >> i & 1]] = True
        split = np.stack([~outside, outside]).astype(np.int64)
        sums = []
        for array in arrays:
            for _ in cards:
                # Each turn takes up the first axis and puts the two groups last.
                array = np.tensordot(array, split, axes=([0], [1]))
            sums.append(array.ravel().tolist())
        won = sum(max(0, *(net * (unit // one) for net, one in zip(nets, coup.units, strict=True)))
                  for nets in zip(*sums, strict=True))
        rest = union(by.classes[i] for i in np.flatnonzero(outside))
        sorts.append(Sort(whole - rest, rest, Fraction(won, of)))
    return tuple(sorted(sorts, key=lambda sort: -sort.gain))


# ---------------------------------------------------------------------------------------------------------------
# cards that take no part in the coup

def card_out_of_play(rules: Rules, shoe: Shoe, bets: Sequence[Bet], groups: Sequence[CardSet] = VALUES.classes
                     ) -> Knowledge:
    """The worth of knowing a card that the next coup does not use: the burn card, or the bottom card of the shoe.

    Unseen cards are exchangeable, so it makes no difference where the card lies; burned cards that nobody saw change
    nothing. Raises IllegalRemovalError for the infinite shoe, in which such a card tells nothing.
    """
    if shoe.infinite:
        raise IllegalRemovalError("a burn card of the infinite shoe tells nothing; give a number of decks")
    study = Study(rules, tuple(bets))
    partition = _partition(bets, [groups])
    counts = dict(zip(partition.classes, shoe.counts(partition), strict=True))
    evs = {cards: tuple(study.odds(shoe.remove(cards)).bet(bet.name).ev for bet in bets)
           for cards, count in counts.items() if count}
    sights = []
    for group in groups:
        inside = [cards for cards in evs if cards & group]
        if inside:
            count = sum(counts[cards] for cards in inside)
            means = (sum((counts[cards] * evs[cards][i] for cards in inside), Fraction(0)) / count
                     for i in range(len(bets)))
            sights.append(Sight((group,), Fraction(count, shoe.cards), tuple(means)))
    return Knowledge(tuple(bets), (), tuple(sights))


# ---------------------------------------------------------------------------------------------------------------

def known(rules: Rules, shoe: Shoe, bets: Sequence[Bet], cards: Sequence[int] | None = None,
          groups: str | None = None, sort: str | None = None, top: int = TOP, burn_card: bool = False
          ) -> Knowledge | KnownSingly | BestSorts:
    """What knowing cards is worth: each alone, some together, the burn card, or some sorted in two as is best (by
    `"value"` or `"rank"`).

    Raises UsageError for what does not go together; as `read_groups`, `known_cards` and `best_sorts`.
    """
    if burn_card and (cards is not None or sort):
        raise UsageError("`burn_card` with `cards` or `sort`: the card seen is out of play, or in the coup; give one")
    if sort and groups is not None:
        raise UsageError("`sort` with `groups`: the groups are searched, or given; give one")
    if sort:
        if sort not in SORTS:
            raise UsageError(f"`sort` {quoted(sort)}: is {joined(SORTS, 'or')}")
        sorted_cards = (1, 2, 3, 4) if cards is None else tuple(sorted(cards))
        return BestSorts(sorted_cards, best_sorts(rules, shoe, bets, sorted_cards, SORTS[sort]), top)
    seen = VALUES.classes if groups is None else read_groups(groups)
    if burn_card:
        return card_out_of_play(rules, shoe, bets, seen)
    if cards is not None:
        if not cards or len(set(cards)) < len(cards):
            fault = "a card is named twice" if cards else "names none"
            raise UsageError(f"`cards` {','.join(map(str, cards))}: {fault}; write card numbers, such as 1 or 1,2,3,4")
        return known_cards(rules, shoe, bets, dict.fromkeys(cards, seen))
    return KnownSingly(single_cards(rules, shoe, bets, seen))
