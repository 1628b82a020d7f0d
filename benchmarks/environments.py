"""How many steps a second the environments of `sandtable.learn` take, connect four beside the peers' own.

    python -m benchmarks.environments [--seconds 1] [--json]

Random play in one process. A step of PettingZoo and Gymnasium holds the observation and the mask of whoever acts; a
step of OpenSpiel is an action of a player or of chance, without observations. Figures, never pass or fail.
"""

from __future__ import annotations

import argparse
import json
import random
import warnings
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel

from benchmarks.connect_four import GAME as CONNECT_FOUR
from sandtable.games import BUILT_IN
from sandtable.learn import SandtableAEC, SandtableEnv
from sandtable.learn import spiel as _spiel  # registers the games

#: The least disturbed of this many stretches counts.
STRETCHES = 5


def best_of(play: Callable[[random.Random], int], seconds: float) -> float:
    """Steps a second in the best of a few stretches."""
    rng, best = random.Random(1), 0.0
    for _ in range(STRETCHES):
        steps, start = 0, perf_counter()
        while (took := perf_counter() - start) < seconds / STRETCHES or not steps:
            steps += play(rng)
        best = max(best, steps / took)
    return best


def aec_game(env: Any) -> Callable[[random.Random], int]:
    """One game of a PettingZoo environment, ours or theirs."""

    def play(rng: random.Random) -> int:
        env.reset(seed=rng.randrange(1 << 30))
        steps = 0
        while True:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                return steps
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1

    return play


def gym_game(env: SandtableEnv) -> Callable[[random.Random], int]:
    def play(rng: random.Random) -> int:
        _, info = env.reset(seed=rng.randrange(1 << 30))
        steps, over = 0, False
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            _, _, over, _, info = env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
        return steps

    return play


def spiel_game(game: Any) -> Callable[[random.Random], int]:
    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions = [action for action, _ in state.chance_outcomes()]
            else:
                actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            steps += 1
        return steps

    return play


def clone_time(game: Any, seconds: float) -> tuple[float, float]:
    """Microseconds of a clone in the middle of a game, and of a clone whose legal actions are looked at."""
    rng, state = random.Random(1), game.new_initial_state()
    while not state.is_terminal() and len(state.history()) < 150:
        following = state.child(rng.choice(state.legal_actions()))
        if following.is_terminal():
            break
        state = following
    return _microseconds(state.clone, seconds), _microseconds(lambda: state.clone().legal_actions(), seconds)


def _microseconds(do: Callable[[], object], seconds: float) -> float:
    best, start = float("inf"), perf_counter()
    while perf_counter() - start < seconds:
        before = perf_counter()
        for _ in range(50):
            do()
        best = min(best, (perf_counter() - before) / 50)
    return best * 1e6


def of_game(key: str, seconds: float) -> dict[str, float]:
    game = pyspiel.load_game(f"sandtable_{key.replace('-', '_')}")
    clone, awake = clone_time(game, seconds / 4)
    return {
        "pettingzoo": best_of(aec_game(SandtableAEC(key)), seconds),
        "gymnasium": best_of(gym_game(SandtableEnv(key)), seconds),
        "openspiel": best_of(spiel_game(game), seconds),
        "clone": clone,
        "clone_and_look": awake,
    }


def of_connect_four(seconds: float) -> dict[str, float]:
    """Ours and theirs, one after the other in the same run."""
    _spiel.register(f"{CONNECT_FOUR.__module__}:GAME")
    figures = {
        "pettingzoo": best_of(aec_game(SandtableAEC(CONNECT_FOUR, actions="fixed")), seconds),
        "gymnasium": best_of(gym_game(SandtableEnv(CONNECT_FOUR, actions="fixed")), seconds),
        "openspiel": best_of(spiel_game(pyspiel.load_game("sandtable_connect_four")), seconds),
    }
    figures["their_openspiel"] = best_of(spiel_game(pyspiel.load_game("connect_four")), seconds)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pettingzoo.classic import connect_four_v3

            figures["their_pettingzoo"] = best_of(aec_game(connect_four_v3.env()), seconds)
            figures["their_pettingzoo_raw"] = best_of(aec_game(connect_four_v3.raw_env()), seconds)
    except ModuleNotFoundError as missing:
        print(f"PettingZoo's own connect four is left out: it needs {missing.name}.")
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.environments", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long to measure each figure")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    four = of_connect_four(given.seconds)
    games = {key: of_game(key, given.seconds) for key in BUILT_IN}
    if given.json:
        print(json.dumps({"connect-four": four, **games}, indent=1))
        return
    print("steps a second      PettingZoo   Gymnasium   OpenSpiel   clone µs   and look µs")
    print(
        f"connect-four      {four['pettingzoo']:>12,.0f}{four['gymnasium']:>12,.0f}{four['openspiel']:>12,.0f}"
    )
    for key, each in games.items():
        print(
            f"{key:<18}{each['pettingzoo']:>12,.0f}{each['gymnasium']:>12,.0f}{each['openspiel']:>12,.0f}"
            f"{each['clone']:>11,.0f}{each['clone_and_look']:>14,.0f}"
        )
    print(f"OpenSpiel's own connect four (C++): {four['their_openspiel']:,.0f}")
    if "their_pettingzoo" in four:
        times = four["pettingzoo"] / four["their_pettingzoo"]
        print(
            f"PettingZoo's own connect four: {four['their_pettingzoo']:,.0f}, without its checks "
            f"{four['their_pettingzoo_raw']:,.0f}. Ours takes {times:.1f} times as many steps, with checks."
        )


if __name__ == "__main__":
    main()
