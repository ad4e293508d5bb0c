"""The atlas: every bet of a catalogue on shoes of several sizes, and how much its EV varies near the end of a shoe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.counting.spread import spread
from exact.analysis.counting.tags import CountError
from exact.analysis.odds.compare import ComparedGame, compare
from exact.analysis.odds.laws import BetLaw, Study
from exact.display import Answer
from exact.errors import BetError
from exact.game.bet_catalogue import catalogue_bets
from exact.game.bets import Bet
from exact.game.catalogue import DEFAULT_GAME, game_names, load_game
from exact.game.definition import GameDefinition
from exact.game.shoe import Shoe
from exact.progress import Progress, quiet

ATLAS_DECKS = (1, 2, 4, 6, 8, None)
"""The shoes of the atlas; None is the infinite one."""
FULL = 8
LEFT = 52
"""The EV is watched with so many cards left of `FULL` decks."""


@dataclass(frozen=True)
class AtlasEntry:
    """A bet with its law on each shoe of `ATLAS_DECKS`; `ev_variance` is that of its EV with `LEFT` cards left of
    `FULL` decks, None where there is no closed form that is quick enough, and `unknown` then says why."""

    bet: Bet
    laws: tuple[BetLaw, ...]
    ev_variance: Fraction | None
    unknown: str = ""

    @property
    def law(self) -> BetLaw:
        """On `FULL` decks."""
        return self.laws[ATLAS_DECKS.index(FULL)]

    @property
    def distance_square(self) -> Fraction | None:
        """The square of the house edge in standard deviations of the EV: small where counting is promising."""
        return self.law.ev**2 / self.ev_variance if self.ev_variance else None


def catalogue_names() -> tuple[str, ...]:
    """Every bet of the catalogue with its variants, in the order of the files."""
    return tuple(name for base, table in catalogue_bets().items()
                 for name in (base, *(f"{base}:{variant}" for variant in table.get("variants", {}))))


def atlas(game: GameDefinition, names: Sequence[str], progress: Progress = quiet) -> tuple[AtlasEntry, ...]:
    """Each bet under the rules of the game; one that two names mean, or two tables declare, stands once."""
    bets = tuple(dict.fromkeys(game.named(name) for name in names))
    study = Study(game.rules, bets)
    odds = [study.odds(Shoe.fresh(decks))
            for decks in progress(ATLAS_DECKS, len(ATLAS_DECKS), "shoes")]
    laws = {bet: tuple(one.bets[i] for one in odds) for i, bet in enumerate(bets)}
    first: dict[object, Bet] = {}
    for bet, of in laws.items():
        first.setdefault((bet.title, *((law.ev, law.variance) for law in of)), bet)
    kept = tuple(first.values())
    return tuple(AtlasEntry(bet, laws[bet], *_ev_variance(game, bet)) for bet in progress(kept, len(kept), "bets"))


def _ev_variance(game: GameDefinition, bet: Bet) -> tuple[Fraction | None, str]:
    try:
        return spread(game.rules, bet, Shoe.decks(FULL)).variance(LEFT), ""
    except (BetError, CountError) as error:
        return None, str(error).removeprefix(f"bet {bet.name}: ")


@dataclass(frozen=True)
class Atlas(Answer):
    """Every bet of the catalogue, under the rules of punto banco, and every game on its own shoe."""

    game: GameDefinition
    entries: tuple[AtlasEntry, ...]
    games: tuple[ComparedGame, ...]

    def __repr__(self) -> str:
        return f"<the baccarat atlas: {len(self.entries)} bets, {len(self.games)} games>"


def whole_atlas(bet_files: Sequence[str] = (), progress: Progress = quiet) -> Atlas:
    """The atlas of the catalogue, with further bets from files."""
    game = load_game(DEFAULT_GAME, bet_files)
    entries = atlas(game, (*game.main, *catalogue_names(), *game.tables), progress)
    return Atlas(game, entries, tuple(one for other in map(load_game, game_names())
                                      for one in compare([other], other.main, [other.shoe()])))
