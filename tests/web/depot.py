"""Depot: one player and every kind of question that is gathered, refused, previewed or ends something; described as parts.

1. Discard up to three of four crates.
2. Put what was delivered in order, first to last.
3. Three hits of a storm are assigned to the sheds.
4. Send the crawler to a dry bay, as often as you like, or end your turn. After each trip a die decides: on a 1 it is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from sandtable.engine import (
    Choice,
    Game,
    Kinds,
    Line,
    Names,
    Outcome,
    Over,
    Refusal,
    Roll,
    Scenario,
    Seat,
    State,
    Steps,
    Thing,
    Word,
    say,
)
from sandtable.engine.asking import Topic, amount, inflict, pick, pick_each, put_in_order
from sandtable.engine.parts import Counter, Pieces, Plan, squares

BAY = Names([f"bay_{n}" for n in range(1, 9)], [f"Bay {n}" for n in range(1, 9)])
CRATE = Names(["salt", "silk", "spice", "steel"], ["Salt", "Silk", "Spice", "Steel"])
SHED = Names(["north", "south"], ["North shed", "South shed"])
CRAWLER = Names(["crawler"], ["Crawler"])
KINDS: Kinds = {"bay": BAY, "crate": CRATE, "shed": SHED, "crawler": CRAWLER}
#: Where crates, sheds and the crawler begin, and which bays are under water.
CRATES, SHEDS, START, FLOODED = (0, 1, 2, 3), (4, 5), 6, (0, 7)
END_TURN = Word("end_turn", "End your turn", says="The depot closes and the game is over.", ends="turn")
PASS_TURN = Word("pass", "Pass", ends="turn")
WAIT = Word("wait", "Wait for the water", says="Nothing happens.")

IS_THERE = Refusal("The crawler is in {it} already.")
UNDER_WATER = Refusal("{it} is under water.")
TOO_DRY = Refusal("It does not rain.")

DISCARD = Topic("discard", "1", "The crates are gone.", "crate")
SORT = Topic("sort", "2", "The first is unpacked first.", "crate")
STORM = Topic("storm", "3", "A shed that is hit loses a wall.", "shed")
SEND = Topic("send", "4", "The crawler drives there, and may be lost on the way.", "bay")


REST = Topic("rest", "4", "Nothing happens.")
LOAD = Topic("load", "4", "The crawler carries exactly two crates.", "crate")
FUEL = Topic("fuel", "4", "The crawler drives as far as its fuel lasts.", "number")


class Yard(State):
    """What is left, where the crawler is, and how far the game has come."""

    step: int = 0
    crates: list[int] = msgspec.field(default_factory=lambda: [0, 1, 2, 3])
    walls: list[int] = msgspec.field(default_factory=lambda: [4, 4])
    at: int = START
    trips: int = 0
    fuels: bool = False


def send_refusal(s: Yard, it: Any) -> Refusal | None:
    """4 Why the crawler cannot be sent to a bay; None if it can."""
    if it == WAIT:
        return TOO_DRY
    if it == s.at:
        return IS_THERE
    return UNDER_WATER if it in FLOODED else None


SEND_TO = Choice(lambda s: range(8), send_refusal)


def discard(s: Yard) -> Steps:
    """1 Discard."""
    gone = yield from pick_each(
        0, DISCARD, "Discard which crates?", list(s.crates), up_to=3, label="Discard {it}"
    )
    s.crates = [crate for crate in s.crates if crate not in gone]


def sort(s: Yard) -> Steps:
    """2 Unpacking."""
    order = yield from put_in_order(0, SORT, "Which is unpacked first?", range(4))
    yield say("First comes {crate}.", crate=order[0])


def storm(s: Yard) -> Steps:
    """3 The storm."""

    def hit(shed: int) -> int:
        s.walls[shed] -= 1
        return 1

    yield from inflict(0, STORM, "The storm hits which shed?", 3, lambda: (0, 1), hit, label="Hit {it}")


def fuel(s: Yard) -> Steps:
    """4 Fuel, in the scenario that begins with it."""
    s.fuels = False
    taken = yield amount(0, FUEL, "How much fuel?", 4, at_least=1)
    yield say("The crawler takes {n:number} fuel.", n=taken)
    yield pick(0, REST, "Rest a while?", [WAIT, PASS_TURN])
    loaded = yield from pick_each(0, LOAD, "Load which two crates?", range(4), up_to=2, at_least=2)
    yield say("The crawler loads {crate}.", crate=loaded[0])
    spare = yield amount(0, FUEL, "How many spare parts?", 20)
    yield say("The crawler takes {n:number} parts.", n=spare)


def trip(s: Yard) -> Steps:
    """4 A trip, or the end of the turn."""
    to = yield pick(
        0,
        SEND,
        "Send the crawler where?",
        SEND_TO.of(s, then=(END_TURN,)),
        label="Drive to {it}",
        others=(WAIT,),
        says=lambda it: None if it in (END_TURN, WAIT) else Line("{it} is dry."),
        likely=2,
    )
    if to == END_TURN:
        raise Over(Outcome.won_by([0], 1, "The depot closes."))
    s.at = to
    s.trips += 1
    yield say("The crawler drives to {bay}.", bay=to)
    if (yield Roll(1, topic="trip")) == 1:
        raise Over(Outcome.won_by([], 1, "The crawler is lost."))


class View(msgspec.Struct):
    """All of it."""

    crates: list[int]
    walls: list[int]
    at: int


class Depot(Game[Yard]):
    key, title, state_type = "depot", "Depot", Yard
    about = "Crates, a storm and a crawler."
    has_secrets = False
    scenarios = (Scenario("standard", "Standard"), Scenario("fuel", "Fuel first"))
    throws = {"trip": "The way there"}
    rules_file = Path(__file__).with_name("depot_rules.md")

    def begin(self, options: Any) -> Yard:
        return Yard(fuels=options.scenario == "fuel")

    def seats(self, options: Any) -> Sequence[Seat]:
        return (Seat("keeper", "Keeper"),)

    def kinds(self, s: Yard) -> Kinds:
        return KINDS

    def turn(self, s: Yard) -> Steps[None]:
        if s.fuels:
            yield from fuel(s)
            return
        step, s.step = s.step, s.step + 1
        yield from (discard, sort, storm)[step](s) if step < 3 else trip(s)

    def outcome(self, s: Yard) -> Outcome | None:
        return Outcome.won_by([0], 1, "The work is done.") if s.trips >= 9 else None

    def view(self, s: Yard, seat: int | None) -> View:
        return View(list(s.crates), list(s.walls), s.at)

    def plan(self, options: Any) -> Plan:
        return Plan(squares("bay", BAY, 4, 2))

    def pieces(self, view: View, options: Any) -> Pieces:
        bay = [Thing("bay", BAY.id(n)) for n in range(8)]
        crates = [
            Counter("crate", CRATE.id(n), bay[CRATES[n]], label=CRATE.label(n), colour="sand")
            for n in view.crates
        ]
        sheds = [
            Counter("shed", SHED.id(n), bay[SHEDS[n]], number=view.walls[n], label=SHED.label(n))
            for n in (0, 1)
        ]
        return Pieces(
            [*crates, *sheds, Counter("crawler", "crawler", bay[view.at], label="Crawler", colour="red")]
        )

    def advice(self, run: Any, value: Any) -> Line | None:
        return Line("Bay 3 is the driest.") if run.ask.topic == "send" else None


GAME = Depot()
