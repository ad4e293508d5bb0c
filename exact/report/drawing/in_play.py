"""The odds through a coup as a picture."""

from __future__ import annotations

import io
from collections.abc import Sequence

from exact.analysis.odds.in_play import Step


def draw(steps: Sequence[Step], title: str) -> str:
    """An SVG of who wins after each card: the same steps give the same bytes; readable in grey."""
    import matplotlib
    matplotlib.use("svg")
    from matplotlib import pyplot as plt
    with matplotlib.rc_context({"svg.hashsalt": "exact", "svg.fonttype": "none", "font.size": 10}):
        figure, axes = plt.subplots(figsize=(7, 3.6), layout="constrained")
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
        text = io.StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
        plt.close(figure)
    return text.getvalue()
