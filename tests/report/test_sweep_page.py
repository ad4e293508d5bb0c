"""The page of a folder of sweeps says what the sweeps' own files say."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from exact.cli import main
from exact.report.cells import show
from exact.report.document import Figure, Table
from exact.report.pages.sweeps import sweep_blocks, sweeps_in
from exact.report.plots import Lines
from exact.values import Interval


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("sweeps")
    for decks, sizes in (("2", "6-9"), ("1", "6-8")):
        assert main(["sweep", "--decks", decks, "--cards-left", sizes, "--cut", "8", "--format", "json",
                        "--output", str(made / f"{decks}.json")]) == 0
    return made


def test_figures_and_tables_hold_the_numbers_of_the_files(folder: Path) -> None:
    stored = {depth["cards_left"]: depth for bet in json.loads((folder / "2.json").read_text())["bets"]
              if bet["name"] == "best" for depth in bet["depths"]}
    blocks = sweep_blocks(sweeps_in(folder))
    figures = [block for block in blocks if isinstance(block, Figure)]
    tables = [block for block in blocks if isinstance(block, Table)]
    for quantity, figure, table in zip(("mean_gain", "favourable"), figures, tables, strict=False):
        assert isinstance(figure.plot, Lines)
        assert figure.plot.x == (6, 7, 8, 9)
        one, two = figure.plot.curves
        assert one.values[3] is None, "one deck was swept to 8 cards left"
        exact = Fraction(stored[9][quantity]["fraction"])
        assert two.values[3] == exact
        assert [row[2] for row in table.rows] == [
            Interval.at(Fraction(stored[cards][quantity]["fraction"])) for cards in (6, 8)]
    assert "at 9" in figures[0].alt


def test_the_gain_of_a_shoe_stands_with_both_bounds(folder: Path) -> None:
    tables = [block for block in sweep_blocks(sweeps_in(folder)) if isinstance(block, Table)]
    per_shoe = next(table for table in tables if table.slug == "per-shoe")
    assert {row[0] for row in per_shoe.rows} == {"1 deck", "2 decks"}
    assert all(show(low, "probability", 9) <= show(high, "probability", 9) for *_, low, high in per_shoe.rows)


def test_the_page_is_written_with_its_figures_drawn(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["index", str(folder)]) == 0
    written = (folder / "index.html").read_text(encoding="utf-8")
    assert written.count("<svg") == 2
    assert 'href="2.json"' in written
    assert sweeps_in(folder)[0].values("mean_gain")[6].low > 0
    assert "wrote" in capsys.readouterr().err


@pytest.mark.parametrize("content", [None, "{", "{}", "[]"])
def test_a_folder_without_sweeps_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str | None
                                            ) -> None:
    if content is not None:
        (tmp_path / "x.json").write_text(content, encoding="utf-8")
    assert main(["index", str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("error: folder")
    assert not (tmp_path / "index.html").exists()


@pytest.mark.parametrize(("words", "status"), [(["-h"], 0), ([], 2), (["a", "b"], 2), (["a", "--repositories"], 2)])
def test_its_command_line_is_that_of_the_index(words: list[str], status: int) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["index", *words])
    assert stop.value.code == status
