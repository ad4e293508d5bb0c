"""The command line: finds the command, runs it, and turns errors into one line.

Each command is a module of `exact.commands` with `configure(parser)` and `run(arguments) -> exit status`; only the one
asked for is imported.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from exact.commands.destination import check_place
from exact.commands.parser import command_module, read_words
from exact.errors import ExactError, listed, nearest, one_line, quoted

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
    "monitor": "where the measured RTP of n coups must lie, and how many coups distinguish two RTPs",
    "sessions": "the distribution of the result of n coups at flat stakes",
    "count": "what a counting system is worth at each depth and per shoe, exactly; the best counts",
    "simulate": "shoes dealt at random, with seeds and standard errors, to check what is computed",
    "sweep": "every sub-shoe: the law of the EV by cards left, and the exact value of perfect play",
    "best": "the most favourable sub-shoes of a bet by cards left",
    "atlas": "every bet of the catalogue and every game: edges by number of decks, spread, countability",
    "verify": "certify this installation: published figures, and three ways to count compared",
}
"""Every command with a line about it, in the order in which they are listed."""


TASKS: dict[str, tuple[str, ...]] = {
    "What are the odds?": ("report", "odds", "in-play", "games", "bets", "formula"),
    "Which rules, which figures?": ("compare", "rules-diff", "claims"),
    "What do cards that are gone, seen or counted change?": ("removal", "known", "next", "count", "best", "sweep"),
    "What happens over a shoe and an evening?": ("coups", "streaks", "sessions", "simulate"),
    "Is it dealt as it should be?": ("audit", "monitor"),
    "Why believe it?": ("verify", "atlas"),
}
"""The commands by what they are asked for; one that is in none of these is listed at the end."""


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
        close = nearest(name, COMMANDS)
        print(f"error: command {quoted(name)}: unknown; " + (f"did you mean {close!r}?" if close else
              f"the commands are {listed(COMMANDS)} (exact alone shows them all)"), file=sys.stderr)
        return 2
    return _run(name, arguments[1:])


def _run(name: str, arguments: Sequence[str]) -> int:
    parsed = read_words(name, COMMANDS[name], arguments)
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
    named = {name for names in TASKS.values() for name in names}
    tasks = {**TASKS, "And": tuple(name for name in COMMANDS if name not in named)}
    parts = []
    for task, names in tasks.items():
        lines = [f"  {name:<{width}}  {COMMANDS[name]}" for name in names if name in COMMANDS]
        if lines:
            parts.append("\n".join([task, *lines]))
    return "\n\n".join(["usage: exact COMMAND [options]",
                        "Exact combinatorial analysis of baccarat: every number is a rational.", *parts,
                        "exact COMMAND -h shows the options of a command, with examples.\n"
                        "Begin with: exact report"])


if __name__ == "__main__":
    sys.exit(main())
