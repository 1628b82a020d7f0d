"""Before a game: invitations, a first look, and the waiting room with bots, ready and start."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sandtable.games import BUILT_IN

from ..conftest import Place
from ..player import Player


def secret_of(table: dict[str, Any], seat: str) -> str:
    link = next(it["link"] for it in table["seats"] if it["id"] == seat)
    return str(link).rpartition("/")[2]


def test_an_invitation_says_what_awaits_somebody(place: Place) -> None:
    """Game, host, seats, what the sides are like, length and difficulty; and of nobody else's link."""
    ann, friend = place.player("Ann"), Player(place.hosts[-1].url, "")
    seats = {"marsgov": "me", "corporations": "bot:house", "red_dust": "link", "reclaimers": "link"}
    table = ann.new("red-dust", seats, public=False, title="Tea on Mars")
    told = friend.get(f"/api/invitations/{secret_of(table, 'red_dust')}")
    assert (told["seat"], told["mine"]) == ("red_dust", False)
    assert (told["table"]["host"], told["table"]["title"]) == ("Ann", "Tea on Mars")
    assert [it["who"] for it in told["table"]["seats"]] == ["Ann", "House", None, None]
    assert all(it["link"] is None for it in told["table"]["seats"])
    assert [seat["id"] for seat in told["setting"]["seats"]] == list(seats)
    assert all(seat["about"] for seat in told["setting"]["seats"])
    assert told["setting"]["scenario"]["minutes"] == 240
    assert told["setting"]["scenario"]["difficulty"] == "hard"
    friend.close()


def test_a_link_that_is_of_no_use_says_why(alone: Place) -> None:
    ann, bob, eve = alone.player("Ann"), alone.player("Bob"), alone.player("Eve")
    table = ann.new("connect-four", {"red": "me", "yellow": "link"}, public=False)
    secret = secret_of(table, "yellow")
    assert eve.get("/api/invitations/0123", 404)["code"] == "missing"
    bob.post(f"/api/tables/{table['id']}/claim", secret=secret)
    assert bob.get(f"/api/invitations/{secret}")["mine"] is True
    assert eve.get(f"/api/invitations/{secret}", 409)["error"] == "Somebody else has taken this seat."
    # A game that is over.
    bob.post(f"/api/tables/{table['id']}/resign")
    assert eve.get(f"/api/invitations/{secret}", 410)["code"] == "gone"
    # The host has given the seat to a bot since: the link leads nowhere.
    other = ann.new("connect-four", {"red": "open", "yellow": "link"})
    ann.post(f"/api/tables/{other['id']}/seat", seat="yellow", who="bot:random")
    assert eve.get(f"/api/invitations/{secret_of(other, 'yellow')}", 404)["code"] == "missing"


def test_a_preview_of_a_link_names_host_and_table(alone: Place) -> None:
    ann = alone.player("Ann <b>")
    table = ann.new("surface-combat", {"commander": "link"}, title="Tea & dust")
    with Player(alone.hosts[0].url, "") as friend:
        page = friend.http.get(f"/s/{secret_of(table, 'commander')}")
    title = "Ann &lt;b&gt; invites you: Commander in Tea &amp; dust"
    assert f'<meta property="og:title" content="{title}" />' in page.text
    assert re.search(r'<meta property="og:image" content="http://[^"]+/icon-512.png" />', page.text)


@pytest.mark.parametrize("key", list(BUILT_IN))
def test_every_board_can_be_looked_at_before_the_game(alone: Place, key: str) -> None:
    ann, eve = alone.player("Ann"), alone.player("Eve")
    game = next(game for game in ann.get("/api/games") if game["key"] == key)
    first, *others = [seat["id"] for seat in game["seats"]]
    table = ann.new(key, {first: "link", **dict.fromkeys(others, "open")}, public=False)
    told = eve.get(f"/api/invitations/{secret_of(table, first)}/look")
    assert told["board"]
    assert (told["state"]["seat"], told["state"]["mine"]) == (None, [])
    assert told["state"]["view"]
    assert eve.get(f"/api/tables/{table['id']}/look", 403)["code"] == "forbidden"
    assert ann.get(f"/api/tables/{table['id']}/look")["state"]["outcome"] is None


def test_a_table_waits_until_everybody_is_ready(place: Place) -> None:
    """The host is ready from the start; the last one who gets ready begins the game."""
    ann, bob, cyd = place.player("Ann"), place.player("Bob"), place.player("Cyd")
    table = ann.new("rogue-trooper", {"red": "me"}, options={"players": 3}, begins="ready")["id"]
    bob.post(f"/api/tables/{table}/join", seat="blue")
    full = cyd.post(f"/api/tables/{table}/join", seat="green")
    assert full["state"] == "waiting"
    assert [seat["ready"] for seat in full["seats"]] == [True, False, False]
    assert bob.post(f"/api/tables/{table}/ready", ready=True)["state"] == "waiting"
    bob.post(f"/api/tables/{table}/ready", ready=False)
    assert cyd.post(f"/api/tables/{table}/ready", ready=True)["state"] == "waiting"
    assert bob.post(f"/api/tables/{table}/ready", ready=True)["state"] == "playing"
    assert bob.post(f"/api/tables/{table}/ready", 409, ready=True)["error"] == "The game has begun."


def test_the_host_puts_a_bot_in_and_starts(place: Place) -> None:
    ann, bob = place.player("Ann"), place.player("Bob")
    table = ann.new("rogue-trooper", {"red": "me"}, options={"players": 3}, begins="ready")["id"]
    bob.post(f"/api/tables/{table}/join", seat="blue")
    told = ann.post(f"/api/tables/{table}/start", 409)["error"]
    assert told == "Nobody sits here yet: Green. Put a bot there, or wait."
    assert bob.post(f"/api/tables/{table}/seat", 403, seat="green", who="bot:house")["code"] == "forbidden"
    assert bob.post(f"/api/tables/{table}/start", 403)["code"] == "forbidden"
    assert (
        ann.post(f"/api/tables/{table}/seat", 409, seat="blue", who="bot:house")["error"]
        == "That seat is taken."
    )
    assert ann.post(f"/api/tables/{table}/seat", 400, seat="pink", who="open")["code"] == "bad"
    given = ann.post(f"/api/tables/{table}/seat", seat="green", who="bot:house")
    assert given["state"] == "waiting"
    assert [seat["who"] for seat in given["seats"]] == ["Ann", "Bob", "Veteran"]
    assert ann.post(f"/api/tables/{table}/start")["state"] == "playing"


def test_people_in_the_waiting_room_hear_each_other_and_see_the_start(place: Place) -> None:
    """The socket is open before the game: seats and chat arrive, and then the board."""
    ann, bob = place.player("Ann"), place.player("Bob")
    table = ann.new("connect-four", {"red": "me"}, begins="ready")["id"]
    with ann.sit(table, "red") as red:
        red.get("seats")
        bob.post(f"/api/tables/{table}/join", seat="yellow")
        red.until(lambda f: f["t"] == "seats" and f["seats"][1]["who"] == "Bob")
        with bob.sit(table, "yellow") as yellow:
            yellow.say("chat", text="Tea first")
            assert red.get("chat")["text"] == "Tea first"
            bob.post(f"/api/tables/{table}/ready", ready=True)
            assert red.look()["seat"] == "red"
            assert yellow.look()["seat"] == "yellow"


def test_a_form_follows_what_was_chosen(alone: Place) -> None:
    """Guards set-up: other scenarios have other options and seats, and Missions of Space Combat can be chosen by name."""
    ann = alone.player()
    form = ann.post("/api/games/space-combat/form", options={"scenario": "mission"})
    mission, difficulty = form["options"]
    assert difficulty["default"] == "normal"
    assert len(mission["choices"]) == 5
    assert mission["labels"][0] == "a random one"
    table = ann.new("space-combat", {"rebels": "me"}, options={"mission": mission["choices"][2]})
    assert ann.get(f"/api/tables/{table['id']}/about")["options"] == [f"Mission: {mission['labels'][2]}"]
    mission, _ = ann.post("/api/games/space-combat/form", options={"scenario": "campaign"})["options"]
    assert len(mission["choices"]) == 4  # the last one comes last
    mission, _ = ann.post("/api/games/space-combat/form", options={"scenario": "final"})["options"]
    assert mission["choices"] == []
    form = ann.post("/api/games/rogue-trooper/form", options={"players": 3})
    assert [seat["id"] for seat in form["seats"]] == ["red", "blue", "green"]
    assert next(it for it in form["options"] if it["name"] == "players")["default"] == 4
    short = ann.post("/api/games/rogue-trooper/form", options={"players": 2, "short": True})
    assert 30 <= short["minutes"] <= 45 < form["minutes"] <= 90
    sides = ann.post("/api/games/mars-or-die/form", options={"scenario": "s3"})["seats"]
    assert [side["id"] for side in sides] == ["convoy", "raiders"]


def test_every_bot_has_a_name_and_a_line(alone: Place) -> None:
    """The House comes first; levels are offered where they were measured; nobody is offered who answers at random."""
    for game in alone.player().get("/api/games")[:5]:
        first, *others = game["bots"]
        name = "House" if game["key"] == "red-dust" else "Veteran"
        assert (first["spec"], first["label"], first["face"] != "") == ("bot:house", name, True)
        assert all(bot["spec"].startswith(("bot:level:", "bot:search:")) for bot in others)
        assert all(bot["about"].endswith(".") for bot in game["bots"])


@pytest.mark.parametrize("path", ["/nowhere", "/t/unknown/more", "/s/0123"])
def test_a_page_that_is_not_there_is_a_page(alone: Place, path: str) -> None:
    """A browser gets the client, which says it in words and with a way back; a program gets JSON."""
    ann = alone.player()
    page = ann.http.get(path, headers={"accept": "text/html,*/*"})
    assert page.status_code == 404
    assert '<div id="app">' in page.text
    assert ann.http.get("/nowhere").json()["code"] == "missing"
    assert (
        ann.http.get("/api/nowhere", headers={"accept": "text/html"}).headers["content-type"]
        == "application/json"
    )
