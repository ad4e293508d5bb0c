"""Facts of a finished coup that a bet may look at.

Every fact is computed from *folds*: commutative summaries of the cards at some positions, such as a sum of points mod
10, a number of nines, or "all of one suit". Because a fold looks at each card through a label, the folds of a bet say
which kinds of card the bet can distinguish; because it is commutative, the order of two cards inside its positions
does not matter. The walk needs nothing else to know about bets.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any

from exact.errors import BetError
from exact.game.cards import ALL_CARDS, KINDS, POINT_VALUES, CardSet, is_red, rank_of, suit_of
from exact.game.coup import BANKER, FIRST_FOUR, PLAYER, Outcome, Position, winner

FoldValue = Any
Labels = tuple[Hashable, ...]


class Op(Enum):
    """How a fold takes two summaries together."""

    TOTAL = "sum mod 10"
    COUNT = "number"
    SAME = "all of one label"
    RANKS = "how many of each rank, as octal digits"


class _Mixed:
    """The value of a SAME fold over cards of different labels."""

    def __repr__(self) -> str:
        return "mixed"


MIXED = _Mixed()


@dataclass(frozen=True)
class Fold:
    """A commutative summary of the cards at some positions of a coup, each seen through its label.

    Raises BetError where the labels are not one for each of the 52 kinds.
    """

    positions: frozenset[Position]
    """The cards that it sums up; those that a coup does not deal are passed over."""
    op: Op
    """How the labels of two cards, or two summaries, are taken together."""
    labels: Labels
    """What it sees of each kind of card: points, 0 or 1, a suit ...; in a SAME fold a kind labelled MIXED fails it."""

    def __repr__(self) -> str:
        return f"<fold: {self.op.value} over {' '.join(position.name for position in sorted(self.positions))}>"

    def __hash__(self) -> int:
        return self._hash

    def __post_init__(self) -> None:
        if len(self.labels) != len(KINDS):
            raise BetError(f"fold with {len(self.labels)} labels: give one for each of the 52 kinds")
        object.__setattr__(self, "_hash", hash((self.positions, self.op, self.labels)))

    _hash: int = field(init=False, repr=False, compare=False, default=0)

    @property
    def empty(self) -> FoldValue:
        """The summary of no card."""
        return None if self.op is Op.SAME else 0

    def merge(self, a: FoldValue, b: FoldValue) -> FoldValue:
        """The summary of the cards of both; a single card's summary is its label."""
        if self.op is Op.TOTAL:
            return (a + b) % 10
        if self.op is not Op.SAME:
            return a + b
        if a is None:
            return b
        return a if b is None or a == b else MIXED

    def label_of(self, cards: CardSet) -> Hashable:
        """What the fold sees of a card that is one of some: the label that they share.

        Where they share none (the suit of a card printed by rank), "all of one label" fails with it, and it counts as
        none of the others.
        """
        seen = {self.labels[kind] for kind in cards}
        return seen.pop() if len(seen) == 1 else MIXED if self.op is Op.SAME else 0

    def over(self, coup: Mapping[Position, int]) -> FoldValue:
        """The summary of a finished coup, given as the kind of card at each position dealt."""
        value = self.empty
        for position, kind in coup.items():
            if position in self.positions:
                value = self.merge(value, self.labels[kind])
        return value


def label_where(cards: CardSet) -> Labels:
    """1 for the kinds of a set, 0 for the rest."""
    return tuple(int(kind in cards) for kind in KINDS)


RANK_LABELS: Labels = tuple(map(rank_of, KINDS))
SUIT_LABELS: Labels = tuple(map(suit_of, KINDS))
COLOUR_LABELS: Labels = tuple(map(is_red, KINDS))
KIND_LABELS: Labels = tuple(KINDS)
OCTAL_RANKS: Labels = tuple(1 << 3 * rank_of(kind) for kind in KINDS)

PLAYER_TOTAL = Fold(frozenset(PLAYER), Op.TOTAL, POINT_VALUES)
BANKER_TOTAL = Fold(frozenset(BANKER), Op.TOTAL, POINT_VALUES)


@dataclass(frozen=True)
class Fact:
    """Something that is so, or how much, in a finished coup: a question that the conditions of bets may ask.

    >>> pair = facts(frozenset({8, 9}))["player.pair"]
    >>> pair, pair.values, pair.folds
    (<fact player.pair>, (False, True), (<fold: all of one label over P1 P2>,))
    """

    name: str
    """As a bet file writes it: `winner`, `player.total`."""
    folds: tuple[Fold, ...]
    """The summaries that it follows from."""
    of: Callable[..., Hashable] = field(compare=False)
    """Its value, from those of the folds in their order."""
    values: tuple[Hashable, ...] = field(compare=False)
    """All that it can be."""
    given: Hashable = None
    """What else decides it: for `natural`, the natural totals of the game."""

    def __repr__(self) -> str:
        return f"<fact {self.name}>"

    def value(self, summaries: Mapping[Fold, FoldValue]) -> Hashable:
        """Its value in a coup of which the folds are known."""
        return self.of(*(summaries[fold] for fold in self.folds))


def _same(value: FoldValue) -> bool:
    return value is not MIXED and value is not None


def _same_or_none(value: FoldValue) -> bool:
    """As `_same`, and true of no card at all: a third card that was not drawn is not outside any set."""
    return value is not MIXED


@lru_cache(maxsize=1 << 16)
def _multiplicities(octal: int) -> tuple[int, ...]:
    return tuple(octal >> 3 * rank & 7 for rank in range(13))


def _parity(*totals: int) -> str:
    return "odd" if sum(totals) % 2 else "even"


_TOTALS = tuple(range(10))
_BOOLEAN = (False, True)
_SCOPES: dict[str, tuple[Position, ...]] = {"player": PLAYER, "banker": BANKER, "both": tuple(Position)}


def _first(positions: Iterable[Position]) -> frozenset[Position]:
    return frozenset(positions) & frozenset(FIRST_FOUR)


def _scope_facts(name: str, positions: frozenset[Position], most: int) -> dict[str, Fact]:
    """The facts of a set of cards taken together."""
    ranks = Fold(positions, Op.RANKS, OCTAL_RANKS)
    numbers = tuple(range(most + 1))
    return {
        f"{name}.one_suit": _same_fact(f"{name}.one_suit", positions, SUIT_LABELS),
        f"{name}.one_colour": _same_fact(f"{name}.one_colour", positions, COLOUR_LABELS),
        f"{name}.one_rank": _same_fact(f"{name}.one_rank", positions, RANK_LABELS),
        f"{name}.of_a_rank": Fact(f"{name}.of_a_rank", (ranks,), lambda o: max(_multiplicities(o)), numbers),
        f"{name}.pairs": Fact(f"{name}.pairs", (ranks,), lambda o: sum(n >= 2 for n in _multiplicities(o)), numbers),
        f"{name}.triplets": Fact(f"{name}.triplets", (ranks,),
                                 lambda o: sum(n >= 3 for n in _multiplicities(o)), numbers),
    }


def _same_fact(name: str, positions: frozenset[Position], labels: Labels) -> Fact:
    return Fact(name, (Fold(positions, Op.SAME, labels),), _same, _BOOLEAN)


def _hand_facts(hand: str, positions: tuple[Position, ...], naturals: frozenset[int]) -> dict[str, Fact]:
    whole, first = frozenset(positions), _first(positions)
    total = Fold(whole, Op.TOTAL, POINT_VALUES)
    two_card = Fold(first, Op.TOTAL, POINT_VALUES)
    cards = Fold(whole, Op.COUNT, label_where(ALL_CARDS))
    facts = [
        Fact(f"{hand}.total", (total,), lambda t: t, _TOTALS),
        Fact(f"{hand}.parity", (total,), _parity, ("even", "odd")),
        Fact(f"{hand}.two_card_total", (two_card,), lambda t: t, _TOTALS),
        Fact(f"{hand}.natural", (two_card,), lambda t: t in naturals, _BOOLEAN, naturals),
        Fact(f"{hand}.cards", (cards,), lambda n: n, (2, 3)),
        _same_fact(f"{hand}.pair", first, RANK_LABELS),
        _same_fact(f"{hand}.suited_pair", first, KIND_LABELS),
    ]
    return {fact.name: fact for fact in facts}


def facts(naturals: frozenset[int]) -> dict[str, Fact]:
    """Every fact without parameters, by the name that a bet file gives it; `naturals` are those of the game."""
    both = (PLAYER_TOTAL, BANKER_TOTAL)
    count = Fold(frozenset(Position), Op.COUNT, label_where(ALL_CARDS))
    found = {
        "winner": Fact("winner", both, lambda p, b: winner(p, b).word, tuple(outcome.word for outcome in Outcome)),
        "margin": Fact("margin", both, lambda p, b: abs(p - b), _TOTALS),
        "both.total": Fact("both.total", both, lambda p, b: p + b, tuple(range(19))),
        "both.parity": Fact("both.parity", both, _parity, ("even", "odd")),
        "both.cards": Fact("both.cards", (count,), lambda n: n, (4, 5, 6)),
    }
    for hand, positions in (("player", PLAYER), ("banker", BANKER)):
        found |= _hand_facts(hand, positions, naturals)
    for name, scope in _SCOPES.items():
        found |= _scope_facts(name, frozenset(scope), len(scope))
        found |= _scope_facts(f"{name}.first_two", _first(scope), len(_first(scope)))
    return found


def count_fact(scope: str, cards: CardSet) -> Fact:
    """How many cards of a set lie at a scope: `player`, `banker.first_two`, `both`, `banker.card_3` ..."""
    positions = scope_positions(scope)
    fold = Fold(positions, Op.COUNT, label_where(cards))
    return Fact(f"{scope}.count", (fold,), lambda n: n, tuple(range(len(positions) + 1)))


def only_fact(scope: str, cards: CardSet) -> Fact:
    """Whether all cards at a scope belong to a set: all red, no face ...

    It says what `count_fact` says of the other cards being none; unlike a count it can be split, so that a coup with
    a card outside the set is dropped at once.
    """
    labels = tuple(True if kind in cards else MIXED for kind in KINDS)
    return Fact(f"{scope}.only", (Fold(scope_positions(scope), Op.SAME, labels),), _same_or_none, _BOOLEAN)


def scope_positions(scope: str) -> frozenset[Position]:
    """The positions of a scope; KeyError for no scope."""
    hand, _, part = scope.partition(".")
    positions = _SCOPES[hand]
    if part == "first_two":
        return _first(positions)
    if part:
        return frozenset({positions[["card_1", "card_2", "card_3"].index(part)]})
    return frozenset(positions)
