"""HTTP: guests, accounts, log-ins and webhooks."""

from __future__ import annotations

import msgspec
from litestar import Response, delete, get, post, put
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from ..people.accounts import COOKIE, DEVICE, Person, login_of
from ..people.sessions import LASTS
from ..people.webhooks import check_reachable, check_url
from ..refusal import Refused
from ..wire import AccountBody, GuestBody, LoginBody, Me, PasswordBody, SessionInfo, WebhookBody
from .requests import Req, address_of, browser, hub_of, limit, problems, somebody, who


def me_of(person: Person) -> Me:
    return Me(person.id, person.name, person.is_guest, person.webhook)


def with_session(request: Req, person: Person, cookie: str) -> Response[Me]:
    """The response to a log-in or a new guest, with the cookie of a new session."""
    cookies = [long_cookie(request, COOKIE, cookie)]
    if not person.is_guest:
        cookies.append(long_cookie(request, DEVICE, hub_of(request).people.new_device(person.name)))
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
    guest = await people.make_guest(data.name)
    return with_session(request, guest, await people.begin_session(guest.id, browser(request)))


@post("/api/account", responses=problems(409), summary="Make an account; a guest keeps tables and seats")
async def post_account(request: Req, data: JSONBody[AccountBody]) -> Response[Me]:
    limit(request, "password")
    person = await who(request)
    if person is not None and not person.is_guest:
        raise Refused("conflict", "You have an account already.")
    hub = hub_of(request)
    account, cookie = await hub.people.make_account(person, data.name, data.password, browser(request))
    await hub.sessions_ended(account.id)
    return with_session(request, account, cookie)


@post("/api/login", responses=problems(401), summary="Come back to an account")
async def post_login(request: Req, data: JSONBody[LoginBody]) -> Response[Me]:
    limit(request, "password")
    hub = hub_of(request)
    device = hub.people.known_device(request.cookies.get(DEVICE), data.name)
    guess = hub.password_tries.begin(login_of(data.name), address_of(request), device)
    person, cookie = await hub.people.login(data.name, data.password, browser(request))
    guess.was_right()
    return with_session(request, person, cookie)


@post("/api/logout", status_code=204, responses=problems(), summary="End this browser's session")
async def post_logout(request: Req) -> Response[None]:
    person, hub = await who(request), hub_of(request)
    if person is not None:
        await hub.people.end_session(person.session)
        await hub.sessions_ended(person.id)
    return Response(None, status_code=204, cookies=[long_cookie(request, COOKIE, "")])


@get("/api/me/sessions", responses=problems(401), summary="The browsers in which you are logged in")
async def get_sessions(request: Req) -> list[SessionInfo]:
    limit(request, "read")
    person = await somebody(request)
    found = await hub_of(request).people.sessions_of(person.id)
    return [SessionInfo(it.id[:16], it.browser, it.created, it.id == person.session) for it in found]


@delete("/api/me/sessions", status_code=204, responses=problems(401), summary="Log out everywhere")
async def delete_sessions(request: Req) -> Response[None]:
    limit(request, "write")
    person, hub = await somebody(request), hub_of(request)
    await hub.people.end_sessions(person.id)
    await hub.sessions_ended(person.id)
    return Response(None, status_code=204, cookies=[long_cookie(request, COOKIE, "")])


@put(
    "/api/me/password",
    status_code=204,
    responses=problems(401, 409),
    summary="Change your password; you are logged out in every other browser",
)
async def put_password(request: Req, data: JSONBody[PasswordBody]) -> None:
    limit(request, "password")
    person, hub = await somebody(request), hub_of(request)
    device = hub.people.known_device(request.cookies.get(DEVICE), person.name)
    guess = hub.password_tries.begin(login_of(person.name), address_of(request), device)
    await hub.people.change_password(person, data.old, data.new)
    guess.was_right()
    await hub.sessions_ended(person.id)


@put("/api/me/webhook", responses=problems(401), summary="The address that is called when it is your turn")
async def put_webhook(request: Req, data: JSONBody[WebhookBody]) -> Me:
    limit(request, "write")
    person = await somebody(request)
    url = check_url(data.url)
    if not hub_of(request).settings.private_webhooks:
        check_reachable(url)
    await hub_of(request).people.set_webhook(person.id, url)
    return msgspec.structs.replace(me_of(person), webhook=url)


ROUTES = [
    get_me,
    post_guest,
    post_account,
    post_login,
    post_logout,
    get_sessions,
    delete_sessions,
    put_password,
    put_webhook,
]
