"""16.0 Combat: deployment, the Tactical Edge, rounds, Breakoff, and what follows."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Roll, Steps, Word, say
from sandtable.engine.asking import Topic, inflict, pick_each

from ...common.rules.combat import clear_opfor, deployments, fire_at_opfor, roll_edge
from ...common.rules.ops_cards import settle_win_lose
from ...common.state import PLAYER
from ..cards.words import WORDS
from ..state import Phase, Squadron
from .ops_cards import end_card
from .pods import bring_aboard, take_off

FIRE = Word("fire", "Open fire")


def combat_phase(s: Squadron) -> Steps:
    """16.1 Combat. OPFOR in the Task Force's Point must be fought."""
    yield from join_battle(s)


def join_battle(s: Squadron) -> Steps:
    """16.4.1 Tactical Edge: a die, the Energy of the fastest ship and the NET Level; OPFOR its own and the Cyborg's 2."""
    ships = s.in_battle()
    if not ships:
        yield from end_battle(s, won=False)
        return
    launch_swarms(s, ships)
    ours = max(s.energy(ship) for ship in ships) + s.net
    s.has_edge = yield from roll_edge(s, ours, opfor_edge(s))
    s.phase = Phase.ROUND


def opfor_edge(s: Squadron) -> int:
    """16.4.1b What the OPFOR adds to its die: its fastest ship (0 for Swarms alone, R-SP-27), a Cyborg, the card."""
    box = s.box
    sides = [side for side, n in enumerate(s.opfor) if n]
    fastest = max(box.energies[side] for side in sides)
    return fastest + max(box.edges[side] for side in sides) + sum(d.edge for d in deployments(s))


def launch_swarms(s: Squadron, ships: list[int]) -> None:
    """19.5.2 Launching Swarms. Those on a Disrupted ship cannot be launched (19.2)."""
    swarms = s.box.swarms
    for ship in ships:
        if not s.is_flipped[ship]:
            for unit in s.cargo[ship]:
                if unit in swarms:
                    take_off(s, unit)


def battle_round(s: Squadron) -> Steps:
    """16.4.2 A round. The side with the edge fires, then the other with what is left."""
    if not s.opfor_strength and not s.strength(s.in_battle()):
        yield say("Neither side can fire any more.")  # R-SP-28
        yield from end_battle(s, won=None)
        return
    for ours in (s.has_edge, not s.has_edge):
        yield from our_fire(s) if ours else their_fire(s)
        if not s.opfor_left:
            yield from end_battle(s, won=True)
            return
        if not s.in_battle():
            yield from end_battle(s, won=False)
            return


BREAK_OFF = Topic(
    "break_off",
    "16.4.3",
    "The ship holds its fire and is out of the battle if a die does not exceed its Energy; the others fire.",
    "unit",
)


def our_fire(s: Squadron) -> Steps:
    """16.4.3 Breakoff. Any ships may try to break off instead of firing; the others and the Swarms fire (16.5)."""
    ships = s.in_battle()
    trying = yield from pick_each(
        PLAYER,
        BREAK_OFF,
        "Which ships try to break off?",
        ships,
        done=FIRE,
        label="Break off with {it}",
    )
    for ship in trying:
        yield from break_off(s, ship)
    if s.in_battle():
        yield from weapons(s, [ship for ship in ships if ship not in trying])


HIT = Topic(
    "hit",
    "16.5",
    "An effective OPFOR unit turns to its weaker side; one that has turned already is removed.",
    "side",
)


def weapons(s: Squadron, ships: Sequence[int]) -> Steps:
    """16.5 Weapons Action. A die for each point of these ships and of the Swarms; each Positive is a hit to allot (16.6)."""
    if strength := s.strength(ships):
        yield from fire_at_opfor(s, HIT, strength)


def break_off(s: Squadron, ship: int) -> Steps:
    """16.4.3 Breakoff of a ship. A die not above its Energy: it is out of the battle and of this turn's actions."""
    die = yield Roll(1, topic="break off")
    if die <= s.energy(ship):
        s.off = (*s.off, ship)
        yield say("{ship:unit} breaks off.", ship=ship)
    else:
        yield say("{ship:unit} cannot break off.", ship=ship)


LOSS = Topic("loss", "16.6", "An effective ship is Disrupted; a Disrupted ship or a Swarm is lost.", "unit")


def their_fire(s: Squadron) -> Steps:
    """16.6 Losses. The OPFOR fires (16.5) and the player allots the hits: a Swarm or a flipped ship is lost, a ship flipped."""
    hits = yield Roll(s.opfor_strength, s.box.lines["weapons"].hits, topic="opfor fire")
    yield from inflict(
        PLAYER,
        LOSS,
        "The OPFOR hits: which unit?",
        hits,
        lambda: [*s.in_battle(), *s.loose],
        lambda unit: take_hit(s, unit),
        label="{it} is hit",
    )


def take_hit(s: Squadron, unit: int) -> int:
    """16.5 R-SP-25 One hit on a ship or a launched Swarm; Pods on board are no targets."""
    if unit in s.loose:
        s.loose = tuple(other for other in s.loose if other != unit)
    else:
        s.hit_ship(unit)
    return 1


GAIN = Topic("gain", "13.2", "Ops cards are added to your Ops deck, or the NET Level goes up.")
LOSE = Topic(
    "lose",
    "13.2",
    "Ops cards are discarded unseen, and an empty deck loses the Mission; or the NET Level goes down.",
)


def end_battle(s: Squadron, won: bool | None) -> Steps:
    """16.7 The end of a battle. Won, lost (16.8) or neither; OPFOR to the Bin (16.9), Swarms aboard, then Win/Lose."""
    settled = deployments(s)
    clear_opfor(s)
    if won is not None:
        yield say("The battle is won." if won else "The battle is lost.")
    yield from bring_aboard(s, s.ships_at(s.point))
    if s.is_mission_battle:
        s.is_mission_battle = False
        s.phase = Phase.OBJECTIVE
        if won is not None:
            yield from settle_win_lose(s, GAIN, LOSE, s.mission_card.win_lose, won)
        return
    for deploy in settled if won is not None else ():
        yield from settle_win_lose(s, GAIN, LOSE, deploy.win_lose, bool(won))
        yield from WORDS.resolve(s, deploy.won if won else deploy.lost)
    end_card(s)
