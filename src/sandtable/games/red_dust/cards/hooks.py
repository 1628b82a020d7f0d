"""19, 20 The changes that cards in force make: one table, read at the places that the rules name.

A hook is a place in a general rule. The functions of a hook get the state and what is listed with it here. They
stand beside their cards, in `capabilities` and `campaigns`, and enter the table under the number of the card.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sandtable.engine import Steps

from ..printed.decks import ACTIVE, CAPABILITIES

if TYPE_CHECKING:
    from ..state import Mars

Effect = Callable[..., Any]

# 4, 5, 6, 7, 9 The state of the planet
#: How many COIN pieces in a space do not count for Control: (space).
UNCOUNTED = "uncounted"
#: How many Bases the Reclaimers are taken to have in a space beyond those that stand there: (space).
RECLAIMER_BASES = "reclaimer_bases"
#: Whether a Faction ignores Raging Storms: (Faction).
STORM_PROOF = "storm_proof"
#: Whether a space cannot be shifted to a level: (space, level).
SHIFT_BARRED = "shift_barred"
#: Whether a shift from Support goes on to Passive Opposition: ().
NEUTRAL_SKIPPED = "neutral_skipped"
#: A Base has been placed; a step: (kind, space).
BASE_PLACED = "base_placed"

# 12, 13 The Aldrin Cycler
#: Whether the Corporations cannot run it: ().
CYCLER_STOPPED = "cycler_stopped"
#: Supply reaches Phobos; a step that returns how much of it is lost: (amount).
SUPPLY_ARRIVES = "supply_arrives"
#: How many Resources of each Supply go to Red Dust: ().
SUPPLY_SHARE = "supply_share"

# 16 Operations
#: How much more MarsGov pays for a space: (Operation in progress, space).
PRICE = "price"
#: Whether Secure cannot use Maglev lines: ().
MAGLEVS_CLOSED = "maglevs_closed"
#: How many units fewer Secure and Recon count in a space: (space).
OVERLOOKED = "overlooked"
#: A space has been chosen for an Assault; a step: (space).
ASSAULTED = "assaulted"
#: Whether Bombard spares pieces of a kind: (kind).
BOMBARD_SPARES = "bombard_spares"
#: An Assault is over in all its spaces; a step that returns whether anything came of it: (Operation in progress).
ASSAULT_ENDED = "assault_ended"
#: Whether a Faction may Rally as with a Base where it has none: (Faction).
RALLY_WITHOUT_BASE = "rally_without_base"
#: How many more pieces a successful die of an Attack removes: (Faction).
ATTACK_MORE = "attack_more"
#: Whether an Attack reaches Satellites all over Mars: (Faction).
SATELLITES_IN_REACH = "satellites_in_reach"

# 17 Special Activities
#: How many more pieces Purify replaces in a space: ().
PURIFY_MORE = "purify_more"
#: The spaces of a Ransack have been chosen; a step: ().
RANSACKED = "ransacked"

#: (hook, deck, card) -> what the card does there while it is in force.
HOOKS: dict[tuple[str, str, int], Effect] = {}
CAMPAIGN, CAPABILITY = "campaign", "capability"
#: The same by hook, to be looked up quickly: (whether it is a Campaign, card, effect).
_AT: dict[str, list[tuple[bool, int, Effect]]] = {}


def campaign(number: int, hook: str) -> Callable[[Effect], Effect]:
    """Put what Campaign card RD`number` does into the table: ``@campaign(9, PRICE)``."""
    return _enter(hook, CAMPAIGN, number)


def capability(number: int, hook: str) -> Callable[[Effect], Effect]:
    """Put what capability CR`number` does into the table: ``@capability(3, ASSAULT_ENDED)``."""
    return _enter(hook, CAPABILITY, number)


def _enter(hook: str, deck: str, number: int) -> Callable[[Effect], Effect]:
    def enter(effect: Effect) -> Effect:
        HOOKS[hook, deck, number - 1] = effect
        _AT.setdefault(hook, []).append((deck == CAMPAIGN, number - 1, effect))
        return effect

    return enter


def effects(s: Mars, hook: str) -> list[Effect]:
    """The effects of the cards in force at a hook: nearly always none."""
    return [
        effect
        for is_campaign, card, effect in _AT[hook]
        if (s.campaigns.where[card] == ACTIVE if is_campaign else s.assets.where[card] == CAPABILITIES)
    ]


def total(s: Mars, hook: str, *about: Any) -> int:
    """The sum that the cards in force add at a hook."""
    n = 0
    for is_campaign, card, effect in _AT[hook]:
        if s.campaigns.where[card] == ACTIVE if is_campaign else s.assets.where[card] == CAPABILITIES:
            n += effect(s, *about)
    return n


def applies(s: Mars, hook: str, *about: Any) -> bool:
    """Whether any card in force says yes at a hook."""
    for is_campaign, card, effect in _AT[hook]:
        if s.campaigns.where[card] == ACTIVE if is_campaign else s.assets.where[card] == CAPABILITIES:
            if effect(s, *about):
                return True
    return False


def steps(s: Mars, hook: str, *about: Any) -> Steps[int]:
    """Carry out what the cards in force do at a hook; returns the sum of what their steps return."""
    n = 0
    for effect in effects(s, hook):
        n += (yield from effect(s, *about)) or 0
    return n
