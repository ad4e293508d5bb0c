"""A document as a LaTeX article: tables of booktabs that may break over pages, and nothing that a name could start."""

from __future__ import annotations

import re
from collections.abc import Mapping

from exact.report.cells import body, decimals_missing, harmless, titles
from exact.report.model import (
    Block,
    Bullets,
    Command,
    Document,
    Figure,
    Formula,
    Heading,
    Links,
    Note,
    Paragraph,
    Table,
)

_ESCAPES = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "'": "'",
            "[": "{[}", "]": "{]}", "*": "{*}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}",
            "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
            **{character: "\\" + character for character in "&%$#_{}"}}
_SIZES = ((92, r"\normalsize"), (102, r"\small"), (115, r"\footnotesize"), (132, r"\scriptsize"))
"""Characters that fit a line of a table at each size of type."""
_IN_T1 = "\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac"
_LONG_WORD = re.compile(r"\S{40,}")
NARROWEST = 14
"""No text column is made narrower than so many characters."""
MOST_ROWS = 20
"""A table with no more is not parted by the end of a page."""
MOST_COLUMNS = 8
"""A table with more is set closer."""

_PREAMBLE = r"""\documentclass{article}
\usepackage{iftex}
\ifPDFTeX
\usepackage[utf8]{inputenc}
\usepackage[T1]{fontenc}
\usepackage{textcomp}
\else
\usepackage{fontspec}
\fi
\usepackage[a4paper,margin=20mm]{geometry}
\usepackage{array}
\usepackage{booktabs}
\usepackage{longtable}
\usepackage[justification=raggedright,singlelinecheck=false,labelfont=bf,font=small]{caption}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt}
\setlength{\LTleft}{0pt}
\setlength{\LTright}{\fill}
\AtBeginDocument{\setlength{\LTcapwidth}{\textwidth}}
"""
_PICTURES = "\\usepackage{graphicx}\n"
_FORMULA = r"""\newsavebox{\formulabox}
\newcommand{\formula}[1]{\par\medskip\noindent\sbox{\formulabox}{$\displaystyle #1$}%
\ifdim\wd\formulabox>\linewidth\resizebox{\linewidth}{!}{\usebox{\formulabox}}\else\usebox{\formulabox}\fi\par\medskip}
"""
"""A displayed equation, made smaller where it is wider than the line."""


def write_latex(document: Document, digits: int, pictures: Mapping[str, str] | None = None) -> str:
    """`pictures` are the files of the figures by their names; a figure without one is given in words."""
    parts = [f"\\section*{{{escape(document.title)}}}"]
    parts += [_block(name, block, digits, pictures or {}) for name, block in document.named_blocks()]
    text = "\n\n".join(parts)
    formulas = any(isinstance(block, Formula) for block in document.blocks)
    more = (_PICTURES if formulas or pictures else "") + (_FORMULA if formulas else "")
    return f"{_PREAMBLE}{more}{_unusual(text)}\\begin{{document}}\n\n{text}\n\n\\end{{document}}\n"


def escape(text: str) -> str:
    """A text that stays a text."""
    line = _LONG_WORD.sub(lambda match: "\0".join(re.findall(".{1,16}", match[0])), harmless(text))
    shown = "".join(_ESCAPES.get(character, character) for character in line)
    return re.sub("-(?=-)", "-{}", shown).replace("\0", r"\allowbreak{}")


def _typed(text: str) -> str:
    """A line for a terminal, which may break at a space."""
    return r"\texttt{" + escape(text).replace("'", r"\textquotesingle{}") + "}"


def _unusual(text: str) -> str:
    """Characters that pdfTeX's fonts lack are printed as their numbers there; other engines have them."""
    lines = [f"\\DeclareUnicodeCharacter{{{ord(c):04X}}}{{[U+{ord(c):04X}]}}"
             for c in sorted(set(text)) if ord(c) > 0x17F and c not in _IN_T1]
    return "\\ifPDFTeX\n" + "\n".join(lines) + "\n\\fi\n" if lines else ""


def _block(name: str, block: Block, digits: int, pictures: Mapping[str, str]) -> str:
    match block:
        case Heading(text, level):
            return f"\\{'sub' * (level - 1)}section*{{{escape(text)}}}"
        case Paragraph(text):
            return escape(text)
        case Note(text):
            return f"\\begin{{quote}}\n{escape(text)}\n\\end{{quote}}"
        case Command(text):
            return f"\\begin{{flushleft}}\n{_typed(text)}\n\\end{{flushleft}}"
        case Bullets(items):
            return "\\begin{itemize}\n" + "\n".join(f"\\item {escape(item)}" for item in items) + "\n\\end{itemize}"
        case Links(links):
            lines = [f"\\item {escape(link.text)}: {_typed(link.address)} {escape(link.about)}" for link in links]
            return "\\begin{itemize}\n" + "\n".join(lines) + "\n\\end{itemize}"
        case Formula():
            return f"{escape(block.title)}:\n\n\\formula{{{block.latex}}}"
        case Figure():
            shown = (f"\\includegraphics[width=\\linewidth]{{{pictures[name]}}}" if name in pictures
                     else escape(block.alt))
            return (f"\\begin{{minipage}}{{\\linewidth}}\n\\textbf{{{escape(block.title)}}}\n\n{shown}\n"
                    "\\end{minipage}")
        case Table():
            return latex_table(block, digits)


def latex_table(table: Table, digits: int) -> str:
    """One table, with its title repeated on every page that it goes over to."""
    cells, heads = body(table, digits), titles(table)
    widths, size = _widths(table, [heads, *cells])
    numbers = [column.style not in ("text", "exact") for column in table.columns]
    spec = "".join("r" if number else f"p{{{width * 0.0095:.4f}\\linewidth}}" if width else "l"
                   for number, width in zip(numbers, widths, strict=True))
    pads = [decimals_missing([row[i] for row in cells]) if column.style == "number" else [""] * len(cells)
            for i, column in enumerate(table.columns)]
    head = " & ".join(_head(title, number, cells, i)
                      for i, (title, number) in enumerate(zip(heads, numbers, strict=True)))
    end = r" \\*" if len(cells) <= MOST_ROWS else r" \\"  # starred: no page ends here
    rows = "\n".join(" & ".join(_cell(cell, table.columns[i].style, pads[i][r]) for i, cell in enumerate(row)) + end
                     for r, row in enumerate(cells))
    start = f"\\toprule\n{head} \\\\\n\\midrule\n"
    title = f"\\caption{{{escape(table.title)}}} \\\\\n"
    after = [escape(note) for note in table.notes] + ([_typed(table.command)] if table.command else [])
    notes = "".join(f"\n\n\\begin{{flushleft}}\\footnotesize {text}\\end{{flushleft}}" for text in after)
    return (f"{{{size}\n\\begin{{longtable}}{{@{{}}{spec}@{{}}}}\n{title}{start}\\endfirsthead\n{start}\\endhead\n"
            f"\\bottomrule\n\\endlastfoot\n{rows}\n\\end{{longtable}}}}{notes}")


def _head(title: str, number: bool, cells: list[list[str]], column: int) -> str:
    """A heading; over numbers it is wrapped to their width."""
    width = max((len(row[column]) for row in cells), default=0)
    if not number or len(title) <= max(width, 8):
        return escape(title)
    lines = [[""]]
    for word in title.split():
        if lines[-1] != [""] and len(" ".join([*lines[-1], word])) > max(width, 10):
            lines.append([""])
        lines[-1] = [part for part in lines[-1] if part] + [word]
    inner = r" \\ ".join(escape(" ".join(line)) for line in lines)
    return f"\\begin{{tabular}}[b]{{@{{}}r@{{}}}}{inner}\\end{{tabular}}"


def _cell(text: str, style: str, pad: str) -> str:
    if style == "exact":
        pieces = re.findall(r"\d{1,6}|\D", text)
        return r"\texttt{" + r"\allowbreak{}".join(map(escape, pieces)) + "}"
    return escape(text) + (f"\\phantom{{{pad}}}" if pad else "")


def _widths(table: Table, rows: list[list[str]]) -> tuple[list[int], str]:
    """Characters of each column that must wrap (0: as wide as it is), and the size of type."""
    cells = rows[1:] or rows
    texts = [column.style in ("text", "exact") for column in table.columns]
    natural = [max(len(row[i]) for row in (rows if text else cells)) for i, text in enumerate(texts)]
    natural = [width if text else max(width, min(len(rows[0][i]), 10))
               for i, (width, text) in enumerate(zip(natural, texts, strict=True))]
    close = len(natural) > MOST_COLUMNS
    gaps = (1 if close else 2) * len(natural)
    gap = r"\setlength{\tabcolsep}{3pt}" if close else ""
    size = next((name for most, name in _SIZES if sum(natural) + gaps <= most), None)
    if size:
        return [0] * len(natural), size + gap
    most = 115
    widths = list(natural)
    while sum(widths) + gaps > most:
        widest = max(((width, i) for i, width in enumerate(widths) if texts[i]), default=(0, 0))
        if widest[0] <= NARROWEST:
            break
        widths[widest[1]] -= 1
    shrunk = [width if width < before else 0 for width, before in zip(widths, natural, strict=True)]
    return [round(width * 92 / most) for width in shrunk], r"\footnotesize" + gap
