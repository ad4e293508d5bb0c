"""`exact rules-diff`: a third-card table against the standard."""

from __future__ import annotations

import argparse

from exact.analysis.rules_diff import compare_rules, rules_of
from exact.commands.options import add_bets, add_output, add_shoe, choose_bets, reply
from exact.commands.options import read_shoe_options as read_shoe
from exact.game.catalogue import DEFAULT_GAME, load_game
from exact.report.sections import rules_diff as show


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE.toml|NAME", help="a game file, a file of nothing but rules, or a "
                        "game of the catalogue")
    add_shoe(parser)
    add_bets(parser)
    add_output(parser, "exact rules-diff russian-page-literal", "exact rules-diff docs/examples/table.toml --decks 6")


def run(arguments: argparse.Namespace) -> int:
    rules = rules_of(arguments.file)
    game = load_game(DEFAULT_GAME, arguments.bet_file, arguments.stake)
    shoe, _, _ = read_shoe(arguments, game)
    bets, _ = choose_bets(arguments.bets, game, shoe)
    diff = compare_rules(rules, bets, shoe)
    return reply(arguments, None, f"{arguments.file} against the standard third-card table", "exact-rules-diff/1",
                 show.diff_blocks(diff), show.diff_data(diff), rules_hash=rules.hash, composition=shoe.counts())
