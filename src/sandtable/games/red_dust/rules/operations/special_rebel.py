"""17.7-17.12 The Special Activities of Red Dust and the Reclaimers; Ambush is part of Attack (16.9)."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...printed.map import CORPORATIONS, MARS_GOV, ON_MARS, RECLAIMERS, RED_DUST
from ...printed.pieces import (
    CONVERSION_CENTER,
    CORP_BASES,
    CR_BASE,
    CR_REBEL,
    ENEMIES_OF,
    FORTIFIED,
    IS_BASE,
    MG_TROOP,
    RD_REBEL,
    SECURITY,
)
from ...state import Action, Mars
from ..alignment import ACTIVE_OPPOSITION, now_at, shift
from ..choose_spaces import one_more
from ..placing import activate_own, place_units, placeable, removable
from ..population import can_house, can_repair, house, repair
from ..resources import bring, charge, draw_assets

HOUSE, REPAIR, NEITHER = Word("house", "House"), Word("repair", "Repair"), Word("neither", "Neither")
REMOVE_TWO = Word("remove", "Remove two")
REPLACE_ONE = Word("replace", "Replace one with a Rebel")
LOSE_RESOURCES = Word("resources", "MarsGov loses 3 Resources")
LOSE_PROFITS = Word("profits", "Corporations lose 1 Profit")
#: 17.8 What Coordinate works on; EG Troops are immune.
COORDINATED = (MG_TROOP, FORTIFIED, SECURITY)


# 17.7 Redistribute


def redistribute_spaces(s: Mars) -> list[int]:
    """17.7 Populated spaces with RD Control and a Hidden RD Rebel."""
    return [
        space
        for space in ON_MARS
        if s.at(space, RD_REBEL)
        and s.control[space] == RED_DUST
        and s.population(space)
        and s.is_open(space, RED_DUST)
    ]


def can_redistribute(s: Mars, a: Action) -> bool:
    return bool(redistribute_spaces(s))


REDISTRIBUTE = Topic(
    "redistribute",
    "17.7",
    "A Hidden Rebel there turns Active and brings you Resources for its Population and Corporate Bases.",
    "space",
)


def redistribute(s: Mars, a: Action) -> Steps[None]:
    """17.7 Redistribute. Rebels in up to four spaces collect what the Population gives."""
    chosen: list[int] = []
    while (
        space := (
            yield from one_more(
                RED_DUST,
                chosen,
                4,
                lambda: redistribute_spaces(s),
                "Redistribute where?",
                REDISTRIBUTE,
                "In {it}",
            )
        )
    ) is not None:
        yield from activate_own(s, RED_DUST, space)
        n = s.population(space) + s.count(space, CORP_BASES)
        yield from bring(s, RED_DUST, n, "Redistribute in {space} brings {who:the_faction} {n}.", space=space)


# 17.8 Coordinate


def coordinate_spaces(s: Mars) -> list[int]:
    """17.8 Spaces without Support and with a Hidden RD Rebel, Unpopulated ones too."""
    return [
        space
        for space in ON_MARS
        if s.at(space, RD_REBEL) and s.alignment[space] <= 0 and s.is_open(space, RED_DUST)
    ]


def can_coordinate(s: Mars, a: Action) -> bool:
    return bool(coordinate_spaces(s))


COORDINATE = Topic(
    "coordinate",
    "17.8",
    "A Hidden Rebel there turns Active, may House or Repair, and then wins people or their guards over.",
    "space",
)
COORDINATE_IMPROVE = Topic(
    "improve",
    "17.8",
    "Displaced people move in or Damage is removed, and EarthGov's mood turns to EG−.",
    ("space", ""),
)


def coordinate(s: Mars, a: Action) -> Steps[None]:
    """17.8 Coordinate. Rebels in up to two spaces look after people, then win them over or turn their guards."""
    chosen: list[int] = []
    while (
        space := (
            yield from one_more(
                RED_DUST,
                chosen,
                2,
                lambda: coordinate_spaces(s),
                "Coordinate where?",
                COORDINATE,
                "In {it}",
            )
        )
    ) is not None:
        yield from activate_own(s, RED_DUST, space)
        yield say("Red Dust Coordinates in {space}.", space=space)
        yield from house_or_repair(s, RED_DUST, [space], COORDINATE_IMPROVE)
        if s.alignment[space] == ACTIVE_OPPOSITION:
            yield from _turn_guards(s, space)
        else:
            shift(s, space, -1)
            yield now_at(s, space)


def house_or_repair(s: Mars, who: int, spaces: list[int], topic: Topic) -> Steps[None]:
    """House or Repair once in one of these spaces, if wished."""
    options: list[Any] = []
    for space in spaces:
        if can_house(s, space):
            options.append((space, HOUSE))
        if can_repair(s, who, space):
            options.append((space, REPAIR))
    if not options:
        return
    it = yield pick(who, topic, "House or Repair?", [*options, NEITHER], label="{second} in {first}")
    if it == NEITHER:
        return
    space, what = it
    yield from house(s, who, space) if what == HOUSE else repair(s, who, space)


COORDINATE_CUBES = Topic(
    "coordinate_cubes",
    "17.8",
    "Two cubes of your choice go back to Available, or one does and a Rebel of yours takes its place.",
)
COORDINATE_CUBE = Topic(
    "coordinate_cube", "17.8", "That cube leaves the space and is Available to its owner again.", "piece"
)


def _turn_guards(s: Mars, space: int) -> Steps[None]:
    """17.8 Coordinate. At Active Opposition already remove two MG Troops or Security, or replace one of them with a Rebel."""
    able = [kind for kind in COORDINATED if s.at(space, kind)]
    if not able:
        return
    ways = (REMOVE_TWO, REPLACE_ONE) if placeable(s, RED_DUST, space) else (REMOVE_TWO,)
    how = yield pick(RED_DUST, COORDINATE_CUBES, "Cubes in {space}:", ways, about={"space": space})
    for _ in range(2 if how == REMOVE_TWO else 1):
        able = [kind for kind in COORDINATED if s.at(space, kind)]
        if not able:
            break
        kind = yield pick(RED_DUST, COORDINATE_CUBE, "Which cube in {space}?", able, about={"space": space})
        s.take(kind, space)  # 4.4 Security removed or replaced by Coordinate is Available
        if how == REPLACE_ONE:
            yield say("{piece} in {space} is replaced.", piece=kind, space=space)
            yield from place_units(s, RED_DUST, space, 1, must=True)
        else:
            yield say("{piece} ×{n:number} in {space} made Available.", piece=kind, n=1, space=space)


# 17.10 Purify


def purify_targets(s: Mars, space: int) -> list[int]:
    """17.10 Enemy units, and enemy Bases without friendly units beside them; Hidden SpecOps are units (ruling 16)."""
    kinds = removable(s, space, ENEMIES_OF[RECLAIMERS])
    has_rebels = placeable(s, RECLAIMERS, space)
    return [kind for kind in kinds if (s.available(CR_BASE) if IS_BASE[kind] else has_rebels)]


def purify_spaces(s: Mars) -> list[int]:
    """17.10 Spaces with CR Control, a Hidden CR Rebel and enemy forces."""
    return [
        space
        for space in ON_MARS
        if s.at(space, CR_REBEL)
        and s.control[space] == RECLAIMERS
        and s.has(space, ENEMIES_OF[RECLAIMERS])
        and s.is_open(space, RECLAIMERS)
        and purify_targets(s, space)
    ]


def converts_base(s: Mars) -> bool:
    """17.10 Whether a Purify could make a Conversion Center now, and so draw an Asset."""
    return any(IS_BASE[kind] for space in purify_spaces(s) for kind in purify_targets(s, space))


def can_purify(s: Mars, a: Action) -> bool:
    return bool(purify_spaces(s))


PURIFY = Topic(
    "purify",
    "17.10",
    "A Hidden Rebel there turns Active, and enemies are replaced with pieces of yours.",
    "space",
)


def purify(s: Mars, a: Action) -> Steps[None]:
    """17.10 Purify. Enemies in up to two spaces are won over, or their Base becomes a Conversion Center."""
    chosen: list[int] = []
    while (
        space := (
            yield from one_more(
                RECLAIMERS, chosen, 2, lambda: purify_spaces(s), "Purify where?", PURIFY, "Purify {it}"
            )
        )
    ) is not None:
        yield from activate_own(s, RECLAIMERS, space)
        yield from _purify_in(s, space)


PURIFY_PIECE = Topic(
    "purify_piece",
    "17.10",
    "A unit is replaced with a Rebel of yours, a Base with a Conversion Center and an Asset for you.",
    "piece",
)


def _purify_in(s: Mars, space: int) -> Steps[None]:
    """17.10 Purify. Replace one unit (two with a Conversion Center), or one Base; CR4 replaces one piece more."""
    units, bases = (2 if s.at(space, CONVERSION_CENTER) else 1), 0
    extra = 1 if s.capability(4) else 0
    is_first = True
    while units > 0 or bases > 0 or extra > 0:
        able = [
            kind
            for kind in purify_targets(s, space)
            if is_first or extra > 0 or (bases if IS_BASE[kind] else units) > 0
        ]
        if not able:
            break
        kind = yield pick(
            RECLAIMERS,
            PURIFY_PIECE,
            "Purify {space}: replace what?",
            able,
            label="Replace {it}",
            about={"space": space},
        )
        if IS_BASE[kind]:
            if is_first:
                units, bases = 0, 1
            bases, extra = (bases - 1, extra) if bases else (bases, extra - 1)
            yield from _convert(s, kind, space)
        else:
            units, extra = (units - 1, extra) if units else (units, extra - 1)
            s.take(kind, space)
            yield say("{piece} in {space} joins the Reclaimers.", piece=kind, space=space)
            yield from place_units(s, RECLAIMERS, space, 1, must=True)
        is_first = False


def _convert(s: Mars, kind: int, space: int) -> Steps[None]:
    """17.10 An enemy Base becomes a Conversion Center, and an Asset is drawn."""
    s.take(kind, space)
    s.place(CR_BASE, space)
    s.flip(space, CR_BASE, CONVERSION_CENTER)
    yield say("{piece} in {space} becomes a Conversion Center.", piece=kind, space=space)
    yield from draw_assets(s, 1)


# 17.11 Ransack


def ransack_spaces(s: Mars) -> list[int]:
    """17.11 Spaces with Damage and a Hidden CR Rebel."""
    return [
        space
        for space in ON_MARS
        if s.at(space, CR_REBEL) and s.damage[space] and s.is_open(space, RECLAIMERS)
    ]


def can_ransack(s: Mars, a: Action) -> bool:
    return bool(ransack_spaces(s))


RANSACK = Topic(
    "ransack",
    "17.11",
    "A Hidden Rebel there turns Active, and you draw an Asset for each Damage marker.",
    "space",
)
AI_UNLEASHED = Topic(
    "ai_unleashed",
    "17.11",
    "MarsGov or the Corporations lose the money at once, before you draw your Assets.",
)


def ransack(s: Mars, a: Action) -> Steps[None]:
    """17.11 Ransack. Assets out of the Damage of up to two spaces."""
    chosen: list[int] = []
    drawn = 0
    while (
        space := (
            yield from one_more(
                RECLAIMERS, chosen, 2, lambda: ransack_spaces(s), "Ransack where?", RANSACK, "Ransack {it}"
            )
        )
    ) is not None:
        yield from activate_own(s, RECLAIMERS, space)
        drawn += s.damage[space]
    if s.capability(24):  # CR24 AI Unleashed, once for the whole Ransack
        loss = yield pick(RECLAIMERS, AI_UNLEASHED, "Who pays?", (LOSE_RESOURCES, LOSE_PROFITS))
        payer, n = (MARS_GOV, 3) if loss == LOSE_RESOURCES else (CORPORATIONS, 1)
        yield from charge(s, payer, n, "{asset} costs {who:the_faction} {n}.", asset=24 - 1)
    yield from draw_assets(s, drawn)
