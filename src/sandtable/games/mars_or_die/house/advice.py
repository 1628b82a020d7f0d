"""Why the house would answer as it does, in a sentence: what a hint says."""

from __future__ import annotations

from typing import Any

from sandtable.engine import PASS, Line, Of, Run, Word

from ..cards.playing import says_card
from ..printed.box import STANDS, TOGETHER, box_of, is_in
from ..rules import action_table as a
from ..rules.course import SHORT, STAY
from ..rules.firing.aims import NO_SHOT
from ..rules.geometry.formation import Pose, closed_up, moved, wheeled
from ..rules.set_up import AUTO
from ..rules.turn import ANOTHER, IN_ORDER, LATER, NO_MORE
from ..state import Battle, gap, kind_of, on_table, side_of, stands_left
from .busy import is_busy
from .policy import course_of
from .question import Asked
from .tactics import look

#: What is said of an answer that is a word, whatever the position.
WORDS = {
    AUTO: Line("Your units stand well forward, with room to form line."),
    LATER: Line("Nobody has a target yet: let the enemy come within range first."),
    IN_ORDER: Line("All of them act in this group; the foremost makes room for the others."),
    ANOTHER: Line("Another unit can fire or charge, and should do it before anybody moves into its way."),
    NO_MORE: Line("The others are better off where they are."),
    NO_SHOT: Line("No shot is worth it."),
    STAY: Line("Here it is better off than anywhere it could go."),
    SHORT: Line("A shorter move ends in a better place than the full one."),
    a.HOLD: Line("It is better off where it is than anywhere it could go."),
    a.MOVE: Line("Nobody can be fired at or charged with profit from here."),
    a.FORM_MOVE: Line("The other formation serves it better now."),
    a.MOVE_FORM: Line("The other formation serves it better once it is there."),
    a.WHEEL: Line("Turned that way, it faces the enemy."),
    a.WHEEL_MOVE: Line("Turned that way, it faces the enemy."),
    a.ABOUT_MOVE: Line("The enemy, or the way to go, is behind it."),
    a.MOVE_ABOUT: Line("It goes on, and faces the enemy behind it."),
    a.FIRE: Line("All who fire together are likelier to hit."),
    a.FIRE_LIMBER: Line("An enemy that charges is near: the gun shoots and gets ready to leave."),
    a.LIMBER_MOVE: Line("The gun is needed elsewhere."),
    a.MOVE_UNLIMBER: Line("From there the gun can fire next turn."),
    a.FORM_SQUARE: Line("Enemies are near on several sides."),
    a.SCATTER: Line("It must."),
    a.PLACE: Line("It shakes and shoots at many enemies from there."),
    a.JOIN: Line("The general's unit is beaten, and this one is whole."),
}
#: What is said of an answer to a question, whatever the answer.
TOPICS = {
    "set_up": Line("From a wide line before the ground that counts, all of your units can fire."),
    "general": Line("His die counts most with the infantry that fires or fights best."),
    "take_ground": Line("Stepping back would give up what was won."),
    "charge_heading": Line("On this heading most stands face the enemy."),
    "keep_up": Line("The machinegun has nobody to fire at, and stays with its company."),
    "flyer_x": Line("From there it shakes most enemies."),
    "flyer_y": Line("From there it shakes most enemies."),
    "flyer_facing": Line("That way it shakes most enemies."),
    "keep_up_place": Line("There it covers the company and is out of its way."),
    "wall_of_lead": Line("The flyer does more harm than this turn's actions are worth."),
    "join": Line("With its general it fights better, and goes further."),
    "guard": Line("A stand that stays behind keeps the enemy from this place."),
    "set_up_formation": Line("In line all of its stands can fire at once."),
    "set_up_facing": Line("That way it faces the enemy."),
    "set_up_x": Line("There it has its place in the line, with support beside it and nobody in its way."),
    "set_up_y": Line("It stands as far forward as it can, and fires first at any enemy who comes."),
    "dig_in": Line("It can fire from where it is, and will be shot at."),
}
HITS = Line("It is the target on which a hit is worth most.")
LAST_STAND = Line("One more hit destroys {target:unit}.")
CHARGES = Line("Charging {target:unit} wins more stands than it costs, or keeps it from firing.")
CAN_FIRE = Line("{unit} has somebody to fire at or to charge.")
FOREMOST = Line("{unit} is nearest to the enemy, and makes room for the others.")
IN_RANGE = Line("From there it could fire at {target:unit}.")
IN_COVER = Line("There is cover there.")
NEARER = Line("It comes nearer to the enemy.")
FURTHER = Line("It gets out of the enemy's way.")
DISTANCE = Line("It ends where it can do most and suffers least.")
KEEP_IT = Line("The card is worth more later.")


def advice_of(run: Run[Battle], value: Any) -> Line | None:
    """Why the house would give this answer; None if there is nothing to say."""
    ask, s = run.ask, run.state
    if ask is None:
        return None
    q = Asked(s, ask.seat, run.values, ask.about or {}, ask.facts or {}, ask.options)
    if isinstance(value, tuple):
        return order_advice(s, *value)
    if value == PASS:
        return KEEP_IT
    if isinstance(value, Word):
        return WORDS.get(value) or TOPICS.get(ask.topic)
    if ask.of == "card":
        return says_card(s, value)
    if ask.topic == "unit":
        return (CAN_FIRE if is_busy(s, value) else FOREMOST).of(unit=value)
    if ask.topic in ("fire", "fire_instead", "second", "fire_at"):
        return target_advice(s, value if ask.topic == "fire_at" else value % TOGETHER // STANDS)
    if ask.topic.endswith("_distance"):
        return DISTANCE
    if ask.kind == "heading":
        course = course_of(q)
        return place_advice(s, course.unit, course.ends(moved(course.pose, value, course.end(value))))
    if ask.topic == "wheel":
        u = q.args["unit"]
        return place_advice(s, u, wheeled(closed_up(s.poses[u]), value))
    return TOPICS.get(ask.topic)


def order_advice(s: Battle, word: Word, it: int | Of) -> Line | None:
    """Why to fire at a unit, to charge it, or to play a card."""
    if isinstance(it, Of):
        return says_card(s, it.value)
    return target_advice(s, it) if word == a.FIRE_AT else CHARGES.of(target=it)


def target_advice(s: Battle, v: int) -> Line:
    is_last = stands_left(s, v) == 1 and not s.labels[v]
    return LAST_STAND.of(target=v) if is_last else HITS


def place_advice(s: Battle, u: int, pose: Pose) -> Line:
    """The advantage of a place: a target, cover, or being nearer to somebody, or further away."""
    box, kind, eye = box_of(s), kind_of(s, u), look(s, u)
    foes = [v for v in s.live[1 - side_of(s, u)] if on_table(s, v)]
    there = s.copy()
    there.poses[u] = pose
    near = min(foes, key=lambda v: gap(there, u, v), default=None)
    if near is None:
        return FURTHER
    if kind.range >= 6000 and gap(there, u, near) <= kind.range and eye.foes:
        return IN_RANGE.of(target=near)
    if any(is_in(ground.area, pose.centre) for ground in box.covers):
        return IN_COVER
    return NEARER if gap(there, u, near) < gap(s, u, near) else FURTHER
