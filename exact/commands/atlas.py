"""`exact atlas`: every bet of the catalogue at every usual number of decks."""

from __future__ import annotations

import argparse

from exact.commands.bundles import add_bundle, emit_report
from exact.commands.options import FORM, UNRECORDED, add_output, answer, examples, kept_words
from exact.game.bets import rules_and_bets_hash
from exact.game.catalogue import DEFAULT_GAME, game_names, load_game
from exact.report.document import Document


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bet-file", action="append", default=[], metavar="FILE.toml",
                        help="further bets, declared by you; may be given again")
    parser.add_argument("--table", metavar="NAME", help="one table of the atlas, by the name that it has there")
    add_output(parser)
    add_bundle(parser)
    examples(parser, "exact atlas --output atlas", "exact atlas --table edges --output edges.csv")


def run(arguments: argparse.Namespace) -> int:
    return emit_report(build, arguments)


def build(arguments: argparse.Namespace, full: bool = True) -> Document:  # noqa: ARG001  # there is no shorter one
    """The atlas as a document."""
    from exact.analysis.atlas import atlas, catalogue_names
    from exact.analysis.odds.compare import Compared, compare
    from exact.commands.progress import bar
    from exact.report.sections.atlas import atlas_blocks, atlas_data
    from exact.report.sections.par import with_commands
    game = load_game(DEFAULT_GAME, arguments.bet_file)
    names = (*game.main, *catalogue_names(), *game.tables)
    entries = atlas(game, names, bar)
    games: list[Compared] = []
    for name in game_names():
        other = load_game(name)
        games += compare([other], other.main, [other.shoe()])
    blocks = with_commands(atlas_blocks(entries, games), kept_words(arguments, {**UNRECORDED, **FORM}))
    return answer(arguments, None, "The baccarat atlas", "exact-atlas/1", blocks, atlas_data(entries, games),
                  rules_hash=game.rules.hash,
                  rules_and_bets_hash=rules_and_bets_hash(game.rules, [entry.bet for entry in entries]))
