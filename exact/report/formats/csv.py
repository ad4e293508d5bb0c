"""The tables of a document as comma-separated values."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from fractions import Fraction

from exact.report.cells import harmless
from exact.report.document import Beside, Cell, Column, Document, Formula, Table
from exact.report.number_columns import in_numbers
from exact.report.numbers import Root, exact_text, root_text, significant, significant_root
from exact.values import Estimate, Interval

_SIGNED = re.compile(r"[+-][\d.,]+ ?%?")


def write(document: Document, digits: int, beside: Beside | None = None) -> str:  # noqa: ARG001  # one signature
    """A document with one table as that table; one with more as rows of table, row, quantity, decimal, fraction, of.

    A rational has a decimal and a fraction, the root of one a decimal and its square, a count what it is out of; what
    is not defined is empty. Texts stand in a column of their own behind these, formulas in rows and a column of theirs.
    """
    tables = list(map(in_numbers, document.tables))
    formulas = [block for block in document.blocks if isinstance(block, Formula)]
    if len(tables) == 1 and not formulas:
        return write_table(tables[0], digits)
    rows = [["table", "row", "quantity", "decimal", "fraction", "of", "text"] + ["formula"] * bool(formulas)]
    rows += [[_text(formula.title), formula.left, "formula", "", "", "", "", formula.right] for formula in formulas]
    for table in tables:
        chosen = _told_once(table)
        for row in table.rows:
            label = _text(str(row[0]))
            for i in chosen[1:]:
                column, texts = table.columns[i], _cells(row[i], table.columns[i])
                of = str(table.of) if column.style == "count" and table.of else ""
                numbers = ["", ""] if isinstance(row[i], str) else [*texts, ""][:2]
                rows.append([_text(table.key or table.title), label, _text(column.title), *numbers, of,
                             texts[0] if isinstance(row[i], str) else ""] + [""] * bool(formulas))
    return _lines(rows)


def _told_once(table: Table) -> list[int]:
    """The columns of a table without those that show another one's numbers again, as fractions."""
    values = list(zip(*table.rows, strict=True)) or [()] * len(table.columns)
    return [i for i, column in enumerate(table.columns)
            if column.style != "exact" or not any(values[i] == values[j] for j in range(i))]


def write_table(table: Table, digits: int) -> str:  # noqa: ARG001  # one signature
    """One table: a column for each of its own, two for a rational (its decimal, then NAME_fraction; none where it was
    rounded before)."""
    table = in_numbers(table)
    rows = [[_text(name) for column in table.columns for name in _names(column)]]
    rows += [[text for cell, column in zip(row, table.columns, strict=True) for text in _cells(cell, column)]
             for row in table.rows]
    return _lines(rows)


def _lines(rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _text(text: str) -> str:
    """A text that no spreadsheet takes for a formula; a signed number stays as it is."""
    line = harmless(text)
    formula = line[:1] in ("=", "@") or (line[:1] in ("+", "-") and _SIGNED.fullmatch(line) is None)
    return f"'{line}" if formula else line


def _names(column: Column) -> list[str]:
    return [column.name] if column.single else [column.name, f"{column.name}_fraction"]


def _cells(cell: Cell, column: Column) -> list[str]:
    single = column.single
    cell = column.value(cell)
    if cell is None:
        return [""] * (1 if single else 2)
    if isinstance(cell, Root):
        return [significant_root(cell), root_text(cell)]
    if isinstance(cell, str):
        return [_text(cell)] if single else [_text(cell), ""]
    assert not isinstance(cell, Interval | Estimate), "`in_numbers` takes these apart"
    if single:
        return [significant(Fraction(cell)) if column.rounded else exact_text(cell)]
    value = Fraction(cell)
    return [significant(value), exact_text(value)]
