"""What --output, --format and --table mean together: one rule for every command, and nothing given is ignored."""

import json
import os
from pathlib import Path

import pytest

from exact.cli import main
from exact.commands.parser import read_words

BEGINS = {"a.txt": "Games\n=====", "a.md": "# Games", "a.html": "<!DOCTYPE html>", "a.HTM": "<!DOCTYPE html>",
          "a.json": "{", "a.csv": "name,title", "a.tex": "\\documentclass", "a.log": "Games\n====="}


@pytest.mark.parametrize("name", BEGINS)
def test_the_ending_says_the_format(name: str, tmp_path: Path) -> None:
    assert main(["games", "--output", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_text().startswith(BEGINS[name])


@pytest.mark.parametrize("command", ["games", "report"])
def test_a_dash_is_stdout(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                          capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([command, "--format", "json"]) == 0
    expected = capsys.readouterr().out
    assert main([command, "--format", "json", "--output", "-"]) == 0
    assert capsys.readouterr() == (expected, "")
    assert os.listdir(tmp_path) == []


def test_a_format_of_the_ending_is_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--output", str(tmp_path / "a.json")]) == 0
    capsys.readouterr()
    assert main(["report", "--format", "json"]) == 0
    written = (tmp_path / "a.json").read_text()
    assert written == capsys.readouterr().out
    assert json.loads(written)["provenance"]["command"] == "exact report --format json"


def test_a_new_name_without_an_ending_is_a_folder(tmp_path: Path) -> None:
    for output in ("new", "v1.2", "new/", "."):
        assert read_words("report", ["--output", str(tmp_path / output)]).bundle


@pytest.mark.parametrize("name", ["plain", "x.md", "x.docx", "v1.2"])
@pytest.mark.parametrize("command", ["games", "report"])
def test_a_format_that_is_given_is_a_file_of_whatever_name(name: str, command: str, tmp_path: Path) -> None:
    assert main([command, "--format", "html", "--output", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_text().startswith("<!DOCTYPE html>")


@pytest.mark.parametrize("name", ["plain", "x.docx", "v1.2"])
def test_a_table_is_a_file_of_whatever_name(name: str, tmp_path: Path) -> None:
    assert main(["report", "--table", "bets", "--output", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_text().startswith("Punto banco")


def test_a_pipe_and_the_terminal_are_no_folders(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for output in (str(tmp_path / "pipe"), "/dev/stdout"):
        assert not read_words("report", ["--format", "csv", "--output", output]).bundle


@pytest.mark.parametrize(("words", "fault"), [
    ("report --format csv --output folder", "name a file, such as 'folder/report.csv'"),
    ("report --format html --output fmt/", "--format 'html' with --output 'fmt/': that is a folder"),
    ("report --table bets --output tt/", "name a file, such as 'tt.csv'"),
    ("atlas --table edges --output tt/", "--table 'edges' with --output 'tt/'"),
    ("report --output afile", "is a file, and a name without a known ending means a folder"),
    ("report --output rep.docx", "no format has the ending .docx"),
    ("report --force", "--force: goes with a bundle"),
    ("report --output rep.html --force", "--force: goes with a bundle"),
    ("games --output folder", "names a folder, and this is one file"),
])
def test_what_contradicts_the_name_is_refused(words: str, fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                              capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "afile").write_text("mine")
    try:
        status = main(words.split())
    except SystemExit as stop:
        status = int(stop.code or 0)
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert fault in err
    assert (tmp_path / "afile").read_text() == "mine"
    assert sorted(os.listdir(tmp_path)) == ["afile", "folder"]


@pytest.mark.parametrize("output", ["nowhere/x.json", "afile/x.json"])
def test_a_place_that_cannot_be_written_to_is_said_before_the_work(output: str, tmp_path: Path,
                                                                   monkeypatch: pytest.MonkeyPatch,
                                                                   capsys: pytest.CaptureFixture[str]) -> None:
    """This sweep would take minutes."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "afile").write_text("mine")
    assert main(["sweep", "--decks", "2", "--output", output]) == 2
    assert "the folder must exist and be writable" in capsys.readouterr().err
    assert os.listdir(tmp_path) == ["afile"]
