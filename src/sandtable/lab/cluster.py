"""Runs on a Dask cluster: processes of this machine under a scheduler, or machines that share a folder."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib.util import find_spec
from time import monotonic
from typing import Any, Generic, TypeVar

import dask
from distributed import Client, LocalCluster, wait
from distributed.scheduler import KilledWorker

from sandtable.engine import SandtableError

from .workers import AHEAD, HOPELESS

T = TypeVar("T")
R = TypeVar("R")

#: How many workers a batch may outlive before the scheduler gives up on it. Dask's default is three.
ALLOWED_FAILURES = 50
#: The process of a dead local worker has ended. One that merely does not answer is busy, so the timeouts are long: a machine
#: under load takes minutes to start a worker.
LOCAL = {
    "distributed.scheduler.allowed-failures": ALLOWED_FAILURES,
    "distributed.comm.timeouts.connect": "600s",
    "distributed.comm.timeouts.tcp": "600s",
}
#: How often to check for missing workers while no batch gets done, in seconds, and after how many such checks in a row to start anew.
LOOK_EVERY, MISSING = 5.0, 12
#: How long to look for a scheduler, and how long it may take to answer, in seconds.
PATIENCE, ANSWER = 30.0, 5.0


class Cluster:
    """A Dask cluster: "local:4" for four processes of this machine, or the address of a scheduler."""

    def __init__(self, where: str, page: Callable[[str], None] | None = None) -> None:
        self.where, self._page = where, page
        self.local = _local(where)
        #: A running scheduler may have any number of workers, so this is a guess; batches are made so small that all workers get some.
        self.count = self.local or 8

    def each(self, task: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        # The queue of work outlives a cluster that has lost its workers for good.
        work = _WorkQueue(task, iter(items))
        while True:
            try:
                with self._client() as client:
                    self._tell_dashboard(client)
                    yield from self._work(client, work)
                    return
            except _WorkersMissing:
                work.lose(self.where)

    def _work(self, client: Client, work: _WorkQueue[T, R]) -> Generator[R, None, None]:
        given: dict[Any, T] = {}
        missing = 0
        most = self._most(client)
        while True:
            while len(given) < most and (item := work.next()) is not None:
                # Not pure: the scheduler must not answer from its cache.
                given[client.submit(work.task, item, pure=False)] = item
            if not given:
                return
            try:
                done = wait(list(given), timeout=LOOK_EVERY, return_when="FIRST_COMPLETED").done
            except TimeoutError:
                most = self._most(client)
                missing = missing + 1 if self._workers(client) < self.local else 0
                if missing == MISSING:
                    work.again(given.values())
                    raise _WorkersMissing from None
                continue
            except CancelledError:  # Dask's error for batches whose scheduler has gone
                raise self._gone() from None
            for future in done:
                yield from self._result(future, given.pop(future), work)

    def _result(self, future: Any, item: T, work: _WorkQueue[T, R]) -> Generator[R, None, None]:
        """Yield the result of a batch; nothing if it was lost and has to be played again."""
        try:
            result: R = future.result()
        except KilledWorker:
            work.again([item])
            work.lose(self.where)
            return
        except CancelledError:
            raise self._gone() from None
        except OSError as error:
            if error.errno is not None:
                raise  # the worker's own error, such as a full disk
            raise self._gone() from None
        work.lost = 0
        yield result

    def _tell_dashboard(self, client: Client) -> None:
        """Tell the address of Dask's dashboard. On this machine it needs bokeh, which the extra `lab` does not install."""
        address = client.dashboard_link
        if self._page is not None and address and (not self.local or find_spec("bokeh") is not None):
            self._page(address)

    def _workers(self, client: Client) -> int:
        """Return the number of workers."""
        if client.status != "running":
            raise self._gone()
        try:
            return len(client.scheduler_info(n_workers=-1)["workers"])
        except OSError:
            raise self._gone() from None

    def _most(self, client: Client) -> int:
        """Return the number of batches to give out at a time. New workers are noticed at the next check."""
        return AHEAD * (self.local or max(4, self._workers(client)))

    def _gone(self) -> SandtableError:
        return SandtableError(
            f"The cluster {self.where} is gone. All finished games are on disk, and the same command continues from there."
        )

    @contextmanager
    def _client(self) -> Iterator[Client]:
        if self.local:
            with (
                dask.config.set(LOCAL),
                self._local_cluster() as cluster,
                Client(cluster) as client,
            ):
                yield client
            return
        with self._found() as client:
            yield client

    def _found(self) -> Client:
        """A client of a scheduler that is already running, or about to."""
        end = monotonic() + PATIENCE
        while True:
            try:
                return Client(self.where, timeout=ANSWER)
            except (OSError, ValueError, TimeoutError) as error:
                if monotonic() >= end or isinstance(error, ValueError):
                    raise SandtableError(f"There is no Dask scheduler at {self.where}: {error}.") from None

    def _local_cluster(self) -> LocalCluster:
        try:
            return LocalCluster(
                n_workers=self.local,
                threads_per_worker=1,
                dashboard_address="127.0.0.1:0",
                silence_logs=50,
                preload=[__name__],
            )
        except RuntimeError:  # a worker was lost while it started
            raise _WorkersMissing from None


class _WorkersMissing(Exception):
    """Workers of this machine have ended, and Dask does not restart them."""


class _WorkQueue(Generic[T, R]):
    """The work left: items not given out yet, and those whose workers were lost."""

    def __init__(self, task: Callable[[T], R], items: Iterator[T]) -> None:
        self.task, self._items = task, items
        self._again: list[T] = []
        #: How many losses there were since a batch was last finished.
        self.lost = 0

    def next(self) -> T | None:
        return self._again.pop() if self._again else next(self._items, None)

    def again(self, items: Iterable[T]) -> None:
        self._again += items

    def lose(self, where: str) -> None:
        """Count a loss. After too many in a row, it is an error: nothing would ever get done."""
        self.lost += 1
        if self.lost == HOPELESS:
            raise SandtableError(
                f"{HOPELESS} times in a row workers of {where} were lost before anything was done: they were killed, they ran "
                "out of memory, or a bot ended them."
            )


def dask_setup(worker: object) -> None:
    """Called by Dask in each worker of this machine: they ignore Ctrl-C, which the main process handles by ending them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _local(where: str) -> int:
    """Return the number of processes wanted on this machine; 0 if the cluster is elsewhere."""
    name, _, count = where.partition(":")
    if name != "local":
        if "://" not in where:
            raise SandtableError(
                f"{where!r} is not a cluster: write local:4, or the address of a scheduler (tcp://host:8786)."
            )
        return 0
    if not count.isdecimal() or not int(count):
        raise SandtableError(f"{where!r} is not a cluster: write how many processes, as in local:4.")
    return int(count)
