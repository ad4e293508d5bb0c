"""A game that answers questions, and the catalogue of games and bets."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias, TypeVar

from exact.analysis.odds.laws import Study
from exact.api.cards import CardQuestions
from exact.api.door import at_the_door
from exact.api.evidence import EvidenceQuestions
from exact.api.money import MoneyQuestions
from exact.api.odds import OddsQuestions
from exact.api.shoe import ShoeQuestions
from exact.api.wager import Wager
from exact.display import Shown
from exact.errors import GameError, quoted
from exact.game.catalogue import DEFAULT_GAME, game_names, load_game
from exact.game.claim import Claim
from exact.game.definition import GameDefinition
from exact.game.numbers import Number, exact_number
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.report.document import Table
from exact.report.sections.bets import bets_table
from exact.report.sections.games import games_table

GameLike: TypeAlias = "Game | GameDefinition | str | os.PathLike[str]"
"""A game as people give it: its name in the catalogue, a file that ends in .toml, or a game."""
BetFiles = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""Files of further bets: one, or several."""
T = TypeVar("T")


class Game(OddsQuestions, CardQuestions, ShoeQuestions, EvidenceQuestions, MoneyQuestions, Shown):
    """A game of the catalogue, or of a file, that answers questions about shoes.

    >>> game = Game("punto-banco")
    >>> game, game.shoe
    (<game punto-banco: 'Punto banco'>, Shoe.decks(8))
    >>> Game("punto-blanco")
    Traceback (most recent call last):
    exact.errors.GameError: `game` 'punto-blanco': not in the catalogue; did you mean 'punto-banco'? ...

    `bet_file` names files of further bets; `stake` is the money staked, for commissions that depend on it. Raises
    GameError, RulesError or BetError that names the file and the key.
    """

    def __init__(self, game: GameLike = DEFAULT_GAME, bet_file: BetFiles = (), stake: Number | None = None) -> None:
        if isinstance(game, Game):
            self.definition, self._words = game.definition, game._words
            return
        if isinstance(game, GameDefinition):
            self.definition, self._words = game, None
            return
        if not isinstance(game, str | os.PathLike):
            raise GameError(f"`game` {quoted(game)}: give a name of exact.games(), or a file that ends in .toml")
        files = list(map(str, [bet_file] if isinstance(bet_file, str | os.PathLike) else bet_file))
        staked = None if stake is None else exact_number(stake, "stake")
        self.definition = load_game(str(game), files, staked)
        self._words = ("--game", str(game), *(word for file in files for word in ("--bet-file", file)),
                       *(() if staked is None else ("--stake", str(staked))))

    def __repr__(self) -> str:
        return repr(self.definition)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.definition == other.definition

    def __hash__(self) -> int:
        return hash(self.definition.name)

    @property
    def name(self) -> str:
        """As commands and files write it."""
        return self.definition.name

    @property
    def title(self) -> str:
        """For people."""
        return self.definition.title

    @property
    def rules(self) -> Rules:
        """Its third-card table."""
        return self.definition.rules

    @property
    def shoe(self) -> Shoe:
        """Its own fresh shoe."""
        return self.definition.shoe()

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The published figures that it has recorded; `exact.claims` judges any."""
        return self.definition.claims

    @property
    def bets(self) -> Bets:
        """All its bets, by name."""
        return Bets(self)

    @property
    def table(self) -> Table:
        """The bets of its own report, with all that they pay."""
        table: Table = self.definition.table
        return table

    def bet(self, name: str) -> Wager:
        """A bet of the game or the catalogue, by name, alias or `name:variant`.

        >>> Game("punto-banco").bet("punto")
        <bet punto of punto-banco: 'Player'>

        Raises BetError with a suggestion.
        """
        return Wager(self.definition, self.definition.named(name))


class Listed(Mapping[str, T], Shown):
    """Things by name, to be looked at and looked up: `"tie" in bets`, `bets["tie"]`, `list(bets)`."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


class Bets(Listed[Wager]):
    """The bets of a game: the main ones, its own, then the catalogue's, with their house edge.

    >>> bets = Game("punto-banco").bets
    >>> bets["dragon-7"], len(bets) > 50, "dragon-77" in bets
    (<bet dragon-7 of punto-banco: ...>, True, False)
    """

    def __init__(self, game: Game, decks: int | str | None = None) -> None:
        super().__init__(game.definition.bet_names())
        self.game = game
        self.decks = game.definition.decks if decks is None else None if decks == "inf" else int(decks)

    def __repr__(self) -> str:
        return f"<{len(self)} bets of {self.game.name}: {', '.join(self.names[:4])}, ...>"

    def __getitem__(self, name: str) -> Wager:
        return self.game.bet(name)

    @property
    def table(self) -> Table:
        """Each bet with what it pays and its house edge."""
        game = self.game.definition
        bets = tuple(dict.fromkeys(map(game.named, self.names)))
        return bets_table(game, Study(game.rules, bets).odds(Shoe.fresh(self.decks)).bets, self.decks)

    def __contains__(self, name: object) -> bool:
        return name in self.names


class Games(Listed[Game]):
    """The games of the catalogue."""

    def __init__(self) -> None:
        super().__init__(game_names())

    def __repr__(self) -> str:
        return f"<{len(self)} games: {', '.join(self.names[:4])}, ...>"

    def __getitem__(self, name: str) -> Game:
        return Game(name)

    @property
    def table(self) -> Table:
        """Each game with its title, its decks, and how its third-card table differs from the standard."""
        return games_table([load_game(name) for name in self.names])


def games() -> Games:
    """The games of the catalogue, by name: `exact games`.

    >>> games()["ez-baccarat"].title
    'EZ baccarat: no commission, a winning three-card Banker 7 pushes'
    """
    return Games()


@at_the_door
def bets(game: GameLike = DEFAULT_GAME, decks: int | str | None = None) -> Bets:
    """The bets of a game and of the catalogue, by name, with their house edge on a fresh shoe (by default the game's
    own): `exact bets`.

    >>> bets(decks=6).to_records()[1]["name"]
    'banker'
    """
    return Bets(Game(game), decks)
