"""The language of bet files: TOML tables into `Bet`s, with every fault named by its line.

The reference for people is docs/game-file.md; this module is the reference for the machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exact.errors import BetError, CardError, nearest, quoted
from exact.game.bets import ALWAYS, AllOf, AnyOf, Bet, Condition, Doubt, FactIs, Line, Not
from exact.game.cards import NO_CARDS, CardSet, parse_card_set
from exact.game.facts import Fact, count_fact, facts, only_fact

MOST_PAID = 10**6
MOST_LINES = 400
DEEPEST = 12
_BET_KEYS = {"title", "lines", "otherwise", "offered", "aliases", "notes", "commission", "stake", "variants", "source",
             "doubt"}
_LINE_KEYS = {"event", "when", "pays", "commission"}
_ROUND: dict[str, Callable[[Fraction], int]] = {
    "up": math.ceil, "down": math.floor, "nearest": lambda steps: math.floor(steps + Fraction(1, 2))}
_WORDS = {"push": Fraction(0), "lose": Fraction(-1)}


def read_number(value: Any, where: str) -> Fraction:
    """An exact number: 8, 0.95, "19/20", "5%"; raises BetError for nan, infinities and anything else."""
    text = str(value).strip()
    percent = text.endswith("%")
    try:
        if isinstance(value, bool) or len(text) > 60 or not isinstance(value, (int, float, str, Fraction)):
            raise ValueError
        if isinstance(value, str) and "e" in text.lower():
            raise ValueError
        # A float is taken as the decimal that it prints: 1e-1 is a tenth, not the binary number nearest to it.
        number = Fraction(text.removesuffix("%").rstrip() if isinstance(value, str) else text)
    except (ValueError, ZeroDivisionError, OverflowError):
        raise BetError(f"{where}: {quoted(value)} is not a number; write 8, 0.95, \"19/20\" or \"5%\"") from None
    return number / 100 if percent else number


def read_pay(value: Any, where: str) -> Fraction:
    """A net result to 1: a number, `push`, `lose`, or as cards print it, `"3 to 2"`, `"3:2"`, `"9 for 1"` (8 to 1)."""
    if isinstance(value, str):
        if value in _WORDS:
            return _WORDS[value]
        for mark, back in ((" to ", 0), (" for ", 1), (":", 0)):
            paid, found, staked = value.partition(mark)
            if found:
                stake = read_number(staked, where)
                if stake <= 0:
                    raise BetError(f"{where}: {quoted(value)} is paid on no stake; write \"8 to 1\"")
                return read_number(paid, where) / stake - back
    return read_number(value, where)


@dataclass(frozen=True)
class Commission:
    """What the house keeps of a win; rounding and minimum make the net result depend on the stake."""

    rate: Fraction
    """Its share of the win, from 0 to 1."""
    unit: Fraction | None = None
    """The sum of money of which it is a multiple; None: it is not rounded."""
    rounding: str = "nearest"
    """To which multiple: `up`, `down`, or `nearest`, halves up."""
    minimum: Fraction = Fraction(0)
    """The least sum of money that is due."""

    def __post_init__(self) -> None:
        if not 0 <= self.rate <= 1:
            raise BetError(f"rate {quoted(self.rate)} is not between 0 and 1 (or 0 % and 100 %)")
        if (self.unit is not None and self.unit <= 0) or self.minimum < 0:
            raise BetError("a unit is above 0, and a minimum is not below 0")
        if self.rounding not in tuple(_ROUND):
            raise BetError(f"rounding {quoted(self.rounding)} is none of up, down, nearest (halves up)")

    @property
    def needs_stake(self) -> bool:
        """Whether the net result depends on the money staked."""
        return self.unit is not None or self.minimum > 0

    def net(self, pays: Fraction, stake: Fraction) -> Fraction:
        """The net result of a unit stake after commission on a win of `pays` to 1."""
        due = self.rate * pays * stake
        if self.unit is not None:
            due = self.unit * _ROUND[self.rounding](due / self.unit)
        return pays - max(due, self.minimum) / stake


def read_bet(name: str, data: Mapping[str, Any], naturals: frozenset[int], where: str | None = None,
             stake: Fraction | None = None) -> Bet:
    """A bet from its TOML table; `naturals` are those of the game that offers it, `stake` the money staked.

    Raises BetError that names the bet, the line and the value.
    """
    return _Reader(where or f"bet {name}", facts(naturals)).bet(name, data, stake)


class _Reader:
    def __init__(self, where: str, known: Mapping[str, Fact]) -> None:
        self.where = where
        self.facts = known

    def fail(self, where: str, what: str) -> BetError:
        return BetError(f"{self.where}{where}: {what}")

    def bet(self, name: str, data: Mapping[str, Any], stake: Fraction | None) -> Bet:
        self.only(data, _BET_KEYS, "")
        lines = data.get("lines")
        if not isinstance(lines, list) or not lines:
            raise self.fail("", "has no lines; give lines = [ { event, when, pays }, ... ]")
        if "stake" in data and stake is None:
            stake = read_number(data["stake"], f"{self.where}, stake")
        if stake is not None and not 0 < stake <= 10**12:
            raise self.fail(", stake", f"{stake} is not a sum of money above 0")
        commission = self.commission(data["commission"]) if "commission" in data else None
        if commission and commission.needs_stake and stake is None:
            raise self.fail("", "its commission is rounded or has a minimum, so the result depends on the money staked;"
                            " give stake = MONEY in the bet, or `stake`")
        if len(lines) > MOST_LINES:
            raise self.fail("", f"has {len(lines):,} lines; the most is {MOST_LINES}")
        closed = "otherwise" in data
        read = [self.line(i, line, i == len(lines) and not closed, commission, stake or Fraction(1))
                for i, line in enumerate(lines, 1)]
        if closed:
            read.append(self.otherwise(data["otherwise"], commission, stake or Fraction(1)))
        self.check(read)
        offered = self.condition(data["offered"], ", offered", 0) if "offered" in data else None
        return Bet(name, self.text(data.get("title", name), ", title"), tuple(read), offered,
                   self.texts(data, "aliases"), self.texts(data, "notes"),
                   self.doubt(data.get("doubt", False)))

    def only(self, data: Any, keys: Iterable[str], where: str) -> None:
        if not isinstance(data, Mapping):
            raise self.fail(where, f"{quoted(data)} is not a table")
        for key in data:
            if key not in keys:
                raise self.fail(where, f"unknown key {key!r}; the keys are {', '.join(sorted(keys))}")

    def text(self, value: Any, where: str) -> str:
        if not isinstance(value, str) or not value.strip() or len(value) > 400:
            raise self.fail(where, f"{quoted(value)} is not a text of 1 to 400 characters")
        return value

    def texts(self, data: Mapping[str, Any], key: str) -> tuple[str, ...]:
        value = data.get(key, [])
        if not isinstance(value, list):
            raise self.fail(f", {key}", f"{quoted(value)} is not a list of texts")
        return tuple(self.text(item, f", {key}") for item in value)

    def doubt(self, data: Any) -> Doubt | None:
        """`doubt = { edge = "at most", why = "..." }`: what is not certain, and what the edge is worth for it.

        A variant says `doubt = false` where the doubt about its bet does not touch it.
        """
        if data is False:
            return None
        self.only(data, {"edge", "why"}, ", doubt")
        try:
            return Doubt(data.get("edge"), self.text(data["why"], ", doubt, why") if "why" in data else "")
        except BetError as error:
            raise self.fail(", doubt", str(error)) from None

    def commission(self, data: Any) -> Commission:
        table = data if isinstance(data, Mapping) else {"rate": data}
        self.only(table, {"rate", "unit", "rounding", "minimum"}, ", commission")
        if "rate" not in table:
            raise self.fail(", commission", "has no rate")
        numbers = {key: read_number(table[key], f"{self.where}, commission {key}")
                   for key in ("rate", "unit", "minimum") if key in table}
        try:
            return Commission(numbers["rate"], numbers.get("unit"), table.get("rounding", "nearest"),
                              numbers.get("minimum", Fraction(0)))
        except BetError as error:
            raise self.fail(", commission", str(error)) from None

    def line(self, number: int, data: Any, last: bool, commission: Commission | None, stake: Fraction,
             where: str = "") -> Line:
        where = where or f", line {number}"
        self.only(data, _LINE_KEYS, where)
        if "pays" not in data:
            raise self.fail(where, "has no pays")
        pays = data["pays"]
        net = read_pay(pays, f"{self.where}{where}, pays")
        if not -MOST_PAID <= net <= MOST_PAID:
            raise self.fail(where, f"pays {quoted(pays)} is beyond {MOST_PAID:,} to one")
        charged = data.get("commission", net > 0)
        if not isinstance(charged, bool):
            raise self.fail(where, "commission is true or false; its rate stands beside lines")
        if commission and charged:
            net = commission.net(net, stake)
        if last and "when" in data:
            raise self.fail(where, "is the last and has a `when`, so some coups would have no result; add"
                            " otherwise = \"lose\" beside lines, or a last line without `when`")
        if not last and "when" not in data:
            raise self.fail(where, "has no `when`; only the last line may be without, and only where there is no"
                            " `otherwise`: what stands after it could never pay")
        when = self.condition(data["when"], where, 0) if "when" in data else ALWAYS
        return Line(self.text(data.get("event", f"line {number}"), where), when, net)

    def otherwise(self, data: Any, commission: Commission | None, stake: Fraction) -> Line:
        """The result of all coups that no line takes: a net result, or a table with its event."""
        table = data if isinstance(data, Mapping) else {"pays": data}
        if "when" in table:
            raise self.fail(", otherwise", "has no `when`: it takes every coup that is left")
        return self.line(0, {"event": "Otherwise", **table}, True, commission, stake, ", otherwise")

    def check(self, lines: Sequence[Line]) -> None:
        """Faults that show without dealing a card: lines that contradict themselves, or that an earlier line takes."""
        seen: dict[Condition, int] = {}
        for i, line in enumerate(lines, 1):
            contradiction = _contradiction(line.when)
            if contradiction:
                raise self.fail(f", line {i} ({line.event})", f"can never pay: {contradiction}")
            if line.when in seen:
                raise self.fail(f", line {i} ({line.event})",
                                f"can never pay: line {seen[line.when]} has the same `when`")
            seen[line.when] = i
        if all(line.pays <= 0 for line in lines):
            raise self.fail("", "never pays: no line has a net result above 0")

    # conditions

    def condition(self, data: Any, where: str, depth: int) -> Condition:
        """All entries of a table together; see docs/game-file.md."""
        if not isinstance(data, Mapping) or not data:
            raise self.fail(where, f"a condition is a table such as {{ winner = \"banker\" }}, not {quoted(data)}")
        if depth > DEEPEST:
            raise self.fail(where, f"conditions are nested more than {DEEPEST} deep")
        parts: list[Condition] = []
        for key, value in data.items():
            if key in ("all", "any"):
                parts.append(self.several(key, value, where, depth))
            elif key == "not":
                parts.append(Not(self.condition(value, where, depth + 1)))
            elif key in ("player", "banker", "both"):
                parts += self.scope(key, value, where)
            else:
                parts.append(self.fact(key, value, where))
        return parts[0] if len(parts) == 1 else AllOf(tuple(parts))

    def several(self, key: str, value: Any, where: str, depth: int) -> Condition:
        if not isinstance(value, list) or not value:
            raise self.fail(where, f"{key} takes a list of conditions, not {quoted(value)}")
        parts = tuple(self.condition(part, where, depth + 1) for part in value)
        return AllOf(parts) if key == "all" else AnyOf(parts)

    def scope(self, scope: str, value: Any, where: str) -> list[Condition]:
        if not isinstance(value, Mapping) or not value:
            raise self.fail(where, f"{scope} is followed by a fact, as in {scope}.total = 7")
        parts: list[Condition] = []
        for key, item in value.items():
            inner = f"{scope}.{key}"
            if key == "count":
                parts += self.counts(scope, item, where)
            elif key == "only":
                parts.append(FactIs(only_fact(scope, self.cards(item, where)), frozenset({True})))
            elif key == "first_two" and "." not in scope:
                parts += self.scope(inner, item, where)
            elif key in ("card_1", "card_2", "card_3") and scope in ("player", "banker"):
                parts.append(self.card(inner, item, where))
            else:
                parts.append(self.fact(inner, item, where))
        return parts

    def fact(self, name: str, value: Any, where: str) -> Condition:
        fact = self.facts.get(name)
        if fact is None:
            raise self.fail(where, f"unknown fact {name!r}{_suggest(name, self.facts)}")
        return FactIs(fact, self.allowed(fact, value, where))

    def allowed(self, fact: Fact, value: Any, where: str) -> frozenset[Hashable]:
        """The values named by a scalar, a list, or a range such as "4-9"; each must be one that the fact can take."""
        named: set[Hashable] = set()
        for item in value if isinstance(value, list) else [value]:
            low, dash, high = str(item).partition("-")
            if isinstance(item, str) and item.isascii() and dash and low.isdigit() and high.isdigit() and len(item) < 9:
                span = [n for n in range(int(low), int(high) + 1) if n in fact.values]
                if not span:
                    raise self.fail(where, f"{fact.name} = {quoted(item)} holds no possible value;"
                                    f" it is one of {_values(fact)}")
                named.update(span)
            elif any(item == known and type(item) is type(known) for known in fact.values):
                named.add(item)
            else:
                raise self.fail(where, f"{fact.name} = {quoted(item)} is impossible; it is one of {_values(fact)}")
        if not named:
            raise self.fail(where, f"{fact.name} = [] allows nothing")
        return frozenset(named)

    def counts(self, scope: str, value: Any, where: str) -> list[Condition]:
        """`count = { of = "9", is = 2 }`, or a list of such."""
        parts: list[Condition] = []
        for item in value if isinstance(value, list) else [value]:
            self.only(item, {"of", "is"}, f"{where}, {scope}.count")
            if set(item) != {"of", "is"}:
                raise self.fail(where, f"{scope}.count takes {{ of = CARDS, is = NUMBER }}")
            fact = count_fact(scope, self.cards(item["of"], where))
            parts.append(FactIs(fact, self.allowed(fact, item["is"], where)))
        return parts

    def card(self, scope: str, value: Any, where: str) -> Condition:
        fact = count_fact(scope, self.cards(value, where))
        return FactIs(fact, frozenset({1}))

    def cards(self, value: Any, where: str) -> CardSet:
        """Cards in words; inside one text all words apply (`"K hearts"`), the texts of a list are alternatives."""
        cards = NO_CARDS
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, bool) or not isinstance(item, (str, int)) or not str(item).split():
                raise self.fail(where, f"{quoted(item)} is not a card or a kind of card")
            try:
                sets = [parse_card_set(word) for word in str(item).split()]
            except CardError as error:
                raise self.fail(where, str(error)) from None
            common = sets[0]
            for other in sets[1:]:
                common &= other
            if not common:
                raise self.fail(where, f"{quoted(item)} is no card at all")
            cards |= common
        if not cards:
            raise self.fail(where, "an empty list names no card")
        return cards


def _contradiction(condition: Condition) -> str | None:
    """Two demands on one fact that cannot both hold, if the condition makes such."""
    allowed: dict[Fact, frozenset[Hashable]] = {}
    for part in _demands(condition):
        if isinstance(part, FactIs):
            before = allowed.get(part.fact, part.allowed)
            if not before & part.allowed:
                return (f"{part.fact.name} cannot be both {' or '.join(map(str, sorted(before, key=str)))} and "
                        f"{' or '.join(map(str, sorted(part.allowed, key=str)))}")
            allowed[part.fact] = before & part.allowed
    return None


def _demands(condition: Condition) -> Iterator[Condition]:
    if isinstance(condition, AllOf):
        for part in condition.parts:
            yield from _demands(part)
    else:
        yield condition


def _values(fact: Fact) -> str:
    shown: Sequence[Hashable] = fact.values
    return ", ".join(str(value).lower() if isinstance(value, bool) else str(value) for value in shown)


def _suggest(name: str, known: Iterable[str]) -> str:
    close = nearest(name, known)
    return f"; did you mean {close!r}?" if close else "; docs/game-file.md lists them"


