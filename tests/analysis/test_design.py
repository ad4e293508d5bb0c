"""Pay tables with a wanted edge: every one of a range, against each bet read and counted alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from exact import Game
from exact.analysis.counting.law import Counted
from exact.analysis.counting.search import LEVEL, optimal_tags
from exact.analysis.counting.spread import spread
from exact.analysis.design.pay_tables import Design, design
from exact.analysis.odds.laws import bet_law
from exact.cli import main
from exact.errors import ExactError
from exact.game.bet_file import OpenPayError, read_bet
from exact.game.catalogue import load_game
from exact.game.definition import GameDefinition
from exact.game.pays import USUAL, awkwardness, read_ladder
from exact.game.shoe import Shoe
from exact.game.toml_file import read_toml, toml_text
from exact.values import Interval

GAME = load_game("punto-banco")
NEW_BET = "docs/examples/new-bet.toml"
TEN: Mapping[str, Mapping[int, str]] = {
    "tie": {0: "5..12 by 1/2"}, "dragon-7": {0: "30..45"}, "panda-8": {0: "20..30"}, "banker": {0: "0.8..1 by 0.01"},
    "player-pair": {0: "?"}, "perfect-pair": {0: "100..300 by 50", 1: "10..30 by 5"},
    "lucky-6": {0: "8..20", 1: "5..25"},
    "super-tie": {0: "20..80 usual", 1: "1..9", 2: "push | 1/2 | 1"}, "big": {0: "0.4..0.7 by 1/100"},
    "dragon-bonus-player": {0: "10..40 usual", 1: "6..12", 2: "push | 1 | 2"}}
"""Ten bets of the catalogue, with the pays of some of their lines left open."""


def opened(name: str, pays: Mapping[int, str]) -> GameDefinition:
    """The game with a bet `open` that is one of the catalogue, its pays left open."""
    table = {**GAME.with_pays(name, [line["pays"] for line in GAME._table(name, ())["lines"]])}
    lines = [{**line, "pays": pays.get(i, line["pays"])} for i, line in enumerate(table["lines"])]
    return replace(GAME, tables={**GAME.tables, "open": {**table, "lines": lines}})


def brute_force(game: GameDefinition, edge: Interval, decks: tuple[int | None, ...]) -> dict[Any, Any]:
    """The pays of every table whose edges lie in an interval, each table read as a bet of its own and added up."""
    table = game.tables["open"]
    ladders = [read_ladder(line["pays"], "") for line in table["lines"]]
    choices = [ladder.pays if ladder else (line["pays"],) for ladder, line in zip(ladders, table["lines"], strict=True)]
    found, counted = {}, {}
    for pays in product(*choices):
        lines = [{**line, "pays": pay} for line, pay in zip(table["lines"], pays, strict=True)]
        bet = read_bet("open", {**table, "lines": lines}, GAME.rules.naturals)
        counted = counted or {number: bet_law(GAME.rules, bet, Shoe.fresh(number)) for number in decks}
        edges = tuple(-sum(line.pays * Fraction(count, law.of)
                           for line, count in zip(bet.lines, law.counts, strict=True)) for law in counted.values())
        if all(one in edge for one in edges):
            found[tuple(pay for pay, ladder in zip(pays, ladders, strict=True) if ladder)] = edges
    return found


@pytest.mark.parametrize("name", TEN)
def test_every_table_of_a_range(name: str) -> None:
    """The edges that can be reached, and the tables of the middle half of them."""
    game, decks = opened(name, TEN[name]), (8, 6, None)
    every = brute_force(game, Interval(Fraction(-10**6), Fraction(10**6)), decks)
    low, high = (pick(edges[0] for edges in every.values()) for pick in (min, max))
    middle, half = (low + high) / 2, (high - low) / 4
    found = design(game, "open", Interval(middle - half, middle + half), decks, shown=1)
    assert found.reach[0] == Interval(low, high)
    expected = {pays: edges for pays, edges in every.items() if all(abs(edge - middle) <= half for edge in edges)}
    assert {table.open: table.edges for table in found.pay_tables} == expected
    assert len(found.pay_tables) == len(expected) > 0
    bands = [int(10 * table.off(middle) / half) for table in found.pay_tables]
    assert bands == sorted(bands), "the nearest first"
    for band in set(bands):
        ugly = [sum(map(awkwardness, table.open)) for table, here in zip(found.pay_tables, bands, strict=True)
                if here == band]
        assert ugly == sorted(ugly), "within a tenth the roundest first"


def found_here(**more: Any) -> Design:
    return Game(bet_file=NEW_BET).design("golden-six", "5%..9%", "6,8", **more)


def test_what_counting_gains_is_what_the_report_says_of_the_bet() -> None:
    """The count by effects of removal in the report's own way, of the bet with these pays alone."""
    found = found_here(shown=3)
    for table in found.pay_tables[:3]:
        for decks, law, gain in zip(found.decks, table.laws, table.gains, strict=True):
            assert decks is not None
            shoe = Shoe.decks(decks)
            tags = optimal_tags(spread(GAME.rules, law.bet, shoe), LEVEL)
            best = Counted(GAME.rules, shoe, tags).law(law.bet, 52).best()
            assert best is not None
            assert best.gain == gain
    assert not any(table.gains for table in found.pay_tables[3:])


def test_tables_that_can_be_counted_are_refused() -> None:
    every = found_here(shown=1000)
    most = sorted(max(table.gains) for table in every.pay_tables)[3]  # type: ignore[type-var]
    kept = found_here(max_gain=most)
    assert [table.open for table in kept.pay_tables] == [table.open for table in every.pay_tables
                                                         if max(table.gains) <= most]  # type: ignore[type-var, operator]
    with pytest.raises(ExactError, match=r"^`max_gain` 1e-09: counting gains more from each pay table"):
        found_here(max_gain="0.000000001")


def test_the_chosen_table_is_a_bet_file_with_that_edge(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "chosen.toml"
    assert main(["design", "--bet-file", NEW_BET, "--edge", "5%..9%", "--at", "6,8", "--choose", "3",
                 "--save", str(place), "--format", "json"]) == 0
    third = json.loads(capsys.readouterr().out)["tables"][2]
    game = Game(bet_file=str(place))
    assert [Fraction(pay["fraction"]) for pay in third["open"]] == [
        line.pays for line in game.bet("golden-six").bet.lines[:2]]
    for edge in third["edges"]:
        law = game.bet("golden-six").law(edge["decks"])
        assert Fraction(edge["house_edge"]["fraction"]) == law.house_edge
        assert Fraction(edge["std_dev"]["square"]) == law.variance
        assert Fraction(edge["hit_frequency"]["fraction"]) == law.hit_frequency


def test_tens_of_thousands_of_tables_take_seconds() -> None:
    game = opened("super-tie", {0: "10..60", 1: "1..40", 2: "1..20"})
    found = design(game, "open", Interval(Fraction(5, 100), Fraction(8, 100)), [6, 8], shown=1)
    assert found.number == 51 * 40 * 20 == 40_800


# ---------------------------------------------------------------------------------------------------------------
# open pays

@pytest.mark.parametrize(("text", "pays"), [
    ("10..13", (10, 11, 12, 13)), ("1..2 by 1/2", (1, Fraction(3, 2), 2)), ("push | 1/2 | 1", (0, Fraction(1, 2), 1)),
    ("?", USUAL), ("10..30 usual", (10, 11, 12, 15, 20, 25, 30)), ("lose..1", (-1, 0, 1)), ("3:2..4", (1.5, 2.5, 3.5)),
    ("7..7", (7,))])
def test_open_pays(text: str, pays: tuple[Fraction, ...]) -> None:
    ladder = read_ladder(text, "here")
    assert ladder is not None
    assert ladder.pays == pays
    assert len(ladder) == len(pays)
    assert ladder.highest == pays[-1]


@pytest.mark.parametrize("text", ["40..10", "1..2 by 0", "1..2 by -1", "?..4", "1..", "..", "1..3 usual by 2", "a | b",
                                  "1?", "1.2 usual?", "0.1..0.2 usual"])
def test_open_pays_that_are_none(text: str) -> None:
    with pytest.raises(ExactError, match=r"^here: "):
        read_ladder(text, "here")


def test_an_open_pay_is_for_design_alone() -> None:
    game = load_game("punto-banco", [NEW_BET])
    with pytest.raises(OpenPayError, match=r"line 1: pays '10\.\.40' is left open, which exact design resolves"):
        game.named("golden-six")


@pytest.mark.parametrize(("words", "line"), [
    (("--edge", "7%..7.01%"), "none of the 341 pay tables of golden-six has it; their edges"),
    (("--edge", "70%..80%"), "-27.7244 % to 59.3733 % with 8 decks, and the nearest, 10, 5, has 59.3733 %"),
    (("--edge", "7%"), "error: --edge '7%': write an interval, such as 5%..8%"),
    (("--edge", "8%..7%"), "error: --edge '8%..7%': write the lower end first"),
    (("--edge", "a..b"), "error: --edge: 'a' is not a number"),
    (("--edge", "5%..8%", "--at", "0"), "error: --at '0': write numbers of decks"),
    (("--edge", "5%..8%", "--at", "6,6"), "error: --at '6,6': names a number of decks twice"),
    (("--edge", "5%..8%", "--bets", "tie"), "error: bet tie: none of its pays is open"),
    (("--edge", "5%..8%", "--bets", "tie,player"), "error: --bets 'tie,player': a design is of one bet with open pays"),
    (("--edge", "5%..8%", "--choose", "999", "--save", "x.toml"), "error: --choose 999: there are"),
    (("--edge", "5%..8%", "--save", "nowhere/x.toml"), "error: --save 'nowhere/x.toml': No such file or directory"),
    (("--edge", "5%..8%", "--at", "1,inf", "--max-gain", "1"), "error: --max-gain: nothing is counted here"),
    ((), "error: the following arguments are required: --edge")])
def test_bad_input_is_one_line(words: tuple[str, ...], line: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(["design", "--bet-file", NEW_BET, *words])
    except SystemExit as end:
        status = end.code  # type: ignore[assignment]
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert line in err


def test_a_thousand_million_tables_are_counted_and_refused(tmp_path: Path) -> None:
    place = tmp_path / "many.toml"
    place.write_text('[b]\nlines = [{ when = { winner = "tie" }, pays = "1..1000" },'
                     ' { when = { winner = "player" }, pays = "1..1000000" }]\notherwise = "lose"\n')
    with pytest.raises(ExactError, match=r"1,000,000,000 pay tables, and the most is 2,000,000; narrow a range"):
        Game(bet_file=str(place)).design("b", "1%..2%")


@pytest.mark.parametrize("table", [
    {"title": 'Say "9"\\ and \x7f é\n', "lines": [{"when": {"player": {"total": [6, 7]}, "any": [{"winner": "tie"}]},
                                                  "pays": Fraction(19, 20)}, {"pays": -1, "commission": False}],
     "notes": ["a", "b"], "odd key": 0}])
def test_tables_are_written_as_they_are_read(table: dict[str, Any], tmp_path: Path) -> None:
    place = tmp_path / "t.toml"
    place.write_text(toml_text("name", table), encoding="utf-8")
    expected = json.loads(json.dumps(table, default=str))
    assert json.loads(json.dumps(read_toml(place), default=str)) == {"name": expected}
