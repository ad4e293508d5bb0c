"""A progress bar on stderr, only on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def bar(items: Iterable[T], total: int, what: str) -> Iterable[T]:
    """The items, with a bar that shows how many of them are done."""
    if not sys.stderr.isatty():
        return items
    from tqdm import tqdm
    return tqdm(items, total=total, desc=what, leave=False, file=sys.stderr)
