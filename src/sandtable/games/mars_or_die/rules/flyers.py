"""MD 10 Flyers: place and fire, scatter checks, and the wall of lead."""

from __future__ import annotations

from sandtable.engine import Line, Roll, Steps, at_least, say
from sandtable.engine.asking import Topic, pick, yes_no

from ..cards.playing import offer
from ..printed.box import EARTHAN, MURK, ROUJEEN, Kind, is_in
from ..state import (
    DRIVEN_OFF,
    NOBODY,
    Battle,
    is_locked,
    is_single,
    kind_of,
    leave,
    on_table,
    put,
    side_of,
)
from .action_table import Action
from .firing.declaring import fire
from .geometry.formation import COLUMN, LINE, SQUARE, Pose, closed_up, formed, moved, stand_at, stands
from .geometry.polygon import distance
from .geometry.trig import bearing, in_arc, turn
from .ground import is_in_defensive_position
from .reach import allowance, is_free, slid
from .sight import can_fire

FEAR = 12_000
INCH = 1000
NEEDED = {MURK: 6, ROUJEEN: 5, EARTHAN: 4}
CHAMPION_NEEDS = 3


FLYER_X = Topic(
    "flyer_x",
    "MD 10.2",
    "Point at its place on the table, then at where it should face. Or give the place in inches here.",
    "coordinate",
)
FLYER_Y = Topic("flyer_y", "MD 10.2", "The flyer is put there; which way it faces comes next.", "coordinate")
FLYER_FACING = Topic(
    "flyer_facing",
    "MD 10.2",
    "The flyer fires this way, and enemies within 12 inches in front of it may have to scatter.",
    "heading",
)


def place_and_fire(s: Battle, action: Action) -> Steps[None]:
    """MD 10.2 Place and fire. Put the flyer anywhere, fire to its front, and shake the enemies in front of it.

    A client may give all three answers at once: the first question tells it the keys of the others.
    """
    box, u = s.box, action.unit
    rows, facings = range(0, box.height + 1, INCH), range(0, 360, 5)
    x = yield pick(
        action.seat,
        FLYER_X,
        "Where over the table does {unit} go? From the west edge:",
        range(0, box.width + 1, INCH),
        about={"unit": u},
        facts={
            "rows": lambda: FLYER_Y.keys(rows, box.kinds),
            "facings": lambda: FLYER_FACING.keys(facings, box.kinds),
        },
        data=lambda length: {"length": length},
    )
    y = yield pick(
        action.seat,
        FLYER_Y,
        "Where over the table does {unit} go? From the south edge:",
        rows,
        about={"unit": u},
        data=lambda length: {"length": length},
    )
    facing = yield pick(
        action.seat,
        FLYER_FACING,
        "Which way does {unit} face?",
        facings,
        about={"unit": u},
        facts={"at": (x, y)},
        data=lambda angle: {"angle": angle},
    )
    put(s, u, Pose(x, y, facing))
    yield say("{unit} is over the field.", unit=u, opens=True)
    if can_fire(s, u):
        yield from fire(s, action)
    yield from shake(s, u)


SHAKEN = Topic(
    "shaken",
    "MD 10.3",
    "With Steady Ranks the unit stands its ground and need not scatter in its next action.",
    "card",
    window="shaken",
)


DEFENDED = (Line("defensive position +1"),)


def shake(s: Battle, u: int) -> Steps[None]:
    """MD 10.3 Fear of bombing. Every enemy unit before the flyer rolls a die, or must scatter in its next action.

    Units locked in melee roll, too (R-MD-35).
    """
    for v in list(s.live[1 - side_of(s, u)]):
        if on_table(s, v) and is_before(s, u, v):
            safe = is_in_defensive_position(s, v)
            read = at_least(needed(kind_of(s, v)) - safe)
            if (yield Roll(1, read, topic="flyer check", by=side_of(s, v), mods=DEFENDED if safe else ())):
                yield say(
                    "{unit} stands its ground.",
                    unit=v,
                    tone="good",
                    sums="{n:{unit} stands its ground|{n} units stand their ground}.",
                )
                continue
            steady = yield from offer(
                s, side_of(s, v), SHAKEN, "{unit} is shaken. Play a card?", v, about={"unit": v}
            )
            if not steady:
                s.fears[v] = u
                yield say(
                    "{unit} must scatter.",
                    unit=v,
                    sums="{n:{unit} must scatter|{n} units must scatter}.",
                    tone="bad",
                )


def needed(kind: Kind) -> int:
    """MD 10.3 The score a unit needs on its die: murks 6, roujeens 5, earthans 4, murkleegs 3."""
    return CHAMPION_NEEDS if kind.is_champion else NEEDED[kind.race]


def is_before(s: Battle, u: int, v: int) -> bool:
    """MD 10.3 Whether a stand of a unit is within 12 inches of a flyer's front and 45 degrees to each side."""
    pose = s.poses[u]
    front = stand_at(pose, 0).corners
    table = s.box.table
    return any(
        is_in(table, stand.centre)
        and in_arc(pose.facing, stand.centre[0] - pose.x, stand.centre[1] - pose.y)
        and distance(front, stand.corners) <= FEAR
        for stand in stands(s.poses[v])
    )


def scatter(s: Battle, action: Action) -> Steps[None]:
    """MD 10.4 Scattering. Away from the flyer at full rate, into disorder (R-MD-29). A square breaks up; a guard gives up its post."""
    u = action.unit
    flyer, pose = s.poses[s.fears[u]], closed_up(s.poses[u])
    if pose.shape == SQUARE:
        broken = [formed(pose, LINE), formed(pose, COLUMN)]
        pose = next((shape for shape in broken if is_free(s, u, shape)), pose)
    heading = bearing(pose.x - flyer.x, pose.y - flyer.y)
    most = allowance(s, u, shape=pose.shape)
    ways = [slid(s, u, pose, heading, most)]
    if can_turn_to(s, u, heading):
        ways.insert(0, slid(s, u, moved(pose, heading, 0), heading, most))
    best = max(ways, key=lambda way: way[0])
    if best[0] >= 0:
        put(s, u, best[1])
    s.dug_in[u] = 0
    s.fears[u], s.guarding[u] = NOBODY, False
    s.disordered[u] = not is_single(s, u)
    yield say("{unit} scatters.", unit=u, tone="bad")


def can_turn_to(s: Battle, u: int, heading: int) -> bool:
    """R-MD-37 A unit that scatters turns as it flees; an unlimbered gun turns by 45 degrees at most, or not at all."""
    is_unlimbered = kind_of(s, u).is_artillery and not s.limbered[u]
    return not is_unlimbered or abs(turn(s.poses[u].facing, heading)) <= 45


def stay_in_melee(s: Battle, side: int) -> None:
    """MD 10.4, R-MD-35 When a side has acted, its units that could not, being locked in melee, need not scatter any more."""
    for u in s.live[side]:
        if s.fears[u] != NOBODY and not s.acted[u] and is_locked(s, u):
            s.fears[u] = NOBODY


# The wall of lead


def flyers_over(s: Battle, side: int) -> list[int]:
    """Flyers of a side that are over the field."""
    table = s.box.table
    return [u for u in s.live[side] if kind_of(s, u).is_flyer and is_in(table, s.poses[u].centre)]


WALL_OF_LEAD = Topic(
    "wall_of_lead",
    "MD 10.5",
    "If you do, your units give up their actions this turn and the flyer is gone at the end of it.",
)


def wall_of_lead(s: Battle, side: int) -> Steps[None]:
    """MD 10.5 The wall of lead. A side may give up all its actions for a turn to be rid of the enemy's flyer."""
    if flyers_over(s, 1 - side) and (
        yield yes_no(side, WALL_OF_LEAD, "Give up this turn's actions to drive the flyer off?")
    ):
        s.wall[side] = True
        yield say(
            "All units of {who:seat} fire at the flyer and do nothing else this turn.", who=side, opens=True
        )


def drive_off(s: Battle, side: int) -> Steps[None]:
    """MD 10.5 The wall of lead. At the end of that turn the flyer is gone."""
    for u in flyers_over(s, 1 - side):
        leave(s, u, DRIVEN_OFF)
        yield say("{unit} is driven off by the wall of lead.", unit=u)
