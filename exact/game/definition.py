"""A game as its file defines it: rules, shoe and bets, and what it is called together with the shoe in play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from exact.display import Shown
from exact.errors import BetError, GameError, UsageError, nearest, quoted
from exact.game.bet_catalogue import BetTable, aliases, aliases_of, catalogue_bets, with_variant
from exact.game.bet_file import OpenBet, count_tables, read_bet, read_open_bet
from exact.game.bets import Bet
from exact.game.claim import Claim
from exact.game.rules import Rules
from exact.game.shoe import NUMBERS, Shoe

MAIN_BETS = ("player", "banker", "tie")
_DECKS = re.compile(rf",?\s*\b(?:(?:on|with|from)\s+)?(?:\d+|{'|'.join(NUMBERS)}|sixteen)[ -]decks?\b", re.IGNORECASE)


@dataclass(frozen=True)
class Unsaid:
    """What a rules page leaves unsaid, and what was assumed in its place."""

    what: str
    assumed: str


@dataclass(frozen=True)
class GameDefinition(Shown):
    """A game: rules, a shoe (`decks` None: infinite), and bets; everything in it is data.

    `main` names the bets of the plain report; `tables` holds the game's own bets, as TOML tables; `exclusive` the
    pairs of bets that the game does not let a person make together; `readings` other games that read the same page
    differently; `document` the title block of its sheet; `origins` the files that its own bets come from.
    """

    name: str
    title: str
    rules: Rules
    decks: int | None
    main: tuple[str, ...] = MAIN_BETS
    tables: Mapping[str, BetTable] = field(default_factory=dict, compare=False)
    exclusive: tuple[frozenset[str], ...] = ()
    readings: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    unsaid: tuple[Unsaid, ...] = ()
    notes: tuple[str, ...] = ()
    source: str = ""
    stake: Fraction | None = None
    document: Mapping[str, str] = field(default_factory=dict, compare=False)
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.rules, Rules):
            raise GameError(f"game {quoted(self.name)}: has no rules; load_game(NAME) finds a game of the catalogue")
        self.shoe()

    def __repr__(self) -> str:
        return f"<game {self.name}: {self.title!r}>"

    def shoe(self) -> Shoe:
        """The game's own fresh shoe."""
        return Shoe.fresh(self.decks)

    @property
    def bare_title(self) -> str:
        """The title without the number of decks that a file may have put into it; a title of nothing else stays."""
        return re.sub(r"^[\s,:;]+", "", _DECKS.sub("", self.title)).strip() or self.title

    def title_on(self, shoe: str) -> str:
        """The title with the shoe in play, which stands before what follows a colon and a space (7:1 is a pay)."""
        name, *more = re.split(r"(?=:\s)", self.bare_title, maxsplit=1)
        return "".join([name, f", {shoe}", *more])

    def named(self, name: str) -> Bet:
        """A bet by name, alias or `name:variant`: the game's own first, then the catalogue's.

        Raises BetError with a suggestion for an unknown name.
        """
        return read_bet(name, self._table(name, ()), self.rules.naturals, self.where(name), self.stake)

    def where(self, name: str) -> str:
        """How messages name a bet: with its file if it comes from one."""
        origin = self.origins.get(name.partition(":")[0])
        return f"{origin}: bet {name}" if origin else f"bet {name}"

    def carries_commission(self, name: str) -> bool:
        """Whether the table of a bet states a commission, be it 0; raises as `named`."""
        return "commission" in self._table(name, ())

    def at_commission(self, name: str, rate: Fraction) -> Bet:
        """A bet with this plain commission (from 0 to 1) on its wins in place of its own; raises as `named`."""
        table = {**self._table(name, ()), "commission": rate}
        return read_bet(name, table, self.rules.naturals, f"bet {name}", self.stake)

    def open_bet(self, name: str, most: int) -> OpenBet:
        """A bet whose pays may be open; raises as `named`, and UsageError for one of more than `most` pay tables."""
        table, where = self._table(name, ()), self.where(name)
        number = count_tables(table, where)
        if number > most:
            raise UsageError(f"{where}: its open pays make {number:,} pay tables, and the most is {most:,}; narrow a"
                             " range, step it as in \"10..40 by 5\", or write \"10..40 usual\"")
        return read_open_bet(name, table, self.rules.naturals, where, self.stake)

    def with_pays(self, name: str, pays: Sequence[Fraction]) -> dict[str, Any]:
        """The table of a bet, alone, with these pays for its `lines`; raises as `named`."""
        table = self._table(name, ())
        lines = [{**line, "pays": pay} for line, pay in zip(table["lines"], pays, strict=True)]
        return {**{key: value for key, value in table.items() if key not in ("variants", "aliases")}, "lines": lines}

    def variants(self, name: str) -> tuple[str, ...]:
        """The variants of a bet, as `bet:variant`."""
        base = self.canonical(name).partition(":")[0]
        table = self.tables.get(base) or catalogue_bets().get(base, {})
        return tuple(f"{base}:{variant}" for variant in table.get("variants", {}))

    def _table(self, name: object, using: tuple[str, ...]) -> BetTable:
        """The table of a bet, with what it `use`s under it; `using` are the game's bets that led here."""
        if not isinstance(name, str):
            raise BetError(f"bet {name!r}: a bet is named by a text")
        base, _, variant = name.partition(":")
        own = self.tables.get(base) if base not in using else None
        table = own if own is not None else catalogue_bets().get(base)
        if table is None:
            return self._by_alias(name, base, variant, using)
        if "use" in table:
            below = self._table(table["use"], (*using, base))
            table = {**below, **{key: value for key, value in table.items() if key != "use"}}
        return with_variant(base, table, variant) if variant else table

    def _by_alias(self, name: str, base: str, variant: str, using: tuple[str, ...]) -> BetTable:
        own = aliases_of({key: table for key, table in self.tables.items() if key not in using})
        meant = own.get(base.casefold()) or aliases().get(base.casefold())
        if meant is None:
            close = nearest(base, [*self.tables, *catalogue_bets(), *own, *aliases()])
            raise BetError(f"bet {quoted(name)}: unknown" + (f"; did you mean {close!r}?" if close else "")
                           + " (`exact.bets()` lists them)")
        if variant and ":" in meant:
            raise BetError(f"bet {name!r}: {base} means {meant} already; give the bet and one variant")
        return self._table(f"{meant}:{variant}" if variant else meant, using)

    def canonical(self, name: str) -> str:
        """The name of a bet with an alias resolved: `punto` is `player`, `banco:4-percent` is `banker:4-percent`."""
        base, colon, variant = name.partition(":")
        if base not in self.tables and base not in catalogue_bets():
            base = aliases_of(self.tables).get(base.casefold()) or aliases().get(base.casefold(), base)
        return base + colon + variant

    def bet_names(self) -> tuple[str, ...]:
        """The main bets, then the game's own, then the catalogue's, each once."""
        return tuple(dict.fromkeys([*self.main, *self.tables, *catalogue_bets()]))

    def staked(self, stakes: Iterable[tuple[str, Fraction]]) -> list[tuple[Bet, Fraction]]:
        """Stakes on bets of one coup, by their names.

        Raises UsageError for a bet that is named twice and a stake that is not above 0, BetError for two bets that the
        game does not allow together.
        """
        pairs = list(stakes)
        names = [name for name, _ in pairs]
        if len(set(map(self.canonical, names))) < len(names):
            raise UsageError(f"`stakes` {','.join(names)}: names a bet twice")
        forbidden = self.forbids(names)
        if forbidden:
            raise BetError(f"`stakes` {','.join(names)}: {self.name} forbids {' and '.join(forbidden)} on one coup")
        for name, stake in pairs:
            if stake <= 0:
                raise UsageError(f"`stakes`: {name}={stake}: a stake is above 0")
        return [(self.named(name), stake) for name, stake in pairs]

    def forbids(self, names: Iterable[str]) -> tuple[str, ...] | None:
        """A pair of bets of these that may not be made together, if there is one; aliases and variants count."""
        chosen = {self.canonical(name).partition(":")[0] for name in names}
        return next((tuple(sorted(pair)) for pair in self.exclusive if pair <= chosen), None)
