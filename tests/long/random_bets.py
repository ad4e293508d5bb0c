"""Hundreds of random bets on random small shoes, of which the test-suite tries ten of each kind.

    python -m tests.long.random_bets [EXAMPLES]
"""

from __future__ import annotations

import sys
import time

from hypothesis import settings

from tests.properties import test_random_bets as bets
from tests.properties.test_random_bets import PHASES, QUIET


def main(examples: int) -> None:
    more = settings(max_examples=examples, deadline=None, suppress_health_check=QUIET, phases=PHASES)
    for test in (bets.test_law_is_that_of_every_coup, bets.test_law_with_every_fact_split_that_can_be):
        start = time.perf_counter()
        more(test)()
        print(f"{test.__name__}: {examples} random bets agree, {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
