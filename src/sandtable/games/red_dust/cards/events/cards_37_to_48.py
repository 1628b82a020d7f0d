"""18 Events 37 to 48. What is said after a card's title is shown to the players."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, Word, say
from sandtable.engine.asking import Topic, pick, yes_no

from ...printed.map import (
    ADJACENT,
    CORPORATIONS,
    DESERTS,
    EUROPA,
    GANDHI,
    LABYRINTHS,
    MAGLEVS,
    MARS_GOV,
    NEW_CORDOBA,
    ON_MARS,
    RED_DUST,
    SHARMA,
    STORM_MARKERS,
)
from ...printed.pieces import (
    BASIC,
    COIN_FORCES,
    COIN_UNITS,
    CORP_BASES,
    CR_REBELS,
    EG_TROOP,
    HIDDEN_REBELS,
    MG_BASE,
    MG_TROOPS,
    RD_BASE,
    RD_FORCES,
    RD_REBELS,
    REBEL_FORCES,
    SECURITY,
    UNITS,
)
from ...rules.alignment import can_shift
from ...rules.choose_spaces import one_more
from ...rules.earthgov import event_cycler
from ...rules.group_moves import Group, choose_group, move_group
from ...rules.operations.attack import may_attack
from ...rules.operations.run import can_operate, free_operation
from ...rules.placing import place_base, remove_forces
from ...rules.population import can_damage, place_damage
from ...rules.storms import storms
from ...state import NO_STORM, RAGING, Mars, Op
from ..campaigns import draw_and_play
from .moves import can_come, coin_goals, come, move_base, move_forces, tunnels
from .vocabulary import (
    COIN_FACTIONS,
    MOVE_NUMBER,
    REBEL_FACTIONS,
    SHADED,
    activate_all,
    along_maglevs,
    at_hand,
    can_ambush,
    choose_spaces,
    earn,
    event,
    free_ambush,
    keep_eligible,
    maglev_lines,
    make_ineligible,
    may_assault,
    move_in,
    named,
    named_able,
    open_spaces,
    place_rebel,
    place_rebels,
    rebel_owners,
    remove_all,
    remove_anywhere,
    shift_space,
    shift_spaces,
    supply_to_earth,
)

AMBUSH = Word("ambush", "Free Ambush")
REPLACE = Word("replace", "Replace them with Red Dust Rebels")


@event(37)
def bipartisan_resolution(s: Mars, who: int) -> Steps[None]:
    """37 Bipartisan Resolution, unshaded. Remove six Rebels from any spaces: three of Red Dust and three of the
    Reclaimers. If one of them has fewer, the rest is taken from the other.
    """
    spaces = open_spaces(s, who, ON_MARS)
    rd = sum(s.count(space, RD_REBELS) for space in spaces)
    cr = sum(s.count(space, CR_REBELS) for space in spaces)
    yield from remove_anywhere(s, who, min(rd, max(3, 6 - cr)), RD_REBELS)
    yield from remove_anywhere(s, who, min(cr, max(3, 6 - rd)), CR_REBELS)


ALLIES_FROM = Topic("event_move_from", "18", "Up to three Reclaimer Rebels leave this space.", "space")
ALLIES_TO = Topic(
    "event_move_to", "18", "The Rebels join Red Dust in this space, for an Ambush or to be replaced.", "space"
)
COMMON_CAUSE = Topic(
    "event_cause", "18", "You make a free Ambush here or replace the Rebels that came with Red Dust Rebels."
)


@event(37, SHADED)
def bipartisan_resolution_shaded(s: Mars, who: int) -> Steps[None]:
    """37 Bipartisan Resolution, shaded. Move up to three Reclaimer Rebels from one space to an adjacent one with Red
    Dust forces. Then Red Dust or the Reclaimers may make a free Ambush there, or replace the moved Rebels with
    Red Dust Rebels.
    """
    origins = [space for space in ON_MARS if s.has(space, CR_REBELS) and _allied_spaces(s, who, space)]
    origin = yield pick(
        who, ALLIES_FROM, "Move Reclaimer Rebels from where?", [*origins, DONE], label="From {it}"
    )
    if origin == DONE:
        return
    goals = _allied_spaces(s, who, origin)
    goal = yield pick(
        who, ALLIES_TO, "From {space} to where?", goals, label="To {it}", about={"space": origin}
    )
    group = yield from choose_group(s, who, origin, goal, CR_REBELS, MOVE_NUMBER, most=3)
    yield from move_group(s, origin, goal, group)
    faction = yield from named_able(who, REBEL_FACTIONS, lambda it: bool(_common_causes(s, it, goal)))
    if faction is None:
        return
    cause = yield pick(
        faction,
        COMMON_CAUSE,
        "What in {space}?",
        [*_common_causes(s, faction, goal), DONE],
        about={"space": goal},
    )
    if cause == AMBUSH:
        yield from free_ambush(s, faction, goal)
    elif cause == REPLACE:
        yield from _replace_with_rebels(s, faction, goal, group)


def _allied_spaces(s: Mars, who: int, origin: int) -> list[int]:
    """37 Adjacent spaces with Red Dust forces; Raging Storms are neither left nor entered."""
    if not s.is_passable(origin, who):
        return []
    return [space for space in ADJACENT[origin] if s.has(space, RD_FORCES) and s.is_passable(space, who)]


def _common_causes(s: Mars, faction: int, space: int) -> list[Any]:
    """37 What a Rebel Faction can do where the Reclaimers have come."""
    causes = [AMBUSH] if can_ambush(s, faction, space) else []
    if at_hand(s, faction, RED_DUST, space):
        causes.append(REPLACE)
    return causes


REPLACED = Topic(
    "event_replace", "18", "A Red Dust Rebel takes the place of this piece; those not chosen stay.", "piece"
)


def _replace_with_rebels(s: Mars, who: int, space: int, group: Group) -> Steps[None]:
    """Replace these pieces with RD Rebels, as far as there are any; the rest stays, as `who` chooses."""
    number = sum(n for _, n in group)
    placed = yield from place_rebels(s, who, space, number, RED_DUST)
    left = dict(group)
    for _ in range(placed):
        able = [kind for kind, n in left.items() if n]
        kind = able[0]
        if placed < number:
            kind = yield pick(who, REPLACED, "Which is replaced in {space}?", able, about={"space": space})
        left[kind] -= 1
        s.take(kind, space)
        yield say("{piece} in {space} is replaced.", piece=kind, space=space)


SECURITY_TO = Topic("event_place", "18", "Two Security are placed in this space.", "space")


@event(38)
def arteries_of_mars(s: Mars, who: int) -> Steps[None]:
    """38 The Arteries of Mars, unshaded. The Corporations gain 3 Profits. Then place two Security in each of up to
    three spaces adjacent to Maglev lines.
    """
    yield from earn(s, CORPORATIONS, 3)

    def able() -> list[int]:
        return open_spaces(s, who, along_maglevs(s)) if s.available(SECURITY) else []

    chosen: list[int] = []
    while (
        space := (
            yield from one_more(
                who, chosen, 3, able, "Security along the lines?", SECURITY_TO, "In {it}", least=0
            )
        )
    ) is not None:
        placed = s.place(SECURITY, space, 2)
        yield say("{piece} ×{n:number} placed in {space}.", n=placed, piece=SECURITY, space=space)


CUT_LINE = Topic(
    "event_line", "18", "The Labyrinths at both ends of this line get a Damage and a Rebel each.", "maglev"
)


@event(38, SHADED)
def arteries_of_mars_shaded(s: Mars, who: int) -> Steps[None]:
    """38 The Arteries of Mars, shaded. Place a Damage and a Rebel in each of the two Labyrinths at the ends of one
    Maglev line. Red Dust gains 3 Resources.
    """
    able = [
        line
        for line in maglev_lines(s)
        if any(can_damage(s, end) or rebel_owners(s, who, end) for end in MAGLEVS[line].ends)
    ]
    if able:
        line = yield pick(who, CUT_LINE, "Cut which line?", able, label="Cut {it}")
        for end in MAGLEVS[line].ends:
            yield from place_damage(s, end)
            yield from place_rebel(s, who, end)
    yield from earn(s, RED_DUST, 3)


CRACK_DOWN = Topic(
    "event_crackdown",
    "18",
    "All Rebels in this Labyrinth turn Active, and you may make a free Assault there.",
    "space",
)


@event(39)
def hammer_the_machines(s: Mars, who: int) -> Steps[None]:
    """39 Hammer the Machines, unshaded. The Corporations may turn all Rebels in one Labyrinth Active, then make a free
    Assault there. The Corporations gain 4 Profits if a Rebel Base is removed by this Assault.
    """
    able = [
        space
        for space in LABYRINTHS
        if s.has(space, HIDDEN_REBELS)
        or can_operate(s, CORPORATIONS, Op.ASSAULT, free=True, only=(space,), most=1)
    ]
    space = yield pick(CORPORATIONS, CRACK_DOWN, "Crack down where?", [*able, DONE], label="In {it}")
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
    """39 Hammer the Machines, shaded. The Corporations lose 3 Profits. Shift three Labyrinths one level towards Active
    Opposition. Then place a Damage in each of them.
    """
    yield from earn(s, CORPORATIONS, -3)

    def able() -> list[int]:
        return [space for space in LABYRINTHS if can_shift(s, space, -1) or can_damage(s, space)]

    chosen = yield from choose_spaces(who, 3, able, "Smash the robots where?", SMASH, "In {it}")
    for space in chosen:
        yield from shift_space(s, space, -1)
    for space in chosen:
        yield from place_damage(s, space)


@event(40)
def spaceport_strikes(s: Mars, who: int) -> Steps[None]:
    """40 Spaceport Strikes, unshaded. Place 4 Supply on Earth. Then run the Aldrin Cycler as in a Flashpoint Round: the
    EarthGov Controller chooses what is sent. Without a Controller nothing leaves Earth. The Corporations gain 2 Profits.
    """
    yield from supply_to_earth(s, 4)
    yield from event_cycler(s)
    yield from earn(s, CORPORATIONS, 2)


@event(40, SHADED)
def spaceport_strikes_shaded(s: Mars, who: int) -> Steps[None]:
    """40 Spaceport Strikes, shaded. The Corporations lose 3 Profits and MarsGov 9 Resources."""
    yield from earn(s, CORPORATIONS, -3)
    yield from earn(s, MARS_GOV, -9)


@event(41)
def gandhi_sharma(s: Mars, who: int) -> Steps[None]:
    """41 Gandhi-Sharma, unshaded. Sharma and Gandhi shift one level towards Active Support. Red Dust is Ineligible
    through the next Event Round.
    """
    yield from shift_space(s, SHARMA, 1)
    yield from shift_space(s, GANDHI, 1)
    yield from make_ineligible(s, RED_DUST)


@event(41, SHADED)
def gandhi_sharma_shaded(s: Mars, who: int) -> Steps[None]:
    """41 Gandhi-Sharma, shaded. Gandhi and Sharma shift one level towards Active Opposition. Replace all MarsGov
    forces in Sharma with Red Dust forces: Troops with Rebels, Bases with Bases.
    """
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
    """42 The Martians, unshaded. Shift two spaces with EarthGov Troops one level towards Active Support."""
    guarded = [space for space in ON_MARS if s.at(space, EG_TROOP)]
    yield from shift_spaces(s, who, 2, guarded, 1, "Shift which spaces towards Active Support?")


@event(42, SHADED)
def martians_shaded(s: Mars, who: int) -> Steps[None]:
    """42 The Martians, shaded. Shift two spaces with EarthGov Troops one level towards Active Opposition."""
    guarded = [space for space in ON_MARS if s.at(space, EG_TROOP)]
    yield from shift_spaces(s, who, 2, guarded, -1, "Shift which spaces towards Active Opposition?")


TUBE_FROM = Topic("event_move_from", "18", "COIN forces leave this Desert through the tubes.", "space")
TUBE_TO = Topic(
    "event_move_to",
    "18",
    "The forces arrive in this Desert, where a free Recon or Assault may follow.",
    "space",
)
TUBE_OPERATION = Topic("event_operation", "18", "You carry out this Operation in the Desert at no cost.")


@event(43)
def tubes(s: Mars, who: int) -> Steps[None]:
    """43 The Tubes, unshaded. MarsGov or the Corporations may move any COIN forces, Bases too, from one Desert to an
    adjacent Desert. Then it may make either a free Recon or a free Assault in that Desert.
    """
    origins = [space for space in DESERTS if s.has(space, COIN_FORCES)]
    faction = yield from named_able(
        who, COIN_FACTIONS, lambda it: any(coin_goals(s, it, space) for space in origins)
    )
    if faction is None:
        return
    able = [space for space in origins if coin_goals(s, faction, space)]
    origin = yield pick(faction, TUBE_FROM, "Move COIN forces from where?", [*able, DONE], label="From {it}")
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
        faction, TUBE_OPERATION, "A free Operation in {space}?", [*ops, DONE], about={"space": goal}
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
    "event_move_to", "18", "The Base moves to this Desert and turns to its basic side.", "space"
)


@event(43, SHADED)
def tubes_shaded(s: Mars, who: int) -> Steps[None]:
    """43 The Tubes, shaded. Red Dust or the Reclaimers may move up to three Rebel Bases, of either Faction. Each goes
    to an adjacent Desert.
    """
    moved: dict[tuple[int, int], int] = {}
    faction = yield from named_able(who, REBEL_FACTIONS, lambda it: bool(tunnels(s, it, moved)))
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
            about={"left": left},
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
    "event_remove", "18", "This Rebel piece is removed from New Córdoba and becomes Available again.", "piece"
)
CLEAR_OUT_NUMBER = Topic(
    "event_remove_number",
    "18",
    "This many of the only Rebel kind that can be removed become Available again.",
    "number",
)


@event(44)
def new_cordoba(s: Mars, who: int) -> Steps[None]:
    """44 New Córdoba, unshaded. Remove up to six Rebel forces from New Córdoba, Bases last."""
    yield from remove_forces(
        s, who, NEW_CORDOBA, 6, REBEL_FORCES, CLEAR_OUT, CLEAR_OUT_NUMBER, is_optional=True
    )


@event(44, SHADED)
def new_cordoba_shaded(s: Mars, who: int) -> Steps[None]:
    """44 New Córdoba, shaded. New Córdoba shifts one level towards Active Opposition.

    Then place two Rebels in it and in each of the two Deserts beside it.
    """
    yield from shift_space(s, NEW_CORDOBA, -1)
    for space in open_spaces(s, who, (NEW_CORDOBA, *ADJACENT[NEW_CORDOBA])):
        yield from place_rebels(s, who, space, 2)


SEARCH_AT = Topic(
    "event_search",
    "18",
    "COIN units nearby may move to this Desert; all Rebels there turn Active and may be Assaulted.",
    "space",
)


@event(45)
def red_desert(s: Mars, who: int) -> Steps[None]:
    """45 The Red Desert, unshaded. MarsGov or the Corporations may move any COIN units from adjacent spaces to one
    Desert. Then all Rebels there turn Active, and it may make a free Assault there.
    """
    faction = yield from named_able(who, COIN_FACTIONS, lambda it: bool(_hunting_grounds(s, it)))
    if faction is None:
        return
    desert = yield pick(
        faction, SEARCH_AT, "Search which Desert?", [*_hunting_grounds(s, faction), DONE], label="{it}"
    )
    if desert == DONE:
        return
    yield from move_in(s, faction, desert, 99, COIN_UNITS, ADJACENT[desert])
    yield from activate_all(s, desert)
    yield from may_assault(s, faction, (desert,))


def _hunting_grounds(s: Mars, who: int) -> list[Any]:
    """45 Deserts that COIN units could move to, or where there are Rebels to find."""
    return [
        space
        for space in open_spaces(s, who, DESERTS)
        if s.has(space, REBEL_FORCES)
        or any(s.has(other, COIN_UNITS) and s.is_passable(other, who) for other in ADJACENT[space])
    ]


STRIKE_AT = Topic(
    "event_strike", "18", "Your Rebels may move to this Desert and make a free Ambush there.", "space"
)
COME_FIRST = Topic(
    "event_come", "18", "If you agree, your Rebels move to the Desert at no cost before the Ambush."
)
STRIKE_NOW = Topic(
    "event_ambush", "18", "If you agree, you make a free Ambush there, even if all your Rebels are Active."
)


@event(45, SHADED)
def red_desert_shaded(s: Mars, who: int) -> Steps[None]:
    """45 The Red Desert, shaded. Red Dust may March, or the Reclaimers may Travel, for free to one Desert. Then it may
    make a free Ambush there, even if all its Rebels are Active.
    """
    faction = yield from named(who, REBEL_FACTIONS)
    desert = yield pick(
        faction,
        STRIKE_AT,
        "Strike in which Desert?",
        lambda: [*_strike_deserts(s, faction), DONE],
        label="{it}",
    )
    if desert == DONE:
        return
    if can_come(s, faction, desert) and (
        yield yes_no(faction, COME_FIRST, "Move Rebels to {space} first?", about={"space": desert})
    ):
        yield from come(s, faction, desert)
    if _can_strike(s, faction, desert) and (
        yield yes_no(faction, STRIKE_NOW, "Free Ambush in {space}?", about={"space": desert})
    ):
        yield from free_ambush(s, faction, desert)


def _strike_deserts(s: Mars, faction: int) -> list[Any]:
    """45 Deserts that a Rebel Faction can move to or Ambush in."""
    return [space for space in DESERTS if _can_strike(s, faction, space) or can_come(s, faction, space)]


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
    "event_base_kind", "18", "This Corporate Base is removed and becomes a Casualty.", "piece"
)


@event(46)
def mystery_of_outpost_27(s: Mars, who: int) -> Steps[None]:
    """46 The Mystery of Outpost 27, unshaded. Remove a Corporate Base and all units from one Unpopulated Desert. The
    Corporations gain 6 Profits and remain Eligible.
    """
    deserts = open_spaces(s, who, DESERTS)
    able = [space for space in deserts if not s.population(space) and s.has(space, CORP_BASES)]
    if able:
        space = yield pick(who, EXPLOSION, "Which outpost explodes?", able, label="In {it}")
        bases = [kind for kind in CORP_BASES if s.at(space, kind)]
        base = yield pick(who, EXPLODING_BASE, "Which Base in {space}?", bases, about={"space": space})
        s.remove(base, space)
        yield say("{piece} in {space} is removed.", piece=base, space=space)
        yield from remove_all(s, space, UNITS)
    yield from earn(s, CORPORATIONS, 6)
    yield from keep_eligible(s, CORPORATIONS)


@event(46, SHADED)
def mystery_of_outpost_27_shaded(s: Mars, who: int) -> Steps[None]:
    """46 The Mystery of Outpost 27, shaded. The Corporations lose a Profit for each Corporate Base in a space with
    Rebel forces.
    """
    robbed = sum(s.count(space, CORP_BASES) for space in ON_MARS if s.has(space, REBEL_FORCES))
    yield from earn(s, CORPORATIONS, -robbed)


STORM_AT = Topic(
    "event_storm", "18", "A Raging Storm begins in this space and closes it to almost everything.", "space"
)


@event(47)
def sudden_storm(s: Mars, who: int) -> Steps[None]:
    """47 Sudden Storm. Place all Storm markers that are not on the map as Raging Storms, in spaces of Mars without one.

    The executing Faction remains Eligible.
    """
    for left in range(STORM_MARKERS - storms(s), 0, -1):
        calm = [space for space in ON_MARS if s.storm[space] == NO_STORM]  # the Wilderness too (ruling 19)
        space = yield pick(
            who, STORM_AT, "A Raging Storm where? {left:number} to place.", calm, about={"left": left}
        )
        s.storm[space] = RAGING
        yield say("A Storm rages in {space}.", space=space)
    yield from keep_eligible(s, who)


@event(48)
def europa(s: Mars, who: int) -> Steps[None]:
    """48 Europa, unshaded. Europa shifts two levels towards Active Support. Place 3 Supply on Earth."""
    yield from shift_space(s, EUROPA, 2)
    yield from supply_to_earth(s, 3)


@event(48, SHADED)
def europa_shaded(s: Mars, who: int) -> Steps[None]:
    """48 Europa, shaded. Europa shifts two levels towards Active Opposition. Red Dust draws four Campaign cards and
    plays one. The others are shuffled back into the deck.
    """
    yield from shift_space(s, EUROPA, -2)
    yield from draw_and_play(s, 4)
