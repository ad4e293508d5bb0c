"""Figures drawn, here or by a process that loads matplotlib while the numbers are still being made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module

from exact.report.document import Figure

Drawn = tuple[str, bytes]
"""A figure as SVG and as PDF."""
Draw = Callable[[Sequence[Figure]], Sequence[Drawn]]


def draw_here(figures: Sequence[Figure]) -> list[Drawn]:
    return list(map(drawn, figures))


def drawn(figure: Figure) -> Drawn:
    from exact.report.drawing.figures import draw  # matplotlib
    return draw(figure)


@contextmanager
def draws_beside() -> Iterator[Draw]:
    """A process of its own that draws, ready by the time that there is something to draw; where this machine lets none
    be started, they are drawn here."""
    from exact.workers import processes
    with ExitStack() as stack:
        try:
            executor = stack.enter_context(processes(1, "run the command again; nothing was written"))
        except (ImportError, NotImplementedError, OSError):  # no semaphores, or no shared memory
            yield draw_here
            return
        executor.submit(import_module, "exact.report.drawing.figures")
        yield lambda figures: list(executor.map(drawn, figures))
