"""18 Event cards 25 to 30. What the cards say stands in `events.toml` of the pack."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Draw, Steps, Word, say
from sandtable.engine.asking import Topic, amount, pick

from ...printed.map import CORPORATIONS, ON_MARS, RECLAIMERS, RED_DUST
from ...printed.pieces import (
    CONVERSION_CENTER,
    CORP_BASE,
    CORP_BASES,
    CORP_FORCES,
    CORP_UNITS,
    CR_BASE,
    DUG_IN,
    MG_TROOPS,
    RD_BASE,
    REBEL_FORCES,
    REBELS,
    SECURITY,
    TERRAFORMING,
)
from ...rules.alignment import NEUTRAL, can_shift, now_at
from ...rules.choose_spaces import done
from ...rules.group_moves import move_group
from ...rules.operations.run import can_operate
from ...rules.placing import can_place_base, remove_forces
from ...rules.population import can_house
from ...rules.resources import discard, hand, lose_assets
from ...state import Mars, Op
from .factions import (
    COIN_FACTIONS,
    REBEL_FACTIONS,
    earn,
    make_ineligible,
    may_play_campaign,
    named,
    named_able,
)
from .free_operations import come, may_assault, ways_to
from .moves import choose_movers
from .pieces import activate_all, place_rebel, place_rebel_base, place_rebels, rebel_owners
from .spaces import choose_spaces, may_house, open_spaces, shift_space, shift_to_opposition
from .table import SHADED, event

ADD, REMOVE = Word("add", "Add markers"), Word("remove", "Remove markers")
HIT_RED_DUST = Word("red_dust", "Red Dust loses 5 Resources")
HIT_RECLAIMERS = Word("reclaimers", "Reclaimers discard two Assets at random")
#: 8.4 Non-players have no Resources, and a Total instead of a hand.
HIT_POOR_RED_DUST = Word("red_dust", "Red Dust", says="It has no Resources to lose.")
HIT_ASSET_TOTAL = Word("reclaimers", "Reclaimers", says="Their Asset Total falls by 2.")
#: 26 A CORP Base goes only after all other CORP forces; MG and EG units protect nothing.
CORP_BASES_LAST = dict.fromkeys(CORP_BASES, CORP_UNITS)


@event(25)
def nano_surveillance_drones(s: Mars, who: int) -> Steps[None]:
    """25 Nano Surveillance Drones, unshaded."""
    watched = [space for space in open_spaces(s, who, ON_MARS) if s.has(space, CORP_BASES)]
    for space in watched:
        yield from activate_all(s, space)
    if not watched:
        return
    faction = yield from named_able(
        s, who, COIN_FACTIONS, lambda it: can_operate(s, it, Op.ASSAULT, free=True, only=tuple(watched))
    )
    if faction is not None:
        yield from may_assault(s, faction, watched)


MOVE_NO_CUBES = done("Move no cubes")
TURN_NO_MORE = done("Turn no more Bases")
NEITHER = done("Neither")
SIX_CUBES_FROM = Topic(
    "event_six_cubes_from", "18", "Up to six MarsGov Troops or Security leave this Labyrinth.", "space"
)
SIX_CUBES_TO = Topic(
    "event_six_cubes_to",
    "18",
    "The cubes move to this Labyrinth; next you say how many of each kind.",
    "space",
)


@event(25, SHADED)
def nano_surveillance_drones_shaded(s: Mars, who: int) -> Steps[None]:
    """25 Nano Surveillance Drones, shaded."""
    goals = [space for space in s.box.labyrinths if s.alignment[space] > 0 and s.is_passable(space, who)]
    cubes = (*MG_TROOPS, SECURITY)
    origins = [
        space
        for space in s.box.labyrinths_and_phobos
        if s.has(space, cubes) and s.is_passable(space, who) and any(goal != space for goal in goals)
    ]
    origin = yield pick(
        who,
        SIX_CUBES_FROM,
        "Move cubes from where?",
        [*origins, DONE],
        label="From {it}",
        done_as=MOVE_NO_CUBES,
    )
    if origin == DONE:
        return
    others = [goal for goal in goals if goal != origin]
    goal = yield pick(
        who, SIX_CUBES_TO, "From {space} to where?", others, label="To {it}", about={"space": origin}
    )
    group = yield from choose_movers(s, who, origin, goal, cubes, most=6)
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
    """26 Emissions Law Reform Passed, unshaded."""
    yield from earn(s, CORPORATIONS, sum(s.count(space, CORP_BASES) for space in s.box.deserts))
    for left in (2, 1):  # Deserts only (ruling 27)
        able = [space for space in open_spaces(s, who, s.box.deserts) if s.at(space, CORP_BASE)]
        space = yield pick(
            who,
            TERRAFORM,
            "Turn which Base to Terraforming? Up to {left:number}.",
            [*able, DONE],
            label="In {it}",
            about={"left": left},
            done_as=TURN_NO_MORE,
        )
        if space == DONE:
            return
        yield from _terraform(s, space)


NO_STRIKE = done("Strike nowhere")
STRIKE_STATION = Topic(
    "event_strike_station",
    "18",
    "Your Rebels move to this Terraforming Base and remove one Corporate piece for each Rebel there.",
    "space",
)
STRIKE_FROM = Topic("event_strike_from", "18", "The Rebels that strike come from this space.", "space")
STATION_LOSS = Topic(
    "event_station_loss",
    "18",
    "These Corporate pieces are removed and become Casualties.",
    ("piece", "number"),
)


@event(26, SHADED)
def emissions_law_reform_shaded(s: Mars, who: int) -> Steps[None]:
    """26 Emissions Law Reform Passed, shaded."""

    def stations(faction: int) -> list[Any]:
        return [space for space in s.box.deserts if s.at(space, TERRAFORMING) and ways_to(s, faction, space)]

    faction = yield from named_able(s, who, REBEL_FACTIONS, lambda it: bool(stations(it)))
    if faction is None:
        return
    goal = yield pick(
        faction,
        STRIKE_STATION,
        "Strike at which Terraforming Base?",
        lambda: [*stations(faction), DONE],
        label="Strike in {it}",
        done_as=NO_STRIKE,
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
        yield from remove_forces(s, faction, goal, n, CORP_FORCES, STATION_LOSS, protectors=CORP_BASES_LAST)


@event(27)
def green_mars_campaign(s: Mars, who: int) -> Steps[None]:
    """27 Green Mars Campaign, unshaded."""

    def able() -> list[int]:
        deserts = open_spaces(s, who, s.box.deserts)
        return [space for space in deserts if not s.population(space) and s.at(space, CORP_BASE)]

    chosen = yield from choose_spaces(
        who,
        len(s.box.deserts),
        able,
        "Turn which Bases to Terraforming?",
        TERRAFORM,
        "In {it}",
        up_to=True,
    )
    for space in chosen:
        yield from _terraform(s, space)


@event(27, SHADED)
def green_mars_campaign_shaded(s: Mars, who: int) -> Steps[None]:
    """27 Green Mars Campaign, shaded."""
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
    "event_add_displaced_number", "18", "This many markers are added to Displaced Population.", "number"
)
REMOVE_DISPLACED = Topic(
    "event_remove_displaced_number",
    "18",
    "This many markers are removed from Displaced Population.",
    "number",
)


@event(28)
def refugee_crisis(s: Mars, who: int) -> Steps[None]:
    """28 Refugee Crisis, unshaded."""
    if any(can_house(s, space) for space in s.box.labyrinths):
        faction = yield from named(s, who, COIN_FACTIONS)
        yield from may_house(s, faction, s.box.labyrinths)
    ways = [ADD, REMOVE] if s.displaced else [ADD]
    way = yield pick(
        who, ADD_OR_REMOVE, "Add Displaced Population, or remove it?", [*ways, DONE], done_as=NEITHER
    )
    if way == DONE:
        return
    topic, most = (ADD_DISPLACED, 3) if way == ADD else (REMOVE_DISPLACED, min(3, s.displaced))
    n = yield amount(
        who, topic, "Add how many markers?" if way == ADD else "Remove how many markers?", most, at_least=1
    )
    if way == ADD:
        s.displaced += n
        yield say("Displaced Population added: {n:number}.", n=n)
    else:
        s.displaced -= n
        yield say("Displaced Population removed: {n:number}.", n=n)


@event(28, SHADED)
def refugee_crisis_shaded(s: Mars, who: int) -> Steps[None]:
    """28 Refugee Crisis, shaded."""
    yield from may_house(s, RED_DUST, ON_MARS)
    removed, s.displaced = s.displaced, 0
    if removed:
        yield say("Displaced Population removed: {n:number}.", n=removed)
    for _ in range(removed // 3):
        yield from shift_to_opposition(
            s, who, 1, s.box.labyrinths, "Shift which Labyrinth towards Active Opposition?"
        )


WORKSHOPS = Topic(
    "event_target",
    "18",
    "The Faction you hit loses what the card says, and is Ineligible through the next Event Round.",
)


@event(29)
def printing_weapons(s: Mars, who: int) -> Steps[None]:
    """29 Printing Weapons, unshaded."""
    able = (
        HIT_POOR_RED_DUST if s.is_nonplayer(RED_DUST) else HIT_RED_DUST,
        HIT_ASSET_TOTAL if s.is_nonplayer(RECLAIMERS) else HIT_RECLAIMERS,
    )
    hit = yield pick(who, WORKSHOPS, "Whose workshops are raided?", able)
    if hit == able[0]:
        yield from earn(s, RED_DUST, -5)
        yield from make_ineligible(s, RED_DUST)
        return
    if s.is_nonplayer(RECLAIMERS):
        yield from lose_assets(s, 2)
    cards = tuple(hand(s))
    if len(cards) > 2:
        cards = yield Draw(cards, 2, topic="event_discard", of="asset")
    for card in cards:
        yield from discard(s, card)
    yield from make_ineligible(s, RECLAIMERS)


RISE_AT = Topic("event_rise_at", "18", "Four Rebels and one Base are placed in this Desert.", "space")


@event(29, SHADED)
def printing_weapons_shaded(s: Mars, who: int) -> Steps[None]:
    """29 Printing Weapons, shaded."""
    able = [space for space in open_spaces(s, who, s.box.deserts) if _can_rise(s, who, space)]
    if not able:
        return
    space = yield pick(who, RISE_AT, "Place Rebels and a Base in which Desert?", able, label="In {it}")
    yield from place_rebels(s, who, space, 4)
    dug_in = s.at(space, DUG_IN)
    owner = yield from place_rebel_base(s, who, space)
    if owner == RED_DUST and s.at(space, DUG_IN) == dug_in:  # a Campaign card may have dug it in already
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
DRIVE_OUT = Topic(
    "event_drive_out", "18", "These Rebel pieces are removed and become Available again.", ("piece", "number")
)


@event(30)
def homesteaders_revolt(s: Mars, who: int) -> Steps[None]:
    """30 Homesteaders Revolt, unshaded."""

    def able() -> list[int]:
        deserts = open_spaces(s, who, s.box.deserts)
        return [space for space in deserts if s.alignment[space] or s.has(space, REBEL_FORCES)]

    chosen = yield from choose_spaces(who, 2, able, "Which Deserts become Neutral?", SET_NEUTRAL, "{it}")
    for space in chosen:
        s.alignment[space] = NEUTRAL
        yield now_at(s, space)
    for space in chosen:
        yield from remove_forces(s, who, space, 2, REBEL_FORCES, DRIVE_OUT, is_optional=True)


REVOLT = Topic(
    "event_revolt",
    "18",
    "Each Desert you choose shifts towards Active Opposition, then gets a Rebel and a Base.",
    "space",
)


@event(30, SHADED)
def homesteaders_revolt_shaded(s: Mars, who: int) -> Steps[None]:
    """30 Homesteaders Revolt, shaded."""

    def able() -> list[int]:
        deserts = open_spaces(s, who, s.box.deserts)
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
