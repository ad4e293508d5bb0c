"""Counting systems: a tag for each card, and the running count with which a fresh shoe starts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from exact.errors import CardError, ExactError
from exact.game.cards import KINDS, VALUES, CardSet, Partition, parse_card_set
from exact.values import gathered

LARGEST = Fraction(10**6)
KEEP, MOST_KEPT = 200, 2000
"""Counts of highest correlation whose exact gain is computed in a search."""
PUBLISHED_ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)
"""The order in which tags are printed without names: A, 2 ... 9, and all ten-valued cards."""


class CountError(ExactError):
    """A counting system or a trigger that cannot be read or evaluated."""


@dataclass(frozen=True)
class Tags:
    """What is added to the running count when a card is dealt: one tag for each of the 52 kinds.

    `start` is the running count of a fresh shoe (0 for a balanced count; unbalanced counts often start elsewhere).
    """

    tags: tuple[Fraction, ...]
    start: Fraction = Fraction(0)

    @staticmethod
    def by_value(tags: Sequence[Fraction | int], start: Fraction | int = 0) -> Tags:
        """Tags of the ten point values, 0 first."""
        return Tags.by_class(zip(VALUES.classes, tags, strict=True), start)

    @staticmethod
    def by_class(tags: Iterable[tuple[CardSet, Fraction | int]], start: Fraction | int = 0) -> Tags:
        """A tag for each of some sets of cards; all others count 0."""
        by_kind = [Fraction(0)] * len(KINDS)
        for cards, tag in tags:
            for kind in cards:
                by_kind[kind] = Fraction(tag)
        return Tags(tuple(by_kind), Fraction(start))

    @property
    def classes(self) -> Partition:
        """The cards of equal tag."""
        return Partition.by(self.tags)

    @property
    def balanced(self) -> bool:
        """Whether the tags of a full deck add up to 0."""
        return sum(self.tags) == 0

    @property
    def integers(self) -> tuple[tuple[int, ...], Fraction, Fraction]:
        """(u, base, step) with tag = base + step * u for each kind, u whole numbers >= 0 without a common factor."""
        base = min(self.tags)
        denominator = lcm(*(tag.denominator for tag in self.tags))
        over = [int((tag - base) * denominator) for tag in self.tags]
        common = gcd(*over) or 1
        return tuple(u // common for u in over), base, Fraction(common, denominator)

    def of(self, cards: CardSet) -> Fraction:
        """The tag of a set of cards; raises CountError where they have different ones."""
        found = {self.tags[kind] for kind in cards}
        if len(found) > 1:
            raise CountError(f"cards {cards}: have different tags, and the shoe does not distinguish them;"
                             " give the shoe by rank or by card")
        return found.pop()

    def __str__(self) -> str:
        groups = gathered((tag, kind) for kind, tag in enumerate(self.tags) if tag)
        text = " ".join(f"{str(CardSet.of_kinds(kinds)).replace(' ', '')}={'+' if tag > 0 else ''}{tag}"
                        for tag, kinds in sorted(groups.items()))
        start = f", starting at {self.start}" if self.start else ""
        return (text or "every card 0") + start


def parse_number(text: str, where: str) -> Fraction:
    """A whole number, decimal or fraction; raises CountError."""
    try:
        if len(text) > 30 or "e" in text.lower():
            raise ValueError
        number = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise CountError(f"{where}: {text!r} is not a number; write 2, -1, 0.5 or 1/2") from None
    if abs(number) > LARGEST:
        raise CountError(f"{where}: {text} is too large; the most is {LARGEST}")
    return number


def parse_tags(text: str, start: Fraction | int = 0) -> Tags:
    """Tags from `4-7=-1 8,9=2`, or from ten numbers for A,2,...,9,0 as counts are published.

    A kind is a rank (A 2-9 T J Q K), 0 for all ten-valued cards, a card (9h), a range (4-7, A-3, 7-0) or several of
    these with commas; kinds without a tag count 0. Raises CountError for a kind that does not exist or has two tags.
    """
    if "=" not in text:
        return _listed(text, start)
    by_kind: list[Fraction | None] = [None] * len(KINDS)
    for item in re.sub(r"(=[^,\s]*),", r"\1 ", text).split():  # a comma after a number parts like a blank
        names, equals, number = item.partition("=")
        if not equals or not names or not number:
            raise CountError(f"`tags` {item!r}: write KINDS=NUMBER, such as 4-7=-1 or A,2=0.5")
        tag = parse_number(number, f"`tags` {item!r}")
        for name in names.split(","):
            try:
                cards = parse_card_set(name)
            except CardError as error:
                raise CountError(f"`tags` {item!r}: {error}") from None
            for kind in cards:
                if by_kind[kind] is not None:
                    raise CountError(f"`tags` {item!r}: {name} has a tag already, all or in part; give each kind one"
                                     " tag")
                by_kind[kind] = tag
    return Tags(tuple(tag or Fraction(0) for tag in by_kind), Fraction(start))


def _listed(text: str, start: Fraction | int) -> Tags:
    numbers = text.replace(",", " ").split()
    if len(numbers) != len(PUBLISHED_ORDER):
        raise CountError(f"`tags` {text!r}: write KINDS=NUMBER, such as 4-7=-1 8,9=2, or ten numbers for A,2,...,9,0 "
                         f"(here are {len(numbers)})")
    by_value = [Fraction(0)] * 10
    for value, number in zip(PUBLISHED_ORDER, numbers, strict=True):
        by_value[value] = parse_number(number, f"`tags` {text!r}")
    return Tags.by_value(by_value, start)
