"""Speed and memory of bets: compiling one, compiling and listing the catalogue, and what sharing a walk saves.

    python benchmarks/bets.py

Times are processor seconds, medians of several runs; memory is the peak of the process, with the whole catalogue
compiled and evaluated at eight decks.
"""

from __future__ import annotations

import resource
import statistics
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from math import perm

from exact.analysis.odds.laws import Study, bet_law
from exact.engine.coup.compile import compile_each, compile_joint
from exact.engine.coup.footprint import Footprint
from exact.game.bets import Bet
from exact.game.catalogue import load_game
from exact.game.shoe import Shoe
from tests.oracles.flat_bets import BY_HAND, coups

GAME = load_game("punto-banco")
KINDS = {"by value": (0.1, ("banker", "dragon-7", "dragon-bonus-player", "cover-all")),
         "by rank": (1.0, ("player-pair", "tiger-pair", "bellagio-match-player", "lucky-match")),
         "by suit or colour": (5.0, ("lucky-nines", "super-tie", "all-red", "perfect-pair", "lucky-8-player"))}


def seconds(work: Callable[[], object], runs: int = 5) -> float:
    times = []
    for _ in range(runs):
        compile_joint.cache_clear()
        compile_each.cache_clear()
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def main() -> None:
    print(f"{'compile one bet':<34}{'seconds':>10}{'limit':>8}{'classes':>9}")
    for kind, (limit, names) in KINDS.items():
        for name in names:
            bet = GAME.named(name)
            spent = seconds(partial(compile_joint, GAME.rules, (bet,)))
            print(f"  {kind:<18}{name:<24}{spent:>8.3f}{limit:>8}{len(Footprint((bet,)).partition):>9}")

    bets = tuple(dict.fromkeys(GAME.named(name) for name in GAME.bet_names()))
    shoe = Shoe.decks(8)
    start = time.process_time()
    Study(GAME.rules, bets).odds(shoe)
    print(f"\n{len(bets)} bets of the catalogue at eight decks, the first time: {time.process_time() - start:.1f} s"
          f" (limit 10), peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB (limit 500)")

    alike: dict[object, list[Bet]] = {}
    for bet in bets:
        alike.setdefault(frozenset(bet.folds), []).append(bet)
    group = max(map(tuple, alike.values()), key=len)
    together = seconds(lambda: compile_each(GAME.rules, group), 3)
    apart = seconds(lambda: [compile_joint(GAME.rules, (bet,)) for bet in group], 3)
    print(f"\n{len(group)} bets of the same facts: from one walk {together:.2f} s, from a walk each {apart:.2f} s,"
          f" {apart / together:.1f} times")

    cards = ["9h", "9d", "Kh", "Qh", "6d", "2d", "4h", "3h", "Jc", "5s"]
    small = Shoe.of(Counter(cards))
    chosen = [GAME.named(name) for name in BY_HAND]

    def flat() -> None:
        found = {name: Counter[int]() for name in BY_HAND}
        for player, banker, ways in coups(cards):
            for name, judge in BY_HAND.items():
                found[name][judge(player, banker)] += ways
        assert all(counts.total() == perm(len(cards), 6) for counts in found.values())

    slow = seconds(flat, 1)
    for bet in chosen:
        bet_law(GAME.rules, bet, small)
    start = time.process_time()
    for bet in chosen:
        bet_law(GAME.rules, bet, small)
    fast = time.process_time() - start
    print(f"\n{len(chosen)} bets on a shoe of ten cards: compiled laws {fast:.3f} s, coup by coup {slow:.2f} s,"
          f" {slow / fast:.0f} times")


if __name__ == "__main__":
    main()
