"""The command reference, written from the parsers: `python -m exact.commands.reference > docs/commands.md`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from exact.commands import COMMANDS
from exact.commands.parser import command_parser
from exact.report.formats.markdown import escape

HEAD = """# Commands

Written by `python -m exact.commands.reference` from the parsers themselves; a test fails when it is out of date.
What the options mean together, and what a number looks like in each format, is in [the how-to](how-to.md).
"""


def reference() -> str:
    """The whole page as Markdown: a section for each command, a row for each option."""
    contents = "\n".join(f"- [exact {name}](#exact-{name}): {escape(about)}" for name, about in COMMANDS.items())
    return "\n".join([HEAD, contents, *(line for name in COMMANDS for line in _section(name))]) + "\n"


def _section(name: str) -> Iterator[str]:
    parser = command_parser(name)
    yield f"\n## exact {name}\n"
    yield f"{escape(COMMANDS[name][:1].upper() + COMMANDS[name][1:])}.\n"
    yield "| option | meaning |\n|---|---|"
    for action in parser._actions:
        if not isinstance(action, argparse._HelpAction):
            yield f"| {_spelling(action)} | {escape(_help(action, parser))} |"
    examples = (parser.epilog or "").partition("examples:\n")[2]
    yield "\n" + "\n".join(f"    {line.strip()}" for line in examples.splitlines())


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
