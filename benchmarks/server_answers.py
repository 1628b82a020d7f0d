"""What an answer costs the server, and what a table in memory does; without sockets, in one process.

    python -m benchmarks.server_answers                 this tree
    python -m benchmarks.server_answers ../before       that tree and this one, by turns, in one run
    python -m benchmarks.server_answers --instructions  processor instructions instead of time (needs valgrind)
    python -m benchmarks.server_answers --memory        kilobytes of a table in memory, as its game goes on
    python -m benchmarks.server_answers --opening       milliseconds to open a stored game

`--as-browser` (with any of these): every seat asks for all facts and for changes of its view, as a page does.

Every seat of every table is a connection without a socket, and answers are random and the same in every tree. Processor time
can be compared on a busy machine too; the best of several rounds is shown. Instructions are the same from run to run, to
about one in a hundred, however busy the machine is. `sandtable loadtest` measures the whole server.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec

HERE = Path(__file__).resolve()
GAMES = ("red-dust", "mars-or-die", "rogue-trooper")
TABLES, ROUNDS = 50, 3
#: Answers at each table: before the measurement, and in it.
WARM_UP, ANSWERS = 20, 30
#: The same where instructions are counted, which takes fifty times as long.
COUNTED_TABLES, COUNTED_ANSWERS = 6, 40
#: What a page adds to the address of its socket.
AS_BROWSER = {"facts": "all", "view": "changes"}


class Played:
    """A table whose seats answer at random, each through a connection of its own."""

    def __init__(self, room: Any, connections: dict[str, Any], number: int) -> None:
        self.room, self._connections, self.rng = room, connections, random.Random(number)

    @classmethod
    async def begun(cls, hub: Any, game: str, number: int, wanted: dict[str, str]) -> Played:
        """Begin a game with every seat connected. `wanted`: what each asks for in the address of its socket."""
        from sandtable.games import find_game
        from sandtable.server.lobby.setup import begun, lay_table
        from sandtable.server.wire import NewTable

        person = await hub.people.make_guest("Ann")
        played = find_game(game)
        seats = [seat.id for seat in played.seats(played.options_type())]
        table = lay_table(NewTable(game, dict.fromkeys(seats, "me"), title=f"Table {number}"), person)
        await hub.tables.create(table)
        await begun(hub, table.id, person)
        room, connections = await hub.room(table.id), {}
        cookie = await hub.people.begin_session(person.id)
        for seat in seats:
            made = connections[seat] = await _connected(hub, table.id, cookie, {"seat": seat, **wanted})
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
            frame = {"t": "answer", "n": _number_of(asked), "keys": [self.rng.choice(ask.keys)]}
            await asked.hear(msgspec.json.encode(frame))
            for each in self._connections.values():
                while not each.outbox.empty():
                    each.outbox.get_nowait()


async def _connected(hub: Any, table: str, cookie: str, wanted: dict[str, str]) -> Any:
    """A connection that was opened as a page opens it, without its socket."""
    from sandtable.server.people.accounts import COOKIE
    from sandtable.server.rate_limits import Sockets
    from sandtable.server.web.socket import _connected

    app = SimpleNamespace(state=SimpleNamespace(hub=hub))
    socket: Any = SimpleNamespace(
        app=app, cookies={COOKIE: cookie}, path_params={"table": table}, query_params=wanted, scope={}
    )
    with contextlib.ExitStack() as places:
        made: Any = await _connected(socket, Sockets(0, 0), places)
    made.socket = None  # it is no part of the server
    return made


def _number_of(connection: Any) -> int:
    """The number of the last state frame that a connection was sent, in this tree or an older one."""
    watcher = connection.watcher
    return int(getattr(watcher, "eyes", watcher).n)


async def with_hub(folder: str, do: Any) -> Any:
    from sandtable.server.hub import Hub
    from sandtable.server.settings import Settings

    hub = Hub(Settings(data=Path(folder), passwords="cheap", workers=1, sweep=3600.0, seed="bench"))
    await hub.start()
    try:
        return await do(hub)
    finally:
        await hub.close()


async def cost(hub: Any, game: str, wanted: dict[str, str]) -> float:
    """Microseconds of processor time for an answer."""
    tables = [await Played.begun(hub, game, n, wanted) for n in range(TABLES)]
    await asyncio.gather(*(table.answer(WARM_UP) for table in tables))
    before = time.process_time()
    await asyncio.gather(*(table.answer(ANSWERS) for table in tables))
    return 1e6 * (time.process_time() - before) / (TABLES * ANSWERS)


async def play(hub: Any, game: str, wanted: dict[str, str], answers: int) -> int:
    """Give this many answers at each of a few tables, one after the other. Returns how many were given in all."""
    for table in [await Played.begun(hub, game, n, wanted) for n in range(COUNTED_TABLES)]:
        before = table.room.data.lines
        await table.answer(answers)
        assert table.room.data.lines > before
    return COUNTED_TABLES * answers


def _traced() -> float:
    """Kilobytes that Python has allocated."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0] / 1024


async def memory(hub: Any, game: str, wanted: dict[str, str]) -> None:
    """Print the memory of a table, and of a connection: what is free again when everybody leaves and tables are let go.

    Only games that are still going on count.
    """
    await (await Played.begun(hub, game, 0, wanted)).answer(20)
    tracemalloc.start()
    for answers in (20, 100, 250, 400):
        tables = [await Played.begun(hub, game, n, wanted) for n in range(1, 9)]
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
            f"and {connected:.1f} KB for each connection",
            flush=True,
        )
    tracemalloc.stop()


async def opening(hub: Any, game: str, wanted: dict[str, str]) -> None:
    """Print how long it takes to open a stored game of about 1,200 answers, or one that has nearly ended."""
    table = await Played.begun(hub, game, 1, wanted)
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
    wanted = AS_BROWSER if words.as_browser else {}
    for game in words.game or GAMES:
        with tempfile.TemporaryDirectory() as folder:
            if words.answers is not None:
                asyncio.run(with_hub(folder, lambda hub, game=game: play(hub, game, wanted, words.answers)))
            elif words.memory or words.opening:
                do = memory if words.memory else opening
                asyncio.run(with_hub(folder, lambda hub, game=game, do=do: do(hub, game, wanted)))
            else:
                found = asyncio.run(with_hub(folder, lambda hub, game=game: cost(hub, game, wanted)))
                print(json.dumps([game, found]), flush=True)


def _in_tree(tree: Path, before: list[str], *more: str) -> subprocess.CompletedProcess[str]:
    """Run this benchmark in a process of its own that imports another tree."""
    environ = {**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}", "PYTHONHASHSEED": "0"}
    words = [*before, sys.executable, str(HERE), "--here", *more]
    return subprocess.run(words, env=environ, cwd=tree, check=True, capture_output=True, text=True)


def time_in(tree: Path, game: str, flags: list[str]) -> float:
    """Microseconds of processor time for an answer in a tree."""
    return float(json.loads(_in_tree(tree, [], "--game", game, *flags).stdout.splitlines()[-1])[1])


def instructions_in(tree: Path, game: str, flags: list[str]) -> float:
    """Thousands of instructions for an answer in a tree: what a run with many answers takes more than one with few."""
    counts = []
    for answers in (WARM_UP, WARM_UP + COUNTED_ANSWERS):
        with tempfile.NamedTemporaryFile() as out:
            valgrind = [
                "valgrind",
                "--tool=cachegrind",
                "--cache-sim=no",
                f"--cachegrind-out-file={out.name}",
            ]
            told = _in_tree(tree, valgrind, "--game", game, "--answers", str(answers), *flags).stderr
        found = re.search(r"I +refs: +([\d,]+)", told)
        assert found is not None, told
        counts.append(int(found[1].replace(",", "")))
    return (counts[1] - counts[0]) / (COUNTED_TABLES * COUNTED_ANSWERS) / 1000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", nargs="?", type=Path)
    parser.add_argument("--game", action="append")
    parser.add_argument("--as-browser", action="store_true", help="ask for facts and changes, as a page does")
    parser.add_argument("--instructions", action="store_true", help="count instructions, with valgrind")
    parser.add_argument("--memory", action="store_true")
    parser.add_argument("--opening", action="store_true")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--answers", type=int, help=argparse.SUPPRESS)
    words = parser.parse_args()
    if words.here or words.memory or words.opening:
        here(words)
        return
    now = HERE.parents[1]
    trees = [now] if words.before is None else [words.before.resolve(), now]
    measure, rounds, unit = (
        (instructions_in, 1, "thousand instructions") if words.instructions else (time_in, ROUNDS, "µs")
    )
    flags = ["--as-browser"] if words.as_browser else []
    for game in words.game or GAMES:
        found = [[measure(tree, game, flags) for tree in trees] for _ in range(rounds)]
        best = [min(column) for column in zip(*found, strict=True)]
        told = " before, ".join(f"{each:.0f} {unit} an answer" for each in best)
        print(f"{game}: {told}" + (f" now: {best[1] / best[0]:.2f} ×" if len(best) > 1 else ""), flush=True)


if __name__ == "__main__":
    main()
