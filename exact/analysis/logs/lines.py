"""The bytes of a log as lines of text: unpacked, decoded, bounded, and numbered for those who look for a fault."""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Any, BinaryIO, cast

from exact.errors import LogError

MOST_LINE = 100_000
"""Bytes of a line; a longer one is no row of a log."""
PIECE = 1 << 16
"""Bytes that are read at a time, where lines do not matter."""
HEAD = 4096
"""Bytes that are looked at to tell what kind of file it is."""
GZIP = b"\x1f\x8b"
BROKEN = (OSError, EOFError, zlib.error)
"""What reading a file may raise."""
NOT_TEXT = {b"PK": "a zip archive (or a spreadsheet); unpack it, or save the sheet as CSV",
            b"\xff\xfe": "UTF-16; save the log as UTF-8", b"\xfe\xff": "UTF-16; save the log as UTF-8"}
"""How files begin that are not text in UTF-8, and what they are."""


class LogFile:
    """A log that is read once, from its beginning; a packed one (.gz) is unpacked as it is read.

    `line` is the number of the line that was read last; `names` and `delimiter`, where they are known, name the column
    of a byte that cannot be read. Every failure to read is a LogError that says where.
    """

    def __init__(self, file: BinaryIO, name: str) -> None:
        self.name = name
        self.line = 0
        self.unit = "row"
        self.size = _size(file)
        self.whole_lines = True
        self.continued = False
        self.names: list[str] = []
        self.delimiter = ""
        self.file: Any = file if hasattr(file, "peek") else io.BufferedReader(cast("io.RawIOBase", file))
        if self.head()[:2] == GZIP:
            self.file = io.BufferedReader(cast("io.RawIOBase", gzip.GzipFile(fileobj=self.file)))
            self.size = 0

    def where(self, column: str = "") -> str:
        """`log 'x.csv', row 7, column 'winner'`."""
        return f"log {self.name!r}, {self.unit} {self.line}" + (f", column {column!r}" if column else "")

    def head(self) -> bytes:
        """What comes next, without reading it: of a file many bytes, of what is typed the line that is there."""
        return bytes(self._reading(self.file.peek, HEAD)[:HEAD])

    def read(self) -> bytes:
        """A piece of the file; nothing at its end."""
        return bytes(self._reading(self.file.read1, PIECE))

    def _reading(self, read: Any, size: int) -> Any:
        try:
            return read(size)
        except BROKEN as error:
            raise self._broken(error) from None

    def _broken(self, error: Exception) -> LogError:
        return LogError(f"{self.where()}: cannot be read on: {error}; is the file whole?")

    def pass_over(self, size: int) -> None:
        """Reads a line away, or so many bytes of it."""
        self._reading(self.file.readline, size)
        self.line += 1

    def lines(self) -> Iterator[str | LogError]:
        """Every line without its end; an error for one that is too long or not in UTF-8, behind which reading goes on.

        With `whole_lines` off, a line that is too long comes in pieces instead, `continued` saying that the one before
        goes on.
        """
        inside, first = False, self._reading(self.file.readline, MOST_LINE + 1)
        if b"\r" in first.rstrip(b"\r\n"):
            self.file = _CarriageReturns(first, self.file)
            first = b""
        try:
            for raw in chain([first] if first else (), iter(partial(self.file.readline, MOST_LINE + 1), b"")):
                if len(raw) <= MOST_LINE and not inside:
                    self.line += 1
                    self.continued = False
                    yield self.decoded(raw)
                    continue
                self.continued = inside
                self.line += not inside
                if not self.whole_lines:
                    yield self.decoded(raw)
                elif not inside:
                    yield LogError(f"{self.where()}: longer than {MOST_LINE:,} bytes; a row is one coup on a line")
                inside = not raw.endswith(b"\n")
        except BROKEN as error:
            raise self._broken(error) from None

    def decoded(self, raw: bytes) -> str | LogError:
        """The text of a line without its end."""
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            before = raw[:error.start].decode("utf-8", "replace")
            return LogError(f"{self._after(before)}: byte {raw[error.start]:#04x} is not UTF-8;"
                            " the log mixes encodings, save it as UTF-8")
        if "\0" in text:
            return LogError(f"{self._after(text.partition(chr(0))[0])}: a NUL byte; the log is not text, or"
                            " was damaged: save it as UTF-8")
        return text.rstrip("\r\n")

    def _after(self, before: str) -> str:
        """The place behind some characters of the line."""
        place = before.count(self.delimiter) if self.names else 0
        column = self.names[place] if place < len(self.names) else ""
        return f"{self.where(column)}, character {len(before) + 1}"


class _CarriageReturns:
    """The lines of a file that ends them with a carriage return alone, as old Macs do: each with a line feed instead.

    `begun` is what was read of the file before that was seen.
    """

    def __init__(self, begun: bytes, file: Any) -> None:
        self.begun = begun
        self.file = file

    def readline(self, size: int) -> bytes:
        while b"\r" not in self.begun and len(self.begun) < size and (more := self.file.readline(PIECE)):
            self.begun += more
        end = self.begun.find(b"\r", 0, size) + 1
        line = self.begun[:end or size]
        self.begun = self.begun[len(line):]
        return line[:-1] + b"\n" if end else line


def _size(file: BinaryIO) -> int:
    """The bytes of a file; 0 where nobody knows."""
    try:
        return os.fstat(file.fileno()).st_size
    except OSError:
        return 0
