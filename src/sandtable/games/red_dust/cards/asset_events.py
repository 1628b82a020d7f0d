"""19 The Events of Asset cards, one small function a card. The Reclaimers execute them all.

What the cards say stands in `assets.toml` of the pack.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import DONE, Steps, say
from sandtable.engine.asking import Topic, amount, pick

from ..printed.map import ON_MARS, RECLAIMERS
from ..printed.pieces import (
    ACTIVE_CR_REBEL,
    COIN_FORCES,
    COIN_UNITS,
    CONVERSION_CENTER,
    CR_BASE,
    CR_FORCES,
    CR_REBELS,
    FORTIFIED,
    KINDS,
    MG_TROOP,
    RD_FORCES,
    RD_REBELS,
    SECURITY,
    UNITS,
)
from ..rules.choose_spaces import done, one_by_one
from ..rules.group_moves import choose_group, move_group
from ..rules.operations.attack import attack_in, may_attack
from ..rules.operations.run import can_operate, free_operation
from ..rules.placing import (
    can_place_base,
    place_base,
    place_units,
    placeable,
    remove_all,
    remove_forces,
    turn_hidden,
)
from ..rules.population import can_damage, place_damage
from ..rules.resources import draw_assets
from ..state import Mars, Op

AssetEvent = Callable[[Mars], Steps[None]]
#: Number of the card -> what it does.
ASSET_RULES: dict[int, AssetEvent] = {}


def asset(number: int) -> Callable[[AssetEvent], AssetEvent]:
    """Put the Event of a card into the table: ``@asset(7)``."""

    def enter(rule: AssetEvent) -> AssetEvent:
        ASSET_RULES[number] = rule
        return rule

    return enter


TRAVEL_TO = Topic(
    "asset_travel_to",
    "19",
    "Your free Travel ends in this Desert and the Deserts bordering it; Attacks there follow.",
    "space",
)
ATTACK_NEXT = Topic(
    "asset_attack",
    "19",
    "Two dice decide at once what your Rebels here remove; the other Deserts follow.",
    "space",
)


@asset(7)
def children_of_the_desert(s: Mars) -> Steps[None]:
    """CR7 Children of the Desert."""
    able = [
        space
        for space in s.box.deserts
        if can_operate(s, RECLAIMERS, Op.TRAVEL, free=True, goals=around(s, space))
    ]
    if not able:
        return
    desert = yield pick(RECLAIMERS, TRAVEL_TO, "Travel to which Desert, and those around it?", able)
    a = yield from free_operation(s, RECLAIMERS, Op.TRAVEL, goals=around(s, desert))
    left = [space for space in s.box.deserts if any(a.moved.get(space * KINDS + kind) for kind in CR_FORCES)]
    while able := [
        space for space in left if may_attack(s, RECLAIMERS, space) and s.is_open(space, RECLAIMERS)
    ]:
        space = yield pick(
            RECLAIMERS, ATTACK_NEXT, "Attack in which Desert next?", able, label="Attack in {it}"
        )
        left.remove(space)
        yield from attack_in(s, RECLAIMERS, space, ambush=False)


def around(s: Mars, desert: int) -> tuple[int, ...]:
    """CR7 A Desert and the Deserts that border it; the Wilderness is one like any other."""
    return desert, *(space for space in s.box.adjacent[desert] if not s.box.is_labyrinth[space])


ASTEROID = Topic(
    "asset_asteroid",
    "19",
    "This Labyrinth takes 2 Damage, and half of the units there are removed.",
    "space",
)
ASTEROID_REMOVE = Topic(
    "asset_asteroid_remove",
    "19",
    "These units are removed, whichever Faction they belong to.",
    ("piece", "number"),
)


@asset(8)
def weaponized_asteroid(s: Mars) -> Steps[None]:
    """CR8 Weaponized Asteroid."""
    able = [space for space in s.box.labyrinths if can_damage(s, space) or s.has(space, UNITS)]
    if not able:
        return
    space = yield pick(RECLAIMERS, ASTEROID, "The asteroid hits which Labyrinth?", able)
    for _ in range(2):
        yield from place_damage(s, space)
    half = (s.count(space, UNITS) + 1) // 2
    yield from remove_forces(s, RECLAIMERS, space, half, UNITS, ASTEROID_REMOVE)


@asset(9)
def the_reclaimer_faith(s: Mars) -> Steps[None]:
    """CR9 The Reclaimer Faith."""
    others = (*COIN_FORCES, *RD_FORCES)
    yield from _place_bases(s, 9 - 1, 3, [space for space in ON_MARS if not s.has(space, others)])


CONVERT_NO_MORE = done("Convert no more")
CONVERT = Topic(
    "asset_convert", "19", "One of your Rebels takes the place of this Red Dust Rebel.", ("space", "piece")
)


@asset(10)
def converts(s: Mars) -> Steps[None]:
    """CR10 Converts."""
    for left in (4, 3, 2, 1):
        able: list[Any] = [
            (space, kind)
            for space in ON_MARS
            if s.is_open(space, RECLAIMERS) and s.has(space, RD_REBELS) and placeable(s, RECLAIMERS, space)
            for kind in RD_REBELS
            if s.at(space, kind)
        ]
        if not able:
            return
        it = yield pick(
            RECLAIMERS,
            CONVERT,
            "Convert which Red Dust Rebel? Up to {left:number}.",
            [*able, DONE],
            label="{second} in {first}",
            about={"left": left},
            done_as=CONVERT_NO_MORE,
        )
        if it == DONE:
            return
        space, kind = it
        s.take(kind, space)
        yield say("{piece} in {space} joins the Reclaimers.", piece=kind, space=space)
        yield from place_units(s, RECLAIMERS, space, 1, must=True)


@asset(11)
def church_assets(s: Mars) -> Steps[None]:
    """CR11 Church Assets."""
    yield from draw_assets(s, sum(s.has(space, CR_FORCES) for space in s.box.labyrinths))
    yield from _place_bases(s, 11 - 1, 2, s.box.labyrinths)


ASSET_BASE = Topic(
    "asset_base", "19", "A Base here counts towards your victory; each space can be chosen once.", "space"
)


def _place_bases(s: Mars, card: int, n: int, spaces: Sequence[int]) -> Steps[None]:
    """CR9, CR11 A Base in each of n different spaces, or in as many as have room."""

    def able() -> list[int]:
        return [
            space for space in spaces if s.is_open(space, RECLAIMERS) and can_place_base(s, RECLAIMERS, space)
        ]

    another = one_by_one(
        RECLAIMERS, n, able, "Place a Base where?", ASSET_BASE, "Base in {it}", least=n, about={"asset": card}
    )
    while (space := (yield from another())) is not None:
        yield from place_base(s, RECLAIMERS, space)


LOST_PATROL = Topic(
    "asset_lost_patrol",
    "19",
    "All COIN units in this Desert are removed; then a Labyrinth bordering it is damaged.",
    "space",
)
PATROL_DAMAGE = Topic(
    "asset_patrol_damage",
    "19",
    "The Damage displaces Population here, unless a Fortified Troop keeps it off.",
    "space",
)


@asset(12)
def the_lost_patrol(s: Mars) -> Steps[None]:
    """CR12 The Lost Patrol."""
    able = [
        space
        for space in s.box.deserts
        if s.is_open(space, RECLAIMERS) and (s.has(space, COIN_UNITS) or _labyrinths_to_damage(s, space))
    ]
    if not able:
        return
    desert = yield pick(RECLAIMERS, LOST_PATROL, "The patrol is lost in which Desert?", able)
    yield from remove_all(s, desert, COIN_UNITS)
    damaged = _labyrinths_to_damage(s, desert)
    if damaged:
        space = yield pick(RECLAIMERS, PATROL_DAMAGE, "Damage which Labyrinth?", damaged, label="Damage {it}")
        yield from place_damage(s, space)


def _labyrinths_to_damage(s: Mars, desert: int) -> list[int]:
    return [space for space in s.box.adjacent[desert] if s.box.is_labyrinth[space] and can_damage(s, space)]


MOVE_NOBODY = done("Move nobody")
GATHER_AT = Topic(
    "asset_gather_at", "19", "Up to 6 of your Rebels, from anywhere on Mars, move to this Desert.", "space"
)


@asset(13)
def the_maadim(s: Mars) -> Steps[None]:
    """CR13 The Ma'adim."""
    for space in ON_MARS:
        if (n := s.at(space, ACTIVE_CR_REBEL)) and s.is_open(space, RECLAIMERS):
            yield from turn_hidden(s, space, ACTIVE_CR_REBEL, n)
    able: list[Any] = [
        space for space in s.box.deserts if s.is_passable(space, RECLAIMERS) and _pilgrims(s, space, ON_MARS)
    ]
    if not able:
        return
    desert = yield pick(
        RECLAIMERS,
        GATHER_AT,
        "Move Rebels to which Desert?",
        [*able, DONE],
        label="To {it}",
        done_as=MOVE_NOBODY,
    )
    if desert != DONE:
        yield from _bring_together(s, 13 - 1, desert, ON_MARS, 6)


def _pilgrims(s: Mars, goal: int, spaces: Sequence[int]) -> list[int]:
    """9 Of these spaces, those from which CR Rebels can be moved to a space: nobody leaves a Raging Storm."""
    return [
        space
        for space in spaces
        if space != goal and s.has(space, CR_REBELS) and s.is_passable(space, RECLAIMERS)
    ]


NO_MORE_REBELS = done("Move no more to {space}")
GATHER_FROM = Topic(
    "asset_from", "19", "Rebels from this space move to the destination; next you say how many.", "space"
)
GATHER_NUMBER = Topic(
    "asset_number",
    "19",
    "This many of your Rebels of the kind move to the destination; the others stay.",
    "number",
)


def _bring_together(s: Mars, card: int, goal: int, spaces: Sequence[int], most: int) -> Steps[None]:
    """CR13, CR29 Rebels move to one space, as they are, origin by origin."""
    left = most
    origins: list[Any] = _pilgrims(s, goal, spaces)
    while left and origins:
        origin = yield pick(
            RECLAIMERS,
            GATHER_FROM,
            "Move Rebels to {space} from where? Up to {left:number}.",
            [*origins, DONE],
            label="From {it}",
            about={"asset": card, "space": goal, "left": left},
            done_as=NO_MORE_REBELS,
        )
        if origin == DONE:
            return
        origins.remove(origin)
        group = yield from choose_group(
            s, RECLAIMERS, origin, goal, CR_REBELS, GATHER_NUMBER, most=left, about={"asset": card}
        )
        yield from move_group(s, origin, goal, group)
        left -= sum(n for _, n in group)


DESERTION = Topic(
    "asset_desertion", "19", "You remove 1 or 2 Security or MarsGov Troops from this space.", "space"
)
DESERTER = Topic(
    "asset_deserter", "19", "This Security or MarsGov Troop is removed from the space.", ("piece", "number")
)


@asset(27)
def loyalty(s: Mars) -> Steps[None]:
    """CR27 Loyalty."""
    deserters = (SECURITY, MG_TROOP, FORTIFIED)

    def able() -> list[int]:
        return [
            space
            for space in ON_MARS
            if s.alignment[space] <= 0 and s.has(space, deserters) and s.is_open(space, RECLAIMERS)
        ]

    another = one_by_one(RECLAIMERS, 4, able, "Units desert in which space?", DESERTION, least=0)
    while (space := (yield from another())) is not None:
        yield from remove_forces(s, RECLAIMERS, space, 1, deserters, DESERTER)
        yield from remove_forces(s, RECLAIMERS, space, 1, deserters, DESERTER, is_optional=True)


REMOTE_BASE = Topic(
    "asset_remote_base", "19", "A Conversion Center and 2 of your Rebels are placed in this Desert.", "space"
)


@asset(28)
def remote_base(s: Mars) -> Steps[None]:
    """CR28 Remote Base."""
    able = [
        space
        for space in s.box.deserts
        if not s.population(space)
        and s.is_open(space, RECLAIMERS)
        and (can_place_base(s, RECLAIMERS, space) or placeable(s, RECLAIMERS, space))
    ]
    if able:
        desert = yield pick(RECLAIMERS, REMOTE_BASE, "Place the remote Base in which Desert?", able)
        if can_place_base(s, RECLAIMERS, desert):
            yield from place_base(s, RECLAIMERS, desert)
            s.flip(desert, CR_BASE, CONVERSION_CENTER)
            yield say("The Base in {space} becomes a Conversion Center.", space=desert)
        yield from place_units(s, RECLAIMERS, desert, 2)
    yield from draw_assets(s, 1)


PILGRIMAGE = Topic(
    "asset_pilgrimage",
    "19",
    "Up to 4 of your Rebels nearby move to this Labyrinth, and 1 Damage is placed there.",
    "space",
)
FORGET_DISPLACED = Topic(
    "asset_displaced",
    "19",
    "They can no longer be Housed, nor cost MarsGov and the Corporations in a Dust Storm Round.",
    "number",
)


@asset(29)
def pilgrimage(s: Mars) -> Steps[None]:
    """CR29 Pilgrimage."""
    able = [
        space
        for space in s.box.labyrinths
        if any(s.has(near, CR_REBELS) for near in (space, *within_two(s, space)))
    ]
    if able:
        goal = yield pick(RECLAIMERS, PILGRIMAGE, "A pilgrimage to which Labyrinth?", able)
        if s.is_passable(goal, RECLAIMERS):
            yield from _bring_together(s, 29 - 1, goal, within_two(s, goal), 4)
        yield from place_damage(s, goal)
    n = yield amount(
        RECLAIMERS, FORGET_DISPLACED, "Remove how many markers of Displaced Population?", min(3, s.displaced)
    )
    if n:
        s.displaced -= n
        yield say("Displaced Population removed: {n:number}.", n=n)


def within_two(s: Mars, goal: int) -> list[int]:
    """CR29 The other spaces at most two borders away."""
    adjacent = s.box.adjacent
    return [
        space
        for space in ON_MARS
        if space != goal
        and (space in adjacent[goal] or any(space in adjacent[between] for between in adjacent[goal]))
    ]
