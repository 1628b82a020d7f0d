"""Guests, accounts, sessions and the cookie that names them."""

from __future__ import annotations

import httpx

from ..conftest import Place
from ..player import Player


def test_a_guest_is_a_name_and_a_cookie(place: Place) -> None:
    ann = place.player("Ann")
    me = ann.get("/api/me")
    assert (me["name"], me["is_guest"]) == ("Ann", True)
    assert ann.post("/api/guest", name="  Anna\u200b  Lee ")["name"] == "Anna Lee"
    assert ann.get("/api/me")["id"] == me["id"]


def test_nobody_is_null_and_may_not_set_up_a_table(place: Place) -> None:
    nobody = Player(place.hosts[0].url, "")
    assert nobody.get("/api/me") is None
    told = nobody.post("/api/tables", 401, game="connect-four")
    assert told["code"] == "who"
    assert nobody.get("/api/tables", which="mine") == []
    nobody.close()


def test_an_account_keeps_a_guests_tables_across_devices(place: Place) -> None:
    ann = place.player("Ann")
    table = ann.new("connect-four", {"red": "me"})["id"]
    ann.post("/api/account", name=f"Ann {table}", password="long enough")
    phone = Player(place.hosts[-1].url, "")
    phone.post("/api/login", name=f"ann {table.upper()}", password="long enough")
    assert [t["id"] for t in phone.get("/api/tables", which="mine")] == [table]
    phone.post("/api/logout", 204)
    assert phone.get("/api/me") is None
    assert ann.get("/api/me")["is_guest"] is False
    phone.close()


def test_a_name_is_taken_once_and_a_wrong_password_is_refused(place: Place) -> None:
    ann, eve = place.player("Ann"), place.player("Eve")
    name = f"Ann {ann.me['id']}"
    ann.post("/api/account", name=name, password="long enough")
    assert eve.post("/api/account", 409, name=name.upper(), password="long enough")["code"] == "conflict"
    wrong = eve.post("/api/login", 401, name=name, password="wrong")
    unknown = eve.post("/api/login", 401, name="Nobody at all", password="wrong")
    assert wrong == unknown
    assert eve.post("/api/account", 400, name="Eve", password="short")["code"] == "bad"


def test_a_forged_cookie_names_nobody(place: Place) -> None:
    ann = place.player("Ann")
    token = ann.http.cookies["sandtable"]
    for forged in (
        token[:-1] + ("0" if token[-1] != "0" else "1"),
        token.split(".")[0],
        "x." + "0" * 32,
        "",
        ".",
    ):
        answer = httpx.get(f"{ann.url}/api/me", headers={"Cookie": f"sandtable={forged}"})
        assert answer.status_code == 200
        assert answer.json() is None


def test_a_session_that_has_ended_is_of_no_use(place: Place) -> None:
    ann = place.player("Ann")
    cookie = ann.cookie
    ann.post("/api/logout", 204)
    assert httpx.get(f"{ann.url}/api/me", headers={"Cookie": cookie}).json() is None


def test_the_cookie_is_not_for_scripts_or_other_sites(alone: Place) -> None:
    answer = httpx.post(f"{alone.hosts[0].url}/api/guest", json={"name": "Ann"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
