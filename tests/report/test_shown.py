"""Whatever the Python interface gives shows itself: a table in a notebook, one line at a prompt."""

import ast
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

import exact
from exact import Game, Shoe
from exact.display import Shown
from exact.game.bets import ALWAYS, Bet, Line
from exact.report.display import table_of

GAME = Game("punto-banco")
SMALL = Shoe.of({"0": 9, "A": 4, "7": 5, "9": 2})
VALUES: dict[str, Callable[[], Shown]] = {
    "game": lambda: GAME,
    "wager": lambda: GAME.bet("tie"),
    "bet": lambda: GAME.bet("tie").bet,
    "rules": lambda: GAME.rules,
    "shoe": lambda: Shoe.decks(8),
    "coarse shoe": lambda: SMALL,
    "mixed shoe": lambda: SMALL.add("T"),
    "infinite shoe": lambda: Shoe.infinite_deck(),
    "odds": lambda: GAME.odds(SMALL),
    "odds of bets": lambda: GAME.odds(SMALL, bets=["tie"]),
    "law": lambda: GAME.bet("tie").law(SMALL),
    "slip": lambda: GAME.slip({"banker": 10, "tie": Fraction(1, 2)}, SMALL),
    "two coups": lambda: GAME.two_coups(SMALL).law,
    "next": lambda: GAME.after("BP", SMALL).law,
    "knowledge": lambda: GAME.known([1], shoe=SMALL),
}


@pytest.mark.parametrize("ask", VALUES.values(), ids=VALUES)
def test_a_value_shows_itself_as_a_table_and_as_one_line(ask: Callable[[], Shown]) -> None:
    value = ask()
    assert "<table" in value._repr_html_()
    assert "\\begin{longtable}" in value._repr_latex_()
    assert "\\tablenote" not in value._repr_latex_()
    assert len(value.to_records()) == len(value.table.rows) > 0
    line = repr(value)
    assert (line[0], line[-1]) == ("<", ">") or eval(line, {"Shoe": Shoe}) == value, "a shoe's line makes it again"
    assert "\n" not in line
    assert len(line) < 120


def test_what_the_lines_say() -> None:
    assert repr(VALUES["shoe"]()) == "Shoe.decks(8)"
    assert repr(VALUES["wager"]()) == "<bet tie of punto-banco: 'Tie, 8 to 1'>"
    assert repr(VALUES["slip"]()) == "<slip: banker 10, tie 1/2>"
    assert repr(GAME.rules) == "<rules: standard tableau>"
    assert repr(Shoe.of({})) == "Shoe.of({})"


def test_a_title_cannot_break_the_line() -> None:
    line = repr(Bet("x", "two\nlines \u202eturned", (Line("all", ALWAYS, Fraction(-1)),)))
    assert line == "<bet x: 'two\\nlines \\u202eturned'>"


def test_a_shoe_shows_its_cards_as_finely_as_ranks() -> None:
    assert [record["card"] for record in Shoe.decks(8).to_records()] == list("TJQKA23456789")
    assert {record["card"]: record["cards"] for record in SMALL.to_records()}["0"] == 9
    assert sum(record["cards"] for record in SMALL.add("9h").to_records()) == 21  # type: ignore[misc, arg-type]


def test_odds_of_an_infinite_shoe_do_not_say_that_cards_are_not_replaced() -> None:
    assert "without replacement" not in str(GAME.odds(Shoe.infinite_deck()))


def test_what_has_no_table_is_refused() -> None:
    with pytest.raises(TypeError, match="int"):
        table_of(7)


def test_no_layer_below_the_report_imports_it() -> None:
    root = Path(exact.__file__).parent
    below = (path for layer in ("game", "engine", "analysis") for path in (root / layer).rglob("*.py"))
    for path in (root / "display.py", *below):
        names = [node.module or "" for node in ast.parse(path.read_text()).body if isinstance(node, ast.ImportFrom)]
        assert not [name for name in names if name.startswith("exact.report")], path
