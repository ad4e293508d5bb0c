"""Shoes dealt at random, with seeds and standard errors: the check on what is computed, never in its place.

Work is cut into blocks, each with its own stream of random numbers, so that a seed gives the same figures for any
number of processes. Standard errors come from the variation between blocks and so hold also where the coups of one shoe
are not independent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import lcm, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from exact.analysis.counting.procedure import NO_BURN, Procedure
from exact.analysis.counting.tags import Tags
from exact.analysis.counting.trigger import Trigger
from exact.analysis.shoe.simulated import Simulated
from exact.engine.dealing.dealer import count_shoes, deal_at_depth, deal_shoes, mode_bounds, seeds
from exact.engine.dealing.table import CoupTable, coup_table
from exact.errors import ShoeExhaustedError, UsageError
from exact.game.bets import Bet
from exact.game.cards import point_value
from exact.game.rules import Rules
from exact.game.shoe import Shoe

BLOCKS = 256
MOST_SHOES = 10**10
MOST_SEED = 2**63

Sums = Sequence[float] | NDArray[np.float64]
Progress = Callable[[Iterable[Any], int, str], Iterable[Any]]


def _quiet(items: Iterable[Any], _total: int, _what: str) -> Iterable[Any]:
    return items


@dataclass(frozen=True)
class DealtBet:
    """A bet on every coup that offers it: net result per unit staked, and the share of the bets that each line paid.

    None for a bet that was never offered.
    """

    bet: Bet
    ev: Simulated | None
    lines: tuple[Simulated | None, ...]


@dataclass(frozen=True)
class Dealt:
    """Whole shoes dealt: coups per shoe, their distribution, and the bets."""

    shoes: int
    coups: int
    per_shoe: Simulated
    coups_deviation: Simulated
    distribution: dict[int, int]
    bets: tuple[DealtBet, ...]


@dataclass(frozen=True)
class Played:
    """Whole shoes dealt to a counter with flat bets of one unit.

    `frequency` is bets per coup, `mean_ev` the net per bet made (None without bets), `gain` the net per coup dealt,
    `units` the net per shoe and `deviation` its standard deviation per shoe.
    """

    shoes: int
    coups: int
    per_shoe: Simulated
    frequency: Simulated
    mean_ev: Simulated | None
    gain: Simulated
    units: Simulated
    deviation: Simulated


@dataclass(frozen=True)
class AtDepth:
    """Coups dealt from random sub-shoes of one size: how often the trigger is reached, net when it is, and gain."""

    cards_left: int
    coups: int
    frequency: Simulated
    mean_ev: Simulated | None
    gain: Simulated
    ev: Simulated


@dataclass(frozen=True, eq=False)
class _Deal:
    """Everything that a block needs, in arrays."""

    table: CoupTable
    deck: NDArray[np.uint8]
    points: NDArray[np.int64]
    order: NDArray[np.int64]
    bounds: NDArray[np.uint64]
    lengths: NDArray[np.int64]

    @staticmethod
    def of(rules: Rules, bets: Sequence[Bet], shoe: Shoe, tags: Tags | None = None) -> _Deal:
        if shoe.infinite:
            raise UsageError("shoe inf: a shoe is dealt from a number of decks; give one")
        if shoe.cards < rules.most_cards:
            raise ShoeExhaustedError(f"shoe of {shoe.cards} cards: a coup may need {rules.most_cards}")
        table = coup_table(rules, bets, tags.tags if tags else None)
        deck = np.repeat(np.arange(len(table.classes), dtype=np.uint8), shoe.counts(table.classes))
        kinds = [cls.first for cls in table.classes.classes]
        (player, banker), first = table.first_cards, sum(map(len, table.first_cards))
        places = [*(*player, 0, 0)[:2], *(*banker, 0, 0)[:2], first]
        return _Deal(table, deck, np.array([point_value(kind) for kind in kinds]), np.array(places),
                     mode_bounds([float(chance) for chance in table.modes]), table.lengths)

    @property
    def arrays(self) -> tuple[Any, ...]:
        t = self.table
        return (t.player, t.banker, t.banker_states, t.joined, t.third, t.third_classes, t.result, self.bounds,
                self.order, self.lengths)

    def worth(self, index: int, of: Callable[[Bet, int | None], float], bet: Bet) -> NDArray[np.float64]:
        """A quantity of one bet by result."""
        return np.array([of(bet, lines[index]) for lines, _ in self.table.keys])

    def pays_line(self, index: int, line: int) -> NDArray[np.float64]:
        """1 for the results in which one bet is paid by a line."""
        return np.array([float(lines[index] == line) for lines, _ in self.table.keys])


def _net(bet: Bet, line: int | None) -> float:
    return 0.0 if line is None else float(bet.lines[line].pays)


def _offered(_bet: Bet, line: int | None) -> float:
    return float(line is not None)


def _procedure_arguments(deal: _Deal, procedure: Procedure) -> tuple[Any, ...]:
    procedure.check(deal.deck.size)
    burn = 0 if procedure.shows_first or procedure.burn == NO_BURN else procedure.burns(0)
    return burn, procedure.shows_first, deal.points, procedure.cut, procedure.after, procedure.when_first


def _block(job: tuple[Callable[..., Any], int, int, tuple[int, ...], NDArray[np.uint8], tuple[Any, ...]]
           ) -> tuple[Any, ...]:
    """One block: a kernel with its own stream, on its own copy of the shoe."""
    kernel, seed, stream, sizes, deck, arguments = job
    found: tuple[Any, ...] = kernel(seeds(seed, stream), deck.copy(), *sizes, *arguments)
    return found


def _run(kernel: Callable[..., Any], deal: _Deal, seed: int, total: int, what: str, arguments: tuple[Any, ...],
         executor: Executor | None, progress: Progress, before: tuple[int, ...] = ()
         ) -> tuple[list[int], list[tuple[Any, ...]]]:
    """All blocks in order, with the size of each."""
    if not 0 <= seed < MOST_SEED:
        raise UsageError(f"seed {seed}: must be from 0 to 2^63 - 1")
    if not 1 <= total <= MOST_SHOES:
        raise UsageError(f"{what} {total:,}: must be from 1 to {MOST_SHOES:,}")
    blocks = min(BLOCKS, total)
    sizes = [total // blocks + (i < total % blocks) for i in range(blocks)]
    jobs = [(kernel, seed, i, (*before, size), deal.deck, arguments) for i, size in enumerate(sizes)]
    mapped: Iterator[tuple[Any, ...]] = map(_block, jobs) if executor is None else executor.map(_block, jobs)
    return sizes, list(progress(mapped, blocks, what))


def _ratio(tops: Sums, bottoms: Sums, n: int, seed: int) -> Simulated | None:
    """The ratio of two sums over blocks, with its standard error; None where the lower sum is 0."""
    top, bottom = np.array(tops, float), np.array(bottoms, float)
    if not bottom.sum():
        return None
    ratio = top.sum() / bottom.sum()
    if top.size < 2:
        return Simulated(float(ratio), None, n, seed)
    rest = top - ratio * bottom
    error = sqrt(float((rest * rest).sum()) * top.size / (top.size - 1)) / bottom.sum()
    return Simulated(float(ratio), float(error), n, seed)


def _deviation(sums: Sequence[float], squares: Sequence[float], sizes: Sequence[int], seed: int) -> Simulated:
    """The standard deviation of trials of which each block has the sum and the sum of squares."""
    n = sum(sizes)
    mean = sum(sums) / n
    about = [square - 2 * mean * total + mean * mean * size
             for total, square, size in zip(sums, squares, sizes, strict=True)]
    variance = _known(_ratio(about, [float(size) for size in sizes], n, seed))
    deviation = sqrt(max(variance.mean, 0.0))
    error = None if variance.standard_error is None or not deviation else variance.standard_error / (2 * deviation)
    return Simulated(deviation, error, n, seed)


def _known(value: Simulated | None) -> Simulated:
    assert value is not None  # the lower sum is a number of trials, which is not 0
    return value


def simulate_shoes(rules: Rules, bets: Sequence[Bet], shoe: Shoe, procedure: Procedure, shoes: int, seed: int,
                   executor: Executor | None = None, progress: Progress = _quiet) -> Dealt:
    """Whole shoes with a unit on every bet of every coup.

    Raises UsageError for an infinite shoe, a seed or number of shoes out of range, or a procedure for which the shoe
    has no room; BetError where the table of a coup would be too large.
    """
    deal = _Deal.of(rules, bets, shoe)
    sizes, found = _run(deal_shoes, deal, seed, shoes, "shoes", (*deal.arrays, *_procedure_arguments(deal, procedure)),
                        executor, progress)
    by_result = np.array([counts for counts, _ in found])
    coups_of = sum(hist for _, hist in found)
    coups = by_result.sum(axis=1)
    n = int(coups.sum())
    dealt = []
    for i, bet in enumerate(bets):
        offered = by_result @ deal.worth(i, _offered, bet)
        ev = _ratio(by_result @ deal.worth(i, _net, bet), offered, int(offered.sum()), seed)
        lines = tuple(_ratio(by_result @ deal.pays_line(i, line), offered, int(offered.sum()), seed)
                      for line in range(len(bet.lines)))
        dealt.append(DealtBet(bet, ev, lines))
    numbers = np.arange(coups_of.size)
    deviation = _deviation([float(hist @ numbers) for _, hist in found],
                           [float(hist @ numbers**2) for _, hist in found], sizes, seed)
    return Dealt(shoes, n, _known(_ratio([float(x) for x in coups], [float(x) for x in sizes], shoes, seed)), deviation,
                 {int(k): int(v) for k, v in zip(numbers, coups_of, strict=True) if v}, tuple(dealt))


@dataclass(frozen=True, eq=False)
class _Counting:
    """Tags and trigger in whole numbers; a downward trigger counts with the signs turned."""

    tags: NDArray[np.int64]
    start: int
    scale: int
    sign: int
    trigger: Trigger

    @staticmethod
    def of(deal: _Deal, tags: Tags, trigger: Trigger) -> _Counting:
        scale = lcm(tags.start.denominator, *(tag.denominator for tag in tags.tags))
        sign = 1 if trigger.upwards else -1
        by_class = [int(tags.of(cls) * scale) * sign for cls in deal.table.classes.classes]
        return _Counting(np.array(by_class, np.int64), int(tags.start * scale) * sign, scale, sign, trigger)

    def needed(self, cards: int) -> int:
        return self.trigger.least(cards, self.scale)


def simulate_count(rules: Rules, bet: Bet, shoe: Shoe, tags: Tags, trigger: Trigger, procedure: Procedure, shoes: int,
                   seed: int, executor: Executor | None = None, progress: Progress = _quiet) -> Played:
    """Whole shoes dealt to a counter who bets one unit whenever the count reaches the trigger; errors as above."""
    deal = _Deal.of(rules, (bet,), shoe, tags)
    counting = _Counting.of(deal, tags, trigger)
    needed = np.array([counting.needed(max(n, 1)) for n in range(deal.deck.size + 1)], np.int64)
    net = deal.worth(0, _net, bet)
    sizes, found = _run(count_shoes, deal, seed, shoes, "shoes",
                        (*deal.arrays, *_procedure_arguments(deal, procedure), counting.tags, counting.start, needed,
                         procedure.unseen_burn, net), executor, progress)
    coups = [float(counts.sum()) for counts, *_ in found]
    offered = deal.worth(0, _offered, bet)
    made = [float(bets @ offered) for _, bets, *_ in found]
    won = [float(item[3]) for item in found]
    n = int(sum(coups))
    units = _known(_ratio(won, [float(size) for size in sizes], shoes, seed))
    return Played(shoes, n, _known(_ratio(coups, [float(size) for size in sizes], shoes, seed)),
                  _known(_ratio(made, coups, n, seed)), _ratio(won, made, int(sum(made)), seed),
                  _known(_ratio(won, coups, n, seed)), units,
                  _deviation(won, [float(item[4]) for item in found], sizes, seed))


def simulate_depth(rules: Rules, bet: Bet, shoe: Shoe, tags: Tags, trigger: Trigger, cards_left: int, coups: int,
                   seed: int, executor: Executor | None = None, progress: Progress = _quiet) -> AtDepth:
    """One coup each from random sub-shoes of `cards_left` cards: what `exact count` computes for this depth."""
    deal = _Deal.of(rules, (bet,), shoe, tags)
    if not rules.most_cards <= cards_left <= shoe.cards:
        raise UsageError(f"cards left {cards_left}: must be from {rules.most_cards} to {shoe.cards}")
    counting = _Counting.of(deal, tags, trigger)
    full = counting.start + int(counting.tags[deal.deck].sum())
    sizes, found = _run(deal_at_depth, deal, seed, coups, "coups",
                        (*deal.arrays, counting.tags, full, counting.needed(cards_left)), executor, progress,
                        (cards_left,))
    net = deal.worth(0, _net, bet)
    offered = deal.worth(0, _offered, bet)
    trials = [float(size) for size in sizes]
    reached = [float(bets.sum()) for _, bets in found]
    made = [float(bets @ offered) for _, bets in found]
    won = [float(bets @ net) for _, bets in found]
    all_won = [float(counts @ net) for counts, _ in found]
    return AtDepth(cards_left, coups, _known(_ratio(reached, trials, coups, seed)),
                   _ratio(won, made, int(sum(made)), seed), _known(_ratio(won, trials, coups, seed)),
                   _known(_ratio(all_won, trials, coups, seed)))
