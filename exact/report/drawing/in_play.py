"""The odds through a coup as a picture."""

from __future__ import annotations

import io
from collections.abc import Sequence

import matplotlib as mpl
from matplotlib.figure import Figure as Canvas

from exact.analysis.odds.in_play import Step

STYLE = {"svg.hashsalt": "exact", "svg.fonttype": "none", "font.size": 10}


def draw(steps: Sequence[Step], title: str) -> str:
    """An SVG of who wins after each card: the same steps give the same bytes; readable in grey."""
    text = io.StringIO()
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]  # the stubs list every key
        canvas(steps, title).savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    return text.getvalue()


def canvas(steps: Sequence[Step], title: str) -> Canvas:
    """The same, drawn and not yet written."""
    with mpl.rc_context(STYLE):  # type: ignore[arg-type]
        figure = Canvas(figsize=(7, 3.6), layout="constrained")
        axes = figure.add_subplot()
        places = range(len(steps))
        for name, marker, line in (("player", "o", "-"), ("banker", "s", "--"), ("tie", "^", ":")):
            axes.plot(places, [float(getattr(step.odds, name)) * 100 for step in steps], line, marker=marker,
                      label=name.capitalize(), color={"player": "#0072b2", "banker": "#d55e00", "tie": "#555555"}[name])
        axes.set_xticks(list(places), [step.last for step in steps])
        axes.set_ylim(0, 100)
        axes.set_xlabel("card dealt")
        axes.set_ylabel("probability, %")
        axes.set_title(f"{title}: the odds through a coup", parse_math=False)
        axes.grid(axis="y", linewidth=0.4)
        axes.legend()
    return figure
