"""Runs on a Dask cluster: processes of this machine under a scheduler, or machines that share a folder."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, TypeVar

import dask
from distributed import Client, LocalCluster, as_completed
from distributed.client import FutureCancelledError
from distributed.scheduler import KilledWorker

from sandtable.engine import SandtableError

from .workers import AHEAD, HOPELESS

T = TypeVar("T")
R = TypeVar("R")

#: How many workers a batch may outlive before the scheduler gives it up. Dask's default is three.
ALLOWED_FAILURES = 50
#: How long to look for a scheduler, in seconds.
PATIENCE = 20


class Cluster:
    """A Dask cluster: "local:4" for four processes of this machine, or the address of a scheduler."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.local = _local(where)
        #: A scheduler that is already there may have any number of workers; what counts is that all get some batches.
        self.count = self.local or 8
        #: Dask's page about what is going on, while somebody works.
        self.page = ""

    def each(self, task: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        with self._client() as client:
            self.page = client.dashboard_link
            yield from self._work(client, task, iter(items))

    def _work(self, client: Client, task: Callable[[T], R], items: Iterator[T]) -> Generator[R, None, None]:
        given: dict[Any, T] = {}
        futures = as_completed()
        lost = 0

        def give(item: T) -> None:
            # A key of its own each time: the scheduler must not answer with what it remembers.
            future = client.submit(task, item, pure=False, key=None, retries=0)
            given[future] = item
            futures.add(future)

        def fill() -> None:
            while len(given) < self._most(client) and (item := next(items, None)) is not None:
                give(item)

        fill()
        while given:
            future = next(futures)
            item = given.pop(future)
            try:
                result: R = future.result()
            except KilledWorker:
                lost += 1
                if lost == HOPELESS:
                    raise SandtableError(
                        f"{HOPELESS} times in a row the cluster gave up a batch because its workers were lost: they were "
                        "killed, they ran out of memory, or a bot ended them."
                    ) from None
                give(item)
                continue
            except (FutureCancelledError, OSError) as error:
                if isinstance(error, OSError) and error.errno is not None:
                    raise  # the worker's own: a full disk
                raise self._gone() from None
            future.release()
            lost = 0
            fill()
            yield result

    def _most(self, client: Client) -> int:
        """How many batches to give out at a time."""
        return AHEAD * (self.local or max(1, len(client.scheduler_info(n_workers=-1)["workers"])))

    def _gone(self) -> SandtableError:
        return SandtableError(
            f"The cluster {self.where} has gone. What is done is on disk, and the same command goes on from there."
        )

    @contextmanager
    def _client(self) -> Iterator[Client]:
        if self.local:
            with (
                dask.config.set({"distributed.scheduler.allowed-failures": ALLOWED_FAILURES}),
                LocalCluster(
                    n_workers=self.local,
                    threads_per_worker=1,
                    dashboard_address=_dashboard(),
                    silence_logs=50,
                ) as cluster,
                Client(cluster) as client,
            ):
                yield client
            return
        try:
            client = Client(self.where, timeout=PATIENCE)
        except (OSError, ValueError, TimeoutError) as error:
            raise SandtableError(f"There is no Dask scheduler at {self.where}: {error}.") from None
        with client, warnings.catch_warnings():
            yield client


def _local(where: str) -> int:
    """How many processes of this machine are wanted; 0 if the cluster is elsewhere."""
    name, _, count = where.partition(":")
    if name != "local":
        if "://" not in where:
            raise SandtableError(
                f"{where!r} is no cluster: write local:4, or the address of a scheduler (tcp://host:8786)."
            )
        return 0
    if not count.isdecimal() or not int(count):
        raise SandtableError(f"{where!r} is no cluster: write how many processes, as in local:4.")
    return int(count)


def _dashboard() -> str | None:
    """Dask's page on a free port of this machine; it needs bokeh, which the extra does not bring."""
    return "127.0.0.1:0" if find_spec("bokeh") is not None else None
