"""Numbers from dealt shoes: what has no exact law, with standard errors from the variation between shoes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import factorial, prod, sqrt
from typing import Any

import numpy as np

from exact.analysis.shoe.coups import CutCard
from exact.analysis.shoe.sampled_model import MOST_SHOES, Sampled
from exact.engine.dealing.shoe_rows import ENDED, Ending, deal_shoes
from exact.errors import ShoeExhaustedError, UsageError
from exact.game.rules import Rules
from exact.game.shoe import Shoe

MOST_COUPS = 1000

Progress = Callable[[Iterable[Any]], Iterable[Any]]


def check_sample(number: int, seed: int) -> None:
    """Raises UsageError for a number of shoes or a seed out of range."""
    if not 2 <= number <= MOST_SHOES or not 0 <= seed < 2**63:
        raise UsageError(f"simulation of {number:,} shoes, seed {seed}: from 2 to {MOST_SHOES:,} shoes, and a seed"
                         " from 0 to below 2^63")


def sampled_mean(total: float, squares: float, n: int, seed: int) -> Sampled:
    """The mean of n independent values from their sum and sum of squares."""
    mean = total / n
    return Sampled(mean, sqrt(max(squares / n - mean * mean, 0.0) / (n - 1)), n, seed)


def sampled_ratio(y: float, x: float, yy: float, xy: float, xx: float, n: int, seed: int) -> Sampled:
    """Sum of y over sum of x, both summed per shoe, with the error of a ratio of means."""
    if not x:
        return Sampled(None, None, n, seed)
    ratio = y / x
    residual = max(yy - 2 * ratio * xy + ratio * ratio * xx, 0.0)
    return Sampled(ratio, sqrt(residual * n / (n - 1)) / x, n, seed)


# ---------------------------------------------------------------------------------------------------------------
# after a history

def after_by_simulation(rules: Rules, shoe: Shoe, history: Sequence[int], number: int, seed: int,
                        progress: Progress = iter) -> tuple[Sampled, tuple[Sampled, ...]]:
    """How often a history of results is seen, and the law of the coup after it, from dealt shoes.

    Every run of as many coups within the first coups that any shoe lasts counts, in every order of its results, since
    both have one law (docs/successive-coups.md). The first number is the probability of the history in its order.
    """
    check_sample(number, seed)
    length = len(history)
    coups = shoe.cards // rules.most_cards
    if coups < length + 1:
        raise ShoeExhaustedError(f"shoe of {shoe.cards} cards: {length + 1} coups may need"
                                 f" {(length + 1) * rules.most_cards}; give a larger shoe, or a shorter history")
    wanted = [history.count(result) for result in range(3)]
    ways = _arrangements(wanted)
    sums = np.zeros((3, 5))
    seen = np.zeros(2)
    windows = coups - length
    for batch in progress(deal_shoes(rules, shoe, Ending(coups), number, seed)):
        matches = np.ones((len(batch.winners), windows), dtype=bool)
        for result, count in enumerate(wanted):
            running = np.concatenate([np.zeros((len(batch.winners), 1), dtype=np.int64),
                                      np.cumsum(batch.winners == result, axis=1)], axis=1)
            matches &= running[:, length:coups] - running[:, :windows] == count
        x = matches.sum(axis=1).astype(float)
        seen += (x / windows / ways).sum(), ((x / windows / ways) ** 2).sum()
        for result in range(3):
            y = (matches & (batch.winners[:, length:] == result)).sum(axis=1).astype(float)
            sums[result] += y.sum(), x.sum(), (y * y).sum(), (x * y).sum(), (x * x).sum()
    return (sampled_mean(float(seen[0]), float(seen[1]), number, seed),
            tuple(sampled_ratio(y, x, yy, xy, xx, number, seed) for y, x, yy, xy, xx in sums.tolist()))


def _arrangements(counts: Sequence[int]) -> int:
    return factorial(sum(counts)) // prod(map(factorial, counts))


# ---------------------------------------------------------------------------------------------------------------
# coups per shoe

@dataclass(frozen=True)
class SampledCoups:
    """The number of coups of a shoe: its mean, and how often each number was seen."""

    mean: Sampled
    law: tuple[Sampled, ...]


def coups_by_simulation(rules: Rules, shoe: Shoe, cut: CutCard, burn: bool, number: int, seed: int,
                        progress: Progress = iter) -> SampledCoups:
    """The number of coups before the shoe ends, from dealt shoes; raises as `CutCard.check`."""
    check_sample(number, seed)
    cut.check(shoe)
    most = shoe.cards // (4 - len(rules.printed)) + 1
    ending = Ending(min(most, MOST_COUPS), cut.left, cut.extra, cut.extra_if_first, burn)
    counts = np.zeros(ending.coups + 1)
    for batch in progress(deal_shoes(rules, shoe, ending, number, seed)):
        counts += np.bincount((batch.winners != ENDED).sum(axis=1), minlength=ending.coups + 1)
    k = np.arange(len(counts))
    law = tuple(sampled_mean(float(c), float(c), number, seed) for c in counts)
    return SampledCoups(sampled_mean(float(counts @ k), float(counts @ (k * k)), number, seed), law)
