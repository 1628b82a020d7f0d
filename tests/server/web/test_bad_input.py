"""Bad input: each kind is refused or made harmless, and the server goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sandtable.engine import SandtableError
from sandtable.server.app import make_litestar
from sandtable.server.people.webhooks import check_reachable, check_url, public_addresses
from sandtable.server.rate_limits import RateLimits, TokenBucket
from sandtable.server.refusal import Refused
from sandtable.server.settings import Settings

from ..conftest import Place
from ..player import Player, Sitting, raw_request


@pytest.fixture
def red(alone: Place) -> Iterator[Sitting]:
    ann = alone.player()
    table = ann.new("connect-four", {"red": "me", "yellow": "me"})["id"]
    with ann.sit(table, "red") as sitting:
        sitting.look()
        yield sitting


MALFORMED = [
    "",
    "{",
    "null",
    "[]",
    "17",
    '"answer"',
    "{}",
    '{"t": "nonsense"}',
    '{"t": "answer"}',
    '{"t": "answer", "n": "1", "keys": ["drop:1"]}',
    '{"t": "answer", "n": -1, "keys": ["drop:1"]}',
    '{"t": "answer", "n": 1e99, "keys": ["drop:1"]}',
    '{"t": "answer", "n": 1, "keys": []}',
    '{"t": "answer", "n": 1, "keys": [1]}',
    '{"t": "answer", "n": 1, "keys": "drop:1"}',
    '{"t": "answer", "n": 1, "keys": ["drop:1"], "seat": "yellow"}',
    '{"t": "answer", "n": 1, "keys": ["drop:1"], "n": 1, "admin": true}',
    '{"t": "standing_order", "window": "*", "until": "doomsday"}',
    '{"t": "look", "seat": 3}',
    '{"t": "chat", "text": ""}',
    '{"t": "chat", "text": "' + "x" * 501 + '"}',
    '{"t": "state", "n": 1}',
    "[" * 5000,
    '{"t":' * 9000,
    '{"n":' + '{"a":' * 9000,
    '{"t": "chat", "text": "\\ud800"}',
    "\x00\x01\x02",
]


@pytest.mark.parametrize("data", MALFORMED, ids=lambda text: text[:40] or "nothing")
def test_a_malformed_frame_is_refused(red: Sitting, data: str) -> None:
    red.raw(data)
    assert red.next()["t"] == "refused"
    assert red.do("ping")["t"] == "pong"
    assert red.answer("drop:1")["t"] == "state"


def test_bytes_are_read_like_text_or_refused(red: Sitting) -> None:
    red.raw(b"\xff\xfe\x00")
    assert red.next()["t"] == "refused"
    assert red.do("ping")["t"] == "pong"


def test_a_huge_frame_ends_the_connection_and_nothing_else(alone: Place) -> None:
    ann = alone.player()
    table = ann.new("connect-four", {"red": "me", "yellow": "me"})["id"]
    with ann.sit(table, "red") as sitting:
        sitting.look()
        sitting.raw(json.dumps({"t": "chat", "text": "x" * 70_000}))
        with pytest.raises(ConnectionClosed) as closed:
            sitting.get("chat")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    with ann.sit(table, "red") as sitting:
        assert sitting.look()["n"] == 1


def test_a_replayed_answer_is_stale(red: Sitting) -> None:
    frame = json.dumps({"t": "answer", "id": 7, "n": red.state["n"], "keys": ["drop:3"]})
    red.raw(frame)
    assert red.until(lambda f: f.get("ack") == 7)
    red.raw(frame)
    assert red.next()["t"] == "refused"


def test_several_answers_all_or_nothing(red: Sitting) -> None:
    view = red.state["view"]
    assert red.answer("drop:1", "drop:99")["t"] == "refused"
    assert red.do("look", seat="red")["view"] == view


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "http://127.0.0.1:1", "null", "http://127.0.0.1.evil.example"]
)
def test_a_page_of_another_site_gets_no_socket_and_no_post(alone: Place, origin: str) -> None:
    ann = alone.player()
    table = ann.new("connect-four", {"red": "me", "yellow": "me"})["id"]
    with pytest.raises(InvalidHandshake), ann.sit(table, "red", Origin=origin):
        pass
    answer = ann.http.post("/api/logout", headers={"Origin": origin})
    assert answer.status_code == 403
    assert answer.json()["code"] == "forbidden"
    assert ann.get("/api/me")["name"] == "Ann"


def test_our_own_page_gets_both(alone: Place) -> None:
    ann = alone.player()
    table = ann.new("connect-four", {"red": "me", "yellow": "me"})["id"]
    with ann.sit(table, "red", Origin=ann.url) as sitting:
        assert sitting.look()
    assert ann.http.post("/api/guest", json={"name": "Anna"}, headers={"Origin": ann.url}).status_code == 201


def test_a_post_that_a_browser_marks_as_foreign_is_refused(alone: Place) -> None:
    answer = alone.player().http.post("/api/logout", headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403


def test_a_name_that_leads_here_from_elsewhere_is_refused(alone: Place) -> None:
    """Otherwise a page could have its own name lead to 127.0.0.1 and play as you."""
    answer = alone.player().http.get("/api/me", headers={"Host": "evil.example"})
    assert answer.status_code == 403


def test_a_forged_cookie_has_no_seat(alone: Place) -> None:
    ann = alone.player()
    table = ann.new("connect-four", {"red": "me", "yellow": "me"}, public=False)["id"]
    token = ann.http.cookies["sandtable"]
    forged = Player(ann.url, "")
    forged.http.cookies.set("sandtable", token[:-2] + "zz")
    with forged.sit(table, "red") as sitting:
        assert sitting.next()["t"] == "bye"
    forged.close()


def test_the_seat_of_somebody_else_is_not_a_viewpoint(alone: Place) -> None:
    ann, eve = alone.player("Ann"), alone.player("Eve")
    table = ann.new("stash", {"ann": "me", "bob": "me"})["id"]
    with eve.sit(table, "ann") as sitting:
        assert sitting.next() == {"t": "bye", "why": "That is not your seat."}
    assert eve.get(f"/api/tables/{table}/replay", 403, seat="ann")["code"] == "forbidden"
    assert eve.get(f"/api/tables/{table}/replay/0", 403, seat="bob")["code"] == "forbidden"
    assert eve.get(f"/api/tables/{table}/replay", 400, seat="zoe")["code"] == "bad"


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../../../../../etc/passwd",
        "/assets/..%2f..%2f..%2fapp.py",
        "/assets/%2e%2e/%2e%2e/app.py",
        "/assets//etc/passwd",
        "/assets/....//....//app.py",
        "/assets/%00",
        "/..%5c..%5capp.py",
        "/server.sqlite3",
        "/t/../../server.sqlite3",
        "/static/index.html",
    ],
)
def test_no_path_leads_out_of_the_built_files(alone: Place, path: str) -> None:
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{alone.hosts[0].port}\r\nConnection: close\r\n\r\n"
    answer = raw_request(alone.hosts[0].port, request.encode())
    assert answer.split()[1] in (b"404", b"400", b"503")
    assert b"root:" not in answer
    assert b"import" not in answer


NASTY = [
    "'; DROP TABLE people; --",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{7*7}}",
    "%s%n",
]


@pytest.mark.parametrize("name", NASTY)
def test_sql_and_html_are_only_text(alone: Place, name: str) -> None:
    ann = alone.player(name)
    assert ann.get("/api/me")["name"] == name
    table = ann.new("connect-four", {"red": "me", "yellow": "link"}, title=name)
    assert ann.get(f"/api/tables/{table['id']}")["title"] == name
    page = ann.http.get(table["seats"][1]["link"]).text
    assert "<script>" not in page
    assert "<img" not in page
    ann.post(f"/api/tables/{table['id']}/claim", secret=table["seats"][1]["link"].rpartition("/")[2])
    with ann.sit(table["id"], "red") as sitting:
        sitting.look()
        sitting.say("chat", text=name)
        said = sitting.get("chat")
        assert (said["from"], said["text"]) == (name, name)
    assert ann.get("/api/tables", 400, which=name)["code"] == "bad"
    assert (
        ann.http.get(f"/api/tables/{httpx.URL('/', params={'x': name}).query.decode()[2:]}").status_code
        == 404
    )


def test_a_body_that_is_too_large_is_refused(alone: Place) -> None:
    ann = alone.player()
    table = ann.new("connect-four", {"red": "me"})["id"]
    large = ann.http.put(f"/api/tables/{table}/notes", json={"text": "x" * 70_000})
    assert large.status_code == 413
    long = ann.http.put(f"/api/tables/{table}/notes", json={"text": "x" * 20_001})
    assert long.status_code == 400
    huge = ann.http.post("/api/import", content=b"x" * (5 * 1024 * 1024 + 1))
    assert huge.status_code == 413


def test_what_cannot_be_read_is_named(alone: Place) -> None:
    ann = alone.player()
    answer = ann.http.post("/api/tables", content=b"{", headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"]
    answer = ann.http.post("/api/guest", json={"name": "Ann", "admin": True})
    assert answer.status_code == 400
    assert "admin" in answer.json()["error"]


def test_every_answer_tells_the_browser_to_be_careful(alone: Place) -> None:
    for path in ("/", "/api/me", "/api/nothing", "/health", "/t/x"):
        headers = alone.player().http.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe-eval" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


def test_what_comes_too_often_is_refused_for_that_address_alone() -> None:
    limits = RateLimits(1.0, lambda: 1000.0)
    for _ in range(8):
        limits.check("password", "10.0.0.1")
    with pytest.raises(Refused, match="Too many requests"):
        limits.check("password", "10.0.0.1")
    limits.check("password", "10.0.0.2")
    limits.check("read", "10.0.0.1")


def test_frames_that_come_too_quickly_wait() -> None:
    now = 1000.0
    bucket = TokenBucket(3, 10, lambda: now)
    assert [bucket.wait() for _ in range(5)] == pytest.approx([0, 0, 0, 0.1, 0.2])
    now += 0.4  # those two have been read meanwhile, and two more are read at once
    assert [bucket.wait() for _ in range(3)] == pytest.approx([0, 0, 0.1])


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org", "javascript:alert(1)", "http://", "https://user:secret@example.org", "http://exa mple.org",
        "file:///etc/passwd", "http://example.org:0/", "http://example.org:99999/", "http://éxample.org/",
    ],
)  # fmt: skip
def test_a_webhook_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(Refused):
        check_url(url)


INSIDE = [
    "127.0.0.1",
    "localhost",
    "10.1.2.3",
    "192.168.0.1",
    "169.254.169.254",
    "::1",
    "0.0.0.0",
    "::ffff:127.0.0.1",
    "fe80::1",
    "224.0.0.1",
]


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::ffff:127.0.0.1"])
def test_a_webhook_that_would_never_be_called_is_refused_at_once(host: str, tmp_path: Path) -> None:
    """Whoever sets it is told so, instead of waiting for notices that never come; a host may allow it."""
    url = f"http://[{host}]/" if ":" in host else f"http://{host}/"
    with TestClient(make_litestar(Settings(data=tmp_path, workers=1))) as client:
        assert client.post("/api/guest", json={"name": "Ann"}).status_code == 201
        told = client.put("/api/me/webhook", json={"url": url})
        assert told.status_code == 400
        assert "not on the public internet" in told.json()["error"]
        assert client.get("/api/me").json()["webhook"] == ""
    check_reachable("https://example.org/hook")
    check_reachable("")


@pytest.mark.parametrize("host", INSIDE)
def test_a_webhook_does_not_lead_into_the_hosts_network(host: str) -> None:
    with pytest.raises(SandtableError, match="not on the public internet"):
        public_addresses(host, 80)
