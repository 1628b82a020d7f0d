"""16.5 Assault."""

from __future__ import annotations

from sandtable.engine import Choice, Refusal, Steps, say
from sandtable.engine.asking import Topic, amount, yes_no

from ...cards.hooks import ASSAULT_ENDED, ASSAULTED, BOMBARD_SPARES, applies, steps
from ...printed.map import CORPORATIONS, RECLAIMERS, RED_DUST
from ...printed.pieces import (
    ACTIVE_REBELS,
    ACTIVE_SPECOPS,
    CUBES,
    DUG_IN,
    EG_TROOP,
    FORCES_OF,
    IS_BASE,
    OWNER,
    REBEL_BASES,
    REBEL_FORCES,
    REBELS_OF,
    SECURITY,
    SPECOPS,
)
from ...state import Action, Mars
from ..earthgov import may_use_satellite, use_satellite
from ..placing import removable, remove_forces, turn_active
from ..population import place_damage
from ..reasons import IN_A_STORM, on_mars
from ..resources import bring
from ..special_activities.take import last_special
from .attack import free_attack
from .next_space import next_space

#: 16.5 Enemies an Assault removes; Hidden Rebels cannot be removed and protect their Bases.
ASSAULT_TARGETS = (*ACTIVE_REBELS, *REBEL_BASES)


NO_REBELS = Refusal("There are no Rebels and no Rebel Bases in {it}.")
NO_FORCES_OF_YOURS = Refusal("You have no forces in {it}.")
SUPPRESSED = Refusal("{it} was Suppressed.")


def assault_refusal(s: Mars, a: Action, space: int) -> Refusal | None:
    """16.5 Spaces with forces of the executing Faction (EG Troops for the Controller, ruling 5) and enemy forces."""
    if not s.has(space, FORCES_OF[a.who]) and not (s.at(space, EG_TROOP) and s.controller() == a.who):
        return NO_FORCES_OF_YOURS
    if not s.has(space, REBEL_FORCES):
        return NO_REBELS
    if not s.is_open(space, a.who):
        return IN_A_STORM
    return SUPPRESSED if space == a.suppressed else None


ASSAULT_AT = Choice(
    lambda s, a: s.these_with(s.mars_with(*REBEL_FORCES), (*FORCES_OF[a.who], EG_TROOP)),
    assault_refusal,
    guard=on_mars,
)
ASSAULT = Topic(
    "assault",
    "16.5",
    "Your units there remove Active Rebels and then Bases, and the Rebels may strike back.",
    "space",
)
SHOW_SPECOPS = Topic(
    "show_specops",
    "16.5",
    "This many SpecOps turn Active and fight along, and can then be attacked themselves.",
    "number",
)
ASSAULT_REMOVE = Topic(
    "assault_remove",
    "16.5",
    "The pieces are removed and their owner may be able to strike back.",
    ("piece", "number"),
)


#: What the log tells of each space; endings count these lines.
ASSAULT_TOLD = "{who:faction}: Assault in {space}."


def assault(s: Mars, a: Action) -> Steps[bool]:
    """16.5 Assault. Active COIN units remove Active enemies, space by space; the Rebels may strike back."""
    space = yield from next_space(
        s,
        a,
        ASSAULT,
        ASSAULT_AT,
        "Assault where?",
        "Assault {it}",
        is_last=a.who == CORPORATIONS or not a.may_special,
    )
    if space is None:
        return False
    yield say(
        ASSAULT_TOLD,
        who=a.who,
        space=space,
        sums="{n:Assault in {space}|Assault in {n} spaces}",
    )
    yield from steps(s, ASSAULTED, space)
    if a.who == CORPORATIONS and s.at(space, SPECOPS):
        most = s.at(space, SPECOPS)
        n = yield amount(
            CORPORATIONS, SHOW_SPECOPS, "Activate how many SpecOps in {space}?", most, about={"space": space}
        )
        yield from turn_active(s, space, SPECOPS, n)
    strength = s.count(space, (*CUBES, ACTIVE_SPECOPS))
    removed = yield from remove_forces(
        s, a.who, space, strength, ASSAULT_TARGETS, ASSAULT_REMOVE, is_optional=True
    )
    removed += yield from _bombard(s, a, space)
    if s.has(space, (SECURITY, ACTIVE_SPECOPS)) and len(removed) > 1:
        text = "Mercenaries in {space} bring {who:the_faction} {n}."
        yield from bring(s, CORPORATIONS, len(removed) // 2, text, space=space)
    if any(OWNER[kind] == RECLAIMERS for kind in removed):
        a.mourned = (*a.mourned, space)
    a.rebel_bases_lost += sum(IS_BASE[kind] for kind in removed)
    yield from _strike_back(s, space, removed)
    return True


BOMBARD = Topic(
    "bombard", "8.3", "Yes uses a Satellite to remove two more pieces here, and does Damage in a Labyrinth."
)
BOMBARD_REMOVE = Topic(
    "bombard_remove", "8.3", "The Satellite removes these pieces, two in all.", ("piece", "number")
)


def _bombard(s: Mars, a: Action, space: int) -> Steps[list[int]]:
    """8.3 Bombard. A Satellite removes two more Active enemies; in a Labyrinth it also does Damage.

    Nobody is asked where it would find no enemy.
    """
    if not may_use_satellite(s, a.who):
        return []
    targets = tuple(kind for kind in ASSAULT_TARGETS if not applies(s, BOMBARD_SPARES, kind))
    if not removable(s, space, targets):
        return []
    if not (yield yes_no(a.who, BOMBARD, "Bombard {space} with a Satellite?", about={"space": space})):
        return []
    yield say("{who:faction}: Bombard in {space}.", who=a.who, space=space)
    yield from use_satellite(s, space)
    removed = yield from remove_forces(s, a.who, space, 2, targets, BOMBARD_REMOVE)
    if s.box.is_labyrinth[space]:
        yield from place_damage(s, space)
    return removed


STRIKE_BACK = Topic(
    "strike_back",
    "16.5",
    "Yes makes a free Attack here, before the Assault goes on in other spaces.",
    window="strike_back",
)


def _strike_back(s: Mars, space: int, removed: list[int]) -> Steps[None]:
    """16.5 Free Attack. For Rebels that lost a force: in a Labyrinth, or RD in a Desert with a Dug-In Base.

    In the printed order of the Current Event (ruling 6), before the next Assault space (ruling 7).
    """
    losers = {OWNER[kind] for kind in removed}
    for who in s.box.events[s.current_event()].order:
        if who not in losers or not s.has(space, REBELS_OF[who]):
            continue
        if not s.box.is_labyrinth[space] and not (who == RED_DUST and s.at(space, DUG_IN)):
            continue
        if (
            yield yes_no(
                who,
                STRIKE_BACK,
                "Strike back with a free Attack in {space}?",
                about={"space": space},
                decline=False,
            )
        ):
            yield from free_attack(s, who, space)


def end_assault(s: Mars, a: Action) -> Steps[None]:
    """16.5 The Assault is over in all its spaces: first what cards add, then the last chance for a Special Activity."""
    happened = yield from steps(s, ASSAULT_ENDED, a)
    yield from last_special(s, a, happened=happened > 0)
