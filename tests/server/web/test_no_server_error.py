"""Issue "a server that one guest cannot stop", 8: whatever a client sends, it is told what was wrong with it; nothing is a server error."""

from __future__ import annotations

from pathlib import Path

import pytest
from litestar.testing import TestClient
from websockets.exceptions import InvalidHandshake

from sandtable.server.app import make_app
from sandtable.server.settings import Settings

from ..conftest import Place
from ..player import Player, raw_request

#: Every route that takes JSON, with a body in which `%s` stands where a value may be anything.
BODIES = [
    ("POST", "/api/guest", '{"name": %s}'),
    ("POST", "/api/account", '{"name": %s, "password": "password"}'),
    ("POST", "/api/login", '{"name": "Ann", "password": %s}'),
    ("PUT", "/api/me/webhook", '{"url": %s}'),
    ("PUT", "/api/me/password", '{"old": %s, "new": "password"}'),
    ("POST", "/api/games/connect-four/seats", '{"options": {"players": %s}}'),
    ("POST", "/api/tables", '{"game": "connect-four", "options": {"x": %s}}'),
    ("POST", "/api/tables/{table}/join", '{"seat": %s}'),
    ("POST", "/api/tables/{table}/claim", '{"secret": %s}'),
    ("PUT", "/api/tables/{table}/notes", '{"text": %s}'),
]
DEEP = "[" * 30_000 + "]" * 30_000
JSON = {"Content-Type": "application/json"}


def send(ann: Player, table: str, method: str, path: str, body: bytes) -> tuple[int, str]:
    """The status of a request, and what its sender is told."""
    answer = ann.http.request(method, path.format(table=table), content=body, headers=JSON)
    return answer.status_code, answer.json()["error"]


@pytest.fixture
def table(alone: Place) -> str:
    return str(alone.player().new("connect-four", {"red": "me", "yellow": "link"})["id"])


UNREADABLE = {
    "lists": DEEP.encode(),
    "objects": b'{"a":' * 9_000 + b"1" + b"}" * 9_000,
    "NaN": b"NaN",
    "Infinity": b"Infinity",
    "1e999": b"1e999",
    "long number": b"9" * 5_000,
    "surrogate": rb'"\ud800"',
    "Latin-1": b'"\xff"',
}


@pytest.mark.parametrize("value", UNREADABLE.values(), ids=UNREADABLE)
def test_a_body_that_cannot_be_read_is_refused(alone: Place, table: str, value: bytes) -> None:
    ann = alone.player()
    told = {
        path: send(ann, table, method, path, body.encode().replace(b"%s", value))
        for method, path, body in BODIES
    }
    assert {path: status for path, (status, _) in told.items()} == dict.fromkeys(told, 400)
    if b"[" in value or b"{" in value:
        assert {why for _, why in told.values()} == {"This JSON is nested too deeply."}


def test_a_journal_with_nested_json_is_refused(alone: Place) -> None:
    ann = alone.player()
    for journal in (DEEP, '{"game": "connect-four", "options": {"x": ' + DEEP + "}}\n{}"):
        answer = ann.http.post("/api/import", content=journal)
        assert answer.status_code == 400, answer.text
        assert answer.json()["error"]


def test_an_origin_that_is_none_is_refused(alone: Place, table: str) -> None:
    ann = alone.player()
    for origin in ("http://[", "http://[::1", "http://]", "//", "http://a:b:c", "\xff\xfe"):
        answer = ann.http.post("/api/logout", headers={b"Origin": origin.encode("latin-1")})
        assert answer.status_code in (400, 403), origin
        assert answer.json()["error"]
    with pytest.raises(InvalidHandshake, match="403"), ann.sit(table, Origin="http://["):
        pass


def test_a_host_that_is_none_is_no_server_error(tmp_path: Path) -> None:
    """On a server that answers to every name, as it does behind a proxy."""
    with TestClient(make_app(Settings(data=tmp_path, workers=1)), raise_server_exceptions=False) as client:
        for host in ("[", "[::1", "a b", "]:80", "\xff", "x" * 5000, ""):
            given = {"Host": host.encode("latin-1")}
            assert client.get("/api/me", headers=given).status_code in (200, 400), host  # type: ignore[arg-type]
            made = client.post("/api/guest", json={"name": "Ann"}, headers=given)  # type: ignore[arg-type]
            assert made.status_code in (201, 400), host


HEADERS = [
    b"Cookie: sandtable=\xff\xfe.\xff",
    b"Cookie: sandtable=" + b"x" * 8000,
    b"Cookie: ;;;===;sandtable",
    b'Cookie: sandtable="\\000"',
    b"Accept-Encoding: \xff",
    b"Authorization: \xff",
    b"If-None-Match: \xff",
    b"Content-Type: \xff",
    b"X-Forwarded-For: [, \xff",
    b"X-Forwarded-Proto: \xff",
]


@pytest.mark.parametrize("path", ["/api/me", "/api/tables?which=mine", "/", "/metrics"])
def test_a_header_of_any_bytes_is_no_server_error(alone: Place, path: str) -> None:
    port = alone.hosts[0].port
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n".encode()
    for line in HEADERS:
        answer = raw_request(port, head + line + b"\r\n\r\n")
        assert answer.split()[1] in (b"200", b"400", b"403"), line


NUL = [
    "/api/tables/%00",
    "/api/tables/a%00b",
    "/api/tables/%00/board",
    "/api/tables/%00/replay",
    "/api/tables/%00/notes",
    "/api/tables/%00/export",
    "/api/games/%00/seats",
    "/s/%00",
    "/t/%00",
    "/%00",
]
ODD = [
    "/api/tables/%ff%fe",
    "/api/tables/%ed%a0%80",
    "/s/%ff",
    "/api/tables/" + "x" * 5000,
    "/api/tables/{table}/replay/99999999999999999999",
    "/api/tables/{table}/replay/-1",
    "/api/tables/{table}/replay/99999999999999999999/shared",
    "/api/tables/{table}/replay?seat=%00",
    "/api/tables/{table}/replay?seat=%ed%a0%80",
    "/api/tables?which=%00",
    "/api/tables?which=" + "x" * 5000,
]


def test_a_nul_in_a_path_is_refused(place: Place) -> None:
    """PostgreSQL cannot hold a NUL in a text, not even to look for it."""
    ann = place.player()
    for path in NUL:
        answer = ann.http.get(path)
        assert answer.status_code == 400, path
        assert "NUL" in answer.json()["error"]
    with pytest.raises(InvalidHandshake, match="403"), ann.sit("%00"):
        pass


def test_an_odd_path_is_no_server_error(place: Place) -> None:
    ann = place.player()
    table = ann.new("connect-four", {"red": "me", "yellow": "me"})["id"]
    for path in ODD:
        answer = ann.http.get(path.format(table=table))
        assert 400 <= answer.status_code < 500, path
        assert '<div id="app">' in answer.text or answer.json()["error"]


def test_a_nul_in_a_body_is_no_server_error(place: Place) -> None:
    ann = place.player()
    table = ann.new("connect-four", {"red": "me", "yellow": "link"})["id"]
    for method, path, body in BODIES:
        sent = body.replace("%s", r'"\u0000x"')
        answer = ann.http.request(method, path.format(table=table), content=sent, headers=JSON)
        assert answer.status_code < 500, f"{path}: {answer.text}"
        if path.endswith("claim"):
            assert answer.status_code == 400
            assert "NUL" in answer.json()["error"]


def test_a_name_of_controls_alone_or_too_long_is_refused(place: Place) -> None:
    ann = place.player()
    for name in ("\u0000", "\u200b\u202e", "x" * 41):
        ann.post("/api/guest", 400, name=name)
