"""MD 11 The effect of every card, and where it applies: one table, read at the places that the rules name.

A hook is a place in a rule. Those in the first list are moments at which a card may be played: their functions say
whether the card could do something there now. Those in the second list are what a card that was played changes.
A card of a pack is found here by the name of its effect.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import blue, green, red, shared

#: At the start of a turn: (state, side).
START = "start"
#: On the action of a unit, and on that of a unit that must scatter: (state, action).
ACTION, SCATTERING = "action", "scattering"
#: Against a card that was just played: ().
CANCEL = "cancel"
#: A unit fires at one's own; one of its shots is about to be rolled; it has hit, or missed: (state, unit).
FIRED_ON, SHOT_AT, AFTER_HIT, AFTER_MISS = "fired_on", "shot_at", "after_hit", "after_miss"
#: A unit is charged; it fights after its own charge, or after the enemy's; it must step back: (state, unit).
CHARGED, MELEE, ATTACKED, STEP_BACK = "charged", "melee", "attacked", "step_back"
#: A unit has failed its check under a flyer: (state, unit).
SHAKEN = "shaken"

#: What happens when the card is played: at the start of a turn (state, side), on an action (state, action), for a
#: unit that is shot at or attacked (state, unit), and for one that is charged (state, unit, heading of the charge).
STARTED, PLAYED, SHIELDED, EVADED = "started", "played", "shielded", "evaded"
#: Whether a unit may still do this with its action: (word).
ALLOWS = "allows"
#: Whether the unit moves or fires a second time: (state, action).
MOVES_AGAIN, FIRES_AGAIN = "moves_again", "fires_again"
#: Dice more, or less, for those who fire together (how many platoons), for a stand that is shot at (), and for a
#: stand in melee ().
ATTACK_DICE, DEFEND_DICE, MELEE_DICE = "attack_dice", "defend_dice", "melee_dice"
#: Second shots more than one: ().
SECOND_SHOTS = "second_shots"


HOOKS: dict[tuple[str, str], Callable[..., Any]] = {
    # G1 to G9
    (ACTION, "war_frenzy"): green.can_charge_further,
    (PLAYED, "war_frenzy"): green.charge_further,
    (ALLOWS, "war_frenzy"): green.is_charge,
    (MELEE, "blood_oath"): shared.always,
    (MELEE_DICE, "blood_oath"): shared.one_more,
    (ACTION, "arrow_storm"): green.can_storm,
    (ALLOWS, "arrow_storm"): shared.is_fire,
    (ATTACK_DICE, "arrow_storm"): green.two_for_each,
    (SHOT_AT, "thick_hide"): shared.always,
    (DEFEND_DICE, "thick_hide"): green.three_more,
    (START, "dust_devils"): green.is_clear_air,
    (STARTED, "dust_devils"): green.raise_dust,
    (ACTION, "champions_roar"): green.can_follow_champion,
    (SCATTERING, "champions_roar"): green.is_near_champion,
    (PLAYED, "champions_roar"): green.roar,
    (ALLOWS, "champions_roar"): shared.is_movement,
    (ACTION, "ambush"): green.can_ambush,
    (ALLOWS, "ambush"): green.is_straight,
    (MOVES_AGAIN, "ambush"): green.is_still_there,
    (START, "drums"): green.are_drums_silent,
    (STARTED, "drums"): green.beat_drums,
    # R1 to R8
    (ACTION, "marksmen"): red.can_fire_further,
    (PLAYED, "marksmen"): red.fire_further,
    (ALLOWS, "marksmen"): shared.is_fire,
    (ACTION, "canal_lore"): red.is_hindered,
    (PLAYED, "canal_lore"): red.know_the_canals,
    (ALLOWS, "canal_lore"): shared.is_movement,
    (STEP_BACK, "steady_ranks"): shared.always,
    (SHAKEN, "steady_ranks"): shared.always,
    (ACTION, "volley"): shared.can_infantry_fire,
    (ALLOWS, "volley"): shared.is_fire,
    (ATTACK_DICE, "volley"): red.one_for_each_but_one,
    (CHARGED, "feigned_retreat"): red.can_fall_back,
    (EVADED, "feigned_retreat"): red.fall_back,
    (START, "old_machinery"): red.FLYERS_DRIVEN_OFF.any,
    (STARTED, "old_machinery"): red.repair,
    (SHOT_AT, "skirmish_order"): red.is_in_close_order,
    (ATTACKED, "skirmish_order"): red.is_in_close_order,
    (SHIELDED, "skirmish_order"): red.skirmish,
    (FIRED_ON, "sun_in_eyes"): shared.always,
    (ATTACK_DICE, "sun_in_eyes"): red.two_less,
    # B1 to B8
    (ACTION, "rapid_fire"): shared.can_infantry_fire,
    (ALLOWS, "rapid_fire"): shared.is_fire,
    (FIRES_AGAIN, "rapid_fire"): blue.fire_rapidly,
    (MELEE, "fix_bayonets"): blue.is_infantry,
    (MELEE_DICE, "fix_bayonets"): shared.one_more,
    (ACTION, "en_avant"): shared.could_move,
    (PLAYED, "en_avant"): blue.go_further,
    (ALLOWS, "en_avant"): shared.is_movement,
    (SHOT_AT, "last_cartridges"): blue.is_down_to_its_last,
    (SHIELDED, "last_cartridges"): blue.share_out_cartridges,
    (AFTER_HIT, "shrapnel"): shared.always,
    (SECOND_SHOTS, "shrapnel"): shared.one_more,
    (AFTER_MISS, "belt_change"): shared.always,
    (START, "field_dressing"): blue.WOUNDED.any,
    (STARTED, "field_dressing"): blue.dress,
    (START, "sandbags"): blue.DIGGERS.any,
    (STARTED, "sandbags"): blue.dig_in,
    # G9, R9, B9
    (CANCEL, "counter"): shared.always,
}


def hook(name: str, card: str) -> Callable[..., Any] | None:
    """The function of a card at a hook; None if it does nothing there."""
    return HOOKS.get((name, card)) if card else None


def do(name: str, card: str, *about: Any) -> Any:
    """Do what a card does at a hook, if it does anything there."""
    found = hook(name, card)
    return None if found is None else found(*about)


def more(name: str, card: str, *about: Any) -> int:
    """The number that a card adds at a hook."""
    return int(do(name, card, *about) or 0)
