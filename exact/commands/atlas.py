"""`exact atlas`: every bet of the catalogue at every usual number of decks."""

from __future__ import annotations

import argparse

from exact.commands.bundles import add_bundle, emit_report, with_commands
from exact.commands.options import add_bet_file, add_output, answer
from exact.game.bets import rules_and_bets_hash
from exact.game.catalogue import DEFAULT_GAME, game_names, load_game
from exact.report.document import Document


def configure(parser: argparse.ArgumentParser) -> None:
    add_bet_file(parser)
    add_output(parser, "exact atlas --output atlas", "exact atlas --table edges --output edges.csv")
    add_bundle(parser)


def run(arguments: argparse.Namespace) -> int:
    return emit_report(build, arguments)


def build(arguments: argparse.Namespace, full: bool = True) -> Document:  # noqa: ARG001  # there is no shorter one
    """The atlas as a document."""
    from exact.analysis.atlas import atlas, catalogue_names
    from exact.analysis.odds.compare import compare
    from exact.commands.progress import bar
    from exact.report.sections.atlas import atlas_blocks, atlas_data
    game = load_game(DEFAULT_GAME, arguments.bet_file)
    entries = atlas(game, (*game.main, *catalogue_names(), *game.tables), bar)
    games = [one for other in map(load_game, game_names()) for one in compare([other], other.main, [other.shoe()])]
    document = answer(arguments, None, "The baccarat atlas", "exact-atlas/1", atlas_blocks(entries, games),
                      atlas_data(entries, games), rules_hash=game.rules.hash,
                      rules_and_bets_hash=rules_and_bets_hash(game.rules, [entry.bet for entry in entries]))
    return with_commands(document, arguments)
