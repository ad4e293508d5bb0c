"""Every example of every --help runs as shown in the root of the repository (all: tests/long/help_examples.py)."""

from pathlib import Path

import pytest

from exact.cli import main
from exact.commands import COMMANDS
from exact.commands.parser import read_words
from tests.long.help_examples import ROOT, Example, every_example, place_of

EXAMPLES = every_example()
OF_FILES = [example for example in EXAMPLES if "docs/examples/" in example.line and "--output" not in example.line]


def test_every_command_has_examples() -> None:
    assert {example.words[0] for example in EXAMPLES} == set(COMMANDS)
    assert len(EXAMPLES) > 70


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.line)
def test_its_words_are_options_and_its_files_are_there(example: Example, monkeypatch: pytest.MonkeyPatch,
                                                       tmp_path: Path) -> None:
    monkeypatch.chdir(place_of(tmp_path))
    read = read_words(example.words[0], example.words[1:])
    written = {getattr(read, name, None) for name in ("output", "save")}
    for word in (*example.words[1:], example.stdin):
        if word not in written and "/" in word and "=" not in word and ":" not in word and "0-5" not in word:
            assert (ROOT / word).is_file(), word
        assert word in written or not word.endswith((".toml", ".csv", ".txt", ".json")) or "/" in word, word


@pytest.mark.parametrize("example", OF_FILES, ids=lambda example: example.line)
def test_an_example_with_a_file_runs(example: Example, monkeypatch: pytest.MonkeyPatch,
                                     capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    if example.stdin:
        with (ROOT / example.stdin).open() as file:
            monkeypatch.setattr("sys.stdin", file)
            assert main(list(example.words)) == 0
    else:
        assert main(list(example.words)) == 0
    assert capsys.readouterr().out
