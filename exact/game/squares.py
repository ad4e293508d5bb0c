"""What stands in a third-card table: squares, what is stronger than they, and the courses of a coup that follow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from exact.errors import RulesError

STOOD = 10
"""The column of Banker's table for a Player who took no third card."""

Probability = Fraction
Place = tuple[str, int, int | None]
"""A square of the table: whose, on which two-card total, and against what (None: of Player)."""
HANDS_OF = tuple(tuple((low, high) for low in range(10) for high in range(low, 10) if (low + high) % 10 == total)
                 for total in range(10))
"""The two-card hands by point values that make each total, the lower value first."""
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Square:
    """A square of the third-card table: whether a hand draws on its two-card total.

    `against` is None for Player; for Banker the value of Player's third card (Player's final total in rules that read
    that), or STOOD. `draw` is the probability of drawing; of a `free` square, which is the hand's own choice, it says
    nothing. `cards` are the values of the two cards where the square is of them alone, the lower first. Raises
    RulesError for a square that no table has.
    """

    hand: str
    total: int
    against: int | None
    draw: Probability
    cards: tuple[int, int] | None = None
    free: bool = False

    def __post_init__(self) -> None:
        columns = {"Player": (None,), "Banker": tuple(range(STOOD + 1))}.get(self.hand, ())
        if self.total not in range(10) or self.against not in columns:
            raise RulesError(f"square {self.hand} {self.total} against {self.against}: not in the third-card table")
        if self.cards is not None and self.cards not in HANDS_OF[self.total]:
            raise RulesError(f"square {self.hand} {self.total} of the cards {self.cards}: do not make it")

    @property
    def place(self) -> Place:
        """Where it stands in the table."""
        return self.hand, self.total, self.against

    @property
    def where(self) -> str:
        """`Banker on 3 against a third card 8`."""
        against = ("" if self.against is None else " after Player stood" if self.against == STOOD
                   else f" against a third card {self.against}")
        cards = "" if self.cards is None else f" ({self.cards[0]} and {self.cards[1]})"
        return f"{self.hand} on {self.total}{cards}{against}"


def in_line(numbers: Iterable[int]) -> str:
    """`0, 1, 9`."""
    return ", ".join(map(str, numbers))


def verb(draws: Fraction) -> str:
    """What a hand does that draws with a probability."""
    return {Fraction(0): "stands", Fraction(1): "draws"}.get(draws, f"draws with probability {draws}")


@dataclass(frozen=True)
class Override:
    """Where Player's final total decides whether Banker draws, and not the square of the table: a slip of programs.

    It holds where that total is among `player_totals`, Player's cards number `player_cards` (2 or 3; None: either) and
    Banker's two-card total is among `banker_totals`. Raises RulesError for what are no totals.
    """

    draws: bool
    player_totals: frozenset[int]
    player_cards: int | None = None
    banker_totals: frozenset[int] = frozenset(range(10))

    def __post_init__(self) -> None:
        if not (self.player_totals | self.banker_totals <= frozenset(range(10)) and self.player_totals
                and self.banker_totals and self.player_cards in (None, 2, 3)):
            raise RulesError(f"{self}: totals are from 0 to 9, and a hand has 2 or 3 cards")

    def holds(self, banker: int, player: int, third: int) -> bool:
        """Whether it decides, for Banker's two-card total, Player's final total and his third card (or STOOD)."""
        return (player in self.player_totals and banker in self.banker_totals
                and self.player_cards in (None, 2 if third == STOOD else 3))

    def __str__(self) -> str:
        own = "" if len(self.banker_totals) == 10 else f" on {in_line(sorted(self.banker_totals))}"
        cards = {2: "two ", 3: "three "}.get(self.player_cards or 0, "")
        return (f"Banker{own} {'draws' if self.draws else 'stands'} whenever Player's {cards}cards make "
                f"{in_line(sorted(self.player_totals))}")


@dataclass(frozen=True)
class Course:
    """A way in which a coup may go on after the first four cards.

    `chance` is its probability, `player_draws` whether Player takes a third card, `banker_draws` the probability that
    Banker then takes one: by the value of Player's third card, or a single number where Player took none. Where
    somebody chooses, `free` (Player) or the place in `banker_free` says so, and the probability says nothing.
    """

    chance: Probability
    player_draws: bool
    banker_draws: tuple[Probability, ...]
    free: bool = False
    banker_free: tuple[bool, ...] = ()

    def banker_draw(self, third: int | None = None) -> Probability:
        """The probability that Banker draws, given the value of Player's third card (None: there is none)."""
        return self.banker_draws[third or 0]
