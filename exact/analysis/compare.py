"""Games side by side: rules that differ, probabilities, RTP, and the differences from the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exact.analysis.edges import Odds, Study
from exact.game.catalogue import Game
from exact.game.shoe import Shoe


@dataclass(frozen=True)
class Compared:
    """A game with its odds on its own shoe, or on the shoe that all are compared on."""

    game: Game
    shoe: Shoe
    odds: Odds


def compare(games: Sequence[Game], bets: Sequence[str], shoe: Shoe | None = None) -> tuple[Compared, ...]:
    """Each game with the bets of these names; with its own shoe unless one is given for all."""
    rows = []
    for game in games:
        own = shoe or game.shoe()
        study = Study(game.rules, tuple(game.named(name) for name in bets))
        rows.append(Compared(game, own, study.odds(own)))
    return tuple(rows)
