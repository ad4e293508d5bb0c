"""How a shoe is dealt through: what is burned, where the cut card lies, and how many coups follow it.

This is the one place that says when a shoe is over. The exact law of the number of coups, the renewal law, and the
simulator all go by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import ShoeExhaustedError, UsageError, plural, quoted
from exact.game.cards import VALUES
from exact.game.shoe import Shoe, ShoeLike, require_cards
from exact.values import whole

NO_BURN, BY_FIRST_CARD = "none", "first-card"
MOST_BURNED = 52
MOST_EXTRA = 9
MOST_CUT = 10**6


@dataclass(frozen=True)
class Burn:
    """One way in which a shoe can begin: how likely it is, the value of the card shown (None: none is), and the number
    of cards burned face down, unseen."""

    probability: Fraction
    shown: int | None
    unseen: int

    @property
    def cards(self) -> int:
        """The cards that leave the shoe before the first coup."""
        return self.unseen + (self.shown is not None)


@dataclass(frozen=True)
class Procedure:
    """Burn and cut card as data.

    `burn` is "first-card" (the first card is shown, and as many cards as its points are burned face down, ten for a
    ten-valued card), a number of cards burned face down, or "none". The cut card lies before the last `cut` cards.
    Where it comes out in the course of a coup, `extra` more coups follow that one; where it is the next card to come as
    a coup begins, `extra_if_first` coups are dealt from that one on, which is the first of them; and so it is where the
    cut card is out before the first coup, on top of the shoe or among the cards burned. A coup is dealt only while the
    shoe surely lasts it.
    """

    burn: str | int = BY_FIRST_CARD
    cut: int = 14
    extra: int = 1
    extra_if_first: int = 1

    def __post_init__(self) -> None:
        burned = 0 if self.burn in (NO_BURN, BY_FIRST_CARD) else whole(self.burn)
        if burned is None or not 0 <= burned <= MOST_BURNED:
            raise UsageError(f"`burn` {quoted(self.burn)}: is none, first-card, or a number of cards from 0 to"
                             f" {MOST_BURNED}")
        for name, number, most in (("cut", self.cut, MOST_CUT), ("extra", self.extra, MOST_EXTRA),
                                   ("extra_if_first", self.extra_if_first, MOST_EXTRA)):
            if whole(number) is None or not 0 <= number <= most:
                raise UsageError(f"`{name}` {quoted(number)}: a whole number from 0 to {most:,}")

    @staticmethod
    def of(shoe: ShoeLike, burn: str | int = BY_FIRST_CARD, cut: int | None = None, extra: int = 1,
           extra_if_first: int = 1) -> Procedure:
        """The procedure for a shoe; with no `cut` given, the cut card lies on top of one that is too small for it.

        >>> Procedure.of(Shoe.of("0=8")).cut
        8
        """
        return Procedure(burn, min(Procedure.cut, Shoe.of(shoe).cards) if cut is None else cut, extra, extra_if_first)

    @property
    def shows_first(self) -> bool:
        """Whether the first card of the shoe is shown and put away."""
        return self.burn == BY_FIRST_CARD

    def burns(self, values: Sequence[int]) -> Iterator[Burn]:
        """The ways in which a shoe with so many cards of each point value can begin."""
        if not self.shows_first:
            yield Burn(Fraction(1), None, 0 if self.burn == NO_BURN else int(self.burn))
            return
        for points, count in enumerate(values):
            if count:
                yield Burn(Fraction(count, sum(values)), points, points or 10)

    def most_burned(self, shoe: Shoe) -> int:
        """The most cards of a shoe that may leave it before the first coup."""
        return max((burn.cards for burn in self.burns(shoe.counts(VALUES))), default=0)

    def check(self, shoe: Shoe, coup: int) -> None:
        """Raises ShoeExhaustedError for the infinite shoe and for one that may not last the burn and one coup, of at
        most `coup` cards; UsageError for a cut card before more cards than the shoe has."""
        if shoe.infinite:
            raise ShoeExhaustedError("the infinite shoe has no end, and no cut card; give a number of decks")
        burned = self.most_burned(shoe)
        require_cards(shoe.cards, burned + coup, "the burn and a coup" if burned else "a coup")
        if self.cut > shoe.cards:
            raise UsageError(f"`cut` {self.cut:,}: the shoe has {plural(shoe.cards, 'card')}; put at most that many"
                             " behind the cut card")

    def begin(self, left: int, coup: int) -> int | None:
        """The coups to come in a shoe that holds `left` cards before the first coup: as `then`."""
        return 0 if left < coup else None if left > self.cut else self.extra_if_first

    def then(self, to_come: int | None, left: int, coup: int) -> int | None:
        """The coups to come after a coup that leaves `left` cards; None while the cut card is not out, 0 when the shoe
        is over.

        `to_come` is what this was before that coup, itself counted; `coup` the cards that the next one may need.
        """
        if left < coup:
            return 0
        if to_come is not None:
            return to_come - 1
        if left > self.cut:
            return None
        return self.extra_if_first if left == self.cut else self.extra

    def __str__(self) -> str:
        burn = ("burn by the first card" if self.shows_first else
                "no burn" if self.burn == NO_BURN else f"burn {plural(int(self.burn), 'card')}")
        more = ["finish the coup", "finish the coup and deal one more", "finish the coup and deal two more"]
        after = more[self.extra] if self.extra < len(more) else f"finish the coup and deal {self.extra} more"
        from_it = ["that coup is not dealt", "that coup is the last", "one more follows", "two more follow"]
        first = (from_it[self.extra_if_first] if self.extra_if_first < len(from_it)
                 else f"{self.extra_if_first - 1} more follow")
        return f"{burn}; cut card {self.cut} from the end, then {after} (if it comes first in a coup: {first})"


def read_depths(cards_left: int | str | Iterable[int], fewest: int, cards: int) -> tuple[int, ...]:
    """Numbers of cards left, each once, in order: `8`, `"8,10"`, `"8-10"`, or several numbers; raises UsageError.

    >>> read_depths("26,8-10", 6, 52)
    (8, 9, 10, 26)
    """
    several = cards_left if isinstance(cards_left, Iterable) else [cards_left]
    text = cards_left if isinstance(cards_left, str) else ",".join(map(str, several))
    depths: set[int] = set()
    for item in text.split(","):
        low, dash, high = item.strip().partition("-")
        ends = [low, high if dash else low]
        if not all(end.isascii() and end.isdigit() and len(end) <= 12 for end in ends):
            raise UsageError(f"`cards_left` {text[:60]!r}: write numbers of cards or ranges, such as 26,52 or 6-410")
        first, last = map(int, ends)
        if not fewest <= first <= last <= cards:
            raise UsageError(f"`cards_left` {item.strip()}: must be within {fewest} (a coup may need them) to {cards},"
                             " the lower number first")
        depths |= set(range(first, last + 1))
    return tuple(sorted(depths))


def check_left(shoe: Shoe, cards_left: int, coup: int) -> None:
    """Raises UsageError for a number of cards left that the shoe has not, or that a coup of at most `coup` cards may
    not find enough."""
    if not coup <= cards_left <= shoe.cards:
        raise UsageError(f"`cards_left` {cards_left}: must be from {coup} (a coup may need them) to {shoe.cards}")
