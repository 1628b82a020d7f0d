"""The worker processes of a shared search: each grows a tree of its own and sends back only the totals.

They are sent worlds that the seat has imagined, as moments, and nothing of the real table.
"""

from __future__ import annotations

import os
import pickle
import struct
import subprocess
import sys
import weakref
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import IO, Any

import msgspec

from sandtable.engine import Game, SandtableError, Table
from sandtable.games import find_game

from .tree import Effort

LENGTH = struct.Struct("!I")
LOST = "A process that shared a search has ended: it was killed, or it ran out of memory."


class Job(msgspec.Struct, frozen=True):
    """A question for another process."""

    #: The moment of a world in which the seat is asked the question.
    world: bytes
    seat: str
    #: What the seat has answered since the question before, as (topic, value); None if there is no tree to continue.
    answers: Sequence[tuple[str, Any]] | None
    effort: Effort
    seed: str


class Crew:
    """All processes of a shared search but this one. They are started once, and end with this object or with this process."""

    def __init__(self, game: Game[Any], processes: int) -> None:
        self._game, self._count = game, processes
        named = _named(game)
        self._processes = [_started() for _ in range(1, processes)]
        self._end = weakref.finalize(self, _end, self._processes)
        for process in self._processes:
            _send_to(process, named)

    def plays(self, game: Game[Any]) -> bool:
        return self._game is game

    def begin(
        self,
        world: Table,
        seat: str,
        answers: Sequence[tuple[str, Any]] | None,
        effort: Effort,
        decision: str,
    ) -> None:
        """Start a search in every process, in worlds like this one, each with its share of the effort and its own random numbers."""
        moment = world.moment()
        for place, process in enumerate(self._processes, 1):
            share = effort.share(place, self._count)
            _send_to(process, pickle.dumps(Job(moment, seat, answers, share, f"{decision} {place}")))

    def results(self) -> Iterator[list[tuple[int, float]]]:
        """Return the findings of the processes, always in the same order: visits and total value of each answer."""
        for process in self._processes:
            assert process.stdout is not None
            data = receive(process.stdout)
            if data is None:
                raise SandtableError(LOST)
            found = pickle.loads(data)
            if isinstance(found, str):
                raise SandtableError(f"A process that shared a search failed: {found}.")
            yield found

    def close(self) -> None:
        """End all processes at once."""
        self._end()


def receive(source: IO[bytes]) -> bytes | None:
    """Read the next message; None at the end of the stream."""
    head = source.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    data = source.read(length)
    return data if len(data) == length else None


def send(sink: IO[bytes], data: bytes) -> None:
    """Write a message, its length first."""
    sink.write(LENGTH.pack(len(data)) + data)
    sink.flush()


def _send_to(process: subprocess.Popen[bytes], data: bytes) -> None:
    assert process.stdin is not None
    try:
        send(process.stdin, data)
    except OSError:
        raise SandtableError(LOST) from None


def _named(game: Game[Any]) -> bytes:
    """A game for another process, pickled: its key if that is enough to find it, or the game itself."""
    try:
        if find_game(game.key) is game:
            return pickle.dumps(game.key)
    except SandtableError:
        pass
    try:
        data = pickle.dumps(game)
    except Exception as error:
        raise SandtableError(
            f"{game.title} cannot be sent to the processes of a search: {error}. Put it into a module, or search in one process."
        ) from None
    if b"__main__" in data:
        raise SandtableError(
            f"{game.title} is defined in the script that is running, which other processes cannot import. Put it into a module, "
            "or search in one process."
        )
    return data


def _started() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "sandtable.bots.thinker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        start_new_session=True,  # only this process gets Ctrl-C; it then ends the others
    )


def _end(processes: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.kill()
    for process in processes:
        process.wait()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):  # some data could no longer be written
                pipe.close()
