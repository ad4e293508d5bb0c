"""Functions compiled by numba, cached on disk where there is a place to write, and uncached where there is none."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numba


class Kernel:
    """A function compiled by numba on first use, without the interpreter lock, for each set of argument types.

    The machine code is kept beside the source or in the user's cache folder. With a read-only install and no
    writable home, on a full disk, or over a damaged cache file it is compiled again in each process instead.
    `fastmath` names the freedoms that the compiler has with floats (empty: none).
    """

    def __init__(self, function: Callable[..., Any], fastmath: frozenset[str] = frozenset()) -> None:
        self.function = function
        self.options: dict[str, Any] = {"nogil": True, "fastmath": set(fastmath) or False}
        self.cached = True
        try:
            self.compiled = numba.njit(cache=True, **self.options)(function)
        except RuntimeError:  # numba found no folder to cache in
            self._do_without_cache()

    def _do_without_cache(self) -> None:
        self.cached = False
        self.compiled = numba.njit(**self.options)(self.function)

    def __call__(self, *arguments: Any) -> Any:
        try:
            return self.compiled(*arguments)
        except (OSError, EOFError, pickle.UnpicklingError):  # kernels read and write no files: this is the cache
            self._do_without_cache()
            return self.compiled(*arguments)


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """A part of a kernel, which numba copies into whatever kernel calls it."""
    part: Callable[..., Any] = numba.njit(inline="always")(function)
    return part


EXACT_SUMS = frozenset({"contract", "reassoc", "nsz"})
"""Freedoms that cannot change a result when every partial sum is an integer that the float holds exactly."""
