"""What a chair tells of the answers that its seat has given since a moment."""

from __future__ import annotations

import random

import pytest

import sandtable
from sandtable import Chair, Table
from sandtable.engine import Word
from sandtable.engine.contract import secrets
from tests.bots.errands import Errands
from tests.engine.small import resumed


def _look_alike(*chairs: Chair) -> bool:
    """Whether what an answer led to looks the same from all of these."""
    first, *others = [(chair.view, None if chair.ask is None else chair.ask.plain()) for chair in chairs]
    return all(first == other for other in others)


def _new() -> Table:
    return sandtable.new(Errands(), seed=1)


def test_the_own_answers_of_this_turn_are_told() -> None:
    """Guards what a bot may go on with: its seat's answers in order, and none at the moment itself."""
    table = _new()
    chair = Chair(table, "ann")
    mark = chair.bookmark()
    assert chair.since(mark) == []
    table.choose("go")
    assert chair.since(mark) == [("first", Word("go", "Go"))]
    second = Chair(table, "ann").bookmark()
    table.choose("run")
    assert Chair(table, "ann").since(mark) == [("first", Word("go", "Go")), ("second", Word("run", "Run"))]
    assert chair.since(second) == [("second", Word("run", "Run"))]


@pytest.mark.parametrize(
    "answers", [["dice"], ["look"], ["bob", "other:yes"], ["end"], ["go", "run", "ride"]], ids="-".join
)
def test_nothing_is_told_past_dice_lessons_others_and_turns(answers: list[str]) -> None:
    """Guards that a seat is told of its answers only while nothing else has happened."""
    table = _new()
    mark = Chair(table, "ann").bookmark()
    for answer in answers:
        table.choose(answer)
    assert table.ask is not None
    assert table.ask.seat == "ann"
    assert Chair(table, "ann").since(mark) is None


def test_nothing_is_told_past_an_answer_that_another_seat_has_ordered() -> None:
    """Guards that a standing order of another seat counts as its answer, although undo goes past it."""
    table = _new().add_standing_order("bob", "other", until="withdrawn")
    mark = Chair(table, "ann").bookmark()
    table.choose("bob")
    assert table.ask is not None
    assert (table.ask.topic, table.undo_name("ann")) == ("second", "Bob")
    assert Chair(table, "ann").since(mark) is None


def test_nothing_is_told_after_an_undo_at_another_table_or_to_another_seat() -> None:
    """Guards that a bookmark is good for one seat at one table, and for what was not taken back."""
    table = _new()
    mark = Chair(table, "ann").bookmark()
    assert Chair(table, "bob").since(mark) is None
    for other in (table.fork(), resumed(table), _new()):
        assert Chair(other, "ann").since(mark) is None
    table.choose("go").undo("ann")
    assert Chair(table, "ann").since(mark) is None
    table.choose("go")
    assert Chair(table, "ann").since(mark) is None


@pytest.mark.parametrize(
    ("game", "least"), [("red-dust", 20), ("rogue-trooper", 1)], ids=["red-dust", "rogue-trooper"]
)
def test_worlds_that_a_seat_cannot_tell_apart_tell_the_same(game: str, least: int) -> None:
    """Guards that what is told of a seat's answers depends on nothing that the seat cannot know."""
    rng = random.Random(5)
    told = untold = 0
    table = sandtable.new(game, seed=2)
    while told < least or untold < 10:
        assert table.ask is not None
        seat = table.ask.seat
        twin = secrets.other_world(table, seat, rng)
        marks = [Chair(each, seat).bookmark() for each in (table, twin)]
        key = rng.choice(table.ask.keys)
        table.choose(key)
        twin.choose(key)
        chairs = [Chair(each, seat) for each in (table, twin)]
        if _look_alike(*chairs):
            here, there = (chair.since(mark) for chair, mark in zip(chairs, marks, strict=True))
            assert here == there
            told += here is not None
            untold += here is None
