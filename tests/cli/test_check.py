"""`sandtable check`: every mistake at once, then the proof by play."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sandtable.games import find_game

from .conftest import Run
from .terminal import ROOT


@pytest.fixture(autouse=True)
def _known(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_GAMES", "benchmarks.games,tests.lab.trials")


def trials(data: Path, *found: dict[str, Any]) -> str:
    """A pack of trials in the present folder."""
    made = data / "mine"
    made.mkdir()
    (made / "pack.json").write_text('{"game": "trials", "name": "mine", "title": "Mine"}')
    (made / "trials.json").write_bytes(msgspec.json.encode([{"needs": 4, **each} for each in found]))
    return "mine"


def test_a_pack_is_proved_by_playing_it(run: Run, data: Path) -> None:
    """The promise: the check proves that each set-up can be won and lost, and says so."""
    result = run("check", trials(data, {"id": "a"}, {"id": "b", "seats": 2}), "--games", "40")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "OK: mine, a pack for trials: 2 trials.\nPlayed 80 games in 2 set-ups: each can be won and lost.\n"
    )


def test_what_was_never_seen_is_a_problem(run: Run, data: Path) -> None:
    """The promise: "Mission X was never won in 400 games"; all set-ups are played, and the exit code is 1."""
    pack = trials(
        data, {"id": "a", "needs": 7}, {"id": "b"}, {"id": "c", "needs": -1}, {"id": "d", "breaks": 6}
    )
    result = run("check", pack, "--games", "40")
    assert result.exit_code == 1
    never_won, never_lost, failed = result.stdout.splitlines()
    assert (never_won, never_lost) == ("Trial a: never won in 40 games", "Trial c: never lost in 40 games")
    assert failed.startswith("Trial d: a game failed: ZeroDivisionError: the scales break")
    assert "sandtable sim trials --games 1 --seed " in failed


def test_without_play_only_the_data_is_read(run: Run, data: Path) -> None:
    """The promise: --no-play skips the games."""
    result = run("check", trials(data, {"id": "a", "needs": 7}), "--no-play")
    assert (result.exit_code, result.stdout) == (0, "OK: mine, a pack for trials: 1 trial.\n")


def test_programs_get_the_same(run: Run, data: Path) -> None:
    """--json: the problems, and what was played."""
    pack = trials(data, {"id": "a", "needs": 7}, {"id": "b"})
    result = run("check", pack, "--games", "9", "--json")
    assert result.exit_code == 1
    found = msgspec.json.decode(result.stdout)
    assert found["problems"] == ["Trial a: never won in 9 games"]
    assert [(proof["label"], proof["games"]) for proof in found["played"]] == [("Trial a", 9), ("Trial b", 9)]
    assert found["ok"] is False


def test_a_broken_pack_is_not_played(run: Run, data: Path) -> None:
    """Play comes after the data is sound: what a typing mistake leads to is of no use to anybody."""
    result = run("check", trials(data, {"id": "a", "needs": 7, "breaks": 9}))
    assert (result.exit_code, result.stdout) == (1, "trials: a: a die has six faces\n")


def test_deeper_checks_wait_for_what_cannot_be_read(run: Run, data: Path) -> None:
    """The promise: if entries could not be read, the check says that more may come."""
    result = run(
        "check", trials(data, {"id": "a", "needs": "four", "breaks": 9}, {"id": "b", "needs": "five"})
    )
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        'trials.json: entry 1 (a): needs: a whole number is expected, not "four"',
        'trials.json: entry 2 (b): needs: a whole number is expected, not "five"',
        "Once these are fixed, names and sums are checked and bots play the pack; that may find more.",
    ]


def test_deeper_checks_go_as_far_as_they_can(run: Run, data: Path) -> None:
    """The promise: a misspelt key hinders nobody, so the game's own check is told together with it."""
    result = run("check", trials(data, {"id": "a", "braeks": 9}))
    assert result.exit_code == 1
    key, deeper = result.stdout.splitlines()
    assert key.startswith('trials.json: entry 1 (a): "braeks": did you mean breaks? Allowed: id, needs, ')
    assert deeper == "trials: a: a die has six faces"


def test_a_check_that_fails_is_a_problem_and_no_traceback(run: Run, data: Path) -> None:
    """A game's own check that meets what nobody foresaw is told like everything else."""
    result = run("check", trials(data, {"id": "unforeseen"}))
    assert result.exit_code == 1
    assert result.stdout.startswith("pack: the game's own check failed with KeyError: 'unforeseen'")


def test_no_games_are_no_proof(run: Run, data: Path) -> None:
    """A number of games that makes no sense is a mistake in one line."""
    result = run("check", trials(data, {"id": "a"}), "--games", "0")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)


def test_one_set_up_is_told_as_one(run: Run, data: Path) -> None:
    """Texts have a form for one and for many; where a winner is enough, only that is claimed."""
    pack = trials(data, {"id": "a", "seats": 3, "everybody": False})
    result = run("check", pack, "--games", "9")
    assert result.stdout == (
        "OK: mine, a pack for trials: 1 trial.\nPlayed 9 games in 1 set-up: it can be won.\n"
    )


def test_a_game_without_packs_says_so(run: Run, data: Path) -> None:
    """A pack for a game that reads none is a mistake, and nothing to play 400 games with."""
    (data / "mine").mkdir()
    (data / "mine" / "pack.json").write_text('{"game": "connect-four", "name": "mine", "title": "Mine"}')
    result = run("check", "mine")
    assert (result.exit_code, result.stdout) == (1, "pack: Connect four is not played with packs.\n")


def default_of(key: str) -> str:
    folder = find_game(key).pack_folder
    assert folder is not None
    return str(folder / "default")


def test_a_default_pack_is_proved(run: Run) -> None:
    """The promise: what a game comes with can be set up, won and lost, Mission by Mission."""
    result = run("check", default_of("space-combat"))
    assert result.exit_code == 0, result.stdout
    assert result.stdout.endswith(" set-ups: each can be won and lost.\n")


def test_the_pack_on_the_page_about_free_mars_is_proved(run: Run) -> None:
    """docs/tinker/free-mars-packs.md shows what the check says; only the number of games may change with the rules."""
    result = run("check", str(ROOT / "docs" / "packs" / "noctis-pocket"))
    page = (ROOT / "docs" / "tinker" / "free-mars-packs.md").read_text(encoding="utf-8")
    shown = page.partition("$ sandtable check docs/packs/noctis-pocket\n")[2].partition("\n$ ")[0]
    without_number = partial(re.sub, r"Played \d+", "Played N")
    assert (result.exit_code, without_number(result.stdout.rstrip())) == (0, without_number(shown))


@pytest.mark.soak
@pytest.mark.parametrize("key", ["red-dust", "surface-combat", "mars-or-die", "rogue-trooper"])
def test_every_default_pack_is_proved(key: str, run: Run) -> None:
    """The same for the packs that take longer."""
    result = run("check", default_of(key))
    assert result.exit_code == 0, result.stdout
