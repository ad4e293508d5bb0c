"""`exact atlas`: every bet of the catalogue at every usual number of decks."""

from __future__ import annotations

import argparse

from exact.commands.bundles import add_bundle, emit_report, with_commands
from exact.commands.options import add_bet_file, add_output, answer
from exact.game.bets import rules_and_bets_hash
from exact.report.document import Document


def configure(parser: argparse.ArgumentParser) -> None:
    add_bet_file(parser)
    add_output(parser, "exact atlas --output atlas", "exact atlas --table edges --output edges.csv")
    add_bundle(parser)


def run(arguments: argparse.Namespace) -> int:
    return emit_report(build, arguments)


def build(arguments: argparse.Namespace, full: bool = True) -> Document:  # noqa: ARG001  # there is no shorter one
    """The atlas as a document."""
    from exact.analysis.atlas import whole_atlas
    from exact.commands.progress import bar
    from exact.report.sections.atlas import atlas_section
    found = whole_atlas(arguments.bet_file, bar)
    document = answer(arguments, None, "The baccarat atlas", "exact-atlas/1", *atlas_section(found),
                      rules_hash=found.game.rules.hash, rules_and_bets_hash=rules_and_bets_hash(
                          found.game.rules, [entry.bet for entry in found.entries]))
    return with_commands(document, arguments)
