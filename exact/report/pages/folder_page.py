"""The command line of the pages that lead to what a folder holds: `python -m exact.report.MODULE FOLDER`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from exact.errors import ExactError, one_line

PAGE = "index.html"


def write_page(words: Sequence[str], module: str, holds: str, examples: Sequence[str],
               text: Callable[[Path, bool], str]) -> int:
    """Write the page of a folder; `text` makes it, told whether the folder is that of the repository.

    The exit status is 2 for bad input, such as a folder without `holds`.
    """
    from exact.commands.options import write_whole
    from exact.commands.parser import Parser
    parser = Parser(prog=f"python -m {module}", description=f"Write the page that leads to a folder of {holds}.",
                    formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False,
                    epilog="\n  ".join(["examples:", *examples]))
    parser.add_argument("folder", metavar="FOLDER", type=Path,
                        help=f"the folder that holds the {holds}; the page is its {PAGE}")
    parser.add_argument("--repository", action="store_true",
                        help="the folder is that of the repository, to the rest of which the page leads too")
    arguments = parser.read(words)
    place: Path = arguments.folder / PAGE
    try:
        write_whole(place, text(arguments.folder, arguments.repository))
    except ExactError as error:
        print(f"error: {one_line(error)}", file=sys.stderr)
        return 2
    print(f"wrote {place}", file=sys.stderr)
    return 0
