"""`exact count` and `exact simulate` from the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import pytest

from exact.cli import main

DRAGON = ["count", "--bets", "dragon-7", "--tags", "4-7=-1 8-9=2"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = main(list(arguments))
    out, err = capsys.readouterr()
    return status, out, err


def data(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    status, out, _ = run(capsys, *arguments, "--format", "json")
    assert status == 0
    found: dict[str, Any] = json.loads(out)
    return found


def test_json_of_a_count(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, *DRAGON, "--trigger", "4", "--decks", "8", "--cards-left", "52,410")
    assert found["schema"] == "exact-count/1"
    assert list(found)[-1] == "provenance"
    assert found["bet"] == "dragon-7"
    assert found["tags"] == {"0": "0", "A": "0", "2": "0", "3": "0", "4": "-1", "5": "-1", "6": "-1", "7": "-1",
                             "8": "2", "9": "2"}
    assert found["trigger"] == "true count >= 4"
    assert found["shoe"]["cards"] == 416
    at_52, at_410 = found["depths"]
    assert at_52["cards_left"] == 52
    assert abs(Fraction(at_52["trigger_probability"]["fraction"]) - Fraction("0.3000991818")) < Fraction(1, 10**9)
    assert abs(Fraction(at_52["ev_when_triggered"]["fraction"]) - Fraction("0.0858101609")) < Fraction(1, 10**9)
    assert Fraction(at_52["gain_per_coup"]["fraction"]) == (
        Fraction(at_52["trigger_probability"]["fraction"]) * Fraction(at_52["ev_when_triggered"]["fraction"]))
    assert at_410["trigger_probability"]["fraction"] == "0/1"
    assert at_410["ev_when_triggered"] is None
    assert at_52["perfect_play_normal"]["kind"] == "approximate"


def test_a_value_may_begin_with_a_minus(capsys: pytest.CaptureFixture[str]) -> None:
    """Ten tags, or a trigger, as they are printed: no equals sign is needed, and the command is kept as given."""
    count = ["count", "--bets", "tie", "--decks", "1", "--cards-left", "20"]
    apart = data(capsys, *count, "--tags", "-1,0,0,1/2,0,0,0,0,0,-.5", "--trigger", "-2", "--start", "-1/2")
    joined = data(capsys, *count, "--tags=-1,0,0,1/2,0,0,0,0,0,-.5", "--trigger=-2", "--start=-1/2")
    assert {**apart, "provenance": 0} == {**joined, "provenance": 0}
    assert (apart["tags"]["A"], apart["tags"]["0"], apart["start"]) == ("-1", "-1/2", "-1/2")
    assert "--tags -1,0,0,1/2" in apart["provenance"]["command"]


def test_curve_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, *DRAGON, "--trigger", "4", "--decks", "1", "--cards-left", "20", "--curve")
    counts = found["curves"][0]["counts"]
    assert sum(Fraction(row["probability"]["fraction"]) for row in counts) == 1
    assert (sum(Fraction(row["probability"]["fraction"]) * Fraction(row["ev"]["fraction"]) for row in counts)
            == Fraction(found["depths"][0]["mean_ev"]["fraction"]))
    reached = [row for row in counts if Fraction(row["compared"]) >= 4]
    assert (sum(Fraction(row["probability"]["fraction"]) for row in reached)
            == Fraction(found["depths"][0]["trigger_probability"]["fraction"]))


def test_several_bets_by_one_count_and_a_whole_shoe(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "count", "--bets", "dragon-7,panda-8", "--tags", "4-7=-1 8-9=2",
                         "--trigger", "4", "--decks", "1", "--cards-left", "26", "--per-shoe", "--burn", "none")
    assert status == 0
    assert "Panda 8: true count >= 4" in out
    assert out.count("units won per shoe ") == 2
    assert "approximate" in out
    assert "random sub-shoe of their number" in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 102


INSURANCE = ('[insured]\ntitle = "Tie after a Banker 6"\noffered = { banker.two_card_total = 6 }\nlines = ['
             '{ event = "tie", when = { winner = "tie" }, pays = 5 }, { event = "no tie", pays = -1 }]\n')


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    status, out, _ = run(capsys, *arguments)
    assert status == 0
    return " ".join(out.split())


def test_what_does_not_exist_says_why(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "insurance.toml"
    path.write_text(INSURANCE)
    count = ["count", "--bet-file", str(path), "--tags", "4-7=-1 8,9=2", "--decks", "1", "--cards-left", "20,52"]
    insured = shown(capsys, *count, "--bets", "insured", "--trigger", "1", "--per-shoe", "--burn", "none")
    assert "bet made" in insured
    assert "the EV is that of a bet made" in insured
    assert "n/a with 20, 52 cards left: SD of EV, perfect play~ and betting correlation: bet insured" in insured
    assert "n/a: N0 and the Kelly fraction do not exist" in insured
    dragon = shown(capsys, *count, "--bets", "dragon-7", "--trigger", "99", "--per-shoe", "--burn", "none")
    assert "n/a: no bet is ever made." in dragon
    assert "n/a with 52 cards left: betting correlation: does not exist" in dragon
    assert "none: no trigger gains at this depth" in dragon
    status, out, err = run(capsys, *count, "--bets", "insured", "--trigger", "1", "--perfect", "9")
    assert (status, out, "--perfect: bet insured" in err) == (2, "", True)


def test_errors_of_a_simulation_that_do_not_exist_say_why(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "insurance.toml"
    path.write_text(INSURANCE.replace("two_card_total = 6", "two_card_total = 9"))
    one = ["simulate", "--decks", "1", "--burn", "none", "--shoes", "1"]
    assert "n/a under standard error" in shown(capsys, *one)
    assert "n/a: no bet was made." in shown(capsys, *one, "--tags", "9=1", "--trigger", "99")
    never = next(text for seed in range(1, 20) if "n/a: no bet was made." in (
        text := shown(capsys, *one, "--bet-file", str(path), "--bets", "insured", "--seed", str(seed))))
    assert "EV of Tie after a Banker 6 n/a n/a" in never


def test_the_best_trigger_follows_the_divisor_and_bets_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    """With 40 cards left half a deck divides, not 40/52."""
    count = [*DRAGON, "--decks", "1", "--cards-left", "40", "--trigger", "1", "--bets", "panda-8"]
    exact, half = (data(capsys, *count, "--divisor", divisor) for divisor in ("exact", "half-deck"))
    assert [item["bet"] for item in (exact, *exact["also"])] == ["dragon-7", "panda-8"]
    least = int(exact["depths"][0]["best"]["running_count"])
    assert half["depths"][0]["best"]["running_count"] == str(least)
    assert f">= {least * 52 / 40:+g}" in shown(capsys, *count)
    assert f">= {least * 2:+g}" in shown(capsys, *count, "--divisor", "half-deck")
    running = shown(capsys, *count[:-4], "--trigger", "rc>=1")
    assert f"40 >= {least:+}" in running


def test_insurance_bets_count_the_bets_that_can_be_made(capsys: pytest.CaptureFixture[str],
                                                       tmp_path: Any) -> None:
    path = tmp_path / "insurance.toml"
    path.write_text(INSURANCE)
    found = data(capsys, "count", "--bet-file", str(path), "--bets", "insured", "--tags", "0=-1 A=-1 6,7=3 8,9=-2 2=1",
                 "--trigger", "-99", "--decks", "1", "--cards-left", "26")
    row = found["depths"][0]
    odds = data(capsys, "odds", "--bet-file", str(path), "--bets", "insured", "--decks", "1")
    rtp = Fraction(odds["bets"][0]["rtp"]["fraction"])
    assert row["trigger_probability"]["fraction"] == "1/1"
    assert Fraction(row["ev_when_triggered"]["fraction"]) == rtp - 1
    assert 0 < Fraction(row["bet_probability"]["fraction"]) < Fraction(1, 5)
    assert row["ev_std_dev"] is None


def test_search(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "count", "--bets", "dragon-7", "--search", "1", "--decks", "8", "--cards-left", "26,52",
                 "--keep", "4", "--tags", "4-7=-1 8-9=2")["search"]
    assert len(found["counts"]) == 4
    assert found["counts"][0]["tags"]["8"] == "1"
    assert [item["name"] for item in found["others"]] == ["effects of removal, rounded to 10", "the count given"]
    assert Fraction(found["others"][0]["gain"]["fraction"]) > Fraction(found["counts"][0]["gain"]["fraction"])
    square = Fraction(found["others"][1]["betting_correlation"]["square"])
    assert f"{sqrt(square):.4f}" == "0.9642"


@pytest.mark.parametrize(("bet", "tags", "negative"), [
    ("dragon-7", "9h=1", False), ("lucky-nines", "4-7=-1 8,9=2", True), ("dragon-7", "4-7=1 8,9=-2", True)])
def test_correlation_where_bet_and_count_tell_other_cards_apart(capsys: pytest.CaptureFixture[str], bet: str,
                                                                tags: str, negative: bool) -> None:
    """At a depth and in a search, with its sign."""
    found = data(capsys, "count", "--bets", bet, "--tags", tags, "--trigger", "1", "--decks", "1", "--cards-left", "20",
                 "--search", "1", "--keep", "1")
    assert found["depths"][0]["betting_correlation"]["decimal"].startswith("-") == negative
    assert found["search"]["others"][1]["betting_correlation"]["decimal"].startswith("-") == negative


def test_search_over_a_whole_shoe(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "count", "--bets", "dragon-7", "--search", "1", "--decks", "1", "--cards-left", "20",
                 "--keep", "2", "--per-shoe", "--burn", "none")["search"]["per_shoe"]
    assert [item["name"] for item in found["counts"]] == ["1", "2", "effects of removal, rounded to 10"]
    for item in found["counts"]:
        tags = {card: Fraction(tag) for card, tag in item["tags"].items()}
        assert sum(tags.values()) + 3 * tags["0"] == 0
        assert float(item["units_per_shoe"]["decimal"]) > 0


@pytest.mark.parametrize(("arguments", "error"), [
    ([*DRAGON, "--trigger", "x"], "--trigger 'x'"),
    ([*DRAGON], "--tags without --trigger"),
    (["count", "--bets", "tie", "--trigger", "4"], "give --tags"),
    (["count", "--bets", "tie", "--trigger", "4", "--search", "1"], "--trigger without --tags"),
    (["count", "--bets", "tie"], "give --tags"),
    (["count", "--bets", "nosuch", "--tags", "9=1", "--trigger", "1"], "bet 'nosuch'"),
    (["count", "--bets", ",", "--tags", "9=1", "--trigger", "1"], "--bets: names no bet"),
    (["count", "--bets", "tie", "--tags", "X=1", "--trigger", "1"], "'X'"),
    (["count", "--bets", "tie", "--tags", "4=1 4=2", "--trigger", "1"], "--tags '4=2': 4 has a tag already"),
    (["count", "--bets", "tie", "--tags", "9=1", "--start", "z", "--trigger", "1"], "--start: 'z'"),
    ([*DRAGON, "--trigger", "4", "--cards-left", "5"], "must be within 6"),
    ([*DRAGON, "--trigger", "4", "--cards-left", "417"], "to 416"),
    ([*DRAGON, "--trigger", "4", "--cards-left", "30-20"], "the lower number first"),
    ([*DRAGON, "--trigger", "4", "--cards-left", "a"], "write numbers of cards"),
    ([*DRAGON, "--trigger", "4", "--decks", "inf"], "infinite shoe"),
    ([*DRAGON, "--trigger", "4", "--per-shoe", "--cut", "417"], "--cut 417: the shoe has 416 cards"),
    ([*DRAGON, "--trigger", "4", "--per-shoe", "--shoe", "0=4 9=12"], "the burn and a coup may need 17"),
    ([*DRAGON, "--trigger", "4", "--cut", "20"], "--cut: needs --per-shoe"),
    ([*DRAGON, "--trigger", "4", "--decks-left", "shoe"], "--decks-left: needs --per-shoe"),
    ([*DRAGON, "--trigger", "4", "--keep", "3"], "--keep: needs --search"),
    ([*DRAGON, "--search", "1", "--perfect", "9"], "--perfect: needs --tags and --trigger"),
    ([*DRAGON, "--search", "1", "--curve"], "--curve: needs --tags and --trigger"),
    ([*DRAGON, "--search", "1", "--divisor", "floored"], "--divisor: needs"),
    (["count", "--bets", "tie", "--search", "1", "--start", "3"], "--start: needs --tags"),
    (["count", "--bets", "tie", "--search", "10"], "--search 10: 16,679,880,978,201 vectors"),
    (["count", "--bets", "tie", "--bets", "panda-8", "--search", "1"], "--bets names 2"),
    (["count", "--bets", "all", "--search", "1"], "--bets names"),
    (["count", "--bets", "main", "--search", "1"], "--bets names 3"),
    (["simulate", "--bets", "all"], "--bets all"), (["simulate", "--divisor", "floored"], "--divisor: needs --tags"),
    (["simulate", "--coups", "9"], "--coups: needs --cards-left"),
    (["simulate", "--tags", "9=1", "--trigger", "1", "--cards-left", "20", "--shoes", "9"], "--shoes: needs"),
    (["simulate", "--tags", "9=1", "--trigger", "1", "--cards-left", "20", "--burn", "none"], "--burn: needs"),
    (["count", "--bets", "tie", "--tags", "9=1000000 8=1", "--trigger", "1"], "terms; the most is"),
    (["simulate", "--tags", "9=1"], "go together"), (["simulate", "--cards-left", "20"], "needs --tags and --trigger"),
    (["simulate", "--decks", "inf"], "shoe inf"),
    (["simulate", "--decks", "1", "--cut", "53"], "--cut 53: the shoe has 52"),
    (["simulate", "--tags", "-1,1", "--trigger", "1"], "--tags '-1,1': write KINDS=NUMBER")])
def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str], error: str) -> None:
    status, out, err = run(capsys, *arguments)
    assert (status, out) == (2, "")
    assert err.startswith("error:")
    assert err.count("\n") == 1
    assert error in err


def test_simulate(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["simulate", "--decks", "1", "--burn", "none", "--shoes", "2000", "--seed", "5"]
    alone = data(capsys, *arguments)
    side_by_side = data(capsys, *arguments, "--processes", "3")
    assert {**alone, "provenance": 0} == {**side_by_side, "provenance": 0}
    assert alone["schema"] == "exact-simulate/1"
    assert set(alone["bets"][0]["ev"]) == {"mean", "standard_error", "n", "seed"}
    assert alone["bets"][0]["ev"]["seed"] == 5
    assert (alone["shoes"], alone["coups"].isdigit()) == ("2000", True)
    assert sum(int(shoes) for shoes in alone["distribution"].values()) == 2000


def test_simulate_a_count_and_a_depth(capsys: pytest.CaptureFixture[str]) -> None:
    count = ["--tags", "0=-1 8,9=1 4=2", "--trigger", "1", "--bets", "tie,banker", "--decks", "1"]
    status, out, _ = run(capsys, "simulate", *count, "--shoes", "500")
    assert (status, out.count("units won per shoe")) == (0, 2)
    status, out, _ = run(capsys, "simulate", *count, "--cards-left", "10,30", "--coups", "500")
    assert (status, out.count("EV when reached")) == (0, 4)
