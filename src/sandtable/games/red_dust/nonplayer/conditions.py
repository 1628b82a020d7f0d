"""8.5.3 The tests of the boxes and the red lines of Curiosity cards, one small function each."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine import Roll, Steps, say

from ..printed.map import COIN, CORPORATIONS, MARS_GOV, RECLAIMERS, RED_DUST
from ..printed.pieces import (
    CORP_BASE,
    CORP_BASES,
    CORP_FORCES,
    CR_BASE,
    CR_BASES,
    CR_FORCES,
    CR_REBEL,
    CR_REBELS,
    HIDDEN_REBELS,
    MG_FORCES,
    MG_TROOP,
    RD_BASE,
    RD_REBEL,
    RD_REBELS,
    REBELS,
    SECURITY,
)
from ..rules.alignment import ACTIVE_OPPOSITION, ACTIVE_SUPPORT
from ..rules.dust_storm import LAST_ROUND
from ..rules.operations.assault import ASSAULT_AT
from ..rules.operations.general import new_action, own_units
from ..rules.operations.reach import recon_origins, secure_origins
from ..state import Mars, Op
from .pieces import base_falls
from .priorities import (
    assault_removals,
    enemy_forces,
    has_enemy_base,
    has_room_for_base,
    has_vulnerable_enemy_base,
    open_spaces,
)
from .tables import CONDITIONS

Test = Callable[[Mars, int], bool]
Where = Callable[[Mars, int], bool]


def _some(who: int, where: Where, n: int = 1) -> Test:
    """Whether at least n spaces that are not closed by a Raging Storm are of a kind."""

    def test(s: Mars, acting: int) -> bool:
        found = 0
        for space in open_spaces(s, who):
            if where(s, space):
                found += 1
                if found == n:
                    return True
        return False

    return test


def _is_desert(s: Mars, space: int) -> bool:
    return not s.box.is_labyrinth[space]


def _is_labyrinth(s: Mars, space: int) -> bool:
    return s.box.is_labyrinth[space]


def _reachable(who: int, op: Op) -> Where:
    """Whether units of a COIN Faction could move to a space."""
    origins = secure_origins if op is Op.SECURE else recon_origins

    def test(s: Mars, space: int) -> bool:
        a, units = new_action(s, who, op), own_units(s, who)
        return any(s.has(origin, units) for origin in origins(s, a, space))

    return test


_secured_by_marsgov = _reachable(MARS_GOV, Op.SECURE)
_secured_by_corporations = _reachable(CORPORATIONS, Op.SECURE)
_found_by_corporations = _reachable(CORPORATIONS, Op.RECON)


def _assault(who: int, could: Where) -> Test:
    """Whether an Assault of a Faction could do something in one of its spaces."""

    def test(s: Mars, acting: int) -> bool:
        a = new_action(s, who, Op.ASSAULT)
        return any(could(s, space) for space in ASSAULT_AT.all(s, a))

    return test


def _rebels_fall(who: int, n: int) -> Where:
    """Whether at least n Rebels of a space fall: the Bases that an Assault could hit do not count."""

    def test(s: Mars, space: int) -> bool:
        return min(assault_removals(s, who, space), s.count(space, (RD_REBEL + 1, CR_REBEL + 1))) >= n

    return test


def _falls_at_support(s: Mars, space: int) -> bool:
    return s.alignment[space] > 0 and _one_falls(s, space)


_one_falls = _rebels_fall(MARS_GOV, 1)
_two_fall = _rebels_fall(CORPORATIONS, 2)
_three_fall = _rebels_fall(MARS_GOV, 3)


TESTS: dict[str, Test] = {
    "displaced_population_any": lambda s, who: s.displaced > 0,
    "displaced_population_4_plus": lambda s, who: s.displaced >= 4,
    "eg_minus": lambda s, who: not s.is_eg_up,
    "eg_confidence_gt_4": lambda s, who: s.box.confidence[s.level].value > 4,
    "available_corp_base": lambda s, who: s.available(CORP_BASE) > 0,
    "available_cr_base": lambda s, who: s.available(CR_BASE) > 0,
    "labyrinth_support_rebel": _some(
        MARS_GOV, lambda s, it: _is_labyrinth(s, it) and s.alignment[it] > 0 and s.has(it, REBELS)
    ),
    "desert_support_rebel": _some(
        MARS_GOV, lambda s, it: _is_desert(s, it) and s.alignment[it] > 0 and s.has(it, REBELS)
    ),
    "labyrinth_support_hidden_rebel": _some(
        MARS_GOV, lambda s, it: _is_labyrinth(s, it) and s.alignment[it] > 0 and s.has(it, HIDDEN_REBELS)
    ),
    "space_without_coin_control": _some(MARS_GOV, lambda s, it: s.control[it] != COIN),
    "coin_control_not_active_support": _some(
        MARS_GOV, lambda s, it: s.control[it] == COIN and s.alignment[it] != ACTIVE_SUPPORT
    ),
    "labyrinth_no_coin_control_reachable_mg": _some(
        MARS_GOV, lambda s, it: _is_labyrinth(s, it) and s.control[it] != COIN and _secured_by_marsgov(s, it)
    ),
    "labyrinth_no_coin_control_reachable_corp": _some(
        CORPORATIONS,
        lambda s, it: _is_labyrinth(s, it) and s.control[it] != COIN and _secured_by_corporations(s, it),
    ),
    "desert_without_corp_base_reachable_corp": _some(
        CORPORATIONS,
        lambda s, it: _is_desert(s, it) and not s.has(it, CORP_BASES) and _found_by_corporations(s, it),
    ),
    "plain_corp_base_in_desert": _some(
        CORPORATIONS, lambda s, it: _is_desert(s, it) and s.at(it, CORP_BASE) > 0
    ),
    "two_plain_corp_bases_in_deserts": lambda s, who: (
        sum(s.at(space, CORP_BASE) for space in s.box.deserts) >= 2
    ),
    "two_rich_corp_spaces": _some(
        CORPORATIONS,
        lambda s, it: (
            s.population(it) > 0
            and s.has(it, CORP_BASES)
            and s.count(it, CORP_FORCES) > s.count(it, MG_FORCES)
            and not s.damage[it]
        ),
        2,
    ),
    "coin_control_security_damage": _some(
        CORPORATIONS, lambda s, it: s.control[it] == COIN and s.at(it, SECURITY) > 0 and s.damage[it] > 0
    ),
    "assault_mg_base_3_or_support": _assault(
        MARS_GOV, lambda s, it: base_falls(s, MARS_GOV, it) or _three_fall(s, it) or _falls_at_support(s, it)
    ),
    "assault_mg_base_or_support": _assault(
        MARS_GOV, lambda s, it: base_falls(s, MARS_GOV, it) or _falls_at_support(s, it)
    ),
    "assault_corp_base": _assault(CORPORATIONS, lambda s, it: base_falls(s, CORPORATIONS, it)),
    "assault_corp_base_or_2": _assault(
        CORPORATIONS, lambda s, it: base_falls(s, CORPORATIONS, it) or _two_fall(s, it)
    ),
    "rd_15_rebels_on_map": lambda s, who: s.on_mars(RD_REBELS) >= 15,
    "cr_10_rebels_on_map": lambda s, who: s.on_mars(CR_REBELS) >= 10,
    "fifteen_cr_rebels_and_enemy_base_in_desert": lambda s, who: (
        s.on_mars(CR_REBELS) >= 15 and any(has_enemy_base(s, RECLAIMERS, it) for it in s.box.deserts)
    ),
    "cr_forces_in_3_labyrinths": lambda s, who: sum(s.has(it, CR_FORCES) for it in s.box.labyrinths) >= 3,
    "satellite_in_orbit": lambda s, who: s.satellites_in_orbit() > 0,
    "rd_3_at_enemy_base": _some(
        RED_DUST, lambda s, it: s.count(it, RD_REBELS) >= 3 and has_enemy_base(s, RED_DUST, it)
    ),
    "rd_3_anywhere": _some(RED_DUST, lambda s, it: s.count(it, RD_REBELS) >= 3),
    "rd_3_populated_room_no_support": _some(
        RED_DUST,
        lambda s, it: (
            s.count(it, RD_REBELS) >= 3
            and s.population(it) > 0
            and s.alignment[it] <= 0
            and has_room_for_base(s, RED_DUST, it)
        ),
    ),
    "rd_2_populated_not_active_opposition": _some(
        RED_DUST,
        lambda s, it: s.has(it, RD_REBELS) and s.population(it) > 0 and s.alignment[it] != ACTIVE_OPPOSITION,
        2,
    ),
    "rd_hidden_at_vulnerable_base": _some(
        RED_DUST, lambda s, it: s.at(it, RD_REBEL) > 0 and has_vulnerable_enemy_base(s, RED_DUST, it)
    ),
    "rd_rebel_pop2_not_active_opposition": _some(
        RED_DUST,
        lambda s, it: s.has(it, RD_REBELS) and s.population(it) >= 2 and s.alignment[it] != ACTIVE_OPPOSITION,
    ),
    "rd_3_with_enemies": _some(
        RED_DUST, lambda s, it: s.count(it, RD_REBELS) >= 3 and enemy_forces(s, RED_DUST, it) > 0
    ),
    "cr_base_without_hidden_rebel": _some(
        RECLAIMERS, lambda s, it: s.has(it, CR_BASES) and not s.at(it, CR_REBEL)
    ),
    "cr_hidden_at_vulnerable_or_uncontrolled": _some(
        RECLAIMERS,
        lambda s, it: (
            s.at(it, CR_REBEL) > 0
            and (has_vulnerable_enemy_base(s, RECLAIMERS, it) or s.control[it] != RECLAIMERS)
        ),
    ),
    "cr_rebel_not_neutral": _some(RECLAIMERS, lambda s, it: s.has(it, CR_REBELS) and s.alignment[it] != 0),
    "cr_3_anywhere": _some(RECLAIMERS, lambda s, it: s.count(it, CR_REBELS) >= 3),
    "cr_3_enemy_base_or_uncontrolled": _some(
        RECLAIMERS,
        lambda s, it: (
            s.count(it, CR_REBELS) >= 3 and (has_enemy_base(s, RECLAIMERS, it) or s.control[it] != RECLAIMERS)
        ),
    ),
    "cr_rebel_support_opposition_population": _some(
        RECLAIMERS, lambda s, it: s.has(it, CR_REBELS) and (s.alignment[it] != 0 or s.population(it) > 0)
    ),
    "corp_is_player": lambda s, who: not s.is_nonplayer(CORPORATIONS),
    "acting_is_eg_controller": lambda s, who: s.controller() == who,
    "two_dust_storms_left": lambda s, who: LAST_ROUND - s.rounds >= 2,
    "asset_total_lt_3": lambda s, who: s.nonplayers is not None and s.nonplayers.asset_total < 3,
    "three_rebels_activated": lambda s, who: s.action.activated >= 3,
    "operation_was_secure": lambda s, who: s.action.op is Op.SECURE,
    "operation_was_recon": lambda s, who: s.action.op is Op.RECON,
}
#: Tests with dice: how many, and what their total must not exceed.
DICE: dict[str, tuple[int, tuple[int, ...]]] = {
    "dice_2d6_le_available_mg_troops": (2, (MG_TROOP,)),
    "dice_1d6_le_available_mg_troops": (1, (MG_TROOP,)),
    "dice_2d6_le_available_security": (2, (SECURITY,)),
    "dice_2d6_le_available_rd_forces": (2, (RD_REBEL, RD_BASE)),
    "dice_1d6_le_available_rd_bases": (1, (RD_BASE,)),
    "dice_2d6_le_available_cr_forces": (2, (CR_REBEL, CR_BASE)),
    "dice_1d6_le_available_cr_rebels": (1, (CR_REBEL,)),
}
BOX_DICE = "Curiosity card"


def condition_holds(s: Mars, who: int, name: str, may_special: bool) -> Steps[bool]:
    """8.5.3 Whether a condition is true; boxes with dice are rolled when they are reached."""
    if name in DICE:
        dice, kinds = DICE[name]
        available = sum(s.available(kind) for kind in kinds)
        rolled = yield Roll(dice, topic=BOX_DICE, by=who)
        yield say(
            "Rolled {rolled:number}, not above the {n:number} Available: the box says yes."
            if rolled <= available
            else "Rolled {rolled:number}, above the {n:number} Available: the box says no.",
            rolled=rolled,
            n=available,
            test=name,
        )
        return bool(rolled <= available)
    if CONDITIONS[name].needs_special and not may_special:
        return False
    return TESTS[name](s, who)
