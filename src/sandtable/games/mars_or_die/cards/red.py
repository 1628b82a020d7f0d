"""R1 to R8: what the cards of the roujeens do."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Choice, Refusal, Steps, say
from sandtable.engine.asking import Topic, pick

from ..rules.action_table import Action
from ..rules.reach import slide
from ..rules.reasons.units import NOT_YOURS
from ..rules.sight import can_fire
from ..state import DRIVEN_OFF, FAR_AWAY, Battle, enter, is_locked, kind_of, side_of
from .shared import must_stay

FURTHER, RETREAT = 4000, 3000


# R1 Marksmen of the Spires


def can_fire_further(s: Battle, action: Action) -> bool:
    return can_fire(s, action.unit, FURTHER)


def fire_further(s: Battle, action: Action) -> None:
    action.range = FURTHER


# R2 Canal Lore


def is_hindered(s: Battle, action: Action) -> bool:
    """R2 Whether there is anything on the table that hinders a unit and would not any more."""
    box, u = s.box, action.unit
    hinders = box.blocks or box.dry or (box.groves and kind_of(s, u).is_cavalry)
    return bool(hinders) and not must_stay(s, u) and not s.lore[u]


def know_the_canals(s: Battle, action: Action) -> None:
    s.lore[action.unit] = True


# R4 Volley


def one_for_each_but_one(platoons: int) -> int:
    """R4 Platoons that fire together get back the dice that they lose for it."""
    return platoons - 1


# R5 Feigned Retreat


def can_fall_back(s: Battle, u: int) -> bool:
    return not is_locked(s, u) and not s.guarding[u]


def fall_back(s: Battle, u: int, heading: int) -> Steps[None]:
    """R5 Feigned Retreat. 3 inches straight back before the charge."""
    slide(s, u, heading, RETREAT)
    yield say("{target:unit} falls back before the charge.", target=u)


# R6 Old Machinery


RETURNS = Topic(
    "returns", "MD 11", "The flyer is yours again, and can be placed over the field this turn.", "unit"
)


NOT_DRIVEN_OFF = Refusal("{it} is no flyer that was driven off.")


def returns_refusal(s: Battle, side: int, u: int) -> Refusal | None:
    """R6 Why a unit does not come back."""
    if side_of(s, u) != side:
        return NOT_YOURS
    return None if s.fates[u] == DRIVEN_OFF else NOT_DRIVEN_OFF


def units_of(s: Battle, side: int) -> Sequence[int]:
    return s.box.sides[side]


#: R6 Flyers of a side that could come back.
FLYERS_DRIVEN_OFF = Choice(units_of, returns_refusal)


def repair(s: Battle, side: int) -> Steps[None]:
    """R6 Old Machinery. A flyer that was driven off may return."""
    u = yield pick(side, RETURNS, "Which flyer returns?", FLYERS_DRIVEN_OFF.of(s, side))
    enter(s, u, FAR_AWAY)


# R7 Skirmish Order


def is_in_close_order(s: Battle, u: int) -> bool:
    return not s.skirmishing[u]


def skirmish(s: Battle, u: int) -> None:
    """R7 The unit counts as in cover until the end of the turn."""
    s.skirmishing[u] = True


# R8 Sun in Their Eyes


def two_less(platoons: int) -> int:
    return -2
