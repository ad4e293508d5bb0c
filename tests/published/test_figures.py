"""Every published figure, each a case of its own, at its printed precision; and what is said about whole tables."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from exact.analysis.counting.spread import spread
from exact.analysis.odds.closed_form import bet_form, fair_pay
from exact.analysis.odds.laws import Study, bet_law
from exact.analysis.published.figures import read_figure
from exact.analysis.removal.effects import removal_effects
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe
from tests.published.figures import (
    Figure,
    as_rounded,
    bet_of,
    decimals_of,
    entries,
    figures,
    game_of,
    shoe_of,
)
from tests.published.table import document

ALL = list(figures())
ASKED = [figure for figure in ALL if "ask" in figure.data]
MAIN = ("player", "banker", "tie")


def cases(verdict: str) -> list[object]:
    return [pytest.param(figure, id=figure.name) for figure in ALL if figure.verdict == verdict]


def about(what: str) -> list[object]:
    return [pytest.param(figure, id=figure.name) for figure in ASKED if figure.data["ask"]["what"] == what]


@pytest.mark.parametrize("figure", cases("agrees"))
def test_agrees(figure: Figure) -> None:
    value = figure.exact()
    assert figure.agrees(value), f"{figure.data['source']}: {figure.data['printed']}, exact {figure.shown(value)}"


def test_lucky_8_of_banker_as_a_printed_table_counted_player_has_the_edge_that_is_printed_for_it() -> None:
    ask = {"bet": "lucky-8-banker-as-counted", "decks": 8}
    counted = bet_law(game_of(ask).rules, bet_of(ask), shoe_of(ask))
    assert read_figure("16.5977%")[0].rounds(counted.house_edge)
    assert not read_figure("16.5977%")[0].rounds(bet_law(game_of(ask).rules, game_of(ask).named("lucky-8-banker"),
                                                         shoe_of(ask)).house_edge)


@pytest.mark.parametrize("figure", cases("corrected"))
def test_corrected(figure: Figure) -> None:
    """The printed figure is wrong as it stands, the listed one is right, and the reason holds where it can be tried."""
    value, right = figure.exact(), decimals_of(read_figure(figure.data["right"])[0])
    assert not figure.agrees(value)
    assert figure.shown(value, right) == figure.data["right"]
    assert right >= figure.decimals
    assert figure.data["why"]
    instead = dict(figure.data.get("as", {}))
    how = instead.pop("round", None)
    if how:
        assert figure.agrees(as_rounded(figure, how))
    elif instead:
        assert figure.agrees(figure.exact(**instead))


@pytest.mark.parametrize("figure", about("break_even"))
def test_a_pay_at_which_a_bet_is_fair_in_closed_form(figure: Figure) -> None:
    ask = figure.data["ask"]
    form = bet_form(game_of(ask).rules, bet_of(ask))
    assert figure.agrees(fair_pay(form, None if ask["bet"] == "tie" else 0).fair.at(ask["decks"]))


EFFECTS = [figure for figure in ASKED if figure.data["ask"]["what"] == "ev_change"]


@pytest.mark.parametrize("bet", dict.fromkeys(figure.data["ask"]["bet"] for figure in EFFECTS))
def test_effects_of_removal_one_by_one_and_all_together(bet: str) -> None:
    """As `exact removal` and as `exact count` have them: the same as the shoe without the card, in every figure."""
    ours = [figure for figure in EFFECTS if figure.data["ask"]["bet"] == bet]
    for decks in {figure.data["ask"]["decks"] for figure in ours}:
        ask = {"bet": bet, "decks": decks}
        rules, one, shoe = game_of(ask).rules, bet_of(ask), shoe_of(ask)
        one_by_one = {str(effect.card): effect.ev_change for effect in removal_effects(Study(rules, (one,)), shoe)[one]}
        found = spread(rules, one, shoe)
        together = {str(cards): effect for (cards, _), effect in zip(found.classes, found.removal, strict=True)}
        for figure in ours:
            card = figure.data["ask"]["remove"]
            if figure.data["ask"]["decks"] == decks and card in one_by_one:
                assert figure.exact() == one_by_one[card] == together[card], figure.name


def test_none_is_left_out() -> None:
    assert Counter(figure.verdict for figure in ALL).keys() == {"agrees", "corrected", "not expressible"}
    assert all(figure.data["why"] for figure in ALL if figure.verdict == "not expressible")
    assert all(("ask" in figure.data) == (figure.verdict != "not expressible") for figure in ALL)
    assert all(figure.data["source"] for figure in ALL)
    assert len(ASKED) > 1300
    assert len({figure.name for figure in ALL}) == len(ALL)


def test_no_figure_of_the_main_bets_is_listed_twice() -> None:
    for entry in entries():
        if entry["name"].startswith("Main bets"):
            lines = [json.dumps(figure, sort_keys=True) for figure in entry["figures"]]
            assert len(set(lines)) == len(lines)


def test_page_is_made_from_the_figures() -> None:
    page = Path(__file__).parents[2] / "docs" / "published-figures.md"
    assert page.read_text(encoding="utf-8") == document()


def test_every_bet_that_print_can_state_is_in_the_catalogue() -> None:
    for entry in entries():
        names = entry.get("catalogue")
        assert names or "remark" in entry or names is None
        for name in names or ():
            game, _, bet = name.rpartition("/")
            assert load_game(game or "punto-banco").named(bet).lines


# what is said about whole tables

def test_the_spreadsheets_counts_do_not_add_up_to_its_total() -> None:
    """The printed counts of UC-004 end in rounded digits: they exceed the printed total by six."""
    *counts, total = [figure.printed.value for figure in ALL if figure.data.get("case") == "UC-004"]
    assert sum(counts) == total + 6


def test_only_eight_decks_give_the_three_figures_of_the_polish_page() -> None:
    """UC-107: of 1 to 12 decks and the infinite shoe."""
    printed = dict(zip(("banker", "player", "tie"), ("98.94%", "98.76%", "85.64%"), strict=True))
    game = load_game("punto-banco")
    found = [decks for decks in (*range(1, 13), None) if all(
        read_figure(figure)[0].rounds(bet_law(game.rules, game.named(bet), Shoe.fresh(decks)).rtp)
        for bet, figure in printed.items())]
    assert found == [8]


def test_the_effects_as_printed_add_up_to_zero_over_the_thirteen_ranks_but_for_rounding() -> None:
    printed = {(figure.data["ask"]["bet"], figure.data["ask"]["remove"]): figure.printed.value for figure in EFFECTS
               if figure.data.get("unit") == "ten-millionths"}
    assert len(printed) == 30
    for name in MAIN:
        assert abs(3 * printed[name, "0"] + sum(printed[n, card] for n, card in printed if n == name)) <= 7
