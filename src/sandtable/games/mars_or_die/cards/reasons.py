"""MD 11 Why a card cannot be played now."""

from __future__ import annotations

from functools import cache
from typing import Any

from sandtable.engine import Choice, Of, Refusal

from ..rules.action_table import Action
from ..state import HAND, NOBODY, Battle
from . import hooks
from .hooks import HOOKS

NOT_HELD = Refusal("You do not hold {it}.")
WRONG_COLOUR = Refusal("{it} is not of your army's colour.")
ONE_CARD = Refusal("A card has been played on this action, and only one may be.")
#: For each moment: what is said of a card for it that is looked for at another.
AT_OTHER_TIMES = {
    hooks.START: Refusal("{it} is played at the start of a turn."),
    hooks.ACTION: Refusal("{it} is played on the action of one of your units."),
    hooks.CANCEL: Refusal("{it} is played against a card that was just played."),
    hooks.FIRED_ON: Refusal("{it} is played when an enemy unit fires."),
    hooks.SHOT_AT: Refusal("{it} is played when one of your stands is shot at."),
    hooks.AFTER_HIT: Refusal("{it} is played when your gun has hit."),
    hooks.AFTER_MISS: Refusal("{it} is played when your machinegun has missed."),
    hooks.CHARGED: Refusal("{it} is played when one of your units is charged."),
    hooks.MELEE: Refusal("{it} is played when one of your units has charged."),
    hooks.STEP_BACK: Refusal(
        "{it} is played when one of your units must step back, or is shaken by a flyer."
    ),
}
FIRING_INFANTRY = Refusal("{it} is for infantry that has somebody to fire at.")
IN_SKIRMISH_ORDER = Refusal("The unit is in skirmish order already.")
NEAR_A_MURKLEEG = Refusal("{it} is for a unit within 6″ of another one of yours, a murkleeg.")
#: For each moment and effect of a card: what it needs there.
NEEDS = {
    (hooks.ACTION, "war_frenzy"): Refusal("Even with 2″ more, the unit could charge nobody."),
    (hooks.ACTION, "arrow_storm"): Refusal("{it} is for archers that have somebody to fire at."),
    (hooks.START, "dust_devils"): Refusal("The dust is up already."),
    (hooks.ACTION, "champions_roar"): Refusal(
        "{it} is for a unit that can move and is within 6″ of another one of yours, a murkleeg."
    ),
    (hooks.SCATTERING, "champions_roar"): NEAR_A_MURKLEEG,
    (hooks.ACTION, "ambush"): Refusal("{it} is for infantry that can move, with no enemy within 12″."),
    (hooks.START, "drums"): Refusal("Your drums are beating already."),
    (hooks.ACTION, "marksmen"): Refusal("Even with 4″ more, nobody is in range, arc and sight."),
    (hooks.ACTION, "canal_lore"): Refusal("The unit stays where it is, or no canal and no grove hinders it."),
    (hooks.ACTION, "volley"): FIRING_INFANTRY,
    (hooks.CHARGED, "feigned_retreat"): Refusal("A guard, or a unit locked in melee, does not fall back."),
    (hooks.START, "old_machinery"): Refusal("No flyer of yours has been driven off."),
    (hooks.SHOT_AT, "skirmish_order"): IN_SKIRMISH_ORDER,
    (hooks.ATTACKED, "skirmish_order"): IN_SKIRMISH_ORDER,
    (hooks.ACTION, "rapid_fire"): FIRING_INFANTRY,
    (hooks.MELEE, "fix_bayonets"): Refusal("{it} is for infantry."),
    (hooks.ACTION, "en_avant"): Refusal("{it} is for a unit that can move."),
    (hooks.SHOT_AT, "last_cartridges"): Refusal(
        "{it} is for a unit of four that is down to one or two stands, once in a turn."
    ),
    (hooks.START, "field_dressing"): Refusal(
        "No unit of yours has lost exactly one stand and has room for it."
    ),
    (hooks.START, "sandbags"): Refusal("No infantry or machinegun of yours could dig in."),
}


def card_refusal(s: Battle, seat: int, moment: str, about: tuple[Any, ...], card: int) -> Refusal | None:
    """R-MD-31 Why a card cannot be played at a moment; `about` is what its hook is asked about."""
    if card not in s.cards.zones[HAND + seat]:
        return NOT_HELD
    box = s.box
    own, effect = box.army(seat).cards, box.cards[card].effect
    if own is None or box.cards[card].colour != own.colour:
        return WRONG_COLOUR
    can = HOOKS.get((moment, effect))
    if can is None:
        return at_another_time(effect)
    return None if can(*about) else NEEDS[moment, effect]


@cache
def at_another_time(effect: str) -> Refusal:
    return next(why for moment, why in AT_OTHER_TIMES.items() if (moment, effect) in HOOKS)


def cards_held(s: Battle, seat: int, moment: str, about: tuple[Any, ...]) -> list[int]:
    return s.cards.zones[HAND + seat]


#: R-MD-31 Cards in hand that can be played at a moment.
PLAYABLE = Choice(cards_held, card_refusal)


def action_card_refusal(s: Battle, action: Action, card: int) -> Refusal | None:
    """MD 11.2 Why a card cannot be played on the action of a unit now."""
    if action.card:
        return ONE_CARD
    moment = hooks.ACTION if s.fears[action.unit] == NOBODY else hooks.SCATTERING
    why = card_refusal(s, action.seat, moment, (s, action), card)
    return None if why is None else why.of(it=Of("card", card))
