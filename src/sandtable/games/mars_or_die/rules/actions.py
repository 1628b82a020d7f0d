"""MD 4 Actions: what a unit may do in its turn, the cards on it, and doing it."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.engine import Steps, Word, say
from sandtable.engine.asking import Topic, pick

from ..cards.playing import effect_of, has_cards, held, play
from ..printed.box import box_of
from ..state import NOBODY, Battle, close_up, is_single, is_within, kind_of, left, on_table, side_of
from . import action_table as a
from .action_table import Action
from .firing import fire
from .flyers import place_and_fire, scatter
from .generals import generals_near, join
from .geometry import SQUARE
from .guards import can_leave_guard, guns_beside, leave_guard
from .melee import charge
from .movement import (
    about_and_move,
    can_form,
    can_move,
    can_move_and_form,
    can_wheel,
    form_and_move,
    form_square,
    in_the_way,
    leave_square,
    limber_and_move,
    move,
    move_and_about,
    move_and_form,
    move_and_unlimber,
    new_shapes,
    ways_out_of_square,
    wheel,
)
from .reach import allowance, can_charge, charges
from .sight import can_fire
from .squaring import charge_headings

ROAR, SAFE = 6000, 12_000


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
        if action.card not in FOR_MOVES and can_fire(s, u, action.range):
            able.append(a.FIRE)
            if kind_of(s, u).is_artillery:
                able.append(a.FIRE_LIMBER)
        if action.card not in FOR_FIRE and s.dug_in[u] != s.turn and not s.guarding[u]:
            able += moves(s, action)
        if not action.card and can_leave_guard(s, u):
            able.append(a.GUARD)
    if not action.card:
        if generals_near(s, u):
            able.append(a.JOIN)
        able += cards_for(s, action)
    return able


def moves(s: Battle, action: Action) -> list[Word | int]:
    """MD 4 The actions with movement in them that can change something (R-MD-36), as the formation allows."""
    u, kind = action.unit, kind_of(s, action.unit)
    if s.poses[u].shape == SQUARE:  # R-MD-11 a square does not move
        return [a.LEAVE_SQUARE] if any(ways_out_of_square(s, action)) else []
    able: list[Word | int] = []
    orderly = not s.disordered[u]
    if orderly and kind.charge and can_charge(s, u, charge_distance(s, action)):
        able.append(a.CHARGE)
    if action.card == "war_frenzy":
        return able
    most = allowance(s, u, further=action.further)
    way = in_the_way(s, action, most)
    if can_move(s, action, most, way):
        able.append(a.MOVE)
    if action.card == "ambush":
        return able
    if not is_single(s, u):
        has_room = any(can_form(s, action, shape) for shape in new_shapes(s, u))
        if has_room:
            able.append(a.FORM_MOVE)
        if orderly and left(s, u) > 1 and (has_room or can_move_and_form(s, action)):
            able.append(a.MOVE_FORM)
        if can_wheel(s, action, most, way):
            able.append(a.WHEEL if kind.is_infantry else a.WHEEL_MOVE)
        if orderly and kind.squares and left(s, u) > 1 and can_form(s, action, SQUARE):
            able.append(a.FORM_SQUARE)
        able += [a.ABOUT_MOVE, a.MOVE_ABOUT]  # single stands turn with any move (R-MD-9)
    if kind.is_artillery:
        able.append(a.MOVE_UNLIMBER if s.limbered[u] else a.LIMBER_MOVE)
    return able


def charge_distance(s: Battle, action: Action) -> int:
    return allowance(s, action.unit, charge=True, further=action.further + action.frenzy)


# Cards on an action (MD 11)

FOR_FIRE = frozenset(("arrow_storm", "marksmen", "volley", "rapid_fire"))
FOR_MOVES = frozenset(("war_frenzy", "champions_roar", "ambush", "canal_lore", "en_avant"))
ON_ACTIONS = FOR_FIRE | FOR_MOVES


def cards_for(s: Battle, action: Action) -> list[int]:
    """MD 11 The cards in hand that could be played on this action now."""
    return [card for card in held(s, action.seat, ON_ACTIONS) if can_play(s, action, effect_of(s, card))]


def can_play(s: Battle, action: Action, effect: str) -> bool:
    """MD 11 Whether a card could do something for this action."""
    u, kind = action.unit, kind_of(s, action.unit)
    if s.fears[u] != NOBODY:
        return effect == "champions_roar" and is_near_champion(s, u)
    if kind.is_flyer:
        return False
    if effect in FOR_FIRE:
        suits = {"arrow_storm": kind.is_archer, "marksmen": kind.attack > 0}.get(effect, kind.is_infantry)
        return suits and can_fire(s, u, 4000 if effect == "marksmen" else 0)
    if s.guarding[u] or s.poses[u].shape == SQUARE or s.dug_in[u] == s.turn:
        return False
    if effect == "war_frenzy":
        able = kind.charge > 0 and not s.disordered[u]
        return able and can_charge(s, u, charge_distance(s, action) + 2000)
    if effect == "canal_lore":
        box = box_of(s)
        hinders = box.blocks or box.dry or (box.groves and kind.is_cavalry)
        return bool(hinders) and not s.lore[u]
    if effect == "champions_roar" and not is_near_champion(s, u):
        return False
    if effect == "ambush" and not (
        kind.is_infantry and all(not is_within(s, u, v, SAFE) for v in enemies(s, u))
    ):
        return False
    return can_move(s, action, allowance(s, u))


def enemies(s: Battle, u: int) -> list[int]:
    return [v for v in s.live[1 - side_of(s, u)] if on_table(s, v)]


def is_near_champion(s: Battle, u: int) -> bool:
    """G6 Within 6 inches of a murkleeg of one's own, other than itself."""
    return any(
        v != u and kind_of(s, v).is_champion and is_within(s, u, v, ROAR) for v in s.live[side_of(s, u)]
    )


def play_on_action(s: Battle, action: Action, card: int) -> Steps[None]:
    """MD 11.2 Cards. Play one on this action; if nobody cancels it, it is the one card on it."""
    effect = effect_of(s, card)
    if not (yield from play(s, action.seat, card)):
        return
    action.card = effect
    if effect == "war_frenzy":
        action.frenzy = 2000
    elif effect == "en_avant":
        action.further = 2000
    elif effect == "arrow_storm":
        action.dice = 2
    elif effect == "marksmen":
        action.range = 4000
    elif effect == "canal_lore":
        s.lore[action.unit] = True
    elif effect == "champions_roar" and s.fears[action.unit] != NOBODY:
        s.fears[action.unit] = NOBODY
        action.card = ""  # it was played against the order to scatter, not on what the unit now does
    elif effect == "champions_roar":
        action.further = 1000


# Doing it


def fire_and_limber(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A11 Fire and limber."""
    yield from fire(s, action)
    s.limbered[action.unit] = True
    yield say("{unit} limbers.", unit=action.unit)


def fire_once_or_twice(s: Battle, action: Action) -> Steps[None]:
    """MD 4 A10 Fire. Rapid Fire (B1) lets a unit fire twice and costs it the next turn."""
    yield from fire(s, action)
    if action.card == "rapid_fire":
        s.rests[action.unit] = s.turn + 1
        if can_fire(s, action.unit):
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
    target = yield pick(
        action.seat,
        CHARGE,
        "{unit} charges whom?",
        list(able),
        label="Charge {it}",
        about={"unit": action.unit},
    )
    heading = yield pick(
        action.seat,
        CHARGE_HEADING,
        "{unit} charges {target:unit} on which heading?",
        lambda: charge_headings(s, action.unit, target, able[target]),
        about={"unit": action.unit, "target": target},
        data=lambda angle: {"angle": angle, "length": able[target][angle]},
    )
    yield from charge(s, action, target, heading)


DOING: dict[Word, Callable[[Battle, Action], Steps[None]]] = {
    a.FORM_MOVE: form_and_move,
    a.MOVE_FORM: move_and_form,
    a.MOVE: move,
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
