"""Hints: the answer of a bot, the chance it sees, the second best, and all answers where several are asked for."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.bots import hints, make_bot
from sandtable.bots.hints import Hint, Second, hasten, hint_of, second_best, told
from sandtable.bots.lookahead import Comparison, Found
from sandtable.engine import Chair, Table
from sandtable.games import find_game

from ..own_value import own_value

SPACE = find_game("space-combat")
#: What matters most in these tests: Ops cards, and a Mission that is known.
TREES = [["ops_to_spare", 1.5, -1.0, 1.0], ["net_missing", 0.5, 0.5, -0.5], ["is_known", 0.5, -0.4, 0.4]]


def hinted(table: Table, spec: str, leaves: int = 60) -> Hint:
    assert table.ask is not None
    bot: Any = make_bot(spec, 1)
    hasten(bot)
    if hasattr(bot, "sight"):
        bot.sight = type(bot.sight)(leaves=leaves)
    return hint_of(bot, Chair(table, table.ask.seat), random.Random(1))


def test_a_hint_says_its_chance_and_the_second_best(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own_value(monkeypatch, tmp_path, SPACE, TREES)
    table = sandtable.new(SPACE, seed=5)
    seen = 0
    for _ in range(20):
        assert table.ask is not None
        hint = hinted(table, "level:3")
        assert hint.key in table.ask.keys
        assert hint.chance is not None
        assert 0 < hint.chance < 1
        if hint.second is not None:
            seen += 1
            assert hint.second.key in table.ask.keys
            assert hint.second.key != hint.key
            assert hint.second.error > 0
        table.choose(hint.key)
    assert seen > 10


def test_the_same_view_gives_the_same_hint(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A hint tells nothing that its seat does not know: it is the same in every world the seat could be in."""
    own_value(monkeypatch, tmp_path, SPACE, TREES)
    monkeypatch.setattr(hints, "SECONDS", 60.0)  # however busy the machine is
    table = sandtable.new(SPACE, seed=6)
    for _ in range(12):
        assert table.ask is not None
        other = Chair(table, table.ask.seat).imagine(random.Random(9))
        assert hinted(table, "level:3") == hinted(other, "level:3")
        table.choose(table.ask.options[0].key)


def test_without_a_value_there_is_no_chance() -> None:
    """A guess is no chance: the search, the tactics, and a game whose evaluation nobody has trained name none."""
    table = sandtable.new("connect-four", seed=1)
    assert hinted(table, "search:20").chance is None
    battle = sandtable.new("mars-or-die", seed=1)
    assert (
        battle.game.value_file is None or not battle.game.has_value or hinted(battle, "house").chance is None
    )
    assert told(hinted(battle, "house")) == ""


def test_a_hint_for_several_names_all_of_them() -> None:
    """Where answers are given one by one, a hint goes on as the tactics would, and ends where chance comes in or something else is asked."""
    game = find_game("space-combat")
    longest, kinds = 0, set[str]()
    for seed in range(6):
        table = sandtable.new(game, seed=seed)
        for _ in range(120):
            ask = table.ask
            if ask is None:
                break
            hint = hinted(table, "house")
            if len(hint.keys) > 1:
                longest, kinds = max(longest, len(hint.keys)), kinds | {ask.kind}
                assert set(hint.keys) <= set(ask.keys)
                assert len(hint.keys) <= ask.remaining
                assert " and " in hint.label or hint.label.endswith(("twice)", "times)"))
                fork = table.fork()
                for key in hint.keys:  # they can be given one after the other
                    assert fork.ask is not None
                    assert fork.ask.topic == ask.topic
                    fork.choose(key)
            table.choose(hint.key)
    assert longest > 1
    assert kinds <= {"several", "order", "assign"}


def test_the_second_best_is_the_houses_answer_where_the_bot_leaves_it() -> None:
    """Its error is that of the difference between the two."""
    table = sandtable.new("space-combat", seed=5)
    question = table.ask
    assert question is not None
    first, house, third = (option.value for option in question.options[:3])

    def compared(value: Any, gain: float) -> Comparison:
        it = Comparison(value)
        for n in range(40):
            it.add(gain + (0.01 if n % 2 else -0.01))
        return it

    others = [compared(first, 0.1), compared(third, -0.2)]
    found = Found(first, house, 0.4, others, 120)
    second = second_best(question, found)
    assert second is not None
    assert (second.key, second.chance) == (question.options[1].key, 0.4)
    assert second.error == pytest.approx(others[0].error, abs=1e-4)
    stays = second_best(question, Found(house, house, 0.4, others, 120))
    assert stays is not None
    assert (stays.key, stays.chance) == (question.options[0].key, 0.5)
    assert second_best(question, Found(house, house, 0.4, [], 1)) is None
    careful = second_best(question, Found(house, house, 0.4, others, 120), 0.25)
    assert careful is not None
    assert careful.chance == 0.425, "a gain that only the value claims is told in part"


def test_what_nobody_can_tell_apart_is_said_so() -> None:
    one = Hint(["a"], "Sweep", 0.41, Second("b", "Stay", 0.33, 0.02))
    assert told(one) == "Wins 41%. Second best: Stay, 33%."
    assert (
        told(Hint(["a"], "Sweep", 0.41, Second("b", "Stay", 0.40, 0.02)))
        == "Wins 41%. Stay is about as good."
    )
    assert told(Hint(["a"], "Sweep", 0.41)) == "Wins 41%."
    assert told(Hint(["a"], "Sweep")) == ""


def test_a_hint_is_there_within_half_a_second(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The best of three, because tests share their machine: a hint must not wait for what a level may take."""
    own_value(monkeypatch, tmp_path, SPACE, TREES)
    table = sandtable.new(SPACE, seed=5)
    assert table.ask is not None
    times = []
    for _ in range(3):
        bot = make_bot("level:4", 1)
        hasten(bot)
        begun = time.perf_counter()
        hint_of(bot, Chair(table, table.ask.seat), random.Random(1))
        times.append(time.perf_counter() - begun)
    assert min(times) < 0.5
