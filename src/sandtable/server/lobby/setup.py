"""Setting up tables: new tables, rematches, and taking seats."""

from __future__ import annotations

import time
from typing import Any

import msgspec

from sandtable.engine import Lesson, NotFound, Scenario, Seat, decode_options, find_lesson, lesson_options
from sandtable.engine.saving.header import decode_header

from ..hub import Hub
from ..people.accounts import Person, clean_text
from ..refusal import Refused
from ..store.stored_tables import FREE, SeatData, TableData, Tables, new_id
from ..tables.bot_levels import HOUSE, advisor, bots, check_bot
from ..tables.catalogue import find, installed_games, pack_title, read_options, unusual_options
from ..tables.room import Room
from ..wire import NewTable, SeatInfo, Setting, TableInfo
from .beginning import Cause, begin
from .offer import check_offered

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
    lesson = find_lesson(game, wanted.lesson) if wanted.lesson else None
    if lesson is not None:
        options = lesson_options(game, lesson)
        bot = f"bot:{advisor(game)}"
        wanted.seats = {it.id: "me" if it.id == lesson.seat else bot for it in game.seats(options)}
        wanted.title = wanted.title or f"{game.title}: {lesson.title}"[:80]
    else:
        options = read_options(game, wanted.options, wanted.scenario)
        seat_nonplayers(game, wanted)
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
        begins=_begins(wanted, [chair.id for chair in chairs]),
        host=person.name,
    )


def _begins(wanted: NewTable, chairs: list[str]) -> str:
    """When a new table begins: nobody has to say that they are ready if they play alone."""
    is_waiting = any(wanted.seats.get(chair, "open") in ("open", "link") for chair in chairs)
    return wanted.begins if is_waiting else "full"


def seat_nonplayers(game: Any, wanted: NewTable) -> None:
    """Seats that the options name as non-players are the House's; in a scenario that imposes results a bot takes them."""
    named = wanted.options.get(game.nonplayer_option) if game.nonplayer_option else None
    for seat in named if isinstance(named, list) else []:
        wanted.seats[seat] = f"bot:{HOUSE}"
    usual = game.options_type().scenario
    if game.nonplayer_option and (wanted.scenario or usual) != usual:
        for seat, who in wanted.seats.items():
            wanted.seats[seat] = f"bot:{advisor(game)}" if who == f"bot:{HOUSE}" else who


def lay_seat(chair: Seat, who: str, person: Person) -> SeatData:
    if who == "me":
        return SeatData(chair.id, chair.label, "person", person.id, name=person.name, ready=True)
    if who == "open":
        return SeatData(chair.id, chair.label, "open")
    if who == "link":
        return SeatData(chair.id, chair.label, "link", link=new_id() + new_id())
    if who.startswith("bot:"):
        return SeatData(chair.id, chair.label, "bot", bot=check_bot(who.removeprefix("bot:")))
    raise Refused("bad", f"A seat cannot be {who[:40]!r}: it is me, open, link or a bot such as bot:house.")


async def begun(
    hub: Hub, table: str, person: Person, cause: Cause = "seats", lesson: Lesson | None = None
) -> TableInfo:
    """The table, with its game begun if it may."""
    room = await hub.room(table)
    async with room.lock:
        room.teaching.wanted = lesson
        await begin(room, cause)
        room.tell_seats()
        room.refresh()
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
    game = installed_games().get(data.game)
    scenario = _scenario_of(data)
    is_over = data.state == "finished"
    header = decode_header(data.header.encode()) if data.header else None
    pack = data.options.get("pack", "default")
    return TableInfo(
        id=data.id,
        title=data.title,
        game=data.game,
        game_title=data.game if game is None else game.title,
        scenario=scenario.id,
        options=data.options,
        seats=infos,
        state=data.state,  # type: ignore[arg-type]  # a row has no narrower type
        public=data.public,
        is_owner=me == data.owner,
        turn=data.turn,
        turn_of_me=data.state == "playing" and data.asked in data.of(me),
        is_lesson=header is not None and header.lesson is not msgspec.UNSET,
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
        host=data.host,
        scenario_label=scenario.label if game is not None and len(game.scenarios) > 1 else "",
        progress="" if data.state == "waiting" else data.progress,
        asked=data.asked if data.state == "playing" and not data.is_private else None,
        begins=data.begins,  # type: ignore[arg-type]
        can_remove=me == data.owner and all(s.person in (None, me) for s in data.seats),
    )


def _scenario_of(data: TableData) -> Scenario:
    """The scenario of a table."""
    game = installed_games().get(data.game)
    usual = "" if game is None else game.options_type().scenario
    id = str(data.options.get("scenario", usual))
    found = () if game is None else (each for each in game.scenarios if each.id == id)
    return next(iter(found), Scenario(id, id))


def setting_of(data: TableData) -> Setting:
    """What is played at a table."""
    game = find_game(data.game)
    options = decode_options(game, data.options)
    scenario = msgspec.structs.replace(_scenario_of(data), minutes=game.minutes(options))
    return Setting(
        game.about, scenario, list(game.seats(options)), unusual_options(game, options), bots(game)
    )


async def reseated(hub: Hub, room: Room, person: Person) -> TableInfo:
    """The table after its seats have changed. Everybody is told, and the game begins if that was the last seat."""
    await seats_changed(hub, room)
    return await whole(hub, room, person)


async def seats_changed(hub: Hub, room: Room) -> None:
    """Tell everybody, here and in other processes, that the seats have changed."""
    async with room.lock:
        await room.seats_changed()
    hub.bus.tell(room.id, "seats")


async def claim(hub: Hub, secret: str, person: Person) -> TableInfo:
    """Take a seat by its secret link. The person who sits there already is let in again."""
    table, seat = await hub.tables.by_link(secret)
    room = await hub.room(table)
    if not await hub.seating.claim(table, seat, secret, person.id):
        return await whole(hub, room, person)
    return await reseated(hub, room, person)


def rematch_of(data: TableData, person: Person) -> TableData:
    """A new table with the same people and bots."""
    check_offered(find_game(data.game), data.options.get("pack", "default"))
    now = time.time()
    return TableData(
        id=new_id(),
        title=data.title,
        game=data.game,
        options=data.options,
        owner=person.id,
        public=data.public,
        clock=data.clock,
        created=now,
        updated=now,
        seats=[_again(s) for s in data.seats],
        before=data.id,
        host=person.name,
    )


def _again(seat: SeatData) -> SeatData:
    """A seat in a rematch. One that was empty is open."""
    kind = "open" if seat.kind in FREE else seat.kind
    return msgspec.structs.replace(seat, kind=kind, link=None, spent=0.0)
