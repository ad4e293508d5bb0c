"""`exact sweep` and `exact best` from outside: schema, exact values, refusals, and the same bytes however run."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from exact.cli import main


def data(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    assert main([*words, "--format", "json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_sweep_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "sweep", "--decks", "1", "--cards-left", "8-9", "--bets", "banker,tie", "--histogram",
                 "--cut", "8")
    assert next(iter(found)) == "schema"
    assert found["schema"] == "exact-sweep/1"
    assert list(found)[-1] == "provenance"
    assert [bet["name"] for bet in found["bets"]] == ["banker", "tie", "best"]
    for bet in found["bets"]:
        assert [depth["cards_left"] for depth in bet["depths"]] == [8, 9]
        for depth in bet["depths"]:
            assert set(depth) >= {"cards_left", "sub_shoes", "favourable", "mean_gain", "mean_ev", "ev_when_favourable",
                                  "max_ev", "max_shoe", "min_ev", "min_shoe"}
            assert sum(Fraction(piece["probability"]["fraction"]) for piece in depth["histogram"]) == 1
            assert sum(depth["max_shoe"].values()) == depth["cards_left"]
    banker = found["bets"][0]["depths"][0]
    assert abs(Fraction(banker["favourable"]["fraction"]) - Fraction("0.21662040655347506")) < Fraction(1, 10**12)
    assert banker["mean_ev"] == found["bets"][0]["full_shoe_ev"]
    assert comb(52, 8) % Fraction(banker["favourable"]["fraction"]).denominator == 0


def test_sweep_in_text_says_what_it_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", "--decks", "1", "--cards-left", "7", "--histogram"]) == 0
    text = " ".join(capsys.readouterr().out.split())
    for words in ("Every number is exact", "the mean EV over them is that of the full shoe exactly: player", "10,945",
                  "The best of these bets, or none", "quantiles of EV", "the law of EV"):
        assert words in text


def test_bounded_numbers_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    shoe = "0=2000 " + " ".join(f"{rank}=400" for rank in "A23456789")
    found = data(capsys, "sweep", "--shoe", shoe, "--bets", "banker", "--cards-left", "18")
    depth = found["bets"][0]["depths"][0]
    assert depth["kind"] == "bounded"
    assert set(depth["mean_gain"]) == {"low", "high"}
    bounds = Fraction(depth["mean_gain"]["low"]), Fraction(depth["mean_gain"]["high"])
    assert 0 < bounds[0] < bounds[1] < bounds[0] * (1 + Fraction(1, 10**9))
    assert "fraction" in depth["mean_ev"]
    assert "fraction" in depth["max_ev"]


def test_best_in_json_and_text(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "best", "--decks", "1", "--cards-left", "6-7", "--bets", "tie")
    assert found["schema"] == "exact-best/1"
    six = found["bets"][0]["depths"][0]
    assert six["max_ev"]["fraction"] == "8/1", "six tens always tie"
    assert six["max_shoe"]["0"] == 6
    assert main(["best", "--decks", "1", "--cards-left", "6", "--bets", "tie"]) == 0
    assert "+800.0000 %  0=6" in capsys.readouterr().out


def test_the_same_bytes_however_it_is_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ["sweep", "--decks", "1", "--cards-left", "6-9", "--bets", "player", "--format", "json"]
    outputs = []
    for how in ([], ["--processes", "2"], ["--resume", str(tmp_path / "parts")], [f"--resume={tmp_path / 'parts'}"]):
        assert main([*words, *how]) == 0
        outputs.append(capsys.readouterr().out)
    assert len(set(outputs)) == 1
    assert outputs[0]


@pytest.mark.parametrize(("words", "message"), [
    (["--decks", "1", "--cards-left", "5-9"], "--cards-left 5-9: write LO-HI with 6 <= LO"),
    (["--decks", "1", "--cards-left", "9-60"], "HI <= 52"),
    (["--decks", "1", "--cards-left", "x"], "is not a number of cards left"),
    (["--decks", "8"], "sub-shoes, about"),
    (["--decks", "inf"], "no sub-shoes"),
    (["--decks", "1", "--bets", "perfect-pair"], "classes of card apart"),
    (["--decks", "1", "--cards-left", "8", "--cut", "7"], "sweep down to the cut card"),
    (["--decks", "1", "--cards-left", "8", "--cut", "2"], "is not a number of cards"),
    (["--decks", "1", "--cards-left", "8", "--processes", "0"], "is not a number of processes"),
    (["--decks", "1", "--cards-left", "8", "--scheduler", "tcp://127.0.0.1:9"], "no Dask scheduler answers there"),
    (["--decks", "1", "--cards-left", "8", "--scheduler", "tcp://127.0.0.1:9", "--processes", "2"], "give one of them"),
])
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], words: list[str], message: str) -> None:
    try:
        status = main(["sweep", *words])
    except SystemExit as stop:
        status = int(str(stop.code))
    out, err = capsys.readouterr()
    assert status == 2
    assert not out
    errors = [line for line in err.splitlines() if line.startswith("error:")]
    assert len(errors) == 1
    assert message in errors[0]
    assert "Traceback" not in err


def test_resume_directories_are_refused_by_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = str(tmp_path / "parts")
    words = ["sweep", "--decks", "1", "--bets", "player", "--resume", folder]
    assert main([*words, "--cards-left", "6"]) == 0
    capsys.readouterr()
    assert main([*words, "--cards-left", "7"]) == 2
    assert f"{folder!r}: holds another question (its cards left differ)" in capsys.readouterr().err
    (tmp_path / "parts" / "part-000000.json").write_text("{")
    assert main([*words, "--cards-left", "6"]) == 2
    assert "part-000000.json' is damaged" in capsys.readouterr().err
