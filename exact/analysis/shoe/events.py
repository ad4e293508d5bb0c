"""What is looked at in a coup, and the coup's polynomial seen that way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import CoupPolynomial, Poly
from exact.engine.sequence.chain import add, padded_weights
from exact.errors import UsageError, listed, nearest, quoted
from exact.game.bet_file import read_bet
from exact.game.bets import ALWAYS, OUTCOMES, Bet, FactIs, Line
from exact.game.cards import VALUES
from exact.game.facts import facts
from exact.game.rules import Rules
from exact.game.shoe import Shoe

LETTERS = {"P": 0, "B": 1, "T": 2}


@dataclass(frozen=True)
class Asked:
    """What is looked at in a coup: a bet, of which each line is a result, and the name of each result.

    Where the bet is not always offered, the last result is "not offered".
    """

    bet: Bet
    names: tuple[str, ...]

    @staticmethod
    def of_bet(bet: Bet) -> Asked:
        return Asked(bet, tuple(line.event for line in bet.lines) + (("not offered",) if bet.offered else ()))

    @staticmethod
    def of_fact(rules: Rules, name: str) -> Asked:
        """The values of a fact of the bet language, such as `player.total` or `both.cards`; raises UsageError."""
        known = facts(rules.naturals)
        if name not in known:
            close = nearest(name, known)
            raise UsageError(f"{quoted(name)}: neither a bet nor a fact of a coup; " + (
                f"did you mean {close!r}?" if close else f"facts are {listed(sorted(known))}"))
        fact = known[name]
        lines = tuple(Line(str(value), FactIs(fact, frozenset({value})), Fraction(0)) for value in fact.values)
        last = Line(lines[-1].event, ALWAYS, Fraction(0))
        return Asked.of_bet(Bet(name, name, (*lines[:-1], last)))

    @staticmethod
    def of_event(rules: Rules, condition: object, words: str) -> Asked:
        """Whether a condition of the bet language holds: results "yes" and "no"; raises BetError."""
        lines = [{"event": "yes", "when": condition, "pays": 1}, {"event": "no", "pays": -1}]
        return Asked.of_bet(read_bet(words, {"title": words, "lines": lines}, rules.naturals, f"condition {words!r}"))

    def pays(self, result: int) -> Fraction:
        """The net result of a unit stake on the bet; 0 where it is not offered."""
        return self.bet.lines[result].pays if result < len(self.bet.lines) else Fraction(0)


WINNER = Asked(OUTCOMES, ("player", "banker", "tie"))
"""Who wins."""


@dataclass(frozen=True)
class Event:
    """One coup of a history: what was looked at, and the results that it may have had."""

    asked: Asked
    results: frozenset[int]
    name: str


def read_history(text: str) -> tuple[Event, ...]:
    """`BBP` or `B B P` as coups, the earliest first; raises UsageError for other letters."""
    text = "".join(text.split())
    for letter in text:
        if letter.upper() not in LETTERS:
            raise UsageError(f"history {text[:40]!r}: {letter!r} is not a result; write P, B and T, the earliest first")
    if not text:
        raise UsageError("history: is empty; write P, B and T, the earliest coup first, such as BBP")
    return tuple(Event(WINNER, frozenset({LETTERS[letter.upper()]}), letter.upper()) for letter in text)


@dataclass(frozen=True)
class Coup:
    """A coup seen through a bet: its polynomial, joined with who wins so that it looks at all cards."""

    polynomial: CoupPolynomial
    asked: Asked
    place: int

    @staticmethod
    def of(rules: Rules, asked: Asked) -> Coup:
        if asked.bet == OUTCOMES:
            return Coup(compile_joint(rules, (OUTCOMES,)), asked, 0)
        return Coup(compile_joint(rules, (OUTCOMES, asked.bet)), asked, 1)

    @property
    def by_value(self) -> bool:
        return self.polynomial.partition == VALUES and len(self.polynomial.components) == 1

    def merged(self, polys: Sequence[Poly]) -> list[Poly]:
        """One polynomial for each result of what is asked, from those of each key."""
        merged: list[Poly] = [{} for _ in self.asked.names]
        for key, poly in zip(self.polynomial.keys, polys, strict=True):
            line = key[self.place]
            add(merged[-1 if line is None else line], poly)
        return merged

    def by_result(self, counts: Sequence[int]) -> list[int]:
        """The same for counts."""
        merged = [0] * len(self.asked.names)
        for key, count in zip(self.polynomial.keys, counts, strict=True):
            line = key[self.place]
            merged[-1 if line is None else line] += count
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


def grouped(rules: Rules, asked: Sequence[Asked]) -> list[list[Coup]]:
    """Coups seen in several ways, in groups of one polynomial: all that look at values only, then the rest."""
    single = {one: Coup.of(rules, one) for one in asked}
    by_value = [one for one, coup in single.items() if coup.by_value]
    bets = tuple(dict.fromkeys((OUTCOMES, *(one.bet for one in by_value))))
    groups = [[single[one]] for one in single if one not in by_value]
    joint = compile_joint(rules, bets)
    if len(joint.keys) <= sum(len(single[one].polynomial.keys) for one in by_value):
        return [[Coup(joint, one, bets.index(one.bet)) for one in by_value], *groups]
    return [[single[one]] for one in by_value] + groups
