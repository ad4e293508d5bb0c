"""Finished parts: stopped runs go on with the same numbers; other questions, damage, folders in use are refused."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from exact.engine.sweep import run as sweep_run
from exact.engine.sweep.checkpoints import CheckpointError, Checkpoints
from exact.engine.sweep.run import parts, sweep
from tests.engine.test_sweep import ONE_DECK, question

ASKED = {"shoe": [1, 2], "bets": ["banker"]}


def test_a_stopped_sweep_ends_with_the_same_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_run, "PART", 1000)
    asked = question(ONE_DECK)
    sizes = range(6, 20, 2)
    whole = sweep(asked, sizes)
    number = len(parts(asked, sizes))
    computed: list[int] = []
    real = sweep_run.run_part

    def stopping(asked: Any, part: Any) -> Any:
        if len(computed) == 3:
            raise KeyboardInterrupt
        computed.append(1)
        return real(asked, part)

    monkeypatch.setattr(sweep_run, "run_part", stopping)
    with Checkpoints(tmp_path / "parts", ASKED) as checkpoints, pytest.raises(KeyboardInterrupt):
        sweep(asked, sizes, checkpoints=checkpoints)
    computed.clear()
    monkeypatch.setattr(sweep_run, "run_part", lambda *given: (computed.append(1), real(*given))[1])
    seen: list[int] = []

    def progress(items: Iterable[Any], total: int, _what: str) -> Iterator[Any]:
        for item in items:
            seen.append(total)
            yield item

    with Checkpoints(tmp_path / "parts", ASKED) as checkpoints:
        assert sweep(asked, sizes, progress=progress, checkpoints=checkpoints) == whole
    assert len(computed) == number - 3
    assert seen == [number] * number, "those that were stored, too"


def test_another_question_is_refused_by_what_differs(tmp_path: Path) -> None:
    with Checkpoints(tmp_path / "parts", ASKED):
        pass
    with pytest.raises(CheckpointError, match=r"another question \(its bets differ\)"), \
            Checkpoints(tmp_path / "parts", ASKED | {"bets": ["tie"]}):
        pass


@pytest.mark.parametrize("damage", [b"", b"{", b"[" * 100_000, b"[]", b"{\"part\": 0}", None])
def test_a_damaged_part_is_refused_by_name(tmp_path: Path, damage: bytes | None) -> None:
    with Checkpoints(tmp_path, ASKED) as checkpoints:
        checkpoints.save(0, [1, 2, 3])
        assert checkpoints.load(0) == [1, 2, 3]
        assert checkpoints.load(1) is None
        path = tmp_path / "part-000000.json"
        text = path.read_bytes()
        path.write_bytes(text.replace(b"[1,2,3]", b"[1,2,4]") if damage is None else damage)
        with pytest.raises(CheckpointError, match=r"part-000000.json.*damaged"):
            checkpoints.load(0)


def test_a_part_of_another_place_is_refused(tmp_path: Path) -> None:
    with Checkpoints(tmp_path, ASKED) as checkpoints:
        checkpoints.save(0, [1])
        (tmp_path / "part-000000.json").rename(tmp_path / "part-000001.json")
        with pytest.raises(CheckpointError, match="of another sweep"):
            checkpoints.load(1)


def test_a_damaged_question_and_foreign_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(CheckpointError, match="no checkpoints"), Checkpoints(tmp_path, ASKED):
        pass
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "question.json").write_text("{")
    with pytest.raises(CheckpointError, match=r"question.json.*damaged"), Checkpoints(tmp_path / "parts", ASKED):
        pass
    with pytest.raises(CheckpointError, match="No such file"), Checkpoints(tmp_path / "no" / "parts", ASKED):
        pass


def test_a_full_disk_leaves_no_half_written_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Checkpoints(tmp_path, ASKED) as checkpoints:
        def full(_: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(CheckpointError, match=r"No space left on device.*make room"):
            checkpoints.save(0, [1])
        assert {path.name for path in tmp_path.iterdir()} == {"question.json", "lock"}


PROGRAM = """
import os, sys, time
from pathlib import Path
from exact.engine.sweep.checkpoints import Checkpoints
with Checkpoints(Path(sys.argv[1]), {"shoe": [1, 2], "bets": ["banker"]}):
    if os.fork() == 0:
        time.sleep(5)  # a worker that outlives the sweep
        os._exit(0)
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_directory_in_use_is_refused_until_its_sweep_is_killed(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM, str(tmp_path)], stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(CheckpointError, match="in use"), Checkpoints(tmp_path, ASKED):
            pass
        other.send_signal(signal.SIGKILL)
        other.wait()
        time.sleep(0.1)
        with Checkpoints(tmp_path, ASKED):
            pass
