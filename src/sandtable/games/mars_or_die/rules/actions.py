"""MD 4 Actions: what a unit may do in its turn, the cards on it, and doing it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sandtable.engine import Line, Of, Refusal, Steps, Word, say
from sandtable.engine.asking import Topic, pick
from sandtable.engine.choice import Offered

from ..cards import hooks
from ..cards.playing import effect_of, has_cards, play, says_card
from ..cards.reasons import PLAYABLE
from ..state import NOBODY, Battle, close_up, is_single, kind_of, side_of, stands_left
from . import action_table as a
from .action_table import Action
from .course import Course, in_the_way
from .firing.aims import SINGLY, has_choice
from .firing.declaring import fire
from .firing.volley import says_volley, volley
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
from .generals import GENERALS_NEAR, join
from .geometry.formation import SQUARE, closed_up, moved
from .guards import GUNS_BESIDE, can_leave_guard, leave_guard
from .melee import charge, expected_hits, middle_way, struck_stands
from .movement import (
    MOVE,
    MOVE_DISTANCE,
    about_and_move,
    can_move,
    can_wheel,
    charge_distance,
    limber_and_move,
    move,
    move_again,
    move_and_about,
    move_and_unlimber,
    wheel,
)
from .reach import allowance, charges, turns_freely
from .reasons.orders import looked_for, order_refusal
from .sight import under_fire
from .squaring import charge_headings

ACTION = Topic(
    "action",
    "MD 4",
    "This is all the unit does this turn. Cards, a guard and a general who joins come first.",
    ("order", "unit"),
)
#: What can be answered: a word, or a word and what it is done to: (FIRE_AT, unit), (CHARGE, unit), (PLAY, card).
Order = Word | tuple[Word, int | Of]


def act(s: Battle, u: int, instead: Sequence[Word] = ()) -> Steps[Word | None]:
    """MD 4 Actions. One unit's action, from beginning to end; cards, a guard and a general come before it.

    What is offered `instead` can be answered as long as nothing has been done with the unit; it is returned, and the unit has not acted.
    """
    action = Action(u, side_of(s, u))
    seen = closed(s, u)
    action.guns = GUNS_BESIDE.all(seen, action)
    while True:
        what = yield from next_order(seen, action, instead)
        if instead and what in instead:
            return what  # type: ignore[return-value]
        before = s.poses[u]
        if seen is not s:
            close_up(s, u)
        if comes_first(what):
            yield from do_first(s, action, what)
            instead, seen = (), s
        elif (yield from do(s, action, what)):
            break
        else:  # R-MD-36 back to the choice of the action, as if nothing had been said
            s.poses[u] = before
            action.declined += (word_of(what),)
    s.acted[u] = True
    return None


def comes_first(what: Order) -> bool:
    """MD 1.4, MD 9.3, MD 11.2 Whether the unit still acts after it: a guard is left, a general joins, a card is played."""
    return what in (a.GUARD, a.JOIN) or (isinstance(what, tuple) and isinstance(what[1], Of))


def do_first(s: Battle, action: Action, what: Order) -> Steps[None]:
    """MD 1.4, MD 9.3, MD 11.2 Leave a guard, let a general join or play a card. What was declined before is open again."""
    action.declined = ()
    if isinstance(what, tuple):
        assert isinstance(what[1], Of)
        yield from play_on_action(s, action, what[1].value)
    elif what == a.GUARD:
        yield from leave_guard(s, action)
        action.guns = GUNS_BESIDE.all(s, action)
    else:
        yield from join(s, action)


def closed(s: Battle, u: int) -> Battle:
    """R-MD-1 The table as a unit that acts finds it: it closes up first."""
    if closed_up(s.poses[u]) is s.poses[u]:
        return s
    s = s.copy()
    close_up(s, u)
    return s


def next_order(s: Battle, action: Action, instead: Sequence[Word]) -> Steps[Order]:
    """MD 4 Actions. What the unit does, or what comes before it."""
    orders = Orders(s, action, instead)
    what: Order = yield pick(
        action.seat,
        ACTION,
        "What does {unit} do?",
        orders,
        label="{first} {second}",
        about={"unit": action.unit},
        facts={"journey": orders.journey},
        data=orders.details,
        others=orders.looked_for,
        says=orders.says,
        likely=orders.likely,
        hide_options=has_cards(s, action.seat),
    )
    return what


class Orders(Offered):
    """The orders a unit can be given, listed only when somebody looks. Odds and bots read from it how the table lies then."""

    s: Battle
    action: Action
    instead: Sequence[Word]
    _able: list[Order] | None = None

    def __call__(self) -> list[Order]:
        """The same list as long as the question is open: reasons, details and hints all ask for it."""
        if self._able is None:
            self._able = [*menu(self.s, self.action), *self.instead]
        return self._able

    def says(self, what: Order) -> Line | None:
        """The effect and the likely result of an order."""
        if not isinstance(what, tuple):
            return says_move(self.s, self.action) if what == a.MOVE else None
        word, it = what
        if isinstance(it, Of):
            return says_card(self.s, it.value)
        if word == a.FIRE_AT:
            return says_volley(volley(self.s, self.action, it)["shots"])
        return says_round(charge_details(self.s, self.action, it))

    def likely(self) -> Order | None:
        """The order that stands out: open fire if anybody is there, or else move."""
        able = self()
        hits = {
            what: hits_of(self.s, self.action, what[1])
            for what in able
            if isinstance(what, tuple) and what[0] == a.FIRE_AT
        }
        if hits and max(hits.values()) >= WORTH_IT:
            return max(hits, key=lambda what: hits[what])
        return next((word for word in (a.SCATTER, a.PLACE, a.MOVE) if word in able), None)

    def refusal(self, what: Any) -> Refusal | None:
        """MD 4 Why an order cannot be given, or nothing can be done to a unit."""
        return order_refusal(self.s, self.action, what, self())

    def looked_for(self) -> list[Any]:
        """The orders that a player would look for."""
        return looked_for(self.s, self.action, self())

    def details(self, what: tuple[Word, int | Of]) -> dict[str, Any]:
        """The details that a program needs of an order that is done to somebody."""
        word, it = what
        if isinstance(it, Of):
            return {"order": word.id, "card": it.value}
        if word == a.FIRE_AT:
            return {"order": word.id, **volley(self.s, self.action, it)}
        return {"order": word.id, "unit": it, **charge_details(self.s, self.action, it)}

    def journey(self) -> dict[str, Any]:
        """MD 4 A3 Where a unit could be dragged: where it could move and whom it could charge, with the keys of the answers.

        A move begins with the choice of the action. Then come the questions of `go`, as far as they have more than one answer.
        """
        s, action = self.s, self.action
        kinds, able = s.box.kinds, self()
        course = Course(s, action, allowance(s, action.unit, further=action.further), None)
        ways = course.all_stops() if a.MOVE in able else {}
        foes = [what for what in able if isinstance(what, tuple) and what[0] == a.CHARGE]
        return {
            "pose": course.pose,
            "order": a.MOVE.id,
            "ways": [
                {"angle": angle, "key": MOVE.key(angle, kinds), "stops": stops}
                for angle, stops in ways.items()
            ],
            "distances": course.distances(MOVE_DISTANCE) if ways else {},
            "charges": [{"unit": what[1], "keys": [ACTION.key(what, kinds)]} for what in foes],
        }


FIRST_ROUND = Line("First round, on average: {given} hits given, {taken} taken.")
STRIKES = Line(
    "Strikes {n:stand {which}|stands {which}}. First round, on average: {given} hits given, {taken} taken."
)
#: With fewer hits on average, somebody who could fire would rather do something else.
WORTH_IT = 0.35
GOES = Line("Turn up to {turn:number}° and go straight on, up to {most:distance}.")


def hits_of(s: Battle, action: Action, v: Any) -> float:
    """How many shots at a unit hit on average."""
    return float(sum(shot["chance"] for shot in volley(s, action, v)["shots"]))


def says_round(hits: Mapping[str, Any]) -> Line:
    return FIRST_ROUND.of(given=rounded(hits["given"]), taken=rounded(hits["taken"]))


def says_strike(s: Battle, u: int, v: int, heading: int, far: int) -> Line:
    """MD 4 A3 Which stands a charge on this heading fights, and what the first round comes to."""
    places = [str(slot + 1) for slot in struck_stands(s, u, v, heading, far)]
    which = " and ".join(filter(None, (", ".join(places[:-1]), *places[-1:])))
    hits = expected_hits(s, u, v, heading, far)
    return STRIKES.of(
        n=len(places), which=Word("stands", which), given=rounded(hits["given"]), taken=rounded(hits["taken"])
    )


def says_move(s: Battle, action: Action) -> Line:
    u = action.unit
    turn = 180 if turns_freely(s, u) else 45
    return GOES.of(turn=turn, most=allowance(s, u, further=action.further))


def rounded(hits: float) -> Word:
    """An average as people read it."""
    return Word("hits", f"{hits:.1f}")


def menu(s: Battle, action: Action) -> list[Order]:
    """MD 4 The orders a unit can be given now, and the cards that could be played on it."""
    u = action.unit
    able: list[Order] = []
    if s.fears[u] != NOBODY:  # MD 10.4 no staying and no firing
        able.append(a.SCATTER)
    elif kind_of(s, u).is_flyer:
        able += [a.HOLD, a.PLACE]
    else:
        able.append(a.HOLD)
        able += fires(s, action)
        if s.dug_in[u] != s.turn and not s.guarding[u]:
            able += moves(s, action)
        if not action.card and can_leave_guard(s, u):
            able.append(a.GUARD)
    if not action.card:
        if GENERALS_NEAR.any(s, u):
            able.append(a.JOIN)
        able += [(a.PLAY, Of("card", card)) for card in cards_for(s, action)]
    allows = hooks.hook(hooks.ALLOWS, action.card)
    return able if allows is None else [what for what in able if what == a.HOLD or allows(word_of(what))]


def word_of(what: Order) -> Word:
    return what[0] if isinstance(what, tuple) else what


def fires(s: Battle, action: Action) -> list[Order]:
    """MD 4 A10, A11 Firing at each enemy unit that can be fired at, or stand by stand; a gun may limber afterwards."""
    able: list[Order] = [(a.FIRE_AT, v) for v in under_fire(s, action.unit, action.range)]
    if able and a.FIRE not in action.declined and has_choice(s, action):
        able.append(a.FIRE)
    if able and kind_of(s, action.unit).is_artillery:
        able.append(a.FIRE_LIMBER)
    return able


def moves(s: Battle, action: Action) -> list[Order]:
    """MD 4 The actions with movement in them that can change something (R-MD-36), as the formation allows."""
    u, kind = action.unit, kind_of(s, action.unit)
    if s.poses[u].shape == SQUARE:  # R-MD-11 a square does not move
        return [a.LEAVE_SQUARE] if any(ways_out_of_square(s, action)) else []
    orderly = not s.disordered[u]
    able: list[Order] = []
    if orderly and kind.charge:
        able += [(a.CHARGE, v) for v in charges(s, u, charge_distance(s, action))]
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
        wheels = a.WHEEL if kind.is_infantry else a.WHEEL_MOVE
        if wheels not in action.declined and can_wheel(s, action, most, way):
            able.append(wheels)
        if orderly and kind.squares and stands_left(s, u) > 1 and can_form(s, action, SQUARE):
            able.append(a.FORM_SQUARE)
        able += [a.ABOUT_MOVE, a.MOVE_ABOUT]  # single stands turn with any move (R-MD-9)
    if kind.is_artillery:
        able.append(a.MOVE_UNLIMBER if s.limbered[u] else a.LIMBER_MOVE)
    return able


# Cards on an action (MD 11)


def cards_for(s: Battle, action: Action) -> list[int]:
    """MD 11 The cards in hand that could be played on this action now."""
    if kind_of(s, action.unit).is_flyer:
        return []
    moment = hooks.ACTION if s.fears[action.unit] == NOBODY else hooks.SCATTERING
    return PLAYABLE.all(s, action.seat, moment, (s, action))


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


def fire_singly(s: Battle, action: Action) -> Steps[bool]:
    """MD 4 A10 Fire. Each stand picks a target of its own. Returns whether any of them fired (R-MD-36)."""
    return (yield from fire_at(s, action, SINGLY))


def fire_at(s: Battle, action: Action, at: int | Word) -> Steps[bool]:
    """MD 4 A10 Fire. A card may let a unit fire a second time. Returns whether it fired."""
    if not (yield from fire(s, action, at)):
        return False
    if hooks.do(hooks.FIRES_AGAIN, action.card, s, action):
        yield say("{unit} fires once more.", unit=action.unit)
        yield from fire(s, action)
    return True


CHARGE_HEADING = Topic(
    "charge_heading",
    "MD 4",
    "Where the unit strikes its enemy decides which stands face each other and fight.",
    "heading",
)


def charge_at(s: Battle, action: Action, target: int) -> Steps[None]:
    """MD 4 A3 Charge. At a unit, and on which heading."""
    able = charges(s, action.unit, charge_distance(s, action))[target]
    heading = yield pick(
        action.seat,
        CHARGE_HEADING,
        "On which heading does {unit} charge {target:unit}?",
        lambda: charge_headings(s, action.unit, target, able),
        about={"unit": action.unit, "target": target},
        data=lambda angle: {
            **charge_way(s, action, angle, able[angle]),
            **expected_hits(s, action.unit, target, angle, able[angle]),
        },
        says=lambda angle: says_strike(s, action.unit, target, angle, able[angle]),
    )
    yield from charge(s, action, target, heading)


def charge_details(s: Battle, action: Action, target: int) -> dict[str, Any]:
    """MD 4 A3 The ways of a charge, and the hits of the first round on average."""
    able = charges(s, action.unit, charge_distance(s, action))[target]
    return {
        "ways": [charge_way(s, action, angle, far) for angle, far in able.items()],
        **expected_hits(s, action.unit, target, *middle_way(able)),
    }


def charge_way(s: Battle, action: Action, angle: int, length: int) -> dict[str, Any]:
    pose = moved(closed_up(s.poses[action.unit]), angle, length)
    return {"angle": angle, "length": length, "pose": pose}


def do(s: Battle, action: Action, what: Order) -> Steps[bool]:
    """MD 4 Actions. Do what was chosen. False: the player gave it up halfway with nothing done (R-MD-36)."""
    if isinstance(what, tuple):
        word, at = what
        assert isinstance(at, int)
        yield from (fire_at(s, action, at) if word == a.FIRE_AT else charge_at(s, action, at))
    elif what in MAY_COME_TO_NOTHING:
        return (yield from MAY_COME_TO_NOTHING[what](s, action))
    elif what in DOING:
        yield from DOING[what](s, action)
    return True


DOING: dict[Word, Callable[[Battle, Action], Steps[None]]] = {
    a.FORM_MOVE: form_and_move,
    a.MOVE_FORM: move_and_form,
    a.MOVE: move_once_or_twice,
    a.ABOUT_MOVE: about_and_move,
    a.MOVE_ABOUT: move_and_about,
    a.LIMBER_MOVE: limber_and_move,
    a.MOVE_UNLIMBER: move_and_unlimber,
    a.FIRE_LIMBER: fire_and_limber,
    a.FORM_SQUARE: form_square,
    a.LEAVE_SQUARE: leave_square,
    a.SCATTER: scatter,
    a.PLACE: place_and_fire,
}
#: R-MD-36 Actions that can be given up halfway with nothing done. They return whether anything was.
MAY_COME_TO_NOTHING: dict[Word, Callable[[Battle, Action], Steps[bool]]] = {
    a.WHEEL: wheel,
    a.WHEEL_MOVE: wheel,
    a.FIRE: fire_singly,
}
