"""HTTP: games, and tables from set-up to rematch."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Response, get, post
from litestar.datastructures import ResponseHeader
from litestar.params import FromPath, JSONBody, QueryParameter

from sandtable.engine import Seat, decode_options, find_lesson

from ..lobby.offer import is_offered
from ..lobby.setup import (
    begun,
    check_room_for_more,
    claim,
    describe,
    find_game,
    lay_table,
    rematch_of,
    reseated,
    whole,
)
from ..refusal import Refused
from ..tables.catalogue import form_of, info_of, installed_games, is_installed, read_options, rules_of
from ..tables.drawing import board_for
from ..tables.teaching import lesson_of
from ..wire import ClaimBody, Form, GameInfo, NewTable, OptionsBody, SeatBody, TableInfo
from .access import check_may_look, may_look
from .requests import Req, hub_of, limit, problems, room_for, somebody, who, zipped

# Games


@get("/api/games", responses=problems(), summary="Every game with its scenarios, options and bots")
async def get_games() -> list[GameInfo]:
    return [info_of(game) for game in installed_games().values() if game.listed and is_offered(game)]


@post(
    "/api/games/{key:str}/seats",
    status_code=200,
    responses=problems(404),
    summary="The seats under these options",
)
async def post_seats(request: Req, key: FromPath[str], data: JSONBody[OptionsBody]) -> list[Seat]:
    limit(request, "read")
    game = find_game(key)
    return list(game.seats(read_options(game, data.options)))


@post(
    "/api/games/{key:str}/form",
    status_code=200,
    responses=problems(404),
    summary="The options and seats to ask for under these options",
)
async def post_form(request: Req, key: FromPath[str], data: JSONBody[OptionsBody]) -> Form:
    limit(request, "read")
    game = find_game(key)
    return form_of(game, read_options(game, data.options))


@get(
    "/api/games/{key:str}/rules",
    responses=problems(404),
    summary="The whole rules of a game, by section",
    response_headers=[ResponseHeader(name="Cache-Control", value="private, max-age=3600")],
)
async def get_rules(request: Req, key: FromPath[str]) -> Response[Any]:
    limit(request, "read")
    game = find_game(key)
    rules = rules_of(game)
    if rules is None:
        raise Refused("missing", f"{game.title} does not come with its rules.")
    return zipped(request, rules)


# Tables

Which = Literal["open", "mine", "finished", "archived"]


@get("/api/tables", responses=problems(401), summary="Tables that are open, mine, finished or archived")
async def get_tables(request: Req, which: Annotated[Which, QueryParameter()] = "open") -> list[TableInfo]:
    limit(request, "read")
    person, hub = await who(request), hub_of(request)
    if which in ("mine", "archived") and person is None:
        return []
    found = await hub.tables.listed(which, person.id if person else None)
    # A game or a pack may have been taken away; its tables are shown only to their players.
    return [
        describe(hub, data, person)
        for data in found
        if (which in ("mine", "archived") or is_installed(data)) and may_look(data, person)
    ]


@post("/api/tables", responses=problems(401, 404), summary="Set up a table; it begins when no seat is open")
async def post_table(request: Req, data: JSONBody[NewTable]) -> TableInfo:
    limit(request, "table")
    person, hub = await somebody(request), hub_of(request)
    table = lay_table(data, person)
    await check_room_for_more(hub.tables, person)
    await hub.tables.create(table)
    lesson = find_lesson(find_game(data.game), data.lesson) if data.lesson else None
    return await begun(hub, table.id, person, lesson=lesson)


@get("/api/tables/{table:str}", responses=problems(404), summary="One table")
async def get_table(request: Req, table: FromPath[str]) -> TableInfo:
    limit(request, "read")
    try:
        hub, room, person = await room_for(request, table)
    except Refused as error:
        if error.code != "unopened":
            raise
        return await _unopened(request, table)
    return await whole(hub, room, person)


async def _unopened(request: Req, table: str) -> TableInfo:
    """A table that cannot be opened, and why."""
    hub, person = hub_of(request), await who(request)
    data = await hub.tables.get(table)
    check_may_look(data, person)
    return describe(hub, data, person)


@get(
    "/api/tables/{table:str}/board",
    responses=problems(404),
    summary="What never changes in this game: map, names, texts of cards",
    response_headers=[ResponseHeader(name="Cache-Control", value="private, max-age=86400, immutable")],
)
async def get_board(request: Req, table: FromPath[str]) -> Response[Any]:
    limit(request, "read")
    _, room, _ = await room_for(request, table)
    board = board_for(room.game, decode_options(room.game, room.data.options))
    return zipped(request, board)


@post(
    "/api/tables/{table:str}/join",
    status_code=200,
    responses=problems(401, 404, 409),
    summary="Take an open seat",
)
async def post_join(request: Req, table: FromPath[str], data: JSONBody[SeatBody]) -> TableInfo:
    limit(request, "write")
    await somebody(request)
    hub, room, person = await room_for(request, table)
    assert person is not None
    await hub.seating.join(table, data.seat, person.id)
    return await reseated(hub, room, person)


@post(
    "/api/tables/{table:str}/leave",
    status_code=200,
    responses=problems(401, 404, 409),
    summary="Leave before the game begins",
)
async def post_leave(request: Req, table: FromPath[str]) -> TableInfo | None:
    limit(request, "write")
    person = await somebody(request)
    hub, room, _ = await room_for(request, table)
    if await hub.seating.leave(table, person.id):
        hub.removed(table)
        return None
    return await reseated(hub, room, person)


@post(
    "/api/tables/{table:str}/claim",
    status_code=200,
    responses=problems(401, 404, 409),
    summary="Take the seat that a secret link is for",
)
async def post_claim(request: Req, table: FromPath[str], data: JSONBody[ClaimBody]) -> TableInfo:
    limit(request, "password")
    person, hub = await somebody(request), hub_of(request)
    found, _ = await hub.tables.by_link(data.secret)
    if found != table:
        raise Refused("missing", "This link leads to no seat at this table.")
    return await claim(hub, data.secret, person)


@post("/api/tables/{table:str}/rematch", responses=problems(401, 404, 409), summary="The same again")
async def post_rematch(request: Req, table: FromPath[str]) -> TableInfo:
    limit(request, "table")
    person = await somebody(request)
    hub, room, _ = await room_for(request, table)
    data = room.data
    if data.state != "finished":
        raise Refused("conflict", "This game is not over.")
    if not data.of(person.id):
        raise Refused("forbidden", "You did not play this game.")
    again = await hub.tables.after(table)
    if again is None:
        await check_room_for_more(hub.tables, person)
        again = await hub.tables.create_rematch(rematch_of(data, person))
        room.tell_seats()
        hub.bus.tell(table, "seats")
    return await begun(hub, again, person, lesson=lesson_of(room.game, data.header))


ROUTES = [
    get_games,
    get_rules,
    post_seats,
    post_form,
    get_tables,
    post_table,
    get_table,
    get_board,
    post_join,
    post_leave,
    post_claim,
    post_rematch,
]
