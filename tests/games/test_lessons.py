"""Each lesson can be played by its own hints and by wrong turns, and explains every term that it uses."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import sandtable
from sandtable.engine import (
    Follower,
    Lesson,
    Table,
    begin_lesson,
    lessons_of,
    open_journal,
    pack_stamp,
)
from sandtable.engine.lessons.following import fits

LESSONS = [
    pytest.param(game.key, lesson.id, id=f"{game.key}-{lesson.id}")
    for game in sandtable.all_games()
    for lesson in lessons_of(game)
]
#: More answers than any lesson needs.
ENDLESS = 400


class Learner:
    """Plays a lesson at a table, with the others as the lesson has them or as the game's own policy would play."""

    def __init__(self, key: str, id: str) -> None:
        self.game = sandtable.find_game(key)
        self.lesson: Lesson = next(it for it in lessons_of(self.game) if it.id == id)
        self.table: Table = begin_lesson(self.game, self.lesson)
        self.follower = Follower(self.game, self.lesson, self.table.header, self.table.lines)
        self.rng = random.Random(7)
        #: Each step that was seen, by its number, and what was said.
        self.steps: list[int] = []
        self.answers = 0

    def choose(self, key: str) -> None:
        before = len(self.table.lines)
        self.table.choose(key)
        self.follower.hear(self.table.lines[before:])

    def undo(self) -> None:
        before = len(self.table.lines)
        self.table.undo(self.lesson.seat)
        self.follower.hear(self.table.lines[before:])

    def others(self) -> None:
        """Let the others play until the learner is asked."""
        while (ask := self.table.ask) is not None and ask.seat != self.lesson.seat:
            self.choose(self.follower.other_answer() or self._policy())

    def _policy(self) -> str:
        ask = self.table.ask
        assert ask is not None
        value = self.game.policy(self.table.run, self.rng)
        return next(option.key for option in ask.options if option.value == value)

    def play(self, turn: Callable[[Any], bool] = lambda view: False) -> Iterator[Any]:
        """Play to the end of the lesson by its hints; `turn` is shown each step and may do something else first."""
        for _ in range(ENDLESS):
            self.others()
            view = self.follower.view()
            if view.is_over:
                return
            assert self.table.ask is not None, f"the game ended in step {view.at} of {view.of}"
            yield view
            view = self.follower.view()
            self.choose(view.hint or self._policy())
            self.answers += 1
        pytest.fail(f"the lesson does not end: it is at step {self.follower.view().at}")


@pytest.mark.parametrize(("key", "id"), LESSONS)
def test_a_lesson_is_played_by_its_own_hints(key: str, id: str) -> None:
    """Its hints lead through all its steps but optional ones to its end, without one wrong turn, in a short time."""
    learner = Learner(key, id)
    seen: list[int] = []
    for view in learner.play():
        seen.append(view.at)
        assert not view.strayed, f"step {view.at}: its own hint is called a wrong turn ({view.said})"
        assert not view.is_lost, f"step {view.at}: its own hint leads out of the lesson"
        assert view.pages
        assert all(page.text for page in view.pages)
    lesson = learner.lesson
    told = [i + 1 for i, step in enumerate(lesson.step) if step.topic and not step.optional]
    assert set(told) <= set(seen), "a step never came up"
    assert seen == sorted(seen)
    assert learner.follower.view().pages[-1].text == lesson.end
    assert learner.answers <= 60


@pytest.mark.parametrize(("key", "id"), LESSONS)
def test_a_wrong_turn_is_answered_kindly_and_taken_back(key: str, id: str) -> None:
    """Three wrong turns, each told what is better, with Undo at hand; taken back, the lesson stands where it stood."""
    learner = Learner(key, id)
    wrong = 0
    tried: set[int] = set()
    for view in learner.play():
        ask = learner.table.ask
        assert ask is not None
        if view.at in tried or view.hint is None:
            continue
        tried.add(view.at)
        if view.cautions:  # what cannot be taken back is told before it is done
            for key, said in view.cautions.items():
                assert key in ask.keys
                assert len(said) > 20
            assert view.hint not in view.cautions
        step = learner.lesson.step[view.at - 1]
        if view.pages[-1].title != step.title:
            continue  # an aside, at which nothing is wrong
        told: set[str] = set()
        for option in ask.options:
            reply = next((it for it in step.answer if fits(it, option)), None)
            is_wrong = bool(step.answer) if reply is None else reply.wrong
            said = "" if reply is None else reply.say
            if not is_wrong or said in told:
                continue
            told.add(said)
            if option.key in view.cautions:
                continue
            learner.choose(option.key)
            astray = learner.follower.view()
            assert astray.strayed, f"{said!r} comes when nothing can be taken back: it needs `ask = true`"
            assert len(astray.said) > 20
            assert learner.table.undo_name(learner.lesson.seat) is not None
            # Bots do not wait: after their answer nothing can be taken back.
            after = learner.table.ask
            assert after is None or after.seat == learner.lesson.seat, f"{said!r} needs `ask = true`"
            learner.undo()
            assert learner.follower.view() == view.__class__(**{**_fields(view), "said": ""})
        wrong += bool(told)
    assert wrong >= 3, "the lesson has fewer than three places for a wrong turn"


def _fields(view: Any) -> dict[str, Any]:
    return {name: getattr(view, name) for name in view.__struct_fields__}


@pytest.mark.parametrize(("key", "id"), LESSONS)
def test_whoever_goes_his_own_way_is_not_left_alone(key: str, id: str) -> None:
    """Random answers: the lesson always has something to say, never fails, and a stored table finds its step again."""
    learner = Learner(key, id)
    rng = random.Random(3)
    for _ in range(25):
        learner.others()
        view = learner.follower.view()
        if view.is_over or learner.table.ask is None:
            break
        assert view.pages
        learner.choose(rng.choice(learner.table.ask.keys))
    table = open_journal(learner.table.save(), sandtable.find_game, stamp=pack_stamp)
    again = Follower(learner.game, learner.lesson, table.header, table.lines)
    assert again.view() == learner.follower.view()


def test_whoever_leaves_a_lesson_is_shown_the_way_back() -> None:
    """Going on after a wrong turn: the step that was left is named, and that many times Undo lead back to it."""
    learner = Learner("red-dust", "1-the-rebels-rally")
    learner.others()
    for key in ("operation_and_special", "operation:march", "march:rutherford", "march_from:radau"):
        learner.choose(key)
    view = learner.follower.view()
    assert (view.is_lost, view.away, view.strayed) == (True, 3, False)
    assert "“More people”" in view.pages[-1].text
    for _ in range(view.away):
        assert learner.table.undo_name("red_dust") is not None
        learner.undo()
    view = learner.follower.view()
    assert (view.pages[-1].title, view.is_lost, view.hint) == ("More people", False, "operation:rally")


def test_asking_for_resources_does_not_end_the_lesson_of_the_reclaimers() -> None:
    """Whoever asks others at the last step, the bill, is told what that is, and pays afterwards."""
    learner = Learner("red-dust", "3-the-reclaimers-strike")
    for view in learner.play():
        if view.pages[-1].title == "The bill":
            break
    learner.choose("ask_red_dust")
    view = learner.follower.view()
    assert (view.is_over, view.pages[-1].title) == (False, "A favour")
    learner.choose("refuse")
    assert learner.follower.view().pages[-1].title == "The bill"
