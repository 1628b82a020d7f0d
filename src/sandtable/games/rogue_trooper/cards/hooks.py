"""RT 8, 9 The effect of every card, and where it applies: one table, read at the places that the rules name.

A hook is a place in a rule. A Rogue card or a Mission of a pack is found here by the name of its effect or its task.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..state import NOBODY, NuEarth
from . import encounter_phase, end_phase, missions, movement_phase

#: 9.1 Why a Rogue card could do nothing now; None if it could: (state).
REFUSES = "refuses"
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
    (REFUSES, "march"): movement_phase.on_milli_com,
    (MOVES, "march"): movement_phase.march,
    (REFUSES, "fly"): movement_phase.on_milli_com,
    (MOVES, "fly"): movement_phase.air_lift,
    (REFUSES, "stay"): movement_phase.on_milli_com,
    (MOVES, "stay"): movement_phase.stay,
    (REFUSES, "lead"): movement_phase.on_milli_com,
    (MOVES, "lead"): movement_phase.lead,
    (REFUSES, "shuttle"): movement_phase.no_shuttle,
    (MOVES, "shuttle"): movement_phase.take_shuttle,
    (REFUSES, "miss_turn"): movement_phase.on_milli_com,
    (CHANGES, "miss_turn"): movement_phase.miss_turn,
    (REFUSES, "clearance"): movement_phase.on_nu_earth,
    (CHANGES, "clearance"): movement_phase.clearance,
    (REFUSES, "escape"): movement_phase.no_prisoner,
    (ESCAPES, "escape"): movement_phase.escape_with_a_six,
    (REFUSES, "traitor_flees"): movement_phase.never,
    (AT_ONCE, "traitor_flees"): movement_phase.traitor_flees,
    (REFUSES, "traitor_recalled"): movement_phase.at_bridge,
    (AT_ONCE, "traitor_recalled"): movement_phase.traitor_recalled,
    # Rogue cards of the Encounter phase
    (REFUSES, "reinforce"): encounter_phase.draws_none,
    (CHANGES, "reinforce"): encounter_phase.reinforce,
    (REFUSES, "no_evading"): encounter_phase.faces_none,
    (CHANGES, "no_evading"): encounter_phase.no_evading,
    (REFUSES, "no_chips"): encounter_phase.no_chips_there,
    (CHANGES, "no_chips"): encounter_phase.no_chips,
    (REFUSES, "discard_top"): encounter_phase.draws_none,
    (CHANGES, "discard_top"): encounter_phase.discard_top,
    (REFUSES, "first_salvo"): encounter_phase.fires_at_none,
    (CHANGES, "first_salvo"): encounter_phase.first_salvo,
    # Rogue cards of the End phase
    (REFUSES, "foil"): end_phase.has_not_declared,
    (PREVENTS, "foil"): end_phase.foil,
    (REFUSES, "delay"): end_phase.has_not_declared,
    (PREVENTS, "delay"): end_phase.delay,
    (REFUSES, "extra_clue"): end_phase.has_not_declared,
    (EARNS, "extra_clue"): end_phase.extra_clues,
    (REFUSES, "traitor_dice"): end_phase.does_not_confront,
    (AT_ONCE, "traitor_dice"): end_phase.traitor_dice,
    (REFUSES, "dice_at_traitor"): end_phase.does_not_confront,
    (CHANGES, "dice_at_traitor"): end_phase.dice_at_traitor,
    # Missions
    (IMPOSSIBLE, "attack_left"): missions.is_left_dead,
    (IMPOSSIBLE, "attack_most_clues"): missions.is_last,
    (IMPOSSIBLE, "attack_nearest"): missions.is_last,
    (SUCCEEDS, "borrow_data"): missions.find_data,
}


def in_force(s: NuEarth, hook: str) -> Callable[..., Any] | None:
    """9.2 The function that the Rogue card counting in this phase has at a hook, if any."""
    return HOOKS.get((hook, s.box.rogue(s.force).effect)) if s.force != NOBODY else None
