"""Formulas in every format of a document."""

import csv
import io
from fractions import Fraction

import pytest
import sympy

from exact.report.document import Column, Document, Formula, Table
from exact.report.formats import FORMATS

TITLE = "The edge of <b>50 % & more_or_less</b>"
RIGHT = ("4*d*(68910848*d**4 - 19750576*d**3 + 2098716*d**2 - 99294*d + 1825)"
         "/(13*(13*d - 1)*(26*d - 1)*(52*d - 5)*(52*d - 3)*(52*d - 1))")
BLOCK = Formula(TITLE, "edge(d)", RIGHT, "e(d) = \\frac{1}{d}")


def written(form: str) -> str:
    return FORMATS[form].write(Document("Formulas", "exact-formula/1", (BLOCK,)), 6)


def test_in_text_the_equation_is_whole_again_when_its_lines_are_joined():
    text = written("text")
    assert max(map(len, text.splitlines())) <= 100
    assert "\u00a0" not in text
    equation = text[text.index("edge(d) = ") + 10:]
    assert sympy.sympify(" ".join(equation.split())) == sympy.sympify(RIGHT)


def test_in_latex_the_title_is_escaped_and_the_equation_is_not():
    text = written("latex")
    assert "50 \\% \\& more\\_or\\_less" in text
    assert "\\formula{e(d) = \\frac{1}{d}}" in text
    assert text.index("\\newcommand{\\formula}") < text.index("\\begin{document}")
    assert "graphicx" not in FORMATS["latex"].write(Document("Nothing", "x/1", ()), 6)


def test_in_csv_the_equation_is_a_row():
    rows = list(csv.DictReader(io.StringIO(written("csv"))))
    assert rows == [{"table": TITLE, "row": "edge(d)", "quantity": "formula", "decimal": "", "fraction": "",
                     "of": "", "text": "", "formula": RIGHT}]


def test_in_csv_a_column_that_repeats_another_as_fractions_is_left_out():
    half = Fraction(1, 2)
    columns = (Column("quantity"), Column("limit", "number"), Column("limit as a fraction", "exact"),
               Column("other", "exact"))
    table = Table("Values", columns, (("x", half, half, 2 * half),))
    document = Document("Formulas", "exact-formula/1", (BLOCK, table))
    rows = list(csv.DictReader(io.StringIO(FORMATS["csv"].write(document, 6))))
    assert [(row["quantity"], row["fraction"], row["formula"]) for row in rows[1:]] == [
        ("limit", "1/2", ""), ("other", "1", "")]


@pytest.mark.parametrize(("form", "words"), [("html", "&lt;b&gt;50 % &amp; more"), ("markdown", "\\<b\\>50 %")])
def test_markup_in_a_title_stays_text(form, words):
    text = written(form)
    assert words in text
    assert "edge(d) = 4*d*(68910848*d**4" in text
