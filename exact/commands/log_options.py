"""Options that say how a log is to be read, in every command that reads dealt coups."""

from __future__ import annotations

import argparse
from typing import Any

from exact.analysis.logs.cells import CARD_NUMBERS
from exact.analysis.logs.columns import read_map


def add_log(parser: argparse.ArgumentParser) -> None:
    """What columns mean, how cards are numbered, and whether rows that cannot be read end the reading."""
    parser.add_argument("--map", metavar="MEANING=COLUMN,..", default="", help="what columns mean whose names do not "
                        "tell it, such as player_1=pcard1,winner=result (docs/audit.md has the meanings)")
    parser.add_argument("--cards", choices=CARD_NUMBERS, help="what cards that are numbers are: ranks (10 is a ten), "
                        "values (10 is any ten-valued card), or 1-13 (11 is a jack); default: ranks, and the log is "
                        "refused where that is in doubt")
    parser.add_argument("--keep-going", action="store_true", help="pass over rows that cannot be read, and list them")


def read_log_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """What the options say, as arguments of a LogReader; raises LogError."""
    return {"given": read_map(arguments.map), "numbers": arguments.cards}
