"""Clients that do not read, and clients with too many sockets, on servers as they are started."""

from __future__ import annotations

import base64
import json
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from websockets.exceptions import ConnectionClosed

from sandtable.server.rate_limits import RateLimits, Sockets
from sandtable.server.refusal import Refused

from ..host import Host
from ..player import GUARD, Player

SEATS = ("marsgov", "corporations", "red_dust", "reclaimers")


class Unread:
    """A client that asks for frame after frame and reads none of them."""

    def __init__(self, player: Player, table: str) -> None:
        url = urlsplit(player.url)
        assert url.hostname is not None
        self.socket = socket.socket()
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.socket.settimeout(GUARD)
        self.socket.connect((url.hostname, url.port))
        head = {
            "Host": url.netloc,
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(bytes(16)).decode(),
            "Cookie": player.cookie,
        }
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
        self.socket.sendall(f"GET /ws/t/{table}?seat={SEATS[0]} HTTP/1.1\r\n{lines}\r\n".encode())

    def look(self) -> None:
        """Ask for a whole state frame."""
        text = json.dumps({"t": "look", "seat": SEATS[0]}).encode()
        self.socket.sendall(struct.pack("!BB4s", 0x81, 0x80 | len(text), bytes(4)) + text)

    def look_until_cut_off(self) -> None:
        """Ask for more than the kernel's buffers hold, until the connection is reset."""
        with suppress(ConnectionResetError, BrokenPipeError):
            while True:  # a test that fails is stopped by the socket's time limit
                self.look()


def open_sockets(player: Player) -> int:
    lines = player.http.get("/metrics").text.splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("sandtable_sockets ")))


@contextmanager
def server(folder: Path, **settings: str) -> Iterator[Host]:
    host = Host(folder, **settings).start()
    try:
        yield host
    finally:
        host.stop()


@pytest.mark.parametrize(
    "settings",
    [
        {"SANDTABLE_UNREAD_SECONDS": "0.2", "SANDTABLE_UNREAD_BYTES": "1000000000"},
        {"SANDTABLE_UNREAD_SECONDS": "3600", "SANDTABLE_UNREAD_BYTES": "100000"},
    ],
    ids=["a frame has waited", "too much is queued"],
)
def test_a_client_that_does_not_read_is_cut_off(tmp_path: Path, settings: dict[str, str]) -> None:
    """It held its socket, and what was queued for it, for as long as it liked: closing waited until it had read everything."""
    with server(tmp_path, **settings) as host, Player(host.url) as ann:
        table = ann.new("red-dust", dict.fromkeys(SEATS, "me"))["id"]
        with ann.sit(table, SEATS[0]) as reader:
            reader.look()
            unread = [Unread(ann, table) for _ in range(3)]
            for each in unread:
                each.look_until_cut_off()
                each.socket.close()
            ann.wait_for("/api/me", lambda me: open_sockets(ann) == 1)
            reader.say("ping")  # who reads stays
            reader.get("pong")
        assert "Traceback" not in host.log


def closed_with(player: Player, table: str) -> tuple[str, int]:
    """What a socket that is refused is told, and the code it is closed with."""
    with player.sit(table) as sitting:
        bye = sitting.get("bye")
        with pytest.raises(ConnectionClosed) as closed:
            sitting.next()
    assert closed.value.rcvd is not None
    return bye["why"], closed.value.rcvd.code


def test_sockets_of_a_person_and_of_an_address_are_capped(tmp_path: Path) -> None:
    """One guest could open any number. The code tells a client that waiting does not help, as it does after too many requests."""
    caps = {"SANDTABLE_LIMITS": "1", "SANDTABLE_SOCKETS_EACH": "3", "SANDTABLE_SOCKETS_ADDRESS": "5"}
    with server(tmp_path, **caps) as host, ExitStack() as stack:
        ann, bob = (stack.enter_context(Player(host.url, name)) for name in ("Ann", "Bob"))
        table = ann.new("connect-four", {"red": "me", "yellow": "me"}, public=True)["id"]
        held = [stack.enter_context(ann.sit(table)) for _ in range(3)]
        for each in held:
            each.look()
        assert closed_with(ann, table) == ("You have too many tables open; close some.", 4430)
        for each in (stack.enter_context(bob.sit(table)) for _ in range(2)):
            each.look()
        assert closed_with(bob, table) == ("Too many tables are open at your address; close some.", 4430)
        held[0].socket.close()
        ann.wait_for("/api/me", lambda me: open_sockets(ann) == 4)
        stack.enter_context(ann.sit(table)).look()


def test_a_place_is_free_again_when_its_socket_ends() -> None:
    """Also when opening it fails later on; and a whole IPv6 customer network is one address."""
    sockets = Sockets(1, 1)
    with suppress(RuntimeError), sockets.of_person("ann"), sockets.at_address("2001:db8::1"):
        with pytest.raises(Refused) as refused, sockets.at_address("2001:db8::2"):
            pass
        assert refused.value.code == "crowded"
        raise RuntimeError("opening the table fails")
    with sockets.of_person("ann"), sockets.at_address("2001:db8::2"):
        pass
    assert not sockets._open


def test_the_factor_of_all_limits_applies_to_sockets() -> None:
    """0 lifts them; however small the factor, one socket is left."""
    for factor, most in ((0.0, 0), (0.01, 1), (1.0, 2), (2.0, 4)):
        limits = RateLimits(factor, sockets_each=2, sockets_address=2)
        with ExitStack() as stack:
            for _ in range(most or 50):
                stack.enter_context(limits.sockets.of_person("ann"))
            if most:
                with pytest.raises(Refused):
                    stack.enter_context(limits.sockets.of_person("ann"))
