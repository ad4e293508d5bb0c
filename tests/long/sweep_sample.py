"""A million random sub-shoes of a random size against the sweep's sums, within four standard errors.

    python -m tests.long.sweep_sample [SEED]
"""

from __future__ import annotations

import sys
from fractions import Fraction
from math import comb

import numpy as np

from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import falling
from exact.engine.evaluate.batch import Batch, nets_of
from exact.engine.sweep.run import sweep
from exact.engine.sweep.sums import SCALE
from tests.engine.test_sweep import EIGHT_DECKS, GAME, ONE_DECK, TWO_DECKS, question

SAMPLE = 1_000_000


def main(seed: int) -> None:
    generator = np.random.default_rng(seed)
    bets = (GAME.named("banker"),)
    law = compile_joint(GAME.rules, bets)
    batch = Batch(law)
    shoes = (("one deck", ONE_DECK, 30), ("two decks", TWO_DECKS, 22), ("eight decks", EIGHT_DECKS, 18))
    for name, caps, most in shoes:
        cards = int(generator.integers(7, most))
        sums = sweep(question(caps, "banker"), [cards])[cards].sums[0]
        over = 20 * falling(cards, 6)
        sample = generator.multivariate_hypergeometric(caps, cards, SAMPLE)
        values = batch.evs(sample, nets_of(law, bets)).evs[:, 0]
        for what, seen, total, unit in (("P(EV > 0)", values > 0, sums.favourable, 1),
                                        ("mean gain", np.maximum(values, 0), sums.gain, over)):
            exact = float(Fraction(sum(total), 2 * SCALE * comb(sum(caps), cards) * unit))
            error = seen.std() / len(values) ** 0.5
            distance = abs(seen.mean() - exact) / error
            print(f"{name}, {cards} cards left, {what}: exact {exact:.8f}, sampled {seen.mean():.8f}, "
                  f"{distance:.2f} standard errors", flush=True)
            assert distance < 4, (name, cards, what)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
