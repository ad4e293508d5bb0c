"""Bundles on the command line: `--output FOLDER`, `--force`, `--check FOLDER` and `--table NAME`."""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from exact.commands.destination import ENDINGS
from exact.commands.options import answer, emit
from exact.commands.parser import command_module, read_words
from exact.errors import UsageError, listed, nearest, plural, quoted
from exact.report.document import Block, Column, Document, Paragraph, Table
from exact.report.table_data import SCHEMA, table_data

BUNDLERS = ("report", "atlas")
"""The commands whose document can be a bundle."""
WITH_CHECK = ("--check", "--format", "--output", "--digits")


def add_bundle(parser: argparse.ArgumentParser) -> None:
    """The options of a command that can write a bundle; `--output` is there already."""
    for action in parser._actions:
        if action.dest == "output":
            action.help = (f"write there: a name with an ending ({' '.join(ENDINGS)}) is one file in that format; a"
                           " folder, or a name without an ending, is a bundle of the whole report in every format, with"
                           " figures")
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


def one_table(document: Document, name: str) -> Document:
    """A document of one of the tables of another; raises UsageError for a name that it has not."""
    tables = {key: block for key, block in document.named_blocks() if isinstance(block, Table)}
    if name not in tables:
        close = nearest(name, tables)
        raise UsageError(f"--table {quoted(name)}: no such table; " + (f"did you mean {close!r}?" if close else
                                                                      f"the tables are {listed(tables)}"))
    table = replace(tables[name], command="")
    return replace(document, schema=SCHEMA, blocks=(table,), data=table_data(name, table))


def emit_report(build: Callable[..., Document], arguments: argparse.Namespace) -> int:
    """What a command of `BUNDLERS` does with what it builds: check a bundle, write one, or show all or one table."""
    if arguments.check is not None:
        return check_bundle(arguments)
    if arguments.bundle:
        emit_bundle(build, arguments)
    elif arguments.table is not None:
        emit(one_table(build(arguments, full=True), arguments.table), arguments)
    else:
        emit(build(arguments, full=getattr(arguments, "full", False)), arguments)
    return 0


def emit_bundle(build: Callable[..., Document], arguments: argparse.Namespace) -> None:
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
    from exact.cli import COMMANDS
    from exact.commands.given import FOLDER, found_in
    from exact.report.bundle import (
        FOREIGN,
        MANIFEST,
        Difference,
        copies_in,
        differences,
        foreign_in,
        read_manifest,
        recorded_words,
    )
    folder = Path(arguments.check)
    manifest = read_manifest(folder)
    name, *words = recorded_words(manifest)
    if name not in BUNDLERS:
        raise UsageError(f"folder {arguments.check!r}: was made by {name[:40]!r}, and bundles are made by"
                         f" {' and '.join(BUNDLERS)}")
    recorded = read_words(name, COMMANDS[name], words)
    recorded.index = manifest.get("index")
    copies = copies_in(folder, manifest, FOLDER)
    whole = {path: data for path, data in copies.items() if data is not None}
    if len(whole) < len(copies):  # made from something else, the rest would say nothing
        found = tuple(Difference(path, "is not the file that the bundle was made from")
                      for path in copies if path not in whole)
        found += foreign_in(folder, {*manifest["sha256"], MANIFEST})
        number = len(manifest["sha256"]) + 1
    else:
        found_in(folder, recorded)
        files = _made(command_module(name).build, recorded, whole)
        found, number = differences(folder, files), len(files)
    foreign = sum(item.what == FOREIGN for item in found)
    differ = len(found) - foreign
    verdict = (f"{arguments.check}: all {number} files are what the command makes today" if not differ else
               f"{arguments.check}: {differ} of {number} files differ from what the command makes today")
    verdict += f"; {plural(foreign, 'other file')} {'lies' if foreign == 1 else 'lie'} among them." if foreign else "."
    rows = tuple((item.path, item.what) for item in found)
    blocks: list[Block] = [Paragraph(f"Made again: {' '.join(['exact', name, *words])}"), Paragraph(verdict)]
    if rows:
        blocks.append(Table("Files that are not as the command makes them", (Column("file"), Column("difference")),
                            rows))
    data = {"folder": arguments.check, "files": number, "foreign": foreign, "agrees": not found,
            "differences": [{"file": item.path, "what": item.what} for item in found]}
    emit(answer(arguments, None, "Bundle check", "exact-bundle-check/1", blocks, data), arguments)
    return 1 if found else 0
