"""The drawing rules of a game: who draws a third card, as a table with exact probabilities.

This is the one place where a rule of the draw is written, and `Rules.courses` the one where it is decided. A coup deals
Player, Banker, Player, Banker, then Player's third card if Player draws, then Banker's if Banker draws.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TypeVar

from exact.display import Shown
from exact.errors import RulesError, quoted
from exact.game.cards import VALUES, CardSet, card_in_words
from exact.game.coup import FIRST_FOUR, Position
from exact.values import gathered

STOOD = 10
"""The column of Banker's table for a Player who took no third card."""

Probability = Fraction
T = TypeVar("T")


@dataclass(frozen=True)
class Square:
    """A square of the third-card table: whether a hand draws on its two-card total.

    `against` is None for Player; for Banker the value of Player's third card (Player's final total in rules that read
    that), or STOOD. `draw` is the probability of drawing. Raises RulesError for a square that no table has.
    """

    hand: str
    total: int
    against: int | None
    draw: Probability

    def __post_init__(self) -> None:
        columns = {"Player": (None,), "Banker": tuple(range(STOOD + 1))}.get(self.hand, ())
        if self.total not in range(10) or self.against not in columns:
            raise RulesError(f"square {self.hand} {self.total} against {self.against}: not in the third-card table")

    @property
    def where(self) -> str:
        """`Banker on 3 against a third card 8`."""
        against = ("" if self.against is None else " after Player stood" if self.against == STOOD
                   else f" against a third card {self.against}")
        return f"{self.hand} on {self.total}{against}"


@dataclass(frozen=True)
class Deviation:
    """A square that differs from the standard tableau, and what the standard has there."""

    here: Square
    standard: Square

    def __str__(self) -> str:
        return f"{self.here.where}: {self.change}"

    @property
    def change(self) -> str:
        """`stands (standard: draws)`."""
        standard = "a natural" if self.here.total in STANDARD.naturals else verb(self.standard.draw)
        return f"{verb(self.here.draw)} (standard: {standard})"


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
        own = "" if len(self.banker_totals) == 10 else f" on {_listed(sorted(self.banker_totals))}"
        cards = {2: "two ", 3: "three "}.get(self.player_cards or 0, "")
        return (f"Banker{own} {'draws' if self.draws else 'stands'} whenever Player's {cards}cards make "
                f"{_listed(sorted(self.player_totals))}")


@dataclass(frozen=True)
class Course:
    """A way in which a coup may go on after the first four cards.

    `chance` is its probability, `player_draws` whether Player takes a third card, `banker_draws` the probability that
    Banker then takes one: by the value of Player's third card, or a single number where Player took none.
    """

    chance: Probability
    player_draws: bool
    banker_draws: tuple[Probability, ...]

    def banker_draw(self, third: int | None = None) -> Probability:
        """The probability that Banker draws, given the value of Player's third card (None: there is none)."""
        return self.banker_draws[third or 0]


@dataclass(frozen=True)
class Rules(Shown):
    """Natural totals, Player's drawing totals, Banker's table, and cards printed on the layout.

    `player_draws[t]` is the probability that Player draws on a two-card total t; `banker_draws[t][x]` that Banker
    draws on t when Player's third card has value x, or, at x = STOOD, when Player stood. With
    `banker_reads="total"` the columns 0-9 are Player's final total instead of the third card (a known slip; no house
    plays it). `printed` holds positions whose card does not come from the shoe, as in 7 Up. `overrides` are stronger
    than the table, the last one the strongest.

    What follows two hands is asked of `courses`, which alone reads the table; `squares` shows it. A natural ends the
    coup, whatever the table has on its total. Raises RulesError for a table that is incomplete or out of range.
    """

    naturals: frozenset[int]
    player_draws: tuple[Probability, ...]
    banker_draws: tuple[tuple[Probability, ...], ...]
    banker_reads: str = "third card"
    printed: tuple[tuple[Position, CardSet], ...] = ()
    overrides: tuple[Override, ...] = ()

    def __post_init__(self) -> None:
        faults = list(self._faults())
        if faults:
            raise RulesError(f"rules: {'; '.join(faults)}")

    def _faults(self) -> Iterator[str]:
        if not isinstance(self.naturals, frozenset) or not all(type(total) is int for total in self.naturals) or (
                not self.naturals <= frozenset(range(10))):
            yield f"naturals {quoted(self.naturals)} are no frozenset of totals from 0 to 9"
        rows = [("Player", 10, self.player_draws), *(("Banker", 11, row) for row in self.banker_draws)]
        if len(rows) != 11:
            yield f"Banker's table has {len(rows) - 1} rows; it has one for each total from 0 to 9"
        for hand, columns, row in rows:
            if len(row) != columns:
                yield f"a row of {hand} has {len(row)} squares in place of {columns}"
            if not all(isinstance(draw, Fraction) and 0 <= draw.numerator <= draw.denominator for draw in row):
                yield f"{quoted(row)} of {hand} are no probabilities; a square is a Fraction from 0 to 1"
        if self.banker_reads not in ("third card", "total"):
            yield f'Banker reads {quoted(self.banker_reads)}, which is neither "third card" nor "total"'
        for position, cards in self.printed:
            if position not in FIRST_FOUR or VALUES.find(cards) is None:
                yield f"{cards} printed at {quoted(position)} is no card of one value at P1, B1, P2 or B2"

    def courses(self, player: int, banker: int) -> tuple[Course, ...]:
        """How a coup may go on after two-card totals of Player and Banker: one course or, where Player mixes, two.

        >>> STANDARD.courses(7, 5)
        (Course(chance=Fraction(1, 1), player_draws=False, banker_draws=(Fraction(1, 1),)),)
        >>> [int(STANDARD.courses(0, 3)[0].banker_draw(third)) for third in (7, 8, 9)]
        [1, 0, 1]
        """
        return self._courses[player, banker]

    @cached_property
    def _courses(self) -> dict[tuple[int, int], tuple[Course, ...]]:
        return {(player, banker): tuple(self._ways(player, banker)) for player in range(10) for banker in range(10)}

    def _ways(self, player: int, banker: int) -> Iterator[Course]:
        if self.natural_hand(player, banker):
            yield Course(Fraction(1), False, (Fraction(0),))
            return
        draws = self.player_draws[player]
        if draws < 1:
            yield Course(1 - draws, False, (self._banker(banker, player, STOOD),))
        if draws > 0:
            yield Course(draws, True, tuple(self._banker(banker, (player + third) % 10, third) for third in range(10)))

    def _banker(self, banker: int, player: int, third: int) -> Probability:
        """The probability that Banker draws on a total against Player's final total and third card (or STOOD)."""
        for override in reversed(self.overrides):
            if override.holds(banker, player, third):
                return Fraction(override.draws)
        by_total = self.banker_reads == "total" and third != STOOD
        return self.banker_draws[banker][player if by_total else third]

    def endings(self, player: int, banker: int) -> Mapping[int | None, tuple[int, int]]:
        """How a coup may end after these totals, as integers over `scale`: for each value of Player's third card (None:
        he takes none) the weights with which Banker then stands and draws.

        >>> STANDARD.endings(7, 5), STANDARD.endings(0, 3)[8], STANDARD.endings(9, 3)
        ({None: (0, 1)}, (1, 0), {None: (1, 0)})
        """
        return self._endings[player, banker]

    @cached_property
    def _endings(self) -> dict[tuple[int, int], dict[int | None, tuple[int, int]]]:
        found: dict[tuple[int, int], dict[int | None, tuple[int, int]]] = {}
        for totals, courses in self._courses.items():
            found[totals] = {}
            for course in courses:
                weight = self.scale * course.chance
                for third in range(10) if course.player_draws else (None,):
                    draw = course.banker_draw(third)
                    found[totals][third] = int(weight * (1 - draw)), int(weight * draw)
        return found

    def natural_hand(self, player: int, banker: int) -> str | None:
        """The hand whose two-card total ends the coup, Player if both do; None where play goes on."""
        return "Player" if player in self.naturals else "Banker" if banker in self.naturals else None

    @cached_property
    def most_cards(self) -> int:
        """Cards of the shoe that a coup can use: six, less those printed on the layout."""
        return len(Position) - len(self.printed)

    @cached_property
    def least_cards(self) -> int:
        """Cards of the shoe that any coup uses: the first four, less those printed, and what every two hands draw."""
        thirds = min((third is not None) + (not stands) for endings in self._endings.values()
                     for third, (stands, _) in endings.items())
        return len(FIRST_FOUR) - len(self.printed) + thirds

    @cached_property
    def scale(self) -> int:
        """The least common denominator of the probabilities of all courses that a coup can take; 1 without chance."""
        return math.lcm(*((course.chance * part).denominator for courses in self._courses.values()
                          for course in courses for draw in course.banker_draws for part in (draw, 1 - draw)))

    @cached_property
    def open_totals(self) -> tuple[int, ...]:
        """The two-card totals that do not end the coup."""
        return tuple(total for total in range(10) if total not in self.naturals)

    def reaches(self, column: int) -> bool:
        """Whether play can come to a column of Banker's table: to `STOOD` if Player ever stands, to the others if
        Player ever draws."""
        return any(self.player_draws[total] != (column == STOOD) for total in self.open_totals)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """The table, square by square, total after total; totals that end the coup have none."""
        return tuple(square for total in self.open_totals for square in (
            Square("Player", total, None, self.player_draws[total]),
            *(Square("Banker", total, column, draw) for column, draw in enumerate(self.banker_draws[total]))))

    def with_square(self, square: Square) -> Rules:
        """The rules with one square of the table changed."""
        def put(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
            return (*row[:place], value, *row[place + 1:])

        if square.against is None:
            return replace(self, player_draws=put(self.player_draws, square.total, square.draw))
        row = put(self.banker_draws[square.total], square.against, square.draw)
        return replace(self, banker_draws=put(self.banker_draws, square.total, row))

    @property
    def mixed(self) -> tuple[Square, ...]:
        """The squares that are left to chance."""
        return tuple(square for square in self.squares if 0 < square.draw < 1)

    def pure(self) -> Iterator[tuple[Rules, Probability]]:
        """The rules without chance that the mixed squares make as they fall, each with its probability.

        The last mixed square changes first, from standing to drawing; n of them make 2^n rules.
        """
        for falls in product((Fraction(0), Fraction(1)), repeat=len(self.mixed)):
            rules, chance = self, Fraction(1)
            for square, draw in zip(self.mixed, falls, strict=True):
                rules = rules.with_square(replace(square, draw=draw))
                chance *= square.draw if draw else 1 - square.draw
            yield rules, chance

    @cached_property
    def hash(self) -> str:
        """SHA-256 over the whole table, to tell whether two reports speak of the same rules."""
        table = {"naturals": sorted(self.naturals), "player_draws": [str(p) for p in self.player_draws],
                 "banker_draws": [[str(p) for p in row] for row in self.banker_draws],
                 "banker_reads": self.banker_reads,
                 "printed": [[position.name, str(cards)] for position, cards in self.printed],
                 **({"overrides": list(map(str, self.overrides))} if self.overrides else {})}
        return hashlib.sha256(json.dumps(table, separators=(",", ":")).encode()).hexdigest()

    def deviations(self) -> tuple[Deviation, ...]:
        """Every square that differs from the standard tableau; those that play never comes to do not count."""
        standard = {(square.hand, square.total, square.against): square for square in replace(
            STANDARD, naturals=frozenset()).squares}
        pairs = (Deviation(square, standard[square.hand, square.total, square.against]) for square in self.squares
                 if square.against is None or self.reaches(square.against))
        return tuple(pair for pair in pairs if pair.here != pair.standard)

    def differences(self) -> list[str]:
        """What differs from the standard tableau, a sentence each; empty for the standard."""
        lines = list(_grouped(self.deviations()))
        if self.naturals != STANDARD.naturals:
            which = f"naturals are {_listed(sorted(self.naturals))}" if self.naturals else "there are no naturals"
            lines.insert(0, f"{which} (standard: 8, 9)")
        if self.banker_reads != STANDARD.banker_reads:
            lines.append("Banker's table is read by Player's final total (standard: by Player's third card)")
        lines += [f"{position.words} is {card_in_words(cards)} printed on the layout, not from the shoe"
                  for position, cards in self.printed]
        lines += map(str, self.overrides)
        return lines

    def __str__(self) -> str:
        return "; ".join(self.differences()) or "standard tableau"

    def __repr__(self) -> str:
        return f"<rules: {self}>"


def _grouped(deviations: Iterable[Deviation]) -> Iterator[str]:
    """Squares of one total with the same change, in one sentence."""
    groups = gathered(((one.here.hand, one.here.total, one.change), one.here.against) for one in deviations)
    for (hand, total, change), against in groups.items():
        cards = [x for x in against if x is not None and x != STOOD]
        where = []
        if cards:
            where.append("whatever the third card" if len(cards) == 10 else f"against a third card {_listed(cards)}")
        if STOOD in against:
            where.append("after Player stood")
        yield f"{hand} on {total}{''.join(f' {part}' for part in [' and '.join(where)] if part)}: {change}"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _draws(*columns: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(column in columns) for column in range(11))


STANDARD = Rules(
    naturals=frozenset({8, 9}),
    player_draws=_draws(0, 1, 2, 3, 4, 5)[:10],
    banker_draws=(
        _draws(*range(11)), _draws(*range(11)), _draws(*range(11)),
        _draws(0, 1, 2, 3, 4, 5, 6, 7, 9, STOOD),
        _draws(2, 3, 4, 5, 6, 7, STOOD),
        _draws(4, 5, 6, 7, STOOD),
        _draws(6, 7),
        _draws(), _draws(), _draws(),
    ),
)
"""The tableau of punto banco everywhere; deviations are told against it."""
