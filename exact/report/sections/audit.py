"""How the audit of a log is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from exact.analysis.audit.audit import Audit, EVBlock
from exact.analysis.audit.explain import Explained
from exact.analysis.audit.martingale import BetTest
from exact.analysis.audit.results import ResultsAudit
from exact.analysis.logs.reader import Understood
from exact.errors import joined, plural
from exact.game.bets import Bet
from exact.game.cards import BY_KIND, BY_RANK, VALUES, Partition
from exact.game.coup import Outcome
from exact.report.document import Block, Column, Heading, Note, Paragraph, Section, Table
from exact.report.numbers import Root, rational, root, rounded
from exact.report.phrases import Phrase

FAULTS_SHOWN = 50
"""So many wrong lines are listed for people, unless they ask for all; JSON has all that were kept."""
P_VALUE = Column("p", "probability", rounded=True)
LEAST = 5e-324
"""The smallest number above 0 that is a float."""
OUTCOME_TITLES = ("Player wins", "Banker wins", "tie")
EXACTNESS = ("Expected results, variances and covariances are exact, given the cards as they came. z and the "
             "quadratic form are those exact numbers, rounded once. p-values are those of the limit laws (normal; "
             "chi-square with two degrees of freedom), which a finite log follows approximately.")


def audit_section(audit: Audit) -> Section:
    """What a log showed, with the first of its faults."""
    return list(audit_blocks(audit)), audit_data(audit)


def understood_blocks(understood: Understood | None) -> Iterator[Block]:
    """What was understood of a log, column by column, and what was passed over."""
    if understood is not None:
        cards = f"; cards by {level_words(understood.partition)}" if understood.holds == "cards" else ""
        passed = f" Passed over: {', '.join(understood.ignored)}." if understood.ignored else ""
        yield Paragraph(f"The log holds {understood.holds}{cards}.{passed}")
        yield Table("What was understood", (Column("column"), Column("read as")), understood.columns)


def understood_data(understood: Understood | None) -> dict[str, Any]:
    if understood is None:
        return {}
    return {"understood": [{"column": name, "meaning": meaning} for name, meaning in understood.columns],
            "ignored": list(understood.ignored)}


def level_words(partition: Partition) -> str:
    return {BY_KIND: "suit", BY_RANK: "rank", VALUES: "point value"}.get(partition, "class")


def audit_blocks(audit: Audit, all_faults: bool = False) -> Iterator[Block]:
    """What was understood, what is wrong, what explains it, then expected against observed."""
    yield from understood_blocks(audit.understood)
    yield Paragraph(f"{plural(audit.rows, 'coup')} in {plural(audit.shoes, 'shoe')}; "
                    f"{plural(audit.fault_count, 'fault')}"
                    + (f", the first in row {audit.faults[0].line}." if audit.faults
                       else ": every coup follows the rules."))
    if audit.faults:
        yield from fault_tables(audit, all_faults)
    if audit.explained is not None:
        yield from explained_blocks(audit.explained)
    yield Heading("Expected against observed")
    yield Paragraph(f"{plural(audit.judged, 'coup')} {'is' if audit.judged == 1 else 'are'} judged"
                    + (f"; {audit.skipped:,} lawful {'one is' if audit.skipped == 1 else 'ones are'} not, for before "
                       f"{'it' if audit.skipped == 1 else 'them'} the law was not known"
                       if audit.skipped else "") + ". " + EXACTNESS)
    if audit.selected:
        yield Note(left_out_words(audit))
    yield outcome_table(audit)
    if audit.bets and audit.judged:
        yield bets_table(audit)


def left_out_words(audit: Audit) -> str:
    """Whose coups were left out, and what that does to the test."""
    out = joined((f"{number:,} {name}" for name, number in zip(("for Player", "for Banker", "tied"), audit.left_out,
                                                                strict=True) if number))
    return (f"{plural(sum(audit.left_out), 'coup')} whose cards broke the rules left out ({out}): what stays was"
            " selected by its cards, so that expected and observed are conditional on that, and no p-value is given.")


def explained_blocks(explained: Explained) -> Iterator[Block]:
    """The deviation that makes most faults vanish, and those that come next."""
    if not explained.faults:
        yield Paragraph("No draw breaks the rules: there is nothing to explain.")
    elif not explained.explanations:
        yield Paragraph(f"None of the known deviations explains the {plural(explained.faults, 'coup')} whose draws"
                        " break the rules.")
    else:
        best = explained.explanations[0]
        most = 2 * best.remaining <= explained.faults
        nearest = "" if most else "No single deviation explains most of them; the nearest: "
        yield Paragraph(f"{nearest}{best.deviation.title}: with this one deviation {best.remaining:,} of the "
                        f"{plural(explained.faults, 'coup')} whose draws break the rules "
                        f"{'remains' if best.remaining == 1 else 'remain'}.")
        yield Table("Single deviations that explain most", (Column("deviation"), Column("coups that remain", "count")),
                    tuple((one.deviation.title, one.remaining) for one in explained.explanations))


def explained_data(explained: Explained) -> dict[str, Any]:
    return {"faults": explained.faults, "deviations": [
        {"deviation": one.deviation.title, "remaining": one.remaining, "rules_hash": one.deviation.rules.hash}
        for one in explained.explanations]}


def fault_tables(audit: Audit | ResultsAudit, all_faults: bool) -> Iterator[Block]:
    """How many faults of each kind, and the rows that have them."""
    yield Table("Faults by kind", (Column("kind"), Column("number", "count")), tuple(sorted(audit.kinds.items())))
    yield faults_table(audit, len(audit.faults) if all_faults else FAULTS_SHOWN)


def faults_data(audit: Audit | ResultsAudit) -> dict[str, Any]:
    return {"unreadable": audit.unreadable, "fault_count": audit.fault_count,
            "fault_kinds": dict(sorted(audit.kinds.items())),
            "faults": [{"row": fault.line, "shoe": fault.shoe, "coup": fault.coup, "kind": fault.kind,
                        "what": fault.text} for fault in audit.faults]}


def faults_table(audit: Audit | ResultsAudit, shown: int) -> Table:
    more = audit.fault_count - min(shown, len(audit.faults))
    return Table("Wrong lines",
                 (Column("row", "count"), Column("shoe"), Column("coup"), Column("kind"), Column("what")),
                 tuple((fault.line, fault.shoe, fault.coup, fault.kind, fault.text) for fault in audit.faults[:shown]),
                 (f"{more:,} more; JSON lists them.",) if more > 0 else ())


def outcome_table(audit: Audit) -> Table:
    test, form = audit.outcomes, audit.outcomes.quadratic_form
    note = ("No coup was judged." if form is None else "No p-value: coups were left out by their cards."
            if audit.selected else Phrase("(O - E)' V^-1 (O - E) = ", (form, "probability"),
                                          f", two degrees of freedom, p {p_equals(test.p_value)}."))
    return Table("Outcomes, given the shoes as dealt",
                 (Column("outcome"), Column("observed", "count"), Column("expected", "probability"),
                  Column("observed less expected", "probability"), P_VALUE),
                 tuple((OUTCOME_TITLES[i], seen, expected, seen - expected,
                        None if audit.selected else p_cell(test.p_of(i)))
                       for i, (seen, expected) in enumerate(zip(test.observed, test.expected, strict=True))),
                 (note,))


def bets_table(audit: Audit) -> Table:
    """One row a bet: the result of one unit on every judged coup."""
    def row(test: BetTest) -> tuple[Any, ...]:
        n = test.coups
        if not n:
            return test.bet.name, 0, None, None, None, None, None, None
        return (test.bet.name, n, test.observed, test.expected, 1 + test.observed / n, 1 + test.expected / n,
                *((None, None) if audit.selected else (_z(test), p_cell(test.p_value))))

    return Table("Bets at one unit a coup, given the shoes as dealt",
                 (Column("bet"), Column("coups", "count"), Column("observed result", "number"),
                  Column("expected result", "probability"), Column("observed RTP", "percent"),
                  Column("expected RTP", "percent"), Column("z", "probability"), P_VALUE),
                 tuple(map(row, audit.bets)))


def _z(test: BetTest) -> Root | None:
    square = test.z_squared
    return None if square is None else Root(square, test.observed < test.expected)


def p_cell(p: float | None) -> Fraction | None:
    """A p-value in a table; one too small for a float as the smallest that there is."""
    return None if p is None else Fraction(max(p, LEAST))


def p_equals(p: float | None) -> str:
    """A p-value behind its letter; one too small for four decimals is said to be so."""
    if p is None:
        return "n/a"
    text = rounded(Fraction(max(p, LEAST)), 4)
    return text if text.startswith("<") else f"= {text}"


def ev_columns(bets: Sequence[Bet]) -> list[str]:
    """The columns of the file of EVs: what the coup is, and two for each bet."""
    return ["row", "shoe", "coup", "cards_left", *(name for bet in bets for name in (bet.name, f"{bet.name}_fraction"))]


def ev_rows(block: EVBlock) -> Iterator[list[object]]:
    """A row for each coup of a block; the cells of a bet that is not on offer are empty."""
    for i, row in enumerate(block.rows):
        yield [*row, *(cell for evs in block.evs for pair in [evs[i]]
                       for cell in ((f"{pair[0] / pair[1]:.15g}", str(Fraction(*pair))) if pair else ("", "")))]


def audit_data(audit: Audit) -> dict[str, Any]:
    outcome, tested = audit.outcomes, not audit.selected
    return {
        "reads": "cards", **understood_data(audit.understood), "rows": audit.rows,
        "shoes": audit.shoes, "judged": audit.judged, "skipped": audit.skipped,
        "left_out": {one.word: number for one, number in zip(Outcome, audit.left_out, strict=True)},
        **faults_data(audit), "exactness": EXACTNESS,
        "outcomes": [{"name": one.word, "observed": str(seen), "expected": rational(expected),
                      "p": outcome.p_of(one) if tested else None}
                     for one, seen, expected in zip(Outcome, outcome.observed, outcome.expected, strict=True)],
        "covariances": dict(zip(("player", "banker", "player_banker"), map(rational, outcome.covariances),
                                strict=True)),
        "quadratic_form": rational(outcome.quadratic_form), "p_value": outcome.p_value if tested else None,
        "bets": [{"name": test.bet.name, "coups": test.coups, "observed": rational(test.observed),
                  "expected": rational(test.expected), "variance": rational(test.variance),
                  "z": root(z) if tested and (z := _z(test)) is not None else None,
                  "p_value": test.p_value if tested else None}
                 for test in audit.bets],
        "undetermined_bets": list(audit.unknown),
        **({"explained": explained_data(audit.explained)} if audit.explained else {})}
