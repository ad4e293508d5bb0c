"""A drawn figure as the text of an SVG: titled for readers that speak, and as an element of a page."""

from __future__ import annotations

import re
from html import escape

from exact.report.cells import harmless
from exact.report.document import Figure

INK = "#000000"
"""Text and axes; on a page it becomes the colour of the page's text."""


def titled(svg: str, figure: Figure) -> str:
    """With a title and a description in place of what the drawing program says of itself."""
    spoken = f"<title>{escape(harmless(figure.title))}</title>\n<desc>{escape(harmless(figure.alt))}</desc>\n"
    svg = re.sub(r"<metadata>.*?</metadata>\s*", "", svg, flags=re.DOTALL)
    place = svg.index(">", svg.index("<svg")) + 1
    return f"{svg[:place]}\n{spoken}{svg[place:].lstrip()}"


def inline(svg: str, name: str) -> str:
    """As an element of a page: its own names, and the page's colour for ink and paper."""
    text = svg[svg.index("<svg"):]
    text = re.sub(r'(?<=\bid=")|(?<=url\(#)|(?<=xlink:href="#)', f"{name}-", text)
    text = re.sub(r'(<g id="[^"]*figure_1">\s*<g id="[^"]*patch_1">\s*<path [^>]*style="fill: )#ffffff', r"\1none",
                  text)
    return text.replace(INK, "currentColor").strip()
