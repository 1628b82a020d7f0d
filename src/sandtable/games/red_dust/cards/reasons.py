"""Why a card leaves a space, a piece or a Faction out, by topic: the condition of the card that everything else fails.

Events and Assets each ask a question or two of their own, and their options are whatever meets one condition. So it is
said once here, and given to the question as the card asks it.
"""

from __future__ import annotations

from functools import partial
from typing import Any, TypeVar

from sandtable.engine import Ask, Of, Refusal, Steps, Word

from ..printed.map import PHOBOS
from ..rules.reasons import BESIDE_THE_MAP, CHOSEN, IN_A_STORM
from ..state import Mars

R = TypeVar("R")

_OTHER_FACTION = Refusal("{it} is not one of the Factions that the card names.")
_NOT_THE_OTHER = Refusal("{it} is not among the spaces between which the pieces can move.")
_NO_TERRAFORMING = Refusal("{it} is no Desert with a Corporate Base that could turn to Terraforming.")
_NOT_NEXT = Refusal("{it} is no Desert that the pieces can get to from there.")

#: Topic -> the condition that what is left out does not meet.
CONDITIONS = {
    "name_faction": _OTHER_FACTION,
    "event_base": Refusal("{it}: no Rebel Base of that Faction is Available and has room there."),
    "event_rebel": Refusal("{it}: no Rebel of that Faction is left to place there."),
    "event_ineligible": _OTHER_FACTION,
    "event_remove_bases": Refusal("{it} does not have both EarthGov Troops and a Rebel Base."),
    "event_exploit": Refusal("{it} does not have Support, a Corporate Base and no Damage."),
    "event_earthgov_to": Refusal("{it} is no Labyrinth without Rebel forces."),
    "event_withdraw": Refusal("There are no EarthGov Troops in {it}."),
    "event_attack": Refusal("{it} does not have both a Satellite and Rebels of the Faction that attacks."),
    "event_troops_leave": Refusal("{it} has Support, or no MarsGov Troops."),
    "event_shift_and_rise": Refusal("{it} cannot be shifted, and no Rebels can be placed there."),
    "event_activate_labyrinth": Refusal("{it} is no Labyrinth with Rebel forces."),
    "event_four_cubes_from": Refusal(
        "{it} is no Labyrinth with MarsGov Troops or Security that could go elsewhere."
    ),
    "event_four_cubes_to": Refusal("{it} has no COIN Base, or is where the cubes come from."),
    "event_activate_with_specops": Refusal("{it} has no SpecOps that would find anybody."),
    "event_ambush_at": Refusal("{it} is no Labyrinth with an enemy that Red Dust Rebels could Ambush."),
    "event_guard_line": Refusal("{it} is not beside a Maglev line, or Security would do nothing there."),
    "event_sabotage": Refusal("{it} is no Desert with a Corporate Base."),
    "event_shift_to_neutral": Refusal("{it} is no Desert with Support or Opposition."),
    "event_black_site": Refusal("{it} is no Desert where units, a Base or Rebels could be found."),
    "event_troops": Refusal("{it}: no such Troops are left to place in a Labyrinth, or they are none."),
    "event_troops_to": Refusal("{it} is no Labyrinth that these Troops may enter."),
    "event_cubes_defect": Refusal("{it} has no MarsGov Troops or Security that Rebels could replace."),
    "event_shift_and_spread": Refusal("{it} is no Labyrinth that could be shifted or get Rebels."),
    "event_rebel_near": Refusal(
        "{it} is neither the Labyrinth nor beside it, or no Rebels are left to place."
    ),
    "event_rebels_bribed": Refusal("{it} has no Rebels that Security or Troops could replace."),
    "event_scandal": Refusal("There is no Corporate Base in {it}."),
    "event_scandal_base": Refusal("There is no {it} of the Corporations in the space."),
    "event_cubes_leave": Refusal("There are no cubes in {it}."),
    "event_cube_leaves": Refusal(
        "There is no {it} to remove there, or EarthGov Troops have to wait for the others."
    ),
    "event_six_cubes_from": Refusal("{it} is no Labyrinth with MarsGov Troops or Security."),
    "event_six_cubes_to": Refusal("{it} is no Labyrinth with Support, or is where the cubes come from."),
    "event_terraform": _NO_TERRAFORMING,
    "event_strike_station": Refusal("{it} is no Desert with a Terraforming Base that the Rebels can reach."),
    "event_strike_from": Refusal("From {it} no Rebels of that Faction can get there."),
    "event_rise_at": Refusal("{it} is no Desert with room for a Rebel Base or Rebels to place."),
    "event_neutral": Refusal("{it} is no Desert with Support, Opposition or Rebel forces."),
    "event_revolt": Refusal("{it} is no Desert that could be shifted or get Rebels and a Base."),
    "event_rebel_to": Refusal("{it} has no Population, or no Rebels are left to place there."),
    "event_rebel_side": Refusal("{it} is neither Shepard nor Tereshkova."),
    "free_attack": Refusal("{it} is neither Shepard nor Tereshkova with Rebels of yours and an enemy."),
    "free_ambush": Refusal("{it} is no Labyrinth with a Hidden Rebel and an enemy, or was Ambushed already."),
    "event_patrol_from": Refusal("{it} has no units of yours with a Desert to go to."),
    "event_patrol_to": _NOT_NEXT,
    "event_settle": Refusal("{it} is no Desert where people could be Housed or a Base built."),
    "event_outpost_found": Refusal("{it} is no Desert with a Rebel Base."),
    "event_lure_to": Refusal("{it} is no Desert with a Base of that Faction."),
    "event_escape_to": _NOT_NEXT,
    "event_escape_base": Refusal("There is no {it} of that Faction in the space."),
    "event_allies_from": Refusal("{it} has no Reclaimer Rebels that could move to their allies."),
    "event_allies_to": _NOT_THE_OTHER,
    "event_replaced": Refusal("{it} is not among the pieces that are replaced."),
    "event_security_to": Refusal("{it} is not beside a Maglev line, or no Security is Available."),
    "event_crackdown": Refusal("{it} is no Labyrinth with Rebels that could be found or Assaulted."),
    "event_smash": Refusal("{it} is no Labyrinth that could be shifted or Damaged."),
    "event_tube_from": Refusal("{it} is no Desert with COIN forces that have a Desert beside it to go to."),
    "event_tube_to": _NOT_NEXT,
    "event_move_base": Refusal(
        "{it}: no Rebel Base there has a Desert beside it with room, or it has moved."
    ),
    "event_tunnel_to": _NOT_NEXT,
    "event_search": Refusal("{it} is no Desert that COIN units could search."),
    "event_strike_at": Refusal("{it} is no Desert where Rebels could come together and Ambush."),
    "event_explosion": Refusal("{it} is no Desert without Population and with a Corporate Base."),
    "event_exploding_base": Refusal("There is no {it} of the Corporations in the space."),
    "event_storm": Refusal("{it} has a Storm already."),
    "asset_travel_to": Refusal("{it} is no Desert that your pieces could Travel to."),
    "asset_attack": Refusal("{it} is no Desert that you have travelled to and that has an enemy."),
    "asset_asteroid": Refusal("{it} is no Labyrinth with units, or anything to Damage."),
    "asset_convert": Refusal("{it} has no Red Dust Rebel that you could replace."),
    "asset_base": Refusal("{it} has forces of others or no room for a Base, or you have none left."),
    "asset_lost_patrol": Refusal("{it} is no Desert with COIN units or a Labyrinth beside it to Damage."),
    "asset_patrol_damage": Refusal("{it} is no Labyrinth beside that Desert that could be Damaged."),
    "asset_gather_at": Refusal("{it} is no Desert that Rebels of yours could move to."),
    "asset_from": Refusal("{it} has no Rebels of yours that could move there."),
    "asset_desertion": Refusal("{it} has Support, or neither Security nor MarsGov Troops."),
    "asset_remote_base": Refusal("{it} is no Desert without Population where you could place anything."),
    "asset_pilgrimage": Refusal("{it} is no Labyrinth with Rebels of yours within two spaces."),
}


def explained(s: Mars, rule: Steps[R]) -> Steps[R]:
    """A card being executed, with its conditions as the reasons of its questions."""
    send: Any = None
    while True:
        try:
            step = rule.send(send)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        if step.__class__ is Ask and step.refusal is None and step.topic in CONDITIONS:
            step.refusal = partial(_condition, s, step, CONDITIONS[step.topic])
        send = yield step


def _condition(s: Mars, ask: Ask, condition: Refusal, it: Any) -> Refusal | None:
    """Why something is not among the options of a card's question."""
    values = ask.options() if callable(ask.options) else ask.options
    kind, value = (it.kind, it.value) if it.__class__ is Of else (ask.of, it)
    part = ask.of.index(kind) if ask.of.__class__ is tuple else None
    if any(
        value == (option if part is None else option[part])
        for option in values
        if option.__class__ is not Word
    ):
        return None
    if kind == "space":
        if value > PHOBOS:
            return BESIDE_THE_MAP
        if value in (ask.facts or {}).get("chosen", ()):
            return CHOSEN
        if not s.is_open(value, ask.seat):
            return IN_A_STORM
    return condition
