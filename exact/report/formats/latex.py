"""A document as a LaTeX article: tables of booktabs that may break over pages, and nothing that a name could start."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from exact.report.cells import body, harmless, narrowed, pads, titles
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

_ESCAPES = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "'": "'",
            "[": "{[}", "]": "{]}", "*": "{*}", '"': r"\textquotedbl{}", "`": r"\textasciigrave{}",
            "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
            **{character: "\\" + character for character in "&%$#_{}"}}
_LINE = 478.0
"""Points that a line of a table may fill: 170 mm, and a little less."""
_SIZES = ((r"\normalsize", 5.0), (r"\small", 4.63), (r"\footnotesize", 4.25), (r"\scriptsize", 3.98))
"""Sizes of type with the width of a digit in points; other characters are as wide on average, or less."""
_WRAPPED = _SIZES[2:]
"""The sizes at which texts are wrapped, where no size has room for them as they are."""
_SEPARATED, _CLOSE = 6.0, 3.0
"""Points on either side of a column, and in a table of many columns."""
_IN_T1 = "\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u20ac"
_LONG_WORD, _LONGER_WORD = 15, 40
"""Characters from which a word may break after a dot, a hyphen or a slash, as in an address; and anywhere."""
_IN_ADDRESS = re.compile(r"(?<=\w[./-])(?=[^\W\d])")
_BOTTOM_RULE = (r"\noalign{\nobreak\vskip\aboverulesep}\multispan{%d}\unskip\leaders\hrule height\heavyrulewidth\hfill"
                r"\kern0pt\cr")
"""The bottom rule of booktabs, without the space of no height under it at which a page could end."""
NARROWEST = 14
"""No text column is made narrower than so many characters, or than its longest word that may not break."""
MOST_ROWS = 14
"""A table with no more is not parted by the end of a page; of a longer one the ends are not."""
KEPT_ROWS = 3
"""So many rows stay together at either end of a table that is parted."""
MOST_LINES = 45
"""No more lines than these are ever asked to be free on a page."""
MOST_COLUMNS = 8
"""A table with more is set closer."""

_PREAMBLE = Path(__file__).with_name("preamble.tex").read_text(encoding="utf-8")
"""Its `room` begins a page unless so many lines are free on this one."""
_PICTURES = "\\usepackage{graphicx}\n"
_FORMULA = r"""\newsavebox{\formulabox}
\newcommand{\formula}[1]{\par\medskip\noindent\sbox{\formulabox}{$\displaystyle #1$}%
\ifdim\wd\formulabox>\linewidth\resizebox{\linewidth}{!}{\usebox{\formulabox}}\else\usebox{\formulabox}\fi\par\medskip}
"""
"""A displayed equation, made smaller where it is wider than the line."""


def write(document: Document, digits: int, beside: Beside | None = None) -> str:
    figures = beside.figures if beside else ()
    parts = [f"\\section*{{{escape(document.title)}}}"]
    parts += [_room(document.blocks[i:], i > 0 and isinstance(document.blocks[i - 1], Heading), digits)
              + _block(name, block, digits, figures) for i, (name, block) in enumerate(document.named_blocks())]
    if document.made:
        parts.append("\\hrule")
        parts += [_block("", block, digits) for block in document.made]
    text = "\n\n".join(parts)
    formulas = any(isinstance(block, Formula) for block in document.blocks)
    more = (_PICTURES if formulas or figures else "") + (_FORMULA if formulas else "")
    return f"{_PREAMBLE}{more}{_unusual(text)}\\begin{{document}}\n\n{text}\n\n\\end{{document}}\n"


def escape(text: str) -> str:
    """A text that stays a text, with places to break where a word is long."""
    return _escaped(re.sub(r"\S+", lambda word: "\0".join(_pieces(word[0])), harmless(text)))


def _pieces(word: str) -> list[str]:
    """The parts of a word between the places where it may break."""
    if len(word) >= _LONGER_WORD:
        return re.findall(".{1,4}", word)
    return _IN_ADDRESS.split(word) if len(word) >= _LONG_WORD else [word]


def _escaped(line: str) -> str:
    shown = "".join(_ESCAPES.get(character, character) for character in line)
    return re.sub("-(?=-)", "-{}", shown).replace("\0", r"\allowbreak{}")


def _typed(text: str) -> str:
    """A line for a terminal, which may break at a space, and in a word that is longer than any name."""
    line = re.sub(rf"\S{{{_LONGER_WORD},}}", lambda word: "\0".join(_pieces(word[0])), harmless(text))
    return r"\texttt{" + _escaped(line).replace("'", r"\textquotesingle{}") + "}"


def _unusual(text: str) -> str:
    """Characters that pdfTeX's fonts lack are printed as their numbers there; other engines have them."""
    lines = [f"\\DeclareUnicodeCharacter{{{ord(c):04X}}}{{[U+{ord(c):04X}]}}"
             for c in sorted(set(text)) if ord(c) > 0x17F and c not in _IN_T1]
    return "\\ifPDFTeX\n" + "\n".join(lines) + "\n\\fi\n" if lines else ""


def _room(blocks: Sequence[Block], after_heading: bool, digits: int) -> str:
    """A demand for room on the page for a table, and for the headings before it; what follows a heading makes none."""
    lines = 0
    for block in blocks if not after_heading else ():
        if isinstance(block, Heading):
            lines += 3
            continue
        if isinstance(block, Table):
            return f"\\room{{{min(lines + Layout.of(block, digits).kept_lines, MOST_LINES)}}}\n"
        break
    return ""


def _block(name: str, block: Block, digits: int, figures: Collection[str] = ()) -> str:
    match block:
        case Heading(text, level):
            return f"\\{'sub' * (level - 1)}section*{{{escape(text)}}}"
        case Lead(text):
            return f"\\textbf{{{escape(text)}}}"
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
            shown = (f"\\includegraphics[width=0.8\\linewidth]{{figures/{name}.pdf}}" if name in figures
                     else escape(block.alt))
            return (f"\\begin{{minipage}}{{\\linewidth}}\n{shown}\n\\captionof{{figure}}{{{escape(block.title)}}}\n"
                    "\\end{minipage}")
        case Table():
            return write_table(block, digits)


def write_table(table: Table, digits: int) -> str:
    """One table, with its headings repeated on every page that it goes over to, and its notes kept with its end."""
    layout = Layout.of(table, digits)
    cells = layout.cells
    spec = "".join("r" if number else f">{{\\raggedright\\arraybackslash}}p{{{share:.4f}\\linewidth}}" if share else "l"
                   for number, share in zip(layout.numbers, layout.shares, strict=True))
    missing = pads(table, cells)
    head = " & ".join(_head(lines) for lines in layout.heads)
    rows = "\n".join(" & ".join(_cell(cell, table.columns[i].style, missing[i][r]) for i, cell in enumerate(row))
                     + (r" \\*" if layout.kept(r) else r" \\") for r, row in enumerate(cells))  # starred: no page ends
    start = f"\\toprule\n{head} \\\\\n\\midrule\n"
    title = f"\\caption{{{escape(table.title)}}} \\\\\n"
    after = [*map(escape, table.notes), *([_typed(table.command)] if table.command else [])]
    notes = "".join(f"\\noalign{{\\nobreak\\vskip4pt\\hbox{{\\parbox[t]{{\\linewidth}}"
                    f"{{\\raggedright\\footnotesize {text}}}}}}}\n" for text in after)
    return (f"{{{layout.size}\n\\begin{{longtable}}{{@{{}}{spec}@{{}}}}\n{title}{start}\\endfirsthead\n"
            f"{start}\\endhead\n{rows}\n{_BOTTOM_RULE % len(layout.heads)}\n"
            f"{notes}\\end{{longtable}}}}")


@dataclass(frozen=True)
class Layout:
    """How a table is set: its cells and headings as text, the size of type, and the columns that wrap.

    `heads` are the lines of each heading; `shares` the parts of a line that wrapped columns take (0: as wide as it
    is); `lines` how many each row has; `size` the size of type and the space between columns.
    """

    cells: list[list[str]]
    heads: list[list[str]]
    numbers: list[bool]
    shares: list[float]
    lines: list[int]
    size: str
    below: int

    @staticmethod
    def of(table: Table, digits: int) -> Layout:
        cells = body(table, digits)
        numbers = [column.style not in ("text", "exact") for column in table.columns]
        columns = [[row[i] for row in cells] for i in range(len(numbers))]
        heads = [_wrapped(title, max(map(len, column), default=0)) if number else [title]
                 for title, number, column in zip(titles(table), numbers, columns, strict=True)]
        natural = [max(map(len, [*column, *head])) for column, head in zip(columns, heads, strict=True)]
        least = [max([NARROWEST, *(len(piece) for text in column for word in text.split() for piece in _pieces(word))])
                 for column in columns]
        least = [NARROWEST if column.style == "exact" else width
                 for column, width in zip(table.columns, least, strict=True)]
        size, point, widths = _fitted(natural, least, numbers)
        lines = [max((-(-len(cell) // width) for cell, width, before in zip(row, widths, natural, strict=True)
                      if 0 < width < before), default=1) for row in cells]
        shares = [width * point / _LINE if width < before else 0.0
                  for width, before in zip(widths, natural, strict=True)]
        below = sum(1 + len(text) // 100 for text in (*table.notes, table.command) if text)
        return Layout(cells, heads, numbers, shares, lines, size, below)

    def kept(self, row: int) -> bool:
        """Whether no page ends after a row."""
        last = len(self.cells) - 1
        return last < MOST_ROWS or row < KEPT_ROWS - 1 or row > last - KEPT_ROWS

    @property
    def kept_lines(self) -> int:
        """The lines of the table up to the first place where a page may end, with its caption and headings."""
        whole = len(self.cells) <= MOST_ROWS
        rows = sum(self.lines) + self.below if whole else sum(self.lines[:KEPT_ROWS])
        return 4 + max(map(len, self.heads), default=1) + rows


def _wrapped(title: str, width: int) -> list[str]:
    """The lines of a heading over numbers of a width."""
    lines: list[str] = []
    for word in title.split():
        if lines and len(f"{lines[-1]} {word}") <= max(width, 10):
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines or [""]


def _head(lines: list[str]) -> str:
    if len(lines) == 1:
        return escape(lines[0])
    inner = r" \\ ".join(map(escape, lines))
    return f"\\begin{{tabular}}[b]{{@{{}}r@{{}}}}{inner}\\end{{tabular}}"


def _cell(text: str, style: str, pad: str) -> str:
    if style == "exact":
        pieces = re.findall(r"\d{1,6}|\D", text)
        return r"\texttt{" + r"\allowbreak{}".join(map(escape, pieces)) + "}"
    return escape(text) + (f"\\phantom{{{pad}}}" if pad else "")


def _fitted(natural: list[int], least: list[int], numbers: list[bool]) -> tuple[str, float, list[int]]:
    """The size of type, the width of a character in points, and the characters of each column, to fit a line.

    The largest size that has room for all; else texts are wrapped, the widest first.
    """
    close = len(natural) > MOST_COLUMNS
    gap = f"\\setlength{{\\tabcolsep}}{{{_CLOSE:.0f}pt}}" if close else ""
    line = _LINE - 2 * (_CLOSE if close else _SEPARATED) * (len(natural) - 1)
    options = [(size, point, natural) for size, point in _SIZES]
    options += [(size, point, narrowed(natural, least, [not number for number in numbers], line / point))
                for size, point in _WRAPPED]
    size, point, widths = next((option for option in options if sum(option[2]) * option[1] <= line), options[-1])
    return size + gap, point, widths


