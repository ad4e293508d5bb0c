"""`exact completion`: what a shell needs to complete commands, options and names, and what it is given when it asks."""

from __future__ import annotations

import argparse
import os
from types import ModuleType
from typing import Any

from exact.commands import COMMANDS
from exact.commands.options import emit_text, examples
from exact.errors import UsageError

SHELLS = ("bash", "zsh", "fish")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell that completes")
    parser.set_defaults(output=None)
    examples(parser, "exact completion bash   # into ~/.local/share/bash-completion/completions/exact",
             "exact completion fish   # into ~/.config/fish/completions/exact.fish")


def run(arguments: argparse.Namespace) -> int:
    _library()
    from argcomplete.shell_integration import shellcode
    emit_text(shellcode(["exact"], shell=arguments.shell), arguments)
    return 0


def answer_shell() -> None:
    """Write what may come next on the line that a shell says it has, and end the process."""
    from exact.commands.parser import command_parser
    words = os.environ.get("COMP_LINE", "").split()
    parser = argparse.ArgumentParser(prog="exact")
    commands: Any = parser.add_subparsers()
    for name, about in COMMANDS.items():
        if name in words[1:2]:
            found = command_parser(name)
            _with_names(found)
            commands.add_parser(name, parents=[found], add_help=False, help=about)
        else:
            commands.add_parser(name, help=about)
    _library().autocomplete(parser)


def _with_names(parser: argparse.ArgumentParser) -> None:
    """What the words of an option may be, where there is a list of them."""
    from exact.game.catalogue import DEFAULT_GAME, game_names, load_game
    lists = {"game": game_names, "games": game_names,
             "bets": lambda: ("main", "all", *load_game(DEFAULT_GAME).bet_names())}
    for action in parser._actions:
        if action.dest in lists:
            action.completer = lambda names=lists[action.dest], **_: list(names())  # type: ignore[attr-defined]


def _library() -> ModuleType:
    try:
        import argcomplete
    except ModuleNotFoundError:
        raise UsageError("`shell`: completion needs argcomplete, which is not installed; python -m pip install"
                         " 'exact[completion]'") from None
    return argcomplete
