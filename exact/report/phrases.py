"""Words with numbers among them: in a note, a paragraph or a cell, told with as many digits as the tables around."""

from __future__ import annotations

from dataclasses import replace

from exact.report.cells import show
from exact.report.document import Block, Cell, Document, Lead, Note, Paragraph, Table
from exact.report.numbers import DIGITS, Style

Part = str | tuple[Cell, Style]


class Phrase(str):
    """A text of words and of numbers, each with the style that it is read in; six decimals where nothing is said.

    >>> from fractions import Fraction
    >>> mean = Phrase("Mean ", (Fraction(1, 3), "probability"), ".")
    >>> mean, mean.with_digits(3)
    ('Mean 0.333333.', 'Mean 0.333.')
    """

    __slots__ = ("parts",)
    parts: tuple[Part, ...]

    def __new__(cls, *parts: Part) -> Phrase:
        made = super().__new__(cls, _text(parts, DIGITS))
        made.parts = parts
        return made

    def with_digits(self, digits: int) -> str:
        """Its text with so many decimals of a probability."""
        return _text(self.parts, digits)


def _text(parts: tuple[Part, ...], digits: int) -> str:
    return "".join(part if isinstance(part, str) else show(*part, digits) for part in parts)


def document_with_digits(document: Document, digits: int) -> Document:
    """The document with the numbers in its words in so many digits."""
    return replace(document, blocks=tuple(_block(block, digits) for block in document.blocks))


def table_with_digits(table: Table, digits: int) -> Table:
    return replace(table, notes=tuple(_worded(note, digits) for note in table.notes),
                   rows=tuple(tuple(_worded(cell, digits) if isinstance(cell, Phrase) else cell for cell in row)
                              for row in table.rows))


def _block(block: Block, digits: int) -> Block:
    match block:
        case Table():
            return table_with_digits(block, digits)
        case Paragraph() | Note() | Lead():
            return replace(block, text=_worded(block.text, digits))
    return block


def _worded(text: str, digits: int) -> str:
    return text.with_digits(digits) if isinstance(text, Phrase) else text
