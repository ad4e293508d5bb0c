"""Figures as printed: does an exact value agree with one at the precision in which it stands on a page?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from exact.errors import UsageError

_FORM = re.compile(r"\s*([+-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?\s*(%?)\s*", re.ASCII)


@dataclass(frozen=True)
class Printed:
    """A printed figure: its value and the unit of its last digit (a percent sign divides both by 100)."""

    text: str
    value: Fraction
    unit: Fraction

    def agrees(self, exact: Fraction) -> bool:
        """Whether the exact value rounds to the figure (either way where it lies half between two)."""
        return abs(exact - self.value) * 2 <= self.unit


def read_printed(text: str) -> Printed:
    """A figure such as `98.94 %`, `0.0106` or `475,627`; raises UsageError for anything else."""
    match = _FORM.fullmatch(text)
    if match is None:
        raise UsageError(f"figure {text!r}: not a number as printed; write 98.94 %, 0.0106 or 475,627"
                         " (a comma parts thousands)")
    sign, whole, decimals, percent = match.groups()
    places = len(decimals or "")
    number = Fraction(Decimal(f"{sign}{whole.replace(',', '')}.{decimals or '0'}"))
    scale = Fraction(1, 100) if percent else Fraction(1)
    return Printed(text.strip(), number * scale, scale / 10**places)
