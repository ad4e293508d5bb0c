"""Speed of the sweep, as medians of several runs, beside its slow twin; CPU time of one core.

    python benchmarks/sweep.py [RUNS]

Two and eight decks are timed on one block of a middle size, the bulk of the work, and scaled to all sub-shoes of the
target (all 12,784,876,137 of two decks; n = 40 of eight); two processes are compared with one by wall time.
"""

from __future__ import annotations

import os
import resource
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial

from tabulate import tabulate

from exact.engine.coup.compile import compile_joint
from exact.engine.sweep.block import run_block
from exact.engine.sweep.frame import SubshoeBlock, SweepQuestion
from exact.engine.sweep.net_polynomial import net_form
from exact.engine.sweep.run import sweep
from exact.engine.sweep.subshoes import sub_shoes
from exact.game.catalogue import load_game
from exact.workers import processes

ONE, TWO, EIGHT = (16, *(4,) * 9), (32, *(8,) * 9), (128, *(32,) * 9)
GAME = load_game("punto-banco")


def question(caps: tuple[int, ...], *names: str) -> SweepQuestion:
    bets = tuple(GAME.named(name) for name in names)
    return SweepQuestion(caps, net_form(compile_joint(GAME.rules, bets), bets))


def median(action: Callable[[], object], runs: int, clock: Callable[[], float] = time.process_time) -> float:
    times = []
    for _ in range(runs):
        start = clock()
        action()
        times.append(clock() - start)
    return statistics.median(times)


def row(what: str, asked: SweepQuestion, sizes: Sequence[int], runs: int) -> list[str]:
    work = sum(sub_shoes(asked.caps)[cards] for cards in sizes)
    return shown(what, work, median(lambda: sweep(asked, sizes), runs), work)


def one_block(what: str, asked: SweepQuestion, block: SubshoeBlock, runs: int, scale: int) -> list[str]:
    run_block(asked, block)
    return shown(what, asked.size(block), median(lambda: run_block(asked, block), runs), scale)


def shown(what: str, work: int, seconds: float, scale: int) -> list[str]:
    return [what, f"{work:,}", f"{seconds:.3f}", f"{seconds / work * 1e9:.2f}", f"{seconds / work * scale:.2f}"]


def main(runs: int) -> None:
    one, two, eight = question(ONE, "banker"), question(TWO, "banker"), question(EIGHT, "banker")
    for asked in (one, two, eight):
        sweep(asked, [6])  # compiles the kernel
    whole = sum(sub_shoes(TWO))
    rows = [
        row("one deck, all n, banker", one, range(6, 53), runs),
        row("one deck, all n, three bets and the best", question(ONE, "player", "banker", "tie"), range(6, 53), runs),
        one_block("two decks, a block of n = 52, banker", two, SubshoeBlock((52, 52), (4,)), runs, whole),
        one_block("eight decks, a block of n = 40, banker", eight, SubshoeBlock((40, 40), (2, 2)), runs,
                  sub_shoes(EIGHT)[40]),
        row("eight decks, n = 28, banker", eight, [28], max(1, runs // 3)),
    ]
    print(tabulate(rows, ["sweep", "sub-shoes", "CPU s", "ns each", "CPU s for all"], disable_numparse=True))
    shoes = [tuple(c) for c in ((9, 1, 2, 3, 1, 2, 1, 4, 0, 3), (16, *(4,) * 9))]
    twin = median(lambda: [one.form.value(0, shoe) for shoe in shoes], runs) / len(shoes)
    print(f"slow twin, one sub-shoe in plain integers: {twin * 1e3:.2f} ms")
    walls = []
    for number in (1, 2):
        with processes(number) as executor:
            sweep(two, [10], executor)
            walls.append(median(partial(sweep, two, range(22, 27), executor), max(1, runs // 3),
                                time.perf_counter))
    print(f"two processes: {walls[0] / walls[1]:.2f} times one ({walls[0]:.2f} s, {walls[1]:.2f} s), "
          f"{os.cpu_count()} cores")
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB, of workers "
          f"{resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
