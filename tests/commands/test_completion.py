"""What a shell completes: asked as a shell asks."""

import os
import subprocess
import sys

import pytest

from exact.cli import main
from exact.commands import COMMANDS

pytest.importorskip("argcomplete")


def completed(line: str) -> list[str]:
    """The words that a shell is offered at the end of a line."""
    asked = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "COMP_LINE": line, "COMP_POINT": str(len(line)),
             "_ARGCOMPLETE_COMP_WORDBREAKS": " ", "_ARGCOMPLETE_STDOUT_FILENAME": "/dev/stdout"}
    found = subprocess.run([sys.executable, "-m", "exact"], env=os.environ | asked, capture_output=True, text=True,
                           check=False)
    return [word.strip() for word in found.stdout.split("\n") if word]


def test_commands_options_and_names_are_completed() -> None:
    assert set(COMMANDS) <= set(completed("exact "))
    assert completed("exact stre") == ["streaks"]
    assert {"--decks", "--dealt", "--digits"} <= set(completed("exact odds --d"))
    assert "ez-baccarat" in completed("exact odds --game ez")
    assert {"dragon-7"} <= set(completed("exact odds --bets drag"))


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_lines(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    assert "_ARGCOMPLETE" in capsys.readouterr().out


def test_another_shell(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["completion", "cmd"])
    assert capsys.readouterr().err.startswith("error: argument shell: invalid choice: 'cmd'; choose from bash, zsh")


def test_the_tables_of_a_report_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "--table", "list", "--format", "json"]) == 0
    assert '"name": "bets"' in capsys.readouterr().out
