"""`exact sweep`: the law of the EV over every sub-shoe, and what perfect play is worth."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from exact.commands.options import (
    Question,
    add_bets,
    add_game,
    add_output,
    add_shoe,
    answer,
    emit,
    examples,
    read_question,
    whole_number,
)
from exact.errors import UsageError

if TYPE_CHECKING:
    from exact.analysis.shoe.perfect_play import PerfectPlay, Prepared

IN_PROCESS = 1 << 26
"""Below so many sub-shoes, starting workers takes longer than the sweep."""
HOW_IT_RUNS = ("--resume", "--processes", "--scheduler")
"""Options that change nothing in the result, and so are not in its provenance."""


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
    add_game(parser)
    add_shoe(parser)
    add_bets(parser)
    parser.add_argument("--cards-left", type=card_range, default=(None, None), metavar="LO-HI",
                        help="only these numbers of cards left (default: all from 6 to the whole shoe)")
    parser.add_argument("--processes", type=_process_number, default=None, metavar="N",
                        help="worker processes (default: one for each core)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="run on the Dask cluster of this scheduler, such as "
                        "tcp://10.0.0.1:8786, instead of here")
    parser.add_argument("--resume", metavar="DIR", help="keep finished parts in this folder, and use those in it")
    add_output(parser)


def card_range(text: str) -> tuple[int, int]:
    """`9` or `6-16`; raises ArgumentTypeError that shows all that was typed."""
    match = re.fullmatch(r"([0-9]{1,12})(?:-([0-9]{1,12}))?", text)
    if match is None:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of cards left, nor LO-HI of them such as 6-16")
    return int(match[1]), int(match[2] or match[1])


def _process_number(text: str) -> int:
    return whole_number(text, 1, 4096, "a number of processes")


def run(arguments: argparse.Namespace) -> int:
    from exact.report.sections import sweep as show
    question = read_question(arguments)
    prepared = prepared_sweep(arguments, question, arguments.histogram)
    cuts = _cuts(arguments.cut, prepared)
    play = swept(arguments, prepared)
    tables = show.number_tables(play, cuts) if arguments.format == "csv" else show.blocks(play, arguments.digits, cuts)
    emit(answer(asked(arguments), question, "every sub-shoe", "exact-sweep/1", tables, show.data(play, cuts)),
         arguments)
    return 0


def _cuts(text: str, prepared: Prepared) -> list[int]:
    """The cut cards of `--cut`; raises UsageError, before the sweep is run, for one that it could say nothing of."""
    first, cards = prepared.sizes[0], prepared.question.cards
    try:
        cuts = [whole_number(part.strip(), 1, 10**12, "a number of cards") for part in text.split(",") if part.strip()]
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"--cut {text!r}: {error}") from None
    for cut in cuts:
        if cut > cards:
            raise UsageError(f"--cut {cut}: more cards behind the cut card than the {cards} of the shoe")
        if cut < first:
            raise UsageError(f"--cut {cut}: the gain is known from {first} cards left on; sweep down to the cut card "
                             "with --cards-left, or cut higher")
    return cuts


def prepared_sweep(arguments: argparse.Namespace, question: Question, histogram: bool = False) -> Prepared:
    """The sweep that the options ask for, checked but not yet run."""
    from exact.analysis.shoe.perfect_play import prepare, swept_together
    bets = question.bets
    if arguments.bets == "all":
        bets, rest = swept_together(bets)
        for bet, why in rest:
            print(f"note: bet {bet.name}: {why}", file=sys.stderr)
    first, last = arguments.cards_left
    return prepare(question.game.rules, bets, question.shoe, first, last, histogram)


def swept(arguments: argparse.Namespace, prepared: Prepared) -> PerfectPlay:
    """A sweep, run as the options say."""
    from exact.analysis.shoe.perfect_play import perfect_play
    if arguments.resume == "":
        raise UsageError("--resume '': names no folder")
    resume = Path(arguments.resume) if arguments.resume is not None else None
    try:
        with _executor(arguments, prepared.work) as executor, _bar(prepared.work) as progress:
            return perfect_play(prepared, executor, progress, resume)
    except KeyboardInterrupt:
        print("note: with --resume DIR finished parts would be kept, and the same command go on from there"
              if resume is None else
              f"note: the same command, with --resume {arguments.resume}, goes on from the parts that are finished",
              file=sys.stderr)
        raise


@contextmanager
def _executor(arguments: argparse.Namespace, work: int) -> Iterator[Executor | None]:
    from exact.workers import cluster, processes
    if arguments.scheduler is not None and arguments.processes is not None:
        raise UsageError("--scheduler with --processes: the cluster has its own workers; give one of them")
    number = arguments.processes or os.cpu_count() or 1
    if arguments.scheduler is not None:
        with cluster(arguments.scheduler) as executor:
            yield executor
    elif number > 1 and (work > IN_PROCESS or arguments.processes is not None):
        with processes(number) as executor:
            yield executor
    else:
        with nullcontext():
            yield None


@contextmanager
def _bar(work: int) -> Iterator[Any]:
    """A progress bar with the time left, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm
    with tqdm(total=work, unit=" sub-shoes", unit_scale=True, file=sys.stderr) as bar:
        def progress(done: int, total: int) -> None:  # noqa: ARG001  # the bar knows the total
            bar.update(done - bar.n)
        yield progress


def asked(arguments: argparse.Namespace) -> argparse.Namespace:
    """The options that name the question, without what runs it, so that a resumed run gives the same bytes."""
    return argparse.Namespace(**vars(arguments) | {"argv": _without(arguments.argv, HOW_IT_RUNS)})


def _without(words: Sequence[str], options: Sequence[str]) -> list[str]:
    kept = []
    rest = iter(words)
    for word in rest:
        if word in options:
            next(rest, None)
        elif word.partition("=")[0] not in options:
            kept.append(word)
    return kept
