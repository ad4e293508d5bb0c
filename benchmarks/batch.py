"""Batch evaluation beside its slow twins, all in one run: time per composition, ratios, memory, and equality.

    python benchmarks/batch.py [--shoes 1000000]

Times are CPU time of this thread in microseconds per composition, medians of several runs (on a busy machine wall
clock would count the neighbours). icepool is compared where it is installed (pip install '.[bench]'); nothing else
needs it. 10,000 random sub-shoes of one to eight decks are checked against the polynomial in Python ints on the way.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy on one core, like everything else here
os.environ.setdefault("MKL_NUM_THREADS", "1")

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import numpy as np
from tabulate import tabulate

from exact.engine.brute_force import Walk
from exact.engine.coup.compile import compile_joint
from exact.engine.evaluate.batch import EV_ERROR, Batch, nets_of
from exact.engine.evaluate.bilinear import UNROLL, BilinearForm
from exact.game.bet_file import read_bet
from exact.game.bets import OUTCOMES, Bet
from exact.game.catalogue import load_game
from exact.game.rules import Rules

GAME = load_game("punto-banco")
LAW = compile_joint(GAME.rules, (OUTCOMES,))
POLYNOMIAL = LAW.components[0].polynomial
DECK = np.array([16, 4, 4, 4, 4, 4, 4, 4, 4, 4])
RUNS = 5
MAIN = tuple(map(GAME.named, GAME.main))


def bet(name: str, when: dict[str, Any], pays: int) -> Bet:
    return read_bet(name, {"lines": [{"when": when, "pays": pays}, {"pays": -1}]}, GAME.rules.naturals)


FURTHER = (bet("banker three-card 7", {"winner": "banker", "banker": {"total": 7, "cards": 3}}, 40),
           bet("player three-card 8", {"winner": "player", "player": {"total": 8, "cards": 3}}, 25),
           bet("six cards", {"both": {"cards": 6}}, 1), bet("four cards", {"both": {"cards": 4}}, 1))


def depleted(number: int, decks: int, seed: int) -> np.ndarray:
    """Shoes of so many decks, each dealt down to a random number of cards from 6 up, in random order."""
    rng = np.random.default_rng(seed)
    sizes, many = np.unique(rng.integers(6, 52 * decks, number, endpoint=True), return_counts=True)
    shoes = np.concatenate([rng.multivariate_hypergeometric(decks * DECK, int(size), int(times)).astype(np.int16)
                            for size, times in zip(sizes, many, strict=True)])
    rng.shuffle(shoes)
    return shoes


def per_shoe(action: Callable[[], object], shoes: int, runs: int = RUNS) -> float:
    """Microseconds of CPU time per composition, the median of some runs."""
    times = []
    for _ in range(runs):
        start = time.thread_time()
        action()
        times.append(time.thread_time() - start)
    return 1e6 * statistics.median(times) / shoes


# the twins: each takes shoes and gives (Player, Banker, Tie) for each

def by_enumeration(rules: Rules, shoes: Sequence[Sequence[int]]) -> list[list[int]]:
    """Every ordered sequence of six point values, weighted by the ways to draw it."""
    results = []
    for shoe in shoes:
        totals = [0, 0, 0]
        for values in product(range(10), repeat=6):
            left, ways = list(shoe), 1
            for value in values:
                ways *= left[value]
                left[value] -= 1
            if ways:
                p1, b1, p2, b2, fifth, sixth = values
                player, banker = (p1 + p2) % 10, (b1 + b2) % 10
                if not {player, banker} & rules.naturals:
                    third = None
                    if rules.player_draws[player]:
                        third, player = fifth, (player + fifth) % 10
                    if rules.banker_draws[banker][10 if third is None else third]:
                        banker = (banker + (fifth if third is None else sixth)) % 10
                totals[0 if player > banker else 1 if banker > player else 2] += ways
        results.append(totals)
    return results


def by_walk(rules: Rules, shoes: Sequence[Sequence[int]]) -> list[list[int]]:
    return [list(Walk(rules).outcomes(shoe)) for shoe in shoes]


def by_polynomial(shoes: Sequence[Sequence[int]]) -> list[list[int]]:
    return [POLYNOMIAL.counts(shoe) for shoe in shoes]


class ByNumpy:
    """The same bilinear form in numpy: features by array products, one matrix product for each degree."""

    def __init__(self, block: int = 512) -> None:
        padded = POLYNOMIAL.padded
        self.form = BilinearForm.of(padded.weights[:2], padded.classes, padded.length)
        self.block = block
        self.matrices = []
        for outer, outers, inner, width, at in self.form.parts.tolist():
            rows = self.form.weights[at:at + outers * 2 * width].astype(float).reshape(outers, 2, width)
            self.matrices.append((outer, outers, inner, width, rows.transpose(1, 0, 2).reshape(2 * outers, width)))

    def __call__(self, shoes: np.ndarray) -> np.ndarray:
        left, right = self.form.left, self.form.right
        lefts = len(left.recipe)
        features = np.zeros((lefts + len(right.recipe) + UNROLL, self.block))
        counts = np.empty((len(shoes), 3))
        for at in range(0, len(shoes), self.block):
            part = shoes[at:at + self.block].T.astype(float)
            many = part.shape[1]
            choices = [np.ones_like(part), part]
            for power in range(2, 7):
                choices.append(choices[-1] * (part - (power - 1)))
            for start, recipe, first in ((0, left.recipe, 0), (lefts, right.recipe, left.classes)):
                features[start] = 1
                for f, (earlier, cls, power) in enumerate(recipe[1:].tolist(), 1):
                    np.multiply(features[start + earlier, :many], choices[power][first + cls],
                                out=features[start + f, :many])
            totals = np.zeros((2, many))
            for outer, outers, inner, width, matrix in self.matrices:
                inside = (matrix @ features[inner:inner + width, :many]).reshape(2, outers, many)
                totals += np.einsum("os,ros->rs", features[outer:outer + outers, :many], inside)
            cards = part.sum(axis=0)
            of = np.prod([cards - i for i in range(6)], axis=0)
            counts[at:at + many] = np.concatenate([totals, (of - totals.sum(axis=0))[None]]).T
        return counts


def by_icepool(shoes: Sequence[Sequence[int]]) -> list[list[Fraction]]:
    """icepool: hands of two, two, one and one dealt from a deck, evaluated outcome by outcome."""
    import icepool

    rules = GAME.rules

    class Coup(icepool.MultisetEvaluator):  # type: ignore[misc]
        def initial_state(self, *_arguments: Any, **_options: Any) -> Any:
            return 0, 0, 0, 0

        def next_state(self, state: Any, _order: Any, value: int, hands: Any) -> Any:
            player, banker, fifth, sixth = state
            p, b, x, y = hands
            return (player + p * value) % 10, (banker + b * value) % 10, fifth + x * value, sixth + y * value

        def final_outcome(self, state: Any, *_arguments: Any, **_options: Any) -> int:
            player, banker, fifth, sixth = state
            if not {player, banker} & rules.naturals:
                third = None
                if rules.player_draws[player]:
                    third, player = fifth, (player + fifth) % 10
                if rules.banker_draws[banker][10 if third is None else third]:
                    banker = (banker + (fifth if third is None else sixth)) % 10
            return 0 if player > banker else 1 if banker > player else 2

    results = []
    for shoe in shoes:
        deck = icepool.Deck({value: count for value, count in enumerate(shoe) if count})
        found = Coup().evaluate(deck.deal((2, 2, 1, 1)))
        results.append([found.probability(result) for result in range(3)])
    return results


# ---------------------------------------------------------------------------------------------------------------

def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--shoes", type=int, default=10**6)
    parser.add_argument("--peak", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    shoes = depleted(arguments.shoes, 8, 1)
    batch = Batch(LAW)
    if arguments.peak:
        batch.counts(shoes)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
        return
    start = time.perf_counter()
    batch.counts(shoes[:10])
    print(f"first use of the kernel (from its cache, or compiled): {time.perf_counter() - start:.2f} s")

    checked = 0
    for decks in range(1, 9):
        some = depleted(1250, decks, 100 + decks)
        assert batch.counts(some).counts.tolist() == by_polynomial(some.tolist())
        checked += len(some)
    print(f"{checked:,} random sub-shoes of 1 to 8 decks: batch = polynomial in Python ints, every count equal")

    fast = per_shoe(lambda: batch.counts(shoes), len(shoes))
    exact = batch.counts(shoes).counts
    rows: list[tuple[str, int, float]] = [("batch, counts of the three outcomes", len(shoes), fast)]

    by_numpy = ByNumpy()
    some = shoes[:50_000]
    assert (by_numpy(some) == exact[:len(some)]).all()
    numpy_time = per_shoe(lambda: by_numpy(some), len(some))
    rows.append(("the same bilinear form in numpy (one thread)", len(some), numpy_time))
    twins = (("polynomial in Python ints", by_polynomial, 500),
             ("memoised walk, an empty cache each", lambda few: by_walk(GAME.rules, few), 20),
             ("flat enumeration of 10^6 value sequences", lambda few: by_enumeration(GAME.rules, few), 1))
    for name, twin, number in twins:
        few = shoes[:number].tolist()
        start = time.thread_time()
        found = twin(few)
        rows.append((name, number, 1e6 * (time.thread_time() - start) / number))
        assert found == exact[:number].tolist()
    try:
        few = shoes[:5].tolist()
        start = time.thread_time()
        odds = by_icepool(few)
        rows.append(("icepool", 5, 1e6 * (time.thread_time() - start) / 5))
        of = batch.counts(shoes[:5]).of
        assert all(p == Fraction(int(c), int(n)) for ps, cs, n in zip(odds, exact, of, strict=False)
                   for p, c in zip(ps, cs, strict=True))
    except ImportError:
        print("icepool is not installed: left out (python -m pip install '.[bench]' to compare)")
    print(tabulate([(name, f"{n:,}", f"{micro:,.3f}", f"{micro / fast:,.1f}") for name, n, micro in rows],
                   ["who wins, one core, each equal to the others", "shoes", "us per shoe", "ratio"],
                   disable_numparse=True, colalign=("left", "right", "right", "right")))

    print()
    lines = []
    before = 0.0
    for number in range(len(FURTHER) + 1):
        bets = MAIN + FURTHER[:number]
        law = compile_joint(GAME.rules, bets)
        evs = Batch(law)
        wanted = nets_of(law, bets)
        micro = per_shoe(partial(evs.evs, shoes, wanted), len(shoes), 3)
        lines.append((f"EVs of {len(bets)} bets" + (f" (+ {bets[-1].name})" if number else ""), f"{micro:.3f}",
                      f"{micro - before:+.3f}" if number else ""))
        before = micro
    print(tabulate(lines, ["batch, EVs as floats, one core", "us per shoe", "more"], disable_numparse=True,
                   colalign=("left", "right", "right")))
    print(f"relative error of an EV at most {float(EV_ERROR):.3g}")

    print()
    with ThreadPoolExecutor(2) as threads:
        start = time.perf_counter()
        batch.counts(shoes, threads)
        two = 1e6 * (time.perf_counter() - start) / len(shoes)
    start = time.perf_counter()
    batch.counts(shoes)
    one = 1e6 * (time.perf_counter() - start) / len(shoes)
    print(f"wall clock per shoe: one thread {one:.3f} us, two threads {two:.3f} us")
    # Through a small process in between: a child starts with the peak of the process that made it.
    probe = "import subprocess, sys; print(subprocess.check_output(sys.argv[1:], text=True))"
    peak = subprocess.check_output([sys.executable, "-c", probe, sys.executable, __file__, "--shoes", str(len(shoes)),
                                    "--peak"], text=True).strip()
    print(f"peak memory of a process that counts {len(shoes):,} shoes, itself included: {peak} MiB")


if __name__ == "__main__":
    main()
