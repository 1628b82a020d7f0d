"""18 Event cards 1 to 12. The sentences after the title in a docstring are what players read as the text of the card."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, Word, say
from sandtable.engine.asking import Topic, amount, pick

from ...printed.map import (
    AVAILABLE,
    CASUALTIES,
    COIN,
    CORPORATIONS,
    EARTH,
    EDGE_TRACK,
    LABYRINTHS,
    MARS_GOV,
    NOBODY,
    ON_MARS,
    ORBIT,
    PHOBOS,
    RED_DUST,
    SPACES,
    TENZING,
    TRANSIT,
)
from ...printed.pieces import (
    ALL_SPECOPS,
    COIN_BASES,
    EG_TROOP,
    ENEMIES_OF,
    FORCES_OF,
    MG_TROOP,
    MG_TROOPS,
    RD_REBEL,
    REBEL_BASES,
    REBEL_FORCES,
    REBELS_OF,
    SATELLITE,
    SECURITY,
)
from ...rules.alignment import NEUTRAL, can_shift, now_at
from ...rules.choose_spaces import one_more
from ...rules.earthgov import POPULATION, event_cycler, place_on_earth, shift_confidence
from ...rules.group_moves import choose_group, has_unmoved, mark_moved, move_all, move_group, unmoved
from ...rules.operations.attack import free_attack
from ...rules.operations.run import can_operate
from ...rules.placing import place_units, placeable
from ...rules.resources import draw_assets
from ...rules.special_activities.exploit import exploit_in, may_exploit
from ...state import Mars, Op
from .vocabulary import (
    ALL_HIDDEN,
    LABYRINTHS_AND_PHOBOS,
    MOVE_NUMBER,
    REBEL_FACTIONS,
    SHADED,
    activate_all,
    can_ambush,
    choose_pieces,
    choose_spaces,
    earn,
    event,
    free_ambush,
    hide_all,
    make_ineligible,
    may_assault,
    may_house,
    named_able,
    open_spaces,
    place_rebels,
    rebels_at_hand,
    remove_all,
    shift_space,
    shift_spaces,
    supply_to_earth,
)

FOUR_SUPPLY, FOUR_TROOPS = Word("supply", "4 Supply"), Word("troops", "4 EarthGov Troops")
TRANSFER = Word("transfer", "Resources from MarsGov to Red Dust")
NO_SUPPLY = Word("remove_supply", "Remove all Supply from Transit")
MG_OR_CORP_CUBES = (*MG_TROOPS, SECURITY)


@event(1)
def a_green_new_deal(s: Mars, who: int) -> Steps[None]:
    """1 A Green New Deal, unshaded. Remove all Damage from spaces with COIN Control, for 1 Profit each. Displaced
    Population stays. Shift up to 2 of these spaces 1 level each towards Active Support.
    """
    cleared = [
        space for space in open_spaces(s, who, ON_MARS) if s.control[space] == COIN and s.damage[space]
    ]
    removed = 0
    for space in cleared:
        removed += s.damage[space]
        s.damage[space] = 0
        yield say("All Damage in {space} is removed.", space=space)
    yield from earn(s, CORPORATIONS, removed)
    yield from shift_spaces(s, who, 2, cleared, 1, "Shift which towards Active Support?", up_to=True)


@event(1, SHADED)
def a_green_new_deal_shaded(s: Mars, who: int) -> Steps[None]:
    """1 A Green New Deal, shaded. The Corporations lose 5 Profits, MarsGov loses 9 Resources."""
    yield from earn(s, CORPORATIONS, -5)
    yield from earn(s, MARS_GOV, -9)


ON_EARTH = Topic(
    "event_on_earth",
    "18",
    "What you place on Earth can be sent when the Aldrin Cycler runs right afterwards.",
)


@event(2)
def earthgov_declares_emergency(s: Mars, who: int) -> Steps[None]:
    """2 EarthGov Declares Emergency, unshaded. Place 4 Supply or 4 EarthGov Troops on Earth, then run the Aldrin Cycler
    as in a Flashpoint Round: the EarthGov Controller chooses what is sent. Without a Controller nothing leaves Earth.
    """
    ways = (FOUR_SUPPLY, FOUR_TROOPS) if s.available(EG_TROOP) else (FOUR_SUPPLY,)
    if (yield pick(who, ON_EARTH, "Place what on Earth?", ways)) == FOUR_SUPPLY:
        yield from supply_to_earth(s, 4)
    else:
        yield from place_on_earth(s, EG_TROOP, 4)
    yield from event_cycler(s)


@event(2, SHADED)
def earthgov_declares_emergency_shaded(s: Mars, who: int) -> Steps[None]:
    """2 EarthGov Declares Emergency, shaded. The Corporations lose 5 Profits."""
    yield from earn(s, CORPORATIONS, -5)


REMOVE_BASES = Topic(
    "event_remove_bases", "18", "The Bases become Available again, even with Rebels beside them.", "space"
)


@event(3)
def terran_loyalties_tested(s: Mars, who: int) -> Steps[None]:
    """3 Terran Loyalties Tested, unshaded. Remove all Rebel Bases from 2 spaces with EarthGov Troops, even with Rebels
    beside them.
    """

    def able() -> list[int]:
        return [
            space
            for space in open_spaces(s, who, ON_MARS)
            if s.at(space, EG_TROOP) and s.has(space, REBEL_BASES)
        ]

    chosen = yield from choose_spaces(who, 2, able, "Remove all Rebel Bases where?", REMOVE_BASES)
    for space in chosen:
        yield from remove_all(s, space, REBEL_BASES)


EXPLOIT_AT = Topic(
    "event_exploit",
    "18",
    "You gain Profits for the Population of the space, which shifts towards Neutral.",
    "space",
)


@event(3, SHADED)
def terran_loyalties_tested_shaded(s: Mars, who: int) -> Steps[None]:
    """3 Terran Loyalties Tested, shaded. The Corporations may Exploit in a space with Support, a Corporate Base and no
    Damage, even if MarsGov has more forces there.
    """
    able: list[Any] = [
        space
        for space in ON_MARS
        if s.alignment[space] > NEUTRAL and may_exploit(s, space, even_if_outnumbered=True)
    ]
    if not able:
        return
    space = yield pick(CORPORATIONS, EXPLOIT_AT, "Exploit where?", [*able, DONE], label="Exploit {it}")
    if space != DONE:
        yield from exploit_in(s, space)


EARTHGOV_TO = Topic(
    "event_place", "18", "EarthGov Troops are placed in this Labyrinth; next you say how many.", "space"
)
EARTHGOV_NUMBER = Topic(
    "event_place_number",
    "18",
    "This many EarthGov Troops are placed here; what is left of the 8 may go elsewhere.",
    "number",
)


@event(4)
def usss_challenger(s: Mars, who: int) -> Steps[None]:
    """4 USSS Challenger, unshaded. Place up to 8 EarthGov Troops in any Labyrinths without Rebel forces, Phobos
    included; on Phobos only while there is no EarthGov Controller.
    """
    places = (PHOBOS,) if s.controller() == NOBODY else LABYRINTHS_AND_PHOBOS
    able = [space for space in places if not s.has(space, REBEL_FORCES)]
    chosen: list[int] = []
    left = min(8, s.available(EG_TROOP))
    while left:
        space = yield from one_more(
            who, chosen, len(able), lambda: able, "Place EarthGov Troops where?", EARTHGOV_TO, least=0
        )
        if space is None:
            return
        n = yield amount(
            who,
            EARTHGOV_NUMBER,
            "Place how many EarthGov Troops in {space}?",
            left,
            at_least=1,
            about={"space": space},
        )
        left -= s.place(EG_TROOP, space, n)
        yield say("{piece} ×{n:number} placed in {space}.", n=n, piece=EG_TROOP, space=space)


WITHDRAW = Topic(
    "event_withdraw",
    "18",
    "All EarthGov Troops in this space, and those on Phobos, become Available.",
    "space",
)


@event(4, SHADED)
def usss_challenger_shaded(s: Mars, who: int) -> Steps[None]:
    """4 USSS Challenger, shaded. All EarthGov Troops on Phobos and in 1 space on Mars become Available."""

    def able() -> list[int]:
        return [space for space in open_spaces(s, who, ON_MARS) if s.at(space, EG_TROOP)]

    chosen = yield from choose_spaces(who, 1, able, "EarthGov Troops leave which space?", WITHDRAW)
    for space in (PHOBOS, *chosen):
        yield from move_all(s, EG_TROOP, space, AVAILABLE)


@event(5)
def satellite_network_updated(s: Mars, who: int) -> Steps[None]:
    """5 Satellite Network Updated, unshaded. Confidence rises one level for each Satellite in Orbit. Then all
    Satellites go to Orbit: from Mars, Earth, Transit and Casualties.
    """
    if s.satellites_in_orbit():
        yield from shift_confidence(s, s.satellites_in_orbit())
    for place in (*open_spaces(s, who, ON_MARS), TRANSIT, EARTH, CASUALTIES):
        yield from move_all(s, SATELLITE, place, ORBIT)


ATTACK_AT = Topic(
    "event_attack", "18", "You make a free Attack in this space; others with a Satellite may follow.", "space"
)


@event(5, SHADED)
def satellite_network_updated_shaded(s: Mars, who: int) -> Steps[None]:
    """5 Satellite Network Updated, shaded. Red Dust or the Reclaimers may make a free Attack in each space with a
    Satellite and their Rebels.
    """

    def targets(rebels: int) -> list[int]:
        return [
            space
            for space in open_spaces(s, rebels, ON_MARS)
            if s.at(space, SATELLITE) and s.has(space, REBELS_OF[rebels])
        ]

    rebels = yield from named_able(who, REBEL_FACTIONS, lambda faction: bool(targets(faction)))
    if rebels is None:
        return
    chosen: list[int] = []
    while True:
        space = yield from one_more(
            rebels,
            chosen,
            len(ON_MARS),
            lambda: targets(rebels),
            "Free Attack where?",
            ATTACK_AT,
            "Attack in {it}",
            least=0,
        )
        if space is None:
            return
        yield from free_attack(s, rebels, space)


@event(6)
def the_aldrin_cycler(s: Mars, who: int) -> Steps[None]:
    """6 The Aldrin Cycler, unshaded. Place 3 Supply on Earth, then run the Aldrin Cycler as in a Flashpoint Round: the
    EarthGov Controller chooses what is sent. Without a Controller nothing leaves Earth.
    """
    yield from supply_to_earth(s, 3)
    yield from event_cycler(s)


REDIRECT = Topic(
    "event_redirect", "18", "Either Red Dust takes Resources from MarsGov or all Supply in Transit is lost."
)
TRANSFER_NUMBER = Topic(
    "event_transfer", "18", "MarsGov has this much less to spend, and Red Dust this much more.", "number"
)


@event(6, SHADED)
def the_aldrin_cycler_shaded(s: Mars, who: int) -> Steps[None]:
    """6 The Aldrin Cycler, shaded. Either up to 6 Resources of MarsGov go to Red Dust, or all Supply in Transit is
    removed.
    """
    ways = (TRANSFER, NO_SUPPLY) if s.supply_in_transit else (TRANSFER,)
    if (yield pick(who, REDIRECT, "Which is it to be?", ways)) == NO_SUPPLY:
        yield say("Supply lost in Transit: {n:number}.", n=s.supply_in_transit)
        s.supply_in_transit = 0
        return
    most = min(6, s.resources[MARS_GOV], EDGE_TRACK - s.resources[RED_DUST])
    n = yield amount(who, TRANSFER_NUMBER, "How many Resources go from MarsGov to Red Dust?", most)
    yield from earn(s, MARS_GOV, -n)
    yield from earn(s, RED_DUST, n)


@event(7)
def letters_from_home(s: Mars, who: int) -> Steps[None]:
    """7 Letters From Home, unshaded. Place 2 Population on Earth. Then you may House in a space with Support, if there
    is Displaced Population.
    """
    yield from place_on_earth(s, POPULATION, 2)
    yield from may_house(s, who, [space for space in ON_MARS if s.alignment[space] > NEUTRAL])


TROOPS_LEAVE = Topic(
    "event_remove_where", "18", "MarsGov Troops in this space are removed; next you say how many.", "space"
)
TROOPS_NUMBER = Topic(
    "event_remove_number", "18", "This many MarsGov Troops of the kind are removed from the space.", "number"
)


@event(7, SHADED)
def letters_from_home_shaded(s: Mars, who: int) -> Steps[None]:
    """7 Letters From Home, shaded. Remove up to 6 MarsGov Troops from spaces on Mars without Support."""

    def able() -> list[int]:
        return [
            space
            for space in open_spaces(s, who, ON_MARS)
            if s.alignment[space] <= NEUTRAL and s.has(space, MG_TROOPS)
        ]

    chosen: list[int] = []
    left = 6
    while left:
        space = yield from one_more(
            who, chosen, 6, able, "Remove MarsGov Troops where?", TROOPS_LEAVE, "In {it}", least=0
        )
        if space is None:
            return
        group = yield from choose_pieces(
            s, who, space, MG_TROOPS, left, "Remove how many {piece} in {space}?", TROOPS_NUMBER
        )
        for kind, n in group:
            s.remove(kind, space, n)
            left -= n
            yield say("{piece} ×{n:number} in {space} removed.", n=n, piece=kind, space=space)


@event(8)
def tenzing(s: Mars, who: int) -> Steps[None]:
    """8 Tenzing, unshaded. Shift Tenzing 2 levels towards Active Support and Activate all Rebels there. Then MarsGov may
    make a free Assault there.
    """
    yield from shift_space(s, TENZING, 2)
    yield from activate_all(s, TENZING)
    yield from may_assault(s, MARS_GOV, (TENZING,))


@event(8, SHADED)
def tenzing_shaded(s: Mars, who: int) -> Steps[None]:
    """8 Tenzing, shaded. Tenzing becomes Neutral, Red Dust gains its Population in Resources, and the Reclaimers draw an
    Asset.
    """
    s.alignment[TENZING] = NEUTRAL
    yield now_at(s, TENZING)
    yield from earn(s, RED_DUST, s.population(TENZING))
    yield from draw_assets(s, 1)


@event(9)
def targeting_cyclists(s: Mars, who: int) -> Steps[None]:
    """9 Targeting Cyclists, unshaded. Place 1 Supply on Earth for each Labyrinth without Rebel forces, Phobos included."""
    quiet = [space for space in LABYRINTHS_AND_PHOBOS if not s.has(space, REBEL_FORCES)]
    yield from supply_to_earth(s, len(quiet))


@event(9, SHADED)
def targeting_cyclists_shaded(s: Mars, who: int) -> Steps[None]:
    """9 Targeting Cyclists, shaded. Remove 1 Supply from Earth for each Labyrinth with Rebel forces."""
    unruly = [space for space in LABYRINTHS if s.has(space, REBEL_FORCES)]
    n = min(s.supply_on_earth, len(unruly))
    s.supply_on_earth -= n
    if n:
        yield say("Supply lost on Earth: {n:number}.", n=n)


@event(10)
def bicentennial_day(s: Mars, who: int) -> Steps[None]:
    """10 Bicentennial Day, unshaded. Shift 2 spaces 1 level each towards Active Support."""
    yield from shift_spaces(s, who, 2, ON_MARS, 1, "Shift which towards Active Support?")


SHIFT_AND_RISE = Topic(
    "event_shift",
    "18",
    "Each space you choose shifts towards Active Opposition, then gets 2 Rebels.",
    "space",
)


@event(10, SHADED)
def bicentennial_day_shaded(s: Mars, who: int) -> Steps[None]:
    """10 Bicentennial Day, shaded. Shift 2 spaces 1 level each towards Active Opposition, then place 2 Rebels in each of
    them. A space that cannot shift may be chosen for the Rebels.
    """

    def able() -> list[int]:
        return [
            space
            for space in open_spaces(s, who, ON_MARS)
            if can_shift(s, space, -1) or rebels_at_hand(s, who, space)
        ]

    chosen = yield from choose_spaces(
        who, 2, able, "Shift which towards Active Opposition?", SHIFT_AND_RISE, "Shift {it}"
    )
    for space in chosen:
        yield from shift_space(s, space, -1)
    for space in chosen:
        yield from place_rebels(s, who, space, 2)


ACTIVATE_LABYRINTH = Topic(
    "event_activate",
    "18",
    "All Rebels in this Labyrinth turn Active, and the strongest Rebel Faction there sits out a round.",
    "space",
)
SITS_OUT = Topic("event_ineligible", "18", "This Faction cannot act through the next Event Round.", "faction")


@event(11)
def the_security_of_mars_act(s: Mars, who: int) -> Steps[None]:
    """11 The Security of Mars Act, unshaded. Activate all Rebels in a Labyrinth. The Rebel Faction with the most forces
    there is Ineligible through the next Event Round; of two with as many you choose.
    """
    able = [space for space in LABYRINTHS if s.has(space, REBEL_FORCES)]
    if not able:
        return
    space = yield pick(who, ACTIVATE_LABYRINTH, "Activate all Rebels where?", able)
    yield from activate_all(s, space)
    forces = {faction: s.count(space, FORCES_OF[faction]) for faction in REBEL_FACTIONS}
    most = [faction for faction in REBEL_FACTIONS if forces[faction] == max(forces.values())]
    culprit = yield pick(who, SITS_OUT, "Which Faction is Ineligible?", most)
    yield from make_ineligible(s, culprit)


CUBES_FROM = Topic(
    "event_move_from",
    "18",
    "Four MarsGov Troops or Security, or all if there are fewer, leave this Labyrinth.",
    "space",
)
CUBES_TO = Topic(
    "event_move_to", "18", "Some of the cubes that leave move to this space; next you say how many.", "space"
)


@event(11, SHADED)
def the_security_of_mars_act_shaded(s: Mars, who: int) -> Steps[None]:
    """11 The Security of Mars Act, shaded. From each of up to 2 Labyrinths, Phobos included, move 4 MarsGov Troops or
    Security (all, if there are fewer) to any other spaces with MarsGov or Corporate Bases.
    """

    def goals(origin: int) -> list[int]:
        return [
            space
            for space in ON_MARS
            if space != origin and s.has(space, COIN_BASES) and s.is_passable(space, who)
        ]

    a = s.action  # a cube moves once: it notes those that have
    able = [space for space in LABYRINTHS_AND_PHOBOS if s.is_passable(space, who) and goals(space)]
    chosen: list[int] = []
    while True:
        origin = yield from one_more(
            who,
            chosen,
            2,
            lambda: [space for space in able if has_unmoved(s, a, space, MG_OR_CORP_CUBES)],
            "Cubes leave which Labyrinth?",
            CUBES_FROM,
            "From {it}",
            least=0,
        )
        if origin is None:
            return
        left = min(4, sum(unmoved(s, a)(origin, kind) for kind in MG_OR_CORP_CUBES))
        while left:
            where = goals(origin)
            goal = yield pick(
                who, CUBES_TO, "From {space} to where?", where, label="To {it}", about={"space": origin}
            )
            group = yield from choose_group(
                s,
                who,
                origin,
                goal,
                MG_OR_CORP_CUBES,
                MOVE_NUMBER,
                least=left if len(where) == 1 else 1,
                most=left,
                movable=unmoved(s, a),
            )
            yield from move_group(s, origin, goal, group)
            for kind, n in group:
                mark_moved(a, goal, SECURITY if kind == SECURITY else MG_TROOP, n)
                left -= n


ACTIVATE_WITH_SPECOPS = Topic(
    "event_activate",
    "18",
    "All SpecOps and Rebels here turn Active, and the Corporations may Assault them.",
    "space",
)


@event(12)
def red_wednesday_riots(s: Mars, who: int) -> Steps[None]:
    """12 Red Wednesday Riots, unshaded. Activate all SpecOps and Rebels in a space with SpecOps. Then the Corporations
    may make a free Assault there.
    """
    able = [
        space
        for space in open_spaces(s, who, SPACES)
        if s.has(space, ALL_SPECOPS)
        and (s.has(space, ALL_HIDDEN) or can_operate(s, CORPORATIONS, Op.ASSAULT, free=True, only=(space,)))
    ]
    if not able:
        return
    space = yield pick(who, ACTIVATE_WITH_SPECOPS, "Activate all SpecOps and Rebels where?", able)
    yield from activate_all(s, space, ALL_HIDDEN)
    yield from may_assault(s, CORPORATIONS, (space,))


AMBUSH_AT = Topic(
    "event_ambush", "18", "You place up to 2 Rebels in this Labyrinth and make a free Ambush there.", "space"
)
AMBUSH_REBELS = Topic(
    "event_place_number", "18", "This many of your Rebels are placed here before the Ambush.", "number"
)


@event(12, SHADED)
def red_wednesday_riots_shaded(s: Mars, who: int) -> Steps[None]:
    """12 Red Wednesday Riots, shaded. Red Dust may place up to 2 Rebels in a Labyrinth on Mars and must then make a free
    Ambush there, for which it needs a Hidden Rebel. After it all Rebels in that Labyrinth hide.
    """
    targets = (*ENEMIES_OF[RED_DUST], SATELLITE)
    able: list[Any] = [
        space
        for space in LABYRINTHS
        if s.has(space, targets) and (s.at(space, RD_REBEL) or placeable(s, RED_DUST, space))
    ]
    if not able:
        return
    space = yield pick(RED_DUST, AMBUSH_AT, "Ambush in which Labyrinth?", [*able, DONE])
    if space == DONE:
        return
    n = yield amount(
        RED_DUST,
        AMBUSH_REBELS,
        "Place how many Rebels in {space}?",
        2 if placeable(s, RED_DUST, space) else 0,
        at_least=0 if s.at(space, RD_REBEL) else 1,
        about={"space": space},
    )
    yield from place_units(s, RED_DUST, space, n)
    if can_ambush(s, RED_DUST, space):
        yield from free_ambush(s, RED_DUST, space)
        yield from hide_all(s, space)
