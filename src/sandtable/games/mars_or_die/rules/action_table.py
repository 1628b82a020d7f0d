"""MD 4 What a unit is doing in its action, and the words a player chooses from."""

from __future__ import annotations

import msgspec

from sandtable.engine import Word

HOLD = Word("hold", "Do nothing")
FORM_MOVE = Word("form_move", "Change formation, then move half")
MOVE_FORM = Word("move_form", "Move half, then change formation")
MOVE = Word("move", "Move")
CHARGE = Word("charge", "Charge")
ABOUT_MOVE = Word("about_move", "About face, then move half")
MOVE_ABOUT = Word("move_about", "Move half, then about face")
WHEEL = Word("wheel", "Wheel")
WHEEL_MOVE = Word("wheel_move", "Wheel, then move 3 inches")
LIMBER_MOVE = Word("limber_move", "Limber, then move half")
MOVE_UNLIMBER = Word("move_unlimber", "Move half, then unlimber")
FIRE = Word("fire", "Fire")
FIRE_LIMBER = Word("fire_limber", "Fire, then limber")
FORM_SQUARE = Word("form_square", "Form square")
LEAVE_SQUARE = Word("leave_square", "Leave square")
SCATTER = Word("scatter", "Scatter away from the flyer")
PLACE = Word("place_flyer", "Place the flyer and fire")
#: Not actions, but done before one.
GUARD = Word("guard", "Leave a stand behind as a guard")
JOIN = Word("join", "Let a general join first")


class Action(msgspec.Struct):
    """One unit's action while it lasts: who acts, and what a card has added to it."""

    unit: int
    seat: int
    #: The effect of the card that was played on this action; only one may be (MD 11.2).
    card: str = ""
    #: Added to Move and Charge.
    further: int = 0
    #: Added to Charge alone.
    frenzy: int = 0
    #: Added to range.
    range: int = 0
    #: Where the unit faced before it turned to its first target.
    facing: int | None = None
    #: Machineguns that could keep up with the unit (MD 5.3); once one does, only that one.
    guns: list[int] = []
