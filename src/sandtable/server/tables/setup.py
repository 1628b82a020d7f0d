"""Setting up tables: new tables, rematches, and taking seats."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from sandtable.engine import NotFound, Seat
from sandtable.engine.saving.header import decode_header

from ..hub import Hub
from ..people.accounts import Person, clean_text
from ..refusal import Refused
from ..store.tables import SeatData, TableData, Tables, new_id
from ..wire import NewTable, SeatInfo, TableInfo
from .offer import check_offered
from .room import Room
from .shelf import check_bot, find, pack_title, read_options, shelf

#: The most unfinished tables one person may host.
MOST_TABLES = 200


def find_game(key: str) -> Any:
    try:
        return find(key)
    except NotFound as error:
        raise Refused("missing", str(error)) from None


async def check_room_for_more(tables: Tables, person: Person) -> None:
    if await tables.owned(person.id) >= MOST_TABLES:
        raise Refused("conflict", f"You are the host of {MOST_TABLES} tables already; finish some first.")


def lay_table(wanted: NewTable, person: Person) -> TableData:
    """A new table, as requested."""
    game = find_game(wanted.game)
    options = read_options(game, wanted.options, wanted.scenario)
    chairs = list(game.seats(options))
    for seat in wanted.seats:
        if seat not in [chair.id for chair in chairs]:
            raise NotFound("seat", seat, [chair.id for chair in chairs])
    now = time.time()
    return TableData(
        id=new_id(),
        title=clean_text(wanted.title, "A title", 80) if wanted.title.strip() else game.title,
        game=game.key,
        options=msgspec.to_builtins(options),
        owner=person.id,
        public=wanted.public,
        clock=wanted.clock if wanted.clock and (wanted.clock.each or wanted.clock.bank) else None,
        created=now,
        updated=now,
        seats=[lay_seat(chair, wanted.seats.get(chair.id, "open"), person) for chair in chairs],
    )


def lay_seat(chair: Seat, who: str, person: Person) -> SeatData:
    if who == "me":
        return SeatData(chair.id, chair.label, "person", person.id, name=person.name)
    if who == "open":
        return SeatData(chair.id, chair.label, "open")
    if who == "link":
        return SeatData(chair.id, chair.label, "link", link=new_id() + new_id())
    if who.startswith("bot:"):
        return SeatData(chair.id, chair.label, "bot", bot=check_bot(who.removeprefix("bot:")))
    raise Refused(
        "bad", f"Nobody sits down as {who[:40]!r}: a seat is me, open, link or a bot such as bot:house."
    )


async def begun(hub: Hub, table: str, person: Person) -> TableInfo:
    """The table, with its game begun if every seat is taken."""
    room = await hub.room(table)
    async with room.lock:
        await room.begin()
        room.consider()
    return await whole(hub, room, person)


async def whole(hub: Hub, room: Room, person: Person | None) -> TableInfo:
    info = describe(hub, room.data, person)
    info.rematch = await hub.tables.after(room.id) if room.data.state == "finished" else None
    return info


def describe(hub: Hub, data: TableData, person: Person | None) -> TableInfo:
    """A table as somebody may see it."""
    me = person.id if person else None
    room = hub.rooms.get(data.id)
    room = room or Room(hub, data)
    infos: list[SeatInfo] = room.seat_infos(for_owner=me is not None and me == data.owner, person=me)
    game = shelf().get(data.game)
    scenario = "" if game is None else game.options_type().scenario
    is_over = data.state == "finished"
    header = decode_header(data.header.encode()) if data.header else None
    pack = data.options.get("pack", "default")
    return TableInfo(
        id=data.id,
        title=data.title,
        game=data.game,
        game_title=data.game if game is None else game.title,
        scenario=str(data.options.get("scenario", scenario)),
        options=data.options,
        seats=infos,
        state=data.state,  # type: ignore[arg-type]  # a row has no narrower type
        public=data.public,
        is_owner=me == data.owner,
        turn=data.turn,
        turn_of_me=data.state == "playing" and data.asked in data.of(me),
        has_secrets=game is None or game.has_secrets,
        windows={} if game is None else dict(game.windows),
        clock=data.clock,
        outcome=data.outcome,
        created=data.created,
        updated=data.updated,
        seed_hash=header.seed_hash if header else None,
        seed=header.seed if header and is_over else None,
        problem=hub.problem_of(data),
        pack="" if game is None or pack == "default" else pack_title(game, pack),
    )


async def sit(hub: Hub, room: Room, seat: str, person: Person, kinds: list[str]) -> TableInfo:
    if not await hub.tables.sit(room.id, seat, person.id, kinds):
        raise Refused("conflict", "Somebody else was quicker.")
    async with room.lock:
        await room.seats_changed()
    hub.bus.tell(room.id, "seats")
    return await whole(hub, room, person)


async def claim(hub: Hub, secret: str, person: Person) -> TableInfo:
    """Take a seat by its secret link. The person who sits there already is let in again."""
    table, seat = await hub.tables.by_link(secret)
    room = await hub.room(table)
    held = room.data.seat(seat)
    if held.person == person.id:
        return await whole(hub, room, person)
    if held.kind != "link":
        raise Refused("conflict", "Somebody has taken this seat already.")
    return await sit(hub, room, seat, person, ["link"])


def rematch_of(data: TableData, table: str, person: Person) -> TableData:
    """A new table with the same people and bots."""
    check_offered(find_game(data.game), data.options.get("pack", "default"))
    now = time.time()
    return TableData(
        id=table,
        title=data.title,
        game=data.game,
        options=data.options,
        owner=person.id,
        public=data.public,
        clock=data.clock,
        created=now,
        updated=now,
        seats=[msgspec.structs.replace(s, link=None, spent=0.0) for s in data.seats],
        before=data.id,
    )
