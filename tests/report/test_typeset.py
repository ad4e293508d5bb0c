"""What LaTeX makes of a document: nothing wider than the page, and nothing parted that belongs together."""

import re
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from exact.report.document import Column, Command, Document, Figure, Formula, Heading, Paragraph, Table
from exact.report.formats import FORMATS
from exact.report.plots import Shares
from tests.report.test_formats import NASTY
from tests.report.test_formats import document as nasty

pytestmark = pytest.mark.skipif(not (shutil.which("pdflatex") and shutil.which("pdftotext")),
                                reason="no pdflatex and pdftotext on this machine")
THIRD = Fraction(1, 3)


def typeset(document: Document, folder: Path) -> tuple[list[str], str]:
    """The pages of a document as text, and LaTeX's log."""
    (folder / "x.tex").write_text(FORMATS["latex"].write(document, 6), encoding="utf-8")
    subprocess.run(["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)
    subprocess.run(["pdftotext", "-layout", "x.pdf"], cwd=folder, check=True)
    return (folder / "x.txt").read_text().split("\f"), (folder / "x.log").read_text(errors="replace")


def page_of(word: str, pages: list[str]) -> int:
    found, = [i for i, page in enumerate(pages) if re.search(rf"\b{word}\b", page)]
    return found


def test_headings_rows_and_commands_stay_together_wherever_a_page_ends(tmp_path: Path) -> None:
    blocks = []
    lengths = [*(3 + i % 4 * 8 for i in range(24)), *range(38, 62)]  # the last end at every line of a page
    for i, length in enumerate(lengths):
        rows = tuple((f"row{i}x{r}", THIRD) for r in range(length))
        blocks += [Heading(f"section{i}"), Heading(f"part{i}", 3),
                   Table(f"title{i}", (Column("name"), Column("value", "probability")), rows, (f"note{i}",),
                         command=f"command{i}"), Paragraph("word " * 31 * (i % 5))]
    pages, log = typeset(Document("Pages", "exact-test/1", blocks), tmp_path)
    assert len(pages) > 30
    for i, length in enumerate(lengths):
        start = {page_of(f"{word}{i}", pages) for word in ("section", "part", "title")}
        assert start == {page_of(f"row{i}x{r}", pages) for r in range(3)}
        assert {page_of(f"{word}{i}", pages) for word in ("note", "command")} == {
            page_of(f"row{i}x{length - r}", pages) for r in (1, 2, 3)}
    assert "Overfull" not in log


def test_nothing_is_wider_than_the_page(tmp_path: Path) -> None:
    totals = Table("Totals", (Column("Player"), *(Column(str(i), "percent") for i in range(11))),
                   tuple((str(i), *[THIRD] * 11) for i in range(11)))
    texts = Table("Texts", (Column("bet"), Column("title"), Column("why"), Column("share", "percent"),
                            Column("fraction", "exact")),
                  (("three-card-baccarat", "word " * 9, "some longer words " * 9, THIRD, Fraction(10**70, 3)),))
    heads = Table("Heads", (Column("game"), *(Column("probability of a long standard deviation", "probability")
                                              for _ in range(8))), (("punto-banco", *[THIRD] * 8),))
    figure = Figure("Curve", "A curve that rises.", Shares("total", ("0",), ("a",), ((THIRD,),)))
    pages, log = typeset(Document("Widths", "exact-test/1", (
        totals, texts, heads, figure, Paragraph("Rules hash: " + "6218c2bdd1ff8284" * 4),
        Command("exact report --game punto-banco --output " + "a/long/folder/" * 9))), tmp_path)
    assert "Overfull" not in log
    assert "Table 3: Heads" in "".join(pages)
    assert "Figure 1: Curve" in "".join(pages)


def test_texts_of_users_are_typeset_as_they_are(tmp_path: Path) -> None:
    empty = Table("Nothing", (Column("event"), Column("probability", "probability")), ())
    pages, _ = typeset(nasty(NASTY, empty, Formula("Tie", "P", "1", "P = 1")), tmp_path)
    assert "<script>alert(1)</script>" in "".join(pages)


def test_addresses_break_where_a_reader_expects_it(tmp_path: Path) -> None:
    addresses = ("americancasinoguide.com", "conslulucpe1989.netlify.app", "a-long-name.of-a-host.example/some/page")
    table = Table("Published figures, at their printed precision",
                  (Column("bet"), Column("quantity"), Column("printed"), Column("exact", "count"), Column("verdict"),
                   Column("printed at")),
                  tuple(("dragon-7", "probability", "2,230,518,282,592,250", 2230518282592250,
                         "wrong in the last digits: truncated instead of rounded. " * 2, address)
                        for address in addresses))
    pages, log = typeset(Document("Addresses", "exact-test/1", (table,)), tmp_path)
    assert "Overfull" not in log
    assert all(address in re.sub(r"\s", "", pages[0]) or address.partition(".")[0] in pages[0]
               for address in addresses)
    command = Command("exact report --output some-folder/page")
    tex = FORMATS["latex"].write(Document("A", "exact-test/1", (table, command)))
    assert r"conslulucpe1989.\allowbreak{}netlify.\allowbreak{}app" in tex
    assert "some-folder/page" in tex  # a command is copied as it is
