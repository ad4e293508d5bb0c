"""`exact formula` and `exact removal` as a user meets them."""

import csv
import io
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
import sympy

from exact.analysis.odds.laws import bet_law
from exact.cli import main
from exact.game.bets import OUTCOMES
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe

GAME = load_game("punto-banco")


def answer(capsys, *arguments: str) -> str:
    assert main(list(arguments)) == 0
    return capsys.readouterr().out


def fraction(value: dict[str, str]) -> Fraction:
    return Fraction(value["fraction"])


def test_json_holds_formulas_that_a_computer_algebra_system_reads(capsys):
    data = json.loads(answer(capsys, "formula", "--format", "json"))
    assert data["schema"] == "exact-formula/1"
    d = sympy.Symbol(data["variable"])
    for decks in range(1, 13):
        law = bet_law(GAME.rules, OUTCOMES, Shoe.decks(decks))
        for i, outcome in enumerate(data["outcomes"]):
            value = sympy.sympify(outcome["probability"]["formula"]).subs(d, decks)
            assert Fraction(int(value.p), int(value.q)) == law.probability(i)
        for bet in data["bets"]:
            value = sympy.sympify(bet["house_edge"]["formula"]).subs(d, decks)
            true = bet_law(GAME.rules, GAME.named(bet["name"]), Shoe.decks(decks)).house_edge
            assert Fraction(int(value.p), int(value.q)) == true
    for i, outcome in enumerate(data["outcomes"]):
        assert fraction(outcome["probability"]["at"]["value"]) == bet_law(GAME.rules, OUTCOMES,
                                                                         Shoe.decks(8)).probability(i)
        assert fraction(outcome["probability"]["limit"]) == bet_law(GAME.rules, OUTCOMES,
                                                                   Shoe.infinite_deck()).probability(i)


def test_the_break_even_tie_payout(capsys):
    text = answer(capsys, "formula", "--bets", "tie", "--solve", "pay")
    assert "9.509062" in text
    data = json.loads(answer(capsys, "formula", "--bets", "tie", "--solve", "pay:1", "--format", "json"))
    (found,) = data["solve"]
    assert found["break_even"]["at"]["value"]["decimal"].startswith("9.50906")
    x = sympy.sympify(found["break_even"]["formula"])
    assert sympy.simplify(sympy.sympify(found["ev"]["formula"]).subs(sympy.Symbol("x"), x)) == 0


def test_the_break_even_commission(capsys):
    data = json.loads(answer(capsys, "formula", "--bets", "banker", "--solve", "commission", "--format", "json"))
    (found,) = data["solve"]
    law = bet_law(GAME.rules, OUTCOMES, Shoe.decks(8))
    assert fraction(found["break_even"]["at"]["value"]) == 1 - law.probability(0) / law.probability(1)


def test_text_reads_as_equations_and_fits_the_terminal(capsys):
    text = answer(capsys, "formula", "--bets", "banker,player", "--solve", "commission", "--decks", "6", "--lines")
    assert max(map(len, text.splitlines())) <= 100
    start = text.index("B(d) =") + 6
    written = " ".join(text[start:text.index("\n\n", start)].split())
    value = sympy.sympify(written).subs(sympy.Symbol("d"), 8)
    assert Fraction(int(value.p), int(value.q)) == bet_law(GAME.rules, OUTCOMES, Shoe.decks(8)).probability(1)


def test_latex_is_a_document_with_equations(capsys):
    text = answer(capsys, "formula", "--bets", "banker:4-percent", "--solve", "commission", "--format", "latex")
    assert text.startswith("\\documentclass")
    assert "\\formula{B(d) = \\frac{8 d \\left(35403904 d^{4}" in text
    for opening, closing in ("{}", ("\\left", "\\right"), ("\\begin{", "\\end{")):
        assert text.count(opening) == text.count(closing)


@pytest.mark.parametrize("form", ["markdown", "html", "csv"])
def test_every_format_carries_the_formulas(capsys, form):
    assert "35403904*d**4" in answer(capsys, "formula", "--format", form)


def test_without_a_number_of_decks_only_the_limit_is_shown(capsys):
    data = json.loads(answer(capsys, "formula", "--bets", "tie", "--decks", "inf", "--format", "json"))
    assert data["outcomes"][0]["probability"]["at"] is None
    assert "Values in the limit" in answer(capsys, "formula", "--bets", "tie", "--decks", "inf")


def test_bets_named_one_by_one_are_all_kept(capsys):
    for given, names in ((["--bets", "tie", "--bets", "banker"], ["tie", "banker"]),
                         (["--bets", "main", "--bets", "dragon-7"], ["player", "banker", "tie", "dragon-7"]),
                         (["--bets", "tie,banker", "--bets", "tie"], ["tie", "banker"])):
        data = json.loads(answer(capsys, "formula", *given, "--format", "json"))
        assert [bet["name"] for bet in data["bets"]] == names


def test_a_value_that_is_not_defined_says_why(capsys):
    text = " ".join(answer(capsys, "formula", "--bets", "player-suited-pair", "--solve", "pay", "--decks", "1").split())
    assert "n/a at 1 deck, x, the net pay to 1 of line 1" in text
    assert "the EV does not depend on x there, so no x breaks even." in text
    assert "n/a" not in answer(capsys, "formula", "--bets", "player-suited-pair", "--solve", "pay", "--decks", "2")


def test_a_commission_is_solved_only_where_there_is_one(capsys):
    arguments = ["formula", "--bets", "player,banker", "--solve", "commission"]
    assert "No commission is taken on player." in answer(capsys, *arguments)
    data = json.loads(answer(capsys, *arguments, "--format", "json"))
    assert [solution["bet"] for solution in data["solve"]] == ["banker"]
    data = json.loads(answer(capsys, "formula", "--bets", "banker:no-commission", "--solve", "commission", "--format",
                             "json"))
    assert len(data["solve"]) == 1


def test_csv_has_formulas_in_a_column_of_their_own_and_each_limit_once(capsys):
    rows = list(csv.DictReader(io.StringIO(answer(capsys, "formula", "--bets", "tie", "--format", "csv"))))
    for row in rows:
        assert (row["quantity"] == "formula") == bool(row["formula"])
        if row["fraction"]:
            assert Fraction(row["fraction"]) is not None
    limits = [row["row"] for row in rows if "limit" in row["quantity"]]
    assert len(limits) == len(set(limits)) == 5


@pytest.mark.parametrize("digits", ["0", "17", "40", "60"])
def test_many_digits_fit_the_terminal(capsys, digits):
    text = answer(capsys, "formula", "--bets", "tie", "--digits", digits, "--solve", "pay")
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize(("arguments", "words"), [
    (["formula", "--bets", "tie,dragon-7", "--solve", "commission"], "no commission is taken on tie, dragon-7"),
    (["formula", "--bets", "tie", "--bets", "all"], "name the bets"),
    (["formula", "--bets", "nobody"], "nobody"),
    (["formula", "--bets", "all"], "name the bets"),
    (["formula", "--bets", ""], "names no bet"),
    (["formula", "--bets", "tie", "--solve", "pay:9"], "line 9 of 2"),
    (["formula", "--bets", "tie", "--decks", "8", "--game", "nowhere.toml"], "nowhere.toml"),
    (["removal", "--decks", "inf"], "infinite"),
    (["removal", "--vector", "4=33"], "holds 32"),
    (["removal", "--vector", "4=999999999999"], "holds 32"),
    (["removal", "--vector", "0,K"], "overlap"),
    (["removal", "--vector", "4=x"], "KIND=NUMBER"),
    (["removal", "--vector", ""], "names no card"),
    (["removal", "--vector", "11"], "11"),
    (["removal", "--shoe", "9=6"], "larger shoe"),
])
def test_bad_input_is_one_line(capsys, arguments, words):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("error: ")
    assert err.count("\n") == 1
    assert words in err


@pytest.mark.parametrize(("option", "value"), [("--solve", "x"), ("--solve", "pay:0"), ("--solve", "pay:"),
                                               ("--decks", "0"), ("--format", "pdf")])
def test_bad_options_are_one_line(capsys, option, value):
    try:
        status = main(["formula", option, value])
    except SystemExit as stopped:
        status = stopped.code
    assert status == 2
    err = capsys.readouterr().err
    assert err.startswith("error: ")
    assert err.count("\n") == 1


def test_removal_tables_fit_the_terminal_and_hold_exact_changes(capsys):
    for arguments in (["--decks", "1"], ["--bets", "tie", "--decks", "1", "--vector", "4,4,9"]):
        assert max(map(len, answer(capsys, "removal", *arguments).splitlines())) <= 100
    data = json.loads(answer(capsys, "removal", "--bets", "player", "--vector", "4=2 9=1", "--format", "json"))
    assert data["schema"] == "exact-removal/1"
    (bet,) = data["bets"]
    (found,) = bet["vectors"]
    before, after = (bet_law(GAME.rules, GAME.named("player"), shoe).ev
                     for shoe in (Shoe.decks(8), Shoe.decks(8).remove("4", "4", "9")))
    assert found["removed"] == {"4": 2, "9": 1}
    assert fraction(found["ev_change"]) == after - before
    assert fraction(found["first_order"]) - fraction(found["first_order_error"]) == after - before
    assert len(bet["second_order"]) == 55


def test_a_process_of_its_own_gives_the_same_bytes(tmp_path: Path, capsys):
    root = Path(__file__).parents[2]
    arguments = ["formula", "--bets", "tie", "--format", "json"]
    alone = subprocess.run([sys.executable, "-m", "exact", *arguments], cwd=tmp_path, check=True, capture_output=True,
                           text=True, env=os.environ | {"PYTHONPATH": str(root)}).stdout
    assert alone == answer(capsys, *arguments)


@pytest.mark.parametrize(("bet", "line", "edge"), [("tie", 0, "5%"), ("dragon-7", 0, "7.5%"), ("lucky-6", 1, "1/20")])
def test_the_pay_that_gives_an_edge(capsys, bet, line, edge):
    words = ("--bets", bet, "--solve", f"pay:{line + 1}", "--edge", edge, "--decks", "6", "--format", "json")
    (found,) = json.loads(answer(capsys, "formula", *words))["solve"]
    wanted = Fraction(found["edge"]["fraction"])
    law = bet_law(GAME.rules, GAME.named(bet), Shoe.decks(6))
    x = fraction(found["solution"]["at"]["value"])

    def edge_at(pay):
        return law.house_edge - (pay - law.bet.lines[line].pays) * law.probability(line)

    assert edge_at(x) == wanted == Fraction({"5%": "1/20", "7.5%": "3/40", "1/20": "1/20"}[edge])
    low, high = (fraction(one["x"]) for one in found["nearest"])
    assert low <= x <= high == low + 1
    assert [fraction(one["house_edge"]) for one in found["nearest"]] == [edge_at(low), edge_at(high)]


def test_the_commission_that_gives_an_edge(capsys):
    data = json.loads(answer(capsys, "formula", "--bets", "banker", "--solve", "commission", "--edge", "1%", "--format",
                             "json"))
    rate = fraction(data["solve"][0]["solution"]["at"]["value"])
    assert bet_law(GAME.rules, GAME.at_commission("banker", rate), Shoe.decks(8)).house_edge == Fraction(1, 100)


def test_the_edge_of_a_bet_with_a_line_that_pushes(capsys):
    data = json.loads(answer(capsys, "formula", "--bets", "lucky-6", "--solve", "push", "--edge", "5%", "--format",
                             "json"))
    law = bet_law(GAME.rules, GAME.named("lucky-6"), Shoe.decks(8))
    assert {one["line"]: fraction(one["house_edge"]["at"]["value"]) for one in data["pushed"]} == {
        i + 1: law.house_edge + law.contribution(i) for i in range(len(law.bet.lines))}


@pytest.mark.parametrize(("words", "line"), [
    (("--edge", "5%"), "error: --edge: goes with --solve"), (("--solve", "pay", "--edge", "x"), "'x' is not a number"),
    (("--solve", "pay", "--edge", "200%"), "error: --edge 200 %: write a house edge from -100 % to 100 %")])
def test_edges_that_are_none(capsys, words, line):
    assert main(["formula", "--bets", "tie", *words]) == 2
    assert line in capsys.readouterr().err
