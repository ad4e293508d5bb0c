"""A document for a terminal, at most 100 columns wide."""

from __future__ import annotations

import textwrap

from tabulate import tabulate

from exact.report.cells import align, body, harmless, titles
from exact.report.model import Block, Bullets, Command, Document, Figure, Formula, Heading, Note, Paragraph, Table

WIDTH = 100
NARROWEST = 12


def write_text(document: Document, digits: int) -> str:
    title = harmless(document.title)
    return "\n\n".join([f"{title}\n{'=' * len(title)}", *(_block(block, digits) for block in document.blocks)]) + "\n"


def _block(block: Block, digits: int) -> str:
    match block:
        case Heading(text, level):
            line = harmless(text)
            return f"{line}\n{('-' if level == 2 else '.') * len(line)}"
        case Paragraph(text):
            return _wrap(harmless(text), WIDTH)
        case Note(text):
            return _wrap(f"Note: {harmless(text)}", WIDTH)
        case Command(text):
            return f"  $ {harmless(text)}"
        case Bullets(items):
            return "\n".join(textwrap.fill(harmless(item), WIDTH, initial_indent="- ", subsequent_indent="  ")
                             for item in items)
        case Formula():
            return f"{_wrap(harmless(block.title), WIDTH)}\n\n{formula_lines(block)}"
        case Figure():
            return _wrap(f"Figure: {harmless(block.title)}. {harmless(block.alt)}", WIDTH)
        case Table():
            return text_table(block, digits)


def formula_lines(block: Formula) -> str:
    return textwrap.fill(f"{block.left} = {block.right}", WIDTH, initial_indent="  ", subsequent_indent="    ",
                         break_long_words=False, break_on_hyphens=False)


def text_table(table: Table, digits: int) -> str:
    """One table, with its title above and its notes below."""
    cells, heads = body(table, digits), titles(table)
    soft = [column.style in ("text", "exact") for column in table.columns]
    long = [column.style == "exact" for column in table.columns]
    widths = _widths([heads, *cells], soft)
    grid = tabulate([[_wrap(cell, width, exact) for cell, width, exact in zip(row, widths, long, strict=True)]
                     for row in cells],
                    [_wrap(head, width) for head, width in zip(heads, widths, strict=True)],
                    tablefmt="simple", disable_numparse=True, colalign=align(table))
    notes = [_wrap(harmless(note), WIDTH) for note in table.notes]
    command = [f"$ {harmless(table.command)}"] if table.command else []
    return "\n".join([_wrap(harmless(table.title), WIDTH), "", grid, *notes, *command])


def _wrap(text: str, width: int, break_long: bool = False) -> str:
    return "\n".join(textwrap.wrap(text, width, break_long_words=break_long, break_on_hyphens=False)) or text


def _widths(rows: list[list[str]], is_text: list[bool]) -> list[int]:
    """Column widths that fit WIDTH: a numeric column as wide as its numbers, its heading wrapped; then texts shrink."""
    cells = rows[1:] or rows
    widths = [max(len(row[i]) for row in (rows if text else cells)) for i, text in enumerate(is_text)]
    widths = [max(width, min(len(rows[0][i]), NARROWEST)) for i, width in enumerate(widths)]
    while sum(widths) + 2 * (len(widths) - 1) > WIDTH and any(is_text):
        widest = max((width, i) for i, width in enumerate(widths) if is_text[i])[1]
        if widths[widest] <= NARROWEST:
            break
        widths[widest] -= 1
    return widths
