"""Games side by side."""

import pytest

from exact.analysis.compare import compare
from exact.analysis.edges import Study
from exact.errors import BetError
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe


def games(*names):
    return [load_game(name) for name in names]


def test_each_game_on_its_own_shoe():
    rows = compare(games("punto-banco", "russian-page"), ["banker", "tie"])
    assert [row.shoe for row in rows] == [Shoe.decks(8), Shoe.decks(6)]
    for row in rows:
        bets = tuple(row.game.named(name) for name in ("banker", "tie"))
        assert row.odds == Study(row.game.rules, bets).odds(row.shoe)


def test_all_games_on_one_shoe():
    rows = compare(games("punto-banco", "polish-page", "russian-page"), ["player"], Shoe.decks(7))
    assert len({row.odds for row in rows}) == 1  # three games of the standard tableau


def test_a_bet_that_a_game_does_not_have():
    with pytest.raises(BetError, match="bet 'nosuch': unknown"):
        compare(games("punto-banco"), ["nosuch"])
