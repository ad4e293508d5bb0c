"""Bundles, single tables and the comfort of the command line, as a user meets them."""

import csv
import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from exact.cli import main
from exact.commands import COMMANDS, TASKS, report
from exact.commands.parser import command_parser
from exact.errors import UsageError
from exact.report.bundle import one_table
from exact.report.document import Document, Table


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("bundles") / "polish"
    assert main(["report", "--game", "polish-page", "--output", str(place)]) == 0
    return place


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle that is made again in a moment."""
    place = tmp_path_factory.mktemp("bundles") / "small"
    assert main(["report", "--bets", "tie", "--shoe", "A=8", "--output", str(place), "--index", "../index.html"]) == 0
    return place


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    try:
        status = main(list(words))
    except SystemExit as stop:
        status = int(stop.code or 0)
    out, err = capsys.readouterr()
    return status, out, err


def test_every_table_of_a_bundle_comes_from_the_command_beside_it(folder: Path, monkeypatch: pytest.MonkeyPatch,
                                                                  capsys: pytest.CaptureFixture[str]) -> None:
    """Every sixth command makes its whole report; the others take their table from the one before."""
    text = (folder / "report.md").read_text()
    real = report.build
    made: list[Document] = []

    def build(*given: Any, **more: Any) -> Document:
        made.append(made[-1] if len(made) % 6 else real(*given, **more))
        return made[-1]

    monkeypatch.setattr(report, "build", build)
    for path in sorted((folder / "tables").iterdir()):
        command = f"exact report --game polish-page --table {path.stem}"
        assert f"`{command}`" in text
        status, out, err = run(capsys, *command.split()[1:], "--format", "csv")
        assert (status, err) == (0, "")
        assert out == path.read_text()
        assert len({len(row) for row in csv.reader(io.StringIO(out))}) == 1


def test_the_whole_report_says_what_a_par_sheet_says(folder: Path) -> None:
    text = (folder / "report.md").read_text()
    for part in ("Summary", "Rules", "Published figures", "Outcomes", "Pay tables", "Volatility and monitoring",
                 "Decks", "Effects of removal", "Method", "Appendix: exact fractions"):
        assert f"## {part}\n" in text
    for phrase in ("Cycle size", "4,998,398,275,503,360", "volatility index", "greatest win", "Rules hash",
                   "right for 8 decks", "the number of decks", "Not to be bet together: banker and player",
                   "hit frequency"):
        assert phrase in text
    data = json.loads((folder / "report.json").read_text())
    assert data["schema"] == "exact-report/1"
    assert {row["bet"] for row in data["volatility"]} == {"player", "banker", "tie"}
    assert len(data["final_totals"]) == 100
    assert data["provenance"]["command"] == "exact report --game polish-page --full"


def test_full_report_has_the_json_of_the_bundle(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "report", "--game", "polish-page", "--full", "--format", "json")
    there, here = json.loads((folder / "report.json").read_text()), json.loads(out)
    assert {**there, "provenance": None} == {**here, "provenance": None}


def test_json_has_the_exact_numbers_of_every_table(folder: Path) -> None:
    """But for reciprocals ("1 in"), changes of sign and sums over a row or a column of what it has."""
    data = numbers_in(json.loads((folder / "report.json").read_text()))
    data |= {-value for value in data} | {1 / value for value in data if value}
    for path in sorted((folder / "tables").iterdir()):
        with path.open(newline="") as file:
            rows = [row for row in csv.DictReader(file) if "all" not in row.values()]
        lost = [(name, text) for row in rows for name, text in row.items() if name.endswith("_fraction") and text
                and name != "all_fraction" and exactly(text) not in data]
        assert not lost, (path.name, lost[:3])


def exactly(text: str) -> Fraction:
    """A fraction of a CSV, or the square of a root."""
    return Fraction(text.removeprefix("-").removeprefix("sqrt(").removesuffix(")") if "sqrt" in text else text)


def numbers_in(data: object) -> set[Fraction]:
    if isinstance(data, dict):
        exact = {Fraction(data[key]) for key in ("fraction", "square") if key in data}
        return exact.union(*map(numbers_in, data.values()))
    return set().union(*map(numbers_in, data)) if isinstance(data, list) else set()


def test_one_table_is_json_of_that_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "report", "--game", "polish-page", "--table", "ev-by-count", "--format", "json")
    data = json.loads(out)
    assert list(data) == ["schema", "table", "title", "columns", "of", "rows", "notes", "provenance"]
    assert (data["schema"], data["table"]) == ("exact-table/1", "ev-by-count")
    with (folder / "tables" / "ev-by-count.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["ev"]["decimal"] for row in data["rows"]] == [row["ev"] for row in rows]
    assert [row["ev"]["fraction"] for row in data["rows"]] == [row["ev_fraction"] for row in rows]
    assert data["rows"][0]["true_count"] == rows[0]["true_count"]  # "up to": counts that are pooled
    whole = json.loads((folder / "report.json").read_text())
    (by_count,) = [item["by_count"] for item in whole["counting"] if item["by_count"]]
    assert [count["ev"] for count in by_count["counts"]] == [row["ev"] for row in data["rows"]]
    assert sum(Fraction(count["probability"]["fraction"]) for count in by_count["counts"]) == 1


@pytest.mark.parametrize("name", ["report.html", "report.md", "report.tex"])
def test_every_format_for_people_ends_with_what_makes_it(folder: Path, name: str) -> None:
    end = (folder / name).read_text().replace("-{}-", "--").replace(r"\allowbreak{}", "")[-2000:]
    made = json.loads((folder / "report.json").read_text())["provenance"]
    for words in (f"Made by exact {made['version']} with", made["command"], made["rules_hash"],
                  made["rules_and_bets_hash"], "Composition: 8 of each card of a deck"):
        assert words in end


def test_check_makes_it_again(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "report", "--check", str(small))
    assert status == 0
    assert "files are what the command makes today" in " ".join(out.split())
    path = small / "tables" / "bets.csv"
    before = path.read_bytes()
    path.write_bytes(before.replace(b"tie", b"toe"))
    status, out, _ = run(capsys, "report", "--check", str(small), "--format", "json")
    path.write_bytes(before)
    assert status == 1
    assert [item["file"] for item in json.loads(out)["differences"]] == ["tables/bets.csv"]


def test_check_names_a_file_that_no_bundle_put_there(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (small / "note.txt").write_text("mine")
    status, out, _ = run(capsys, "report", "--check", str(small))
    (small / "note.txt").unlink()
    text = " ".join(out.split())
    assert status == 1
    assert "files are what the command makes today; 1 other file lies among them." in text
    assert "note.txt is not of the bundle" in text


def test_where_a_bundle_is_linked_from_is_no_part_of_its_command(small: Path) -> None:
    """And so is made again by `test_check_makes_it_again`."""
    manifest = json.loads((small / "manifest.json").read_text())
    assert (manifest["index"], manifest["command"]) == ("../index.html", "exact report --bets tie --shoe A=8 --full")


@pytest.mark.parametrize(("words", "fault"), [
    ("report --index ../index.html", "--index: goes with a bundle, which --output FOLDER writes"),
    ("report --index ../index.html --table bets", "--index: goes with a bundle"),
    ("report --check {folder} --index x", "--check with --index: the manifest says"),
    ("report --check {folder} --decks 6", "--check with --decks: the manifest says"),
    ("report --check nowhere", "no bundle: manifest.json"),
    ("report --table OUTCOME", "did you mean 'outcomes'?"),
    ("odds --output {folder}", "names a folder, and this is one file"),
    ("report --index javascript:x", "is not a path from the report to a page, such as ../index.html"),
    ("report --deks 6", "--deks: unknown option; did you mean --decks?"),
    ("report --format markdwn", "did you mean markdown?"),
    ("report more", "'more': not expected here"),
    ("reprot", "did you mean 'report'?"),
    ("report --game polsh-page", "did you mean 'polish-page'?"),
    ("report --bets bankr", "did you mean 'banker'?"),
])
def test_what_is_wrong_and_the_way_out(folder: Path, words: str, fault: str,
                                       capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, *words.format(folder=folder).split())
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert fault in err


def test_exact_alone_lists_every_command_by_task(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys)
    assert status == 0
    for name, what in COMMANDS.items():
        assert out.count(f"  {what}\n") == 1
        assert any(line.startswith(f"  {name} ") for line in out.splitlines())
    assert next(iter(TASKS)) in out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_two_examples_that_can_be_read(name: str) -> None:
    parser = command_parser(name)
    examples = [line for line in parser.format_help().partition("examples:\n")[2].splitlines() if line.strip()]
    assert len(examples) >= 2
    assert all(line.startswith(f"  exact {name}") for line in examples)


def test_no_colours_and_no_matplotlib_in_the_plain_report() -> None:
    code = ("import sys; from exact.cli import main; main(['report']);"
            "heavy = {'matplotlib', 'numpy', 'sympy', 'numba', 'flint', 'exact.report.drawing.figures'};"
            "print(sorted(heavy & set(sys.modules)), file=sys.stderr)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                          env={"NO_COLOR": "1", "FORCE_COLOR": "1"}, cwd=Path(__file__).parents[2])
    assert done.stderr == "[]\n"
    assert "\x1b" not in done.stdout


def test_of_many_tables_a_few_are_named() -> None:
    tables = tuple(Table(f"Table {i}", (), ()) for i in range(300))
    with pytest.raises(UsageError, match=r"'xyzzy': no such table; the tables are table-0, .* and 288 more$"):
        one_table(Document("", "", tables), "xyzzy")
