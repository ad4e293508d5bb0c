"""Options and cells of simulated numbers, which stand beside exact ones and never look like them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import Any

from exact.analysis.sampled_model import MOST_SHOES, Sampled
from exact.commands.options import whole_number


def add_sampling(parser: argparse.ArgumentParser, what: str, shoes: int = 200_000) -> None:
    parser.add_argument("--shoes", type=_shoes, default=shoes, metavar="N",
                        help=f"shoes to simulate {what} (default {shoes:,})")
    parser.add_argument("--seed", type=_seed, default=1, metavar="N", help="of the simulation (default %(default)s)")


def _shoes(text: str) -> int:
    return whole_number(text, 2, MOST_SHOES, "a number of shoes")


def _seed(text: str) -> int:
    return whole_number(text, 0, 10**17, "a seed")


def sampled_cell(value: Sampled, digits: int) -> str:
    """A simulated number for people: its mean and standard error, marked by the sign between them."""
    if value.mean is None or value.standard_error is None:
        return "n/a (not seen)"
    return f"{value.mean:.{digits}f} ± {value.standard_error:.{digits}f}"


def sampled_data(value: Sampled) -> dict[str, Any]:
    """A simulated number in JSON."""
    return {"mean": None if value.mean is None else f"{value.mean:.15g}",
            "standard_error": None if value.standard_error is None else f"{value.standard_error:.6g}",
            "n": value.n, "seed": value.seed}


def progress(shoes: int) -> Callable[[Iterable[Any]], Iterable[Any]]:
    """A bar over batches of dealt shoes, on a terminal only."""
    def show(batches: Iterable[Any]) -> Iterable[Any]:
        from tqdm import tqdm

        from exact.engine.shoe_rows import BATCH
        return tqdm(batches, total=-(-shoes // BATCH), unit="batch", desc="dealing", leave=False, file=sys.stderr,
                    disable=not sys.stderr.isatty())
    return show
