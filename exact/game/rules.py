"""The drawing rules of a game: who draws a third card, as a table with exact probabilities.

This is the one place where a rule of the draw is written. A coup deals Player, Banker, Player, Banker, then Player's
third card if Player draws, then Banker's if Banker draws.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from typing import Any

from exact.display import Shown
from exact.errors import CardError, RulesError, quoted
from exact.game.cards import CardSet, card_in_words, card_name, kinds_in, parse_card, point_value

STOOD = 10
"""The column of Banker's table for a Player who took no third card."""

Probability = Fraction


class Position(IntEnum):
    """The places of a coup in the order of dealing."""

    P1 = 0
    B1 = 1
    P2 = 2
    B2 = 3
    P3 = 4
    B3 = 5

    @property
    def words(self) -> str:
        """`Player's first card`."""
        hand = "Player" if self in PLAYER else "Banker"
        return f"{hand}'s {('first', 'second', 'third')[self // 2]} card"


PLAYER = (Position.P1, Position.P2, Position.P3)
BANKER = (Position.B1, Position.B2, Position.B3)
FIRST_FOUR = (Position.P1, Position.B1, Position.P2, Position.B2)


@dataclass(frozen=True)
class Deviation:
    """One square of the third-card table that differs from the standard; probabilities of drawing."""

    hand: str
    total: int
    against: int | None
    standard: Fraction
    here: Fraction

    def __str__(self) -> str:
        against = ("" if self.against is None else " after Player stood" if self.against == STOOD
                   else f" against a third card {self.against}")
        return f"{self.hand} on {self.total}{against}: {_changed(self.total, self.here, self.standard)}"


def _changed(total: int, here: Fraction, standard: Fraction) -> str:
    """`stands (standard: draws)`."""
    return f"{verb(here)} (standard: {'a natural' if STANDARD.is_natural(total) else verb(standard)})"


def verb(draws: Fraction) -> str:
    """What a hand does that draws with a probability."""
    return {Fraction(0): "stands", Fraction(1): "draws"}.get(draws, f"draws with probability {draws}")


@dataclass(frozen=True)
class Rules(Shown):
    """Natural totals, Player's drawing totals, Banker's table, and cards printed on the layout.

    `player_draws[t]` is the probability that Player draws on a two-card total t; `banker_draws[t][x]` that Banker
    draws on t when Player's third card has value x, or, at x = STOOD, when Player stood. With
    `banker_reads="total"` the columns 0-9 are Player's final total instead of the third card (a known slip; no house
    plays it). `printed` holds positions whose card does not come from the shoe, as in 7 Up.
    """

    naturals: frozenset[int]
    player_draws: tuple[Probability, ...]
    banker_draws: tuple[tuple[Probability, ...], ...]
    banker_reads: str = "third card"
    printed: tuple[tuple[Position, CardSet], ...] = ()

    def is_natural(self, total: int) -> bool:
        """Whether a two-card total ends the coup."""
        return total in self.naturals

    def player_draw(self, total: int) -> Probability:
        """The probability that Player draws on a two-card total, where neither hand has a natural."""
        return self.player_draws[total]

    def banker_draw(self, total: int, third_card: int | None, player_total: int) -> Probability:
        """The probability that Banker draws on a two-card total.

        `third_card` is the value of Player's third card, None if Player stood; `player_total` Player's final total.
        """
        if third_card is None:
            return self.banker_draws[total][STOOD]
        return self.banker_draws[total][third_card if self.banker_reads == "third card" else player_total]

    @cached_property
    def most_cards(self) -> int:
        """Cards of the shoe that a coup can use: six, less those printed on the layout."""
        return len(Position) - len(self.printed)

    @cached_property
    def least_cards(self) -> int:
        """Cards of the shoe that any coup uses: the first four, less those printed, and what every two hands draw."""
        def drawn(player: int, banker: int) -> int:
            if self.is_natural(player) or self.is_natural(banker):
                return 0
            draws = self.player_draw(player)
            stood = [int(self.banker_draws[banker][STOOD] == 1)] if draws < 1 else []
            drew = [1 + min(int(draw == 1) for draw in self.banker_draws[banker][:STOOD])] if draws else []
            return min(stood + drew)

        thirds = min(drawn(player, banker) for player in range(10) for banker in range(10))
        return len(FIRST_FOUR) - len(self.printed) + thirds

    @cached_property
    def open_totals(self) -> tuple[int, ...]:
        """The two-card totals that do not end the coup."""
        return tuple(total for total in range(10) if not self.is_natural(total))

    def reaches(self, column: int) -> bool:
        """Whether play can come to a column of Banker's table: to `STOOD` if Player ever stands, to the others if
        Player ever draws."""
        return any(self.player_draws[total] != (column == STOOD) for total in self.open_totals)

    @cached_property
    def scale(self) -> int:
        """The least common denominator of the probabilities of all courses that a coup can take; 1 without chance."""
        open_totals = [total for total in range(10) if not self.is_natural(total)]
        courses = [player * banker
                   for p in open_totals for b in open_totals for third in [*range(10), STOOD]
                   for player in [self.player_draws[p] if third != STOOD else 1 - self.player_draws[p]]
                   for cell in [self.banker_draws[b][third]] for banker in (cell, 1 - cell)]
        return math.lcm(*(course.denominator for course in courses))

    @cached_property
    def hash(self) -> str:
        """SHA-256 over the whole table, to tell whether two reports speak of the same rules."""
        table = {"naturals": sorted(self.naturals), "player_draws": [str(p) for p in self.player_draws],
                 "banker_draws": [[str(p) for p in row] for row in self.banker_draws],
                 "banker_reads": self.banker_reads,
                 "printed": [[position.name, card_name(cards)] for position, cards in self.printed]}
        return hashlib.sha256(json.dumps(table, separators=(",", ":")).encode()).hexdigest()

    def deviations(self) -> tuple[Deviation, ...]:
        """Every square that differs from the standard tableau; those that play never comes to do not count."""
        def squares() -> Iterator[Deviation]:
            for total in range(10):
                if self.is_natural(total):
                    continue
                yield Deviation("Player", total, None, STANDARD.player_draws[total], self.player_draws[total])
                for against in filter(self.reaches, [*range(10), STOOD]):
                    yield Deviation("Banker", total, against, STANDARD.banker_draws[total][against],
                                    self.banker_draws[total][against])
        return tuple(square for square in squares() if square.standard != square.here)

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
        return lines

    def __str__(self) -> str:
        return "; ".join(self.differences()) or "standard tableau"

    def __repr__(self) -> str:
        return f"<rules: {self}>"


def _grouped(deviations: Iterable[Deviation]) -> Iterator[str]:
    """Squares of one total with the same change, in one sentence."""
    groups: dict[tuple[str, int, Fraction, Fraction], list[int | None]] = {}
    for d in deviations:
        groups.setdefault((d.hand, d.total, d.here, d.standard), []).append(d.against)
    for (hand, total, here, standard), against in groups.items():
        cards = [x for x in against if x is not None and x != STOOD]
        where = []
        if cards:
            where.append("whatever the third card" if len(cards) == 10 else f"against a third card {_listed(cards)}")
        if STOOD in against:
            where.append("after Player stood")
        yield f"{hand} on {total}{''.join(f' {part}' for part in [' and '.join(where)] if part)}: " + _changed(
            total, here, standard)


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


# ---------------------------------------------------------------------------------------------------------------
# from a file

def read_rules(data: Mapping[str, Any], where: str = "rules", base: Rules | None = None) -> Rules:
    """The `[rules]` of a game file, checked whole: all faults are named at once.

    Keys: `naturals`, `player_draws`, `banker_draws` (a row for each total without a natural), `banker_reads`,
    `printed`. A square is a number (draws), `"stood"`, or `{ on = 9, draw = "1/2" }`. With `base`, keys and rows that
    are absent keep the parent's values. Raises RulesError.
    """
    return _Reader(where).rules(data, base)


class _Reader:
    """Collects every fault of a rules table, each with its key."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.faults: list[str] = []

    def rules(self, data: Mapping[str, Any], base: Rules | None) -> Rules:
        known = {"naturals", "player_draws", "banker_draws", "banker_reads", "printed"}
        for key in data:
            if key not in known:
                self.fault(key, f"unknown key; the keys are {', '.join(sorted(known))}")
        for key in ("naturals", "player_draws", "banker_draws"):
            if base is None and key not in data:
                self.fault(key, "missing")
        naturals = self.naturals(data["naturals"]) if "naturals" in data else base.naturals if base else frozenset()
        player = (self.row("player_draws", data["player_draws"], totals=True) if "player_draws" in data
                  else base.player_draws if base else ())
        banker = self.banker(data.get("banker_draws", {}), naturals, base)
        reads = data.get("banker_reads", base.banker_reads if base else "third card")
        if reads not in ("third card", "total"):
            self.fault("banker_reads", f'{quoted(reads)} is neither "third card" nor "total"')
        printed = self.printed(data["printed"]) if "printed" in data else base.printed if base else ()
        for total in naturals:
            if player and player[total]:
                self.fault("player_draws", f"{total} is a natural, and a natural ends the coup")
        if self.faults:
            raise RulesError("; ".join(self.faults))
        return Rules(naturals, player, banker, reads, printed)

    def fault(self, key: str, what: str) -> None:
        self.faults.append(f"{self.where}.{key}: {what}")

    def total(self, key: str, value: Any, most: int = 9) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
            self.fault(key, f"{quoted(value)} is not a total from 0 to 9")
            return None
        return value

    def naturals(self, value: Any) -> frozenset[int]:
        if not isinstance(value, list):
            self.fault("naturals", f"{quoted(value)} is not a list of totals such as [8, 9]")
            return frozenset()
        found = [self.total("naturals", item) for item in value]
        totals = [total for total in found if total is not None]
        if len(set(totals)) < len(totals):
            self.fault("naturals", "a total stands twice")
        return frozenset(totals)

    def row(self, key: str, value: Any, totals: bool = False) -> tuple[Probability, ...]:
        """Eleven probabilities of drawing (ten for Player): by third card and STOOD, or by own total."""
        row = [Fraction(0)] * (10 if totals else 11)
        if not isinstance(value, list):
            self.fault(key, f"{quoted(value)} is not a list of {'totals' if totals else 'third cards'}")
            return tuple(row)
        seen = set()
        for item in value:
            on, draw = (item.get("on"), item.get("draw")) if isinstance(item, dict) else (item, 1)
            if isinstance(item, dict) and set(item) != {"on", "draw"}:
                self.fault(key, f"{quoted(item)}: an optional square is {{ on = CARD, draw = PROBABILITY }}")
                continue
            probability = self.probability(key, draw)
            column = STOOD if on == "stood" and not totals else self.column(key, on, totals)
            if column in seen:
                self.fault(key, f"{quoted(on)} stands twice")
            if column is not None:
                seen.add(column)
                row[column] = probability
        return tuple(row)

    def column(self, key: str, on: Any, totals: bool) -> int | None:
        if isinstance(on, bool) or not isinstance(on, int) or not 0 <= on <= 9:
            wanted = "a total from 0 to 9" if totals else "a third card from 0 to 9 or stood"
            self.fault(key, f"{quoted(on)} is not {wanted}")
            return None
        return on

    def probability(self, key: str, value: Any) -> Probability:
        try:
            if isinstance(value, bool) or not isinstance(value, (int, str, Fraction)):
                raise ValueError
            probability = Fraction(value) if len(str(value)) <= 40 else None
            if probability is None or not 0 <= probability <= 1 or "e" in str(value).lower():
                raise ValueError
        except (ValueError, ZeroDivisionError):
            self.fault(key, f"draw = {quoted(value)} is not a probability from 0 to 1, written 1, 0.5 or \"1/2\"")
            return Fraction(0)
        return probability

    def banker(self, value: Any, naturals: frozenset[int], base: Rules | None) -> tuple[tuple[Probability, ...], ...]:
        if not isinstance(value, dict):
            self.fault("banker_draws", f"{quoted(value)} is not a table of rows such as 3 = [0, 1, \"stood\"]")
            value = {}
        rows = {}
        for key, items in value.items():
            if key not in {str(total) for total in range(10)}:
                self.fault(f"banker_draws.{key}", "a row is a total from 0 to 9")
            elif int(key) in naturals:
                self.fault(f"banker_draws.{key}", "a natural ends the coup: this row is never used")
            else:
                rows[int(key)] = self.row(f"banker_draws.{key}", items)
        missing = [total for total in range(10) if total not in rows and total not in naturals]
        if base is None and missing:
            self.fault("banker_draws", f"missing row{'s' * (len(missing) > 1)} {_listed(missing)}")
        stands = (Fraction(0),) * 11
        return tuple(rows.get(total, base.banker_draws[total] if base and total not in naturals else stands)
                     for total in range(10))

    def printed(self, value: Any) -> tuple[tuple[Position, CardSet], ...]:
        """`printed = { P1 = "7" }`: a position and the rank printed on the layout."""
        if not isinstance(value, dict):
            self.fault("printed", f'{quoted(value)} is not a table such as {{ P1 = "7" }}')
            return ()
        found = []
        for key, card in value.items():
            if key not in {position.name for position in FIRST_FOUR}:
                self.fault(f"printed.{key}", "a printed card stands at P1, B1, P2 or B2")
                continue
            try:
                cards = parse_card(str(card))
            except CardError as error:
                self.fault(f"printed.{key}", str(error))
                continue
            if len({point_value(kind) for kind in kinds_in(cards)}) == 1:
                found.append((Position[key], cards))
        return tuple(sorted(found))


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


def with_cell(rules: Rules, total: int, against: int, draw: Fraction) -> Rules:
    """The rules with one square of Banker's table changed (`against` 0-9 or STOOD)."""
    row = list(rules.banker_draws[total])
    row[against] = draw
    table = list(rules.banker_draws)
    table[total] = tuple(row)
    return replace(rules, banker_draws=tuple(table))
