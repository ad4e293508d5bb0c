"""A coup in play: the odds after each card, and given the totals or the third card on the table, for any shoe; and how
it ends: the final totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from exact.analysis.odds.dealt import dealt_words, read_dealt
from exact.analysis.odds.laws import Odds, Study
from exact.analysis.shoe.events import EventQuery
from exact.display import Answer, Drawn
from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import CoupPolynomial
from exact.errors import DealError, UsageError, joined, quoted
from exact.game.bets import OUTCOMES, Bet, FactIs, Line
from exact.game.cards import ALL_CARDS, VALUES
from exact.game.coup import CoupInProgress
from exact.game.facts import count_fact
from exact.game.rules import Rules
from exact.game.shoe import Shoe

TOTALS = range(10)


@dataclass(frozen=True)
class Given:
    """What is known of a coup, how often that is so, and the odds then; None where it cannot be so."""

    what: tuple[str, ...]
    probability: Fraction
    odds: Odds | None

    @property
    def outcomes(self) -> tuple[Fraction, Fraction, Fraction] | None:
        """The probabilities of Player, Banker and Tie."""
        return None if self.odds is None else self.odds.probabilities


def given(rules: Rules, shoe: Shoe, queries: Sequence[EventQuery]) -> tuple[Given, ...]:
    """The odds, given each combination of results of the queries; raises the errors of the joint law."""
    joint = compile_joint(rules, (*(one.bet for one in queries), OUTCOMES))
    law = joint.law(shoe)
    counts: dict[tuple[int, ...], list[int]] = {}
    for key, count in zip(law.keys, law.counts, strict=True):
        known = tuple(len(one.names) - 1 if line is None else line for one, line in zip(queries, key, strict=False))
        counts.setdefault(known, [0, 0, 0])[key[-1] or 0] += count
    return tuple(Given(tuple(one.names[i] for one, i in zip(queries, known, strict=True)), Fraction(sum(row), law.of),
                       _odds(row, joint) if any(row) else None)
                 for known, row in sorted(counts.items()))


def _odds(counts: Sequence[int], joint: CoupPolynomial) -> Odds:
    player, banker, tie = counts
    return Odds(player, banker, tie, sum(counts), joint.length, (), joint.scale)


def final_totals(rules: Rules, shoe: Shoe) -> tuple[tuple[Fraction, ...], ...]:
    """The probability of each pair of final totals: a row for each of Player's, a column for each of Banker's."""
    table = [[Fraction(0)] * len(TOTALS) for _ in TOTALS]
    for row in given(rules, shoe, [EventQuery.of_fact(rules, f"{hand}.total") for hand in ("player", "banker")]):
        player, banker = map(int, row.what)
        table[player][banker] = row.probability
    return tuple(map(tuple, table))


THIRD_CARD = EventQuery.of_bet(Bet("third-card", "Player's third card", (
    *(Line("0A23456789"[value], FactIs(count_fact("player.card_3", cards), frozenset({1})), Fraction(0))
      for value, cards in enumerate(VALUES.classes)),
    Line("none", FactIs(count_fact("player.card_3", ALL_CARDS), frozenset({0})), Fraction(0)))))
"""The value of Player's third card, or none."""


GIVEN: Mapping[str, tuple[str, ...]] = {
    "player-total": ("player.two_card_total",), "both-totals": ("player.two_card_total", "banker.two_card_total"),
    "third-card": ("player.card_3",), "banker-third": ("banker.two_card_total", "player.card_3")}
"""What may be known of a coup, by its name: facts, and Player's third card."""


@dataclass(frozen=True)
class GivenOdds(Answer):
    """The odds given each value of something known, which `GIVEN` names."""

    what: str
    rows: tuple[Given, ...]

    def __repr__(self) -> str:
        return f"<odds given {self.what}: {len(self.rows)} rows>"


def given_odds(rules: Rules, shoe: Shoe, what: str) -> GivenOdds:
    """A row for each value of what `GIVEN` names; Banker's total with Player's third card where there is one.

    Raises UsageError for what is none of `GIVEN`; the errors of the joint law.
    """
    if what not in GIVEN:
        raise UsageError(f"`given` {quoted(what)}: is {joined(GIVEN, 'or')}")
    rows = given(rules, shoe, [THIRD_CARD if fact == "player.card_3" else EventQuery.of_fact(rules, fact)
                                for fact in GIVEN[what]])
    return GivenOdds(what, tuple(row for row in rows if row.what[1:] != ("none",)))


# ---------------------------------------------------------------------------------------------------------------
# card by card

@dataclass(frozen=True)
class Step:
    """A coup in progress: what has been dealt, the last card in words, and the odds from there."""

    known: CoupInProgress
    last: str
    odds: Odds


def through_a_coup(rules: Rules, shoe: Shoe, dealt: str, bets: Sequence[Bet]) -> Iterator[Step]:
    """The odds before a coup and after each of the cards (or two-card totals) dealt, as in `P9 B4 P2`.

    Raises DealError or CardError for cards that cannot lie so, IllegalRemovalError for a card that is not in the shoe.
    """
    tokens = dealt.replace(",", " ").split()
    if not tokens:
        raise DealError("`dealt`: names no card; write the cards as dealt, such as 'P9 B4 P2 B2'")
    for number in range(len(tokens) + 1):
        known = read_dealt(" ".join(tokens[:number]), rules)
        odds = Study(rules, tuple(bets), known).odds(known.taken_from(shoe))
        yield Step(known, tokens[number - 1] if number else "before the deal", odds)


@dataclass(frozen=True)
class CoupInPlay(Answer, Drawn):
    """The odds through a coup, and the bets whose EV is followed."""

    steps: tuple[Step, ...]
    bets: tuple[Bet, ...]

    def __repr__(self) -> str:
        return f"<coup in play: {dealt_words(self.steps[-1].known)}>"


def in_play(rules: Rules, shoe: Shoe, dealt: str, bets: Sequence[Bet]) -> CoupInPlay:
    """Raises as `through_a_coup`."""
    return CoupInPlay(tuple(through_a_coup(rules, shoe, dealt, bets)), tuple(bets))
