"""Speeds of successive coups and known cards, each beside a slow twin where there is one, as medians of CPU time.

    python benchmarks/successive.py [--four]

The slow twin of two coups takes every multiset of the first coup out of the shoe and evaluates the polynomial on what
is left, 5,005 times. `--four` adds the law after a history of three coups (a minute or less).
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from tabulate import tabulate

from exact.analysis.removal.known_cards import best_sorts, known_cards, single_cards
from exact.analysis.shoe.events import read_history
from exact.analysis.shoe.sequence import after, many_coups, two_coups
from exact.analysis.shoe.streaks import dealt_streaks, fresh_streaks
from exact.engine.coup.compile import compile_joint
from exact.engine.coup.polynomial import exponents, falling
from exact.engine.sequence.chain import padded_weights
from exact.game.bets import OUTCOMES
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.procedure import Procedure
from exact.game.shoe import Shoe

GAME = load_game("punto-banco")
RULES, SHOE = GAME.rules, Shoe.decks(8)
MAIN = tuple(map(GAME.named, GAME.main))


def clock() -> float:
    """CPU seconds of this process and of those it started: the work uses one core, and the machine may be shared."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def median(action: Callable[[], object], runs: int = 3) -> float:
    times = []
    for _ in range(runs):
        start = clock()
        action()
        times.append(clock() - start)
    return statistics.median(times)


def two_coups_one_multiset_at_a_time() -> list[list[int]]:
    """The joint counts, by evaluating the second coup on the shoe without each multiset of the first."""
    polynomial = compile_joint(RULES, (OUTCOMES,)).components[0].polynomial
    counts = SHOE.counts(VALUES)
    found = [[0, 0, 0] for _ in range(3)]
    laws: dict[int, list[int]] = {}
    for i, weights in enumerate(padded_weights(compile_joint(RULES, (OUTCOMES,)))):
        for monomial, weight in weights.items():
            powers = exponents(monomial, 10)
            if monomial not in laws:
                laws[monomial] = polynomial.counts([c - m for c, m in zip(counts, powers, strict=True)])
            for count, power in zip(counts, powers, strict=True):
                weight *= falling(count, power)
            for j, ways in enumerate(laws[monomial]):
                found[i][j] += weight * ways
    return found


def main() -> None:
    fast = median(lambda: two_coups(RULES, SHOE))
    slow = median(two_coups_one_multiset_at_a_time, 1)
    assert [list(row) for row in two_coups(RULES, SHOE).counts] == two_coups_one_multiset_at_a_time()
    cold = median(lambda: many_coups(RULES, SHOE), 1)
    streaks = fresh_streaks(RULES, SHOE, "banker", "break", 80)
    rows: list[tuple[str, float, str]] = [
        ("two coups", fast, "0.5"), ("  slow twin: one multiset at a time", slow, f"{slow / fast:.0f} times"),
        ("exact next, whole process", median(lambda: subprocess.run([sys.executable, "-m", "exact", "next"], check=True,
                                                                    capture_output=True)), ""),
        ("three coups, first use (with what numba has to compile or load)", cold, "5"),
        ("three coups", median(lambda: many_coups(RULES, SHOE)), "5"),
        ("a table of one known card", median(lambda: known_cards(RULES, SHOE, MAIN, {5: VALUES.classes})), "2"),
        ("the tables of all six cards", median(lambda: single_cards(RULES, SHOE, MAIN)), ""),
        ("all two-group sorts of four cards", median(lambda: best_sorts(RULES, SHOE, MAIN, (1, 2, 3, 4))), "10"),
        ("runs in 100,000 dealt shoes of 80 coups",
         median(lambda: dealt_streaks(RULES, SHOE, streaks, Procedure(), 10, 100_000, 1), 1), ""),
    ]
    if "--four" in sys.argv[1:]:
        rows.append(("the coup after BBP", median(lambda: after(RULES, SHOE, read_history("BBP")), 1), "180"))
    print(tabulate([(name, f"{seconds:.3f}", limit) for name, seconds, limit in rows],
                   ["eight decks", "CPU seconds", "limit, or ratio"], disable_numparse=True,
                   colalign=("left", "right", "right")))


if __name__ == "__main__":
    main()
