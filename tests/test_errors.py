"""Messages: names that are suggested, lists that stay short, lines that a terminal can show."""

import pytest

from exact.cli import main
from exact.errors import LONGEST, listed, nearest, one_line

KNOWN = ("ez-baccarat", "russian-page", "russian-page-literal", "punto-banco", "dragon-7")


@pytest.mark.parametrize(("name", "meant"), [
    ("EZ", "ez-baccarat"), ("Punto-Banco", "punto-banco"), ("russian", "russian-page"), ("punto-blanco", "punto-banco"),
    ("DRAGON7", "dragon-7"), ("xyz", None), ("", None)])
def test_nearest(name: str, meant: str | None) -> None:
    assert nearest(name, KNOWN) == meant


def test_a_long_list_is_cut() -> None:
    assert listed("abc") == "a, b, c"
    assert listed(map(str, range(100))).endswith("10, 11 and 88 more")


def test_a_long_message_keeps_its_beginning_and_its_end() -> None:
    line = one_line("what is wrong " + "x\n" * 5000 + "the way out")
    assert len(line) <= LONGEST + 10
    assert line.startswith("what is wrong x")
    assert line.endswith("the way out")


@pytest.mark.parametrize(("words", "fault"), [
    ("report --game EZ", "did you mean 'ez-baccarat'?"), ("odds --bets Dragon-", "did you mean 'dragon-7'?"),
    ("REPORT", "did you mean 'report'?"),
    ("games --format Mark", "did you mean markdown?"), ("next --first PLAYER.TO", "did you mean 'player.total'?"),
    ("next --first xy.zzy", " more"), ("xyzzy", "16 more")])
def test_suggestions_and_short_lists(words: str, fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(words.split())
    except SystemExit as stop:
        status = int(stop.code or 0)
    err = capsys.readouterr().err.splitlines()[-1]
    assert status == 2
    assert fault in err
    assert len(err) < 400
