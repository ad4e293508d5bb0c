"""What runs the parts of a sweep: the processes of this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any

from exact.errors import ExactError, UsageError

SECONDS = 5
"""How long a cluster may take to answer."""


class WorkerError(ExactError):
    """A worker that died, with the parts that it was on."""


@contextmanager
def processes(number: int) -> Iterator[Executor]:
    """Worker processes that leave Ctrl-C to this one and do not outlive it.

    Raises WorkerError, from the block that uses it, where one of them is killed.
    """
    executor = ProcessPoolExecutor(number, initializer=_begin, initargs=(os.getpid(),))
    try:
        yield executor
    except BrokenProcessPool:
        raise WorkerError("a worker process died (out of memory, or killed); run the command again, with "
                          "--resume DIR to keep the parts that are finished") from None
    finally:
        executor.shutdown(cancel_futures=True)


def _begin(parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """A killed parent cannot end its workers; they would wait for work for ever."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the Dask scheduler at an address, as an executor; tasks of a lost worker are run again elsewhere.

    Raises UsageError where `distributed` is not installed or no scheduler answers within seconds, WorkerError where
    tasks keep killing their workers.
    """
    try:
        from distributed import Client
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise UsageError("--scheduler: needs the package distributed; pip install 'exact[cluster]'") from None
    try:
        client: Any = Client(address, timeout=SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]  # the package has no types
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise UsageError(f"--scheduler {address!r}: no Dask scheduler answers there within {SECONDS} s"
                         f" ({type(error).__name__}); write its address as tcp://HOST:PORT") from None
    try:
        yield client.get_executor()
    except KilledWorker:
        raise WorkerError(f"--scheduler {address!r}: a part of the sweep lost its worker again and again; look at the "
                          "workers' memory") from None
    finally:
        client.close()
