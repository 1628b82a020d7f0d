"""MD 4 The action of a unit, and the words a player chooses from."""

from __future__ import annotations

import msgspec

from sandtable.engine import Word

HOLD = Word("hold", "Do nothing", says="It stays where it is and as it is.")
FORM_MOVE = Word(
    "form_move",
    "Change formation, then move half",
    says="Line or column on the spot, then half its new rate.",
)
MOVE_FORM = Word(
    "move_form", "Move half, then change formation", says="Half its rate, then line or column where it stops."
)
MOVE = Word("move", "Move", says="Turn up to 45° and go straight on, up to its full rate.")
ABOUT_MOVE = Word(
    "about_move", "About face, then move half", says="Turn round on the spot, then half its rate."
)
MOVE_ABOUT = Word(
    "move_about", "Move half, then about face", says="Half its rate, then turn round where it stops."
)
WHEEL = Word("wheel", "Wheel", says="Swing round on a front corner by up to 90°.")
WHEEL_MOVE = Word(
    "wheel_move", "Wheel, then move 3 inches", says="Swing round by up to 90°, then up to 3″ straight on."
)
LIMBER_MOVE = Word(
    "limber_move", "Limber, then move half", says="Half its limbered rate, any way. Limbered it cannot fire."
)
MOVE_UNLIMBER = Word(
    "move_unlimber",
    "Move half, then unlimber",
    says="Half its limbered rate; it can fire from the next turn on.",
)
FIRE = Word(
    "fire", "Fire stand by stand", says="Each stand picks its own target; infantry may fire together."
)
FIRE_LIMBER = Word(
    "fire_limber", "Fire, then limber", says="It fires, and can move at its limbered rate next turn."
)
FORM_SQUARE = Word(
    "form_square", "Form square", says="It fires and fights to all sides, and cannot move or charge."
)
LEAVE_SQUARE = Word("leave_square", "Leave square", says="Line or column, towards any of the four sides.")
SCATTER = Word(
    "scatter",
    "Scatter away from the flyer",
    says="Its full rate straight away from the flyer, into disorder.",
)
#: Said with an enemy unit: the whole unit does it to the whole enemy.
FIRE_AT = Word("fire_at", "Fire at", says="Every stand that can fires at the unit.")
CHARGE = Word("charge", "Charge", says="Run into an enemy and fight a round at once.")
#: Said with a card, before the action.
PLAY = Word("play", "Play")
PLACE = Word(
    "place_flyer",
    "Place the flyer and fire",
    says="Anywhere over the table: it fires, and enemies before it may have to scatter.",
)
#: Not actions, but done before one.
GUARD = Word(
    "guard",
    "Leave a stand behind as a guard",
    says="One stand stays in its feature for the rest of the battle; then the unit acts.",
)
JOIN = Word("join", "Let a general join first", says="One more die and an inch more; then the unit acts.")


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
    #: Actions that the player chose and gave up with nothing done (R-MD-36).
    declined: tuple[Word, ...] = ()
    #: Machineguns that could keep up with the unit (MD 5.3); once one does, only that one.
    guns: list[int] = []
