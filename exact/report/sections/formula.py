"""Closed forms shown: formulas, their values at a number of decks and in the limit, and where two bets cross."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import sympy

from exact.analysis.odds.closed_form import Comparison, Form, Formulas, Solution
from exact.errors import plural
from exact.report.caveats import edge_notes
from exact.report.cells import show
from exact.report.document import Block, Cell, Column, Formula, Heading, Paragraph, Section, Table
from exact.report.numbers import Style, rational, significant
from exact.report.question import decks_words

OUTCOME_TITLES = {"player": "Player wins", "banker": "Banker wins", "tie": "Tie"}
SYMBOLS = {"player": "P", "banker": "B", "tie": "T"}


def formula_section(found: Formulas) -> Section:
    """All formulas with their values."""
    return list(formula_blocks(found)), formula_data(found)


def formula_blocks(found: Formulas) -> Iterator[Block]:
    """All formulas with their values, and the probability of every pay line where that is asked for."""
    yield Paragraph("d is the number of decks of a fresh shoe; each formula is exact for every d, in lowest terms. Its"
                    " limit for d to infinity is the infinite shoe.")
    yield Heading("Outcome")
    for name, form in found.outcomes.items():
        yield _formula(f"Probability: {OUTCOME_TITLES[name]}", SYMBOLS[name], form)
    for bet in found.bets:
        yield Heading(bet.bet.title)
        name = identifier(bet.bet.name)
        yield _formula(f"{bet.bet.title}: RTP (1 + EV of a unit stake)", f"RTP_{name}", bet.rtp)
        yield _formula(f"{bet.bet.title}: house edge (-EV)", f"edge_{name}", bet.house_edge)
        if found.lines:
            for number, (line, form) in enumerate(zip(bet.bet.lines, bet.lines, strict=True), 1):
                title = f"{bet.bet.title}: probability of line {number}, {line.event}"
                yield _formula(title, f"p{number}_{name}", form)
    yield Heading("Values")
    yield value_table([(f"probability, {OUTCOME_TITLES[name]}", form) for name, form in found.outcomes.items()],
                      found.decks)
    returns = [row for bet in found.bets for row in ((f"RTP, {bet.bet.name}", bet.rtp),
                                                     (f"house edge, {bet.bet.name}", bet.house_edge))]
    if returns:
        yield value_table(returns, found.decks, what="Returns and house edges", style="percent",
                          edges=[bet.house_edge for bet in found.bets])
    if found.solutions:
        yield Heading(f"A house edge of {_edge(found)}" if found.edge else "Breaking even")
    for solution in found.solutions:
        yield from _solution_blocks(solution, found.decks)
    if found.pushed:
        yield Heading("A line that pushes")
        yield _push_table(found)
    if found.free:
        yield Paragraph(f"No commission is taken on {', '.join(bet.name for bet in found.free)}.")
    if found.comparisons:
        yield Heading("Two bets")
        yield from _comparison_blocks(found.comparisons)


def _formula(title: str, name: str, form: Form) -> Formula:
    return _equation(title, name, "d", form.expression)


def _equation(title: str, name: str, of: str, expression: Any) -> Formula:
    return Formula(title, f"{name}({of})", str(expression), f"{_latex_name(name)}({of}) = {sympy.latex(expression)}")


def _latex_name(name: str) -> str:
    word, _, rest = name.partition("_")
    if not rest:
        return word if len(word) == 1 else rf"\mathrm{{{word}}}"
    return rf"\mathrm{{{word}}}_{{\mathrm{{{_escaped(rest)}}}}}"


def _escaped(text: str) -> str:
    return text.replace("_", r"\_").replace("-", r"\text{-}").replace(" ", r"\ ")


def identifier(name: str) -> str:
    """A bet's name as one that a computer algebra system reads."""
    return "".join(c if c.isalnum() else "_" for c in name)


def value_table(rows: Sequence[tuple[str, Form]], decks: int | None,
                pole: str = "the bet is never on offer there", edges: Sequence[Form] = (),
                what: str = "Values", style: Style = "number") -> Table:
    """Values at a number of decks and in the limit; `pole` says why a formula has no value at a number of decks.

    `edges` are those of the formulas that are house edges; `what` the values are, and how they are read.
    """
    at = plural(decks or 0, "deck")
    title = f"{what} at {at} and in the limit" if decks else f"{what} in the limit"
    notes = [f"n/a at {at}, {name}: {pole}." for name, form in rows if decks and _at(form, decks) is None]
    notes += [f"n/a in the limit, {name}: it grows without bound." for name, form in rows if form.limit is None]
    notes += edge_notes(value for form in edges for value in (_at(form, decks) if decks else None, form.limit))
    columns = [Column("quantity"), *([Column(at, style)] if decks else []),
               Column("limit, d to infinity", style, "limit"), Column("limit as a fraction", "exact", "limit_exact")]
    return Table(title, tuple(columns), tuple(_values(name, form, decks) for name, form in rows),
                 tuple(notes))


def _values(name: str, form: Form, decks: int | None) -> tuple[Cell, ...]:
    at: tuple[Cell, ...] = (_at(form, decks),) if decks else ()
    return (name, *at, form.limit, form.limit)


def _at(form: Form, decks: int) -> Fraction | None:
    """None at a pole: no pay of a line is fair where the line cannot win."""
    try:
        return form.at(decks)
    except ZeroDivisionError:
        return None


def _edge(found: Formulas) -> str:
    return show(found.edge, "percent", 6)


def _push_table(found: Formulas) -> Table:
    """The house edge with each line as a push, the nearest to the wanted one first."""
    def at(form: Form) -> Fraction | None:
        return _at(form, found.decks) if found.decks else form.limit

    rows = sorted(((pushed.bet.name, pushed.line + 1, pushed.bet.lines[pushed.line].event,
                    pushed.bet.lines[pushed.line].pays, at(pushed.house_edge)) for pushed in found.pushed),
                  key=lambda row: abs((row[-1] or 0) - found.edge))
    return Table(f"House edge where one line pushes in place of what it pays, {decks_words(found.decks)}",
                 (Column("bet"), Column("line", "count"), Column("event"), Column("pays", "number"),
                  Column("house edge", "percent")), tuple(rows),
                 (f"The nearest to {_edge(found)} first.", *edge_notes(row[-1] for row in rows)), key="pushes")


def _solution_blocks(solution: Solution, decks: int | None) -> Iterator[Block]:
    name = identifier(solution.bet.name)
    yield _equation(f"{solution.bet.title}: EV of a unit stake, where x is {solution.unknown}", f"EV_{name}", "d, x",
                    solution.ev)
    gives = f"gives an edge of {show(solution.edge, 'percent', 6)}" if solution.edge else "breaks even"
    yield _formula(f"The x that {gives}, {solution.unknown}", f"x_{name}", solution.fair)
    yield value_table([(f"x, {solution.unknown}", solution.fair)], decks,
                      f"the EV does not depend on x there, so no x {gives}")
    nearest = solution.nearest(decks)
    if nearest:
        yield Table(f"{solution.bet.title}: the whole numbers beside x, {decks_words(decks)}",
                    (Column("x", "number"), Column("house edge", "percent")), nearest,
                    edge_notes(edge for _, edge in nearest), key=f"whole-{name}")


def _comparison_blocks(comparisons: Sequence[Comparison]) -> Iterator[Block]:
    rows: list[tuple[Cell, ...]] = []
    for found in comparisons:
        crossings = "; ".join(f"d = {significant(crossing.low, 8)}" for crossing in found.crossings) or "none"
        rows.append((found.first, found.second, found.at_one_deck or "equal", crossings, found.in_the_limit or "equal"))
    yield Table("Which of two bets has the higher EV, and where their curves cross for d of 1 and more",
                (Column("bet"), Column("other bet"), Column("better at 1 deck"), Column("crossings"),
                 Column("better as d grows")), tuple(rows))
    if any(found.crossings for found in comparisons):
        yield Paragraph("A crossing is the root of a polynomial, shown to 8 digits rounded; JSON shuts it between two "
                        "fractions. Shoes of whole decks lie on either side of it.")


# ---------------------------------------------------------------------------------------------------------------
# JSON

def formula_data(found: Formulas) -> dict[str, Any]:
    decks = found.decks
    return {"variable": "d",
            "outcomes": [{"name": name, "probability": _form_data(form, decks)}
                         for name, form in found.outcomes.items()],
            "bets": [{"name": bet.bet.name, "title": bet.bet.title, "rtp": _form_data(bet.rtp, decks),
                      "house_edge": _form_data(bet.house_edge, decks),
                      "lines": [{"event": line.event, "pays": rational(line.pays),
                                 "probability": _form_data(form, decks)}
                                for line, form in zip(bet.bet.lines, bet.lines, strict=True)]} for bet in found.bets],
            "solve": [{"bet": one.bet.name, "unknown": one.unknown,
                       "ev": {"formula": str(one.ev), "latex": sympy.latex(one.ev)},
                       "edge": rational(one.edge),
                       "solution" if one.edge else "break_even": _form_data(one.fair, decks),
                       "nearest": [{"x": rational(x), "house_edge": rational(edge)} for x, edge in one.nearest(decks)]}
                      for one in found.solutions],
            "pushed": [{"bet": one.bet.name, "line": one.line + 1, "event": one.bet.lines[one.line].event,
                        "house_edge": _form_data(one.house_edge, decks)} for one in found.pushed],
            "comparisons": [{"first": one.first, "second": one.second, "better_at_one_deck": one.at_one_deck,
                             "crossings": [{"low": rational(crossing.low), "high": rational(crossing.high),
                                            "better": crossing.better} for crossing in one.crossings],
                             "better_as_d_grows": one.in_the_limit} for one in found.comparisons]}


def _form_data(form: Form, decks: int | None) -> dict[str, Any]:
    return {"formula": str(form.expression), "latex": sympy.latex(form.expression),
            "at": {"decks": decks, "value": rational(_at(form, decks))} if decks else None,
            "limit": rational(form.limit)}
