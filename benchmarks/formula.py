"""Whole processes of `exact formula`, beside the import of sympy alone.

    python benchmarks/formula.py

CPU seconds (user and system) and wall clock, medians of several runs.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tabulate import tabulate

RUNS = 5
RANKS = """
[triple]
lines = [
  { event = "Player's three cards are of one rank", when = { player = { one_rank = true, cards = 3 } }, pays = 100 },
  { event = "Player wins with a pair", when = { winner = "player", player = { pair = true } }, pays = 6 },
  { event = "anything else", pays = -1 },
]
"""
"""A side bet over the thirteen ranks that looks at all six cards."""


def process(command: list[str]) -> tuple[float, float]:
    cpu, wall = [], []
    for _ in range(RUNS):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run([sys.executable, *command], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        wall.append(time.perf_counter() - start)
        cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(cpu), statistics.median(wall)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "triple.toml"
        file.write_text(RANKS)
        commands = {
            "import sympy": ["-c", "import sympy"],
            "exact formula (main bets)": ["-m", "exact", "formula"],
            "exact formula --bets banker --solve commission": ["-m", "exact", "formula", "--bets", "banker", "--solve",
                                                              "commission"],
            "exact formula, a side bet over ranks": ["-m", "exact", "formula", "--bet-file", str(file), "--bets",
                                                     "triple", "--solve", "pay:1"],
            "exact removal (main bets, eight decks)": ["-m", "exact", "removal"],
        }
        times = {name: process(command) for name, command in commands.items()}
    base = times["import sympy"][0]
    print(tabulate([(name, f"{cpu:.2f}", f"{wall:.2f}", f"{cpu / base:.2f}") for name, (cpu, wall) in times.items()],
                   ["process", "CPU s", "wall s", "CPU ratio"], disable_numparse=True,
                   colalign=("left", "right", "right", "right")))


if __name__ == "__main__":
    main()
