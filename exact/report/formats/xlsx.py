"""A document as a workbook: a sheet for each table, numbers as numbers with their exact values beside.

Formulas stand where a reader wants to see them work: the contribution of a pay line, and the sums. Needs the extra
`sheets`.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from exact.report.cells import harmless
from exact.report.document import Beside, Bullets, Cell, Column, Command, Document, Paragraph, Table
from exact.report.number_columns import in_numbers
from exact.report.numbers import Root, exact_text, root_text, significant, significant_root

LONGEST_NAME = 31
"""The most characters of a sheet's name."""
WIDEST = 60
CREATED = datetime(2000, 1, 1)
"""Says nothing: the same document gives the same bytes."""
FORMATS = {"percent": "0.0000%", "signed percent": "+0.0000%;-0.0000%", "count": "#,##0", "probability": "0.000000",
           "one in": "#,##0.00", "per 10^7": "0.000E+00", "number": "General"}


def write(document: Document, digits: int, beside: Beside | None = None) -> bytes:  # noqa: ARG001  # one signature
    """The whole document."""
    from xlsxwriter import Workbook
    stream = io.BytesIO()
    book = Workbook(stream, {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False})
    book.set_properties({"title": harmless(document.title), "created": CREATED})
    styles = {name: book.add_format({"num_format": form}) for name, form in FORMATS.items()}
    styles |= {"head": book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bottom": 1}),
               "title": book.add_format({"bold": True}), "text": book.add_format({"valign": "top"})}
    first = book.add_worksheet("Contents")
    names = _names([name for name, block in document.named_blocks() if isinstance(block, Table)])
    for name, table in zip(names, document.tables, strict=True):
        _Sheet(book.add_worksheet(name), styles).fill(in_numbers(table))
    first.set_column(0, 0, 34)
    first.set_column(1, 1, WIDEST)
    rows = [(harmless(document.title), ""), *zip(names, (table.title for table in document.tables), strict=True)]
    rows += [("", text) for block in document.made for text in _texts(block)]
    for row, (left, right) in enumerate(rows):
        first.write_string(row, 0, left, styles["text" if row else "title"])
        first.write_string(row, 1, harmless(right))
    book.close()
    return stream.getvalue()


def _texts(block: Any) -> tuple[str, ...]:
    match block:
        case Paragraph(text) | Command(text):
            return (text,)
        case Bullets(items):
            return items
    return ()


def _names(names: Sequence[str]) -> list[str]:
    """Names of sheets: at most 31 characters, each once."""
    found: list[str] = []
    for name in names:
        short, number = name[:LONGEST_NAME], 2
        while short in (*found, "contents"):
            short = f"{name[:LONGEST_NAME - len(str(number)) - 1]}-{number}"
            number += 1
        found.append(short)
    return found


class _Sheet:
    """One sheet, filled with a table: its title, its head, which stays, its rows, its notes."""

    HEAD = 2

    def __init__(self, sheet: Any, styles: dict[str, Any]) -> None:
        self.sheet, self.styles = sheet, styles

    def fill(self, table: Table) -> None:
        self.sheet.write_string(0, 0, harmless(table.title), self.styles["title"])
        self.places: dict[str, int] = {}
        place = 0
        for i, column in enumerate(table.columns):
            cells = [row[i] for row in table.rows]
            self.places[column.name] = place
            self._column(place, column, cells)
            place += 1
            if any(_exact(column, cell) for cell in cells):
                self._column(place, Column(f"{column.title}, exact"), [_exact(column, cell) for cell in cells])
                place += 1
        self.sheet.freeze_panes(self.HEAD + 1, 1)
        if table.key.startswith("lines of ") and table.rows:
            self._pay_lines(table)
        for row, note in enumerate(table.notes, self.HEAD + len(table.rows) + 2):
            self.sheet.write_string(row, 0, harmless(note))

    def _column(self, place: int, column: Column, cells: Sequence[Cell]) -> None:
        self.sheet.write_string(self.HEAD, place, harmless(column.title), self.styles["head"])
        width = max([len(word) for word in column.title.split()] + [12])
        for row, cell in enumerate(cells, self.HEAD + 1):
            number = _number(column, cell)
            if number is None:
                text = harmless(cell) if isinstance(cell, str) else ""
                self.sheet.write_string(row, place, text, self.styles["text"])
                width = max(width, len(text))
            else:
                self.sheet.write_number(row, place, number, self.styles.get(column.style, self.styles["number"]))
        self.sheet.set_column(place, place, min(width + 1, WIDEST))

    def _pay_lines(self, table: Table) -> None:
        """Probability = sequences / all, contribution = pays x probability, and their sums, which are 1 and the EV."""
        from xlsxwriter.utility import xl_rowcol_to_cell as cell
        first, last = self.HEAD + 1, self.HEAD + len(table.rows)
        pays, sequences, probability, contribution = (
            self.places[name] for name in ("pays", "sequences", "probability", "contribution"))
        titles = [column.name for column in table.columns]
        for row, cells in enumerate(table.rows, first):
            values = dict(zip(titles, cells, strict=True))
            if row == last:
                formulas = {place: f"=SUM({cell(first, place)}:{cell(last - 1, place)})"
                            for place in (sequences, probability, contribution)}
            else:
                formulas = {probability: f"={cell(row, sequences)}/{cell(last, sequences, True, True)}",
                            contribution: f"={cell(row, pays)}*{cell(row, probability)}"}
            for name in ("sequences", "probability", "contribution"):
                place = self.places[name]
                if place in formulas:
                    style = "count" if name == "sequences" else "probability"
                    self.sheet.write_formula(row, place, formulas[place], self.styles[style],
                                             float(Fraction(values[name])))  # type: ignore[arg-type]


def _number(column: Column, cell: Cell) -> float | None:
    """A cell as a number of the sheet; None for a text, or what is not defined."""
    value = column.value(cell)
    if value is None or isinstance(value, str) or column.style in ("text", "exact"):
        return None
    if isinstance(value, Root):
        return float(significant_root(value))
    return float(significant(Fraction(value)))  # type: ignore[arg-type]


def _exact(column: Column, cell: Cell) -> str:
    """What stands beside it: the fraction or root that the number is near to; nothing where the number is exact."""
    if column.style == "exact" or column.rounded:
        return ""
    value = column.value(cell)
    if isinstance(value, Root):
        return root_text(value)
    if value is None or isinstance(value, str):
        return ""
    number = Fraction(value)  # type: ignore[arg-type]
    return "" if number.denominator == 1 and abs(number) < 10**15 else exact_text(number)
