"""The 52 kinds of card, sets of them, and partitions of them into classes.

A *kind* is a rank with a suit, numbered `4 * rank + suit` (ranks in the order A23456789TJQK, suits in the order cdhs).
A *card set* is a 52-bit integer, bit k standing for kind k: `9h` is one kind, `9` the four nines, `0` the sixteen
ten-valued cards. A card of which only the rank is known is the set of the kinds that it may be.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from exact.errors import CardError

RANKS = "A23456789TJQK"
SUITS = "cdhs"
SUIT_NAMES = {"clubs": "c", "diamonds": "d", "hearts": "h", "spades": "s"}
COLOURS = {"red": "dh", "black": "cs"}
KINDS = range(52)
ALL_CARDS = (1 << 52) - 1

CardSet = int


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


def kinds_in(cards: CardSet) -> Iterator[int]:
    """The kinds of a set, lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def cards_where(kinds: Iterable[int]) -> CardSet:
    return sum(1 << kind for kind in kinds)


def _rectangle(ranks: str, suits: str) -> CardSet:
    return cards_where(4 * RANKS.index(r) + SUITS.index(s) for r in ranks for s in suits)


@cache
def _vocabulary() -> dict[str, CardSet]:
    ranks = {rank: rank for rank in RANKS} | {"1": "A", "10": "T", "0": "TJQK"}
    words = {name: _rectangle(among, SUITS) for name, among in ranks.items()}
    words |= {name + suit: _rectangle(among, suit) for name, among in ranks.items() for suit in SUITS}
    words |= {name: _rectangle(RANKS, suit) for name, suit in SUIT_NAMES.items()}
    words |= {name: _rectangle(RANKS, suits) for name, suits in COLOURS.items()}
    return words | {"face": _rectangle("JQK", SUITS)}


def parse_card(text: str) -> CardSet:
    """The kinds that a card may be: `9h` (one), `K` or `10` (a rank), `0` (any ten-valued card).

    Raises CardError for anything else.
    """
    token = text.strip()
    word = token[:-1].upper() + token[-1:].lower() if token[-1:].lower() in SUITS and len(token) > 1 else token.upper()
    found = _vocabulary().get(word)
    if found is None:
        raise CardError(f"card {text!r}: not a card; write a rank A 2-9 T J Q K, 0 for any ten-valued card, "
                        "and if known a suit c d h s, as in 9h")
    return found


def parse_card_set(text: str) -> CardSet:
    """A set in words: a card, a rank, `hearts`, `red`, `face`; raises CardError for anything else."""
    word = text.strip().lower()
    return _vocabulary()[word] if len(word) > 2 and word in _vocabulary() else parse_card(text)


def _runs(ranks: Sequence[int]) -> str:
    """Ranks in short: A-8, T-K, 9; the four ten-valued ranks alone are 0."""
    if tuple(ranks) == (9, 10, 11, 12):
        return "0"
    parts: list[str] = []
    start = 0
    for i, rank in enumerate(ranks):
        if i + 1 == len(ranks) or ranks[i + 1] != rank + 1:
            first, last = RANKS[ranks[start]], RANKS[rank]
            parts.append(first if first == last else f"{first}-{last}")
            start = i + 1
    return ",".join(parts)


_SUIT_SETS = {0b1111: "", 0b0110: "red ", 0b1001: "black "}


def card_name(cards: CardSet) -> str:
    """A set of cards in words, such as `9h`, `K`, `0`, `A-8,T-K`, `red 9`."""
    rows: dict[int, list[int]] = {}
    for rank in range(13):
        suits = cards >> (4 * rank) & 0b1111
        if suits:
            rows.setdefault(suits, []).append(rank)
    names = []
    for suits, ranks in rows.items():
        text = _runs(ranks)
        if suits in _SUIT_SETS:
            names.append(_SUIT_SETS[suits] + text)
        else:
            letters = [letter for i, letter in enumerate(SUITS) if suits >> i & 1]
            names += [text + letter if len(text) == 1 else f"{text} of {letter}" for letter in letters]
    return "+".join(names)


def card_in_words(cards: CardSet) -> str:
    """A card, or a rank of which no suit is known, for a sentence: `a 7`, `an ace`, `an 8 of hearts`."""
    rank, suit = card_name(cards)[0], card_name(cards)[1:]
    word = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king", "0": "ten-valued card"}.get(rank, rank)
    of = "".join(f" of {name}" for name, letter in SUIT_NAMES.items() if letter == suit)
    return f"{'an' if word in ('ace', '8') else 'a'} {word}{of}"


def _place(cards: CardSet) -> tuple[int, int]:
    lowest = next(kinds_in(cards))
    return point_value(lowest), lowest


@dataclass(frozen=True)
class Partition:
    """The 52 kinds split into classes: disjoint card sets that cover all kinds.

    In the order of their point values, 0 first, then of their lowest kinds: the ten point values stand at 0 ... 9.
    """

    classes: tuple[CardSet, ...]

    @staticmethod
    def by(labels: Sequence[Hashable]) -> Partition:
        """The coarsest partition whose classes have one label each; `labels` holds one per kind, 52 in all."""
        groups: dict[Hashable, CardSet] = {}
        for kind, label in enumerate(labels):
            groups[label] = groups.get(label, 0) | 1 << kind
        return Partition(tuple(sorted(groups.values(), key=_place)))

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(map(card_name, self.classes))

    def __len__(self) -> int:
        return len(self.classes)


VALUES = Partition.by(POINT_VALUES)
BY_RANK = Partition.by([rank_of(kind) for kind in KINDS])
BY_KIND = Partition.by(KINDS)
