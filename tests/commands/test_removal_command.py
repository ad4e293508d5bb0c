"""`exact removal`, and the removal blocks of `exact report`, where some effect or some vector is not defined."""

import csv
import io
import json

import pytest

from exact.cli import main

ONE_SIX = "0=10 6=1 A=3 2=3"
TWO_SIXES = "0=10 6=3 A=3 2=3"
"""Insurance against a 6 needs Banker's first two cards to make one: with these cards, a six or nothing."""


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
    assert "the effects on each bet that has them all add up to 0 exactly" in text
    cells = [row for row in csv_rows(answer(capsys, *arguments, "--format", "csv"))
             if (row["table"], row["row"], row["quantity"]) == ("removal", "6", "insurance-6")]
    assert [(row["decimal"], row["fraction"]) for row in cells] == [("", "")]


def test_a_whole_report_names_no_card_that_has_no_effect(capsys):
    text = answer(capsys, "report", "--full", "--bets", "insurance-6,player", "--shoe", ONE_SIX)
    assert "insurance-6 gains most without a 0 and loses most without a 2" in " ".join(text.split())


@pytest.mark.parametrize("bets", ["insurance-6", "all"])
def test_a_report_on_bets_that_one_card_takes_away(capsys, bets):
    assert "never on offer" in answer(capsys, "report", "--bets", bets, "--shoe", ONE_SIX)
