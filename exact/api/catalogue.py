"""Questions that are not put to one game: games side by side, tables, published figures, the atlas."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from exact.analysis.odds.compare import GamesCompared, compare_games
from exact.analysis.odds.pay_lines import BetsLike, choose_bets
from exact.analysis.published.claim_files import ClaimSet, read_claims, sets_of
from exact.analysis.published.claims import parse_claim
from exact.analysis.published.pages import CheckedPages, check_pages
from exact.analysis.rules_diff import RulesDiff, compare_rules, rules_of
from exact.api.arguments import PathLike
from exact.api.door import at_the_door
from exact.api.evidence import decks_of, made
from exact.api.game import Game, GameLike
from exact.errors import UsageError
from exact.game.catalogue import DEFAULT_GAME, load_game
from exact.game.shoe import Shoe, ShoeLike
from exact.report.document import Document


@at_the_door
def compare(*games: GameLike, shoe: ShoeLike | None = None, bets: str | Iterable[str] = "main") -> GamesCompared:
    """Games side by side, each on its own shoe or all on one: rules, probabilities, RTP and edges: `exact compare`.

    >>> found = compare("punto-banco", "ez-baccarat", shoe=6, bets="tie")
    >>> found.games[0].odds.tie == found.games[1].odds.tie
    True

    Raises UsageError for one game alone, BetError for a bet that one of them has not.
    """
    loaded = [Game(game).definition for game in games]
    names = bets.split(",") if isinstance(bets, str) else list(bets)
    return compare_games(loaded, None if names == ["main"] else [name.strip() for name in names],
                         None if shoe is None else Shoe.of(shoe))


@at_the_door
def rules_diff(table: PathLike, shoe: ShoeLike | None = None, bets: BetsLike = "main") -> RulesDiff:
    """Where a third-card table differs from the standard, and what each square does: `exact rules-diff`.

    `table` is a game of the catalogue, a game file, or a file of nothing but rules.

    >>> [effect.what for effect in rules_diff("russian-page-literal").alone][:1]
    ['...']

    Raises GameError, RulesError.
    """
    rules, decks = rules_of(str(table))
    game = replace(load_game(DEFAULT_GAME), decks=decks)
    left = game.shoe() if shoe is None else Shoe.of(shoe)
    return compare_rules(rules, choose_bets(game, bets, left)[0], left)


@at_the_door
def claims(*figures: str, game: GameLike = DEFAULT_GAME, shoe: ShoeLike | None = None, file: PathLike | None = None
           ) -> CheckedPages:
    """Which game explains published figures such as `"banker rtp 98.94%"`, or those of a whole site: `exact claims`.

    Without any, the figures that the game has recorded. `shoe` is the one that they are said to be for; a number of
    decks is looked at first, and a composition alone.

    >>> found = claims("banker rtp 98.94%", "tie rtp 85.64%")
    >>> found.right
    True

    Raises ClaimError, BetError.
    """
    if file is not None and figures:
        raise UsageError("`file` with figures: give them either in the file or one by one")
    definition = Game(game).definition
    if file is not None:
        sets = read_claims(str(file))
    else:
        sets = (ClaimSet("", None, tuple(map(parse_claim, figures))),) if figures else sets_of(definition.claims)
    if shoe is None:
        return check_pages(definition, sets, None)
    left = Shoe.of(shoe)
    decks = decks_of(left)
    return check_pages(definition, sets, decks, {"the shoe given": left} if decks is None else {})


@at_the_door
def atlas(bet_file: PathLike | Iterable[PathLike] = (), output: PathLike | None = None, force: bool = False
          ) -> Document:
    """Every bet of the catalogue and every game: edges by number of decks, spread, countability: `exact atlas`.

    It takes a minute. With `output` it is written too, as `Game.report` is.

    >>> atlas().tables[0].title  # doctest: +SKIP
    """
    files = [bet_file] if isinstance(bet_file, str | os.PathLike) else list(bet_file)
    return made("atlas", [word for file in files for word in ("--bet-file", str(file))], output, force)


@at_the_door
def index(folder: PathLike) -> Path:
    """Write the page that leads to what a folder holds, bundles or sweeps, and give its place: `exact index`.

    >>> index("nowhere")
    Traceback (most recent call last):
    exact.errors.UsageError: folder 'nowhere': is not there; name a folder of bundles, ...

    Raises UsageError.
    """
    from exact.commands.index import write_index
    return write_index(Path(folder))
