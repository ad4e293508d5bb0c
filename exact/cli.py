"""The command line: finds the command, runs it, and turns errors into one line.

Only the module of the command asked for is imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from exact.commands import COMMANDS, TASKS
from exact.commands.destination import check_place
from exact.commands.parser import command_module, read_words
from exact.errors import ExactError, listed, nearest, one_line, quoted
from exact.version import __version__


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0 if fine, 1 if a check failed, 2 for bad input."""
    if "_ARGCOMPLETE" in os.environ:  # a shell asks what may come next
        command_module("completion").answer_shell()
    name, *words = list(sys.argv[1:] if argv is None else argv) or ["--help"]
    if name in ("-h", "--help"):
        print(_overview())
        return 0
    if name == "--version":
        print(f"exact {__version__}")
        return 0
    if name not in COMMANDS:
        close = nearest(name, COMMANDS)
        print(f"error: command {quoted(name)}: unknown; " + (f"did you mean {close!r}?" if close else
              f"the commands are {listed(COMMANDS)} (exact alone shows them all)"), file=sys.stderr)
        return 2
    return _run(name, words)


def _run(name: str, words: Sequence[str]) -> int:
    parsed = read_words(name, words)
    try:
        check_place(parsed)
        status: int = command_module(name).run(parsed)
        sys.stdout.flush()
        return status
    except ExactError as error:
        print(f"error: {one_line(error.told(parsed.options))}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        where = f"{error.filename!r}: " if error.filename else ""
        print(f"error: {where}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


def _overview() -> str:
    """The commands by task."""
    width = max(map(len, COMMANDS))
    tasks = ("\n".join([task, *(f"  {name:<{width}}  {about}" for name, about in commands.items())])
             for task, commands in TASKS.items())
    return "\n\n".join(["usage: exact COMMAND [options]",
                        "Exact combinatorial analysis of baccarat: every number is a rational.", *tasks,
                        "exact COMMAND -h shows the options of a command, with examples.\n"
                        "Begin with: exact report"])


if __name__ == "__main__":
    sys.exit(main())
