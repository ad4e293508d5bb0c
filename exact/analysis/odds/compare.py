"""Games side by side: rules that differ, probabilities, RTP, and the differences from the first of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exact.analysis.odds.laws import Odds, Study
from exact.display import Answer
from exact.errors import BetError, UsageError
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe


@dataclass(frozen=True)
class ComparedGame:
    """A game with its odds on a shoe."""

    game: GameDefinition
    shoe: Shoe
    odds: Odds


def shared_bets(games: Sequence[GameDefinition]) -> tuple[str, ...]:
    """The main bets that all the games have, in the order of the first; raises BetError if there is none."""
    shared = tuple(name for name in games[0].main if all(name in game.main for game in games))
    if not shared:
        raise BetError("compare: the games share no main bet; name bets that each of them knows")
    return shared


def compare(games: Sequence[GameDefinition], bets: Sequence[str], shoes: Sequence[Shoe]) -> tuple[ComparedGame, ...]:
    """Each game on its shoe, with the bets of these names; raises BetError that names a game that has one not."""
    rows = []
    for game, shoe in zip(games, shoes, strict=True):
        try:
            chosen = tuple(game.named(name) for name in bets)
        except BetError as error:
            raise BetError(f"game {game.name}: {error}") from None
        rows.append(ComparedGame(game, shoe, Study(game.rules, chosen).odds(shoe)))
    return tuple(rows)


@dataclass(frozen=True)
class GamesCompared(Answer):
    """Games side by side; the first is the base."""

    games: tuple[ComparedGame, ...]

    def __repr__(self) -> str:
        return f"<games side by side: {', '.join(one.game.name for one in self.games)}>"


def compare_games(games: Sequence[GameDefinition], bets: Sequence[str] | None = None, shoe: Shoe | None = None
                  ) -> GamesCompared:
    """Games side by side, each on its own shoe or all on one, with the bets of these names (None: the main bets that
    all have).

    Raises UsageError for one game alone; as `compare`.
    """
    if len(games) < 2:
        raise UsageError("compare: needs two games or more")
    return GamesCompared(compare(games, shared_bets(games) if bets is None else bets,
                                 [game.shoe() if shoe is None else shoe for game in games]))
