"""Bots explain themselves: at once where they have no secret, after the game where they do, and from their journal alone."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.bots.reasons import thought_of
from sandtable.engine import Answered, AnyLine, Chair, Table
from sandtable.engine.saving.format import TookBack
from sandtable.games import find_game
from sandtable.server.workers.thoughts import SECRET, last_answer
from sandtable.server.workers.worker import work

from ...own_value import own_value
from ..conftest import Place

SPACE = find_game("space-combat")


def played(key: str, decisions: int, seed: int = 4) -> Table:
    table, bot = sandtable.new(key, seed=seed), make_bot("house", 1)
    for _ in range(decisions):
        if table.ask is None:
            break
        table.choose(bot.choose(Chair(table, table.ask.seat)))
    return table


def asked(table: Table, seat: str, **more: Any) -> dict[str, Any]:
    head, *rows = table.save().decode().splitlines()
    job = {
        "job": "thought",
        "head": head,
        "rows": rows,
        "seat": seat,
        "bot": "level:3",
        "before": None,
        "is_over": False,
    }
    return work({**job, **more})


def test_a_bot_without_secrets_explains_itself_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The last answer, then the one before; the same request gets the same words."""
    own_value(monkeypatch, tmp_path, SPACE, [["ops_to_spare", 1.5, -1.0, 1.0], ["is_known", 0.5, -0.4, 0.4]])
    table = played("space-combat", 20)
    found = asked(table, "rebels")
    assert (found["by"], found["face"]) == ("Captain", "captain")
    answers = [line for line in table.lines if isinstance(line, Answered)]
    assert found["n"] == answers[-1].n
    assert asked(table, "rebels", before=found["n"])["n"] == answers[-2].n
    assert found["has_earlier"]
    assert not asked(table, "rebels", before=answers[0].n + 1)["has_earlier"]
    numbers = [asked(table, "rebels", before=line.n + 1) for line in answers[-8:]]
    assert any(it["chance"] is not None and it["other"] for it in numbers)
    assert all((it["chance"] is None) == (it["other_chance"] is None) for it in numbers)


def test_a_bot_with_a_hidden_hand_says_nothing_before_the_end() -> None:
    """Whatever it is asked: its hand could be read off its reasons."""
    table = played("rogue-trooper", 60)
    assert {asked(table, seat.id)["error"] for seat in table.seats} == {SECRET}
    over = asked(table, table.seats[0].id, is_over=True)
    assert over["label"]
    assert over["prompt"]


def test_what_only_the_seat_was_told_stays_with_it() -> None:
    """A Mission that was asked for by name is known to the player, and to no spectator before it is revealed."""
    table = sandtable.new("space-combat", seed=4, options={"mission": "grand_slam"})
    bot = make_bot("house", 1)
    for _ in range(8):
        assert table.ask is not None
        table.choose(bot.choose(Chair(table, table.ask.seat)))
    assert table.view("rebels") != table.view(None)
    assert asked(table, "rebels")["error"] == SECRET


def test_a_thought_depends_on_what_the_seat_knew(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Guards: no real dice and no real deck, although the journal has both."""
    own_value(monkeypatch, tmp_path, SPACE, [["ops_to_spare", 1.5, -1.0, 1.0]])
    table = played("space-combat", 14)
    assert table.ask is not None
    key = table.ask.keys[0]
    told = []
    for world in (table.fork(), Chair(table, "rebels").imagine(random.Random(3))):
        bot = make_bot("ahead:60", 5)
        told.append(thought_of(bot, Chair(world, "rebels"), key, random.Random(5)))
    assert told[0] == told[1]


def test_an_answer_that_was_taken_back_is_not_the_last() -> None:
    lines: list[AnyLine] = [
        Answered(1, "a", "x"),
        Answered(2, "b", "y"),
        Answered(4, "a", "z"),
        TookBack(5, "a", 4),
    ]
    lines.append(Answered(6, "a", "pass", "order"))
    found = last_answer(lines, "a")
    assert found is not None
    assert found.key == "x"
    assert last_answer(lines, "a", 1) is None
    assert last_answer([], "a") is None


def test_people_ask_a_bot_at_their_table(alone: Place) -> None:
    """Anybody who may watch may ask; a person is not asked, and a bot that has not answered has nothing to say."""
    ann, eve = alone.player("Ann"), alone.player("Eve")
    table = ann.new("mars-or-die", {"ember": "me", "ash": "bot:house"})["id"]
    there = f"/api/tables/{table}/thoughts"
    assert ann.get(f"{there}/ember", 400)["error"] == "Only a bot can say why it answered as it did."
    assert ann.get(f"{there}/nobody", 400)["code"] == "bad"
    with ann.sit(table, "ember") as sitting:
        while not any(line.get("seat") == "ash" for line in sitting.log):
            sitting.until_asked()
            sitting.answer(sitting.keys[0])
        sitting.until_asked()
    told = eve.get(f"{there}/ash")
    assert (told["by"], told["face"]) == ("Veteran", "veteran")
    assert told["label"]
    assert told["prompt"]
    assert ann.get(f"{there}/ash", 404, before=0)["code"] == "missing"
    steps = ann.get(f"/api/tables/{table}/replay")["steps"]
    last = ann.get(f"{there}/ash", step=steps[-1]["n"])
    assert last["n"] == told["n"]
    assert ann.get(f"{there}/ash", 404, step=0)["code"] == "missing"
    private = ann.new("mars-or-die", {"ember": "me", "ash": "bot:house"}, public=False)["id"]
    assert eve.get(f"/api/tables/{private}/thoughts/ash", 403)["code"] == "forbidden"
