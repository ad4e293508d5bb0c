"""Runs of a result, in the independent model and in the real shoe, side by side."""

from __future__ import annotations

from fractions import Fraction

from exact.analysis.shoe.streaks import DealtStreaks, StreakFigures, Streaks
from exact.game.procedure import Procedure
from exact.report.document import Cell, Column, Section, Table
from exact.report.numbers import rational
from exact.report.phrases import Part, Phrase
from exact.report.uncertain import estimate_data

WORDS = {"break": "a tie ends a run", "ignore": "a tie is passed over", "count": "a tie counts as the result"}
AMONG_DECISIONS = "a tie is passed over, and is not counted among the coups"


def streaks_section(found: StreakFigures) -> Section:
    """Runs up to a length, and the longest."""
    streaks, shown, procedure, dealt = found.exact, found.longest, found.procedure, found.dealt
    per = "decided coups" if streaks.decisions else "coups"
    convention = AMONG_DECISIONS if streaks.decisions else WORDS[streaks.ties]
    mean = sum((k * p for k, p in enumerate(streaks.longest)), Fraction(0))
    data = {
        "side": streaks.side, "ties": streaks.ties, "convention": convention, "coups": streaks.coups, "counted": per,
        "longest_mean": rational(mean),
        "runs": [{"length": k, "at_least": rational(streaks.at_least(k)), "expected": rational(streaks.expected(k)),
                  "expected_exactly": rational(streaks.expected_exactly(k)),
                  "simulated_at_least": estimate_data(dealt.at_least[k - 1]) if dealt else None,
                  "simulated_expected": estimate_data(dealt.expected[k - 1]) if dealt else None}
                 for k in range(1, shown + 1)],
        "longest": [{"length": k, "probability": rational(streaks.longest[k])} for k in range(streaks.coups + 1)],
        "simulated_longest_mean": estimate_data(dealt.longest) if dealt else None,
        "simulated_ended_early": estimate_data(dealt.ran_short) if dealt else None,
        "simulated_coups_per_shoe": estimate_data(dealt.per_shoe) if dealt else None,
        "procedure": str(procedure) if dealt else None}
    return [_runs_table(streaks, shown, per, convention, procedure, dealt),
            _longest_table(streaks, shown, mean, dealt)], data


def _runs_table(streaks: Streaks, shown: int, per: str, convention: str, procedure: Procedure,
                dealt: DealtStreaks | None) -> Table:
    columns = [Column("run", "count"), Column("at least one run of this length", "probability", "at_least"),
               Column("mean number of just this length", "probability", "expected_exactly"),
               Column("mean number of this length or longer", "probability", "expected")]
    rows: list[tuple[Cell, ...]] = [(k, streaks.at_least(k), streaks.expected_exactly(k), streaks.expected(k))
                                    for k in range(1, shown + 1)]
    notes = [f"Convention: {convention}. The exact columns take the {per} to be independent, each with the"
             " probabilities of the shoe's first coup."]
    if dealt:
        columns += [Column("SIMULATED at least one", "probability"),
                    Column("SIMULATED mean number of this length or longer", "probability")]
        rows = [(*row, *more) for row, *more in zip(rows, dealt.at_least, dealt.expected, strict=True)]
        notes.append(Phrase(f"SIMULATED: the first {streaks.coups} {per} of {dealt.shoes:,} shoes of seed"
                            f" {dealt.per_shoe.seed} dealt without reshuffle, mean ± standard error. Procedure:"
                            f" {procedure}. A shoe has ", (dealt.per_shoe, "number"), " coups; ",
                            (dealt.ran_short, "percent"), f" of the shoes ended before {streaks.coups} {per}."))
    return Table(f"Runs of {streaks.side} in a shoe of {streaks.coups} {per}", tuple(columns), tuple(rows),
                 tuple(notes))


def _longest_table(streaks: Streaks, shown: int, mean: Fraction, dealt: DealtStreaks | None) -> Table:
    longer = [("longer", 1 - sum(streaks.longest[:shown + 1]))] if shown < streaks.coups else []
    real: tuple[Part, ...] = ("; SIMULATED ", (dealt.longest, "number"), " in the real shoe.") if dealt else (".",)
    return Table("The longest run, independent coups",
                 (Column("longest", "count"), Column("probability", "probability")),
                 (*((k, streaks.longest[k]) for k in range(shown + 1)), *longer),
                 (Phrase("Mean longest run ", (mean, "probability"), *real),))
