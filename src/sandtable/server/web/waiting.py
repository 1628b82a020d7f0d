"""HTTP: before a game begins. Invitations, a first look at the board, and the waiting room."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody

from ..hub import Hub
from ..lobby.first_look import first_look
from ..lobby.setup import begun, describe, lay_seat, reseated, seats_changed, setting_of
from ..people.accounts import Person
from ..refusal import Refused
from ..store.seating import BEGUN
from ..store.stored_tables import TableData
from ..tables.room import Room
from ..wire import GiveSeatBody, Invitation, ReadyBody, Setting, TableInfo
from .requests import Req, hub_of, limit, problems, room_for, somebody, who, zipped

# Invitations. Reading one changes nothing, because messengers open links for previews.


@get(
    "/api/invitations/{secret:str}", responses=problems(404, 409, 410), summary="What a seat's link leads to"
)
async def get_invitation(request: Req, secret: FromPath[str]) -> Invitation:
    limit(request, "read")
    hub, data, seat, person = await invited(request, secret)
    is_mine = person is not None and data.seat(seat).person == person.id
    return Invitation(describe(hub, data, person), setting_of(data), seat, is_mine)


@get(
    "/api/invitations/{secret:str}/look",
    responses=problems(404, 409, 410),
    summary="The board of the game that a seat's link is for, before it begins",
)
async def get_invited_look(request: Req, secret: FromPath[str]) -> Response[Any]:
    limit(request, "replay")
    hub, data, _, _ = await invited(request, secret)
    return await _look(request, hub, data)


async def invited(request: Req, secret: str) -> tuple[Hub, TableData, str, Person | None]:
    """The table and the seat of a link that can still be used, or that brought this person here."""
    hub, person = hub_of(request), await who(request)
    table, seat = await hub.tables.by_link(secret)
    data = await hub.tables.get(table)
    held = data.seat(seat)
    if person is not None and held.person == person.id:
        return hub, data, seat, person
    if data.state == "finished":
        raise Refused("gone", "This game is over.")
    if held.person is None:
        return hub, data, seat, person
    raise Refused("conflict", "Somebody else has taken this seat.")


@get("/api/tables/{table:str}/about", responses=problems(404), summary="What is played at a table")
async def get_about(request: Req, table: FromPath[str]) -> Setting:
    limit(request, "read")
    _, room, _ = await room_for(request, table)
    return setting_of(room.data)


@get("/api/tables/{table:str}/look", responses=problems(404, 409), summary="The board before the game begins")
async def get_look(request: Req, table: FromPath[str]) -> Response[Any]:
    limit(request, "replay")
    hub, room, _ = await room_for(request, table)
    return await _look(request, hub, room.data)


async def _look(request: Req, hub: Hub, data: TableData) -> Response[Any]:
    if data.state != "waiting":
        raise Refused("conflict", f"{BEGUN} Watch it instead.")
    return zipped(request, await asyncio.to_thread(first_look, hub, data))


# The waiting room


async def _waiting(request: Req, table: str) -> tuple[Hub, Room, Person]:
    """A table that waits for players, and somebody who may look at it."""
    limit(request, "write")
    await somebody(request)
    hub, room, person = await room_for(request, table)
    assert person is not None
    if not hub.bus.is_alone:  # what happened in another process may not have been heard here yet
        async with room.lock:
            await room.seats_changed()
    if room.data.state != "waiting":
        raise Refused("conflict", BEGUN)
    return hub, room, person


@post(
    "/api/tables/{table:str}/ready",
    status_code=200,
    responses=problems(401, 404, 409),
    summary="Say that you are ready; the game begins when everybody is",
)
async def post_ready(request: Req, table: FromPath[str], data: JSONBody[ReadyBody]) -> TableInfo:
    hub, room, person = await _waiting(request, table)
    await hub.seating.be_ready(table, person.id, ready=data.ready)
    await seats_changed(hub, room)
    return await begun(hub, table, person, "ready")


@post(
    "/api/tables/{table:str}/start",
    status_code=200,
    responses=problems(401, 404, 409),
    summary="Begin the game, as its host; every seat must be taken",
)
async def post_start(request: Req, table: FromPath[str]) -> TableInfo:
    hub, room, person = await _waiting(request, table)
    _check_host(room, person)
    info = await begun(hub, table, person, "host")
    if info.state == "waiting":
        free = ", ".join(s.label for s in room.data.free)
        raise Refused("conflict", f"Nobody sits here yet: {free}. Put a bot there, or wait.")
    return info


@post(
    "/api/tables/{table:str}/seat",
    status_code=200,
    responses=problems(401, 404, 409),
    summary="Say who is to sit in a seat, as the host: a bot, you, somebody with a link, or anybody",
)
async def post_seat(request: Req, table: FromPath[str], data: JSONBody[GiveSeatBody]) -> TableInfo:
    hub, room, person = await _waiting(request, table)
    _check_host(room, person)
    room.data.seat(data.seat)
    chair = next(seat for seat in setting_of(room.data).seats if seat.id == data.seat)
    await hub.seating.give(table, person.id, lay_seat(chair, data.who, person))
    return await reseated(hub, room, person)


def _check_host(room: Room, person: Person) -> None:
    if room.data.owner != person.id:
        raise Refused("forbidden", "Only the host can do that.")


ROUTES = [get_invitation, get_invited_look, get_about, get_look, post_ready, post_start, post_seat]
