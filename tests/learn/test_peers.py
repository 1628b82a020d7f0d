"""The peers' own tests: what PettingZoo, Gymnasium and OpenSpiel ask of an environment holds for all five games."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator

import gymnasium
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env

import sandtable.learn.spiel
from sandtable.games import BUILT_IN
from sandtable.learn import SandtableAEC, SandtableEnv
from sandtable.learn.spaces import Layout

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PettingZoo's own tests import environments that it is about to rename
    from pettingzoo.test import api_test, seed_test

#: How many nodes from the end of a game OpenSpiel begins: it looks at every seat's observation at every node.
LAST = 120


@pytest.fixture(autouse=True)
def _only_errors() -> Iterator[None]:
    """The peers recommend other names and spaces by warnings; only their errors count."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("key", BUILT_IN)
def test_pettingzoo_accepts_the_environment(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(SandtableAEC(key), num_cycles=30)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize("key", BUILT_IN)
def test_pettingzoo_finds_the_same_game_for_the_same_seed(key: str) -> None:
    seed_test(lambda: SandtableAEC(key), num_cycles=15)


@pytest.mark.parametrize("layout", ["flat", "arrays"])
@pytest.mark.parametrize("key", BUILT_IN)
def test_gymnasium_accepts_the_environment(key: str, layout: Layout) -> None:
    check_env(SandtableEnv(key, layout=layout, bots="random"), skip_render_check=True)


def test_gymnasium_makes_every_game_by_name_and_renders_it() -> None:
    for key in BUILT_IN:
        assert f"sandtable/{key}-v0" in gymnasium.registry
    env = gymnasium.make("sandtable/surface-combat-v0", render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)  # the other mode needs a browser
    env.reset(seed=1)
    assert "Recruit" in str(env.render())


def played(game: pyspiel.Game, nodes: int) -> tuple[pyspiel.State, int]:
    """A seeded random game after so many nodes or at its end, and how many nodes it took."""
    rng, state, count = random.Random(1), game.new_initial_state(), 0
    while not state.is_terminal() and count != nodes:
        is_chance = state.is_chance_node()
        actions = [place for place, _ in state.chance_outcomes()] if is_chance else state.legal_actions()
        state.apply_action(rng.choice(actions))
        count += 1
    return state, count


@pytest.mark.parametrize("key", BUILT_IN)
def test_openspiel_accepts_the_game_with_serialisation(key: str) -> None:
    """The last part of a game here, whole games in `make soak`."""
    assert key in sandtable.learn.spiel.GAMES
    game = pyspiel.load_game(f"sandtable_{key.replace('-', '_')}")
    _, length = played(game, -1)
    start, _ = played(game, max(0, length - LAST))
    pyspiel.random_sim_test(
        game,
        num_sims=1,
        serialize=True,
        verbose=False,
        specific_initial_state=start if length > LAST else None,
    )


@pytest.mark.parametrize("key", ["surface-combat", "space-combat"])
def test_the_peers_accept_fixed_actions(key: str) -> None:
    api_test(SandtableAEC(key, actions="fixed"), num_cycles=30)
    check_env(SandtableEnv(key, actions="fixed"), skip_render_check=True)
    game = pyspiel.load_game(f"sandtable_{key.replace('-', '_')}", {"actions": "fixed"})
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.soak
@pytest.mark.parametrize("key", BUILT_IN)
def test_openspiel_accepts_whole_games(key: str) -> None:
    game = pyspiel.load_game(f"sandtable_{key.replace('-', '_')}")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
