"""The formats of a document, by their names, the endings of their files, and what a notebook shows.

A new format is a module here and a line in `FORMATS`. The module has `write(document, digits, beside)`, which gives the
text of a document, and `write_table(table, digits)`, which gives that of one table alone; it is imported at first use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from exact.errors import UsageError
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
    needs: str = ""
    """What of the extra `sheets` it is written with; such a format is bytes, and no text."""

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

    def write_bytes(self, document: Document, digits: int = DIGITS) -> bytes:
        """A document in a format that is no text; raises UsageError where what it needs is not installed."""
        if find_spec(self.needs) is None:
            raise UsageError(f"`format` {self.name}: needs {self.needs}, which is not installed; python -m pip install"
                             " \"exact[sheets]\" does it")
        try:
            data: bytes = self.module.write(document, digits)
        except OSError as error:
            raise UsageError(f"`format` {self.name}: {self.needs} cannot load a library of the system:"
                             f" {str(error).partition(chr(10))[0]}; install Pango (libpango, libpangoft2)") from None
        return data

    def write(self, document: Document, digits: int = DIGITS, beside: Beside | None = None, **layout: Any) -> str:
        """A document; `beside` is what lies in one folder with it, `layout` what this format alone can be told."""
        text: str = self.module.write(document_with_digits(document, digits), digits, beside, **layout)
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
SHEETS: Mapping[str, Format] = {form.name: form for form in (
    Format("pdf", (".pdf",), needs="weasyprint"), Format("xlsx", (".xlsx",), needs="xlsxwriter"))}
"""What is handed in, and is no text."""
ENDINGS: Mapping[str, str] = {ending: form.name for form in (*FORMATS.values(), *SHEETS.values())
                              for ending in form.endings}
"""The format that each ending of a file means."""
USUAL_ENDINGS = " ".join(form.ending for form in (*FORMATS.values(), *SHEETS.values()))
