"""Text fits the width that it has: no line is wider, no number is split, and the answer stands first."""

import io
import re
import shlex
import sys

import pytest

from exact.cli import main

COMMANDS = ["report", "odds", "odds --dealt 'P9 B4 P2'", "odds --dealt P9 --explain", "games", "bets dragon-7",
            "removal --vector 9,9", "compare punto-banco ez-baccarat", "in-play --given third-card", "next --decks 1",
            "odds --seen docs/examples/shoe.txt", "claims 'tie edge 14.36%'", "audit docs/examples/table-7.csv",
            "sessions --bets tie --coups 60", "monitor --coups 500"]
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def text(words: str, width: int, capsys: pytest.CaptureFixture[str]) -> str:
    main([*shlex.split(words), "--width", str(width)])
    return capsys.readouterr().out


@pytest.mark.parametrize("words", COMMANDS)
def test_no_line_is_wider_and_no_number_is_split(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    whole = set(NUMBER.findall(text(words, 1000, capsys)))
    for width in (60, 80, 120):
        shown = text(words, width, capsys)
        assert max(map(len, shown.splitlines())) <= width
        assert set(NUMBER.findall(shown)) == whole


def test_a_pipe_gets_80_columns_and_no_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    main(["report"])
    printed = capsys.readouterr().out
    assert printed == text("report", 80, capsys)
    assert "\x1b" not in printed


@pytest.mark.parametrize(("no_color", "bold"), [("", True), ("1", False)])
def test_a_terminal_is_filled_and_shows_the_answer_bold(no_color: str, bold: bool, monkeypatch: pytest.MonkeyPatch
                                                        ) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("COLUMNS", "66")
    monkeypatch.setenv("NO_COLOR", no_color)
    main(["odds"])
    printed = sys.stdout.getvalue()
    assert ("\x1b[1mOf each 100 staked, Banker returns 98.94" in printed) is bold
    plain = re.sub(r"\x1b\[[01]m", "", printed)
    assert 60 < max(map(len, plain.splitlines())) <= 66
    assert "\x1b" not in plain


@pytest.mark.parametrize("width", ["39", "1001", "wide"])
def test_a_width_that_is_none(width: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["odds", "--width", width])
    assert "is not a number of columns from 40 to 1,000" in capsys.readouterr().err


def test_the_answer_comes_first_and_bets_are_closed_in_a_coup(capsys: pytest.CaptureFixture[str]) -> None:
    blocks = text("odds --decks 6", 200, capsys).split("\n\n")
    assert blocks[2].startswith("Of each 100 staked, Banker returns 98.94, Player 98.76 and Tie 85.56 on average."
                                " Player wins 44.63 %, Banker 45.87 %, and 9.51 % are ties.")
    assert text("odds --dealt P9", 200, capsys).split("\n\n")[2].startswith("Bets are closed. Player wins 55.95 %")
    many = text("odds --bets all", 200, capsys).split("\n\n")[2]
    assert re.search(r"; \d+ bets less\.", many)
