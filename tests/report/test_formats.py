"""Every format shows the same document, and a text from a user stays a text in each of them."""

import csv
import io
import json
import re
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exact.report.cells import body, decimals_missing, harmless
from exact.report.document import (
    Bullets,
    Column,
    Command,
    Document,
    Figure,
    Formula,
    Heading,
    Link,
    Links,
    Note,
    Paragraph,
    Table,
)
from exact.report.formats import FORMATS
from exact.report.formats.html import CSS, Fit
from exact.report.numbers import Root
from exact.report.plots import ByDecks, Panel

NASTY = "<script>alert(1)</script> a|b 50% \\input{x} $y_1^2$ ~ # {z} & `c` *d* [e](f)\nnext line \u202eturned\u200f"
TABLE = Table("Pays", (Column("event"), Column("pays", "number"), Column("of", "count"), Column("chance", "percent"),
                       Column("1 in", "one in"), Column("deviation", "probability")),
              (("wins", Fraction(19, 20), 1234567, Fraction(1, 3), Fraction(1, 3), Root(Fraction(2))),
               ("pushes", 0, 0, Fraction(0), Fraction(0), Root(Fraction(0))),
               ("never resolved", None, None, None, None, None)), ("A note.",), key="pays", command="exact report")
FIGURE = Figure("Curve", "A curve that rises.", ByDecks("RTP", (1, 2), (Panel("bet", (1, 2)),)))
FORMULA = Formula("Tie", "P(d)", "1/(d + 1)", "P = \\frac{1}{d + 1}")


def document(text: str = "plain", *blocks: object) -> Document:
    """A document with this text in every place where a user's text can stand."""
    table = Table(text, (Column(text), Column("number", "probability")), ((text, Fraction(1, 3)), (text, None)),
                  (text,))
    return Document(text, "exact-test/1", (Heading(text), Heading(text, 3), Paragraph(text), Note(text), Command(text),
                                           Bullets((text, text)), Links((Link(text, text, text),)),
                                           Figure(text, text, FIGURE.plot), table, *blocks),
                    {"text": text}, {"version": "1", "command": text})


class Page(HTMLParser):
    """The elements of a page and its text, read by a parser that is not ours."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "!doctype", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def test_every_number_is_the_same_in_every_format() -> None:
    whole = Document("Test", "exact-test/1", (TABLE,))
    for form in ("text", "markdown", "html", "latex"):
        shown = FORMATS[form].write(whole, 6).replace("\\", "").replace("\u00a0", " ").replace("{}", "")
        for number in ("0.95", "1,234,567", "33.3333 %", "3.00", "1.414214", "n/a", "never"):
            assert number in shown, (form, number)
    rows = list(csv.DictReader(io.StringIO(FORMATS["csv"].write(whole, 6))))
    assert rows[0]["pays_fraction"] == "19/20"
    assert rows[0]["chance"].startswith("0.333333333333333")
    assert rows[0]["1_in"] == "3"
    assert rows[0]["deviation"].startswith("1.41421356237309504")
    assert rows[0]["deviation_fraction"] == "sqrt(2)"
    assert rows[2] == {**dict.fromkeys(rows[2], ""), "event": "never resolved"}


def test_text_of_users_is_escaped_in_html() -> None:
    page = Page(FORMATS["html"].write(document(NASTY), 6))
    assert page.open == []
    assert not page.all("script")
    assert "<script>alert(1)</script>" in page.text
    assert "\u202e" not in page.text
    assert "<U+202E>" in page.text
    assert {tag for tag, _ in page.elements} <= {
        "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "pre", "code", "ul", "li",
        "figure", "figcaption", "div", "table", "caption", "thead", "tbody", "tr", "th", "td", "footer", "a"}


def test_text_of_users_is_escaped_in_markdown() -> None:
    text = FORMATS["markdown"].write(document(NASTY), 6)
    outside = re.sub(r"(?m)^    .*$", "", text)  # an indented line is literal
    assert not re.search(r"(?<!\\)<", outside)
    table = [line for line in text.splitlines() if line.startswith("|")]
    assert len(table) == 4
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {3}
    assert "\u202e" not in text


def test_a_line_that_would_begin_a_list_does_not() -> None:
    text = FORMATS["markdown"].write(Document("T", "t/1", (Paragraph("- a"), Paragraph("1. b"), Paragraph("+ c"))), 6)
    assert "\\- a" in text
    assert "1\\. b" in text
    assert "\\+ c" in text


def test_text_of_users_is_escaped_in_latex() -> None:
    text = FORMATS["latex"].write(document(NASTY), 6)
    inside = text[text.index("\\begin{document}"):]
    assert "\\input" not in inside.replace("\\textbackslash{}input", "")
    assert not re.search(r"(?<!\\)[%#$^~]", inside)
    commands = set(re.findall(r"\\([a-zA-Z]+)", inside))
    assert commands <= {
        "begin", "end", "section", "subsection", "subsubsection", "item", "textbf", "texttt", "footnotesize", "small",
        "scriptsize", "normalsize", "toprule", "midrule", "bottomrule", "endfirsthead", "endhead", "endlastfoot",
        "caption", "allowbreak", "textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater",
        "textbar", "textasciigrave", "textquotedbl", "textquotesingle", "phantom", "linewidth", "setlength",
        "tabcolsep", "captionof", "room", "noalign", "nobreak", "vskip", "hbox", "parbox", "raggedright",
        "arraybackslash", "aboverulesep", "heavyrulewidth", "multispan", "unskip", "leaders", "hrule", "hfill", "kern",
        "cr"}
    depth = 0
    for match in re.finditer(r"\\\\|\\[{}]|[{}]", inside):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        assert depth >= 0
    assert depth == 0


def test_text_of_users_stays_in_its_cell_in_csv_and_json() -> None:
    rows = list(csv.reader(io.StringIO(FORMATS["csv"].write(document(NASTY), 6))))
    assert {len(row) for row in rows} == {3}
    assert rows[1][0] == harmless(NASTY)
    text = FORMATS["json"].write(document(NASTY), 6)
    assert json.loads(text)["text"] == NASTY
    assert "\u202e" not in text
    assert "\u200f" not in text


@pytest.mark.parametrize("start", ["=1+1", "@cmd", "+cmd", "-cmd"])
def test_no_text_is_a_formula_of_a_spreadsheet(start: str) -> None:
    table = Table("T", (Column("text"), Column("n", "number")), ((start, -1),))
    rows = list(csv.reader(io.StringIO(FORMATS["csv"].write(Document("T", "t/1", (table,)), 6))))
    assert rows[1] == [f"'{start}", "-1", "-1"]


@given(st.text(max_size=40))
def test_any_text_at_all_leaves_html_and_csv_well_formed(text: str) -> None:
    page = Page(FORMATS["html"].write(document(text), 6))
    assert page.open == []
    rows = list(csv.reader(io.StringIO(FORMATS["csv"].write(document(text), 6))))
    assert {len(row) for row in rows} == {3}
    assert "\n" not in harmless(text)
    FORMATS["markdown"].write(document(text), 6)
    FORMATS["latex"].write(document(text), 6)


def test_html_table_has_caption_and_scopes_and_aligned_decimals() -> None:
    html = FORMATS["html"].write(Document("Test", "exact-test/1", (TABLE,)), 6)
    page = Page(html)
    assert [th["scope"] for th in page.all("th")] == ["col"] * 6 + ["row"] * 3
    caption, = [p for p in page.all("p") if p.get("class") == "caption"]
    assert page.all("table")[0]["aria-labelledby"] == caption["id"] == "pays-title"
    assert html.index('class="caption"') < html.index('class="frame"')  # it stays where it is while the table scrolls
    assert 'aria-label="Pays"' in TABLE._repr_html_()
    assert '0<span class="pad" aria-hidden="true">.00</span>' in html
    assert "<link" not in html
    assert "http" not in html


def edges(label: str, columns: int, title: str = "decks") -> Table:
    return Table("Edges", (Column("bet"), *(Column(f"{i} {title}", "percent") for i in range(columns))),
                 ((label, *[Fraction(1, 7)] * columns), (label, *[None] * columns)))


def test_a_table_goes_onto_a_phone_smaller_or_under_its_labels_or_scrolls() -> None:
    looks = [Fit.of(table, body(table, 6)).look
             for table in (edges("tie", 3), edges("Banker without commission, half pay on 6", 6), edges("tie", 11))]
    assert looks == ["fit", "stack", ""]
    texts = Table("Words", (Column("a"), Column("b"), Column("c")), (("word " * 30, "word " * 30, "word " * 30),))
    assert Fit.of(texts, body(texts, 6)).look == "fit"


def test_a_unit_that_the_heading_has_on_a_phone_stays_in_the_text_of_the_cell() -> None:
    table = edges("Banker without commission, half pay on 6", 6)
    html = table._repr_html_()
    assert '14.2857<span class="unit"> %</span></td>' in html
    assert '0 decks<span class="narrow"> %</span></th>' in html
    assert ">n/a</td>" in html
    assert "unit" not in edges("tie", 3)._repr_html_()


def test_contents_lead_to_sections() -> None:
    sections = [Heading(name) for name in ("One", "Two & more", "One")]
    page = Page(FORMATS["html"].write(Document("Test", "exact-test/1", sections), 6))
    targets = [str(a["href"]).removeprefix("#") for a in page.all("a")]
    assert targets == [h["id"] for h in page.all("h2")] == ["section-one", "section-two-more", "section-one-2"]


def test_no_two_elements_have_one_name() -> None:
    page = Page(FORMATS["html"].write(document("x", TABLE, TABLE, Heading("pays")), 6))
    names = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(names) == len(set(names))


def test_every_kind_of_block_is_in_every_format_for_people() -> None:
    whole = document("plain", TABLE, FIGURE, FORMULA)
    for form in ("text", "markdown", "html", "latex"):
        shown = FORMATS[form].write(whole, 6)
        assert "A curve that rises." in shown
        assert "Tie" in shown
        assert "A note." in shown


def test_decimals_of_pays_stand_under_each_other_in_text() -> None:
    lines = FORMATS["text"].write_table(TABLE).splitlines()
    wins, pushes = (next(line for line in lines if line.startswith(word)) for word in ("wins", "pushes"))
    assert wins.index(".95") == pushes.index(" 0 ") + 2


def test_decimals_missing() -> None:
    assert decimals_missing(["8", "0.95", "-1", "n/a", ""]) == [".00", "", ".00", "", ""]
    assert decimals_missing(["8", "-1"]) == ["", ""]


def test_table_shows_itself_and_gives_its_records() -> None:
    assert TABLE._repr_html_().startswith('<div class="table')
    assert "\\toprule" in TABLE._repr_latex_()
    assert TABLE.to_records()[0]["pays"] == Fraction(19, 20)
    assert TABLE.to_records()[2]["1_in"] is None


def test_root_in_percent() -> None:
    table = Table("T", (Column("x"), Column("half width", "percent")), (("a", Root(Fraction(1, 10**4))),))
    assert "1.0000 %" in str(table)


THIRD = Fraction(1, 3)
CLAIMS = Table("Claims", (Column("bet"), Column("quantity"), Column("printed"), Column("exact", "percent"),
                          Column("verdict"), Column("printed at")),
               (("dragon-7", "probability", "2,230,518,282,592,250", "2,230,518,282,592,256", "right " * 20, ""),
                ("banker", "edge", "1.0183 %", THIRD, "wrong " * 20, "somewhere.com")))


def test_a_table_with_texts_after_its_numbers_is_read_row_by_row_on_a_phone() -> None:
    assert Fit.of(CLAIMS, body(CLAIMS, 6)).look == "cards"
    cells = Page(CLAIMS._repr_html_()).all("td")
    assert [cell["data-label"] for cell in cells[:5]] == ["quantity", "printed", "exact", "verdict", "printed at"]


def test_texts_before_the_numbers_stand_over_them_on_a_phone() -> None:
    edges_of = Table("Edges", (Column("bet"), Column("caveat"), *(Column(f"{n} decks", "percent") for n in range(6))),
                     (("royal-match-player", "at most", *[THIRD] * 6), ("player", "", *[THIRD] * 6)))
    fit = Fit.of(edges_of, body(edges_of, 6))
    assert (fit.look, fit.columns, fit.labels) == ("stack", 6, 2)
    assert [fit.part(i) for i in range(4)] == ["", "r", "f", ""]
    games = Table("Games", (Column("game"), Column("caveat"), Column("bet"), Column("decks"),
                            *(Column("some long heading", "percent") for _ in range(5))),
                  (("g", "", "b", "8", *[THIRD] * 5),))
    assert "--columns:5;--span:1;--rest:3" in Fit.of(games, body(games, 6)).style


@pytest.mark.parametrize(("text", "whole"), [("2,230,518,282,592,250", True), ("1.0183%", True), ("-0.010183", True),
                                             ("98.94 %", True), ("Banker 1.06", False), ("naturals", False)])
def test_a_number_never_breaks(text: str, whole: bool) -> None:
    html = Table("T", (Column("bet"), Column("printed")), (("banker", text),))._repr_html_()
    assert (f'<td class="u">{text}</td>' in html) == whole


def test_a_fraction_breaks_after_its_line() -> None:
    html = Table("T", (Column("bet"), Column("exactly", "exact")), (("banker", Fraction(10**40 + 1, 3)),))._repr_html_()
    assert f'<td class="x">{10**40 + 1}/<wbr>3</td>' in html
    assert "break-all" not in CSS
