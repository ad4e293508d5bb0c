"""A simulated number; apart from what makes it, so that commands may name it without loading a simulator."""

from __future__ import annotations

from dataclasses import dataclass

from exact.errors import UsageError

MOST_SHOES = 10**8


@dataclass(frozen=True)
class Sampled:
    """A mean with its standard error, from `n` shoes of a seed; None where nothing was seen to take a mean of."""

    mean: float | None
    standard_error: float | None
    n: int
    seed: int

    def off(self, exact: float) -> float:
        """How many standard errors it lies from an exact value."""
        if self.mean is None or not self.standard_error:
            raise UsageError("a simulated number without a standard error cannot be compared")
        return (self.mean - exact) / self.standard_error
