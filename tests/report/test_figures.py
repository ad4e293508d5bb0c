"""Figures: the same bytes each time, well-formed, with words for those who cannot see them, and no address."""

import re
import xml.etree.ElementTree as ElementTree
from fractions import Fraction

import pytest

from exact.report.figures import draw, inline, number
from exact.report.model import Figure
from exact.report.numbers import Root
from exact.report.plots import Bars, Curves, HeatMap, Lines, Misses, Panel, Plot, Shares

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PLOTS: dict[str, Plot] = {
    "curves": Curves("decks", "RTP", ("1", "2", "3"),
                     tuple(Panel(f"bet {i}", (HALF, THIRD, None), HALF) for i in range(4)), percent=True,
                     limit_name="limit"),
    "bars": Bars("card", "change", ("A", "2"), (Panel("a", (THIRD, -HALF)), Panel("b", (None, 0))), scale=10**7),
    "heat map": HeatMap("Banker", "Player", ("0", "1"), ("0", "1"), ((HALF, THIRD), (Fraction(1, 6), Fraction(0))),
                        "%"),
    "shares": Shares("total", ("a", "b"), ("x", "y"), ((HALF, HALF), (THIRD, 1 - THIRD))),
    "lines": Lines("cards left", "EV", (26, 52), (Panel("sd", (Root(HALF), Root(THIRD))), Panel("mean", (-HALF, 0))),
                   percent=True, bars=(HALF, HALF), bars_title="probability"),
    "misses": Misses(("claim $a$", "claim b"), (Fraction(1, 4), Fraction(-3))),
}


@pytest.fixture(scope="module", params=PLOTS, ids=str)
def drawn(request: pytest.FixtureRequest) -> tuple[str, bytes, Figure]:
    figure = Figure("Title & more", "What <can> be seen.", PLOTS[request.param])
    svg, pdf = draw(figure)
    return svg, pdf, figure


def test_well_formed_with_title_and_description(drawn: tuple[str, bytes, Figure]) -> None:
    svg, pdf, _ = drawn
    root = ElementTree.fromstring(svg)
    texts = {child.tag.rpartition("}")[2]: child.text for child in root}
    assert texts["title"] == "Title & more"
    assert texts["desc"] == "What <can> be seen."
    assert pdf.startswith(b"%PDF")


def test_the_same_bytes_each_time(drawn: tuple[str, bytes, Figure]) -> None:
    svg, pdf, figure = drawn
    assert draw(figure) == (svg, pdf)
    assert b"CreationDate" not in pdf
    assert "<dc:date>" not in svg


def test_nothing_from_elsewhere(drawn: tuple[str, bytes, Figure]) -> None:
    addresses = set(re.findall(r"https?://[^\"'\s>]+", drawn[0]))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink",
                         "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"}
    assert "<script" not in drawn[0]
    assert "<image" not in drawn[0]


def test_inline_takes_the_colour_of_the_page_and_names_of_its_own(drawn: tuple[str, bytes, Figure]) -> None:
    element = inline(drawn[0], "one")
    ElementTree.fromstring(element)
    assert element.startswith("<svg")
    assert "#000000" not in element
    names = re.findall(r'\bid="([^"]*)"', element)
    assert len(names) == len(set(names))
    assert all(name.startswith("one-") for name in names)
    assert set(re.findall(r"(?:url\(#|href=\"#)([^\")]*)", element)) <= set(names)
    first = re.search(r'patch_1">\s*<path [^>]*style="([^"]*)"', element)
    assert first is not None
    assert "fill: none" in first[1]


def test_axes_say_what_they_show() -> None:
    svg, _ = draw(Figure("t", "a", PLOTS["curves"]))
    words = re.findall(r">([^<>]+)</text>", svg)
    assert {"decks", "RTP", "limit", "bet 0", "bet 3"} <= set(words)


def test_the_numbers_in_a_heat_map_are_the_exact_ones_rounded_once() -> None:
    svg, _ = draw(Figure("t", "a", PLOTS["heat map"]))
    assert {"50.00", "33.33", "16.67", "0.00"} <= set(re.findall(r">([^<>]+)</text>", svg))


def test_places_are_the_nearest_floats() -> None:
    assert number(THIRD) == 1 / 3
    assert number(Fraction(1, 3 * 10**7), 10**7) == 1 / 3
    assert number(Root(Fraction(2))) == 2**0.5
    assert number(None) != number(None)
