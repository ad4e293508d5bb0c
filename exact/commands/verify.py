"""`exact verify`: the self-check of an installation."""

from __future__ import annotations

import argparse
import sys
import time

from exact.analysis.verify import self_check
from exact.commands.options import add_output, reply
from exact.report.sections.verify import verify_section


def configure(parser: argparse.ArgumentParser) -> None:
    add_output(parser, "exact verify", "exact verify --format json")


def run(arguments: argparse.Namespace) -> int:
    start = time.perf_counter()
    found = self_check()
    status = reply(arguments, None, "Self-check", "exact-verify/1", *verify_section(found), holds=found.holds)
    print(f"{time.perf_counter() - start:.2f} seconds", file=sys.stderr)
    return status
