"""Streaks: runs of a result in a shoe, exact for independent coups, and dealt from the real shoe beside it.

A *run* is a longest stretch of coups with the wanted result. What a tie does to it is a convention, always named:

* `break`: a tie is a coup like any other that was not won, and ends the run;
* `ignore`: a tie is passed over: the run goes on behind it, and the tie is no part of its length;
* `count`: a tie counts as the wanted result.

The independent model gives each coup the law of a fresh shoe. Its laws here are exact rationals, by a walk over the
length of the run at hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from math import lcm
from typing import TYPE_CHECKING

from exact.analysis.shoe.coups import least_and_most
from exact.analysis.shoe.events import WINNER, CoupView
from exact.display import Answer
from exact.errors import UsageError
from exact.game.coup import Outcome
from exact.game.procedure import Procedure
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.progress import Progress, quiet
from exact.values import SEED, SHOES, Estimate

if TYPE_CHECKING:  # the simulator loads numba, which the exact laws do without
    from exact.analysis.shoe.simulate import RowDealer

TIES = ("break", "ignore", "count")
SIDES = ("player", "banker")
MOST_LOOKED_AT = 1000
COUPS = 80
"""Coups of a shoe that are looked at where nothing is said."""
MOST_SHOWN = 10
"""Runs up to this length are shown where nothing is said."""


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
            raise UsageError(f"`side` {self.side!r}: is player or banker")
        if self.ties not in TIES:
            raise UsageError(f"`ties` {self.ties!r}: they {', '.join(TIES[:2])} or {TIES[2]} a run")
        if not 1 <= self.coups <= MOST_LOOKED_AT:
            raise UsageError(f"`coups` {self.coups}: from 1 to {MOST_LOOKED_AT:,}")

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

    def from_here(self, length: int) -> Fraction:
        """The probability that a run of just this length begins with the next coup: length wins, then a loss; 0 wins
        is a loss at once. Coups that leave the run as it is are passed over."""
        won, stays, _ = self.chances
        if stays == 1:
            raise UsageError("streaks: in this game no coup is ever decided")
        share = won / (1 - stays)
        return share**length * (1 - share)


def fresh_streaks(rules: Rules, shoe: Shoe, side: str, ties: str, coups: int, decisions: bool = False) -> Streaks:
    """The independent model with the law of the next coup of a shoe."""
    player, banker, tie = CoupView.of(rules, WINNER).law(shoe)
    return Streaks(side, ties, coups, (player, banker, tie), decisions)


# ---------------------------------------------------------------------------------------------------------------
# the real shoe

@dataclass(frozen=True)
class DealtStreaks:
    """Runs in dealt shoes: by length k from 1, how often a shoe has a run of k or more, and the mean number of them;
    the mean longest run; the share of shoes that were over before the last coup asked for; and the coups of a shoe."""

    shoes: int
    at_least: tuple[Estimate, ...]
    expected: tuple[Estimate, ...]
    longest: Estimate
    ran_short: Estimate
    per_shoe: Estimate


def dealt_streaks(rules: Rules, shoe: Shoe, question: Streaks, procedure: Procedure, longest: int, shoes: int,
                  seed: int, executor: Executor | None = None, progress: Progress = quiet) -> DealtStreaks:
    """Runs of up to `longest` coups in shoes dealt by a procedure, looked at for the coups asked for, or to the end of
    a shoe that is over before; raises as `simulate_shoes`."""
    from exact.analysis.shoe.estimates import ratio
    from exact.analysis.shoe.simulate import RowDealer, in_blocks
    dealer = RowDealer.of(rules, shoe, procedure, least_and_most(rules, shoe, procedure)[1])
    sizes, found = in_blocks(partial(_runs, dealer, question, longest), seed, shoes, "shoes", executor, progress)

    def per_shoe(sums: Sequence[int]) -> Estimate:
        return ratio(sums, sizes, shoes, seed)

    hits, runs, *others = zip(*found, strict=True)
    return DealtStreaks(shoes, tuple(map(per_shoe, zip(*hits, strict=True))),
                        tuple(map(per_shoe, zip(*runs, strict=True))), *map(per_shoe, others))


def _runs(dealer: RowDealer, question: Streaks, longest: int, seed: int, stream: int, size: int
          ) -> tuple[list[int], list[int], int, int, int]:
    """Of a block of shoes: those with a run, and the runs, of each length or more; and the sums of the longest runs, of
    the shoes that were over early, and of all coups."""
    import numpy as np

    from exact.engine.dealing.dealer import ENDED
    from exact.engine.dealing.runs import count_runs
    winners, _ = dealer.deal(seed, stream, size)
    effect, counted = np.full(len(Outcome), -1), np.ones(len(Outcome), np.int64)
    effect[Outcome[question.side.upper()]] = 1
    effect[Outcome.TIE] = {"break": -1, "ignore": 0, "count": 1}[question.ties]
    if question.decisions:
        effect[Outcome.TIE] = counted[Outcome.TIE] = 0
    hits, runs, total, short = count_runs(winners, effect, counted, question.coups, longest)
    return hits.tolist(), runs.tolist(), total, short, int((winners != ENDED).sum())


# ---------------------------------------------------------------------------------------------------------------
# both

@dataclass(frozen=True)
class StreakFigures(Answer):
    """Runs of up to `longest` coups: by the independent model, `exact`, and in the real shoe dealt by a procedure,
    `dealt` (None where that is left out)."""

    exact: Streaks
    longest: int
    procedure: Procedure
    dealt: DealtStreaks | None

    def __repr__(self) -> str:
        per = "decided coups" if self.exact.decisions else "coups"
        return f"<runs of {self.exact.side} among {self.exact.coups} {per}>"


def streak_figures(rules: Rules, shoe: Shoe, side: str = "banker", ties: str | None = None, coups: int = COUPS,
                   decisions: int | None = None, longest: int | None = None, exact_only: bool = False,
                   procedure: Procedure | None = None, shoes: int = SHOES, seed: int = SEED,
                   executor: Executor | None = None, progress: Progress = quiet) -> StreakFigures:
    """Runs of a side among so many coups, or so many decisions, of a shoe; the infinite shoe is not dealt.

    `ties` None: they break a run, or are passed over among decisions. Raises UsageError for what is out of range or
    does not go together, and as `dealt_streaks`.
    """
    among = coups if decisions is None else decisions
    shown = longest or min(MOST_SHOWN, among)
    if shown > among:
        raise UsageError(f"`longest` {shown}: longer than the {among} coups of a shoe")
    if decisions is not None and ties not in (None, "ignore"):
        raise UsageError(f"`decisions` with `ties` {ties}: among decided coups there are no ties; leave `ties` out, or"
                         " give `coups`")
    found = fresh_streaks(rules, shoe, side, ties or ("break" if decisions is None else "ignore"), among,
                          decisions is not None)
    procedure = procedure or Procedure.of(shoe)
    dealt = None if exact_only or shoe.infinite else dealt_streaks(rules, shoe, found, procedure, shown, shoes, seed,
                                                                   executor, progress)
    return StreakFigures(found, shown, procedure, dealt)
