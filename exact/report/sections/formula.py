"""Closed forms shown: formulas, their values at a number of decks and in the limit, and where two bets cross."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import sympy

from exact.analysis.odds.closed_form import BetForm, Comparison, Form, Solution
from exact.report.caveats import edge_notes
from exact.report.document import Block, Cell, Column, Formula, Paragraph, Table
from exact.report.numbers import rational, significant

OUTCOME_TITLES = {"player": "Player wins", "banker": "Banker wins", "tie": "Tie"}
SYMBOLS = {"player": "P", "banker": "B", "tie": "T"}


def formula(title: str, name: str, form: Form) -> Formula:
    left = f"{name}(d)"
    return Formula(title, left, str(form.expression), f"{_latex_name(name)}(d) = {sympy.latex(form.expression)}")


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


def outcome_blocks(outcomes: Mapping[str, Form]) -> Iterator[Block]:
    for name, form in outcomes.items():
        yield formula(f"Probability: {OUTCOME_TITLES[name]}", SYMBOLS[name], form)


def bet_blocks(form: BetForm) -> Iterator[Block]:
    yield formula(f"{form.bet.title}: RTP (1 + EV of a unit stake)", f"RTP_{identifier(form.bet.name)}", form.rtp)
    yield formula(f"{form.bet.title}: house edge (-EV)", f"edge_{identifier(form.bet.name)}", form.house_edge)


def line_blocks(form: BetForm) -> Iterator[Block]:
    for number, (line, probability) in enumerate(zip(form.bet.lines, form.lines, strict=True), 1):
        yield formula(f"{form.bet.title}: probability of line {number}, {line.event}",
                      f"p{number}_{identifier(form.bet.name)}", probability)


def value_table(rows: Sequence[tuple[str, Form]], decks: int | None,
                pole: str = "the bet is never on offer there", edges: Sequence[Form] = ()) -> Table:
    """Values at a number of decks and in the limit; `pole` says why a formula has no value at a number of decks.

    `edges` are those of the formulas that are house edges.
    """
    at = f"{decks} deck{'s' * (decks != 1)}"
    title = f"Values at {at} and in the limit" if decks else "Values in the limit"
    notes = [f"n/a at {at}, {name}: {pole}." for name, form in rows if decks and _at(form, decks) is None]
    notes += [f"n/a in the limit, {name}: it grows without bound." for name, form in rows if form.limit is None]
    notes += edge_notes(value for form in edges for value in (_at(form, decks) if decks else None, form.limit))
    columns = [Column("quantity"), *([Column(at, "number")] if decks else []),
               Column("limit, d to infinity", "number", "limit"), Column("limit as a fraction", "exact", "limit_exact")]
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


def solution_blocks(solution: Solution, decks: int | None) -> Iterator[Block]:
    name = identifier(solution.bet.name)
    ev = solution.ev
    yield Formula(f"{solution.bet.title}: EV of a unit stake, where x is {solution.unknown}", f"EV_{name}(d, x)",
                  str(ev), f"{_latex_name('EV_' + name)}(d, x) = {sympy.latex(ev)}")
    yield formula(f"The x that breaks even, {solution.unknown}", f"x_{name}", solution.fair)
    yield value_table([(f"x, {solution.unknown}", solution.fair)], decks,
                      "the EV does not depend on x there, so no x breaks even")


def comparison_blocks(comparisons: Sequence[Comparison]) -> Iterator[Block]:
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

def form_data(form: Form, decks: int | None) -> dict[str, Any]:
    return {"formula": str(form.expression), "latex": sympy.latex(form.expression),
            "at": {"decks": decks, "value": rational(_at(form, decks))} if decks else None,
            "limit": rational(form.limit)}


def bet_data(form: BetForm, decks: int | None) -> dict[str, Any]:
    return {"name": form.bet.name, "title": form.bet.title, "rtp": form_data(form.rtp, decks),
            "house_edge": form_data(form.house_edge, decks),
            "lines": [{"event": line.event, "pays": rational(line.pays), "probability": form_data(probability, decks)}
                      for line, probability in zip(form.bet.lines, form.lines, strict=True)]}


def solution_data(solution: Solution, decks: int | None) -> dict[str, Any]:
    return {"bet": solution.bet.name, "unknown": solution.unknown,
            "ev": {"formula": str(solution.ev), "latex": sympy.latex(solution.ev)},
            "break_even": form_data(solution.fair, decks)}


def comparison_data(found: Comparison) -> dict[str, Any]:
    return {"first": found.first, "second": found.second, "better_at_one_deck": found.at_one_deck,
            "crossings": [{"low": rational(crossing.low), "high": rational(crossing.high), "better": crossing.better}
                          for crossing in found.crossings],
            "better_as_d_grows": found.in_the_limit}

