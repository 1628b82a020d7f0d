"""18 Event cards 43 to 48. What the cards say stands in `events.toml` of the pack."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, say
from sandtable.engine.asking import Topic, pick, yes_no

from ...printed.map import CORPORATIONS, EUROPA, NEW_CORDOBA, ON_MARS, STORM_MARKERS
from ...printed.pieces import BASIC, COIN_FORCES, COIN_UNITS, CORP_BASES, REBEL_FORCES, UNITS
from ...rules.choose_spaces import done
from ...rules.operations.attack import may_attack
from ...rules.operations.run import can_operate, free_operation
from ...rules.placing import remove_all, remove_forces, remove_piece
from ...rules.storms import storms
from ...state import NO_STORM, RAGING, Mars, Op
from ..campaigns import draw_and_play
from .factions import COIN_FACTIONS, REBEL_FACTIONS, earn, keep_eligible, named, named_able, supply_to_earth
from .free_operations import can_come, come, free_ambush, may_assault
from .moves import coin_goals, move_base, move_forces, move_in, tunnels
from .pieces import activate_all, place_rebels
from .spaces import open_spaces, shift_space
from .table import SHADED, event

MOVE_NOBODY = done("Move nobody")
NO_OPERATION = done("No Operation in {space}")
MOVE_NO_MORE_BASES = done("Move no more Bases")
SEARCH_NOWHERE = done("Search nowhere")
STRIKE_NOWHERE = done("Strike nowhere")
TUBE_FROM = Topic("event_tube_from", "18", "COIN forces leave this Desert through the tubes.", "space")
TUBE_TO = Topic(
    "event_tube_to",
    "18",
    "The forces arrive in this Desert, where a free Recon or Assault may follow.",
    "space",
)
TUBE_OPERATION = Topic("event_tube_operation", "18", "You carry out this Operation in the Desert at no cost.")


@event(43)
def tubes(s: Mars, who: int) -> Steps[None]:
    """43 The Tubes, unshaded."""
    origins = [space for space in s.box.deserts if s.has(space, COIN_FORCES)]
    faction = yield from named_able(
        s, who, COIN_FACTIONS, lambda it: any(coin_goals(s, it, space) for space in origins)
    )
    if faction is None:
        return
    able = [space for space in origins if coin_goals(s, faction, space)]
    origin = yield pick(
        faction,
        TUBE_FROM,
        "Move COIN forces from where?",
        [*able, DONE],
        label="From {it}",
        done_as=MOVE_NOBODY,
    )
    if origin == DONE:
        return
    goal = yield pick(
        faction,
        TUBE_TO,
        "From {space} to where?",
        coin_goals(s, faction, origin),
        label="To {it}",
        about={"space": origin},
    )
    yield from move_forces(s, faction, origin, goal)
    here = (goal,)
    ops = [op for op in (Op.RECON, Op.ASSAULT) if can_operate(s, faction, op, free=True, only=here, most=1)]
    op = yield pick(
        faction,
        TUBE_OPERATION,
        "Which free Operation in {space}?",
        [*ops, DONE],
        about={"space": goal},
        done_as=NO_OPERATION,
    )
    if op != DONE:
        yield from free_operation(s, faction, op, only=here, most=1)


TUNNEL_BASE = Topic(
    "event_move_base",
    "18",
    "This Rebel Base moves to an adjacent Desert; next you say which.",
    ("space", "piece"),
)
TUNNEL_TO = Topic(
    "event_tunnel_to", "18", "The Base moves to this Desert and turns to its basic side.", "space"
)


@event(43, SHADED)
def tubes_shaded(s: Mars, who: int) -> Steps[None]:
    """43 The Tubes, shaded."""
    moved: dict[tuple[int, int], int] = {}
    faction = yield from named_able(s, who, REBEL_FACTIONS, lambda it: bool(tunnels(s, it, moved)))
    if faction is None:
        return
    for left in (3, 2, 1):
        ways = tunnels(s, faction, moved)
        bases = dict.fromkeys((origin, base) for origin, base, _ in ways)
        it = yield pick(
            faction,
            TUNNEL_BASE,
            "Move which Base? Up to {left:number}.",
            [*bases, DONE],
            label="{second} in {first}",
            about={"left": left},
            done_as=MOVE_NO_MORE_BASES,
        )
        if it == DONE:
            return
        origin, base = it
        goals = [goal for start, kind, goal in ways if (start, kind) == it]
        goal = yield pick(
            faction, TUNNEL_TO, "From {space} to where?", goals, label="To {it}", about={"space": origin}
        )
        yield from move_base(s, base, origin, goal)
        moved[goal, BASIC[base]] = moved.get((goal, BASIC[base]), 0) + 1


CLEAR_OUT = Topic(
    "event_clear_out",
    "18",
    "These Rebel pieces are removed from New Córdoba and become Available again.",
    ("piece", "number"),
)


@event(44)
def new_cordoba(s: Mars, who: int) -> Steps[None]:
    """44 New Córdoba, unshaded."""
    yield from remove_forces(s, who, NEW_CORDOBA, 6, REBEL_FORCES, CLEAR_OUT, is_optional=True)


@event(44, SHADED)
def new_cordoba_shaded(s: Mars, who: int) -> Steps[None]:
    """44 New Córdoba, shaded."""
    yield from shift_space(s, NEW_CORDOBA, -1)
    for space in open_spaces(s, who, (NEW_CORDOBA, *s.box.adjacent[NEW_CORDOBA])):
        yield from place_rebels(s, who, space, 2)


SEARCH_AT = Topic(
    "event_search",
    "18",
    "COIN units nearby may move to this Desert; all Rebels there turn Active and may be Assaulted.",
    "space",
)


@event(45)
def red_desert(s: Mars, who: int) -> Steps[None]:
    """45 The Red Desert, unshaded."""
    faction = yield from named_able(s, who, COIN_FACTIONS, lambda it: bool(_hunting_grounds(s, it)))
    if faction is None:
        return
    desert = yield pick(
        faction,
        SEARCH_AT,
        "Search which Desert?",
        [*_hunting_grounds(s, faction), DONE],
        label="Search {it}",
        done_as=SEARCH_NOWHERE,
    )
    if desert == DONE:
        return
    yield from move_in(s, faction, desert, 99, COIN_UNITS, s.box.adjacent[desert])
    yield from activate_all(s, desert)
    yield from may_assault(s, faction, (desert,))


def _hunting_grounds(s: Mars, who: int) -> list[Any]:
    """45 Deserts that COIN units could move to, or where there are Rebels to find."""
    return [
        space
        for space in open_spaces(s, who, s.box.deserts)
        if s.has(space, REBEL_FORCES)
        or any(s.has(other, COIN_UNITS) and s.is_passable(other, who) for other in s.box.adjacent[space])
    ]


STRIKE_AT = Topic(
    "event_strike_at", "18", "Your Rebels may move to this Desert and make a free Ambush there.", "space"
)
COME_FIRST = Topic(
    "event_come", "18", "If you agree, your Rebels move to the Desert at no cost before the Ambush."
)
STRIKE_NOW = Topic(
    "event_strike_now",
    "18",
    "If you agree, you make a free Ambush there, even if all your Rebels are Active.",
)


@event(45, SHADED)
def red_desert_shaded(s: Mars, who: int) -> Steps[None]:
    """45 The Red Desert, shaded."""
    faction = yield from named(s, who, REBEL_FACTIONS)
    desert = yield pick(
        faction,
        STRIKE_AT,
        "Strike in which Desert?",
        lambda: [*_strike_deserts(s, faction), DONE],
        label="Strike in {it}",
        done_as=STRIKE_NOWHERE,
    )
    if desert == DONE:
        return
    if can_come(s, faction, desert) and (
        yield yes_no(faction, COME_FIRST, "Move Rebels to {space} first?", about={"space": desert})
    ):
        yield from come(s, faction, desert)
    if _can_strike(s, faction, desert) and (
        yield yes_no(faction, STRIKE_NOW, "Make a free Ambush in {space}?", about={"space": desert})
    ):
        yield from free_ambush(s, faction, desert)


def _strike_deserts(s: Mars, faction: int) -> list[Any]:
    """45 Deserts that a Rebel Faction can move to or Ambush in."""
    return [space for space in s.box.deserts if _can_strike(s, faction, space) or can_come(s, faction, space)]


def _can_strike(s: Mars, faction: int, desert: int) -> bool:
    """45 An Ambush without a Hidden Rebel; but not under a Raging Storm, unless it is CR with CR2."""
    return may_attack(s, faction, desert) and s.is_open(desert, faction)


EXPLOSION = Topic(
    "event_explosion",
    "18",
    "The Corporations lose a Base in this Desert, and all units of every Faction there are removed.",
    "space",
)
EXPLODING_BASE = Topic(
    "event_exploding_base", "18", "This Corporate Base is removed and becomes a Casualty.", "piece"
)


@event(46)
def mystery_of_outpost_27(s: Mars, who: int) -> Steps[None]:
    """46 The Mystery of Outpost 27, unshaded."""
    deserts = open_spaces(s, who, s.box.deserts)
    able = [space for space in deserts if not s.population(space) and s.has(space, CORP_BASES)]
    if able:
        space = yield pick(who, EXPLOSION, "Which outpost explodes?", able, label="In {it}")
        bases = [kind for kind in CORP_BASES if s.at(space, kind)]
        base = yield pick(who, EXPLODING_BASE, "Which Base in {space}?", bases, about={"space": space})
        yield from remove_piece(s, base, space)
        yield from remove_all(s, space, UNITS)
    yield from earn(s, CORPORATIONS, 6)
    yield from keep_eligible(s, CORPORATIONS)


@event(46, SHADED)
def mystery_of_outpost_27_shaded(s: Mars, who: int) -> Steps[None]:
    """46 The Mystery of Outpost 27, shaded."""
    robbed = sum(s.count(space, CORP_BASES) for space in ON_MARS if s.has(space, REBEL_FORCES))
    yield from earn(s, CORPORATIONS, -robbed)


STORM_AT = Topic(
    "event_storm", "18", "A Raging Storm begins in this space and closes it to almost everything.", "space"
)


@event(47)
def sudden_storm(s: Mars, who: int) -> Steps[None]:
    """47 Sudden Storm."""
    for left in range(STORM_MARKERS - storms(s), 0, -1):
        calm = [space for space in ON_MARS if s.storm[space] == NO_STORM]  # the Wilderness too (ruling 19)
        space = yield pick(
            who, STORM_AT, "Place a Raging Storm where? {left:number} to place.", calm, about={"left": left}
        )
        s.storm[space] = RAGING
        yield say("A Storm rages in {space}.", space=space)
    yield from keep_eligible(s, who)


@event(48)
def europa(s: Mars, who: int) -> Steps[None]:
    """48 Europa, unshaded."""
    yield from shift_space(s, EUROPA, 2)
    yield from supply_to_earth(s, 3)


@event(48, SHADED)
def europa_shaded(s: Mars, who: int) -> Steps[None]:
    """48 Europa, shaded."""
    yield from shift_space(s, EUROPA, -2)
    yield from draw_and_play(s, 4)
