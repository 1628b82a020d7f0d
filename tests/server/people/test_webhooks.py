"""Webhooks: a slow one holds up nobody else, and none leads into the host's network."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine import SandtableError
from sandtable.server.hub import Hub
from sandtable.server.people.webhooks import check_reachable, public_addresses
from sandtable.server.refusal import Refused

from ..rooms import BOTH, new_table, run, until

#: Only a test that fails waits this long.
GUARD = 20.0


class Drip:
    """A host that never finishes its answer: after each byte it sends another one."""

    def __init__(self) -> None:
        self.url = ""
        #: Calls that are being held, by path; and how many have ended because the other side left.
        self.held: Counter[str] = Counter()
        self.left = 0
        self._changed = asyncio.Condition()

    async def hold(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readline()).split()[1].decode()
        self.held[path] += 1
        await self._tell()
        try:
            while not reader.at_eof():
                writer.write(b"H")
                await writer.drain()
                try:
                    async with asyncio.timeout(0.01):
                        await reader.read(100_000)
                except TimeoutError:
                    pass
        except OSError:
            pass
        self.held[path] -= 1
        self.left += 1
        await self._tell()
        writer.close()

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def until(self, is_so: Any) -> None:
        async with asyncio.timeout(GUARD), self._changed:
            await self._changed.wait_for(lambda: is_so(self))


@asynccontextmanager
async def dripping() -> AsyncIterator[Drip]:
    drip = Drip()
    server = await asyncio.start_server(drip.hold, "127.0.0.1", 0)
    drip.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield drip
    finally:
        server.close()
        await server.wait_closed()


async def somebody(hub: Hub, url: str) -> str:
    person = await hub.people.make_guest("Mallory")
    await hub.people.set_webhook(person.id, url)
    return person.id


def test_slow_webhooks_hold_up_neither_log_ins_nor_tables(tmp_path: Path) -> None:
    """A webhook has threads of its own: tables are opened and passwords checked while calls hang."""

    async def test(hubs: list[Hub]) -> None:
        hub = hubs[0]
        await hub.people.make_account(None, "Victim", "long enough")
        table, _ = await new_table(hub, "connect-four", BOTH)
        hub.rooms.pop(table).close()
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        async with dripping() as drip:
            for _ in range(3):
                await hub.webhooks.tell(await somebody(hub, f"{drip.url}/"), table, "Tea")
            await drip.until(lambda d: d.held["/"] == 3)
            async with asyncio.timeout(GUARD):
                await hub.people.login("Victim", "long enough")
                await hub.room(table)
            assert drip.held["/"] == 3
            hub.webhooks.close()
            await drip.until(lambda d: d.held["/"] == 0)

    run(tmp_path, test, private_webhooks=True, webhook_seconds=3600.0)


def test_a_webhook_has_one_deadline_for_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A byte now and then gains it nothing: the deadline is for the whole call."""

    async def test(hubs: list[Hub]) -> None:
        loop = asyncio.get_running_loop()
        async with dripping() as drip:
            await hubs[0].webhooks.tell(await somebody(hubs[0], f"{drip.url}/"), "t", "Tea")
            await drip.until(lambda d: d.held["/"] == 1)
            time = loop.time
            monkeypatch.setattr(loop, "time", lambda: time() + 61.0)
            await drip.until(lambda d: d.left == 1)

    run(tmp_path, test, private_webhooks=True, webhook_seconds=60.0)


def test_one_person_has_few_webhook_calls_under_way(tmp_path: Path) -> None:
    """Ten slow calls of one person leave room for another one's; the rest wait."""

    async def test(hubs: list[Hub]) -> None:
        notices = hubs[0].webhooks
        async with dripping() as drip:
            mallory = await somebody(hubs[0], f"{drip.url}/mallory")
            for i in range(10):
                await notices.tell(mallory, f"t{i}", "Tea")
            await notices.tell(await somebody(hubs[0], f"{drip.url}/bob"), "t", "Tea")
            await drip.until(lambda d: d.held["/bob"] == 1 and d.held["/mallory"] >= 2)
            assert drip.held["/mallory"] == 2
            notices.close()
            await drip.until(lambda d: not +d.held)

    run(
        tmp_path,
        test,
        private_webhooks=True,
        webhook_seconds=3600.0,
        webhook_calls=4,
        webhook_calls_each=2,
    )


def test_a_slow_look_up_counts_as_a_call_until_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has a slow name server fills neither the threads for look-ups (the deadline ends the call, not the look-up) nor
    those in which tables are opened."""
    started: list[str] = []
    answer = threading.Event()

    def look_up(host: str, port: int) -> list[str]:
        started.append(host)
        answer.wait(GUARD)
        raise Refused("bad", "No such host.")

    async def test(hubs: list[Hub]) -> None:
        notices = hubs[0].webhooks
        table, _ = await new_table(hubs[0], "connect-four", BOTH)
        hubs[0].rooms.pop(table).close()
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        mallory = await somebody(hubs[0], "http://slow.example/")
        for i in range(3):
            await notices.tell(mallory, f"t{i}", "Tea")
        await notices.tell(await somebody(hubs[0], "http://bob.example/"), "t", "Tea")
        await until(lambda: "bob.example" in started)
        assert started.count("slow.example") == 1
        async with asyncio.timeout(GUARD):
            await hubs[0].room(table)
        answer.set()
        await notices.settled()
        assert started.count("slow.example") == 3

    monkeypatch.setattr("sandtable.server.people.webhooks.public_addresses", look_up)
    run(tmp_path, test, webhook_seconds=0.01, webhook_calls=4, webhook_calls_each=1)


CARRIERS = {
    "NAT64": ("64:ff9b::7f00:1", "64:ff9b::10.1.2.3", "64:ff9b::169.254.169.254"),
    "NAT64 of one's own network": ("64:ff9b:1::7f00:1", "64:ff9b:1:7f00:0:100::"),
    "6to4": ("2002:7f00:1::", "2002:a01:203::1", "2002:c0a8:1::"),
    "IPv4-compatible": ("::127.0.0.1", "::10.1.2.3"),
    "IPv4-translated": ("::ffff:0:127.0.0.1", "::ffff:0:a01:203"),
    "IPv4-mapped": ("::ffff:127.0.0.1", "::ffff:192.168.0.1"),
    "Teredo": ("2001:0:7f00:1::f5ff:fffe", "2001:0:808:808::80ff:fffe"),
}


@pytest.mark.parametrize("host", [host for hosts in CARRIERS.values() for host in hosts])
def test_an_address_that_carries_an_ipv4_one_is_judged_by_it(host: str) -> None:
    """Translators and tunnels deliver such a packet to the IPv4 address inside."""
    with pytest.raises(SandtableError, match="not on the public internet"):
        public_addresses(host, 80)
    with pytest.raises(SandtableError, match="not on the public internet"):
        check_reachable(f"http://[{host}]/")


@pytest.mark.parametrize("host", ["fec0::1", "fd00::1", "fe00::1", "100:0:0:1::1", "4000::1"])
def test_an_address_that_nobody_was_given_is_not_public(host: str) -> None:
    """Whoever answers to one, such as an old site-local one, is inside the host's network."""
    with pytest.raises(SandtableError, match="not on the public internet"):
        public_addresses(host, 80)


@pytest.mark.parametrize("host", ["64:ff9b::808:808", "2002:808:808::", "::ffff:8.8.8.8", "2606:4700::1111"])
def test_an_address_that_carries_a_public_one_is_public(host: str) -> None:
    """Behind a NAT64 every public IPv4 host has such an address."""
    assert public_addresses(host, 80) == [host]


def test_the_address_that_was_checked_is_the_one_that_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The name is looked up once: the second time it could lead into the host's network."""
    names = iter(["93.184.216.34", "127.0.0.1", "127.0.0.1"])
    called: list[str] = []

    def look_up(host: str, port: int, *args: Any, **more: Any) -> list[Any]:
        assert host == "rebind.example"
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(names), port))]

    async def connect(host: str, port: int, **more: Any) -> Any:
        called.append(host)
        raise OSError

    async def test(hubs: list[Hub]) -> None:
        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        monkeypatch.setattr(asyncio, "open_connection", connect)
        await hubs[0].webhooks.tell(await somebody(hubs[0], "http://rebind.example/"), "t", "Tea")
        await hubs[0].webhooks.settled()

    run(tmp_path, test)
    assert called == ["93.184.216.34"]


@pytest.mark.parametrize("where", ["127.0.0.1", "10.1.2.3", "::1"])
def test_a_name_that_leads_into_the_hosts_network_is_not_called(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name passes when it is set; where it leads is seen when it is called, and then nobody connects."""
    asked: list[str] = []
    called: list[str] = []

    def look_up(host: str, port: int, *args: Any, **more: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (where, port))]

    async def connect(host: str, port: int, **more: Any) -> Any:
        called.append(host)
        raise OSError

    async def test(hubs: list[Hub]) -> None:
        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        monkeypatch.setattr(asyncio, "open_connection", connect)
        await hubs[0].webhooks.tell(await somebody(hubs[0], "http://inside.example/"), "t", "Tea")
        await hubs[0].webhooks.settled()

    run(tmp_path, test)
    assert (asked, called) == (["inside.example"], [])
