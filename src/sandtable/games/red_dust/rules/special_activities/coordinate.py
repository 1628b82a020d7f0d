"""17.8 Coordinate."""

from __future__ import annotations

from sandtable.engine import Choice, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ...printed.map import RED_DUST
from ...printed.pieces import FORTIFIED, MG_TROOP, RD_REBEL, SECURITY
from ...state import Action, Mars
from ..alignment import ACTIVE_OPPOSITION, can_shift, shift_told
from ..choose_spaces import done, one_by_one
from ..pieces import PIECES
from ..placing import activate_own, place_units, placeable
from ..population import can_house, can_repair, house_or_repair
from ..reasons import HAS_SUPPORT, IN_A_STORM, NO_HIDDEN_REBEL, on_mars

REMOVE_TWO = Word("remove", "Remove two", says="Two cubes go back to Available.")
REPLACE_ONE = Word("replace", "Replace one with a Rebel", says="One cube goes, and a Rebel of yours comes.")
#: 17.8 What Coordinate works on; EG Troops are immune.
COORDINATED = (MG_TROOP, FORTIFIED, SECURITY)


def _matters(s: Mars, space: int) -> bool:
    """17.8 Whether people can be helped or won over, or guards turned."""
    return (
        can_shift(s, space, -1)
        or (s.alignment[space] == ACTIVE_OPPOSITION and s.has(space, COORDINATED))
        or can_house(s, space)
        or can_repair(s, RED_DUST, space)
    )


NOTHING_TO_WIN = Refusal("{it}: nobody can be Housed, Repaired for or won over, and no guards can be turned.")


def coordinate_refusal(s: Mars, space: int) -> Refusal | None:
    """17.8 Spaces without Support and with a Hidden RD Rebel, where there is anything to do."""
    if not s.at(space, RD_REBEL):
        return NO_HIDDEN_REBEL
    if s.alignment[space] > 0:
        return HAS_SUPPORT
    if not s.is_open(space, RED_DUST):
        return IN_A_STORM
    return None if _matters(s, space) else NOTHING_TO_WIN


COORDINATE_AT = Choice(lambda s: s.mars_with(RD_REBEL), coordinate_refusal, guard=on_mars)
COORDINATE = Topic(
    "coordinate",
    "17.8",
    "A Hidden Rebel there turns Active, may House or Repair, and then wins people or their guards over.",
    "space",
)
COORDINATE_IMPROVE = Topic(
    "coordinate_improve",
    "17.8",
    "Displaced people move in or Damage is removed, and EarthGov's mood turns to EG−.",
    ("space", ""),
)


DONE_WITH_IT = done("Done with Coordinate", "The Operation goes on.")


def coordinate(s: Mars, a: Action) -> Steps[None]:
    """17.8 Coordinate. Rebels in up to two spaces look after people, then win them over or turn their guards."""
    another = one_by_one(
        RED_DUST,
        2,
        COORDINATE_AT.of(s),
        "Coordinate where?",
        COORDINATE,
        "Coordinate in {it}",
        done_as=DONE_WITH_IT,
    )
    while (space := (yield from another())) is not None:
        yield from activate_own(s, RED_DUST, space)
        yield say("Red Dust Coordinates in {space}.", space=space)
        yield from house_or_repair(s, RED_DUST, [space], COORDINATE_IMPROVE)
        if s.alignment[space] == ACTIVE_OPPOSITION:
            yield from _turn_guards(s, space)
        else:
            yield from shift_told(s, space, -1)


COORDINATE_CUBES = Topic(
    "coordinate_cubes",
    "17.8",
    "Two cubes of your choice go back to Available, or one does and a Rebel of yours takes its place.",
)
COORDINATE_CUBE = Topic(
    "coordinate_cube", "17.8", "That cube leaves the space and is Available to its owner again.", "piece"
)


def _turn_guards(s: Mars, space: int) -> Steps[None]:
    """17.8 Coordinate. Where there is Active Opposition already: remove two MG Troops or Security, or replace one with a Rebel."""
    if not s.has(space, COORDINATED):
        return
    ways = (REMOVE_TWO, REPLACE_ONE) if placeable(s, RED_DUST, space) else (REMOVE_TWO,)
    how = yield pick(
        RED_DUST, COORDINATE_CUBES, "Do what with the cubes in {space}?", ways, about={"space": space}
    )
    for left in (2, 1) if how == REMOVE_TWO else (1,):
        able = PIECES.all(s, space, COORDINATED)
        if not able:
            break
        must = s.count(space, COORDINATED) <= left  # all of them go, so nobody is asked which
        kind = yield pick(
            RED_DUST,
            COORDINATE_CUBE,
            "Which cube in {space}?",
            able[:1] if must else PIECES.of(s, space, COORDINATED),
            about={"space": space},
        )
        s.take(kind, space)  # 4.4 Security removed or replaced by Coordinate is Available
        if how == REPLACE_ONE:
            yield say("{piece} in {space} is replaced.", piece=kind, space=space)
            yield from place_units(s, RED_DUST, space, 1, must=True)
        else:
            yield say("{piece} in {space} goes back to Available.", piece=kind, space=space)
