"""Replays, exports and imports."""

from __future__ import annotations

from typing import Any

import msgspec

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Chair
from sandtable.lab import play
from sandtable.server.tables.recordings import Recorder, Recording
from sandtable.server.tables.seat_view import progress_of

from ..conftest import Place
from ..player import Player


def finished(ann: Player) -> str:
    table: str = ann.new("stash", {"ann": "me", "bob": "me"})["id"]
    with ann.sit(table, "ann") as sitting:
        sitting.look()
        while not sitting.state["outcome"]:
            if sitting.state["waiting"] != sitting.state["seat"]:
                sitting.do("look", seat=sitting.state["waiting"])
            sitting.answer(sitting.keys[0])
    return table


def test_a_replay_shows_what_a_viewpoint_saw(place: Place) -> None:
    ann, eve = place.player("Ann"), place.player("Eve")
    table = ann.new("stash", {"ann": "me", "bob": "me"})["id"]
    with ann.sit(table, "ann") as sitting:
        sitting.look()
        seen = [sitting.state]
        while sitting.state["waiting"] == "ann" and len(seen) < 3:
            seen.append(sitting.answer(sitting.keys[0]))
    replay = ann.get(f"/api/tables/{table}/replay", seat="ann")
    assert replay["seat"] == "ann"
    assert [step["n"] for step in replay["steps"]] == list(range(len(replay["steps"])))
    for step, state in zip(replay["steps"], seen, strict=False):
        frame = ann.get(f"/api/tables/{table}/replay/{step['n']}", seat="ann")
        assert (frame["view"], frame["question"], frame["t"]) == (state["view"], state["question"], "state")
    assert eve.get(f"/api/tables/{table}/replay/0")["seat"] is None
    assert ann.get(f"/api/tables/{table}/replay/999", 404)["code"] == "missing"


def test_a_moment_has_a_number_for_those_who_look_on(alone: Place) -> None:
    """A link that is sent opens at the same moment, though a spectator has seen fewer steps; only one's own can be sent."""
    ann, eve = alone.player("Ann"), alone.player("Eve")
    table = ann.new("stash", {"ann": "me", "bob": "me"})["id"]
    with ann.sit(table, "ann") as sitting:
        sitting.look()
        for _ in range(4):
            if sitting.state["waiting"] != sitting.state["seat"]:
                sitting.do("look", seat=sitting.state["waiting"])
            sitting.answer(sitting.keys[0])
    steps = ann.get(f"/api/tables/{table}/replay", seat="ann")["steps"]
    numbers = [ann.get(f"/api/tables/{table}/replay/{s['n']}/shared", seat="ann")["n"] for s in steps]
    public = eve.get(f"/api/tables/{table}/replay")["steps"]
    assert numbers == sorted(numbers)
    assert (numbers[0], numbers[-1]) == (0, len(public) - 1)
    assert [public[n]["turn"] for n in numbers] == [step["turn"] for step in steps]
    eve.get(f"/api/tables/{table}/replay/1/shared", 403, seat="ann")
    ann.get(f"/api/tables/{table}/replay/999/shared", 404, seat="ann")


def test_after_the_end_every_viewpoint_is_open(place: Place) -> None:
    ann, eve = place.player("Ann"), place.player("Eve")
    table = finished(ann)
    for seat in ("ann", "bob", None):
        query: dict[str, Any] = {"seat": seat} if seat else {}
        steps = eve.get(f"/api/tables/{table}/replay", **query)["steps"]
        last = eve.get(f"/api/tables/{table}/replay/{len(steps) - 1}", **query)
        assert last["outcome"]["reason"]


def test_what_was_taken_back_is_left_out(alone: Place) -> None:
    ann = alone.player()
    table = ann.new("connect-four", {"red": "me", "yellow": "me"})["id"]
    with ann.sit(table, "red") as sitting:
        sitting.look()
        sitting.answer("drop:1")
        sitting.do("undo", n=sitting.state["n"])
        sitting.answer("drop:2")
        view = sitting.state["view"]
    steps = ann.get(f"/api/tables/{table}/replay")["steps"]
    assert len(steps) == 2
    assert ann.get(f"/api/tables/{table}/replay/1")["view"] == view


def test_a_finished_game_goes_out_and_comes_in_again(place: Place) -> None:
    ann, bob = place.player("Ann"), place.player("Bob")
    table = finished(ann)
    journal = bob.http.get(f"/api/tables/{table}/export")
    assert journal.status_code == 200
    assert "attachment" in journal.headers["content-disposition"]
    assert sandtable.load(journal.content).outcome is not None
    answer = bob.http.post("/api/import", content=journal.content)
    assert answer.status_code == 201, answer.text
    copy = answer.json()
    assert copy["state"] == "finished"
    steps = [
        ann.get(f"/api/tables/{table}/replay")["steps"],
        bob.get(f"/api/tables/{copy['id']}/replay")["steps"],
    ]
    assert steps[0] == steps[1]


def test_a_save_of_the_terminal_goes_on_in_the_browser(place: Place) -> None:
    saved = sandtable.new("connect-four", seed=5, seats={"yellow": "random"}).choose("drop:4")
    ann = place.player()
    table = ann.http.post("/api/import", content=saved.save()).json()
    assert [seat["kind"] for seat in table["seats"]] == ["person", "bot"]
    with ann.sit(table["id"], "red") as red:
        red.until_asked()
        assert red.answer("drop:4")["t"] == "state"


def test_an_import_that_is_none_is_refused(alone: Place) -> None:
    ann = alone.player()
    whole = sandtable.new("connect-four", seed=5).choose("drop:4")
    data = whole.save()
    bad = [
        b"",
        b"hello",
        b"\xff\xfe",
        whole.moment(),
        data.replace(b"drop:4", b"drop:9"),
        data.replace(b'"connect-four"', b'"benchmarks.games:GAMES"'),
        data.replace(b'"options":{}', b'"options":{"pack":"/etc"}'),
        data.replace(b'"seed":"0', b'"seed":"1'),
        data + b"{}\n",
    ]
    for journal in bad:
        answer = ann.http.post("/api/import", content=journal)
        assert answer.status_code in (400, 404), journal[:60]
        assert answer.json()["error"]


def test_a_recording_goes_to_the_end_of_the_game() -> None:
    """It is made once; each of its frames is then there at once."""
    bots = {seat: make_bot("random", i) for i, seat in enumerate(["ann", "bob"])}
    table = play(sandtable.new("stash", seed=2), bots)
    head, *rows = table.save().decode().splitlines()
    recording = Recording(None, [])
    recording.update(Recorder(head.encode(), None).follow(rows))
    steps = recording.steps()
    assert steps[-1].turn == table.turn
    assert b'"outcome":{' in recording.frame(len(steps) - 1)


def test_a_game_that_began_from_a_position_can_be_imported(alone: Place) -> None:
    """Its header says where it began; a position that no rule could go on from is refused, and breaks nothing."""
    position = sandtable.new("stash", seed=7).position
    position.cards.draw(0, 2, by=0)
    journal = sandtable.new("stash", seed=1, position=position).choose("stash", "stash:ore_c").save()
    ann = alone.player()
    table = ann._checked(ann.http.post("/api/import", content=journal), 201)
    with ann.sit(table["id"], "bob") as seat:
        assert seat.look()["question"] is not None
        assert '"position"' not in repr(seat.frames)
    torn = journal.replace(b'"where":[2', b'"where":[9', 1)
    assert torn != journal
    refused = ann._checked(ann.http.post("/api/import", content=torn), 400)
    assert (
        "cannot begin from this position: cards: card 0 lies in zone 2, but `where` says 9"
        in refused["error"]
    )


def test_a_step_says_whether_something_happened() -> None:
    """So that a story passes over questions, and counts steps of one kind: `kind` is how their lines are told together."""
    played, bot = sandtable.new("red-dust", seed=3), make_bot("house", 3)
    for _ in range(120):
        assert played.ask is not None
        played.choose(bot.choose(Chair(played, played.ask.seat)))
    head, *rows = played.save().decode().splitlines()
    recorder, recording = Recorder(head.encode(), None), Recording(None, [])
    recording.update(recorder.follow(rows))
    steps, frames = (
        recording.steps(),
        [msgspec.json.decode(recording.frame(n)) for n in range(len(recording.steps()))],
    )
    known = 0
    for step, before, frame in zip(steps[1:], frames, frames[1:], strict=False):
        lines = [line for line in frame["log"]["lines"] if line["n"] > known]
        known = frame["log"]["lines"][-1]["n"] if frame["log"]["lines"] else 0
        events = [line for line in lines if line["kind"] != "answer"]
        assert step.tells == (bool(events) or frame["view"] != before["view"])
        kinds = {line["sums"][1] if line.get("sums") else "" for line in events}
        assert step.kind == (kinds.pop() if len(kinds) == 1 else "")
    assert {step.tells for step in steps} == {True, False}
    assert any(step.kind for step in steps)
    assert steps[-1].progress == progress_of(played)  # in the words of the header, not in the engine's turns
