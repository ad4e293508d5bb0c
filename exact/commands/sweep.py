"""`exact sweep`: the law of the EV over every sub-shoe, and what perfect play is worth."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from exact.commands.dealing_options import add_cards_left, add_processes, read_cards_left
from exact.commands.options import (
    Question,
    add_output,
    add_question,
    examples,
    kept_words,
    read_question,
    reply,
    whole_number,
)
from exact.commands.progress import bar
from exact.errors import UsageError
from exact.workers import sweepers

if TYPE_CHECKING:
    from exact.analysis.shoe.perfect_play import PerfectPlay, Prepared

HOW_IT_RUNS = {"--resume": 1, "--processes": 1, "--scheduler": 1}
"""Options that change nothing in the result, and so are not in its provenance, with the number of their values."""


def configure(parser: argparse.ArgumentParser) -> None:
    add_sweep(parser)
    parser.add_argument("--histogram", action="store_true",
                        help="also the law of EV in bins of 0.5 %% and the quantiles that they bracket")
    parser.add_argument("--cut", default="", metavar="N,..",
                        help="also bounds of the gain of a whole shoe down to a cut card with so many cards behind it")
    examples(parser, "exact sweep --decks 1", "exact sweep --decks 8 --cards-left 6-16 --bets banker --format json",
             "exact sweep --decks 2 --cards-left 6-9 --resume parts --output two-decks.md",
             "exact sweep --decks 8 --cards-left 40-52 --scheduler tcp://10.0.0.1:8786")


def add_sweep(parser: argparse.ArgumentParser) -> None:
    """The options of a sweep, whatever is shown of it."""
    add_question(parser)
    add_cards_left(parser, "default: all from 6 to the whole shoe")
    add_processes(parser)
    parser.add_argument("--scheduler", metavar="ADDRESS", help="run on the Dask cluster of this scheduler, such as "
                        "tcp://10.0.0.1:8786, instead of here")
    parser.add_argument("--resume", metavar="DIR", help="keep finished parts in this folder, and use those in it")
    add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    from exact.report.sections.sweep import sweep_section
    question = read_question(arguments)
    prepared = prepared_sweep(arguments, question, arguments.histogram, _cuts(arguments.cut))
    section = sweep_section(swept(arguments, prepared), numbers=arguments.format == "csv")
    return reply(asked(arguments), question, "every sub-shoe", "exact-sweep/1", *section)


def _cuts(text: str) -> list[int]:
    """The cut cards of `--cut`; raises UsageError."""
    try:
        return [whole_number(part.strip(), 1, 10**12, "a number of cards") for part in text.split(",") if part.strip()]
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"--cut {text!r}: {error}") from None


def prepared_sweep(arguments: argparse.Namespace, question: Question, histogram: bool = False,
                   cuts: Sequence[int] = ()) -> Prepared:
    """The sweep that the options ask for, checked but not yet run."""
    from exact.analysis.shoe.perfect_play import prepare, swept_together
    rules, shoe, bets = question.game.rules, question.shoe, question.bets
    if arguments.bets == "all":
        bets, rest = swept_together(bets)
        for bet, why in rest:
            print(f"note: bet {bet.name}: {why}", file=sys.stderr)
    return prepare(rules, bets, shoe, read_cards_left(arguments, rules, shoe), histogram, cuts)


def swept(arguments: argparse.Namespace, prepared: Prepared) -> PerfectPlay:
    """A sweep, run as the options say."""
    from exact.analysis.shoe.perfect_play import perfect_play
    if arguments.resume == "":
        raise UsageError("--resume '': names no folder")
    resume = Path(arguments.resume) if arguments.resume is not None else None
    try:
        with sweepers(prepared.work, arguments.processes, arguments.scheduler) as executor:
            return perfect_play(prepared, executor, bar, resume)
    except KeyboardInterrupt:
        print("note: with --resume DIR finished parts would be kept, and the same command go on from there"
              if resume is None else
              f"note: the same command, with --resume {arguments.resume}, goes on from the parts that are finished",
              file=sys.stderr)
        raise


def asked(arguments: argparse.Namespace) -> argparse.Namespace:
    """The options that name the question, without what runs it, so that a resumed run gives the same bytes."""
    return argparse.Namespace(**vars(arguments) | {"argv": kept_words(arguments, HOW_IT_RUNS)[1:]})
