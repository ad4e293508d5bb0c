"""How a log of results alone is shown: frequencies, runs, dependence, ties by shoe, and what it cannot show."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from exact.analysis.audit.multinomial import MOST_COUPS
from exact.analysis.audit.results import ResultsAudit, Tested
from exact.analysis.shoe.sequence import TwoCoups
from exact.errors import plural
from exact.game.coup import Outcome
from exact.report.document import Block, Cell, Column, Heading, Note, Paragraph, Section, Table
from exact.report.numbers import rational, rounded
from exact.report.phrases import Phrase
from exact.report.sections.audit import (
    OUTCOME_TITLES,
    P_VALUE,
    fault_tables,
    faults_data,
    p_cell,
    p_equals,
    understood_blocks,
    understood_data,
)

EXACTNESS = ("Probabilities are exact for a coup of this shoe of which nothing else is known. p-values of outcomes are "
             "those of the binomial law, twice the smaller tail; intervals are those of Clopper and Pearson at 95 %; "
             "both take the coups as independent, which those of one shoe nearly are.")
CANNOT_SHOW = ("Results alone cannot show whether third cards were drawn by the rules, whether totals and payouts were "
               "right, or whether all cards were in the shoe")


def results_section(audit: ResultsAudit) -> Section:
    """What results alone showed, with the first of the faults."""
    return list(results_blocks(audit)), results_data(audit)


def results_blocks(audit: ResultsAudit, all_faults: bool = False) -> Iterator[Block]:
    """What was understood, what is wrong, how often each outcome came, and what the order of the results shows."""
    yield from understood_blocks(audit.understood)
    shoes = f" in {plural(audit.count.shoes, 'shoe')}" if audit.count.shoes else ""
    yield Paragraph(f"{plural(audit.coups, 'coup')}{shoes}, results only; {plural(audit.fault_count, 'fault')}"
                    + (f", the first in row {audit.faults[0].line}." if audit.faults else "."))
    if audit.faults:
        yield from fault_tables(audit, all_faults)
    yield Heading("Expected against observed")
    yield Paragraph(EXACTNESS)
    yield outcomes_table(audit)
    yield from _order(audit)
    yield Note(f"{CANNOT_SHOW}; and {plural(audit.coups, 'coup')} would hardly show a shift of Banker's probability of "
               f"less than {rounded(Fraction(audit.resolution) * 100, 2)} percentage points.")


def outcomes_table(audit: ResultsAudit) -> Table:
    chi = audit.chi_square
    return Table("Outcomes against the exact law",
                 (Column("outcome"), Column("observed", "count"), Column("expected", "probability"),
                  Column("frequency", "percent"), Column("probability", "percent"),
                  Column("95 % from", "percent"), Column("95 % to", "percent"), P_VALUE),
                 tuple((title, one.observed, one.coups * one.probability,
                        Fraction(one.observed, one.coups) if one.coups else None, one.probability, one.interval.low,
                        one.interval.high, p_cell(one.p_value))
                       for title, one in zip(OUTCOME_TITLES, audit.outcomes, strict=True)),
                 (Phrase("Chi-square of the three together ", (chi.observed, "probability"),
                         f", two degrees of freedom, p {p_equals(chi.p_value)}."), _multinomial(audit)))


def _multinomial(audit: ResultsAudit) -> str:
    """The exact p-value of the three together, or why there is none."""
    p = audit.multinomial_p
    if p is None:
        return f"The exact multinomial p-value needs at most {MOST_COUPS:,} coups; here chi-square stands alone."
    return f"Exact multinomial law: p {p_equals(p)}, the chance of all results that are at most as probable."


_TESTS = {
    "runs": "runs of Player and Banker, ties left out, given the wins in each shoe",
    "dependence": "chi-square of each result given the one before it, against the exact law of successive coups",
    "ties_by_shoe": "chi-square of the ties of each shoe",
}
"""The tests of order, by their attribute and key."""


def _order(audit: ResultsAudit) -> Iterator[Block]:
    tests = [(name, getattr(audit, name)) for name in _TESTS]
    rows = tuple((_TESTS[name], test.observed, test.expected, test.degrees if name != "runs" else None,
                  p_cell(test.p_value)) for name, test in tests if test is not None)
    if rows:
        yield Table("The order of the results", (Column("what"), Column("observed", "probability"),
                                                 Column("expected", "probability"),
                                                 Column("degrees of freedom", "count"), P_VALUE), rows)
    if audit.following is not None and audit.count.pairs.any():
        yield pairs_table(audit, audit.following)


def pairs_table(audit: ResultsAudit, law: TwoCoups) -> Table:
    """How often each result followed each, beside the exact law of successive coups."""
    rows: list[tuple[Cell, ...]] = []
    for i, row in enumerate(audit.count.pairs.reshape(3, 3).tolist()):
        chances = [law.conditional(i, j) for j in range(3)]
        rows.append((OUTCOME_TITLES[i], *row, *(None if chance is None else sum(row) * chance for chance in chances)))
    return Table("Each result by the one before it, observed and expected",
                 (Column("after"), *(Column(title, "count") for title in OUTCOME_TITLES),
                  *(Column(f"expected {title}", "probability") for title in OUTCOME_TITLES)), tuple(rows))


def results_data(audit: ResultsAudit) -> dict[str, Any]:
    def tested(test: Tested | None) -> dict[str, Any] | None:
        return None if test is None else {"observed": rational(test.observed), "expected": rational(test.expected),
                                          "degrees_of_freedom": test.degrees, "p": test.p_value}

    return {"reads": "results", **understood_data(audit.understood), "rows": audit.coups,
            "shoes": audit.count.shoes, "judged": audit.coups, "skipped": 0, **faults_data(audit),
            "exactness": EXACTNESS,
            "outcomes": [{"name": one.word, "observed": str(seen.observed),
                          "expected": rational(seen.coups * seen.probability),
                          "probability": rational(seen.probability), "p": seen.p_value,
                          "interval": {"low": rational(seen.interval.low), "high": rational(seen.interval.high)}}
                         for one, seen in zip(Outcome, audit.outcomes, strict=True)],
            "chi_square": tested(audit.chi_square), "multinomial_p": audit.multinomial_p,
             **{name: tested(getattr(audit, name)) for name in _TESTS},
            "pairs": audit.count.pairs.reshape(3, 3).tolist(), "cannot_show": CANNOT_SHOW}
