"""16.0 Combat: deployment, the Tactical Edge, rounds, Breakoff, and what follows."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Line, Refusal, Roll, Steps, Word, say
from sandtable.engine.asking import Topic, pick, pick_each

from ...common.rules.combat import (
    OPFOR,
    Modifier,
    added,
    allot,
    clear_opfor,
    deployments,
    fire_at_opfor,
    roll_edge,
)
from ...common.rules.ops_cards import settle_win_lose
from ...common.state import PLAYER
from ..cards.words import WORDS
from ..printed.files import WEAPONS
from ..state import Phase, Squadron
from .ops_cards import end_card
from .pods import bring_aboard, take_off
from .reasons import any_of, ship_refusal
from .worth import loss_says

KEEP_FIRING = Word("keep_firing", "Open fire", says="Volley after volley, until one of your ships is hit.")
FIRE = Word("fire", "Fire one volley", says="You decide again before the next.")
BREAK_OFF = Word(
    "break_off",
    "Break off with ships",
    says="They do not fire. A ship gets away if its die is no higher than its Energy.",
)
REST = Word("rest", "The others fire", says="Those you chose try to get away; all others fire.")


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
    yield say("Battle at {point}.", point=s.point, opens=True)
    s.has_edge = yield from roll_edge(s, our_edge(s, ships), opfor_edge(s))
    s.phase = Phase.ROUND


def our_edge(s: Squadron, ships: Sequence[int]) -> list[Modifier]:
    """16.4.1a The modifiers of the squadron's die: the Energy of its fastest ship and the NET Level."""
    energy, fastest = max([(s.energy(ship), ship) for ship in ships])
    net = added(s.net, "{n:bonus} NET Level")
    return [net, added(energy, "{n:bonus} Energy of {it:unit}", fastest)] if energy else [net]


def opfor_edge(s: Squadron) -> list[Modifier]:
    """16.4.1b The modifiers of the OPFOR's die: its fastest ship (0 for Swarms alone, R-SP-27), a Cyborg, the card."""
    box = s.box
    sides = [side for side, n in enumerate(s.opfor) if n]
    fastest = max(sides, key=box.energies.__getitem__)
    sharpest = max(sides, key=box.edges.__getitem__)
    found = []
    if energy := box.energies[fastest]:
        found.append(added(energy, "{n:bonus} Energy of {it:side}", fastest))
    if edge := box.edges[sharpest]:
        found.append(added(edge, "{n:bonus} {it:side}", sharpest))
    if card := sum(deploy.edge for deploy in deployments(s)):
        found.append(added(card, "{n:bonus} Ops card"))
    return found


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
        yield say("Neither side can fire any more: the battle ends.")  # R-SP-28
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


FIGHT = Topic(
    "fight",
    "16.4.3",
    "Your ships and Swarms fire one die for each point of Weapons; ships that break off do not fire.",
    window="fight",
)
BREAK_OFF_WITH = Topic(
    "break_off",
    "16.4.3",
    "A ship that breaks off does not fire. It gets away if its die is no higher than its Energy.",
    "unit",
)


GETS_AWAY = Line(
    "{n:It has no Energy and cannot get away|It gets away on a 1|It gets away on {n} or less}; it does not fire."
)


def our_fire(s: Squadron) -> Steps:
    """16.4.3 Breakoff. Any ships may try to break off instead of firing; the others and the Swarms fire (16.5).

    A player who keeps firing is asked again after a hit on a ship.
    """
    ships, trying = s.in_battle(), list[int]()
    if not s.keeps_firing:
        ours, theirs = s.strength(ships), s.opfor_strength
        way = yield pick(
            PLAYER,
            FIGHT,
            "{ours:{ours} die|{ours} dice} against {theirs:number}. Open fire?",
            (KEEP_FIRING, FIRE, BREAK_OFF),
            about={"ours": ours, "theirs": theirs},
            facts={"ships": len(ships)},
            decline=FIRE,
            likely=KEEP_FIRING if ours else BREAK_OFF,
        )
        s.keeps_firing = way == KEEP_FIRING
        if way == BREAK_OFF:
            trying = yield from pick_each(
                PLAYER,
                BREAK_OFF_WITH,
                "Which ships try to break off?",
                any_of(s, ships),
                at_least=1,
                done=REST,
                label="Break off with {it}",
                says=lambda it: GETS_AWAY.of(n=min(6, s.energy(it))),
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
        yield from fire_at_opfor(s, HIT, strength, fire_parts(s, ships))


SHIPS_FIRE = Line("{n:{n} die|{n} dice} of {ships:{ships} ship|{ships} ships}")
SWARMS_FIRE = Line("{n:{n} die|{n} dice} of {swarms:{swarms} Swarm|{swarms} Swarms}")
WON_FIRE = Line("{n:{n} die|{n} dice} of Missions won")


def fire_parts(s: Squadron, ships: Sequence[int]) -> tuple[Line, ...]:
    """16.5 Where the dice of a volley come from, if there is more than one source."""
    won = s.enhanced(WEAPONS)
    if not s.loose and not won:
        return ()
    swarms = sum(s.box.swarms[unit] for unit in s.loose)
    parts = [
        SHIPS_FIRE.of(n=sum(s.ability(ship, WEAPONS) for ship in ships), ships=len(ships)),
        SWARMS_FIRE.of(n=swarms, swarms=len(s.loose)),
        WON_FIRE.of(n=won),
    ]
    return tuple(part for part in parts if part.args and part.args["n"])


def break_off(s: Squadron, ship: int) -> Steps:
    """16.4.3 Breakoff of a ship. A die not above its Energy: it is out of the battle and of this turn's actions."""
    energy = s.energy(ship)
    die = yield Roll(1, topic="break off", by=PLAYER, mods=(UP_TO.of(n=energy, ship=ship),))
    if die <= energy:
        s.off = (*s.off, ship)
        yield say(
            "{ship:unit} breaks off: {die:number}, with Energy {n:number}.", ship=ship, die=die, n=energy
        )
    else:
        yield say(
            "{ship:unit} cannot break off: {die:number}, with Energy {n:number}.",
            ship=ship,
            die=die,
            n=energy,
        )


UP_TO = Line("up to {n:number}, the Energy of {ship:unit}")
LOSS = Topic("loss", "16.6", "An effective ship is Disrupted; a Disrupted ship or a Swarm is lost.", "unit")


def their_fire(s: Squadron) -> Steps:
    """16.6 Losses. The OPFOR fires (16.5) and the player allots the hits: a Swarm or a flipped ship is lost, a ship flipped."""
    strength = s.opfor_strength
    hits = yield Roll(strength, s.box.volley, topic="opfor fire", by_line=OPFOR)
    if strength:
        yield say("The OPFOR's volley: {n:no hit|{n} hit|{n} hits}.", n=hits)
    if hits >= hits_to_lose_all(s):  # nothing to choose: all of them are lost
        yield say("No ship is left in the battle.")
        while units := [*s.loose, *s.in_battle()]:
            take_hit(s, units[0])
        return
    if not hits:
        return
    yield from allot(
        LOSS,
        "Which of your units is hit?",
        hits,
        lambda: [*s.in_battle(), *s.loose],
        lambda unit: loss_refusal(s, unit),
        lambda unit: suffer(s, unit),
        label="{it} is hit",
        says=lambda unit: loss_says(s, unit),
        row=lambda unit: hits_on_us(s, unit),
        kinds=s.box.kinds,
    )


def hits_on_us(s: Squadron, unit: int) -> list[int]:
    """16.5 How many hits a ship or a launched Swarm can take."""
    return [unit] if unit >= s.box.first_pod or s.is_flipped[unit] else [unit, unit]


def suffer(s: Squadron, unit: int) -> Steps:
    """16.6 A hit is taken, and told."""
    is_last = unit >= s.box.first_pod or s.is_flipped[unit]
    take_hit(s, unit)
    if is_last:
        yield say("{unit} is lost.", unit=unit, sums="{n:{unit} is lost|{n} of your units are lost}")
    else:
        yield say("{unit} is Disrupted.", unit=unit, sums="{n:{unit} is Disrupted|{n} ships are Disrupted}")


ABOARD = Refusal("{it} is no target: only ships and launched Swarms can be hit.")


def loss_refusal(s: Squadron, unit: int) -> Refusal | None:
    """R-SP-25 Why a unit that is neither in the battle nor launched cannot take a hit."""
    return ABOARD if unit >= s.box.first_pod else ship_refusal(s, s.in_battle(), unit)


def take_hit(s: Squadron, unit: int) -> None:
    """16.5 R-SP-25 One hit on a ship or a launched Swarm; Pods on board are no targets."""
    if unit in s.loose:
        s.loose = tuple(other for other in s.loose if other != unit)
    else:
        s.keeps_firing = False
        s.hit_ship(unit)


def hits_to_lose_all(s: Squadron) -> int:
    """16.5 How many hits it takes until no ship and no Swarm of ours is left in the battle."""
    return len(s.loose) + sum([1 if s.is_flipped[ship] else 2 for ship in s.in_battle()])


GAIN = Topic("gain", "13.2", "Ops cards are added to your Ops deck, or the NET Level goes up.")
LOSE = Topic(
    "lose",
    "13.2",
    "Ops cards are discarded unseen, and an empty deck loses the Mission; or the NET Level goes down.",
)


def end_battle(s: Squadron, won: bool | None) -> Steps:
    """16.7 The end of a battle. Won, lost (16.8) or neither; OPFOR to the Bin (16.9), Swarms aboard, then Win/Lose."""
    settled = deployments(s)
    s.keeps_firing = False
    clear_opfor(s)
    if won is not None:
        yield say("The battle is won." if won else "The battle is lost.", tone="good" if won else "bad")
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
