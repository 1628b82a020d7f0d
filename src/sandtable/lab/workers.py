"""Worker processes on this machine: they may be killed, and the work continues."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from typing import Any, Generic, Protocol, TypeVar

from sandtable.engine import SandtableError

T = TypeVar("T")
R = TypeVar("R")

#: How many batches are given out ahead for each worker, so that none waits for work.
AHEAD = 3
#: Give up after losing workers this many times without a single batch done in between.
HOPELESS = 3


class Workers(Protocol):
    """Where the work is done: in this process, in processes of this machine, or on a cluster."""

    #: How many batches are worked on at the same time.
    count: int

    def each(self, task: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """Yield the result of the task for each item exactly once, in the order in which they are done."""
        ...


class ThisProcess:
    """Work in this process, one item after the other."""

    count = 1

    def each(self, task: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        for item in items:
            yield task(item)


class Processes:
    """Worker processes. They are spawned on every system: they see the present environment, and so the games it names."""

    def __init__(self, count: int) -> None:
        self.count = count

    def each(self, task: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        crew = _Pool(self.count, task)
        try:
            yield from crew.work(iter(items))
        except BaseException:
            # Nobody waits for batches that are still being played when the work is interrupted; but the pool must have
            # seen its workers go before Python shuts down.
            crew.dismiss()
            raise
        crew.close()


class _Pool(Generic[T, R]):
    """A pool of processes that is made anew whenever one of them is lost."""

    def __init__(self, count: int, task: Callable[[T], R]) -> None:
        self.count, self.task = count, task
        self._others = set(multiprocessing.active_children())
        self._pool: ProcessPoolExecutor | None = None
        self._started: Any = None
        self._lost = 0

    def work(self, items: Iterator[T]) -> Generator[R, None, None]:
        todo: list[T] = []
        given: dict[Future[R], T] = {}
        while True:
            while len(given) + len(todo) < self.count * AHEAD and (item := next(items, None)) is not None:
                todo.append(item)
            if not todo and not given:
                return
            try:
                while todo:
                    given[self._submit(todo[0])] = todo[0]
                    del todo[0]
                for future in wait(given, return_when=FIRST_COMPLETED).done:
                    result = future.result()
                    del given[future]
                    self._lost = 0
                    yield result
            except BrokenProcessPool:
                todo, given = [*given.values(), *todo], {}
                self._replace()

    def _submit(self, item: T) -> Future[R]:
        if self._pool is None:
            # Not with Ctrl-C held back: Python's resource tracker starts here, and lets it through again.
            spawned = multiprocessing.get_context("spawn")
            self._started = spawned.Event()
            self._pool = ProcessPoolExecutor(self.count, spawned, _begin, (self._started,))
        with _ctrl_c_later():  # a worker that is still starting would print a traceback
            return self._pool.submit(self.task, item)

    def _replace(self) -> None:
        """A worker was lost, and with it the pool: make another, unless none ever works."""
        started = self._started.is_set()
        self.dismiss()
        self._lost += 1
        if not started:
            raise SandtableError(
                "No worker process could be started. In a script, simulate with jobs inside "
                "`if __name__ == '__main__':`, because every worker reads the script."
            )
        if self._lost == HOPELESS:
            raise SandtableError(
                f"{HOPELESS} times in a row a worker process was lost before it could finish anything: it was killed, "
                "it ran out of memory, or a bot ended it."
            )

    def dismiss(self) -> None:
        """End all workers at once."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for worker in self._workers():
                worker.terminate()
            pool.shutdown(wait=True, cancel_futures=True)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True)

    def _workers(self) -> set[BaseProcess]:
        return set(multiprocessing.active_children()) - self._others


def in_order(results: Iterable[tuple[int, R]]) -> Generator[R, None, None]:
    """Numbered results, by their numbers from 0.

    >>> list(in_order([(1, "b"), (0, "a"), (2, "c")]))
    ['a', 'b', 'c']
    """
    early: dict[int, R] = {}
    number = 0
    for n, result in results:
        early[n] = result
        while number in early:
            yield early.pop(number)
            number += 1


@contextmanager
def _ctrl_c_later() -> Iterator[None]:
    """Ctrl-C waits until this is over, and processes that are started meanwhile begin without hearing it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(started: Any) -> None:
    """A worker has started: it ends with Ctrl-C in silence, and with the process that started it."""
    started.set()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _end_with_parent() -> None:
    """A worker whose parent was killed would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
