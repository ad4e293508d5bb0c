"""Figures as SVG and PDF, drawn from exact values with matplotlib; imported only when a bundle is written.

The colours are distinguished by the colour-blind, and in grey by their lightness, markers or hatches. The same values
give the same bytes: no date, a fixed salt, text as text.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from itertools import pairwise
from math import floor, log10
from textwrap import fill

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import FigureCanvasPdf
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import FuncFormatter, LogFormatter, MaxNLocator

from exact.report.cells import harmless, show
from exact.report.document import Figure
from exact.report.drawing.svg import INK, titled
from exact.report.numbers import Root, significant_root
from exact.report.plots import Bars, ByDecks, HeatMap, Lines, Misses, Panel, Shares, Value

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
MARKERS = ("o", "s", "^", "D", "v", "P")
HATCHES = ("", "///", "\\\\\\", "xxx", "---", "+++")
WIDTH = 6.0
"""Inches."""
CHARACTERS = 13
"""Characters of an axis title that an inch holds."""
FONT = "DejaVu Sans"
"""Comes with matplotlib, which would look up every further font for every word."""
FONTS = "'DejaVu Sans', 'Liberation Sans', Arial"
"""What a page may take instead."""
STYLE = {
    "svg.hashsalt": "exact", "svg.fonttype": "none", "pdf.fonttype": 3, "font.family": "sans-serif",
    "font.sans-serif": [FONT], "font.size": 9.0,
    "axes.facecolor": "none", "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "text.color": INK, "xtick.color": INK, "ytick.color": INK, "axes.titlesize": 9.5, "axes.titlelocation": "left",
    "axes.linewidth": 0.7, "lines.linewidth": 1.4, "lines.markersize": 4.5, "legend.frameon": False,
    "hatch.linewidth": 0.6, "axes.unicode_minus": True, "path.simplify": False,
}
NO_CREATOR = {"CreationDate": None, "Creator": None, "Producer": None}
NO_DATE = {"Date": None, "Creator": None, "Format": None, "Type": None}


def number(value: Value | None, scale: int = 1) -> float:
    """The float nearest to an exact value, or nan where there is none: a position on the page."""
    if value is None:
        return float("nan")
    if isinstance(value, Root):
        return float(significant_root(value)) * scale
    return float(Fraction(value) * scale)


def draw(figure: Figure) -> tuple[str, bytes]:
    """A figure as SVG and as PDF."""
    svg, pdf = io.BytesIO(), io.BytesIO()
    with _style():
        drawn = _drawn(figure)
        # print_svg and print_pdf are untyped; savefig would draw everything once more, only to measure it
        FigureCanvasSVG(drawn).print_svg(svg, metadata=NO_DATE)  # type: ignore[no-untyped-call]
        drawn.set_layout_engine("none")  # the places are found; the same for both
        FigureCanvasPdf(drawn).print_pdf(pdf, metadata=NO_CREATOR)  # type: ignore[no-untyped-call]
    return titled(svg.getvalue().decode().replace(f"'{FONT}'", FONTS), figure), pdf.getvalue()


def canvas(figure: Figure) -> Canvas:
    """A figure, drawn and not yet written."""
    with _style():
        return _drawn(figure)


@contextmanager
def _style() -> Iterator[None]:
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)  # type: ignore[arg-type]  # the stubs list every key
        yield


def _drawn(figure: Figure) -> Canvas:
    plot = figure.plot
    match plot:
        case ByDecks():
            return _by_decks(plot)
        case Bars():
            return _bars(plot)
        case HeatMap():
            return _heat_map(plot)
        case Shares():
            return _shares(plot)
        case Lines():
            return _lines(plot)
        case Misses():
            return _misses(plot)


def _frames(count: int, height: float) -> tuple[Canvas, list[Axes]]:
    """Frames in rows of three; the last row may be short."""
    columns = min(3, count)
    rows = -(-count // columns)
    canvas = Canvas(figsize=(WIDTH, height * rows), layout="constrained")
    return canvas, [canvas.add_subplot(rows, columns, i + 1) for i in range(count)]


def _panels(panels: Sequence[Panel], height: float, x_title: str, y_title: str) -> tuple[Canvas, list[Axes]]:
    """A frame for each panel, with its title; the first of a row names the other axis too."""
    canvas, frames = _frames(len(panels), height)
    for i, (panel, axes) in enumerate(zip(panels, frames, strict=True)):
        axes.set_title(_plain(panel.title, round(WIDTH / 3 * CHARACTERS)))
        _name_axes(axes, x_title, y_title if i % 3 == 0 else "", (WIDTH / 3, height))
    return canvas, frames


def _name_axes(axes: Axes, x: str, y: str, frame: tuple[float, float] = (WIDTH, 3.0)) -> None:
    """Titles of both axes, in lines that fit a frame of so many inches."""
    for name, text, inches in ((axes.set_xlabel, x, frame[0]), (axes.set_ylabel, y, frame[1])):
        name("\n".join(fill(line, round(inches * CHARACTERS)) for line in text.splitlines()))


def _by_decks(plot: ByDecks) -> Canvas:
    scale = 100 if plot.percent else 1
    canvas, frames = _panels(plot.panels, 2.1, "decks (at 1/decks)", plot.y_title)
    for i, (panel, axes) in enumerate(zip(plot.panels, frames, strict=True)):
        places = [1 / decks for decks in plot.decks] + [0.0] * (panel.limit is not None)
        values = [number(value, scale) for value in panel.values]
        if panel.limit is not None:
            values.append(number(panel.limit, scale))
            axes.axhline(values[-1], color=INK, linestyle="--", linewidth=0.9, label="infinite shoe")
        axes.plot(places, values, color=COLOURS[0], marker=MARKERS[0])
        axes.invert_xaxis()
        names = {1 / decks: str(decks) for decks in _labelled(plot.decks)}
        if panel.limit is not None:
            names[0.0] = "\u221e"
        axes.set_xticks(list(names), list(names.values()))
        axes.yaxis.set_major_locator(MaxNLocator(4))
        axes.ticklabel_format(axis="y", useOffset=False)
        axes.margins(y=0.12)
        if panel.limit is not None and i == 0:
            axes.legend(loc="best", fontsize=8)
    return canvas


def _labelled(decks: Sequence[int]) -> list[int]:
    """The numbers of decks whose labels do not touch at 1/decks, those where the decks double first."""
    kept: list[int] = []
    for number_of in sorted(decks, key=lambda n: (n & (n - 1) != 0, n)):
        if all(abs(1 / number_of - other) >= 0.1 for other in (0.0, *(1 / n for n in kept))):
            kept.append(number_of)
    return kept


def _ticks(axes: Axes, labels: Sequence[str]) -> None:
    """Every label, or as many as fit."""
    step = -(-sum(len(label) + 1 for label in labels) // 20)
    axes.set_xticks(range(0, len(labels), step), list(labels[::step]))


def _bars(plot: Bars) -> Canvas:
    places = range(len(plot.x))
    canvas, frames = _panels(plot.panels, 2.0, plot.x_title, plot.y_title)
    for panel, axes in zip(plot.panels, frames, strict=True):
        heights = [number(value, plot.scale) for value in panel.values]
        below = [height < 0 for height in heights]
        bars = axes.bar(places, heights, width=0.75, edgecolor=INK, linewidth=0.5,
                        color=[COLOURS[1] if low else COLOURS[0] for low in below])
        for bar, low in zip(bars, below, strict=True):
            bar.set_hatch(HATCHES[1] if low else "")
        axes.axhline(0, color=INK, linewidth=0.7)
        _ticks(axes, plot.x)
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:,.0f}".replace("-", "\u2212")))
    return canvas


def _heat_map(plot: HeatMap) -> Canvas:
    values = [[number(value, 100) for value in row] for row in plot.values]
    most = max(max(row) for row in values) or 1.0
    canvas, (axes,) = _frames(1, 4.4)
    colours = mpl.colormaps["cividis_r"]
    axes.pcolormesh(values, cmap=colours, vmin=0, vmax=most, edgecolors="#ffffff", linewidth=0.6)
    for y, row in enumerate(plot.values):
        for x, value in enumerate(row):
            shade = values[y][x] / most
            axes.text(x + 0.5, y + 0.5, show(value, "percent", 4).removesuffix(" %"),
                      ha="center", va="center", fontsize=8, color="#fefefe" if shade > 0.5 else "#010101")
    axes.set_xticks([x + 0.5 for x in range(len(plot.x))], plot.x)
    axes.set_yticks([y + 0.5 for y in range(len(plot.y))], plot.y)
    axes.invert_yaxis()
    axes.tick_params(length=0)
    _name_axes(axes, plot.x_title, plot.y_title)
    axes.set_title(plot.unit)
    for spine in axes.spines.values():
        spine.set_visible(False)
    return canvas


def _shares(plot: Shares) -> Canvas:
    canvas, (axes,) = _frames(1, 0.9 + 0.32 * len(plot.rows))
    places = range(len(plot.rows))
    left = [0.0] * len(plot.rows)
    for i, part in enumerate(plot.parts):
        widths = [number(row[i], 100) for row in plot.values]
        axes.barh(places, widths, left=left, height=0.72, color=COLOURS[i], hatch=HATCHES[i], edgecolor="#ffffff",
                  linewidth=0.5, label=part)
        for y, (start, width) in enumerate(zip(left, widths, strict=True)):
            if width >= 6:
                axes.text(start + width / 2, y, f"{width:.1f}", ha="center", va="center", fontsize=8, color="#fefefe",
                          bbox={"facecolor": COLOURS[i], "edgecolor": "none", "pad": 1.2})
        left = [start + width for start, width in zip(left, widths, strict=True)]
    axes.set_yticks(places, [_plain(row) for row in plot.rows])
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    _name_axes(axes, "probability, %", plot.y_title)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=len(plot.parts), fontsize=8)
    return canvas


class Powers(LogFormatter):
    """Powers of ten in plain characters: setting them as mathematics takes longer than the rest of a figure."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        if not super().__call__(x, pos):
            return ""
        power = floor(log10(x) + 1e-9)
        digit = round(x / 10.0**power)
        ten = f"10{str(power).translate(RAISED)}"
        return ten if digit == 1 else f"{digit}\u00b7{ten}"


RAISED = str.maketrans("-0123456789", "\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")


def _lines(plot: Lines) -> Canvas:
    scale = 100 if plot.percent else 1
    canvas, (axes,) = _frames(1, 3.4)
    x = [number(value) for value in plot.x]
    if plot.bars:
        behind = axes.twinx()
        width = 0.8 * min((b - a for a, b in pairwise(x)), default=1.0)
        behind.bar(x, [number(value, 100) for value in plot.bars], width=width, color=INK, alpha=0.25, linewidth=0)
        behind.set_ylabel(plot.bars_title)
        behind.spines["right"].set_visible(True)
        axes.set_zorder(behind.get_zorder() + 1)
        axes.patch.set_visible(False)
    for i, curve in enumerate(plot.curves):
        colour = INK if plot.bars else COLOURS[i % 6]  # over bars of a thinner ink, on light paper and on dark
        axes.plot(x, [number(value, scale) for value in curve.values], color=colour, marker=MARKERS[i % 6],
                  markevery=1 + len(x) // 25, label=_plain(curve.title))
    if plot.logarithmic:
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(Powers())
        axes.yaxis.set_minor_formatter(Powers(labelOnlyBase=False, minor_thresholds=(1.5, 0.5)))
    elif any(number(value) < 0 for curve in plot.curves for value in curve.values if value is not None):
        axes.axhline(0, color=INK, linewidth=0.7)
    _name_axes(axes, plot.x_title, plot.y_title)
    if len(plot.curves) > 1:
        axes.legend(loc="best", fontsize=8)
    return canvas


WIDE_MISS = 20
"""Units beyond which one misprint would press all other points onto the line."""


LABELLED_POWERS = 3
"""On either side of zero so many labels have room."""


def _powers_either_way(most: float) -> dict[float, str]:
    """Places and labels of zero and of powers of ten on both sides of it, as many as there is room for."""
    highest = floor(log10(most))
    step = -(-(highest + 1) // LABELLED_POWERS)
    ticks = {0.0: "0"}
    for power in range(highest, -1, -step):
        text = f"{10**power}" if power < 3 else f"10{str(power).translate(RAISED)}"
        ticks |= {10.0**power: f"+{text}", -10.0**power: f"\u2212{text}"}
    return ticks


def _misses(plot: Misses) -> Canvas:
    canvas, (axes,) = _frames(1, 1.1 + 0.26 * len(plot.rows))
    places = range(len(plot.rows))
    axes.axvspan(-0.5, 0.5, color="#9a9a9a", alpha=0.3, linewidth=0)
    axes.axvline(0, color=INK, linewidth=0.7)
    units = [number(unit) for unit in plot.units]
    for wrong in (False, True):
        chosen = [(unit, y) for unit, y in zip(units, places, strict=True) if (abs(unit) > 0.5) == wrong]
        axes.plot([unit for unit, _ in chosen], [y for _, y in chosen], linestyle="none",
                  color=COLOURS[1] if wrong else COLOURS[0], marker="x" if wrong else "o")
    axes.set_yticks(places, [_plain(row) for row in plot.rows])
    axes.set_ylim(len(plot.rows) - 0.4, -0.6)  # downwards, and no marker on the frame
    wide = max(map(abs, units)) > WIDE_MISS
    if wide:
        axes.set_xscale("symlog", linthresh=1)
        axes.set_title("scale logarithmic beyond one unit", loc="right", fontsize="small", color=INK)
    most = max([1.0, *map(abs, units)]) * (1.5 if wide else 1)
    axes.set_xlim(-1.1 * most, 1.1 * most)
    if wide:
        ticks = _powers_either_way(most)
        axes.set_xticks(list(ticks), list(ticks.values()))
        axes.minorticks_off()
    _name_axes(axes, "printed less exact, in units of the last printed digit (grey: rounds to the printed figure)", "",
               (WIDTH * 0.6, 1.0))
    return canvas


def _plain(text: str, width: int = 44) -> str:
    """A name that matplotlib must not take for mathematics, short, and in lines of so many characters."""
    line = harmless(text)
    return fill(line if len(line) <= 44 else line[:43] + "\u2026", width).replace("$", r"\$")


