"""Games by name, from the catalogue that ships with `exact`, and from the user's own files.

A game may override anything of the game that it `extends`. docs/game-file.md is the reference.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from exact.errors import BetError, GameError, nearest, quoted
from exact.files import STDIN
from exact.game.bet_catalogue import catalogue_bets
from exact.game.bet_file import OpenPayError
from exact.game.definition import GameDefinition
from exact.game.game_file import check_bet_name, read_game_table
from exact.game.toml_file import is_toml, read_toml

DEFAULT_GAME = "punto-banco"
_GAMES = Path(__file__).parent / "data" / "games"
_FREE = Path(__file__).parent / "data" / "free"


def game_names() -> tuple[str, ...]:
    """The games of the catalogue, the default first."""
    return tuple(sorted((path.stem for path in _GAMES.glob("*.toml")), key=lambda name: (name != DEFAULT_GAME, name)))


def free_game_names() -> tuple[str, ...]:
    """The games of the catalogue with free squares, which have odds only once they are solved."""
    return tuple(sorted(path.stem for path in _FREE.glob("*.toml")))


def load_game(name: str, bet_files: Sequence[str] = (), stake: Fraction | None = None) -> GameDefinition:
    """A game of the catalogue by name, or a user's own file by a path that ends in .toml (`-`: standard input).

    Raises GameError, RulesError or BetError that names the file and the key.
    """
    game = _load(name, (), stake)
    tables, origins = dict(game.tables), dict(game.origins)
    for path in bet_files:
        found = _bet_file(path, tables)
        tables |= found
        origins |= dict.fromkeys(found, f"file {path!r}")
    if tables != game.tables:
        game = replace(game, tables=tables, origins=origins)
    for bet in (*game.main, *tables):
        with suppress(OpenPayError):  # a bet with open pays is there for exact design, and every other question says so
            game.named(bet)
    return game


def _bet_file(path: str, known: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The bets of a bet file: a table for each, at the top level or under `bets`."""
    data = read_toml(path)
    tables = data["bets"] if set(data) == {"bets"} else data
    if not isinstance(tables, dict):
        raise BetError(f"file {path!r}: bets holds a table for each bet, as in [bets.dragon-7]")
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise BetError(f"file {path!r}: {name!r} is not a bet; a bet is a table [{name}] with lines")
        if name in known or name in catalogue_bets():
            raise BetError(f"file {path!r}: bet {name!r} exists already; give it another name")
        check_bet_name(name, f"file {path!r}")
    return dict(tables)


def _load(name: str, children: tuple[str, ...], stake: Fraction | None) -> GameDefinition:
    if name in children:
        raise GameError(f"game {name!r}: extends itself ({' -> '.join([*children, name])})")
    if is_toml(name):
        data, where, short = read_toml(name), f"file {name!r}", "game" if name == STDIN else Path(name).stem
    elif name in game_names():
        data, where, short = read_toml(_GAMES / f"{name}.toml"), f"game {name}", name
    elif name in free_game_names():
        data, where, short = read_toml(_FREE / f"{name}.toml"), f"game {name}", name
    else:
        close = nearest(name, (*game_names(), *free_game_names()))
        raise GameError(f"`game` {quoted(name)}: not in the catalogue" + (f"; did you mean {close!r}?" if close else "")
                        + " (`exact.games()` lists it; a file of your own ends in .toml)")
    parent = None
    if "extends" in data:
        if not isinstance(data["extends"], str):
            raise GameError(f"{where}: extends = {data['extends']!r} is not the name of a game")
        parent = _load(_beside(name, data["extends"]), (*children, name), stake)
    if isinstance(data.get("readings"), list):
        data["readings"] = [_beside(name, other) if isinstance(other, str) else other for other in data["readings"]]
    game = read_game_table(short, data, where, parent, stake)
    for reading in game.readings:
        if not is_toml(reading) and reading not in game_names():
            raise GameError(f"{where}: readings: game {reading!r}: not in the catalogue (`exact.games()` lists it)")
    return game


def _beside(child: str, other: str) -> str:
    """A file that a game file names (what it extends, a reading) is looked for beside it."""
    if not (child.endswith(".toml") and other.endswith(".toml")):
        return other
    return os.path.normpath(Path(child).parent / other)


def files_of_game(name: str, seen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The user's own files that a game is read from: its own first; none for a game of the catalogue.

    Raises GameError for a file that cannot be read, or that names another by its place on this machine.
    """
    if not name.endswith(".toml") or name in seen:
        return seen
    data, seen = read_toml(name), (*seen, name)
    readings = data.get("readings")
    for other in (data.get("extends"), *(readings if isinstance(readings, list) else ())):
        if isinstance(other, str) and other.endswith(".toml"):
            if os.path.isabs(other):
                raise GameError(f"file {name!r}: names {other!r} by its place on this machine; a bundle, which holds"
                                " copies, needs a path from the one file to the other")
            seen = files_of_game(_beside(name, other), seen)
    return seen
