"""The command reference, written from the parsers: `python -m exact.commands.reference > docs/commands.md`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from exact.commands import COMMANDS
from exact.commands.dealing_options import PROCEDURE
from exact.commands.parser import command_parser
from exact.errors import listed
from exact.report.formats.markdown import escape

HEAD = """# Commands

Written by `python -m exact.commands.reference` from the parsers themselves; a test fails when it is out of date.
What the options mean together, and what a number looks like in each format, is in [the how-to](how-to.md).
"""


TABLE = """
## Which command takes what

An option has one name, one meaning and one default, whichever command takes it; a test says so. Every command that
deals shoes is told how by {procedure}, and so gives the same number of coups for the same shoe.
Options of one command stand below alone.

| option | commands |
|---|---|"""


def taken() -> dict[str, dict[str, argparse.Action]]:
    """Each option, by name, as the commands that take it have it."""
    found: dict[str, dict[str, argparse.Action]] = {}
    for command in COMMANDS:
        for action in _actions(command_parser(command)):
            for name in action.option_strings:
                found.setdefault(name, {})[command] = action
    return found


def _table() -> Iterator[str]:
    """The options that more than one command takes, the widest spread first."""
    shared = [(name, by_command) for name, by_command in taken().items() if len(by_command) > 1]
    yield TABLE.format(procedure=listed(f"`{option}`" for option in PROCEDURE))
    for _, by_command in sorted(shared, key=lambda item: -len(item[1])):
        missing = [f"`{name}`" for name in COMMANDS if name not in by_command]
        commands = (f"all but {', '.join(missing)}" if len(missing) < len(by_command) else
                    ", ".join(f"`{name}`" for name in by_command))
        yield f"| {_spelling(next(iter(by_command.values())))} | {commands} |"


def reference() -> str:
    """The whole page as Markdown: the options that commands share, and a section for each command with its own."""
    contents = "\n".join(f"- [exact {name}](#exact-{name}): {escape(about)}" for name, about in COMMANDS.items())
    return "\n".join([HEAD, contents, *_table(), *(line for name in COMMANDS for line in _section(name))]) + "\n"


def _section(name: str) -> Iterator[str]:
    parser = command_parser(name)
    yield f"\n## exact {name}\n"
    yield f"{escape(COMMANDS[name][:1].upper() + COMMANDS[name][1:])}.\n"
    yield "| option | meaning |\n|---|---|"
    for action in _actions(parser):
        yield f"| {_spelling(action)} | {escape(_help(action, parser))} |"
    examples = (parser.epilog or "").partition("examples:\n")[2]
    yield "\n" + "\n".join(f"    {line.strip()}" for line in examples.splitlines())


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if not isinstance(action, argparse._HelpAction)]


def _spelling(action: argparse.Action) -> str:
    names = action.option_strings or [""]
    shown = action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest)
    value = "" if action.nargs == 0 else f" {shown}" if isinstance(shown, str) else f" {' '.join(shown)}"
    return "`" + ", ".join(f"{name}{value}".strip() for name in names).replace("|", "\u2502") + "`"


def _help(action: argparse.Action, parser: argparse.ArgumentParser) -> str:
    if not action.help:
        return ""
    return action.help % {**vars(action), "prog": parser.prog}


if __name__ == "__main__":
    sys.stdout.write(reference())
