"""Many tables at which every seat is a client, and answers are given at a certain rate."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from statistics import quantiles

import msgspec

from sandtable.engine import SandtableError

from .client import Client, Guest, HeardFrame

#: How many tables are set up, and sockets opened, at the same time.
AT_ONCE = 20
#: Before a measurement another game begins where this many answers were given: a game that ends costs more than it should, and
#: all of them would end at about the same time.
OLD = 120


class Load(msgspec.Struct):
    """What is played."""

    game: str = "mars-or-die"
    tables: int = 200
    #: Clients ask for whole views without facts, as a simple program does; a page asks for facts and for changes.
    is_plain: bool = False


class Figures(msgspec.Struct):
    """What was measured at one rate. Times are milliseconds from an answer until the next question has arrived."""

    #: Answers a second that were tried for, and that were given.
    rate: float
    answers_a_second: float
    answers: int
    p50: float
    p95: float
    p99: float
    slowest: float
    refused: int
    #: CPU time of all server processes for each answer, in microseconds.
    cpu: int = 0


class PlayedTable:
    """One table. Its seats answer at random, one after the other, and when the game is over another one begins."""

    def __init__(self, field: Field, number: int, server: str) -> None:
        self.field, self.server, self.rng = field, server, random.Random(number)
        self.id = ""
        self.clients: list[Client] = []
        self.is_opening, self._is_over = True, False
        self._guest: Guest | None = None
        #: How many answers were given in this game.
        self.answers = 0
        self._sent = self._due = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._next: tuple[Client, int, str] | None = None

    async def open(self) -> None:
        """Set up the table and connect every seat."""
        self.is_opening, self._is_over, self.answers = True, False, 0
        self.id = await asyncio.to_thread(self._set_up)
        self.clients = [Client(seat, self.hear) for seat in self.field.seats]
        await self.connect()

    def _set_up(self) -> str:
        """Set up a table; the guest is the same from game to game."""
        if self._guest is None:
            self._guest = Guest(self.server, "Load")
        seats = dict.fromkeys(self.field.seats, "me")
        found: str = self._guest.call("/api/tables", {"game": self.field.load.game, "seats": seats})["id"]
        return found

    async def connect(self) -> None:
        """Connect every seat, or all of them again after the server was killed."""
        self.is_opening, self._sent = True, 0.0
        for client in self.clients:
            await self._connect(client)
        self.is_opening = False
        if self._is_over:  # it ended just before the server was killed
            self.field.begin_again(self)

    async def _connect(self, client: Client) -> None:
        """Connect one seat. As a page does, it tries again if a server that has just started lets it wait for too long."""
        assert self._guest is not None
        for wait in (0.2, 1.0, 5.0, None):
            try:
                await client.open(self.server, self.id, self._guest.cookie, is_plain=self.field.load.is_plain)
                return
            except (SandtableError, OSError):
                if wait is None:
                    raise
                await asyncio.sleep(wait)

    def hear(self, client: Client, frame: HeardFrame) -> None:
        if frame.t == "refused":
            self.field.refused.append(frame.why)
        if frame.t != "state":
            return
        if frame.n == 1 and client.lost_lines(frame):
            self.field.lost.append(f"{self.field.load.game} {self.id}: {client.last.decode()}")
        client.read_log(frame)
        if frame.outcome is not None:
            self._is_over = True
            self.field.begin_again(self)
        elif frame.waiting == client.seat and frame.question is not None:
            self._asked(client, frame.n, self.rng.choice(frame.question.options).key)

    def _asked(self, client: Client, n: int, key: str) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        if self._sent:
            self.field.times.append(now - self._sent)
            self._sent = 0.0
        pause = self.field.pause
        self._due = max(now, min(self._due, now + 2 * pause) + pause * self.rng.uniform(0.5, 1.5))
        if self._timer is not None:  # the same question once more
            self._timer.cancel()
        self._next = (client, n, key)
        self._timer = loop.call_at(self._due, self._answer, *self._next)

    def keep_pace(self) -> None:
        """The rate has changed: an answer that waits for its time waits no longer than the new rate asks for."""
        loop = asyncio.get_running_loop()
        soon = loop.time() + self.field.pause * self.rng.random()
        if self._timer is not None and self._next is not None and soon < self._due:
            self._timer.cancel()
            self._due = soon
            self._timer = loop.call_at(soon, self._answer, *self._next)

    def _answer(self, client: Client, n: int, key: str) -> None:
        self._timer = None
        if not client.is_closed and not self.field.is_paused:
            self._sent = asyncio.get_running_loop().time()
            self.answers += 1
            client.answer(n, key)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for client in self.clients:
            client.close()


class Field:
    """All tables of a load test."""

    def __init__(self, servers: list[str], load: Load) -> None:
        self.servers, self.load = servers, load
        self.seats: list[str] = []
        self.tables = [
            PlayedTable(self, number, servers[number % len(servers)]) for number in range(load.tables)
        ]
        #: Seconds between two answers at one table.
        self.pause = 1.0
        #: While it is set nobody answers.
        self.is_paused = False
        self.times: list[float] = []
        self.refused: list[str] = []
        #: Lines of logs that were sent once and missing after a connection was opened again.
        self.lost: list[str] = []
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._opening: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Set up all tables."""
        self.seats = await asyncio.to_thread(_seats, self.servers[0], self.load.game)
        self.pause = self.load.tables / 20  # slowly, until everybody is there
        if len(self.seats) < 2:
            raise SandtableError(f"{self.load.game} is played alone; a load needs a game for two or more.")
        await asyncio.gather(*(self._open(table) for table in self.tables))

    async def _open(self, table: PlayedTable) -> None:
        async with self._gate:
            await table.open()

    def begin_again(self, table: PlayedTable) -> None:
        """A game is over: its players begin another, so that the load stays the same."""
        if table.is_opening:
            return
        table.is_opening = True
        table.close()
        task = asyncio.create_task(self._open(table))
        self._opening.add(task)
        task.add_done_callback(self._opened)

    def _opened(self, task: asyncio.Task[None]) -> None:
        self._opening.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:  # the server was killed meanwhile, or refuses new tables
            self.refused.append(str(error))

    async def renew(self) -> None:
        """Begin another game at every table whose game could end while it is measured."""
        old = [table for table in self.tables if table.answers >= OLD and not table.is_opening]
        for table in old:
            table.is_opening = True
            table.close()
        await asyncio.gather(*(self._open(table) for table in old))

    async def connect_again(self) -> None:
        """Connect everybody again after the servers were killed."""
        await asyncio.gather(*self._opening, return_exceptions=True)

        async def connect(table: PlayedTable) -> None:
            table.close()
            async with self._gate:
                await table.connect()

        await asyncio.gather(*(connect(table) for table in self.tables))

    async def measure(self, rate: float, seconds: float, cpu: Callable[[], float], least: int = 2) -> Figures:
        """Let everybody answer at a rate, and measure for a while once they do. `cpu` says the servers' CPU time."""
        loop = asyncio.get_running_loop()
        await self.renew()
        self.pause = self.load.tables / rate
        for table in self.tables:
            table.keep_pace()
        await asyncio.sleep(min(2.0, 2 * self.pause))
        before = await asyncio.to_thread(cpu)
        self.times, self.refused, begun = [], [], loop.time()
        await asyncio.sleep(seconds)
        while len(self.times) < least:
            await asyncio.sleep(0.01)
        times, lasted = sorted(1000 * each for each in self.times), loop.time() - begun
        used = await asyncio.to_thread(cpu) - before
        cuts = quantiles(times, n=100, method="inclusive")
        return Figures(
            rate=round(rate, 1),
            answers_a_second=round(len(times) / lasted, 1),
            answers=len(times),
            p50=round(cuts[49], 1),
            p95=round(cuts[94], 1),
            p99=round(cuts[98], 1),
            slowest=round(times[-1], 1),
            refused=len(self.refused),
            cpu=round(1e6 * used / len(times)),
        )

    async def close(self) -> None:
        for task in self._opening:
            task.cancel()
        await asyncio.gather(*self._opening, return_exceptions=True)
        for table in self.tables:
            table.close()
        await asyncio.sleep(0)


def _seats(server: str, game: str) -> list[str]:
    found = Guest(server, "Load").call(f"/api/games/{game}/seats", {"options": {}})
    return [seat["id"] for seat in found]
