"""How a shoe is dealt through: the burn, the cut card, and how many coups that gives.

The number of coups is that of a renewal process: coups are taken to use 4, 5 or 6 cards independently of each other,
with the probabilities of the full shoe. A single coup has exactly these at every depth; successive ones are not quite
independent, which moves the mean number of coups of eight decks by less than one in ten thousand. Whatever follows
from it is therefore marked approximate, and checked by the simulator, which shares `Procedure` with this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from exact.errors import UsageError

NO_BURN, BY_FIRST_CARD = "none", "first-card"
LONGEST_COUP = 6


@dataclass(frozen=True)
class Procedure:
    """Burn and cut card as data.

    `burn`: "none", "first-card" (the first card is shown, and as many as its points are burned face down, ten for a
    ten-valued card) or a fixed number of cards, face down. The cut card lies `cut` cards from the end. `after` is how
    many coups follow the one in the course of which it comes out; `when_first` how many follow the one at whose start
    it comes out. `unseen_burn`: the counter's decks left include the burned cards, which were not seen; else only the
    cards still in the shoe.
    """

    burn: str | int = BY_FIRST_CARD
    cut: int = 14
    after: int = 1
    when_first: int = 0
    unseen_burn: bool = True

    def __post_init__(self) -> None:
        if self.burn not in (NO_BURN, BY_FIRST_CARD) and not (isinstance(self.burn, int) and 0 <= self.burn <= 52):
            raise UsageError(f"burn {self.burn!r}: must be none, first-card, or a number of cards from 0 to 52")
        if not (0 <= self.after <= 2 and 0 <= self.when_first <= 2):
            raise UsageError(f"coups after the cut card {self.after}, {self.when_first}: must be 0, 1 or 2")
        if self.cut < self.least_cut:
            raise UsageError(f"cut card {self.cut}: the coups after it may need {self.least_cut} cards;"
                             f" put it at least {self.least_cut} from the end")

    @property
    def least_cut(self) -> int:
        """Cards behind the cut card that the last coups may need."""
        return max(LONGEST_COUP * (self.after + 1) - 1, LONGEST_COUP * (self.when_first + 1))

    def burns(self, points: int) -> int:
        """Cards burned face down when the first card has these points."""
        if self.burn == BY_FIRST_CARD:
            return points or 10
        return 0 if self.burn == NO_BURN else int(self.burn)

    @property
    def shows_first(self) -> bool:
        """Whether the first card of the shoe is shown and put away."""
        return self.burn == BY_FIRST_CARD

    def check(self, cards: int) -> None:
        """Raises UsageError if the shoe has no room for the burn, a coup and the cut card."""
        burned = 11 if self.shows_first else self.burns(0)
        if cards <= burned + self.least_cut:
            raise UsageError(f"shoe of {cards} cards: too small for this procedure, which may burn"
                             f" {burned} cards and needs {self.least_cut} behind the cut card; take more cards, no"
                             " burn, or fewer coups after the cut card")
        if cards - self.cut <= burned:
            raise UsageError(f"cut card {self.cut} from the end of a shoe of {cards} cards: lies in the burn;"
                             f" it must be less than {cards - burned}")

    def describe(self) -> str:
        words = {NO_BURN: "no burn", BY_FIRST_CARD: "burn by the first card"}
        burn = words.get(str(self.burn), f"burn {self.burn} cards")
        after = ["finish the coup", "finish the coup and deal one more", "finish the coup and deal two more"]
        first = ["that coup is the last", "one more follows", "two more follow"]
        return (f"{burn}; cut card {self.cut} from the end, then {after[self.after]}"
                f" (if it comes first in a coup: {first[self.when_first]}); decks left "
                f"{'include' if self.unseen_burn else 'exclude'} the burned cards")


@dataclass(frozen=True)
class Starts:
    """Expected coups that start with so many cards physically left, by (cards left, cards burned unseen)."""

    expected: Mapping[tuple[int, int], float]
    coups: float
    coups_variance: float


def starts(procedure: Procedure, values: Sequence[int], lengths: Mapping[int, float]) -> Starts:
    """Where the coups of a shoe start: `values` are the cards of each point value, `lengths` the law of a coup's cards.

    Approximate, as the module says.
    """
    cards = sum(values)
    procedure.check(cards)
    expected: dict[tuple[int, int], float] = {}
    mean = square = 0.0
    for share, dealt, burned in _burns(procedure, values, cards):
        law = {(dealt, -1): 1.0}
        number = 0
        while law:
            following: dict[tuple[int, int], float] = {}
            ended = 0.0
            for (place, more), probability in law.items():
                key = (cards - place, burned)
                expected[key] = expected.get(key, 0.0) + share * probability
                for length, chance in lengths.items():
                    after = _after(procedure, cards - procedure.cut, place, place + length, more)
                    if after == 0:
                        ended += probability * chance
                    else:
                        state = (place + length, after)
                        following[state] = following.get(state, 0.0) + probability * chance
            number += 1
            mean += share * ended * number
            square += share * ended * number * number
            law = following
    return Starts(expected, mean, square - mean * mean)


def _after(procedure: Procedure, cut: int, start: int, end: int, more: int) -> int:
    """Coups still to come after one from `start` to `end`; -1 while the cut card has not come out."""
    if more >= 0:
        return more - 1
    if start == cut:
        return procedure.when_first
    return procedure.after if end > cut else -1


def _burns(procedure: Procedure, values: Sequence[int], cards: int) -> Iterator[tuple[float, int, int]]:
    """(probability, cards gone, burned unseen) before the first coup."""
    if not procedure.shows_first:
        yield 1.0, procedure.burns(0), procedure.burns(0)
        return
    for points, count in enumerate(values):
        if count:
            yield count / cards, 1 + procedure.burns(points), procedure.burns(points)
