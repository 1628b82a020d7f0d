"""Actions: places among the options, or a fixed list that a game declares; what is illegal ends the game."""

from __future__ import annotations

import random

import pytest

import sandtable
from benchmarks.connect_four import GAME as CONNECT_FOUR
from sandtable.engine import SandtableError
from sandtable.games import BUILT_IN, find_game
from sandtable.learn import Episode, Rulebook, SandtableAEC, SandtableEnv
from sandtable.learn.declared import answers_of, topics_of


@pytest.mark.parametrize("key", BUILT_IN)
def test_every_topic_that_is_asked_is_declared(key: str) -> None:
    """Guards: topics come from the modules of a game; one that is not found there stops an observation."""
    declared = {topic.id for topic in topics_of(find_game(key))}
    rng = random.Random(8)
    episode = Episode(Rulebook(key), 8)
    for _ in range(300):
        if episode.seat is None:
            break
        assert episode.ask.topic in declared
        episode.act(rng.choice(episode.legal))


def test_no_game_declares_the_topics_of_another() -> None:
    surface, space = (
        {topic.id for topic in topics_of(find_game(key))} for key in ("surface-combat", "space-combat")
    )
    assert "netrun" in surface - space
    assert "assemble" in space - surface
    assert "gain" in surface & space


@pytest.mark.parametrize(
    ("key", "scenario"),
    [
        ("surface-combat", "mission"),
        ("surface-combat", "campaign"),
        ("space-combat", "mission"),
        ("space-combat", "final"),
        ("space-combat", "campaign"),
    ],
)
def test_the_fixed_list_has_every_answer_that_random_games_offer(key: str, scenario: str) -> None:
    """Guards: the list is built from what is declared, so nothing a game asks may be missing from it."""
    rules = Rulebook(key, {"scenario": scenario}, actions="fixed")
    rng = random.Random(1)
    for seed in range(12):
        episode = Episode(rules, seed)
        while episode.seat is not None:
            assert [rules.keys[action] for action in episode.legal] == episode.ask.keys
            episode.act(rng.choice(episode.legal))


def test_connect_four_has_seven_actions() -> None:
    options = CONNECT_FOUR.options_type()
    assert answers_of(CONNECT_FOUR, options) == tuple(f"drop:{column}" for column in range(1, 8))


@pytest.mark.parametrize("key", ["red-dust", "mars-or-die", "rogue-trooper"])
def test_games_that_cannot_list_their_answers_say_so(key: str) -> None:
    with pytest.raises(SandtableError, match=r'no fixed list of actions.*Use actions="index"'):
        Rulebook(key, actions="fixed")


def test_an_illegal_action_ends_the_game_with_the_lowest_score() -> None:
    env = SandtableEnv("surface-combat")
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(127)
    assert (reward, terminated, truncated, info["action_mask"].sum()) == (-1.0, True, False, 0)
    with pytest.raises(SandtableError, match="Call reset"):
        env.step(0)


def test_only_whoever_is_illegal_pays_for_it() -> None:
    env = SandtableAEC(CONNECT_FOUR)
    env.reset(seed=1)
    env.step(0)
    env.step(99)
    assert env.rewards == {"red": 0.0, "yellow": -1.0}
    assert all(env.terminations.values())


def test_a_question_with_too_many_options_is_an_error_that_says_how_many() -> None:
    env = SandtableAEC(CONNECT_FOUR, most_options=5)
    env.reset(seed=1)
    with pytest.raises(SandtableError, match=r"'drop' has 7 options.*room for 5.*most_options=7"):
        env.observe("red")


def test_an_episode_is_the_game_that_the_seed_begins_at_a_table() -> None:
    """Guards: what a program learned on is what people play."""
    episode, table = Episode(Rulebook("surface-combat"), 21), sandtable.new("surface-combat", seed=21)
    rng = random.Random(2)
    while episode.seat is not None:
        assert table.ask is not None
        assert table.ask.keys == episode.ask.keys
        place = rng.choice(episode.legal)
        table.choose(table.ask.keys[place])
        episode.act(place)
    assert table.outcome is not None
    assert table.outcome == episode.table.outcome
    assert episode.returns() == [2 * score - 1 for score in table.outcome.scores]


def test_bots_take_the_other_seats() -> None:
    env = SandtableEnv("rogue-trooper", {"players": 2, "rounds": 3}, bots="house")
    rng = random.Random(4)
    env.reset(seed=5)
    over = False
    while not over:
        assert env.episode.seat == 0
        _, reward, over, _, info = env.step(rng.choice(env.action_masks().nonzero()[0]))
    assert -1.0 <= reward <= 1.0
    assert not info["action_mask"].any()


def test_a_wrong_seat_or_bot_is_named() -> None:
    with pytest.raises(SandtableError, match="blue"):
        SandtableEnv(CONNECT_FOUR, seat="blue")
    with pytest.raises(SandtableError, match="each of the other seats"):
        SandtableEnv(CONNECT_FOUR, bots={"red": "random"})


@pytest.mark.parametrize("make", [SandtableAEC, SandtableEnv])
def test_an_unknown_render_mode_is_told_at_once(make: type[SandtableAEC] | type[SandtableEnv]) -> None:
    with pytest.raises(SandtableError, match="not 'human'"):
        make("surface-combat", render_mode="human")


def test_rendering_shows_the_board_and_the_question() -> None:
    env = SandtableAEC(CONNECT_FOUR, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert ". . . . . . ." in text
    assert "Which column?" in text
    assert "Drop in column 4" in text
