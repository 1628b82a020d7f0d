"""HTTP: guests, accounts, log-ins and webhooks."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from ..people.accounts import COOKIE, DEVICE, LASTS, Person, login_of
from ..people.webhooks import check_reachable, check_url
from ..refusal import Refused
from ..wire import AccountBody, GuestBody, LoginBody, Me, WebhookBody
from .requests import Req, address_of, hub_of, limit, problems, somebody, who


def me_of(person: Person) -> Me:
    return Me(person.id, person.name, person.is_guest, person.webhook)


async def with_session(request: Req, person: Person) -> Response[Me]:
    """The response to a log-in or a new guest, with the cookie of a new session."""
    people = hub_of(request).people
    cookies = [long_cookie(request, COOKIE, await people.begin_session(person.id))]
    if not person.is_guest:
        cookies.append(long_cookie(request, DEVICE, people.new_device(person.name)))
    return Response(me_of(person), status_code=201, cookies=cookies)


def long_cookie(request: Req, name: str, value: str) -> Cookie:
    """A cookie that lasts as long as a session; an empty value deletes it."""
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


ROUTES = [get_me, post_guest, post_account, post_login, post_logout, put_webhook]
