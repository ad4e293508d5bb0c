"""What no count can pass: a player who knows every card left, and bets when the EV is above 0.

The mean of max(EV, 0) over the sub-shoes of a size is estimated from random ones, each with its own EV; `exact sweep`
takes all of them where they are few enough.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from exact.analysis.counting.law import check_shoe
from exact.engine.coup.compile import compile_joint
from exact.engine.evaluate.batch import Batch
from exact.errors import UsageError
from exact.game.bets import Bet
from exact.game.procedure import check_left
from exact.game.rules import Rules
from exact.game.shoe import Shoe
from exact.values import MOST_SEED, Estimate

MOST_SAMPLED = 10**8
CHUNK = 1 << 16


def perfect_gain(rules: Rules, bet: Bet, shoe: Shoe, cards_left: int, perfect: int, seed: int) -> Estimate:
    """The mean of max(EV, 0) per coup with so many cards left, from `perfect` random sub-shoes.

    For a bet that is always offered. Raises UsageError for one that is not, and for numbers out of range; as
    `check_shoe`.
    """
    check_shoe(rules, shoe)
    if bet.offered is not None:
        raise UsageError(f"`perfect`: bet {bet.name} is not offered on every coup, and perfect play is for bets that"
                         " are; leave out one of them")
    check_left(shoe, cards_left, rules.most_cards)
    if not 2 <= perfect <= MOST_SAMPLED:
        raise UsageError(f"`perfect` {perfect:,}: a number of sub-shoes from 2 to {MOST_SAMPLED:,}")
    if not 0 <= seed <= MOST_SEED:
        raise UsageError(f"`seed` {seed}: must be from 0 to {MOST_SEED:,}")
    law = compile_joint(rules, (bet,))
    batch = Batch(law)
    nets = [[bet.lines[line].pays for (line, *_) in law.keys if line is not None]]
    counts = np.array(shoe.counts(law.partition))
    random = np.random.default_rng([seed, cards_left])
    total = square = 0.0
    for start in range(0, perfect, CHUNK):
        left = random.multivariate_hypergeometric(counts, cards_left, min(CHUNK, perfect - start), method="marginals")
        gains = np.maximum(batch.evs(left, nets).evs[:, 0], 0.0)
        total += float(gains.sum())
        square += float((gains * gains).sum())
    mean = total / perfect
    return Estimate(mean, sqrt(max(square / perfect - mean * mean, 0.0) / (perfect - 1)), perfect, seed)
