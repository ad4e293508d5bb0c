"""`exact sweep` and `exact best` from outside: schema, exact values, refusals, and the same bytes however run."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest

from exact import workers as executors
from exact.cli import main
from exact.engine.sweep import frame as engine
from exact.report.cells import show
from exact.values import Interval


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


def test_cards_left_are_numbers_lists_and_ranges(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sweep", "--decks", "1", "--bets", "tie"]
    whole = {depth["cards_left"]: depth for depth in data(capsys, *words, "--cards-left", "6-10")["bets"][0]["depths"]}
    for text, sizes in (("8", [8]), ("10,8", [8, 10]), ("6-7, 10", [6, 7, 10])):
        assert data(capsys, *words, "--cards-left", text)["bets"][0]["depths"] == [whole[cards] for cards in sizes]


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
    (["--decks", "1", "--cards-left", "5-9"], "--cards-left 5-9: must be within 6"),
    (["--decks", "1", "--cards-left", "9-60"], "to 52, the lower number first"),
    (["--decks", "1", "--cards-left", "9-8"], "the lower number first"),
    (["--decks", "1", "--cards-left", "x"], "--cards-left 'x': write numbers of cards or ranges"),
    (["--decks", "1", "--cards-left", "6-8-9"], "--cards-left '6-8-9': write numbers"),
    (["--decks", "1", "--cards-left", "-8"], "--cards-left '-8': write numbers"),
    (["--decks", "1", "--cards-left", "8-"], "--cards-left '8-': write numbers"),
    (["--decks", "1", "--cards-left", "8,"], "--cards-left '8,': write numbers"),
    (["--decks", "1", "--cards-left", "8", "--resume", ""], "--resume '': names no folder"),
    (["--decks", "1", "--cards-left", "8", "--cut", "60"], "--cut 60: more cards behind the cut card than the 52"),
    (["--decks", "1", "--cards-left", "8", "--cut", "8,x"], "--cut '8,x': 'x' is not a number of cards"),
    (["--decks", "8", "--bets", "all"], "... ("),
    (["--decks", "1", "--cards-left", "8", "--scheduler", "nonsense"], "no Dask scheduler answers there"),
    (["--decks", "8"], "sub-shoes, about"),
    (["--decks", "inf"], "no sub-shoes"),
    (["--decks", "1", "--bets", "perfect-pair"], "distinguishes 52 classes of card"),
    (["--decks", "1", "--cards-left", "8", "--cut", "7"], "--cut 7: the gain is known from 8 cards left on; sweep"),
    (["--decks", "1", "--cards-left", "8", "--cut", "2"], "--cut 2: the gain is known from 8 cards left on"),
    (["--decks", "1", "--cards-left", "8", "--processes", "0"], "is not a number of processes"),
    (["--decks", "1", "--cards-left", "8", "--scheduler", "tcp://127.0.0.1:9"], "no Dask scheduler answers there"),
    (["--decks", "1", "--cards-left", "8", "--scheduler", "tcp://127.0.0.1:9", "--processes", "2"], "give one of them"),
])
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str],
                               message: str) -> None:
    monkeypatch.setattr(executors, "SECONDS", 1)
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
    assert len(errors[0]) < 500
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


def _rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def bounded_at_seven(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Seven cards left are summed as those of a sweep too large for exact sums."""
    plain = engine._precision
    monkeypatch.setattr(engine, "_precision", lambda question, sizes, outer: replace(
        plain(question, sizes, outer), exact=not sizes[0] <= 7 <= sizes[1]))
    engine._outer.cache_clear()
    yield
    engine._outer.cache_clear()


SIX_AND_SEVEN = ("--decks", "1", "--cards-left", "6-7", "--bets", "banker,tie")


@pytest.mark.usefixtures("bounded_at_seven")
def test_csv_has_numbers_of_one_unit_with_low_and_high(capsys: pytest.CaptureFixture[str]) -> None:
    shoe = SIX_AND_SEVEN
    found = data(capsys, "sweep", *shoe)
    assert main(["sweep", *shoe, "--format", "csv", "--histogram", "--cut", "6"]) == 0
    rows = _rows(capsys.readouterr().out)
    texts = {"shoe", "numbers", "bet"}
    for row in rows:
        assert row["quantity"] in texts or not row["decimal"] or Decimal(row["decimal"]).is_finite(), row
    assert {depth["kind"] for bet in found["bets"] for depth in bet["depths"]} == {"exact", "bounded"}
    cells = {(row["table"], row["row"], row["quantity"]): row for row in rows}
    for bet in found["bets"]:
        for depth in bet["depths"]:
            place = bet["name"], str(depth["cards_left"])
            assert cells[*place, "numbers"]["text"] == depth["kind"]
            for quantity, key in (("P(EV > 0)", "favourable"), ("mean gain", "mean_gain"), ("mean EV", "mean_ev"),
                                  ("EV when favourable", "ev_when_favourable")):
                exactly, number = cells[*place, quantity], depth[key]
                assert exactly["fraction"] == number.get("fraction", "")
                for end in ("low", "high"):
                    cell = cells.get((*place, f"{quantity}, {end}"))
                    assert cell is not None or "fraction" in number
                    if cell is not None:
                        assert Decimal(cell["decimal"]) == Decimal(number.get(end, number.get("decimal")))
    labels = [(row["table"], row["row"], row["quantity"]) for row in rows if "histogram" in row["table"]]
    assert labels
    assert len(labels) == len(set(labels)), "the row of a bin says which it is"


@pytest.mark.usefixtures("bounded_at_seven")
def test_rows_say_whether_they_are_bounded(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", *SIX_AND_SEVEN, "--format", "markdown"]) == 0
    banker, _, tie, _, best, _ = capsys.readouterr().out.split("\n**")[1:]
    for table in (banker, tie, best):
        marks = [line.split("|")[-2].strip() for line in table.splitlines() if line.startswith("|  ")]
        assert marks == ["numbers", "exact", "bounded"]
    assert "bounded: P(EV \\> 0), mean gain, EV when favourable" in banker
    assert "bounded: P(EV \\> 0), mean gain, mean EV, EV when favourable" in best, "of the best bet too"


def test_what_is_not_0_is_not_shown_as_0() -> None:
    tiny = Fraction(1, 10**9)
    for low, high, digits, text in ((tiny, 2 * tiny, 6, "< 0.000001"), (-tiny, tiny, 6, "+-0.000001"),
                                    (tiny, tiny, 6, "< 0.000001"), (Fraction(0), Fraction(0), 6, "0.000000"),
                                    (Fraction(1149, 1000), Fraction(1251, 1000), 1, "1.1 to 1.3")):
        assert show(Interval(low, high), "probability", digits) == text
    assert show(Interval(-2 * tiny, -tiny), "signed percent", 6) == "> -0.0001 %"
    assert show(Interval(Fraction(1), Fraction(5, 4)), "signed percent", 3) == "+100.0 to +125.0 %"


def test_a_title_names_the_shoe_in_play(capsys: pytest.CaptureFixture[str]) -> None:
    for command, shoe, title in (("best", ["--decks", "1"], "Punto banco, one deck: the most favourable sub-shoes"),
                                 ("sweep", ["--remove", "9"],
                                  "Punto banco, eight decks without 1 card: every sub-shoe"),
                                 ("best", [], "Punto banco, eight decks: the most favourable sub-shoes")):
        assert main([command, *shoe, "--cards-left", "6", "--bets", "tie"]) == 0
        assert capsys.readouterr().out.splitlines()[0] == title


def test_ctrl_c_says_how_to_go_on(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
                                  tmp_path: Path) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("exact.analysis.shoe.perfect_play.perfect_play", interrupted)
    words = ["sweep", "--decks", "1", "--cards-left", "8", "--bets", "player"]
    assert main(words) == 130
    assert "with --resume DIR finished parts would be kept" in capsys.readouterr().err
    assert main([*words, "--resume", str(tmp_path)]) == 130
    assert f"with --resume {tmp_path}, goes on" in capsys.readouterr().err


def test_a_cut_is_refused_before_the_sweep(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("exact.analysis.shoe.perfect_play.perfect_play", lambda *_: pytest.fail("the sweep was run"))
    assert main(["sweep", "--decks", "1", "--cut", "5"]) == 2
    assert "--cut 5: the gain is known from 6 cards left on" in capsys.readouterr().err
