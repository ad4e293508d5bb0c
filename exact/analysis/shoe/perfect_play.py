"""What perfect play is worth: the law of the EV over every sub-shoe, by the number of cards left.

A player who knows the composition of the shoe bets when, and on what, the EV is above 0. With n cards left every set of
n cards is equally likely, so the gain per unit and coup is the mean of max(0, EV) over all sub-shoes of n cards.
Everything is a `Fraction`, or an `Interval` that is proved.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from exact.analysis.odds.laws import partition_of
from exact.display import Answer
from exact.engine.coup.compile import compile_joint
from exact.engine.sweep.block import full_value
from exact.engine.sweep.checkpoints import Checkpoints
from exact.engine.sweep.frame import BLOCK, MANY_BLOCKS, TOGETHER, SweepQuestion
from exact.engine.sweep.net_polynomial import net_form, short_names
from exact.engine.sweep.run import PART, sweep
from exact.engine.sweep.subshoes import shoes, sub_shoes
from exact.engine.sweep.sums import SCALE, BlockResult, CountVector, Extreme, SumRange
from exact.errors import UsageError
from exact.game.bets import Bet
from exact.game.cards import BY_RANK, VALUES, Partition
from exact.game.procedure import check_left
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.progress import Progress, quiet
from exact.values import Interval

BEST = "best"
MOST_SUB_SHOES = 10**13
NANOSECONDS = 8
"""Roughly, per sub-shoe and bet on one core: for the time that a refusal names."""
HISTOGRAM_EDGES = tuple(Fraction(k, 200) for k in range(-50, 51))
EV_QUANTILES = tuple(Fraction(k, 100) for k in (1, 5, 10, 25, 50, 75, 90, 95, 99))


@dataclass(frozen=True)
class Bin:
    """The probability of an EV from `start` (None: without bound) up to, and not at, `end`."""

    start: Fraction | None
    end: Fraction | None
    probability: Interval


@dataclass(frozen=True)
class SweptDepth:
    """One bet with so many cards left.

    `favourable` is P(EV > 0), `mean_gain` E[max(0, EV)], `mean_ev` E[EV], `ev_when_favourable` E[EV | EV > 0] (None if
    it never is); the extremes stand with the first shoe in lexicographic order, by class, that has them.
    """

    cards_left: int
    sub_shoes: int
    favourable: Interval
    mean_gain: Interval
    mean_ev: Interval
    ev_when_favourable: Interval | None
    max_ev: Fraction
    max_shoe: CountVector
    min_ev: Fraction
    min_shoe: CountVector
    histogram: tuple[Bin, ...] = ()

    @property
    def exact(self) -> bool:
        return self.mean_gain.exact and self.favourable.exact

    def quantile(self, share: Fraction) -> tuple[Fraction | None, Fraction | None]:
        """Edges of bins between which the EV lies that `share` of all sub-shoes do not pass."""
        before_low, before_high = Fraction(0), Fraction(0)
        start: Fraction | None = None
        for piece in self.histogram:
            if before_high < share:
                start = piece.start
            before_low += piece.probability.low
            before_high += piece.probability.high
            if before_low >= share:
                return start, piece.end
        return start, None


@dataclass(frozen=True)
class BetSweep:
    """One bet, or the best of all, at each number of cards left; `full_ev` is its EV at the full shoe."""

    name: str
    title: str
    full_ev: Fraction
    depths: tuple[SweptDepth, ...]


@dataclass(frozen=True)
class PerfectPlay(Answer):
    """The sweep of a shoe: `classes` name the counts of the shoes, `cards` is the full shoe; `coup` are the least and
    the most cards that a coup takes, `cuts` the cut cards down to which the gain of a whole shoe is asked for."""

    classes: tuple[str, ...]
    caps: CountVector
    coup: tuple[int, int]
    bets: tuple[BetSweep, ...]
    cuts: tuple[int, ...] = ()

    def __repr__(self) -> str:
        sizes = [depth.cards_left for depth in self.bets[0].depths]
        return (f"<every sub-shoe of {sizes[0]} to {sizes[-1]} cards of {self.cards}: "
                f"{', '.join(bet.name for bet in self.bets)}>")

    @property
    def cards(self) -> int:
        return sum(self.caps)

    @property
    def exact(self) -> bool:
        return all(depth.exact for bet in self.bets for depth in bet.depths)


@dataclass(frozen=True)
class BestShoes(Answer):
    """The most favourable sub-shoes of a sweep."""

    sweep: PerfectPlay

    def __repr__(self) -> str:
        return self.sweep.__repr__().replace("<every", "<the most favourable", 1)


@dataclass(frozen=True)
class Prepared:
    """A sweep that can be run: the question, the sizes, and the names that its numbers go by."""

    bets: tuple[Bet, ...]
    partition: Partition
    question: SweepQuestion
    sizes: tuple[int, ...]
    coup: tuple[int, int]
    cuts: tuple[int, ...] = ()

    @property
    def work(self) -> int:
        """The sub-shoes of all sizes."""
        ways = sub_shoes(self.question.caps)
        return sum(ways[cards] for cards in self.sizes)

    def record(self) -> dict[str, Any]:
        """What tells one sweep from another, for its checkpoints."""
        form = self.question.form
        weights = repr((form.classes, form.length, form.unit, [sorted(row) for row in form.weights]))
        return {"schema": "exact-sweep-parts/3", "shoe": list(self.question.caps),
                "bets": [bet.name for bet in self.bets],
                "pay tables and rules": hashlib.sha256(weights.encode()).hexdigest(),
                "histogram": [str(edge) for edge in self.question.edges],
                "cards left": list(self.sizes), "split": [PART, BLOCK, TOGETHER, MANY_BLOCKS]}


def prepare(rules: Rules, bets: Sequence[Bet], shoe: Shoe, cards_left: Iterable[int] | None = None,
            histogram: bool = False, cuts: Sequence[int] = (), most: int = MOST_SUB_SHOES) -> Prepared:
    """Check that a sweep can be done, before anything is counted; `cards_left` None is from one coup to the whole shoe.

    Raises UsageError for cards left that a coup or the shoe does not allow, for an infinite shoe, for bets that need
    more than ranks, and for a sweep of more than `most` sub-shoes, with their number and the time they would take;
    ShoeExhaustedError for a shoe too small for a coup.
    """
    if shoe.infinite:
        raise UsageError("shoe inf: an infinite shoe has no sub-shoes; give a number of decks")
    law = compile_joint(rules, tuple(bets))
    fewest = max(law.most_cards, rules.most_cards, law.length)
    shoe.require(fewest, "a coup")
    sizes = tuple(range(fewest, shoe.cards + 1) if cards_left is None else sorted(set(cards_left)))
    for size in (sizes[0], sizes[-1]):
        check_left(shoe, size, fewest)
    caps = shoe.counts(law.partition)
    ways = sub_shoes(caps)
    work = sum(ways[size] for size in sizes)
    names = short_names(bets)
    if len(caps) > len(BY_RANK):
        raise UsageError(f"`bets` {names}: distinguishes {len(caps)} classes of card, {_short(work)} sub-shoes; a sweep"
                         f" is over the ten point values or at most {len(BY_RANK)} ranks: name bets that look at no"
                         " suits")
    if work > most:
        over = f" over {len(caps)} classes of card" if len(caps) > len(VALUES) else ""
        raise UsageError(f"`bets` {names}: {_short(work)} sub-shoes{over}, about "
                         f"{_duration(work * NANOSECONDS * len(bets) / 10**9)} on one core (the most is {_short(most)})"
                         "; ask for fewer `cards_left`")
    question = SweepQuestion(caps, net_form(law, bets), HISTOGRAM_EDGES if histogram else ())
    for cut in cuts:
        check_cut(cut, sizes[0], shoe.cards)
    return Prepared(tuple(bets), law.partition, question, sizes, (rules.least_cards, rules.most_cards), tuple(cuts))


def swept_together(bets: Sequence[Bet]) -> tuple[tuple[Bet, ...], tuple[tuple[Bet, str], ...]]:
    """Of many bets those that one sweep over the ten point values holds, and of each of the others why it does not."""
    kept: list[Bet] = []
    rest: list[tuple[Bet, str]] = []
    for bet in bets:
        if bet.offered is not None:
            rest.append((bet, "is not offered on every coup, and so has no EV at each sub-shoe"))
        elif VALUES.refines(partition_of(bet)):
            kept.append(bet)
        elif BY_RANK.refines(partition_of(bet)):
            rest.append((bet, "looks at ranks, not only at point values; named alone it can be swept"))
        else:
            rest.append((bet, "looks at suits, and no sweep is over suits"))
    if not kept:
        raise UsageError("`bets` all: no bet of these is over the ten point values; name one to sweep it")
    return tuple(kept), tuple(rest)


def _short(number: int) -> str:
    return f"{number:,}" if number < 10**6 else f"{Decimal(number):.3g}"


def _duration(seconds: float) -> str:
    for unit, length in (("years", 365.25 * 86400), ("days", 86400), ("hours", 3600), ("minutes", 60)):
        if seconds >= 2 * length:
            return f"{seconds / length:.3g} {unit}"
    return f"{max(1, round(seconds))} seconds"


def perfect_play(prepared: Prepared, executor: Executor | None = None, progress: Progress = quiet,
                 resume: Path | None = None) -> PerfectPlay:
    """Run a sweep, on an executor if one is given, with checkpoints in the folder `resume` if one is."""
    if resume is None:
        results = sweep(prepared.question, prepared.sizes, executor, progress)
    else:
        with Checkpoints(resume, prepared.record()) as checkpoints:
            results = sweep(prepared.question, prepared.sizes, executor, progress, checkpoints)
    return summary(prepared, results)


def summary(prepared: Prepared, results: Mapping[int, BlockResult]) -> PerfectPlay:
    """The sums as probabilities and means."""
    question = prepared.question
    names = [(bet.name, bet.title) for bet in prepared.bets]
    values = [full_value(question, bet) for bet in range(len(prepared.bets))]
    if question.entries > len(names):
        names.append((BEST, "The best of these bets, or none"))
        values.append(max(values))
    bets = tuple(BetSweep(name, title, value, tuple(
        _depth(question, cards, results[cards], entry) for cards in sorted(results)))
        for entry, ((name, title), value) in enumerate(zip(names, values, strict=True)))
    return PerfectPlay(prepared.partition.names, question.caps, prepared.coup, bets, prepared.cuts)


def _depth(question: SweepQuestion, cards: int, result: BlockResult, entry: int) -> SweptDepth:
    sums = result.sums[entry]
    sets = shoes(question.caps, cards)
    over = question.form.sequences(cards)

    def share(found: SumRange, of: int) -> Interval:
        return Interval(*(Fraction(value, SCALE * of) for value in found))

    gain = share(sums.gain, sets * over)
    mean = (Interval.at(full_value(question, entry)) if entry < len(question.form.weights) else
            share(sums.net, sets * over))
    favourable = share(sums.favourable, sets)
    when = Interval(gain.low / favourable.high, gain.high / favourable.low) if favourable.high else None
    edges = (None, *question.edges, None)
    bins = tuple(Bin(edges[i], edges[i + 1], share(value, sets)) for i, value in enumerate(sums.bins))

    def ev(extreme: Extreme) -> Fraction:
        return Fraction(extreme.value, over)

    return SweptDepth(cards, result.sub_shoes, favourable, gain, mean, when, ev(sums.highest), sums.highest.shoe,
                      ev(sums.lowest), sums.lowest.shoe, bins)


def check_cut(cut: int, first: int, cards: int) -> None:
    """Raises UsageError for a cut card of a shoe of which no gain down to it is known: the least size is `first`."""
    if cut > cards:
        raise UsageError(f"`cut` {cut}: more cards behind the cut card than the {cards} of the shoe")
    if cut < first:
        raise UsageError(f"`cut` {cut}: the gain is known from {first} cards left on; sweep down to the cut card with"
                         " `cards_left`, or cut higher")


def gain_per_shoe(gains: Mapping[int, Interval], cards: int, cut: int, coup: tuple[int, int]) -> Interval:
    """Bounds of the gain of a whole shoe, one unit on each favourable coup that starts with `cut` cards or more left.

    `gains` are mean gains by cards left. max(0, EV) is a submartingale as cards are dealt, so that the mean gain falls
    as the cards left grow, and where there is none at n cards it lies between 0 and that of the largest known size
    below n. A coup takes from a to b cards, `coup`: in standard baccarat from 4 to 6. So coup k starts with between
    N - b(k - 1) and N - a(k - 1) cards left: by optional stopping its gain lies between those of the two, that of the
    deeper one no deeper than the cut card; it takes place for certain if even b cards a coup leave `cut`, and perhaps
    if a do. Raises as `check_cut`.
    """
    known = sorted(gains)
    check_cut(cut, known[0], cards)

    def most(left: int) -> Fraction:
        return gains[max(size for size in known if size <= left)].high

    def least(left: int) -> Fraction:
        above = [size for size in known if size >= left]
        return gains[above[0]].low if above else Fraction(0)

    lowest = sum((least(left) for deep, left in _coups(cards, cut, coup) if deep >= cut), Fraction(0))
    highest = sum((most(max(deep, cut)) for deep, left in _coups(cards, cut, coup)), Fraction(0))
    return Interval(lowest, highest)


def _coups(cards: int, cut: int, coup: tuple[int, int]) -> Iterable[tuple[int, int]]:
    """For each coup that may take place, the fewest and the most cards left at its start."""
    least, most = coup
    before = 0
    while cards - least * before >= cut:
        yield cards - most * before, cards - least * before
        before += 1
