"""docs/: every command that is shown is run and its output compared; the reference and the tutorial are up to date."""

import re
import shlex
from pathlib import Path

import pytest

from exact.cli import main
from exact.commands import COMMANDS
from exact.commands.reference import reference

DOCS = Path(__file__).parents[2] / "docs"
HOW_TO = (DOCS / "how-to.md").read_text(encoding="utf-8")
README = (DOCS.parent / "README.md").read_text(encoding="utf-8")
DESIGN = (DOCS / "design.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"```console\n\$ (.*?)\n(.*?)```", HOW_TO + README + DESIGN, re.DOTALL)
TUTORIAL = (DOCS / "tutorial.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(("command", "printed"), SHOWN, ids=[command for command, _ in SHOWN])
def test_command_prints_what_the_page_shows(command: str, printed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out.rstrip() == printed.rstrip()


def test_seventeen_questions() -> None:
    assert re.findall(r"(?m)^## (\d+)\.", HOW_TO) == [str(i) for i in range(1, 18)]


@pytest.mark.parametrize("page", ["how-to.md", "tutorial.py", "../README.md"])
def test_every_command_named_exists(page: str) -> None:
    named = set(re.findall(r"(?m)(?:`|^ {4}|\$ )exact ([a-z-]+)", (DOCS / page).read_text(encoding="utf-8")))
    assert named
    assert named <= set(COMMANDS)


def test_the_command_reference_is_written_from_the_parsers() -> None:
    assert (DOCS / "commands.md").read_text(encoding="utf-8") == reference()


def test_the_tutorial_runs_cell_by_cell() -> None:
    cells = re.split(r"(?m)^# %%", TUTORIAL)[1:]
    code = [cell.partition("\n")[2] for cell in cells if "[markdown]" not in cell.partition("\n")[0]]
    assert len(code) >= 9
    names: dict[str, object] = {}
    for cell in code:
        exec(compile(cell, "tutorial.py", "exec"), names)


def test_markdown_cells_of_the_tutorial_are_comments() -> None:
    for cell in re.split(r"(?m)^# %%", TUTORIAL)[1:]:
        kind, _, text = cell.partition("\n")
        if "[markdown]" in kind:
            assert all(line.startswith("#") for line in text.splitlines() if line)
