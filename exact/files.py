"""Files of the user: read whole up to a bound, `-` being standard input, and written whole or not at all."""

from __future__ import annotations

import sys
from pathlib import Path

STDIN = "-"


def read_bytes(path: str | Path, most: int) -> bytes:
    """The bytes of a file, or of standard input for `-`: at most `most` and one more, which says that there are more.

    Raises OSError.
    """
    if str(path) == STDIN:
        return sys.stdin.buffer.read(most + 1)
    with Path(path).open("rb") as file:
        return file.read(most + 1)
