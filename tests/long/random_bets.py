"""Hundreds of random bets on random small shoes, of which the test-suite tries a few of each kind.

    python -m tests.long.random_bets [EXAMPLES]
"""

from __future__ import annotations

import sys
import time

from hypothesis import given, settings

from tests.properties import test_random_bets as bets


def main(examples: int) -> None:
    more = settings(max_examples=examples, deadline=None, suppress_health_check=bets.QUIET, phases=bets.PHASES)
    for check, drawn in ((bets.check_law, {"table": bets.bets}),
                         (bets.check_split, {"first": bets.splitting, "second": bets.splitting})):
        start = time.perf_counter()
        more(given(**drawn, cards=bets.shoes)(check))()
        print(f"{check.__name__}: {examples} random bets agree, {time.perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
