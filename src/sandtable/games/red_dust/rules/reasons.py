"""Why not: reasons that several rules give for refusing a space, a piece or a Faction.

A reason is a constant sentence. `{it}` is what is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine import Of, Refusal

from ..printed.map import MARS, PHOBOS

Why = Callable[[Any], Refusal | None]

BESIDE_THE_MAP = Refusal("{it} is no space of the map.")
ON_PHOBOS = Refusal("That is for spaces on Mars, not for {it}.")
IN_A_STORM = Refusal("A Raging Storm closes {it}.")
CHOSEN = Refusal("{it} has been chosen already.")
NO_MORE = Refusal("No more spaces may be chosen.")
OTHER_SPACES = Refusal("What you are doing is limited to other spaces.")
TOO_DEAR = Refusal("{it} costs {n:resources}, and you have {have:number} left.")
ASSETS_TOO_FEW = Refusal("{it} costs {n:number} more, and your Assets do not pay for that.")
NO_POPULATION = Refusal("{it} has no Population.")
HAS_SUPPORT = Refusal("{it} has Support.")
NOT_NEUTRAL = Refusal("{it} is not Neutral.")
NO_REBELS_OF_YOURS = Refusal("You have no Rebels in {it}.")
NO_HIDDEN_REBEL = Refusal("You have no Hidden Rebel in {it}.")
NO_COIN_CONTROL = Refusal("{it} is not under COIN Control.")
NOT_YOUR_CONTROL = Refusal("You do not Control {it}.")
NO_ENEMY = Refusal("There is no enemy in {it}.")
HAS_DAMAGE = Refusal("{it} is Damaged.")
NO_DAMAGE = Refusal("{it} is not Damaged.")
NO_DISPLACED = Refusal("No Displaced Population is waiting for {it}.")
NO_ROOM_FOR_PEOPLE = Refusal("{it} has no empty square for Population.")
NO_ROOM_FOR_A_BASE = Refusal("{it} has no room for another Base.")
NO_BASE_AVAILABLE = Refusal("No Base of yours is Available.")
NOT_ON_THE_CARD = Refusal("{it} is not among the spaces that the card speaks of.")
NOTHING_TO_MOVE = Refusal("{it} has nothing of yours that could still move.")
NOT_ADJACENT = Refusal("{it} does not border on {space}.")
THE_SAME_SPACE = Refusal("They are in {it} already.")
A_LABYRINTH = Refusal("{it} is a Labyrinth.")
A_DESERT = Refusal("{it} is a Desert.")


def on_map(why: Callable[[int], Refusal | None]) -> Why:
    """A refusal that is about spaces of the map only: boxes beside it are none. Parts of a tuple come with their kind."""

    def refusal(it: Any) -> Refusal | None:
        space = it.value if it.__class__ is Of else it
        return BESIDE_THE_MAP if space > PHOBOS else why(space)

    return refusal


def on_mars(why: Callable[[int], Refusal | None]) -> Why:
    """The same for spaces on Mars: Phobos is refused too."""

    def refusal(it: Any) -> Refusal | None:
        space = it.value if it.__class__ is Of else it
        return (ON_PHOBOS if space == PHOBOS else BESIDE_THE_MAP) if space >= MARS else why(space)

    return refusal
