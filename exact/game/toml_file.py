"""TOML files as people write them, with exact decimals; every fault names the file, and the line where there is one."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from exact.errors import GameError
from exact.files import STDIN, read_text

MOST_BYTES = 2_000_000


def is_toml(name: str) -> bool:
    """Whether a name is that of a user's own file, by its ending (or standard input), and none of the catalogue."""
    return name.endswith(".toml") or name == STDIN


def read_toml(path: str | Path) -> dict[str, Any]:
    """A TOML file with exact decimals, `-` being standard input; raises GameError."""
    text, name = read_text(path, MOST_BYTES, GameError), str(path)
    if not text.strip():
        raise GameError(f"file {name!r}: empty; docs/game-file.md shows what belongs there")
    try:
        found = tomllib.loads(text, parse_float=_exact_float)
        _refuse_giants(found)
        return found
    except RecursionError:
        raise GameError(f"file {name!r}: nested too deeply for a game file") from None
    except ValueError as error:  # also Python's own limit on the digits of an integer
        raise GameError(f"file {name!r}: not TOML: {error}") from None


def _exact_float(text: str) -> Fraction | float:
    """A TOML decimal as the fraction that it prints; nan, infinities and powers stay floats, to be refused by name."""
    digits = text.replace("_", "")
    return Fraction(digits) if digits.lstrip("+-").replace(".", "", 1).isdigit() else float(text)


def _refuse_giants(value: Any) -> None:
    """Raises ValueError for an integer that no message could print: hexadecimal digits have no limit of their own."""
    if isinstance(value, int) and abs(value) > 10**40:
        raise ValueError("a whole number of more than 40 digits")
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _refuse_giants(inner)


def toml_text(name: str, table: Mapping[str, Any]) -> str:
    """A table of texts, numbers, lists and tables as TOML, that `read_toml` reads as the same; lists of tables line by
    line."""
    rows = [f"{_key(key)} = {_toml(value, outer=True)}" for key, value in table.items()]
    return "\n".join([f"[{_key(name)}]", *rows]) + "\n"


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("-", "").replace("_", "").isalnum() else _text(key)


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _toml(value: Any, outer: bool = False) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Fraction):
        return str(value.numerator) if value.denominator == 1 else _text(str(value))
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list) and outer and any(isinstance(inner, Mapping) for inner in value):
        return "[\n" + "".join(f"  {_toml(inner)},\n" for inner in value) + "]"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return _text(value) if isinstance(value, str) else str(value)
