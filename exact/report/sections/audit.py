"""How the audit of a log is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.audit.audit import Audit, EVBlock
from exact.analysis.audit.martingale import BetTest, OutcomeTest
from exact.errors import plural
from exact.game.bets import Bet
from exact.game.coup import Outcome
from exact.report.document import Block, Column, Heading, Paragraph, Section, Table
from exact.report.numbers import Root, rational, root

FAULTS_SHOWN = 50
"""So many wrong lines are listed for people, unless they ask for all; JSON has all that were kept."""
OUTCOME_TITLES = ("Player wins", "Banker wins", "tie")
EXACTNESS = ("Expected results, variances and covariances are exact, given the cards as they came. z and the "
             "quadratic form are those exact numbers, rounded once. p-values are those of the limit laws (normal; "
             "chi-square with two degrees of freedom), which a finite log follows approximately.")


def audit_section(audit: Audit) -> Section:
    """What a log showed, with the first of its faults."""
    return list(audit_blocks(audit, all_faults=False)), audit_data(audit)


def audit_blocks(audit: Audit, all_faults: bool) -> Iterator[Block]:
    """What is wrong, then expected against observed."""
    yield Paragraph(f"{plural(audit.rows, 'coup')} in {plural(audit.shoes, 'shoe')}; "
                    f"{plural(audit.fault_count, 'fault')}"
                    + (f", the first in row {audit.faults[0].line}." if audit.faults
                       else ": every coup follows the rules."))
    if audit.faults:
        yield Table("Faults by kind", (Column("kind"), Column("number", "count")), tuple(sorted(audit.kinds.items())))
        yield faults_table(audit, len(audit.faults) if all_faults else FAULTS_SHOWN)
    yield Heading("Expected against observed")
    yield Paragraph(f"{plural(audit.judged, 'coup')} {'is' if audit.judged == 1 else 'are'} judged"
                    + (f"; {audit.skipped:,} good {'one is' if audit.skipped == 1 else 'ones are'} not, for before "
                       f"{'it' if audit.skipped == 1 else 'them'} the law was not known"
                       if audit.skipped else "") + ". " + EXACTNESS)
    yield outcome_table(audit.outcomes)
    if audit.bets and audit.judged:
        yield bets_table(audit)


def faults_table(audit: Audit, shown: int) -> Table:
    more = audit.fault_count - min(shown, len(audit.faults))
    return Table("Wrong lines",
                 (Column("row", "count"), Column("shoe"), Column("coup"), Column("kind"), Column("what")),
                 tuple((fault.line, fault.shoe, fault.coup, fault.kind, fault.text) for fault in audit.faults[:shown]),
                 (f"{more:,} more; JSON lists them.",) if more > 0 else ())


def outcome_table(test: OutcomeTest) -> Table:
    form = test.quadratic_form
    note = ("No coup was judged." if form is None else
            f"(O - E)' V^-1 (O - E) = {float(form):.4f}, two degrees of freedom, p {_equals(test.p_value)}.")
    return Table("Outcomes, given the shoes as dealt",
                 (Column("outcome"), Column("observed", "count"), Column("expected", "probability"),
                  Column("observed less expected", "probability")),
                 tuple((name, seen, expected, seen - expected)
                       for name, seen, expected in zip(OUTCOME_TITLES, test.observed, test.expected, strict=True)),
                 (note,))


def bets_table(audit: Audit) -> Table:
    """One row a bet: the result of one unit on every judged coup."""
    def row(test: BetTest) -> tuple[Any, ...]:
        n = test.coups
        if not n:
            return test.bet.name, 0, None, None, None, None, None, "n/a"
        return (test.bet.name, n, test.observed, test.expected, 1 + test.observed / n, 1 + test.expected / n,
                _z(test), _p(test))

    return Table("Bets at one unit a coup, given the shoes as dealt",
                 (Column("bet"), Column("coups", "count"), Column("observed result", "number"),
                  Column("expected result", "probability"), Column("observed RTP", "percent"),
                  Column("expected RTP", "percent"), Column("z", "probability"), Column("p")),
                 tuple(map(row, audit.bets)))


def _z(test: BetTest) -> Root | None:
    square = test.z_squared
    return None if square is None else Root(square, test.observed < test.expected)


def _p(test: BetTest) -> str:
    return "n/a" if test.p_value is None else _equals(test.p_value).removeprefix("= ")


def _equals(p: float | None) -> str:
    """A p-value behind its letter; one too small for four decimals is said to be so."""
    return "n/a" if p is None else "< 0.0001" if p < 0.00005 else f"= {p:.4f}"


def ev_columns(bets: Sequence[Bet]) -> list[str]:
    """The columns of the file of EVs: what the coup is, and two for each bet."""
    return ["row", "shoe", "coup", "cards_left", *(name for bet in bets for name in (bet.name, f"{bet.name}_fraction"))]


def ev_rows(block: EVBlock) -> Iterator[list[object]]:
    """A row for each coup of a block; the cells of a bet that is not on offer are empty."""
    for i, row in enumerate(block.rows):
        yield [*row, *(cell for evs in block.evs for pair in [evs[i]]
                       for cell in ((f"{pair[0] / pair[1]:.15g}", str(Fraction(*pair))) if pair else ("", "")))]


def audit_data(audit: Audit) -> dict[str, Any]:
    outcome = audit.outcomes
    return {
        "rows": audit.rows, "shoes": audit.shoes, "judged": audit.judged, "skipped": audit.skipped,
        "unreadable": audit.unreadable, "fault_count": audit.fault_count,
        "fault_kinds": dict(sorted(audit.kinds.items())),
        "faults": [{"row": fault.line, "shoe": fault.shoe, "coup": fault.coup, "kind": fault.kind, "what": fault.text}
                   for fault in audit.faults],
        "exactness": EXACTNESS,
        "outcomes": [{"name": one.word, "observed": str(seen), "expected": rational(expected)}
                     for one, seen, expected in zip(Outcome, outcome.observed, outcome.expected, strict=True)],
        "covariances": dict(zip(("player", "banker", "player_banker"), map(rational, outcome.covariances),
                                strict=True)),
        "quadratic_form": rational(outcome.quadratic_form), "p_value": outcome.p_value,
        "bets": [{"name": test.bet.name, "coups": test.coups, "observed": rational(test.observed),
                  "expected": rational(test.expected), "variance": rational(test.variance),
                  "z": root(z) if (z := _z(test)) is not None else None, "p_value": test.p_value}
                 for test in audit.bets],
        "undetermined_bets": list(audit.unknown)}
