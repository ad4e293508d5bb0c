"""Where a result goes and in which form: what `--output`, `--format` and `--table` mean together, in every command.

With `--format` or `--table`, `--output` is one file, whatever its name. Without, a known ending is one file in the
format that it names; and where a command can also write a folder of files (a bundle), a folder that is there, a name
that ends in a slash and a new name without an ending are one. Nothing that is given is ignored: what contradicts the
name is refused.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from exact.errors import UsageError, quoted
from exact.files import require_writable, telling
from exact.report.formats import ENDINGS, FORMATS, SHEETS, USUAL_ENDINGS

STDOUT = "-"
"""What --output calls stdout, as is customary."""


def names_folder(output: str) -> bool:
    """Whether a path of --output means a folder: it is one, or ends in a slash."""
    return os.path.isdir(output) or output.endswith(("/", os.sep))


def settle(arguments: argparse.Namespace) -> None:
    """Set the format, and whether a bundle is asked for; raises UsageError for options that contradict each other.

    A format that only the ending says joins the words of the command, which give the same bytes again.
    """
    if arguments.output == STDOUT:
        arguments.output = None
    output = arguments.output or ""
    explicit = any(word.partition("=")[0] == "--format" for word in arguments.argv)
    arguments.bundle = _is_bundle(arguments, output, explicit)
    if not arguments.bundle and getattr(arguments, "force", False) and arguments.check is None:
        raise UsageError("--force: goes with a bundle, which --output FOLDER writes")
    if not arguments.bundle and getattr(arguments, "index", None) is not None and arguments.check is None:
        raise UsageError("--index: goes with a bundle, which --output FOLDER writes and whose page links the index")
    implied = None if explicit or names_folder(output) else _implied(output)
    if implied and implied != arguments.format:
        arguments.format = implied
        arguments.argv = [*arguments.argv, "--format", implied]


def check_place(arguments: argparse.Namespace) -> None:
    """Raises UsageError where --output cannot be written: now, and not when hours of work are done."""
    output = getattr(arguments, "output", None)
    if output is None:
        return
    if output == "":
        raise UsageError("--output '': names no file")
    if not arguments.bundle and names_folder(output):
        raise UsageError(f"--output {output!r}: names a folder, and this is one file; give it an ending, such as"
                         f" {output.rstrip('/.') or 'result'}.txt")
    place = require_writable(Path(output))
    with telling(Path(output)):
        if place.is_dir() or not place.exists() or place.is_file():
            with tempfile.TemporaryFile(dir=place if place.is_dir() else place.parent):
                pass


def _implied(output: str) -> str | None:
    """The format that the ending of a name says, if it says one."""
    return ENDINGS.get(Path(output).suffix.lower())


def _is_bundle(arguments: argparse.Namespace, output: str, explicit: bool) -> bool:
    """Whether a bundle is asked for: by a command that writes them, under the name of a folder."""
    if not output or not hasattr(arguments, "force") or arguments.check is not None:
        return False
    if not names_folder(output):
        special = output.startswith("/dev/") or (os.path.exists(output) and not os.path.isfile(output))  # or a pipe
        if special or explicit or arguments.table is not None or _implied(output):
            return False
        ending = Path(output).suffix
        if ending[1:].isalpha():
            raise UsageError(f"--output {quoted(output)}: no format has the ending {ending}; a file of one ends in"
                             f" {USUAL_ENDINGS}, and the name of a folder in none, or in a slash")
    for option, value in (("--format", arguments.format if explicit else None), ("--table", arguments.table)):
        if value is not None:
            what = "format" if option == "--format" else "table"
            file = f"{output.rstrip('/')}{'/report' if os.path.isdir(output) else ''}"
            fit = {**FORMATS, **SHEETS}[arguments.format if explicit else "csv"].ending
            raise UsageError(f"{option} {quoted(value)} with --output {quoted(output)}: that is a folder of the whole"
                             f" report with every {what}; name a file, such as {quoted(file + fit)}, or leave {option}"
                             " away")
    if os.path.isfile(output):
        raise UsageError(f"--output {quoted(output)}: is a file, and a name without a known ending means a folder; name"
                         f" a folder, or a file that ends in {USUAL_ENDINGS}")
    return True
