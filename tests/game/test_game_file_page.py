"""docs/game-file.md: every file on it is written, every command on it run, and its output compared."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from exact.cli import main
from exact.game.bet_file import DEEPEST, MOST_LINES
from exact.game.facts import facts
from exact.game.pays import MOST_PAID

PAGE = (Path(__file__).parents[2] / "docs" / "game-file.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"```toml file=(\S+)\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = re.findall(r"```console\n\$ (.*?)\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("command", "printed"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_worked_example(command: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                        capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out.rstrip() == printed.rstrip()


def test_three_examples_from_card_to_edge() -> None:
    assert len(FILES) == 3 == len(COMMANDS)
    assert all("house edge" in printed for _, printed in COMMANDS)


@pytest.mark.parametrize("fact", sorted(facts(frozenset({8, 9}))))
def test_page_names_every_fact(fact: str) -> None:
    """By its own name, or, in a table for Player, Banker and both alike, by its last word."""
    scope, _, word = fact.rpartition(".")
    assert f"`{fact}`" in PAGE or f"`{word}`" in PAGE or f"`player.{word}`" in PAGE, (scope, word)


def test_page_states_the_limits() -> None:
    assert f"{MOST_PAID:,} to 1" in PAGE
    assert f"up to {DEEPEST} deep" in PAGE
    assert re.search(rf"more than {MOST_LINES}\s+lines", PAGE)
