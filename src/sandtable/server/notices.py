"""Webhooks: telling somebody who is away that it is their turn, without becoming a way into the host's network."""

from __future__ import annotations

import asyncio
import http.client
import ipaddress
import logging
import socket
import ssl
from urllib.parse import SplitResult, urlsplit

import msgspec

from .metrics import Metrics
from .people import People
from .refusal import Refused
from .settings import Settings

log = logging.getLogger("sandtable.server")
TIMEOUT = 5.0
#: Calls at once; those that come while all are busy are left out.
MOST = 20


def check_url(url: str) -> str:
    """A webhook's address, as far as it can be judged without looking up its name."""
    url = url.strip()
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused("bad", "That is no address of a webhook.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or port == 0:
        raise Refused(
            "bad", "A webhook begins with https:// (or http://) and names a host, without a password."
        )
    if any(ord(c) <= 32 or ord(c) == 127 for c in url) or not url.isascii():
        raise Refused("bad", "The address of a webhook has neither spaces nor unusual letters.")
    return url


def check_reachable(url: str) -> None:
    """Refuse at once what would never be called: an address that says itself that it is not a public one."""
    host = urlsplit(url).hostname or ""
    try:
        is_public = _is_public(host)
    except ValueError:  # a name; it is looked up when it is called
        is_public = host != "localhost" and not host.endswith((".localhost", ".local", ".internal"))
    if url and not is_public:
        raise Refused("bad", f"{host} is not on the public internet; this server does not call it.")


def public_address(host: str, port: int) -> str:
    """An address of a host that lies in no private network. The caller connects to this very one."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused("bad", f"The host {host} was not found.") from None
    addresses = [str(info[4][0]) for info in found]
    if not addresses or not all(_is_public(address) for address in addresses):
        raise Refused("forbidden", f"{host} is not on the public internet; this server does not call it.")
    return addresses[0]


def _is_public(address: str) -> bool:
    ip = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(ip, "ipv4_mapped", None)
    return (mapped or ip).is_global and not (mapped or ip).is_multicast


class Notices:
    """Calls webhooks, each in a thread, a few at a time, without following anywhere they lead."""

    def __init__(self, settings: Settings, people: People, metrics: Metrics) -> None:
        self.settings, self.people, self.metrics = settings, people, metrics
        self._calls: set[asyncio.Task[None]] = set()

    async def tell(self, person: str, table: str, title: str) -> None:
        """Tell somebody that it is their turn. Nobody else hears of it."""
        url = await self.people.webhook_of(person)
        if not url or len(self._calls) >= MOST:
            return
        link = f"{self.settings.address.rstrip('/')}/t/{table}"
        text = f"It is your turn: {title}"
        data = msgspec.json.encode(
            {"table": table, "title": title, "text": text, "content": text, "link": link}
        )
        task = asyncio.create_task(self._call(url, data))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def _call(self, url: str, data: bytes) -> None:
        try:
            status = await asyncio.to_thread(post, url, data, private=self.settings.private_webhooks)
            self.metrics.count("notices")
            log.info("webhook of %s: %s", urlsplit(url).hostname, status)
        except (Refused, OSError, http.client.HTTPException, ValueError) as error:
            log.info("webhook of %s: %s", urlsplit(url).hostname, error)

    def close(self) -> None:
        for task in self._calls:
            task.cancel()


def post(url: str, data: bytes, *, private: bool = False) -> int:
    """Post JSON to an address. The name is looked up once, so that it cannot lead elsewhere the second time."""
    parts = urlsplit(check_url(url))
    assert parts.hostname is not None
    port = parts.port or (443 if parts.scheme == "https" else 80)
    address = parts.hostname if private else public_address(parts.hostname, port)
    connection = _connection(parts, port, address)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        headers = {"Content-Type": "application/json", "User-Agent": "sandtable"}
        connection.request("POST", path, data, headers)
        return connection.getresponse().status
    finally:
        connection.close()


def _connection(parts: SplitResult, port: int, address: str) -> http.client.HTTPConnection:
    """A connection to this very address that still speaks to the host by its name."""
    assert parts.hostname is not None
    connection = http.client.HTTPConnection(parts.hostname, port, timeout=TIMEOUT)
    plain = socket.create_connection((address, port), TIMEOUT)
    if parts.scheme == "https":
        context = ssl.create_default_context()
        plain = context.wrap_socket(plain, server_hostname=parts.hostname)
    connection.sock = plain
    return connection
