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
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, BinaryIO, Protocol

from exact.errors import CardError, ExactError, LogError
from exact.game.bet_file import read_number
from exact.game.cards import BY_KIND, BY_RANK, VALUES, Partition, parse_card
from exact.game.coup import Outcome
from exact.game.shoe import Shoe

MOST_LINE = 100_000
"""Bytes of a line; a longer one is no row of a log."""
_PIECE = 1 << 13
CARD_LEVELS = (BY_KIND, BY_RANK, VALUES)
HANDS = (("p1", "p2", "p3"), ("b1", "b2", "b3"))
NET = "net:"
_WINNERS = {"": None, **dict.fromkeys(("player", "p", "punto"), Outcome.PLAYER),
            **dict.fromkeys(("banker", "b", "banco", "bank"), Outcome.BANKER),
            **dict.fromkeys(("tie", "t", "egalite", "standoff"), Outcome.TIE)}
_TOTALS: dict[str, int | None] = {"": None, **{str(total): total for total in range(10)}}
CELLS_REMEMBERED = 50_000
"""Cells of a column whose meaning is remembered."""
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


class _Column(dict[str, Any]):
    """The meaning of the cells of a column by their text: each is read once, while not too many are remembered."""

    def __init__(self, log: LogReader, name: str, read: Callable[[str], Any]) -> None:
        self.log = log
        self.name = name
        self.read = read
        self.place = log.columns.index(name) if name in log.columns else len(log.columns)

    def __missing__(self, text: str) -> Any:
        try:
            meaning = self.read(text)
        except ExactError as error:
            raise LogError(f"{self.log.where()}, column {self.name!r}: {error}") from None
        if len(self) >= CELLS_REMEMBERED:
            self.clear()
        self[text] = meaning
        return meaning


class LogReader:
    """Reads the header at once, and the level of the cards from the first row; then iterates over rows.

    `partition` is how finely the log knows its cards, never finer than the shoe that it starts from; `net_bets` names
    the bets of its `net:` columns. Raises LogError for a header without cards.
    """

    def __init__(self, file: BinaryIO, name: str, shoe: Shoe) -> None:
        self.file: Lines = file
        self.name = name
        self.line = 0
        self.inside_line = False
        self.delimiter = ","
        self.columns: list[str] = []
        header = self._next_text()
        while header is not None and not header.strip():
            header = self._next_text()
        if header is None:
            raise LogError(f"log {name!r}: empty; its first row names the columns (docs/audit.md)")
        header = header.removeprefix("\ufeff")
        self.delimiter = max(",;\t", key=header.count)
        self.columns = [column.strip().lower() for column in self._split(header)]
        hands = self._hands()
        nets = [column for column in self.columns if column.startswith(NET)]
        self.net_bets = tuple(column.removeprefix(NET).strip() for column in nets)
        self.early: list[BadRow] = []
        self.first = self._first_row()
        self.partition = self._level([*hands[0], *hands[1], "burn"], shoe)
        self.rows_expected = self._rows_expected(file)
        self.hands = [[_Column(self, column, self._card) for column in hand] for hand in hands]
        self.winner = _Column(self, "winner", _winner)
        self.totals = [_Column(self, column, _total) for column in ("player_total", "banker_total")]
        self.nets = [_Column(self, column, _net) for column in nets]
        self.burn = _Column(self, "burn", self._burned)
        self.cut = _Column(self, "cut", lambda text: text.strip().lower() not in _NO)
        self.shoe, self.coup = (_Column(self, column, str.strip) for column in ("shoe", "coup"))

    # the file

    def where(self) -> str:
        return f"log {self.name!r}, row {self.line}"

    def _next_text(self) -> str | None:
        while self.inside_line:  # behind a line that was too long, for those who keep going
            rest = self.file.readline(MOST_LINE)
            self.inside_line = bool(rest) and not rest.endswith(b"\n")
        raw = self.file.readline(MOST_LINE + 1)
        if not raw:
            return None
        if not self.line and b"\r" in raw.rstrip(b"\r\n"):
            self.file = _CarriageReturns(raw, self.file)
            raw = self.file.readline(MOST_LINE + 1)
        self.line += 1
        if len(raw) > MOST_LINE:
            self.inside_line = not raw.endswith(b"\n")
            raise LogError(f"{self.where()}: longer than {MOST_LINE:,} bytes; a row is one coup on a line")
        if self.line == 1 and raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
            raise LogError(f"{self.where()}: the text is UTF-16; save the log as UTF-8")
        try:
            return raw.decode("utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            place = raw[:error.start].count(self.delimiter.encode())
            column = repr(self.columns[place]) if place < len(self.columns) else place + 1
            raise LogError(f"{self.where()}, column {column}: byte {raw[error.start]:#04x} is not UTF-8;"
                           " the log mixes encodings") from None

    def _next_cells(self) -> list[str] | None:
        """The cells of the next line that is not empty; None at the end."""
        while (text := self._next_text()) is not None:
            if text.strip():
                return self._split(text)
        return None

    def _split(self, text: str) -> list[str]:
        if '"' not in text:
            return text.split(self.delimiter)
        try:
            return next(csv.reader(io.StringIO(text), delimiter=self.delimiter, strict=True))
        except csv.Error as error:
            raise LogError(f"{self.where()}: quotes that do not match ({error})") from None

    # the header and the first row

    def _hands(self) -> Sequence[Sequence[str]]:
        """The columns of the cards of each hand."""
        named = [column for column in self.columns if column in _KNOWN or column.startswith(NET)]
        twice = next((column for column in named if named.count(column) > 1), None)
        if twice:
            raise LogError(f"{self.where()}: column {twice!r} stands twice")
        for hands in ((("player",), ("banker",)), HANDS):
            if {*hands[0], *hands[1]} <= set(self.columns):
                return hands
        raise LogError(f"{self.where()}: no columns for the cards; name them player and banker, or p1, p2, p3, "
                       f"b1, b2, b3 (here: {', '.join(self.columns)[:200]})")

    def _first_row(self) -> list[str] | None:
        while True:
            try:
                return self._next_cells()
            except LogError as error:
                self.early.append(BadRow(self.line, error))
                if len(self.early) > 1:  # the log is not what it says; do not read on for the sake of its first row
                    raise

    def _rows_expected(self, file: BinaryIO) -> int:
        """About how many rows there are, by the size of the first; 0 where the log has no size."""
        try:
            return os.fstat(file.fileno()).st_size // (1 + sum(len(cell) + 1 for cell in self.first or ()))
        except OSError:
            return 0

    def _level(self, columns: Sequence[str], shoe: Shoe) -> Partition:
        """The finest level that both the cards of the first row and the shoe have."""
        cells = dict(zip(self.columns, self.first or (), strict=False))
        sets = []
        for token in " ".join(cells.get(column, "") for column in columns).split():
            try:
                sets.append(parse_card(token))
            except CardError:
                continue
        for partition in CARD_LEVELS:
            if shoe.determines(partition) and all(partition.find(cards) is not None for cards in sets):
                return partition
        raise LogError(f"log {self.name!r}: the shoe must be known at least by point value")

    # rows

    def __iter__(self) -> Iterator[Row | BadRow]:
        """Every row in turn; one that cannot be read is a `BadRow`, and reading goes on behind it."""
        yield from self.early
        cells = self.first
        while cells is not None:
            try:
                yield self._row(cells)
            except LogError as error:
                yield BadRow(self.line, error)
            cells = None
            while cells is None:
                try:
                    cells = self._next_cells()
                    if cells is None:
                        return
                except LogError as error:
                    yield BadRow(self.line, error)

    def _row(self, cells: list[str]) -> Row:
        if len(cells) != len(self.columns):
            cut_off = len(cells) < len(self.columns) and not self.file.peek(1) if hasattr(self.file, "peek") else False
            raise LogError(f"{self.where()}: {len(cells)} columns where the header names {len(self.columns)}"
                           + ("; the last line is cut off" if cut_off else ""))
        cells.append("")  # the cell of every column that the log has not
        player, banker = (tuple([column[token] for column in hand for token in cells[column.place].split()])
                          for hand in self.hands)
        for hand, cards in (("player", player), ("banker", banker)):
            if not 2 <= len(cards) <= 3:
                raise LogError(f"{self.where()}, column {hand!r}: {len(cards)} cards; a hand has two or three")
        first, second = self.totals
        burned, unseen = self.burn[cells[self.burn.place]]
        return Row(self.line, self.shoe[cells[self.shoe.place]], self.coup[cells[self.coup.place]], player, banker,
                   self.winner[cells[self.winner.place]], (first[cells[first.place]], second[cells[second.place]]),
                   tuple([column[cells[column.place]] for column in self.nets]), burned, unseen,
                   self.cut[cells[self.cut.place]])

    # cells

    def _card(self, token: str) -> int:
        home = self.partition.find(parse_card(token))
        if home is None:
            level = "suit" if self.partition == BY_KIND else "rank"
            raise LogError(f"card {token!r} has no {level}, and the first row of the log has; give every card as "
                           "finely as the first")
        return home

    def _burned(self, text: str) -> tuple[tuple[int, ...], int]:
        """Cards that were shown, and the number of those that nobody saw."""
        hidden = [token for token in text.split() if token[0] == "+" and token[1:].isdigit() and len(token) < 6]
        return tuple(self._card(token) for token in text.split() if token not in hidden), sum(map(int, hidden))


def _winner(text: str) -> Outcome | None:
    if text.strip().lower() not in _WINNERS:
        raise LogError(f"{text.strip()[:40]!r} is none of player, banker, tie (P, B, T)")
    return _WINNERS[text.strip().lower()]


def _total(text: str) -> int | None:
    if text.strip() not in _TOTALS:
        raise LogError(f"{text.strip()[:40]!r} is not a total from 0 to 9")
    return _TOTALS[text.strip()]


def _net(text: str) -> Fraction | None:
    plain = _DECIMAL_COMMA.sub(r"\1.\2", text.strip())
    return read_number(plain, "net result") if plain else None
