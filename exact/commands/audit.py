"""`exact audit`: a log of dealt coups against the rules and against exact expectation."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from exact.commands.options import (
    add_bets,
    add_game,
    add_output,
    add_shoe,
    answer,
    choose_bets,
    emit,
    examples,
    read_game,
    read_shoe_options,
    title_of,
    whole_number,
)
from exact.errors import LogError, UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG.csv", help="a row a coup, columns by name (docs/audit.md); - for stdin")
    add_game(parser)
    add_shoe(parser)
    add_bets(parser)
    parser.add_argument("--cut-card", type=lambda text: whole_number(text, 0, 10**6, "a number of cards"), metavar="N",
                        help="the cut card lies before the last N cards (default: as the log's column cut says)")
    parser.add_argument("--after-cut", type=lambda text: whole_number(text, 0, 100, "a number of coups"), default=1,
                        metavar="N", help="coups dealt after the one in which the cut card comes (default %(default)s)")
    parser.add_argument("--keep-going", action="store_true", help="pass over rows that cannot be read, and list them")
    parser.add_argument("--all-faults", action="store_true", help="list every wrong line, not only the first 50")
    parser.add_argument("--evs", metavar="PATH", help="write the exact EV of each bet before each coup there, as CSV")
    add_output(parser)
    examples(parser, "exact audit docs/examples/table-7.csv",
             "exact audit docs/examples/table-7.csv --decks 8 --cut-card 14 --bets main,player-pair",
             "exact audit docs/examples/table-7.csv --keep-going --output audit.json",
             "exact audit - < docs/examples/table-7.csv")


def run(arguments: argparse.Namespace) -> int:
    from exact.analysis.audit.audit import Auditor, audit, slow_bets
    from exact.analysis.audit.log import LogReader
    from exact.report.sections import audit as show
    game = read_game(arguments)
    shoe, decks, removed = read_shoe_options(arguments, game)
    names = arguments.bets if arguments.bets == "all" else ",".join(
        name for part in arguments.bets.split(",") for name in (game.main if part.strip() == "main" else [part]))
    bets, _ = choose_bets(names, game, shoe)
    slow = slow_bets(game.rules, bets)
    if slow and arguments.bets == "all":
        print(f"note: bets {', '.join(bet.name for bet in slow)}: left out of all, for their laws take milliseconds a "
              "coup; name them with --bets to have them", file=sys.stderr)
        bets = tuple(bet for bet in bets if bet not in slow)
    elif slow:
        print(f"note: bets {', '.join(bet.name for bet in slow)}: their laws take milliseconds a coup, so that a long "
              "log takes long", file=sys.stderr)
    with _opened(arguments.log) as file, _written(arguments.evs) as evs, _progress(arguments.log) as progress:
        reader = LogReader(file, arguments.log, shoe)
        auditor = Auditor(game.rules, shoe, bets, [game.named(name) for name in reader.net_bets], reader.partition,
                          arguments.cut_card, arguments.after_cut, None if evs is None else _ev_writer(evs))
        for name in auditor.unknown:
            print(f"note: bet {name}: looks at more of the cards than the log gives", file=sys.stderr)
        if evs is not None:
            names_of = [f"{bet.name},{bet.name}_fraction" for bet in auditor.shown_bets]
            print("row", "shoe", "coup", "cards_left", *names_of, sep=",", file=evs)
        found = audit(reader, auditor, arguments.keep_going, progress)
    emit(answer(arguments, None, f"Audit of {Path(arguments.log).name if arguments.log != '-' else 'stdin'}: "
                f"{title_of(game, shoe, decks, removed)}", "exact-audit/1",
                show.audit_blocks(found, arguments.all_faults), show.audit_data(found), rules_hash=game.rules.hash,
                composition=shoe.counts()), arguments)
    return 1 if found.fault_count else 0


def _ev_writer(file: TextIO) -> Callable[[object], None]:
    import csv

    from exact.analysis.audit.audit import EVBlock
    writer = csv.writer(file, lineterminator="\n")

    def write(block: object) -> None:
        assert isinstance(block, EVBlock)
        for i, row in enumerate(block.rows):
            cells: list[str] = []
            for bet in block.evs:
                pair = bet[i]
                cells += ["", ""] if pair is None else [f"{pair[0] / pair[1]:.15g}", str(Fraction(*pair))]
            writer.writerow([*row, *cells])

    return write


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    if name == "-":
        yield sys.stdin.buffer
        return
    try:
        file = open(name, "rb")  # noqa: SIM115  # closed below: errors of opening are told apart from those of reading
    except OSError as error:
        raise LogError(f"log {name!r}: {error.strerror or error}") from None
    with file:
        yield file


@contextmanager
def _written(name: str | None) -> Iterator[TextIO | None]:
    """A file that appears whole or not at all."""
    if name is None:
        yield None
        return
    path = Path(name)
    try:
        file = tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="", dir=path.parent,  # noqa: SIM115
                                           prefix=f".{path.name}.", delete=False)
    except OSError as error:
        raise UsageError(f"--evs {name!r}: {error.strerror or error}; the folder must exist and be writable") from None
    try:
        with file:
            yield cast(TextIO, file)
        os.replace(file.name, path)
    except BaseException:
        Path(file.name).unlink(missing_ok=True)
        raise


@contextmanager
def _progress(name: str) -> Iterator[Callable[[int], None] | None]:
    """A bar over the bytes of the log, on a terminal only."""
    if not sys.stderr.isatty() or name == "-":
        yield None
        return
    from tqdm import tqdm
    with tqdm(total=Path(name).stat().st_size, unit="B", unit_scale=True, file=sys.stderr, leave=False) as bar:
        def advance(read: int) -> None:
            bar.update(read)

        yield advance
