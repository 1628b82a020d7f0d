"""MD 4 A1, A2, MD 5.2 Changes of formation: between line and column, and into square and out of it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine import Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..state import IN_PLAY, Battle, put, stands_left
from .action_table import Action
from .course import has_place
from .geometry.formation import COLUMN, LINE, SQUARE, Pose, formed, full
from .guards import keep_up, make_way
from .movement import can_move, go, go_half, half_rate

TO_LINE = Word("to_line", "Line", says="Every stand can fire.")
TO_COLUMN = Word(
    "to_column", "Column", says="It moves and charges 2″ further; only its first stand can fire."
)
SHAPES = {TO_LINE: LINE, TO_COLUMN: COLUMN}
FORMS = {LINE: "{unit} forms line.", COLUMN: "{unit} forms column."}


def form_and_move(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A1 Change formation and move half. Half of the rate of the new formation."""
    shape = yield from new_shape(s, action)
    put(s, action.unit, formed(s.poses[action.unit], shape))
    s.disordered[action.unit] = False
    yield say(FORMS[shape], unit=action.unit)
    made_way = yield from make_way(s, action)
    far = yield from go_half(s, action)
    if not far and not made_way:
        yield from keep_up(s, action, swing(s, action.unit))


FORMATION = Topic(
    "formation", "MD 4", "The unit forms up like this where it stands, and may then move half its new rate."
)


def new_shape(s: Battle, action: Action) -> Steps[int]:
    """MD 4 A1 Change formation. There is a choice only out of disorder."""
    able = [
        word
        for word, shape in SHAPES.items()
        if shape in new_shapes(s, action.unit) and can_form(s, action, shape)
    ]
    word = yield pick(
        action.seat, FORMATION, "Which formation does {unit} take?", able, about={"unit": action.unit}
    )
    return SHAPES[word]


MOVE_THEN_FORM = Topic(
    "move_then_form", "MD 4", "The unit goes this way, and changes formation where it stops.", "heading"
)
MOVE_THEN_FORM_DISTANCE = Topic(
    "move_then_form_distance",
    "MD 4",
    "The unit goes this far and changes formation there; which way comes next.",
    "distance",
)


def move_and_form(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A2 Move half and change formation. Move at the rate of the old formation, stop where there is room for the new one, and change."""
    u = action.unit
    (shape,) = new_shapes(s, u)
    far = yield from go(
        s,
        action,
        half_rate(s, action),
        (MOVE_THEN_FORM, "Which way does {unit} move before it changes formation?"),
        (MOVE_THEN_FORM_DISTANCE, "How far does {unit} move before it changes formation?"),
        then=lambda pose: formed(pose, shape),
        facts={"half": True, "then": "change_formation"},
    )
    if s.fates[u] == IN_PLAY:
        put(s, u, formed(s.poses[u], shape))
        yield say(FORMS[shape], unit=u)
        yield from keep_up(s, action, far + swing(s, u))


def swing(s: Battle, u: int) -> int:
    """How far stands go when their unit changes formation: half the length of its line."""
    return s.poses[u].side * stands_left(s, u) // 2


def new_shapes(s: Battle, u: int) -> list[int]:
    """MD 4 A1, R-MD-12 The other of line and column; out of disorder, either."""
    if s.disordered[u]:
        return [LINE, COLUMN] if stands_left(s, u) > 1 else [LINE]
    if stands_left(s, u) < 2:
        return []
    return [COLUMN] if s.poses[u].shape == LINE else [LINE]


def can_form(s: Battle, action: Action, shape: int) -> bool:
    """Whether there is room to change formation on the spot."""
    return has_place(s, action, formed(s.poses[action.unit], shape))


def can_move_and_form(s: Battle, action: Action) -> bool:
    """MD 4 A2 Whether there is room to change formation after half a move."""
    (shape,) = new_shapes(s, action.unit)
    return can_move(s, action, half_rate(s, action), then=lambda pose: formed(pose, shape))


def form_square(s: Battle, action: Action) -> Steps[None]:
    """MD 5.2 Square. Forming it takes the whole action (R-MD-11)."""
    put(s, action.unit, formed(s.poses[action.unit], SQUARE))
    yield say("{unit} forms square.", unit=action.unit)
    yield from keep_up(s, action, swing(s, action.unit))


OUT_OF_SQUARE = Topic(
    "out_of_square", "MD 5.2", "The square breaks out into this formation; which way it faces comes next."
)
FACING = Topic("facing", "MD 5.2", "The unit forms up facing this way, and its action is over.", "heading")


def leave_square(s: Battle, action: Action) -> Steps[None]:
    """MD 5.2 Square. Leaving it takes the whole action (R-MD-11): line or column, towards any of the four sides."""
    u = action.unit
    able = list(ways_out_of_square(s, action))
    words = [word for word in SHAPES if any(word == other for other, _ in able)]
    word = yield pick(
        action.seat, OUT_OF_SQUARE, "Which formation does {unit} take?", words, about={"unit": u}
    )
    facings = [facing for other, facing in able if other == word]
    facing = yield pick(
        action.seat,
        FACING,
        "Which way does {unit} face?",
        facings,
        about={"unit": u},
        data=lambda angle: {"angle": angle, "pose": out_of_square(s.poses[u], SHAPES[word], angle)},
    )
    put(s, u, out_of_square(s.poses[u], SHAPES[word], facing))
    yield say(FORMS[SHAPES[word]], unit=u)
    yield from keep_up(s, action, swing(s, u))


def ways_out_of_square(s: Battle, action: Action) -> Iterator[tuple[Word, int]]:
    """MD 5.2 The formations and facings in which a square finds room to break out."""
    pose = s.poses[action.unit]
    for word, shape in SHAPES.items():
        for facing in range(pose.facing % 90, 360, 90):
            if has_place(s, action, out_of_square(pose, shape, facing)):
                yield word, facing


def out_of_square(pose: Pose, shape: int, facing: int) -> Pose:
    """R-MD-1 A square breaks out on its middle."""
    slots = pose.mask.bit_count()
    return Pose(pose.x, pose.y, facing, shape, slots, full(slots), pose.side)
