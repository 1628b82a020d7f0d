"""What bot games have used: cards, table lines, sides of counters, questions. A use counts if it changed the state."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from sandtable.engine import Ask, Chance, Note, RandomSource, Run, decode_options
from sandtable.games.free_mars.common.state import OPS, RESERVE, WON
from sandtable.games.free_mars.space.game import GAME
from sandtable.games.free_mars.space.printed.files import ENERGY, WEAPONS
from sandtable.games.free_mars.space.state import ABILITY, Phase, Squadron

from .kit import BOX

#: The abilities behind each kind of dice.
ROLLED = {"net_run": "cyber", "assembly": "assembly", "bombardment": "bombardment", "assault": "troopers"}


class Coverage:
    """Listens to a run, and counts."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()
        #: Questions with two answers or more, and those that answered themselves.
        self.open: Counter[str] = Counter()
        self.forced_topics: Counter[str] = Counter()
        self.run: Run[Squadron] | None = None
        self.rolled: list[str] = []

    # What a run tells its listener

    def note(self, note: Note) -> None:
        pass

    def unseal(self) -> None:
        pass

    def forced(self, ask: Ask, value: Any) -> None:
        self.forced_topics[ask.topic] += 1

    def chance(self, chance: Chance, raw: Any) -> None:
        self.rolled.append(chance.topic)
        if chance.topic == "random location":
            self.used[f"random location {raw[0]}"] += 1

    def turn_over(self, *, at_once: bool) -> None:
        assert self.run is not None
        before, after = self.run.start, self.run.state
        if facts(before) != facts(after):
            self.count_card(before)
            self.count_units(before, after)
        for card in set(after.cards.zones[WON]) - set(before.cards.zones[WON]):
            self.used[f"card {BOX.kinds['card'].id(card)}"] += 1
        self.rolled = []

    # Counting

    def count_card(self, before: Squadron) -> None:
        if before.phase is Phase.OPS_CARD:
            self.used[f"card {BOX.ops[before.cards.zones[OPS][-1]].id}"] += 1

    def count_units(self, before: Squadron, after: Squadron) -> None:
        """Which sides of counters had a part in what changed."""
        if before.phase is Phase.ROUND:
            for side, n in enumerate(before.opfor):
                if n and (BOX.sides[side].combat or after.opfor[side] != n):
                    self.used[f"side {BOX.sides[side].id}"] += 1
            self.count_ships(before, before.in_battle(), WEAPONS)
            for pod in before.loose:
                self.used[f"unit {BOX.kinds['unit'].id(pod)}"] += 1
            self.used["line weapons"] += 1
        if before.phase is Phase.MOVE and after.point != before.point:
            self.count_ships(before, before.tf, ENERGY)
        for topic, icon in ROLLED.items():
            if topic in self.rolled:
                self.used[f"line {topic}"] += 1
                self.count_ships(before, before.active(), ABILITY[icon])
        if "combined" in self.rolled:
            self.used["combined action"] += 1

    def count_ships(self, s: Squadron, ships: Any, ability: int) -> None:
        """Ships that showed an ability on the side that was up, and the Pods and markers that gave it."""
        for ship in ships:
            side = "back" if s.is_flipped[ship] else "front"
            if BOX.ship_values[ship][s.is_flipped[ship]][ability]:
                self.used[f"ship {BOX.ships[ship].id} {side}"] += 1
            for unit in s.cargo[ship]:
                if not s.is_flipped[ship] and BOX.gives[unit][ability]:
                    self.used[f"unit {BOX.kinds['unit'].id(unit)}"] += 1


def facts(s: Squadron) -> tuple[Any, ...]:
    """What a rule can change, apart from which card lies in play and which phase it is."""
    return (
        (
            s.net,
            s.points,
            s.opfor,
            s.cargo,
            s.is_flipped,
            s.at,
            s.sites,
            s.base,
            s.combined,
            s.loose,
            s.captured,
        ),
        (
            s.is_revealed,
            s.is_built,
            s.is_bombarded,
            s.is_assaulted,
            s.is_special_done,
            s.is_returning,
            s.shown,
        ),
        len(s.cards.zones[RESERVE]),
    )


def expected() -> set[str]:
    """Everything of the default set that games must have used."""
    cards = {f"card {card.id}" for card in BOX.ops}
    cards |= {f"card {card.id}" for card in BOX.missions if not card.final}
    ships = {f"ship {ship.id} {side}" for ship in BOX.ships for side in ("front", "back")}
    units = {f"unit {BOX.kinds['unit'].id(n)}" for n in range(BOX.first_pod, BOX.base)}
    sides = {f"side {side.id}" for side in BOX.sides}
    lines = {f"line {line}" for line in BOX.lines} | {"combined action", "won grand_slam"}
    random_lines = {f"random location {10 * line + place}" for line in range(1, 7) for place in range(1, 7)}
    outcomes = {f"outcome {way.id}" for line in BOX.lines.values() for way in line.outcomes}
    ways = {f"outcome {way}" for way in ("flip_ship", "lose_op", "orbital_base")}
    return cards | ships | units | sides | lines | random_lines | outcomes | ways


def play(scenario: str, seed: int, seen: Coverage, whim: float = 0.1) -> bool:
    """One game of the house player, who now and then answers at random. Returns whether it was won."""
    rng = random.Random(seed)
    state = GAME.begin(decode_options(GAME, {"scenario": scenario}))
    run: Run[Squadron] = Run.__new__(Run)
    seen.run = run
    seen.rolled = []
    run.__init__(GAME, state, RandomSource(rng), hear=seen)  # type: ignore[misc]
    while run.ask is not None:
        topic = run.ask.topic
        seen.open[topic] += 1
        value = (
            run.values[int(rng.random() * len(run.values))] if rng.random() < whim else GAME.policy(run, rng)
        )
        if topic in ("net_run", "choose"):
            seen.used[f"outcome {value.id}"] += 1
        if value == BOX.base:
            seen.used["outcome orbital_base"] += 1
        run.play(value)
    assert run.outcome is not None
    if run.outcome.winners and scenario != "mission":
        seen.used["won grand_slam"] += 1
    return bool(run.outcome.winners)
