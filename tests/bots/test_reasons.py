"""Why a bot answered so: what differs after two answers, in the game's words, and nothing that its seat does not know."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.bots import HouseBot, make_bot
from sandtable.bots.reasons import Thought, Weighed, in_words, of_ends, of_terms, thought_of, told, weigh
from sandtable.engine import Chair, Table
from sandtable.games import find_game

from ..own_value import own_value

SPACE = find_game("space-combat")
TREES = [["ops_to_spare", 1.5, -1.0, 1.0], ["win_ready", 0.7, -1.5, 0.5], ["is_revealed", 0.5, -0.4, 0.4]]


@pytest.fixture
def valued(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Space Combat with a value of three trees."""
    own_value(monkeypatch, tmp_path, SPACE, TREES)


def thought_at(table: Table, key: str | None = None) -> Thought:
    assert table.ask is not None
    chair = Chair(table, table.ask.seat)
    bot = make_bot("ahead:60", 1)
    return thought_of(bot, chair, key or make_bot("ahead:60", 1).choose(chair), random.Random(2))


@pytest.mark.usefixtures("valued")
def test_a_thought_names_what_the_trees_split_on() -> None:
    """Only the numbers that this value reads can make a difference, and each is told in the game's words."""
    table, words = sandtable.new(SPACE, seed=5), SPACE.feature_words
    named: set[str] = set()
    for _ in range(40):
        if table.ask is None:
            break
        found = thought_at(table)
        if found.chance is not None:
            assert found.other_chance is not None
            assert found.other != found.label
            assert 0 < found.chance < 1
        named |= {reason.partition(":")[0] for reason in found.reasons}
        assert len(found.reasons) <= 3
        table.choose(HouseBot(1).choose(Chair(table, table.ask.seat)))
    known = {words[name] for name in ("ops_to_spare", "win_ready", "is_revealed")}
    assert len(named & known) >= 2
    assert named <= known | {"won by then", "lost by then"}


@pytest.mark.usefixtures("valued")
def test_a_thought_tells_nothing_that_the_seat_does_not_know() -> None:
    """It is the same in every world that the seat could be in."""
    table = sandtable.new(SPACE, seed=6)
    for _ in range(12):
        assert table.ask is not None
        key = table.ask.keys[0]
        other = Chair(table, table.ask.seat).imagine(random.Random(9))
        assert thought_at(table, key) == thought_at(other, key)
        table.choose(key)


@pytest.mark.usefixtures("valued")
def test_what_counts_adds_up_to_the_difference() -> None:
    """With trees of one number each, what the numbers count for is the whole difference in log odds."""
    from math import log

    table = sandtable.new(SPACE, seed=5)
    for _ in range(30):
        assert table.ask is not None
        chair = Chair(table, table.ask.seat)
        values = [option.value for option in table.ask.options]
        if len(values) > 1:
            found = weigh(chair, values[0], values[-1], random.Random(3))
            if found.read == found.worlds == 1:
                own, other = (log(x / (1 - x)) for x in found.chances)
                assert sum(term.weight for term in found.terms) == pytest.approx(own - other)
        table.choose(HouseBot(1).choose(chair))


def test_without_a_value_there_is_the_answer_alone() -> None:
    """A bot that compares nothing, and a game whose value nobody has trained: no chance is invented."""
    table = sandtable.new("mars-or-die", seed=1)
    assert table.ask is not None
    chair = Chair(table, table.ask.seat)
    key = HouseBot(1).choose(chair)
    found = thought_of(HouseBot(1), chair, key, random.Random(1))
    assert (found.chance, found.other, found.reasons, found.is_house) == (None, "", [], True)
    assert told(found) == [f"{found.label}."]


@pytest.mark.parametrize(
    "key", ["red-dust", "surface-combat", "space-combat", "mars-or-die", "rogue-trooper"]
)
def test_every_game_has_words_for_its_features(key: str) -> None:
    """Without them a bot has numbers and nothing to say."""
    game = find_game(key)
    assert game.feature_words
    assert set(game.feature_words) <= set(game.feature_names)


def test_words() -> None:
    assert in_words("steps home", 3.0, 5.04) == "steps home: 3 instead of 5"
    assert in_words("steps home", 3.0, 3.01) == ""
    assert (
        in_words("the danger of the attempt", 0.1, 0.254) == "the danger of the attempt: 10% instead of 25%"
    )
    assert in_words("a whole face", 1.0, 0.0, is_fact=True) == "a whole face"
    assert in_words("in prison", 0.0, 1.0, is_fact=True) == "in prison: no instead of yes"
    assert in_words("in prison", 0.75, 0.38, is_fact=True) == "in prison: in 75% of cases instead of 38%"
    thought = Thought("Sweep", "Stay", 0.41, 0.33, ["steps home: 3 instead of 5"])
    assert told(thought) == ["Sweep: wins 41%. Stay: 33%.", "Steps home: 3 instead of 5."]


def test_the_largest_come_first_and_what_speaks_against_is_left_out() -> None:
    game: Any = find_game("space-combat")
    names = game.feature_names
    found = Weighed(len(names))
    found.worlds = found.read = 2
    for name, weight, own, other in (
        ("ops_to_spare", 0.2, 8, 4),
        ("win_ready", 1.6, 1.2, 0.8),
        ("to_home", -0.8, 2, 8),
        ("net", 0.01, 4, 2),
        ("swarms", 0.4, 2, 2),
    ):
        term = found.terms[names.index(name)]
        term.weight, term.own, term.other, term.is_fact = weight, own, other, False
    assert of_terms(game, found) == [
        "the chance of winning the Mission's battle when it counts: 60% instead of 40%",
        "Ops cards to spare: 4 instead of 2",
    ]
    found.won, found.lost = [0.8, 0.2], [0.0, 1.0]
    assert of_ends(found) == ["won by then: 40% instead of 10%", "lost by then: 0% instead of 50%"]
