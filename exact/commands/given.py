"""The user's own files that a command reads: copied into its bundle, and found there when it is made again.

A copy keeps its name and its bytes; in the words of the command its place in the bundle stands instead of the path
that the user gave, so that a bundle says nothing of the machine that made it and can be made again anywhere.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from exact.errors import UsageError
from exact.game.catalogue import files_of_game

FOLDER = "given"
READ: Mapping[str, Callable[[str], tuple[str, ...]]] = {
    "--game": files_of_game,
    "--bet-file": lambda value: (value,),
    "--shoe": lambda value: () if "=" in value else (value,),
}
"""The options that may name a file of the user's, with the files that their value stands for, its own first."""


@dataclass(frozen=True)
class Given:
    """The words of a command with its files named by their places, and the bytes of each file by its place."""

    words: tuple[str, ...]
    files: Mapping[str, bytes]


def given_files(argv: list[str]) -> Given:
    """What a command reads beside the catalogue; raises UsageError for a file that no bundle can hold."""
    places: dict[str, str] = {}
    words = []
    for word, option, value in _valued(argv):
        read = READ[option](value) if option else ()
        if read:
            _place(read, places)
            here = places[os.path.abspath(value)]
            word = f"{option}={here}" if word.startswith(f"{option}=") else here
        words.append(word)
    return Given(tuple(words), {place: Path(path).read_bytes() for path, place in places.items()})


def found_in(folder: Path, arguments: argparse.Namespace) -> None:
    """Let the files that a recorded command names by their places be read from a bundle's folder."""
    def there(value: str | None) -> str | None:
        return str(folder / value) if value is not None and value.startswith(f"{FOLDER}/") else value

    for option in READ:
        name = option.lstrip("-").replace("-", "_")
        value = getattr(arguments, name, None)
        if value:
            setattr(arguments, name, [there(each) for each in value] if isinstance(value, list) else there(value))


def _valued(argv: list[str]) -> Iterator[tuple[str, str, str]]:
    """Each word, with the option whose value it holds (if that is one of `READ`) and the value."""
    before = ""
    for word in argv:
        name, equals, value = word.partition("=")
        if before in READ:
            yield word, before, word
            before = ""
        elif equals and name in READ:
            yield word, name, value
        else:
            yield word, "", ""
            before = word


def _place(read: tuple[str, ...], places: dict[str, str]) -> None:
    """Give files that belong together a place each, as they lie to one another; those of one name lie apart."""
    paths = [os.path.abspath(path) for path in read]
    if all(path in places for path in paths):
        return
    for given, path in zip(read, paths, strict=True):
        if not os.path.isfile(path):
            reason = "no plain file, and a bundle holds a copy of it" if os.path.exists(path) else "no such file"
            raise UsageError(f"file {given!r}: {reason}")
    top = os.path.commonpath([os.path.dirname(path) for path in paths])
    inner = [Path(path).relative_to(top).as_posix() for path in paths]
    taken, number, folder = set(places.values()), 1, FOLDER
    while any(f"{folder}/{name}" in taken for name in inner):
        number += 1
        folder = f"{FOLDER}/{number}"
    places.update((path, f"{folder}/{name}") for path, name in zip(paths, inner, strict=True))
