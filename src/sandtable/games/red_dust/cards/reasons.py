"""Why a card leaves a space, a piece or a Faction out, by topic: the condition of the card that everything else fails.

Events and Assets each ask a question or two of their own, and their options are whatever meets the card's conditions. So these
are said once here, and given to the question as the card asks it. The list of the card decides (`Listed`); these only find the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

from sandtable.engine import Ask, Listed, Of, Refusal, Steps, Topic

from ..printed.map import PHOBOS, RECLAIMERS
from ..printed.pieces import (
    COIN_BASES,
    COIN_FORCES,
    CORP_BASE,
    CORP_BASES,
    CR_REBELS,
    EG_TROOP,
    MG_TROOPS,
    RD_REBELS,
    REBEL_BASES,
    REBEL_FORCES,
    REBELS,
    SATELLITE,
    SECURITY,
    TERRAFORMING,
)
from ..rules.reasons import (
    BESIDE_THE_MAP,
    CHOSEN,
    HAS_DAMAGE,
    HAS_SUPPORT,
    IN_A_STORM,
    NO_POPULATION,
    NO_ROOM_FOR_A_BASE,
)
from ..state import Mars

R = TypeVar("R")

NO_DESERT = Refusal("{it} is no Desert.")
NO_LABYRINTH = Refusal("{it} is no Labyrinth.")
_HAS_POPULATION = Refusal("{it} has Population.")
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


Check = tuple[Callable[[Mars, int], Any], Refusal]

_DESERT: Check = (lambda s, it: it in s.box.deserts, NO_DESERT)
_LABYRINTH: Check = (lambda s, it: it in s.box.labyrinths, NO_LABYRINTH)
_PEOPLE: Check = (lambda s, it: s.population(it), NO_POPULATION)
_NOBODY_LIVES: Check = (lambda s, it: not s.population(it), _HAS_POPULATION)
_NO_SUPPORT: Check = (lambda s, it: s.alignment[it] <= 0, HAS_SUPPORT)
_CORPORATE_BASE: Check = (lambda s, it: s.has(it, CORP_BASES), Refusal("There is no Corporate Base in {it}."))
_REBELS: Check = (lambda s, it: s.has(it, REBELS), Refusal("There are no Rebels in {it}."))
_REBEL_FORCES: Check = (lambda s, it: s.has(it, REBEL_FORCES), Refusal("There are no Rebel forces in {it}."))
_REBEL_BASE: Check = (lambda s, it: s.has(it, REBEL_BASES), Refusal("There is no Rebel Base in {it}."))
_OWN_REBELS: Check = (lambda s, it: s.has(it, CR_REBELS), Refusal("You have no Rebels in {it}."))
_MARSGOV_TROOPS: Check = (
    lambda s, it: s.has(it, MG_TROOPS),
    Refusal("There are no MarsGov Troops in {it}."),
)
_CUBES: Check = (
    lambda s, it: s.has(it, (*MG_TROOPS, SECURITY)),
    Refusal("There are neither MarsGov Troops nor Security in {it}."),
)
_EARTHGOV_TROOPS: Check = (lambda s, it: s.at(it, EG_TROOP), Refusal("There are no EarthGov Troops in {it}."))
_SATELLITE: Check = (lambda s, it: s.at(it, SATELLITE), Refusal("There is no Satellite in {it}."))
_TERRAFORMING_BASE: Check = (
    lambda s, it: s.at(it, TERRAFORMING),
    Refusal("There is no Terraforming Base in {it}."),
)
_BASIC_BASE: Check = (
    lambda s, it: s.at(it, CORP_BASE),
    Refusal("There is no Corporate Base in {it} that could turn to Terraforming."),
)
_RED_DUST_REBELS: Check = (
    lambda s, it: s.has(it, RD_REBELS),
    Refusal("There are no Red Dust Rebels in {it}."),
)

#: Topic -> the conditions of the card about a space, in its order: the first that fails is the reason. Where all hold, what
#: `CONDITIONS` says is left.
BY_CONDITION: dict[str, tuple[Check, ...]] = {
    "event_remove_bases": (_EARTHGOV_TROOPS, _REBEL_BASE),
    "event_exploit": (
        (lambda s, it: s.alignment[it] > 0, Refusal("{it} has no Support.")),
        _CORPORATE_BASE,
        (lambda s, it: not s.damage[it], HAS_DAMAGE),
    ),
    "event_earthgov_to": (
        (lambda s, it: it in s.box.labyrinths_and_phobos, NO_LABYRINTH),
        (lambda s, it: not s.has(it, REBEL_FORCES), Refusal("There are Rebel forces in {it}.")),
    ),
    "event_attack": (_SATELLITE, _REBELS),
    "event_troops_leave": (_NO_SUPPORT, _MARSGOV_TROOPS),
    "event_activate_labyrinth": (_LABYRINTH, _REBEL_FORCES),
    "event_four_cubes_from": ((lambda s, it: it in s.box.labyrinths_and_phobos, NO_LABYRINTH), _CUBES),
    "event_four_cubes_to": (
        (lambda s, it: s.has(it, COIN_BASES), Refusal("There is no COIN Base in {it}.")),
    ),
    "event_ambush_at": (_LABYRINTH,),
    "event_sabotage": (_DESERT, _CORPORATE_BASE),
    "event_shift_to_neutral": (
        _DESERT,
        (lambda s, it: s.alignment[it], Refusal("{it} is Neutral already.")),
    ),
    "event_black_site": (_DESERT,),
    "event_troops_to": ((lambda s, it: it in s.box.labyrinths_and_phobos, NO_LABYRINTH),),
    "event_cubes_defect": (_CUBES,),
    "event_shift_and_spread": (_LABYRINTH,),
    "event_rebels_bribed": (_REBELS,),
    "event_six_cubes_from": ((lambda s, it: it in s.box.labyrinths_and_phobos, NO_LABYRINTH), _CUBES),
    "event_six_cubes_to": (_LABYRINTH, (lambda s, it: s.alignment[it] > 0, Refusal("{it} has no Support."))),
    "event_terraform": (_DESERT, _BASIC_BASE),
    "event_strike_station": (_DESERT, _TERRAFORMING_BASE),
    "event_rise_at": (_DESERT,),
    "event_neutral": (_DESERT,),
    "event_revolt": (_DESERT,),
    "event_rebel_to": (_PEOPLE,),
    "event_settle": (_DESERT,),
    "event_outpost_found": (_DESERT, _REBEL_BASE),
    "event_lure_to": (_DESERT, _REBEL_BASE),
    "event_crackdown": (_LABYRINTH, _REBEL_FORCES),
    "event_smash": (_LABYRINTH,),
    "event_tube_from": (
        _DESERT,
        (lambda s, it: s.has(it, COIN_FORCES), Refusal("There are no COIN forces in {it}.")),
    ),
    "event_search": (_DESERT,),
    "event_strike_at": (_DESERT,),
    "event_explosion": (_DESERT, _NOBODY_LIVES, _CORPORATE_BASE),
    "asset_travel_to": (_DESERT,),
    "asset_attack": (_DESERT,),
    "asset_asteroid": (_LABYRINTH,),
    "asset_convert": (_RED_DUST_REBELS,),
    "asset_base": ((lambda s, it: s.room(it, RECLAIMERS) > 0, NO_ROOM_FOR_A_BASE),),
    "asset_lost_patrol": (_DESERT,),
    "asset_patrol_damage": (_LABYRINTH,),
    "asset_gather_at": (_DESERT,),
    "asset_from": (_OWN_REBELS,),
    "asset_desertion": (_NO_SUPPORT, _CUBES),
    "asset_remote_base": (_DESERT, _NOBODY_LIVES),
    "asset_pilgrimage": (_LABYRINTH,),
}


def explained(s: Mars, rule: Steps[R]) -> Steps[R]:
    """A card being executed, with its conditions as the reasons of its questions."""
    send: Any = None
    while True:
        try:
            step = rule.send(send)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        if step.__class__ is Ask and step.why is None and step.topic in CONDITIONS:
            # Not the question itself: nothing would ever free a question that holds itself.
            step.options = Listed(
                step.options, partial(_condition, s, step.seat, step.under, step.facts or {})
            )
        send = yield step


def _condition(s: Mars, seat: int, topic: Topic, facts: Mapping[str, Any], it: Any) -> Refusal | None:
    """Why something is not among the options of a card's question."""
    kind, value = (it.kind, it.value) if it.__class__ is Of else (topic.kind, it)
    if kind == "space":
        if value > PHOBOS:
            return BESIDE_THE_MAP
        if value in facts.get("chosen", ()):
            return CHOSEN
        if not s.is_open(value, seat):
            return IN_A_STORM
        for holds, why in BY_CONDITION.get(topic.id, ()):
            if not holds(s, value):
                return why
    return CONDITIONS[topic.id]
