"""Checks in front of the application: host names, origins, and security headers."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import msgspec

from ..refusal import Refused
from ..settings import Settings

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
FOREIGN = "Requests from pages of other sites are not allowed."
SAFE = ("GET", "HEAD", "OPTIONS")


class Guard:
    """ASGI middleware. A page of another site can neither post here nor open a socket."""

    def __init__(self, app: Any, settings: Settings) -> None:
        self.app = app
        self.hosts = {host.lower() for host in settings.hosts}
        self.origins = {origin.lower().rstrip("/") for origin in settings.origins}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        why = _mistake(scope, headers) or self._refusal(scope, headers)
        if why is None:
            await self.app(scope, receive, _with_headers(send) if scope["type"] == "http" else send)
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": str(why)})
        else:
            await _send_refusal(_with_headers(send), why)

    def _refusal(self, scope: Any, headers: dict[str, str]) -> Refused | None:
        host = headers.get("host", "").lower()
        if self.hosts and _name_of(host) not in self.hosts:
            return Refused("forbidden", "This server does not answer to that name.")
        if scope["type"] == "http" and scope["method"] in SAFE:
            return None
        origin = headers.get("origin", "").lower()
        if not origin:  # not a browser: those send the origin with every post and every socket
            is_foreign = headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
            return Refused("forbidden", FOREIGN) if is_foreign else None
        if origin.rstrip("/") in self.origins or (_host_of(origin) == host and host):
            return None
        return Refused("forbidden", FOREIGN)


def _mistake(scope: Any, headers: dict[str, str]) -> Refused | None:
    """What is malformed about a request; None if nothing is. The application need not expect any of this."""
    if "\x00" in scope["path"]:
        return Refused("bad", "A path holds no NUL.")
    if _host_of("//" + headers.get("host", "")) is None:
        return Refused("bad", "The Host of this request cannot be read.")
    if _host_of(headers.get("origin", "")) is None:
        return Refused("bad", "The Origin of this request cannot be read.")
    return None


def _host_of(url: str) -> str | None:
    """The host and port of a URL; None if it cannot be parsed."""
    try:
        return urlsplit(url).netloc
    except ValueError:  # such as "http://["
        return None


def _name_of(host: str) -> str:
    """A host without its port."""
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host


def _with_headers(send: Any) -> Any:
    async def sent(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *HEADERS]}
        await send(message)

    return sent


async def _send_refusal(send: Any, why: Refused) -> None:
    body = msgspec.json.encode({"error": str(why), "code": why.code})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": why.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
