"""Answers as tests spell them, step by step: a heading and a distance, a charge and its target, fire and the stands that fire."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Question
from sandtable.engine.saving.migration import resolve_old
from sandtable.games.mars_or_die.printed.box import inches
from sandtable.games.mars_or_die.rules import action_table as a
from sandtable.games.mars_or_die.rules.course import SHORT, Course
from sandtable.games.mars_or_die.rules.firing.aims import SINGLY

#: The key to answer with, and how many of the steps it stands for.
Step = tuple[str, int]


def next_step(question: Question, keys: Sequence[str]) -> Step:
    """What is answered to a question, and how many of these keys are used up by it."""
    key, then = keys[0], keys[1] if len(keys) > 1 else ""
    if question.topic == "action":
        return _order(question, key, then)
    if question.topic == "fire_at" and key not in question.keys:
        return _volley(question, key)
    if question.kind == "distance":
        return _distance(question, keys)
    if question.kind == "heading":
        return _heading(question, key, then)
    return resolve_old(question, key)[0], 1


def _volley(question: Question, key: str) -> Step:
    """Stands pick their own targets, each in turn, where they may; or else the unit of the named stand is fired at."""
    if SINGLY.id in question.keys:
        return SINGLY.id, 0
    return resolve_old(question, _id(key).rpartition("_")[0])[0], 1


def _heading(question: Question, key: str, then: str) -> Step:
    """A heading and a distance are one answer if the unit goes as far as it can."""
    told = 2 if _is_distance(then) and not _is_distance(key) else 1
    if "distance" in question.about:
        return resolve_old(question, key)[0], told
    if _is_distance(key):  # there is only one heading
        way, far = next(option for option in question.options if not option.word), key
    else:
        way, far = next(one for one in question.options if one.key == resolve_old(question, key)[0]), then
        if way.word or told == 1:
            return way.key, 1
    if inches(way.data["stops"][-1]) == _id(far):
        return way.key, told
    course: Course = question.spec.options
    lengths = course.short_of_it()
    is_all = len(lengths) == 1 and len(list(course.ways_of(lengths[0]))) == 1
    return SHORT.id, told if is_all else 0


def _distance(question: Question, keys: Sequence[str]) -> Step:
    """How far comes before which way, and nobody is asked for the only heading."""
    told = 1 if _is_distance(keys[0]) else 2
    key, far = resolve_old(question, keys[told - 1])
    course: Course = question.spec.options.__self__
    return key, told if len(list(course.ways_of(far))) == 1 else 0


def _order(question: Question, key: str, then: str) -> Step:
    """A charge and its target are one answer; so is fire at one of several single stands. A card may be named alone."""
    if key in question.keys:
        return key, 1
    if key == a.CHARGE.id:
        return _at(_orders(question, a.CHARGE.id), _id(then))
    if key == a.FIRE.id:
        return _at(_orders(question, a.FIRE_AT.id), _id(then).rpartition("_")[0])
    return next(one for one in _orders(question, a.PLAY.id) if one.endswith(f"/{_id(key)}")), 1


def _at(keys: Sequence[str], target: str) -> Step:
    """The order that is given against this target; against the only one, it is not named."""
    if len(keys) == 1:
        return keys[0], 1
    return next(one for one in keys if one.endswith(f"/{target}")), 2


def _orders(question: Question, order: str) -> list[str]:
    return [option.key for option in question.options if option.data.get("order") == order]


def _is_distance(key: str) -> bool:
    return key.partition(":")[0].endswith("distance")


def _id(key: str) -> str:
    return key.rpartition(":")[2]
