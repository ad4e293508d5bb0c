"""Logs in the layouts of public files are judged by one command, unedited, and come out as they were made."""

import json
from pathlib import Path

import pytest

from exact.analysis.odds.dealt import read_dealt
from exact.analysis.odds.laws import Study
from exact.cli import main
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe

DATA = Path(__file__).parent / "data"
GAME = load_game("punto-banco")


@pytest.fixture
def judged(capsys):
    def judge(name, *options, status=0):
        assert main(["audit", str(DATA / name), *options, "--format", "json"]) == status
        return json.loads(capsys.readouterr().out)
    return judge


def observed(data):
    return tuple(int(one["observed"]) for one in data["outcomes"])


@pytest.mark.parametrize(("name", "decks", "reads", "rows", "outcomes"), [
    ("pcard-columns.csv", 6, "cards", 853, (349, 431, 73)), ("rounds.jsonl", 8, "cards", 335, (144, 158, 33)),
    ("results.txt", 8, "results", 2460, (1110, 1103, 247)), ("winners.csv.gz", 8, "results", 985, (434, 463, 88)),
    ("counts-per-shoe.csv", 8, "results", 3260, (1454, 1498, 308))])
def test_a_good_log_is_clean(judged, name, decks, reads, rows, outcomes):
    data = judged(name, "--decks", str(decks))
    assert (data["reads"], data["rows"], data["judged"], data["fault_count"]) == (reads, rows, rows, 0)
    assert observed(data) == outcomes
    assert all(one["p"] > 0.001 for one in data["outcomes"])


def test_ties_paid_as_losses_are_wrong_payouts_and_no_evidence_against_the_cards(judged):
    data = judged("ties-paid-as-losses.csv", "--decks", "6", status=1)
    assert (data["rows"], data["judged"], data["fault_kinds"]) == (1210, 1210, {"wrong payout": 107})
    assert observed(data) == (505, 598, 107)
    assert all(one["p"] > 0.01 for one in data["outcomes"])


def test_stale_third_cards_are_faults_and_what_they_leave_has_no_p_value(judged):
    data = judged("stale-third-cards.csv", status=1)
    assert (data["rows"], sum(data["left_out"].values())) == (818, 567)
    assert data["judged"] + data["skipped"] == 818 - 567
    assert "coup after the cut card" not in data["fault_kinds"], "of a shoe that cannot be, nobody knows what is left"
    assert {one["p"] for one in data["outcomes"]} == {data["p_value"]} == {None}


def test_the_rule_of_a_program_is_found_by_the_coups_that_break_the_tableau(judged, tmp_path, capsys):
    data = judged("shoe.json", "--explain-faults", status=1)
    assert (data["rows"], data["fault_kinds"]) == (81, {"missing third card": 3})
    best = data["explained"]["deviations"][0]
    assert (best["deviation"], best["remaining"]) == ("Banker stands whenever Player's three cards make 8, 9", 0)
    file = tmp_path / "program.toml"
    file.write_text('extends = "punto-banco"\n[[rules.deviations]]\nbanker = "stands"\nplayer_total = [8, 9]\n'
                    'player_cards = 3\n')
    assert main(["audit", str(DATA / "shoe.json"), "--game", str(file), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["fault_count"] == 0


def test_what_was_understood_is_told_column_by_column(judged):
    data = judged("winners.csv.gz")
    assert data["shoes"] == 12
    assert [one["column"] for one in data["understood"]] == ["靴", "局", "结果", "player total", "banker total"]
    assert judged("counts-per-shoe.csv")["ignored"] == ["date"]


def test_my_shoe_so_far_and_this_coup(capsys):
    assert main(["odds", "--seen", str(DATA / "my-shoe.txt"), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (len(data["coups"]), data["in_progress"]) == (9, "Player T, Banker 9, Player K")
    shoe = Shoe.decks(8)
    for line in (DATA / "my-shoe.txt").read_text().splitlines():
        shoe = shoe.remove(*line.split())
    now = Study(GAME.rules, (), read_dealt("PT B9 PK", GAME.rules)).odds(shoe)
    assert [(one["count"], one["of"]) for one in data["next"]["outcomes"]] == [
        (str(count), str(now.of)) for _, count in now.outcomes]
