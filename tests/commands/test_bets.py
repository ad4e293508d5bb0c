"""`exact bets`: the list, one bet in full, and what is said of bets that cannot pay."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from exact.cli import main
from exact.game.bet_catalogue import catalogue_bets
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition

FEW = ("player", "banker", "dragon-7", "lucky-6")


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """The list of all bets takes seconds (benchmarks/bets.py); here it has four."""
    assert set(FEW) <= set(load_game("punto-banco").bet_names())
    monkeypatch.setattr(GameDefinition, "bet_names", lambda _: FEW)


@pytest.mark.usefixtures("few")
def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bets"]) == 0
    out = capsys.readouterr().out
    assert "dragon-7" in out
    assert "7.6113 %" in out
    assert "12, 23" in out
    assert "7-up (super-sevens)" in out


@pytest.mark.usefixtures("few")
def test_list_in_json_is_exact(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bets", "--format", "json", "--decks", "6"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["schema"] == "exact-bets/1"
    dragon = next(bet for bet in data["bets"] if bet["name"] == "dragon-7")
    wins = Fraction(19805383926144, 878869206895680)
    assert Fraction(dragon["house_edge"]["fraction"]) == 1 - 41 * wins
    assert dragon["aliases"] == ["fortune-7", "tiger-7", "monkey-7", "df7"]
    assert next(bet for bet in data["bets"] if bet["name"] == "lucky-6")["variants"] \
        == ["lucky-6:macau", "lucky-6:super-6-plus"]


def test_one_by_alias_with_its_variants(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bets", "tiger"]) == 0
    out = capsys.readouterr().out
    assert "Named lucky-6:macau, also tiger" in out
    assert "16.6836 %" in out
    assert "lucky-6:super-6-plus" in out


def test_overlaps_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bets", "tiger-pair", "--format", "json"]) == 0
    overlaps = json.loads(capsys.readouterr().out)["bet"]["overlaps"]
    assert [overlap["lines"] for overlap in overlaps] == [[1, 2], [1, 3], [2, 3]]


BETS = """
[half-dead]
lines = [
  { event = "Banker wins", when = { winner = "banker" }, pays = 1 },
  { event = "a natural of three cards", when = { player.natural = true, player.cards = 3 }, pays = 9 },
]
otherwise = "lose"
"""
DEAD = """
[dead]
lines = [{ event = "Banker wins with nothing", when = { winner = "banker", banker.total = 0 }, pays = 9 }]
otherwise = "lose"
"""


def test_a_line_that_never_pays_is_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bets.toml"
    path.write_text(BETS)
    assert main(["bets", "half-dead", "--bet-file", str(path)]) == 0
    out, err = capsys.readouterr()
    assert err == "warning: bet half-dead, line 2 (a natural of three cards): no coup of this game reaches it\n"
    assert "Warning: bet half-dead, line 2" in out


@pytest.mark.parametrize("command", [["bets", "dead"], ["report", "--bets", "dead"], ["bets"]])
def test_a_bet_that_never_pays_is_an_error(command: list[str], tmp_path: Path,
                                           capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bets.toml"
    path.write_text(DEAD)
    assert main([*command, "--bet-file", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (f"error: file {str(path)!r}: bet dead: never pays:"
                   " no coup of this game reaches line 1 (Banker wins with nothing)\n")


@pytest.mark.parametrize(("arguments", "fault"), [
    (["dragon-77"], "did you mean 'dragon-7'"), (["lucky-6:none"], "no such variant"), (["--decks", "0"], "--decks"),
    (["--game", "nosuch"], "not in the catalogue"), (["tie", "--stake", "0"], "--stake"),
])
def test_bad_input(arguments: list[str], fault: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(["bets", *arguments])
    except SystemExit as stop:
        status = int(str(stop.code))
    out, err = capsys.readouterr()
    assert (status, out) == (2, "")
    assert err.startswith("error: ")
    assert fault in err


def test_catalogue_is_as_large_as_print() -> None:
    assert len(catalogue_bets()) > 95
