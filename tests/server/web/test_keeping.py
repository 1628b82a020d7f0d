"""Resigning, archiving, removing; and what lists say about tables."""

from __future__ import annotations

import pytest
from websockets.exceptions import ConnectionClosedError

from ..conftest import Place
from ..player import Player


def test_resigning_against_one_opponent_ends_the_game(place: Place) -> None:
    """The other one wins, both are told, nothing is asked any more, and it stays so after the table is read again."""
    ann, bob = place.player("Ann"), place.player("Bob")
    table = ann.new("connect-four", {"red": "me", "yellow": "open"})["id"]
    bob.post(f"/api/tables/{table}/join", seat="yellow")
    with ann.sit(table, "red") as red, bob.sit(table, "yellow") as yellow:
        red.until_asked()
        yellow.look()
        over = ann.post(f"/api/tables/{table}/resign")
        assert over["state"] == "finished"
        assert over["outcome"] == {
            "winners": ["yellow"],
            "reason": "Ann has resigned.",
            "resigned": ["red"],
        }
        for sitting in (red, yellow):
            state = sitting.until(lambda f: f["t"] == "state" and f["outcome"])
            assert (state["question"], state["waiting"], state["undo"]) == (None, None, None)
        assert red.answer("drop:4")["why"] == "The game is over."
    for player in (ann, bob):  # whoever resigns a game that is over is told how it ended
        assert player.post(f"/api/tables/{table}/resign")["outcome"] == over["outcome"]
    assert table not in [it["id"] for it in ann.get("/api/tables", which="mine")]
    assert table in [it["id"] for it in bob.get("/api/tables", which="finished")]
    assert bob.http.get(f"/api/tables/{table}/export").status_code == 200
    assert ann.post(f"/api/tables/{table}/rematch")["state"] == "playing"


def test_a_solitaire_game_that_is_resigned_is_lost(alone: Place) -> None:
    ann = alone.player("Ann")
    table = ann.new("surface-combat", {"commander": "me"})["id"]
    assert ann.post(f"/api/tables/{table}/resign")["outcome"]["winners"] == []
    # It can be watched as it was; that used to be refused.
    steps = ann.get(f"/api/tables/{table}/replay")["steps"]
    assert ann.http.get(f"/api/tables/{table}/replay/{len(steps) - 1}").status_code == 200


def test_when_others_play_on_the_house_takes_over(place: Place) -> None:
    """Whoever has resigned sees the seat's secrets no longer, and the game goes on."""
    ann, bob = place.player("Ann"), place.player("Bob")
    table = ann.new("rogue-trooper", {"red": "me", "green": "bot:random"}, options={"players": 3})["id"]
    bob.post(f"/api/tables/{table}/join", seat="blue")
    with bob.sit(table, "blue") as blue:
        blue.look()
        told = bob.post(f"/api/tables/{table}/resign")
        assert told["state"] == "playing"
        assert [seat["who"] for seat in told["seats"]] == ["Ann", "Veteran", "Random"]
        state = blue.until(lambda f: f["t"] == "state" and f["mine"] == [])
        assert state["seat"] is None
        assert all(card is None for card in state["view"]["gis"][1]["hand"])
    assert bob.post(f"/api/tables/{table}/resign", 403)["code"] == "forbidden"
    assert any("Bob has resigned" in line["text"] for line in _chat(ann, table))


def _chat(player: object, table: str) -> list[dict[str, str]]:
    with player.sit(table, "red") as sitting:  # type: ignore[attr-defined]
        sitting.look()
        return [frame for frame in sitting.frames if frame["t"] == "chat"]


def test_a_table_is_archived_and_brought_back(place: Place) -> None:
    ann, eve = place.player("Ann"), place.player("Eve")
    table = ann.new("connect-four", {"red": "me", "yellow": "bot:random"})["id"]

    def lists(which: str) -> list[str]:
        return [it["id"] for it in ann.get("/api/tables", which=which)]

    assert table in lists("mine")
    ann.put(f"/api/tables/{table}/archived", archived=True)
    ann.put(f"/api/tables/{table}/archived", archived=True)  # a second time is no harm
    assert table not in lists("mine")
    assert table in lists("archived")
    assert table in [it["id"] for it in eve.get("/api/tables", which="open")]
    assert eve.put(f"/api/tables/{table}/archived", 403, archived=True)["code"] == "forbidden"
    ann.put(f"/api/tables/{table}/archived", archived=False)
    assert table in lists("mine")
    assert table not in lists("archived")


def test_a_host_who_plays_alone_can_remove_a_table(place: Place) -> None:
    ann, bob = place.player("Ann"), place.player("Bob")
    table = ann.new("connect-four", {"red": "me", "yellow": "bot:random"})
    assert table["can_remove"]
    with ann.sit(table["id"], "red") as red:
        red.until_asked()
        assert bob.http.delete(f"/api/tables/{table['id']}").status_code == 403
        assert ann.http.delete(f"/api/tables/{table['id']}").status_code == 204
        assert red.get("bye")["why"] == "The host has removed this table."
    assert ann.get(f"/api/tables/{table['id']}", 404)["code"] == "missing"
    shared = ann.new("connect-four", {"red": "me", "yellow": "open"})["id"]
    bob.post(f"/api/tables/{shared}/join", seat="yellow")
    refused = ann.http.delete(f"/api/tables/{shared}")
    assert refused.status_code == 409
    assert "archive" in refused.json()["error"]
    ann.wait_for(f"/api/tables/{shared}", lambda it: not it["can_remove"])


def test_removing_a_table_closes_its_sockets_in_every_process(place: Place) -> None:
    """They stayed open and silent. The code tells a client not to come back."""
    ann = place.player("Ann")
    table = ann.new("connect-four", {"red": "me", "yellow": "open"})["id"]
    sockets = []
    for host in place.hosts:
        window = Player(host.url, "")
        window.http.cookies = ann.http.cookies
        sockets.append(window.sit(table, "red"))
        sockets[-1].get("seats")
        window.close()
    assert ann.http.delete(f"/api/tables/{table}").status_code == 204
    for socket in sockets:
        assert socket.get("bye")["why"] == "The host has removed this table."
        with socket, pytest.raises(ConnectionClosedError) as closed:
            socket.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4410


def test_lists_say_who_hosts_what_is_played_and_how_far_it_is(place: Place) -> None:
    ann, eve = place.player("Ann"), place.player("Eve")
    table = ann.new("mars-or-die", {"legion": "me", "murks": "bot:random"}, scenario="s1")["id"]
    seen = next(it for it in eve.get("/api/tables", which="open") if it["id"] == table)
    assert (seen["host"], seen["scenario_label"]) == ("Ann", "Meeting at the Grand Canal")
    assert seen["progress"] in ("Setting up", "Turn 1 of 12")
    assert seen["asked"] in ("legion", "murks", None)


def test_a_private_question_does_not_tell_in_a_list_who_is_asked(alone: Place) -> None:
    """Rogue cards are asked for in private: the list must not say of whom."""
    ann, eve = alone.player("Ann"), alone.player("Eve")
    table = ann.new("rogue-trooper", {"red": "me", "blue": "me"}, options={"players": 2})["id"]
    with ann.sit(table, "red") as red:
        hidden = told = 0
        for _ in range(40):
            state = red.state or red.look()
            seen = next(it for it in eve.get("/api/tables", which="open") if it["id"] == table)
            if state["waiting"] != state["seat"]:
                red.do("look", seat=state["waiting"])
                state = red.state
            if state["question"]["topic"] in ("rogue_movement", "rogue_encounter", "rogue_end"):
                hidden += 1
                assert seen["asked"] is None
            elif seen["asked"] is not None:
                told += 1
                assert seen["asked"] == state["question"]["seat"]
            red.answer(red.keys[0])
            if red.state["outcome"]:
                break
        assert hidden
        assert told
