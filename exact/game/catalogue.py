"""Games and bets from TOML files: the catalogue that ships with `exact`, and the user's own files.

A game names its rules, shoe and bets, and may override anything of the game it `extends`. A bet of the catalogue may
have variants (other pay tables of the same bet), written `bet:variant`. docs/game-file.md is the reference.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeVar

from exact.display import Shown
from exact.errors import BetError, ExactError, GameError, listed, nearest, quoted
from exact.game.bet_file import read_bet
from exact.game.bets import Bet
from exact.game.claim import CLAIMED, Claim
from exact.game.claim import inherited as inherited_claims
from exact.game.rules import Rules
from exact.game.rules_file import read_rules
from exact.game.shoe import MOST_DECKS, Shoe

T = TypeVar("T")

MOST_BYTES = 2_000_000
DEFAULT_GAME = "punto-banco"
MAIN_BETS = ("player", "banker", "tie")
_GAME_KEYS = {"title", "decks", "extends", "rules", "main", "bets", "exclusive", "readings", "claims", "unsaid",
              "notes", "source"}
_DATA = files("exact.game") / "data"


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
    differently; `origins` the files that its own bets come from.
    """

    name: str
    title: str
    rules: Rules
    decks: int | None
    main: tuple[str, ...] = MAIN_BETS
    tables: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, compare=False)
    exclusive: tuple[frozenset[str], ...] = ()
    readings: tuple[str, ...] = ()
    claims: tuple[Claim, ...] = ()
    unsaid: tuple[Unsaid, ...] = ()
    notes: tuple[str, ...] = ()
    source: str = ""
    stake: Fraction | None = None
    origins: Mapping[str, str] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        return f"<game {self.name}: {self.title!r}>"

    def shoe(self) -> Shoe:
        """The game's own fresh shoe."""
        return Shoe.infinite_deck() if self.decks is None else Shoe.decks(self.decks)

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

    def _table(self, name: Any, using: tuple[str, ...]) -> Mapping[str, Any]:
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

    def _by_alias(self, name: str, base: str, variant: str, using: tuple[str, ...]) -> Mapping[str, Any]:
        own = aliases_of({key: table for key, table in self.tables.items() if key not in using})
        meant = own.get(base.casefold()) or aliases().get(base.casefold())
        if meant is None:
            close = nearest(base, [*self.tables, *catalogue_bets(), *own, *aliases()])
            raise BetError(f"bet {quoted(name)}: unknown" + (f"; did you mean {close!r}?" if close else "")
                           + " (exact bets lists them)")
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

    def forbids(self, names: Iterable[str]) -> tuple[str, ...] | None:
        """A pair of bets of these that may not be made together, if there is one; aliases and variants count."""
        chosen = {self.canonical(name).partition(":")[0] for name in names}
        return next((tuple(sorted(pair)) for pair in self.exclusive if pair <= chosen), None)


def with_variant(name: str, table: Mapping[str, Any], variant: str) -> Mapping[str, Any]:
    """A bet's table with one of its variants laid over it; raises BetError if it has none of that name.

    A variant gives keys in place of the bet's, or `pays`, a net result for each of the bet's lines.
    """
    variants = table.get("variants", {})
    where = f"bet {name}:{variant}"
    if not isinstance(variants, dict) or not all(isinstance(changes, dict) for changes in variants.values()):
        raise BetError(f"bet {name}: variants holds a table for each variant, as in half = {{ pays = [4, -1] }}")
    if variant not in variants:
        raise BetError(f"{where}: no such variant; {name} has "
                       + (listed(f"{name}:{other}" for other in variants) or "none"))
    changes = dict(variants[variant])
    merged = {key: value for key, value in table.items() if key not in ("variants", "aliases")}
    pays = changes.pop("pays", None)
    merged |= changes
    if pays is not None:
        lines = merged.get("lines")
        if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
            raise BetError(f"{where}: the bet has no lines for these pays")
        if not isinstance(pays, list) or len(pays) != len(lines):
            raise BetError(f"{where}: pays must list one number for each of the {len(lines)} lines")
        merged["lines"] = [{**line, "pays": pay} for line, pay in zip(lines, pays, strict=True)]
    return merged


# ---------------------------------------------------------------------------------------------------------------
# files

def _exact_float(text: str) -> Fraction | float:
    """A TOML decimal as the fraction that it prints; nan, infinities and powers stay floats, to be refused by name."""
    digits = text.replace("_", "")
    return Fraction(digits) if digits.lstrip("+-").replace(".", "", 1).isdigit() else float(text)


def read_toml(path: Any) -> dict[str, Any]:
    """A TOML file with exact decimals; raises GameError that names the file, and the line where there is one."""
    name = str(path)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise GameError(f"file {name!r}: larger than {MOST_BYTES:,} bytes; a game file is a page of text")
        if not data.strip():
            raise GameError(f"file {name!r}: empty; docs/game-file.md shows what belongs there")
        found = tomllib.loads(data.decode("utf-8-sig"), parse_float=_exact_float)
        _refuse_giants(found, name)
        return found
    except OSError as error:
        raise GameError(f"file {name!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise GameError(f"file {name!r}: not text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise GameError(f"file {name!r}: not TOML: {error}") from None
    except RecursionError:
        raise GameError(f"file {name!r}: nested too deeply for a game file") from None
    except ValueError as error:
        if isinstance(error, GameError):
            raise
        raise GameError(f"file {name!r}: not TOML: {error}") from None


def _refuse_giants(value: Any, name: str) -> None:
    """Raises GameError for an integer that no message could print: hexadecimal digits have no limit of their own."""
    if isinstance(value, int) and abs(value) > 10**40:
        raise GameError(f"file {name!r}: holds a whole number of more than 40 digits")
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _refuse_giants(inner, name)


@lru_cache(maxsize=1)
def catalogue_bets() -> Mapping[str, Mapping[str, Any]]:
    """Every bet of the catalogue as its TOML table, by name, in the order of the files."""
    tables: dict[str, Mapping[str, Any]] = {}
    for path in sorted((_DATA / "bets").iterdir(), key=lambda path: path.name):
        if path.name.endswith(".toml"):
            tables |= read_toml(path)
    return tables


@lru_cache(maxsize=1)
def aliases() -> Mapping[str, str]:
    """The other names of the catalogue's bets, in small letters, each with the `bet` or `bet:variant` that it means."""
    return aliases_of(catalogue_bets())


def aliases_of(tables: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The other names of some bets, in small letters; those that are no text are left to be refused with their bet."""
    found: dict[str, str] = {}
    for name, table in tables.items():
        entries = [(name, table)]
        if isinstance(table.get("variants"), dict):
            entries += [(f"{name}:{variant}", changes) for variant, changes in table["variants"].items()
                        if isinstance(changes, dict)]
        for meant, entry in entries:
            listed = entry.get("aliases")
            for alias in listed if isinstance(listed, list) else ():
                found.setdefault(str(alias).casefold(), meant)
    return found


def game_names() -> tuple[str, ...]:
    """The games of the catalogue, the default first."""
    files_of_games = (path.name for path in (_DATA / "games").iterdir())
    names = sorted(name.removesuffix(".toml") for name in files_of_games if name.endswith(".toml"))
    return tuple(sorted(names, key=lambda name: name != DEFAULT_GAME))


def load_game(name: str, bet_files: Sequence[str] = (), stake: Fraction | None = None) -> GameDefinition:
    """A game of the catalogue by name, or a user's own file by a path that ends in .toml.

    Raises GameError, RulesError or BetError that names the file and the key.
    """
    game = _load(name, (), stake)
    tables, origins = dict(game.tables), dict(game.origins)
    for path in bet_files:
        found = _bet_file(path, tables)
        tables |= found
        origins |= dict.fromkeys(found, f"file {path!r}")
    if tables != game.tables:
        game = GameDefinition(**{**game.__dict__, "tables": tables, "origins": origins})
    for bet in (*game.main, *tables):
        game.named(bet)
    return game


def _bet_file(path: str, known: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The bets of a `--bet-file`: a table for each, at the top level or under `bets`."""
    data = read_toml(Path(path))
    tables = data["bets"] if set(data) == {"bets"} else data
    if not isinstance(tables, dict):
        raise BetError(f"file {path!r}: bets holds a table for each bet, as in [bets.dragon-7]")
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise BetError(f"file {path!r}: {name!r} is not a bet; a bet is a table [{name}] with lines")
        if name in known or name in catalogue_bets():
            raise BetError(f"file {path!r}: bet {name!r} exists already; give it another name")
        _check_name(name, f"file {path!r}")
    return dict(tables)


def _check_name(name: str, where: str) -> None:
    if not name or len(name) > 60 or not all(c.isalnum() or c in "-_" for c in name) or not name.isascii():
        raise BetError(f"{where}: bet name {name[:60]!r} must be of letters, digits and - only")


def _load(name: str, children: tuple[str, ...], stake: Fraction | None) -> GameDefinition:
    if name in children:
        raise GameError(f"game {name!r}: extends itself ({' -> '.join([*children, name])})")
    if name.endswith(".toml"):
        data, where = read_toml(Path(name)), f"file {name!r}"
        short = Path(name).name.removesuffix(".toml")
    elif name in game_names():
        data, where, short = read_toml(_DATA / "games" / f"{name}.toml"), f"game {name}", name
    else:
        close = nearest(name, game_names())
        raise GameError(f"game {quoted(name)}: not in the catalogue" + (f"; did you mean {close!r}?" if close else "")
                        + " (exact games lists it; a file of your own ends in .toml)")
    parent = None
    if "extends" in data:
        if not isinstance(data["extends"], str):
            raise GameError(f"{where}: extends = {data['extends']!r} is not the name of a game")
        parent = _load(_beside(name, data["extends"]), (*children, name), stake)
    if isinstance(data.get("readings"), list):
        data["readings"] = [_beside(name, other) if isinstance(other, str) else other for other in data["readings"]]
    return _GameReader(where, parent).game(short, data, stake)


def _beside(child: str, other: str) -> str:
    """A file that a game file names (what it extends, a reading) is looked for beside it."""
    if not (child.endswith(".toml") and other.endswith(".toml")):
        return other
    return os.path.normpath(Path(child).parent / other)


def files_of_game(name: str, seen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The user's own files that a game is read from: its own first; none for a game of the catalogue.

    Raises GameError for a file that cannot be read, or that names another by its place on this machine.
    """
    if not name.endswith(".toml") or name in seen:
        return seen
    data, seen = read_toml(Path(name)), (*seen, name)
    readings = data.get("readings")
    for other in (data.get("extends"), *(readings if isinstance(readings, list) else ())):
        if isinstance(other, str) and other.endswith(".toml"):
            if os.path.isabs(other):
                raise GameError(f"file {name!r}: names {other!r} by its place on this machine; a bundle, which holds"
                                " copies, needs a path from the one file to the other")
            seen = files_of_game(_beside(name, other), seen)
    return seen


class _GameReader:
    """A game table checked key by key; all faults are named at once."""

    def __init__(self, where: str, parent: GameDefinition | None) -> None:
        self.where = where
        self.parent = parent
        self.faults: list[str] = []

    def fail(self, key: str, what: str) -> GameError:
        return GameError(f"{self.where}: {key}: {what}")

    def attempt(self, read: Callable[[], T], otherwise: T) -> T:
        """What `read` gives; if it finds a fault, note it and go on with something in its place."""
        try:
            return read()
        except ExactError as fault:
            self.faults.append(str(fault))
            return otherwise

    def unknown(self, data: Mapping[str, Any]) -> None:
        for key in data:
            if key not in _GAME_KEYS:
                close = nearest(key, _GAME_KEYS)
                self.faults.append(str(self.fail(key, "unknown key" + (
                    f"; did you mean {close!r}?" if close else f"; the keys are {', '.join(sorted(_GAME_KEYS))}"))))

    def rules(self, data: Mapping[str, Any]) -> Rules | None:
        if self.parent is None and "rules" not in data:
            raise self.fail("rules", "missing; give [rules], or extends = \"punto-banco\"")
        if not isinstance(data.get("rules", {}), dict):
            raise self.fail("rules", "is not a table")
        return read_rules(data.get("rules", {}), f"{self.where}: rules", self.parent.rules if self.parent else None)

    def game(self, name: str, data: Mapping[str, Any], stake: Fraction | None) -> GameDefinition:
        parent = self.parent
        self.unknown(data)
        rules = self.attempt(lambda: self.rules(data), None)
        inherited = {key: getattr(parent, key) for key in ("main", "exclusive", "notes")} if parent else {}
        readers: dict[str, Callable[[str, Any], Any]] = {
            "main": self.names, "notes": self.texts, "readings": self.names, "exclusive": self.pairs,
            "claims": self.claims, "unsaid": self.unsaid, "title": self.text, "source": self.text}
        given = {key: self.attempt(lambda key=key, reader=reader: reader(key, data[key]), ())  # type: ignore[misc]
                 for key, reader in readers.items() if key in data}
        decks = parent.decks if parent else 8
        if "decks" in data:
            decks = self.attempt(lambda: self.decks(data["decks"]), decks)
        no_bets: dict[str, Mapping[str, Any]] = {}
        own = self.attempt(lambda: self.tables(data.get("bets", {})), no_bets)
        if self.faults or rules is None:
            raise GameError("; ".join(self.faults))
        if parent and rules == parent.rules:
            inherited["claims"] = inherited_claims(parent.claims, own)
        origins = {**(parent.origins if parent else {}), **dict.fromkeys(own, self.where)}
        game = GameDefinition(
            rules=rules, decks=decks, tables={**(parent.tables if parent else {}), **own}, stake=stake,
            origins={name: where for name, where in origins.items() if where.startswith("file")},
            **{"name": name, "title": name, **inherited, **given})
        self.names_exist(game, given)
        return game

    def names_exist(self, game: GameDefinition, given: Mapping[str, Any]) -> None:
        """Every bet and game that the file speaks of is one."""
        bets = [("claims", claim.bet) for claim in given.get("claims", ())]
        bets += [("exclusive", bet) for pair in given.get("exclusive", ()) for bet in sorted(pair)]
        for key, bet in dict.fromkeys(bets):
            try:
                game.named(bet)
            except BetError as error:
                self.faults.append(str(self.fail(key, str(error))))
        for reading in given.get("readings", ()):
            if not reading.endswith(".toml") and reading not in game_names():
                self.faults.append(str(self.fail("readings", f"game {reading!r}: not in the catalogue")))
        if self.faults:
            raise GameError("; ".join(self.faults))

    def text(self, key: str, value: Any) -> str:
        if not isinstance(value, str) or not value.strip() or len(value) > 2000:
            raise self.fail(key, f"{quoted(value)} is not a text")
        return value

    def texts(self, key: str, value: Any) -> tuple[str, ...]:
        if not isinstance(value, list):
            raise self.fail(key, "is not a list of texts")
        return tuple(self.text(key, item) for item in value)

    def names(self, key: str, value: Any) -> tuple[str, ...]:
        names = self.texts(key, value)
        if len(set(names)) < len(names):
            raise self.fail(key, "names something twice")
        return names

    def pairs(self, key: str, value: Any) -> tuple[frozenset[str], ...]:
        if not isinstance(value, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in value):
            raise self.fail(key, 'is a list of pairs of bets, such as [["player", "banker"]]')
        return tuple(frozenset(self.names(key, pair)) for pair in value)

    def records(self, key: str, value: Any, fields: Sequence[str]) -> list[list[str]]:
        if not (isinstance(value, list)
                and all(isinstance(item, dict) and set(item) == set(fields) for item in value)):
            raise self.fail(key, f"is a list of tables with the keys {', '.join(fields)}")
        return [[self.text(key, item[name]) for name in fields] for item in value]

    def claims(self, key: str, value: Any) -> tuple[Claim, ...]:
        """Figures in print; the shoe, the source (then that of the game) and the reason of one may be left out."""
        further = {"decks", "source", "finding"}
        plain = [{name: given for name, given in item.items() if name not in further} if isinstance(item, dict)
                 else item for item in value] if isinstance(value, list) else value
        claims = []
        for record, item in zip(self.records(key, plain, ("bet", "quantity", "printed")), value, strict=True):
            if record[1] not in CLAIMED:
                raise self.fail(key, f"quantity {record[1]!r} is none of {', '.join(CLAIMED)}")
            decks = (self.decks(item["decks"], f"{key}, decks") or "inf") if "decks" in item else None
            source, finding = (self.text(f"{key}, {name}", item[name]) if name in item else ""
                               for name in ("source", "finding"))
            claims.append(Claim(record[0], record[1], record[2], decks and str(decks), source, finding))
        return tuple(claims)

    def unsaid(self, key: str, value: Any) -> tuple[Unsaid, ...]:
        return tuple(Unsaid(*record) for record in self.records(key, value, ("what", "assumed")))

    def decks(self, value: Any, key: str = "decks") -> int | None:
        if value == "inf":
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_DECKS:
            raise self.fail(key, f"{quoted(value)} is not a number of decks from 1 to {MOST_DECKS:,}, nor \"inf\"")
        return value

    def tables(self, value: Any) -> dict[str, Mapping[str, Any]]:
        if not isinstance(value, dict) or not all(isinstance(table, dict) for table in value.values()):
            raise self.fail("bets", "holds a table for each bet, as in [bets.dragon-7]")
        for name in value:
            _check_name(name, self.where)
        return dict(value)


