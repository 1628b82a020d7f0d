"""10.0 Task Forces and 11.0 Space Movement."""

from __future__ import annotations

from sandtable.engine import DONE, Steps, Word, say
from sandtable.engine.asking import Topic, pick, pick_each

from ...common.rules.net import awareness, has_awareness
from ...common.state import PLAYER
from ..state import Phase, Squadron
from .intercepts import meet_marker
from .pods import shift_pods

ALL = Word("all", "The whole group goes")
STAY = Word("stay", "Stay")


DECLARE = Topic("declare", "10.1", "Only ships at this Point move and act in this turn.", "point")
LEAVE = Topic(
    "leave", "10.1", "A ship left behind does nothing in this turn; the others are the Task Force.", "unit"
)


def declare(s: Squadron) -> Steps:
    """10.1 Task Force Declaration. Any or all ships of one Point; the others do nothing in this turn (R-SP-14)."""
    if has_awareness(s):
        yield from awareness(s)
    point = yield pick(
        PLAYER,
        DECLARE,
        "Which group acts?",
        lambda: sorted({at for at in s.at if at >= 0}),
        label="The ships at {it}",
    )
    ships = s.ships_at(point)
    left = yield from pick_each(
        PLAYER,
        LEAVE,
        "Which ships stay behind at {point}?",
        ships,
        up_to=len(ships) - 1,
        done=DONE if len(ships) == 1 else ALL,
        label="Leave {it} behind",
        about={"point": point},
    )
    s.tf = tuple(ship for ship in ships if ship not in left)
    s.point, s.off = point, ()
    s.phase = Phase.MOVE


MOVE = Topic(
    "move", "11.0", "The whole Task Force goes to this Point, and the Ops card is drawn there.", "point"
)


def move(s: Squadron) -> Steps:
    """11.0 Movement. The Task Force moves together; Pods may be shifted before and after that (19.3)."""
    yield from shift_pods(s)
    energy = min(s.energy(ship) for ship in s.tf)
    goal = yield pick(
        PLAYER,
        MOVE,
        "The Task Force has Energy {energy:number}. Move where?",
        lambda: goals(s, energy),
        label="Move to {it}",
        about={"energy": energy},
    )
    s.phase = Phase.OPS_CARD
    if goal == STAY:
        yield say("The Task Force stays at {point}.", point=s.point)
        return
    yield say("The Task Force moves to {point}.", point=goal)
    for ship in s.tf:
        s.at[ship] = goal
    s.point = goal
    yield from meet_marker(s)
    yield from shift_pods(s)


def goals(s: Squadron, energy: int) -> list[int | Word]:
    """11.1 Where the Task Force can go with the Energy of its slowest ship; it may stay."""
    return [*s.box.orbits.reach(s.point, energy, s.sites)[1:], STAY]
