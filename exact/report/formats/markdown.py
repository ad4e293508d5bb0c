"""A document in GitHub's Markdown, with every character of names and titles escaped that could be markup."""

from __future__ import annotations

import re

from tabulate import tabulate

from exact.report.cells import align, body, harmless, titles
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
    Link,
    Links,
    Note,
    Paragraph,
    Table,
)
from exact.report.formats.text import formula_lines

_MARKUP = str.maketrans({character: "\\" + character for character in "\\`*_[]<>|#&$~"})
_LIST_MARK = re.compile(r"^(\d{1,9})([.)])(?=\s|$)|^([-+=])")


def write(document: Document, digits: int, beside: Beside | None = None) -> str:
    beside = beside or Beside()
    parts = [f"# {escape(document.title)}"]
    if beside.files:
        files = ", ".join(map(_link, beside.links("report.md")))
        parts.append(f"Files beside this page: {files} {escape(beside.about)}")
    parts += [_block(name, block, digits, beside) for name, block in document.named_blocks()]
    made = [_block("", block, digits, beside) for block in document.made]
    return "\n\n".join([*parts, *(["---", *made] if made else [])]) + "\n"


def escape(text: str) -> str:
    """A text that stays a text."""
    return harmless(text).translate(_MARKUP)


def _start(text: str) -> str:
    """Escaped also where it begins a line: there a dash or a number would begin a list."""
    return _LIST_MARK.sub(lambda m: f"{m[1]}\\{m[2]}" if m[1] else f"\\{m[3]}", escape(text))


def _code(text: str) -> str:
    line = harmless(text)
    fence = "`" * (max(map(len, re.findall("`+", line)), default=0) + 1)
    return f"{fence} {line} {fence}" if "`" in line else f"{fence}{line}{fence}"


def _link(link: Link) -> str:
    return f"[{escape(link.text)}]({link.quoted})"


def _block(name: str, block: Block, digits: int, beside: Beside) -> str:
    match block:
        case Heading(text, level):
            return f"{'#' * level} {escape(text)}"
        case Lead(text):
            return f"**{_start(text)}**"
        case Paragraph(text):
            return _start(text)
        case Note(text):
            return f"> {_start(text)}"
        case Command(text):
            return f"    {harmless(text)}"
        case Bullets(items):
            return "\n".join(f"- {_start(item)}" for item in items)
        case Links(links):
            return "\n".join(f"- {_link(link)}"
                             + (f": {escape(link.about)}" if link.about else "") for link in links)
        case Formula():
            return f"{escape(block.title)}:\n\n```\n{formula_lines(block)}\n```"
        case Figure():
            alt = escape(block.alt)
            shown = f"![{alt}](figures/{name}.svg)" if name in beside.figures else alt
            return f"**{escape(block.title)}**\n\n{shown}"
        case Table():
            return write_table(block, digits, beside.tables.get(name, ""))


def write_table(table: Table, digits: int, file: str = "") -> str:
    """One table; `file` is the address of its CSV."""
    grid = tabulate([[escape(cell) for cell in row] for row in body(table, digits)],
                    [escape(title) for title in titles(table)], tablefmt="pipe", disable_numparse=True,
                    colalign=align(table))
    again = [_code(table.command)] * bool(table.command) + [_link(Link(file, file))] * bool(file)
    command = [" ".join(again)] if again else []
    return "\n\n".join([f"**{escape(table.title)}**", grid, *map(_start, table.notes), *command])
