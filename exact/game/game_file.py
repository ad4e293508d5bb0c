"""The reader of a game file: a TOML table into a `GameDefinition`, checked key by key, all faults named at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from exact.errors import BetError, ExactError, GameError, nearest, quoted
from exact.game.bet_catalogue import BetTable
from exact.game.claim import QUANTITIES, Claim, inherited
from exact.game.definition import GameDefinition, Unsaid
from exact.game.paper import read_entries
from exact.game.rules import Rules
from exact.game.rules_file import read_rules
from exact.game.shoe import MOST_DECKS

INHERITED = "inherited"
"""What a game file says as its `claims` to take over those of the game that it extends."""
T = TypeVar("T")


def read_game_table(name: str, data: Mapping[str, Any], where: str, parent: GameDefinition | None,
                    stake: Fraction | None) -> GameDefinition:
    """A game from its TOML table, over the `parent` that it extends; `where` begins every fault.

    Raises GameError, RulesError or BetError.
    """
    return _GameReader(where, parent).game(name, data, stake)


def check_bet_name(name: str, where: str) -> None:
    """Raises BetError for a name of a bet that could not be written on a command line or into a file's name."""
    if not name or len(name) > 60 or not all(c.isalnum() or c in "-_" for c in name) or not name.isascii():
        raise BetError(f"{where}: bet name {name[:60]!r} must be of letters, digits and - only")


class _GameReader:
    """A game table checked key by key; all faults are named at once."""

    def __init__(self, where: str, parent: GameDefinition | None) -> None:
        self.where = where
        self.parent = parent
        self.faults: list[str] = []
        self.readers: dict[str, Callable[[str, Any], Any]] = {
            "main": self.names, "notes": self.texts, "readings": self.names, "exclusive": self.pairs,
            "claims": self.claims, "document": self.document, "unsaid": self.unsaid,
            "title": self.text, "source": self.text,
            "decks": self.decks, "bets": self.tables}

    def fail(self, key: str, what: str) -> GameError:
        return GameError(f"{self.where}: {key}: {what}")

    def attempt(self, read: Callable[..., T], *given: Any) -> T | None:
        """What `read` gives; if it finds a fault, that is noted, and None."""
        try:
            return read(*given)
        except ExactError as fault:
            self.faults.append(str(fault))
            return None

    def raise_faults(self) -> None:
        if self.faults:
            raise GameError("; ".join(self.faults))

    def known(self, key: str) -> None:
        keys = {*self.readers, "rules", "extends", "information"}
        if key not in keys:
            close = nearest(key, keys)
            raise self.fail(key, "unknown key; " + (f"did you mean {close!r}?" if close
                                                    else f"the keys are {', '.join(sorted(keys))}"))

    def rules(self, data: Mapping[str, Any]) -> Rules:
        if self.parent is None and "rules" not in data:
            raise self.fail("rules", "missing; give [rules], or extends = \"punto-banco\"")
        if not isinstance(data.get("rules", {}), dict):
            raise self.fail("rules", "is not a table")
        rules = data.get("rules", {}) | {key: data[key] for key in ("information",) if key in data}
        return read_rules(rules, f"{self.where}: rules", self.parent.rules if self.parent else None)

    def game(self, name: str, data: Mapping[str, Any], stake: Fraction | None) -> GameDefinition:
        for key in data:
            self.attempt(self.known, key)
        fields: dict[str, Any] = {"name": name, "title": name, "decks": 8, "stake": stake}
        if self.parent:
            fields |= {key: getattr(self.parent, key) for key in ("decks", "main", "exclusive", "notes")}
        fields["rules"] = self.attempt(self.rules, data)
        fields |= {key: self.attempt(reader, key, data[key]) for key, reader in self.readers.items() if key in data}
        self.raise_faults()
        own = fields.pop("bets", {})
        fields |= {"tables": own, "origins": dict.fromkeys(own, self.where) if self.where.startswith("file") else {}}
        if self.parent:
            fields |= {key: {**getattr(self.parent, key), **fields[key]} for key in ("tables", "origins")}
            asked = data.get("claims", None if self.where.startswith("file") else INHERITED)
            if fields["rules"] == self.parent.rules and asked == INHERITED:
                fields["claims"] = inherited(self.parent.claims, own)
        game = GameDefinition(**fields)
        self.bets_exist(game, data)
        return game

    def bets_exist(self, game: GameDefinition, data: Mapping[str, Any]) -> None:
        """Every bet that the file speaks of is one."""
        named = [("claims", claim.name) for claim in game.claims if "claims" in data]
        named += [("exclusive", bet) for pair in game.exclusive if "exclusive" in data for bet in sorted(pair)]
        for key, bet in dict.fromkeys(named):
            try:
                game.named(bet)
            except BetError as error:
                self.faults.append(str(self.fail(key, str(error))))
        self.raise_faults()

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
        if value == INHERITED:
            return ()
        further = {"decks", "source", "finding"}
        plain = [{name: given for name, given in item.items() if name not in further} if isinstance(item, dict)
                 else item for item in value] if isinstance(value, list) else value
        claims = []
        for record, item in zip(self.records(key, plain, ("bet", "quantity", "printed")), value, strict=True):
            if record[1] not in QUANTITIES:
                raise self.fail(key, f"quantity {record[1]!r} is none of {', '.join(QUANTITIES)}")
            decks = (self.decks(f"{key}, decks", item["decks"]) or "inf") if "decks" in item else None
            source, finding = (self.text(f"{key}, {name}", item[name]) if name in item else ""
                               for name in ("source", "finding"))
            claims.append(Claim(record[0], record[1], record[2], decks and str(decks), source, finding))
        return tuple(claims)

    def document(self, key: str, value: Any) -> dict[str, str]:
        if not isinstance(value, Mapping):
            raise self.fail(key, 'is a table, as in [document] with author = "..."')
        return read_entries(value, f"{self.where}: {key}")

    def unsaid(self, key: str, value: Any) -> tuple[Unsaid, ...]:
        return tuple(Unsaid(*record) for record in self.records(key, value, ("what", "assumed")))

    def decks(self, key: str, value: Any) -> int | None:
        if value == "inf":
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_DECKS:
            raise self.fail(key, f"{quoted(value)} is not a number of decks from 1 to {MOST_DECKS:,}, nor \"inf\"")
        return value

    def tables(self, key: str, value: Any) -> dict[str, BetTable]:
        if not isinstance(value, dict) or not all(isinstance(table, dict) for table in value.values()):
            raise self.fail(key, "holds a table for each bet, as in [bets.dragon-7]")
        for name in value:
            check_bet_name(name, self.where)
        return dict(value)
