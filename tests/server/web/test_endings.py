"""The story of a finished game over HTTP, and one's results."""

from __future__ import annotations

import gzip
from pathlib import Path

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair

from ..conftest import Place

FIXTURES = Path(__file__).parents[2] / "fixtures"


def test_an_ending_is_told_only_when_the_game_is_over(place: Place) -> None:
    """It may tell secrets, so there is none before; a game that somebody gave up has one too."""
    ann, eve = place.player("Ann"), place.player("Eve")
    table = ann.new("connect-four", {"red": "me", "yellow": "bot:random"})["id"]
    assert ann.http.get(f"/api/tables/{table}/ending").status_code == 409
    with ann.sit(table, "red") as red:
        red.until_asked()
        red.answer("drop:4")
        red.until_asked()
    ann.post(f"/api/tables/{table}/resign")
    told = ann.get(f"/api/tables/{table}/ending")
    ending = told["ending"]
    assert ending["sentence"] == "Ann has resigned."
    assert ending["winners"] == ["yellow"]
    assert {score["seat"]: score["answers"] for score in ending["scores"]} == {"red": 1, "yellow": 1}
    assert told["players"]["red"] == "Ann"
    assert told["began"] <= told["ended"]
    assert eve.get(f"/api/tables/{table}/ending")["ending"] == ending  # spectators read the same


def test_a_campaign_has_a_track_and_is_among_ones_results(alone: Place) -> None:
    """Missions won and lost with a score, and a history of one's campaigns."""
    ann, bob = alone.player("Ann"), alone.player("Bob")
    journal = gzip.decompress((FIXTURES / "surface-combat-campaign.journal.gz").read_bytes())
    table = ann.http.post("/api/import", content=journal).json()["id"]
    ending = ann.get(f"/api/tables/{table}/ending")["ending"]
    assert [stop["won"] for stop in ending["track"]] == [False, False]
    assert ending["score"] == 0
    (result,) = ann.get("/api/results")
    assert (result["table"], result["score"], result["won"]) == (table, 0, False)
    assert result["scenario"] == "Campaign"
    assert bob.get("/api/results") == []


def test_a_campaign_that_is_given_up_is_among_ones_results(alone: Place) -> None:
    """Missions won count although the campaign was not played to its end."""
    ann = alone.player("Ann")
    table = sandtable.new("surface-combat", scenario="campaign", seed=4)
    bot = make_bot("house", 4)
    while not table.run.state.fought:
        assert table.ask is not None
        table.choose(bot.choose(Chair(table, table.ask.seat)))
    name = ann.http.post("/api/import", content=table.save()).json()["id"]
    ann.post(f"/api/tables/{name}/resign")
    (result,) = ann.get("/api/results")
    assert (result["table"], result["won"]) == (name, False)
    assert result["score"] == table.game.score_so_far(table.run.state)
    assert result["score"] > 10
