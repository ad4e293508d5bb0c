"""Logs in JSON: a list of coups, objects that hold such lists, or an object a line; read piece by piece.

Only one coup, or one object that holds the coups of a shoe, is in memory at a time.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any

from exact.analysis.logs.cells import is_card
from exact.analysis.logs.columns import DEALT, ITEM, names_columns
from exact.analysis.logs.lines import LogFile
from exact.errors import LogError, quoted
from exact.game.coup import read_outcome

MOST_VALUE = 1_000_000
"""Characters of one value that is read whole: a coup, or a shoe with its coups."""
GROUP = "shoe (its place in the file)"
"""The column that says which list of the file a coup stands in, where there are several."""
_SPACE = re.compile(r"\s*")
_KEY = re.compile(r'\s*("(?:[^"\\]|\\.)*")\s*:\s*')
_HEADERS = ("columns", "header", "headers", "fields")
"""The keys of the names of columns, whose rows are lists."""
_RANK, _SUIT = ("rank", "value", "face", "number"), ("suit", "color", "colour")


class _Ended(Exception):  # noqa: N818 - it is no error where a value may end the file
    """The file ends where more was expected."""


class JsonRows:
    """The coups of a JSON file. Its columns are the keys of the first; those of inner objects follow a point."""

    def __init__(self, file: LogFile) -> None:
        self.file = file
        file.unit, file.line = "line", 1
        self.decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self.scan = json.JSONDecoder(parse_float=str).raw_decode
        self.text, self.place, self.ended = "", 0, False
        self.groups = 0
        self.header: list[str] = []
        self.begun, self.shoes = False, 0
        self.found = self.records()
        first = next(self.found, None)
        if isinstance(first, LogError):
            raise first
        if not first:
            raise LogError(f"log {file.name!r}: holds no list of coups; the first row of JSON is an object such as"
                           ' {"player": ["9h", "4d"], "banker": ["7s", "2d"]}')
        self.first = first
        self.names = list(_flat(first))

    def rows(self) -> Iterator[list[str] | LogError]:
        names, keys = self.names, [tuple(name.split(".")) for name in self.names]
        plain = all(len(key) == 1 for key in keys)
        yield self.cells(self.first, names, keys, plain)
        for record in self.found:
            yield record if isinstance(record, LogError) else self.cells(record, names, keys, plain)

    def cells(self, record: dict[str, Any], names: list[str], keys: list[tuple[str, ...]], plain: bool) -> list[str]:
        if plain:
            return [value if type(value := record.get(name)) is str else cell_text(value) for name in names]
        flat = _flat(record)
        return [cell_text(flat.get(name)) for name in names] if keys else []

    # records out of values

    def records(self) -> Iterator[dict[str, Any] | LogError]:
        """Every coup, as an object; an error ends the file, but for one of an object on a line of its own."""
        try:
            while self.space():
                if self.text[self.place] == "[":
                    yield from self.items()
                else:
                    yield from self.top_object()
        except _Ended:
            yield LogError(f"{self.file.where()}: the file ends within a list or an object that is not closed; is it"
                           " whole?")
        except LogError as error:
            yield error

    def top_object(self) -> Iterator[dict[str, Any] | LogError]:
        """An object a line, or one over several lines that holds lists of coups."""
        while self.text.find("\n", self.place) < 0 and not self.ended and len(self.text) - self.place < MOST_VALUE:
            self.fill()
        try:
            value, end = self.scan(self.text, self.place)
        except json.JSONDecodeError:
            value, end = None, 0
        except RecursionError:
            raise self.too_deep() from None
        if isinstance(value, dict) and self.text.find("\n", self.place, end) < 0:
            self.place = end
            if self.groups < 2 and not _holds(value):
                yield value
            else:
                yield from self.unfolded(value)
            return
        line_end = self.text.find("\n", self.place)
        following = self.text[line_end + 1:].lstrip()[:1] if line_end > 0 else ""
        if following == "{" and value is None:
            yield self.fault("not an object of JSON; each line holds one")
            self.skip_to(line_end)
            return
        yield from self.members()

    def items(self) -> Iterator[dict[str, Any] | LogError]:
        """The values of a list, read one at a time."""
        self.place += 1
        self.groups += 1
        while self.peek() != "]":
            begins, value = self.file.line, self.value()
            ends, self.file.line = self.file.line, begins
            if self.groups < 2 and isinstance(value, dict) and not _holds(value):
                yield value
            else:
                yield from self.unfolded(value)
            self.file.line = ends
            if self.peek() == ",":
                self.place += 1
            elif self.peek() != "]":
                raise self.fault("a comma or ] is missing behind a value of the list")
        self.place += 1

    def members(self) -> Iterator[dict[str, Any] | LogError]:
        """The lists of coups in an object that may be too long to be read whole."""
        self.place += 1
        while self.peek() != "}":
            match = _KEY.match(self.text, self.place)
            while match is None or match.end() == len(self.text):
                if len(self.text) - self.place > MOST_VALUE or self.ended:
                    raise self.fault('a key such as "games": is missing')
                self.fill()
                match = _KEY.match(self.text, self.place)
            self.skip_to(match.end())
            opening = self.peek()
            if opening == "[" and json.loads(match[1]) in _HEADERS:
                self.header = [cell_text(name) for name in self.value()]
            elif opening == "[" and self.holds_coups():
                yield from self.items()
            elif opening == "{":
                yield from self.members()
            else:
                self.value()
            if self.peek() == ",":
                self.place += 1
        self.place += 1

    def holds_coups(self) -> bool:
        """Whether the list that begins here is one of objects or of lists."""
        inner = _SPACE.match(self.text, self.place + 1)
        return inner is not None and self.text[inner.end():inner.end() + 1] in ("{", "[", "")

    def unfolded(self, value: Any) -> Iterator[dict[str, Any] | LogError]:
        """The coups in a value: itself, or those of the lists that it holds, each with what its holder says."""
        if not isinstance(value, dict):
            yield from self.listed(value) if isinstance(value, list) else [{ITEM: value}]
            return
        names = next((value[key] for key in _HEADERS if isinstance(value.get(key), list)), None)
        rows = next((inner for inner in value.values() if isinstance(inner, list) and inner
                     and isinstance(inner[0], list)), None)
        if names and rows:
            self.header = list(map(cell_text, names))
            for row in rows:
                yield from self.unfolded(row)
            return
        lists = {key: inner for key, inner in value.items() if isinstance(inner, list) and inner
                 and all(isinstance(item, dict) for item in inner) and not _is_card(inner[0])}
        if not lists:
            holder = next((key for key, inner in value.items() if isinstance(inner, dict)
                           and any(isinstance(item, list) and item and isinstance(item[0], dict)
                                   and not _is_card(item[0]) for item in inner.values())), None)
            if holder is not None:
                yield from self.unfolded({**{key: inner for key, inner in value.items() if key != holder},
                                          **value[holder]})
                return
            yield value if self.groups < 2 else {**value, GROUP: self.groups}
            return
        outer = {key: inner for key, inner in value.items() if key not in lists}
        for inner in lists.values():
            self.groups += 1
            for coup in inner:
                yield {**outer, **coup, GROUP: self.groups}

    def listed(self, value: list[Any]) -> Iterator[dict[str, Any] | LogError]:
        """The coup in a list: the cells of a row under names that came before, or the hands of Player and Banker (and
        who won), or cards in the order of dealing; or the results of a shoe."""
        texts = [cell_text(item) for item in value]
        if self.header and len(value) == len(self.header):
            yield dict(zip(self.header, value, strict=True))
        elif not self.begun and _is_header(value):
            self.header = texts
        elif 2 <= len(value) <= 3 and all(isinstance(hand, list) for hand in value[:2]):
            yield dict(zip(("player", "banker", "winner"), value, strict=False))
        elif texts and (_only_results(texts) or (len(texts) > 3 and all(map(is_card, texts)))):
            self.shoes += 1
            yield {ITEM: value, GROUP: self.shoes} if _only_results(texts) else {DEALT: value}
        else:
            named = f" (there are {len(self.header)})" if self.header else ""
            yield self.fault(f"{quoted(value)} is not a coup; a coup is an object such as {{\"winner\": \"banker\"}},"
                             f" or a list with a value for each name{named}")
        self.begun = True

    # characters

    def value(self) -> Any:
        """The value that begins here, read whole; raises LogError for what is no JSON."""
        self.peek()
        while True:
            try:
                value, end = self.scan(self.text, self.place)
                if end < len(self.text) or self.ended:  # else a number might go on
                    self.skip_to(end)
                    return value
            except RecursionError:
                raise self.too_deep() from None
            except json.JSONDecodeError as error:
                if self.ended and error.pos >= len(self.text.rstrip()):
                    raise _Ended from None
                if self.ended or len(self.text) - self.place > MOST_VALUE:
                    self.skip_to(min(error.pos, len(self.text)))
                    raise self.fault(f"not JSON here: {error.msg}") from None
            self.fill()

    def skip_to(self, place: int) -> None:
        self.file.line += self.text.count("\n", self.place, place)
        self.place = place

    def peek(self) -> str:
        """The next character that is no space; raises _Ended."""
        if not self.space():
            raise _Ended
        return self.text[self.place]

    def space(self) -> bool:
        """Whether anything but spaces is left; stands on it then."""
        while True:
            match = _SPACE.match(self.text, self.place)
            self.skip_to(match.end() if match else self.place)
            if self.place < len(self.text):
                return True
            if self.ended:
                return False
            self.fill()

    def fill(self) -> None:
        """Some more of the file, more each time for a value that goes on for long."""
        while True:
            piece = self.file.read()
            try:
                text = self.decoder.decode(piece, final=not piece)
            except UnicodeDecodeError as error:
                raise self.fault(f"byte {error.object[error.start]:#04x} is not UTF-8; save the log as UTF-8") from None
            self.text, self.place = self.text[self.place:] + text, 0
            self.ended = not piece
            if text or self.ended:
                return

    def too_deep(self) -> LogError:
        return self.fault("lists or objects within one another, too deep to hold coups")

    def fault(self, what: str) -> LogError:
        shown = self.text[self.place:self.place + 40].split("\n")[0]
        begin = self.text.rfind("\n", 0, self.place) + 1
        return LogError(f"{self.file.where()}, character {self.place - begin + 1}, at {shown!r}: {what}")


def _holds(value: dict[str, Any]) -> bool:
    """Whether an object may hold coups: it has an object in it, or a list of objects or of lists."""
    for inner in value.values():
        if type(inner) is dict or (type(inner) is list and inner and type(inner[0]) in (dict, list)):
            return True
    return False


def _is_header(value: list[Any]) -> bool:
    """Whether a list holds the names of columns."""
    texts = [item for item in value if isinstance(item, str)]
    return len(set(texts)) == len(value) and names_columns(texts) and not _only_results(texts)


def _only_results(texts: list[str]) -> bool:
    """Whether texts are results; several words of which each is another outcome are rather a header."""
    found = [read_outcome(text) for text in texts]
    return None not in found and not (1 < len(found) == len(set(found)) and min(map(len, texts)) > 1)


def _is_card(value: Any) -> bool:
    """Whether an object is a card, such as {"rank": "K", "suit": "hearts"}."""
    return isinstance(value, dict) and any(key.lower() in _RANK for key in value) and len(value) <= 3


def _flat(record: dict[str, Any], before: str = "") -> dict[str, Any]:
    """A record with inner objects laid out, their keys behind a point."""
    found: dict[str, Any] = {}
    for key, value in record.items():
        if isinstance(value, dict) and not _is_card(value):
            found |= _flat(value, f"{before}{key}.")
        else:
            found[before + key] = value
    return found


def cell_text(value: Any) -> str:
    """A value of JSON as the text of a cell: the cards of a list with spaces between, nothing for null."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        texts = list(map(cell_text, value))
        return (", " if any(" " in text for text in texts) else " ").join(texts)
    if isinstance(value, dict):
        small = {key.lower(): inner for key, inner in value.items()}
        rank = next((small[key] for key in _RANK if key in small), "")
        suit = next((small[key] for key in _SUIT if small.get(key)), "")
        return f"{rank} of {suit}" if suit else str(rank)
    return str(value)
