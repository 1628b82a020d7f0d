"""Bots think elsewhere, see what their seat may see, and can be stopped. Clocks and notices give nobody away."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.bots import levels
from sandtable.bots.levels import Neighbours, Strengths
from sandtable.engine import SandtableError, open_journal
from sandtable.server.store.stored_tables import SeatData, TableData
from sandtable.server.tables.bot_levels import bot_name, bots, hint_giver
from sandtable.server.tables.catalogue import find
from sandtable.server.tables.clock import deadline, shown, spent
from sandtable.server.wire import Clock
from sandtable.server.workers.bot_jobs import imagined
from sandtable.server.workers.worker import work
from tests.webhook import listening

from ..conftest import Place
from ..player import Player


def test_a_person_plays_against_bots_to_the_end(place: Place) -> None:
    ann = place.player()
    table = ann.new("surface-combat", {"commander": "me"})["id"]
    with ann.sit(table, "commander") as sitting:
        while not sitting.until_asked()["outcome"]:
            sitting.answer(sitting.keys[-1])
        assert sitting.state["outcome"]["reason"]


def test_a_bot_at_the_table_has_a_name_that_people_can_read(alone: Place) -> None:
    """What a seat shows is what the form offered, and never the spec of a bot."""
    ann = alone.player()
    table = ann.new("connect-four", {"red": "me", "yellow": "bot:search:300ms"})
    assert table["seats"][1]["who"] == "Planner"
    assert table["seats"][1]["bot"] == "search:300ms"
    offered = {it["key"]: [bot["label"] for bot in it["bots"]] for it in ann.get("/api/games")}
    assert offered["connect-four"] == ["Planner", "Strategist"]
    assert offered["red-dust"][0] == "House", "its printed non-player, which beats the search"
    assert [bot_name(spec) for spec in ("house", "search:50")] == ["Veteran", "Search, 50 tries an answer"]


def test_bots_of_stored_games_have_names_and_faces(alone: Place) -> None:
    """Tables that name the House, a search or a random bot open as before, whoever is offered today."""
    ann = alone.player()
    seats = {"red": "me", "blue": "bot:house", "green": "bot:level:3", "yellow": "bot:random"}
    table = ann.new("rogue-trooper", seats)
    named = [(seat["who"], seat["bot"], seat["face"]) for seat in table["seats"]][1:]
    assert named == [
        ("Veteran", "house", "veteran"),
        ("Captain", "level:3", "captain"),
        ("Random", "random", ""),
    ]
    assert table["seats"][0]["face"] == ""
    dust = {
        "marsgov": "me",
        "corporations": "bot:house",
        "red_dust": "bot:level:2",
        "reclaimers": "bot:search:300ms",
    }
    faces = [(seat["who"], seat["face"]) for seat in ann.new("red-dust", dust)["seats"]][1:]
    assert faces == [("House", "nonplayer"), ("Veteran", "veteran"), ("Planner", "")]


def test_measured_levels_are_offered_with_their_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The usual opponent first; what was measured stands beside the name; nobody is random."""
    game = find("rogue-trooper")
    pairs = tuple(Neighbours(n, 400, 0.62, 0.5, 0.05, 0.15, 85, 0.3) for n in (2, 3))
    found = Strengths(game.key, game.rules_version, "", "", 400, pairs)
    assert [(it.spec, it.label) for it in bots(game)] == [("bot:house", "Veteran")]
    assert hint_giver(game) == "house"
    monkeypatch.setattr(levels, "strengths_of", lambda game: found)
    offered = bots(game)
    assert [(it.spec, it.label, it.face) for it in offered] == [
        ("bot:house", "Veteran", "veteran"),
        ("bot:level:3", "Captain", "captain"),
        ("bot:level:1", "Recruit", "recruit"),
    ]
    assert offered[1].figure == "Scores 62% where the Veteran scores 50% (400 games); answers within 0.3 s."
    assert hint_giver(game) == "level:3"


def test_bots_of_the_hosts_own_are_offered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The form offers what SANDTABLE_BOTS adds, at the end; a bot that says which games it plays, only for these."""
    text = "class Red:\n    games = ('red-dust',)\n\n    def __init__(self, seed): ...\n\n    def choose(self, chair): ...\n"
    (tmp_path / "hosts_bots.py").write_text(
        f"from sandtable.bots import RandomBot\n\n{text}\nBOTS = {{'lucky': RandomBot, 'red': Red}}\n"
    )
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("SANDTABLE_BOTS", str(tmp_path / "hosts_bots.py"))
    offered = {
        key: [(bot.spec, bot.label) for bot in bots(find(key))] for key in ("red-dust", "connect-four")
    }
    assert offered["red-dust"][-2:] == [("bot:lucky", "Lucky"), ("bot:red", "Red")]
    assert offered["connect-four"][-1] == ("bot:lucky", "Lucky")


def test_mistakes_in_bots_of_the_hosts_own_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A bot that cannot be made is an error when the games are listed, and one that answers nonsense when it answers."""
    silent = "class Silent:\n    def __init__(self, seed): ...\n\n    def choose(self, chair): ...\n"
    (tmp_path / "wrong_bots.py").write_text(f"{silent}\nBOTS = {{'silent': Silent}}\n")
    (tmp_path / "broken_bots.py").write_text("BOTS = {'broken': lambda seed: seed.nothing}\n")
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("SANDTABLE_BOTS", str(tmp_path / "wrong_bots.py"))
    table = sandtable.new(find("connect-four"), seed=11)
    sent = imagined(table.fork(), "red", random.Random(1))
    told = work({"job": "choose", "world": sent, "seat": "red", "bot": "silent", "seed": 1})["error"]
    assert "'None' does not answer" in told
    monkeypatch.setenv("SANDTABLE_BOTS", str(tmp_path / "broken_bots.py"))
    with pytest.raises(SandtableError, match=r"'broken' cannot be made: .*broken_bots.py:1"):
        bots(find("connect-four"))


def test_bots_alone_play_on_for_whoever_watches(place: Place) -> None:
    ann = place.player()
    table = ann.new("connect-four", {"red": "bot:random", "yellow": "bot:random"})
    assert table["state"] == "playing"
    with ann.sit(table["id"]) as watching:
        watching.look()
        first = watching.get("state")["log"]["lines"]
        assert first


def test_a_thinking_bot_is_seen_and_can_be_stopped(place: Place) -> None:
    """Also from a window that is connected to another process than the one that thinks."""
    ann, window = place.player("Ann"), Player(place.hosts[-1].url, "")
    window.http.cookies.update(ann.http.cookies)
    table = ann.new("connect-four", {"red": "me", "yellow": "bot:search:9000ms"})["id"]
    with ann.sit(table, "red") as red, window.sit(table, "red") as other:
        red.look()
        other.look()
        assert red.do("stop")["why"] == "No bot is thinking."
        red.answer("drop:4")
        assert red.get("thinking")["seat"] == other.get("thinking")["seat"] == "yellow"
        other.say("stop")
        assert red.until_asked()["waiting"] == "red"  # long before nine seconds are over
        assert not any(seat["thinking"] for seat in red.state["seats"])
    window.close()


def test_a_bot_with_a_private_question_is_not_seen_thinking(place: Place) -> None:
    """Stash asks in private who raids; whether it is the bot that is asked is nobody's business."""
    ann = place.player()
    table = ann.new("stash", {"ann": "me", "bob": "bot:search:300ms"})["id"]
    with ann.sit(table, "ann") as one:
        while not one.until_asked()["outcome"]:
            one.answer(one.keys[0])
        assert all(frame["t"] != "refused" for frame in one.frames)
        for i, frame in enumerate(one.frames):
            if frame["t"] == "thinking":
                # From another process, news of the bot may come just before news of the answer it follows.
                before = next(f["question"] for f in reversed(one.frames[:i]) if f["t"] == "state")
                after = next((f["question"] for f in one.frames[i:] if f["t"] == "state"), None)
                asked = [q for q in (before, after) if q is not None and not q.get("hidden")]
                assert frame["seat"] in [question["seat"] for question in asked]


@pytest.mark.parametrize("key", ["stash", "rogue-trooper", "red-dust", "mars-or-die", "space-combat"])
def test_a_bot_gets_a_world_without_secrets(key: str) -> None:
    """A bot thinks in a world that its seat imagines: other dice, the same question, and what its seat sees."""
    table = sandtable.new(find(key), seed=11)
    for _ in range(40):
        if table.ask is None:
            break
        seat = table.ask.seat
        sent = imagined(table.fork(), seat, random.Random(1))
        world = open_journal(sent, find)
        assert world.header.seed != table.header.seed
        assert world.header.seed_hash != table.header.seed_hash
        assert world.ask is not None
        assert (world.ask.seat, world.ask.keys) == (seat, table.keys())
        assert world.view(seat) == table.view(seat)
        answer = work({"job": "choose", "world": sent, "seat": seat, "bot": "house", "seed": 1})
        assert answer["key"] in table.keys()  # noqa: SIM118  (a table is no dictionary)
        table.choose(answer["key"])


def table_data(**more: Any) -> TableData:
    seats = [SeatData("ann", "Ann", "person", "1"), SeatData("bob", "Bob", "person", "2")]
    fields: dict[str, Any] = {
        "id": "t", "title": "", "game": "stash", "options": {}, "owner": "1", "public": True,
        "clock": Clock(each=10, bank=100), "state": "playing", "asked": "ann", "since": 1000.0,
        "created": 0.0, "updated": 0.0, "seats": seats,
    }  # fmt: skip
    return TableData(**{**fields, **more})


def test_a_clock_takes_what_exceeds_each_answer_from_the_bank() -> None:
    data = table_data()
    assert deadline(data) == 1110
    assert spent(data, "ann", 1008.0) == {}
    assert spent(data, "ann", 1030.0) == {"ann": 20}
    data.seats[0].spent = 95
    assert deadline(data) == 1015
    assert spent(data, "ann", 1030.0) == {"ann": 100}
    assert shown(data, 1004.0) == {"ann": 11, "bob": 110}


def test_a_clock_does_not_tell_who_holds_a_private_question() -> None:
    one, two = table_data(is_private=True, asked="ann"), table_data(is_private=True, asked="bob")
    two.seats[0].spent = one.seats[0].spent = 60
    assert shown(one, 1050.0) == shown(two, 1050.0) == {"ann": 50, "bob": 110}
    assert deadline(one) == deadline(two)
    assert spent(one, "ann", 1090.0) == spent(two, "bob", 1090.0) == {}


def test_the_house_answers_for_somebody_whose_time_is_up(place: Place) -> None:
    """Nobody has to be quick here: if the second one's time is up too, the house has answered for both."""
    ann, bob = place.player("Ann"), place.player("Bob")
    table = ann.new("connect-four", {"red": "me"}, clock={"each": 1, "bank": 0})["id"]
    bob.post(f"/api/tables/{table}/join", seat="yellow")
    with bob.sit(table, "yellow") as yellow:
        assert set(yellow.until_asked()["clock"]) == {"red", "yellow"}
        assert any("Red drops a disc" in line["text"] for line in yellow.log)


def test_turns_of_non_players_come_picture_by_picture(place: Place) -> None:
    """Non-players answer inside a person's answer. The page still gets each of their turns by itself, to tell it as a story."""
    ann = place.player("Ann")
    house = dict.fromkeys(("corporations", "red_dust", "reclaimers"), "bot:house")
    table = ann.new("red-dust", {"marsgov": "me", **house})["id"]
    with ann.sit(table, "marsgov") as seat:
        seat.until_asked()
        first, told = len(seat.frames), len(seat.log)
        acknowledged = seat.answer("pass")
        while seat.state["question"] is None:
            seat.next()
        frames = [frame for frame in seat.frames[first:] if frame["t"] == "state"]
    assert acknowledged is frames[0]
    assert [frame["ack"] is not None for frame in frames] == [True] + [False] * (len(frames) - 1)
    assert len(frames) > 3, "others have acted since"
    assert all(frame["question"] is None for frame in frames[:-1])
    assert all(frame["log"]["lines"] for frame in frames[:-1])
    assert sum(len(frame["log"]["lines"]) for frame in frames) == len(seat.log) - told
    assert len({json.dumps(frame["view"]) for frame in frames}) > 3, "each shows its own position"
    _replay_has_the_same_steps(ann, table, frames)


def _replay_has_the_same_steps(ann: Player, table: str, frames: list[dict[str, Any]]) -> None:
    """A replay shows each turn that followed the answer, in the positions of the live table, and "Watch again" finds where they begin."""
    steps = ann.get(f"/api/tables/{table}/replay", seat="marsgov")["steps"]
    assert [step["seat"] for step in steps[1:]] == ["marsgov"] + [None] * (len(frames) - 1)
    for step, frame in zip(steps[1:], frames, strict=True):
        there = f"/api/tables/{table}/replay/{step['n']}"
        moment = ann.get(there, seat="marsgov")
        assert (moment["view"], moment["question"]) == (frame["view"], frame["question"])
        assert ann.get(f"{there}/shared", seat="marsgov")["n"] == step["n"]


def test_somebody_who_is_away_is_told_that_it_is_their_turn(place: Place) -> None:
    ann, bob = place.player("Ann"), place.player("Bob")
    with listening() as (url, heard):
        bob.put("/api/me/webhook", url=url)
        table = ann.new("connect-four", {"red": "me", "yellow": "open"}, title="Tea")["id"]
        bob.post(f"/api/tables/{table}/join", seat="yellow")
        with ann.sit(table, "red") as red:
            red.look()
            red.answer("drop:1")
        notice = heard.get(timeout=60)
    assert (notice["table"], notice["text"]) == (table, "It is your turn: Tea")
    assert heard.empty()


def test_the_house_of_red_dust_is_its_printed_non_player(place: Place) -> None:
    """It answers inside the game: nobody else is ever asked, and the Totals are on the table."""
    ann = place.player()
    seats = {"marsgov": "me", **dict.fromkeys(("corporations", "red_dust", "reclaimers"), "bot:house")}
    table = ann.new("red-dust", seats)
    assert table["state"] == "playing"
    assert [seat["who"] for seat in table["seats"]][1:] == ["House"] * 3
    with ann.sit(table["id"], "marsgov") as sitting:
        sitting.until_asked()
        assert sitting.state["view"]["nonplayers"]["seats"] == [1, 2, 3]
        for _ in range(20):
            sitting.answer(sitting.keys[-1])
            if sitting.until_asked()["outcome"]:
                break
            assert sitting.state["question"]["seat"] == "marsgov"


def test_the_house_cannot_take_every_seat(alone: Place) -> None:
    ann = alone.player()
    seats = dict.fromkeys(("marsgov", "corporations", "red_dust", "reclaimers"), "bot:house")
    told = ann.post("/api/tables", 409, game="red-dust", seats=seats)["error"]
    assert told == "The House cannot take every seat: nobody would be asked anything."


def test_a_bot_takes_the_place_of_the_house_in_the_tutorial(alone: Place) -> None:
    """Its results are imposed, so it has no non-players."""
    ann = alone.player()
    seats = {"marsgov": "me", **dict.fromkeys(("corporations", "red_dust", "reclaimers"), "bot:house")}
    table = ann.new("red-dust", seats, scenario="tutorial")
    assert [seat["bot"] for seat in table["seats"]][1:] == ["level:2"] * 3
