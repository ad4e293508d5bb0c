"""A document as one HTML page: no script, no link to elsewhere, readable in print, in the dark and on a phone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape as html_escape

from exact.report.cells import body, decimals_missing, harmless, titles
from exact.report.formats.style import CSS
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

FEWEST_SECTIONS = 3
"""With fewer sections a page has no list of contents."""
LONGEST_LABEL = 28
"""Row labels up to so many characters stay on one line."""
MOST_COLUMNS = 8
"""A table with more is set closer."""
MOST_ROWS = 14
"""A table with no more is printed on one page."""


def write_html(document: Document, digits: int, pictures: Mapping[str, str] | None = None) -> str:
    """`pictures` are the figures as SVG elements by their names; a figure without one is given in words."""
    title = escape(document.title)
    main = "\n".join(part for name, block in document.named_blocks()
                     for part in _block(name, block, digits, pictures or {}))
    return (f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta name="color-scheme" content="light dark">\n'
            f"<title>{title}</title>\n<style>\n{CSS}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
            f"{_contents(document)}{main}\n{_provenance(document)}</main>\n</body>\n</html>\n")


def html_fragment(document: Document, digits: int) -> str:
    """The page without its frame, as a notebook shows it."""
    return "\n".join([f"<h1>{escape(document.title)}</h1>",
                      *(part for name, block in document.named_blocks() for part in _block(name, block, digits, {}))])


def escape(text: str) -> str:
    """A text that stays a text, in an element or in an attribute."""
    return html_escape(harmless(text))


def _contents(document: Document) -> str:
    entries = [(name, block.text) for name, block in document.named_blocks()
               if isinstance(block, Heading) and block.level == 2]
    if len(entries) < FEWEST_SECTIONS:
        return ""
    items = "\n".join(f'<li><a href="#{name}">{escape(text)}</a></li>' for name, text in entries)
    return f'<nav aria-label="Contents">\n<ol>\n{items}\n</ol>\n</nav>\n'


def _provenance(document: Document) -> str:
    """What makes the page again, at its foot."""
    if not document.provenance:
        return ""
    version, command = document.provenance.get("version"), document.provenance.get("command")
    if not (version and command):
        return ""
    return (f"<footer>\n<p>Made by exact {escape(str(version))} with</p>\n"
            f"<pre><code>{escape(str(command))}</code></pre>\n</footer>\n")


def _block(name: str, block: Block, digits: int, pictures: Mapping[str, str]) -> Iterator[str]:
    match block:
        case Heading(text, level):
            yield f'<h{level} id="{name}">{escape(text)}</h{level}>'
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
                f'<li><a href="{link.quoted}">{escape(link.text)}</a>'
                + (f": {escape(link.about)}" if link.about else "") + "</li>" for link in links) + "\n</ul>"
        case Formula():
            yield f"<p>{escape(block.title)}</p>\n<pre><code>{escape(f'{block.left} = {block.right}')}</code></pre>"
        case Figure():
            yield _figure(name, block, pictures)
        case Table():
            yield html_table(block, digits, name)


def _figure(name: str, figure: Figure, pictures: Mapping[str, str]) -> str:
    caption = f"<figcaption>{escape(figure.title)}</figcaption>"
    if name not in pictures:
        return f"<figure>\n{caption}\n<p>{escape(figure.alt)}</p>\n</figure>"
    picture = f'<div class="picture" role="img" aria-label="{escape(figure.alt)}">\n{pictures[name]}\n</div>'
    return f'<figure id="{name}">\n{caption}\n{picture}\n</figure>'


def html_table(table: Table, digits: int, name: str = "") -> str:
    """One table: a caption, headers with their scope, and its notes; wide ones scroll in a frame of their own."""
    cells = body(table, digits)
    pads = [decimals_missing([row[i] for row in cells]) if column.style == "number" else [""] * len(cells)
            for i, column in enumerate(table.columns)]
    kinds = [{"text": "", "exact": ' class="x"'}.get(column.style, ' class="n"') for column in table.columns]
    head = "".join(f'<th scope="col"{kind}>{escape(title)}</th>'
                   for title, kind in zip(titles(table), kinds, strict=True))
    rows = "\n".join("<tr>" + "".join(_cell(i, cell, kinds[i], pads[i][r]) for i, cell in enumerate(row)) + "</tr>"
                     for r, row in enumerate(cells))
    notes = "".join(f'\n<p class="note">{escape(note)}</p>' for note in table.notes)
    command = f'\n<p class="again"><code>{escape(table.command)}</code></p>' if table.command else ""
    label, where = (f' id="{name}"', f' aria-labelledby="{name}-title"') if name else ("", "")
    caption = f'<caption{f" id={chr(34)}{name}-title{chr(34)}" if name else ""}>{escape(table.title)}</caption>'
    frame = f'<div class="frame" role="region" tabindex="0"{where}>' if name else '<div class="frame">'
    whole = " whole" if len(cells) <= MOST_ROWS else ""
    looks = [look for look, holds in (("k", all(len(row[0]) <= LONGEST_LABEL for row in cells)),
                                      ("w", len(table.columns) > MOST_COLUMNS)) if holds]
    look = f' class="{" ".join(looks)}"' if looks else ""
    return (f'<div class="table{whole}"{label}>\n{frame}\n<table{look}>\n{caption}\n<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{rows}\n</tbody>\n</table>\n</div>{notes}{command}\n</div>")


def _cell(column: int, text: str, kind: str, pad: str) -> str:
    shown = escape(text) + (f'<span class="pad" aria-hidden="true">{pad}</span>' if pad else "")
    return f'<th scope="row"{kind}>{shown}</th>' if column == 0 else f"<td{kind}>{shown}</td>"
