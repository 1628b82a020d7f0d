"""17.6 Raid."""

from __future__ import annotations

from functools import partial

from sandtable.engine import DONE, Choice, Listed, Of, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick, yes_no

from ...printed.map import CORPORATIONS, MARS, RECLAIMERS, RED_DUST
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
from ..choose_spaces import done, one_by_one
from ..earthgov import set_confidence
from ..pieces import REMOVABLE
from ..placing import REMOVE_PIECES, SPARE, removable, removal, removals, tell_removed, turn_active
from ..reasons import IN_A_STORM, NOT_ADJACENT, THE_SAME_SPACE, on_mars

#: Ruling 15: CORP's own units do not protect an MG Base from its Raid.
RAID_PROTECTORS = {**PROTECTORS, MG_BASE: (MG_TROOP, FORTIFIED, EG_TROOP)}
RAID_TARGETS = (*MG_FORCES, *REBEL_FORCES, SATELLITE)


def near_specops(s: Mars) -> list[int]:
    """17.6 The spaces with Hidden SpecOps, and those around."""
    adjacent = s.box.adjacent
    return sorted(
        {other for space in s.mars_with(SPECOPS) for other in (space, *adjacent[space]) if other < MARS}
    )


def has_target(s: Mars, space: int) -> bool:
    """17.6 Whether a strike would find anybody."""
    return s.at(space, EG_TROOP) > 0 or REMOVABLE.any(s, space, RAID_TARGETS, RAID_PROTECTORS)


NO_MORE_COME = done("No more SpecOps to {space}", "Next, whether one of them strikes.")
DONE_RAIDING = done("Done with Raid", "The Operation goes on.")
NO_SPECOPS = Refusal("There are no Hidden SpecOps in {it} or beside it.")
NOBODY_TO_STRIKE = Refusal("The SpecOps in {it} would find nobody to strike, and no others can join them.")


def raid_refusal(s: Mars, space: int) -> Refusal | None:
    """17.6 Spaces that Hidden SpecOps can slip into, or where they have somebody to strike."""
    if not s.is_open(space, CORPORATIONS):
        return IN_A_STORM
    if SLIP_FROM.any(s, space):
        return None
    if not s.at(space, SPECOPS):
        return NO_SPECOPS
    return None if has_target(s, space) else NOBODY_TO_STRIKE


RAID_AT = Choice(near_specops, raid_refusal, guard=on_mars)
NO_SPECOPS_THERE = Refusal("There are no Hidden SpecOps in {it}.")


def slip_refusal(s: Mars, goal: int, space: int) -> Refusal | None:
    """17.6 Hidden SpecOps of an adjacent space; Raging Storms are neither entered nor left."""
    if space == goal:
        return THE_SAME_SPACE
    if space not in s.box.adjacent[goal]:
        return NOT_ADJACENT.of(space=goal)
    if not s.at(space, SPECOPS):
        return NO_SPECOPS_THERE
    return None if s.is_passable(space, CORPORATIONS) and s.is_passable(goal, CORPORATIONS) else IN_A_STORM


SLIP_FROM = Choice(
    lambda s, goal: s.these_with(s.box.adjacent[goal], (SPECOPS,)), slip_refusal, guard=on_mars
)
RAID = Topic("raid", "17.6", "Hidden SpecOps may slip in there, and one of them may strike.", "space")


def raid(s: Mars, a: Action) -> Steps[None]:
    """17.6 Raid. SpecOps slip into up to two spaces and strike."""
    another = one_by_one(
        CORPORATIONS,
        2,
        RAID_AT.of(s),
        "Raid where?",
        RAID,
        "Raid {it}",
        done_as=DONE_RAIDING,
    )
    while (space := (yield from another())) is not None:
        yield from _slip_in(s, space)
        yield from _strike(s, space)


RAID_FROM = Topic("raid_from", "17.6", "A Hidden SpecOps moves in from that space.", "space")


def _slip_in(s: Mars, space: int) -> Steps[None]:
    """17.6 Raid. Move in up to two Hidden SpecOps from adjacent spaces."""
    for left in (2, 1):
        if not SLIP_FROM.any(s, space):
            return
        origin = yield pick(
            CORPORATIONS,
            RAID_FROM,
            "Move SpecOps to {space} from where? Up to {left:number}.",
            SLIP_FROM.of(s, space, then=(DONE,)),
            label="From {it}",
            about={"space": space, "left": left},
            done_as=NO_MORE_COME,
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
    "The pieces are removed; unless they were all the Rebels' own, EarthGov's mood turns to EG−.",
    ("piece", "number"),
)


ONE_TROOP_ONLY = Refusal("An EarthGov Troop is all that one strike removes; another piece has gone already.")


def _no_strike(s: Mars, space: int, it: Of) -> Refusal | None:
    """17.6 Why a piece cannot be removed."""
    if it.value == EG_TROOP and s.at(space, EG_TROOP):
        return ONE_TROOP_ONLY
    return REMOVABLE.refusal(s, space, RAID_TARGETS, RAID_PROTECTORS, it.value)


def _strike(s: Mars, space: int) -> Steps[None]:
    """17.6 Raid. Activate one SpecOps to remove one EG Troop or any two other forces, Bases last."""
    if not s.at(space, SPECOPS) or not has_target(s, space):
        return
    if not (
        yield yes_no(
            CORPORATIONS, RAID_STRIKE, "Activate a SpecOps to strike in {space}?", about={"space": space}
        )
    ):
        return
    yield from turn_active(s, space, SPECOPS, 1)
    hit_coin, left = False, 2
    gone: list[int] = []
    while left:
        options = removals(s, space, removable(s, space, RAID_TARGETS, RAID_PROTECTORS), left)
        if left == 2 and s.at(space, EG_TROOP):
            options.append((EG_TROOP, 1))
        if not options:
            break
        it = yield pick(
            CORPORATIONS,
            RAID_REMOVE,
            "Raid {space}: remove what?",
            Listed(options, partial(_no_strike, s, space), then=(SPARE,) if left < 2 else ()),
            label=REMOVE_PIECES,
            about={"space": space},
        )
        if it == SPARE:
            break
        kind, n = it
        s.remove(kind, space, n)
        if s.is_nonplayer(CORPORATIONS):
            gone += [kind] * n  # 8.5.8 piece by piece, told as one
        else:
            yield removal(kind, space, n)
        hit_coin = hit_coin or OWNER[kind] not in (RED_DUST, RECLAIMERS)
        left = 0 if kind == EG_TROOP else left - n
    yield from tell_removed(space, gone)
    if hit_coin:
        yield from set_confidence(s, False)
