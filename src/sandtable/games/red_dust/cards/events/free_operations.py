"""18 Free Operations that Events grant: Assault, Ambush, and a March or Travel with one goal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.engine import DONE, Choice, Refusal, Steps
from sandtable.engine.asking import Topic, pick

from ...printed.map import ON_MARS, RED_DUST
from ...printed.pieces import FORCES_OF, HIDDEN
from ...rules.choose_spaces import done
from ...rules.operations.assault import ASSAULT_AT
from ...rules.operations.attack import free_attack, may_attack
from ...rules.operations.general import new_action
from ...rules.operations.run import can_operate, free_operation
from ...rules.reasons import NOT_ON_THE_CARD, on_mars
from ...state import Mars, Op

FREE_ASSAULT = Topic(
    "free_assault",
    "18",
    "Your units remove Rebel forces there at no cost.",
    "space",
)


NO_ASSAULT = done("No Assault")


def free_assault_refusal(s: Mars, who: int, spaces: Sequence[int], space: int) -> Refusal | None:
    """16.5 The spaces of the card where the Faction can Assault."""
    if space not in spaces:
        return NOT_ON_THE_CARD
    return ASSAULT_AT.why(s, new_action(s, who, Op.ASSAULT, free=True))(space)


FREE_ASSAULT_AT = Choice(lambda s, who, spaces: spaces, free_assault_refusal, guard=on_mars)


def can_assault(s: Mars, who: int, space: int) -> bool:
    """16.5 Whether a Faction could make a free Assault in a space."""
    return FREE_ASSAULT_AT.any(s, who, (space,))


def may_assault(s: Mars, who: int, spaces: Sequence[int]) -> Steps[bool]:
    """The Faction may make a free Assault in one of these spaces. Returns whether it was made."""
    if not FREE_ASSAULT_AT.any(s, who, spaces):
        return False
    space = yield pick(
        who,
        FREE_ASSAULT,
        "Make a free Assault?",
        FREE_ASSAULT_AT.of(s, who, spaces, then=(DONE,)),
        label="Assault {it}",
        about={"event": s.current_event()},
        done_as=NO_ASSAULT,
    )
    if space == DONE:
        return False
    yield from free_operation(s, who, Op.ASSAULT, only=(space,), most=1)
    return True


def can_ambush(s: Mars, who: int, space: int) -> bool:
    """17.9 An Ambush needs a Hidden Rebel of the Faction and an enemy."""
    return s.at(space, HIDDEN[who]) > 0 and may_attack(s, who, space) and s.is_open(space, who)


def free_ambush(s: Mars, who: int, space: int) -> Steps[None]:
    """A free Ambush includes a free Attack in that space."""
    yield from free_attack(s, who, space, ambush=True)


def _to_goal(faction: int, goal: int, origin: int | None) -> tuple[Op, dict[str, Any]]:
    """RD Marches and CR Travels; all that moves ends in the goal."""
    origins = () if origin is None else (origin,)
    if faction == RED_DUST:
        return Op.MARCH, {"only": (goal,), "origins": origins, "most": 1}
    return Op.TRAVEL, {"goals": (goal,), "origins": origins}


def can_come(s: Mars, faction: int, goal: int, origin: int | None = None) -> bool:
    """Whether Rebels of a Faction can March or Travel to a space, from one origin or from any."""
    op, limits = _to_goal(faction, goal, origin)
    return can_operate(s, faction, op, free=True, **limits)


def come(s: Mars, faction: int, goal: int, origin: int | None = None) -> Steps[None]:
    """A free March or Travel to a space, from one origin or from any."""
    op, limits = _to_goal(faction, goal, origin)
    yield from free_operation(s, faction, op, **limits)


def ways_to(s: Mars, faction: int, goal: int) -> list[int]:
    """Other spaces from which Rebels of a Faction can March or Travel to a space."""
    return [
        origin
        for origin in ON_MARS
        if origin != goal and s.has(origin, FORCES_OF[faction]) and can_come(s, faction, goal, origin)
    ]
