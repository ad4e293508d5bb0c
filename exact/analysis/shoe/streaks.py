"""Streaks: runs of a result in a shoe, exact for independent coups, and dealt from the real shoe beside it.

A *run* is a longest stretch of coups with the wanted result. What a tie does to it is a convention, always named:

* `break`: a tie is a coup like any other that was not won, and ends the run;
* `ignore`: a tie is passed over: the run goes on behind it, and the tie is no part of its length;
* `count`: a tie counts as the wanted result.

The independent model gives each coup the law of a fresh shoe. Its laws here are exact rationals, by a walk over the
length of the run at hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any

from exact.analysis.shoe.events import WINNER, Coup
from exact.errors import UsageError
from exact.game.rules import Rules
from exact.game.shoe import Shoe

if TYPE_CHECKING:
    from exact.analysis.shoe.sampled_model import Sampled

TIES = ("break", "ignore", "count")
SIDES = ("player", "banker")
MOST_COUPS = 1000


@dataclass(frozen=True)
class Streaks:
    """A question about runs: of which side, what ties do, among how many coups, and the law of one coup.

    Where `decisions`, the coups counted are those that are no ties; a tie is then passed over, whatever `ties` says.
    Raises UsageError for what is out of range.
    """

    side: str
    ties: str
    coups: int
    outcomes: tuple[Fraction, Fraction, Fraction]
    decisions: bool = False

    def __post_init__(self) -> None:
        if self.side not in SIDES:
            raise UsageError(f"streaks of {self.side!r}: the side is player or banker")
        if self.ties not in TIES:
            raise UsageError(f"ties {self.ties!r}: they {', '.join(TIES[:2])} or {TIES[2]} a run")
        if not 1 <= self.coups <= MOST_COUPS:
            raise UsageError(f"coups {self.coups}: from 1 to {MOST_COUPS:,}")

    @cached_property
    def chances(self) -> tuple[Fraction, Fraction, Fraction]:
        """The probabilities that a coup lengthens the run, leaves it, and ends it."""
        player, banker, tie = self.outcomes
        won = player if self.side == "player" else banker
        if self.decisions:
            if tie == 1:
                raise UsageError("streaks among decided coups: in this game every coup is a tie")
            won, tie = won / (1 - tie), Fraction(0)
        if self.ties == "ignore":
            return won, tie, 1 - won - tie
        if self.ties == "count":
            won += tie
        return won, Fraction(0), 1 - won

    @cached_property
    def longest(self) -> tuple[Fraction, ...]:
        """The law of the longest run: entry k is the probability that it has length k."""
        at_most = [self._never(k + 1) for k in range(self.coups + 1)]
        return tuple(p - q for p, q in zip(at_most, [Fraction(0), *at_most], strict=False))

    def at_least(self, length: int) -> Fraction:
        """The probability of at least one run of so many coups or more."""
        return 1 - self._never(self._length(length))

    def _length(self, length: int) -> int:
        if length < 1:
            raise UsageError(f"run of {length}: a run has at least one coup")
        return length

    def _never(self, length: int) -> Fraction:
        """The probability that no run reaches a length, in whole numbers over the common denominator."""
        if length > self.coups:
            return Fraction(1)
        won, stays, lost, of = self._whole
        run = [1] + [0] * (length - 1)
        for _ in range(self.coups):
            total = sum(run)
            run = [total * lost + run[0] * stays] + [run[k - 1] * won + run[k] * stays for k in range(1, length)]
        return Fraction(sum(run), of**self.coups)

    @cached_property
    def _whole(self) -> tuple[int, int, int, int]:
        of = lcm(*(chance.denominator for chance in self.chances))
        won, stays, lost = (int(chance * of) for chance in self.chances)
        return won, stays, lost, of

    def expected(self, length: int) -> Fraction:
        """The mean number of runs of so many coups or more.

        A run reaches the length once: at a winning coup before which the run had one coup less.
        """
        self._length(length)
        if length > self.coups:
            return Fraction(0)
        won, stays, lost, of = self._whole
        # run[k]: weight of a run of k at hand, the last place for `length` and more.
        run = [1] + [0] * length
        reached = Fraction(0)
        for coup in range(1, self.coups + 1):
            hits = run[length - 1] * won
            reached += Fraction(hits, of**coup)
            total = sum(run)
            run = [total * lost + run[0] * stays,
                   *(run[k - 1] * won + run[k] * stays for k in range(1, length)),
                   hits + run[length] * (won + stays)]
        return reached

    def expected_exactly(self, length: int) -> Fraction:
        """The mean number of runs of just so many coups."""
        return self.expected(length) - self.expected(length + 1)


def fresh_streaks(rules: Rules, shoe: Shoe, side: str, ties: str, coups: int, decisions: bool = False) -> Streaks:
    """The independent model with the law of the next coup of a shoe."""
    player, banker, tie = Coup.of(rules, WINNER).law(shoe)
    return Streaks(side, ties, coups, (player, banker, tie), decisions)


def run_from_here(streaks: Streaks, length: int) -> Fraction:
    """The probability that a run of just this length begins with the next coup: length wins, then a loss; 0 wins is a
    loss at once. Coups that leave the run as it is are passed over."""
    won, stays, _ = streaks.chances
    if stays == 1:
        raise UsageError("streaks: in this game no coup is ever decided")
    share = won / (1 - stays)
    return share**length * (1 - share)


# ---------------------------------------------------------------------------------------------------------------
# the real shoe

@dataclass(frozen=True)
class DealtStreaks:
    """Runs in dealt shoes: by length k from 1, how often a shoe has a run of k or more, and the mean number of them;
    the mean longest run; and the share of shoes that were over before the last coup asked for."""

    at_least: tuple[Sampled, ...]
    expected: tuple[Sampled, ...]
    longest: Sampled
    ran_short: Sampled


def dealt_streaks(rules: Rules, shoe: Shoe, question: Streaks, lengths: int, number: int, seed: int,
                  progress: Callable[[Iterable[Any]], Iterable[Any]] = iter) -> DealtStreaks:
    """Runs in shoes dealt without reshuffle, until the coups asked for or the last that a shoe may hold."""
    import numpy as np

    from exact.analysis.shoe.sampled import check_sample, sampled_mean
    from exact.engine.dealing.shoe_rows import ENDED, Ending, deal_shoes
    check_sample(number, seed)
    # Among decisions, ties take cards and time but are not counted: more coups are dealt than are looked at.
    dealt = shoe.cards // (4 - len(rules.printed)) if question.decisions else question.coups
    wanted = SIDES.index(question.side)
    hits, runs, squares = np.zeros(lengths), np.zeros(lengths), np.zeros(lengths)
    total = total_squares = short = 0.0
    for batch in progress(deal_shoes(rules, shoe, Ending(dealt), number, seed)):
        size = len(batch.winners)
        run, longest, looked_at = (np.zeros(size, dtype=np.int64) for _ in range(3))
        reached = np.zeros((size, lengths + 2), dtype=np.int64)
        for column in batch.winners.T:
            live = column != ENDED
            if question.decisions:
                live &= (looked_at < question.coups) & (column != 2)
            looked_at += live
            won = live & ((column == wanted) | ((column == 2) & (question.ties == "count")))
            stays = (column == 2) & (question.ties == "ignore") | ~live
            run = np.where(won, run + 1, np.where(stays, run, 0))
            reached[won, np.minimum(run[won], lengths + 1)] += 1
            longest = np.maximum(longest, run)
        # A run of k coups passes every length up to k once; those beyond the last length asked for are not used.
        counts = reached[:, 1:lengths + 1]
        hits += (counts > 0).sum(axis=0)
        runs += counts.sum(axis=0)
        squares += (counts**2).sum(axis=0)
        total += float(longest.sum())
        total_squares += float((longest**2).sum())
        short += float((looked_at < question.coups).sum())
    means = (sampled_mean(float(r), float(q), number, seed) for r, q in zip(runs, squares, strict=True))
    return DealtStreaks(tuple(sampled_mean(float(h), float(h), number, seed) for h in hits), tuple(means),
                        sampled_mean(total, total_squares, number, seed), sampled_mean(short, short, number, seed))
