"""MD 4 Actions: what a unit may do in its turn, the cards on it, and doing it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from sandtable.engine import Kinds, Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..cards import hooks
from ..cards.playing import effect_of, has_cards, held, play
from ..printed.box import box_of
from ..state import NOBODY, Battle, close_up, is_single, kind_of, side_of, stands_left
from . import action_table as a
from .action_table import Action
from .firing import fire
from .flyers import place_and_fire, scatter
from .formations import (
    can_form,
    can_move_and_form,
    form_and_move,
    form_square,
    leave_square,
    move_and_form,
    new_shapes,
    ways_out_of_square,
)
from .generals import generals_near, join
from .geometry.formation import SQUARE, closed_up, moved
from .guards import can_leave_guard, guns_beside, leave_guard
from .melee import charge, expected_hits, middle_way
from .movement import (
    MOVE,
    MOVE_DISTANCE,
    Course,
    about_and_move,
    can_move,
    can_wheel,
    charge_distance,
    in_the_way,
    limber_and_move,
    move,
    move_again,
    move_and_about,
    move_and_unlimber,
    wheel,
)
from .reach import allowance, can_charge, charges
from .sight import can_fire
from .squaring import charge_headings

ACTION = Topic(
    "action",
    "MD 4",
    "This is all the unit does this turn; a card, a guard or a general who joins comes before it.",
    "card",
)


def act(s: Battle, u: int) -> Steps[None]:
    """MD 4 Actions. One unit's action, from beginning to end; cards, a guard and a general come before it."""
    close_up(s, u)
    action = Action(u, side_of(s, u))
    action.guns = guns_beside(s, action)
    while True:
        what = yield pick(
            action.seat,
            ACTION,
            "What does {unit} do?",
            lambda: menu(s, action),
            label="Play {it}",
            about={"unit": u},
            facts={"journey": lambda: journey(s, action)},
            hide_options=has_cards(s, action.seat),
        )
        if isinstance(what, int):
            yield from play_on_action(s, action, what)
        elif what == a.GUARD:
            yield from leave_guard(s, action)
            action.guns = guns_beside(s, action)
        elif what == a.JOIN:
            yield from join(s, action)
        else:
            break
    if what in DOING:
        yield from DOING[what](s, action)
    s.acted[u] = True


def menu(s: Battle, action: Action) -> list[Word | int]:
    """MD 4 What a unit can do now, and the cards that could be played on it."""
    u = action.unit
    able: list[Word | int] = []
    if s.fears[u] != NOBODY:  # MD 10.4 no staying and no firing
        able.append(a.SCATTER)
    elif kind_of(s, u).is_flyer:
        able += [a.HOLD, a.PLACE]
    else:
        able.append(a.HOLD)
        if can_fire(s, u, action.range):
            able.append(a.FIRE)
            if kind_of(s, u).is_artillery:
                able.append(a.FIRE_LIMBER)
        if s.dug_in[u] != s.turn and not s.guarding[u]:
            able += moves(s, action)
        if not action.card and can_leave_guard(s, u):
            able.append(a.GUARD)
    if not action.card:
        if generals_near(s, u):
            able.append(a.JOIN)
        able += cards_for(s, action)
    allows = hooks.hook(hooks.ALLOWS, action.card)
    return able if allows is None else [what for what in able if what == a.HOLD or allows(what)]


def moves(s: Battle, action: Action) -> list[Word | int]:
    """MD 4 The actions with movement in them that can change something (R-MD-36), as the formation allows."""
    u, kind = action.unit, kind_of(s, action.unit)
    if s.poses[u].shape == SQUARE:  # R-MD-11 a square does not move
        return [a.LEAVE_SQUARE] if any(ways_out_of_square(s, action)) else []
    able: list[Word | int] = []
    orderly = not s.disordered[u]
    if orderly and kind.charge and can_charge(s, u, charge_distance(s, action)):
        able.append(a.CHARGE)
    most = allowance(s, u, further=action.further)
    way = in_the_way(s, action, most)
    if can_move(s, action, most, way):
        able.append(a.MOVE)
    if not is_single(s, u):
        has_room = any(can_form(s, action, shape) for shape in new_shapes(s, u))
        if has_room:
            able.append(a.FORM_MOVE)
        if orderly and stands_left(s, u) > 1 and (has_room or can_move_and_form(s, action)):
            able.append(a.MOVE_FORM)
        if can_wheel(s, action, most, way):
            able.append(a.WHEEL if kind.is_infantry else a.WHEEL_MOVE)
        if orderly and kind.squares and stands_left(s, u) > 1 and can_form(s, action, SQUARE):
            able.append(a.FORM_SQUARE)
        able += [a.ABOUT_MOVE, a.MOVE_ABOUT]  # single stands turn with any move (R-MD-9)
    if kind.is_artillery:
        able.append(a.MOVE_UNLIMBER if s.limbered[u] else a.LIMBER_MOVE)
    return able


# For a player who drags a unit to where it should go


def journey_of(s: Battle, u: int) -> dict[str, Any]:
    """Where a unit could go if it were picked to act now."""
    s = s.copy()
    close_up(s, u)
    action = Action(u, side_of(s, u))
    action.guns = guns_beside(s, action)
    return journey(s, action)


def journey(s: Battle, action: Action) -> dict[str, Any]:
    """MD 4 A3 Where a unit could move and whom it could charge, with the keys of the answers that do it.

    They begin with the choice of the action. A question with one answer is not asked, so it has no key here.
    """
    kinds, able = box_of(s).kinds, menu(s, action)
    course = Course(s, action, allowance(s, action.unit, further=action.further), None)
    ways = course.all_stops() if a.MOVE in able else {}
    foes = list(charges(s, action.unit, charge_distance(s, action))) if a.CHARGE in able else []
    return {
        "pose": course.pose,
        "ways": [
            {"angle": angle, "keys": [a.MOVE.id, *_if_asked(MOVE, angle, ways, kinds)], "stops": stops}
            for angle, stops in ways.items()
        ],
        "distances": course.distances(MOVE_DISTANCE, ways),
        "charges": [{"unit": v, "keys": [a.CHARGE.id, *_if_asked(CHARGE, v, foes, kinds)]} for v in foes],
    }


def _if_asked(topic: Topic, value: int, among: Collection[int], kinds: Kinds) -> list[str]:
    return [topic.key(value, kinds)] if len(among) > 1 else []


# Cards on an action (MD 11)


def cards_for(s: Battle, action: Action) -> list[int]:
    """MD 11 The cards in hand that could be played on this action now."""
    if kind_of(s, action.unit).is_flyer:
        return []
    moment = hooks.ACTION if s.fears[action.unit] == NOBODY else hooks.SCATTERING
    return held(s, action.seat, moment, s, action)


def play_on_action(s: Battle, action: Action, card: int) -> Steps[None]:
    """MD 11.2 Cards. Play one on this action; if nobody cancels it, it is the one card on it."""
    if (yield from play(s, action.seat, card)):
        action.card = effect_of(s, card)
        hooks.do(hooks.PLAYED, action.card, s, action)


# Doing it


def fire_and_limber(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A11 Fire and limber."""
    yield from fire(s, action)
    s.limbered[action.unit] = True
    yield say("{unit} limbers.", unit=action.unit)


def move_once_or_twice(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A3 Move. A card may let a unit move a second time."""
    yield from move(s, action)
    if hooks.do(hooks.MOVES_AGAIN, action.card, s, action):
        yield from move_again(s, action)


def fire_once_or_twice(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A10 Fire. A card may let a unit fire a second time."""
    yield from fire(s, action)
    if hooks.do(hooks.FIRES_AGAIN, action.card, s, action):
        yield say("{unit} fires once more.", unit=action.unit)
        yield from fire(s, action)


CHARGE = Topic("charge", "MD 4", "The unit runs into this enemy, and they fight a round at once.", "unit")
CHARGE_HEADING = Topic(
    "charge_heading",
    "MD 4",
    "Where the unit strikes its enemy decides which stands face each other and fight.",
    "heading",
)


def charge_somebody(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A3 Charge. At whom, and from which heading."""
    able = charges(s, action.unit, charge_distance(s, action))
    pose = closed_up(s.poses[action.unit])

    def way(target: int, angle: int) -> dict[str, Any]:
        length = able[target][angle]
        return {"angle": angle, "length": length, "pose": moved(pose, angle, length)}

    target = yield pick(
        action.seat,
        CHARGE,
        "{unit} charges whom?",
        list(able),
        label="Charge {it}",
        about={"unit": action.unit},
        data=lambda target: {
            "ways": [way(target, angle) for angle in able[target]],
            **expected_hits(s, action.unit, target, *middle_way(able[target])),
        },
    )
    heading = yield pick(
        action.seat,
        CHARGE_HEADING,
        "{unit} charges {target:unit} on which heading?",
        lambda: charge_headings(s, action.unit, target, able[target]),
        about={"unit": action.unit, "target": target},
        data=lambda angle: {
            **way(target, angle),
            **expected_hits(s, action.unit, target, angle, able[target][angle]),
        },
    )
    yield from charge(s, action, target, heading)


DOING: dict[Word, Callable[[Battle, Action], Steps[None]]] = {
    a.FORM_MOVE: form_and_move,
    a.MOVE_FORM: move_and_form,
    a.MOVE: move_once_or_twice,
    a.CHARGE: charge_somebody,
    a.ABOUT_MOVE: about_and_move,
    a.MOVE_ABOUT: move_and_about,
    a.WHEEL: wheel,
    a.WHEEL_MOVE: wheel,
    a.LIMBER_MOVE: limber_and_move,
    a.MOVE_UNLIMBER: move_and_unlimber,
    a.FIRE: fire_once_or_twice,
    a.FIRE_LIMBER: fire_and_limber,
    a.FORM_SQUARE: form_square,
    a.LEAVE_SQUARE: leave_square,
    a.SCATTER: scatter,
    a.PLACE: place_and_fire,
}
