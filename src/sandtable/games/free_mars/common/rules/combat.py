"""Combat as both games have it: picking OPFOR units, the Tactical Edge, hits on the OPFOR. SC 15.0, SP 16.0.

The rounds themselves are in the games, because a Team breaks off after both sides have fired and a ship instead of
firing.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Draw, Opposed, Roll, Steps, say
from sandtable.engine.asking import Topic, inflict

from ..cards.effects import Deploy
from ..state import PLAYER, Theatre


def pick_opfor(s: Theatre, n: int, including: Sequence[int] = ()) -> Steps[tuple[int, ...]]:
    """SC 15.3, SP 16.3: pick n OPFOR counters from the Bin, as many as there are; returns their kinds.

    Kinds in `including` are among them if they are in the Bin. `place_opfor` puts them on the map.
    """
    named: list[int] = []
    for kind in including[:n]:
        if s.bin[kind]:
            s.bin[kind] -= 1
            named.append(kind)
    left = [kind for kind, count in enumerate(s.bin) for _ in range(count)]
    more = min(n - len(named), len(left))
    picked = (yield Draw(left, more, topic="opfor", of="opfor")) if more else ()
    for kind in picked:
        s.bin[kind] -= 1
    return (*named, *picked)


def place_opfor(s: Theatre, kinds: Sequence[int]) -> Steps:
    """SC 15.3, SP 16.3: OPFOR units stand with the player's force, effective side up."""
    put_opfor(s, kinds)
    yield from tell_opfor(s, len(kinds))


def put_opfor(s: Theatre, kinds: Sequence[int]) -> None:
    """SC 15.3, SP 16.3: counters of these kinds are placed on the map with their fronts up."""
    for kind in kinds:
        s.opfor[s.box.fronts[kind]] += 1


def tell_opfor(s: Theatre, n: int) -> Steps:
    """SC 15.3, SP 16.3: how many OPFOR units have come, and how strong all of them are."""
    if n:
        yield say("OPFOR units: {n:number}, strength {strength:number}.", n=n, strength=s.opfor_strength)
    else:
        yield say("No OPFOR units come.")


def remember(s: Theatre, deploy: Deploy) -> None:
    """R-SC-8: what a deployment says of the battle waits until the Combat phase."""
    s.deployed = (*s.deployed, s.box.deploys.index(deploy))


def deployments(s: Theatre) -> list[Deploy]:
    """The deployments whose battle is being fought or still to come."""
    return [s.box.deploys[i] for i in s.deployed]


def difference(ours: int, theirs: int) -> int:
    """A reading for `Opposed`: by how much our die is higher."""
    return ours - theirs


def roll_edge(s: Theatre, ours: int, theirs: int) -> Steps[bool]:
    """Tactical Edge (SC 15.4.1, SP 16.4.1). A die each and what is added; the player wins ties. True: the player has it."""
    dice = yield Opposed(Roll(1), Roll(1), difference, topic="edge")
    has_edge: bool = dice + ours >= theirs
    text = "You have the Tactical Edge." if has_edge else "The OPFOR has the Tactical Edge."
    yield say(text)
    return has_edge


def fire_at_opfor(s: Theatre, topic: Topic, strength: int) -> Steps[int]:
    """Weapons Action against the OPFOR (SC 15.5, SP 16.5): one die per point, each Positive is a hit the player allots."""
    hits: int = yield Roll(strength, s.box.lines["weapons"].hits, topic="fire")
    if hits >= hits_to_clear(s):  # nothing to choose: all of them are gone
        s.opfor = [0] * len(s.opfor)
        return hits
    yield from inflict(
        PLAYER,
        topic,
        "Your fire hits: which OPFOR unit?",
        hits,
        lambda: standing(s),
        lambda side: hit_opfor(s, side),
        label="Hit {it}",
    )
    if hits:
        yield say(
            "Hits: {n:number}. The OPFOR has strength {left:number} left.", n=hits, left=s.opfor_strength
        )
    return hits


def hits_to_clear(s: Theatre) -> int:
    """How many hits remove every OPFOR unit on the map."""
    sides = s.box.sides
    needed = 0
    for side, n in enumerate(s.opfor):
        while n and side >= 0:
            needed += n
            side = sides[side].after
    return needed


def standing(s: Theatre) -> list[int]:
    """The sides of OPFOR counters that are on the map. Units that show the same side are alike."""
    return [side for side, n in enumerate(s.opfor) if n]


def hit_opfor(s: Theatre, side: int) -> int:
    """SC 15.5.2, SP 16.5: a hit turns an effective unit over and removes one that is turned already."""
    s.opfor[side] -= 1
    after = s.box.sides[side].after
    if after >= 0:
        s.opfor[after] += 1
    return 1


def clear_opfor(s: Theatre) -> None:
    """SC 15.9, SP 16.9: all OPFOR units go back to the Bin, eliminated or not."""
    s.bin = list(s.box.bin)
    s.opfor = [0] * len(s.opfor)
    s.deployed = ()
