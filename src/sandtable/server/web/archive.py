"""HTTP: replays, exports, imports and notes."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from sandtable.engine import Header, SandtableError
from sandtable.engine.saving.header import decode_header

from ..hub import Hub
from ..lobby.setup import check_room_for_more, find_game, lay_table, whole
from ..people.accounts import Person
from ..refusal import Refused
from ..tables.bot_levels import advisor, check_bot
from ..tables.catalogue import find
from ..tables.room import Room
from ..wire import BotThought, NewTable, NotesBody, Replay, SharedMoment, TableInfo
from ..workers.importing import Imported
from ..workers.process_pool import WorkerEnded
from .access import check_viewpoint
from .requests import Req, hub_of, limit, problems, room_for, somebody

#: The largest import. The journal of a long game is a tenth of this.
IMPORT_BYTES = 5 * 1024 * 1024

#: The bots of ours that play on in an imported game.
KNOWN = ("house", "level", "ahead", "random", "search")

Viewpoint = Annotated[str | None, QueryParameter(max_length=40)]
Place = Annotated[int | None, QueryParameter(ge=0, le=2**31)]


@get("/api/tables/{table:str}/replay", responses=problems(404, 409), summary="The steps of a replay")
async def get_replay(request: Req, table: FromPath[str], seat: Viewpoint = None) -> Replay:
    hub, room = await _viewed(request, table, seat)
    recording = await hub.replays.get(room, seat or None)
    return Replay(seat or None, recording.steps())


@get(
    "/api/tables/{table:str}/replay/{n:int}",
    responses=problems(404, 409),
    summary="One moment of a replay, as a state frame",
)
async def get_moment(
    request: Req, table: FromPath[str], n: FromPath[int], seat: Viewpoint = None
) -> Response[bytes]:
    hub, room = await _viewed(request, table, seat)
    recording = await hub.replays.get(room, seat or None)
    return Response(recording.frame(n), media_type="application/json")


@get(
    "/api/tables/{table:str}/replay/{n:int}/shared",
    responses=problems(404, 409),
    summary="The number of the same step for spectators, for a link to share",
)
async def get_shared(
    request: Req, table: FromPath[str], n: FromPath[int], seat: Viewpoint = None
) -> SharedMoment:
    hub, room = await _viewed(request, table, seat)
    own, theirs = await hub.replays.get(room, seat or None), await hub.replays.get(room, None)
    return SharedMoment(theirs.number_at(own.place_of(n)))


@get(
    "/api/tables/{table:str}/thoughts/{bot:str}",
    responses=problems(404, 409),
    summary="Why a bot gave its last answer, up to a step of a replay or before a line of the journal",
)
async def get_thought(
    request: Req,
    table: FromPath[str],
    bot: FromPath[str],
    seat: Viewpoint = None,
    step: Place = None,
    before: Place = None,
) -> BotThought:
    hub, room = await _viewed(request, table, seat)
    sitter = room.data.seat(bot)
    if sitter.kind != "bot":
        raise Refused("bad", "Only a bot can say why it answered as it did.")
    upto = room.data.lines
    if step is not None:
        upto = (await hub.replays.get(room, seat or None)).place_of(step)[0]
    job = {
        "job": "thought",
        "head": room.data.header,
        "rows": await hub.tables.lines(table, 0, upto),
        "seat": bot,
        "bot": sitter.bot or advisor(room.game),
        "before": before,
        "is_over": room.data.state == "finished",
    }
    found = await hub.replay_pool.do(job, table, hub.settings.replay_seconds)
    return msgspec.convert(found, BotThought)


async def _viewed(request: Req, table: str, seat: str | None) -> tuple[Hub, Room]:
    """A table whose replay somebody may watch from a seat."""
    limit(request, "replay")
    hub, room, person = await room_for(request, table)
    check_viewpoint(room.data, person, seat or None)
    if room.data.header is None:
        raise Refused("conflict", "The game has not begun.")
    return hub, room


@get("/api/tables/{table:str}/export", responses=problems(404, 409), summary="The journal of a finished game")
async def get_export(request: Req, table: FromPath[str]) -> Response[bytes]:
    limit(request, "replay")
    hub, room, _ = await room_for(request, table)
    if room.data.state != "finished" or room.data.header is None:
        raise Refused(
            "conflict", "A game can be exported once it is over: until then its journal holds secrets."
        )
    journal = await hub.tables.journal(table, room.data.header)
    name = f"{room.data.game}-{table[:6]}.journal"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(journal, media_type="application/x-ndjson", headers=headers)


@post(
    "/api/import",
    responses=problems(401, 413),
    request_max_body_size=IMPORT_BYTES,
    summary="Import a saved or finished game",
)
async def post_import(request: Req) -> TableInfo:
    limit(request, "import")
    person, hub = await somebody(request), hub_of(request)
    await check_room_for_more(hub.tables, person)
    journal = await request.body()
    header = decode_header(journal.partition(b"\n")[0])
    game = find_game(header.game)
    if header.options.get("pack", "default") not in (game.pack_names or ["default"]):
        raise Refused(
            "bad",
            f"That game was played with the pack {header.pack.name[:80]!r}, which this server does not have.",
        )
    job = {"job": "import", "journal": journal, "megabytes": hub.settings.import_megabytes}
    try:
        found = await hub.replay_pool.do(job, person.id, hub.settings.import_seconds)
    except WorkerEnded:
        raise Refused("bad", "This game cannot be imported: reading it failed.") from None
    return await take_over(hub, header, msgspec.msgpack.decode(found["game"], type=Imported), person)


async def take_over(hub: Hub, header: Header, imported: Imported, person: Person) -> TableInfo:
    """Set up a table for an imported game: its bots play on, and the importer gets all other seats."""
    game = find(header.game)
    seats = {seat: recorded(who) for seat, who in header.seats.items()}
    table = lay_table(NewTable(header.game, seats, None, header.options, public=False), person)
    table.title = f"{game.title} (imported)"
    await hub.tables.create(table)
    room = await hub.room(table.id)
    async with room.lock:
        await room.adopt(imported)
        room.consider()
    return await whole(hub, room, person)


def recorded(who: str) -> str:
    """Who plays a seat of an imported game: the same bot if it exists here, otherwise the importer."""
    spec = who.removeprefix("bot:")
    try:
        return f"bot:{check_bot(spec)}" if spec.partition(":")[0] in KNOWN else "me"
    except SandtableError:
        return "me"


@get("/api/tables/{table:str}/notes", responses=problems(401, 404), summary="Your notes")
async def get_notes(request: Req, table: FromPath[str]) -> NotesBody:
    limit(request, "read")
    person = await somebody(request)
    hub, _, _ = await room_for(request, table)
    return NotesBody(await hub.tables.notes(table, person.id))


@put("/api/tables/{table:str}/notes", responses=problems(401, 404), summary="Save your notes")
async def put_notes(request: Req, table: FromPath[str], data: JSONBody[NotesBody]) -> NotesBody:
    limit(request, "write")
    person = await somebody(request)
    hub, _, _ = await room_for(request, table)
    text = data.text.replace("\x00", "")
    await hub.tables.keep_notes(table, person.id, text)
    return NotesBody(text)


ROUTES = [get_replay, get_moment, get_shared, get_thought, get_export, post_import, get_notes, put_notes]
