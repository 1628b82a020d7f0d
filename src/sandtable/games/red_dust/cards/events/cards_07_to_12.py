"""18 Event cards 7 to 12. What the cards say stands in `events.toml` of the pack."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, say
from sandtable.engine.asking import Topic, amount, pick

from ...printed.map import CORPORATIONS, MARS_GOV, ON_MARS, RED_DUST, SPACES, TENZING
from ...printed.pieces import (
    ALL_SPECOPS,
    COIN_BASES,
    ENEMIES_OF,
    FORCES_OF,
    MG_TROOP,
    MG_TROOPS,
    RD_REBEL,
    REBEL_FORCES,
    SATELLITE,
    SECURITY,
)
from ...rules.alignment import NEUTRAL, can_shift, now_at
from ...rules.choose_spaces import done, one_by_one
from ...rules.earthgov import POPULATION, place_on_earth
from ...rules.group_moves import has_unmoved, mark_moved, move_group, unmoved
from ...rules.operations.run import can_operate
from ...rules.placing import place_units, placeable, remove_pieces
from ...rules.resources import draw_assets
from ...state import Mars, Op
from .factions import REBEL_FACTIONS, earn, make_ineligible, supply_to_earth
from .free_operations import can_ambush, free_ambush, may_assault
from .moves import choose_movers
from .pieces import ALL_HIDDEN, activate_all, choose_pieces, hide_all, place_rebels, rebels_at_hand
from .spaces import choose_spaces, may_house, open_spaces, shift_space, shift_to_support
from .table import SHADED, event

MG_OR_CORP_CUBES = (*MG_TROOPS, SECURITY)


@event(7)
def letters_from_home(s: Mars, who: int) -> Steps[None]:
    """7 Letters From Home, unshaded."""
    yield from place_on_earth(s, POPULATION, 2)
    yield from may_house(s, who, [space for space in ON_MARS if s.alignment[space] > NEUTRAL])


TROOPS_LEAVE = Topic(
    "event_troops_leave", "18", "MarsGov Troops in this space are removed; next you say how many.", "space"
)
TROOPS_NUMBER = Topic(
    "event_troops_leave_number",
    "18",
    "This many MarsGov Troops of the kind are removed from the space.",
    "number",
)


@event(7, SHADED)
def letters_from_home_shaded(s: Mars, who: int) -> Steps[None]:
    """7 Letters From Home, shaded."""

    def able() -> list[int]:
        return [
            space
            for space in open_spaces(s, who, ON_MARS)
            if s.alignment[space] <= NEUTRAL and s.has(space, MG_TROOPS)
        ]

    another = one_by_one(who, 6, able, "Remove MarsGov Troops where?", TROOPS_LEAVE, "In {it}", least=0)
    left = 6
    while left and (space := (yield from another())) is not None:
        group = yield from choose_pieces(
            s, who, space, MG_TROOPS, left, "Remove how many {piece:piece:many} in {space}?", TROOPS_NUMBER
        )
        for kind, n in group:
            left -= n
            yield from remove_pieces(s, kind, space, n)


@event(8)
def tenzing(s: Mars, who: int) -> Steps[None]:
    """8 Tenzing, unshaded."""
    yield from shift_space(s, TENZING, 2)
    yield from activate_all(s, TENZING)
    yield from may_assault(s, MARS_GOV, (TENZING,))


@event(8, SHADED)
def tenzing_shaded(s: Mars, who: int) -> Steps[None]:
    """8 Tenzing, shaded."""
    s.alignment[TENZING] = NEUTRAL
    yield now_at(s, TENZING)
    yield from earn(s, RED_DUST, s.population(TENZING))
    yield from draw_assets(s, 1)


@event(9)
def targeting_cyclists(s: Mars, who: int) -> Steps[None]:
    """9 Targeting Cyclists, unshaded."""
    quiet = [space for space in s.box.labyrinths_and_phobos if not s.has(space, REBEL_FORCES)]
    yield from supply_to_earth(s, len(quiet))


@event(9, SHADED)
def targeting_cyclists_shaded(s: Mars, who: int) -> Steps[None]:
    """9 Targeting Cyclists, shaded."""
    unruly = [space for space in s.box.labyrinths if s.has(space, REBEL_FORCES)]
    n = min(s.supply_on_earth, len(unruly))
    s.supply_on_earth -= n
    if n:
        yield say("Supply lost on Earth: {n:number}.", n=n)


@event(10)
def bicentennial_day(s: Mars, who: int) -> Steps[None]:
    """10 Bicentennial Day, unshaded."""
    yield from shift_to_support(s, who, 2, ON_MARS, "Shift which spaces towards Active Support?")


SHIFT_AND_RISE = Topic(
    "event_shift_and_rise",
    "18",
    "Each space you choose shifts towards Active Opposition, then gets 2 Rebels.",
    "space",
)


@event(10, SHADED)
def bicentennial_day_shaded(s: Mars, who: int) -> Steps[None]:
    """10 Bicentennial Day, shaded."""

    def able() -> list[int]:
        return [
            space
            for space in open_spaces(s, who, ON_MARS)
            if can_shift(s, space, -1) or rebels_at_hand(s, who, space)
        ]

    chosen = yield from choose_spaces(
        who, 2, able, "Shift which spaces towards Active Opposition?", SHIFT_AND_RISE, "Shift {it}"
    )
    for space in chosen:
        yield from shift_space(s, space, -1)
    for space in chosen:
        yield from place_rebels(s, who, space, 2)


ACTIVATE_LABYRINTH = Topic(
    "event_activate_labyrinth",
    "18",
    "All Rebels in this Labyrinth turn Active, and the strongest Rebel Faction there sits out a round.",
    "space",
)
SITS_OUT = Topic("event_ineligible", "18", "This Faction cannot act through the next Event Round.", "faction")


@event(11)
def the_security_of_mars_act(s: Mars, who: int) -> Steps[None]:
    """11 The Security of Mars Act, unshaded."""
    able = [space for space in s.box.labyrinths if s.has(space, REBEL_FORCES)]
    if not able:
        return
    space = yield pick(who, ACTIVATE_LABYRINTH, "Activate all Rebels where?", able)
    yield from activate_all(s, space)
    forces = {faction: s.count(space, FORCES_OF[faction]) for faction in REBEL_FACTIONS}
    most = [faction for faction in REBEL_FACTIONS if forces[faction] == max(forces.values())]
    culprit = yield pick(who, SITS_OUT, "Which Faction is Ineligible?", most)
    yield from make_ineligible(s, culprit)


FOUR_CUBES_FROM = Topic(
    "event_four_cubes_from",
    "18",
    "Four MarsGov Troops or Security, or all if there are fewer, leave this Labyrinth.",
    "space",
)
FOUR_CUBES_TO = Topic(
    "event_four_cubes_to",
    "18",
    "Some of the cubes that leave move to this space; next you say how many.",
    "space",
)


@event(11, SHADED)
def the_security_of_mars_act_shaded(s: Mars, who: int) -> Steps[None]:
    """11 The Security of Mars Act, shaded."""

    def goals(origin: int) -> list[int]:
        return [
            space
            for space in ON_MARS
            if space != origin and s.has(space, COIN_BASES) and s.is_passable(space, who)
        ]

    a = s.action  # it notes which cubes have moved: each moves only once
    able = [space for space in s.box.labyrinths_and_phobos if s.is_passable(space, who) and goals(space)]
    another = one_by_one(
        who,
        2,
        lambda: [space for space in able if has_unmoved(s, a, space, MG_OR_CORP_CUBES)],
        "Cubes leave which Labyrinth?",
        FOUR_CUBES_FROM,
        "From {it}",
        least=0,
    )
    while (origin := (yield from another())) is not None:
        left = min(4, sum(unmoved(s, a)(origin, kind) for kind in MG_OR_CORP_CUBES))
        while left:
            where = goals(origin)
            goal = yield pick(
                who, FOUR_CUBES_TO, "From {space} to where?", where, label="To {it}", about={"space": origin}
            )
            group = yield from choose_movers(
                s,
                who,
                origin,
                goal,
                MG_OR_CORP_CUBES,
                least=left if len(where) == 1 else 1,
                most=left,
                movable=unmoved(s, a),
            )
            yield from move_group(s, origin, goal, group)
            for kind, n in group:
                mark_moved(a, goal, SECURITY if kind == SECURITY else MG_TROOP, n)
                left -= n


ACTIVATE_WITH_SPECOPS = Topic(
    "event_activate_with_specops",
    "18",
    "All SpecOps and Rebels here turn Active, and the Corporations may Assault them.",
    "space",
)


@event(12)
def red_wednesday_riots(s: Mars, who: int) -> Steps[None]:
    """12 Red Wednesday Riots, unshaded."""
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


NO_AMBUSH = done("No Ambush")
AMBUSH_AT = Topic(
    "event_ambush_at",
    "18",
    "You place up to 2 Rebels in this Labyrinth and make a free Ambush there.",
    "space",
)
AMBUSH_REBELS = Topic(
    "event_ambush_rebels_number",
    "18",
    "This many of your Rebels are placed here before the Ambush.",
    "number",
)


@event(12, SHADED)
def red_wednesday_riots_shaded(s: Mars, who: int) -> Steps[None]:
    """12 Red Wednesday Riots, shaded."""
    targets = (*ENEMIES_OF[RED_DUST], SATELLITE)
    able: list[Any] = [
        space
        for space in s.box.labyrinths
        if s.has(space, targets) and (s.at(space, RD_REBEL) or placeable(s, RED_DUST, space))
    ]
    if not able:
        return
    space = yield pick(RED_DUST, AMBUSH_AT, "Ambush in which Labyrinth?", [*able, DONE], done_as=NO_AMBUSH)
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
