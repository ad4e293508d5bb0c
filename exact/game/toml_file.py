"""TOML files as people write them, with exact decimals; every fault names the file, and the line where there is one."""

from __future__ import annotations

import tomllib
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
