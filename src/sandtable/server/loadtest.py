"""A load test: many tables with two clients each, and how long an answer takes to reach the other client.

It starts its own server on loopback, with a temporary folder, for a limited time.
"""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from sandtable.engine import SandtableError

from .serving import bind

#: How many sockets are opened at the same time.
AT_ONCE = 50


class Load(msgspec.Struct):
    """What the load test does."""

    game: str = "mars-or-die"
    tables: int = 100
    sockets: int = 500
    seconds: float = 15.0
    #: Seconds between a question and its answer, on average.
    pace: float = 1.0
    #: The bot that plays the other seats of a game for more than two.
    bots: str = "house"
    #: Measure longer, if necessary, until there are this many answers.
    least: int = 0


class Figures(msgspec.Struct):
    """The results. Times are milliseconds from sending an answer until the other client has the new state."""

    game: str
    tables: int
    answers: int
    answers_a_second: float
    p50: float
    p95: float
    p99: float
    slowest: float
    sockets: int
    sockets_held: int
    refused: int


class _Option(msgspec.Struct):
    key: str


class _Question(msgspec.Struct):
    options: list[_Option] = []


class _Frame(msgspec.Struct):
    """The part of a frame that this client reads."""

    t: str
    n: int = 0
    seat: str | None = None
    waiting: str | None = None
    question: _Question | None = None
    outcome: Any = None


FRAMES = msgspec.json.Decoder(_Frame)


@contextmanager
def own_server() -> Iterator[str]:
    """A server with a folder that is removed afterwards."""
    with bind("127.0.0.1", 0) as probe:
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="sandtable-loadtest-") as folder:
        environ = {**os.environ, "SANDTABLE_DATA": folder, "SANDTABLE_LIMITS": "0", "SANDTABLE_WORKERS": "1"}
        for name in ("SANDTABLE_DATABASE", "SANDTABLE_REDIS", "SANDTABLE_HOSTS"):
            environ.pop(name, None)
        words = [sys.executable, "-m", "sandtable", "serve", "--port", str(port), "--no-browser"]
        with open(Path(folder) / "log", "wb") as log:
            process = subprocess.Popen(words, env=environ, stdout=log, stderr=log)
        try:
            _wait(f"http://127.0.0.1:{port}/health", process)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(20)


def _wait(url: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < until:
        try:
            with urlopen(url, timeout=5):
                return
        except OSError:  # not up yet
            time.sleep(0.1)
    raise SandtableError("The server to be measured did not start.")


class Guest:
    """A guest who sets up and joins tables."""

    def __init__(self, server: str, name: str) -> None:
        self.server, self.cookie = server, ""
        self.call("/api/guest", {"name": name})

    def call(self, path: str, data: Any) -> Any:
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        with urlopen(Request(self.server + path, msgspec.json.encode(data), headers), timeout=30) as answer:
            self.cookie = (answer.headers["Set-Cookie"] or self.cookie).split(";")[0]
            return msgspec.json.decode(answer.read())


class Duel:
    """One table with two clients, each of which answers after a pause."""

    def __init__(self, load: Load, rng: random.Random) -> None:
        self.load, self.rng = load, rng
        self.times: list[float] = []
        self.refused = 0
        self._sent: tuple[str, float] | None = None
        self.is_measuring = False
        #: Set by every answer that is measured.
        self.news = asyncio.Event()

    async def play(self, socket: ClientConnection, seat: str) -> None:
        """Read frames and answer questions until the connection is closed."""
        async for data in socket:
            frame = FRAMES.decode(data)
            if frame.t == "refused":
                self.refused += 1
            if frame.t != "state":
                continue
            if self._sent is not None and self._sent[0] != seat:
                if self.is_measuring:
                    self.times.append(time.perf_counter() - self._sent[1])
                    self.news.set()
                self._sent = None
            if frame.waiting == seat and frame.question is not None and frame.question.options:
                await asyncio.sleep(self.rng.uniform(0.5, 1.5) * self.load.pace)
                key = self.rng.choice(frame.question.options).key
                self._sent = (seat, time.perf_counter())
                await socket.send(msgspec.json.encode({"t": "answer", "n": frame.n, "keys": [key]}).decode())


async def _read_away(socket: ClientConnection) -> None:
    async for _ in socket:
        pass


class Opening:
    """Opens sockets, a few at a time."""

    def __init__(self, address: str, stack: AsyncExitStack) -> None:
        self._address, self._stack, self._gate = address, stack, asyncio.Semaphore(AT_ONCE)

    async def __call__(self, table: str, guest: Guest, seat: str | None) -> ClientConnection:
        url = f"{self._address}{table}" + (f"?seat={seat}" if seat else "")
        headers = {"Cookie": guest.cookie}
        async with self._gate:
            opening = connect(
                url,
                additional_headers=headers,
                max_size=None,
                compression=None,
                ping_interval=None,
                open_timeout=60,
            )
            return await self._stack.enter_async_context(opening)


async def _measure(duels: list[Duel], load: Load) -> float:
    """Wait until everybody is playing, then measure. Returns for how many seconds."""
    await asyncio.sleep(min(3.0, 2 * load.pace))
    begun, news = time.perf_counter(), asyncio.Event()
    for duel in duels:
        duel.is_measuring, duel.news = True, news
    await asyncio.sleep(load.seconds)
    while sum(len(duel.times) for duel in duels) < load.least:
        news.clear()
        await news.wait()
    for duel in duels:
        duel.is_measuring = False
    return time.perf_counter() - begun


async def run(server: str, load: Load) -> Figures:
    """Measure a server."""
    ann, bob = await asyncio.gather(*(asyncio.to_thread(Guest, server, name) for name in ("Ann", "Bob")))
    tables = await asyncio.to_thread(_set_up, ann, bob, load)
    duels = [Duel(load, random.Random(i)) for i in range(len(tables))]
    async with AsyncExitStack() as stack:
        opened = Opening(f"ws{server[4:]}/ws/t/", stack)
        players = await asyncio.gather(
            *(
                opened(table, guest, seat)
                for table, seats in tables
                for guest, seat in zip((ann, bob), seats, strict=True)
            )
        )
        rest = max(0, load.sockets - len(players))
        others = await asyncio.gather(*(opened(tables[i % len(tables)][0], ann, None) for i in range(rest)))
        sockets = [*players, *others]
        tasks = [asyncio.create_task(_read_away(socket)) for socket in others]
        for i, socket in enumerate(players):
            seat = tables[i // 2][1][i % 2]
            tasks.append(asyncio.create_task(duels[i // 2].play(socket, seat)))
        seconds = await _measure(duels, load)
        held = sum(await asyncio.gather(*(_answers(socket) for socket in sockets)))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    return _figures(load, seconds, duels, len(sockets), held)


async def _answers(socket: ClientConnection) -> bool:
    """Whether a connection is still alive."""
    try:
        await asyncio.wait_for(await socket.ping(), 10)
    except Exception:
        return False
    return True


def _set_up(ann: Guest, bob: Guest, load: Load) -> list[tuple[str, list[str]]]:
    seats = [seat["id"] for seat in ann.call(f"/api/games/{load.game}/seats", {"options": {}})]
    if len(seats) < 2:
        raise SandtableError(f"{load.game} is played alone; a load needs a game for two.")
    tables = []
    for _ in range(load.tables):
        who = {
            seat: "me" if i == 0 else "open" if i == 1 else f"bot:{load.bots}" for i, seat in enumerate(seats)
        }
        table = ann.call("/api/tables", {"game": load.game, "seats": who})["id"]
        bob.call(f"/api/tables/{table}/join", {"seat": seats[1]})
        tables.append((table, seats[:2]))
    return tables


def _figures(load: Load, seconds: float, duels: list[Duel], sockets: int, held: int) -> Figures:
    times = sorted(1000 * each for duel in duels for each in duel.times)
    if len(times) < 2:
        raise SandtableError("Nobody answered anything; give it more --seconds.")
    cuts = quantiles(times, n=100, method="inclusive")
    return Figures(
        game=load.game,
        tables=load.tables,
        answers=len(times),
        answers_a_second=round(len(times) / seconds, 1),
        p50=round(cuts[49], 1),
        p95=round(cuts[94], 1),
        p99=round(cuts[98], 1),
        slowest=round(times[-1], 1),
        sockets=sockets,
        sockets_held=held,
        refused=sum(duel.refused for duel in duels),
    )


def measure(load: Load) -> Figures:
    """Start a server, measure it, stop it."""
    with own_server() as server:
        return asyncio.run(run(server, load))
