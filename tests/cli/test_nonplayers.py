"""The House of a game whose rulebook prints a non-player."""

from __future__ import annotations

import re

import pytest

from sandtable.cli.play import read_options
from sandtable.cli.players import default_players, opponent, with_nonplayers
from sandtable.engine import SandtableError
from sandtable.games import find_game

from .conftest import Run

RED_DUST = find_game("red-dust")
SEATS = RED_DUST.seats(RED_DUST.options_type())


def test_the_usual_opponent_is_the_printed_one() -> None:
    assert opponent(RED_DUST) == "house"
    players = default_players(RED_DUST, SEATS)
    assert with_nonplayers(RED_DUST, {}, players) == {
        "nonplayers": ["corporations", "red_dust", "reclaimers"]
    }


def test_a_scenario_that_imposes_results_has_no_non_players() -> None:
    assert opponent(RED_DUST, "tutorial") == "level:2"
    options = {"scenario": "tutorial"}
    assert with_nonplayers(RED_DUST, options, {"marsgov": "person", "red_dust": "house"}) == options


def test_somebody_has_to_play() -> None:
    with pytest.raises(SandtableError, match="Nobody would be asked anything"):
        with_nonplayers(RED_DUST, {}, dict.fromkeys((seat.id for seat in SEATS), "house"))


def test_an_option_that_is_a_list_of_words_is_written_with_commas() -> None:
    assert read_options(RED_DUST, ["nonplayers=marsgov,red_dust"]) == {"nonplayers": ["marsgov", "red_dust"]}
    assert read_options(RED_DUST, ['nonplayers=["marsgov"]']) == {"nonplayers": ["marsgov"]}
    with pytest.raises(SandtableError, match="did you mean marsgov"):
        read_options(RED_DUST, ["nonplayers=marsgo"])


def test_other_games_have_none() -> None:
    game = find_game("rogue-trooper")
    assert with_nonplayers(game, {"players": 2}, {"red": "person", "blue": "house"}) == {"players": 2}


def test_a_simulation_calls_a_non_player_by_its_name(run: Run) -> None:
    """`sandtable sim` shows who plays each seat, and how much the rules decided for non-players."""
    out = run("sim", "red-dust", "--games", "1", "--option", "nonplayers=corporations,reclaimers").stdout
    rows = {words[0]: words[1] for line in out.splitlines() if len(words := line.split()) > 4}
    assert [rows[seat.id] for seat in SEATS] == ["random", "non-player", "random", "non-player"]
    assert re.search(r"decisions and \d+ of non-players in ", out)
