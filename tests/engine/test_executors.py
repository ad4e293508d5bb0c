"""Sweeps on other executors: the same numbers whatever runs them, and whatever is killed on the way."""

from __future__ import annotations

import gc
import json
import os
import signal
import socketserver
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from exact import workers as executors
from exact.engine.sweep import run as sweep_run
from exact.engine.sweep.run import SweepCheckError, sweep
from exact.errors import UsageError
from exact.workers import WorkerError, cluster, processes
from tests.engine.test_sweep import ONE_DECK, question

SIZES = range(6, 19, 2)
"""Not in a row, so that each is swept by itself."""


def test_threads_in_any_order_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_run, "PART", 5000)
    asked = question(ONE_DECK, "player", "tie")
    with ThreadPoolExecutor(3) as executor:
        assert sweep(asked, SIZES, executor) == sweep(asked, SIZES)


def test_processes_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sweep_run, "PART", 20_000)
    asked = question(ONE_DECK)
    with processes(2) as executor:
        assert sweep(asked, SIZES, executor) == sweep(asked, SIZES)


def test_a_killed_process_is_named() -> None:
    with pytest.raises(WorkerError, match=r"worker process died.*`resume`"), processes(2) as executor:
        executor.submit(_killed).result()


def _killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_no_cluster_at_an_address_is_said_within_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing is left half made, which would complain when it goes."""
    monkeypatch.setattr(executors, "SECONDS", 1)
    start = time.monotonic()
    for address in ("tcp://127.0.0.1:9", "nonsense", "nonsense://x", "tcp://127.0.0.1:port", ""):
        with pytest.raises(UsageError, match="no Dask scheduler answers"), cluster(address):
            pass
    gc.collect()
    assert time.monotonic() - start < 60


def test_ctrl_c_does_not_wait_for_what_workers_are_on() -> None:
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        _interrupted()
    assert time.monotonic() - start < 30


def _interrupted() -> None:
    with processes(1) as executor:
        executor.submit(time.sleep, 60)
        raise KeyboardInterrupt


@pytest.mark.parametrize("says", [b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n", b""])
@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_a_server_that_is_no_scheduler_is_said_too(says: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """What an HTTP server answers would be, as a Dask message, one of three exbibytes; and silence might last."""
    class NotDask(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.sendall(says)
            ended.wait(60)

    ended = threading.Event()
    monkeypatch.setattr(executors, "SECONDS", 0.5)
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), NotDask) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.server_address[1]}"
        with pytest.raises(UsageError, match="no Dask scheduler answers"), cluster(address):
            pass
        ended.set()
        server.shutdown()
    gc.collect()


def test_a_cluster_that_loses_a_worker_gives_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import Client, LocalCluster
    monkeypatch.setattr(sweep_run, "PART", 5000)
    asked = question(ONE_DECK)
    killed: list[int] = []
    with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as local, \
            Client(local.scheduler_address, set_as_default=False) as client, \
            cluster(local.scheduler_address) as executor:
        workers: list[int] = list(client.run(os.getpid).values())

        def progress(items: Iterable[Any], total: int, _what: str) -> Iterator[Any]:
            assert total > 1
            for item in items:
                if not killed:
                    killed.append(workers[0])
                    os.kill(workers[0], signal.SIGKILL)
                yield item

        result = sweep(asked, range(6, 23, 2), executor, progress)
    assert killed
    assert result == sweep(asked, range(6, 23, 2))


@pytest.mark.parametrize("error", [RuntimeError("Error during deserialization of the task graph.\nThis often"),
                                   ModuleNotFoundError("No module named 'exact'"), AttributeError("run_part"),
                                   OSError("connection closed"), CancelledError("part")], ids=repr)
def test_what_a_cluster_makes_of_a_part_is_one_error(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    monkeypatch.setattr(executors, "_client", lambda _: Mock())
    with pytest.raises(WorkerError, match=rf"^`scheduler` 'tcp://there:1': .*{type(error).__name__}.*[^\n]$"), \
            cluster("tcp://there:1"):
        raise error
    with pytest.raises(SweepCheckError, match=r"^its own$"), cluster("tcp://there:1"):
        raise SweepCheckError("its own")


PROGRAM = """
import sys
from exact.engine.sweep import run as sweep_run
from exact.cli import main
sweep_run.PART = 10_000
sys.exit(main(sys.argv[1:]))
"""
ASKED = ("sweep", "--decks", "8", "--cards-left", "8-13", "--bets", "banker", "--format", "json")


def _run(*options: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", PROGRAM, *ASKED, *options], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)


def test_a_killed_run_resumes_to_the_same_bytes(tmp_path: Path) -> None:
    folder = tmp_path / "parts"
    first = _run("--resume", str(folder), "--processes", "2")
    deadline = time.monotonic() + 60
    while not list(folder.glob("part-*.json")) and time.monotonic() < deadline:
        time.sleep(0.01)
    first.kill()
    assert first.communicate()[0] == b""
    finished = sorted(path.name for path in folder.glob("part-*.json"))
    assert finished
    out, err = _run("--resume", str(folder), "--processes", "1").communicate()
    straight, _ = _run().communicate()
    assert out, err
    assert out == straight
    assert json.loads(out)["schema"] == "exact-sweep/1"
    assert set(finished) < {path.name for path in folder.glob("part-*.json")}
