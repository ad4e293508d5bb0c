"""`exact rules-diff`: a third-card table against the standard."""

from __future__ import annotations

import argparse
from dataclasses import replace

from exact.analysis.rules_diff import compare_rules, rules_of
from exact.commands.options import add_bets, add_output, add_shoe, choose_bets, read_shoe_options, reply
from exact.files import file_words
from exact.game.catalogue import DEFAULT_GAME, load_game
from exact.report.question import shoe_title
from exact.report.sections import rules_diff as show


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.toml|NAME", help="a game file, a file of nothing but rules, or a "
                        "game of the catalogue")
    add_shoe(parser)
    add_bets(parser)
    add_output(parser, "exact rules-diff russian-page-literal", "exact rules-diff docs/examples/table.toml --decks 6")


def run(arguments: argparse.Namespace) -> int:
    rules, decks = rules_of(arguments.file)
    game = replace(load_game(DEFAULT_GAME, arguments.bet_file, arguments.stake), decks=decks)
    shoe, decks, removed = read_shoe_options(arguments, game)
    bets, _ = choose_bets(arguments.bets, game, shoe)
    diff = compare_rules(rules, bets, shoe)
    on = shoe_title(shoe, decks, removed)
    return reply(arguments, None, f"{file_words(arguments.file)} against the standard third-card table, {on}",
                 "exact-rules-diff/1", show.diff_blocks(diff), {"shoe": on, **show.diff_data(diff)},
                 rules_hash=rules.hash, composition=shoe.counts())
