"""The PAR sheet as handed in: PDF and workbook say what the JSON says; bytes are the same every time."""

from __future__ import annotations

import importlib
import io
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from pypdf import PdfReader

from exact.cli import main
from exact.game.catalogue import load_game
from exact.report.numbers import fixed

HOSTILE = '=HYPERLINK("http://example.org","<b>here</b>")'
ASKED = ("report", "--bets", "dragon-7,tie,ez-banker", "--decks", "6", "--author", HOSTILE, "--company", "@SUM(1+1)",
         "--date", "2026-12-31")


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The same report in three formats."""
    try:
        importlib.import_module("weasyprint")
    except OSError as error:
        pytest.skip(f"weasyprint cannot load the libraries of the system that it needs: {error}")
    folder = tmp_path_factory.mktemp("sheets")
    places = {ending: folder / f"sheet.{ending}" for ending in ("json", "pdf", "xlsx")}
    for place in places.values():
        assert main([*ASKED, "--output", str(place)]) == 0
    return places


@pytest.fixture(scope="module")
def data(places: dict[str, Path]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(places["json"].read_text())
    return found


def evaluated(sheet: Any, cell: Any) -> Any:
    """A cell's value; of a formula its value by the three forms that are used: a product, a quotient, a sum."""
    value = sheet[cell.replace("$", "")].value if isinstance(cell, str) else cell.value
    if not (isinstance(value, str) and value.startswith("=")):
        return value
    if found := re.fullmatch(r"=SUM\((\w+):(\w+)\)", value):
        return sum(evaluated(sheet, inner.coordinate) for (inner,) in sheet[f"{found[1]}:{found[2]}"])
    found = re.fullmatch(r"=([$\w]+)([*/])([$\w]+)", value)
    assert found, value
    left, right = (evaluated(sheet, name) for name in (found[1], found[3]))
    return left * right if found[2] == "*" else left / right


def test_the_formulas_of_the_workbook_give_the_printed_numbers(places: dict[str, Path], data: dict[str, Any]) -> None:
    book, cached = (openpyxl.load_workbook(places["xlsx"], data_only=only) for only in (False, True))
    for bet in data["bets"]:
        last = 4 + len(bet["lines"])
        sheet, values = (one[f"lines-of-{bet['name']}"] for one in (book, cached))
        heads = [cell.value for cell in sheet[3]]
        rows = [{head: evaluated(sheet, cell) for head, cell in zip(heads, row, strict=True)} for row in
                sheet.iter_rows(min_row=4, max_row=last)]
        kept = [[cell.value for cell in row] for row in values.iter_rows(min_row=4, max_row=last)]
        for row, line, computed in zip(rows, bet["lines"], kept, strict=False):
            assert row["event"] == line["event"]
            assert Fraction(row["probability, exact"]) == Fraction(line["probability"]["fraction"])
            for key in ("pays", "probability", "contribution"):
                assert row[key] == pytest.approx(float(Fraction(line[key]["fraction"])), rel=1e-14, abs=1e-18)
            assert computed[heads.index("contribution")] == pytest.approx(row["contribution"], rel=1e-14)
        assert rows[-1]["probability"] == pytest.approx(1, rel=1e-14)
        ev = Fraction(bet["rtp"]["fraction"]) - 1
        assert rows[-1]["contribution"] == pytest.approx(float(ev), rel=1e-11)
        assert Fraction(rows[-1]["contribution, exact"]) == ev


def test_a_sheet_for_each_table_with_a_head_that_stays(places: dict[str, Path]) -> None:
    book = openpyxl.load_workbook(places["xlsx"])
    assert book.sheetnames[:3] == ["Contents", "document", "signatures"]
    assert len(book.sheetnames) > 8
    assert all(sheet.freeze_panes == "B4" for sheet in book.worksheets[1:])
    values = [row[1].value for row in book["bets"].iter_rows(min_row=4, max_row=6)]
    assert all(isinstance(value, float) for value in values)


def test_what_users_write_stays_text(places: dict[str, Path]) -> None:
    sheet = openpyxl.load_workbook(places["xlsx"])["document"]
    cells = {row[0].value: row[1] for row in sheet.iter_rows(min_row=4, max_row=6)}
    assert cells["Author"].value == HOSTILE
    assert {cell.data_type for cell in cells.values()} == {"s"}, "no formula"


def test_the_pdf_says_what_the_json_says(places: dict[str, Path], data: dict[str, Any]) -> None:
    reader = PdfReader(places["pdf"])
    pages = [page.extract_text() for page in reader.pages]
    text = " ".join(" ".join(pages).split())
    assert HOSTILE in text, "as it was written"
    assert "Prepared by" in text
    for number, page in enumerate(pages, 1):
        assert f"{number} / {len(pages)}" in page
    for bet in data["bets"]:
        assert f"{fixed(100 * Fraction(bet['house_edge']['fraction']), 4)} %" in text
        for line in bet["lines"]:
            assert f"{int(line['count']):,}" in text
            assert fixed(Fraction(line["probability"]["fraction"]), 6) in text
    assert re.search(r"Outcomes[ .]+\d", text), "contents with page numbers"


def test_no_heading_is_the_last_line_of_a_page(places: dict[str, Path]) -> None:
    headings = {"Document", "Rules", "Outcomes", "Bets", "Decks", "Effects of removal"}
    for page in PdfReader(places["pdf"]).pages[:-1]:
        lines = [line.strip() for line in page.extract_text().splitlines() if line.strip()]
        assert not {line for line in lines[-2:] if "/" not in line} & headings


@pytest.mark.parametrize("ending", ["pdf", "xlsx"])
def test_the_same_bytes_again(ending: str, places: dict[str, Path], tmp_path: Path) -> None:
    assert main([*ASKED, "--output", str(tmp_path / f"again.{ending}")]) == 0
    assert (tmp_path / f"again.{ending}").read_bytes() == places[ending].read_bytes()


def test_what_is_missing_is_said_with_the_way_to_get_it(
        monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("exact.report.formats.find_spec", lambda _: None)
    place = tmp_path / "sheet.pdf"
    assert main(["odds", "--output", str(place)]) == 2
    assert capsys.readouterr().err == ("error: --format pdf: needs weasyprint, which is not installed; python -m pip"
                                       ' install "exact[sheets]" does it\n')
    assert not place.exists()


@pytest.mark.parametrize(("words", "line"), [
    (("--date", "31.12.2026"), "title block: date: '31.12.2026' is not a date; write it as 2026-12-31"),
    (("--date", "2026-02-30"), "is not a date"), (("--title", " "), "title block: title: ' ' is not a text"),
    (("--format", "xlsx"), "--format xlsx: is no text to print; name a file, as in --output sheet.xlsx")])
def test_bad_input_is_one_line(words: tuple[str, ...], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", *words]) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert line in err


GAME = 'extends = "polish-page"\n'


@pytest.mark.parametrize(("more", "number"), [("", 0), ('claims = "inherited"\n', 3)])
def test_a_file_takes_over_the_figures_of_others_only_if_it_says_so(more: str, number: int, tmp_path: Path) -> None:
    place = tmp_path / "game.toml"
    place.write_text(GAME + more)
    assert len(load_game(str(place)).claims) == number


def test_the_title_block_of_a_game_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "game.toml"
    place.write_text(GAME + '[document]\ntitle = "Sheet 7"\nauthor = "A"\ndate = 2026-12-31\n')
    assert main(["report", "--game", str(place), "--author", "B", "--format", "json"]) == 0
    found = json.load(io.StringIO(capsys.readouterr().out))
    assert found["document"] == {"title": "Sheet 7", "author": "B", "date": "2026-12-31"}
    place.write_text(GAME + '[document]\nlogo = "house.png"\n')
    assert main(["report", "--game", str(place)]) == 2
    assert "document: logo: no entry of a title block" in capsys.readouterr().err
