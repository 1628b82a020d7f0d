"""Sessions: how they end, what ends with them, and what happens to them at once in two processes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import update
from websockets.exceptions import ConnectionClosed

from sandtable.server.hub import Hub
from sandtable.server.people.sessions import LASTS, SESSION, browser_of
from sandtable.server.refusal import Refused
from sandtable.server.tables.watcher import LOGGED_OUT

from ..conftest import Place
from ..player import Player, Sitting
from ..rooms import BOTH, Seat, new_table, run

Where = dict[str, str]
PASSWORD, OTHER = "long enough", "longer than that"


def me(player: Player, cookie: str) -> Any:
    """Who a cookie belongs to."""
    return httpx.get(f"{player.url}/api/me", headers={"Cookie": cookie}).json()


def with_account(place: Place) -> tuple[Player, str]:
    ann = place.player("Ann")
    name = f"Ann {ann.me['id']}"
    ann.post("/api/account", name=name, password=PASSWORD)
    return ann, name


@contextmanager
def phone_of(place: Place, name: str, password: str = PASSWORD) -> Iterator[Player]:
    """Another browser of an account, in another process if there are two."""
    with Player(place.hosts[-1].url, "") as phone:
        phone.post("/api/login", name=name, password=password)
        yield phone


def closed(sitting: Sitting) -> tuple[str, int]:
    """Why a socket was closed, and its code."""
    why = sitting.get("bye")["why"]
    with sitting, pytest.raises(ConnectionClosed) as ended:
        sitting.next()
    assert ended.value.rcvd is not None
    return why, ended.value.rcvd.code


OUT = ("You have been logged out.", 4401)


# What ends a session


def test_an_account_ends_the_guest(place: Place) -> None:
    """Whoever has seen a guest's cookie must not get into the account that is made from the guest."""
    ann = place.player("Ann")
    table, old = ann.new("connect-four", BOTH)["id"], ann.cookie
    with Player(place.hosts[-1].url, "") as thief:
        thief.http.cookies.set("sandtable", ann.http.cookies["sandtable"])
        sitting = thief.sit(table, "red")
        sitting.look()
        ann.post("/api/account", name=f"Ann {table}", password=PASSWORD)
        assert closed(sitting) == OUT
    assert me(ann, old) is None
    assert ann.get("/api/me")["is_guest"] is False
    assert [it["id"] for it in ann.get("/api/tables", which="mine")] == [table]


def test_changing_the_password_ends_the_other_sessions_and_their_sockets(place: Place) -> None:
    ann, name = with_account(place)
    table = ann.new("connect-four", BOTH)["id"]
    with phone_of(place, name) as phone, ann.sit(table, "red") as mine:
        mine.look()
        sitting = phone.sit(table, "red")
        sitting.look()
        assert ann.put("/api/me/password", 401, old="wrong", new=OTHER)["code"] == "who"
        assert phone.get("/api/me")["name"] == name
        ann.put("/api/me/password", 204, old=PASSWORD, new=OTHER)
        assert closed(sitting) == OUT
        assert phone.get("/api/me") is None
        assert ann.get("/api/me")["name"] == name
        mine.do("ping")  # this browser plays on
        assert phone.post("/api/login", 401, name=name, password=PASSWORD)["code"] == "who"
        phone.post("/api/login", name=name, password=OTHER)


def test_logging_out_everywhere_ends_every_session_and_its_sockets(place: Place) -> None:
    ann, name = with_account(place)
    table = ann.new("connect-four", BOTH)["id"]
    with phone_of(place, name) as phone:
        sittings = [ann.sit(table, "red"), phone.sit(table, "yellow")]
        for sitting in sittings:
            sitting.look()
        assert phone.http.delete("/api/me/sessions").status_code == 204
        assert [closed(sitting) for sitting in sittings] == [OUT, OUT]
        assert (ann.get("/api/me"), phone.get("/api/me")) == (None, None)


def test_logging_out_closes_this_browsers_sockets_alone(place: Place) -> None:
    ann, name = with_account(place)
    table = ann.new("connect-four", BOTH)["id"]
    with phone_of(place, name) as phone, ann.sit(table, "red") as mine:
        mine.look()
        sitting = phone.sit(table, "red")
        sitting.look()
        phone.post("/api/logout", 204)
        assert closed(sitting) == OUT
        mine.do("ping")
        assert ann.get("/api/me")["name"] == name


def test_a_list_says_where_somebody_is_logged_in(place: Place) -> None:
    """Which browser, since when, and which of them asks; of nobody else, and nothing to log in with."""
    ann, name = with_account(place)
    with phone_of(place, name) as phone:
        agent = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36"
        phone.http.headers["User-Agent"] = agent
        phone.post("/api/logout", 204)
        phone.post("/api/login", name=name, password=PASSWORD)
        told = ann.get("/api/me/sessions")
        assert [(it["browser"], it["is_this"]) for it in told] == [
            ("Chrome on Android", False),
            ("python-httpx", True),
        ]
        assert [it["is_this"] for it in phone.get("/api/me/sessions")] == [True, False]
        assert not any(ann.http.cookies["sandtable"].partition(".")[0] in str(it) for it in told)
    with Player(place.hosts[0].url, "") as nobody:
        assert nobody.get("/api/me/sessions", 401)["code"] == "who"
        assert nobody.put("/api/me/password", 401, old="", new=OTHER)["code"] == "who"


def test_a_guest_has_no_password_to_change(alone: Place) -> None:
    ann = alone.player("Ann")
    assert ann.put("/api/me/password", 409, old="", new=OTHER)["code"] == "conflict"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0",
            "Edge on Windows",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 Version/17.5 Mobile Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:127.0) Firefox/127.0", "Firefox on macOS"),
        ("\x1b[31m\u202e/1", "unknown"),
        ("x" * 500, "x" * 40),
    ],
)
def test_a_browser_is_named_as_people_name_it(agent: str, name: str) -> None:
    assert browser_of(agent) == name


# At once


def test_a_log_in_with_the_old_password_does_not_outlive_its_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where
) -> None:
    """The password was compared before the change, and the session would begin after it."""

    async def test(hubs: list[Hub]) -> None:
        guest = await hubs[0].people.make_guest("Ann")
        name = f"Ann {guest.id}"
        _, cookie = await hubs[0].people.make_account(guest, name, PASSWORD)
        ann = await hubs[0].people.of_cookie(cookie)
        assert ann is not None
        compare = hubs[1].people._is_right

        async def slowly(hashed: str, password: str) -> bool:
            is_right = await compare(hashed, password)
            await hubs[0].people.change_password(ann, PASSWORD, OTHER)
            return is_right

        monkeypatch.setattr(hubs[1].people, "_is_right", slowly)
        with pytest.raises(Refused, match="wrong"):
            await hubs[1].people.login(name, PASSWORD)
        assert [it.id for it in await hubs[0].people.sessions_of(ann.id)] == [ann.session]

    run(tmp_path, test, 2, **where)


def test_somebody_who_was_logged_out_meanwhile_does_not_change_the_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where
) -> None:
    async def test(hubs: list[Hub]) -> None:
        guest = await hubs[0].people.make_guest("Ann")
        _, cookie = await hubs[0].people.make_account(guest, f"Ann {guest.id}", PASSWORD)
        ann = await hubs[0].people.of_cookie(cookie)
        assert ann is not None
        compare = hubs[0].people._is_right

        async def slowly(hashed: str, password: str) -> bool:
            await hubs[1].people.end_sessions(guest.id)
            return await compare(hashed, password)

        monkeypatch.setattr(hubs[0].people, "_is_right", slowly)
        with pytest.raises(Refused, match="logged out"):
            await hubs[0].people.change_password(ann, PASSWORD, OTHER)
        assert await hubs[1].people.login(f"Ann {guest.id}", PASSWORD)

    run(tmp_path, test, 2, **where)


def test_a_guest_becomes_one_account(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where) -> None:
    """A second click, or another window: the account keeps the name and password it got first."""

    async def test(hubs: list[Hub]) -> None:
        guest = await hubs[0].people.make_guest("Ann")
        digest, names = hubs[0].people._hashed, [f"{word} {guest.id}" for word in ("First", "Second")]

        async def slowly(password: str) -> str:
            await hubs[1].people.make_account(guest, names[0], PASSWORD)
            return await digest(password)

        monkeypatch.setattr(hubs[0].people, "_hashed", slowly)
        with pytest.raises(Refused, match="have an account already"):
            await hubs[0].people.make_account(guest, names[1], OTHER)
        assert (await hubs[1].people.login(names[0], PASSWORD))[0].id == guest.id

    run(tmp_path, test, 2, **where)


def test_renaming_a_guest_leaves_the_account_alone_that_was_made_meanwhile(
    tmp_path: Path, where: Where
) -> None:
    async def test(hubs: list[Hub]) -> None:
        guest = await hubs[0].people.make_guest("Ann")
        name = f"Ann {guest.id}"
        await hubs[1].people.make_account(guest, name, PASSWORD)
        with pytest.raises(Refused, match="its name stays"):
            await hubs[0].people.rename(guest, "Eve")
        assert (await hubs[0].people.login(name, PASSWORD))[0].name == name

    run(tmp_path, test, 2, **where)


# Sockets


def test_a_process_that_missed_the_news_closes_the_sockets_at_its_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: Where
) -> None:
    async def test(hubs: list[Hub]) -> None:
        table, ann = await new_table(hubs[0], "connect-four", BOTH)
        told: list[int] = []
        for session in (await begun_session(hubs[0], ann.id), "", await begun_session(hubs[0], ann.id)):
            watcher = Seat(await hubs[1].room(table), ann, "red").watcher
            watcher.session = session
            watcher.say_bye = lambda why, code: told.append(code)
        await hubs[0].people.end_session((await hubs[0].people.sessions_of(ann.id))[0].id)
        await hubs[0].sessions_ended(ann.id)
        assert told == []
        monkeypatch.setattr(type(hubs[1].bus), "is_alone", False)
        await hubs[1]._sweep()
        assert told == [LOGGED_OUT]

    run(tmp_path, test, 2, **where)


async def begun_session(hub: Hub, person: str) -> str:
    """The id of a new session."""
    someone = await hub.people.of_cookie(await hub.people.begin_session(person))
    assert someone is not None
    return someone.session


def test_a_session_ends_after_a_year(tmp_path: Path, where: Where) -> None:
    async def test(hubs: list[Hub]) -> None:
        people, guest = hubs[0].people, await hubs[0].people.make_guest("Ann")
        cookie = await people.begin_session(guest.id)
        [session] = await people.sessions_of(guest.id)
        mine = update(SESSION).where(SESSION.c.person == guest.id)
        for age, is_valid in ((LASTS - 60, True), (LASTS + 60, False)):
            older = mine.values(created=hubs[0].time.now() - age)
            await hubs[0].database.write(lambda c, older=older: c.execute(older))  # type: ignore[misc]
            assert (await people.of_cookie(cookie) is not None) == is_valid
            assert (await people.valid([session.id]) == {session.id}) == is_valid
            assert bool(await people.sessions_of(guest.id)) == is_valid

    run(tmp_path, test, 1, **where)
