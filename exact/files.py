"""Files of the user: read whole up to a bound, `-` being standard input, and written whole or not at all."""

from __future__ import annotations

import errno
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO

from exact.errors import ExactError, UsageError

STDIN = "-"


def read_bytes(path: str | Path, most: int) -> bytes:
    """The bytes of a file, or of standard input for `-`: at most `most` and one more, which says that there are more.

    Raises OSError.
    """
    if str(path) == STDIN:
        return sys.stdin.buffer.read(most + 1)
    if not str(path).strip():
        raise FileNotFoundError(errno.ENOENT, "no name")
    with Path(path).open("rb") as file:
        return file.read(most + 1)


@contextmanager
def opened(path: str | Path, error: type[ExactError], what: str = "file") -> Iterator[BinaryIO]:
    """A file to be read, standard input for `-`; raises `error`, whose text begins with `what` and its name."""
    try:
        file = sys.stdin.buffer if str(path) == STDIN else Path(path).open("rb")  # noqa: SIM115
    except OSError as fault:
        raise error(f"{what} {str(path)!r}: {fault.strerror or fault}; name a readable file, or - for standard input"
                    ) from None
    with nullcontext(file) if file is sys.stdin.buffer else file as stream:
        yield stream


def file_words(path: str | Path) -> str:
    """What a file is called in a title: its name without its folders, or `stdin`."""
    return "stdin" if str(path) == STDIN else Path(path).name


def read_text(path: str | Path, most: int, error: type[ExactError], what: str = "file",
              instead: str = "name a readable file, or - for standard input") -> str:
    """The text of a file in UTF-8 of at most `most` bytes.

    Raises `error`, whose text begins with `what` and the name of the file; `instead` is the way out if there is none.
    """
    name = f"{what} {str(path)!r}"
    try:
        data = read_bytes(path, most)
        if len(data) > most:
            raise error(f"{name}: larger than {most:,} bytes; is it the file that you mean?")
        return data.decode("utf-8-sig")
    except OSError as fault:
        raise error(f"{name}: {fault.strerror or fault}; {instead}") from None
    except UnicodeDecodeError:
        raise error(f"{name}: not text in UTF-8; save it as such") from None


def write_whole(path: Path, data: bytes, argument: str = "output") -> None:
    """Write a file whole or not at all; raises as `staged`."""
    with staged(path, argument) as file, telling(path, argument):
        file.write_bytes(data)


@contextmanager
def staged(path: Path, argument: str = "output") -> Iterator[Path]:
    """A file beside a place that takes the place when the block is done, and vanishes if the block fails.

    A link is followed, and what is no plain file (a device, a pipe) is given itself and stays what it is. `argument` is
    the one that names the file, for errors. Raises UsageError where the system refuses.
    """
    if path.is_dir():
        raise UsageError(f"`{argument}` {str(path)!r}: is a folder; name a file in it")
    place = require_writable(path, argument)
    if place.exists() and not place.is_file():
        yield place
        return
    with telling(path, argument), tempfile.NamedTemporaryFile(dir=place.parent, prefix=".exact-", delete=False) as file:
        temporary = Path(file.name)
    try:
        yield temporary
        with telling(path, argument):
            os.chmod(temporary, 0o666 & ~umask())
            temporary.replace(place)
    finally:
        temporary.unlink(missing_ok=True)


def require_writable(path: Path, argument: str = "output") -> Path:
    """The place that a path leads to; raises UsageError where nothing can be written there."""
    place = Path(os.path.realpath(path))
    with telling(path, argument):
        if place.exists() and not os.access(place, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return place


@contextmanager
def telling(path: Path, argument: str = "output") -> Iterator[None]:
    """What the system refuses, as an error that names the argument."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"`{argument}` {str(path)!r}: {error.strerror or error}; "
                         "the folder must exist and be writable") from None


def umask() -> int:
    """The permissions that new files are not given."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
