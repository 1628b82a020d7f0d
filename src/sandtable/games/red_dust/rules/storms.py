"""9 Dust Storms."""

from __future__ import annotations

from sandtable.engine import DONE, Line, Roll, Steps, say
from sandtable.engine.asking import Topic, pick

from ..printed.map import ON_MARS, RECLAIMERS, STORM_MARKERS
from ..printed.pieces import ENEMIES_OF, PROTECTORS
from ..state import APPROACHING, NO_STORM, RAGING, Mars
from .choose_spaces import done
from .pieces import REMOVABLE


def storms(s: Mars) -> int:
    """9 Markers on the map; there are six in all."""
    return sum(1 for storm in s.storm if storm)


def roll_storms(s: Mars, n: int) -> Steps[None]:
    """9.1 Storm rolls, as long as there are markers."""
    for _ in range(n):
        if storms(s) == STORM_MARKERS:
            return
        space = yield from _storm_space(s)
        if s.storm[space] == NO_STORM:
            s.storm[space] = APPROACHING
            yield say("A Storm approaches {space}.", space=space)
        else:
            s.storm[space] = RAGING
            yield say("A Storm rages in {space}.", space=space)
            yield from storm_strike(s, space)


def _storm_space(s: Mars) -> Steps[int]:
    """9.1 The white die names the Sector, the black one the space; a scenario may have set them."""
    if s.forced.get("storm"):
        space, *s.forced["storm"] = s.forced["storm"]
        return space
    white = yield Roll(1, topic="Storm, white die", by_line=THE_PLANET)
    black = yield Roll(1, topic="Storm, black die", by_line=THE_PLANET)
    return s.box.storm_at[white, black]


#: Whose the dice of the Storm are.
THE_PLANET = Line("Mars")


STORM_STRIKE = Topic("storm_strike", "9.1", "The enemy piece is lost in the Storm.", "piece")


REMOVE_NOBODY = done("Remove nobody", "Everybody there survives the Storm.")


def storm_strike(s: Mars, space: int) -> Steps[None]:
    """9.1 Storm strike. CR may remove one enemy force where a Storm strikes again, Bases last."""
    enemies = (s, space, ENEMIES_OF[RECLAIMERS], PROTECTORS)
    if not REMOVABLE.any(*enemies):
        return
    kind = yield pick(
        RECLAIMERS,
        STORM_STRIKE,
        "The Storm in {space} rages. Remove which enemy?",
        REMOVABLE.of(*enemies, then=(DONE,)),
        label="Remove {it}",
        about={"space": space},
        done_as=REMOVE_NOBODY,
    )
    if kind != DONE:
        s.remove(kind, space)
        yield say("{piece} in {space} is lost in the Storm.", piece=kind, space=space)


def turn_storms(s: Mars) -> Steps[None]:
    """13.5 Raging Storms go, Approaching ones rage."""
    for space in ON_MARS:
        if s.storm[space] == RAGING:
            s.storm[space] = NO_STORM
            yield say(
                "The Storm in {space} is over.",
                space=space,
                sums="{n:The Storm in {space} is over|{n} Storms are over}",
            )
        elif s.storm[space] == APPROACHING:
            s.storm[space] = RAGING
            yield say("A Storm rages in {space}.", space=space)
