"""`exact audit`: a log of dealt coups against the rules and against exact expectation."""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from exact.analysis.audit.audit import Audit, Auditor, audit, slow_bets
from exact.analysis.audit.results import judge_counts, judge_results, read_counts
from exact.analysis.logs.reader import LogReader
from exact.commands.dealing_options import add_cut
from exact.commands.log_options import add_log, read_log_options
from exact.commands.options import (
    add_output,
    add_question,
    choose_bets,
    named_numbers,
    read_game,
    read_shoe_options,
    refuse_idle,
    reply,
)
from exact.commands.progress import bar
from exact.errors import LogError, UsageError
from exact.files import file_words, opened, staged
from exact.game.definition import GameDefinition
from exact.game.procedure import NO_BURN, Procedure
from exact.game.shoe import Shoe
from exact.report.question import title_of
from exact.report.sections import audit as show
from exact.report.sections.results import results_blocks, results_data

NEEDS_CARDS = ("--bets", "--bet-file", "--stake", "--cut", "--extra", "--extra-if-first", "--cards", "--explain-faults",
               "--evs")
NEEDS_ROWS = ("--map", "--keep-going", "--all-faults")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("log", metavar="LOG", nargs="?", help="cards or results, a row a coup or a line a shoe: CSV, "
                        "TSV, JSON, Parquet, plain lines, also packed as .gz (docs/audit.md); - for stdin")
    add_question(parser)
    add_cut(parser, "as the log's column cut says")
    add_log(parser)
    parser.add_argument("--counts", metavar="player=N,banker=N,tie=N", help="numbers of outcomes, in place of a log")
    parser.add_argument("--explain-faults", action="store_true",
                        help="the one deviation from the rules that makes most faults vanish")
    parser.add_argument("--all-faults", action="store_true", help="list every wrong line, not only the first 50")
    parser.add_argument("--evs", metavar="PATH", help="write the exact EV of each bet before each coup there, as CSV")
    add_output(parser, "exact audit docs/examples/table-7.csv",
               "exact audit docs/examples/table-7.csv --decks 8 --cut 14 --bets main,player-pair",
               "exact audit docs/examples/table-7.csv --keep-going --output audit.json",
               "exact audit docs/examples/table-7.csv --explain-faults",
               "exact audit --counts player=4463,banker=4587,tie=950", "exact audit - < docs/examples/table-7.csv")


def run(arguments: argparse.Namespace) -> int:
    game = read_game(arguments)
    shoe, decks, removed = read_shoe_options(arguments, game)
    title = title_of(game, shoe, decks, removed)
    made_from: dict[str, Any] = {"rules_hash": game.rules.hash, "composition": shoe.counts()}
    if (arguments.log is None) == (arguments.counts is None):
        raise UsageError("`log` or --counts: give a log, or numbers of outcomes such as --counts"
                         " player=4463,banker=4587,tie=950")
    if arguments.counts is not None:
        refuse_idle(arguments, "numbers of outcomes have no rows and no cards; leave it out", *NEEDS_ROWS, *NEEDS_CARDS)
        judged = judge_counts(game.rules, shoe, read_counts(named_numbers(arguments.counts, "counts")))
        return reply(arguments, None, f"Audit of counts: {title}", "exact-audit/1", results_blocks(judged),
                     results_data(judged), **made_from)
    with opened(arguments.log, LogError, "log") as file:
        reader = LogReader(file, arguments.log, shoe, rules=game.rules, **read_log_options(arguments))
        if reader.reads == "cards":
            found = _cards(arguments, reader, game, shoe)
            blocks, data, faults = show.audit_blocks(found, arguments.all_faults), show.audit_data(found), found.faults
        else:
            refuse_idle(arguments, "the log has results and no cards; leave it out", *NEEDS_CARDS)
            judged = judge_results(reader, game.rules, shoe, arguments.keep_going, bar)
            blocks, data, faults = results_blocks(judged, arguments.all_faults), results_data(judged), judged.faults
    return reply(arguments, None, f"Audit of {file_words(arguments.log)}: {title}", "exact-audit/1", blocks, data,
                 holds=not faults, **made_from)


def _cards(arguments: argparse.Namespace, reader: LogReader, game: GameDefinition, shoe: Shoe) -> Audit:
    """A log of cards against the rules and the laws of the bets."""
    bets, _ = choose_bets(arguments.bets, game, shoe)
    slow = slow_bets(game.rules, bets)
    if slow:
        left_out = arguments.bets == "all"
        print(f"note: bets {', '.join(bet.name for bet in slow)}: " + (
            "left out of all, for their laws take milliseconds a coup; name them with --bets to have them" if left_out
            else "their laws take milliseconds a coup, so that a long log takes long"), file=sys.stderr)
        bets = tuple(bet for bet in bets if not (left_out and bet in slow))
    with _written(arguments.evs) as evs:
        procedure = Procedure(NO_BURN, arguments.cut or 0, arguments.extra, arguments.extra_if_first)
        write = None if evs is None else lambda block: evs.writerows(show.ev_rows(block))
        auditor = Auditor(game.rules, shoe, bets, [game.named(name) for name in reader.net_bets], reader.partition,
                          procedure, write)
        for name in auditor.unknown:
            print(f"note: bet {name}: looks at more of the cards than the log gives", file=sys.stderr)
        if evs is not None:
            evs.writerow(show.ev_columns(auditor.shown_bets))
        return audit(reader, auditor, arguments.keep_going, bar, arguments.explain_faults)


@contextmanager
def _written(name: str | None) -> Iterator[Any]:
    """A writer of rows to a CSV file that appears whole or not at all; None without a name."""
    if name is None:
        yield None
        return
    with staged(Path(name), "evs") as place, place.open("w", encoding="utf-8", newline="") as file:
        yield csv.writer(file, lineterminator="\n")
