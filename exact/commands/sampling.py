"""Options and cells of simulated numbers, which stand beside exact ones and never look like them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import Any

from exact.analysis.shoe.sampled_model import MOST_SHOES, Sampled
from exact.commands.options import whole_number
from exact.report.document import Cell, Column


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


def sampled_columns(arguments: argparse.Namespace, title: str) -> list[Column]:
    """The columns of a simulated number: one for people, and in CSV its mean, standard error, shoes and seed apart."""
    if arguments.format != "csv":
        return [Column(f"{title} and standard error")]
    return [Column(title), Column(f"{title} standard error"), Column(f"{title} shoes", "count"),
            Column(f"{title} seed", "count")]


def sampled_cells(arguments: argparse.Namespace, value: Sampled, digits: int) -> list[Cell]:
    """The cells of a simulated number in its columns, in CSV not rounded; what was not seen has no mean."""
    if arguments.format != "csv":
        return [sampled_cell(value, digits)]
    data = sampled_data(value)
    return [data["mean"], data["standard_error"], value.n, value.seed]


def sampled_data(value: Sampled) -> dict[str, Any]:
    """A simulated number in JSON."""
    return {"mean": None if value.mean is None else f"{value.mean:.15g}",
            "standard_error": None if value.standard_error is None else f"{value.standard_error:.6g}",
            "n": value.n, "seed": value.seed}


def progress(shoes: int) -> Callable[[Iterable[Any]], Iterable[Any]]:
    """A bar over batches of dealt shoes, on a terminal only."""
    def show(batches: Iterable[Any]) -> Iterable[Any]:
        from tqdm import tqdm

        from exact.engine.dealing.shoe_rows import BATCH
        return tqdm(batches, total=-(-shoes // BATCH), unit="batch", desc="dealing", leave=False, file=sys.stderr,
                    disable=not sys.stderr.isatty())
    return show
