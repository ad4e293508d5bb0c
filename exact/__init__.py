"""Exact combinatorial analysis of baccarat: every number is a rational, or says how it is bounded or sampled.

The public names are imported where they are first used, so that a plain report starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from exact.display import Display, show_by
from exact.version import __version__

if TYPE_CHECKING:
    from exact.analysis.odds.laws import BetLaw, BetSlip, Odds, Study
    from exact.api import Game, Wager
    from exact.errors import ExactError
    from exact.game.bets import Bet
    from exact.game.rules import Rules
    from exact.game.shoe import Shoe

__all__ = ["Bet", "BetLaw", "BetSlip", "ExactError", "Game", "Odds", "Rules", "Shoe", "Study", "Wager", "__version__"]

_HOMES = {
    "Bet": "game.bets", "BetLaw": "analysis.odds.laws", "ExactError": "errors", "Game": "api",
    "Odds": "analysis.odds.laws", "Rules": "game.rules", "Shoe": "game.shoe", "BetSlip": "analysis.odds.laws",
    "Study": "analysis.odds.laws", "Wager": "api",
}


def _display() -> Display:
    from exact.report import display
    return display


show_by(_display)


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'exact' has no attribute {name!r}")
    return getattr(import_module(f"exact.{_HOMES[name]}"), name)
