"""The drawing rules of a game: who draws a third card, as a table with exact probabilities.

This is the one place where a rule of the draw is written, and `Rules.courses` the one where it is decided. A coup deals
Player, Banker, Player, Banker, then Player's third card if Player draws, then Banker's if Banker draws.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import TypeVar

from exact.display import Shown
from exact.errors import RulesError, plural, quoted
from exact.game.cards import VALUES, CardSet, card_in_words
from exact.game.coup import FIRST_FOUR, Position
from exact.game.squares import HALF as HALF
from exact.game.squares import HANDS_OF as HANDS_OF
from exact.game.squares import STOOD as STOOD
from exact.game.squares import Course as Course
from exact.game.squares import Override as Override
from exact.game.squares import Place as Place
from exact.game.squares import Probability as Probability
from exact.game.squares import Square as Square
from exact.game.squares import in_line
from exact.game.squares import verb as verb

T = TypeVar("T")

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
        return f"{'is free to draw' if self.here.free else verb(self.here.draw)} (standard: {standard})"


@dataclass(frozen=True)
class Rules(Shown):
    """Natural totals, Player's drawing totals, Banker's table, and cards printed on the layout.

    `player_draws[t]` is the probability that Player draws on a two-card total t; `banker_draws[t][x]` that Banker
    draws on t when Player's third card has value x, or, at x = STOOD, when Player stood. With
    `banker_reads="total"` the columns 0-9 are Player's final total instead of the third card (a known slip; no house
    plays it). `printed` holds positions whose card does not come from the shoe, as in 7 Up. `overrides` are stronger
    than the table, the last one the strongest.

    `free` are the places where the hand chooses; `player_sees` and `banker_sees` say what it knows then of its own
    cards, "total" or "hand" (docs/equilibrium.md). `by_hand` are squares of two cards, stronger than that of their
    total.

    What follows two hands is asked of `courses`, which alone reads the table; `squares` shows it. A natural ends the
    coup, whatever the table has on its total. Raises RulesError for a table that is incomplete or out of range.
    """

    naturals: frozenset[int]
    player_draws: tuple[Probability, ...]
    banker_draws: tuple[tuple[Probability, ...], ...]
    banker_reads: str = "third card"
    printed: tuple[tuple[Position, CardSet], ...] = ()
    overrides: tuple[Override, ...] = ()
    free: frozenset[Place] = frozenset()
    player_sees: str = "total"
    banker_sees: str = "total"
    by_hand: tuple[Square, ...] = ()

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
        for hand, sees in (("Player", self.player_sees), ("Banker", self.banker_sees)):
            if sees not in ("total", "hand"):
                yield f'{hand} sees {quoted(sees)}, which is neither "total" nor "hand"'
        once = Counter((square.place, square.cards) for square in self.by_hand)
        for square in self.by_hand:
            if square.cards is None or square.total in self.naturals or once[square.place, square.cards] > 1:
                yield f"{square.where}: a square of two cards is no natural, and stands once"
        if self.free and self.banker_reads != "third card":
            yield "free squares go with a table read by Player's third card"
        for position, cards in self.printed:
            if position not in FIRST_FOUR or VALUES.find(cards) is None:
                yield f"{cards} printed at {quoted(position)} is no card of one value at P1, B1, P2 or B2"

    def courses(self, player: int, banker: int) -> tuple[Course, ...]:
        """How a coup may go on after two hands, as `player_hand` and `banker_hand` number them (a total will do where
        no square depends on the cards): one course or, where Player mixes, two.

        >>> STANDARD.courses(7, 5)
        (Course(chance=Fraction(1, 1), player_draws=False, banker_draws=(Fraction(1, 1),)...)
        >>> [int(STANDARD.courses(0, 3)[0].banker_draw(third)) for third in (7, 8, 9)]
        [1, 0, 1]

        Raises RulesError where squares are free.
        """
        self.require_settled()
        return self._courses[player, banker]

    def choices(self, player: int, banker: int) -> tuple[Course, ...]:
        """As `courses`, also where squares are free; a course says where."""
        return self._courses[player, banker]

    def require_settled(self) -> None:
        """Raises RulesError where squares are free, so that nobody has said how the coup goes on."""
        if self.free:
            raise RulesError(f"rules: {plural(len(self.free), 'square')} of the third-card table free, so that nothing"
                             " says who draws; `exact equilibrium` solves the game, and can keep the solution as rules")

    def player_hand(self, first: int, second: int) -> int:
        """The number of a two-card hand of Player by the values of its cards. It ends in the total, and is the total
        unless some square is of these two cards."""
        return self._numbers["Player"].get((min(first, second), max(first, second)), (first + second) % 10)

    def banker_hand(self, first: int, second: int) -> int:
        """The same of Banker."""
        return self._numbers["Banker"].get((min(first, second), max(first, second)), (first + second) % 10)

    @cached_property
    def _numbers(self) -> dict[str, dict[tuple[int, int], int]]:
        named = {hand: sorted({square.cards for square in self.by_hand if square.hand == hand and square.cards})
                 for hand in ("Player", "Banker")}
        return {hand: {cards: 10 * place + sum(cards) % 10 for place, cards in enumerate(found, 1)}
                for hand, found in named.items()}

    def hands(self, hand: str) -> tuple[int, ...]:
        """The numbers of all two-card hands of Player or Banker that the table tells apart."""
        return (*range(10), *self._numbers[hand].values())

    @cached_property
    def _square(self) -> dict[tuple[str, int, int | None], tuple[Probability, bool]]:
        """The probability of drawing by hand number and column, and whether it is free."""
        found = {(hand, total, column): (draw, (hand, total, column) in self.free)
                 for total in range(10) for hand, column, draw in (
                     ("Player", None, self.player_draws[total]),
                     *(("Banker", column, draw) for column, draw in enumerate(self.banker_draws[total])))}
        for hand, numbers in self._numbers.items():
            for number in numbers.values():
                for column in (None,) if hand == "Player" else range(STOOD + 1):
                    found[hand, number, column] = found[hand, number % 10, column]
        return found | {(square.hand, self._numbers[square.hand][square.cards], square.against):
                        (square.draw, square.free) for square in self.by_hand if square.cards}

    @cached_property
    def _courses(self) -> dict[tuple[int, int], tuple[Course, ...]]:
        return {(player, banker): tuple(self._ways(player, banker)) for player in self.hands("Player")
                for banker in self.hands("Banker")}

    def _ways(self, player: int, banker: int) -> Iterator[Course]:
        if self.natural_hand(player, banker):
            yield Course(Fraction(1), False, (Fraction(0),))
            return
        draws, free = self._square["Player", player, None]
        if free or draws < 1:
            yield self._course(1 - draws, False, free, [self._banker(banker, player % 10, STOOD)])
        if free or draws > 0:
            yield self._course(draws, True, free, [self._banker(banker, (player + x) % 10, x) for x in range(10)])

    def _course(self, chance: Probability, drawn: bool, free: bool, banker: list[tuple[Probability, bool]]) -> Course:
        chosen = tuple(choice for _, choice in banker)
        return Course(chance, drawn, tuple(draw for draw, _ in banker), free, chosen if any(chosen) else ())

    def _banker(self, banker: int, player: int, third: int) -> tuple[Probability, bool]:
        """The probability that Banker draws with a hand against Player's final total and third card (or STOOD), and
        whether he chooses."""
        for override in reversed(self.overrides):
            if override.holds(banker % 10, player, third):
                return Fraction(override.draws), False
        by_total = self.banker_reads == "total" and third != STOOD
        return self._square["Banker", banker, player if by_total else third]

    def endings(self, player: int, banker: int) -> Mapping[int | None, tuple[int, int]]:
        """How a coup may end after these totals, as integers over `scale`: for each value of Player's third card (None:
        he takes none) the weights with which Banker then stands and draws.

        >>> STANDARD.endings(7, 5), STANDARD.endings(0, 3)[8], STANDARD.endings(9, 3)
        ({None: (0, 1)}, (1, 0), {None: (1, 0)})
        """
        return self._endings[player, banker]

    @cached_property
    def _endings(self) -> dict[tuple[int, int], dict[int | None, tuple[int, int]]]:
        self.require_settled()
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
        self.require_settled()
        return math.lcm(*((course.chance * part).denominator for courses in self._courses.values()
                          for course in courses for draw in course.banker_draws for part in (draw, 1 - draw)))

    @cached_property
    def open_totals(self) -> tuple[int, ...]:
        """The two-card totals that do not end the coup."""
        return tuple(total for total in range(10) if total not in self.naturals)

    def reaches(self, column: int) -> bool:
        """Whether play can come to a column of Banker's table: to `STOOD` if Player ever stands, to the others if
        Player ever draws."""
        return any(draw != (column == STOOD) or free for (hand, number, _), (draw, free) in self._square.items()
                   if hand == "Player" and number % 10 not in self.naturals)

    @cached_property
    def squares(self) -> tuple[Square, ...]:
        """The table, square by square, total after total; totals that end the coup have none."""
        return tuple(replace(square, free=square.place in self.free) for total in self.open_totals for square in (
            Square("Player", total, None, self.player_draws[total]),
            *(Square("Banker", total, column, draw) for column, draw in enumerate(self.banker_draws[total])),
        )) + self.by_hand

    def with_square(self, square: Square) -> Rules:
        """The rules with one square of the table changed."""
        if square.cards is not None:
            others = (other for other in self.by_hand if (other.place, other.cards) != (square.place, square.cards))
            return replace(self, by_hand=(*others, square))
        if (square.place in self.free) != square.free:
            return replace(self, free=self.free ^ {square.place}).with_square(square)

        def put(row: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
            return (*row[:place], value, *row[place + 1:])

        if square.against is None:
            return replace(self, player_draws=put(self.player_draws, square.total, square.draw))
        row = put(self.banker_draws[square.total], square.against, square.draw)
        return replace(self, banker_draws=put(self.banker_draws, square.total, row))

    @property
    def mixed(self) -> tuple[Square, ...]:
        """The squares that are left to chance."""
        return tuple(square for square in self.squares if 0 < square.draw < 1 and not square.free)

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
                 **({"overrides": list(map(str, self.overrides))} if self.overrides else {}),
                 **({"free": sorted(map(repr, self.free)), "sees": [self.player_sees, self.banker_sees]}
                    if self.free else {}),
                 **({"by_hand": sorted(f"{square.where}: {square.draw}" for square in self.by_hand)}
                    if self.by_hand else {})}
        return hashlib.sha256(json.dumps(table, separators=(",", ":")).encode()).hexdigest()

    def deviations(self) -> tuple[Deviation, ...]:
        """Every square that differs from the standard tableau; those that play never comes to do not count."""
        standard = {square.place: square for square in replace(STANDARD, naturals=frozenset()).squares}
        pairs = (Deviation(square, standard[square.place]) for square in self.squares
                 if square.against is None or self.reaches(square.against))
        return tuple(pair for pair in pairs if pair.here.free or pair.here.draw != pair.standard.draw)

    def differences(self) -> list[str]:
        """What differs from the standard tableau, a sentence each; empty for the standard."""
        lines = list(_grouped(self.deviations()))
        if self.naturals != STANDARD.naturals:
            which = f"naturals are {in_line(sorted(self.naturals))}" if self.naturals else "there are no naturals"
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
    groups: dict[tuple[str, str], list[int | None]] = {}
    for deviation in deviations:
        who = replace(deviation.here, against=None, hand="Player").where.removeprefix("Player")
        groups.setdefault((f"{deviation.here.hand}{who}", deviation.change), []).append(deviation.here.against)
    for (who, change), against in groups.items():
        cards = [x for x in against if x is not None and x != STOOD]
        where = []
        if cards:
            where.append("whatever the third card" if len(cards) == 10 else f"against a third card {in_line(cards)}")
        if STOOD in against:
            where.append("after Player stood")
        yield f"{who}{''.join(f' {part}' for part in [' and '.join(where)] if part)}: {change}"


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
