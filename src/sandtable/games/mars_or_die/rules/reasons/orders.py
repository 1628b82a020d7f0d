"""Why a unit cannot be given an order now. Conditions are in the order of MD 4.

The menu of orders decides (`Listed`); these look at its conditions again to find the sentence.
"""

from __future__ import annotations

from typing import Any

from sandtable.engine import Of, Refusal

from ...cards import hooks
from ...cards.reasons import action_card_refusal
from ...state import (
    HAND,
    NOBODY,
    Battle,
    general_with,
    is_single,
    kind_of,
    side_of,
    stands_left,
)
from .. import action_table as a
from ..action_table import Action
from ..formations import new_shapes
from ..generals import TOO_FAR, join_refusal
from ..geometry.formation import SQUARE
from ..guards import guard_places
from ..movement import charge_distance
from ..sight import firing_stands
from .targets import NEVER_CHARGES, charge_refusal, target_refusal

NOT_WITH_CARD = Refusal("That does not go with the card you have played on this action.")
ACTS_NOW = Refusal("{unit} acts now, and {it} when its turn comes.")
IS_ACTING = Refusal("{it} is the one that acts.")
MUST_SCATTER = Refusal("It must scatter from {flyer:unit}: it neither stays, nor fires, nor charges.")
NOTHING_TO_FEAR = Refusal("No flyer has shaken it.")
CANNOT_FIRE = Refusal("{unit} has nothing to fire with.")
IN_DISORDER = Refusal("{unit} is in disorder: it must change formation first.")
IS_LIMBERED = Refusal("The gun is limbered.")
IS_UNLIMBERED = Refusal("The gun is unlimbered.")
NO_TARGET = Refusal("No enemy is in range, arc and sight.")
HAS_DUG_IN = Refusal("{unit} has dug in, and does not move this turn.")
GUARDS_STAY = Refusal("A guard does not move.")
SQUARES_STAY = Refusal("A square does not move.")
NOT_IN_SQUARE = Refusal("{unit} is not in square.")
HAS_DECLINED = Refusal("You have just decided against it. Take that back to choose it after all.")
NOBODY_TO_CHARGE = Refusal("No enemy is within its charge of {charge:distance} on a clear way.")
NO_ROOM_TO_MOVE = Refusal("There is no room to move any way.")
NO_ROOM_TO_WHEEL = Refusal("There is no room to wheel.")
ONE_STAND = Refusal("It has one stand left, and no formation to change.")
NO_ROOM_TO_FORM = Refusal("There is no room here for the new formation.")
NO_ROOM_AFTER = Refusal("There is no room for the new formation within half a move.")
GUARD_COMES_FIRST = Refusal("A guard is left before a card is played.")
GUARD_NEEDS_TWO = Refusal("It has one stand left.")
ONE_GUARD_ONLY = Refusal("It has left a guard already.")
NO_STAND_INSIDE = Refusal("None of its stands is inside a terrain feature.")
GENERAL_IS_HERE = Refusal("A general is with it already.")
GENERAL_COMES_FIRST = Refusal("A general joins before a card is played.")
NO_GENERAL = Refusal("No general of yours could join it.")
NOT_SO_NEAR = Refusal("No general within 9″ could join it.")


def looked_for(s: Battle, action: Action, able: list[Any]) -> list[Any]:
    """The orders a player would look for with such a unit, besides those it can be given."""
    u, kind = action.unit, kind_of(s, action.unit)
    told = {what[0] for what in able if isinstance(what, tuple)}
    words = [a.PLACE] if kind.is_flyer else [a.HOLD, a.MOVE]
    if not kind.is_flyer:
        words += [word for word in (a.FIRE_AT, a.CHARGE) if word not in told]
    if not kind.is_flyer and not is_single(s, u):
        words += [a.FORM_MOVE, a.MOVE_FORM, a.WHEEL if kind.is_infantry else a.WHEEL_MOVE]
        words += [a.ABOUT_MOVE, a.MOVE_ABOUT, a.GUARD]
        words += [a.FORM_SQUARE, a.LEAVE_SQUARE] if kind.squares else []
    if kind.is_artillery:
        words += [a.FIRE_LIMBER, a.LIMBER_MOVE, a.MOVE_UNLIMBER]
    if s.generals:
        words.append(a.JOIN)
    hand = s.cards.zones[HAND + action.seat] if not kind.is_flyer else ()
    return [*words, *((a.PLAY, Of("card", card)) for card in hand)]


def order_refusal(s: Battle, action: Action, what: Any, able: list[Any]) -> Refusal | None:
    """MD 4 Why an order cannot be given, or why nothing can be done to a unit: `what` is an order, or a unit as `Of`."""
    if isinstance(what, Of):
        return unit_refusal(s, action, what.value, able)
    if what in able:
        return None
    if isinstance(what, tuple) and what[0] == a.PLAY:
        return action_card_refusal(s, action, what[1].value)
    word = what[0] if isinstance(what, tuple) else what
    if word in action.declined:
        return HAS_DECLINED
    if s.fears[action.unit] != NOBODY:
        return MUST_SCATTER.of(flyer=s.fears[action.unit])
    allows = hooks.hook(hooks.ALLOWS, action.card)
    if allows is not None and not allows(word):
        return NOT_WITH_CARD
    return WHY[word](s, action)


def unit_refusal(s: Battle, action: Action, v: int, able: list[Any]) -> Refusal | None:
    """MD 6.1, MD 4 A3 Why nothing can be done to a unit: why it cannot be fired at, or else why it cannot be charged."""
    u = action.unit
    if v == u:
        return IS_ACTING
    if side_of(s, v) == action.seat:
        return ACTS_NOW.of(unit=u)
    if any(isinstance(what, tuple) and what[1] == v for what in able):
        return None
    if s.fears[u] != NOBODY:
        return MUST_SCATTER.of(flyer=s.fears[u])
    if kind_of(s, u).is_flyer:
        return FLYER_FIRST.of(unit=u)
    why_no_fire, why_no_charge = fire_refusal(s, action), charging_refusal(s, action)
    allows = hooks.hook(hooks.ALLOWS, action.card)
    if allows is not None:
        why_no_fire = why_no_fire if allows(a.FIRE_AT) else NOT_WITH_CARD
        why_no_charge = why_no_charge if allows(a.CHARGE) else NOT_WITH_CARD
    if why_no_fire in (None, NO_TARGET):
        return target_refusal(s, action, firing_stands(s, u), v)
    return charge_refusal(s, action, v) if why_no_charge is None else why_no_fire


FLYER_FIRST = Refusal("{unit} is placed first; then it fires.")


def fire_refusal(s: Battle, action: Action) -> Refusal | None:
    """MD 4 A10 Why a unit cannot fire, whoever is there."""
    u = action.unit
    if not kind_of(s, u).attack:
        return CANNOT_FIRE.of(unit=u)
    if s.disordered[u]:
        return IN_DISORDER.of(unit=u)
    return IS_LIMBERED if s.limbered[u] else NO_TARGET


def moving_refusal(s: Battle, action: Action) -> Refusal | None:
    """MD 4 Why a unit does not move at all."""
    u = action.unit
    if s.guarding[u]:
        return GUARDS_STAY
    if s.dug_in[u] == s.turn:
        return HAS_DUG_IN.of(unit=u)
    return SQUARES_STAY if s.poses[u].shape == SQUARE else None


def charging_refusal(s: Battle, action: Action) -> Refusal | None:
    """MD 4 A3 Why a unit does not charge, whoever is there."""
    u = action.unit
    if not kind_of(s, u).charge:
        return NEVER_CHARGES.of(unit=u)
    if s.disordered[u]:
        return IN_DISORDER.of(unit=u)
    return moving_refusal(s, action)


def _charge(s: Battle, action: Action) -> Refusal:
    return charging_refusal(s, action) or NOBODY_TO_CHARGE.of(charge=charge_distance(s, action))


def _move(s: Battle, action: Action) -> Refusal:
    return moving_refusal(s, action) or NO_ROOM_TO_MOVE


def _fire(s: Battle, action: Action) -> Refusal:
    return fire_refusal(s, action) or NO_TARGET


def _form(s: Battle, action: Action) -> Refusal:
    why = moving_refusal(s, action)
    return why or (NO_ROOM_TO_FORM if new_shapes(s, action.unit) else ONE_STAND)


def _move_form(s: Battle, action: Action) -> Refusal:
    u, why = action.unit, moving_refusal(s, action)
    if why is not None:
        return why
    if s.disordered[u]:
        return IN_DISORDER.of(unit=u)
    return ONE_STAND if stands_left(s, u) < 2 else NO_ROOM_AFTER


def _wheel(s: Battle, action: Action) -> Refusal:
    return moving_refusal(s, action) or NO_ROOM_TO_WHEEL


def _square(s: Battle, action: Action) -> Refusal:
    u, why = action.unit, moving_refusal(s, action)
    if why is not None:
        return why
    if s.disordered[u]:
        return IN_DISORDER.of(unit=u)
    return ONE_STAND if stands_left(s, u) < 2 else NO_ROOM_TO_FORM


def _leave_square(s: Battle, action: Action) -> Refusal:
    u = action.unit
    if s.poses[u].shape != SQUARE:
        return NOT_IN_SQUARE.of(unit=u)
    if s.guarding[u] or s.dug_in[u] == s.turn:
        return moving_refusal(s, action) or HAS_DUG_IN.of(unit=u)
    return NO_ROOM_TO_FORM


def _limber(s: Battle, action: Action) -> Refusal:
    return moving_refusal(s, action) or IS_LIMBERED


def _unlimber(s: Battle, action: Action) -> Refusal:
    return moving_refusal(s, action) or IS_UNLIMBERED


def _guard(s: Battle, action: Action) -> Refusal:
    """MD 1.4, R-MD-3"""
    u = action.unit
    if action.card:
        return GUARD_COMES_FIRST
    if stands_left(s, u) < 2:
        return GUARD_NEEDS_TWO
    if s.sizes[u] != kind_of(s, u).stands:
        return ONE_GUARD_ONLY
    assert not guard_places(s, u)
    return NO_STAND_INSIDE


def _join(s: Battle, action: Action) -> Refusal:
    """MD 9.3, R-MD-28"""
    u = action.unit
    if action.card:
        return GENERAL_COMES_FIRST
    if general_with(s, u) is not None:
        return GENERAL_IS_HERE
    for general in range(len(s.generals)):
        why = join_refusal(s, u, general)
        if why is not None and why.text == TOO_FAR.text:
            return NOT_SO_NEAR
    return NO_GENERAL


def _hold(s: Battle, action: Action) -> Refusal:
    return NOTHING_TO_FEAR


#: For each order: why it cannot be given. It is asked only if it cannot.
WHY = {
    a.HOLD: _hold,
    a.SCATTER: _hold,
    a.PLACE: _hold,
    a.MOVE: _move,
    a.CHARGE: _charge,
    a.FIRE_AT: _fire,
    a.FIRE: _fire,
    a.FIRE_LIMBER: _fire,
    a.FORM_MOVE: _form,
    a.MOVE_FORM: _move_form,
    a.WHEEL: _wheel,
    a.WHEEL_MOVE: _wheel,
    a.ABOUT_MOVE: _move,
    a.MOVE_ABOUT: _move,
    a.FORM_SQUARE: _square,
    a.LEAVE_SQUARE: _leave_square,
    a.LIMBER_MOVE: _limber,
    a.MOVE_UNLIMBER: _unlimber,
    a.GUARD: _guard,
    a.JOIN: _join,
}
