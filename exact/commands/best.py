"""`exact best`: the most favourable sub-shoes of a bet at each number of cards left, searched exactly."""

from __future__ import annotations

import argparse

from exact.commands.options import examples, read_question, reply
from exact.commands.sweep import add_sweep, asked, prepared_sweep, swept


def configure(parser: argparse.ArgumentParser) -> None:
    add_sweep(parser)
    examples(parser, "exact best --decks 1 --bets banker --cards-left 6-26",
             "exact best --decks 8 --bets tie --cards-left 6-20 --format json")


def run(arguments: argparse.Namespace) -> int:
    from exact.analysis.shoe.perfect_play import BestShoes
    from exact.report.sections.sweep import best_section
    question = read_question(arguments)
    section = best_section(BestShoes(swept(arguments, prepared_sweep(arguments, question))))
    return reply(asked(arguments), question, "the most favourable sub-shoes", "exact-best/1", *section)
