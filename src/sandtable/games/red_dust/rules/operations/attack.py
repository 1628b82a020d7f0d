"""16.9 Attack, with 17.9 and 17.12 Ambush."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache
from typing import Any

from sandtable.engine import DONE, Reading, Roll, Steps, faces, say
from sandtable.engine.asking import Topic, pick, yes_no

from ...cards.hooks import ATTACK_MORE, SATELLITES_IN_REACH, applies, total
from ...printed.map import ON_MARS, RECLAIMERS
from ...printed.pieces import ACTIVE_SPECOPS as _ACTIVE_SPECOPS
from ...printed.pieces import (
    COIN_BASES,
    CR_BASE,
    CUBES,
    EG_TROOP,
    ENEMIES_OF,
    HIDDEN,
    PROTECTORS,
    REBELS_OF,
    SATELLITE,
    SPECOPS,
    TERRAFORMING,
)
from ...state import Action, Mars
from ..placing import removable, remove_piece, turn_active
from ..population import place_damage
from ..special_activities.pairing import PAIRING, Special
from .next_space import next_space

#: 4.5 In an Attack, Hidden SpecOps neither protect a Base nor can be removed.
ATTACK_PROTECTORS = {**PROTECTORS, **dict.fromkeys(COIN_BASES, (*CUBES, _ACTIVE_SPECOPS))}
ATTACK_TARGETS = {
    who: (*(kind for kind in kinds if kind not in (SPECOPS, EG_TROOP)), SATELLITE)
    for who, kinds in ENEMIES_OF.items()
}
#: 17.9 Dice that an Ambush can set, the lower one first.
PAIRS = tuple((low, high) for low in range(1, 7) for high in range(low, 7))


class Allowance(Enum):
    """16.9 What a successful die, or a card, lets the attacker remove."""

    #: One EG Troop, or two other forces.
    TROOP_OR_TWO = 0
    #: The second of two other forces.
    ONE_OTHER = 1
    #: One piece of any kind.
    ANY = 2

    def covers(self, kind: int) -> bool:
        return kind != EG_TROOP or self is not Allowance.ONE_OTHER


def may_attack(s: Mars, who: int, space: int) -> bool:
    """16.9 Own Rebels and enemy forces; a Satellite counts as a target (ruling 1)."""
    return s.has(space, REBELS_OF[who]) and (s.has(space, ENEMIES_OF[who]) or s.at(space, SATELLITE) > 0)


def attack_spaces(s: Mars, a: Action) -> Iterator[int]:
    """16.9 Spaces with own Rebels and enemy forces."""
    return (space for space in ON_MARS if may_attack(s, a.who, space) and s.is_open(space, a.who))


ATTACK = Topic(
    "attack",
    "16.9",
    "Your Hidden Rebels there turn Active, and two dice decide about Damage and enemies removed.",
    "space",
)
AMBUSH = Topic(
    "ambush",
    "17.9",
    "Yes turns only one Hidden Rebel Active and lets you set the dice, as your Special Activity.",
)


def attack(s: Mars, a: Action) -> Steps[bool]:
    """16.9 Attack. One space after the other; up to two of them by Ambush (17.9, 17.12)."""
    space = yield from next_space(s, a, ATTACK, attack_spaces, "Attack where?", "Attack in {it}")
    if space is None:
        return False
    ambush = False
    if may_ambush(s, a, space):
        ambush = yield yes_no(a.who, AMBUSH, "Ambush in {space}?", about={"space": space})
    if ambush:
        a.ambushes = 1 if a.may_special else 0
        a.may_special = False
    yield from attack_in(s, a.who, space, ambush)
    return True


def may_ambush(s: Mars, a: Action, space: int) -> bool:
    """17.9 Up to two of the Attack spaces, with a Hidden Rebel, as the Special Activity of the turn."""
    is_left = a.may_special and Special.AMBUSH in PAIRING[a.who, a.op]
    return (is_left or a.ambushes > 0) and s.at(space, HIDDEN[a.who]) > 0


def free_attack(s: Mars, who: int, space: int, ambush: bool = False) -> Steps[None]:
    """16.5, 18 A free Attack in one space, if it is possible there."""
    if may_attack(s, who, space):
        yield from attack_in(s, who, space, ambush)


def attack_in(s: Mars, who: int, space: int, ambush: bool) -> Steps[None]:
    """16.9 Attack in one space. An Ambush Activates one Hidden Rebel only and sets the dice."""
    hidden = HIDDEN[who]
    shown = s.at(space, hidden)
    if ambush:
        shown = min(1, shown)
        yield say("{who:faction}: Ambush in {space}.", who=who, space=space)
    else:
        yield say("{who:faction}: Attack in {space}.", who=who, space=space)
    yield from turn_active(s, space, hidden, shown)
    rebels = s.count(space, REBELS_OF[who])
    dice = (yield from _set_dice(s, who, space)) if ambush else (yield from _roll(s, rebels))
    if dice[0] + dice[1] <= s.forces(space):
        yield from place_damage(s, space)
    s.action.hits = sum(die <= rebels for die in dice)
    for _ in range(s.action.hits):
        yield from _remove_by_die(s, who, space)


@cache
def _hits_up_to(most: int) -> Reading[tuple[int, ...]]:
    """16.9 Both faces; a die that shows no more than this is a hit."""
    return Reading(faces.name, faces.start, faces.step, counts=lambda face, _: face <= most)


def _roll(s: Mars, rebels: int) -> Steps[tuple[int, ...]]:
    """16.9 Two dice; a scenario may have set them."""
    if s.forced.get("attack"):
        first, second = s.forced["attack"][:2]
        s.forced["attack"] = s.forced["attack"][2:]
        yield say("The dice: {a:number} and {b:number}.", a=first, b=second)
        return first, second
    dice: tuple[int, ...] = yield Roll(2, _hits_up_to(rebels), topic="attack dice")
    return dice


AMBUSH_DICE = Topic(
    "ambush_dice",
    "17.9",
    "A total up to the number of forces here does Damage; each die up to your Rebels removes enemies.",
    ("number", "number"),
)


def _set_dice(s: Mars, who: int, space: int) -> Steps[tuple[int, ...]]:
    """17.9 Ambush. Each die is set at will."""
    pair: tuple[int, ...] = yield pick(
        who, AMBUSH_DICE, "Ambush in {space}: set the dice.", PAIRS, about={"space": space}
    )
    yield say("The dice are set to {a:number} and {b:number}.", a=pair[0], b=pair[1])
    return pair


def targets(s: Mars, who: int, space: int) -> list[int]:
    """16.9 What one removal can take here, except EG Troops."""
    found = removable(s, space, ATTACK_TARGETS[who], ATTACK_PROTECTORS)
    if SATELLITE not in found and applies(s, SATELLITES_IN_REACH, who) and s.on_mars((SATELLITE,)):
        found.append(SATELLITE)
    return found


ATTACK_REMOVE = Topic(
    "attack_remove",
    "16.9",
    "The piece is removed; each successful die takes one EarthGov Troop or two other pieces.",
    "piece",
)


def _remove_by_die(s: Mars, who: int, space: int) -> Steps[None]:
    """16.9 Removal. A successful die removes one EG Troop or two other forces (ruling 24); cards may add pieces of any kind."""
    allowances = [Allowance.TROOP_OR_TWO, *[Allowance.ANY] * total(s, ATTACK_MORE, who)]
    while allowances:
        options: list[Any] = targets(s, who, space)
        if s.at(space, EG_TROOP) and any(it.covers(EG_TROOP) for it in allowances):
            options.append(EG_TROOP)
        if not options:
            return
        if options == [SATELLITE]:
            options.append(DONE)  # a Satellite may be spared
        kind = yield pick(
            who, ATTACK_REMOVE, "Remove what in {space}?", options, label="{it}", about={"space": space}
        )
        if kind == DONE:
            return
        used = next(it for it in allowances if it.covers(kind))
        allowances.remove(used)
        if used is Allowance.TROOP_OR_TWO and kind != EG_TROOP:
            allowances.insert(0, Allowance.ONE_OTHER)
        yield from _take_out(s, who, space, kind)


WHICH_SATELLITE = Topic(
    "satellite",
    "16.9",
    "The Satellite in that space is removed, instead of one in the space of the Attack.",
    "space",
)


def _take_out(s: Mars, who: int, space: int, kind: int) -> Steps[None]:
    """16.9 Removal. Remove one piece, or a Satellite elsewhere; a CR Base replaces a Terraforming one."""
    if kind == SATELLITE and applies(s, SATELLITES_IN_REACH, who):
        places = [other for other in ON_MARS if s.at(other, SATELLITE)]
        where = yield pick(who, WHICH_SATELLITE, "Which Satellite?", places, label="In {it}")
    else:
        where = space
    yield from remove_piece(s, kind, where)
    if kind == TERRAFORMING and who == RECLAIMERS and s.available(CR_BASE) and s.room(space, who) > 0:
        s.place(CR_BASE, space)
        yield say("A Reclaimer Base takes the place of the Terraforming Base in {space}.", space=space)
