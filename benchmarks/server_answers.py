"""What an answer costs the server, and what a table in memory does; without sockets, in one process.

    python -m benchmarks.server_answers              this tree
    python -m benchmarks.server_answers ../before    that tree and this one, by turns, in one run
    python -m benchmarks.server_answers --memory     kilobytes of a table in memory, as its game goes on
    python -m benchmarks.server_answers --opening    milliseconds to open a stored game

Every seat of every table is a connection without a socket, and answers are random and the same in every tree. Processor time
can be compared on a busy machine too; the best of several rounds is shown. `sandtable loadtest` measures the whole server.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).resolve()
GAMES = ("red-dust", "mars-or-die")
TABLES, ROUNDS = 50, 3
#: Answers at each table: before the measurement, and in it.
WARM_UP, ANSWERS = 20, 30


class Played:
    """A table whose seats answer at random, each through a connection of its own."""

    def __init__(self, room: Any, connections: dict[str, Any], number: int) -> None:
        self.room, self._connections, self.rng = room, connections, random.Random(number)

    @classmethod
    async def begun(cls, hub: Any, game: str, number: int) -> Played:
        from sandtable.server.lobby.setup import begun, lay_table
        from sandtable.server.tables.seatview import Eyes
        from sandtable.server.tables.shelf import find
        from sandtable.server.web.socket import Connection
        from sandtable.server.wire import NewTable

        person = await hub.people.make_guest("Ann")
        seats = [seat.id for seat in find(game).seats(find(game).options_type())]
        table = lay_table(NewTable(game, dict.fromkeys(seats, "me"), title=f"Table {number}"), person)
        await hub.tables.create(table)
        await begun(hub, table.id, person)
        room, connections = await hub.room(table.id), {}
        for seat in seats:
            made = connections[seat] = Connection(None, hub, room)  # type: ignore[arg-type]
            made.watcher.person, made.watcher.name, made.watcher.eyes = (
                person.id,
                person.name,
                Eyes(seat, [seat]),
            )
            async with room.lock:
                room.enter(made.watcher)
        return cls(room, connections, number)

    def leave(self) -> int:
        """Close every connection. Returns how many there were."""
        count = len(self._connections)
        for connection in self._connections.values():
            self.room.leave(connection.watcher)
        self._connections.clear()
        return count

    async def answer(self, times: int) -> None:
        """Answer so many times, or until the game is over."""
        for _ in range(times):
            ask = self.room.table.ask
            if ask is None:
                break
            asked = self._connections[ask.seat]
            frame = {"t": "answer", "n": asked.watcher.eyes.n, "keys": [self.rng.choice(ask.keys)]}
            await asked.hear(msgspec.json.encode(frame))
            for each in self._connections.values():
                while not each.outbox.empty():
                    each.outbox.get_nowait()


async def with_hub(folder: str, do: Any) -> Any:
    from sandtable.server.hub import Hub
    from sandtable.server.settings import Settings

    hub = Hub(Settings(data=Path(folder), passwords="cheap", workers=1, sweep=3600.0, seed="bench"))
    await hub.start()
    try:
        return await do(hub)
    finally:
        await hub.close()


async def cost(hub: Any, game: str) -> float:
    """Microseconds of processor time for an answer."""
    tables = [await Played.begun(hub, game, n) for n in range(TABLES)]
    await asyncio.gather(*(table.answer(WARM_UP) for table in tables))
    before = time.process_time()
    await asyncio.gather(*(table.answer(ANSWERS) for table in tables))
    return 1e6 * (time.process_time() - before) / (TABLES * ANSWERS)


def _traced() -> float:
    """Kilobytes that Python has allocated."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0] / 1024


async def memory(hub: Any, game: str) -> None:
    """Print the memory of a table, and of a connection: what is free again when everybody leaves and tables are let go.

    Only games that are still going on count.
    """
    await (await Played.begun(hub, game, 0)).answer(20)
    tracemalloc.start()
    for answers in (20, 100, 250, 400):
        tables = [await Played.begun(hub, game, n) for n in range(1, 9)]
        for table in tables:
            await table.answer(answers)
        for table in tables:
            if table.room.table.ask is None:
                table.leave()
                del hub.rooms[table.room.id]
        tables = [table for table in tables if table.room.table.ask is not None]
        if not tables:
            break
        for table in tables:
            del table.rng  # 2.5 KB, and no part of the server
        count = len(tables)
        lines = sum(table.room.data.lines for table in tables) / count
        sizes, seats = [_traced()], sum(map(Played.leave, tables))
        sizes.append(_traced())
        hub.rooms.clear()
        del table, tables
        sizes.append(_traced())
        kept, connected = (sizes[1] - sizes[2]) / count, (sizes[0] - sizes[1]) / seats
        print(
            f"{game}: {kept:.0f} KB a table after {lines:.0f} lines of its journal, "
            f"and {connected:.0f} KB for each connection",
            flush=True,
        )
    tracemalloc.stop()


async def opening(hub: Any, game: str) -> None:
    """Print how long it takes to open a stored game of about 1,200 answers, or one that has nearly ended."""
    table = await Played.begun(hub, game, 1)
    while table.room.table.ask is not None and table.room.data.lines < 1200:
        await table.answer(10)
    times = []
    for _ in range(5):
        hub.rooms.clear()
        begun = time.process_time()
        room = await hub.room(table.room.id)
        times.append(time.process_time() - begun)
    again = room.table.number - room._kept._snapshot
    print(
        f"{game}: {1000 * min(times):.1f} ms of processor time to open a game of {room.data.lines} lines, "
        f"{again} of them after its snapshot"
    )


def here(words: argparse.Namespace) -> None:
    """Measure the tree that is imported."""
    for game in words.game or GAMES:
        with tempfile.TemporaryDirectory() as folder:
            if words.memory or words.opening:
                do = memory if words.memory else opening
                asyncio.run(with_hub(folder, lambda hub, game=game, do=do: do(hub, game)))
            else:
                found = asyncio.run(with_hub(folder, lambda hub, game=game: cost(hub, game)))
                print(json.dumps([game, found]), flush=True)


def in_tree(tree: Path, game: str) -> float:
    """The cost of an answer in a tree, measured in a process of its own."""
    environ = {**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}", "PYTHONHASHSEED": "0"}
    words = [sys.executable, str(HERE), "--here", "--game", game]
    told = subprocess.run(words, env=environ, cwd=tree, check=True, capture_output=True, text=True).stdout
    return float(json.loads(told.splitlines()[-1])[1])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", nargs="?", type=Path)
    parser.add_argument("--game", action="append")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--opening", action="store_true")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    words = parser.parse_args()
    if words.here or words.memory or words.opening:
        here(words)
        return
    now = HERE.parents[1]
    trees = [now] if words.before is None else [words.before.resolve(), now]
    for game in words.game or GAMES:
        rounds = [[in_tree(tree, game) for tree in trees] for _ in range(ROUNDS)]
        best = [min(column) for column in zip(*rounds, strict=True)]
        told = " before, ".join(f"{each:.0f} µs an answer" for each in best)
        print(f"{game}: {told}" + (f" now: {best[0] / best[1]:.2f} ×" if len(best) > 1 else ""), flush=True)


if __name__ == "__main__":
    main()
