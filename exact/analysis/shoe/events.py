"""What is looked at in a coup, and the coup's polynomial seen that way."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import CoupPolynomial, Poly, combined
from exact.engine.sequence.chain import padded_weights
from exact.errors import UsageError, listed, nearest, quoted
from exact.game.bet_file import read_bet
from exact.game.bets import ALWAYS, OUTCOMES, Bet, FactIs, Line
from exact.game.cards import VALUES
from exact.game.definition import GameDefinition
from exact.game.facts import facts
from exact.game.rules import Rules
from exact.game.shoe import Shoe

LETTERS = {"P": 0, "B": 1, "T": 2}


@dataclass(frozen=True)
class EventQuery:
    """What is looked at in a coup: a bet, of which each line is a result, and the name of each result.

    Where the bet is not always offered, the last result is "not offered".
    """

    bet: Bet
    names: tuple[str, ...]

    @staticmethod
    def of_bet(bet: Bet) -> EventQuery:
        return EventQuery(bet, tuple(line.event for line in bet.lines) + (("not offered",) if bet.offered else ()))

    @staticmethod
    def of(game: GameDefinition, name: str, argument: str = "name") -> EventQuery:
        """Who wins (`winner`), a fact, or a bet of a game; raises UsageError, which names the argument, or BetError."""
        if name == "winner":
            return WINNER
        if "." in name or name in facts(game.rules.naturals):
            return EventQuery.of_fact(game.rules, name, argument)
        return EventQuery.of_bet(game.named(name))

    @staticmethod
    def of_fact(rules: Rules, name: str, argument: str = "name") -> EventQuery:
        """The values of a fact of the bet language, such as `player.total` or `both.cards`; raises UsageError."""
        known = facts(rules.naturals)
        if name not in known:
            close = nearest(name, known)
            raise UsageError(f"`{argument}` {quoted(name)}: neither a bet nor a fact of a coup; " + (
                f"did you mean {close!r}?" if close else f"facts are {listed(sorted(known))}"))
        fact = known[name]
        lines = tuple(Line(str(value), FactIs(fact, frozenset({value})), Fraction(0)) for value in fact.values)
        last = Line(lines[-1].event, ALWAYS, Fraction(0))
        return EventQuery.of_bet(Bet(name, name, (*lines[:-1], last)))

    @staticmethod
    def of_event(rules: Rules, condition: object, words: str) -> EventQuery:
        """Whether a condition of the bet language holds: results "yes" and "no"; raises BetError."""
        lines = [{"event": "yes", "when": condition, "pays": 1}, {"event": "no", "pays": -1}]
        bet = read_bet(words, {"title": words, "lines": lines}, rules.naturals, f"condition {words!r}")
        return EventQuery.of_bet(bet)

    @property
    def name(self) -> str:
        """What it is called by: `winner`, a fact or a bet."""
        return "winner" if self.bet == OUTCOMES else self.bet.name

    def pays(self, result: int) -> Fraction:
        """The net result of a unit stake on the bet; 0 where it is not offered."""
        return self.bet.lines[result].pays if result < len(self.bet.lines) else Fraction(0)


WINNER = EventQuery(OUTCOMES, ("player", "banker", "tie"))
"""The outcome."""


@dataclass(frozen=True)
class Event:
    """One coup of a history: what was looked at, and the results that it may have had."""

    query: EventQuery
    results: frozenset[int]
    name: str


def read_condition(rules: Rules, given: str) -> Event:
    """A coup of which a condition in the words of bet files holds, such as `winner = "tie", player.total = [8, 9]`.

    Raises UsageError for what is not a condition, BetError for one that does not exist.
    """
    try:
        condition = tomllib.loads(f"when = {{ {given} }}")["when"]
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"`given` {given[:60]!r}: not a condition: {error}; write FACT = VALUE, as in "
                         "winner = \"banker\", player.total = [8, 9]") from None
    return Event(EventQuery.of_event(rules, _flat(condition), given), frozenset({0}), given)


def _flat(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """`player.total = 7` in TOML is a table in a table; in the language of bets it is one name."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict) and name in _HANDS:
            flat |= _flat(value, f"{name}.")
        else:
            flat[name] = value
    return flat


_HANDS = {f"{hand}{part}" for hand in ("player", "banker", "both") for part in ("", ".first_two")}


def read_history(text: str) -> tuple[Event, ...]:
    """`BBP` or `B B P` as coups, the earliest first; raises UsageError for other letters."""
    text = "".join(text.split())
    for letter in text:
        if letter.upper() not in LETTERS:
            raise UsageError(f"`after` {text[:40]!r}: {letter!r} is not a result; write P, B and T, the earliest"
                             " first")
    if not text:
        raise UsageError("`after`: is empty; write P, B and T, the earliest coup first, such as BBP")
    return tuple(Event(WINNER, frozenset({LETTERS[letter.upper()]}), letter.upper()) for letter in text)


@dataclass(frozen=True)
class CoupView:
    """A coup seen through a bet: its polynomial, joined with who wins so that it looks at all cards."""

    polynomial: CoupPolynomial
    query: EventQuery
    place: int

    @staticmethod
    def of(rules: Rules, query: EventQuery) -> CoupView:
        if query.bet == OUTCOMES:
            return CoupView(compile_joint(rules, (OUTCOMES,)), query, 0)
        return CoupView(compile_joint(rules, (OUTCOMES, query.bet)), query, 1)

    @property
    def by_value(self) -> bool:
        return self.polynomial.partition == VALUES and len(self.polynomial.components) == 1

    @property
    def results(self) -> list[int]:
        """The result of what is looked at, for each key of the polynomial; the last where a bet is not offered."""
        lines = (key[self.place] for key in self.polynomial.keys)
        return [len(self.query.names) - 1 if line is None else line for line in lines]

    def merged(self, polys: Sequence[Poly]) -> list[Poly]:
        """One polynomial for each result of what is looked at, from those of each key."""
        results = self.results
        return [combined([one == result for one in results], polys) for result in range(len(self.query.names))]

    def by_result(self, counts: Sequence[int]) -> list[int]:
        """The same for counts."""
        merged = [0] * len(self.query.names)
        for result, count in zip(self.results, counts, strict=True):
            merged[result] += count
        return merged

    def weights(self) -> list[Poly]:
        """The padded weights of each result."""
        return self.merged(padded_weights(self.polynomial))

    def counts(self, shoe: Shoe) -> list[int]:
        """The sequences of each result for the coup on its own."""
        return self.by_result(self.polynomial.law(shoe).counts)

    def law(self, shoe: Shoe) -> tuple[Fraction, ...]:
        """The probability of each result for the coup on its own."""
        counts = self.counts(shoe)
        return tuple(Fraction(count, sum(counts)) for count in counts)


def grouped(rules: Rules, queries: Sequence[EventQuery]) -> list[list[CoupView]]:
    """Coups seen in several ways, in groups of one polynomial: all that look at values only, then the rest."""
    single = {one: CoupView.of(rules, one) for one in queries}
    by_value = [one for one, coup in single.items() if coup.by_value]
    bets = tuple(dict.fromkeys((OUTCOMES, *(one.bet for one in by_value))))
    groups = [[single[one]] for one in single if one not in by_value]
    joint = compile_joint(rules, bets)
    if len(joint.keys) <= sum(len(single[one].polynomial.keys) for one in by_value):
        return [[CoupView(joint, one, bets.index(one.bet)) for one in by_value], *groups]
    return [[single[one]] for one in by_value] + groups
