"""Third-card tables as pages misprint them and programs mistake them: each a whole set of rules with a name.

They serve to recognise a figure or a table that went wrong; no house is known to play them, except where said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from exact.game.bets import Bet, Condition, FactIs, Not
from exact.game.cards import parse_card
from exact.game.coup import Outcome, Position, winner
from exact.game.facts import BANKER_TOTAL, PLAYER_TOTAL, Fact
from exact.game.rules import STANDARD, STOOD, Rules, Square


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


def _row(total: int, draws: Iterable[int], rules: Rules = STANDARD) -> Rules:
    """The rules with Banker's row for a drawn third card replaced; what Banker does when Player stood stays."""
    wanted = set(draws)
    for card in range(10):
        rules = rules.with_square(Square("Banker", total, card, Fraction(card in wanted)))
    return rules


def _stood(changes: Mapping[int, bool], rules: Rules = STANDARD) -> Rules:
    for total, draw in changes.items():
        rules = rules.with_square(Square("Banker", total, STOOD, Fraction(draw)))
    return rules


def _player(totals: Iterable[int], rules: Rules = STANDARD) -> Rules:
    wanted = set(totals)
    return replace(rules, player_draws=tuple(Fraction(total in wanted) for total in range(10)))


@lru_cache(maxsize=1)
def known_misprints() -> tuple[Misprint, ...]:
    """Every known misprint and mistake, the commonest first."""
    ten = parse_card("T")
    return (
        Misprint("banker-by-total", "Banker's table read by Player's final total instead of the third card",
                 replace(STANDARD, banker_reads="total")),
        Misprint("row-six-4-7", "Banker six draws on 4 to 7 (row five printed as row six)", _row(6, (4, 5, 6, 7))),
        Misprint("no-row-five", "row five printed as row six: six draws on 4 to 7, five stands once Player has drawn",
                 _row(5, (), _row(6, (4, 5, 6, 7)))),
        Misprint("row-six-missing", "row six missing: Banker six stands once Player has drawn", _row(6, ())),
        Misprint("row-six-7", "Banker six draws on 7 only", _row(6, (7,))),
        Misprint("row-five-without-five", "row five printed 4, 6, 7", _row(5, (4, 6, 7))),
        Misprint("row-three-with-eight", "Banker three draws on 8 as well", _row(3, range(10))),
        Misprint("player-less-than-five", '"less than five": Player stands on five', _player(range(5))),
        Misprint("banker-less-than-five", '"less than five": Banker stands on five when Player stood',
                 _stood({5: False})),
        Misprint("both-less-than-five", '"less than five": Player stands on five, and Banker too when Player stood',
                 _player(range(5), _stood({5: False}))),
        Misprint("player-never-draws", "Player never draws", _player(())),
        Misprint("stood-row-missing", "Banker's row for a Player who stood is missing: Banker stands too",
                 _stood(dict.fromkeys(range(8), False))),
        Misprint("stood-four-five-missing", "Banker stands on four and five when Player stood",
                 _stood({4: False, 5: False})),
        Misprint("banker-never-draws", "Banker never draws",
                 replace(STANDARD, banker_draws=tuple((Fraction(0),) * 11 for _ in range(10)))),
        Misprint("naturals-draw", "a natural does not stop the other hand", replace(STANDARD, naturals=frozenset())),
        Misprint("ten-counts-ten", "a hand worth ten counts as ten, not as zero: it stands and beats a nine",
                 replace(STANDARD, naturals=frozenset({0, 8, 9})), ten_beats_nine=True),
        Misprint("one-card-each", "one card dealt to each hand instead of two, then the draw",
                 replace(STANDARD, printed=((Position.P2, ten), (Position.B2, ten)))),
    )


def misprint_of(rules: Rules) -> Misprint | None:
    """The known misprint that these rules are, if they are one."""
    return next((one for one in known_misprints() if one.rules == rules and not one.ten_beats_nine), None)


def misprints_within(rules: Rules) -> tuple[Misprint, ...]:
    """The known misprints all of whose changed squares are changed in the same way here; the most squares first."""
    here = set(rules.deviations())
    found = [one for one in known_misprints() if not one.ten_beats_nine
             and (one.rules.naturals, one.rules.banker_reads, one.rules.printed)
             == (rules.naturals, rules.banker_reads, rules.printed)
             and set(one.rules.deviations()) <= here and (one.rules.deviations() or one.rules == rules)]
    return tuple(sorted(found, key=lambda one: -len(one.rules.deviations())))
