"""Formats: every one shows the same numbers, escapes what could be markup, and keeps to its form."""

import csv
import io
import json
import re
from fractions import Fraction
from html.parser import HTMLParser

import pytest

from exact.report.document import Bullets, Column, Document, Heading, Paragraph, Table
from exact.report.formats import FORMATS
from exact.report.numbers import Root

HOSTILE = "<b>\"5 %\" & $x_1$ | *a* `b` \\ #[c] {d} ~^</b>"
TABLE = Table("Probabilities, per coup", (
    Column("event"), Column("sequences", "count"), Column("probability", "probability"), Column("edge", "percent"),
    Column("spread", "probability"), Column("pays", "number"), Column("1 in", "one in")), (
    ("Banker wins", 2292252566437888, Fraction(1, 3), Fraction(-1, 7), Root(Fraction(2)), Fraction(19, 20),
     Fraction(1, 3)),
    (HOSTILE, 0, None, None, Root(Fraction(0)), Fraction(-1), Fraction(0))), (f"A note: {HOSTILE}",),
    of=4998398275503360)
DOCUMENT = Document(f"Title {HOSTILE}", "exact-test/1", (
    Heading("A part"), Paragraph(f"Words {HOSTILE}."), Bullets(("first", HOSTILE)), TABLE), {"key": "value"},
    {"version": "0"})
NUMBERS = ("2,292,252,566,437,888", "0.333333", "-14.2857", "1.414214", "0.95", "3.00", "n/a", "never")


def written(form, document=DOCUMENT, digits=6):
    return FORMATS[form].write(document, digits)


class Cells(HTMLParser):
    """The cells of the tables of a page, and the tags that occur in it."""

    def __init__(self):
        super().__init__()
        self.tags, self.cells, self.words = set(), [], []

    def handle_starttag(self, tag, attrs):  # noqa: ARG002
        self.tags.add(tag)
        if tag in ("td", "th"):
            self.cells.append("")
        self.inside = tag

    def handle_data(self, data):
        self.words.append(data)
        if self.cells and self.inside in ("td", "th"):
            self.cells[-1] += data


@pytest.mark.parametrize("form", ["text", "markdown", "html", "latex"])
@pytest.mark.parametrize("number", NUMBERS)
def test_formats_for_people_show_the_same_numbers(form, number):
    assert number in written(form)


@pytest.mark.parametrize("form", list(FORMATS))
def test_the_same_document_gives_the_same_text_with_one_line_end(form):
    assert written(form) == written(form)
    assert written(form).endswith("\n")
    assert not written(form).endswith("\n\n")


@pytest.mark.parametrize("digits", [0, 1, 2, 6, 60])
def test_digits_are_those_of_a_probability_and_percentages_have_two_fewer(digits):
    text = written("text", digits=digits)
    third = f"0.{'3' * digits}" if digits else "0"
    assert re.search(rf"\s{re.escape(third)}\s", text)
    assert re.search(rf"-14(\.\d{{{max(digits - 2, 1)}}})? %", text)


# text

def test_text_is_at_most_a_hundred_columns_wide():
    headings = [Column(f"another long heading {i}", "count") for i in range(3)]
    wide = Table("word " * 60, (Column("a long heading of several words"), *headings),
                 (("text " * 80, *[10**15] * 3),), ("note " * 60,))
    document = Document("Title " * 40, "x/1", (Paragraph("word " * 200), Heading("part " * 40),
                                               Bullets(("item " * 60,)), wide))
    assert max(map(len, written("text", document).splitlines())) <= 100


def test_numbers_in_text_stand_under_each_other():
    lines = written("text").splitlines()
    at, *_ = [i for i, line in enumerate(lines) if line.startswith("Banker wins")]
    ends = {match.end() for match in re.finditer(r"0\.333333", lines[at])}
    heading = next(line for line in lines if "probability" in line and "sequences" in line)
    assert heading.index("probability") + len("probability") in ends


# markdown

def test_markdown_escapes_what_could_be_markup():
    text = written("markdown")
    for line in text.splitlines():
        assert not re.search(r"(?<!\\)<b>", line)
        assert not re.search(r"(?<!\\)`b", line)
        assert not re.search(r"(?<!\\)\[c", line)


def test_markdown_tables_keep_their_columns_despite_pipes():
    rows = [line for line in written("markdown").splitlines() if line.startswith("|")]
    assert len(rows) == 4
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {8}


# html

def test_html_is_a_page_without_scripts_or_links():
    page = Cells()
    page.feed(written("html"))
    assert page.tags <= {"html", "head", "meta", "title", "body", "h1", "h2", "p", "ul", "li", "table", "thead",
                         "tbody", "tr", "th", "td", "style", "main", "div", "span", "footer", "pre", "code"}
    assert HOSTILE in "".join(page.words)
    assert any(cell.strip() == HOSTILE for cell in page.cells)
    assert written("html").count('class="caption"') == 1


# latex

def test_latex_escapes_its_special_characters():
    text = written("latex")
    assert r"\textless{}b\textgreater{}" in text
    for bare in ("&", "%", "$", "#", "_"):
        inside = text.partition("\\begin{document}")[2].replace("\\" + bare, "")
        if bare == "&":
            inside = re.sub(r" +& +", " ", inside)
        assert bare not in inside, bare
    assert r"\textbackslash{}" in text
    assert text.count("\\toprule") == text.count("\\midrule") == 2  # the head of the first page and of the later ones
    assert text.count("\\heavyrulewidth") == 1


# csv

def test_csv_of_one_table_is_that_table():
    header, first, second = csv.reader(io.StringIO(written("csv")))
    assert header == ["event", "sequences", "probability", "probability_fraction", "edge", "edge_fraction", "spread",
                      "spread_fraction", "pays", "pays_fraction", "1_in", "1_in_fraction"]
    row = dict(zip(header, first, strict=True))
    assert row["sequences"] == "2292252566437888"
    assert (row["probability"], row["probability_fraction"]) == ("0.333333333333333333", "1/3")
    assert (row["spread"], row["spread_fraction"]) == ("1.4142135623730950488", "sqrt(2)")
    assert second[0] == HOSTILE
    assert second[2:6] == ["", "", "", ""]  # what is not defined is empty


def test_csv_of_several_tables_is_a_row_for_each_number():
    document = Document("x", "x/1", (TABLE, TABLE))
    header, *rows = csv.reader(io.StringIO(written("csv", document)))
    assert header == ["table", "row", "quantity", "decimal", "fraction", "of", "text"]
    title = "Probabilities, per coup"
    assert [title, "Banker wins", "probability", "0.333333333333333333", "1/3", "", ""] in rows
    assert [title, "Banker wins", "sequences", "2292252566437888", "", "4998398275503360", ""] in rows
    assert [title, HOSTILE, "probability", "", "", "", ""] in rows
    assert len(rows) == 2 * 2 * 6
    assert {len(row) for row in rows} == {7}


def test_decimals_of_csv_are_numbers_and_texts_stand_apart():
    table = Table("Coups", (Column("coup"), Column("winner"), Column("edge", "percent")),
                  (("1", "banker", Fraction(1, 4)), ("all", "", "n/a")))
    _, *rows = csv.reader(io.StringIO(written("csv", Document("x", "x/1", (table, table)))))
    assert [row[3:] for row in rows[:4]] == [["", "", "", "banker"], ["0.25", "1/4", "", ""], ["", "", "", ""],
                                             ["", "", "", "n/a"]]


@pytest.mark.parametrize("form", list(FORMATS))
def test_a_table_without_rows_is_written_too(form):
    empty = Document("x", "x/1", (Table("Nothing", (Column("event"), Column("probability", "probability")), ()),))
    assert written(form, empty)


# json

def test_json_begins_with_its_schema_and_ends_with_its_provenance():
    data = json.loads(written("json"))
    assert list(data) == ["schema", "key", "provenance"]
    assert data["schema"] == "exact-test/1"
