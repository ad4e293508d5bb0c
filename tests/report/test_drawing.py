"""Figures come out the same wherever they are drawn."""

from __future__ import annotations

from multiprocessing import active_children

import pytest

from exact import workers as executors
from exact.report.document import Figure
from exact.report.drawing.processes import draw_here, draws_beside
from exact.report.plots import Lines, Panel

FIGURES = tuple(Figure(title, "A line.", Lines("x", "y", (1, 2), (Panel("p", (1, 3)),))) for title in ("One", "Two"))


def test_a_process_beside_draws_what_is_drawn_here() -> None:
    with draws_beside() as draw:
        assert draw(FIGURES) == draw_here(FIGURES)


def test_where_no_process_can_be_started_they_are_drawn_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise NotImplementedError("no semaphores")

    monkeypatch.setattr(executors, "ProcessPoolExecutor", refused)
    with draws_beside() as draw:
        assert draw is draw_here


def test_a_drawing_process_that_dies_is_named_with_a_way_out_of_its_own() -> None:
    with pytest.raises(executors.WorkerError, match=r"run the command again; nothing was written$"):
        _killed_while_drawing()


def _killed_while_drawing() -> None:
    with draws_beside() as draw:
        draw(FIGURES)
        for child in active_children():
            child.kill()
        draw(FIGURES)
