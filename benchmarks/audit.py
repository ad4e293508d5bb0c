"""Speed of `exact audit` and `exact claims`: coups a second and core with exact EVs, beside the slow twin; memory.

    python benchmarks/audit.py [COUPS]
"""

from __future__ import annotations

import io
import json
import random
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

from tabulate import tabulate

from exact.analysis.audit.audit import Auditor, audit
from exact.analysis.audit.results import judge_results
from exact.analysis.logs.reader import LogReader
from exact.analysis.odds.laws import Study
from exact.game.catalogue import load_game
from exact.report.sections.results import results_data

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.oracles import log_dealer as dealer

GAME = load_game("punto-banco")
SETS = {"main bets": ("player", "banker", "tie"), "and pairs": ("player", "banker", "tie", "p-pair", "b-pair"),
        "and Dragon 7, Panda 8": ("player", "banker", "tie", "p-pair", "b-pair", "dragon-7", "panda-8")}
RUNS = 3


def audited(data: bytes, names: tuple[str, ...]) -> float:
    """CPU seconds of one pass over a log."""
    shoe = GAME.shoe()
    start = time.process_time()
    reader = LogReader(io.BytesIO(data), "log", shoe)
    found = audit(reader, Auditor(GAME.rules, shoe, [GAME.named(name) for name in names], [GAME.named("banker")],
                                  reader.partition))
    assert found.fault_count == 0
    return time.process_time() - start


def as_json(lines: list[list[str]]) -> bytes:
    """The same log as a list in JSON."""
    return json.dumps([dict(zip(dealer.HEADER, row, strict=True)) for row in lines], indent=1).encode()


def judged(data: bytes) -> float:
    """CPU seconds of results alone, with all that is asked of them."""
    start = time.process_time()
    found = judge_results(LogReader(io.BytesIO(data), "log", GAME.shoe()), GAME.rules, GAME.shoe())
    results_data(found)
    return time.process_time() - start


def slowly(lines: list[list[str]]) -> float:
    """The same EVs by the coup polynomial in Python ints, one coup after another."""
    study = Study(GAME.rules, tuple(GAME.named(name) for name in SETS["main bets"]))
    start = time.process_time()
    shoe, name = GAME.shoe(), None
    for row in lines:
        if row[0] != name:
            shoe, name = GAME.shoe(), row[0]
        shoe = shoe.remove(*(token for token in row[8].split() if not token.startswith("+")))
        [law.ev for law in study.odds(shoe).bets]
        shoe = shoe.remove(*row[2].split(), *row[3].split())
    return time.process_time() - start


def claims_cold(*claims: str) -> float:
    times = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([sys.executable, "-m", "exact", "claims", *claims], capture_output=True, check=False)
        times.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return statistics.median(times)


def main() -> None:
    coups = int(sys.argv[1]) if len(sys.argv) > 1 else 40_000
    lines = list(dealer.rows(coups, seed=1))
    data = dealer.text(lines).encode()
    audited(dealer.text(lines[:100]).encode(), SETS["and Dragon 7, Panda 8"])  # compiles the kernel
    slow = len(lines[:400]) / slowly(lines[:400])
    rows = []
    for title, names in SETS.items():
        speed = coups / statistics.median(audited(data, names) for _ in range(RUNS))
        rows.append([title, f"{speed:,.0f}", f"{slow:,.0f}" if names == SETS["main bets"] else "",
                     f"{speed / slow:,.0f}" if names == SETS["main bets"] else ""])
    print(tabulate(rows, ["audit, coups a second and core", "audit", "one by one", "ratio"], disable_numparse=True))
    names = SETS["main bets"]
    in_json, in_csv = (statistics.median(audited(log, names) for _ in range(RUNS)) for log in (as_json(lines), data))
    print(f"JSON takes {in_json / in_csv:.2f} times as long as CSV")
    shoes = ["".join(random.choices("PBT", [446, 459, 95], k=80)) for _ in range(12_500)]
    words = {"P": "player", "B": "banker", "T": "tie"}
    table = "".join(f"{i},{words[code]}\n" for i, shoe in enumerate(shoes) for code in shoe)
    for title, log in (("lines", "\n".join(shoes)), ("a table", f"shoe,winner\n{table}")):
        print(f"a million results in {title}: {judged(log.encode()):.2f} CPU seconds")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB, the log included")
    print()
    print(tabulate([["three figures of a casino page", f"{claims_cold(*PAGE):.2f}"],
                    ["one figure that nothing explains", f"{claims_cold('banker rtp 98.41%', '--decks', '8'):.2f}"]],
                   ["exact claims, whole process", "CPU seconds"], disable_numparse=True))


PAGE = ("banker rtp 98.94%", "player rtp 98.76%", "tie rtp 85.64%")

if __name__ == "__main__":
    main()
