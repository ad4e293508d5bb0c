"""A document for a terminal, as wide as that is: texts wrapped, tables cut between columns, numbers never."""

from __future__ import annotations

import re
import textwrap
from dataclasses import replace

from tabulate import tabulate

from exact.report.cells import align, body, harmless, narrowed, titles
from exact.report.document import (
    Beside,
    Block,
    Bullets,
    Command,
    Document,
    Figure,
    Formula,
    Heading,
    Lead,
    Links,
    Note,
    Paragraph,
    Table,
)

WIDTH = 80
"""Columns where nothing else is known."""
NARROWEST = 12
GLUE = "\u00a0"
BESIDE_HEADING = 2
"""Spaces that tabulate leaves beside a heading."""


def write(document: Document, digits: int, beside: Beside | None = None,  # noqa: ARG001  # one signature
          width: int = WIDTH, bold: bool = False) -> str:
    """`bold` where a terminal shows it: the title, headings and the answer."""
    return "\n\n".join([_underlined(document.title, "=", width, bold),
                        *(_block(block, digits, width, bold) for block in document.blocks)]) + "\n"


def _block(block: Block, digits: int, width: int, bold: bool) -> str:
    match block:
        case Heading(text, level):
            return _underlined(text, "-" if level == 2 else ".", width, bold)
        case Lead(text):
            return _emphasised(_wrap(harmless(text), width), bold)
        case Paragraph(text):
            return _wrap(harmless(text), width)
        case Note(text):
            return _wrap(f"Note: {harmless(text)}", width)
        case Command(text):
            return f"  $ {harmless(text)}"
        case Bullets(items):
            return "\n".join(textwrap.fill(harmless(item), width, initial_indent="- ", subsequent_indent="  ")
                             for item in items)
        case Links(links):
            lines = [f"{harmless(link.text)} ({harmless(link.address)}) {harmless(link.about)}" for link in links]
            return "\n".join(textwrap.fill(line, width, initial_indent="- ", subsequent_indent="  ")
                             for line in lines)
        case Formula():
            return f"{_wrap(harmless(block.title), width)}\n\n{formula_lines(block, width)}"
        case Figure():
            return _wrap(f"Figure: {harmless(block.title)}. {harmless(block.alt)}", width)
        case Table():
            return write_table(block, digits, width)


def _underlined(text: str, line: str, width: int, bold: bool) -> str:
    wrapped = _wrap(harmless(text), width)
    return f"{_emphasised(wrapped, bold)}\n{line * max(map(len, wrapped.splitlines()), default=0)}"


def _emphasised(text: str, bold: bool) -> str:
    return f"\x1b[1m{text}\x1b[0m" if bold else text


def formula_lines(block: Formula, width: int = WIDTH) -> str:
    """An equation on lines that begin with an operator; short brackets stay whole."""
    glued = re.sub(r"\([^()]{1,20}\)", lambda bracket: bracket[0].replace(" ", GLUE), block.right)
    glued = re.sub(r"( [-+]) ", rf"\1{GLUE}", glued).replace(")/(", ") /(")
    return textwrap.fill(f"{block.left} = {glued}", width, initial_indent="  ", subsequent_indent="    ",
                         break_long_words=False, break_on_hyphens=False).replace(GLUE, " ")


def write_table(table: Table, digits: int, width: int = WIDTH) -> str:
    """One table, with its title above and its notes below; in parts, each with the first column, if it is too wide."""
    grids = [_grid(part, digits, width) for part in _parts(table, digits, width)]
    notes = [_wrap(harmless(note), width) for note in table.notes]
    command = [f"$ {harmless(table.command)}"] if table.command else []
    return "\n".join([_wrap(harmless(table.title), width), "", "\n\n".join(grids), *notes, *command])


def _parts(table: Table, digits: int, width: int) -> list[Table]:
    """A table cut between columns so that each part fits; a column that is wider alone stays as it is."""
    widths = _widths(table, [titles(table), *body(table, digits)], width)
    if sum(widths) + 2 * (len(widths) - 1) <= width:
        return [table]
    parts: list[list[int]] = [[0]]
    for i in range(1, len(widths)):
        if len(parts[-1]) > 1 and sum(widths[j] + 2 for j in parts[-1]) + widths[i] > width:
            parts.append([0])
        parts[-1].append(i)
    return [replace(table, columns=tuple(table.columns[i] for i in part),
                    rows=tuple(tuple(row[i] for i in part) for row in table.rows)) for part in parts]


def _grid(table: Table, digits: int, width: int) -> str:
    cells, heads = body(table, digits), titles(table)
    long = [column.style == "exact" for column in table.columns]
    widths = _widths(table, [heads, *cells], width)
    return tabulate([[_wrap(cell, room, exact) for cell, room, exact in zip(row, widths, long, strict=True)]
                     for row in cells],
                    [_wrap(head, room - BESIDE_HEADING) for head, room in zip(heads, widths, strict=True)],
                    tablefmt="simple", disable_numparse=True, colalign=align(table))


def _wrap(text: str, width: int, break_long: bool = False) -> str:
    return "\n".join(textwrap.wrap(text, width, break_long_words=break_long, break_on_hyphens=False)) or text


def _widths(table: Table, rows: list[list[str]], width: int) -> list[int]:
    """Column widths that fit a width: a numeric column as wide as its numbers, its heading wrapped; then texts shrink,
    down to their longest word."""
    heads, cells = rows[0], rows[1:]
    is_text = [column.style in ("text", "exact") for column in table.columns]
    words = [max(map(len, head.split()), default=0) + BESIDE_HEADING for head in heads]
    widths = [max(len(head) + BESIDE_HEADING if text else max(word, min(len(head), NARROWEST) + BESIDE_HEADING),
                  *(len(row[i]) for row in cells), 0)
              for i, (head, word, text) in enumerate(zip(heads, words, is_text, strict=True))]
    least = [max(NARROWEST, words[i], *(len(word) for row in cells for word in row[i].split()))
             if column.style == "text" else max(NARROWEST, words[i]) for i, column in enumerate(table.columns)]
    return narrowed(widths, least, is_text, width - 2 * (len(widths) - 1))
