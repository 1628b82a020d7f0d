"""A pack is proved by playing it: every set-up can be begun, and won and lost."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from sandtable.cli import cli
from sandtable.engine import Game, Outcome, Scenario, SetUp, State
from sandtable.games import find_game
from sandtable.lab import Proof, prove


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_GAMES", "benchmarks.games,tests.lab.trials")


def pack_of(folder: Path, **trial: Any) -> Path:
    """A pack with one trial, called t."""
    made = folder / "mine"
    made.mkdir()
    (made / "pack.json").write_text('{"game": "trials", "name": "mine", "title": "Mine"}')
    (made / "trials.json").write_bytes(msgspec.json.encode([{"id": "t", "needs": 4, **trial}]))
    return made


def proved(folder: Path, games: int = 60, **trial: Any) -> Proof:
    """What playing shows of a pack with this trial."""
    made = pack_of(folder, **trial)
    game = find_game("trials")
    (set_up,) = game.set_ups(game.pack(str(made)))
    return prove("trials", set_up, pack=str(made), games=games)


def test_a_trial_that_can_be_won_and_lost_is_proved(tmp_path: Path) -> None:
    """The promise: a win and a loss were seen."""
    proof = proved(tmp_path)
    assert proof.ok
    assert proof.problems == []


def test_what_can_never_be_won_is_told(tmp_path: Path) -> None:
    """The promise: "Mission X was never won in N games"."""
    proof = proved(tmp_path, needs=7)
    assert (proof.problems, proof.games) == (["Trial t: never won in 60 games"], 60)
    assert not proof.ok


def test_what_can_never_be_lost_is_told(tmp_path: Path) -> None:
    """The promise: a set-up that nobody can lose, not even by playing anything, is no trial."""
    assert proved(tmp_path, needs=-1).problems == ["Trial t: never lost in 60 games"]


def test_each_side_must_win_and_lose_once(tmp_path: Path) -> None:
    """The promise: for two seats each side has won and lost once; who never did is named."""
    assert proved(tmp_path, seats=2).ok


def test_a_side_that_never_wins_is_named(tmp_path: Path) -> None:
    """The promise: for two seats each side has won and lost once; who never did is named."""
    assert proved(tmp_path, seats=2, needs=7).problems == [
        "Trial t: Seat 0 never won in 60 games",
        "Trial t: Seat 1 never lost in 60 games",
    ]


def test_a_winner_is_enough_where_the_game_says_so(tmp_path: Path) -> None:
    """The promise: among many seats it is enough that a game ended with a winner."""
    assert proved(tmp_path, seats=3, needs=-1, everybody=False).ok


def test_a_game_that_nobody_ever_wins_is_told(tmp_path: Path) -> None:
    """The promise: among many seats a game must end with a winner."""
    assert proved(tmp_path, seats=3, drawn=True, everybody=False).problems == [
        "Trial t: nobody ever won in 60 games"
    ]


def test_a_game_that_fails_names_the_command_that_repeats_it(tmp_path: Path) -> None:
    """The promise: a game that fails names the set-up and the seed that repeats it; the command fails the same way."""
    (problem,) = proved(tmp_path, breaks=1).problems
    assert problem.startswith("Trial t: a game failed: ZeroDivisionError: the scales break at ")
    told, _, line = problem.partition(". Repeat it with: ")
    assert told
    program, *args = shlex.split(line)
    assert program == "sandtable"
    result = CliRunner().invoke(cli, [*args, "--journals", str(tmp_path / "kept")])
    assert result.exit_code == 1
    assert "ZeroDivisionError: the scales break" in result.output


def test_play_goes_on_to_look_for_errors(tmp_path: Path) -> None:
    """A win and a loss are soon seen; the error that one answer in twelve leads to must be found all the same."""
    assert not proved(tmp_path, breaks=6).ok


def test_a_long_game_is_proved_by_few() -> None:
    """Play ends when everything was seen and random players have taken some thousand decisions, not later."""
    game = find_game("stash")
    (set_up,) = game.set_ups(game.pack("default"))
    proof = prove("stash", set_up)
    assert proof.ok
    assert 10 < proof.games < 300


def test_a_set_up_that_cannot_be_begun_is_told(tmp_path: Path) -> None:
    """The promise: the check proves that a pack can be set up."""
    (problem,) = proved(tmp_path, is_broken=True).problems
    assert problem.startswith("Trial t: a game failed: ValueError: There is no court at ")


def test_a_game_without_end_is_told(tmp_path: Path) -> None:
    """The promise: a bound on the length of a game; one that goes on and on is a problem and not a hang."""
    made = pack_of(tmp_path, endless=True)
    (problem,) = prove("trials", SetUp("T", {"trial": "t"}), pack=str(made), at_most=50).problems
    assert problem.startswith("T: a game failed: The game was not over after 50 decisions.")


def test_the_same_pack_is_proved_by_the_same_games(tmp_path: Path) -> None:
    """Play is seeded: the check says the same thing every time."""
    first = proved(tmp_path)
    game = find_game("trials")
    (set_up,) = game.set_ups(game.pack(str(tmp_path / "mine")))
    assert prove("trials", set_up, pack=str(tmp_path / "mine"), games=60) == first


def test_progress_is_told_game_by_game(tmp_path: Path) -> None:
    """The promise: a progress bar, so somebody must say how far it is."""
    made, seen = pack_of(tmp_path, needs=7), list[int]()
    prove("trials", SetUp("T", {"trial": "t"}), pack=str(made), games=5, progress=seen.append)
    assert seen == [1, 2, 3, 4, 5]


class Two(Game[State]):
    key, title = "two", "Two"
    scenarios = (Scenario("a", "First"), Scenario("b", "Second"))

    def outcome(self, s: State) -> Outcome | None:
        return None


def test_a_game_that_says_nothing_is_proved_scenario_by_scenario() -> None:
    """The default of the hook: one set-up for each scenario, in which everybody wins and loses."""
    assert Two().set_ups(None) == [  # type: ignore[arg-type]
        SetUp("First", {"scenario": "a"}),
        SetUp("Second", {"scenario": "b"}),
    ]


DEFAULTS = {
    "surface-combat": ["mission", "campaign"],
    "space-combat": ["mission", "final", "campaign"],
    "mars-or-die": ["s1", "s2", "s3", "s4", "s5", "s6"],
}


@pytest.mark.parametrize("key", DEFAULTS)
def test_every_scenario_of_a_default_pack_is_to_be_proved(key: str) -> None:
    """The promise: each Mission and scenario; none is left out."""
    game = find_game(key)
    found = game.set_ups(game.pack("default"))
    assert {each.options.get("own") or each.options["scenario"] for each in found} == set(DEFAULTS[key])
    assert all(each.everybody for each in found)
    assert len({each.label for each in found}) == len(found), "each has a name of its own"


BY_NAME = [
    key
    for key in ("surface-combat", "space-combat")
    if "mission" in find_game(key).options_type.__struct_fields__
]


@pytest.mark.parametrize("key", BY_NAME)
def test_every_mission_is_to_be_proved_by_itself(key: str) -> None:
    """The promise: each Mission of Free Mars as a single Mission, where it can be had by name."""
    game = find_game(key)
    pack = game.pack("default")
    asked = {each.options["mission"] for each in game.set_ups(pack) if "mission" in each.options}
    assert asked == {mission.id for mission in pack["missions"]}


def test_rogue_trooper_is_proved_with_two_and_with_six() -> None:
    """The promise: the fewest and the most players; a winner is enough."""
    game = find_game("rogue-trooper")
    found = [(each.options["players"], each.everybody) for each in game.set_ups(game.pack("default"))]
    assert found == [(2, False), (6, False)]
