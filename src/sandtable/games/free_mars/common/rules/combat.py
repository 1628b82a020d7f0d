"""Combat as both games have it: picking OPFOR units, the Tactical Edge, hits on the OPFOR. SC 15.0, SP 16.0.

The rounds themselves are in the games, because a Team breaks off after both sides have fired and a ship instead of
firing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sandtable.engine import Draw, Kinds, Line, Listed, Opposed, Refusal, Roll, Steps, say
from sandtable.engine.asking import Topic, part_of, pick
from sandtable.engine.choice import Refuses

from ..cards.effects import Deploy
from ..state import PLAYER, Theatre

#: Whose dice the system throws.
OPFOR = Line("OPFOR")


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
    yield from tell_opfor(s, kinds)


def put_opfor(s: Theatre, kinds: Sequence[int]) -> None:
    """SC 15.3, SP 16.3: counters of these kinds are placed on the map with their fronts up."""
    for kind in kinds:
        s.opfor[s.box.fronts[kind]] += 1


def tell_opfor(s: Theatre, kinds: Sequence[int]) -> Steps:
    """SC 15.3, SP 16.3: which OPFOR units have come, and how strong all of them are."""
    if kinds:
        yield say(
            "{n:An OPFOR unit arrives|{n} OPFOR units arrive}: {opfor}. Strength {strength:number} in all.",
            n=len(kinds),
            opfor=sorted(kinds),
            strength=s.opfor_strength,
        )
    else:
        yield say("No OPFOR units arrive.")


def remember(s: Theatre, deploy: Deploy) -> None:
    """R-SC-8: what a deployment says of the battle waits until the Combat phase."""
    s.deployed = (*s.deployed, s.box.deploy_number[deploy])


def deployments(s: Theatre) -> list[Deploy]:
    """The deployments whose battle is being fought or still to come."""
    return [s.box.deploys[i] for i in s.deployed]


def both_dice(ours: int, theirs: int) -> tuple[int, int]:
    """A reading for `Opposed`: both dice, so that the log can say what they come to."""
    return ours, theirs


class Modifier(NamedTuple):
    """A number that is added to a die, and the reason for it."""

    n: int
    why: Line


@lru_cache(maxsize=1024)
def added(n: int, text: str, it: int = 0) -> Modifier:
    """A modifier by its text, which names the number as {n:bonus}; `it` is the thing it comes from, if it names one."""
    return Modifier(n, Line(text, {"n": n, "it": it}))


def total(modifiers: Sequence[Modifier]) -> int:
    """The sum of the modifiers."""
    return sum([modifier.n for modifier in modifiers])


def roll_edge(s: Theatre, ours: Sequence[Modifier], theirs: Sequence[Modifier]) -> Steps[bool]:
    """Tactical Edge (SC 15.4.1, SP 16.4.1). A die each and what is added; the player wins ties. True: the player has it."""
    mine, other = yield Opposed(
        Roll(1, by=PLAYER, mods=tuple([modifier.why for modifier in ours])),
        Roll(1, by_line=OPFOR, mods=tuple([modifier.why for modifier in theirs])),
        both_dice,
        topic="edge",
    )
    mine, other = mine + total(ours), other + total(theirs)
    if mine > other:
        text = "You have the Tactical Edge and fire first: {ours:number} against {theirs:number}."
    elif mine == other:
        text = "You have the Tactical Edge and fire first: both have {ours:number}, and ties are yours."
    else:
        text = "The OPFOR has the Tactical Edge and fires first: {theirs:number} against your {ours:number}."
    yield say(text, ours=mine, theirs=other)
    return bool(mine >= other)


NOT_IN_BATTLE = Refusal("No {it} is in this battle.")
HARMLESS = Line("It cannot fire any more. A hit removes it.")
REMOVED = Line("A hit removes it: {n:{n} die|{n} dice} fewer against you.")
WEAKENED = Line(
    "A hit leaves it with {left:no dice|{left} die|{left} dice} instead of {n:number}; a second removes it."
)
KEEPS_DICE = Line("It still fires {n:{n} die|{n} dice} after a hit; a second removes it.")
SEVERAL_REMOVED = Line("One of {count:number}. A hit removes it: {n:{n} die|{n} dice} fewer against you.")
SEVERAL_WEAKENED = Line(
    "One of {count:number}. A hit leaves it with {left:no dice|{left} die|{left} dice} instead of {n:number}; a second strikes the next one."
)
SEVERAL_KEEP_DICE = Line(
    "One of {count:number}. It still fires {n:{n} die|{n} dice} after a hit; a second removes it."
)


def fire_at_opfor(s: Theatre, topic: Topic, strength: int, mods: tuple[Line, ...] = ()) -> Steps[int]:
    """Weapons Action against the OPFOR (SC 15.5, SP 16.5): one die per point, each Positive is a hit the player allots."""
    hits: int = yield Roll(strength, s.box.volley, topic="fire", by=PLAYER, mods=mods)
    if hits >= hits_to_clear(s):  # nothing to choose: all of them are gone
        s.opfor = [0] * len(s.opfor)
        yield say("{n:{n} hit|{n} hits}: no OPFOR unit is left.", n=hits)
        return hits
    yield say("Your volley: {n:no hit|{n} hit|{n} hits}.", n=hits)
    if not hits:
        return 0
    yield from allot(
        topic,
        "Which enemy do you hit?",
        hits,
        lambda: standing(s),
        lambda side: NOT_IN_BATTLE,
        lambda side: strike_opfor(s, side),
        label="Hit {it}",
        says=lambda side: hit_says(s, side),
        row=lambda side: hits_on(s, side),
        kinds=s.box.kinds,
    )
    return hits


def hits_on(s: Theatre, side: int) -> list[int]:
    """SC 15.5.2, SP 16.5: what hits in a row on units of one side are hits on.

    All of them are weakened first; those that fire as before are removed one by one.
    """
    n, printed = s.opfor[side], s.box.sides[side]
    if printed.after < 0:
        return [side] * n
    if s.box.sides[printed.after].combat == printed.combat:
        return [side, printed.after] * n
    return [side] * n + [printed.after] * n


def hit_says(s: Theatre, side: int) -> Line:
    """SC 15.5.2, SP 16.5: what a hit on an OPFOR unit brings."""
    printed, count = s.box.sides[side], s.opfor[side]
    several = count > 1
    if printed.after < 0:
        if not printed.combat:
            return HARMLESS
        return SEVERAL_REMOVED.of(count=count, n=printed.combat) if several else REMOVED.of(n=printed.combat)
    left = s.box.sides[printed.after].combat
    if left == printed.combat:
        return SEVERAL_KEEP_DICE.of(count=count, n=left) if several else KEEPS_DICE.of(n=left)
    line = SEVERAL_WEAKENED if several else WEAKENED
    return line.of(count=count, n=printed.combat, left=left)


def allot(
    topic: Topic,
    prompt: str,
    hits: int,
    able: Callable[[], Sequence[int]],
    why: Refuses,
    strike: Callable[[int], Steps],
    *,
    label: str,
    says: Callable[[int], Line],
    row: Callable[[int], Sequence[int]],
    kinds: Kinds,
) -> Steps:
    """SC 15.6, SP 16.6: hits take effect one by one, on what the player selects, and each is told.

    `able` lists what can be hit, `why` says of anything else why it cannot. A unit shows another side after a hit. `row` says what several hits in a row on one option are hits on, so that a client
    can gather them.
    """

    def data(it: int) -> dict[str, Any]:
        return {"row": [topic.key(side, kinds) for side in row(it)]}

    for left in range(hits, 0, -1):
        now = able()
        if not now:
            return
        ask = pick(PLAYER, topic, prompt, Listed(now, why), label=label, says=says, data=data)
        yield from strike((yield part_of("assign", left, ask)))


def strike_opfor(s: Theatre, side: int) -> Steps:
    """SC 15.5.2, SP 16.5: an OPFOR unit is hit."""
    hit_opfor(s, side)
    if s.box.after[side] >= 0:
        yield say("Your fire weakens {side}.", side=side, sums="{n:{side} weakened|{n} enemies are weakened}")
    else:
        yield say(
            "Your fire destroys {side}.", side=side, sums="{n:{side} destroyed|{n} enemies are destroyed}"
        )


def hits_to_clear(s: Theatre) -> int:
    """How many hits remove every OPFOR unit on the map."""
    after = s.box.after
    needed = 0
    for side, n in enumerate(s.opfor):
        while n and side >= 0:
            needed += n
            side = after[side]
    return needed


def standing(s: Theatre) -> list[int]:
    """The sides of OPFOR counters that are on the map. Units that show the same side are alike."""
    return [side for side, n in enumerate(s.opfor) if n]


def hit_opfor(s: Theatre, side: int) -> None:
    """SC 15.5.2, SP 16.5: a hit turns an effective unit over and removes one that is turned already."""
    s.opfor[side] -= 1
    after = s.box.after[side]
    if after >= 0:
        s.opfor[after] += 1


def clear_opfor(s: Theatre) -> None:
    """SC 15.9, SP 16.9: all OPFOR units go back to the Bin, eliminated or not."""
    s.bin = list(s.box.bin)
    s.opfor = [0] * len(s.opfor)
    s.deployed = ()
