"""What bot games use of the set: cards, table lines, counter sides, questions. A use counts only if it changed the state."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from sandtable.engine import RandomSource, Run, Word
from sandtable.games.free_mars.common.state import DISCARDS, IN_PLAY, OPS, RESERVE, WON
from sandtable.games.free_mars.surface import GAME, SurfaceOptions
from sandtable.games.free_mars.surface.state import BACK, FRONT, Phase, Team

from .kit import BOX

#: Questions whose answers are outcomes of a table line, ways of a card, or special actions.
WORDED = ("netrun", "recruit", "choose", "action")


class Coverage:
    """Counts of what was used, and of the questions with the number of their options."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()
        self.topics: Counter[str] = Counter()
        self.most_options: dict[str, int] = {}
        self.run: Run[Team] | None = None

    # What a run tells its listener

    def note(self, note: Any) -> None: ...
    def unseal(self) -> None: ...

    def forced(self, ask: Any, value: Any) -> None:
        self.topics[ask.topic] += 0  # known, but there was nothing to choose

    def chance(self, chance: Any, raw: Any) -> None:
        if chance.topic in ("nexus", "escape", "gather"):
            self.used[f"random die {raw[0]}"] += 1

    def turn_over(self, *, at_once: bool) -> None:
        assert self.run is not None
        before, after = self.run.start, self.run.state
        if before.phase is Phase.CARD and facts(before) != facts(after):
            card = after.cards.zones[IN_PLAY] or after.cards.zones[DISCARDS]
            self.used[f"card {BOX.ops[card[-1]].id}"] += 1
        if before.phase is Phase.EDGE:
            self.used[f"battle on {BOX.terrain[before.cell].id}"] += 1
        for number, (old, new) in enumerate(zip(before.control, after.control, strict=True)):
            if old != new:
                self.used[f"{BOX.installations[number].id} {'friendly' if new else 'opfor'}"] += 1
        for side, (was, now) in enumerate(zip(before.opfor, after.opfor, strict=True)):
            if was != now:
                self.used[f"opfor {BOX.sides[side].id}"] += 1
        for unit, (was, now) in enumerate(zip(before.units, after.units, strict=True)):
            if was != now and now in (FRONT, BACK):
                self.used[f"unit {BOX.printed[unit][now - 1].id}"] += 1
        if after.taz != before.taz:
            self.used["taz"] += 1
        if at_once and before.phase is Phase.OBJECTIVE:
            self.won(after)
        if len(after.cards.zones[WON]) > len(before.cards.zones[WON]):
            self.used[f"card {BOX.missions[after.cards.zones[WON][-1] - len(BOX.ops)].id}"] += 1

    def won(self, s: Team) -> None:
        assert s.mission is not None
        self.used[f"card {BOX.missions[s.mission].id}"] += 1

    def answered(self, run: Run[Team], value: Any) -> None:
        assert run.ask is not None
        topic = run.ask.topic
        self.topics[topic] += 1
        self.most_options[topic] = max(self.most_options.get(topic, 0), len(run.values))
        if isinstance(value, Word) and topic in WORDED:
            self.used[f"{topic} {value.id}"] += 1


def facts(s: Team) -> tuple[Any, ...]:
    """What a card can change, without the card's own way from the deck to the discards."""
    return (
        (s.net, s.points, s.opfor, s.units, s.control, s.taz, s.combined, s.nexus),
        len(s.cards.zones[RESERVE]),
        len(s.cards.zones[OPS]) + len(s.cards.zones[DISCARDS]) + len(s.cards.zones[IN_PLAY]),
        len(s.cards.zones[DISCARDS]) - (s.phase is not Phase.CARD and not s.cards.zones[IN_PLAY]),
    )


def everything() -> set[str]:
    """What a set is used up to: nothing of it may stay at zero."""
    wanted = {f"card {card.id}" for card in BOX.ops} | {f"card {card.id}" for card in BOX.missions}
    wanted |= {f"battle on {terrain.id}" for terrain in BOX.terrain} | {
        f"random die {n}" for n in range(1, 7)
    }
    wanted |= {f"{i.id} {side}" for i in BOX.installations for side in ("friendly", "opfor")}
    wanted |= {f"opfor {side.id}" for side in BOX.sides}
    wanted |= {f"unit {side.id}" for sides in BOX.printed for side in sides}
    for line in ("netrun", "recruit"):
        wanted |= {f"{line} {way.id}" for way in BOX.lines[line].outcomes}
    wanted |= {f"action {word}" for word in ("netrun", "recruit", "repair", "enhanced_move", "radio", "pass")}
    return wanted | {"choose crash_cadre", "choose lose_op", "taz"}


def play(seen: Coverage, seed: int, scenario: str = "mission", whim: float = 0.15) -> bool:
    """One game of the house player, who answers at random now and then. True if it was won."""
    rng = random.Random(seed)
    run: Run[Team] = Run.__new__(Run)
    seen.run = run
    Run.__init__(run, GAME, GAME.begin(SurfaceOptions(scenario=scenario)), RandomSource(rng), hear=seen)
    while run.ask is not None:
        values = run.values
        value = values[int(rng.random() * len(values))] if rng.random() < whim else GAME.policy(run, rng)
        seen.answered(run, value)
        run.play(value)
    assert run.outcome is not None
    return bool(run.outcome.winners)
