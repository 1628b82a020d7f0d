"""docs/contribute/walk.md: one answer, from click to picture, as a page asks for it; traced, not believed."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import msgspec

import sandtable
from sandtable.server.cancelling import cancel_all
from sandtable.server.hub import Hub
from sandtable.server.web.socket import Connection
from tests.docs.pages import text_of
from tests.server.rooms import new_table, run, until

ROOT = Path(__file__).parents[2]
SOURCE = Path(sandtable.__file__).parent
#: The most hops in all and on the server's side, and the most modules of server/ that are passed.
MOST_HOPS, MOST_SERVER_HOPS, MOST_SERVER_MODULES = 30, 22, 16


class Hop(NamedTuple):
    """A row of the table."""

    where: str
    called: str


def told() -> list[Hop]:
    rows = re.findall(r"^\| \d+ \| `(.+?)` \| `(.+?)` \|", text_of("contribute/walk.md"), flags=re.MULTILINE)
    return [Hop(*row) for row in rows]


def listed(after: str) -> list[str]:
    """The modules or files that are named after a mark on the page, up to the next mark or the end."""
    text = (
        text_of("contribute/walk.md").partition(f"<!-- {after}")[2].partition("-->")[2].partition("<!--")[0]
    )
    return re.findall(r"`((?:engine|games|server|web)/[^`]+)`", text)


class Trace:
    """Calls from one module of ours into another, in the order in which they were first made."""

    def __init__(self) -> None:
        self.calls: dict[tuple[str, str], list[str]] = {}

    @contextmanager
    def on(self) -> Iterator[None]:
        threading.setprofile(self._profile)
        sys.setprofile(self._profile)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def _profile(self, frame: FrameType, event: str, arg: Any) -> None:
        if event != "call" or (into := module_of(frame.f_code)) is None:
            return
        back = frame.f_back
        while back is not None and module_of(back.f_code) is None:
            back = back.f_back
        caller = "" if back is None else module_of(back.f_code) or ""
        if caller != into:
            self.calls.setdefault((caller, into), []).append(frame.f_code.co_qualname)

    @property
    def callers(self) -> set[str]:
        return {caller for caller, _ in self.calls}

    @property
    def entered(self) -> list[str]:
        """Every module on the way, in order."""
        return list(dict.fromkeys(into for _, into in self.calls))

    def hops(self) -> list[str]:
        """Each one that was entered and called another in its turn."""
        return [module for module in self.entered if module in self.callers]


def module_of(code: CodeType) -> str | None:
    path = Path(code.co_filename)
    return str(path.relative_to(SOURCE).with_suffix("")) if path.is_relative_to(SOURCE) else None


def traced_answer(folder: Path) -> Trace:
    """Recruit somebody at a table of Surface Combat, as a frame from a browser would."""
    trace = Trace()

    async def test(hubs: list[Hub]) -> None:
        hub = hubs[0]
        await cancel_all(hub._sweeper)  # its first round must not walk through the trace
        table, person = await new_table(hub, "surface-combat", {"commander": "me"})
        room = await hub.room(table)
        connection = Connection(None, hub, room)  # type: ignore[arg-type]
        connection.watcher.person, connection.watcher.name = person.id, person.name
        connection.watcher.seat, connection.watcher.mine = "commander", ["commander"]
        connection.watcher.has_facts = connection.watcher.wants_changes = True
        async with room.lock:
            room.enter(connection.watcher)
        for _ in range(2):  # the first answer also makes what is kept from then on
            assert room.table is not None
            assert room.table.ask is not None
            key = room.table.ask.options[0].key
            frame = {"t": "answer", "n": connection.watcher.n, "id": 1, "keys": [key]}
            trace.calls.clear()
            with trace.on():
                await connection.hear(msgspec.json.encode(frame))
                await until(lambda: not room._tasks and not hub.replays.is_busy)
        assert connection.outbox.qsize() >= 3, "an answer is followed by a new state"

    run(folder, test)
    return trace


def test_an_answer_walks_as_the_page_tells(tmp_path: Path) -> None:
    """Every hop of the server was made, and every module that an answer passed is on the page."""
    trace = traced_answer(tmp_path)
    rows = [hop for hop in told() if not hop.where.startswith("web/")]
    assert set(trace.hops()) | {"server/web/socket"} == {hop.where for hop in rows}
    for hop in rows:
        called = {name for (_, into), names in trace.calls.items() if into == hop.where for name in names}
        assert hop.called in called, f"{hop.where} was not entered by {hop.called}, but by {sorted(called)}"
    assert set(trace.entered) - set(trace.hops()) == set(listed("the side steps"))
    assert len(rows) <= MOST_SERVER_HOPS
    assert sum(module.startswith("server/") for module in trace.entered) <= MOST_SERVER_MODULES


def test_the_client_does_what_the_page_tells() -> None:
    for hop in told():
        if hop.where.startswith("web/"):
            assert hop.called in (ROOT / hop.where).read_text(encoding="utf-8"), hop


def imported_by(file: Path) -> set[Path]:
    """The files of the client that a file imports."""
    names = re.findall(r'(?:from|import\()\s*"(\.[^"]+)"', file.read_text(encoding="utf-8"))
    found = [(file.parent / name).resolve() for name in names]
    return {it for path in found for it in (path, Path(f"{path}.ts"), path / "index.ts") if it.is_file()}


def test_the_files_of_the_client_are_those_that_belong_together() -> None:
    """Each is imported by another one, from the live table on, and from the game, which is loaded by its name (`lib/fronts.ts`)."""
    files = {
        ROOT / it
        for it in {*listed("the client's files"), *(hop.where for hop in told())}
        if it.startswith("web/")
    }
    assert len(files) >= 18
    found, more = (
        set[Path](),
        {ROOT / "web/src/table/LiveTable.svelte", ROOT / "web/src/games/surface-combat/index.ts"},
    )
    while more:
        found |= more
        more = {it for file in more for it in imported_by(file)} - found
    assert files <= found


def test_the_walk_is_short() -> None:
    assert 20 <= len(told()) <= MOST_HOPS


def test_the_trace_sees_a_detour(tmp_path: Path) -> None:
    """The check itself: a module that is entered and calls another cannot be left out of the page."""
    trace = Trace()
    trace.calls = {("", "a"): ["f"], ("a", "b"): ["g"], ("b", "c"): ["h"]}
    assert trace.hops() == ["a", "b"]
