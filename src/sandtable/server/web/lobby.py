"""HTTP: who you are, which games there are, and tables from being set up to being replayed."""

from __future__ import annotations

import gzip
import time
from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, get, post, put
from litestar.datastructures import Cookie, ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from sandtable.engine import NotFound, Seat, decode_options
from sandtable.engine.saving.header import decode_header

from ..hub import Hub
from ..people.accounts import COOKIE, DEVICE, LASTS, Person, clean_text, login_of
from ..people.webhooks import check_reachable, check_url
from ..refusal import Refused
from ..store.tables import SeatData, TableData, Tables, new_id
from ..tables.access import check_may_look, may_look
from ..tables.room import Room
from ..tables.seatview import encode
from ..tables.shelf import check_bot, find, info_of, read_options, shelf
from ..wire import (
    AccountBody,
    ByeFrame,
    ClaimBody,
    GameInfo,
    GuestBody,
    LoginBody,
    Me,
    NewTable,
    OptionsBody,
    Problem,
    SeatBody,
    SeatInfo,
    TableInfo,
    WebhookBody,
)

Req = Request[Any, Any, Any]
#: So many tables that are not over somebody may be the host of.
MOST_TABLES = 200


def problems(*codes: int) -> dict[int, ResponseSpec]:
    """The errors a route can give, for the OpenAPI page."""
    texts = {
        400: "What was sent is wrong.",
        401: "Nobody is known here by that cookie, name or password.",
        403: "That is not for you.",
        404: "There is no such thing.",
        409: "That does not fit how things stand.",
        413: "That is too large.",
        429: "Too often.",
        503: "The database is away (away), or this table cannot be opened (unopened).",
    }
    found = sorted({400, 403, 413, 429, 503, *codes})
    return {code: ResponseSpec(Problem, description=texts[code], generate_examples=False) for code in found}


def hub_of(request: Req) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def address_of(request: Req) -> str:
    return request.client.host if request.client else ""


def limit(request: Req, kind: str) -> None:
    request.app.state.rate_limits.check(kind, address_of(request))


async def who(request: Req) -> Person | None:
    return await hub_of(request).people.of_cookie(request.cookies.get(COOKIE))


async def somebody(request: Req) -> Person:
    person = await who(request)
    if person is None:
        raise Refused("who", "Say who you are first: a name is enough.")
    return person


# People


def me_of(person: Person) -> Me:
    return Me(person.id, person.name, person.is_guest, person.webhook)


async def with_session(request: Req, person: Person) -> Response[Me]:
    """The answer to somebody who has just become known: with the cookie of a new session."""
    people = hub_of(request).people
    cookies = [long_cookie(request, COOKIE, await people.begin_session(person.id))]
    if not person.is_guest:
        cookies.append(long_cookie(request, DEVICE, people.new_device(person.name)))
    return Response(me_of(person), status_code=201, cookies=cookies)


def long_cookie(request: Req, name: str, value: str) -> Cookie:
    """A cookie that lasts as long as a session; without a value, one that is forgotten."""
    return Cookie(
        name,
        value=value,
        path="/",
        max_age=LASTS if value else 0,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


@get("/api/me", responses=problems(), summary="Who you are, or null")
async def get_me(request: Req) -> Me | None:
    person = await who(request)
    return None if person is None else me_of(person)


@post("/api/guest", responses=problems(409), summary="Play under a name, without an account")
async def post_guest(request: Req, data: JSONBody[GuestBody]) -> Response[Me]:
    limit(request, "guest")
    person = await who(request)
    people = hub_of(request).people
    if person is not None:
        return Response(me_of(await people.rename(person, data.name)), status_code=201)
    return await with_session(request, await people.make_guest(data.name))


@post("/api/account", responses=problems(409), summary="Make an account; a guest keeps tables and seats")
async def post_account(request: Req, data: JSONBody[AccountBody]) -> Response[Me]:
    limit(request, "password")
    person = await who(request)
    if person is not None and not person.is_guest:
        raise Refused("conflict", "You have an account already.")
    return await with_session(
        request, await hub_of(request).people.make_account(person, data.name, data.password)
    )


@post("/api/login", responses=problems(401), summary="Come back to an account")
async def post_login(request: Req, data: JSONBody[LoginBody]) -> Response[Me]:
    limit(request, "password")
    hub = hub_of(request)
    device = hub.people.known_device(request.cookies.get(DEVICE), data.name)
    guess = hub.password_tries.begin(login_of(data.name), address_of(request), device)
    person = await hub.people.login(data.name, data.password)
    guess.was_right()
    return await with_session(request, person)


@post("/api/logout", status_code=204, responses=problems(), summary="End this browser's session")
async def post_logout(request: Req) -> Response[None]:
    if await who(request) is not None:
        await hub_of(request).people.end_session(request.cookies[COOKIE])
    return Response(None, status_code=204, cookies=[long_cookie(request, COOKIE, "")])


@put("/api/me/webhook", responses=problems(401), summary="The address that is called when it is your turn")
async def put_webhook(request: Req, data: JSONBody[WebhookBody]) -> Me:
    limit(request, "write")
    person = await somebody(request)
    url = check_url(data.url)
    if not hub_of(request).settings.private_webhooks:
        check_reachable(url)
    await hub_of(request).people.set_webhook(person.id, url)
    return msgspec.structs.replace(me_of(person), webhook=url)


# Games


@get("/api/games", responses=problems(), summary="Every game with its scenarios, options and bots")
async def get_games() -> list[GameInfo]:
    return [info_of(game) for game in shelf().values() if game.listed]


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


def find_game(key: str) -> Any:
    try:
        return find(key)
    except NotFound as error:
        raise Refused("missing", str(error)) from None


# Tables

Which = Literal["open", "mine", "finished"]


@get("/api/tables", responses=problems(401), summary="Tables that are open, mine or finished")
async def get_tables(request: Req, which: Annotated[Which, QueryParameter()] = "open") -> list[TableInfo]:
    limit(request, "read")
    person, hub = await who(request), hub_of(request)
    if which == "mine" and person is None:
        return []
    found = await hub.tables.listed(which, person.id if person else None)
    known = shelf()  # a game may have left the shelf since; then only those who play it are told
    return [
        describe(hub, data, person)
        for data in found
        if (which == "mine" or data.game in known) and may_look(data, person)
    ]


@post("/api/tables", responses=problems(401, 404), summary="Set up a table; it begins when no seat is open")
async def post_table(request: Req, data: JSONBody[NewTable]) -> TableInfo:
    limit(request, "table")
    person, hub = await somebody(request), hub_of(request)
    table = lay_table(data, person)
    await check_room_for_more(hub.tables, person)
    await hub.tables.create(table)
    return await begun(hub, table.id, person)


async def check_room_for_more(tables: Tables, person: Person) -> None:
    if await tables.owned(person.id) >= MOST_TABLES:
        raise Refused("conflict", f"You are the host of {MOST_TABLES} tables already; finish some first.")


def lay_table(wanted: NewTable, person: Person) -> TableData:
    """A new table as it was asked for."""
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
    """The table, with its game begun if nobody is missing."""
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
    )


async def room_for(request: Req, table: str) -> tuple[Hub, Room, Person | None]:
    """A table somebody may look at."""
    hub, person = hub_of(request), await who(request)
    room = await hub.room(table)
    check_may_look(room.data, person)
    return hub, room, person


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
    board = room.game.board(decode_options(room.game, room.data.options))
    body = msgspec.json.encode(board)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(body, media_type="application/json")
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(gzip.compress(body, 6), media_type="application/json", headers=headers)


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
    seat = room.data.seat(data.seat)
    if seat.kind != "open":
        raise Refused("conflict", "That seat is not open.")
    return await sit(hub, room, data.seat, person, ["open"])


async def sit(hub: Hub, room: Room, seat: str, person: Person, kinds: list[str]) -> TableInfo:
    if not await hub.tables.sit(room.id, seat, person.id, kinds):
        raise Refused("conflict", "Somebody else was quicker.")
    async with room.lock:
        await room.seats_changed()
    hub.bus.tell(room.id, "seats")
    return await whole(hub, room, person)


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
    if room.data.state != "waiting":
        raise Refused("conflict", "The game has begun; nobody can leave it now.")
    is_owner = room.data.owner == person.id
    if not await hub.tables.stand_up(table, person.id) and not is_owner:
        raise Refused("conflict", "You do not sit at this table.")
    async with room.lock:
        await room.seats_changed()
    hub.bus.tell(table, "seats")
    if is_owner and not any(s.kind == "person" for s in room.data.seats):
        await hub.tables.remove(table)
        hub.rooms.pop(table, None)
        room.tell_all(encode(ByeFrame("The table was taken away.")))
        return None
    return await whole(hub, room, person)


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


async def claim(hub: Hub, secret: str, person: Person) -> TableInfo:
    """Sit down by a secret link; whoever sits there already is let in again."""
    table, seat = await hub.tables.by_link(secret)
    room = await hub.room(table)
    held = room.data.seat(seat)
    if held.person == person.id:
        return await whole(hub, room, person)
    if held.kind != "link":
        raise Refused("conflict", "Somebody has taken this seat already.")
    return await sit(hub, room, seat, person, ["link"])


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
        again = new_id()
        await hub.tables.create(rematch_of(data, again, person))
        room.tell_seats()
        hub.bus.tell(table, "seats")
    return await begun(hub, again, person)


def rematch_of(data: TableData, table: str, person: Person) -> TableData:
    """The same people and bots once more."""
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


ROUTES = [
    get_me,
    post_guest,
    post_account,
    post_login,
    post_logout,
    put_webhook,
    get_games,
    post_seats,
    get_tables,
    post_table,
    get_table,
    get_board,
    post_join,
    post_leave,
    post_claim,
    post_rematch,
]
