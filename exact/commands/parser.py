"""How words become options: one line for what is wrong, with the nearest right name."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from exact.commands import COMMANDS
from exact.commands.destination import settle
from exact.errors import UsageError, listed, nearest, one_line

_NEGATIVE = re.compile(r"-[0-9.]")
_CHOICE = re.compile(r"(invalid choice: '([^']*)') \(choose from (.*)\)")


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line that begins with `error:`, with a suggestion for a misspelt name."""

    def error(self, message: str) -> NoReturn:
        text = one_line(_CHOICE.sub(_suggest_choice, " ".join(message.split())))
        self.exit(2, f"error: {text} (see {self.prog} -h)\n")

    def read(self, words: Sequence[str]) -> argparse.Namespace:
        """As `parse_args`, and an unknown option is named with the nearest known one."""
        known, rest = self.parse_known_args(joined(words))
        if rest:
            names = [name for action in self._actions for name in action.option_strings if name.startswith("--")]
            word = next((word for word in rest if word.startswith("-")), rest[0]).partition("=")[0]
            close = nearest(word, names) if word.startswith("-") else None
            self.error(f"{word}: unknown option; did you mean {close}?" if close else
                       f"{word}: unknown option" if word.startswith("-") else f"{word!r}: not expected here")
        return known


def joined(words: Sequence[str]) -> list[str]:
    """The words, with `--tags -1,1` as `--tags=-1,1`: no option begins with a minus and a digit, and argparse takes for
    one what is not a plain number."""
    kept: list[str] = []
    for word in words:
        if _NEGATIVE.match(word) and kept and kept[-1].startswith("--") and "=" not in kept[-1]:
            kept[-1] += f"={word}"
        else:
            kept.append(word)
    return kept


def _suggest_choice(match: re.Match[str]) -> str:
    choices = [choice.strip("' ") for choice in match[3].split(",")]
    close = nearest(match[2], choices)
    return f"{match[1]}; did you mean {close}?" if close else f"{match[1]}; choose from {listed(choices)}"


def command_parser(name: str) -> Parser:
    """The parser of a command, configured by its module."""
    about = COMMANDS[name]
    parser = Parser(prog=f"exact {name}", description=about[:1].upper() + about[1:] + ".",
                    formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    command_module(name).configure(parser)
    return parser


def command_module(name: str) -> Any:
    return import_module(f"exact.commands.{name.replace('-', '_')}")


def options_of(parser: argparse.ArgumentParser) -> dict[str, str]:
    """The option that gives each argument: how errors of the layers below are told on the command line."""
    return {action.dest: action.option_strings[-1] for action in parser._actions if action.option_strings}


def read_words(name: str, words: Sequence[str]) -> argparse.Namespace:
    """The options of a command from its words, which are kept beside them; for words that are none the program ends."""
    parser = command_parser(name)
    try:
        return parsed(parser, name, words)
    except UsageError as error:
        parser.error(str(error))


def parsed(parser: Parser, name: str, words: Sequence[str]) -> argparse.Namespace:
    """The same, where words that do not go together raise UsageError."""
    found = parser.read(words)
    found.command = name
    found.argv = list(words)
    found.options = options_of(parser)
    if hasattr(found, "output"):
        settle(found)
    return found
