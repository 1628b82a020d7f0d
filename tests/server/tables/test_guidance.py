"""Before somebody answers: previews, reasons and hints, for the seat that is asked and for nobody else."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine import Chair, Table
from sandtable.server.hub import Hub
from sandtable.server.refusal import Refused
from sandtable.server.tables.catalogue import find
from sandtable.server.web.socket import MOST_JOBS, Connection
from sandtable.server.workers import bot_jobs
from sandtable.server.workers.worker import work

from ..conftest import Place
from ..player import Frame, Sitting
from ..rooms import new_table, run, until


def first_word(one: Sitting, word: str) -> str:
    options = one.state["question"]["options"]
    return str(next(option["key"] for option in options if option["word"] == word))


def test_a_preview_shows_what_an_answer_leads_to(place: Place) -> None:
    ann = place.player()
    table = ann.new("stash", {"ann": "me", "bob": "me"})["id"]
    with ann.sit(table, "ann") as one:
        one.until_asked()
        n, before = one.state["n"], one.state["view"]
        stash = one.do("preview", n=n, key=first_word(one, "stash"))
        assert (stash["t"], stash["key"], stash["follows"]) == ("preview", "stash", "choice")
        assert stash["prompt"] == "Stash which load?"
        assert sorted(thing["kind"] for thing in stash["lights"]) == ["card", "card"]
        assert (stash["view"], stash["drawing"], stash["final"]) == (None, None, False)  # nothing moves yet
        draw = one.do("preview", n=n, key=first_word(one, "draw"))
        assert draw["view"]["deck"] == before["deck"] - 1
        assert draw["drawing"]["pieces"]["cards"]
        assert [line["text"] for line in draw["lines"]] == ["Ann draws a load."]  # which one, nobody knows
        assert (draw["follows"], draw["final"]) == ("others", True)
        assert one.state["view"] == before
        assert one.do("preview", n=n, key="nonsense")["t"] == "refused"
        one.answer(first_word(one, "stash"))
        assert one.do("preview", n=n, key="draw")["why"].startswith("Something has happened since")


def test_options_say_what_they_do_and_what_is_refused_says_why(place: Place) -> None:
    ann = place.player()
    table = ann.new("stash", {"ann": "me", "bob": "me"})["id"]
    with ann.sit(table, "ann") as one:
        one.until_asked()
        question = one.state["question"]
        assert question["options"][0]["says"] == "Take the top load of the deck into your hand."
        assert [(it["label"], it["why"]) for it in question["refused"]] == [
            ("Raid the other stash", "Bob has stashed nothing.")
        ]
    with place.player("Eve").sit(table) as eve:
        seen = eve.look()["question"]
        assert (seen["prompt"], seen["seat"], seen["topic"]) == (question["prompt"], "ann", question["topic"])
        # Only the seat that is asked gets options and advice.
        assert (seen["options"], seen["facts"], seen["decline"]) == ([], {}, None)
        assert (seen["refused"], seen["likely"]) == ([], None)


def test_a_client_gets_the_facts_and_measures_it_wants(place: Place) -> None:
    """What takes long to make is sent to those who draw it, and to nobody else."""
    ann = place.player()
    table = ann.new("mars-or-die", {"ember": "me", "ash": "me"})["id"]
    with ann.sit(table, "ember") as first:
        seat = first.look()["waiting"]
    with ann.sit(table, seat) as one, ann.sit(table, seat, facts="all") as two:
        one.until_asked()
        asked, drawn = one.state["question"], two.look()["question"]
        assert "room" not in asked["facts"]
        assert drawn["facts"]["room"]
        assert [option["key"] for option in drawn["options"]] == one.keys
        assert drawn["options"][0]["data"]
        assert asked["options"][0]["data"] == {}
        n = one.state["n"]
        assert one.state["view"]["reaches"] is None
        told = one.do("measures", n=n)
        assert (told["t"], told["n"]) == ("measures", n)
        reaches = told["measures"]["reaches"]
        assert len(reaches) == len(one.state["view"]["poses"])
        assert any(reach and reach["range"] for reach in reaches)
        assert one.do("measures", n=n + 1)["why"].startswith("Something has happened since")
    with place.player("Eve").sit(table) as eve:  # the table lies open
        assert eve.do("measures", n=eve.look()["n"])["measures"]["reaches"] == reaches


def test_why_not_is_told_of_what_lies_open(place: Place) -> None:
    ann = place.player()
    table = ann.new("stash", {"ann": "me", "bob": "me"})["id"]
    with ann.sit(table, "ann") as one, ann.sit(table, "bob") as two:
        one.until_asked()
        one.answer("stash")
        stashed = one.keys[0].partition(":")[2]
        held = one.keys[1].partition(":")[2]
        one.answer(one.keys[0])
        two.until_asked()
        two.answer("stash")

        def why(about: str, kind: str = "card") -> Frame:
            return two.do("why", n=two.state["n"], thing={"kind": kind, "id": about})

        told = why(stashed)
        assert told["why"].endswith("is stashed already.")
        assert told["thing"] == {"kind": "card", "id": stashed}
        listed = two.do("reasons", n=two.state["n"])["reasons"]
        assert [(it["thing"]["id"], it["why"]) for it in listed] == [(stashed, told["why"])]
        assert why(held)["why"] == ""  # in Ann's hand: it does not lie open
        assert why("nonsense")["why"] == why("ann", "seat")["why"] == why("x", "nonsense")["why"] == ""
        two.say("why", n=two.state["n"], thing={"kind": "card"})
        assert "missing required field `id`" in two.get("refused")["why"]


@pytest.mark.parametrize("kind", ["preview", "why", "reasons", "hint", "odds"])
def test_only_the_asked_seat_is_told(place: Place, kind: str) -> None:
    """Neither another seat nor a spectator learns anything, nor that there is anything to learn."""
    ann, bob = place.player(), place.player("Bob")
    table = ann.new("stash", {"ann": "me", "bob": "open"})["id"]
    bob.post(f"/api/tables/{table}/join", seat="bob")
    abouts: dict[str, dict[str, Any]] = {
        "preview": {"key": "draw"},
        "odds": {"key": "draw"},
        "why": {"thing": {"kind": "card", "id": "salt"}},
        "reasons": {},
        "hint": {},
    }
    about = abouts[kind]
    with ann.sit(table, "ann") as one, bob.sit(table, "bob") as two, place.player("Eve").sit(table) as eve:
        one.until_asked()
        two.look()
        eve.look()
        for other in (two, eve):
            told = other.do(kind, n=other.state["n"], **about)
            assert (told["t"], told["why"]) == ("refused", "You are not asked now.")
        assert one.do(kind, n=one.state["n"], **about)["t"] == kind
        assert {frame["t"] for frame in two.frames} <= {"state", "seats", "refused"}


def previewed(table: Table, seed: int) -> list[Any]:
    """The frames for all options, each worked out in a world of its own."""
    assert table.ask is not None
    seat, rng = table.ask.seat, random.Random(seed)
    jobs = [
        {"job": "preview", "id": 1, "key": key, "world": bot_jobs.imagined(table, seat, rng)}
        for key in table.ask.keys
    ]
    return [work(job) for job in jobs]


@pytest.mark.parametrize("key", ["stash", "rogue-trooper", "red-dust", "surface-combat"])
def test_the_same_view_gives_the_same_preview(key: str) -> None:
    """Whatever the real cards are, and whatever world the worker was sent."""
    table = sandtable.new(find(key), seed=3)
    rng = random.Random(key)
    for _ in range(6):
        assert table.ask is not None
        other = Chair(table, table.ask.seat).imagine(random.Random(5))
        here = previewed(table, 1)
        assert all("frame" in each for each in here), here
        assert here == previewed(table, 2) == previewed(other, 3)
        table.choose(rng.choice(table.keys()))


def test_a_hint_has_a_name_and_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    from benchmarks.stash import Stash
    from sandtable.engine import Line

    table = sandtable.new(find("stash"), seed=3)
    assert table.ask is not None
    world = bot_jobs.imagined(table, table.ask.seat, random.Random(1))
    job = {"job": "hint", "bot": "house", "seat": table.ask.seat, "seed": 1, "world": world}
    assert work({**job, "job": "choose"}) == {"key": work(job)["keys"][0]}, (
        "an answer of a bot is read by no one"
    )
    says = "Take the top load of the deck into your hand."
    assert (work(job)["by"], work(job)["why"]) == ("Veteran", says)  # at least what the answer does
    monkeypatch.setattr(Stash, "advice", lambda self, run, value: Line("{n:number} is safe.", {"n": 3}))
    assert work(job)["why"] == "3 is safe."
    monkeypatch.setattr(Stash, "advice", lambda self, run, value: 1 / 0)
    assert work(job)["why"] == says


def test_requests_wait_their_turn(place: Place) -> None:
    """Whoever asks for a hint while the odds are worked out gets both: nobody is refused for being quick."""
    ann = place.player()
    table = ann.new("stash", {"ann": "me", "bob": "me"})["id"]
    with ann.sit(table, "ann") as one:
        one.until_asked()
        n, key = one.state["n"], one.keys[0]
        asked = [one.say("odds", n=n, key=key), one.say("hint", n=n), one.say("odds", n=n, key=key)]
        told = [one.until(lambda f: "id" in f) for _ in asked]
    assert [(frame["t"], frame["id"]) for frame in told] == list(
        zip(["odds", "hint", "odds"], asked, strict=True)
    )


def test_few_requests_wait(tmp_path: Path) -> None:
    """A client that asks without end is refused, and what waited when it left is dropped."""
    begun: list[int] = []

    async def work(number: int) -> None:
        begun.append(number)
        await asyncio.Event().wait()

    async def test(hubs: list[Hub]) -> None:
        table, _ = await new_table(hubs[0], "stash", {"ann": "me", "bob": "me"})
        connection = Connection(None, hubs[0], await hubs[0].room(table))  # type: ignore[arg-type]
        for number in range(MOST_JOBS):
            connection._later(number, work(number))
        with pytest.raises(Refused, match="Wait a moment"):
            connection._later(MOST_JOBS, work(MOST_JOBS))
        await until(lambda: begun)
        connection.close()
        await until(lambda: not connection._jobs.tasks)
        assert begun == [0]

    run(tmp_path, test)
