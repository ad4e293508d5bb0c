"""What no count can pass: a player who knows every card left, and bets when the EV is above 0.

The mean of max(EV, 0) over the sub-shoes of a size is estimated from random ones, each with its own EV; `exact sweep`
takes all of them where they are few enough.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from exact.analysis.counting.law import check_shoe
from exact.analysis.shoe.simulate import MOST_SEED
from exact.analysis.shoe.simulated import Simulated
from exact.engine.coup.compile import compile_joint
from exact.engine.evaluate.batch import Batch
from exact.errors import UsageError
from exact.game.bets import Bet
from exact.game.rules import Rules
from exact.game.shoe import Shoe

MOST_SHOES = 10**8
CHUNK = 1 << 16


def perfect_gain(rules: Rules, bet: Bet, shoe: Shoe, cards_left: int, shoes: int, seed: int) -> Simulated:
    """The mean of max(EV, 0) per coup with so many cards left, from random sub-shoes.

    For a bet that is always offered. Raises UsageError for one that is not, and for numbers out of range.
    """
    check_shoe(rules, shoe)
    if bet.offered is not None:
        raise UsageError(f"bet {bet.name}: is not offered on every coup; perfect play is for bets that are")
    if not rules.most_cards <= cards_left <= shoe.cards:
        raise UsageError(f"cards left {cards_left}: must be from {rules.most_cards} to {shoe.cards}")
    if not 2 <= shoes <= MOST_SHOES or not 0 <= seed < MOST_SEED:
        raise UsageError(f"perfect play from {shoes:,} sub-shoes, seed {seed}: from 2 to {MOST_SHOES:,} sub-shoes, and"
                         " a seed from 0 to 2^63 - 1")
    law = compile_joint(rules, (bet,))
    batch = Batch(law)
    nets = [[bet.lines[line].pays for (line, *_) in law.keys if line is not None]]
    counts = np.array(shoe.counts(law.partition))
    random = np.random.default_rng([seed, cards_left])
    total = square = 0.0
    for start in range(0, shoes, CHUNK):
        left = random.multivariate_hypergeometric(counts, cards_left, min(CHUNK, shoes - start), method="marginals")
        gains = np.maximum(batch.evs(left, nets).evs[:, 0], 0.0)
        total += float(gains.sum())
        square += float((gains * gains).sum())
    mean = total / shoes
    return Simulated(mean, sqrt(max(square / shoes - mean * mean, 0.0) / (shoes - 1)), shoes, seed)
