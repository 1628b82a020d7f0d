"""18 Event cards 19 to 24. What the cards say stands in `events.toml` of the pack."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, say
from sandtable.engine.asking import Topic, amount, pick

from ...printed.map import (
    AVAILABLE,
    COIN,
    CORPORATIONS,
    MARS_GOV,
    NOBODY,
    ON_MARS,
    PHOBOS,
    SPACES,
)
from ...printed.pieces import CORP_BASES, CORP_UNITS, CUBES, EG_TROOP, MG_TROOP, MG_TROOPS, REBELS, SECURITY
from ...rules.alignment import ACTIVE_SUPPORT, can_shift
from ...rules.choose_spaces import one_by_one
from ...rules.placing import place_available, remove_forces, remove_piece
from ...state import Mars
from .factions import COIN_FACTIONS, earn, named_able
from .free_operations import can_assault, may_assault
from .pieces import (
    REMOVE_NO_MORE,
    activate_all,
    at_hand,
    choose_pieces,
    place_rebel,
    place_rebels,
    place_troops,
    rebels_at_hand,
)
from .spaces import choose_spaces, is_present, open_spaces, shift_space, shift_to_opposition, shift_to_support
from .table import SHADED, event

MG_TROOPS_OR_SECURITY = (*MG_TROOPS, SECURITY)


@event(19)
def corporations_quell_dissent(s: Mars, who: int) -> Steps[None]:
    """19 Corporations Quell Dissent, unshaded."""
    for space in open_spaces(s, who, ON_MARS):
        if s.damage[space] and s.at(space, SECURITY):
            yield from shift_space(s, space, 1)
    yield from earn(s, CORPORATIONS, 3)


@event(19, SHADED)
def corporations_quell_dissent_shaded(s: Mars, who: int) -> Steps[None]:
    """19 Corporations Quell Dissent, shaded."""
    guarded = [space for space in s.box.labyrinths_and_phobos if is_present(s, CORPORATIONS, space)]
    yield from earn(s, MARS_GOV, -3 * len(guarded))


@event(20)
def the_spin_zone(s: Mars, who: int) -> Steps[None]:
    """20 The Spin Zone, unshaded."""
    yield from shift_to_support(s, who, 2, s.box.labyrinths, "Shift which Labyrinths towards Active Support?")
    yield from earn(s, CORPORATIONS, 3)


@event(20, SHADED)
def the_spin_zone_shaded(s: Mars, who: int) -> Steps[None]:
    """20 The Spin Zone, shaded."""
    spaces = [space for space in ON_MARS if is_present(s, CORPORATIONS, space)]
    yield from shift_to_opposition(
        s, who, 4, spaces, "Shift which spaces towards Active Opposition?", up_to=True
    )


WHICH_TROOPS = Topic(
    "event_troops", "18", "You place 6 MarsGov Troops or 4 EarthGov Troops in one Labyrinth.", "piece"
)
TROOPS_TO = Topic(
    "event_troops_to", "18", "The Troops you have chosen are placed in this Labyrinth.", "space"
)


@event(21)
def future_of_law_enforcement(s: Mars, who: int) -> Steps[None]:
    """21 Future of Law Enforcement, unshaded."""
    where = {
        MG_TROOP: [space for space in s.box.labyrinths_and_phobos if at_hand(s, who, MARS_GOV, space)],
        EG_TROOP: _earthgov_may_enter(s) if s.available(EG_TROOP) else [],
    }
    kinds = [kind for kind, spaces in where.items() if spaces]
    if kinds:
        kind = yield pick(who, WHICH_TROOPS, "Place which Troops?", kinds)
        space = yield pick(
            who, TROOPS_TO, "Place {piece:piece:many} where?", where[kind], about={"piece": kind}
        )
        if kind == MG_TROOP:
            yield from place_troops(s, who, space, 6)
        else:
            yield from place_available(s, EG_TROOP, space, 4)
    yield from earn(s, CORPORATIONS, 3)


def _earthgov_may_enter(s: Mars) -> list[int]:
    """4.3 Labyrinths in which EG Troops may be placed: without a Controller none on Mars."""
    return [PHOBOS] if s.controller() == NOBODY else list(s.box.labyrinths_and_phobos)


CUBES_DEFECT = Topic(
    "event_cubes_defect",
    "18",
    "Rebels take the place of cubes in this space; next you say how many.",
    "space",
)
CUBES_NUMBER = Topic(
    "event_cubes_defect_number", "18", "Rebels take the place of this many cubes of the kind.", "number"
)


@event(21, SHADED)
def future_of_law_enforcement_shaded(s: Mars, who: int) -> Steps[None]:
    """21 Future of Law Enforcement, shaded."""

    def able() -> list[int]:
        return [
            space
            for space in open_spaces(s, who, ON_MARS)
            if s.has(space, MG_TROOPS_OR_SECURITY) and rebels_at_hand(s, who, space)
        ]

    another = one_by_one(who, 6, able, "Replace cubes where?", CUBES_DEFECT, "In {it}", least=0)
    left = 6
    while left and (space := (yield from another())) is not None:
        most = min(left, rebels_at_hand(s, who, space))
        group = yield from choose_pieces(
            s,
            who,
            space,
            MG_TROOPS_OR_SECURITY,
            most,
            "Replace how many {piece:piece:many} in {space}?",
            CUBES_NUMBER,
        )
        for kind, n in group:
            came = yield from place_rebels(s, who, space, n)
            s.take(kind, space, AVAILABLE, came)
            yield say(
                "{n:{n} {piece} in {space} is|{n} {piece:piece:many} in {space} are} replaced.",
                n=came,
                piece=kind,
                space=space,
            )
            left -= n


@event(22)
def the_one_card(s: Mars, who: int) -> Steps[None]:
    """22 The One Card, unshaded."""
    watched = [space for space in s.box.labyrinths if s.control[space] == COIN]
    for space in watched:
        yield from activate_all(s, space)
    faction = yield from named_able(
        s, who, COIN_FACTIONS, lambda faction: any(can_assault(s, faction, space) for space in watched)
    )
    if faction is not None:
        yield from may_assault(s, faction, watched)


SHIFT_AND_SPREAD = Topic(
    "event_shift_and_spread",
    "18",
    "Each Labyrinth you choose shifts towards Active Opposition, then 2 Rebels come there or next to it.",
    "space",
)
REBEL_NEAR = Topic(
    "event_rebel_near",
    "18",
    "One Rebel is placed here, in or beside the Labyrinth; you choose whose.",
    "space",
)


@event(22, SHADED)
def the_one_card_shaded(s: Mars, who: int) -> Steps[None]:
    """22 The One Card, shaded."""

    def able() -> list[int]:
        return [
            space for space in s.box.labyrinths if can_shift(s, space, -1) or rebels_at_hand(s, who, space)
        ]

    chosen = yield from choose_spaces(
        who, 2, able, "Shift which Labyrinths towards Active Opposition?", SHIFT_AND_SPREAD, "Shift {it}"
    )
    for labyrinth in chosen:
        yield from shift_space(s, labyrinth, -1)
    for labyrinth in chosen:
        for _ in range(2):
            around = open_spaces(s, who, (labyrinth, *s.box.adjacent[labyrinth]))
            where = [space for space in around if rebels_at_hand(s, who, space)]
            if not where:
                break
            space = yield pick(who, REBEL_NEAR, "Place a Rebel where?", where)
            yield from place_rebel(s, who, space)


REBELS_BRIBED = Topic(
    "event_rebels_bribed",
    "18",
    "Security or MarsGov Troops take the place of Rebels here; next you say how many.",
    "space",
)
BRIBES_NUMBER = Topic(
    "event_rebels_bribed_number",
    "18",
    "Security or MarsGov Troops take the place of this many Rebels of the kind.",
    "number",
)


@event(23)
def the_slush_fund_scandal(s: Mars, who: int) -> Steps[None]:
    """23 The Slush Fund Scandal, unshaded."""

    def room(space: int) -> int:
        return sum(at_hand(s, who, faction, space) for faction in COIN_FACTIONS)

    def able() -> list[int]:
        return [space for space in open_spaces(s, who, ON_MARS) if s.has(space, REBELS) and room(space)]

    another = one_by_one(who, 4, able, "Replace Rebels where?", REBELS_BRIBED, "In {it}", least=0)
    left = 4
    while left and (space := (yield from another())) is not None:
        group = yield from choose_pieces(
            s,
            who,
            space,
            REBELS,
            min(left, room(space)),
            "Replace how many {piece:piece:many} in {space}?",
            BRIBES_NUMBER,
        )
        for kind, n in group:
            came = yield from _security_or_troops(s, who, space, n)
            s.take(kind, space, AVAILABLE, came)
            yield say(
                "{n:{n} {piece} in {space} is|{n} {piece:piece:many} in {space} are} replaced.",
                n=came,
                piece=kind,
                space=space,
            )
            left -= n


SECURITY_MIX = Topic(
    "event_security",
    "18",
    "This many of the cubes that come are Security; the rest are MarsGov Troops.",
    "number",
)


def _security_or_troops(s: Mars, who: int, space: int, n: int) -> Steps[int]:
    """23 Place n Security and MG Troops, mixed as the executor likes. Returns how many came."""
    security = yield amount(
        who,
        SECURITY_MIX,
        "{n:cubes} in {space}: how many Security, the rest Troops?",
        min(n, s.available(SECURITY)),
        at_least=max(0, n - at_hand(s, who, MARS_GOV, space)),
        about={"n": n, "space": space},
    )
    came = yield from place_available(s, SECURITY, space, security)
    return came + (yield from place_troops(s, who, space, n - security))


SCANDAL = Topic(
    "event_scandal",
    "18",
    "The Corporations lose a Base and up to 4 units in this space, which shifts towards Active Opposition.",
    "space",
)
SCANDAL_BASE = Topic(
    "event_scandal_base", "18", "This Corporate Base is removed and becomes a Casualty.", "piece"
)
SCANDAL_UNIT = Topic(
    "event_scandal_unit",
    "18",
    "These Corporate units are removed and become Casualties.",
    ("piece", "number"),
)


@event(23, SHADED)
def the_slush_fund_scandal_shaded(s: Mars, who: int) -> Steps[None]:
    """23 The Slush Fund Scandal, shaded."""
    able = [space for space in open_spaces(s, who, ON_MARS) if s.has(space, CORP_BASES)]
    if able:
        space = yield pick(who, SCANDAL, "The scandal breaks in which space?", able)
        bases = [kind for kind in CORP_BASES if s.at(space, kind)]
        base = yield pick(who, SCANDAL_BASE, "Remove which Base in {space}?", bases, about={"space": space})
        yield from remove_piece(s, base, space)
        yield from remove_forces(s, who, space, 4, CORP_UNITS, SCANDAL_UNIT, is_optional=True)
        yield from shift_space(s, space, -1)
    yield from earn(s, CORPORATIONS, -2)


@event(24)
def the_24_66_hour_news_cycle(s: Mars, who: int) -> Steps[None]:
    """24 The 24.66 Hour News Cycle, unshaded."""
    yield from shift_to_support(s, who, 3, ON_MARS, "Shift which spaces towards Active Support?", up_to=True)
    # every space, chosen or not (ruling 34)
    yield from earn(s, CORPORATIONS, sum(level == ACTIVE_SUPPORT for level in s.alignment))


CUBES_LEAVE = Topic(
    "event_cubes_leave",
    "18",
    "Up to 4 cubes are removed from this space, which shifts towards Active Opposition if none remain.",
    "space",
)
CUBE_LEAVES = Topic("event_cube_leaves", "18", "One cube of this kind is removed from the space.", "piece")


@event(24, SHADED)
def the_24_66_hour_news_cycle_shaded(s: Mars, who: int) -> Steps[None]:
    """24 The 24.66 Hour News Cycle, shaded."""
    able = [space for space in open_spaces(s, who, SPACES) if s.has(space, CUBES)]
    if not able:
        return
    space = yield pick(who, CUBES_LEAVE, "Remove cubes where?", able, label="In {it}")
    for removed in range(4):
        kinds: list[Any] = [kind for kind in MG_TROOPS_OR_SECURITY if s.at(space, kind)]
        if not kinds and s.at(space, EG_TROOP):
            kinds = [EG_TROOP]
        if not kinds:
            break
        options = [*kinds, DONE] if removed else kinds
        kind = yield pick(
            who,
            CUBE_LEAVES,
            "Remove what in {space}?",
            options,
            about={"space": space},
            done_as=REMOVE_NO_MORE,
        )
        if kind == DONE:
            break
        yield from remove_piece(s, kind, space)
    if not s.has(space, CUBES):
        yield from shift_space(s, space, -1)
