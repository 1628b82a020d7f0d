"""What the tests of Space Combat share: positions made by hand, and rules run with scripted dice and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sandtable.engine import Ask, Names, Note, Roll, Script, Steps, Unseal
from sandtable.engine.game import all_kinds
from sandtable.engine.question import option_key
from sandtable.engine.templates import render
from sandtable.games.free_mars.common.state import ASIDE, DISCARDS, MISSION, MISSIONS, OPS, RESERVE, WON
from sandtable.games.free_mars.space.printed.box import box_of
from sandtable.games.free_mars.space.state import GONE, HELD, ON_MAP, POOL, Phase, Squadron, begin

BOX = box_of("default")
KINDS = all_kinds(BOX.kinds, Names(["rebels"]))
#: What is thrown, by topic, in order.
Dice = Mapping[str, Any]


def unit(name: str) -> int:
    """The number of a ship, a side of a Pod, a marker or the Orbital Base."""
    return BOX.number[name]


def point(name: str) -> int:
    return BOX.orbits.number[name]


def card(name: str) -> int:
    """The number of an Ops card or a Mission card."""
    ids = [*(c.id for c in BOX.ops), *(c.id for c in BOX.missions)]
    return ids.index(name)


def side(name: str) -> int:
    """The number of a side of an OPFOR counter: escort_front, swarm_back."""
    return [s.id for s in BOX.sides].index(name)


def squadron(
    *ships: str,
    at: str = "lp",
    net: int = 1,
    points: int = 0,
    mission: str = "anchor_point",
    revealed: bool = False,
    phase: Phase = Phase.DECLARE,
    scenario: str = "mission",
    deck: Sequence[str] = ("picket_line", "swarm_screen", "firewall", "data_spike"),
) -> Squadron:
    """A squadron in one Point, declared as the Task Force. A ship is "ghost_wire", or "ghost_wire+p3b+p1a" with Pods."""
    s = begin("default", scenario)
    s.net, s.points, s.phase, s.point = net, points, phase, point(at)
    for text in ships:
        name, *cargo = text.split("+")
        s.at[unit(name)] = s.point
        s.cargo[unit(name)] = tuple(unit(c) for c in cargo)
        for c in cargo:
            if unit(c) >= BOX.first_marker:
                s.markers.play(unit(c) - BOX.first_marker, HELD)
    s.tf = tuple(s.ships_at(s.point))
    s.cards.give(card("grand_slam"), ASIDE)
    s.cards.give(card(mission), MISSION)
    if revealed:
        s.cards.reveal([card(mission)])
        s.is_revealed = True
    s.cards.gather(OPS, RESERVE)
    stack(s, *deck)
    for marker in list(s.markers.zones[POOL]):  # a Mission without markers, until `mark` places some
        s.markers.give(marker, GONE)
    return s


def stack(s: Squadron, *names: str) -> None:
    """Put Ops cards on the deck so that the first is on top."""
    for name in reversed(names):
        s.cards.give(card(name), OPS)


def mark(s: Squadron, at: str, marker: str, *, revealed: bool = False) -> None:
    """Place an Intercept marker at a Node."""
    number = [m.id for m in BOX.intercepts].index(marker)
    s.markers.give(number, ON_MAP)
    s.sites = (*s.sites, point(at))
    if revealed:
        s.turn_up(point(at))


def opfor(s: Squadron, *sides: str) -> None:
    """Put OPFOR units on the map, by the side they show."""
    for name in sides:
        s.opfor[side(name)] += 1
        s.bin[BOX.sides[side(name)].kind] -= 1


def disrupt(s: Squadron, *ships: str) -> None:
    for name in ships:
        s.flip(unit(name))


@dataclass
class Told:
    """What happened while a rule ran: its result, what was asked (topic and keys), what was said."""

    result: Any = None
    asked: list[tuple[str, list[str]]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def keys(self, topic: str) -> list[str]:
        """The options of the first question about a topic, one that answers itself among them."""
        return next(keys for asked, keys in self.asked if asked == topic)

    @property
    def topics(self) -> list[str]:
        return [topic for topic, _ in self.asked]


def run(steps: Steps[Any], dice: Dice | None = None, answers: Sequence[str] = ()) -> Told:
    """Run a rule to its end: chance from the script by topic, questions with two options or more from the answers."""
    script, left, told = Script(dice or {}), list(answers), Told()
    value: Any = None
    while True:
        try:
            step = steps.send(value)
        except StopIteration as end:
            told.result = end.value
            break
        if isinstance(step, Ask):
            values = step.options() if callable(step.options) else step.options
            keys = [option_key(step, v, KINDS) for v in values]
            told.asked.append((step.topic, keys))
            if len(keys) == 1:
                value = values[0]
            else:
                assert left, f"no answer is left for {step.prompt!r}: {keys}"
                value = values[keys.index(left.pop(0))]
        elif isinstance(step, Note):
            told.said.append(render(step.text, step.args, KINDS))
            value = None
        elif isinstance(step, Roll) and step.dice < 1:
            value = step.value(())
        else:
            assert not isinstance(step, Unseal)
            value = step.value(script.raw(step))
    assert not left, f"answers nobody asked for: {left}"
    assert not script.remaining, f"dice nobody rolled: {script.remaining}"
    return told


def next_turn(s: Squadron, phase: Phase) -> None:
    """The same ships are the Task Force again, and the turn is at a phase."""
    s.tf, s.phase = tuple(s.ships_at(s.point)), phase


def places(s: Squadron, zone: int) -> list[str]:
    """The ids of the cards of a zone, the top first."""
    return [BOX.kinds["card"].id(c) for c in reversed(s.cards.zones[zone])]


__all__ = [
    "BOX",
    "DISCARDS",
    "MISSIONS",
    "RESERVE",
    "WON",
    "Told",
    "card",
    "disrupt",
    "mark",
    "next_turn",
    "opfor",
    "places",
    "point",
    "run",
    "side",
    "squadron",
    "stack",
    "unit",
]
