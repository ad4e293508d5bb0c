"""Bundles on the command line: `--output FOLDER`, `--force`, `--check FOLDER` and `--table NAME`."""

from __future__ import annotations

import argparse
import gc
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from exact.commands.options import FORM, UNRECORDED, emit, kept_words, reply
from exact.commands.parser import command_module, read_words
from exact.errors import UsageError, joined, quoted
from exact.report.document import Document, Table
from exact.report.formats import USUAL_ENDINGS

BUNDLERS = ("report", "atlas")
"""The commands whose document can be a bundle."""
WITH_CHECK = ("--check", "--format", "--output", "--digits")


def add_bundle(parser: argparse.ArgumentParser) -> None:
    """The options of a command that can write a bundle; `--output` is there already."""
    for action in parser._actions:
        if action.dest == "output":
            action.help = (f"write there: a name with an ending ({USUAL_ENDINGS}) is one file in that format; a"
                           " folder, or a name without an ending, is a bundle of the whole report in every format, with"
                           " figures")
    parser.add_argument("--table", metavar="NAME", help="one table of the whole report, by the name that it has"
                        " there; list names them all")
    parser.add_argument("--force", action="store_true",
                        help="write a bundle also into a folder that holds other files; none of them is touched")
    parser.add_argument("--index", metavar="ADDRESS", type=_address,
                        help="a page that leads to this bundle, such as ../index.html; its page links it")
    parser.add_argument("--check", metavar="FOLDER",
                        help="make a bundle again from the command in its manifest, and compare every byte")


def _address(text: str) -> str:
    """A place beside the page, never another site."""
    if not text or text.startswith("/") or ":" in text or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a path from the report to a page, such as"
                                         " ../index.html")
    return text


def with_commands(document: Document, arguments: argparse.Namespace) -> Document:
    """Each table with the one command that makes it again: the words of the document's, and its name."""
    words = ["exact", *kept_words(arguments, {**UNRECORDED, **FORM}), "--table"]
    return replace(document, blocks=tuple(
        replace(block, command=shlex.join([*words, name])) if isinstance(block, Table) else block
        for name, block in document.named_blocks()))


def emit_report(build: Callable[..., Document], arguments: argparse.Namespace) -> int:
    """What a command of `BUNDLERS` does with what it builds: check a bundle, write one, or show all or one table."""
    if arguments.check is not None:
        return check_bundle(arguments)
    if arguments.bundle:
        return emit_bundle(build, arguments)
    if arguments.table is not None:
        from exact.report.bundle import one_table
        return emit(one_table(build(arguments, full=True), arguments.table), arguments)
    return emit(build(arguments, full=getattr(arguments, "full", False)), arguments)


def emit_bundle(build: Callable[..., Document], arguments: argparse.Namespace) -> int:
    """Write what a command builds as a bundle, with the user's own files that it reads, and say what was written."""
    from exact.commands.given import given_files
    from exact.report.bundle import words_of, write_bundle
    given = given_files(arguments.argv)
    arguments.argv = list(given.words)
    files = _made(build, arguments, given.files)
    write_bundle(Path(arguments.output), files, arguments.force)
    size = sum(map(len, files.values()))
    print(f"wrote {arguments.output}: {words_of(list(files))} ({len(files)} files, {size / 1024:,.0f} KiB)\n"
          f"open {Path(arguments.output) / 'report.html'}", file=sys.stderr)
    return 0


def _made(build: Callable[..., Document], arguments: argparse.Namespace, given: Mapping[str, bytes]
          ) -> dict[str, bytes]:
    """Every file of a bundle. The collector waits: it would take a tenth of the time to look again and again at a
    million small values, nearly all of which are still in use."""
    from exact.report.bundle import bundle_files
    from exact.report.drawing.processes import draws_beside
    collects = gc.isenabled()
    gc.disable()
    try:
        with draws_beside() as draw:
            return bundle_files(build(arguments, full=True), arguments.digits, given, draw)
    finally:
        if collects:
            gc.enable()


def check_bundle(arguments: argparse.Namespace) -> int:
    """Make a bundle again in memory and compare it with the folder; exit status 1 where a byte differs."""
    other = next((word for word in arguments.argv
                  if word.startswith("--") and word.partition("=")[0] not in WITH_CHECK), None)
    if other is not None:
        raise UsageError(f"--check with {other}: the manifest says what is made; give the folder alone")
    from exact.commands.given import FOLDER, found_in
    from exact.report import bundle
    from exact.report.sections.bundle_check import check_blocks, check_data
    folder = Path(arguments.check)
    manifest = bundle.read_manifest(folder)
    name, *words = bundle.recorded_words(manifest)
    if name not in BUNDLERS:
        raise UsageError(f"folder {arguments.check!r}: was made by {name[:40]!r}, and bundles are made by"
                         f" {joined(BUNDLERS)}")
    recorded = read_words(name, words)
    recorded.index = manifest.get("index")
    whole, changed = bundle.copies_in(folder, manifest, FOLDER)
    if changed:  # made from something else, the rest would say nothing
        found, number = bundle.changed_copies(folder, manifest, changed), len(manifest["sha256"]) + 1
    else:
        found_in(folder, recorded)
        files = _made(command_module(name).build, recorded, whole)
        found, number = bundle.differences(folder, files), len(files)
    again = " ".join(["exact", name, *words])
    return reply(arguments, None, "Bundle check", "exact-bundle-check/1",
                 check_blocks(arguments.check, again, found, number), check_data(arguments.check, found, number),
                 holds=not found)
