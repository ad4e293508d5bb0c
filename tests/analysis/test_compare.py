"""Games side by side."""

import json

import pytest

from exact.analysis.odds.compare import compare, shared_bets
from exact.analysis.odds.laws import Study
from exact.cli import main
from exact.errors import BetError
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe


def games(*names):
    return [load_game(name) for name in names]


def test_each_game_on_its_own_shoe():
    chosen = games("punto-banco", "russian-page")
    rows = compare(chosen, ["banker", "tie"], [game.shoe() for game in chosen])
    assert [row.shoe for row in rows] == [Shoe.decks(8), Shoe.decks(6)]
    for row in rows:
        bets = tuple(row.game.named(name) for name in ("banker", "tie"))
        assert row.odds == Study(row.game.rules, bets).odds(row.shoe)


def test_all_games_on_one_shoe():
    rows = compare(games("punto-banco", "polish-page", "russian-page"), ["player"], [Shoe.decks(7)] * 3)
    assert len({row.odds for row in rows}) == 1  # three games of the standard tableau


def test_a_bet_that_one_game_does_not_have_names_the_game():
    chosen = games("7-up", "punto-banco")
    with pytest.raises(BetError, match="game punto-banco: bet 'super-sevens': unknown"):
        compare(chosen, ["super-sevens"], [game.shoe() for game in chosen])


def test_the_main_bets_that_all_games_have():
    assert shared_bets(games("punto-banco", "russian-page")) == ("player", "banker", "tie")


def test_cards_removed_leave_each_game_its_own_shoe(capsys):
    assert main(["compare", "punto-banco", "punto-banco-6", "--remove", "9,9", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [game["cards"] for game in data["games"]] == [414, 310]
    assert data["games"][1]["bets"][0]["edge_change"]["fraction"] != "0/1"
    assert data["games"][0]["bets"][0]["rtp"]
    assert data["provenance"]["composition"]
