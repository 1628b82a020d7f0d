"""8.5.8, 8.6.4 Assault, Attack, Raid, Purify and Storms: which pieces go, and whether to strike back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.engine import DONE, Ask, Steps

from ..printed.map import CORPORATIONS, MARS_GOV, NEW_CORDOBA, RECLAIMERS, RED_DUST
from ..printed.pieces import (
    ACTIVE_SPECOPS,
    BASES_OF,
    CUBES,
    EG_TROOP,
    HIDDEN,
    HIDDEN_REBELS,
    IS_BASE,
    OWNER,
    SPECOPS,
)
from ..rules.operations.assault import ASSAULT_TARGETS
from ..rules.placing import SPARE, removable
from ..state import Mars
from .answering import about, answers, playing, spaces_in
from .pieces import enemy_to_hit, to_lose
from .priorities import select, vulnerable_rebels


@answers("show_specops")
def show_specops(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 Activate SpecOps if that removes more."""
    yield from ()
    space = about(ask, "space")
    short = vulnerable_rebels(s, space) - s.count(space, (*CUBES, ACTIVE_SPECOPS))
    return max(0, min(short, s.at(space, SPECOPS)))


@answers(
    "assault_remove",
    "bombard_remove",
    "attack_remove",
    "purify_piece",
    "raid_remove",
    "drive_out",
    "activate",
    "coordinate_cube",
    "event_drive_out",
    "event_clear_out",
    "event_station_loss",
    "asset_asteroid_remove",
    "asset_deserter",
    "event_cube_leaves",
    "event_scandal_unit",
    "event_scandal_base",
    "event_exploding_base",
    "event_replaced",
)
def hit(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.8 Enemies by the piece table, one at a time; own pieces only if nothing else is left, and then read backwards."""
    yield from ()
    who, space = ask.seat, _where(ask)
    options: dict[int, Any] = {}
    for it in values:
        if isinstance(it, (int, tuple)):
            options[it if isinstance(it, int) else it[0]] = it
    enemies = [kind for kind in options if is_enemy(who, kind)]
    if enemies:
        return options[
            enemy_to_hit(s, who, space, enemies)
        ]  # the last of a kind on offer is the smallest number
    for word in (DONE, SPARE):
        if word in values:
            return word
    return options[to_lose(s, who, options)]


def _where(ask: Ask) -> int:
    """The space that a question is about; event 44 names its own."""
    return about(ask, "space") if "space" in (ask.about or {}) else NEW_CORDOBA


def is_enemy(who: int, kind: int) -> bool:
    """8.8 MG, CORP and EarthGov spare each other; Rebels are everybody's enemies but their own."""
    owner = OWNER[kind]
    if who in (MARS_GOV, CORPORATIONS):
        return owner in (RED_DUST, RECLAIMERS)
    return owner != who


@answers("bombard")
def bombard(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 Bombard if that removes more."""
    yield from ()
    return bool(removable(s, about(ask, "space"), ASSAULT_TARGETS))


@answers("raid_strike")
def raid_strike(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.7 Only Rebel targets."""
    yield from ()
    return any(
        s.at(about(ask, "space"), kind)
        for kind in range(EG_TROOP + 1, len(OWNER))
        if is_enemy(CORPORATIONS, kind)
    )


@answers("strike_back")
def strike_back(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6.4 RD only without Opposition; neither turns its last Hidden Rebel beside a Base Active."""
    yield from ()
    who, space = ask.seat, about(ask, "space")
    if who == RED_DUST and s.alignment[space] < 0:
        return False
    return not (s.has(space, BASES_OF[who]) and s.at(space, HIDDEN[who]))


@answers("suppress")
def suppress(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6 A space with EG Troops and Hidden Rebels, by Remove or Replace."""
    able = [it for it in values if s.has(it, HIDDEN_REBELS)]
    np = playing(s)
    np.suppress_in((yield from select(s, ask.seat, "remove_or_replace", able or list(values))))
    return np.last


@answers("driven_to")
def driven_to(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6.5 The owner of driven out Rebels chooses one Desert for all of them with Place Rebels."""
    np, space = playing(s), about(ask, "space")
    if np.path[:1] != [~space]:
        np.path = [~space]  # behind it: owner, Desert, owner, Desert
    for owner, goal in zip(np.path[1::2], np.path[2::2], strict=True):
        if owner == ask.seat and goal in values:
            return goal
    goal = yield from select(s, ask.seat, "place_rebels", list(values))
    np.path += [ask.seat, goal]
    return goal


@answers("satellite")
def satellite(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.6.3 CR26: Remove or Replace says which space loses its Satellite."""
    return (yield from select(s, ask.seat, "remove_or_replace", list(values)))


@answers("storm_strike")
def storm_strike(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.5.9 One enemy force by the piece table, Bases last."""
    yield from ()
    kinds = spaces_in(values)
    units = [kind for kind in kinds if not IS_BASE[kind]]
    return enemy_to_hit(s, RECLAIMERS, about(ask, "space"), units or kinds)


@answers("attrition", "rally_base", "give_up_troop", "entrench_troop")
def lose(s: Mars, ask: Ask, values: Sequence[Any]) -> Steps[Any]:
    """8.2 Own losses: the piece table read backwards."""
    yield from ()
    return to_lose(s, ask.seat, values)
