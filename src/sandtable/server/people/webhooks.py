"""Webhooks: tell people who are away that it is their turn, without letting anybody reach into the host's network (SSRF)."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from urllib.parse import SplitResult, urlsplit

import msgspec

from ..fair_queue import FairQueue
from ..metrics import Metrics
from ..refusal import Refused
from ..settings import Settings
from .accounts import People

log = logging.getLogger("sandtable.server")
#: The most waiting calls of one person; further ones are dropped.
WAITING = 20
#: The most calls in all, running or waiting; further ones are dropped.
MOST = 1000
#: The longest status line that is read.
STATUS_BYTES = 4096
STATUS = re.compile(rb"HTTP/\d\.\d (\d{3})\b")
#: NAT64 (RFC 6052) and IPv4-compatible addresses (RFC 4291): the IPv4 address is their last 32 bits.
CARRIERS = (ipaddress.IPv6Network("64:ff9b::/96"), ipaddress.IPv6Network("::/96"))
#: The only IPv6 range assigned for public use. Python calls some addresses outside it global: old
#: site-local ones (fec0::), and IPv4 translated for IPv6 (::ffff:0:127.0.0.1, RFC 2765).
HANDED_OUT = ipaddress.IPv6Network("2000::/3")

IP = ipaddress.IPv4Address | ipaddress.IPv6Address


def check_url(url: str) -> str:
    """Check the address of a webhook as far as possible without a DNS look-up."""
    url = url.strip()
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise Refused("bad", "That is not a valid address for a webhook.") from None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or port == 0:
        raise Refused(
            "bad", "A webhook begins with https:// (or http://) and names a host, without a password."
        )
    if any(ord(c) <= 32 or ord(c) == 127 for c in url) or not url.isascii():
        raise Refused("bad", "The address of a webhook must consist of ASCII characters without spaces.")
    return url


def check_reachable(url: str) -> None:
    """Refuse an address that is obviously not public, since it would never be called."""
    host = urlsplit(url).hostname or ""
    try:
        is_reachable = is_public(host)
    except ValueError:  # a name; it is looked up when the webhook is called
        is_reachable = host != "localhost" and not host.endswith((".localhost", ".local", ".internal"))
    if url and not is_reachable:
        raise Refused("bad", f"{host} is not on the public internet; this server does not call it.")


def public_addresses(host: str, port: int) -> list[str]:
    """The IP addresses of a public host. The caller must connect to these and not look the name up again."""
    addresses = any_addresses(host, port)
    if not all(is_public(address) for address in addresses):
        raise Refused("forbidden", f"{host} is not on the public internet; this server does not call it.")
    return addresses


def any_addresses(host: str, port: int) -> list[str]:
    """The IP addresses of any host; at least one."""
    try:
        found = [str(info[4][0]) for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise Refused("bad", f"The host {host} was not found.")
    return found


def is_public(address: str) -> bool:
    """Whether an address, and every IPv4 address embedded in it, is on the public internet."""
    ip = ipaddress.ip_address(address.partition("%")[0])
    carried = _carried(ip)
    if carried:
        return all(_is_global(one) for one in carried)
    return _is_global(ip)


def _is_global(ip: IP) -> bool:
    return ip.is_global and not ip.is_multicast and (ip.version == 4 or ip in HANDED_OUT)


def _carried(ip: IP) -> list[ipaddress.IPv4Address]:
    """The IPv4 addresses embedded in an IPv6 address: tunnels and translators deliver to them."""
    if isinstance(ip, ipaddress.IPv4Address):
        return []
    if ip.teredo is not None:
        return list(ip.teredo)
    found = ip.ipv4_mapped or ip.sixtofour
    if found is None and any(ip in network for network in CARRIERS):
        found = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return [] if found is None else [found]


class Webhooks:
    """Calls webhooks. It follows no redirects, and has threads and limits of its own."""

    def __init__(self, settings: Settings, people: People, metrics: Metrics) -> None:
        self.settings, self.people, self.metrics = settings, people, metrics
        self._queue = FairQueue(settings.webhook_calls, settings.webhook_calls_each, WAITING)
        # A DNS look-up cannot be cancelled. Each call makes at most one, so a thread is always free.
        self._names = ThreadPoolExecutor(settings.webhook_calls, "names")
        self._calls: set[asyncio.Task[None]] = set()

    async def tell(self, person: str, table: str, title: str) -> None:
        """Tell one person, and nobody else, that it is their turn."""
        url = await self.people.webhook_of(person)
        if not url or len(self._calls) >= MOST:
            return
        link = f"{self.settings.address.rstrip('/')}/t/{table}"
        text = f"It is your turn: {title}"
        data = msgspec.json.encode(
            {"table": table, "title": title, "text": text, "content": text, "link": link}
        )
        task = asyncio.create_task(self._call(person, url, data))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def _call(self, person: str, url: str, data: bytes) -> None:
        host = urlsplit(url).hostname
        try:
            async with self._queue.place(person):
                status = await self._post(url, data)
            self.metrics.count("notices")
            log.info("webhook of %s: %s", host, status)
        except TimeoutError:
            log.info("webhook of %s: no answer in %g s", host, self.settings.webhook_seconds)
        except (Refused, OSError, ValueError) as error:
            log.info("webhook of %s: %s", host, error)

    async def _post(self, url: str, data: bytes) -> int:
        """Post within one deadline. A slow look-up is waited for, even after the deadline."""
        parts = urlsplit(check_url(url))
        assert parts.hostname is not None
        port = parts.port or (443 if parts.scheme == "https" else 80)
        look_up = any_addresses if self.settings.private_webhooks else public_addresses
        loop = asyncio.get_running_loop()
        looking = loop.run_in_executor(self._names, look_up, parts.hostname, port)
        try:
            async with asyncio.timeout(self.settings.webhook_seconds):
                return await post(url, data, await asyncio.shield(looking), port)
        finally:
            if not looking.done():
                await asyncio.wait([looking])
            if not looking.cancelled():
                looking.exception()  # or asyncio would complain that nobody retrieved it

    async def settled(self) -> None:
        """Wait until no call is running."""
        while self._calls:
            await asyncio.wait(self._calls)

    def close(self) -> None:
        for task in self._calls:
            task.cancel()
        self._names.shutdown(wait=False, cancel_futures=True)


async def post(url: str, data: bytes, addresses: list[str], port: int) -> int:
    """Post JSON to one of these addresses, with the host's name. Only the status of the response is read."""
    parts = urlsplit(url)
    reader, writer = await _connected(parts, addresses, port)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUser-Agent: sandtable\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode() + data)
        await writer.drain()
        status = STATUS.match(await reader.readline())
        if status is None:
            raise ValueError("The host did not answer with HTTP.")
        return int(status[1])
    finally:
        writer.transport.abort()


async def _connected(
    parts: SplitResult, addresses: list[str], port: int
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the first address that answers. They are IP addresses: there is no second look-up."""
    tls = _tls() if parts.scheme == "https" else None
    name = parts.hostname if tls else None
    for address in addresses[:-1]:
        with suppress(OSError):
            return await asyncio.open_connection(
                address, port, limit=STATUS_BYTES, ssl=tls, server_hostname=name
            )
    return await asyncio.open_connection(
        addresses[-1], port, limit=STATUS_BYTES, ssl=tls, server_hostname=name
    )


@cache
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
