"""Speeds of the core, each beside its slow twin or a plain alternative, as medians of several runs.

    python benchmarks/core.py

Whole processes are timed with children's CPU and peak memory; the rest inside this process, from an empty cache where
it says so.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import permutations

from tabulate import tabulate

from exact.analysis.odds.laws import Study
from exact.analysis.removal.effects import removal_effects
from exact.analysis.verify import flat_counts
from exact.engine.brute_force import Walk
from exact.engine.coup import compile as compiler
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe

RUNS = 9
CACHES = (compiler.compile_joint, compiler.compile_each)


def median_ms(action: Callable[[], object], runs: int = RUNS, cold: bool = False) -> float:
    """Milliseconds of an action; with `cold` from empty caches."""
    times = []
    for _ in range(runs):
        if cold:
            for cached in CACHES:
                cached.cache_clear()
        start = time.perf_counter()
        action()
        times.append(1000 * (time.perf_counter() - start))
    return statistics.median(times)


def process(*command: str) -> tuple[float, float]:
    """CPU seconds (median) and peak memory in MiB of a whole process."""
    times, peak = [], 0.0
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *command], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    probe = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, capture_output=True);"
             "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    peak = int(subprocess.run([sys.executable, "-c", probe, sys.executable, *command], check=True, capture_output=True,
                              text=True).stdout) / 1024
    return statistics.median(times), peak


def main() -> None:
    game = load_game("punto-banco")
    bets = tuple(map(game.named, game.main))
    study = Study(game.rules, bets)
    shoe = Shoe.decks(8)
    counts = shoe.counts(VALUES)
    rows: list[tuple[str, str, str]] = []

    def add(what: str, value: str, limit: str = "") -> None:
        rows.append((what, value, limit))

    compile_ms = median_ms(lambda: compiler.compile_joint(game.rules, bets), cold=True)
    add("compile the polynomial of the three main bets", f"{compile_ms:.1f} ms", "60 ms")
    polynomial = compiler.compile_joint(game.rules, bets)
    polynomial.law(shoe)
    evaluate_ms = median_ms(lambda: polynomial.law(shoe), 50)
    add("evaluate it on one shoe, pure Python", f"{evaluate_ms:.2f} ms", "2 ms")
    removal_effects(study, shoe)
    add("removal table, 10 values x 3 bets", f"{median_ms(lambda: removal_effects(study, shoe)):.1f} ms", "25 ms")
    walk_ms = median_ms(lambda: Walk(game.rules).outcomes(counts))
    add("walk of an 8-deck shoe, empty cache (slow twin)", f"{walk_ms:.1f} ms", "50 ms")
    add("  walk / evaluation", f"{walk_ms / evaluate_ms:.0f} x")
    small = (0, 1, 2, 3, 4, 5, 6, 7, 8)
    flat_ms = median_ms(lambda: flat_counts(game.rules, small), 3)
    sequences = len(list(permutations(small, 6)))
    add(f"flat enumeration of 9 cards ({sequences:,} sequences)", f"{flat_ms:.0f} ms")
    report, memory = process("-m", "exact.report")
    sympy, sympy_memory = process("-c", "import sympy")
    add("python -m exact.report, whole process", f"{report:.2f} s, {memory:.0f} MiB", "60 MB")
    add('python -c "import sympy", whole process', f"{sympy:.2f} s, {sympy_memory:.0f} MiB")
    add("  report / import sympy", f"{report / sympy:.2f}", "1.0")
    print(tabulate(rows, ("what", "median", "limit"), disable_numparse=True))


if __name__ == "__main__":
    main()
