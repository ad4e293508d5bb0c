"""The kinds of file that logs come in, as rows of cells under names: tables, bare lines, Parquet; `json_rows` has JSON.

A source has the `names` of its columns and gives a list of texts for each row, or an error for one that it cannot read.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from typing import Any, Protocol

from exact.analysis.logs.cells import is_card, tagged
from exact.analysis.logs.columns import DEALT, RESULTS, meaning, names_columns
from exact.analysis.logs.json_rows import JsonRows, cell_text
from exact.analysis.logs.lines import NOT_TEXT, LogFile
from exact.errors import LogError
from exact.game.coup import OUTCOME_WORDS, read_outcome

DELIMITERS = ",;\t|"
SEPARATORS = re.compile(r"[\s,;|]+")
_SPACES = re.compile(r"\s+"), re.compile(r"\s\s+")
LETTERS = {word: outcome for outcome, words in OUTCOME_WORDS.items() for word in words if len(word) == 1}
"""Who won, in one letter or sign, as strings of results have it."""


class Source(Protocol):
    """Rows of texts under names."""

    names: list[str]

    def rows(self) -> Iterator[list[str] | LogError]: ...


class Table:
    """A table in text with a header, its cells apart by commas, semicolons, tabs or bars; or by spaces, where the
    header has none of these: by two or more if it has as many and its words alone are no names, else by one or more."""

    def __init__(self, file: LogFile, header: str) -> None:
        self.file = file
        self.lines = file.lines()
        self.delimiter = max(DELIMITERS, key=header.count)
        wide = _SPACES[1].search(header.strip()) and not all(map(meaning, header.split()))
        self.spaces = None if self.delimiter in header or meaning(header) else _SPACES[bool(wide)]
        first = next((line for line in self.lines if isinstance(line, LogError)
                      or (line.strip() and not _comment(line))), None)
        if isinstance(first, LogError):
            raise first
        names = self.split(first or "")
        if isinstance(names, LogError):
            raise names
        self.names = file.names = [name.strip().removeprefix("\ufeff").strip() for name in names]
        file.delimiter = self.delimiter if self.spaces is None else " "

    def rows(self) -> Iterator[list[str] | LogError]:
        split, delimiter, columns = self.split, self.delimiter, len(self.names)
        plain = '"' if self.spaces is None else ""  # what a line must have to be split with care
        for line in self.lines:
            if isinstance(line, LogError):
                yield line
            elif cells := line.split(delimiter) if plain not in line else split(line):
                if isinstance(cells, LogError) or (len(cells) == columns and (columns > 1 or line.strip())):
                    yield cells
                elif line.strip():
                    cut_off = len(cells) < columns and not self.file.head()
                    yield LogError(f"{self.file.where()}: {len(cells)} columns where the header names {columns}"
                                   + ("; the last line is cut off" if cut_off else "")
                                   + ("" if self.spaces is None else "; spaces cannot show an empty cell, commas can"))

    def split(self, text: str) -> list[str] | LogError:
        if self.spaces is not None:
            return self.spaces.split(text.strip())
        try:
            return next(csv.reader(io.StringIO(text), delimiter=self.delimiter, strict=True))
        except csv.Error as error:
            return LogError(f"{self.file.where()}: quotes that do not match ({error})")


class BareLines:
    """Lines without a header: the results of a shoe (`PBBTP`), or the cards of a coup in the order of dealing.

    What stands behind # is a comment. A line of results that is very long comes in pieces.
    """

    def __init__(self, file: LogFile, name: str) -> None:
        self.file = file
        self.names = [name]
        file.unit = "line"
        file.whole_lines = name != RESULTS

    def rows(self) -> Iterator[list[str] | LogError]:
        for line in self.file.lines():
            if isinstance(line, LogError):
                yield line
            elif cell := line.partition("#")[0].strip().removeprefix("\ufeff"):
                yield [cell, "goes on" if self.file.continued else ""]


class Parquet:
    """A Parquet file, through pandas."""

    def __init__(self, file: LogFile) -> None:
        try:
            import pandas
            self.frame = pandas.read_parquet(io.BytesIO(b"".join(iter(file.read, b""))))
        except ImportError as error:
            raise LogError(f"log {file.name!r}: a Parquet file, which needs pandas and pyarrow ({error}); install"
                           " exact[parquet], or save the log as CSV") from None
        except (ValueError, OSError) as error:
            raise LogError(f"log {file.name!r}: not readable as Parquet: {error}") from None
        self.file = file
        self.names = [str(name) for name in self.frame.columns]

    def rows(self) -> Iterator[list[str] | LogError]:
        for cells in self.frame.itertuples(index=False, name=None):
            self.file.line += 1
            yield [cell_text(_plain(cell)) for cell in cells]


def _plain(cell: Any) -> Any:
    """A cell of a frame as Python has it: arrays as lists, numbers as numbers, what is missing as None."""
    value = cell.tolist() if hasattr(cell, "tolist") else cell
    if isinstance(value, float):
        return None if value != value else int(value) if value.is_integer() else value
    return value


def open_source(file: LogFile) -> Source:
    """The source that fits what the file begins with; raises LogError."""
    head = file.head()
    what = next((what for begin, what in NOT_TEXT.items() if head.startswith(begin)), None)
    if what:
        raise LogError(f"log {file.name!r}: is {what}")
    if head.startswith(b"PAR1"):
        return Parquet(file)
    lines = [line for line in head.decode("utf-8-sig", "replace").splitlines() if line.strip()]
    while head and (not lines or (_comment(lines[0]) and len(lines) == 1)):  # as what is typed may begin
        file.pass_over(len(head))
        head = file.head()
        lines = [line for line in head.decode("utf-8-sig", "replace").splitlines() if line.strip()]
    if not lines:
        raise LogError(f"log {file.name!r}: empty; its first row names the columns (docs/audit.md)")
    if lines[0].lstrip()[:1] in ("{", "["):
        return JsonRows(file)
    bare = [line.partition("#")[0].strip() for line in lines if not _comment(line)] or [""]
    if _results(bare[0]) and (len(bare[0].split()[0]) > 3 or not any(c.isdigit() for c in "".join(bare[1:2]))):
        return BareLines(file, RESULTS)
    if not names_columns(SEPARATORS.split(bare[0].strip())) and _cards(bare[0]):
        return BareLines(file, DEALT)
    return Table(file, bare[0])


def _comment(line: str) -> bool:
    return line.lstrip().startswith("#") and not any(delimiter in line for delimiter in DELIMITERS)


def _results(line: str) -> bool:
    """Whether a line holds results: letters in a row, nearly all of them those of results, or one word."""
    plain = SEPARATORS.sub("", line).casefold()
    wrong = sum(letter not in LETTERS for letter in plain)
    return bool(plain) and (not wrong or read_outcome(line) is not None or (
        plain == line.casefold() and 3 * wrong <= len(plain) > 2 and meaning(line) is None))


def _cards(line: str) -> bool:
    """Whether a line seems to hold cards, each perhaps behind the letter of its hand: at least half of its words do."""
    found = SEPARATORS.split(line.strip())
    return 2 * sum(is_card(word[1:] if tagged(word) else word) for word in found) >= len(found)


def result_codes(text: str) -> bytes:
    """`PBBT` or `P B B T`, or one word, as bytes: 0 Player, 1 Banker, 2 tie; nothing for nothing.

    Raises LogError for anything else.
    """
    codes = text.translate(_CODES)
    if codes.isascii() and not codes.strip("\x00\x01\x02"):
        return codes.encode("ascii")
    outcome = read_outcome(text)
    if outcome is not None:
        return bytes([outcome])
    wrong = next((letter for letter in text if ord(letter) not in _CODES), text[:1])
    raise LogError(f"{text.strip()[:40]!r} is none of player, banker, tie (P, B, T), nor a row of such letters:"
                   f" {wrong!r} at character {text.index(wrong) + 1}")


_CODES: dict[int, str | None] = {ord(letter): chr(outcome) for word, outcome in LETTERS.items()
                                 for letter in (word, word.upper())} | dict.fromkeys(map(ord, " \t,;|"))
