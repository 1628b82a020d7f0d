"""Endings: what is told of a finished game, from its journal alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.engine import (
    Chart,
    Fact,
    Game,
    Line,
    Outcome,
    Past,
    Roll,
    SandtableError,
    Script,
    Seat,
    Standing,
    State,
    Steps,
    Telling,
    Word,
    at_least,
    ending_of,
    pick,
    say,
)
from sandtable.engine.asking import Topic

STEADY, RISKY = Word("steady", "Go steadily"), Word("risky", "Take a risk")
PACE = Topic("pace", "1", "How the runner goes.")


class Track(State):
    """Two runners; the first who has gone six fields wins."""

    fields: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    mover: int = 0


class PlainRace(Game[Track]):
    """A race that says nothing of its end: steadily one field, or three dice of which each 5 or 6 is a field."""

    key, title, state_type, has_secrets = "race", "Race", Track, False

    def begin(self, options: Any) -> Track:
        return Track()

    def seats(self, options: Any) -> Sequence[Seat]:
        return (Seat("ann", "Ann"), Seat("bob", "Bob"))

    def turn(self, s: Track) -> Steps[None]:
        who = s.mover
        pace = yield pick(who, PACE, "How do you go?", [STEADY, RISKY])
        gone = 1 if pace == STEADY else (yield Roll(3, at_least(5), topic="stride", by=who))
        s.fields[who] += gone
        yield say("{who:seat} is on field {n:number}.", who=who, n=s.fields[who])
        s.mover = 1 - who

    def outcome(self, s: Track) -> Outcome | None:
        for who in (0, 1):
            if s.fields[who] >= 6:
                return Outcome.won_by([who], 2, "The line is crossed.")
        return None

    def view(self, s: Track, seat: int | None) -> list[int]:
        return s.fields[:]

    def columns(self, s: Track) -> Mapping[str, float]:
        return {"fields_ann": s.fields[0], "fields_bob": s.fields[1], "mover": s.mover}


class Race(PlainRace):
    """The same, with an opinion and a story."""

    key = "told-race"

    def evaluate(self, s: Track) -> Sequence[float]:
        lead = min(6, max(-6, s.fields[0] - s.fields[1])) / 12
        return (0.5 + lead, 0.5 - lead)

    def ending(self, past: Past[Track]) -> Telling:
        return Telling(
            sentence=Line(
                "{who:seat} breasts the tape.", {"who": past.outcome.winners[0] if past.outcome else 0}
            ),
            standings=[
                Standing(seat, Line("field {n:number}", {"n": past.last.fields[seat]})) for seat in (1, 0)
            ],
            charts=[Chart("Fields", "fields_{seat}")],
            facts=[Fact("Risks taken", Line("{n:number}", {"n": len(past.throws)}))],
        )


class LoudRace(Race):
    """The same, with more to read."""

    key = "loud-race"

    def turn(self, s: Track) -> Steps:
        yield say("The crowd cheers {who:seat}.", who=1 - s.mover)
        yield say("{who:seat} sets off.", who=s.mover)
        yield from super().turn(s)


def played(game: Game[Any], *answers: str, dice: Sequence[tuple[int, ...]] = ()) -> sandtable.Table:
    table = sandtable.new(game, seed=1, script=Script({"stride": list(dice)}))
    for answer in answers:
        table.choose(answer)
    return table


#: Ann risks 2 hits of 3, Bob none of 3, Ann 3 of 3, Bob goes steadily, Ann too: 6 to 1.
RACE = ("risky", "risky", "risky", "steady", "steady")
DICE = ((6, 5, 1), (1, 2, 3), (5, 6, 6))


def test_figures_of_a_game_counted_by_hand() -> None:
    """Curves, throws and turning points are those of the game: counted by hand for five answers."""
    ending = ending_of(played(Race(), *RACE, dice=DICE))
    fields, chances = ending.graphs
    assert (ending.sentence, ending.winners) == ("Ann breasts the tape.", ("ann",))
    assert [(it.label, it.won, it.text, it.answers) for it in ending.scores] == [
        ("Bob", False, "field 1", 2),
        ("Ann", True, "field 6", 3),
    ]
    assert [(it.seat, it.values) for it in fields.curves] == [
        ("ann", (0, 2, 2, 5, 5, 6)),
        ("bob", (0, 0, 0, 0, 1, 1)),
    ]
    assert chances.is_share
    assert chances.curves[0].values[-1] == 0.917  # 5 fields ahead: 0.5 + 5/12
    # Three dice hit once on average, on 5 and 6.
    assert [(it.who, it.dice, it.thrown, it.expected, it.unit) for it in ending.throws] == [
        ("Ann", 6, 5, 2.0, "hits"),
        ("Bob", 3, 0, 1.0, "hits"),
    ]
    assert [(it.text, it.seat, it.before, it.after) for it in ending.moments] == [
        ("Ann is on field 2.", "ann", 0.5, 0.667),
        ("Ann is on field 5.", "ann", 0.667, 0.917),
        ("Bob is on field 1.", "ann", 0.917, 0.833),
    ]
    assert [(it.label, it.text) for it in ending.facts] == [("Risks taken", "3")]


def test_a_turning_point_is_told_by_what_led_to_it() -> None:
    """Where no chapter opens, the first line of a turn may be about something else: the last two are told."""
    ending = ending_of(played(LoudRace(), *RACE, dice=DICE))
    assert ending.moments[0].text == "Ann sets off. Ann is on field 2."


def test_a_game_without_a_hook_has_an_ending() -> None:
    """A game of one's own that says nothing of its end is told by its outcome and its columns."""
    ending = ending_of(played(PlainRace(), *RACE, dice=DICE))
    assert ending.sentence == "Ann wins. The line is crossed."
    assert [graph.title for graph in ending.graphs] == ["Fields", "Mover"]
    assert [curve.label for curve in ending.graphs[0].curves] == ["Ann", "Bob"]
    assert not ending.moments


def test_what_was_taken_back_is_not_told() -> None:
    """An answer that was taken back counts neither as a decision nor in a curve."""
    table = played(Race(), "risky", dice=DICE)
    table.choose("steady").undo("bob").choose("risky")
    for answer in RACE[2:]:
        table.choose(answer)
    assert ending_of(table) == ending_of(played(Race(), *RACE, dice=DICE))


def test_nothing_is_told_while_the_game_lasts() -> None:
    """An ending may tell what was secret, so there is none before the end; but a game can be given up."""
    table = played(Race(), *RACE[:3], dice=DICE)
    with pytest.raises(SandtableError, match="not over"):
        ending_of(table)
    given_up = ending_of(table, sentence="Bob has resigned.", winners=["ann"])
    assert (given_up.sentence, given_up.winners) == ("Bob has resigned.", ("ann",))
    assert [it.won for it in given_up.scores] == [False, True]
    assert given_up.graphs[0].curves[0].values[-1] == 5


class ToldRace(Race):
    """A race that tells its turns itself, but for the first two."""

    def ending(self, past: Past[Track]) -> Telling:
        told = [None if i < 2 else Line("Turn {n:number} it was.", {"n": i}) for i in range(len(past.states))]
        return msgspec.structs.replace(super().ending(past), told=told)


def test_a_game_can_tell_its_turning_points_itself() -> None:
    """What it says of a step is told of it; a step of which there is nothing to tell is no turning point."""
    ending = ending_of(played(ToldRace(), *RACE, dice=DICE))
    assert ending.moments
    assert all(it.text == f"Turn {it.at - 1} it was." for it in ending.moments)
    assert min(it.at for it in ending.moments) > 2
