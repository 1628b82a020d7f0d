"""The tree that the search keeps from one answer to the next of a turn."""

from __future__ import annotations

import pickle
import random
from copy import deepcopy
from typing import Any

import pytest

import sandtable
from sandtable import Chair, Table
from sandtable.bots import SearchBot, make_bot
from sandtable.bots.tree import Node, Tree
from sandtable.engine import CannotImagine
from sandtable.engine.contract import secrets
from tests.engine.small import Hands

from .errands import Errands

ITERATIONS = 60


def _new() -> Table:
    return sandtable.new(Errands(), seed=1)


def _bot(**settings: Any) -> SearchBot:
    return SearchBot(1, iterations=ITERATIONS, **settings)


def _root(bot: SearchBot) -> Node:
    assert bot._tree is not None
    return bot._tree.root


def _visits(node: Node) -> int:
    return sum(branch.visits for branch in node.branches.values())


def _answer(table: Table, key: str) -> Any:
    """Give an answer. Returns its value."""
    assert table.ask is not None
    _, value = table.ask.resolve(key)
    table.choose(key)
    return value


def test_the_tree_below_an_answer_is_grown_on() -> None:
    """Guards that a search goes on with what it has found out below its answer, on top of its iterations."""
    table, bot = _new(), _bot()
    bot.choose(Chair(table, "ann"))
    below = _root(bot).branches[_answer(table, "go")].then[0, "second", ""]
    before = _visits(below)
    assert before > 0
    bot.choose(Chair(table, "ann"))
    assert _root(bot) is below
    assert _visits(below) == before + ITERATIONS


def test_the_tree_is_followed_past_answers_that_others_gave_for_the_seat() -> None:
    """Guards that a bot which is not asked every time, as where a person plays the seat in between, finds its place again."""
    table, bot = _new(), _bot()
    bot.choose(Chair(table, "ann"))
    node = _root(bot).branches[_answer(table, "go")].then[0, "second", ""]
    node = node.branches[_answer(table, "ride")].then[0, "third", ""]
    bot.choose(Chair(table, "ann"))
    assert _root(bot) is node


def test_a_question_that_is_asked_again_is_thought_about_longer() -> None:
    """Guards that the same moment is a place in the tree, too."""
    table, bot = _new(), _bot()
    for n in (1, 2, 3):
        bot.choose(Chair(table, "ann"))
        assert _visits(_root(bot)) == n * ITERATIONS


@pytest.mark.parametrize(
    "answers", [["dice"], ["look"], ["bob", "other:yes"], ["end"], ["go", "run", "ride"]], ids="-".join
)
def test_the_tree_is_dropped_when_more_has_happened_than_own_answers(answers: list[str]) -> None:
    """Guards that no tree outlives dice, anything learned, another's answer or the turn."""
    table, bot = _new(), _bot()
    bot.choose(Chair(table, "ann"))
    for answer in answers:
        table.choose(answer)
    bot.choose(Chair(table, "ann"))
    assert _visits(_root(bot)) == ITERATIONS


def test_the_tree_is_dropped_after_an_undo_and_at_another_table_or_seat() -> None:
    """Guards that no tree is used for a moment that it was not grown for."""
    table, bot = _new(), _bot()
    bot.choose(Chair(table, "ann"))
    table.choose("go").undo("ann")
    bot.choose(Chair(table, "ann"))
    assert _visits(_root(bot)) == ITERATIONS
    other = _new()
    bot.choose(Chair(other, "ann"))
    assert _visits(_root(bot)) == ITERATIONS
    other.choose("bob")
    bot.choose(Chair(other, "bob"))
    assert _visits(_root(bot)) == ITERATIONS


def test_an_answer_that_was_never_tried_begins_a_new_tree() -> None:
    """Guards the case that the tree has no such place: a few iterations do not try every answer."""
    table, bot = _new(), SearchBot(1, iterations=1)
    bot.choose(Chair(table, "ann"))
    (tried,) = _root(bot).branches
    assert tried.id != "go"
    table.choose("go")
    bot.choose(Chair(table, "ann"))
    assert _visits(_root(bot)) == 1


def test_without_keeping_every_answer_begins_a_new_tree() -> None:
    """Guards `keep=no`, which is what a kept tree is compared with."""
    table, bot = _new(), make_bot(f"search:{ITERATIONS},keep=no")
    assert isinstance(bot, SearchBot)
    bot.choose(Chair(table, "ann"))
    assert bot._tree is None
    assert bot._bookmark is None


def test_the_same_questions_get_the_same_answers() -> None:
    """Guards the promise of a number of iterations with trees that are kept, and that keeping them matters."""
    kept, again, alone = (_played(keep) for keep in (True, True, False))
    assert kept == again
    assert kept != alone


def _played(keep: bool) -> list[str]:
    """The answers of one bot in every seat, while the house decides what is really done."""
    table, bot, house = (
        sandtable.new("red-dust", seed=3),
        SearchBot(4, iterations=8, keep=keep),
        make_bot("house"),
    )
    answers = []
    for _ in range(60):
        assert table.ask is not None
        chair = Chair(table, table.ask.seat)
        answers.append(bot.choose(chair))
        table.choose(house.choose(chair))
    return answers


def test_a_kept_tree_tells_nothing_that_its_seat_does_not_know() -> None:
    """Guards secrets: in worlds that a seat cannot tell apart, a bot gives the same answers all through a turn."""
    rng, compared = random.Random(2), 0
    table, house = sandtable.new("red-dust", seed=6), make_bot("house", 1)
    while compared < 12:
        assert table.ask is not None
        seat = table.ask.seat
        twin = secrets.other_world(table, seat, rng)
        bots = [SearchBot(9, iterations=12) for _ in (table, twin)]
        while table.ask is not None and table.ask.seat == seat:
            assert twin.ask is not None
            kept = [None if bot._tree is None else bot._tree.root for bot in bots]
            here, there = (
                bot.choose(Chair(each, seat)) for bot, each in zip(bots, (table, twin), strict=True)
            )
            assert here == there
            compared += kept[0] is not None
            mark = Chair(table, seat).bookmark()
            key = house.choose(Chair(table, seat))
            table.choose(key)
            twin.choose(key)
            if Chair(table, seat).since(mark) is None:
                break  # from here on the two worlds may differ in what the seat sees
    assert compared >= 12


class Forgetful(Errands):
    """Errands that can be imagined only as long as `is_clear`."""

    is_clear = True

    def redeal(self, s: Hands, seat: int | None, rng: random.Random, pinned: Any) -> None:
        if not self.is_clear:
            raise CannotImagine("Nothing fits.")
        super().redeal(s, seat, rng, pinned)


def test_a_search_that_finds_no_world_does_not_try_for_ever() -> None:
    """Guards that a kept tree answers when nothing more can be imagined, instead of looking for worlds without end."""
    game = Forgetful()
    table, bot = sandtable.new(game, seed=1), _bot()
    bot.choose(Chair(table, "ann"))
    table.choose("go")
    game.is_clear, bot.iterations = False, 10**9
    assert bot.choose(Chair(table, "ann")) in ("walk", "run", "ride")


def test_an_interrupted_search_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards that a tree which was being followed when Ctrl-C came is not followed from the wrong place later."""
    table, bot = _new(), _bot()
    bot.choose(Chair(table, "ann"))
    table.choose("go")

    def interrupted(*args: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Tree, "grow", interrupted)
        with pytest.raises(KeyboardInterrupt):
            bot.choose(Chair(table, "ann"))
    bot.choose(Chair(table, "ann"))
    assert _visits(_root(bot)) == ITERATIONS


def test_a_copy_of_a_bot_begins_with_an_empty_tree() -> None:
    """Guards copies for other games and other processes: a tree belongs to one table, and its moments cannot be sent."""
    table, bot = _new(), _bot()
    bot.choose(Chair(table, "ann"))
    table.choose("go")
    chair = Chair(table, "ann")
    copies = [deepcopy(bot), pickle.loads(pickle.dumps(bot))]
    assert [copy._tree for copy in copies] == [None, None]
    assert len({copy.choose(chair) for copy in copies}) == 1
    assert [_visits(_root(copy)) for copy in copies] == [ITERATIONS] * 2
    bot.choose(chair)
    assert _visits(_root(bot)) > ITERATIONS
