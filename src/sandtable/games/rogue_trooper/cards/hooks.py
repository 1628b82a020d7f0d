"""RT 8, 9 What every card does, and where: one table, read at the places that the rules name.

A hook is a place in a rule. A Rogue card or a Mission of a pack is found here by the name of its effect or its task.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..state import NOBODY, NuEarth
from . import encounter_phase, end_phase, missions, movement_phase

#: 9.1 Whether a Rogue card could do something now: (state).
CAN_PLAY = "can_play"
#: 9.3 What a card does that works as soon as it is turned up: (state, who played it, its number).
AT_ONCE = "at_once"
#: 9.2 What the card that counts changes for the phase: (state, its number).
CHANGES = "changes"
#: 3 What takes the place of the move: (state).
MOVES = "moves"
#: 18 The face that a prisoner's die shows: (state).
ESCAPES = "escapes"
#: 6 (b) What becomes of a declared Mission instead: (state, seat, Mission).
PREVENTS = "prevents"
#: 6 (b) Clue cards that a completed Mission earns besides the first: (state).
EARNS = "earns"
#: R-RT-4 Whether a task can no longer be done: (state, seat).
IMPOSSIBLE = "impossible"
#: 6 (b) Whether a declared Mission succeeds, where that is not certain: (state, seat).
SUCCEEDS = "succeeds"

HOOKS: dict[tuple[str, str], Callable[..., Any]] = {
    # Rogue cards of the Movement phase
    (CAN_PLAY, "march"): movement_phase.moves_on_nu_earth,
    (MOVES, "march"): movement_phase.march,
    (CAN_PLAY, "fly"): movement_phase.moves_on_nu_earth,
    (MOVES, "fly"): movement_phase.air_lift,
    (CAN_PLAY, "stay"): movement_phase.moves_on_nu_earth,
    (MOVES, "stay"): movement_phase.stay,
    (CAN_PLAY, "lead"): movement_phase.moves_on_nu_earth,
    (MOVES, "lead"): movement_phase.lead,
    (CAN_PLAY, "shuttle"): movement_phase.may_take_shuttle,
    (MOVES, "shuttle"): movement_phase.take_shuttle,
    (CAN_PLAY, "miss_turn"): movement_phase.moves_on_nu_earth,
    (CHANGES, "miss_turn"): movement_phase.miss_turn,
    (CAN_PLAY, "clearance"): movement_phase.is_on_milli_com,
    (CHANGES, "clearance"): movement_phase.clearance,
    (CAN_PLAY, "escape"): movement_phase.is_prisoner,
    (ESCAPES, "escape"): movement_phase.escape_with_a_six,
    (CAN_PLAY, "traitor_flees"): movement_phase.can_always,
    (AT_ONCE, "traitor_flees"): movement_phase.traitor_flees,
    (CAN_PLAY, "traitor_recalled"): movement_phase.is_not_at_bridge,
    (AT_ONCE, "traitor_recalled"): movement_phase.traitor_recalled,
    # Rogue cards of the Encounter phase
    (CAN_PLAY, "reinforce"): encounter_phase.draws_encounters,
    (CHANGES, "reinforce"): encounter_phase.reinforce,
    (CAN_PLAY, "no_evading"): encounter_phase.faces_cards,
    (CHANGES, "no_evading"): encounter_phase.no_evading,
    (CAN_PLAY, "no_chips"): encounter_phase.has_chips,
    (CHANGES, "no_chips"): encounter_phase.no_chips,
    (CAN_PLAY, "discard_top"): encounter_phase.draws_encounters,
    (CHANGES, "discard_top"): encounter_phase.discard_top,
    (CAN_PLAY, "first_salvo"): encounter_phase.may_fire,
    (CHANGES, "first_salvo"): encounter_phase.first_salvo,
    # Rogue cards of the End phase
    (CAN_PLAY, "foil"): end_phase.has_declared,
    (PREVENTS, "foil"): end_phase.foil,
    (CAN_PLAY, "delay"): end_phase.has_declared,
    (PREVENTS, "delay"): end_phase.delay,
    (CAN_PLAY, "extra_clue"): end_phase.has_declared,
    (EARNS, "extra_clue"): end_phase.extra_clues,
    (CAN_PLAY, "traitor_dice"): end_phase.confronts,
    (AT_ONCE, "traitor_dice"): end_phase.traitor_dice,
    (CAN_PLAY, "dice_at_traitor"): end_phase.confronts,
    (CHANGES, "dice_at_traitor"): end_phase.dice_at_traitor,
    # Missions
    (IMPOSSIBLE, "attack_left"): missions.is_left_dead,
    (IMPOSSIBLE, "attack_most_clues"): missions.is_last,
    (IMPOSSIBLE, "attack_nearest"): missions.is_last,
    (SUCCEEDS, "borrow_data"): missions.find_data,
}


def in_force(s: NuEarth, hook: str) -> Callable[..., Any] | None:
    """9.2 What the Rogue card that counts in this phase does at a hook, if it does anything there."""
    return HOOKS.get((hook, s.box.rogue(s.force).effect)) if s.force != NOBODY else None
