"""Longer checks of the audit: clean logs of 10^5 coups raise nothing, and the p-values of many fair logs are uniform.

    python -m tests.long.fair_logs [LOGS]
"""

from __future__ import annotations

import io
import math
import sys

from exact.analysis.audit.audit import Audit, Auditor, audit
from exact.analysis.logs.reader import LogReader
from exact.game.catalogue import load_game
from tests.oracles import log_dealer as dealer

GAME = load_game("punto-banco")
BETS = [GAME.named(name) for name in ("player", "banker", "tie", "p-pair", "b-pair", "dragon-7", "panda-8")]


def audited(coups: int, seed: int) -> Audit:
    data = dealer.text(dealer.rows(coups, seed)).encode()
    reader = LogReader(io.BytesIO(data), f"seed {seed}", GAME.shoe())
    return audit(reader, Auditor(GAME.rules, GAME.shoe(), BETS, [GAME.named("banker")], reader.partition))


def kolmogorov(p_values: list[float]) -> float:
    """sqrt(n) times the largest distance from the uniform law: beyond 1.63 once in a hundred."""
    n = len(p_values)
    return math.sqrt(n) * max(max((i + 1) / n - p, p - i / n) for i, p in enumerate(sorted(p_values)))


def main() -> int:
    logs = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    failed = 0
    for seed in (1, 2, 3):
        found = audited(100_000, seed)
        failed += found.fault_count > 0
        print(f"clean log of 100,000 coups, seed {seed}: {found.fault_count} faults, {found.judged:,} judged, "
              f"p of the outcomes {found.outcomes.p_value:.4f}")
    many = [audited(420, seed) for seed in range(1000, 1000 + logs)]
    for name, p_values in {"outcomes": [one.outcomes.p_value for one in many],
                           **{BETS[i].name: [one.bets[i].p_value for one in many] for i in range(len(BETS))}}.items():
        distance = kolmogorov([p for p in p_values if p is not None])
        print(f"{name}: p-values of {logs} fair logs of 420 coups, Kolmogorov's distance {distance:.3f}")
        failed += name in ("outcomes", "player", "banker") and distance > 1.95
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
