"""Figures that print gives for the bets of a game, as data of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

QUANTITIES = ("rtp", "edge", "ev", "probability", "count", "odds", "std_dev", "variance", "contribution")
"""The quantities that a claim may be about."""


@dataclass(frozen=True)
class Claim:
    """A figure that is printed for a bet: `quantity` is one of `QUANTITIES`, `printed` the figure as it stands there.

    `decks` is the shoe that it is printed for (a number of decks as text, or inf); None where the page does not say,
    so that it may be held against any. `source` says where it is printed; `finding`, for a figure that is wrong, why it
    is, where that is known ("misprint for 1.06 %").
    """

    bet: str
    quantity: str
    printed: str
    decks: str | None = None
    source: str = ""
    finding: str = ""

    @property
    def name(self) -> str:
        """The bet without the line of it that the claim is about."""
        return self.bet.partition(" line ")[0]

    def is_for(self, shoe: str | None) -> bool:
        """Whether it may be compared with the odds of a fresh shoe (None: of another composition)."""
        return self.decks is None or self.decks == shoe


def inherited(claims: tuple[Claim, ...], own_bets: Mapping[str, Any]) -> tuple[Claim, ...]:
    """The claims of a game that hold for one with the same rules and some bets of its own."""
    return tuple(claim for claim in claims if claim.name.partition(":")[0] not in own_bets)
