"""What runs the parts of a sweep: the processes of this machine, or the workers of a Dask cluster."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import active_children
from typing import Any

from exact.errors import ExactError, UsageError

SECONDS = 5
"""How long a cluster may take to answer."""


IN_PROCESS = 1 << 26
"""Below so many sub-shoes, starting workers takes longer than the sweep."""


@contextmanager
def threads(number: int | None = None) -> Iterator[Executor | None]:
    """What deals shoes side by side (by default one for each core): threads, since the inner loop lets go of the
    interpreter; None for one."""
    side_by_side = number or os.cpu_count() or 1
    if side_by_side == 1:
        yield None
    else:
        with ThreadPoolExecutor(side_by_side) as executor:
            yield executor


@contextmanager
def sweepers(work: int, number: int | None = None, scheduler: str | None = None) -> Iterator[Executor | None]:
    """What sweeps so many sub-shoes: a cluster, so many worker processes (by default one for each core, where it is
    worth it), or None, which is this process. Raises UsageError where both are given; as `cluster` and `processes`."""
    if scheduler is not None and number is not None:
        raise UsageError("`scheduler` with `processes`: the cluster has its own workers; give one of them")
    workers = number or os.cpu_count() or 1
    if scheduler is not None:
        with cluster(scheduler) as executor:
            yield executor
    elif workers > 1 and (work > IN_PROCESS or number is not None):
        with processes(workers) as executor:
            yield executor
    else:
        yield None


class WorkerError(ExactError):
    """A worker that died, with the parts that it was on."""


@contextmanager
def processes(number: int, way_out: str = "run the command again, with `resume` to keep the parts that are finished"
              ) -> Iterator[Executor]:
    """Worker processes that leave Ctrl-C to this one and do not outlive it.

    Raises WorkerError, with the `way_out`, from the block that uses it where one of them is killed.
    """
    executor = ProcessPoolExecutor(number, initializer=_begin, initargs=(os.getpid(),))
    try:
        yield executor
    except KeyboardInterrupt:
        for worker in active_children():  # what they are on would not be stored: no need to wait for it
            worker.terminate()
        raise
    except BrokenProcessPool:
        raise WorkerError(f"a worker process died (out of memory, or killed); {way_out}") from None
    finally:
        executor.shutdown(cancel_futures=True)


def _begin(parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    """A killed parent cannot end its workers; they would wait for work without end."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the Dask scheduler at an address, as an executor; tasks of a lost worker are run again elsewhere.

    Raises UsageError where `distributed` is not installed or no scheduler answers within seconds, WorkerError where
    tasks keep killing their workers, where the cluster cannot import this package, and where it is gone.
    """
    try:
        from distributed.scheduler import KilledWorker
    except ImportError:
        raise UsageError("`scheduler`: needs the package distributed; pip install 'exact[cluster]'") from None
    client = _client(address)
    try:
        yield client.get_executor()
    except ExactError:
        raise
    except KilledWorker:
        raise WorkerError(f"`scheduler` {address!r}: a part of the sweep lost its worker again and again; look at the "
                          "workers' memory") from None
    except (CancelledError, OSError, TimeoutError) as error:
        raise WorkerError(f"`scheduler` {address!r}: the cluster was lost on the way ({type(error).__name__}); run the "
                          "command again, with `resume` to keep the parts that are finished") from None
    except Exception as error:  # whatever a foreign environment makes of a task, it arrives here as that
        raise WorkerError(f"`scheduler` {address!r}: the cluster cannot run the sweep ({type(error).__name__}: "
                          f"{_first_line(error)}); its scheduler and its workers need the versions of exact and of "
                          "Python that run here") from None
    finally:
        with suppress(OSError, TimeoutError):  # of a cluster that is gone
            client.close()


def _client(address: str) -> Any:
    """A client that is connected; raises UsageError.

    What listens there need not be a scheduler: an HTTP server's answer is a MemoryError to Dask, and one that accepts
    and says nothing is waited for without end, whatever the client's own timeout. So it is waited for from outside.
    """
    from distributed import Client
    client: Any = Client.__new__(Client)
    failure: list[Exception | None] = []

    def connect() -> None:
        try:
            client.__init__(address, timeout=SECONDS, set_as_default=False)
        except Exception as error:  # of whatever kind
            failure.append(error)
        else:
            failure.append(None)

    attempt = threading.Thread(target=connect, daemon=True)
    attempt.start()
    attempt.join(2 * SECONDS)
    if failure == [None]:
        return client
    client.status = "closed"  # half made, it could not close itself, and would say so on stderr when it goes
    runner = getattr(client, "_loop_runner", None)
    if runner is not None and runner.is_started():
        runner.stop()
    kind = type(failure[0]).__name__ if failure else "silence"
    raise UsageError(f"`scheduler` {address!r}: no Dask scheduler answers there within {SECONDS} s ({kind}); write its "
                     "address as tcp://HOST:PORT")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [""])[0][:200]
