"""`exact verify`: the self-check of an installation."""

from __future__ import annotations

import argparse
import sys
import time

from exact.analysis.verify import results
from exact.commands.options import add_output, reply
from exact.report.sections.verify import verify_blocks, verify_data


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser, "exact verify", "exact verify --format json")


def run(arguments: argparse.Namespace) -> int:
    start = time.perf_counter()
    found = list(results())
    status = reply(arguments, None, "Self-check", "exact-verify/1", verify_blocks(found), verify_data(found),
                   holds=all(one.holds for one in found))
    print(f"{time.perf_counter() - start:.2f} seconds", file=sys.stderr)
    return status
