"""Words for those who cannot see a figure, read off the values that it is drawn from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

from exact.report.numbers import Root
from exact.report.plots import Value

_NAMES = {"A": "an ace", "8": "an 8", "T": "a ten", "J": "a jack", "Q": "a queen", "K": "a king",
          "0": "a ten-valued card"}


def a_card(name: str) -> str:
    """A card of a rank or value, with its article."""
    return _NAMES.get(name, f"a {name}")


def size(value: Value) -> Fraction:
    """A number that orders values, also roots: the square, with the sign."""
    if isinstance(value, Root):
        return -value.square if value.negative else value.square
    exact = Fraction(value)
    return exact * abs(exact)


def course(title: str, places: Sequence[str], values: Sequence[Value | None], shown: Callable[[Value], str]) -> str:
    """How a curve goes: its ends, and whether it rises or falls all the way, or where it turns."""
    known = [(place, value) for place, value in zip(places, values, strict=True) if value is not None]
    if not known:
        return f"{title} nowhere"
    (start, first), (end, last) = known[0], known[-1]
    if len(known) == 1:
        return f"{title} {shown(first)} at {start}"
    said = f"{title} from {shown(first)} at {start} to {shown(last)} at {end}"
    steps = [size(b) - size(a) for (_, a), (_, b) in pairwise(known)]
    if not any(steps):
        return f"{title} {shown(first)} at each place from {start} to {end}"
    if all(step >= 0 for step in steps):
        return f"{said}, rising all the way"
    if all(step <= 0 for step in steps):
        return f"{said}, falling all the way"
    least, greatest = (choose(known, key=lambda point: size(point[1])) for choose in (min, max))
    turns = [f"{name} {shown(value)} at {place}" for name, (place, value) in
             (("least", least), ("greatest", greatest)) if place not in (start, end)]
    return f"{said}, not one way all along" + (f": {', '.join(turns)}" if turns else "")
