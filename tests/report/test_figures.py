"""Figures: the same bytes each time, well-formed, with words for those who cannot see them, and no address."""

import re
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from itertools import pairwise

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from exact.report.document import Figure
from exact.report.drawing import figures
from exact.report.drawing.figures import LABELLED_POWERS, _misses, _powers_either_way, draw, number
from exact.report.drawing.svg import inline
from exact.report.numbers import Root
from exact.report.plots import Bars, ByDecks, HeatMap, Lines, Misses, Panel, Plot, Shares

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PLOTS: dict[str, Plot] = {
    "by decks": ByDecks("RTP", (1, 2, 8),
                        tuple(Panel(f"bet {i}", (HALF, THIRD, None), HALF) for i in range(4)), percent=True),
    "bars": Bars("card", "change", ("A", "2"), (Panel("a", (THIRD, -HALF)), Panel("b", (None, 0))), scale=10**7),
    "heat map": HeatMap("Banker", "Player", ("0", "1"), ("0", "1"), ((HALF, THIRD), (Fraction(1, 6), Fraction(0))),
                        "%"),
    "shares": Shares("total", ("a", "b"), ("x", "y"), ((HALF, HALF), (THIRD, 1 - THIRD))),
    "lines": Lines("cards left", "EV", (26, 52), (Panel("sd", (Root(HALF), Root(THIRD))), Panel("mean", (-HALF, 0))),
                   percent=True, bars=(HALF, HALF), bars_title="probability"),
    "one line": Lines("a title of the axis below that is much longer than the axis itself, with its unit, and more than"
                      " one line of it", "a title of the axis at the side that is longer than the axis too, with units",
                      (-1, 0, 1), (Panel("ev", (-HALF, 0, HALF)),), bars=(THIRD, THIRD, THIRD),
                      bars_title="probability"),
    "misses": Misses(("claim $a$", "claim b"), (Fraction(1, 4), Fraction(-3))),
    "wide misses": Misses(("claim a", "claim b"), (Fraction(1, 4), Fraction(90))),
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
    svg, _ = draw(Figure("t", "a", PLOTS["by decks"]))
    words = re.findall(r">([^<>]+)</text>", svg)
    assert {"decks (at 1/decks)", "RTP", "infinite shoe", "bet 0", "bet 3", "\u221e"} <= set(words)


def test_the_numbers_in_a_heat_map_are_the_exact_ones_rounded_once() -> None:
    svg, _ = draw(Figure("t", "a", PLOTS["heat map"]))
    assert {"50.00", "33.33", "16.67", "0.00"} <= set(re.findall(r">([^<>]+)</text>", svg))


def test_places_are_the_nearest_floats() -> None:
    assert number(THIRD) == 1 / 3
    assert number(Fraction(1, 3 * 10**7), 10**7) == 1 / 3
    assert number(Root(Fraction(2))) == 2**0.5
    assert number(None) != number(None)


@pytest.mark.parametrize("name", PLOTS)
def test_every_word_lies_on_the_picture(name: str) -> None:
    canvas = figures._drawn(Figure("t", "a", PLOTS[name]))
    renderer = FigureCanvasAgg(canvas).get_renderer()
    canvas.draw(renderer)
    words = canvas.get_tightbbox(renderer)
    assert words.x0 >= 0
    assert words.y0 >= 0
    assert words.x1 <= canvas.get_figwidth()
    assert words.y1 <= canvas.get_figheight()


def test_titles_of_panels_do_not_meet() -> None:
    """Each in its third of the width, also a name that is longer."""
    panels = tuple(Panel(f"a-bet-with-a-name-of-many-words:variant-{i}", (HALF, THIRD, None), HALF) for i in range(3))
    for plot in (ByDecks("RTP", (1, 2, 8), panels), Bars("card", "change", ("A", "2", "3"), panels)):
        canvas = figures._drawn(Figure("t", "a", plot))
        renderer = FigureCanvasAgg(canvas).get_renderer()
        canvas.draw(renderer)
        boxes = [axes._left_title.get_window_extent(renderer) for axes in canvas.axes]  # type: ignore[attr-defined]
        assert all(one.x1 < other.x0 for one, other in pairwise(boxes))
        assert boxes[-1].x1 <= canvas.bbox.x1


def test_numbers_of_decks_have_their_true_places() -> None:
    """At 1/decks, more decks to the right and the infinite shoe last."""
    canvas = figures._drawn(Figure("t", "a", PLOTS["by decks"]))
    axes = canvas.axes[0]
    curve = axes.lines[-1]
    assert list(curve.get_xdata()) == [1, 1 / 2, 1 / 8, 0]
    assert axes.get_xlim()[0] > axes.get_xlim()[1]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "2", "8", "\u221e"]


def test_a_curve_over_bars_differs_from_them_on_light_paper_and_on_dark() -> None:
    """Both take the page's ink, the bars a quarter of it."""
    svg = inline(draw(Figure("t", "a", PLOTS["one line"]))[0], "one")
    assert svg.count('style="opacity: 0.25"') == 3, "the fill of the whole picture, which is the page's ink"
    assert "#9a9a9a" not in svg
    assert re.search(r"fill: none; stroke: currentColor; stroke-width: 1.4", svg)


def test_one_wide_miss_does_not_press_the_others_onto_the_line() -> None:
    wide, near = (draw(Figure("a", "b", PLOTS[name]))[0] for name in ("wide misses", "misses"))
    assert "scale logarithmic beyond one unit" in wide
    assert "scale logarithmic" not in near


@pytest.mark.parametrize("miss", [21, 90, 10**4, 84_574, 10**9, 10**12])
def test_the_labels_of_a_wide_miss_are_few_and_none_is_long(miss: int) -> None:
    labels = _powers_either_way(1.5 * miss)
    assert 3 <= len(labels) <= 2 * LABELLED_POWERS + 1
    assert all(len(label) <= len("+10¹²") for label in labels.values())
    assert max(labels) <= 1.5 * miss
    assert sorted(-place for place in labels) == sorted(labels)


def test_no_marker_of_two_rows_stands_on_the_frame() -> None:
    low, high = sorted(_misses(Misses(("a", "b"), (Fraction(1, 4), Fraction(0)))).axes[0].get_ylim())
    assert low < -0.3
    assert high > 1.3
