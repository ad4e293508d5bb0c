"""A finite shoe, known card by card, by rank, by point value, or by any mixture of these; and the infinite shoe."""

from __future__ import annotations

import json
import math
import os
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import SupportsIndex, TypeAlias, overload

from exact.display import Shown
from exact.errors import (
    CardError,
    IllegalRemovalError,
    ShoeError,
    ShoeExhaustedError,
    UnknownCompositionError,
    listed,
    plural,
    quoted,
)
from exact.files import read_text
from exact.game.cards import BY_KIND, BY_RANK, NO_CARDS, RANKS, VALUES, CardSet, Partition, as_card, parse_card, union
from exact.values import whole

MOST_DECKS = 10**9
MOST_BYTES = 100_000
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MOST_SHOWN = 12
"""A shoe that so many cards are missing from is called by them."""
MOST_LISTED = 100_000
"""Cards in a list of cards."""
_FORMS = ("Shoe.of takes a number of decks, 'inf', a composition such as '0=16 A=4', a mapping of the same, or the name"
          " of a file")

Cards: TypeAlias = "str | int | CardSet | Shoe | Mapping[str, int] | Iterable[Cards]"
"""Cards as people name them: `"9"`, `"K"`, `"9h"`, a point value such as 9, `"9,9,K"`, `"9=4 K"`, a list, a shoe."""
ShoeLike: TypeAlias = "Shoe | int | str | os.PathLike[str] | Mapping[str, int] | Iterable[tuple[str, int]]"
"""A shoe as people give it: a number of decks, `"inf"`, a composition, the name of a file of one, or a shoe."""


@dataclass(frozen=True, repr=False)
class Shoe(Shown):
    """How many cards of each class are left; equal knowledge is an equal, hashable value.

    A shoe is a collection of cards: it has a length, tells how many of a card it holds, and gives and takes cards.

    >>> shoe = Shoe.decks(1) - "9,9,K"
    >>> len(shoe), shoe["9"], shoe[9], "K" in shoe, shoe + "K" - "K" == shoe
    (49, 2, 2, True, True)
    >>> Shoe.of("0=4 9=2")
    Shoe.of('0=4 9=2')

    `holdings` are pairs of a card set and the number of its cards in the shoe, for the sets that have any, disjoint,
    in the order of their lowest kinds. A shoe known card by card has one kind in each set; where only a rank or a
    point value is known, the set is that of the kinds that those cards may be. With `infinite` the numbers are the
    proportions of a shoe from which cards are drawn with replacement.
    """

    holdings: tuple[tuple[CardSet, int], ...]
    infinite: bool = False

    def __post_init__(self) -> None:
        """Puts the sets in order; raises ShoeError for what are no disjoint sets with numbers of cards."""
        seen = 0
        try:
            for cards, count in self.holdings:
                if type(count) is not int or count < 0 or not cards.mask or cards.mask & seen:
                    raise TypeError
                seen |= cards.mask
        except (TypeError, ValueError, AttributeError):
            raise ShoeError(f"shoe of {quoted(self.holdings)}: {_FORMS}") from None
        kept = sorted((pair for pair in self.holdings if pair[1]), key=lambda pair: pair[0].first)
        object.__setattr__(self, "holdings", tuple(kept))

    def __repr__(self) -> str:
        if self.infinite:
            return "Shoe.infinite_deck()"
        numbers = {number for _, number in self.holdings}
        if len(self.holdings) == len(BY_KIND) and len(numbers) == 1:
            return f"Shoe.decks({numbers.pop()})"
        decks = [count / len(cards) for cards, count in self.holdings] if len(self.holdings) >= len(RANKS) else []
        near = decks and (self._beside(math.ceil(max(decks)), "remove") or self._beside(int(min(decks)), "add"))
        counts = " ".join(f"{name}={count}" for name, count in self.counts().items() if count)
        return near or f"Shoe.of({counts or {}!r})"

    def _beside(self, decks: int, change: str) -> str:
        """Itself as a few cards less or more than so many decks; empty where it is not that."""
        held = union(cards for cards, _ in self.holdings)
        differ = {cards: abs(decks * len(cards) - count) for cards, count in self.holdings}
        differ |= {kind: decks for kind in BY_KIND.classes if not kind & held}
        few = 1 <= sum(differ.values()) <= MOST_SHOWN and 1 <= decks <= MOST_DECKS
        cards = " ".join(f"{name}={n}" if n > 1 else str(name) for name, n in differ.items() if n)
        same = few and getattr(Shoe.decks(decks), change)(cards) == self
        return f"Shoe.decks({decks}).{change}({cards!r})" if same else ""

    @staticmethod
    def decks(number: SupportsIndex) -> Shoe:
        """A fresh shoe of so many 52-card decks; raises ShoeError for what is no whole number from 1 to 10^9.

        >>> Shoe.decks(8).cards
        416
        """
        decks = whole(number)
        if decks is None or not 1 <= decks <= MOST_DECKS:
            raise ShoeError(f"`decks` {quoted(number)}: a whole number from 1 to {MOST_DECKS:,}; beyond, and for other"
                            " shoes, there is Shoe.of('inf')")
        return Shoe(tuple((cards, decks) for cards in BY_KIND.classes))

    @staticmethod
    def infinite_deck() -> Shoe:
        """The limit of many decks: every card is drawn with replacement from one 52-card deck."""
        return Shoe(tuple((cards, 1) for cards in BY_KIND.classes), infinite=True)

    @staticmethod
    def fresh(decks: int | None) -> Shoe:
        """A fresh shoe of so many decks, None being the infinite one."""
        return Shoe.infinite_deck() if decks is None else Shoe.decks(decks)

    @staticmethod
    def of(shoe: ShoeLike) -> Shoe:
        """A shoe as people give it: a number of decks, `"inf"`, a composition, or a file of one; a shoe is itself.

        A composition is by point value, rank or card: `"0=128 A=32 9h=7"`, or a mapping or pairs of the same; kinds not
        named are 0. A file is JSON or TOML of such pairs, `-` being standard input.

        >>> Shoe.of("0=4 A=1") == Shoe.of({"A": 1, "0": 4})
        True
        >>> Shoe.of(6) == Shoe.of("6") == Shoe.decks(6), Shoe.of("inf").infinite
        (True, True)

        Raises ShoeError for a count that is not a whole number >= 0 and for a kind named twice, also under two names;
        CardError for a name that is no card.
        """
        if isinstance(shoe, Shoe):
            return shoe
        if isinstance(shoe, SupportsIndex):
            return Shoe.decks(shoe)
        if isinstance(shoe, str) and shoe == "inf":
            return Shoe.infinite_deck()
        if isinstance(shoe, str) and shoe.isascii() and shoe.isdigit():
            return Shoe.decks(int(shoe))
        if isinstance(shoe, str | os.PathLike):
            return _parsed(shoe) if isinstance(shoe, str) and "=" in shoe else _from_file(shoe)
        try:
            pairs = [(name, count) for name, count in (shoe.items() if isinstance(shoe, Mapping) else shoe)]
        except (TypeError, ValueError):
            raise ShoeError(f"`shoe` {quoted(shoe)}: {_FORMS}") from None
        seen: dict[CardSet, str] = {}
        holdings = []
        for name, count in pairs:
            cards = as_card(name)
            for other, other_name in seen.items():
                if cards & other:
                    raise ShoeError(f"shoe: {name!r} and {other_name!r} name the same cards; give each kind once")
            seen[cards] = name
            holdings.append((cards, _number_of(name, count)))
        return Shoe(tuple(holdings))

    @property
    def cards(self) -> int:
        """Cards in the shoe (in an infinite one, the sum of the proportions)."""
        return sum(count for _, count in self.holdings)

    def __len__(self) -> int:
        """Cards in the shoe; raises ShoeError for the infinite one."""
        if self.infinite:
            raise ShoeError("shoe: an infinite shoe has no number of cards; give a number of decks")
        return self.cards

    def __bool__(self) -> bool:
        return bool(self.holdings)

    def __iter__(self) -> Iterator[str]:
        """The cards one by one, by name; raises as `len`."""
        len(self)
        return (name for name, count in self.counts().items() for _ in range(count))

    def __contains__(self, card: Cards) -> bool:
        """Whether the shoe may hold a card: some card of it is one, or is not known to be another."""
        return any(held & as_card(card) for held, _ in self.holdings)

    def __getitem__(self, card: Cards) -> int:
        """How many of a card it holds; raises CardError, and UnknownCompositionError where that is not known."""
        wanted = as_card(card)
        for held, count in self.holdings:
            if held & wanted and not held <= wanted:
                raise UnknownCompositionError(f"card {wanted}: the shoe holds {plural(count, 'card')} {held} that are"
                                              " not distinguished; give the shoe by rank or by card")
        return sum(count for held, count in self.holdings if held <= wanted)

    def __add__(self, cards: Cards) -> Shoe:
        return self.add(cards)

    def __sub__(self, cards: Cards) -> Shoe:
        return self.remove(cards)

    def require(self, cards: int, what: str) -> None:
        """Raises ShoeExhaustedError where the shoe holds fewer cards than `what` (`"a coup"`) may need."""
        if not self.infinite:
            require_cards(self.cards, cards, what)

    @overload
    def counts(self) -> dict[str, int]: ...
    @overload
    def counts(self, partition: Partition) -> tuple[int, ...]: ...

    def counts(self, partition: Partition | None = None) -> dict[str, int] | tuple[int, ...]:
        """Cards by name, as `Shoe.of` takes them (by point value or rank if it is known so, else by card); or cards of
        each class of a partition.

        Raises UnknownCompositionError where the shoe is not known as finely as the partition.

        >>> Shoe.of("0=4 9=2").counts()["9"], Shoe.decks(1).counts()["9h"], Shoe.decks(1).counts(VALUES)[9]
        (2, 1, 4)
        """
        if partition is None:
            held = {cards for cards, _ in self.holdings}
            known = next((by for by in (VALUES, BY_RANK) if held <= set(by.classes)), None)
            return (dict(zip(known.names, self.counts(known), strict=True)) if known else
                    {str(cards): count for cards, count in self.holdings})
        totals = [0] * len(partition)
        for cards, count in self.holdings:
            place = partition.find(cards)
            if place is None:
                parts = listed(str(cards & cls) for cls in partition.classes if cards & cls)
                raise UnknownCompositionError(
                    f"shoe: {count} cards {cards} are not distinguished, and the bet distinguishes {parts};"
                    " give the shoe by rank or by card")
            totals[place] += count
        return tuple(totals)

    def determines(self, partition: Partition) -> bool:
        """Whether the shoe is known finely enough for a partition."""
        return all(partition.find(cards) is not None for cards, _ in self.holdings)

    def remove(self, *cards: Cards) -> Shoe:
        """The shoe without these cards, one by one: names, lists of them, or point values.

        A card given by rank leaves the suits of that rank in the shoe unknown: their classes become one. Raises
        IllegalRemovalError for a card that is not there and for removal from an infinite shoe, CardError.

        >>> Shoe.decks(8).remove("9", "9") == Shoe.decks(8).remove(9, 9) == Shoe.decks(8).remove("9=2")
        True
        """
        shoe = self
        for card, number in _named(*cards):
            shoe = shoe.without(card, number)
        return shoe

    def without(self, cards: CardSet, count: int) -> Shoe:
        """The shoe without so many cards of one kind of card, as if removed one by one.

        Raises IllegalRemovalError where it holds fewer, and for an infinite shoe.
        """
        present = sum(number for held, number in self.holdings if held.meets(cards))
        if count and not self.infinite and not present:
            raise IllegalRemovalError(f"card {cards}: not in the shoe, which has {self.cards} cards: "
                                      f"{self.describe(cards)}")
        if not self.infinite and not 0 <= count <= present:
            raise IllegalRemovalError(f"{plural(count, 'card')} {cards}: the shoe holds "
                                      f"{present:,} of them: {self.describe(cards)}")
        return self._change(cards, -count) if count else self

    def add(self, *cards: Cards) -> Shoe:
        """The shoe with these cards put back; raises IllegalRemovalError for an infinite shoe, CardError."""
        shoe = self
        for card, number in _named(*cards):
            shoe = shoe._change(card, number) if number else shoe
        return shoe

    def _change(self, cards: CardSet, by: int) -> Shoe:
        if self.infinite:
            raise IllegalRemovalError(f"card {cards}: an infinite shoe does not change when a card leaves it or comes"
                                      " back; give a number of decks")
        touched = [pair for pair in self.holdings if pair[0].meets(cards)]
        merged = union([*(held for held, _ in touched), *[cards] * (by > 0 or len(touched) > 1)])
        rest = [pair for pair in self.holdings if not pair[0].meets(cards)]
        return Shoe((*rest, (merged, by + sum(number for _, number in touched))))

    def describe(self, about: CardSet = NO_CARDS) -> str:
        """The composition by point value (by rank where it is no more than that), for people.

        Of the cards `about` it says as much as distinguishes them: ten-valued cards by rank where a king is meant, and
        beside a card the others of its rank.
        """
        for partition in (VALUES, BY_RANK):
            if self.determines(partition) and all(not about & cls or cls <= about for cls in partition.classes):
                counts = zip(partition.names, self.counts(partition), strict=True)
                return " ".join(f"{name}={count}" for name, count in counts if count)
        alike = union(cls for cls in BY_RANK.classes if about & cls)
        near = [(cards, count) for cards, count in self.holdings if cards & alike]
        if about and near:
            rest = self.cards - sum(count for _, count in near)
            return " ".join([f"{cards}={count}" for cards, count in near] + [f"others={rest}"] * (rest > 0))
        return self.describe() if about else " ".join(f"{name}={n}" for name, n in self.counts().items())


def decks_in_words(decks: int) -> str:
    """`one deck`, `eight decks`, `100 decks`."""
    return f"{NUMBERS[decks - 1] if decks <= len(NUMBERS) else f'{decks:,}'} deck{'s' * (decks != 1)}"


def require_cards(held: int, cards: int, what: str) -> None:
    """Raises ShoeExhaustedError where there are fewer cards than `what` (`"a coup"`) may need."""
    if held < cards:
        raise ShoeExhaustedError(f"shoe of {plural(held, 'card')}: {what} may need {cards}; add cards, or ask for fewer"
                                 " removed")


_FORM = f"write KIND=NUMBER, with a whole number from 0 to {16 * MOST_DECKS:,}"


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """The items of a list such as `9=4 K` or `9,9,K`: a name each, and the number behind it, or nothing."""
    for item in text.replace(",", " ").split():
        name, equals, number = item.partition("=")
        if equals and not (number.isascii() and number.isdigit() and len(number) <= 12):
            raise ShoeError(f"{item!r}: {_FORM}")
        yield name, number


def _named(*cards: Cards) -> Iterator[tuple[CardSet, int]]:
    """Cards with their numbers, however they are named; raises CardError, ShoeError."""
    for item in cards:
        match item:
            case str():
                yield from ((parse_card(name), int(number or 1)) for name, number in _pairs(item))
            case Mapping():
                yield from ((as_card(name), _number_of(name, number)) for name, number in item.items())
            case Iterable() if not isinstance(item, CardSet):
                yield from _named(*item)
            case _:
                yield as_card(item), 1


def _number_of(name: object, number: object) -> int:
    """The number of some cards; raises ShoeError."""
    found = whole(number)
    if found is None or not 0 <= found <= 16 * MOST_DECKS:
        raise ShoeError(f"shoe: {name}={quoted(number)}: a count is a whole number from 0 to {16 * MOST_DECKS:,}")
    return found


def read_cards(*cards: Cards) -> tuple[CardSet, ...]:
    """Cards one by one, from names, lists such as `9,9,K` or `9=4 K`, and point values; raises CardError, ShoeError.

    >>> print(*read_cards("9=2 K"))
    9 9 K
    """
    found = list(_named(*cards))
    if sum(number for _, number in found) > MOST_LISTED:
        raise ShoeError(f"cards: more than {MOST_LISTED:,} listed; give the shoe that is left instead")
    return tuple(card for card, number in found for _ in range(number))


def read_counts(text: str) -> dict[CardSet, int]:
    """Kinds of card with their numbers, from `4,4,9` or `4=2 9`; raises CardError, ShoeError for kinds that overlap.

    >>> {str(cards): number for cards, number in read_counts("4=2 9").items()}
    {'4': 2, '9': 1}
    """
    counts: dict[CardSet, int] = {}
    for cards, number in _named(text):
        other = next((other for other in counts if cards & other and cards != other), None)
        if other is not None:
            raise ShoeError(f"{cards} and {other} overlap; name each kind one way")
        counts[cards] = counts.get(cards, 0) + number
    return {cards: number for cards, number in counts.items() if number}


def _parsed(spec: str) -> Shoe:
    """A shoe from `0=128 A=32 ...`; raises ShoeError."""
    try:
        bare = next((name for name, number in _pairs(spec) if not number), None)
        if bare is not None:
            raise ShoeError(f"{bare!r}: {_FORM}")
        return Shoe.of([(name, int(number)) for name, number in _pairs(spec)])
    except (CardError, ShoeError) as error:
        raise ShoeError(f"`shoe`: {str(error).removeprefix('shoe: ')}") from None


def _from_file(path: str | os.PathLike[str]) -> Shoe:
    """A shoe from a JSON or TOML file of `kind: count` pairs; raises ShoeError that names the file."""
    name = str(path)
    form = "TOML" if name.endswith(".toml") else "JSON"
    text = read_text(name, MOST_BYTES, ShoeError, "shoe file",
                     "give a number of decks, pairs such as 0=16 A=4 9h=1, or the name of a JSON or TOML file")
    try:
        pairs = list(tomllib.loads(text).items()) if form == "TOML" else json.loads(text, object_pairs_hook=list)
    except (ValueError, RecursionError) as error:
        raise ShoeError(f"shoe file {name!r}: not readable as {form}: {error}") from None
    if not isinstance(pairs, list) or not all(isinstance(pair, tuple) for pair in pairs):
        raise ShoeError(f"shoe file {name!r}: must be one object of pairs such as {{\"0\": 16, \"A\": 4}}")
    try:
        return Shoe.of(pairs)
    except (CardError, ShoeError) as error:
        raise ShoeError(f"{name}: {error}") from None
