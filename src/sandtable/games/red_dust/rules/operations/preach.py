"""16.11 Preach."""

from __future__ import annotations

from sandtable.engine import Choice, Refusal, Steps, say
from sandtable.engine.asking import Topic

from ...printed.map import RECLAIMERS
from ...printed.pieces import ACTIVE, REBELS_OF
from ...state import Action, Mars
from ..alignment import NEUTRAL, now_at, shift_to_neutral
from ..earthgov import set_confidence
from ..placing import activate_own, place_units
from ..population import drop_marker, place_damage
from ..reasons import IN_A_STORM, NO_POPULATION, NO_REBELS_OF_YOURS, on_mars
from .next_space import next_space


def preach_refusal(s: Mars, a: Action, space: int) -> Refusal | None:
    """16.11 Populated spaces with CR Rebels."""
    if not s.has(space, REBELS_OF[RECLAIMERS]):
        return NO_REBELS_OF_YOURS
    if not s.population(space):
        return NO_POPULATION
    return None if s.is_open(space, RECLAIMERS) else IN_A_STORM


PREACH_AT = Choice(lambda s, a: s.mars_with(*REBELS_OF[RECLAIMERS]), preach_refusal, guard=on_mars)
PREACH = Topic(
    "preach",
    "16.11",
    "The space shifts one level towards Neutral; one that is Neutral brings you Rebels and loses Population.",
    "space",
)


def preach(s: Mars, a: Action) -> Steps[bool]:
    """16.11 Preach. One level towards Neutral; a space that is Neutral already brings converts and loses Population."""
    space = yield from next_space(s, a, PREACH, PREACH_AT, "Preach where?", "Preach in {it}")
    if space is None:
        return False
    if not s.at(space, ACTIVE[RECLAIMERS]):
        yield from activate_own(s, RECLAIMERS, space)
    yield say("Reclaimers Preach in {space}.", space=space, sums="{n:Preach in {space}|Preach in {n} spaces}")
    if s.alignment[space] != NEUTRAL:
        shift_to_neutral(s, space)
        yield now_at(s, space)
        return True
    yield from place_units(s, RECLAIMERS, space, s.population(space))
    if s.housed[space]:
        yield from drop_marker(s, space)
    else:
        yield from place_damage(s, space)
        yield from set_confidence(s, False)
    return True
