"""18 Events 25 to 36. What is said after a card's title is shown to the players."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Draw, Steps, Word, say
from sandtable.engine.asking import Topic, amount, pick, yes_no

from ...printed.decks import ACTIVE
from ...printed.map import (
    CORPORATIONS,
    DESERTS,
    LABYRINTHS,
    MARS_GOV,
    ON_MARS,
    PHOBOS,
    RECLAIMERS,
    RED_DUST,
    SHEPARD,
    TERESHKOVA,
)
from ...printed.pieces import (
    BASES_OF,
    COIN_UNITS,
    CONVERSION_CENTER,
    CORP_BASE,
    CORP_BASES,
    CORP_FORCES,
    CORP_UNITS,
    CR_BASE,
    DUG_IN,
    EG_TROOP,
    MG_TROOPS,
    RD_BASE,
    RD_REBEL,
    REBEL_BASES,
    REBEL_FORCES,
    REBELS,
    REBELS_OF,
    SECURITY,
    TERRAFORMING,
)
from ...rules.alignment import NEUTRAL, can_shift, now_at
from ...rules.group_moves import choose_group, move_group
from ...rules.operations.general import own_units
from ...rules.operations.run import can_operate, free_operation
from ...rules.placing import can_place_base, place_base, remove_forces
from ...rules.population import can_house, house
from ...rules.resources import discard, hand
from ...state import Mars, Op
from ..campaigns import end_campaign
from .moves import come, move_base, next_deserts, patrol_reach, ways_to
from .vocabulary import (
    COIN_FACTIONS,
    LABYRINTHS_AND_PHOBOS,
    MOVE_NUMBER,
    REBEL_FACTIONS,
    SHADED,
    activate_all,
    can_ambush,
    choose_spaces,
    earn,
    event,
    free_ambush,
    make_ineligible,
    may_assault,
    may_house,
    may_play_campaign,
    move_in,
    named,
    named_able,
    open_spaces,
    place_rebel,
    place_rebel_base,
    place_rebels,
    place_troops,
    rebel_owners,
    shift_space,
    shift_spaces,
)

ADD, REMOVE = Word("add", "Add markers"), Word("remove", "Remove markers")
HIT_RED_DUST = Word("red_dust", "Red Dust loses 5 Resources")
HIT_RECLAIMERS = Word("reclaimers", "Reclaimers discard two Assets at random")
BOTH = Word("both", "House and place a Base")
HOUSE, BASE = Word("house", "House only"), Word("base", "Place a Base only")
#: 26 A CORP Base goes only after all other CORP forces; MG and EG units protect nothing.
CORP_BASES_LAST = dict.fromkeys(CORP_BASES, CORP_UNITS)
#: 34 Operations that Long Range Patrols can end with.
PATROL_OPERATIONS = {
    MARS_GOV: (Op.TRAIN, Op.ASSAULT),
    CORPORATIONS: (Op.LOGISTICS, Op.ASSAULT),
    RED_DUST: (Op.RALLY, Op.ATTACK, Op.CAMPAIGN),
    RECLAIMERS: (Op.RALLY, Op.TRAVEL, Op.ATTACK, Op.PREACH),
}


@event(25)
def nano_surveillance_drones(s: Mars, who: int) -> Steps[None]:
    """25 Nano Surveillance Drones, unshaded. All Rebels in spaces with a Corporate Base turn Active. Then MarsGov or
    the Corporations may make a free Assault in one space with a Corporate Base.
    """
    watched = [space for space in open_spaces(s, who, ON_MARS) if s.has(space, CORP_BASES)]
    for space in watched:
        yield from activate_all(s, space)
    if not watched:
        return
    faction = yield from named_able(
        who, COIN_FACTIONS, lambda it: can_operate(s, it, Op.ASSAULT, free=True, only=tuple(watched))
    )
    if faction is not None:
        yield from may_assault(s, faction, watched)


CUBES_FROM = Topic(
    "event_move_from", "18", "Up to six MarsGov Troops or Security leave this Labyrinth.", "space"
)
CUBES_TO = Topic(
    "event_move_to", "18", "The cubes move to this Labyrinth; next you say how many of each kind.", "space"
)


@event(25, SHADED)
def nano_surveillance_drones_shaded(s: Mars, who: int) -> Steps[None]:
    """25 Nano Surveillance Drones, shaded. Move up to six MarsGov Troops or Security from one Labyrinth to another
    with Support.
    """
    goals = [space for space in LABYRINTHS if s.alignment[space] > 0 and s.is_passable(space, who)]
    cubes = (*MG_TROOPS, SECURITY)
    origins = [
        space
        for space in LABYRINTHS_AND_PHOBOS
        if s.has(space, cubes) and s.is_passable(space, who) and any(goal != space for goal in goals)
    ]
    origin = yield pick(who, CUBES_FROM, "Move cubes from where?", [*origins, DONE], label="From {it}")
    if origin == DONE:
        return
    others = [goal for goal in goals if goal != origin]
    goal = yield pick(
        who, CUBES_TO, "From {space} to where?", others, label="To {it}", about={"space": origin}
    )
    group = yield from choose_group(s, who, origin, goal, cubes, MOVE_NUMBER, most=6)
    yield from move_group(s, origin, goal, group)


def _terraform(s: Mars, space: int) -> Steps[None]:
    """A CORP Base turns to its Terraforming side."""
    s.flip(space, CORP_BASE, TERRAFORMING)
    yield say("The Base in {space} turns to Terraforming.", space=space)


TERRAFORM = Topic(
    "event_terraform", "18", "One Corporate Base in this Desert turns to its Terraforming side.", "space"
)


@event(26)
def emissions_law_reform(s: Mars, who: int) -> Steps[None]:
    """26 Emissions Law Reform Passed, unshaded. One Profit for each Corporate Base in a Desert. Then flip up to two
    Corporate Bases in Deserts to their Terraforming side.
    """
    yield from earn(s, CORPORATIONS, sum(s.count(space, CORP_BASES) for space in DESERTS))
    for _ in range(2):  # Deserts only (ruling 27)
        able = [space for space in open_spaces(s, who, DESERTS) if s.at(space, CORP_BASE)]
        space = yield pick(
            who, TERRAFORM, "Flip a Base to Terraforming?", [*able, DONE], label="Flip in {it}"
        )
        if space == DONE:
            return
        yield from _terraform(s, space)


STRIKE_STATION = Topic(
    "event_strike",
    "18",
    "Your Rebels move to this Terraforming Base and remove one Corporate piece for each Rebel there.",
    "space",
)
STRIKE_FROM = Topic("event_move_from", "18", "The Rebels that strike come from this space.", "space")
STATION_LOSS = Topic("event_remove", "18", "This Corporate piece is removed and becomes a Casualty.", "piece")
STATION_LOSSES = Topic(
    "event_remove_number",
    "18",
    "This many of the only Corporate kind that can be removed become Casualties.",
    "number",
)


@event(26, SHADED)
def emissions_law_reform_shaded(s: Mars, who: int) -> Steps[None]:
    """26 Emissions Law Reform Passed, shaded. Red Dust may March, or the Reclaimers Travel, free from one space to one
    other space with a Terraforming Base. If any piece moved, all Rebels there turn Active, and as many
    Corporate forces are removed as there are Rebels, Bases last.
    """

    def stations(faction: int) -> list[Any]:
        return [space for space in DESERTS if s.at(space, TERRAFORMING) and ways_to(s, faction, space)]

    faction = yield from named_able(who, REBEL_FACTIONS, lambda it: bool(stations(it)))
    if faction is None:
        return
    goal = yield pick(
        faction,
        STRIKE_STATION,
        "Strike at which Terraforming Base?",
        lambda: [*stations(faction), DONE],
        label="Move to {it}",
    )
    if goal == DONE:
        return
    origin = yield pick(
        faction,
        STRIKE_FROM,
        "Move to {space} from where?",
        lambda: ways_to(s, faction, goal),
        label="From {it}",
        about={"space": goal},
    )
    yield from come(s, faction, goal, origin)
    if s.is_open(goal, faction):
        yield from activate_all(s, goal)
        n = s.count(goal, REBELS)
        yield from remove_forces(
            s, faction, goal, n, CORP_FORCES, STATION_LOSS, STATION_LOSSES, protectors=CORP_BASES_LAST
        )


@event(27)
def green_mars_campaign(s: Mars, who: int) -> Steps[None]:
    """27 Green Mars Campaign, unshaded. Flip up to one Corporate Base in each Unpopulated Desert to its Terraforming
    side.
    """

    def able() -> list[int]:
        deserts = open_spaces(s, who, DESERTS)
        return [space for space in deserts if not s.population(space) and s.at(space, CORP_BASE)]

    chosen = yield from choose_spaces(
        who,
        len(DESERTS),
        able,
        "Flip a Base to Terraforming?",
        TERRAFORM,
        "Flip in {it}",
        up_to=True,
    )
    for space in chosen:
        yield from _terraform(s, space)


@event(27, SHADED)
def green_mars_campaign_shaded(s: Mars, who: int) -> Steps[None]:
    """27 Green Mars Campaign, shaded. Remove all Supply from Earth. Red Dust may draw a Campaign card and play it."""
    if s.supply_on_earth:
        yield say("Supply lost on Earth: {n:number}.", n=s.supply_on_earth)
        s.supply_on_earth = 0
    yield from may_play_campaign(s)


ADD_OR_REMOVE = Topic(
    "event_displaced",
    "18",
    "Displaced Population rises or falls by up to three markers; next you say how many.",
)
ADD_DISPLACED = Topic(
    "event_displaced_number", "18", "This many markers are added to Displaced Population.", "number"
)
REMOVE_DISPLACED = Topic(
    "event_displaced_number", "18", "This many markers are removed from Displaced Population.", "number"
)


@event(28)
def refugee_crisis(s: Mars, who: int) -> Steps[None]:
    """28 Refugee Crisis, unshaded. MarsGov or the Corporations may House in a Labyrinth. Then add up to three markers
    to Displaced Population, or remove up to three.
    """
    if any(can_house(s, space) for space in LABYRINTHS):
        faction = yield from named(who, COIN_FACTIONS)
        yield from may_house(s, faction, LABYRINTHS)
    ways = [ADD, REMOVE] if s.displaced else [ADD]
    way = yield pick(who, ADD_OR_REMOVE, "Displaced Population: add or remove?", [*ways, DONE])
    if way == DONE:
        return
    topic, most = (ADD_DISPLACED, 3) if way == ADD else (REMOVE_DISPLACED, min(3, s.displaced))
    n = yield amount(who, topic, "How many markers?", most, at_least=1)
    if way == ADD:
        s.displaced += n
        yield say("Displaced Population added: {n:number}.", n=n)
    else:
        s.displaced -= n
        yield say("Displaced Population removed: {n:number}.", n=n)


@event(28, SHADED)
def refugee_crisis_shaded(s: Mars, who: int) -> Steps[None]:
    """28 Refugee Crisis, shaded. Red Dust may House in a space. Then all Displaced Population is removed. For every
    three markers removed, a Labyrinth shifts one level towards Active Opposition.
    """
    yield from may_house(s, RED_DUST, ON_MARS)
    removed, s.displaced = s.displaced, 0
    if removed:
        yield say("Displaced Population removed: {n:number}.", n=removed)
    for _ in range(removed // 3):
        yield from shift_spaces(s, who, 1, LABYRINTHS, -1, "Shift which Labyrinth towards Active Opposition?")


WORKSHOPS = Topic(
    "event_target",
    "18",
    "The Faction you hit loses Resources or Assets and is Ineligible through the next Event Round.",
)


@event(29)
def printing_weapons(s: Mars, who: int) -> Steps[None]:
    """29 Printing Weapons, unshaded. Either Red Dust loses 5 Resources or the Reclaimers discard two Assets at random.
    That Faction is Ineligible through the next Event Round.
    """
    if (yield pick(who, WORKSHOPS, "Whose workshops?", (HIT_RED_DUST, HIT_RECLAIMERS))) == HIT_RED_DUST:
        yield from earn(s, RED_DUST, -5)
        yield from make_ineligible(s, RED_DUST)
        return
    cards = tuple(hand(s))
    if len(cards) > 2:
        cards = yield Draw(cards, 2, topic="event_discard", of="asset")
    for card in cards:
        yield from discard(s, card)
    yield from make_ineligible(s, RECLAIMERS)


RISE_AT = Topic("event_place", "18", "Four Rebels and one Base are placed in this Desert.", "space")


@event(29, SHADED)
def printing_weapons_shaded(s: Mars, who: int) -> Steps[None]:
    """29 Printing Weapons, shaded. Place four Rebels and one Base in a Desert.

    The Base comes as Dug-In or as Conversion Center.
    """
    able = [space for space in open_spaces(s, who, DESERTS) if _can_rise(s, who, space)]
    if not able:
        return
    space = yield pick(who, RISE_AT, "Rebels and a Base in which Desert?", able, label="In {it}")
    yield from place_rebels(s, who, space, 4)
    owner = yield from place_rebel_base(s, who, space)
    if owner == RED_DUST and not s.campaign(1):  # RD1 has dug it in already
        s.flip(space, RD_BASE, DUG_IN)
        yield say("The Base in {space} is Dug-In.", space=space)
    elif owner == RECLAIMERS:
        s.flip(space, CR_BASE, CONVERSION_CENTER)
        yield say("The Base in {space} becomes a Conversion Center.", space=space)


SET_NEUTRAL = Topic(
    "event_neutral",
    "18",
    "Each Desert you choose becomes Neutral, and up to two Rebel forces there are removed.",
    "space",
)
DRIVE_OUT = Topic("event_remove", "18", "This Rebel piece is removed and becomes Available again.", "piece")
DRIVE_OUT_NUMBER = Topic(
    "event_remove_number",
    "18",
    "This many of the only Rebel kind that can be removed become Available again.",
    "number",
)


@event(30)
def homesteaders_revolt(s: Mars, who: int) -> Steps[None]:
    """30 Homesteaders Revolt, unshaded. Set two Deserts to Neutral.

    Then remove up to two Rebel forces from each of them, Bases last.
    """

    def able() -> list[int]:
        deserts = open_spaces(s, who, DESERTS)
        return [space for space in deserts if s.alignment[space] or s.has(space, REBEL_FORCES)]

    chosen = yield from choose_spaces(who, 2, able, "Which Deserts stay out of the war?", SET_NEUTRAL, "{it}")
    for space in chosen:
        s.alignment[space] = NEUTRAL
        yield now_at(s, space)
    for space in chosen:
        yield from remove_forces(
            s, who, space, 2, REBEL_FORCES, DRIVE_OUT, DRIVE_OUT_NUMBER, is_optional=True
        )


REVOLT = Topic(
    "event_revolt",
    "18",
    "Each Desert you choose shifts towards Active Opposition, then gets a Rebel and a Base.",
    "space",
)


@event(30, SHADED)
def homesteaders_revolt_shaded(s: Mars, who: int) -> Steps[None]:
    """30 Homesteaders Revolt, shaded. Shift three Deserts one level towards Active Opposition.

    Then place a Rebel and a Base in each of them.
    """

    def able() -> list[int]:
        deserts = open_spaces(s, who, DESERTS)
        return [space for space in deserts if can_shift(s, space, -1) or _can_rise(s, who, space)]

    chosen = yield from choose_spaces(who, 3, able, "Which Deserts revolt?", REVOLT)
    for space in chosen:
        yield from shift_space(s, space, -1)
    for space in chosen:
        yield from place_rebel(s, who, space)
        yield from place_rebel_base(s, who, space)


def _can_rise(s: Mars, who: int, space: int) -> bool:
    """Whether a Rebel or a Base could be placed in a space."""
    return bool(rebel_owners(s, who, space)) or any(
        can_place_base(s, owner, space) for owner in REBEL_FACTIONS
    )


END_CAMPAIGN = Topic(
    "event_end_campaign", "18", "This Campaign card has no effect any more and leaves the game.", "campaign"
)


@event(31)
def martian_nationalism(s: Mars, who: int) -> Steps[None]:
    """31 Martian Nationalism, unshaded. Place four EarthGov Troops on Phobos. Then one active Campaign card leaves the
    game.
    """
    placed = s.place(EG_TROOP, PHOBOS, 4)
    if placed:
        yield say("{piece} ×{n:number} placed on {space}.", n=placed, piece=EG_TROOP, space=PHOBOS)
    active = s.campaigns.zones[ACTIVE]
    if active:
        card = yield pick(who, END_CAMPAIGN, "Which Campaign ends?", active[:], label="End {it}")
        yield from end_campaign(s, card)


REBEL_TO = Topic("event_place", "18", "One Rebel is placed in this space; you choose whose.", "space")


@event(31, SHADED)
def martian_nationalism_shaded(s: Mars, who: int) -> Steps[None]:
    """31 Martian Nationalism, shaded. Place three Rebels in any Populated spaces. Red Dust gains 6 Resources."""
    for left in (3, 2, 1):
        able = [
            space
            for space in open_spaces(s, who, ON_MARS)
            if s.population(space) and rebel_owners(s, who, space)
        ]
        if not able:
            break
        space = yield pick(
            who, REBEL_TO, "A Rebel in which space? {left:number} to place.", able, about={"left": left}
        )
        yield from place_rebel(s, who, space)
    yield from earn(s, RED_DUST, 6)


REBEL_SIDE = Topic(
    "event_place",
    "18",
    "Rebels and Opposition come to this Labyrinth, Troops and Support to the other.",
    "space",
)
FREE_ATTACK = Topic(
    "free_attack", "18", "Two dice decide what your Rebels there remove; Done forgoes the Attack.", "space"
)


@event(32)
def shepard_tereshkova(s: Mars, who: int) -> Steps[None]:
    """32 Shepard-Tereshkova. Place two Rebels in one of the two, then two MarsGov Troops in the other. The first
    shifts two levels towards Active Opposition, the other two towards Active Support. The executing Faction may
    make a free Assault (COIN) or a free Attack (Rebels) in one of them.
    """
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
        space = yield pick(who, FREE_ATTACK, "Free Attack?", [*able, DONE], label="Attack in {it}")
        if space != DONE:
            yield from free_operation(s, who, Op.ATTACK, only=(space,), most=1)


@event(33)
def red_dahlia(s: Mars, who: int) -> Steps[None]:
    """33 The Red Dahlia, unshaded. All Red Dust Rebels turn Active."""
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
    """33 The Red Dahlia, shaded. Red Dust may make free Ambushes in any number of Labyrinths. Then all Red Dust Rebels
    in the Labyrinths of the Ambushes turn Active.
    """
    ambushed: list[int] = []
    while True:
        able = [space for space in LABYRINTHS if space not in ambushed and can_ambush(s, RED_DUST, space)]
        space = yield pick(RED_DUST, FREE_AMBUSH, "A free Ambush?", [*able, DONE], label="Ambush in {it}")
        if space == DONE:
            break
        ambushed.append(space)
        yield from free_ambush(s, RED_DUST, space)
    for space in ambushed:
        yield from activate_all(s, space, (RD_REBEL,))


PATROL_FROM = Topic("event_move_from", "18", "Up to three of your units leave this space together.", "space")
PATROL_TO = Topic(
    "event_move_to",
    "18",
    "The patrol ends in this Desert, where you may carry out a free Operation.",
    "space",
)
PATROL_OPERATION = Topic("event_operation", "18", "You carry out this Operation in the Desert at no cost.")


@event(34)
def long_range_patrols(s: Mars, who: int) -> Steps[None]:
    """34 Long Range Patrols. The executing Faction may move up to three of its units together, from a space
    of Mars through one to three Deserts, each adjacent to the one before.

    Then it may carry out a free Operation in the last Desert, but no Recon and no March.
    """
    kinds = own_units(s, who) if who in COIN_FACTIONS else REBELS_OF[who]
    origins = [space for space in ON_MARS if s.has(space, kinds) and patrol_reach(s, who, space)]
    origin = yield pick(who, PATROL_FROM, "Send a patrol from where?", [*origins, DONE], label="From {it}")
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
    group = yield from choose_group(s, who, origin, goal, kinds, MOVE_NUMBER, most=3)
    yield from move_group(s, origin, goal, group)
    able = [op for op in PATROL_OPERATIONS[who] if can_operate(s, who, op, free=True, only=(goal,), most=1)]
    op = yield pick(
        who, PATROL_OPERATION, "A free Operation in {space}?", [*able, DONE], about={"space": goal}
    )
    if op != DONE:
        yield from free_operation(s, who, op, only=(goal,), most=1)


@event(35)
def tombs_of_mars(s: Mars, who: int) -> Steps[None]:
    """35 The Tombs of Mars, unshaded. MarsGov or the Corporations may House in a space. Then it may shift up to two
    Deserts with Population markers one level towards Active Support.
    """

    def settled() -> list[int]:
        return [space for space in DESERTS if s.housed[space]]

    if not settled() and not any(can_house(s, space) for space in ON_MARS):
        return
    faction = yield from named(who, COIN_FACTIONS)
    yield from may_house(s, faction, ON_MARS)
    yield from shift_spaces(
        s, faction, 2, settled(), 1, "Shift which Deserts towards Active Support?", up_to=True
    )


SETTLE_AT = Topic("event_settle", "18", "You House or place a Base in this Desert, or do both.", "space")
SETTLE_HOW = Topic(
    "event_settle_way",
    "18",
    "Housing turns a Displaced marker into Population; a Base counts towards your victory.",
)


@event(35, SHADED)
def tombs_of_mars_shaded(s: Mars, who: int) -> Steps[None]:
    """35 The Tombs of Mars, shaded. Red Dust may House in a Desert and place a Base there, or do one of the two. Red
    Dust gains 4 Resources.
    """
    able = [space for space in open_spaces(s, RED_DUST, DESERTS) if _tomb_ways(s, space)]
    space = yield pick(RED_DUST, SETTLE_AT, "Settle in which Desert?", [*able, DONE], label="In {it}")
    if space != DONE:
        way = yield pick(
            RED_DUST, SETTLE_HOW, "What in {space}?", _tomb_ways(s, space), about={"space": space}
        )
        if way != BASE:
            yield from house(s, RED_DUST, space)
        if way != HOUSE:
            yield from place_base(s, RED_DUST, space)
    yield from earn(s, RED_DUST, 4)


def _tomb_ways(s: Mars, space: int) -> list[Word]:
    """35 What Red Dust can do in a Desert: House, place a Base, or both."""
    has_homes, has_room = can_house(s, space), can_place_base(s, RED_DUST, space)
    if has_homes and has_room:
        return [BOTH, HOUSE, BASE]
    return [HOUSE] if has_homes else [BASE] if has_room else []


OUTPOST_FOUND = Topic(
    "event_outpost",
    "18",
    "COIN units may move to this Desert and then make a free Recon and a free Assault there.",
    "space",
)
FREE_RECON = Topic(
    "free_recon", "18", "If you agree, your units may find and Activate Rebels there before the Assault."
)


@event(36)
def outpost_discovery(s: Mars, who: int) -> Steps[None]:
    """36 Outpost Discovery, unshaded. Move any COIN units on Mars to a Desert with a Rebel Base. Then MarsGov or the
    Corporations may make a free Recon in that Desert and after it a free Assault there.
    """
    able = [space for space in open_spaces(s, who, DESERTS) if s.has(space, REBEL_BASES)]
    if not able:
        return
    goal = yield pick(who, OUTPOST_FOUND, "Which outpost is found?", able, label="In {it}")
    yield from move_in(s, who, goal, 99, COIN_UNITS, ON_MARS)
    here = (goal,)
    faction = yield from named_able(
        who,
        COIN_FACTIONS,
        lambda it: any(can_operate(s, it, op, free=True, only=here, most=1) for op in (Op.RECON, Op.ASSAULT)),
    )
    if faction is None:
        return
    if can_operate(s, faction, Op.RECON, free=True, only=here, most=1) and (
        yield yes_no(faction, FREE_RECON, "Free Recon in {space}?", about={"space": goal})
    ):
        yield from free_operation(s, faction, Op.RECON, only=here, most=1)
    yield from may_assault(s, faction, here)


LURE_TO = Topic(
    "event_outpost",
    "18",
    "Up to six COIN units move to this Desert, and then the Base there may slip away.",
    "space",
)
ESCAPE_TO = Topic(
    "event_move_to", "18", "The Base, with any of your Rebels beside it, moves to this Desert.", "space"
)
ESCAPE_BASE = Topic(
    "event_base_kind", "18", "This Base moves to the new Desert and turns to its basic side.", "piece"
)


@event(36, SHADED)
def outpost_discovery_shaded(s: Mars, who: int) -> Steps[None]:
    """36 Outpost Discovery, shaded. Red Dust or the Reclaimers may move up to six COIN units on Mars to a Desert with
    one of its Bases. Then it may move that Base, with any of its Rebels there, to an adjacent Desert.
    """
    faction = yield from named_able(who, REBEL_FACTIONS, lambda it: bool(_outposts(s, it)))
    if faction is None:
        return
    outpost = yield pick(
        faction, LURE_TO, "Lure them to which Base?", [*_outposts(s, faction), DONE], label="In {it}"
    )
    if outpost == DONE:
        return
    yield from move_in(s, faction, outpost, 6, COIN_UNITS, ON_MARS)
    goals = [space for space in next_deserts(s, faction, outpost) if s.room(space, faction) > 0]
    goal = yield pick(
        faction, ESCAPE_TO, "The Base leaves {space} for where?", [*goals, DONE], about={"space": outpost}
    )
    if goal == DONE:
        return
    bases = [kind for kind in BASES_OF[faction] if s.at(outpost, kind)]
    base = yield pick(faction, ESCAPE_BASE, "Which Base leaves {space}?", bases, about={"space": outpost})
    yield from move_base(s, base, outpost, goal)
    group = yield from choose_group(s, faction, outpost, goal, REBELS_OF[faction], MOVE_NUMBER, least=0)
    yield from move_group(s, outpost, goal, group)


def _outposts(s: Mars, faction: int) -> list[Any]:
    """36 Deserts with a Base of a Rebel Faction that an Event may touch."""
    return [space for space in open_spaces(s, faction, DESERTS) if s.has(space, BASES_OF[faction])]
