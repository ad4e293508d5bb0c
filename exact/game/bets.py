"""Bets as pay tables: an ordered list of lines, of which the first that matches the finished coup pays."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from exact.display import Shown
from exact.errors import BetError, quoted
from exact.game.coup import FIRST_FOUR, Position
from exact.game.facts import Fact, Fold, FoldValue, facts
from exact.game.rules import Rules


@dataclass(frozen=True)
class FactIs:
    """The condition that a fact takes one of some values; raises BetError for values that it cannot take."""

    fact: Fact
    allowed: frozenset[Hashable]

    def __post_init__(self) -> None:
        if not self.allowed <= frozenset(self.fact.values):
            raise BetError(f"{self.fact.name} = {quoted(set(self.allowed))}: impossible; it is one of"
                           f" {', '.join(map(str, self.fact.values))}")

    @property
    def folds(self) -> tuple[Fold, ...]:
        return self.fact.folds

    def holds(self, summaries: Mapping[Fold, FoldValue]) -> bool:
        return self.fact.value(summaries) in self.allowed


@dataclass(frozen=True)
class _Several:
    parts: tuple[Condition, ...]

    @property
    def folds(self) -> tuple[Fold, ...]:
        return tuple(fold for part in self.parts for fold in part.folds)


@dataclass(frozen=True)
class AllOf(_Several):
    """The condition that all of some conditions hold; of none at all it always does."""

    def holds(self, summaries: Mapping[Fold, FoldValue]) -> bool:
        return all(part.holds(summaries) for part in self.parts)


@dataclass(frozen=True)
class AnyOf(_Several):
    """The condition that at least one of some conditions holds."""

    def holds(self, summaries: Mapping[Fold, FoldValue]) -> bool:
        return any(part.holds(summaries) for part in self.parts)


@dataclass(frozen=True)
class Not:
    """The condition that a condition does not hold."""

    part: Condition

    @property
    def folds(self) -> tuple[Fold, ...]:
        return self.part.folds

    def holds(self, summaries: Mapping[Fold, FoldValue]) -> bool:
        return not self.part.holds(summaries)


Condition = FactIs | AllOf | AnyOf | Not
ALWAYS = AllOf(())


@dataclass(frozen=True)
class Line:
    """One line of a pay table."""

    event: str
    """In words."""
    when: Condition
    """The coups that it is about; of them it pays those that no earlier line takes."""
    pays: Fraction
    """The net result of a unit stake: 8 for "8 to 1", 0 for a push, -1 for a loss."""

    def __post_init__(self) -> None:
        if not isinstance(self.pays, Fraction):
            if type(self.pays) is not int:
                raise BetError(f"line {self.event!r} pays {quoted(self.pays)}: give a Fraction, as Fraction('0.95')")
            object.__setattr__(self, "pays", Fraction(self.pays))


AT_MOST, UNCERTAIN, LIMITED = "at most", "uncertain", "limited"
DOUBTS = {AT_MOST: "the published rules leave out a winning line, which loses here: the edge is at most what is shown",
          UNCERTAIN: ("the published rules leave the pays or the event in doubt: the figures are those of the bet as it"
                      " is declared"),
          LIMITED: "the house limits what may be staked: the figures are those of the bet alone"}
"""What a doubt can say of the edge of a bet, and what that means."""


@dataclass(frozen=True)
class Doubt:
    """What stands against taking the edge of a bet as it is."""

    edge: str
    """What the edge is worth for it: one of `DOUBTS`."""
    why: str
    """The reason, in words."""

    def __post_init__(self) -> None:
        if self.edge not in tuple(DOUBTS) or not self.why:
            raise BetError(f"takes {{ edge = {' or '.join(map(quoted, DOUBTS))}, why = TEXT }}")


@dataclass(frozen=True)
class Bet(Shown):
    """A bet: the first of its lines that matches a finished coup pays."""

    name: str
    """As commands and files write it; bets are compared by name, title and what they pay."""
    title: str
    """For people."""
    lines: tuple[Line, ...]
    """In order; the last takes all that is left."""
    offered: Condition | None = None
    """The condition under which the bet can be made at all (None: always); its law is conditional on it."""
    aliases: tuple[str, ...] = field(default=(), compare=False)
    """Other names."""
    notes: tuple[str, ...] = field(default=(), compare=False)
    """How a rule is read, for people."""
    doubt: Doubt | None = field(default=None, compare=False)
    """None where pay table and events are certain and it can be bet alone; shown wherever its edge is."""

    def __post_init__(self) -> None:
        if not self.lines or not all(isinstance(line, Line) for line in self.lines):
            raise BetError(f"bet {quoted(self.name)}: has no lines; a bet of the catalogue is found by Game.bet(NAME)")

    def __repr__(self) -> str:
        return f"<bet {self.name}: {self.title!r}>"

    @cached_property
    def folds(self) -> tuple[Fold, ...]:
        """The folds that its conditions look at, each once."""
        conditions = [line.when for line in self.lines] + ([self.offered] if self.offered else [])
        return tuple(dict.fromkeys(fold for condition in conditions for fold in condition.folds))

    @cached_property
    def positions(self) -> frozenset[Position]:
        """The cards that it looks at: some of the first four, or, if it looks at any later one, all six."""
        looked_at = frozenset(position for fold in self.folds for position in fold.positions)
        return looked_at if looked_at <= frozenset(FIRST_FOUR) else frozenset(Position)

    def line(self, summaries: Mapping[Fold, FoldValue]) -> int | None:
        """The index of the line that pays; None where the bet is not offered."""
        if self.offered is not None and not self.offered.holds(summaries):
            return None
        for i, line in enumerate(self.lines):
            if line.when.holds(summaries):
                return i
        raise BetError(f"bet {self.name}: some coup has no result; let the last line be for all that is left (ALWAYS)")

    def result(self, coup: Mapping[Position, int]) -> int | None:
        """The index of the line that pays on a finished coup, given as the kind of card at each position."""
        return self.line({fold: fold.over(coup) for fold in self.folds})


def rules_and_bets_hash(rules: Rules, bets: Sequence[Bet]) -> str:
    """SHA-256 over all that the numbers of some bets depend on beside the shoe: the rules, and each pay table in order.

    Titles and the words of events, on which no number depends, are left out.
    """
    tables = [[bet.name, bet.offered and _plain(bet.offered),
               [[_plain(line.when), str(line.pays)] for line in bet.lines]] for bet in bets]
    return hashlib.sha256(json.dumps([rules.hash, tables], separators=(",", ":")).encode()).hexdigest()


def _plain(condition: Condition) -> list[Any]:
    """A condition as lists of texts, the same for every run."""
    if isinstance(condition, FactIs):
        folds = [[sorted(position.name for position in fold.positions), fold.op.name, list(map(repr, fold.labels))]
                 for fold in condition.fact.folds]
        return [condition.fact.name, folds, sorted(map(repr, condition.allowed))]
    if isinstance(condition, Not):
        return ["not", _plain(condition.part)]
    return ["all" if isinstance(condition, AllOf) else "any", *map(_plain, condition.parts)]


_WINNER = facts(frozenset())["winner"]
OUTCOMES = Bet("outcome", "Outcome", tuple(
    Line(title, FactIs(_WINNER, frozenset({winner})), Fraction(0))
    for winner, title in (("player", "Player"), ("banker", "Banker"), ("tie", "Tie"))))
"""Who wins, as a bet that pays nothing: its lines are the three outcomes."""
