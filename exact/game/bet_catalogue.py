"""The bets that ship with `exact`, as TOML tables: their names and aliases, and their variants laid over them.

A bet may have variants (other pay tables of the same bet), written `bet:variant`. docs/game-file.md is the reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from exact.errors import BetError, listed
from exact.game.toml_file import read_toml

BetTable = Mapping[str, Any]
"""A bet as a TOML file gives it; `exact.game.bet_file` reads it."""


@lru_cache(maxsize=1)
def catalogue_bets() -> Mapping[str, BetTable]:
    """Every bet of the catalogue, by name, in the order of the files."""
    return {name: table for path in sorted((Path(__file__).parent / "data" / "bets").glob("*.toml"))
            for name, table in read_toml(path).items()}


@lru_cache(maxsize=1)
def aliases() -> Mapping[str, str]:
    """The other names of the catalogue's bets, in small letters, each with the `bet` or `bet:variant` that it means."""
    return aliases_of(catalogue_bets())


def aliases_of(tables: Mapping[str, BetTable]) -> dict[str, str]:
    """The other names of some bets, in small letters; those that are no text are left to be refused with their bet."""
    found: dict[str, str] = {}
    for name, table in tables.items():
        entries = [(name, table)]
        if isinstance(table.get("variants"), dict):
            entries += [(f"{name}:{variant}", changes) for variant, changes in table["variants"].items()
                        if isinstance(changes, dict)]
        for meant, entry in entries:
            names = entry.get("aliases")
            for alias in names if isinstance(names, list) else ():
                found.setdefault(str(alias).casefold(), meant)
    return found


def with_variant(name: str, table: BetTable, variant: str) -> BetTable:
    """A bet's table with one of its variants laid over it; raises BetError if it has none of that name.

    A variant gives keys in place of the bet's, or `pays`, a net result for each of the bet's lines.
    """
    variants = table.get("variants", {})
    where = f"bet {name}:{variant}"
    if not isinstance(variants, dict) or not all(isinstance(changes, dict) for changes in variants.values()):
        raise BetError(f"bet {name}: variants holds a table for each variant, as in half = {{ pays = [4, -1] }}")
    if variant not in variants:
        raise BetError(f"{where}: no such variant; {name} has "
                       + (listed(f"{name}:{other}" for other in variants) or "none"))
    changes = dict(variants[variant])
    pays = changes.pop("pays", None)
    merged = {key: value for key, value in table.items() if key not in ("variants", "aliases")} | changes
    if pays is not None:
        lines = merged.get("lines")
        if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
            raise BetError(f"{where}: the bet has no lines for these pays")
        if not isinstance(pays, list) or len(pays) != len(lines):
            raise BetError(f"{where}: pays must list one number for each of the {len(lines)} lines")
        merged["lines"] = [{**line, "pays": pay} for line, pay in zip(lines, pays, strict=True)]
    return merged
