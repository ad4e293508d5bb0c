"""`exact best`: the most favourable sub-shoes of a bet at each number of cards left, searched exactly."""

from __future__ import annotations

import argparse

from exact.commands.options import answer, emit, examples, read_question
from exact.commands.sweep import add_sweep, asked, prepared_sweep, swept
from exact.report.document import Block, Paragraph


def configure(parser: argparse.ArgumentParser) -> None:
    add_sweep(parser)
    examples(parser, "exact best --decks 1 --bets banker --cards-left 6-26",
             "exact best --decks 8 --bets tie --cards-left 6-20 --format json")


def run(arguments: argparse.Namespace) -> int:
    from exact.report.sections import sweep as show
    question = read_question(arguments)
    play = swept(arguments, prepared_sweep(arguments, question))
    blocks: list[Block] = [
        Paragraph("Every sub-shoe of each size was evaluated; the EV is exact."),
        *(show.best_table(bet, play) for bet in play.bets)]
    emit(answer(asked(arguments), question, "the most favourable sub-shoes", "exact-best/1", blocks,
                show.best_data(play)), arguments)
    return 0
