"""No secret goes over the wire: a seat is sent what the engine shows it, when that changes, and nothing else."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import msgspec
import pytest

from sandtable.engine import Table, open_journal
from sandtable.engine.saving.format import Answered
from sandtable.engine.saving.long_games import at_each_turn
from sandtable.engine.saving.replay import do_line, is_done
from sandtable.server.tables.catalogue import find
from sandtable.server.tables.opening import decode_lines

from ..conftest import Place
from ..player import Player, Sitting

ANSWERS = 70


def journal_of(place: Place, table: str) -> tuple[str, list[str]]:
    """What the host has on record, which no client ever sees."""
    with sqlite3.connect(place.hosts[0].data / "server.sqlite3") as db:
        (header,) = db.execute("SELECT header FROM tables WHERE id = ?", [table]).fetchone()
        rows = db.execute('SELECT body FROM lines WHERE "table" = ? ORDER BY n', [table]).fetchall()
    db.close()
    return header, [row[0] for row in rows]


def shown_to(table: Table, seat: str | None) -> dict[str, Any]:
    """Everything the engine lets a seat see."""
    ask = table.ask_for(seat)
    question = None if ask is None else ask.brief() if ask.seat == seat else ask.outline()
    whose = table.game.whose_turn(table.run.state)
    seen = {
        "view": table.game.live_pages([table.view(seat)])[0],
        "question": question,
        "log": table.transcript(seat)[-300:],
        "undo": table.undo_name(seat),
        "redo": table.redo_name(seat),
        # Whose turn it is, everybody may know: the same for every seat, also while somebody is asked in private.
        "mover": None if whose is None or table.outcome else table.seats[whose].id,
    }
    return msgspec.json.decode(msgspec.json.encode(seen))  # type: ignore[no-any-return]


def pictured(table: Table, seat: str | None) -> dict[str, Any]:
    """What a seat may be shown between two turns that one answer plays through: nobody is asked anything there."""
    whose = table.game.whose_turn(table.run.state)
    mover = None if whose is None else table.seats[whose].id
    seen = {
        "view": table.game.page(table.view(seat)),
        "log": table.transcript(seat)[-300:],
        "mover": mover,
        **dict.fromkeys(("question", "undo", "redo")),
    }
    return msgspec.json.decode(msgspec.json.encode(seen))  # type: ignore[no-any-return]


def without_repeats(items: list[Any]) -> list[Any]:
    return [item for i, item in enumerate(items) if i == 0 or item != items[i - 1]]


class Expected:
    """What the engine shows a seat after each answer, and the pictures that may come before."""

    def __init__(self, first: dict[str, Any]) -> None:
        self.states, self.pictures = [first], list[list[dict[str, Any]]]([[]])

    def add(self, state: dict[str, Any], pictures: list[dict[str, Any]]) -> None:
        if state == self.states[-1]:
            self.pictures[-1] += pictures
        else:
            self.states.append(state)
            self.pictures.append(pictures)

    def unlike(self, got: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """The first thing that was sent out of place, with what should have come; nothing if all is as it should be.

        Bots may have answered before somebody came, and after the last frame that was read.
        """
        at = self.states.index(got[0])
        for frame in got[1:]:
            if at + 1 < len(self.states) and frame == self.states[at + 1]:
                at += 1
                continue
            pictures = self.pictures[at + 1] if at + 1 < len(self.states) else []
            if frame not in pictures:
                return [frame, *self.states[at + 1 : at + 2]]
        return []


def play(sittings: dict[str, Sitting], rng: random.Random, answers: int) -> None:
    """Answer at random, whoever is asked, and let everybody read what they are sent."""
    for _ in range(answers):
        while (asked := next((s for s in sittings.values() if s.is_asked()), None)) is None:
            if next(iter(sittings.values())).state["outcome"]:
                return
            for sitting in sittings.values():
                read_all(sitting)
        asked.answer(rng.choice(asked.keys))
        for sitting in sittings.values():
            read_all(sitting)


def read_all(sitting: Sitting) -> None:
    """Read until the server has nothing more to say: it answers a ping after everything before it."""
    number = sitting.say("ping")
    while sitting.next().get("id") != number:
        pass


def followed(sitting: Sitting) -> list[dict[str, Any]]:
    """What a client has seen, state by state, with the log as it keeps it."""
    log: list[Any] = []
    seen = []
    for frame in sitting.frames:
        if frame["t"] == "state":
            log = [*log[: frame["log"]["keep"]], *frame["log"]["lines"]]
            seen.append(
                {**{k: frame[k] for k in ("view", "question", "undo", "redo", "mover")}, "log": log[-300:]}
            )
    return seen


@pytest.mark.parametrize(
    ("key", "options", "bots"),
    [
        ("stash", {}, 0),
        ("rogue-trooper", {"players": 3}, 1),
        ("red-dust", {}, 2),
        ("mars-or-die", {"scenario": "s2"}, 0),
        ("surface-combat", {}, 0),
        ("space-combat", {}, 0),
    ],
)
def test_a_seat_is_sent_what_the_engine_shows_it(
    alone: Place, key: str, options: dict[str, Any], bots: int
) -> None:
    host = alone.player("Host")
    seats = [seat["id"] for seat in host.post(f"/api/games/{key}/seats", options=options)]
    people = seats[: len(seats) - bots]
    table = host.new(
        key, {seat: "open" if seat in people else "bot:house" for seat in seats}, options=options
    )["id"]
    sittings: dict[str, Sitting] = {}
    players = {seat: alone.player(seat) for seat in people}
    for seat, player in players.items():
        player.post(f"/api/tables/{table}/join", seat=seat)
    spectator = host.sit(table)
    for seat, player in players.items():
        sittings[seat] = player.sit(table, seat)
        sittings[seat].look()
    everybody: dict[str | None, Sitting] = {None: spectator}
    everybody.update(sittings)
    try:
        spectator.look()
        play(sittings, random.Random(key), ANSWERS)
        for sitting in everybody.values():
            read_all(sitting)
        header, rows = journal_of(alone, table)
        _check(header, rows, everybody, people)
    finally:
        for sitting in everybody.values():
            sitting.__exit__(None, None, None)


def _picture(table: Table, pictures: dict[str | None, list[dict[str, Any]]]) -> None:
    for seat, taken in pictures.items():
        taken.append(pictured(table, seat))


def _check(header: str, rows: list[str], everybody: dict[str | None, Sitting], people: list[str]) -> None:
    lines = decode_lines(rows)
    first = next(i for i, line in enumerate(lines) if is_done(line))
    replay = open_journal("\n".join([header, *rows[:first], ""]).encode(), find)
    expected = {seat: Expected(shown_to(replay, seat)) for seat in everybody}
    for line in lines[first:]:
        if is_done(line):
            pictures: dict[str | None, list[dict[str, Any]]] = {seat: [] for seat in everybody}
            with at_each_turn(replay, partial(_picture, replay, pictures)):
                do_line(replay, line)
            for seat, seen in expected.items():
                seen.add(shown_to(replay, seat), pictures[seat])
    seed = msgspec.json.decode(header)["seed"]
    for seat, sitting in everybody.items():
        assert expected[seat].unlike(without_repeats(followed(sitting))) == []
        for frame in sitting.frames:
            text = msgspec.json.encode(frame).decode()
            assert seed not in text
            if frame["t"] == "state":
                assert frame["mine"] == ([seat] if seat else [])
                assert frame["waiting"] in (None, seat)
                hidden = frame["question"] is not None and frame["question"].get("hidden")
                assert not (hidden and any(s["thinking"] for s in frame["seats"]))
    assert sum(isinstance(line, Answered) for line in lines) > len(people)


@contextmanager
def watched(place: Place) -> Iterator[tuple[Player, str, Sitting, Sitting]]:
    """A game of secrets: one who looks on, the table, one who plays both seats, and what the first is sent."""
    host, eve = place.player("Host"), place.player("Eve")
    table = host.new("stash", {"ann": "me", "bob": "me"})["id"]
    with host.sit(table, "ann") as sitting, eve.sit(table) as spectator:
        sitting.look()
        spectator.look()
        yield eve, table, sitting, spectator


def turns_of(sitting: Sitting) -> Iterator[None]:
    """Before each of the next answers, with the eyes of the seat that is asked."""
    for _ in range(30):
        if sitting.state["outcome"]:
            break
        if sitting.state["waiting"] != sitting.state["seat"]:
            sitting.do("look", seat=sitting.state["waiting"])
        yield


def test_a_hidden_change_is_no_frame(alone: Place) -> None:
    """A private question that goes from one seat to the next looks the same to a third, who is sent nothing."""
    with watched(alone) as (_, _, sitting, spectator):
        for _ in turns_of(sitting):
            sitting.answer(sitting.keys[0])
        read_all(spectator)
        seen = followed(spectator)
        assert seen == without_repeats(seen)


def test_times_in_the_lobby_tell_nothing_of_hidden_answers(alone: Place) -> None:
    """`updated` moves when everybody can see something, so nobody can count private questions by it."""
    hidden = seen = 0
    with watched(alone) as (eve, table, sitting, spectator):
        for _ in turns_of(sitting):
            count, before = len(followed(spectator)), eve.get(f"/api/tables/{table}")
            sitting.answer(sitting.keys[0])
            read_all(spectator)
            after = eve.get(f"/api/tables/{table}")
            if len(followed(spectator)) == count:
                hidden += 1
                assert after == before
            else:
                seen += 1
                assert after["updated"] > before["updated"]
    assert hidden > 0
    assert seen > 0
