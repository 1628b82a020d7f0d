"""Helpers that all routes share: who sends a request, rate limits, and the errors in the OpenAPI schema."""

from __future__ import annotations

import gzip
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.openapi.datastructures import ResponseSpec

from ..hub import Hub
from ..people.accounts import COOKIE, Person
from ..people.sessions import browser_of
from ..refusal import Refused
from ..tables.room import Room
from ..wire import Problem
from .access import check_may_look

Req = Request[Any, Any, Any]


def problems(*codes: int) -> dict[int, ResponseSpec]:
    """The errors of a route, for the OpenAPI schema."""
    texts = {
        400: "The request is invalid.",
        401: "You are not logged in, or the name or password is wrong.",
        403: "You are not allowed to do that.",
        404: "Not found.",
        409: "Not possible in the present state.",
        410: "That is over.",
        413: "The request is too large.",
        429: "Too many requests.",
        503: "The database does not answer (away), or this table cannot be opened (unopened).",
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


def browser(request: Req) -> str:
    """The name, for people, of the browser that sends a request."""
    return browser_of(request.headers.get("user-agent", ""))


async def who(request: Req) -> Person | None:
    """The person who sends a request; None if the browser has not said who that is."""
    return await hub_of(request).people.of_cookie(request.cookies.get(COOKIE))


async def somebody(request: Req) -> Person:
    """The person who sends a request; an error if the browser has not said who that is."""
    person = await who(request)
    if person is None:
        raise Refused("who", "Say who you are first: a name is enough.")
    return person


def zipped(request: Req, data: Any) -> Response[Any]:
    """JSON, compressed if the client can read it."""
    body = msgspec.json.encode(data)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(body, media_type="application/json")
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return Response(gzip.compress(body, 6), media_type="application/json", headers=headers)


async def room_for(request: Req, table: str) -> tuple[Hub, Room, Person | None]:
    """A table that the sender may look at."""
    hub, person = hub_of(request), await who(request)
    room = await hub.room(table)
    check_may_look(room.data, person)
    return hub, room, person
