"""`exact in-play`: a coup card by card, and the odds given totals or the third card."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from exact.analysis.odds.in_play import (
    Given,
    Step,
    by_banker_total_and_third_card,
    by_both_totals,
    by_player_total,
    by_third_card,
    through_a_coup,
    words,
)
from exact.commands.options import (
    Question,
    add_bets,
    add_game,
    add_output,
    add_shoe,
    answer,
    emit,
    examples,
    read_question,
    refuse_idle,
)
from exact.errors import UsageError
from exact.files import staged
from exact.report.document import Block, Cell, Column, Table
from exact.report.numbers import rational
from exact.report.sections import probability as show

TABLES = {"player-total": ("Who wins, given Player's two-card total", ("Player's total",), by_player_total),
          "both-totals": ("Who wins, given both two-card totals", ("Player's total", "Banker's total"), by_both_totals),
          "third-card": ("Who wins, given Player's third card", ("third card",), by_third_card),
          "banker-third": ("Who wins, given Banker's two-card total and Player's third card",
                           ("Banker's total", "third card"), by_banker_total_and_third_card)}
BAR = 40


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    add_bets(parser)
    parser.add_argument("--dealt", metavar="CARDS", help="a coup, card by card, such as 'P9 B4 P2 B2 P6 BK'")
    parser.add_argument("--given", choices=tuple(TABLES), help="a table of the odds, given what is known of the coup")
    parser.add_argument("--plot", metavar="FILE.svg", help="the odds through the coup as a picture (with --dealt)")
    add_output(parser)
    examples(parser, "exact in-play --dealt 'P9 B4 P2 B2 P6 BK'", "exact in-play --given player-total",
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
        refuse_idle(arguments, "the tables of --given show who wins, and no bet; leave it out, or give --dealt CARDS",
                    "--bets", "--bet-file", "--stake")
    question = read_question(arguments)
    picture = ""
    if arguments.dealt is not None:
        steps = tuple(through_a_coup(question.game.rules, question.shoe, arguments.dealt, question.bets))
        blocks, data = _steps(question, steps)
        if arguments.plot is not None:
            from exact.report.drawing.in_play import draw
            picture = draw(steps, question.title)
    else:
        title, names, table = TABLES[arguments.given]
        blocks, data = _given(title, names, table(question.game.rules, question.shoe))
    document = answer(arguments, question, "in play", "exact-in-play/1", blocks, data)
    if not picture:
        return emit(document, arguments)
    with staged(Path(arguments.plot), "plot") as file:
        file.write_text(picture, encoding="utf-8")
        return emit(document, arguments)


def _same(one: str, other: str) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


Built = tuple[list[Block], dict[str, Any]]
OUTCOMES = tuple(Column(name, "probability") for name in ("Player", "Banker", "Tie"))


def _given(title: str, names: Sequence[str], rows: Sequence[Given]) -> Built:
    table = Table(title, (*map(Column, names), Column("probability", "probability"), *OUTCOMES),
                  tuple((*row.what, row.probability, *(row.outcomes or (None,) * 3)) for row in rows))
    return [table], {"given": list(names), "rows": [
        {"what": list(row.what), "probability": rational(row.probability),
         "outcomes": {name: rational(value) for name, value in
                      zip(show.OUTCOME_NAMES, row.outcomes or (None,) * 3, strict=True)}} for row in rows]}


def _steps(question: Question, steps: Sequence[Step]) -> Built:
    rows: list[tuple[Cell, ...]] = [(step.last, step.odds.player, step.odds.banker, step.odds.tie,
                                     *(law.ev for law in step.odds.bets)) for step in steps]
    table = Table("The odds after each card, and the EV of each bet per unit staked",
                  (Column("card"), *OUTCOMES, *(Column(f"EV {bet.name}", "signed percent") for bet in question.bets)),
                  tuple(rows))
    picture = Table("Win probability: P Player, = tie, B Banker", (Column("card"), Column("odds")),
                    tuple((step.last, _bar(step)) for step in steps))
    return [table, picture], {"steps": [
        {"card": step.last, "known": words(step), "outcomes": show.outcomes_data(step.odds),
         "bets": [{"name": law.bet.name, "rtp": rational(law.rtp)} for law in step.odds.bets]} for step in steps]}


def _bar(step: Step) -> str:
    """The three probabilities as a bar of so many letters."""
    player, banker = round(BAR * step.odds.player), round(BAR * step.odds.banker)
    return "P" * player + "=" * (BAR - player - banker) + "B" * banker
