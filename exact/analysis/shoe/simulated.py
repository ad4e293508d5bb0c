"""A simulated number, which never stands without its standard error."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Simulated:
    """A mean, its standard error (None with fewer than two blocks), the number of trials behind it, and the seed."""

    mean: float
    standard_error: float | None
    n: int
    seed: int

    def off(self, exact: Fraction | float) -> float:
        """Its distance from an exact value in standard errors."""
        difference = self.mean - float(exact)
        return difference / self.standard_error if self.standard_error else (0.0 if difference == 0 else float("inf"))
