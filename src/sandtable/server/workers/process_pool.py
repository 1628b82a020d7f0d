"""A process pool whose jobs can be stopped. Bots, odds and replays run in it, off the event loop.

`concurrent.futures` cannot kill a running job or give owners turns; that is what this adds.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ..fair_queue import FairQueue
from ..refusal import Refused
from .worker import LENGTH

#: The most waiting jobs of one owner. Nobody's tables can have more.
WAITING = 1000


class WorkerEnded(Refused):
    """The process ended in the middle of a job."""

    def __init__(self) -> None:
        super().__init__("broken", "The worker process has ended.")


class WorkerProcess:
    """One process. It is started when it is first needed, and started again after it was killed."""

    def __init__(self, environ: Mapping[str, str] = {}) -> None:
        self._environ = environ
        self._process: asyncio.subprocess.Process | None = None
        #: Processes that were killed but have not exited yet.
        self._ending: set[asyncio.Task[None]] = set()

    async def do(self, job: dict[str, Any]) -> dict[str, Any]:
        """Give the process a job and wait for its answer. Cancelling this call kills the process."""
        process = await self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        data = msgspec.msgpack.encode(job)
        try:
            process.stdin.write(LENGTH.pack(len(data)) + data)
            await process.stdin.drain()
            (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
            answer: dict[str, Any] = msgspec.msgpack.decode(await process.stdout.readexactly(length))
        except (asyncio.IncompleteReadError, BrokenPipeError, ConnectionResetError):
            self.kill()
            raise WorkerEnded from None
        except BaseException:
            self.kill()
            raise
        if "error" in answer:
            raise Refused(answer["code"], answer["error"])
        return answer

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "sandtable.server.workers.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={**os.environ, **self._environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
                start_new_session=True,  # Ctrl-C is for the server, which then closes the pipe
                limit=64 * 1024 * 1024,
            )
        return self._process

    def kill(self) -> None:
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            task = asyncio.create_task(_ended(process))
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def close(self) -> None:
        await asyncio.gather(*self._ending)
        process, self._process = self._process, None
        if process is None or process.returncode is not None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(2):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()


async def _ended(process: asyncio.subprocess.Process) -> None:
    """Wait until a killed process is gone and its pipes are closed."""
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        await process.communicate()


class ProcessPool:
    """Several worker processes. Owners of jobs take turns, and none of them holds every process."""

    def __init__(self, workers: int, make: Callable[[], WorkerProcess] = WorkerProcess) -> None:
        self._all = [make() for _ in range(max(1, workers))]
        self._free = self._all[::-1]
        self._queue = FairQueue(len(self._all), max(1, len(self._all) - 1), WAITING)

    async def do(self, job: dict[str, Any], owner: str, patience: float) -> dict[str, Any]:
        """Run a job within `patience` seconds, counting the time it waits for a free process."""
        try:
            async with asyncio.timeout(patience), self._queue.place(owner):
                worker = self._free.pop()
                try:
                    return await worker.do(job)
                finally:
                    self._free.append(worker)
        except TimeoutError:
            raise Refused("bad", "That took too long and was stopped.") from None

    async def close(self) -> None:
        await asyncio.gather(*(worker.close() for worker in self._all))
