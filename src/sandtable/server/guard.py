"""The guard at the door: names of hosts, origins of pages, and what every answer tells the browser."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import msgspec

from .settings import Settings

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
SAFE = ("GET", "HEAD", "OPTIONS")


class Guard:
    """Wraps the whole application. A page of another site can neither post here nor open a socket."""

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
        why = self._refusal(scope, headers)
        if why is None:
            await self.app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 4403, "reason": why})
        else:
            await _send_refusal(_with_headers(send), why)

    def _refusal(self, scope: Any, headers: dict[str, str]) -> str | None:
        host = headers.get("host", "").lower()
        if self.hosts and _name_of(host) not in self.hosts:
            return "This server does not answer to that name."
        if scope["type"] == "http" and scope["method"] in SAFE:
            return None
        origin = headers.get("origin", "").lower().rstrip("/")
        if not origin:  # no browser: browsers name the origin of every post and every socket
            is_foreign = headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
            return "Pages of other sites have no business here." if is_foreign else None
        if origin in self.origins or (urlsplit(origin).netloc == host and host):
            return None
        return "Pages of other sites have no business here."


def _name_of(host: str) -> str:
    """A host without its port."""
    return host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host


def _with_headers(send: Any) -> Any:
    async def sent(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *HEADERS]}
        await send(message)

    return sent


async def _send_refusal(send: Any, why: str) -> None:
    body = msgspec.json.encode({"error": why, "code": "forbidden"})
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})
