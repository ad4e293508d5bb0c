"""A document in each format, whose module is imported when used; `exact.report.cells.show` formats every cell."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from importlib import import_module

from exact.report.cells import short_number, show
from exact.report.document import Document, Table

__all__ = ["WRITERS", "short_number", "show", "table_alone", "write_json"]

_HIDDEN = re.compile("[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


def write_json(document: Document, digits: int) -> str:  # noqa: ARG001  # every format has one signature
    """The document's data between its schema and its provenance; marks that hide or turn text stand as escapes."""
    data = {"schema": document.schema, **document.data, "provenance": document.provenance}
    text = json.dumps(data, indent=1, ensure_ascii=False)
    return _HIDDEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def _format(module: str) -> Callable[[Document, int], str]:
    """The writer of a format, whose module is imported at its first use."""
    name = f"write_{module}"

    def write(document: Document, digits: int) -> str:
        text: str = getattr(import_module(f"exact.report.formats.{module}"), name)(document, digits)
        return text

    return write


WRITERS: Mapping[str, Callable[[Document, int], str]] = {
    "text": _format("text"), "markdown": _format("markdown"), "html": _format("html"), "json": write_json,
    "csv": _format("csv"), "latex": _format("latex"),
}
"""Every format of `--format`; adding one here adds it everywhere."""


def table_alone(table: Table, form: str, digits: int = 6) -> str:
    """One table outside a document: as text, or as HTML or LaTeX (as a notebook shows it)."""
    if form == "html":
        from exact.report.formats.html import html_table
        return html_table(table, digits)
    if form == "latex":
        from exact.report.formats.latex import latex_table
        return latex_table(table, digits)
    from exact.report.formats.text import text_table
    return text_table(table, digits)
