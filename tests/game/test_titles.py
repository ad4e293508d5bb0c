"""A title names the game and the shoe in play, whatever number of decks a file has put into its title."""

from dataclasses import replace

import pytest

from exact.game.catalogue import game_names, load_game
from exact.game.shoe import decks_in_words


@pytest.mark.parametrize(("title", "shown"), [
    ("Punto banco", "Punto banco, one deck"),
    ("Punto banco, eight decks", "Punto banco, one deck"),
    ("EZ baccarat, 8 decks: no commission", "EZ baccarat, one deck: no commission"),
    ("EZ baccarat: no commission", "EZ baccarat, one deck: no commission"),
    ("Two pay 7:1", "Two pay 7:1, one deck"),
    ("a(b, six decks:c)", "a(b:c), one deck"),
    ("The six-deck game", "The game, one deck"),
    ("Eight decks", "Eight decks, one deck"),
    ("All hands on deck", "All hands on deck, one deck"),
])
def test_the_shoe_in_play_stands_in_the_title(title: str, shown: str) -> None:
    assert replace(load_game("punto-banco"), title=title).title_on("one deck") == shown


def test_decks_in_words() -> None:
    assert [decks_in_words(n) for n in (1, 8, 12, 13, 1000)] == [
        "one deck", "eight decks", "twelve decks", "13 decks", "1,000 decks"]


def test_no_title_of_the_catalogue_says_a_number_of_decks() -> None:
    games = list(map(load_game, game_names()))
    assert [game.bare_title for game in games] == [game.title for game in games]
