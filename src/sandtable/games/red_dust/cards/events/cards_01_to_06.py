"""18 Event cards 1 to 6. What the cards say stands in `events.toml` of the pack."""

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
    MARS_GOV,
    NOBODY,
    ON_MARS,
    ORBIT,
    PHOBOS,
    RED_DUST,
    TRANSIT,
)
from ...printed.pieces import EG_TROOP, REBEL_BASES, REBEL_FORCES, REBELS_OF, SATELLITE
from ...rules.alignment import NEUTRAL
from ...rules.choose_spaces import done, one_by_one
from ...rules.earthgov import event_cycler, place_on_earth, shift_confidence
from ...rules.group_moves import move_all
from ...rules.operations.attack import free_attack
from ...rules.placing import place_available, remove_all
from ...rules.special_activities.exploit import exploit_in, may_exploit
from ...state import Mars
from .factions import REBEL_FACTIONS, earn, named_able, supply_to_earth
from .spaces import choose_spaces, open_spaces, shift_to_support
from .table import SHADED, event

FOUR_SUPPLY, FOUR_TROOPS = Word("supply", "4 Supply"), Word("troops", "4 EarthGov Troops")
TRANSFER = Word("transfer", "Resources from MarsGov to Red Dust")
NO_SUPPLY = Word("remove_supply", "Remove all Supply from Transit")


@event(1)
def a_green_new_deal(s: Mars, who: int) -> Steps[None]:
    """1 A Green New Deal, unshaded."""
    cleared = [
        space for space in open_spaces(s, who, ON_MARS) if s.control[space] == COIN and s.damage[space]
    ]
    removed = 0
    for space in cleared:
        removed += s.damage[space]
        s.damage[space] = 0
        yield say("All Damage in {space} is removed.", space=space)
    yield from earn(s, CORPORATIONS, removed)
    yield from shift_to_support(s, who, 2, cleared, "Shift which spaces towards Active Support?", up_to=True)


@event(1, SHADED)
def a_green_new_deal_shaded(s: Mars, who: int) -> Steps[None]:
    """1 A Green New Deal, shaded."""
    yield from earn(s, CORPORATIONS, -5)
    yield from earn(s, MARS_GOV, -9)


ON_EARTH = Topic(
    "event_on_earth",
    "18",
    "What you place on Earth can be sent when the Aldrin Cycler runs right afterwards.",
)


@event(2)
def earthgov_declares_emergency(s: Mars, who: int) -> Steps[None]:
    """2 EarthGov Declares Emergency, unshaded."""
    ways = (FOUR_SUPPLY, FOUR_TROOPS) if s.available(EG_TROOP) else (FOUR_SUPPLY,)
    if (yield pick(who, ON_EARTH, "Place what on Earth?", ways)) == FOUR_SUPPLY:
        yield from supply_to_earth(s, 4)
    else:
        yield from place_on_earth(s, EG_TROOP, 4)
    yield from event_cycler(s)


@event(2, SHADED)
def earthgov_declares_emergency_shaded(s: Mars, who: int) -> Steps[None]:
    """2 EarthGov Declares Emergency, shaded."""
    yield from earn(s, CORPORATIONS, -5)


REMOVE_BASES = Topic(
    "event_remove_bases", "18", "The Bases become Available again, even with Rebels beside them.", "space"
)


@event(3)
def terran_loyalties_tested(s: Mars, who: int) -> Steps[None]:
    """3 Terran Loyalties Tested, unshaded."""

    def able() -> list[int]:
        return [
            space
            for space in open_spaces(s, who, ON_MARS)
            if s.at(space, EG_TROOP) and s.has(space, REBEL_BASES)
        ]

    chosen = yield from choose_spaces(
        who, 2, able, "Remove all Rebel Bases where?", REMOVE_BASES, in_any_order=True
    )
    for space in chosen:
        yield from remove_all(s, space, REBEL_BASES)


EXPLOIT_NOWHERE = done("Exploit nowhere")
EXPLOIT_AT = Topic(
    "event_exploit",
    "18",
    "You gain Profits for the Population of the space, which shifts towards Neutral.",
    "space",
)


@event(3, SHADED)
def terran_loyalties_tested_shaded(s: Mars, who: int) -> Steps[None]:
    """3 Terran Loyalties Tested, shaded."""
    able: list[Any] = [
        space
        for space in ON_MARS
        if s.alignment[space] > NEUTRAL and may_exploit(s, space, even_if_outnumbered=True)
    ]
    if not able:
        return
    space = yield pick(
        CORPORATIONS,
        EXPLOIT_AT,
        "Exploit where?",
        [*able, DONE],
        label="Exploit {it}",
        done_as=EXPLOIT_NOWHERE,
    )
    if space != DONE:
        yield from exploit_in(s, space)


EARTHGOV_TO = Topic(
    "event_earthgov_to", "18", "EarthGov Troops are placed in this Labyrinth; next you say how many.", "space"
)
EARTHGOV_NUMBER = Topic(
    "event_earthgov_to_number",
    "18",
    "This many EarthGov Troops are placed here; what is left of the 8 may go elsewhere.",
    "number",
)


@event(4)
def usss_challenger(s: Mars, who: int) -> Steps[None]:
    """4 USSS Challenger, unshaded."""
    places = (PHOBOS,) if s.controller() == NOBODY else s.box.labyrinths_and_phobos
    able = [space for space in places if not s.has(space, REBEL_FORCES)]
    another = one_by_one(who, len(able), lambda: able, "Place EarthGov Troops where?", EARTHGOV_TO, least=0)
    left = min(8, s.available(EG_TROOP))
    while left and (space := (yield from another())) is not None:
        n = yield amount(
            who,
            EARTHGOV_NUMBER,
            "Place how many EarthGov Troops in {space}?",
            left,
            at_least=1,
            about={"space": space},
        )
        left -= yield from place_available(s, EG_TROOP, space, n)


WITHDRAW = Topic(
    "event_withdraw",
    "18",
    "All EarthGov Troops in this space, and those on Phobos, become Available.",
    "space",
)


@event(4, SHADED)
def usss_challenger_shaded(s: Mars, who: int) -> Steps[None]:
    """4 USSS Challenger, shaded."""

    def able() -> list[int]:
        return [space for space in open_spaces(s, who, ON_MARS) if s.at(space, EG_TROOP)]

    chosen = yield from choose_spaces(who, 1, able, "EarthGov Troops withdraw from which space?", WITHDRAW)
    for space in (PHOBOS, *chosen):
        yield from move_all(s, EG_TROOP, space, AVAILABLE)


@event(5)
def satellite_network_updated(s: Mars, who: int) -> Steps[None]:
    """5 Satellite Network Updated, unshaded."""
    if s.satellites_in_orbit():
        yield from shift_confidence(s, s.satellites_in_orbit())
    # all of them, also out of a Desert with a Raging Storm (ruling 39)
    for place in (*ON_MARS, PHOBOS, TRANSIT, EARTH, CASUALTIES):
        yield from move_all(s, SATELLITE, place, ORBIT)


ATTACK_AT = Topic(
    "event_attack", "18", "You make a free Attack in this space; others with a Satellite may follow.", "space"
)


@event(5, SHADED)
def satellite_network_updated_shaded(s: Mars, who: int) -> Steps[None]:
    """5 Satellite Network Updated, shaded."""

    def targets(rebels: int) -> list[int]:
        return [
            space
            for space in open_spaces(s, rebels, ON_MARS)
            if s.at(space, SATELLITE) and s.has(space, REBELS_OF[rebels])
        ]

    rebels = yield from named_able(s, who, REBEL_FACTIONS, lambda faction: bool(targets(faction)))
    if rebels is None:
        return
    another = one_by_one(
        rebels,
        len(ON_MARS),
        lambda: targets(rebels),
        "Free Attack where?",
        ATTACK_AT,
        "Attack in {it}",
        least=0,
    )
    while (space := (yield from another())) is not None:
        yield from free_attack(s, rebels, space)


@event(6)
def the_aldrin_cycler(s: Mars, who: int) -> Steps[None]:
    """6 The Aldrin Cycler, unshaded."""
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
    """6 The Aldrin Cycler, shaded."""
    ways = (TRANSFER, NO_SUPPLY) if s.supply_in_transit else (TRANSFER,)
    if (yield pick(who, REDIRECT, "Take Resources from MarsGov, or remove Supply?", ways)) == NO_SUPPLY:
        yield say("Supply lost in Transit: {n:number}.", n=s.supply_in_transit)
        s.supply_in_transit = 0
        return
    from_marsgov = (
        EDGE_TRACK if s.is_nonplayer(MARS_GOV) else s.resources[MARS_GOV]
    )  # 8.4 it gives from the bank
    most = min(6, from_marsgov, EDGE_TRACK - s.resources[RED_DUST])
    n = yield amount(who, TRANSFER_NUMBER, "How many Resources go from MarsGov to Red Dust?", most)
    yield from earn(s, MARS_GOV, -n)
    yield from earn(s, RED_DUST, n)
