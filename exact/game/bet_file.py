"""The language of bet files: TOML tables into `Bet`s, with every fault named by its line.

The reference for people is docs/game-file.md; this module is the reference for the machine.
"""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exact.errors import BetError, CardError, nearest, quoted
from exact.game.bets import ALWAYS, AllOf, AnyOf, Bet, Condition, Doubt, FactIs, Line, Not
from exact.game.cards import NO_CARDS, CardSet, parse_card_set
from exact.game.facts import Fact, count_fact, facts, only_fact
from exact.game.pays import MOST_PAID, Commission, read_ladder, read_number, read_pay

MOST_LINES = 400
DEEPEST = 12
_BET_KEYS = {"title", "lines", "otherwise", "offered", "aliases", "notes", "commission", "stake", "variants", "source",
             "doubt"}
_LINE_KEYS = {"event", "when", "pays", "commission"}


class OpenPayError(BetError):
    """A pay that is left open, where one is needed."""


@dataclass(frozen=True)
class OpenLine:
    """A line of a bet whose pays may be open: what it may pay, and the net result of a unit stake for each."""

    pays: tuple[Fraction, ...]
    nets: tuple[Fraction, ...]


@dataclass(frozen=True)
class OpenBet:
    """A bet whose pays may be open: the bet at the highest of each, and its lines, of which the first `listed` stand in
    `lines` of its table and the last may be its `otherwise`."""

    bet: Bet
    lines: tuple[OpenLine, ...]
    listed: int

    @property
    def tables(self) -> int:
        """How many pay tables it stands for."""
        return math.prod(len(line.pays) for line in self.lines)


def read_bet(name: str, data: Mapping[str, Any], naturals: frozenset[int], where: str | None = None,
             stake: Fraction | None = None) -> Bet:
    """A bet from its TOML table; `naturals` are those of the game that offers it, `stake` the money staked.

    Raises BetError that names the bet, the line and the value.
    """
    return _Reader(where or f"bet {name}", facts(naturals)).bet(name, data, stake)


def count_tables(data: Mapping[str, Any], where: str) -> int:
    """How many pay tables a bet with open pays stands for, before any is made; raises BetError for what is no pay."""
    lines = data.get("lines")
    pays = [line.get("pays") for line in lines if isinstance(line, Mapping)] if isinstance(lines, list) else []
    ladders = [read_ladder(pay, f"{where}, line {i}, pays") for i, pay in enumerate(pays, 1)]
    return math.prod(len(ladder) for ladder in ladders if ladder)


def read_open_bet(name: str, data: Mapping[str, Any], naturals: frozenset[int], where: str,
                  stake: Fraction | None = None) -> OpenBet:
    """As `read_bet`, of a bet whose pays may be open."""
    lines: list[OpenLine] = []
    reader = _Reader(where, facts(naturals), open_lines=lines)
    bet = reader.bet(name, data, stake)
    listed = len(data["lines"])
    if any(len(line.pays) > 1 for line in lines[listed:]):
        raise BetError(f"{where}, otherwise: is given, not left open; write it as a last line without `when`")
    return OpenBet(bet, tuple(lines), listed)


class _Reader:
    def __init__(self, where: str, known: Mapping[str, Fact], open_lines: list[OpenLine] | None = None) -> None:
        self.where = where
        self.facts = known
        self.open_lines = open_lines
        """Where the lines go whose pays may be open; None: they may not."""

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
        ladder = read_ladder(data["pays"], f"{self.where}{where}, pays")
        if ladder and self.open_lines is None:
            raise OpenPayError(f"{self.where}{where}: pays {quoted(data['pays'])} is left open, which exact design"
                               " resolves; any other question needs a number")
        pays = ladder.pays if ladder else (read_pay(data["pays"], f"{self.where}{where}, pays"),)
        nets = tuple(self.net(pay, data, commission, stake, where) for pay in pays)
        net = max(nets)
        if self.open_lines is not None:
            self.open_lines.append(OpenLine(pays, nets))
        if last and "when" in data:
            raise self.fail(where, "is the last and has a `when`, so some coups would have no result; add"
                            " otherwise = \"lose\" beside lines, or a last line without `when`")
        if not last and "when" not in data:
            raise self.fail(where, "has no `when`; only the last line may be without, and only where there is no"
                            " `otherwise`: what stands after it could never pay")
        when = self.condition(data["when"], where, 0) if "when" in data else ALWAYS
        return Line(self.text(data.get("event", f"line {number}"), where), when, net)

    def net(self, pay: Fraction, data: Mapping[str, Any], commission: Commission | None, stake: Fraction, where: str
            ) -> Fraction:
        """The net result of a unit stake of a line that pays so much, after commission."""
        if not -MOST_PAID <= pay <= MOST_PAID:
            raise self.fail(where, f"pays {quoted(data['pays'])} is beyond {MOST_PAID:,} to one")
        charged = data.get("commission", pay > 0)
        if not isinstance(charged, bool):
            raise self.fail(where, "commission is true or false; its rate stands beside lines")
        return commission.net(pay, stake) if commission and charged else pay

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
            elif key == "either" or (key in ("winner", "loser") and isinstance(value, Mapping)):
                parts.append(self.some_hand(key, value, where))
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

    def some_hand(self, key: str, value: Any, where: str) -> Condition:
        """What is said of one hand or the other: of `either`, of the `winner`, of the `loser`; a tie has neither."""
        hands = []
        for hand, other in (("player", "banker"), ("banker", "player")):
            parts = self.scope(hand, value, where)
            if key != "either":
                parts.insert(0, self.fact("winner", hand if key == "winner" else other, where))
            hands.append(parts[0] if len(parts) == 1 else AllOf(tuple(parts)))
        return AnyOf(tuple(hands))

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
                raise self.fail(where, f"{fact.name} = {quoted(item)} is impossible; it is one of {_values(fact)}"
                                + _right_form(fact, item))
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


def _right_form(fact: Fact, item: Any) -> str:
    """How a range or a list is written that someone gave as people say it: `6+`, `>=6`, `4,5`."""
    text = str(item).replace(" ", "")
    numbers = [value for value in fact.values if isinstance(value, int) and not isinstance(value, bool)]
    if not numbers or not isinstance(item, str):
        return ""
    if re.fullmatch(r"\d+(,\d+)+", text):
        return f"; a list is written [{', '.join(text.split(','))}]"
    sign, digits = re.sub(r"\d", "", text), re.sub(r"\D", "", text)
    if not digits or len(digits) > 4 or text not in (sign + digits, digits + sign):
        return ""
    ends = {"+": (int(digits), max(numbers)), ">=": (int(digits), max(numbers)), ">": (int(digits) + 1, max(numbers)),
            "<=": (min(numbers), int(digits)), "<": (min(numbers), int(digits) - 1)}.get(sign)
    if ends is None:
        return ""
    return f"; a range is written \"{ends[0]}-{ends[1]}\"" if ends[0] < ends[1] else f"; write {ends[1]}"


def _suggest(name: str, known: Iterable[str]) -> str:
    close = nearest(name, known)
    return f"; did you mean {close!r}?" if close else "; docs/game-file.md lists them"


