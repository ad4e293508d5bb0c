"""A report as a folder of files that belong together: the page, the same in every format, its tables and its figures.

The same document gives the same bytes. A folder is written whole or stays as it was, and files in it that no bundle
put there are never touched.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from exact.errors import UsageError, listed, nearest, plural, quoted
from exact.files import umask
from exact.report.document import Beside, Column, Document, Figure, Table
from exact.report.drawing.processes import Draw, draw_here, drawn
from exact.report.formats import FORMATS
from exact.report.formats.json import TABLE_SCHEMA, table_data

MANIFEST = "manifest.json"
SCHEMA = "exact-bundle/1"
PAGES = tuple(form for form in FORMATS.values() if form.bundled)
"""The formats that every bundle has the report in."""
Files = Mapping[str, bytes]


def page_with_figures(document: Document, digits: int) -> str:
    """A page on its own, its figures drawn in it."""
    figures = {name: drawn(block)[0] for name, block in document.named_blocks() if isinstance(block, Figure)}
    return FORMATS["html"].write(document, digits, Beside(figures=figures))


def one_table(document: Document, name: str) -> Document:
    """A document of one of the tables of another, `list` of their names; raises UsageError for an unknown name."""
    tables = {key: block for key, block in document.named_blocks() if isinstance(block, Table)}
    if name == "list":
        rows = tuple((key, len(table.rows), table.title) for key, table in tables.items())
        tables[name] = Table("The tables of the whole report", (Column("name"), Column("rows", "count"),
                                                                Column("what it shows")), rows, key=name)
    if name not in tables:
        close = nearest(name, tables)
        raise UsageError(f"`table` {quoted(name)}: no such table; " + (f"did you mean {close!r}?" if close else
                                                                      f"the tables are {listed(tables)}"))
    table = replace(tables[name], command="")
    return replace(document, schema=TABLE_SCHEMA, blocks=(table,), data=table_data(name, table))


def bundle_files(document: Document, digits: int, copies: Files | None = None, draw: Draw = draw_here
                 ) -> dict[str, bytes]:
    """Every file of a bundle by its path in the folder, `copies` of the user's files among them; the manifest last."""
    figures = {name: block for name, block in document.named_blocks() if isinstance(block, Figure)}
    pictures = dict(zip(figures, draw(tuple(figures.values())), strict=True))
    tables = {name: block for name, block in document.named_blocks() if isinstance(block, Table)}
    copies = copies or {}
    beside = Beside((*(form.page for form in PAGES), MANIFEST), {name: f"tables/{name}.csv" for name in tables},
                    tuple(sorted(copies)), {name: svg for name, (svg, _) in pictures.items()})
    texts = {form.page: form.write(document, digits, beside) for form in PAGES}
    texts |= {beside.tables[name]: FORMATS["csv"].write_table(table) for name, table in tables.items()}
    files = {path: text.encode("utf-8", "backslashreplace") for path, text in texts.items()}
    for name, (svg, pdf) in pictures.items():
        files |= {f"figures/{name}.svg": svg.encode(), f"figures/{name}.pdf": pdf}
    files |= copies
    return files | {MANIFEST: _manifest(document, files)}


def _manifest(document: Document, files: Files) -> bytes:
    place = {"index": document.index} if document.index else {}
    data = {"schema": SCHEMA, "title": document.title, "report": document.schema, **place, **document.provenance,
            "sha256": {path: hashlib.sha256(files[path]).hexdigest() for path in sorted(files)}}
    return (json.dumps(data, indent=1) + "\n").encode()


# ---------------------------------------------------------------------------------------------------------------
# into a folder

def write_bundle(folder: Path, files: Files, force: bool = False) -> None:
    """Write a bundle; the files appear together, or the folder stays as it was.

    A folder that holds anything else than an earlier bundle is refused, unless `force`: then what is not of a bundle
    stays where it is. Raises UsageError.
    """
    place = Path(os.path.realpath(folder))
    staging = None
    try:
        if not place.exists():
            staging = Path(tempfile.mkdtemp(prefix=".exact-", dir=place.parent))
            _fill(staging, files)
            os.chmod(staging, 0o777 & ~umask())
            os.rename(staging, place)
            return
        ours = _ours(folder, place, files, force)
        staging = Path(tempfile.mkdtemp(prefix=".exact-", dir=place))
        _fill(staging, files)
        for path in files:
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            os.replace(staging / path, place / path)
        for path in sorted(ours - set(files)):
            (place / path).unlink(missing_ok=True)
        _drop_empty(place, ours)
    except OSError as error:
        raise UsageError(f"`output` {str(folder)!r}: {error.strerror or error}; the folder that it goes into must exist"
                         " and be writable, with room for a bundle") from None
    finally:
        if staging is not None:
            shutil.rmtree(staging, ignore_errors=True)


def _fill(staging: Path, files: Files) -> None:
    for path, data in files.items():
        (staging / path).parent.mkdir(parents=True, exist_ok=True)
        (staging / path).write_bytes(data)


def _ours(folder: Path, place: Path, files: Files, force: bool) -> set[str]:
    """The files that an earlier bundle put there; raises UsageError for others, or if the place is no folder."""
    if not place.is_dir():
        raise UsageError(f"`output` {str(folder)!r}: is a file, and a bundle is a folder; a name with an ending such as"
                         " .html writes one file")
    listed = read_manifest(place)["sha256"] if (place / MANIFEST).is_file() else {}
    ours = {path for path, digest in listed.items() if _digest(place / path) == digest}
    ours |= {MANIFEST} if listed else set()
    present = _present(place)
    foreign = sorted(present - ours)
    needed = {str(part) for path in files for part in (PurePosixPath(path), *PurePosixPath(path).parents)}
    taken = [path for path in foreign if path in needed]
    if taken:
        raise UsageError(f"`output` {str(folder)!r}: {taken[0]!r} there is not as a bundle left it, and `force` deletes"
                         " nothing: move it away, or name another folder")
    if foreign and not force:
        raise UsageError(f"`output` {str(folder)!r}: holds {foreign[0]!r}, which no bundle put there; name a new"
                         " folder, or add `force`, which leaves it alone")
    return ours & present


def _present(place: Path) -> set[str]:
    return {path.relative_to(place).as_posix() for path in place.rglob("*") if not path.is_dir() or path.is_symlink()}


def _drop_empty(place: Path, ours: set[str]) -> None:
    """Folders that held only files of the earlier bundle go with them."""
    for name in sorted({PurePosixPath(path).parts[0] for path in ours if "/" in path}):
        inner = place / name
        if inner.is_dir() and not any(inner.iterdir()):
            inner.rmdir()


def _digest(path: Path) -> str | None:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return None


# ---------------------------------------------------------------------------------------------------------------
# out of a folder

def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a bundle, checked; raises UsageError where there is none, or it is not one."""
    path = folder / MANIFEST
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"folder {str(folder)!r}: no bundle: {MANIFEST}: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        raise UsageError(f"file {str(path)!r}: not the manifest of a bundle") from None
    listed = data.get("sha256") if isinstance(data, dict) else None
    if (not isinstance(data, dict) or data.get("schema") != SCHEMA or not isinstance(data.get("command"), str)
            or not isinstance(data.get("index", ""), str) or not isinstance(listed, dict)
            or not all(isinstance(digest, str) and _inside(path) for path, digest in listed.items())):
        raise UsageError(f"file {str(path)!r}: not the manifest of a bundle")
    return data


def _inside(path: str) -> bool:
    """Whether a path of a manifest stays in its folder."""
    pure = PurePosixPath(path)
    return not pure.is_absolute() and ".." not in pure.parts and "\\" not in path and "\0" not in path


def copies_in(folder: Path, manifest: Mapping[str, Any], inner: str) -> tuple[dict[str, bytes], list[str]]:
    """The listed files of an inner folder that holds the user's own, and the names of those that are not as listed."""
    listed = {path: digest for path, digest in manifest["sha256"].items() if path.startswith(f"{inner}/")}
    whole = {path: (folder / path).read_bytes() for path, digest in listed.items() if _digest(folder / path) == digest}
    return whole, [path for path in listed if path not in whole]


def recorded_words(manifest: Mapping[str, Any]) -> list[str]:
    """The words of the command that made a bundle, without the program; raises UsageError."""
    try:
        words = shlex.split(manifest["command"])
    except ValueError:
        words = []
    if words[:1] != ["exact"] or len(words) < 2:
        raise UsageError(f"{MANIFEST}: command {manifest['command'][:80]!r} is not one of exact")
    return words[1:]


FOREIGN = "is not of the bundle"


@dataclass(frozen=True)
class Difference:
    """A file that is not what the command makes today, and in which way."""

    path: str
    what: str


def differences(folder: Path, files: Files) -> tuple[Difference, ...]:
    """The files of a folder against what they should be, byte for byte; the last are those that no bundle put there."""
    found = []
    listed = set(read_manifest(folder)["sha256"]) | {MANIFEST}
    for path in sorted(listed | set(files)):
        try:
            data = (folder / path).read_bytes()
        except OSError as error:
            found.append(Difference(path, f"cannot be read: {error.strerror or error}"))
            continue
        if path not in files:
            found.append(Difference(path, "is not made any more"))
        elif data != files[path]:
            found.append(Difference(path, _first_difference(data, files[path])))
    return (*found, *_foreign_in(folder, listed | set(files)))


def changed_copies(folder: Path, manifest: Mapping[str, Any], changed: Iterable[str]) -> tuple[Difference, ...]:
    """The user's files in a bundle that are not as it lists them, and then those that no bundle put there."""
    found = [Difference(path, "is not the file that the bundle was made from") for path in changed]
    return (*found, *_foreign_in(folder, {*manifest["sha256"], MANIFEST}))


def _foreign_in(folder: Path, ours: Iterable[str]) -> tuple[Difference, ...]:
    """The files of a folder that are none of a bundle's: whoever gets them with it may take them for a part of it."""
    return tuple(Difference(path, FOREIGN) for path in sorted(_present(folder) - set(ours)))


def _first_difference(here: bytes, made: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(here, made, strict=False)) if a != b), min(len(here), len(made)))
    return f"differs from byte {at + 1:,} on, in line {here[:at].count(10) + 1:,}"


def words_of(paths: Sequence[str]) -> str:
    """How many files of which kind, for a line to the user."""
    made = ("report.", "tables/", "figures/", MANIFEST)
    tables = sum(path.startswith("tables/") for path in paths)
    figures = sum(path.startswith("figures/") and path.endswith(".svg") for path in paths)
    copies = sum(not path.startswith(made) for path in paths)
    return ", ".join(["report" + ", ".join(form.ending for form in PAGES), *[plural(tables, "table")] * bool(tables),
                      *[plural(figures, "figure")] * bool(figures),
                      *[f"{plural(copies, 'file')} of yours"] * bool(copies), MANIFEST])
