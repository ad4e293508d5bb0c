"""A document as a PDF for print: numbered pages, contents with page numbers, figures as vectors.

No heading stands alone at the end of a page, no row of a table is split. Needs the extra `sheets`.
"""

from __future__ import annotations

from exact.report.document import Beside, Document, Figure
from exact.report.drawing.processes import drawn
from exact.report.formats import html

PRINT = """
@page { size: A4; margin: 18mm 15mm 20mm;
  @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #333333; } }
nav a::after { content: leader(". ") target-counter(attr(href), page); }
nav li { break-inside: avoid; }
h1, h2, h3, .caption, figcaption, thead { break-after: avoid; }
tr, figure { break-inside: avoid; }
td, th { overflow-wrap: anywhere; }
"""


def write(document: Document, digits: int, beside: Beside | None = None) -> bytes:
    """The whole document, with the figures that are drawn already or else drawn now."""
    from weasyprint import CSS, HTML
    figures = beside.figures if beside else {
        name: drawn(block)[0] for name, block in document.named_blocks() if isinstance(block, Figure)}
    page = html.write(document, digits, Beside(figures=figures))
    pdf: bytes = HTML(string=page).write_pdf(stylesheets=[CSS(string=PRINT)])
    return pdf
