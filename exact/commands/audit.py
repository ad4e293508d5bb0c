"""`exact audit`: a log of dealt coups against the rules and against exact expectation."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from exact.commands.dealing_options import add_cut
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
)
from exact.commands.progress import bar
from exact.errors import LogError
from exact.files import file_words, opened, staged
from exact.game.procedure import NO_BURN, Procedure


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG.csv", help="a row a coup, columns by name (docs/audit.md); - for stdin")
    add_game(parser)
    add_shoe(parser)
    add_bets(parser)
    add_cut(parser, "as the log's column cut says")
    parser.add_argument("--keep-going", action="store_true", help="pass over rows that cannot be read, and list them")
    parser.add_argument("--all-faults", action="store_true", help="list every wrong line, not only the first 50")
    parser.add_argument("--evs", metavar="PATH", help="write the exact EV of each bet before each coup there, as CSV")
    add_output(parser)
    examples(parser, "exact audit docs/examples/table-7.csv",
             "exact audit docs/examples/table-7.csv --decks 8 --cut 14 --bets main,player-pair",
             "exact audit docs/examples/table-7.csv --keep-going --output audit.json",
             "exact audit - < docs/examples/table-7.csv")


def run(arguments: argparse.Namespace) -> int:
    from exact.analysis.audit.audit import Auditor, audit, slow_bets
    from exact.analysis.logs.reader import LogReader
    from exact.report.sections import audit as show
    game = read_game(arguments)
    shoe, decks, removed = read_shoe_options(arguments, game)
    bets, _ = choose_bets(arguments.bets, game, shoe)
    slow = slow_bets(game.rules, bets)
    if slow:
        left_out = arguments.bets == "all"
        print(f"note: bets {', '.join(bet.name for bet in slow)}: " + (
            "left out of all, for their laws take milliseconds a coup; name them with --bets to have them" if left_out
            else "their laws take milliseconds a coup, so that a long log takes long"), file=sys.stderr)
        bets = tuple(bet for bet in bets if not (left_out and bet in slow))
    with opened(arguments.log, LogError, "log") as file, _written(arguments.evs) as evs:
        reader = LogReader(file, arguments.log, shoe)
        procedure = Procedure(NO_BURN, arguments.cut or 0, arguments.extra, arguments.extra_if_first)
        write = None if evs is None else lambda block: evs.writerows(show.ev_rows(block))
        auditor = Auditor(game.rules, shoe, bets, [game.named(name) for name in reader.net_bets], reader.partition,
                          procedure, write)
        for name in auditor.unknown:
            print(f"note: bet {name}: looks at more of the cards than the log gives", file=sys.stderr)
        if evs is not None:
            evs.writerow(show.ev_columns(auditor.shown_bets))
        found = audit(reader, auditor, arguments.keep_going, bar)
    emit(answer(arguments, None, f"Audit of {file_words(arguments.log)}: {title_of(game, shoe, decks, removed)}",
                "exact-audit/1", show.audit_blocks(found, arguments.all_faults), show.audit_data(found),
                rules_hash=game.rules.hash, composition=shoe.counts()), arguments)
    return 1 if found.fault_count else 0


@contextmanager
def _written(name: str | None) -> Iterator[Any]:
    """A writer of rows to a CSV file that appears whole or not at all; None without a name."""
    if name is None:
        yield None
        return
    with staged(Path(name), "evs") as place, place.open("w", encoding="utf-8", newline="") as file:
        yield csv.writer(file, lineterminator="\n")
