"""The WebSocket of a table: one connection, its frames in and out."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException

from sandtable.engine import CannotUndo, IllegalChoice, Question, SandtableError, Table, Thing
from sandtable.engine.contract.reasons import left_out
from sandtable.engine.undo import NOTHING

from ..hub import Hub
from ..people.accounts import COOKIE, clean_text
from ..rate_limits import RateLimits, Sockets
from ..refusal import Refused
from ..tables.bot_levels import check_bot, hint_giver
from ..tables.room import Room
from ..tables.seat_view import encode
from ..tables.watcher import AWAY, GONE, Watcher
from ..wire import (
    AddStandingOrder,
    Answer,
    AskHint,
    AskMeasures,
    AskOdds,
    AskPreview,
    AskReasons,
    AskWhy,
    ByeFrame,
    Chat,
    ClientFrame,
    HintFrame,
    Look,
    MeasuresFrame,
    OddsFrame,
    OddsLine,
    Ping,
    PongFrame,
    Reason,
    ReasonsFrame,
    Redo,
    RefusedFrame,
    Stop,
    Undo,
    WhyFrame,
    WithdrawStandingOrders,
)
from ..workers.bot_jobs import World
from .access import check_may_look

log = logging.getLogger("sandtable.server")
#: The name under which a direct socket puts its way to write among the extensions of the scope.
EXTENSION = "sandtable.write_text"
#: How many odds and hints, or previews, of one connection may be under way: one is worked on, the others wait their turn.
MOST_JOBS = 8
FRAMES: msgspec.json.Decoder[ClientFrame] = msgspec.json.Decoder(ClientFrame)
CHANGED = "Something has happened since: look again."
#: Close codes: not allowed, no such table, too many requests, too many sockets.
FORBIDDEN, MISSING, OFTEN, CROWDED = 4403, 4404, 4429, 4430
CODES = {
    "missing": MISSING,
    "gone": GONE,
    "often": OFTEN,
    "crowded": CROWDED,
    "away": AWAY,
    "unopened": AWAY,
}


class _Jobs:
    """Requests of a connection that take a while, and whose turn it is."""

    __slots__ = ("tasks", "turn")

    def __init__(self) -> None:
        self.tasks: set[asyncio.Task[None]] = set()
        self.turn = asyncio.Lock()


class Outbox:
    """Frames that wait to be sent by one task; None is the end. A frame stays until it has been sent, so that none overtakes it."""

    __slots__ = ("_frames", "_waiting")

    def __init__(self) -> None:
        self._frames: deque[bytes | None] = deque()
        self._waiting: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        return len(self._frames)

    def empty(self) -> bool:
        return not self._frames

    def put_nowait(self, frame: bytes | None) -> None:
        self._frames.append(frame)
        waiting = self._waiting
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def get_nowait(self) -> bytes | None:
        return self._frames.popleft()

    async def first(self) -> bytes | None:
        """The first frame, once there is one. It stays in the box."""
        while not self._frames:
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting
        return self._frames[0]


class Connection:
    """One socket at one table."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        hub: Hub,
        room: Room,
        write_soon: Callable[[bytes], bool] | None = None,
    ) -> None:
        """`write_soon` writes a frame if the socket is open; without it, every frame goes through the outbox."""
        self.socket, self.hub, self.room = socket, hub, room
        self.outbox = Outbox()
        self._write_soon = write_soon
        self.watcher = Watcher(None, "", None, [], self.send)
        self.watcher.say_bye = self.say_bye
        self._jobs, self._previews = _Jobs(), _Jobs()
        #: The code that it is closed with once somebody has said bye.
        self._code = AWAY
        #: Set when nothing more can be sent.
        self._ended = asyncio.Event()

    def send(self, frame: bytes) -> None:
        """Send a frame without waiting for the client."""
        write = self._write_soon
        if write is not None and self.outbox.empty() and write(frame):
            return
        if not self._ended.is_set():
            self.outbox.put_nowait(frame)

    def say_bye(self, why: str, code: int) -> None:
        """Close the connection with a code and say why."""
        self._code = code
        self.outbox.put_nowait(encode(ByeFrame(why)))
        self.outbox.put_nowait(None)

    async def write(self) -> None:
        """Send what is in the outbox, in order."""
        send = self.socket.send
        try:
            while (frame := await self.outbox.first()) is not None:
                await send({"type": "websocket.send", "bytes": None, "text": frame.decode()})
                self.outbox.get_nowait()
            await self.socket.close(self._code, "bye")
        finally:
            self._ended.set()

    async def read(self, limits: RateLimits) -> None:
        """Handle frames until the client leaves, or has been cut off."""
        bucket = limits.frames()
        while True:
            data = await self.socket.receive_data("text")
            if bucket is not None and (
                seconds := bucket.wait()
            ):  # frames above the rate limit are read later
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._ended.wait(), seconds)
            if self._ended.is_set():
                return  # there may be many frames left, and nobody would hear what comes of them
            await self.hear(data)

    async def hear(self, data: str | bytes) -> None:
        """Handle one frame. If anything is wrong with it, the client is told and nothing changes."""
        number: int | None = None
        try:
            said = FRAMES.decode(data)
            number = said.id
            await self.do(said)
        except (msgspec.DecodeError, UnicodeError) as error:
            self.refuse(number, f"This frame cannot be read: {str(error)[:200]}")
        except RecursionError:
            self.refuse(number, "This frame is nested too deeply.")
        except SandtableError as error:
            self.refuse(number, _why(error))

    def refuse(self, number: int | None, why: str) -> None:
        self.hub.metrics.count("refused")
        self.send(encode(RefusedFrame(number, why)))

    # Frames

    async def do(self, said: ClientFrame) -> None:
        match said:
            case Answer():
                await self.room.act(self.watcher, said.n, said.id, lambda t: self._answer(t, said.keys))
            case Undo():
                await self.room.act(self.watcher, said.n, said.id, self._undo)
            case Redo():
                await self.room.act(self.watcher, said.n, said.id, self._redo)
            case AddStandingOrder():
                await self.room.act(
                    self.watcher, None, said.id, lambda t: self._order(t, said.window, said.until)
                )
            case WithdrawStandingOrders():
                await self.room.act(self.watcher, None, said.id, self._withdraw)
            case Look():
                await self._look(said)
            case Chat():
                await self._chat(said.text)
            case Stop():
                self._stop()
            case Ping():
                self.send(encode(PongFrame(said.id)))
            case AskMeasures():
                await self._measures(said)
            case AskOdds() | AskHint() | AskPreview() | AskWhy() | AskReasons():
                await self._asked(said)

    async def _asked(self, said: AskOdds | AskHint | AskPreview | AskWhy | AskReasons) -> None:
        """Something that the person who must answer wants to know first."""
        match said:
            case AskOdds():
                self._later(said.id, self._odds(said))
            case AskHint():
                self._later(said.id, self._hint(said))
            case AskPreview():
                self._later(said.id, self._preview(said), self._previews)
            case AskWhy():
                await self._why(said)
            case AskReasons():
                await self._reasons(said)

    def _answer(self, table: Table, keys: list[str]) -> str:
        seat = self.watcher.asked_seat(table)
        table.answer(seat, *keys)
        return seat

    def _own(self) -> str:
        seat = self.watcher.seat
        if seat is None or seat not in self.watcher.mine:
            raise Refused("forbidden", "Spectators cannot do that.")
        return seat

    def _undo(self, table: Table) -> None:
        seat = self._own()
        if table.undo_name(seat) is None:
            # A table remembers its past as far back as its last snapshot, and when that is taken depends on answers
            # that nobody may know of. So the reason, which is in the past, is not told.
            raise CannotUndo(NOTHING)
        table.undo(seat)

    def _redo(self, table: Table) -> None:
        table.redo(self._own())

    def _order(self, table: Table, window: str, until: str) -> None:
        if not window:
            raise Refused("bad", "Which kind of question? An asterisk means all.")
        if len(table.standing_orders(self._own())) >= 20:
            raise Refused("bad", "You have 20 standing orders already. Withdraw them first.")
        table.add_standing_order(self._own(), window, until)

    def _withdraw(self, table: Table) -> None:
        table.withdraw_standing_orders(self._own())

    async def _look(self, said: Look) -> None:
        watcher = self.watcher
        if said.seat is not None and said.seat not in watcher.mine:
            raise Refused("forbidden", "That is not your seat.")
        async with self.room.lock:
            watcher.seat = said.seat
            self.room.show(self.watcher, said.id)

    async def _chat(self, text: str) -> None:
        is_host = self.watcher.person is not None and self.watcher.person == self.room.data.owner
        if not self.watcher.mine and not is_host:
            raise Refused("forbidden", "Only those who play, and their host, can speak at the table.")
        await self.room.chat(self.watcher.name, clean_text(text, "A message", 500))

    def _stop(self) -> None:
        if not self.watcher.mine:
            raise Refused("forbidden", "Only those who play can stop a bot.")
        if not self.room.thinker.stop():
            raise Refused("conflict", "No bot is thinking.")

    # Jobs that take a while, and do not hold up the next frame

    def _later(self, number: int | None, work: Coroutine[Any, Any, None], jobs: _Jobs | None = None) -> None:
        """Start a job. Previews are done one after the other, and so is everything else."""
        jobs = self._jobs if jobs is None else jobs
        if len(jobs.tasks) >= MOST_JOBS:
            work.close()
            raise Refused("often", "Wait a moment: your last requests are not finished.")

        async def done() -> None:
            try:
                async with jobs.turn:
                    await work
            except SandtableError as error:
                self.refuse(number, _why(error))

        def ended(task: asyncio.Task[None]) -> None:
            jobs.tasks.discard(task)
            work.close()  # its turn may never have come

        task = asyncio.create_task(done())
        jobs.tasks.add(task)
        task.add_done_callback(ended)

    async def _world(self, n: int) -> World:
        """A world that the asked seat could be in."""
        async with self.room.lock:
            table = self.room.playing()
            if n != self.watcher.n:
                raise Refused("conflict", CHANGED)
            return self.hub.bot_jobs.world(table, self.watcher.asked_seat(table))

    async def _odds(self, said: AskOdds) -> None:
        world = await self._world(said.n)
        found = await self.hub.bot_jobs.odds(world, said.key, self._payer)
        lines = [OddsLine(**line) for line in found["lines"]]
        self.send(encode(OddsFrame(said.id, said.key, found["exact"], found["policy"], lines)))

    async def _hint(self, said: AskHint) -> None:
        named = check_bot(said.bot.removeprefix("bot:")) if said.bot else None
        world = await self._world(said.n)
        bot = named or hint_giver(self.room.game)
        found = await self.hub.bot_jobs.hint(world, bot, self._payer, at_once=named is None)
        self.send(encode(msgspec.convert({"t": "hint", "id": said.id, **found}, HintFrame)))

    async def _preview(self, said: AskPreview) -> None:
        world = await self._world(said.n)
        self.send(await self.hub.bot_jobs.preview(world, said.key, said.id, self._payer))

    async def _why(self, said: AskWhy) -> None:
        """Why a thing is not offered: only to the seat that is asked, and only about what lies open on the board."""
        thing = Thing(said.thing.kind, said.thing.id)
        async with self.room.lock:
            table, question = self._open_question(said.n)
            why = question.why_not(thing) if thing in left_out(table, question) else None
        self.send(encode(WhyFrame(said.id, thing, why or "")))

    async def _reasons(self, said: AskReasons) -> None:
        """The same for everything that is not offered: for those who cannot point at it."""
        async with self.room.lock:
            table, question = self._open_question(said.n)
            found = [
                Reason(thing, _label(question, thing), why)
                for thing in left_out(table, question)
                if (why := question.why_not(thing)) is not None
            ]
        self.send(encode(ReasonsFrame(said.id, found)))

    async def _measures(self, said: AskMeasures) -> None:
        """What can be measured on the board, made from what this viewpoint sees."""
        watcher = self.watcher
        async with self.room.lock:
            table = self.room.table
            if table is None or said.n != watcher.n:
                raise Refused("conflict", CHANGED)
            measures = table.game.measures(table.view(watcher.seat))
        self.send(encode(MeasuresFrame(said.id, said.n, measures)))

    def _open_question(self, n: int) -> tuple[Table, Question]:
        """The table and its question, for the seat that is asked. The caller holds the lock."""
        table = self.room.playing()
        if n != self.watcher.n:
            raise Refused("conflict", CHANGED)
        self.watcher.asked_seat(table)
        question = table.ask
        assert question is not None
        return table, question

    @property
    def _payer(self) -> str:
        """The owner of jobs from this connection, who takes turns with other owners."""
        return self.watcher.person or self.room.data.owner

    def close(self) -> None:
        for task in self._jobs.tasks | self._previews.tasks:
            task.cancel()


def _label(question: Question, thing: Thing) -> str:
    names = question.kinds[thing.kind]
    return names.label(names.number(thing.id))


@websocket("/ws/t/{table:str}")
async def table_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """Play, or watch. The protocol is described in docs/reference/protocol.md."""
    limits: RateLimits = socket.app.state.rate_limits
    address = socket.client.host if socket.client else ""
    with contextlib.ExitStack() as places:
        try:
            limits.check("socket", address)
            places.enter_context(limits.sockets.at_address(address))
            connection = await _connected(socket, limits.sockets, places)
        except Refused as error:
            await socket.accept()
            await socket.send_text(encode(ByeFrame(str(error))))
            await socket.close(CODES.get(error.code, FORBIDDEN), "refused")
            return
        await socket.accept()
        await _serve(connection, limits)


async def _connected(
    socket: WebSocket[Any, Any, Any], sockets: Sockets, places: contextlib.ExitStack
) -> Connection:
    """The connection of somebody who may look at a table, with a place among the open sockets."""
    hub: Hub = socket.app.state.hub
    person = await hub.people.of_cookie(socket.cookies.get(COOKIE))
    if person is not None:
        places.enter_context(sockets.of_person(person.id))
    room = await hub.room(socket.path_params["table"])
    check_may_look(room.data, person)
    mine = room.data.of(person.id if person else None)
    wanted = socket.query_params
    seat = wanted.get("seat") or None
    if seat is not None and seat not in mine:
        raise Refused("forbidden", "That is not your seat.")
    extensions: Any = socket.scope.get("extensions") or {}
    connection = Connection(socket, hub, room, extensions.get(EXTENSION))
    watcher = connection.watcher
    if person is not None:
        watcher.person, watcher.name, watcher.session = person.id, person.name, person.session
    watcher.seat, watcher.mine = seat, mine
    watcher.has_facts, watcher.wants_changes = wanted.get("facts") == "all", wanted.get("view") == "changes"
    return connection


async def _serve(connection: Connection, limits: RateLimits) -> None:
    hub, room = connection.hub, connection.room
    hub.metrics.sockets += 1
    writer = asyncio.create_task(connection.write())
    try:
        for line in await hub.tables.chats(room.id):
            connection.watcher.hear_chat(*line)
        async with room.lock:
            await room.check_rows()
            # They may have sat down while the socket was being opened: a page does both at once.
            connection.watcher.sit(room.data.of(connection.watcher.person))
            room.enter(connection.watcher)
        await hub.check_sessions([connection.watcher])  # its session may have ended while it was being opened
        await connection.read(limits)
    except (WebSocketDisconnect, WebSocketException):
        pass
    except Refused as error:  # the database went down or the table was removed before anything could be shown
        connection.say_bye(str(error), CODES.get(error.code, AWAY))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(writer), 1)
    finally:
        hub.metrics.sockets -= 1
        room.leave(connection.watcher)
        connection.close()
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError, WebSocketException, RuntimeError, OSError):
            await writer


def _why(error: SandtableError) -> str:
    """Why an answer was refused, without repeating what the client sent."""
    if isinstance(error, IllegalChoice) and error.question:
        return "That answer is not offered."
    return str(error)
