"""Every page of reports/ in a browser: no message on the console, no request, no sideways scroll on a phone."""

import base64
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exact.report.document import Beside, Column, Document, Figure, Heading, Table
from exact.report.drawing.figures import draw
from exact.report.formats import FORMATS
from exact.report.plots import HeatMap
from tests.report.browser import NEEDS_BROWSER, load

REPORTS = Path(__file__).parents[2] / "reports"
PAGES = sorted(path.relative_to(REPORTS).as_posix() for path in REPORTS.rglob("*.html"))

pytestmark = NEEDS_BROWSER


def test_there_are_pages() -> None:
    assert "index.html" in PAGES
    assert len(PAGES) > 5


@pytest.mark.parametrize("page", PAGES)
def test_page(page: str, browser: Any) -> None:
    address = (REPORTS / page).as_uri()
    for width in (390, 1280):
        load(browser, address, width)
        assert browser.execute_script("return document.documentElement.scrollWidth") <= width
        assert browser.get_log("browser") == []
    asked = [entry["message"] for entry in browser.get_log("performance")
             if '"Network.requestWillBeSent"' in entry["message"]]
    assert asked
    assert not [message for message in asked if '"url":"file:' not in message and '"url":"data:' not in message]


@pytest.mark.parametrize("page", ["index.html", "sweeps/index.html", "punto-banco-6/report.html"])
def test_every_link_leads_somewhere(browser: Any, page: str) -> None:
    browser.get((REPORTS / page).as_uri())
    links = browser.execute_script("return Array.from(document.links, a => a.getAttribute('href'))")
    assert len(links) > 8
    for link in links:
        path, _, place = link.partition("#")
        text = (REPORTS / page).parent.joinpath(path or Path(page).name).read_text(encoding="utf-8")
        assert not place or f' id="{place}"' in text


def edges(name: str, columns: int, rows: int, label: str) -> Table:
    third = Fraction(1, 3)
    return Table(f"Edges, {columns} columns, per unit staked", (
        Column("bet"), *(Column(f"{i} decks", "percent") for i in range(1, columns + 1))),
        tuple((f"{label} {i}", *[third] * columns) for i in range(rows)), key=name)


@pytest.fixture(scope="module")
def page_of_tables(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A page with a table that is stacked on a phone, one that scrolls there, and a figure with small labels."""
    labels, values = tuple("0123456789"), ((Fraction(1, 100),) * 10,) * 10
    figure = Figure("Totals", "Squares.", HeatMap("Banker", "Player", labels, labels, values, "per cent"), key="map")
    document = Document("Tables", "exact-test/1", (
        Heading("Stacked"), edges("stacked", 6, 30, "Banker without commission, half pay on"), figure,
        Heading("Wide"), edges("wide", 12, 60, "tie")))
    path = tmp_path_factory.mktemp("page") / "tables.html"
    path.write_text(FORMATS["html"].write(document, 6, Beside(figures={"map": draw(figure)[0]})), encoding="utf-8")
    return path.as_uri()


def box(browser: Any, selector: str) -> dict[str, float]:
    found: dict[str, float] = browser.execute_script(
        "return document.querySelector(arguments[0]).getBoundingClientRect().toJSON()", selector)
    return found


@pytest.mark.parametrize("width", [320, 390])
def test_a_phone_shows_label_and_all_columns_of_a_stacked_table(width: int, page_of_tables: str, browser: Any) -> None:
    load(browser, page_of_tables, width)
    assert browser.execute_script("return document.documentElement.scrollWidth") <= width
    for cell in ("th", "td:last-child"):
        place = box(browser, f"#stacked tbody tr {cell}")
        assert 0 <= place["left"] < place["right"] <= width
    browser.execute_script("document.querySelectorAll('#stacked tbody tr')[20].scrollIntoView()")
    assert box(browser, "#stacked thead")["top"] == 0  # which number of decks is which stays in sight


def test_the_caption_and_the_labels_of_a_table_stay_while_it_scrolls(page_of_tables: str, browser: Any) -> None:
    load(browser, page_of_tables, 390)
    browser.execute_script("document.querySelector('#wide .frame').scrollLeft = 300")
    for part in (".caption", "tbody th"):
        place = box(browser, f"#wide {part}")
        assert 0 <= place["left"] < place["right"] <= 390
    assert "scroll sideways" in browser.execute_script(
        "return getComputedStyle(document.querySelector('#wide .caption'), '::after').content")


def test_the_labels_of_a_figure_can_be_read_on_a_phone(page_of_tables: str, browser: Any) -> None:
    load(browser, page_of_tables, 390)
    scale = box(browser, "#map svg")["width"] / browser.execute_script(
        "return document.querySelector('#map svg').viewBox.baseVal.width")
    sizes = browser.execute_script("return Array.from(document.querySelectorAll('#map svg text'),"
                                   " text => parseFloat(getComputedStyle(text).fontSize))")
    assert len(sizes) > 100
    assert min(sizes) * scale >= 9


@pytest.mark.skipif(not shutil.which("pdftotext"), reason="no pdftotext on this machine")
def test_printed_pages_are_numbered_and_a_table_goes_on_under_its_headings(page_of_tables: str, browser: Any,
                                                                          tmp_path: Path) -> None:
    load(browser, page_of_tables, 1280)
    printed = browser.execute_cdp_cmd("Page.printToPDF", {"paperWidth": 8.27, "paperHeight": 11.69})["data"]
    (tmp_path / "page.pdf").write_bytes(base64.b64decode(printed))
    subprocess.run(["pdftotext", "-layout", "page.pdf"], cwd=tmp_path, check=True)
    pages = (tmp_path / "page.txt").read_text().split("\f")[:-1]
    assert 2 <= len(pages) <= 3
    for i, page in enumerate(pages, 1):
        assert page.replace(" ", "").rstrip().endswith(f"\n{i}/{len(pages)}")
    assert "12 decks" in pages[-1]
