"""A document in each format. A number is formatted in one place, `show`; tables are laid out by tabulate."""

from __future__ import annotations

import csv
import io
import json
import re
import textwrap
from collections.abc import Callable, Mapping
from fractions import Fraction

from tabulate import tabulate

from exact.report.model import Block, Bullets, Cell, Column, Document, Formula, Heading, Paragraph, Style, Table
from exact.report.numbers import Root, fixed, fixed_root, significant, significant_root

WIDTH = 100
NARROWEST = 12
BESIDE_HEADING = 2
"""Spaces that tabulate leaves beside a heading."""
NOT_DEFINED = "n/a"
GLUE = "\u00a0"


def show(value: Cell, style: Style, digits: int) -> str:
    """A cell for people, with `digits` decimals for a probability."""
    if value is None:
        return NOT_DEFINED
    if isinstance(value, str):
        return value
    percent_digits = max(digits - 2, 0)
    if isinstance(value, Root):
        return fixed_root(value, digits)
    if style == "count" or (style == "number" and isinstance(value, int)):
        return f"{value:,}"
    if style == "percent":
        return f"{fixed(value * 100, percent_digits)} %"
    if style == "signed percent":
        return f"{fixed(value * 100, percent_digits, sign=True)} %"
    if style == "one in":
        return fixed(1 / Fraction(value), 2, separators=True) if value else "never"
    if style == "number":
        return short_number(Fraction(value), digits)
    if style == "per 10^7":
        return fixed(value * 10**7, 2, sign=True, separators=True)
    if style == "exact":
        return str(value)
    return fixed(value, digits)


def short_number(value: Fraction, digits: int = 6) -> str:
    """A pay as it is printed on a layout: 8, 0.95, 28.6; with `digits` decimals if it has no end."""
    for places in range(digits + 1):
        if (value * 10**places).denominator == 1:
            return fixed(value, places, separators=True)
    return fixed(value, digits, separators=True)


def _body(table: Table, digits: int) -> list[list[str]]:
    return [[show(cell, column.style, digits) for cell, column in zip(row, table.columns, strict=True)]
            for row in table.rows]


def _align(table: Table) -> list[str]:
    return ["left" if column.style == "text" else "right" for column in table.columns]


def _wrap(text: str, width: int) -> str:
    return "\n".join(textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)) or text


# ---------------------------------------------------------------------------------------------------------------

def write_text(document: Document, digits: int) -> str:
    """For a terminal, at most 100 columns wide."""
    parts = [_underlined(document.title, "=")]
    for block in document.blocks:
        if isinstance(block, Heading):
            parts.append(_underlined(block.text, "-"))
        elif isinstance(block, Paragraph):
            parts.append(_wrap(block.text, WIDTH))
        elif isinstance(block, Bullets):
            parts.append("\n".join(textwrap.fill(item, WIDTH, initial_indent="- ", subsequent_indent="  ")
                                   for item in block.items))
        elif isinstance(block, Formula):
            parts.append(f"{_wrap(block.title, WIDTH)}\n\n{_text_formula(block)}")
        else:
            parts.append(_text_table(block, digits))
    return "\n\n".join(parts) + "\n"


def _underlined(text: str, line: str) -> str:
    wrapped = _wrap(text, WIDTH)
    return f"{wrapped}\n{line * max(map(len, wrapped.splitlines()))}"


def _text_formula(block: Formula) -> str:
    """An equation on lines that begin with an operator; short brackets stay whole."""
    glued = re.sub(r"\([^()]{1,20}\)", lambda bracket: bracket[0].replace(" ", GLUE), block.right)
    glued = re.sub(r"( [-+]) ", rf"\1{GLUE}", glued).replace(")/(", ") /(")
    return textwrap.fill(f"{block.left} = {glued}", WIDTH, initial_indent="  ", subsequent_indent="    ",
                         break_long_words=False, break_on_hyphens=False).replace(GLUE, " ")


def _text_table(table: Table, digits: int) -> str:
    body = _body(table, digits)
    widths = _widths([[column.title for column in table.columns], *body],
                     [column.style == "text" for column in table.columns])
    titles = [_wrap(column.title, width - BESIDE_HEADING)
              for column, width in zip(table.columns, widths, strict=True)]
    grid = tabulate([[_wrap(cell, width) for cell, width in zip(row, widths, strict=True)] for row in body], titles,
                    tablefmt="simple", disable_numparse=True, colalign=_align(table) if body else None)
    notes = [_wrap(note, WIDTH) for note in table.notes]
    return "\n".join([_wrap(table.title, WIDTH), "", grid, *notes])


def _widths(rows: list[list[str]], is_text: list[bool]) -> list[int]:
    """Column widths that fit WIDTH: a numeric column as wide as its numbers, its heading wrapped; then texts shrink."""
    titles, body = rows[0], rows[1:]
    words = [max(map(len, title.split()), default=0) + BESIDE_HEADING for title in titles]
    widths = [max(word, min(len(title), NARROWEST) + BESIDE_HEADING, *(len(row[i]) for row in body))
              if not text else max(len(title) + BESIDE_HEADING, *(len(row[i]) for row in body), 0)
              for i, (title, word, text) in enumerate(zip(titles, words, is_text, strict=True))]
    while sum(widths) + 2 * (len(widths) - 1) > WIDTH and any(is_text):
        widest = max((width, i) for i, width in enumerate(widths) if is_text[i])[1]
        if widths[widest] <= max(NARROWEST, words[widest]):
            break
        widths[widest] -= 1
    return widths


def write_markdown(document: Document, digits: int) -> str:
    """GitHub's Markdown, with every character of names and titles escaped that could be markup."""
    parts = [f"# {_markdown(document.title)}"]
    for block in document.blocks:
        if isinstance(block, Heading):
            parts.append(f"## {_markdown(block.text)}")
        elif isinstance(block, Paragraph):
            parts.append(_markdown(block.text))
        elif isinstance(block, Bullets):
            parts.append("\n".join(f"- {_markdown(item)}" for item in block.items))
        elif isinstance(block, Formula):
            parts.append(f"{_markdown(block.title)}:\n\n```\n{_text_formula(block)}\n```")
        else:
            grid = tabulate([[_markdown(cell) for cell in row] for row in _body(block, digits)],
                            [_markdown(column.title) for column in block.columns], tablefmt="pipe",
                            disable_numparse=True, colalign=_align(block) if block.rows else None)
            parts.append("\n\n".join([f"**{_markdown(block.title)}**", grid, *map(_markdown, block.notes)]))
    return "\n\n".join(parts) + "\n"


def _markdown(text: str) -> str:
    for character in "\\`*_[]<>|#":
        text = text.replace(character, "\\" + character)
    return " ".join(text.split())


def write_csv(document: Document, digits: int) -> str:  # noqa: ARG001  # every format has one signature
    """A document with one table as that table; one with more as rows of table, row, quantity, decimal, fraction, of.

    A rational has a decimal and a fraction, the root of one a decimal and its square, a count what it is out of; what
    is not defined is empty. A formula stands in a row of its own, as a fraction.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    tables = document.tables
    formulas = [block for block in document.blocks if isinstance(block, Formula)]
    if len(tables) == 1 and not formulas:
        writer.writerow([name for column in tables[0].columns for name in _csv_names(column)])
        for row in tables[0].rows:
            writer.writerow([text for cell, column in zip(row, tables[0].columns, strict=True)
                             for text in _csv_cells(cell, column)])
        return out.getvalue()
    writer.writerow(["table", "row", "quantity", "decimal", "fraction", "of"])
    writer.writerows([formula.title, formula.left, "formula", "", formula.right, ""] for formula in formulas)
    for table in tables:
        for row in table.rows:
            label = str(row[0])
            for cell, column in list(zip(row, table.columns, strict=True))[1:]:
                texts = _csv_cells(cell, column)
                of = str(table.of) if column.style == "count" and table.of else ""
                writer.writerow([table.key or table.title, label, column.title, *texts, *[""] * (2 - len(texts)), of])
    return out.getvalue()


def _csv_names(column: Column) -> list[str]:
    return [column.name] if column.style in ("text", "count") else [column.name, f"{column.name}_fraction"]


def _csv_cells(cell: Cell, column: Column) -> list[str]:
    single = column.style in ("text", "count")
    if cell is None:
        return [""] * (1 if single else 2)
    if isinstance(cell, Root):
        return [significant_root(cell), f"sqrt({cell.square})"]
    if single or isinstance(cell, str):
        return [str(cell)] if single else [str(cell), ""]
    value = Fraction(cell)
    if column.style == "one in":
        if not value:
            return ["", ""]
        value = 1 / value
    return [significant(value), str(value)]


def write_json(document: Document, digits: int) -> str:  # noqa: ARG001
    """The document's data between its schema and its provenance."""
    data = {"schema": document.schema, **document.data, "provenance": document.provenance}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def write_html(document: Document, digits: int) -> str:
    """One page without scripts or links."""
    parts = [f"<h1>{_html(document.title)}</h1>"]
    for block in document.blocks:
        parts.append(_html_block(block, digits))
    return ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            f"<title>{_html(document.title)}</title>\n</head>\n<body>\n" + "\n".join(parts) + "\n</body>\n</html>\n")


def _html(text: str) -> str:
    from html import escape
    return escape(text)


def _html_block(block: Block, digits: int) -> str:
    if isinstance(block, Heading):
        return f"<h2>{_html(block.text)}</h2>"
    if isinstance(block, Paragraph):
        return f"<p>{_html(block.text)}</p>"
    if isinstance(block, Bullets):
        return "<ul>\n" + "\n".join(f"<li>{_html(item)}</li>" for item in block.items) + "\n</ul>"
    if isinstance(block, Formula):
        return f"<p>{_html(block.title)}</p>\n<p><code>{_html(f'{block.left} = {block.right}')}</code></p>"
    grid = tabulate(_body(block, digits), [column.title for column in block.columns], tablefmt="html",
                    disable_numparse=True, colalign=_align(block) if block.rows else None)
    grid = str(grid).replace("<table>", f"<table>\n<caption>{_html(block.title)}</caption>", 1)
    return "\n".join([grid, *(f"<p>{_html(note)}</p>" for note in block.notes)])


def write_latex(document: Document, digits: int) -> str:
    """A standalone article with booktabs tables."""
    parts = [f"\\section*{{{_latex(document.title)}}}"]
    for block in document.blocks:
        if isinstance(block, Heading):
            parts.append(f"\\subsection*{{{_latex(block.text)}}}")
        elif isinstance(block, Paragraph):
            parts.append(_latex(block.text))
        elif isinstance(block, Bullets):
            parts.append("\\begin{itemize}\n" + "\n".join(f"\\item {_latex(item)}" for item in block.items)
                         + "\n\\end{itemize}")
        elif isinstance(block, Formula):
            parts.append(f"{_latex(block.title)}:\n\n\\formula{{{block.latex}}}")
        else:
            grid = tabulate([[_latex(cell) for cell in row] for row in _body(block, digits)],
                            [_latex(column.title) for column in block.columns], tablefmt="latex_raw",
                            disable_numparse=True, colalign=_align(block) if block.rows else None)
            rules = iter(["\\toprule", "\\midrule", "\\bottomrule"])
            lines = [next(rules) if line.strip() == "\\hline" else line for line in str(grid).splitlines()]
            title = f"\\paragraph{{{_latex(block.title)}}}"
            parts.append("\n\n".join([title, "\n".join(lines), *map(_latex, block.notes)]))
    fit = _LATEX_FORMULA if any(isinstance(block, Formula) for block in document.blocks) else ""
    return ("\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage{booktabs}\n" + fit
            + "\\begin{document}\n\n" + "\n\n".join(parts) + "\n\n\\end{document}\n")


_LATEX_FORMULA = r"""\usepackage{graphicx}
\newsavebox{\formulabox}
\newcommand{\formula}[1]{\par\medskip\noindent\sbox{\formulabox}{$\displaystyle #1$}%
\ifdim\wd\formulabox>\linewidth\resizebox{\linewidth}{!}{\usebox{\formulabox}}\else\usebox{\formulabox}\fi\par\medskip}
"""
"""A displayed equation, made smaller where it is wider than the line."""
_LATEX = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
          **{character: "\\" + character for character in "&%$#_{}"}}


def _latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in " ".join(text.split()))


def table_alone(table: Table, form: str, digits: int = 6) -> str:
    """One table outside a document, as text or as HTML (as a notebook shows it)."""
    return _html_block(table, digits) if form == "html" else _text_table(table, digits)


WRITERS: Mapping[str, Callable[[Document, int], str]] = {
    "text": write_text, "markdown": write_markdown, "html": write_html, "json": write_json, "csv": write_csv,
    "latex": write_latex,
}
"""Every format of `--format`; adding one here adds it everywhere."""
