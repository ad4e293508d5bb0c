"""`exact in-play`: a coup card by card, and the odds given totals or the third card."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from exact.analysis.odds.in_play import GIVEN, given_odds, in_play
from exact.commands.options import add_output, add_question, answer, emit, read_question, refuse_idle
from exact.errors import UsageError
from exact.files import staged
from exact.report.sections.in_play import coup_section, given_section


def configure(parser: argparse.ArgumentParser) -> None:
    add_question(parser)
    parser.add_argument("--dealt", metavar="CARDS", help="a coup, card by card, such as 'P9 B4 P2 B2 P6 BK'")
    parser.add_argument("--given", choices=tuple(GIVEN), help="a table of the odds, given what is known of the coup")
    parser.add_argument("--plot", metavar="FILE.svg", help="the odds through the coup as a picture (with --dealt)")
    add_output(parser, "exact in-play --dealt 'P9 B4 P2 B2 P6 BK'", "exact in-play --given player-total",
               "exact in-play --given both-totals --decks 6 --format csv")


def run(arguments: argparse.Namespace) -> int:
    if (arguments.dealt is None) == (arguments.given is None):
        raise UsageError("in-play: give --dealt CARDS for a coup card by card, or --given TABLE; one of them")
    if arguments.plot is not None and arguments.dealt is None:
        raise UsageError("--plot: draws the odds through a coup; give --dealt CARDS too")
    if arguments.plot is not None and Path(arguments.plot).suffix.lower() != ".svg":
        raise UsageError(f"--plot {arguments.plot!r}: the picture is SVG; give it the ending .svg")
    if arguments.plot is not None and arguments.output and _same(arguments.plot, arguments.output):
        raise UsageError(f"--plot {arguments.plot!r}: is the file of --output too; name two files")
    if arguments.given is not None:
        refuse_idle(arguments, "the tables of --given show the outcome, and no bet; leave it out, or give --dealt"
                    " CARDS", "--bets", "--bet-file", "--stake")
    question = read_question(arguments)
    rules, picture = question.game.rules, ""
    if arguments.dealt is not None:
        found = in_play(rules, question.shoe, arguments.dealt, question.bets)
        section = coup_section(found)
        if arguments.plot is not None:
            from exact.report.drawing.in_play import draw
            picture = draw(found.steps, question.title)
    else:
        section = given_section(given_odds(rules, question.shoe, arguments.given))
    document = answer(arguments, question, "in play", "exact-in-play/1", *section)
    if not picture:
        return emit(document, arguments)
    with staged(Path(arguments.plot), "plot") as file:
        file.write_text(picture, encoding="utf-8")
        return emit(document, arguments)


def _same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)
