"""Games and packs of the host's own: what the lobby offers, what can be played, and what happens when they go away."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.own import write_game, write_pack

from ..host import Host
from ..player import Player, Sitting


class Own(Host):
    """A server with a game file and a pack of the host's own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder / "data")
        self.game, self.pack = write_game(folder), write_pack(folder)
        self.words = ["--games", str(self.game), "--pack", str(self.pack)]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Own]:
    host = Own(tmp_path_factory.mktemp("own"))
    host.start()
    yield host
    host.stop()


def play(seat: Sitting, answers: int = 6) -> None:
    """Give the first answer each time, a few times; a bot answers in between."""
    seat.look()
    for _ in range(answers):
        if seat.until_asked()["outcome"]:
            return
        assert seat.answer(seat.keys[0])["t"] == "state"
    seat.until_asked()


def wait_for(host: Host, line: str) -> None:
    """Wait until the host has been told something."""
    while line not in host.log:
        time.sleep(0.05)


def offered(player: Player) -> dict[str, Any]:
    return {game["key"]: game for game in player.get("/api/games")}


def test_the_lobby_says_what_the_host_has_added(host: Own) -> None:
    """Title, author and what it is, for a game and for a pack; and `serve` says what it has read."""
    with Player(host.url) as ann:
        games = offered(ann)
    derelict = games["derelict"]
    assert (derelict["title"], derelict["author"]) == ("Derelict", "Ann Ames")
    assert derelict["about"].startswith("Two salvage crews")
    default, outpost = games["stash"]["packs"]
    assert default["name"] == "default"
    told = {name: outpost[name] for name in ("name", "title", "author", "about", "scenario")}
    assert told == {
        "name": "outpost",
        "title": "The outpost",
        "author": "Ann Ames",
        "about": "Ice is cheap here, air is not.",
        "scenario": "standard",
    }
    assert games["red-dust"]["packs"] == []
    assert f"Added: Derelict, by Ann Ames ({host.game})" in host.log
    assert f"Added: The outpost, a pack for Stash, by Ann Ames ({host.pack})" in host.log


def test_a_game_file_is_played_with_its_bots(host: Own) -> None:
    """A worker process knows the same games: a bot that searches answers from there."""
    with Player(host.url) as ann:
        table = ann.new("derelict", {"magpie": "me", "jackal": "bot:search:20"})
        with ann.sit(table["id"], "magpie") as seat:
            play(seat)
    assert "the bot search" not in host.log


def test_a_pack_is_played_by_name_with_its_bots(host: Own) -> None:
    """The data of the pack is on the table, in the server and in its worker processes; nobody is told its path."""
    with Player(host.url) as ann:
        wanted = {"options": {"pack": "outpost"}, "public": False}
        table = ann.new("stash", {"ann": "me", "bob": "bot:search:20"}, **wanted)
        assert (table["pack"], table["options"]) == ("The outpost", {"pack": "outpost"})
        with ann.sit(table["id"], "ann") as seat:
            play(seat)
            assert str(host.pack) not in repr(seat.frames)
            assert any("Ice" in str(frame) or "Air" in str(frame) for frame in seat.frames)
        refused = ann.post("/api/tables", 400, game="stash", options={"pack": str(host.pack)})
        assert refused["error"].endswith("Possible: default, outpost.")
    assert "the bot search" not in host.log


def test_a_pack_that_goes_away_or_changes_loses_no_game(tmp_path: Path) -> None:
    """The host is told of a change, the players of a pack that is gone; the game goes on once the pack is back.

    In between, a settings file says what is read and offered: what is not offered is neither listed nor begun.
    """
    host = Own(tmp_path)
    host.start()
    with Player(host.url) as ann:
        table = ann.new("stash", {"ann": "me", "bob": "me"}, options={"pack": "outpost"})["id"]
        cards = host.pack / "cards.toml"
        was = cards.read_text()
        cards.write_text(was.replace("worth = 5", "worth = 6"))
        wait_for(host, f"Changed since the server started: {cards}. Restart it")
        with ann.sit(table, "ann") as seat:  # the server goes on with what it has read
            assert seat.look()["question"] is not None
        cards.write_text(was)
        wait_for(host, "again as they were when the server started")
        host.stop()

        file = tmp_path / "server.toml"
        write_pack(tmp_path, "camp")
        file.write_text('packs = ["camp"]\noffer = ["stash/camp", "connect-four"]\nsweep = 2.5\n')
        words, host.words = host.words, ["--settings", str(file)]
        host.start()
        (mine,) = ann.get("/api/tables", which="mine")
        gone = "This table cannot be opened: this server no longer has the pack 'outpost' of Stash."
        assert mine["problem"].startswith(f"{gone} Nothing is lost")
        assert ann.get(f"/api/tables/{table}")["problem"] == mine["problem"]
        assert ann.get("/api/tables", which="open") == []
        games = offered(ann)
        assert list(games) == ["connect-four", "stash"]
        assert [pack["name"] for pack in games["stash"]["packs"]] == ["camp"]
        refused = ann.post("/api/tables", 404, game="red-dust")
        assert refused["error"] == "Red Dust Rebellion is not offered on this server."
        assert ann.post("/api/tables", 400, game="stash")["error"].endswith("Possible: camp.")
        host.stop()

        host.words = words
        host.start()
        with ann.sit(table, "ann") as seat:
            assert seat.look()["question"] is not None
    host.stop()
