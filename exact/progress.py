"""Progress is given to what takes long, never found: one way to watch a loop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Progress(Protocol):
    """Hands on the items of a loop, showing how far it is: `total` items in all, `what` is done with each."""

    def __call__(self, items: Iterable[T], total: int, what: str, /) -> Iterable[T]: ...

    def __hash__(self) -> int: ...


def quiet(items: Iterable[T], _total: int, _what: str, /) -> Iterable[T]:
    """Shows nothing."""
    return items
