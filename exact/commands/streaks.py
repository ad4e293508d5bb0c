"""`exact streaks`: runs of a result, in the independent model and in the real shoe, side by side."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import Any

from exact.analysis.shoe.streaks import MOST_COUPS, SIDES, TIES, DealtStreaks, Streaks, dealt_streaks, fresh_streaks
from exact.commands.options import (
    Question,
    add_game,
    add_output,
    add_shoe,
    answer,
    emit,
    examples,
    read_question,
    refuse_idle,
    whole_number,
)
from exact.commands.sampling import add_sampling, progress, sampled_cell, sampled_cells, sampled_columns, sampled_data
from exact.errors import UsageError
from exact.report.document import Column, Document, Table
from exact.report.numbers import rational

WORDS = {"break": "a tie ends a run", "ignore": "a tie is passed over", "count": "a tie counts as the result"}
AMONG_DECISIONS = "a tie is passed over, and is not counted among the coups"
MOST_SHOWN = 10


def configure(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    add_shoe(parser)
    parser.add_argument("--side", choices=SIDES, default="banker", help="whose runs (default %(default)s)")
    parser.add_argument("--ties", choices=TIES,
                        help="what a tie does to a run: ends it, is passed over, or counts (default break; among"
                        " --decisions ties are passed over)")
    number = parser.add_mutually_exclusive_group()
    number.add_argument("--coups", type=_coups, default=80, metavar="N", help="coups of a shoe (default %(default)s)")
    number.add_argument("--decisions", type=_coups, metavar="N", help="coups of a shoe that are no ties, instead")
    parser.add_argument("--longest", type=_coups, metavar="N",
                        help=f"runs up to this length are shown (default {MOST_SHOWN}, or all coups where they are"
                        " fewer)")
    parser.add_argument("--exact-only", action="store_true", help="leave the simulation of the real shoe out")
    add_sampling(parser, "for the real shoe")
    add_output(parser)
    examples(parser, "exact streaks --side banker --coups 81",
             "exact streaks --decisions 70 --ties ignore --exact-only")


def _coups(text: str) -> int:
    return whole_number(text, 1, MOST_COUPS, "a number of coups")


def run(arguments: argparse.Namespace) -> int:
    if arguments.exact_only:
        refuse_idle(arguments, "nothing is simulated with --exact-only; leave it out", "--shoes", "--seed")
    question = read_question(arguments)
    if question.shoe.infinite:
        refuse_idle(arguments, "the infinite shoe is not simulated: its coups are independent", "--shoes", "--seed",
                    "--exact-only")
    coups = arguments.decisions or arguments.coups
    lengths = arguments.longest or min(MOST_SHOWN, coups)
    if lengths > coups:
        raise UsageError(f"--longest {lengths}: longer than the {coups} coups of a shoe")
    decisions = arguments.decisions is not None
    if decisions and arguments.ties not in (None, "ignore"):
        raise UsageError(f"--decisions with --ties {arguments.ties}: among decided coups there are no ties; leave"
                         " --ties out, or give --coups")
    ties = arguments.ties or ("ignore" if decisions else "break")
    streaks = fresh_streaks(question.game.rules, question.shoe, arguments.side, ties, coups, decisions)
    dealt = None
    if not (arguments.exact_only or question.shoe.infinite):
        dealt = dealt_streaks(question.game.rules, question.shoe, streaks, lengths, arguments.shoes,
                              arguments.seed, progress(arguments.shoes))
    emit(_document(arguments, question, streaks, dealt, lengths), arguments)
    return 0


def _document(arguments: argparse.Namespace, question: Question, streaks: Streaks, dealt: DealtStreaks | None,
              shown: int) -> Document:
    lengths = range(1, shown + 1)
    per = "decided coups" if streaks.decisions else "coups"
    columns = [Column("run", "count"), Column("at least one so long", "probability", "at_least"),
               Column("mean number just so long", "probability", "expected_exactly"),
               Column("mean number so long or longer", "probability", "expected")]
    if dealt:
        columns += sampled_columns(arguments, "SIMULATED at least one")
        columns += sampled_columns(arguments, "SIMULATED mean number so long or longer")
    rows = []
    for k in lengths:
        row: list[Any] = [k, streaks.at_least(k), streaks.expected_exactly(k), streaks.expected(k)]
        if dealt:
            row += [cell for value in (dealt.at_least, dealt.expected)
                    for cell in sampled_cells(arguments, value[k - 1], min(arguments.digits, 5))]
        rows.append(tuple(row))
    convention = AMONG_DECISIONS if streaks.decisions else WORDS[streaks.ties]
    notes = [f"Convention: {convention}. The exact columns take the {per} to be independent, each with the"
             " probabilities of the shoe's first coup."]
    if dealt:
        notes.append(f"SIMULATED: {arguments.shoes:,} shoes of seed {arguments.seed} dealt without reshuffle, mean ±"
                     f" standard error; {sampled_cell(dealt.ran_short, 4)} of them ended before {streaks.coups} {per}.")
    table = Table(f"Runs of {streaks.side} in a shoe of {streaks.coups} {per}", tuple(columns), tuple(rows),
                  tuple(notes))
    mean = sum((k * p for k, p in enumerate(streaks.longest)), Fraction(0))
    longer = [("longer", 1 - sum(streaks.longest[:shown + 1]))] if shown < streaks.coups else []
    longest = Table("The longest run, independent coups",
                    (Column("longest", "count"), Column("probability", "probability")),
                    (*((k, streaks.longest[k]) for k in range(shown + 1)), *longer),
                    (f"Mean longest run {float(mean):.6f}" + (
                        f"; SIMULATED {sampled_cell(dealt.longest, 4)} in the real shoe." if dealt else "."),))
    data: dict[str, Any] = {
        "side": streaks.side, "ties": streaks.ties, "convention": convention, "coups": streaks.coups, "counted": per,
        "longest_mean": rational(mean),
        "runs": [{"length": k, "at_least": rational(streaks.at_least(k)), "expected": rational(streaks.expected(k)),
                  "expected_exactly": rational(streaks.expected_exactly(k)),
                  "simulated_at_least": sampled_data(dealt.at_least[k - 1]) if dealt else None,
                  "simulated_expected": sampled_data(dealt.expected[k - 1]) if dealt else None} for k in lengths],
        "longest": [{"length": k, "probability": rational(streaks.longest[k])} for k in range(streaks.coups + 1)],
        "simulated_longest_mean": sampled_data(dealt.longest) if dealt else None,
        "simulated_ended_early": sampled_data(dealt.ran_short) if dealt else None}
    return answer(arguments, question, "streaks", "exact-streaks/1", (table, longest), data)
