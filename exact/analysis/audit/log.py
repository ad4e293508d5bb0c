"""Logs of dealt coups, read a line at a time.

A log is text in UTF-8 with a header that names its columns, separated by commas, semicolons or tabs:

    shoe,coup,player,banker,winner,player_total,banker_total,net:banker,burn,cut
    1,1,9h 4d Kc,7s 2d,banker,3,9,0.95,5c +5,

* `player`, `banker`: the cards of each hand as dealt (or `p1,p2,p3,b1,b2,b3`), by card `9h`, by rank `9`, or `0` for
  any ten-valued card; the first row decides how finely the log knows its cards;
* `shoe`: a new value is a fresh shoe (without the column the log is one shoe); `coup` is shown, never used;
* `winner` (player, banker, tie; P, B, T), `player_total`, `banker_total`: what the game said;
* `net:BET`: the net result that was paid on a unit stake on a bet (0.95 or 0,95); empty where none was made;
* `burn`: cards burned before the coup, those shown by name, `+5` for five that nobody saw;
* `cut`: anything but 0, no, or nothing: the cut card came out during this coup.

Other columns are passed over. Empty lines are skipped. Every fault of form names the row and the column.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import BinaryIO, Protocol

from exact.errors import BetError, CardError, LogError
from exact.game.bet_file import read_number
from exact.game.cards import BY_KIND, BY_RANK, VALUES, Partition, parse_card
from exact.game.shoe import Shoe

MOST_LINE = 100_000
"""Bytes of a line; a longer one is no row of a log."""
_PIECE = 1 << 13
CARD_LEVELS = (BY_KIND, BY_RANK, VALUES)
HANDS = (("p1", "p2", "p3"), ("b1", "b2", "b3"))
NET = "net:"
_WINNERS = {**dict.fromkeys(("player", "p", "punto"), 0), **dict.fromkeys(("banker", "b", "banco", "bank"), 1),
            **dict.fromkeys(("tie", "t", "egalite", "standoff"), 2)}
_TOTALS: dict[str, int | None] = {"": None, **{str(total): total for total in range(10)}}
CELLS_REMEMBERED = 50_000
"""Cells whose meaning is remembered."""
_DECIMAL_COMMA = re.compile(r"^(?![+-]?[1-9]\d{0,2},\d{3}$)([+-]?\d*),(\d+)$")
"""A number with a decimal comma; 1,250 is none, for it may be one thousand and more."""
_NO = {"", "0", "no", "false", "n"}
_KNOWN = {"shoe", "coup", "player", "banker", "winner", "player_total", "banker_total", "burn", "cut",
          *HANDS[0], *HANDS[1]}


@dataclass(slots=True)
class Row:
    """A row that was read: cards as classes of the log's partition; what the row does not say is None."""

    line: int
    shoe: str
    coup: str
    player: tuple[int, ...]
    banker: tuple[int, ...]
    winner: int | None
    totals: tuple[int | None, int | None]
    nets: tuple[Fraction | None, ...]
    burned: tuple[int, ...]
    unseen: int
    cut: bool


@dataclass(frozen=True)
class BadRow:
    """A row that cannot be read, with the error that says where and why."""

    line: int
    error: LogError


class Lines(Protocol):
    """What is read of a file: lines, of at most so many bytes at a time."""

    def readline(self, size: int, /) -> bytes:
        """The rest of a line with its end, or so many bytes of it; nothing at the end."""


class _CarriageReturns:
    """The lines of a file that ends them with a carriage return alone, as old Macs do: each with a line feed instead.

    `begun` is what was read of the file before that was seen.
    """

    def __init__(self, begun: bytes, file: Lines) -> None:
        self.begun = begun
        self.file = file

    def readline(self, size: int, /) -> bytes:
        while b"\r" not in self.begun and len(self.begun) < size and (more := self.file.readline(_PIECE)):
            self.begun += more
        end = self.begun.find(b"\r", 0, size) + 1
        line = self.begun[:end or size]
        self.begun = self.begun[len(line):]
        return line[:-1] + b"\n" if end else line


class LogReader:
    """Reads the header at once, and the level of the cards from the first row; then iterates over rows.

    `partition` is how finely the log knows its cards, never finer than the shoe that it starts from; `net_bets` names
    the bets of its `net:` columns. `position` counts the bytes read. Raises LogError for a header without cards.
    """

    def __init__(self, file: BinaryIO, name: str, shoe: Shoe) -> None:
        self.file: Lines = file
        self.name = name
        self.position = 0
        self.line = 0
        self.inside_line = False
        header = self._next_text()
        while header is not None and not header.strip():
            header = self._next_text()
        if header is None:
            raise LogError(f"log {name!r}: empty; its first row names the columns (docs/audit.md)")
        header = header.removeprefix("\ufeff")
        self.delimiter = max(",;\t", key=header.count)
        self.columns = [column.strip().lower() for column in self._split(header)]
        self.places = self._places()
        self.net_bets = tuple(column.removeprefix(NET).strip() for column in self.columns if column.startswith(NET))
        self.net_places = [i for i, column in enumerate(self.columns) if column.startswith(NET)]
        self.numbers: dict[str, Fraction | None] = {}
        self.winners: dict[str, int | None] = {}
        self.hand_places = self._card_places()
        self.at_totals = (self.places.get("player_total"), self.places.get("banker_total"))
        self.at_winner, self.at_burn, self.at_cut, self.at_shoe, self.at_coup = (
            self.places.get(name) for name in ("winner", "burn", "cut", "shoe", "coup"))
        self.early: list[BadRow] = []
        self.first = self._first_row()
        self.partition = self._level(shoe)
        self.classes: dict[str, int] = {}

    # the file

    def _next_text(self) -> str | None:
        while self.inside_line:  # behind a line that was too long, for those who keep going
            rest = self.file.readline(MOST_LINE)
            self.position += len(rest)
            self.inside_line = bool(rest) and not rest.endswith(b"\n")
        raw = self.file.readline(MOST_LINE + 1)
        if not raw:
            return None
        if not self.line and b"\r" in raw.rstrip(b"\r\n"):
            self.file = _CarriageReturns(raw, self.file)
            raw = self.file.readline(MOST_LINE + 1)
        self.position += len(raw)
        self.line += 1
        if len(raw) > MOST_LINE:
            self.inside_line = not raw.endswith(b"\n")
            raise LogError(f"{self._where()}: longer than {MOST_LINE:,} bytes; a row is one coup on a line")
        if self.line == 1 and raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise LogError(f"{self._where()}: the text is UTF-16; save the log as UTF-8")
        try:
            return raw.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            column = raw[:error.start].count(getattr(self, "delimiter", ",").encode())
            raise LogError(f"{self._where()}, column {self._column(column)}: byte {raw[error.start]:#04x} is not UTF-8;"
                           " the log mixes encodings") from None

    def _where(self, line: int | None = None) -> str:
        return f"log {self.name!r}, row {line or self.line}"

    def _column(self, place: int) -> str:
        columns = getattr(self, "columns", [])
        return repr(columns[place]) if place < len(columns) else str(place + 1)

    def _split(self, text: str) -> list[str]:
        if '"' not in text:
            return text.split(self.delimiter)
        try:
            return next(csv.reader(io.StringIO(text), delimiter=self.delimiter, strict=True))
        except csv.Error as error:
            raise LogError(f"{self._where()}: quotes that do not match ({error})") from None

    def _places(self) -> dict[str, int]:
        named = [column for column in self.columns if column in _KNOWN or column.startswith(NET)]
        twice = next((column for column in named if named.count(column) > 1), None)
        if twice:
            raise LogError(f"{self._where()}: column {twice!r} stands twice")
        places = {column: i for i, column in enumerate(self.columns) if column in _KNOWN}
        if not ({"player", "banker"} <= set(places) or {*HANDS[0], *HANDS[1]} <= set(places)):
            raise LogError(f"{self._where()}: no columns for the cards; name them player and banker, or p1, p2, p3, "
                           f"b1, b2, b3 (here: {', '.join(self.columns)[:200]})")
        return places

    def _first_row(self) -> list[str] | None:
        while True:
            try:
                text = self._next_text()
                if text is None:
                    return None
                if text.strip():
                    return self._split(text)
            except LogError as error:
                self.early.append(BadRow(self.line, error))
                if len(self.early) > 1:  # the log is not what it says; do not read on for the sake of its first row
                    raise

    def _level(self, shoe: Shoe) -> Partition:
        """The finest level that both the cards of the first row and the shoe have."""
        tokens = [token for place in (*self.hand_places[0], *self.hand_places[1], self.at_burn)
                  for token in self._cell(self.first or [], place).split()]
        sets = []
        for token in tokens:
            try:
                sets.append(parse_card(token))
            except CardError:
                continue
        for partition in CARD_LEVELS:
            if shoe.determines(partition) and all(partition.find(cards) is not None for cards in sets):
                return partition
        raise LogError(f"log {self.name!r}: the shoe must be known at least by point value")

    def _card_places(self) -> tuple[list[int], list[int]]:
        """Where the cards of each hand stand."""
        if {"player", "banker"} <= set(self.places):
            return [self.places["player"]], [self.places["banker"]]
        return [self.places[name] for name in HANDS[0]], [self.places[name] for name in HANDS[1]]

    @staticmethod
    def _cell(cells: Sequence[str], place: int | None) -> str:
        return cells[place].strip() if place is not None and place < len(cells) else ""

    # rows

    def __iter__(self) -> Iterator[Row | BadRow]:
        """Every row in turn; one that cannot be read is a `BadRow`, and reading goes on behind it."""
        yield from self.early
        cells = self.first
        while cells is not None:
            yield self._read(cells)
            cells = None
            while cells is None:
                try:
                    text = self._next_text()
                    if text is None:
                        return
                    if text.strip():
                        cells = self._split(text)
                except LogError as error:
                    yield BadRow(self.line, error)

    def _read(self, cells: list[str]) -> Row | BadRow:
        try:
            return self._row(cells)
        except LogError as error:
            return BadRow(self.line, error)

    def _row(self, cells: list[str]) -> Row:
        if len(cells) != len(self.columns):
            cut_off = len(cells) < len(self.columns) and not self.file.peek(1) if hasattr(self.file, "peek") else False
            raise LogError(f"{self._where()}: {len(cells)} columns where the header names {len(self.columns)}"
                           + ("; the last line is cut off" if cut_off else ""))
        try:
            known, (at_player, at_banker) = self.classes, self.hand_places
            player = tuple([known[token] for place in at_player for token in cells[place].split()])
            banker = tuple([known[token] for place in at_banker for token in cells[place].split()])
            winner = self.winners[cells[self.at_winner]] if self.at_winner is not None else None
            totals = (_TOTALS[cells[self.at_totals[0]]] if self.at_totals[0] is not None else None,
                      _TOTALS[cells[self.at_totals[1]]] if self.at_totals[1] is not None else None)
            nets = tuple([self.numbers[cells[place]] for place in self.net_places])
        except KeyError:
            player, banker = (tuple(self._card(token, self.columns[place]) for place in places
                                    for token in cells[place].split()) for places in self.hand_places)
            winner = self._winner(self._cell(cells, self.at_winner))
            totals = (self._total(cells, "player_total"), self._total(cells, "banker_total"))
            nets = tuple(self._net(cells[place], place) for place in self.net_places)
        if not (2 <= len(player) <= 3 and 2 <= len(banker) <= 3):
            hand, cards = ("player", player) if not 2 <= len(player) <= 3 else ("banker", banker)
            raise LogError(f"{self._where()}, column {hand!r}: {len(cards)} cards; a hand has two or three")
        burned: tuple[int, ...] = ()
        unseen = 0
        if self.at_burn is not None and cells[self.at_burn]:
            burned, unseen = self._burn(cells[self.at_burn])
        return Row(self.line, cells[self.at_shoe].strip() if self.at_shoe is not None else "",
                   cells[self.at_coup].strip() if self.at_coup is not None else "", player, banker, winner, totals,
                   nets, burned, unseen, self.at_cut is not None and cells[self.at_cut].strip().lower() not in _NO)

    def _card(self, token: str, column: str) -> int:
        if token not in self.classes:
            try:
                cards = parse_card(token)
            except CardError as error:
                raise LogError(f"{self._where()}, column {column!r}: {error}") from None
            home = self.partition.find(cards)
            if home is None:
                level = "suit" if self.partition == BY_KIND else "rank"
                raise LogError(f"{self._where()}, column {column!r}: card {token!r} has no {level}, and the first row "
                               "of the log has; give every card as finely as the first")
            self.classes[token] = home
        return self.classes[token]

    def _burn(self, text: str) -> tuple[tuple[int, ...], int]:
        shown, unseen = [], 0
        for token in text.split():
            if token.startswith("+") and token[1:].isdigit() and len(token) < 6:
                unseen += int(token)
            else:
                shown.append(self._card(token, "burn"))
        return tuple(shown), unseen

    def _winner(self, text: str) -> int | None:
        winner = _WINNERS.get(text.lower()) if text else None
        if winner is None and text:
            raise LogError(f"{self._where()}, column 'winner': {text[:40]!r} is none of player, banker, tie (P, B, T)")
        if len(text) < 12:
            self.winners[text] = winner
        return winner

    def _total(self, cells: list[str], column: str) -> int | None:
        text = self._cell(cells, self.places.get(column))
        if text not in _TOTALS:
            raise LogError(f"{self._where()}, column {column!r}: {text[:40]!r} is not a total from 0 to 9")
        return _TOTALS[text]

    def _net(self, text: str, place: int) -> Fraction | None:
        if text not in self.numbers:
            if len(self.numbers) >= CELLS_REMEMBERED:
                self.numbers.clear()
            try:
                where = self._where() + f", column {self.columns[place]!r}"
                plain = _DECIMAL_COMMA.sub(r"\1.\2", text.strip())
                self.numbers[text] = read_number(plain, where) if plain else None
            except BetError as error:
                raise LogError(str(error)) from None
        return self.numbers[text]
