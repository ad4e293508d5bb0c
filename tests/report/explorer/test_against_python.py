"""The page in a real browser beside Python: every count, hit and EV of random shoes and coups in progress, equal."""

from pathlib import Path
from typing import Any

import pytest

from exact.game.cards import BY_KIND, BY_RANK, VALUES
from exact.game.catalogue import load_game
from tests.report.browser import NEEDS_BROWSER, requests
from tests.report.explorer.pages import compared, counted, page_bets, random_coups, random_shoes, visit, write_page

pytestmark = NEEDS_BROWSER
GAME = load_game("punto-banco")
UNFOLLOWED = ("lucky-8-banker", "lucky-8-player", "lucky-match")
"""Bets that a page counts before a coup alone, for their automata are large."""
WHOLE = Path(__file__).parents[3] / "reports/explorer.html"


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_page(tmp_path_factory.mktemp("usual") / "page.html")


def check_shoes(browser: Any, address: str, seed: int, number: int, all_bets: bool) -> None:
    bets = page_bets(GAME, all_bets)
    shoes = list(random_shoes(seed, number, [BY_KIND] if all_bets else [VALUES, BY_RANK, BY_KIND]))
    browser.get(address)
    for at in range(0, len(shoes), 50):
        part = shoes[at:at + 50]
        for (where, shoe), found in zip(part, visit(browser, [each for each, _ in part]), strict=True):
            compared(found, counted(GAME, bets, shoe), where)
    assert browser.get_log("browser") == []
    assert requests(browser) == []


def check_coups(browser: Any, address: str, seed: int, number: int, all_bets: bool) -> None:
    bets = page_bets(GAME, all_bets)
    coups = list(random_coups(seed, number, GAME, suits=all_bets))
    browser.get(address)
    for (where, shoe, known), found in zip(coups, visit(browser, [each for each, _, _ in coups]), strict=True):
        expected = counted(GAME, bets, shoe, known)
        if all_bets:
            expected["bets"] |= {name: [None, None, None] for name in UNFOLLOWED}
        compared(found, expected, where)
    assert browser.get_log("browser") == []


def test_shoes(browser: Any, usual: str) -> None:
    check_shoes(browser, usual, 1, 60, False)


@pytest.mark.long
def test_shoes_with_every_bet(browser: Any) -> None:
    check_shoes(browser, WHOLE.as_uri(), 2, 22, True)


def test_coups_in_progress(browser: Any, usual: str) -> None:
    check_coups(browser, usual, 3, 12, False)


def test_coups_in_progress_with_every_bet(browser: Any) -> None:
    check_coups(browser, WHOLE.as_uri(), 5, 4, True)


@pytest.mark.parametrize("name", ["7-up", "bahamian", "chemin-de-fer", "ez-baccarat", "russian-page",
                                  "three-card-baccarat"])
def test_other_games(browser: Any, tmp_path: Path, name: str) -> None:
    """Their own bets: a printed card, draws left to chance, another tableau, other lengths of a coup."""
    game = load_game(name)
    browser.get(write_page(tmp_path / "page.html", "--game", name, "--bets", "main"))
    levels = [BY_RANK, BY_KIND] if name == "three-card-baccarat" else [VALUES, BY_RANK, BY_KIND]
    shoes = list(random_shoes(4, 24, levels))
    for (where, shoe), found in zip(shoes, visit(browser, [each for each, _ in shoes]), strict=True):
        if len(shoe) >= game.rules.most_cards:
            compared(found, counted(game, tuple(map(game.named, game.main)), shoe), where)
    assert browser.get_log("browser") == []
