"""A log of results alone: frequencies against the exact law, runs, what one coup says about the next, ties by shoe.

The law is that of a coup from the fresh shoe, which every coup of a shoe has until one knows what came before. Tails
are those of the binomial, chi-square and normal laws, from python-flint's balls, whose digits are proven; what the laws
take for granted (coups of one shoe are not quite independent) is small: docs/audit.md.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

from exact.analysis.audit.checks import Fault
from exact.analysis.audit.multinomial import multinomial_p
from exact.analysis.logs.reader import BadRow, LogReader, ResultRow, Understood
from exact.analysis.odds.laws import Study
from exact.analysis.shoe.sequence import TwoCoups, two_coups
from exact.display import Answer
from exact.errors import LogError, UsageError, plural
from exact.game.coup import Outcome, read_outcome
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.progress import Progress, quiet
from exact.values import Interval

BITS = (96, 192, 768)
"""Bits of the balls, more where fewer do not prove all digits of a float."""
TAIL = 0.025
"""What an interval at 95 % leaves on either side."""
STEPS = 10**7
FLUSH = 1 << 14
"""Coups of a shoe that are counted together."""
FAULTS_KEPT = 100_000
MOST_COUNTED = 10**15


@dataclass(frozen=True)
class Tested:
    """A statistic with what the law expects of it and its p-value; None where nothing could vary."""

    observed: Fraction
    expected: Fraction
    p_value: float | None
    degrees: int = 1


@dataclass(frozen=True)
class OutcomeFrequency:
    """How often one outcome came: its exact probability, the two-sided p-value of the binomial law (twice the smaller
    tail), and the 95 % interval of Clopper and Pearson for the probability."""

    observed: int
    coups: int
    probability: Fraction
    p_value: float
    interval: Interval


@dataclass
class ResultsCount:
    """What is counted of results as they come, shoe by shoe; memory does not grow with their number."""

    outcomes: Any = field(default_factory=lambda: np.zeros(3, dtype=np.int64))
    pairs: Any = field(default_factory=lambda: np.zeros(9, dtype=np.int64))
    shoes: int = 0
    runs: int = 0
    hands: Counter[tuple[int, int]] = field(default_factory=Counter)
    ties: Counter[tuple[int, int]] = field(default_factory=Counter)
    _shoe: Any = field(default_factory=lambda: np.zeros(3, dtype=np.int64))
    _last: int | None = None
    _last_hand: int | None = None

    def add(self, codes: bytes) -> None:
        """The next results of the shoe."""
        coups = np.frombuffer(codes, dtype=np.uint8)
        self._shoe += np.bincount(coups, minlength=3)
        joined = coups if self._last is None else np.concatenate(([self._last], coups))
        self.pairs += np.bincount(joined[:-1] * 3 + joined[1:], minlength=9)
        self._last = int(coups[-1])
        hands = coups[coups < 2]
        if len(hands):
            self.runs += int((hands[1:] != hands[:-1]).sum()) + int(hands[0] != self._last_hand)
            self._last_hand = int(hands[-1])

    def close(self, counts: Sequence[int] | None = None) -> None:
        """The shoe is over; `counts` are its outcomes where they alone are known."""
        player, banker, tie = map(int, self._shoe if counts is None else counts)
        if player + banker + tie:
            self.shoes += 1
            self.outcomes += (player, banker, tie)
            self.ties[player + banker + tie, tie] += 1
            if counts is None:
                self.hands[player, banker] += 1
        self._shoe[:] = 0
        self._last = self._last_hand = None


@dataclass(frozen=True)
class ResultsAudit(Answer):
    """What results alone show. `law` has the exact probabilities of Player, Banker and a tie, `following` the joint law
    of two successive coups where the order of the results and that law are known; `count` is what was counted, and
    `understood` what was understood of the log, if there was one."""

    law: tuple[Fraction, Fraction, Fraction]
    following: TwoCoups | None
    count: ResultsCount
    unreadable: int
    faults: tuple[Fault, ...]
    kinds: dict[str, int]
    understood: Understood | None = None

    def __repr__(self) -> str:
        return f"<audit of results: {plural(self.coups, 'coup')}, {plural(self.fault_count, 'fault')}>"

    @property
    def coups(self) -> int:
        return int(self.count.outcomes.sum())

    @property
    def fault_count(self) -> int:
        return sum(self.kinds.values())

    @cached_property
    def outcomes(self) -> tuple[OutcomeFrequency, ...]:
        return tuple(OutcomeFrequency(int(seen), self.coups, chance, binomial_p(int(seen), self.coups, chance),
                                      binomial_interval(int(seen), self.coups))
                     for seen, chance in zip(self.count.outcomes, self.law, strict=True))

    @cached_property
    def chi_square(self) -> Tested:
        """The sum of (O - E)^2 / E over the three outcomes."""
        return _chi_square([(int(seen), self.coups * chance) for seen, chance in
                            zip(self.count.outcomes, self.law, strict=True)], 2)

    @cached_property
    def multinomial_p(self) -> float | None:
        """The exact p-value of the three outcomes together; None for more coups than can be added up."""
        return multinomial_p(self.count.outcomes.tolist(), self.law)

    @cached_property
    def runs(self) -> Tested | None:
        """The runs of Player and Banker, ties left out: given how often each won in each shoe, every order of its coups
        is as likely as any other (Wald and Wolfowitz)."""
        mean = variance = Fraction(0)
        for (player, banker), shoes in self.count.hands.items():
            n, twice = player + banker, 2 * player * banker
            if n:
                mean += shoes * (1 + Fraction(twice, n))
                variance += shoes * Fraction(twice * (twice - n), n * n * (n - 1)) if n > 1 else 0
        if not variance:
            return None
        z_squared = (self.count.runs - mean)**2 / variance
        return Tested(Fraction(self.count.runs), mean, math.erfc(math.sqrt(z_squared / 2)))

    @cached_property
    def dependence(self) -> Tested | None:
        """Each coup given the one before it in its shoe, against the exact law of successive coups."""
        if self.following is None or not self.count.pairs.any():
            return None
        cells, degrees = [], 0
        for first, row in enumerate(self.count.pairs.reshape(3, 3).tolist()):
            chances = [self.following.conditional(first, second) for second in range(3)]
            degrees += 2 * bool(sum(row))
            cells += [(seen, sum(row) * chance) for seen, chance in zip(row, chances, strict=True)
                      if chance is not None]
        return _chi_square(cells, degrees)

    @cached_property
    def ties_by_shoe(self) -> Tested | None:
        """How much the number of ties varies from shoe to shoe: the sum of (t - np)^2 / np(1 - p)."""
        tie = self.law[2]
        if self.count.shoes < 2 or not 0 < tie < 1:
            return None
        total = sum((shoes * (ties - coups * tie)**2 / (coups * tie * (1 - tie))
                     for (coups, ties), shoes in self.count.ties.items()), Fraction(0))
        return Tested(total, Fraction(self.count.shoes), chi_square_tail(total, self.count.shoes), self.count.shoes)

    @property
    def resolution(self) -> float:
        """A shift of Banker's probability that so many coups would hardly hide: three standard errors."""
        banker = float(self.law[1])
        return 3 * math.sqrt(banker * (1 - banker) / self.coups) if self.coups else 1


def _chi_square(cells: Sequence[tuple[int, Fraction]], degrees: int) -> Tested:
    if any(seen and not expected for seen, expected in cells):
        return Tested(Fraction(sum(seen for seen, _ in cells)), Fraction(degrees), 0.0, degrees)
    total = sum(((seen - expected)**2 / expected for seen, expected in cells if expected), Fraction(0))
    return Tested(total, Fraction(degrees), chi_square_tail(total, degrees) if degrees else None, degrees)


# ---------------------------------------------------------------------------------------------------------------
# tails

def _ball(value: Fraction | int) -> Any:
    return arb(fmpq(value.numerator, value.denominator))


def _proven(make: Callable[[], Any]) -> float:
    """The float nearest to a number of which `make` gives a ball at the precision of the moment."""
    before = ctx.prec
    try:
        for ctx.prec in BITS:
            ball = make()
            if ball.rel_accuracy_bits() > 60 or ball == 0:
                break
        return float(ball.mid())
    finally:
        ctx.prec = before


def chi_square_tail(value: Fraction, degrees: int) -> float:
    """The probability that a chi-square with so many degrees of freedom is at least `value`."""
    return _proven(lambda: _ball(value / 2).gamma_upper(_ball(Fraction(degrees, 2)), 1))


def at_least(seen: int, coups: int, chance: Fraction) -> float:
    """The probability of at least `seen` successes in so many coups."""
    if seen <= 0 or chance in (0, 1):
        return float(seen <= coups * int(chance)) if seen > 0 else 1.0
    return 0.0 if seen > coups else _proven(lambda: _ball(chance).beta_lower(seen, coups - seen + 1, 1))


def at_most(seen: int, coups: int, chance: Fraction) -> float:
    """The probability of at most `seen` successes."""
    return at_least(coups - seen, coups, 1 - chance)


def binomial_p(seen: int, coups: int, chance: Fraction) -> float:
    """Two-sided: twice the smaller tail, at most 1."""
    return min(1.0, 2 * at_most(seen, coups, chance), 2 * at_least(seen, coups, chance))


def binomial_interval(seen: int, coups: int) -> Interval:
    """The probabilities that `seen` of so many coups do not refute at 95 % (Clopper and Pearson), in units of 10^-7,
    widened outwards."""
    if not coups:
        return Interval(Fraction(0), Fraction(1))
    share = seen / coups
    spread, skew = 1.96 * math.sqrt(share * (1 - share) / coups), (1 - 2 * share) * (1.96**2 + 2) / (3 * coups)
    near = [round((share + skew + sign * (spread + 0.5 / coups)) * STEPS) for sign in (-1, 1)]
    lower = 0 if seen <= 0 else _first(lambda p: at_least(seen, coups, p) > TAIL, near[0]) - 1
    upper = STEPS if seen >= coups else _first(lambda p: at_most(seen, coups, p) < TAIL, near[1])
    return Interval(Fraction(max(lower, 0), STEPS), Fraction(upper, STEPS))


def _first(holds: Callable[[Fraction], bool], near: int) -> int:
    """The least number of steps from which on something holds, looked for in strides from a number `near` it."""
    low, high, place, stride = 0, STEPS, min(max(near, 0), STEPS - 1), 1
    down = holds(Fraction(place, STEPS))
    low, high = (low, place) if down else (place + 1, high)
    while low < high:
        place = max(high - stride, low) if down else min(low + stride, high - 1)
        found = holds(Fraction(place, STEPS))
        low, high = (low, place) if found else (place + 1, high)
        if found != down:
            break
        stride *= 4
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(Fraction(middle, STEPS)) else (middle + 1, high)
    return low


# ---------------------------------------------------------------------------------------------------------------
# reading

def read_counts(pairs: Sequence[tuple[str, Fraction]]) -> list[int]:
    """The numbers of wins of Player and Banker and of ties, each under its name; raises UsageError."""
    by_outcome = {read_outcome(name): number for name, number in pairs}
    if len(pairs) != 3 or set(by_outcome) != set(Outcome) or not all(
            number >= 0 and number.denominator == 1 and number < MOST_COUNTED for _, number in pairs) or not any(
            by_outcome.values()):
        raise UsageError(f"`counts` {','.join(f'{name}={number}' for name, number in pairs)!r}: give each of player,"
                         f" banker and tie a whole number below {MOST_COUNTED:,}, such as"
                         " player=4463,banker=4587,tie=950")
    return [int(by_outcome[outcome]) for outcome in Outcome]


def judge_counts(rules: Rules, shoe: Shoe, counts: Sequence[int]) -> ResultsAudit:
    """Numbers of wins of Player and Banker and of ties, of nobody knows how many shoes."""
    count = ResultsCount()
    count.close(counts)
    count.shoes = 0
    return _judged(rules, shoe, count, [], {})


def judge_results(reader: LogReader, rules: Rules, shoe: Shoe, keep_going: bool = False,
                  progress: Progress = quiet) -> ResultsAudit:
    """A log of results, or of counts; raises LogError at the first row that cannot be read, unless `keep_going`."""
    count, faults, kinds = ResultsCount(), list[Fault](), Counter[str]()

    def fault(kind: str, text: str, shoe_name: str = "") -> None:
        kinds[kind] += 1
        if len(faults) < FAULTS_KEPT:
            faults.append(Fault(reader.file.line, shoe_name, "", kind, text))

    waiting, current = bytearray(), None
    rows = reader.result_rows() if reader.reads == "results" else reader.count_rows()
    for row in progress(rows, reader.rows_expected, "reading"):
        if isinstance(row, BadRow):
            if not keep_going:
                raise LogError(f"{row.error} (`keep_going` passes over such rows)")
            fault("unreadable row", str(row.error))
        elif isinstance(row, ResultRow):
            if row.shoe != current:
                _flush(count, waiting)
                count.close()
                current = row.shoe
            waiting += row.results
            if len(waiting) > FLUSH:
                _flush(count, waiting)
            if row.contradiction:
                fault("wrong winner", row.contradiction, row.shoe)
        else:
            count.close(row)
    _flush(count, waiting)
    count.close()
    if not count.shoes and not kinds:
        raise LogError(f"log {reader.name!r}: has no rows below its header")
    return replace(_judged(rules, shoe, count, faults, kinds), understood=reader.understood)


def _flush(count: ResultsCount, waiting: bytearray) -> None:
    if waiting:
        count.add(bytes(waiting))
        waiting.clear()


def _judged(rules: Rules, shoe: Shoe, count: ResultsCount, faults: Sequence[Fault], kinds: dict[str, int]
            ) -> ResultsAudit:
    odds = Study(rules, ()).odds(shoe)
    two = not shoe.infinite and shoe.cards >= 2 * rules.most_cards and bool(count.pairs.any())
    return ResultsAudit((odds.player, odds.banker, odds.tie), two_coups(rules, shoe) if two else None, count,
                        kinds.get("unreadable row", 0), tuple(faults), dict(kinds))
