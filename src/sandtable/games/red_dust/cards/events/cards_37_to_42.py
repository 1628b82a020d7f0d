"""18 Event cards 37 to 42. What the cards say stands in `events.toml` of the pack."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...printed.map import (
    CORPORATIONS,
    GANDHI,
    MARS_GOV,
    ON_MARS,
    RED_DUST,
    SHARMA,
)
from ...printed.pieces import (
    CR_REBELS,
    EG_TROOP,
    HIDDEN_REBELS,
    MG_BASE,
    MG_TROOPS,
    RD_BASE,
    RD_FORCES,
    RD_REBELS,
    SECURITY,
)
from ...rules.alignment import can_shift
from ...rules.choose_spaces import done, one_by_one
from ...rules.earthgov import event_cycler
from ...rules.group_moves import Group, move_group
from ...rules.operations.run import can_operate
from ...rules.placing import place_available, place_base
from ...rules.population import can_damage, place_damage
from ...state import Mars, Op
from .factions import REBEL_FACTIONS, earn, make_ineligible, named_able, supply_to_earth
from .free_operations import can_ambush, free_ambush, may_assault
from .moves import choose_movers
from .pieces import activate_all, at_hand, place_rebel, place_rebels, rebel_owners, remove_anywhere
from .spaces import (
    along_maglevs,
    choose_spaces,
    maglev_lines,
    open_spaces,
    shift_space,
    shift_to_opposition,
    shift_to_support,
)
from .table import SHADED, event

AMBUSH = Word("ambush", "Free Ambush")
REPLACE = Word("replace", "Replace them with Red Dust Rebels")


@event(37)
def bipartisan_resolution(s: Mars, who: int) -> Steps[None]:
    """37 Bipartisan Resolution, unshaded."""
    spaces = open_spaces(s, who, ON_MARS)
    rd = sum(s.count(space, RD_REBELS) for space in spaces)
    cr = sum(s.count(space, CR_REBELS) for space in spaces)
    yield from remove_anywhere(s, who, min(rd, max(3, 6 - cr)), RD_REBELS)
    yield from remove_anywhere(s, who, min(cr, max(3, 6 - rd)), CR_REBELS)


MOVE_NOBODY = done("Move nobody")
NOTHING_HERE = done("Do nothing in {space}")
ALLIES_FROM = Topic("event_allies_from", "18", "Up to three Reclaimer Rebels leave this space.", "space")
ALLIES_TO = Topic(
    "event_allies_to",
    "18",
    "The Rebels join Red Dust in this space, for an Ambush or to be replaced.",
    "space",
)
COMMON_CAUSE = Topic(
    "event_cause", "18", "You make a free Ambush here or replace the Rebels that came with Red Dust Rebels."
)


@event(37, SHADED)
def bipartisan_resolution_shaded(s: Mars, who: int) -> Steps[None]:
    """37 Bipartisan Resolution, shaded."""
    origins = [space for space in ON_MARS if s.has(space, CR_REBELS) and _allied_spaces(s, who, space)]
    origin = yield pick(
        who,
        ALLIES_FROM,
        "Move Reclaimer Rebels from where?",
        [*origins, DONE],
        label="From {it}",
        done_as=MOVE_NOBODY,
    )
    if origin == DONE:
        return
    goals = _allied_spaces(s, who, origin)
    goal = yield pick(
        who, ALLIES_TO, "From {space} to where?", goals, label="To {it}", about={"space": origin}
    )
    group = yield from choose_movers(s, who, origin, goal, CR_REBELS, most=3)
    yield from move_group(s, origin, goal, group)
    faction = yield from named_able(s, who, REBEL_FACTIONS, lambda it: bool(_common_causes(s, it, goal)))
    if faction is None:
        return
    cause = yield pick(
        faction,
        COMMON_CAUSE,
        "What will you do in {space}?",
        [*_common_causes(s, faction, goal), DONE],
        about={"space": goal},
        done_as=NOTHING_HERE,
    )
    if cause == AMBUSH:
        yield from free_ambush(s, faction, goal)
    elif cause == REPLACE:
        yield from _replace_with_rebels(s, faction, goal, group)


def _allied_spaces(s: Mars, who: int, origin: int) -> list[int]:
    """37 Adjacent spaces with Red Dust forces; Raging Storms are neither left nor entered."""
    if not s.is_passable(origin, who):
        return []
    return [
        space for space in s.box.adjacent[origin] if s.has(space, RD_FORCES) and s.is_passable(space, who)
    ]


def _common_causes(s: Mars, faction: int, space: int) -> list[Any]:
    """37 The actions a Rebel Faction can take where the Reclaimers have come."""
    causes = [AMBUSH] if can_ambush(s, faction, space) else []
    if at_hand(s, faction, RED_DUST, space):
        causes.append(REPLACE)
    return causes


REPLACED = Topic(
    "event_replaced", "18", "A Red Dust Rebel takes the place of this piece; those not chosen stay.", "piece"
)


def _replace_with_rebels(s: Mars, who: int, space: int, group: Group) -> Steps[None]:
    """Replace as many of these pieces as there are RD Rebels; `who` chooses which of them stay."""
    number = sum(n for _, n in group)
    placed = yield from place_rebels(s, who, space, number, RED_DUST)
    left = dict(group)
    for _ in range(placed):
        able = [kind for kind, n in left.items() if n]
        kind = able[0]
        if placed < number:
            kind = yield pick(who, REPLACED, "Replace which piece in {space}?", able, about={"space": space})
        left[kind] -= 1
        s.take(kind, space)
        yield say("{piece} in {space} is replaced.", piece=kind, space=space)


SECURITY_TO = Topic("event_security_to", "18", "Two Security are placed in this space.", "space")


@event(38)
def arteries_of_mars(s: Mars, who: int) -> Steps[None]:
    """38 The Arteries of Mars, unshaded."""
    yield from earn(s, CORPORATIONS, 3)

    def able() -> list[int]:
        return open_spaces(s, who, along_maglevs(s)) if s.available(SECURITY) else []

    another = one_by_one(
        who, 3, able, "Place Security in which space along the lines?", SECURITY_TO, "In {it}", least=0
    )
    while (space := (yield from another())) is not None:
        yield from place_available(s, SECURITY, space, 2)


CUT_LINE = Topic(
    "event_line", "18", "The Labyrinths at both ends of this line get a Damage and a Rebel each.", "maglev"
)


@event(38, SHADED)
def arteries_of_mars_shaded(s: Mars, who: int) -> Steps[None]:
    """38 The Arteries of Mars, shaded."""
    able = [
        line
        for line in maglev_lines(s)
        if any(can_damage(s, end) or rebel_owners(s, who, end) for end in s.box.maglevs[line].ends)
    ]
    if able:
        line = yield pick(who, CUT_LINE, "Cut which line?", able, label="Cut {it}")
        for end in s.box.maglevs[line].ends:
            yield from place_damage(s, end)
            yield from place_rebel(s, who, end)
    yield from earn(s, RED_DUST, 3)


CRACK_DOWN_NOWHERE = done("Crack down nowhere")
CRACK_DOWN = Topic(
    "event_crackdown",
    "18",
    "All Rebels in this Labyrinth turn Active, and you may make a free Assault there.",
    "space",
)


@event(39)
def hammer_the_machines(s: Mars, who: int) -> Steps[None]:
    """39 Hammer the Machines, unshaded."""
    able = [
        space
        for space in s.box.labyrinths
        if s.has(space, HIDDEN_REBELS)
        or can_operate(s, CORPORATIONS, Op.ASSAULT, free=True, only=(space,), most=1)
    ]
    space = yield pick(
        CORPORATIONS,
        CRACK_DOWN,
        "Crack down where?",
        [*able, DONE],
        label="In {it}",
        done_as=CRACK_DOWN_NOWHERE,
    )
    if space == DONE:
        return
    yield from activate_all(s, space)
    if (yield from may_assault(s, CORPORATIONS, (space,))) and s.action.rebel_bases_lost:
        yield from earn(s, CORPORATIONS, 4)


SMASH = Topic(
    "event_smash",
    "18",
    "Each Labyrinth you choose shifts towards Active Opposition, then gets a Damage.",
    "space",
)


@event(39, SHADED)
def hammer_the_machines_shaded(s: Mars, who: int) -> Steps[None]:
    """39 Hammer the Machines, shaded."""
    yield from earn(s, CORPORATIONS, -3)

    def able() -> list[int]:
        return [space for space in s.box.labyrinths if can_shift(s, space, -1) or can_damage(s, space)]

    chosen = yield from choose_spaces(
        who, 3, able, "Smash the machines where?", SMASH, "In {it}", in_any_order=True
    )
    for space in chosen:
        yield from shift_space(s, space, -1)
    for space in chosen:
        yield from place_damage(s, space)


@event(40)
def spaceport_strikes(s: Mars, who: int) -> Steps[None]:
    """40 Spaceport Strikes, unshaded."""
    yield from supply_to_earth(s, 4)
    yield from event_cycler(s)
    yield from earn(s, CORPORATIONS, 2)


@event(40, SHADED)
def spaceport_strikes_shaded(s: Mars, who: int) -> Steps[None]:
    """40 Spaceport Strikes, shaded."""
    yield from earn(s, CORPORATIONS, -3)
    yield from earn(s, MARS_GOV, -9)


@event(41)
def gandhi_sharma(s: Mars, who: int) -> Steps[None]:
    """41 Gandhi-Sharma, unshaded."""
    yield from shift_space(s, SHARMA, 1)
    yield from shift_space(s, GANDHI, 1)
    yield from make_ineligible(s, RED_DUST)


@event(41, SHADED)
def gandhi_sharma_shaded(s: Mars, who: int) -> Steps[None]:
    """41 Gandhi-Sharma, shaded."""
    yield from shift_space(s, GANDHI, -1)
    yield from shift_space(s, SHARMA, -1)
    troops = [(kind, n) for kind in MG_TROOPS if (n := s.at(SHARMA, kind))]
    if troops and at_hand(s, who, RED_DUST, SHARMA):
        yield from _replace_with_rebels(s, who, SHARMA, troops)
    for _ in range(min(s.at(SHARMA, MG_BASE), s.available(RD_BASE))):
        s.take(MG_BASE, SHARMA)
        yield say("{piece} in {space} is replaced.", piece=MG_BASE, space=SHARMA)
        yield from place_base(s, RED_DUST, SHARMA)


@event(42)
def martians(s: Mars, who: int) -> Steps[None]:
    """42 The Martians, unshaded."""
    guarded = [space for space in ON_MARS if s.at(space, EG_TROOP)]
    yield from shift_to_support(s, who, 2, guarded, "Shift which spaces towards Active Support?")


@event(42, SHADED)
def martians_shaded(s: Mars, who: int) -> Steps[None]:
    """42 The Martians, shaded."""
    guarded = [space for space in ON_MARS if s.at(space, EG_TROOP)]
    yield from shift_to_opposition(s, who, 2, guarded, "Shift which spaces towards Active Opposition?")
