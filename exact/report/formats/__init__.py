"""The formats of a document, by their names, the endings of their files, and what a notebook shows.

A new format is a module here and a line in `FORMATS`. The module has `write(document, digits, beside)`, which gives the
text of a document, and `write_table(table, digits)`, which gives that of one table alone; it is imported at first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from exact.report.document import Beside, Document, Table
from exact.report.numbers import DIGITS
from exact.report.phrases import document_with_digits, table_with_digits


@dataclass(frozen=True)
class Format:
    """A format by its name, with the endings of its files, the usual one first.

    `bundled` says that every bundle has a page in it.
    """

    name: str
    endings: tuple[str, ...]
    bundled: bool = False

    @property
    def module(self) -> Any:
        return import_module(f"exact.report.formats.{self.name}")

    @property
    def ending(self) -> str:
        return self.endings[0]

    @property
    def page(self) -> str:
        """The file of a bundle in this format."""
        return f"report{self.ending}"

    def write(self, document: Document, digits: int = DIGITS, beside: Beside | None = None) -> str:
        """A document; `beside` is what lies in one folder with it."""
        text: str = self.module.write(document_with_digits(document, digits), digits, beside)
        return text

    def write_table(self, table: Table, digits: int = DIGITS) -> str:
        """One table outside a document."""
        text: str = self.module.write_table(table_with_digits(table, digits), digits)
        return text


FORMATS: Mapping[str, Format] = {form.name: form for form in (
    Format("text", (".txt",)),
    Format("html", (".html", ".htm"), bundled=True),
    Format("markdown", (".md", ".markdown"), bundled=True),
    Format("latex", (".tex",), bundled=True),
    Format("json", (".json",), bundled=True),
    Format("csv", (".csv",)),
)}
ENDINGS: Mapping[str, str] = {ending: form.name for form in FORMATS.values() for ending in form.endings}
"""The format that each ending of a file means."""
USUAL_ENDINGS = " ".join(form.ending for form in FORMATS.values())
