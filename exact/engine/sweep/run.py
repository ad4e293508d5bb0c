"""Many blocks: split into parts, run on any executor, stored as they finish, and merged in whatever order they come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, as_completed
from typing import Any

from exact.engine.sweep.block import full_value, run_block
from exact.engine.sweep.checkpoints import Checkpoints
from exact.engine.sweep.frame import SubshoeBlock, SweepQuestion, spans
from exact.engine.sweep.subshoes import count, shoes
from exact.engine.sweep.sums import SCALE, WORD, BlockResult, EntrySums, Extreme, merge
from exact.errors import ExactError
from exact.progress import Progress, quiet

PART = 1 << 25
"""A part is a run of blocks of about so many sub-shoes; it depends on the question alone, not on the executor."""

SweepPart = tuple[SubshoeBlock, ...]


class SweepCheckError(ExactError):
    """A sum that is not what theory says it must be: the arithmetic, or the machine, is at fault."""


def parts(question: SweepQuestion, sizes: Iterable[int]) -> list[SweepPart]:
    """The blocks of all these numbers of cards left, in runs of about equal work."""
    made: list[SweepPart] = []
    run: list[SubshoeBlock] = []
    work = 0
    for span in spans(question, sizes):
        for block in question.blocks(span):
            run.append(block)
            work += question.size(block)
            if work >= PART:
                made.append(tuple(run))
                run, work = [], 0
    return [*made, tuple(run)] if run else made


def run_part(question: SweepQuestion, part: SweepPart) -> dict[int, BlockResult]:
    """The results of a part, by cards left."""
    results: dict[int, BlockResult] = {}
    for block in part:
        _add(results, run_block(question, block))
    return results


def _add(results: dict[int, BlockResult], found: Mapping[int, BlockResult]) -> None:
    for cards, result in found.items():
        results[cards] = merge(results[cards], result) if cards in results else result


def sweep(question: SweepQuestion, sizes: Sequence[int], executor: Executor | None = None, progress: Progress = quiet,
          checkpoints: Checkpoints | None = None) -> dict[int, BlockResult]:
    """For each number of cards left, the sums over all its sub-shoes; the same whatever runs them, bit for bit.

    Without an executor the parts run here, one after the other. Raises SweepCheckError where a count or a mean is not
    what it must be, CheckpointError for checkpoints that cannot be used.
    """
    results: dict[int, BlockResult] = {}
    all_parts = parts(question, sizes)
    for found in progress(_finished(question, all_parts, executor, checkpoints), len(all_parts), "parts of the sweep"):
        _add(results, found)
    for cards, result in results.items():
        check(question, cards, result)
    return dict(sorted(results.items()))


def _finished(question: SweepQuestion, all_parts: Sequence[SweepPart], executor: Executor | None,
              checkpoints: Checkpoints | None) -> Iterator[dict[int, BlockResult]]:
    """The results of the parts as they are there: those that are stored first, the others as they come."""
    todo: dict[int, SweepPart] = {}
    for index, part in enumerate(all_parts):
        stored = checkpoints.load(index) if checkpoints is not None else None
        if stored is None:
            todo[index] = part
        else:
            yield _read(stored)
    for index, found in _run(question, todo, executor):
        if checkpoints is not None:
            checkpoints.save(index, _written(found))
        yield found


def _run(question: SweepQuestion, todo: Mapping[int, SweepPart], executor: Executor | None
         ) -> Iterator[tuple[int, dict[int, BlockResult]]]:
    if executor is None:
        for index, part in todo.items():
            yield index, run_part(question, part)
        return
    # The largest sizes take longest: they start first, so that no worker is left with one at the end.
    order = sorted(todo, key=lambda index: -sum(map(question.size, todo[index])))
    futures: dict[Future[dict[int, BlockResult]], int] = {
        executor.submit(run_part, question, todo[index]): index for index in order}
    try:
        for future in as_completed(futures):
            yield futures[future], future.result()
    finally:
        for future in futures:
            future.cancel()


def check(question: SweepQuestion, cards: int, result: BlockResult) -> None:
    """All sub-shoes must be there, and the mean EV of each bet be that of the full shoe: EV is a martingale.

    Exactly, where the sums are exact; else within their bounds, and exactly modulo 2^64. Raises SweepCheckError.
    """
    expected = count(question.caps, cards)
    if result.sub_shoes != expected:
        raise SweepCheckError(f"{cards} cards left: {result.sub_shoes:,} sub-shoes were summed, of {expected:,}")
    for bet in range(len(question.form.weights)):
        sums = result.sums[bet]
        mean = full_value(question, bet) * question.form.sequences(cards) * shoes(question.caps, cards)
        low, high = sums.net
        if not (mean.denominator == 1 and low <= mean * SCALE <= high and (mean - sums.net_word) % WORD == 0):
            raise SweepCheckError(f"{cards} cards left, bet {bet}: the mean EV is not that of the full shoe")


def _written(found: Mapping[int, BlockResult]) -> list[Any]:
    return [[cards, result.sub_shoes, [
        [sums.favourable, sums.gain, sums.loss, sums.net_word, [sums.highest.value, sums.highest.shoe],
         [sums.lowest.value, sums.lowest.shoe], sums.bins] for sums in result.sums]]
        for cards, result in sorted(found.items())]


def _read(stored: list[Any]) -> dict[int, BlockResult]:
    def pair(value: list[int]) -> tuple[int, int]:
        return value[0], value[1]

    return {cards: BlockResult(sub_shoes, tuple(
        EntrySums(pair(favourable), pair(gain), pair(loss), net_word, Extreme(highest[0], tuple(highest[1])),
             Extreme(lowest[0], tuple(lowest[1])), tuple(map(pair, bins)))
        for favourable, gain, loss, net_word, highest, lowest, bins in sums)) for cards, sub_shoes, sums in stored}
