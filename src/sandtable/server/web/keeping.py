"""HTTP: resigning, and what one keeps of one's tables."""

from __future__ import annotations

from litestar import Response, delete, post, put
from litestar.params import FromPath, JSONBody

from ..hub import Hub
from ..lobby.setup import describe, whole
from ..people.accounts import Person
from ..refusal import Refused
from ..tables.room import Room
from ..tables.shelf import advisor
from ..wire import ArchiveBody, Outcome, TableInfo
from .requests import Req, hub_of, limit, problems, room_for, somebody, who


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
    mine = room.data.of(person.id)
    if not mine:
        raise Refused("forbidden", "You do not play here.")
    if room.data.state != "playing":
        raise Refused("conflict", "There is no game to resign.")
    if is_missed(room, person):
        await hub.endings.hand_over(table, person.id, advisor(room.game))
        await room.chat("Sandtable", f"{person.name} has resigned. The house plays on.")
    else:
        await hub.endings.finish(table, _end(room, person, mine), hub.time.now())
    await _changed(hub, room)
    return await whole(hub, room, person)


def is_missed(room: Room, person: Person) -> bool:
    """Whether others would rather play on: somebody else plays, and there are more than two sides."""
    others = {s.person for s in room.data.seats if s.person not in (None, person.id)}
    return bool(others) and len(room.data.seats) > 2


def _end(room: Room, person: Person, mine: list[str]) -> Outcome:
    """With two sides the other one wins; otherwise nobody does. A campaign keeps what it has scored so far."""
    others = [s.seat for s in room.data.seats if s.seat not in mine]
    winners = others if len(others) == len(mine) == 1 else []
    score = None if room.table is None else room.game.score_so_far(room.table.run.state)
    return Outcome(winners, f"{person.name} has resigned.", score, mine)


async def _changed(hub: Hub, room: Room) -> None:
    async with room.lock:
        await room.seats_changed()
    hub.bus.tell(room.id, "seats")


@put(
    "/api/tables/{table:str}/archived",
    responses=problems(401, 404),
    summary="Take a table out of your lists, or put it back",
)
async def put_archived(request: Req, table: FromPath[str], data: JSONBody[ArchiveBody]) -> TableInfo:
    limit(request, "write")
    person, hub = await somebody(request), hub_of(request)
    found = await hub.tables.get(table)
    if found.owner != person.id and not found.of(person.id):
        raise Refused("forbidden", "That table is not yours.")
    await hub.endings.archive(table, person.id, archived=data.archived)
    return describe(hub, found, person)


@delete(
    "/api/tables/{table:str}",
    status_code=204,
    responses=problems(401, 404, 409),
    summary="Remove a table for good, as its host, if nobody else plays there",
)
async def delete_table(request: Req, table: FromPath[str]) -> Response[None]:
    limit(request, "write")
    await somebody(request)
    hub, person = hub_of(request), await who(request)
    found = await hub.tables.get(table)
    if person is None or found.owner != person.id:
        raise Refused("forbidden", "Only the host can remove a table.")
    if any(s.person not in (None, person.id) for s in found.seats):
        raise Refused("conflict", "Others play here too. You can archive the table instead.")
    await hub.endings.remove(table)
    hub.removed(table)
    return Response(None, status_code=204)


ROUTES = [post_resign, put_archived, delete_table]
