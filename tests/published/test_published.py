"""Every published figure, each a case of its own, at its printed precision."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from exact.game.catalogue import load_game
from tests.published.figures import Figure, as_rounded, entries, figures, read_printed
from tests.published.table import document

ALL = list(figures())


def cases(verdict: str) -> list[object]:
    return [pytest.param(figure, id=figure.name) for figure in ALL if figure.verdict == verdict]


@pytest.mark.parametrize("figure", cases("agrees"))
def test_agrees(figure: Figure) -> None:
    value = figure.exact()
    assert figure.agrees(value), f"{figure.data['source']}: {figure.data['value']}, exact {figure.shown(value)}"


@pytest.mark.parametrize("figure", cases("corrected"))
def test_corrected(figure: Figure) -> None:
    """The printed figure is wrong as it stands, the listed one is right, and the reason holds where it can be tried."""
    value = figure.exact()
    assert not figure.agrees(value)
    assert figure.shown(value) == figure.data["right"]
    assert figure.data["why"]
    instead = dict(figure.data.get("as", {}))
    how = instead.pop("round", None)
    if how:
        assert figure.agrees(as_rounded(figure, how))
    elif instead:
        assert figure.agrees(figure.exact(**instead))


def test_none_is_left_out() -> None:
    assert Counter(figure.verdict for figure in ALL).keys() == {"agrees", "corrected", "not expressible"}
    assert all(figure.data["why"] for figure in ALL if figure.verdict == "not expressible")
    assert all(("ask" in figure.data) == (figure.verdict != "not expressible") for figure in ALL)
    assert len(ALL) > 900
    assert len({figure.name for figure in ALL}) == len(ALL)


def test_printed_numbers_are_read_as_printed() -> None:
    assert read_printed("– 0.0000435175") == (-435175 * read_printed("0.0000000001")[0], 10)
    assert read_printed("2,230,518,282,592,256") == (2230518282592256, 0)
    assert read_printed("approximately 44.62%")[1] == 2


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
