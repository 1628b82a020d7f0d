"""What the answers of games that were saved under earlier rules mean at the questions of today.

Up to rules version 3, a move was a heading and then always a distance, a charge was chosen before its target, and every stand
was asked for a target of its own. All of that can still be answered, one step at a time.
"""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.engine import Answered, Migrated, Question
from sandtable.engine.saving.migration import resolve_old

from ..printed.box import inches
from . import action_table as a
from .course import SHORT, Course
from .firing import NO_SHOT, SINGLY


def migrated(question: Question, answers: Sequence[Answered]) -> Migrated:
    """What the next of these answers means at the open question."""
    key = answers[0].key
    if question.topic == "action":
        return _order(question, key, _after(answers))
    if question.topic == "fire_at":
        return _volley(question, key)
    if question.kind == "distance":
        return _distance(question, answers)
    if question.kind == "heading":
        return _heading(question, key, _after(answers))
    return Migrated(resolve_old(question, key)[0])


def _after(answers: Sequence[Answered]) -> str:
    """The answer after the first one, if the same side gave it."""
    return answers[1].key if len(answers) > 1 and answers[1].seat == answers[0].seat else ""


def _heading(question: Question, key: str, then: str) -> Migrated:
    """A heading and a distance are one answer now, if the unit goes as far as it can."""
    told = 2 if _is_distance(then) and not _is_distance(key) else 1
    if "distance" in question.about:
        return Migrated(resolve_old(question, key)[0], told)
    if _is_distance(key):  # there was one heading, which nobody was asked for
        way, far = next(option for option in question.options if not option.word), key
    else:
        way, far = next(one for one in question.options if one.key == resolve_old(question, key)[0]), then
        if way.word or told == 1:
            return Migrated(way.key)
    if inches(way.data["stops"][-1]) == _id(far):
        return Migrated(way.key, told)
    course: Course = question.spec.options
    lengths = course.short_of_it()
    is_all = len(lengths) == 1 and len(list(course.ways_of(lengths[0]))) == 1
    return Migrated(SHORT.id, told if is_all else 0)


def _distance(question: Question, answers: Sequence[Answered]) -> Migrated:
    """How far now comes before which way, and nobody is asked for the only heading."""
    told = 1 if _is_distance(answers[0].key) else 2
    key, far = resolve_old(question, answers[told - 1].key)
    course: Course = question.spec.options.__self__
    return Migrated(key, told if len(list(course.ways_of(far))) == 1 else 0)


def _order(question: Question, key: str, then: str) -> Migrated:
    """A charge and its target are one answer now. Cards and lone targets have other keys."""
    if key in question.keys:
        return Migrated(key)
    if key == a.CHARGE.id:
        foes = _orders(question, a.CHARGE.id)
        if len(foes) == 1:
            return Migrated(foes[0])
        return Migrated(_named(foes, then), 2)
    if key == a.FIRE.id:  # each enemy is a single stand
        foes = _orders(question, a.FIRE_AT.id)
        if len(foes) == 1:
            return Migrated(foes[0])
        return Migrated(_named(foes, _id(then).rpartition("_")[0]), 2)
    return Migrated(_named(_orders(question, a.PLAY.id), key))


def _volley(question: Question, key: str) -> Migrated:
    """Stands picked their own targets, each in turn."""
    if SINGLY.id in question.keys:
        return Migrated(SINGLY.id, 0)
    if key == NO_SHOT.id:
        return Migrated(key)
    return Migrated(resolve_old(question, _id(key).rpartition("_")[0])[0])


def _orders(question: Question, order: str) -> list[str]:
    return [option.key for option in question.options if option.data.get("order") == order]


def _named(keys: Sequence[str], key: str) -> str:
    """The order that is given to the thing an old key names."""
    return next(one for one in keys if one.endswith(f"/{_id(key)}"))


def _topic(key: str) -> str:
    return key.partition(":")[0]


def _is_distance(key: str) -> bool:
    return _topic(key).endswith("distance")


def _id(key: str) -> str:
    """What an old key names. Old ids had hyphens."""
    return key.rpartition(":")[2].replace("-", "_")
