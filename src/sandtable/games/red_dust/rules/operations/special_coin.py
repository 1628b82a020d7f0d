"""17.1-17.6 The Special Activities of MarsGov and the Corporations."""

from __future__ import annotations

from typing import Any

from sandtable.engine import DONE, Steps, say
from sandtable.engine.asking import Topic, amount, pick, pick_each, yes_no

from ...printed.map import (
    ADJACENT,
    COIN,
    CORPORATIONS,
    MARS_GOV,
    ON_MARS,
    PHOBOS,
    PLACES,
    RECLAIMERS,
    RED_DUST,
    SPACES,
)
from ...printed.pieces import (
    CORP_BASES,
    CORP_FORCES,
    CR_FORCES,
    EG_TROOP,
    FORTIFIED,
    MG_BASE,
    MG_FORCES,
    MG_TROOP,
    MG_TROOPS,
    OWNER,
    PROTECTORS,
    RD_FORCES,
    REBEL_FORCES,
    SATELLITE,
    SECURITY,
    SPECOPS,
)
from ...state import Action, Mars
from ..alignment import now_at, shift_to_neutral
from ..choose_spaces import one_more
from ..earthgov import SUPPLY, place_on_earth, set_confidence
from ..placing import can_place_base, removable, turn_active, unit_for_base
from ..population import can_house, can_repair, house, repair
from ..resources import bring, charge, choose_discard, draw_assets
from .group_moves import choose_group, move_group

#: Ruling 15: CORP's own units do not protect an MG Base from its Raid.
RAID_PROTECTORS = {**PROTECTORS, MG_BASE: (MG_TROOP, FORTIFIED, EG_TROOP)}
RAID_TARGETS = (*MG_FORCES, *REBEL_FORCES, SATELLITE)


# 17.1 Entrench


def entrench_spaces(s: Mars) -> list[int]:
    """17.1 COIN-Controlled spaces where a Base could be built or a Troop Fortified."""
    return [
        space
        for space in ON_MARS
        if s.control[space] == COIN
        and s.is_open(space, MARS_GOV)
        and s.has(space, MG_TROOPS)
        and (can_place_base(s, MARS_GOV, space) or can_fortify(s, space))
    ]


def can_fortify(s: Mars, space: int) -> int:
    """5.4 How many more Troops can be Fortified: one on each populated square."""
    return min(s.at(space, MG_TROOP), s.population(space) - s.at(space, FORTIFIED))


def can_entrench(s: Mars, a: Action) -> bool:
    return bool(entrench_spaces(s))


ENTRENCH = Topic(
    "entrench", "17.1", "There you may turn a Troop into a Base, and Troops into Fortified ones.", "space"
)
ENTRENCH_BASE = Topic("entrench_base", "17.1", "Yes removes a Troop here and places one of your Bases.")
ENTRENCH_TROOP = Topic("give_up_troop", "17.1", "That Troop is removed, and a Base takes its place.", "piece")
FORTIFY = Topic(
    "fortify",
    "17.1",
    "This many Troops are Fortified; where Damage would be placed a Fortified Troop is lost instead.",
    "number",
)


def entrench(s: Mars, a: Action) -> Steps[None]:
    """17.1 Entrench. In up to two spaces a Troop may become a Base, then Troops may be Fortified."""
    chosen: list[int] = []
    while (
        space := (
            yield from one_more(
                MARS_GOV,
                chosen,
                2,
                lambda: entrench_spaces(s),
                "Entrench where?",
                ENTRENCH,
                "Entrench in {it}",
            )
        )
    ) is not None:
        if can_place_base(s, MARS_GOV, space) and (
            yield yes_no(
                MARS_GOV, ENTRENCH_BASE, "Replace a Troop in {space} with a Base?", about={"space": space}
            )
        ):
            yield from unit_for_base(s, MARS_GOV, space, MG_TROOPS, ENTRENCH_TROOP)
        if (most := can_fortify(s, space)) > 0:
            n = yield amount(
                MARS_GOV, FORTIFY, "Fortify how many Troops in {space}?", most, about={"space": space}
            )
            s.flip(space, MG_TROOP, FORTIFIED, n)
            if n:
                yield say("Troops Fortified in {space}: {n:number}.", n=n, space=space)


# 17.2 Petition


def petition(s: Mars, a: Action) -> Steps[None]:
    """17.2 Petition. Supply for Rebels Activated; EarthGov's applause if the Operation paid for itself."""
    supply = 1 + a.activated // 3
    yield from place_on_earth(s, SUPPLY, supply)
    yield from charge(s, CORPORATIONS, supply, "Petition costs {who:the_faction} {n}.")
    if a.rebels_lost > a.coin_lost:
        yield from set_confidence(s, True)
        yield from charge(s, CORPORATIONS, 2, "The successful Operation costs {who:the_faction} {n} more.")


# 17.3 Transport


def transport_hubs(s: Mars) -> list[int]:
    """17.3 Phobos and every space with an MG Base, Raging Storms apart (ruling)."""
    return [
        space
        for space in SPACES
        if (space == PHOBOS or s.at(space, MG_BASE)) and s.is_passable(space, MARS_GOV)
    ]


def transported(s: Mars) -> tuple[int, ...]:
    """17.3 MG Troops, and EG Troops if MG is Controller."""
    return (*MG_TROOPS, EG_TROOP) if s.controller() == MARS_GOV else MG_TROOPS


def can_transport(s: Mars, a: Action) -> bool:
    kinds = transported(s)
    return any(s.has(space, kinds) for space in SPACES if s.is_passable(space, MARS_GOV))


TRANSPORT = Topic(
    "transport",
    "17.3",
    "Troops can be moved to and from that space as well; with Done it stays at Phobos and the Bases.",
    "space",
)
TRANSPORT_FROM = Topic(
    "transport_from", "17.3", "Troops leave that space; with Done the Transport is over.", "space"
)
TRANSPORT_TO = Topic("transport_to", "17.3", "Troops go to that space, as many as you say next.", "space")
TRANSPORT_NUMBER = Topic(
    "transport_number",
    "17.3",
    "This many of these Troops go; each way from one space to another can be used once.",
    "number",
)


def transport(s: Mars, a: Action) -> Steps[None]:
    """17.3 Transport. Troops among Phobos, the MG Bases and one more space (two if MG is Controller), at any distance."""
    hubs = transport_hubs(s)
    others = [space for space in ON_MARS if space not in hubs and s.is_passable(space, MARS_GOV)]
    hubs += yield from pick_each(
        MARS_GOV,
        TRANSPORT,
        "Transport between the Bases, Phobos and which other space?",
        others,
        up_to=2 if s.controller() == MARS_GOV else 1,
    )
    while True:
        pairs = transport_ways(s, a, hubs)
        origins: list[Any] = list(dict.fromkeys(origin for origin, _ in pairs))
        if not origins:
            return
        origin = yield pick(
            MARS_GOV, TRANSPORT_FROM, "Transport from where?", [*origins, DONE], label="From {it}"
        )
        if origin == DONE:
            return
        goals = [goal for start, goal in pairs if start == origin]
        goal = yield pick(
            MARS_GOV, TRANSPORT_TO, "From {space} to where?", goals, label="To {it}", about={"space": origin}
        )
        a.ways.append(origin * PLACES + goal)
        group = yield from choose_group(s, MARS_GOV, origin, goal, transported(s), TRANSPORT_NUMBER)
        yield from move_group(s, origin, goal, group)


def transport_ways(s: Mars, a: Action, hubs: list[int]) -> list[tuple[int, int]]:
    """17.3 From where to where Troops can still go; each way is used once, so an end always comes."""
    kinds = transported(s)
    return [
        (origin, goal)
        for origin in hubs
        if s.has(origin, kinds)
        for goal in hubs
        if goal != origin and origin * PLACES + goal not in a.ways
    ]


# 17.4 Public Relations


def relation_spaces(s: Mars) -> list[int]:
    """17.4 Spaces with COIN Control and Security where something can be Repaired or Housed."""
    return [
        space
        for space in ON_MARS
        if s.control[space] == COIN
        and s.at(space, SECURITY)
        and s.is_open(space, CORPORATIONS)
        and (can_house(s, space) or can_repair(s, CORPORATIONS, space))
    ]


def can_relate(s: Mars, a: Action) -> bool:
    return bool(relation_spaces(s))


PUBLIC_RELATIONS = Topic(
    "public_relations",
    "17.4",
    "There you may Repair, a Security for each Damage, and House afterwards in one of your spaces.",
    "space",
)
RELATIONS_REPAIR = Topic(
    "relations_repair",
    "17.4",
    "Yes gives up a Security here, removes a Damage marker and brings you 2 Profits.",
)
RELATIONS_HOUSE = Topic(
    "relations_house", "17.4", "A displaced Population marker moves in there; with Done none does.", "space"
)


def public_relations(s: Mars, a: Action) -> Steps[None]:
    """17.4 Public Relations. Repair in up to two spaces, then House in one of them."""
    chosen: list[int] = []
    touched: list[int] = []
    while (
        space := (
            yield from one_more(
                CORPORATIONS,
                chosen,
                2,
                lambda: relation_spaces(s),
                "Public Relations where?",
                PUBLIC_RELATIONS,
                "In {it}",
            )
        )
    ) is not None:
        while can_repair(s, CORPORATIONS, space) and (
            yield yes_no(
                CORPORATIONS, RELATIONS_REPAIR, "Repair {space} for a Security?", about={"space": space}
            )
        ):
            yield from repair(s, CORPORATIONS, space)
            text = "Public Relations in {space} bring {who:the_faction} {n}."
            yield from bring(s, CORPORATIONS, 2, text, space=space)
            if space not in touched:
                touched.append(space)
    homes: list[Any] = [space for space in chosen if can_house(s, space)]
    if homes:
        home = yield pick(
            CORPORATIONS, RELATIONS_HOUSE, "House where?", [*homes, DONE], label="House in {it}"
        )
        if home != DONE:
            yield from house(s, CORPORATIONS, home)
            if home not in touched:
                touched.append(home)
    for space in touched:
        if s.has(space, RD_FORCES):
            text = "Public Relations in {space} cost {who:the_faction} {n}."
            yield from charge(s, RED_DUST, 3, text, space=space)
        if s.has(space, CR_FORCES):
            yield from choose_discard(s)


# 17.5 Exploit


def may_exploit(s: Mars, space: int, even_if_outnumbered: bool = False) -> bool:
    """17.5 A CORP Base, no Damage, and more CORP than MG forces; EG Troops count for the Controller."""
    if not s.has(space, CORP_BASES) or s.damage[space] or not s.is_open(space, CORPORATIONS):
        return False
    if even_if_outnumbered:
        return True
    ours, theirs = s.count(space, CORP_FORCES), s.count(space, MG_FORCES)
    if s.controller() == CORPORATIONS:
        ours += s.at(space, EG_TROOP)
    elif s.controller() == MARS_GOV:
        theirs += s.at(space, EG_TROOP)
    return ours > theirs


def can_exploit(s: Mars, a: Action) -> bool:
    return any(may_exploit(s, space) for space in ON_MARS)


EXPLOIT = Topic(
    "exploit", "17.5", "You gain Profits for the Population there, and the space becomes Neutral.", "space"
)


def exploit(s: Mars, a: Action) -> Steps[None]:
    """17.5 Exploit. Profits from the Population of up to two spaces."""
    chosen: list[int] = []
    while (
        space := (
            yield from one_more(
                CORPORATIONS,
                chosen,
                2,
                lambda: [space for space in ON_MARS if may_exploit(s, space)],
                "Exploit where?",
                EXPLOIT,
                "Exploit {it}",
            )
        )
    ) is not None:
        yield from exploit_in(s, space)


EXPLOIT_DRAW = Topic("exploit_draw", "17.5", "Yes adds an Asset to your hand; above six you discard one.")


def exploit_in(s: Mars, space: int) -> Steps[None]:
    """17.5 Exploit. In one space."""
    population = s.population(space)
    gain = "The Exploit in {space} brings {who:the_faction} {n}."
    yield say("Corporations: Exploit in {space}.", space=space)
    yield from bring(s, CORPORATIONS, population, gain, space=space)
    shift_to_neutral(s, space)
    yield now_at(s, space)
    if s.control[space] == RED_DUST:
        yield from bring(s, RED_DUST, population, gain, space=space)
    elif s.control[space] == RECLAIMERS:
        if (
            yield yes_no(
                RECLAIMERS, EXPLOIT_DRAW, "Draw an Asset for the Exploit in {space}?", about={"space": space}
            )
        ):
            yield from draw_assets(s, 1)


# 17.6 Raid


def raid_spaces(s: Mars) -> list[int]:
    """17.6 Spaces with Hidden SpecOps, or with some next door."""
    return [
        space
        for space in ON_MARS
        if s.is_open(space, CORPORATIONS) and (s.at(space, SPECOPS) or raid_origins(s, space))
    ]


def raid_origins(s: Mars, space: int) -> list[int]:
    """17.6 Where Hidden SpecOps can come from; Raging Storms are neither entered nor left."""
    if not s.is_passable(space, CORPORATIONS):
        return []
    return [other for other in ADJACENT[space] if s.at(other, SPECOPS) and s.is_passable(other, CORPORATIONS)]


def can_raid(s: Mars, a: Action) -> bool:
    return bool(raid_spaces(s))


RAID = Topic("raid", "17.6", "Hidden SpecOps may slip in there, and one of them may strike.", "space")


def raid(s: Mars, a: Action) -> Steps[None]:
    """17.6 Raid. SpecOps slip into up to two spaces and strike."""
    chosen: list[int] = []
    while (
        space := (
            yield from one_more(
                CORPORATIONS, chosen, 2, lambda: raid_spaces(s), "Raid where?", RAID, "Raid {it}"
            )
        )
    ) is not None:
        yield from _slip_in(s, space)
        yield from _strike(s, space)


RAID_FROM = Topic(
    "raid_from", "17.6", "A Hidden SpecOps moves in from that space; with Done no more come.", "space"
)


def _slip_in(s: Mars, space: int) -> Steps[None]:
    """17.6 Raid. Move in up to two Hidden SpecOps from adjacent spaces."""
    for left in (2, 1):
        origins: list[Any] = raid_origins(s, space)
        if not origins:
            return
        origin = yield pick(
            CORPORATIONS,
            RAID_FROM,
            "Move a SpecOps into {space} from where? Up to {left:number}.",
            [*origins, DONE],
            label="From {it}",
            about={"space": space, "left": left},
        )
        if origin == DONE:
            return
        s.move(SPECOPS, origin, space)
        yield say("A SpecOps slips from {origin:space} into {space}.", origin=origin, space=space)


RAID_STRIKE = Topic(
    "raid_strike",
    "17.6",
    "Yes turns a SpecOps Active and removes one EarthGov Troop or up to two other pieces.",
)
RAID_REMOVE = Topic(
    "raid_remove",
    "17.6",
    "The piece is removed; unless it was the Rebels' own, EarthGov's mood turns to EG−.",
    "piece",
)


def _strike(s: Mars, space: int) -> Steps[None]:
    """17.6 Raid. Activate one SpecOps to remove one EG Troop or any two other forces, Bases last."""
    able = removable(s, space, RAID_TARGETS, RAID_PROTECTORS)
    if not s.at(space, SPECOPS) or not (able or s.at(space, EG_TROOP)):
        return
    if not (
        yield yes_no(
            CORPORATIONS, RAID_STRIKE, "Activate a SpecOps to strike in {space}?", about={"space": space}
        )
    ):
        return
    yield from turn_active(s, space, SPECOPS, 1)
    hit_coin = False
    for hit in range(2):
        options: list[Any] = removable(s, space, RAID_TARGETS, RAID_PROTECTORS)
        if hit == 0 and s.at(space, EG_TROOP):
            options.append(EG_TROOP)
        if not options:
            break
        if hit:
            options.append(DONE)
        kind = yield pick(
            CORPORATIONS,
            RAID_REMOVE,
            "Raid {space}: remove what?",
            options,
            label="{it}",
            about={"space": space},
        )
        if kind == DONE:
            break
        s.remove(kind, space)
        hit_coin = hit_coin or OWNER[kind] not in (RED_DUST, RECLAIMERS)
        yield say("{piece} in {space} is removed.", piece=kind, space=space)
        if kind == EG_TROOP:
            break
    if hit_coin:
        yield from set_confidence(s, False)
