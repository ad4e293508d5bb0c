"""`exact removal`, and the removal blocks of `exact report`, where some effect or some vector is not defined."""

import csv
import io
import json

import pytest

from exact.cli import main

ONE_SIX = "0=10 6=1 A=3 2=3"
THREE_SIXES = "0=10 6=3 A=3 2=3"
"""Insurance against a 6 needs Banker's first two cards to make one: with these cards, a six and a ten."""


def answer(capsys, *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def csv_rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_report_shows_an_effect_that_is_not_defined_as_such(capsys):
    arguments = ["report", "--bets", "insurance-6,player", "--shoe", ONE_SIX]
    data = json.loads(answer(capsys, *arguments, "--format", "json"))
    undefined = [(row["bet"], row["card"]) for row in data["removal"] if row["ev_change"] is None]
    assert undefined == [("insurance-6", "6")]
    assert len(data["removal"]) == 8
    text = answer(capsys, *arguments)
    assert "n/a: with one card less of 6, insurance-6 is never on offer" in text
    assert "the effects on each bet that has them all add up to 0 exactly" in " ".join(text.split())
    cells = [row for row in csv_rows(answer(capsys, *arguments, "--format", "csv"))
             if (row["table"], row["row"], row["quantity"]) == ("removal", "6", "insurance-6")]
    assert [(row["decimal"], row["fraction"]) for row in cells] == [("", "")]


def test_a_whole_report_names_no_card_that_has_no_effect(capsys):
    text = answer(capsys, "report", "--full", "--bets", "insurance-6,player", "--shoe", ONE_SIX)
    assert "insurance-6 gains most without a ten-valued card and loses most without a 2" in " ".join(text.split())


@pytest.mark.parametrize("bets", ["insurance-6", pytest.param("all", marks=pytest.mark.long)])
def test_a_report_on_bets_that_one_card_takes_away(capsys, bets):
    assert "never on offer" in answer(capsys, "report", "--bets", bets, "--shoe", ONE_SIX)


def test_effects_and_vectors_that_are_not_defined_are_null_and_the_rest_stands(capsys):
    arguments = ["removal", "--bets", "insurance-6", "--shoe", ONE_SIX, "--vector", "6", "--vector", "A"]
    (bet,) = json.loads(answer(capsys, *arguments, "--format", "json"))["bets"]
    single = {row["card"]: (row["ev_change"] is None, row["reason"] is None) for row in bet["first_order"]}
    assert single == {"0": (False, True), "A": (False, True), "2": (False, True), "6": (True, False)}
    pairs = {"".join(row["cards"]): row for row in bet["second_order"]}
    assert {name for name, row in pairs.items() if row["interaction"] is None} == {"06", "A6", "26", "66"}
    assert "never on offer" in pairs["06"]["reason"]
    assert "two such cards" in pairs["66"]["reason"]
    assert pairs["0A"]["reason"] is None
    lost, kept = bet["vectors"]
    assert {key for key, value in lost.items() if value is None} == {
        "ev", "ev_change", "first_order", "first_order_error", "second_order", "second_order_error"}
    assert kept["first_order_error"]["fraction"] == "0/1"
    text = answer(capsys, *arguments)
    assert "n/a after 6=1: the bet is never on offer then, and has no EV." in text
    assert "n/a for 6 6: the shoe does not hold two such cards." in text


@pytest.mark.parametrize("bets", ["insurance-6", "player,insurance-6,tie"])
def test_default_vectors_that_take_a_bet_away_do_not_stop_the_rest(capsys, bets):
    text = answer(capsys, "removal", "--bets", bets, "--shoe", THREE_SIXES)
    assert "n/a after 0=10; 6=3: the bet is never on offer" in text


def test_one_table_of_interactions_in_csv_with_plain_values(capsys):
    arguments = ["removal", "--bets", "banker,player"]
    rows = csv_rows(answer(capsys, *arguments, "--format", "csv"))
    assert {row["table"] for row in rows} == {"interactions of banker", "removals of banker", "interactions of player",
                                              "removals of player"}
    square = [row for row in rows if row["table"] == "interactions of banker"]
    assert len(square) == 11 * 10
    assert not any("10^-7" in row["quantity"] for row in rows)
    text = answer(capsys, *arguments)
    assert max(map(len, text.splitlines())) <= 100
    assert "10^-7 of the stake" in " ".join(text.split())


def test_one_card_out_of_seven_is_a_removal_without_interactions(capsys):
    arguments = ["removal", "--bets", "player", "--shoe", "0=7"]
    (bet,) = json.loads(answer(capsys, *arguments, "--vector", "0", "--format", "json"))["bets"]
    assert [row["ev_change"]["fraction"] for row in bet["first_order"]] == ["0/1"]
    assert [row["interaction"] for row in bet["second_order"]] == [None]
    assert "two cards less" in bet["second_order"][0]["reason"]
    assert bet["vectors"][0]["ev_change"]["fraction"] == "0/1"
    assert "n/a for all pairs: with two cards less" in answer(capsys, *arguments, "--vector", "0")
    assert "fewer cards than a coup may need" in answer(capsys, *arguments)


def test_a_bet_on_suits_in_a_shoe_of_seven(capsys):
    shoe = " ".join(f"{rank}h=1" for rank in "A23456") + " 7c=1"
    text = answer(capsys, "removal", "--bets", "player-suited-pair", "--shoe", shoe, "--vector", "7c")
    assert "n/a for all pairs" in text or "0 strongest of 0" in text


@pytest.mark.parametrize(("arguments", "words"), [
    (["--vector", "11"], ["--vector '11'", "not a card"]),
    (["--vector", "A", "--vector", "4=33"], ["--vector '4=33'", "holds 32"]),
    (["--vector", "0", "--bets", "player-pair"], ["--vector '0'", "player-pair"]),
    (["--shoe", "A=100 K=2", "--vector", "T=1"], ["card T: not in the shoe, which has 102 cards: K=2 A=100"]),
    (["--shoe", "A=8", "--vector", "A=3"], ["--vector 'A=3'", "5 cards are left"]),
    (["--shoe", "A=6"], ["one card less"]),
])
def test_a_vector_that_cannot_be_removed_is_named(capsys, arguments, words):
    assert main(["removal", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    for word in words:
        assert word in err
