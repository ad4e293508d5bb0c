"""The command line: finds the command, runs it, and turns errors into one line.

Each command is a module of `exact.commands` with `configure(parser)` and `run(arguments) -> exit status`; only the one
asked for is imported.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import NoReturn

from exact.errors import ExactError

COMMANDS: dict[str, str] = {
    "report": "the probability report of a game: odds, RTP, edges, decks, effects of removal",
    "odds": "the odds of one shoe, of a coup in progress, or before each coup of a shoe as dealt",
    "formula": "odds, RTP and edge as formulas in the number of decks; fair pays and commissions",
    "removal": "several cards removed at once: exact EVs, interactions, and how far linear estimates are off",
    "next": "what one coup tells about the next, exactly; longer histories; the edge that it would give",
    "streaks": "runs of Player or Banker in a shoe, exact for independent coups and dealt from the real shoe",
    "known": "what it is worth to know a card: seen, marked, edge-sorted, burned",
    "in-play": "the odds after each card of a coup, and given totals or the third card",
    "coups": "how many cards a coup takes, and how many coups come before the cut card",
    "compare": "games side by side: rules, probabilities, RTP and edges",
    "games": "the games of the catalogue",
    "bets": "the bets of the catalogue: what each pays, its house edge, and one in full",
    "claims": "which game explains published figures: decks, pays, conventions, known misprints",
    "rules-diff": "where a third-card table differs from the standard, and what each square does",
    "audit": "a log of dealt coups against the rules and against exact expectation",
    "monitor": "where the measured RTP of n coups must lie, and how many coups tell two RTPs apart",
    "sessions": "the distribution of the result of n coups at flat stakes",
    "verify": "certify this installation: published figures, and three ways to count compared",
}
"""Every command with a line about it, in the order in which they are listed."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line that begins with `error:`."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"error: {' '.join(message.split())} (see {self.prog} -h)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0 if fine, 1 if a check failed, 2 for bad input."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if not arguments or arguments[0] in ("-h", "--help"):
        print(_overview())
        return 0
    if arguments[0] == "--version":
        from exact import __version__
        print(f"exact {__version__}")
        return 0
    name = arguments[0]
    if name not in COMMANDS:
        close = get_close_matches(name, COMMANDS, 1)
        print(f"error: command {name!r}: unknown" + (f"; did you mean {close[0]!r}?" if close else
                                                     f"; the commands are {', '.join(COMMANDS)}"), file=sys.stderr)
        return 2
    return _run(name, arguments[1:])


def _run(name: str, arguments: Sequence[str]) -> int:
    module = import_module(f"exact.commands.{name.replace('-', '_')}")
    parser = Parser(prog=f"exact {name}", description=COMMANDS[name][:1].upper() + COMMANDS[name][1:] + ".",
                    formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    module.configure(parser)
    parsed = parser.parse_args(arguments)
    parsed.command = name
    parsed.argv = list(arguments)
    try:
        status: int = module.run(parsed)
        sys.stdout.flush()
        return status
    except ExactError as error:
        print(f"error: {' '.join(str(error).split())}", file=sys.stderr)
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
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {what}" for name, what in COMMANDS.items()]
    return "\n".join(["usage: exact COMMAND [options]", "",
                      "Exact combinatorial analysis of baccarat: every number is a rational.", "", *lines, "",
                      "exact COMMAND -h shows the options of a command, with examples."])


if __name__ == "__main__":
    sys.exit(main())
