"""Figures with the judgement that each must get, through the command: its status, its sentence, and the exact value."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from exact.cli import main

CASES = json.loads((Path(__file__).parents[2] / "published" / "data" / "evidence.json").read_text("utf-8"))["claims"]


@pytest.mark.parametrize("case", CASES, ids=["; ".join(case["claims"]) for case in CASES])
def test_judgement(case, capsys):
    status = main(["claims", "--decks", case["decks"], *case["claims"], "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    assert (status == 0, data["right"], data["verdict"].startswith("right")) == (case["right"],) * 3
    assert case["says"] in data["verdict"]
    assert [one["claim"] for one in data["claims"]] == case["claims"]
    assert all((one["explanation"] is None) >= one["right"] for one in data["claims"])
    for one, exact in zip(data["claims"], case.get("exact", ()), strict=False):
        places = len(exact.partition(".")[2])
        assert round(Fraction(one["exact"]["fraction"]), places) == Fraction(exact)


def test_a_set_is_right_only_on_one_shoe(capsys):
    """Each is right on some shoe, and no shoe has both."""
    assert main(["claims", "tie edge 14.36%"]) == main(["claims", "tie edge 14.44%"]) == 0
    assert main(["claims", "tie edge 14.36%", "tie edge 14.44%"]) == 1
    assert "Verdict: wrong as a set" in capsys.readouterr().out


def test_lines_are_named(capsys):
    assert main(["claims", "--decks", "8", "lucky-7 line 'three cards' probability 0.0273",
                 "tie line 'no tie' probability 90.48%"]) == 0
    assert main(["claims", "--decks", "8", "tie line 'x' probability 9.5%"]) == 2
    assert "its lines are" in capsys.readouterr().err


def test_csv_has_one_row_for_each_claim_whatever_is_claimed(capsys):
    layouts = set()
    for claims in (["tie edge 14.36%"], ["tie edge 14.1%", "player probability 45.86%"], ["any rtp 98.76%"]):
        main(["claims", "--decks", "8", *claims, "--format", "csv"])
        header, *rows = capsys.readouterr().out.splitlines()
        layouts.add(header)
        assert len(rows) == len(claims)
    assert layouts == {"page,decks_stated,bet,quantity,printed,exact,exact_fraction,right,explanation,standing,verdict"}
