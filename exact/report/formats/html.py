"""A document as one HTML page: no script, no link to elsewhere, readable in print, in the dark and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape as html_escape
from pathlib import Path

from exact.report.cells import body, harmless, pads, titles
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
from exact.report.drawing.svg import inline

CSS = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
"""One style sheet for the screen in light and dark, for narrow screens, and for paper."""
FEWEST_SECTIONS = 3
"""With fewer sections a page has no list of contents."""
LONGEST_LABEL = 28
"""Row labels up to so many characters stay on one line."""
MOST_COLUMNS = 8
"""A table with more is set closer."""
MOST_ROWS = 6
"""A table with no more is printed on one page."""
MOST_CHARACTERS = 60
"""So many characters side by side can be read on a phone, in smaller type."""
_NUMBER = re.compile(r"[-+<>~ ]*\d[\d.,]*[\d,][\d.,]* ?%?")
"""A text that is a number, whose digits stay on one line."""
_FRACTION = re.compile(r"-?\d+/\d+")
"""A text that breaks after its line, and elsewhere only where one of its numbers is longer than the cell is wide."""
EASY_WORDS = 16
"""A text that may wrap is given so many characters, or those of its longest word."""


def write(document: Document, digits: int, beside: Beside | None = None) -> str:
    beside = beside or Beside()
    title = escape(document.title)
    main = _blocks(document, digits, beside)
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta name="color-scheme" content="light dark">\n'
            f"<title>{title}</title>\n<style>\n{CSS}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
            f"{_way(document, beside)}{_contents(document)}{main}\n{_provenance(document)}</main>\n</body>\n</html>\n")


def fragment(document: Document, digits: int) -> str:
    """The page without its frame, as a notebook shows it."""
    return f"<h1>{escape(document.title)}</h1>\n{_blocks(document, digits, Beside())}"


def _blocks(document: Document, digits: int, beside: Beside) -> str:
    return "\n".join(part for name, block in document.named_blocks() for part in _block(name, block, digits, beside))


def escape(text: str) -> str:
    """A text that stays a text, in an element or in an attribute."""
    return html_escape(harmless(text))


def _way(document: Document, beside: Beside) -> str:
    """The way to the page that leads here, and to the files in the same folder."""
    up = f'<p class="way">{_anchor(Link("All reports", document.index))}</p>\n' if document.index else ""
    if not beside.files:
        return up
    files = ", ".join(map(_anchor, beside.links("report.html")))
    return f'{up}<p class="way">Files beside this page: {files} {escape(beside.about)}</p>\n'


def _anchor(link: Link) -> str:
    return f'<a href="{link.quoted}">{escape(link.text)}</a>'


def _contents(document: Document) -> str:
    entries = [(name, block.text) for name, block in document.named_blocks()
               if isinstance(block, Heading) and block.level == 2]
    if len(entries) < FEWEST_SECTIONS:
        return ""
    items = "\n".join(f'<li><a href="#{name}">{escape(text)}</a></li>' for name, text in entries)
    return f'<nav aria-label="Contents">\n<ol>\n{items}\n</ol>\n</nav>\n'


def _provenance(document: Document) -> str:
    """What makes the page again, at its foot."""
    parts = [part for block in document.made for part in _block("", block, 6, Beside())]
    return "\n".join(["<footer>", *parts, "</footer>\n"]) if parts else ""


def _block(name: str, block: Block, digits: int, beside: Beside) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f'<h{level} id="{name}">{escape(text)}</h{level}>'
        case Lead(text):
            yield f'<p class="lead">{escape(text)}</p>'
        case Paragraph(text):
            yield f"<p>{escape(text)}</p>"
        case Note(text):
            yield f'<p class="remark">{escape(text)}</p>'
        case Command(text):
            yield f"<pre><code>{escape(text)}</code></pre>"
        case Bullets(items):
            yield "<ul>\n" + "\n".join(f"<li>{escape(item)}</li>" for item in items) + "\n</ul>"
        case Links(links):
            yield "<ul>\n" + "\n".join(
                f"<li>{_anchor(link)}"
                + (f": {escape(link.about)}" if link.about else "") + "</li>" for link in links) + "\n</ul>"
        case Formula():
            yield f"<p>{escape(block.title)}</p>\n<pre><code>{escape(f'{block.left} = {block.right}')}</code></pre>"
        case Figure():
            yield _figure(name, block, beside.figures)
        case Table():
            yield write_table(block, digits, name, beside.tables.get(name, ""))


def _figure(name: str, figure: Figure, pictures: Mapping[str, str]) -> str:
    """A figure, its drawing with ink and paper of the page where it is among `pictures`, else in words."""
    caption = f'<figcaption id="{name}-title">{escape(figure.title)}</figcaption>'
    if name not in pictures:
        return f"<figure>\n{caption}\n<p>{escape(figure.alt)}</p>\n</figure>"
    drawing = inline(pictures[name], name)
    picture = f'<div class="picture" role="img" aria-label="{escape(figure.alt)}">\n{drawing}\n</div>'
    return f'<figure id="{name}" class="wide">\n{caption}\n{_frame(_named(name), picture)}\n</figure>'


def _frame(named: str, inside: str) -> str:
    """What is too wide for the screen scrolls in a frame of its own, with the keyboard too; its title stays."""
    return f'<div class="frame" role="region" tabindex="0"{named}>\n{inside}\n</div>'


def _named(name: str, title: str = "") -> str:
    """The accessible name: the caption with the name of the block, or else the title itself."""
    return f' aria-labelledby="{name}-title"' if name else f' aria-label="{escape(title)}"'


def write_table(table: Table, digits: int, name: str = "", file: str = "") -> str:
    """One table: a caption, headers with their scope, and its notes; see `Fit` for how it goes onto a phone.

    `file` is the address of its CSV.
    """
    cells = body(table, digits)
    fit = Fit.of(table, cells)
    missing = pads(table, cells)
    kinds = [" ".join(filter(None, [{"text": "", "exact": "x"}.get(column.style, "n"), fit.part(i)]))
             for i, column in enumerate(table.columns)]
    units = [unit if fit.look == "stack" else "" for unit in _units(table, cells)]
    in_head = [f'<span class="narrow">{unit}</span>' if unit else "" for unit in units]
    head = "".join(f'<th scope="col"{_class(kind)}>{escape(title)}{unit}</th>'
                   for title, kind, unit in zip(titles(table), kinds, in_head, strict=True))
    shown = [[_number(cell, missing[i][r], units[i]) for i, cell in enumerate(row)] for r, row in enumerate(cells)]
    for r, address in enumerate(table.addresses):
        shown[r][0] = _anchor(Link(cells[r][0], address)) if address else shown[r][0]
    labels = [f' data-label="{escape(title)}"' if fit.look == "cards" else "" for title in titles(table)]
    rows = "\n".join("<tr>" + "".join(_cell(i, cell, f"{kinds[i]} u" if not kinds[i] and _NUMBER.fullmatch(cells[r][i])
                                            else kinds[i],
                                            labels[i]) for i, cell in enumerate(row)) + "</tr>"
                     for r, row in enumerate(shown))
    notes = "".join(f'\n<p class="note">{escape(note)}</p>' for note in table.notes)
    again = [f"<code>{escape(table.command)}</code>"] * bool(table.command) + [_anchor(Link(file, file))] * bool(file)
    command = f'\n<p class="again">{" ".join(again)}</p>' if again else ""
    label, title = (f' id="{name}"', f' id="{name}-title"') if name else ("", "")
    outer = "".join(f" {word}" for word, holds in (("whole", len(cells) <= MOST_ROWS), ("wide", not fit.look)) if holds)
    looks = [look for look, holds in (("k", all(len(row[0]) <= LONGEST_LABEL for row in cells)),
                                      ("w", len(table.columns) > MOST_COLUMNS), (fit.look, fit.look)) if holds]
    look = f' class="{" ".join(looks)}"' if looks else ""
    named = _named(name, table.title)
    grid = (f"<table{look}{fit.style}{named}>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>")
    return (f'<div class="table{outer}"{label}>\n<p class="caption"{title}>{escape(table.title)}</p>\n'
            f"{_frame(named, grid)}{notes}{command}\n</div>")


@dataclass(frozen=True)
class Fit:
    """How a table goes onto a phone.

    "fit": smaller; "stack": the numbers of each row under its texts, which come first; "cards": each cell of a row on a
    line of its own, under its label; "": it scrolls. `characters` stand side by side there, in `columns`, and `labels`
    columns of texts over them.
    """

    look: str
    characters: int = 0
    columns: int = 0
    labels: int = 0

    @staticmethod
    def of(table: Table, cells: list[list[str]]) -> Fit:
        heads = [max(map(len, title.split()), default=0) for title in titles(table)]
        units = _units(table, cells)
        widths, bare = [], []
        for i, column in enumerate(table.columns):
            texts = [row[i] for row in cells]
            longest = max(map(len, texts), default=0)
            if column.style in ("text", "exact"):
                word = max((len(word) for text in texts for word in text.split()), default=0)
                longest = min(longest, max(EASY_WORDS, word if column.style == "text" else 0))
            widths.append(max(longest, heads[i]) + 1)
            bare.append(max(longest - len(units[i]), heads[i]) + 1)
        texts_at = [i for i, column in enumerate(table.columns) if column.style in ("text", "exact") or not i]
        labels = len(texts_at)
        together = texts_at == list(range(labels)) and 0 <= labels - 1 <= len(bare) - labels
        if sum(widths) <= MOST_CHARACTERS:
            return Fit("fit", sum(widths), len(widths))
        if together and sum(bare[labels:]) <= MOST_CHARACTERS:
            return Fit("stack", sum(bare[labels:]), len(bare) - labels, labels)
        return Fit("cards" if labels > 1 else "")

    @property
    def style(self) -> str:
        if self.look == "stack":
            between = max(self.labels - 1, 1)
            span = self.columns // between
            spans = f";--span:{span};--rest:{self.columns - span * (between - 1)}" if self.labels > 1 else ""
            return f' style="--characters:{self.characters};--columns:{self.columns}{spans}"'
        return f' style="--characters:{self.characters}"' if self.look == "fit" else ""

    def part(self, column: int) -> str:
        """What a column is in a stack of more than one label: a further label, the last of them, the first number."""
        if self.look != "stack" or self.labels < 2:
            return ""
        return {self.labels - 1: "r", self.labels: "f"}.get(column, "l" if 0 < column < self.labels else "")


def _units(table: Table, cells: list[list[str]]) -> list[str]:
    """The unit that every number of a column ends in, if it has one."""
    return [" %" if column.style.endswith("percent") and any(row[i].endswith(" %") for row in cells) else ""
            for i, column in enumerate(table.columns)]


def _number(text: str, pad: str, unit: str) -> str:
    """A cell's text, its unit where the heading may have it instead, and the room of the decimals that it lacks."""
    shown = escape(text)
    if _FRACTION.fullmatch(text):
        return shown.replace("/", "/<wbr>")
    if unit and text.endswith(unit):  # where the heading has it, the cell can do without
        shown = escape(text.removesuffix(unit)) + f'<span class="unit">{unit}</span>'
    return shown + (f'<span class="pad" aria-hidden="true">{pad}</span>' if pad else "")


def _class(kind: str) -> str:
    return f' class="{kind.strip()}"' if kind else ""


def _cell(column: int, shown: str, kind: str, label: str) -> str:
    return (f'<th scope="row"{_class(kind)}>{shown}</th>' if column == 0 else
            f"<td{_class(kind)}{label}>{shown}</td>")
