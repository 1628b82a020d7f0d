"""The game as the engine sees it: replays, and the contract."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import sandtable
from sandtable.engine import open_journal
from sandtable.engine.contract import check_contract, check_planted_leaks
from sandtable.games.mars_or_die import GAME
from tests.lengths import a_tenth

SCENARIOS = ("s1", "s2", "s3", "s4", "s5", "s6")


def test_replays_agree_bit_for_bit() -> None:
    """A saved game that is played again has the same state, to the last thousandth of an inch."""
    table = sandtable.new(GAME, seed=11, scenario="s6")
    rng = random.Random(3)
    while table.ask is not None:
        option = table.ask.options[table.run.values.index(GAME.policy(table.run, rng))]
        table.choose(option)
    again = open_journal(table.save(), lambda key: GAME)
    assert again.run.state.digest() == table.run.state.digest()
    assert again.outcome == table.outcome


def test_contract(skirmish: str) -> None:
    """Every promise of the engine holds; hands are hidden."""
    seen = check_contract(GAME, games=2, options={"scenario": "own", "pack": skirmish}, worlds=30)
    assert seen.games == 2
    assert seen.observers > 20, "secrets were changed while somebody watched"
    assert {"action", "unit", "set_up", "start"} <= set(seen.topics)


@pytest.mark.parametrize(
    "scenario",
    [
        pytest.param(scenario, marks=() if scenario in a_tenth(["s6", "s1", "s4"]) else pytest.mark.soak)
        for scenario in SCENARIOS
    ],
)
def test_contract_of_every_scenario(scenario: str) -> None:
    """The same in a game of each scenario, with the slow checks at some of its decisions. In s6 there are no cards."""
    seen = check_contract(
        GAME, games=1, options={"scenario": scenario}, worlds=12, share=0.05, hides_nothing=scenario == "s6"
    )
    assert seen.decisions > 200


def test_planted_leaks_are_found(skirmish: str) -> None:
    """The suite is awake for this game."""
    check_planted_leaks(GAME, options={"scenario": "own", "pack": skirmish})


def test_the_packs_are_where_the_game_looks() -> None:
    """The default pack is sound."""
    assert GAME.pack_folder is not None
    assert (Path(GAME.pack_folder) / "default" / "scenarios.toml").is_file()
    assert len(GAME.pack("default")["scenarios"]) == 6
