"""`exact index`: the page that leads to what a folder holds, bundles or sweeps."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from exact.commands.options import examples
from exact.errors import UsageError
from exact.files import write_whole
from exact.report.bundle import page_with_figures
from exact.report.document import Document
from exact.report.numbers import DIGITS
from exact.report.pages.index import bundles_in, index_blocks
from exact.report.pages.sweeps import DIGITS as SWEEP_DIGITS
from exact.report.pages.sweeps import sweep_blocks, sweeps_in
from exact.version import __version__

PAGE = "index.html"
REPOSITORY = "reports"
"""The folder of the repository whose page leads to the rest of it."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", type=Path,
                        help=f"the folder that holds bundles, or the JSON of sweeps; the page is its {PAGE}")
    parser.add_argument("--repository", action="store_true",
                        help="the folder is that of the repository, to the rest of which the page leads too")
    examples(parser, "exact index .", "exact index . --repository")


def run(arguments: argparse.Namespace) -> int:
    place = write_index(arguments.folder, arguments.repository)
    print(f"wrote {place}", file=sys.stderr)
    return 0


def write_index(folder: Path, repository: bool = False) -> Path:
    """Write the page of a folder, and give its place; raises UsageError."""
    place = folder / PAGE
    document, digits = _page(folder, repository)
    write_whole(place, page_with_figures(document, digits).encode(), "folder")
    return place


def _page(folder: Path, repository: bool) -> tuple[Document, int]:
    """The page of a folder, with its decimals; raises UsageError for a folder that holds neither kind."""
    def check(name: str) -> str:
        return shlex.join(["exact", "report", "--check", f"{REPOSITORY}/" * repository + name])

    name = repr(str(folder))
    if not folder.is_dir():
        raise UsageError(f"folder {name}: {'is a file' if folder.exists() else 'is not there'}; name a folder of"
                         " bundles, which exact report --output FOLDER/NAME writes")
    if bundles := bundles_in(folder):
        title, schema, digits = "Baccarat, exactly", "exact-index/1", DIGITS
        blocks, again = index_blocks(bundles, check, repository), f"bash {REPOSITORY}/build"
    elif sweeps := sweeps_in(folder):
        title, schema, digits = "Every sub-shoe: what perfect play is worth", "exact-sweep-page/1", SWEEP_DIGITS
        blocks, again = sweep_blocks(sweeps, repository), f"exact index {REPOSITORY}/sweeps --repository"
    else:
        raise UsageError(f"folder {name}: holds no bundle and no sweep; exact report --output"
                         f" {shlex.quote(f'{folder}/NAME')} writes a bundle, exact sweep --output"
                         f" {shlex.quote(f'{folder}/NAME.json')} a sweep")
    made = {"version": __version__, "command": again if repository else "exact index ."}
    return Document(title, schema, tuple(blocks), {}, made), digits
