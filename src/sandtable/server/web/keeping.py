"""HTTP: resigning, and what one keeps of one's tables."""

from __future__ import annotations

from litestar import Response, delete, post, put
from litestar.params import FromPath, JSONBody

from ..lobby.setup import describe, reseated
from ..people.accounts import Person
from ..store.stored_tables import TableData
from ..tables.bot_levels import advisor
from ..wire import ArchiveBody, Outcome, TableInfo
from .requests import Req, hub_of, limit, problems, room_for, somebody


@post(
    "/api/tables/{table:str}/resign",
    status_code=200,
    responses=problems(401, 404, 409),
    summary="Give up. The house plays on for you if two or more others play; otherwise the game is over",
)
async def post_resign(request: Req, table: FromPath[str]) -> TableInfo:
    limit(request, "write")
    person = await somebody(request)
    hub, room, _ = await room_for(request, table)

    score = None if room.table is None else room.game.score_so_far(room.table.run.state)

    def result(data: TableData) -> Outcome | None:
        return None if is_missed(data, person) else _end(data, person, score)

    bot, now = advisor(room.game), hub.time.now()
    if await hub.endings.resign(table, person.id, result, bot, now):
        await room.chat("Sandtable", f"{person.name} has resigned. The house plays on.")
    return await reseated(hub, room, person)


def is_missed(data: TableData, person: Person) -> bool:
    """Whether others would rather play on: somebody else plays, and there are more than two sides."""
    others = {s.person for s in data.seats if s.person not in (None, person.id)}
    return bool(others) and len(data.seats) > 2


def _end(data: TableData, person: Person, score: float | None) -> Outcome:
    """With two sides the other one wins; otherwise nobody does. A campaign keeps what it has scored so far."""
    mine = data.of(person.id)
    others = [s.seat for s in data.seats if s.seat not in mine]
    winners = others if len(others) == len(mine) == 1 else []
    return Outcome(winners, f"{person.name} has resigned.", score, mine)


@put(
    "/api/tables/{table:str}/archived",
    responses=problems(401, 404),
    summary="Take a table out of your lists, or put it back",
)
async def put_archived(request: Req, table: FromPath[str], data: JSONBody[ArchiveBody]) -> TableInfo:
    limit(request, "write")
    person, hub = await somebody(request), hub_of(request)
    found = await hub.endings.archive(table, person.id, archived=data.archived)
    return describe(hub, found, person)


@delete(
    "/api/tables/{table:str}",
    status_code=204,
    responses=problems(401, 404, 409),
    summary="Remove a table for good, as its host, if nobody else plays there",
)
async def delete_table(request: Req, table: FromPath[str]) -> Response[None]:
    limit(request, "write")
    person, hub = await somebody(request), hub_of(request)
    await hub.endings.remove(table, person.id)
    hub.removed(table)
    return Response(None, status_code=204)


ROUTES = [post_resign, put_archived, delete_table]
