"""18 Event cards 31 to 36. What the cards say stands in `events.toml` of the pack."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ...printed.decks import ACTIVE
from ...printed.map import (
    CORPORATIONS,
    MARS_GOV,
    ON_MARS,
    PHOBOS,
    RECLAIMERS,
    RED_DUST,
    SHEPARD,
    TERESHKOVA,
)
from ...printed.pieces import BASES_OF, COIN_UNITS, EG_TROOP, RD_REBEL, REBEL_BASES, REBELS_OF
from ...rules.choose_spaces import done
from ...rules.group_moves import move_group
from ...rules.operations.general import own_units
from ...rules.operations.run import can_operate, free_operation
from ...rules.placing import can_place_base, place_base
from ...rules.population import can_house, house
from ...state import Mars, Op
from ..campaigns import end_campaign
from .factions import COIN_FACTIONS, REBEL_FACTIONS, earn, named, named_able
from .free_operations import can_ambush, free_ambush, may_assault
from .moves import choose_movers, move_base, move_in, next_deserts, patrol_reach
from .pieces import activate_all, place_rebel, place_rebels, place_troops, rebel_owners
from .spaces import may_house, open_spaces, shift_space, shift_to_support
from .table import SHADED, event

BOTH = Word("both", "House and place a Base")
HOUSE, BASE = Word("house", "House only"), Word("base", "Place a Base only")
#: 34 Operations that Long Range Patrols can end with.
PATROL_OPERATIONS = {
    MARS_GOV: (Op.TRAIN, Op.ASSAULT),
    CORPORATIONS: (Op.LOGISTICS, Op.ASSAULT),
    RED_DUST: (Op.RALLY, Op.ATTACK, Op.CAMPAIGN),
    RECLAIMERS: (Op.RALLY, Op.TRAVEL, Op.ATTACK, Op.PREACH),
}
END_CAMPAIGN = Topic(
    "event_end_campaign", "18", "This Campaign card has no effect any more and leaves the game.", "campaign"
)


@event(31)
def martian_nationalism(s: Mars, who: int) -> Steps[None]:
    """31 Martian Nationalism, unshaded."""
    placed = s.place(EG_TROOP, PHOBOS, 4)
    if placed:
        yield say(
            "{n:{n} {piece} is|{n} {piece:piece:many} are} placed on {space}.",
            n=placed,
            piece=EG_TROOP,
            space=PHOBOS,
        )
    active = s.campaigns.zones[ACTIVE]
    if active:
        card = yield pick(who, END_CAMPAIGN, "Which Campaign ends?", active[:], label="End {it}")
        yield from end_campaign(s, card)


REBEL_TO = Topic("event_rebel_to", "18", "One Rebel is placed in this space; you choose whose.", "space")


@event(31, SHADED)
def martian_nationalism_shaded(s: Mars, who: int) -> Steps[None]:
    """31 Martian Nationalism, shaded."""
    for left in (3, 2, 1):
        able = [
            space
            for space in open_spaces(s, who, ON_MARS)
            if s.population(space) and rebel_owners(s, who, space)
        ]
        if not able:
            break
        space = yield pick(
            who, REBEL_TO, "Place a Rebel where? {left:number} to place.", able, about={"left": left}
        )
        yield from place_rebel(s, who, space)
    yield from earn(s, RED_DUST, 6)


NO_ATTACK = done("No Attack")
NO_MORE_AMBUSHES = done("No more Ambushes")
NO_PATROL = done("Send no patrol")
NO_OPERATION = done("No Operation in {space}")
SETTLE_NOWHERE = done("Settle nowhere")
LURE_NOBODY = done("Lure nobody")
BASE_STAYS = done("The Base stays in {space}")
REBEL_SIDE = Topic(
    "event_rebel_side",
    "18",
    "Rebels and Opposition come to this Labyrinth, Troops and Support to the other.",
    "space",
)
FREE_ATTACK = Topic("free_attack", "18", "Two dice decide what your Rebels there remove.", "space")


@event(32)
def shepard_tereshkova(s: Mars, who: int) -> Steps[None]:
    """32 Shepard-Tereshkova."""
    both = (SHEPARD, TERESHKOVA)
    red = yield pick(who, REBEL_SIDE, "Which Labyrinth rebels?", both, label="Rebels in {it}")
    blue = TERESHKOVA if red == SHEPARD else SHEPARD
    yield from place_rebels(s, who, red, 2)
    yield from place_troops(s, who, blue, 2)
    yield from shift_space(s, red, -2)
    yield from shift_space(s, blue, 2)
    if who in COIN_FACTIONS:
        yield from may_assault(s, who, both)
    else:
        able = [space for space in both if can_operate(s, who, Op.ATTACK, free=True, only=(space,), most=1)]
        space = yield pick(
            who, FREE_ATTACK, "Make a free Attack?", [*able, DONE], label="Attack in {it}", done_as=NO_ATTACK
        )
        if space != DONE:
            yield from free_operation(s, who, Op.ATTACK, only=(space,), most=1)


@event(33)
def red_dahlia(s: Mars, who: int) -> Steps[None]:
    """33 The Red Dahlia, unshaded."""
    for space in open_spaces(s, who, ON_MARS):
        yield from activate_all(s, space, (RD_REBEL,))


FREE_AMBUSH = Topic(
    "free_ambush",
    "18",
    "You make a free Ambush here; afterwards all Red Dust Rebels here turn Active.",
    "space",
)


@event(33, SHADED)
def red_dahlia_shaded(s: Mars, who: int) -> Steps[None]:
    """33 The Red Dahlia, shaded."""
    ambushed: list[int] = []
    while True:
        able = [
            space for space in s.box.labyrinths if space not in ambushed and can_ambush(s, RED_DUST, space)
        ]
        space = yield pick(
            RED_DUST,
            FREE_AMBUSH,
            "Make a free Ambush?",
            [*able, DONE],
            label="Ambush in {it}",
            done_as=NO_MORE_AMBUSHES,
        )
        if space == DONE:
            break
        ambushed.append(space)
        yield from free_ambush(s, RED_DUST, space)
    for space in ambushed:
        yield from activate_all(s, space, (RD_REBEL,))


PATROL_FROM = Topic(
    "event_patrol_from", "18", "Up to three of your units leave this space together.", "space"
)
PATROL_TO = Topic(
    "event_patrol_to",
    "18",
    "The patrol ends in this Desert, where you may carry out a free Operation.",
    "space",
)
PATROL_OPERATION = Topic(
    "event_patrol_operation", "18", "You carry out this Operation in the Desert at no cost."
)


@event(34)
def long_range_patrols(s: Mars, who: int) -> Steps[None]:
    """34 Long Range Patrols."""
    kinds = own_units(s, who) if who in COIN_FACTIONS else REBELS_OF[who]
    origins = [space for space in ON_MARS if s.has(space, kinds) and patrol_reach(s, who, space)]
    origin = yield pick(
        who, PATROL_FROM, "Send a patrol from where?", [*origins, DONE], label="From {it}", done_as=NO_PATROL
    )
    if origin == DONE:
        return
    goal = yield pick(
        who,
        PATROL_TO,
        "From {space} to which Desert?",
        lambda: patrol_reach(s, who, origin),
        label="To {it}",
        about={"space": origin},
    )
    group = yield from choose_movers(s, who, origin, goal, kinds, most=3)
    yield from move_group(s, origin, goal, group)
    able = [op for op in PATROL_OPERATIONS[who] if can_operate(s, who, op, free=True, only=(goal,), most=1)]
    op = yield pick(
        who,
        PATROL_OPERATION,
        "Which free Operation in {space}?",
        [*able, DONE],
        about={"space": goal},
        done_as=NO_OPERATION,
    )
    if op != DONE:
        yield from free_operation(s, who, op, only=(goal,), most=1)


@event(35)
def tombs_of_mars(s: Mars, who: int) -> Steps[None]:
    """35 The Tombs of Mars, unshaded."""

    def settled() -> list[int]:
        return [space for space in s.box.deserts if s.housed[space]]

    if not settled() and not any(can_house(s, space) for space in ON_MARS):
        return
    faction = yield from named(s, who, COIN_FACTIONS)
    yield from may_house(s, faction, ON_MARS)
    yield from shift_to_support(
        s, faction, 2, settled(), "Shift which Deserts towards Active Support?", up_to=True
    )


SETTLE_AT = Topic("event_settle", "18", "You House or place a Base in this Desert, or do both.", "space")
SETTLE_HOW = Topic(
    "event_settle_way",
    "18",
    "Housing turns a Displaced marker into Population; a Base counts towards your victory.",
)


@event(35, SHADED)
def tombs_of_mars_shaded(s: Mars, who: int) -> Steps[None]:
    """35 The Tombs of Mars, shaded."""
    able = [space for space in open_spaces(s, RED_DUST, s.box.deserts) if _tomb_ways(s, space)]
    space = yield pick(
        RED_DUST, SETTLE_AT, "Settle in which Desert?", [*able, DONE], label="In {it}", done_as=SETTLE_NOWHERE
    )
    if space != DONE:
        way = yield pick(
            RED_DUST, SETTLE_HOW, "What will you do in {space}?", _tomb_ways(s, space), about={"space": space}
        )
        if way != BASE:
            yield from house(s, RED_DUST, space)
        if way != HOUSE:
            yield from place_base(s, RED_DUST, space)
    yield from earn(s, RED_DUST, 4)


def _tomb_ways(s: Mars, space: int) -> list[Word]:
    """35 The ways Red Dust can use a Desert: House, place a Base, or both."""
    has_homes, has_room = can_house(s, space), can_place_base(s, RED_DUST, space)
    if has_homes and has_room:
        return [BOTH, HOUSE, BASE]
    return [HOUSE] if has_homes else [BASE] if has_room else []


OUTPOST_FOUND = Topic(
    "event_outpost_found",
    "18",
    "COIN units may move to this Desert and then make a free Recon and a free Assault there.",
    "space",
)
FREE_RECON = Topic(
    "free_recon", "18", "If you agree, your units may find and Activate Rebels there before the Assault."
)


@event(36)
def outpost_discovery(s: Mars, who: int) -> Steps[None]:
    """36 Outpost Discovery, unshaded."""
    able = [space for space in open_spaces(s, who, s.box.deserts) if s.has(space, REBEL_BASES)]
    if not able:
        return
    goal = yield pick(who, OUTPOST_FOUND, "Which outpost is discovered?", able, label="In {it}")
    yield from move_in(s, who, goal, 99, COIN_UNITS, ON_MARS)
    here = (goal,)
    faction = yield from named_able(
        s,
        who,
        COIN_FACTIONS,
        lambda it: any(can_operate(s, it, op, free=True, only=here, most=1) for op in (Op.RECON, Op.ASSAULT)),
    )
    if faction is None:
        return
    if can_operate(s, faction, Op.RECON, free=True, only=here, most=1) and (
        yield yes_no(faction, FREE_RECON, "Make a free Recon in {space}?", about={"space": goal})
    ):
        yield from free_operation(s, faction, Op.RECON, only=here, most=1)
    yield from may_assault(s, faction, here)


LURE_TO = Topic(
    "event_lure_to",
    "18",
    "Up to six COIN units move to this Desert, and then the Base there may slip away.",
    "space",
)
ESCAPE_TO = Topic(
    "event_escape_to", "18", "The Base, with any of your Rebels beside it, moves to this Desert.", "space"
)
ESCAPE_BASE = Topic(
    "event_escape_base", "18", "This Base moves to the new Desert and turns to its basic side.", "piece"
)


@event(36, SHADED)
def outpost_discovery_shaded(s: Mars, who: int) -> Steps[None]:
    """36 Outpost Discovery, shaded."""
    faction = yield from named_able(s, who, REBEL_FACTIONS, lambda it: bool(_outposts(s, it)))
    if faction is None:
        return
    outpost = yield pick(
        faction,
        LURE_TO,
        "Lure COIN units to which Base?",
        [*_outposts(s, faction), DONE],
        label="In {it}",
        done_as=LURE_NOBODY,
    )
    if outpost == DONE:
        return
    yield from move_in(s, faction, outpost, 6, COIN_UNITS, ON_MARS)
    goals = [space for space in next_deserts(s, faction, outpost) if s.room(space, faction) > 0]
    goal = yield pick(
        faction,
        ESCAPE_TO,
        "Where does the Base in {space} go?",
        [*goals, DONE],
        about={"space": outpost},
        done_as=BASE_STAYS,
    )
    if goal == DONE:
        return
    bases = [kind for kind in BASES_OF[faction] if s.at(outpost, kind)]
    base = yield pick(faction, ESCAPE_BASE, "Which Base leaves {space}?", bases, about={"space": outpost})
    yield from move_base(s, base, outpost, goal)
    group = yield from choose_movers(s, faction, outpost, goal, REBELS_OF[faction], least=0)
    yield from move_group(s, outpost, goal, group)


def _outposts(s: Mars, faction: int) -> list[Any]:
    """36 Deserts with a Base of a Rebel Faction that an Event may touch."""
    return [space for space in open_spaces(s, faction, s.box.deserts) if s.has(space, BASES_OF[faction])]
