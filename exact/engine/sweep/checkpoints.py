"""Finished parts of a sweep in one directory, so that a run that was stopped goes on where it was.

Each part is a file of its own that appears whole or not at all and carries its own hash; `question.json` says what was
asked. A directory of another question, or with a damaged file, is refused by name, and one that a running sweep holds
is locked (by the operating system, so that a killed run leaves no lock behind).
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from exact.errors import ExactError

QUESTION = "question.json"
LOCK = "lock"


class CheckpointError(ExactError):
    """A directory of finished parts that cannot be used, or written to."""


class Checkpoints:
    """The finished parts of one question; a context manager that holds the directory's lock.

    `question` is any JSON object: only parts stored under an equal one are ever read. Raises CheckpointError.
    """

    def __init__(self, directory: Path, question: Mapping[str, Any]) -> None:
        self.directory = directory
        self.question = dict(question)
        self.digest = hashlib.sha256(_bytes(self.question)).hexdigest()
        self._lock: BinaryIO | None = None

    def __enter__(self) -> Checkpoints:
        try:
            self.directory.mkdir(exist_ok=True)
            self._hold()
            self._check_question()
        except OSError as error:
            raise CheckpointError(f"`resume` {str(self.directory)!r}: {error.strerror or error}; name a folder "
                                  "that can be made or written to") from None
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._release()

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _hold(self) -> None:
        from fcntl import LOCK_EX, LOCK_NB, lockf

        # lockf, since forked workers, which may live longer, do not share its lock
        names = {path.name for path in self.directory.iterdir()}
        if names and QUESTION not in names and names != {LOCK}:
            raise CheckpointError(f"`resume` {str(self.directory)!r}: holds files that are no checkpoints; name a new "
                                  "or an empty folder")
        self._lock = (self.directory / LOCK).open("ab")
        try:
            lockf(self._lock, LOCK_EX | LOCK_NB)
        except (BlockingIOError, PermissionError):
            self._release()
            raise CheckpointError(f"`resume` {str(self.directory)!r}: in use by a running sweep; wait for it, or name "
                                  "another folder") from None

    def _check_question(self) -> None:
        path = self.directory / QUESTION
        if not path.exists():
            self._write(path, _bytes(self.question))
            return
        try:
            stored = json.loads(path.read_bytes())
        except (ValueError, RecursionError):
            stored = None
        if not isinstance(stored, dict):
            self._release()
            raise CheckpointError(f"`resume`: {str(path)!r} is damaged; delete the folder and start again")
        if stored != self.question:
            self._release()
            differing = sorted(key for key in stored.keys() | self.question.keys()
                               if stored.get(key) != self.question.get(key))
            raise CheckpointError(f"`resume` {str(self.directory)!r}: holds another question (its "
                                  f"{', '.join(differing)} differ); name another folder, or ask that question")

    def load(self, part: int) -> Any:
        """What was stored for a part; None if it is not finished. Raises CheckpointError for a damaged file."""
        path = self._path(part)
        try:
            text = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CheckpointError(f"`resume`: {str(path)!r}: {error.strerror or error}") from None
        try:
            stored = json.loads(text)
            sound = (stored["part"] == part and stored["question"] == self.digest
                     and stored["sha256"] == hashlib.sha256(_bytes(stored["result"])).hexdigest())
        except (ValueError, KeyError, TypeError, RecursionError):
            sound = False
        if not sound:
            raise CheckpointError(f"`resume`: {str(path)!r} is damaged or of another sweep; delete that file to have "
                                  "its part computed again")
        return stored["result"]

    def save(self, part: int, result: Any) -> None:
        """Store a finished part, whole and on the disk. Raises CheckpointError where there is no room."""
        stored = {"part": part, "question": self.digest, "result": result,
                  "sha256": hashlib.sha256(_bytes(result)).hexdigest()}
        self._write(self._path(part), _bytes(stored))

    def _path(self, part: int) -> Path:
        return self.directory / f"part-{part:06d}.json"

    def _write(self, path: Path, data: bytes) -> None:
        temporary = path.with_suffix(".new")
        try:
            with temporary.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise CheckpointError(f"`resume`: cannot write {str(path)!r}: {error.strerror or error}; the finished "
                                  "parts are kept: make room and run the same command again") from None


def _bytes(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
