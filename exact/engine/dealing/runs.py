"""Runs of results in dealt shoes: the inner loop of streaks."""

from __future__ import annotations

import numpy as np

from exact.engine.kernels import Kernel


@Kernel
def count_runs(rows, effect, counted, coups, longest):  # type: ignore[no-untyped-def]  # typed by numba
    """Of shoes given by the results of their coups, `rows` [shoe, coup], below 0 from the end of the shoe on.

    `effect` [result]: 1 where it lengthens a run, 0 where it leaves it as it is, -1 where it ends it. `counted`
    [result]: 1 where the coup is among the first `coups`, which alone are looked at. Returns for k = 1 ... `longest`
    the shoes with a run of k or more, and these runs; the sum of the longest run of each shoe; and the shoes that were
    over before the last coup.
    """
    hits, runs = np.zeros(longest, np.int64), np.zeros(longest, np.int64)
    total = short = 0
    for shoe in range(rows.shape[0]):
        run = most = looked_at = 0
        for result in rows[shoe]:
            if result < 0 or looked_at == coups:
                break
            looked_at += counted[result]
            if effect[result] > 0:
                run += 1
                most = max(most, run)
                if run <= longest:
                    runs[run - 1] += 1
            elif effect[result] < 0:
                run = 0
        hits[:min(most, longest)] += 1
        total += most
        short += looked_at < coups
    return hits, runs, total, short
