"""A finite shoe, known card by card, by rank, by point value, or by any mixture of these; and the infinite shoe."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from exact.display import Shown
from exact.errors import CardError, IllegalRemovalError, ShoeError, UnknownCompositionError, plural, quoted
from exact.game.cards import BY_KIND, BY_RANK, VALUES, CardSet, Partition, card_name, parse_card

MOST_DECKS = 10**9
MOST_BYTES = 100_000


@dataclass(frozen=True)
class Shoe(Shown):
    """How many cards of each class are left; equal knowledge is an equal, hashable value.

    `holdings` are pairs of a card set and the number of its cards in the shoe, for the sets that have any, disjoint,
    in the order of their lowest kinds. A shoe known card by card has one kind in each set; where only a rank or a
    point value is known, the set is that of the kinds that those cards may be. With `infinite` the numbers are the
    proportions of a shoe from which cards are drawn with replacement.
    """

    holdings: tuple[tuple[CardSet, int], ...]
    infinite: bool = False

    def __repr__(self) -> str:
        size = "infinite shoe" if self.infinite else f"shoe of {plural(self.cards, 'card')}"
        return f"<{size}: {self.describe() or 'empty'}>"

    @staticmethod
    def _of(holdings: Iterable[tuple[CardSet, int]], infinite: bool = False) -> Shoe:
        kept = [(cards, count) for cards, count in holdings if count]
        return Shoe(tuple(sorted(kept, key=lambda pair: pair[0] & -pair[0])), infinite)

    @staticmethod
    def decks(number: int) -> Shoe:
        """A fresh shoe of so many 52-card decks; raises ShoeError for what is no whole number from 1 to 10^9."""
        if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MOST_DECKS:
            raise ShoeError(f"decks {quoted(number)}: a shoe has from 1 to {MOST_DECKS:,} decks (beyond, use inf)")
        return Shoe._of((cards, number) for cards in BY_KIND.classes)

    @staticmethod
    def infinite_deck() -> Shoe:
        """The limit of many decks: every card is drawn with replacement from one 52-card deck."""
        return Shoe._of(((cards, 1) for cards in BY_KIND.classes), infinite=True)

    @staticmethod
    def of(counts: Mapping[str, int] | Iterable[tuple[str, int]]) -> Shoe:
        """A composition by point value, rank or card, such as `{"0": 128, "A": 32, "9h": 7}`; the rest is 0.

        Raises ShoeError for a count that is not a whole number >= 0 and for a kind named twice, also under two names;
        CardError for a name that is no card.
        """
        pairs = counts.items() if isinstance(counts, Mapping) else counts
        seen: dict[CardSet, str] = {}
        holdings = []
        for name, count in pairs:
            cards = parse_card(name)
            for other, other_name in seen.items():
                if cards & other:
                    raise ShoeError(f"shoe: {name!r} and {other_name!r} name the same cards; give each kind once")
            if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 16 * MOST_DECKS:
                raise ShoeError(f"shoe: {name}={quoted(count)}: a count is a whole number from 0 to"
                                f" {16 * MOST_DECKS:,}")
            seen[cards] = name
            holdings.append((cards, count))
        return Shoe._of(holdings)

    @property
    def cards(self) -> int:
        """Cards in the shoe (in an infinite one, the sum of the proportions)."""
        return sum(count for _, count in self.holdings)

    def counts(self, partition: Partition) -> tuple[int, ...]:
        """Cards of each class of a partition.

        Raises UnknownCompositionError where the shoe is not known that finely.
        """
        totals = dict.fromkeys(partition.classes, 0)
        if len(totals) == 52 and all(cards & (cards - 1) == 0 for cards, _ in self.holdings):
            return tuple((totals | dict(self.holdings)).values())
        for cards, count in self.holdings:
            home = next((cls for cls in totals if cards & cls == cards), None)
            if home is None:
                parts = ", ".join(card_name(cards & cls) for cls in totals if cards & cls)
                raise UnknownCompositionError(
                    f"shoe: {count} cards {card_name(cards)} are not told apart, and the bet tells {_short(parts)}"
                    " apart; give the shoe by rank or by card")
            totals[home] += count
        return tuple(totals.values())

    def determines(self, partition: Partition) -> bool:
        """Whether the shoe is known finely enough for a partition."""
        return all(any(cards & cls == cards for cls in partition.classes) for cards, _ in self.holdings)

    def remove(self, *cards: str | CardSet) -> Shoe:
        """The shoe without these cards, one by one.

        A card given by rank leaves the suits of that rank in the shoe unknown: their classes become one. Raises
        IllegalRemovalError for a card that is not there and for removal from an infinite shoe.
        """
        shoe = self
        for card in cards:
            shoe = shoe._change(parse_card(card) if isinstance(card, str) else card, -1)
        return shoe

    def without(self, cards: CardSet, count: int) -> Shoe:
        """The shoe without so many cards of one kind of card, as if removed one by one.

        Raises IllegalRemovalError where it holds fewer, and for an infinite shoe.
        """
        present = sum(number for held, number in self.holdings if held & cards)
        if not self.infinite and not 0 <= count <= present:
            raise IllegalRemovalError(f"{plural(count, 'card')} {card_name(cards)}: the shoe holds "
                                      f"{present:,} of them: {self.describe(cards)}")
        return self._change(cards, -count) if count else self

    def add(self, *cards: str | CardSet) -> Shoe:
        """The shoe with these cards put back; raises IllegalRemovalError for an infinite shoe."""
        shoe = self
        for card in cards:
            shoe = shoe._change(parse_card(card) if isinstance(card, str) else card, +1)
        return shoe

    def _change(self, cards: CardSet, by: int) -> Shoe:
        name = card_name(cards)
        if self.infinite:
            raise IllegalRemovalError(f"card {name}: an infinite shoe does not change when a card leaves it or comes"
                                      " back; give a number of decks")
        touched = [pair for pair in self.holdings if pair[0] & cards]
        if by < 0 and not touched:
            raise IllegalRemovalError(f"card {name}: not in the shoe, which has {self.cards} cards: "
                                      f"{self.describe(cards)}")
        merged = cards if by > 0 or len(touched) > 1 else 0
        count = by
        for held, number in touched:
            merged |= held
            count += number
        rest = [pair for pair in self.holdings if not pair[0] & cards]
        return Shoe._of([*rest, (merged, count)])

    def composition(self) -> dict[str, int]:
        """Counts by name, as `Shoe.of` takes them: by point value or rank if it is known so, else by card."""
        for partition in (VALUES, BY_RANK):
            if all(cards in partition.classes for cards, _ in self.holdings):
                return dict(zip(partition.names, self.counts(partition), strict=True))
        return {card_name(cards): count for cards, count in self.holdings}

    def describe(self, about: CardSet = 0) -> str:
        """The composition by point value (by rank where it is no more than that), for people.

        Of the cards `about` it says as much as tells them apart: ten-valued cards by rank where a king is meant, and
        beside a card the others of its rank.
        """
        for partition in (VALUES, BY_RANK):
            if self.determines(partition) and all(about & cls in (0, cls) for cls in partition.classes):
                counts = zip(partition.names, self.counts(partition), strict=True)
                return " ".join(f"{name}={count}" for name, count in counts if count)
        alike = sum(cls for cls in BY_RANK.classes if about & cls)
        near = [(cards, count) for cards, count in self.holdings if cards & alike]
        if about and near:
            rest = self.cards - sum(count for _, count in near)
            return " ".join([f"{card_name(cards)}={count}" for cards, count in near] + [f"others={rest}"] * (rest > 0))
        return self.describe() if about else " ".join(f"{name}={n}" for name, n in self.composition().items())


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[:most].rsplit(",", 1)[0] + ", ..."


def parse_shoe(spec: str) -> Shoe:
    """A shoe from `0=128 A=32 ...` or from a JSON or TOML file of such pairs; raises ShoeError."""
    if "=" not in spec:
        return read_shoe(Path(spec))
    pairs = []
    for item in spec.replace(",", " ").split():
        name, _, number = item.partition("=")
        pairs.append((name, _whole(number, item)))
    return _named_shoe(pairs, "--shoe")


def _whole(text: str, item: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise ShoeError(f"shoe: {item!r}: write KIND=NUMBER, with a whole number from 0 to {16 * MOST_DECKS:,}")
    return int(text)


def read_shoe(path: Path) -> Shoe:
    """A shoe from a JSON or TOML file of `kind: count` pairs; raises ShoeError that names the file."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise ShoeError(f"shoe file {str(path)!r}: larger than {MOST_BYTES:,} bytes; it holds at most 52 counts")
        text = data.decode("utf-8")
        if path.suffix == ".toml":
            pairs = list(tomllib.loads(text).items())
        else:
            pairs = json.loads(text, object_pairs_hook=list)
    except OSError as error:
        raise ShoeError(f"shoe {str(path)!r}: {error.strerror or error}; "
                        "write pairs such as 0=16 A=4 9h=1, or name a JSON or TOML file of them") from None
    except ShoeError:
        raise
    except (ValueError, RecursionError) as error:
        raise ShoeError(f"shoe file {str(path)!r}: not readable as {'TOML' if path.suffix == '.toml' else 'JSON'}:"
                        f" {error}") from None
    if not isinstance(pairs, list) or not all(isinstance(pair, tuple) for pair in pairs):
        raise ShoeError(f"shoe file {str(path)!r}: must be one object of pairs such as {{\"0\": 16, \"A\": 4}}")
    return _named_shoe(pairs, str(path))


def _named_shoe(pairs: Iterable[tuple[str, int]], where: str) -> Shoe:
    try:
        return Shoe.of(pairs)
    except (CardError, ShoeError) as error:
        raise ShoeError(f"{where}: {error}") from None


def removed_cards(text: str) -> tuple[CardSet, ...]:
    """The cards of a list such as `9,9,K` or `9h,Kd`; raises CardError."""
    return tuple(parse_card(card) for card in text.replace(",", " ").split())

