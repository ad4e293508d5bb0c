"""Files of the user: read whole up to a bound, `-` being standard input, and written whole or not at all."""

from __future__ import annotations

import sys
from pathlib import Path

from exact.errors import ExactError

STDIN = "-"


def read_bytes(path: str | Path, most: int) -> bytes:
    """The bytes of a file, or of standard input for `-`: at most `most` and one more, which says that there are more.

    Raises OSError.
    """
    if str(path) == STDIN:
        return sys.stdin.buffer.read(most + 1)
    with Path(path).open("rb") as file:
        return file.read(most + 1)


def file_words(path: str | Path) -> str:
    """What a file is called in a title: its name without its folders, or `stdin`."""
    return "stdin" if str(path) == STDIN else Path(path).name


def read_text(path: str | Path, most: int, error: type[ExactError], what: str = "file") -> str:
    """The text of a file in UTF-8 of at most `most` bytes; raises `error`, whose text begins with `what` and its name.
    """
    name = f"{what} {str(path)!r}"
    try:
        data = read_bytes(path, most)
        if len(data) > most:
            raise error(f"{name}: larger than {most:,} bytes; is it the file that you mean?")
        return data.decode("utf-8-sig")
    except OSError as fault:
        raise error(f"{name}: {fault.strerror or fault}; name a readable file, or - for standard input") from None
    except UnicodeDecodeError:
        raise error(f"{name}: not text in UTF-8; save it as such") from None
