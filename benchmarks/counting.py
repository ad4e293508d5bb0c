"""Speeds of counting: one depth, all depths, ten tags, the spread, the search and the simulator, beside slow twins.

    python benchmarks/counting.py

Times are CPU seconds, so that other work on the machine disturbs them little.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from tabulate import tabulate

from exact.analysis.counting.law import Counted
from exact.analysis.counting.search import search
from exact.analysis.counting.spread import spread
from exact.analysis.counting.tags import parse_tags
from exact.analysis.counting.trigger import parse_trigger
from exact.analysis.shoe.simulate import simulate_count, simulate_depth, simulate_shoes
from exact.engine.brute_force import Walk
from exact.game.cards import VALUES
from exact.game.catalogue import load_game
from exact.game.procedure import Procedure
from exact.game.shoe import Shoe

RUNS = 7
GAME = load_game("punto-banco")
SHOE = Shoe.decks(8)
DRAGON = GAME.named("dragon-7")
THREE, FIVE = parse_tags("4-7=-1 8,9=2"), parse_tags("3-5=-1 6=-2 7=1 8,9=2")
TEN = parse_tags("A=1 2=2 3=3 4=4 5=5 6=-1 7=-2 8=-3 9=-4")


def median(action: Callable[[], object], runs: int = RUNS) -> float:
    """Seconds, the first run left out."""
    action()
    times = []
    for _ in range(runs):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return statistics.median(times)


def once(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def process(*arguments: str) -> float:
    """A whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "exact", *arguments], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rows() -> list[tuple[str, str, str]]:
    depth = {name: median(lambda tags=tags: Counted(GAME.rules, SHOE, tags).law(DRAGON, 208))  # type: ignore[misc]
             for name, tags in (("three tags", THREE), ("five tags", FIVE))}
    trigger = parse_trigger("4")
    coups = 2_000_000
    simulated = once(lambda: simulate_depth(GAME.rules, DRAGON, SHOE, THREE, trigger, 208, coups, 1))
    found: list[tuple[str, str, str]] = [
        (f"one depth of eight decks, {name}, generating functions anew", f"{1000 * seconds:.1f} ms", "under 50 ms")
        for name, seconds in depth.items()]
    found.append((f"the same depth simulated, {coups:,} coups (EV when reached: 2.99 % with a standard error of 1.8 %)",
                  f"{1000 * simulated:.0f} ms", f"{simulated / depth['three tags']:.0f} x the exact law"))
    ten = once(lambda: Counted(GAME.rules, SHOE, TEN).law(DRAGON, 208))
    found.append(("ten distinct tags, one depth", f"{ten:.2f} s", "under 5 s"))
    whole = process("count", "--bets", "dragon-7", "--tags", "3-5=-1 6=-2 7=1 8,9=2", "--trigger", "4", "--cards-left",
                    "6-410", "--format", "csv")
    found.append(("all depths 6-410, five tags, whole process", f"{whole:.2f} s", "under 8 s"))

    def anew() -> None:
        spread.cache_clear()
        spread(GAME.rules, GAME.named("banker"), SHOE)

    moments = median(anew)
    one_walk = median(lambda: Walk(GAME.rules).outcomes(SHOE.counts(VALUES)))
    found.append(("the A_J of a bet", f"{1000 * moments:.0f} ms", "under 1 s"))
    found.append(("one EV by the walk (the slow road needs one for each sub-shoe)", f"{1000 * one_walk:.0f} ms", ""))
    found.append(("search of level 2, exact gains of 200 counts at five depths",
                  f"{once(lambda: search(GAME.rules, SHOE, DRAGON, 2, [26, 52, 104, 156, 208])):.1f} s", "under 2 min"))
    main = [GAME.named(name) for name in ("player", "banker", "tie")]
    simulate_shoes(GAME.rules, main, SHOE, Procedure(), 100, 1)
    shoes = 100_000
    best = min(once(lambda: simulate_shoes(GAME.rules, main, SHOE, Procedure(), shoes, 1)) for _ in range(5))
    found.append(("dealing simulator, main bets, one core (best of 5)",
                  f"{81.28 * shoes / best / 1e6:.1f} million coups/s", "at least 20"))
    simulate_count(GAME.rules, DRAGON, SHOE, THREE, trigger, Procedure(), 100, 1)
    best = min(once(lambda: simulate_count(GAME.rules, DRAGON, SHOE, THREE, trigger, Procedure(), shoes, 1))
               for _ in range(3))
    found.append(("dealing simulator with a count, one core (best of 3)",
                  f"{81.28 * shoes / best / 1e6:.1f} million coups/s", ""))
    return found


if __name__ == "__main__":
    print(tabulate(rows(), ["what", "time", "aim or ratio"], tablefmt="github", disable_numparse=True))
