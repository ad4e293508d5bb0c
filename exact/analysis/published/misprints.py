"""Third-card tables as pages misprint them and programs mistake them: each a whole set of rules with a name.

They serve to recognise a figure or a table that went wrong; no house is known to play them, except where said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from exact.game.bets import Bet, Condition, FactIs, Not
from exact.game.cards import parse_card
from exact.game.coup import Outcome, Position, winner
from exact.game.facts import BANKER_TOTAL, PLAYER_TOTAL, Fact
from exact.game.rules import STANDARD, Rules, Square, verb
from exact.game.rules_file import read_rules


@dataclass(frozen=True)
class Misprint:
    """A known misprint or mistake.

    `ten_beats_nine` marks the one that is about the winner and not about the draw: a hand worth ten keeps its ten.
    """

    name: str
    title: str
    rules: Rules
    ten_beats_nine: bool = False

    def bet(self, bet: Bet) -> Bet:
        """The bet as it is settled so."""
        if not self.ten_beats_nine:
            return bet
        return replace(bet, lines=tuple(replace(line, when=_with_tens(line.when)) for line in bet.lines))


_TEN_WINNER = Fact(
    "winner where a hand worth ten counts ten", (PLAYER_TOTAL, BANKER_TOTAL),
    lambda p, b: winner(p or 10, b or 10).word, tuple(outcome.word for outcome in Outcome))


def _with_tens(condition: Condition) -> Condition:
    if isinstance(condition, FactIs):
        return FactIs(_TEN_WINNER, condition.allowed) if condition.fact.name == "winner" else condition
    if isinstance(condition, Not):
        return Not(_with_tens(condition.part))
    return type(condition)(tuple(map(_with_tens, condition.parts)))


def _tableau(player_draws: Sequence[int] = range(6), **rows: Sequence[int | str]) -> Rules:
    """The standard tableau with other totals on which Player draws, or other rows of Banker's table (`b6=[7]`)."""
    return read_rules({"player_draws": [*player_draws],
                       "banker_draws": {total.removeprefix("b"): [*row] for total, row in rows.items()}}, base=STANDARD)


_STOOD_STANDS: Mapping[str, Sequence[int]] = {"b0": range(10), "b1": range(10), "b2": range(10), "b3": (*range(8), 9),
                                              "b4": range(2, 8), "b5": range(4, 8)}
"""Banker's rows without the square for a Player who stood."""


@lru_cache(maxsize=1)
def known_misprints() -> tuple[Misprint, ...]:
    """Every known misprint and mistake, the commonest first."""
    ten = parse_card("T")
    four, five = _STOOD_STANDS["b4"], _STOOD_STANDS["b5"]
    return (
        Misprint("banker-by-total", "Banker's table read by Player's final total instead of the third card",
                 replace(STANDARD, banker_reads="total")),
        Misprint("row-six-4-7", "Banker six draws on 4 to 7 (row five printed as row six)", _tableau(b6=(4, 5, 6, 7))),
        Misprint("no-row-five", "row five printed as row six: six draws on 4 to 7, five stands once Player has drawn",
                 _tableau(b5=["stood"], b6=(4, 5, 6, 7))),
        Misprint("row-six-missing", "row six missing: Banker six stands once Player has drawn", _tableau(b6=())),
        Misprint("row-six-7", "Banker six draws on 7 only", _tableau(b6=[7])),
        Misprint("row-five-without-five", "row five printed 4, 6, 7", _tableau(b5=(4, 6, 7, "stood"))),
        Misprint("row-three-with-eight", "Banker three draws on 8 as well", _tableau(b3=(*range(10), "stood"))),
        Misprint("player-less-than-five", '"less than five": Player stands on five', _tableau(range(5))),
        Misprint("banker-less-than-five", '"less than five": Banker stands on five when Player stood',
                 _tableau(b5=five)),
        Misprint("both-less-than-five", '"less than five": Player stands on five, and Banker too when Player stood',
                 _tableau(range(5), b5=five)),
        Misprint("player-never-draws", "Player never draws", _tableau(())),
        Misprint("stood-row-missing", "Banker's row for a Player who stood is missing: Banker stands too",
                 _tableau(**_STOOD_STANDS)),
        Misprint("stood-four-five-missing", "Banker stands on four and five when Player stood",
                 _tableau(b4=four, b5=five)),
        Misprint("banker-never-draws", "Banker never draws", _tableau(**{f"b{total}": () for total in range(8)})),
        Misprint("naturals-draw", "a natural does not stop the other hand", replace(STANDARD, naturals=frozenset())),
        Misprint("ten-counts-ten", "a hand worth ten counts as ten, not as zero: it stands and beats a nine",
                 replace(STANDARD, naturals=frozenset({0, 8, 9})), ten_beats_nine=True),
        Misprint("one-card-each", "one card dealt to each hand instead of two, then the draw",
                 replace(STANDARD, printed=((Position.P2, ten), (Position.B2, ten)))),
    )


def changed_squares(rules: Rules) -> Iterator[tuple[str, Square]]:
    """Every square of the table turned over, with a title; squares that are left to chance stay."""
    for square in rules.squares:
        if square.draw in (0, 1):
            yield (f"{square.where} {verb(1 - square.draw)} instead of {'drawing' if square.draw else 'standing'}",
                   replace(square, draw=1 - square.draw))


def misprint_of(rules: Rules) -> Misprint | None:
    """The known misprint that these rules are, if they are one."""
    return next((one for one in known_misprints() if one.rules == rules and not one.ten_beats_nine), None)


def misprints_within(rules: Rules) -> tuple[Misprint, ...]:
    """The known misprints all of whose changed squares are changed in the same way here; the most squares first."""
    here = set(rules.deviations())
    found = [one for one in known_misprints() if not one.ten_beats_nine
             and (one.rules.naturals, one.rules.banker_reads, one.rules.printed, one.rules.overrides)
             == (rules.naturals, rules.banker_reads, rules.printed, rules.overrides)
             and set(one.rules.deviations()) <= here and (one.rules.deviations() or one.rules == rules)]
    return tuple(sorted(found, key=lambda one: -len(one.rules.deviations())))
