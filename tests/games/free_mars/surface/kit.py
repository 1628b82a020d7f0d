"""A table for tests: a Team anywhere on the map, cards in any order, scripted dice, asked by keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sandtable.engine import Cards, Names, Question, Run, Script, SeedStream, seed_bytes
from sandtable.engine.game import all_kinds
from sandtable.games.free_mars.common.state import DISCARDS, MISSION, MISSIONS, OPS, RESERVE, WON
from sandtable.games.free_mars.surface import GAME, SurfaceOptions
from sandtable.games.free_mars.surface.printed.box import SurfaceBox, box_of
from sandtable.games.free_mars.surface.state import BACK, FRONT, Phase, Team

BOX: SurfaceBox = box_of("default")
#: Every side of a Friendly counter by id: (unit, place).
SIDES = {BOX.printed[unit][side].id: (unit, side + 1) for unit in range(len(BOX.units)) for side in (0, 1)}
OPS_NUMBER = {card.id: number for number, card in enumerate(BOX.ops)}
MISSION_NUMBER = {card.id: len(BOX.ops) + number for number, card in enumerate(BOX.missions)}
OPFOR_KIND = {BOX.sides[side].id: kind for kind, side in enumerate(BOX.fronts)}


def team(
    *units: str,
    cell: str = "c6",
    phase: Phase = Phase.MOVE,
    net: int = 1,
    points: int = 0,
    ops: Sequence[str] | int = 5,
    reserve: Sequence[str] | int = 4,
    mission: str = "airwaves",
    nexus: str | None = None,
    friendly: Iterable[str] = (),
    taz: Iterable[str] = (),
    won: Sequence[str] = (),
    opfor: Sequence[str] = (),
    campaign: bool = False,
    **more: Any,
) -> Team:
    """A state in the middle of a game. Units are named by the side they show ("netrunner_crashed").

    `ops` are the cards of the Ops deck from the top, or how many there are; the same for the Reserve; all others are
    discards. With a Nexus the Mission is revealed.
    """
    s = GAME.begin(SurfaceOptions(scenario="campaign" if campaign else "mission"))
    s.cards = cards(ops, reserve, mission, won)
    for id in units:
        s.put(*SIDES[id])
    s.cell, s.net, s.points, s.phase = BOX.cells.index(cell), net, points, phase
    s.taz = tuple(BOX.cells.index(c) for c in taz)
    s.control = tuple(int(i.id in set(friendly)) for i in BOX.installations)
    if nexus is not None:
        s.nexus, s.is_revealed = BOX.cells.index(nexus), True
        s.cards.reveal(s.cards.zones[MISSION])
    for side in opfor:
        number = next(i for i, printed in enumerate(BOX.sides) if printed.id == side)
        s.opfor[number] += 1
        s.bin[BOX.sides[number].kind] -= 1
    s.count_enhancers()
    for name, value in more.items():
        assert hasattr(s, name), name
        setattr(s, name, value)
    return s


def cards(ops: Sequence[str] | int, reserve: Sequence[str] | int, mission: str, won: Sequence[str]) -> Cards:
    """All cards where a test wants them."""
    named = [OPS_NUMBER[id] for part in (ops, reserve) if not isinstance(part, int) for id in part]
    rest = [number for number in range(len(BOX.ops)) if number not in named]

    def pile(part: Sequence[str] | int) -> list[int]:
        if isinstance(part, int):
            return [rest.pop(0) for _ in range(part)]
        return [OPS_NUMBER[id] for id in reversed(part)]

    zones: list[list[int]] = [[] for _ in range(8)]
    zones[OPS], zones[RESERVE] = pile(ops), pile(reserve)
    zones[DISCARDS] = rest
    zones[MISSION], zones[WON] = [MISSION_NUMBER[mission]], [MISSION_NUMBER[id] for id in won]
    zones[MISSIONS] = [n for id, n in MISSION_NUMBER.items() if id != mission and id not in won]
    return Cards.dealt(zones, seats=1, backs=[0] * len(BOX.ops) + [1] * len(BOX.missions))


class Desk:
    """A running game on a state, with dice by topic. What no script holds is rolled from a fixed seed."""

    def __init__(
        self, s: Team, dice: Mapping[str, Sequence[Any]] | None = None, *, strict: bool = False
    ) -> None:
        self.notes: list[str] = []
        raws = {
            topic: [(t if isinstance(t, tuple) else (t,)) for t in rolls]
            for topic, rolls in (dice or {}).items()
        }
        self.script = Script(raws, None if strict else SeedStream(seed_bytes(3)))
        self.thrown: list[str] = []
        self.run: Run[Team] = Run(GAME, s, self.script, hear=self)

    # What a run tells

    def note(self, note: Any) -> None:
        from sandtable.engine.templates import render

        self.notes.append(render(note.text, note.args, self.kinds))

    def chance(self, chance: Any, raw: Any) -> None:
        self.thrown.append(chance.topic)

    def forced(self, ask: Any, value: Any) -> None: ...
    def unseal(self) -> None: ...
    def turn_over(self, *, at_once: bool) -> None: ...

    @property
    def kinds(self) -> Any:
        return all_kinds(BOX.kinds, Names(["commander"], ["Commander"]))

    @property
    def s(self) -> Team:
        return self.run.state

    @property
    def question(self) -> Question:
        assert self.run.ask is not None, self.notes
        return Question(self.run.ask, self.run.values, "commander", self.kinds)

    @property
    def topic(self) -> str:
        return self.question.topic if self.run.ask is not None else ""

    @property
    def keys(self) -> list[str]:
        return self.question.keys

    def choose(self, *keys: str) -> Desk:
        """Answer one question after the other."""
        for key in keys:
            self.run.play(self.question.value_of(key))
        return self

    def until(self, topic: str, *answers: str) -> Desk:
        """Go on to a question: other ones get the first of `answers` that they offer, or their first option."""
        for _ in range(200):
            if self.run.ask is None or self.topic == topic:
                return self
            keys = self.keys
            self.choose(next((answer for answer in answers if answer in keys), keys[0]))
        raise AssertionError(f"{topic} was never asked")

    @property
    def is_won(self) -> bool | None:
        """How the game ended; None while it goes on."""
        return None if self.run.outcome is None else bool(self.run.outcome.winners)


def cell(s: Team) -> str:
    return BOX.cells[s.cell]


def showing(s: Team) -> list[str]:
    """The sides that the Team's counters show."""
    return [BOX.printed[u][place - 1].id for u, place in enumerate(s.units) if place in (FRONT, BACK)]


def opfor(s: Team) -> list[str]:
    """The OPFOR units on the map."""
    return [side.id for side, n in zip(BOX.sides, s.opfor, strict=True) for _ in range(n)]


def kinds(*ids: str) -> tuple[int, ...]:
    """What the script gives for a pick from the Bin."""
    return tuple(sorted(OPFOR_KIND[id] for id in ids))


def names(text: str) -> set[str]:
    """Several ids, with spaces between them."""
    return set(text.split())
