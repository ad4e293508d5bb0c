"""The 52 kinds of card, sets of them, and partitions of them into classes.

A *kind* is a rank with a suit, numbered `4 * rank + suit` (ranks in the order A23456789TJQK, suits in the order cdhs).
A `CardSet` is a set of kinds: `9h` is one kind, `9` the four nines, `0` the sixteen ten-valued cards. A card of which
only the rank is known is the set of the kinds that it may be.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache

from exact.errors import CardError, quoted
from exact.values import gathered, runs, whole

RANKS = "A23456789TJQK"
SUITS = "cdhs"
SUIT_NAMES = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
COLOURS = {"red": "dh", "black": "cs"}
KINDS = range(52)


def rank_of(kind: int) -> int:
    """Rank of a kind: 0 for the ace, 1-8 for the pips 2-9, 9-12 for T, J, Q, K."""
    return kind >> 2


def suit_of(kind: int) -> int:
    """Suit of a kind: its place in `cdhs`."""
    return kind & 3


def is_red(kind: int) -> bool:
    return suit_of(kind) in (1, 2)


def point_value(kind: int) -> int:
    """Points of a kind: ace 1, pips as printed, ten and faces 0. A hand is the sum of its points mod 10."""
    rank = rank_of(kind)
    return rank + 1 if rank < 9 else 0


POINT_VALUES: tuple[int, ...] = tuple(point_value(kind) for kind in KINDS)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CardSet:
    """A set of kinds, with the operators of a set; its text is its name, such as `9h`, `K`, `0`, `A-8,T-K`, `red 9`.

    >>> nines = CardSet.of("9")
    >>> print(nines, len(nines), CardSet.of("9h") <= nines, nines - CardSet.of("9h"))
    9 4 True 9c+9d+9s
    >>> CardSet.of("red", "K")
    CardSet.of('red', 'Kc', 'Ks')

    `mask` has bit k set for kind k; it is never given by place, since a 9 is a card and no mask. Raises CardError for
    what is no mask.
    """

    mask: int = field(kw_only=True)

    def __post_init__(self) -> None:
        if type(self.mask) is not int or self.mask >> len(KINDS):
            raise CardError(f"card set {quoted(self.mask)}: no bits of 52 kinds; write CardSet.of('9', 'Kh')")

    @staticmethod
    def of(*names: str | int) -> CardSet:
        """The cards of some names: cards, ranks, `hearts`, `red`, `face`, or point values; raises CardError."""
        return union(parse_card_set(name) if isinstance(name, str) else as_card(name) for name in names)

    @staticmethod
    def of_kinds(kinds: Iterable[int]) -> CardSet:
        """The set of some kinds, each a number from 0 to 51; raises CardError."""
        mask = 0
        for kind in kinds:
            if kind not in KINDS:
                raise CardError(f"kind {quoted(kind)}: kinds are numbered 0 to 51, as 4 * rank + suit")
            mask |= 1 << kind
        return CardSet(mask=mask)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(mask=self.mask & other.mask)

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(mask=self.mask | other.mask)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(mask=self.mask & ~other.mask)

    def __le__(self, other: CardSet) -> bool:
        """Whether every kind of this set is in the other."""
        return not self.mask & ~other.mask

    def meets(self, other: CardSet) -> bool:
        """Whether some kind is in both."""
        return bool(self.mask & other.mask)

    def __contains__(self, kind: int) -> bool:
        return bool(self.mask >> kind & 1)

    def __len__(self) -> int:
        """The number of kinds."""
        return self.mask.bit_count()

    def __iter__(self) -> Iterator[int]:
        """The kinds, lowest first."""
        left = self.mask
        while left:
            lowest = left & -left
            yield lowest.bit_length() - 1
            left ^= lowest

    @property
    def first(self) -> int:
        """The lowest kind."""
        return (self.mask & -self.mask).bit_length() - 1

    @property
    def points(self) -> int:
        """The points of its cards, where they are of one point value."""
        return POINT_VALUES[self.first]

    def __str__(self) -> str:
        return _name(self.mask)

    def __repr__(self) -> str:
        left, names = self, []
        for name, cards in _vocabulary().items():
            if name in _SHORTEST and cards and cards <= left:
                names.append(name)
                left -= cards
        return f"CardSet.of({', '.join(map(repr, names))})"


def union(sets: Iterable[CardSet]) -> CardSet:
    """The kinds that are in any of some sets."""
    mask = 0
    for cards in sets:
        mask |= cards.mask
    return CardSet(mask=mask)


NO_CARDS = CardSet(mask=0)
ALL_CARDS = CardSet(mask=(1 << 52) - 1)


def _rectangle(ranks: str, suits: str) -> CardSet:
    return CardSet.of_kinds(4 * RANKS.index(r) + SUITS.index(s) for r in ranks for s in suits)


@cache
def _vocabulary() -> dict[str, CardSet]:
    ranks = {rank: rank for rank in RANKS} | {"1": "A", "10": "T", "0": "TJQK"}
    words = {name: _rectangle(RANKS, suits) for name, suits in COLOURS.items()}
    words |= {name: _rectangle(RANKS, suit) for name, suit in SUIT_NAMES.items()}
    words |= {"0": _rectangle("TJQK", SUITS), "face": _rectangle("JQK", SUITS)}
    words |= {name: _rectangle(among, SUITS) for name, among in ranks.items()}
    return words | {name + suit: _rectangle(among, suit) for name, among in ranks.items() for suit in SUITS}


_SHORTEST = {*COLOURS, *SUIT_NAMES, "0", *RANKS, *(rank + suit for rank in RANKS for suit in SUITS)}
"""Of the names of a set the one that is written: K and not 1, 10 or face."""


RANK_WORDS = {"ace": "A", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
              "nine": "9", "ten": "T", "jack": "J", "queen": "Q", "king": "K"}
_SIGNS = str.maketrans({"\u2663": "c", "\u2667": "c", "\u2666": "d", "\u2662": "d", "\u2665": "h", "\u2661": "h",
                        "\u2660": "s", "\u2664": "s", "\ufe0f": None})
"""The signs of the suits, black and white, and the mark that makes pictures of them."""
_RANK = f"10|[a2-9tjqk01]|{'|'.join(RANK_WORDS)}"
_FURTHER = re.compile(rf"(?P<rank>{_RANK})(?:_?(?P<behind>[cdhs])| of (?P<of>[cdhs]|(?:club|diamond|heart|spade)s?))?"
                      rf"|(?P<before>[cdhs])_?(?P<last>{_RANK})")


def _further(token: str) -> CardSet | None:
    """A card in the notations of logs: `h9`, `S_K`, `10♠`, `Ten of Hearts`, `king`; None where it is none."""
    match = _FURTHER.fullmatch(token.translate(_SIGNS).lower())
    if match is None:
        return None
    rank, suit = match["rank"] or match["last"], match["behind"] or match["of"] or match["before"] or ""
    return _vocabulary().get(RANK_WORDS.get(rank, rank.upper()) + suit[:1])


def parse_card(text: str) -> CardSet:
    """The kinds that a card may be: `9h` (one), `K` or `10` (a rank), `0` (any ten-valued card).

    The notations of logs are read too: `h9`, `S_K`, `10♠`, `Ten of Hearts`. Raises CardError for anything else.
    """
    token = text.strip()
    word = token[:-1].upper() + token[-1:].lower() if token[-1:].lower() in SUITS and len(token) > 1 else token.upper()
    found = _vocabulary().get(word) or _further(token)
    if found is None:
        raise CardError(f"card {text!r}: not a card; write a rank A 2-9 T J Q K, 0 for any ten-valued card, "
                        "and if known a suit c d h s, as in 9h")
    return found


def parse_card_set(text: str) -> CardSet:
    """A set in words: a card, a rank, `hearts`, `red`, `face`, a range such as `4-7`; raises CardError.

    A range goes from rank to rank, A being the lowest; 0 is all ten-valued cards, below the ace or behind the 9.
    """
    word = text.strip().lower()
    low, dash, high = text.strip().upper().partition("-")
    if dash and low and high:
        return _range(low, high)
    return _vocabulary()[word] if len(word) > 2 and word in _vocabulary() else parse_card(text)


def _range(low: str, high: str) -> CardSet:
    places = {rank: place for place, rank in enumerate(RANKS)} | {"1": 0, "10": 9}
    first, last = places | {"0": -1}, places | {"0": len(RANKS) - 1}
    if low not in first or high not in last or first[low] >= last[high]:
        raise CardError(f"{low}-{high}: not a range of ranks; write the lower rank first, as in 4-7 (A is the lowest)")
    ranks = RANKS[max(first[low], 0):last[high] + 1]
    return _rectangle(ranks + "TJQK" * (low == "0"), SUITS)


def as_card(named: object) -> CardSet:
    """The kinds that a card may be, by its name, its point value (9, or 0 for any ten-valued card), or as they are.

    Raises CardError for anything else.
    """
    if isinstance(named, CardSet):
        return named
    if isinstance(named, str):
        return parse_card(named)
    points = whole(named)
    if points is None or not 0 <= points <= 9:
        raise CardError(f"card {quoted(named)}: not a card; give a name such as '9', 'K' or '9h', or a point value 0-9")
    return parse_card(str(points))


def _ranks_in_short(ranks: Sequence[int]) -> str:
    """Ranks in short: A-8, T-K, 9; the four ten-valued ranks alone are 0."""
    if tuple(ranks) == (9, 10, 11, 12):
        return "0"
    return ",".join(RANKS[first] if first == last else f"{RANKS[first]}-{RANKS[last]}" for first, last in runs(ranks))


_SUIT_SETS = {0b1111: "", 0b0110: "red ", 0b1001: "black "}


@lru_cache(maxsize=1 << 12)
def _name(mask: int) -> str:
    suits_of = [mask >> (4 * rank) & 0b1111 for rank in range(13)]
    names = []
    for suits, ranks in gathered((suits, rank) for rank, suits in enumerate(suits_of) if suits).items():
        text = _ranks_in_short(ranks)
        if suits in _SUIT_SETS:
            names.append(_SUIT_SETS[suits] + text)
        else:
            letters = [letter for i, letter in enumerate(SUITS) if suits >> i & 1]
            names += [text + letter if len(text) == 1 else f"{text} of {letter}" for letter in letters]
    return "+".join(names)


def card_in_words(cards: CardSet) -> str:
    """A card, or a rank of which no suit is known, for a sentence: `a 7`, `an ace`, `an 8 of hearts`."""
    rank, suit = str(cards)[0], str(cards)[1:]
    word = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king", "0": "ten-valued card"}.get(rank, rank)
    of = "".join(f" of {name}" for name, letter in SUIT_NAMES.items() if letter == suit)
    return f"{'an' if word in ('ace', '8') else 'a'} {word}{of}"


@dataclass(frozen=True)
class Partition:
    """The 52 kinds split into classes: disjoint card sets that cover all kinds.

    In the order of their point values, 0 first, then of their lowest kinds: the ten point values stand at 0 ... 9.
    Raises CardError for sets that leave a kind out or have one twice.

    >>> Partition.by(["red" if is_red(kind) else "black" for kind in KINDS])
    <partition: black A-K red A-K>
    """

    classes: tuple[CardSet, ...]

    def __post_init__(self) -> None:
        if union(self.classes) != ALL_CARDS or sum(map(len, self.classes)) != len(KINDS):
            raise CardError(f"partition {' '.join(map(str, self.classes))}: each of the 52 kinds must be in one class")

    def __repr__(self) -> str:
        return f"<partition: {' '.join(self.names)}>"

    @staticmethod
    def by(labels: Sequence[Hashable]) -> Partition:
        """The coarsest partition whose classes have one label each; `labels` holds one per kind, 52 in all."""
        if len(labels) != len(KINDS):
            raise CardError(f"partition by {len(labels)} labels: give one for each of the 52 kinds")
        sets = map(CardSet.of_kinds, gathered(zip(labels, KINDS, strict=True)).values())
        return Partition(tuple(sorted(sets, key=lambda cls: (cls.points, cls.first))))

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(map(str, self.classes))

    @cached_property
    def _places(self) -> tuple[int, ...]:
        """The class of each kind."""
        return tuple(next(i for i, cls in enumerate(self.classes) if kind in cls) for kind in KINDS)

    def of_kind(self, kind: int) -> int:
        """The place of the class that a kind lies in."""
        return self._places[kind]

    def find(self, cards: CardSet) -> int | None:
        """The place of the class that holds a set whole; None where it is spread over several."""
        place = self._places[cards.first]
        return place if cards <= self.classes[place] else None

    def within(self, cards: CardSet) -> tuple[int, ...]:
        """The places of the classes that a set holds any card of."""
        return tuple(i for i, cls in enumerate(self.classes) if cls.mask & cards.mask)

    def refines(self, coarser: Partition) -> bool:
        """Whether each class lies inside one of the other's."""
        return all(coarser.find(cls) is not None for cls in self.classes)

    def __len__(self) -> int:
        return len(self.classes)


VALUES = Partition.by(POINT_VALUES)
BY_RANK = Partition.by([rank_of(kind) for kind in KINDS])
BY_KIND = Partition.by(KINDS)
