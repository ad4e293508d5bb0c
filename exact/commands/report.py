"""`exact report`: the probability report."""

from __future__ import annotations

import argparse
from dataclasses import replace

from exact.commands.bundles import add_bundle, emit_report, with_commands
from exact.commands.options import add_output, add_question, add_stakes, answer, named_numbers, read_question
from exact.game.bets import rules_and_bets_hash
from exact.game.paper import ENTRIES, read_entries
from exact.report.document import Document
from exact.report.sections.paper import paper_blocks
from exact.report.sections.report import report_blocks, report_data, report_of


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    add_stakes(parser)
    parser.add_argument("--full", action="store_true",
                        help="the whole report: also rules in words, volatility, monitoring, totals, method, fractions")
    for entry in ENTRIES:
        parser.add_argument(f"--{entry}", metavar="TEXT" if entry != "date" else "YYYY-MM-DD",
                            help=f"title block: the {entry} of the document")
    add_output(parser, "exact report --decks 6", "exact report --game russian-page --output page.md",
               "exact report --game docs/examples/house.toml --output house",
               "exact report --full --bets dragon-7 --author 'A. Mathematician' --output sheet.pdf",
               "exact report --decks 8 --remove 9,9,K --bets player,banker --stakes banker=10,player=1")
    add_bundle(parser)


def run(arguments: argparse.Namespace) -> int:
    return emit_report(build, arguments)


def build(arguments: argparse.Namespace, full: bool = False) -> Document:
    """The report as a document; the whole of it if `full`."""
    question = read_question(arguments)
    report = report_of(question, question.game.staked(named_numbers(arguments.stakes, "stakes")))
    if full and not arguments.full and arguments.table is None:
        arguments.argv = [*arguments.argv, "--full"]
    if full:
        from exact.report.sections.whole_report import whole_report
        blocks, data = whole_report(report)
    else:
        blocks, data = list(report_blocks(report)), report_data(report)
    entries = {**question.game.document, **read_entries(_given(arguments), "title block")}
    blocks, data = [*paper_blocks(entries), *blocks], {**({"document": entries} if entries else {}), **data}
    document = answer(arguments, question, "probability report", "exact-report/1", blocks, data,
                      rules_and_bets_hash=rules_and_bets_hash(question.game.rules, question.bets))
    document = replace(document, title=entries.get("title", document.title))
    return with_commands(document, arguments) if full else document


def _given(arguments: argparse.Namespace) -> dict[str, str]:
    return {entry: value for entry in ENTRIES if (value := getattr(arguments, entry)) is not None}
