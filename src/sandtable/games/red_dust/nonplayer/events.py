"""8.8 Events: the leftmost fitting column for spaces, own pieces to place, enemy pieces to remove, effective options only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import DONE, Ask, Steps, Word

from ..cards.capabilities import LOSE_PROFITS, LOSE_RESOURCES
from ..cards.events.cards_01_to_06 import FOUR_SUPPLY, NO_SUPPLY, TRANSFER
from ..cards.events.cards_25_to_30 import ADD
from ..cards.events.factions import THREE_PROFITS, THREE_SUPPLY
from ..cards.events.free_operations import ways_to
from ..printed.map import CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from ..printed.pieces import (
    ALL_SPECOPS,
    CORP_BASES,
    CORP_UNITS,
    EG_TROOP,
    HIDDEN_REBELS,
    REBEL_FORCES,
    REBELS,
    REBELS_OF,
)
from ..rules.operations.general import is_barred
from ..state import Mars, Op
from .answering import about, answers, done_or_first, nearest, playing, spaces_in
from .curiosity import draw_for
from .fighting import is_enemy
from .moves import moveable_units, units_of
from .pieces import enemy_to_hit, ranked
from .priorities import assault_removals, has_enemy_base, has_room_for_base, opposition, select, tie
from .tables import ASSET_INSTRUCTIONS, EVENT_INSTRUCTIONS

#: What a Faction looks at for each purpose, leftmost first; a Faction that has no column for one chooses at random.
BASES = {
    MARS_GOV: "place_bases",
    CORPORATIONS: "place_or_upgrade_bases",
    RED_DUST: "place_or_dig_in_bases",
    RECLAIMERS: "place_or_upgrade_bases",
}
SHIFTS = {
    MARS_GOV: "shift_toward_active_support",
    CORPORATIONS: "exploit",
    RED_DUST: "shift_toward_active_opposition",
    RECLAIMERS: "shift_toward_neutral",
}
REMOVALS = dict.fromkeys(range(4), "remove_or_replace")
UNITS = {
    MARS_GOV: "place_cubes",
    CORPORATIONS: "place_cubes",
    RED_DUST: "place_rebels",
    RECLAIMERS: "place_rebels",
}
POPULATION = {MARS_GOV: "place_population", CORPORATIONS: "place_population", RED_DUST: "place_population"}
DAMAGE = {RED_DUST: "place_damage", RECLAIMERS: "place_damage"}
ATTACKS = {RED_DUST: "attack", RECLAIMERS: "attack"}
AMBUSHES = {RED_DUST: "ambush", RECLAIMERS: "attack"}
#: How Rebels come to a place where they are to strike.
OPERATION_TO = {
    RED_DUST: (Op.MARCH, "march_destination"),
    RECLAIMERS: (Op.TRAVEL, "travel_destination"),
}
COLUMN_FOR: dict[str, dict[int, str]] = {
    "event_to_support": SHIFTS,
    "event_to_opposition": SHIFTS,
    "event_shift_to_neutral": SHIFTS,
    "event_shift_and_rise": SHIFTS,
    "event_shift_and_spread": SHIFTS,
    "event_smash": SHIFTS,
    "event_revolt": SHIFTS,
    "event_house": POPULATION,
    "event_settle": POPULATION,
    "event_remove_bases": REMOVALS,
    "event_withdraw": REMOVALS,
    "event_troops_leave": REMOVALS,
    "event_activate_labyrinth": REMOVALS,
    "event_activate_with_specops": REMOVALS,
    "event_guard_line": REMOVALS,
    "event_cubes_defect": REMOVALS,
    "event_rebels_bribed": REMOVALS,
    "event_scandal": {**REMOVALS, RED_DUST: SHIFTS[RED_DUST]},
    "event_cubes_leave": {**REMOVALS, RED_DUST: SHIFTS[RED_DUST]},
    "event_strike_station": REMOVALS,
    "event_neutral": REMOVALS,
    "event_outpost_found": REMOVALS,
    "event_crackdown": REMOVALS,
    "event_search": REMOVALS,
    "event_explosion": REMOVALS,
    "event_lure_to": REMOVALS,
    "free_assault": REMOVALS,
    "asset_desertion": REMOVALS,
    "event_troops_to": UNITS,
    "event_security_to": UNITS,
    "event_rebel_near": UNITS,
    "event_rebel_to": UNITS,
    "event_black_site": BASES,
    "event_terraform": BASES,
    "event_rise_at": BASES,
    "asset_base": BASES,
    "asset_remote_base": BASES,
    "event_exploit": {CORPORATIONS: "exploit"},
    "event_attack": ATTACKS,
    "free_attack": ATTACKS,
    "asset_attack": ATTACKS,
    "asset_travel_to": ATTACKS,
    "event_strike_at": AMBUSHES,
    "event_ambush_at": AMBUSHES,
    "free_ambush": AMBUSHES,
    "asset_asteroid": DAMAGE,
    "asset_pilgrimage": DAMAGE,
}


def event_number(s: Mars) -> int:
    return s.current_event() + 1


def _preferred(s: Mars, who: int, topic: str, spaces: list[int]) -> list[int]:
    """8.8 Of the spaces on offer, those an instruction looks at first; all of them if there are none."""
    if topic == "event_house" and event_number(s) == 14 and who == CORPORATIONS:
        return [it for it in spaces if s.has(it, CORP_BASES)]
    if topic == "free_assault":
        return [it for it in spaces if assault_removals(s, who, it)]
    look = LOOKS.get((topic, who)) or LOOKS.get((topic, ANYBODY))
    return (look(s, who, spaces) if look is not None else []) or spaces


Look = Callable[[Mars, int, list[int]], list[int]]
ANYBODY = -1


def _at(*levels: tuple[int, ...]) -> Look:
    """Spaces at the first of these levels at which there are any."""

    def look(s: Mars, who: int, spaces: list[int]) -> list[int]:
        found = ([it for it in spaces if s.alignment[it] in level] for level in levels)
        return next(filter(None, found), [])

    return look


def _most_opposition(s: Mars, who: int, spaces: list[int]) -> list[int]:
    most = max(opposition(s, it) for it in spaces)
    return [it for it in spaces if most and opposition(s, it) == most]


def _search_grounds(s: Mars, who: int, spaces: list[int]) -> list[int]:
    """8.8 45: Deserts with Rebel forces next to units that can move."""
    kinds = units_of(s, who)
    near = [it for it in spaces if s.has(it, REBEL_FORCES)]
    return [
        it for it in near if any(moveable_units(s, who, other, kinds) for other in s.box.adjacent[it])
    ] or near


def _stations_of_best_origin(s: Mars, who: int, spaces: list[int]) -> list[int]:
    """8.8 26: destinations in reach of the one origin with the most Rebels that can move."""
    ways = {it: ways_to(s, who, it) for it in spaces}
    movers = {
        origin: sum(moveable_units(s, who, origin, REBELS_OF[who]).values())
        for origin in {origin for origins in ways.values() for origin in origins}
    }
    most = max(movers.values(), default=0)
    return [it for it, origins in ways.items() if any(movers[origin] == most for origin in origins)]


def _least_population(s: Mars, spaces: list[int]) -> list[int]:
    least = min(s.population(it) for it in spaces)
    return [it for it in spaces if s.population(it) == least]


SUPPORT, OPPOSITION, NEUTRAL = (1, 2), (-1, -2), (0,)
#: (topic, Faction) -> the spaces that an instruction, or a shift that must not go the wrong way, looks at first.
LOOKS: dict[tuple[str, int], Look] = {
    ("event_shift_to_neutral", MARS_GOV): _at(OPPOSITION, NEUTRAL),
    ("event_scandal", RECLAIMERS): _at(SUPPORT),
    ("event_to_opposition", RECLAIMERS): _at(SUPPORT),
    ("event_shift_and_rise", RECLAIMERS): _at(SUPPORT),
    ("event_shift_and_spread", RECLAIMERS): _at(SUPPORT),
    ("event_search", ANYBODY): _search_grounds,
    ("event_strike_station", ANYBODY): _stations_of_best_origin,
    ("event_activate_with_specops", ANYBODY): lambda s, who, spaces: [
        it for it in spaces if s.has(it, ALL_SPECOPS) and s.has(it, HIDDEN_REBELS)
    ],
    ("event_crackdown", ANYBODY): lambda s, who, spaces: [
        it for it in spaces if s.has(it, REBELS) and s.has(it, CORP_UNITS)
    ],
    ("event_neutral", ANYBODY): _most_opposition,
    ("event_revolt", RED_DUST): lambda s, who, spaces: [
        it for it in spaces if has_room_for_base(s, RED_DUST, it)
    ],
    ("event_revolt", RECLAIMERS): _at((1,), (2,)),
    ("event_smash", RECLAIMERS): lambda s, who, spaces: (
        [it for it in spaces if s.alignment[it] > 0] or _least_population(s, spaces)
    ),
    ("asset_travel_to", RECLAIMERS): lambda s, who, spaces: [
        it for it in spaces if has_enemy_base(s, RECLAIMERS, it)
    ],
}


def _column(s: Mars, who: int, topic: str, spaces: list[int]) -> str:
    """The column for a question: that of the instruction, or the leftmost that fits."""
    if topic == "event_revolt" and who == RECLAIMERS:
        return "place_or_upgrade_bases"  # errata
    if topic == "event_strike_at" and not is_barred(s, OPERATION_TO[who][0]):
        return OPERATION_TO[who][1]  # 45: the move stands left of the Ambush
    if topic == "event_scandal" and who == RECLAIMERS and any(s.alignment[it] > 0 for it in spaces):
        return SHIFTS[who]
    return COLUMN_FOR.get(topic, {}).get(who, "")


def event_space(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 A space for an Event."""
    who, topic = ask.seat, ask.topic
    spaces = spaces_in(values)
    if not spaces:
        return done_or_first(values)
    spaces = _preferred(s, who, topic, spaces)
    if not spaces:
        return done_or_first(values)
    column = _column(s, who, topic, spaces)
    if not column:
        return (yield from tie(spaces, "space"))
    if topic == "event_ambush_at":
        draw_for(s, playing(s), who, "ambush_rd")  # 12: Ambush as a card has it
    skip = ASSET_INSTRUCTIONS[8].skip_rows if topic == "asset_asteroid" else ()
    return (yield from select(s, who, column, spaces, skip))


for _topic in COLUMN_FOR:
    answers(_topic)(event_space)


# Pieces


@answers("event_remove_anywhere", "event_sabotage", "asset_convert", "event_move_base")
def event_piece(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 A piece anywhere: only enemies, the space by Remove or Replace, the piece by its table."""
    able = [it for it in values if it != DONE and is_enemy(ask.seat, it[1])]
    if not able:
        return done_or_first(values)
    space = yield from select(s, ask.seat, "remove_or_replace", list(dict.fromkeys(it[0] for it in able)))
    return space, enemy_to_hit(s, ask.seat, space, [kind for it, kind in able if it == space])


@answers("event_troops_leave_number", "event_cubes_defect_number", "event_rebels_bribed_number")
def event_pieces_number(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 As many enemy pieces as possible."""
    yield from ()
    return max(values) if is_enemy(ask.seat, about(ask, "piece")) else min(values)


@answers("event_rebels")
def rebels_mix(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 Place only own pieces."""
    yield from ()
    return max(values) if ask.seat == RED_DUST else min(values)


@answers("event_security")
def security_mix(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 Place only own pieces."""
    yield from ()
    return max(values) if ask.seat == CORPORATIONS else min(values)


@answers("event_base", "event_rebel", "name_faction", "event_ineligible")
def faction(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 Its own pieces; another Faction only if it must be one, a person first."""
    if ask.seat in values and ask.topic != "event_ineligible":
        return ask.seat
    people = [it for it in values if not s.is_nonplayer(it)]
    return (yield from tie(people or list(values), "faction"))


@answers("event_troops")
def troops(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 By the piece table."""
    yield from ()
    return ranked(s, ask.seat, values)[0]


@answers("event_earthgov_to")
def earthgov_to(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.2 4: one EG Troop after the other, the space chosen anew for each; the rule asks space by space."""
    np, who, spaces = playing(s), ask.seat, spaces_in(values)
    if not np.group:
        copy = s.copy()
        for _ in range(min(8, s.available(EG_TROOP))):
            space = yield from select(copy, who, UNITS[who], spaces)
            copy.place(EG_TROOP, space)
            np.group[space] = np.group.get(space, 0) + 1
    return next((it for it in np.group if it in spaces), DONE)


@answers("event_earthgov_to_number")
def earthgov_number(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.2 4: as many as the table has put there, one by one."""
    yield from ()
    return nearest(spaces_in(values), playing(s).group.get(about(ask, "space"), 1))


@answers("event_transfer", "asset_displaced", "event_add_displaced_number")
def most(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.2 To the full extent."""
    yield from ()
    return max(values)


@answers("event_forget_displaced", "event_remove_displaced_number", "event_disband")
def most_for_rebels(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 16: RD leaves Displaced Population untouched, CR takes it all. 18: SpecOps are no enemies of MG."""
    yield from ()
    if ask.topic == "event_disband":
        return max(values) if ask.seat in (RED_DUST, RECLAIMERS) else min(values)
    return max(values) if ask.seat == RECLAIMERS else min(values)


# Words


@answers("event_on_earth")
def supply_or_troops(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.5 Supply is on MG's list."""
    yield from ()
    return FOUR_SUPPLY


@answers("event_redirect")
def redirect(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 6: a person loses Resources, a non-player its Supply in Transit."""
    yield from ()
    return NO_SUPPLY if s.is_nonplayer(MARS_GOV) and NO_SUPPLY in values else TRANSFER


@answers("event_gain")
def gain(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 17: MG takes Supply, CORP Profits."""
    yield from ()
    return THREE_SUPPLY if ask.seat == MARS_GOV else THREE_PROFITS


@answers("event_settle_way")
def settle_way(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.2 35: to the full extent, a House and a Base if both are possible."""
    yield from ()
    return values[0]


@answers("event_displaced")
def displaced(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 28: MG adds three markers."""
    yield from ()
    return ADD


@answers("event_target")
def target(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 29: a person first, then CR."""
    yield from ()
    red_dust, reclaimers = values
    return red_dust if s.is_nonplayer(RECLAIMERS) and not s.is_nonplayer(RED_DUST) else reclaimers


#: Campaign cards that hamper MG Operations: RD4, RD5, RD6, RD9, RD10.
HAMPERING = tuple(number - 1 for number in (4, 5, 6, 9, 10))


@answers("event_end_campaign")
def end_campaign(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 31: a Campaign card that hampers MG Operations, else a random one."""
    able = [it for it in values if it in HAMPERING]
    return (yield from tie(able or list(values), "campaign"))


@answers("campaign_card")
def campaign_card(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.2 A random one."""
    return (yield from tie(list(values), "campaign"))


@answers("ai_unleashed")
def ai_unleashed(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6.3 CR24: MG Resources if MG has a person behind it, otherwise Profits."""
    yield from ()
    return LOSE_PROFITS if s.is_nonplayer(MARS_GOV) else LOSE_RESOURCES


#: The Operation that a patrol ends with.
PATROLS = {MARS_GOV: Op.ASSAULT, CORPORATIONS: Op.ASSAULT, RED_DUST: Op.CAMPAIGN, RECLAIMERS: Op.ATTACK}


@answers("event_patrol_operation", "event_tube_operation")
def patrol_operation(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 34: Assault, Campaign or Attack where the patrol ends."""
    yield from ()
    return PATROLS[ask.seat] if PATROLS[ask.seat] in values else DONE


@answers("event_maglev", "event_line")
def maglev(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.8 13, 38: a space beside a Maglev line, and a second one if one does not settle which line."""
    lines, who = list(values), ask.seat
    column = EVENT_INSTRUCTIONS[who, 38].columns[0] if ask.topic == "event_line" else SHIFTS[who]
    is_ends = ask.topic == "event_line"
    left: list[int] = []
    while len(lines) > 1:
        beside = {
            it
            for line in lines
            for it in (s.box.maglevs[line].ends if is_ends else s.box.maglevs[line].touches)
            if it not in left
        }
        if not beside:
            return (yield from tie(lines, "maglev"))
        space = yield from select(s, who, column, sorted(beside))
        left.append(space)
        lines = [line for line in lines if space in s.box.maglevs[line].touches]
    return lines[0]


# What nobody has a line for


def unguided(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.2 Unguided choices are random; but a non-player does what it may, to the full extent."""
    if ask.kind == "yes_no":
        return True
    if ask.kind == "amount":
        return max(it for it in values if isinstance(it, int))  # not "All of them": the number says it
    able = [it for it in values if it != DONE] or list(values)
    if all(isinstance(it, int) for it in able):
        return (yield from tie(able))
    if all(isinstance(it, (Word, Op)) for it in able):
        n = yield from tie(range(len(able)))
        return able[n]
    return able[(yield from tie(range(len(able))))]
