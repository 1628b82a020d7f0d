"""18 Event cards 1 to 12. The sentences after the title in a docstring are what players read as the text of the card."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, Word, amount, pick, say

from ..alignment import NEUTRAL, can_shift, now_at
from ..attack import free_attack
from ..board import (
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
from ..choosing import one_more
from ..earthgov import POPULATION, event_cycler, place_on_earth, shift_confidence
from ..money import draw_assets
from ..moving import choose_group, has_unmoved, mark_moved, move_all, move_group, unmoved
from ..operations import can_operate
from ..pieces import (
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
from ..placing import place_units, placeable
from ..special_coin import exploit_in, may_exploit
from ..state import Mars, Op
from .vocabulary import (
    ALL_HIDDEN,
    LABYRINTHS_AND_PHOBOS,
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


@event(2)
def earthgov_declares_emergency(s: Mars, who: int) -> Steps[None]:
    """2 EarthGov Declares Emergency, unshaded. Place 4 Supply or 4 EarthGov Troops on Earth, then run the Aldrin Cycler
    as in a Flashpoint Round: the EarthGov Controller chooses what is sent. Without a Controller nothing leaves Earth.
    """
    ways = (FOUR_SUPPLY, FOUR_TROOPS) if s.available(EG_TROOP) else (FOUR_SUPPLY,)
    if (yield pick(who, "Place what on Earth?", ways, topic="event_on_earth")) == FOUR_SUPPLY:
        yield from supply_to_earth(s, 4)
    else:
        yield from place_on_earth(s, EG_TROOP, 4)
    yield from event_cycler(s)


@event(2, SHADED)
def earthgov_declares_emergency_shaded(s: Mars, who: int) -> Steps[None]:
    """2 EarthGov Declares Emergency, shaded. The Corporations lose 5 Profits."""
    yield from earn(s, CORPORATIONS, -5)


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

    chosen = yield from choose_spaces(who, 2, able, "Remove all Rebel Bases where?", "event_remove_bases")
    for space in chosen:
        yield from remove_all(s, space, REBEL_BASES)


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
    space = yield pick(
        CORPORATIONS, "Exploit where?", [*able, DONE], "space", "event_exploit", "Exploit {it}"
    )
    if space != DONE:
        yield from exploit_in(s, space)


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
            who, chosen, len(able), lambda: able, "Place EarthGov Troops where?", "event_place", least=0
        )
        if space is None:
            return
        n = yield amount(
            who,
            "Place how many EarthGov Troops in {space}?",
            left,
            least=1,
            topic="event_place_number",
            space=space,
        )
        left -= s.place(EG_TROOP, space, n)
        yield say("{piece} ×{n:number} placed in {space}.", n=n, piece=EG_TROOP, space=space)


@event(4, SHADED)
def usss_challenger_shaded(s: Mars, who: int) -> Steps[None]:
    """4 USSS Challenger, shaded. All EarthGov Troops on Phobos and in 1 space on Mars become Available."""

    def able() -> list[int]:
        return [space for space in open_spaces(s, who, ON_MARS) if s.at(space, EG_TROOP)]

    chosen = yield from choose_spaces(who, 1, able, "EarthGov Troops leave which space?", "event_withdraw")
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
            "event_attack",
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


@event(6, SHADED)
def the_aldrin_cycler_shaded(s: Mars, who: int) -> Steps[None]:
    """6 The Aldrin Cycler, shaded. Either up to 6 Resources of MarsGov go to Red Dust, or all Supply in Transit is
    removed.
    """
    ways = (TRANSFER, NO_SUPPLY) if s.supply_in_transit else (TRANSFER,)
    if (yield pick(who, "Which is it to be?", ways, topic="event_redirect")) == NO_SUPPLY:
        yield say("Supply lost in Transit: {n:number}.", n=s.supply_in_transit)
        s.supply_in_transit = 0
        return
    most = min(6, s.resources[MARS_GOV], EDGE_TRACK - s.resources[RED_DUST])
    n = yield amount(who, "How many Resources go from MarsGov to Red Dust?", most, topic="event_transfer")
    yield from earn(s, MARS_GOV, -n)
    yield from earn(s, RED_DUST, n)


@event(7)
def letters_from_home(s: Mars, who: int) -> Steps[None]:
    """7 Letters From Home, unshaded. Place 2 Population on Earth. Then you may House in a space with Support, if there
    is Displaced Population.
    """
    yield from place_on_earth(s, POPULATION, 2)
    yield from may_house(s, who, [space for space in ON_MARS if s.alignment[space] > NEUTRAL])


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
            who, chosen, 6, able, "Remove MarsGov Troops where?", "event_remove_where", "In {it}", least=0
        )
        if space is None:
            return
        group = yield from choose_pieces(
            s, who, space, MG_TROOPS, left, "Remove how many {piece} in {space}?", "event_remove_number"
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
        who, 2, able, "Shift which towards Active Opposition?", "event_shift", "Shift {it}"
    )
    for space in chosen:
        yield from shift_space(s, space, -1)
    for space in chosen:
        yield from place_rebels(s, who, space, 2)


@event(11)
def the_security_of_mars_act(s: Mars, who: int) -> Steps[None]:
    """11 The Security of Mars Act, unshaded. Activate all Rebels in a Labyrinth. The Rebel Faction with the most forces
    there is Ineligible through the next Event Round; of two with as many you choose.
    """
    able = [space for space in LABYRINTHS if s.has(space, REBEL_FORCES)]
    if not able:
        return
    space = yield pick(who, "Activate all Rebels where?", able, "space", "event_activate")
    yield from activate_all(s, space)
    forces = {faction: s.count(space, FORCES_OF[faction]) for faction in REBEL_FACTIONS}
    most = [faction for faction in REBEL_FACTIONS if forces[faction] == max(forces.values())]
    culprit = yield pick(who, "Which Faction is Ineligible?", most, "faction", "event_ineligible")
    yield from make_ineligible(s, culprit)


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
            "event_move_from",
            "From {it}",
            least=0,
        )
        if origin is None:
            return
        left = min(4, sum(unmoved(s, a)(origin, kind) for kind in MG_OR_CORP_CUBES))
        while left:
            where = goals(origin)
            goal = yield pick(
                who, "From {space} to where?", where, "space", "event_move_to", "To {it}", space=origin
            )
            group = yield from choose_group(
                s,
                who,
                origin,
                goal,
                MG_OR_CORP_CUBES,
                "event_move_number",
                least=left if len(where) == 1 else 1,
                most=left,
                movable=unmoved(s, a),
            )
            yield from move_group(s, origin, goal, group)
            for kind, n in group:
                mark_moved(a, goal, SECURITY if kind == SECURITY else MG_TROOP, n)
                left -= n


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
    space = yield pick(who, "Activate all SpecOps and Rebels where?", able, "space", "event_activate")
    yield from activate_all(s, space, ALL_HIDDEN)
    yield from may_assault(s, CORPORATIONS, (space,))


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
    space = yield pick(RED_DUST, "Ambush in which Labyrinth?", [*able, DONE], "space", "event_ambush")
    if space == DONE:
        return
    n = yield amount(
        RED_DUST,
        "Place how many Rebels in {space}?",
        2 if placeable(s, RED_DUST, space) else 0,
        least=0 if s.at(space, RD_REBEL) else 1,
        topic="event_place_number",
        space=space,
    )
    yield from place_units(s, RED_DUST, space, n)
    if can_ambush(s, RED_DUST, space):
        yield from free_ambush(s, RED_DUST, space)
        yield from hide_all(s, space)
