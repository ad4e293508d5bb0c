"""Every example of every --help, run as shown in a folder that holds docs/, and timed.

    python -m tests.long.help_examples
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from exact.commands import COMMANDS
from exact.commands.parser import command_parser

ROOT = Path(__file__).parents[2]
ELSEWHERE = "--scheduler"
"""An example with it asks another machine."""


@dataclass(frozen=True)
class Example:
    """A line of a help text: its words after the program, and the file that it reads from stdin."""

    line: str
    words: tuple[str, ...]
    stdin: str = ""


def every_example() -> list[Example]:
    found = []
    for name in COMMANDS:
        epilog = command_parser(name).epilog or ""
        for line in filter(None, map(str.strip, epilog.partition("examples:\n")[2].splitlines())):
            words = shlex.split(line, comments=True)[1:]
            at = words.index("<") if "<" in words else len(words)
            found.append(Example(line, tuple(words[:at]), "".join(words[at + 1:])))
    return found


def place_of(folder: Path) -> Path:
    """A folder in which examples may write, and find the files of docs/."""
    if not (folder / "docs").exists():
        (folder / "docs").symlink_to(ROOT / "docs")
    return folder


def main() -> int:
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        place = place_of(Path(folder))
        for example in every_example():
            if ELSEWHERE in example.words:
                continue
            start = time.perf_counter()
            with (ROOT / example.stdin if example.stdin else Path(os.devnull)).open() as stdin:
                done = subprocess.run([sys.executable, "-m", "exact", *example.words], cwd=place, stdin=stdin,
                                      capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
                                      check=False)
            # claims answers 1 where a claim is not right, as that of an example may be
            fine = done.returncode == 0 or (done.returncode == 1 and example.words[0] == "claims")
            failed += not fine
            print(f"{time.perf_counter() - start:6.1f} s  {'' if fine else 'FAILED '}{example.line}"
                  f"{'' if fine else ': ' + done.stderr.strip()}", flush=True)
    print(f"{failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
