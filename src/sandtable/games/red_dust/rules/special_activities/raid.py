"""17.6 Raid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.engine import DONE, Steps, say
from sandtable.engine.asking import Topic, pick, yes_no

from ...printed.map import CORPORATIONS, ON_MARS, RECLAIMERS, RED_DUST
from ...printed.pieces import (
    EG_TROOP,
    FORTIFIED,
    MG_BASE,
    MG_FORCES,
    MG_TROOP,
    OWNER,
    PROTECTORS,
    REBEL_FORCES,
    SATELLITE,
    SPECOPS,
)
from ...state import Action, Mars
from ..choose_spaces import one_by_one
from ..earthgov import set_confidence
from ..placing import removable, turn_active

#: Ruling 15: CORP's own units do not protect an MG Base from its Raid.
RAID_PROTECTORS = {**PROTECTORS, MG_BASE: (MG_TROOP, FORTIFIED, EG_TROOP)}
RAID_TARGETS = (*MG_FORCES, *REBEL_FORCES, SATELLITE)


def raid_spaces(s: Mars) -> Iterator[int]:
    """17.6 Spaces with Hidden SpecOps in them or in an adjacent space."""
    return (
        space
        for space in ON_MARS
        if s.is_open(space, CORPORATIONS) and (s.at(space, SPECOPS) or raid_origins(s, space))
    )


def raid_origins(s: Mars, space: int) -> list[int]:
    """17.6 Where Hidden SpecOps can come from; Raging Storms are neither entered nor left."""
    if not s.is_passable(space, CORPORATIONS):
        return []
    return [
        other
        for other in s.box.adjacent[space]
        if s.at(other, SPECOPS) and s.is_passable(other, CORPORATIONS)
    ]


def can_raid(s: Mars, a: Action) -> bool:
    return next(raid_spaces(s), None) is not None


RAID = Topic("raid", "17.6", "Hidden SpecOps may slip in there, and one of them may strike.", "space")


def raid(s: Mars, a: Action) -> Steps[None]:
    """17.6 Raid. SpecOps slip into up to two spaces and strike."""
    another = one_by_one(CORPORATIONS, 2, lambda: list(raid_spaces(s)), "Raid where?", RAID, "Raid {it}")
    while (space := (yield from another())) is not None:
        yield from _slip_in(s, space)
        yield from _strike(s, space)


RAID_FROM = Topic(
    "raid_from", "17.6", "A Hidden SpecOps moves in from that space; with Done no more come.", "space"
)


def _slip_in(s: Mars, space: int) -> Steps[None]:
    """17.6 Raid. Move in up to two Hidden SpecOps from adjacent spaces."""
    for left in (2, 1):
        origins: list[Any] = raid_origins(s, space)
        if not origins:
            return
        origin = yield pick(
            CORPORATIONS,
            RAID_FROM,
            "Move a SpecOps into {space} from where? Up to {left:number}.",
            [*origins, DONE],
            label="From {it}",
            about={"space": space, "left": left},
        )
        if origin == DONE:
            return
        s.move(SPECOPS, origin, space)
        yield say("A SpecOps slips from {origin:space} into {space}.", origin=origin, space=space)


RAID_STRIKE = Topic(
    "raid_strike",
    "17.6",
    "Yes turns a SpecOps Active and removes one EarthGov Troop or up to two other pieces.",
)
RAID_REMOVE = Topic(
    "raid_remove",
    "17.6",
    "The piece is removed; unless it was the Rebels' own, EarthGov's mood turns to EG−.",
    "piece",
)


def _strike(s: Mars, space: int) -> Steps[None]:
    """17.6 Raid. Activate one SpecOps to remove one EG Troop or any two other forces, Bases last."""
    able = removable(s, space, RAID_TARGETS, RAID_PROTECTORS)
    if not s.at(space, SPECOPS) or not (able or s.at(space, EG_TROOP)):
        return
    if not (
        yield yes_no(
            CORPORATIONS, RAID_STRIKE, "Activate a SpecOps to strike in {space}?", about={"space": space}
        )
    ):
        return
    yield from turn_active(s, space, SPECOPS, 1)
    hit_coin = False
    for hit in range(2):
        options: list[Any] = removable(s, space, RAID_TARGETS, RAID_PROTECTORS)
        if hit == 0 and s.at(space, EG_TROOP):
            options.append(EG_TROOP)
        if not options:
            break
        if hit:
            options.append(DONE)
        kind = yield pick(
            CORPORATIONS,
            RAID_REMOVE,
            "Raid {space}: remove what?",
            options,
            label="{it}",
            about={"space": space},
        )
        if kind == DONE:
            break
        s.remove(kind, space)
        hit_coin = hit_coin or OWNER[kind] not in (RED_DUST, RECLAIMERS)
        yield say("{piece} in {space} is removed.", piece=kind, space=space)
        if kind == EG_TROOP:
            break
    if hit_coin:
        yield from set_confidence(s, False)
