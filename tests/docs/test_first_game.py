"""The game that "Your first game" builds: short, whole, sound and worth playing, as the page says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.bots import make_bot
from sandtable.engine import Game
from sandtable.engine.contract import ContractBroken, check_contract, check_planted_leaks
from sandtable.lab import play
from tests.docs.pages import FIRST_GAME, blocks, first_game, module_of
from tests.lengths import IS_QUICK, games


@pytest.fixture(scope="module")
def game() -> Game[Any]:
    found: Game[Any] = module_of(first_game(), "derelict").GAME
    return found


def test_the_whole_game_has_under_a_hundred_lines() -> None:
    lines = first_game().splitlines()
    assert len(lines) < 100
    assert f"one file of {len(lines)} lines" in FIRST_GAME.read_text(encoding="utf-8")


def test_every_step_is_part_of_the_whole_file() -> None:
    """What the page explains piece by piece is what the file says."""
    whole = first_game()
    pieces = [piece for piece in blocks(FIRST_GAME.read_text(encoding="utf-8"), "python") if piece != whole]
    assert len(pieces) >= 6
    for piece in pieces:
        assert piece.rstrip() in whole, piece
    shown = {line for piece in pieces for line in piece.splitlines()}
    left_out = [line for line in whole.splitlines() if line not in shown]
    assert all(line.startswith(('"""', "from ", "import ", "GAME")) for line in left_out), left_out


def test_the_game_keeps_the_contract(game: Game[Any]) -> None:
    """Every promise over twenty games, with a bot that searches; and leaks planted in it are found."""
    seen = check_contract(game, games=games(20), bot=lambda seed: make_bot("search:20", seed))
    assert seen.games == games(20)
    assert seen.compared > games(500), "the leak test must really compare"
    assert IS_QUICK or seen.asked_bot > 5
    check_planted_leaks(game)


def test_the_page_is_right_about_the_leak_it_suggests(tmp_path: Path) -> None:
    """ "Let `view` show the zones instead of what is seen, and run it again." """
    before = "s.drones.seen(BAY + crew, seat)"
    assert before in first_game()
    leaky = module_of(first_game().replace(before, "s.drones.zones[BAY + crew]"), "leaky")
    with pytest.raises(ContractBroken, match=r"may not know|not idle"):
        check_contract(leaky.GAME, games=5, keep=tmp_path)


def test_bots_play_it_to_its_end(game: Game[Any]) -> None:
    for seed in range(3):
        table = sandtable.new(game, seed=seed)
        play(table, {"magpie": make_bot("search:15", seed), "jackal": make_bot("random", seed)})
        assert table.outcome is not None
        assert sum(table.outcome.scores) == 1
        assert table.turn == 9, "the set-up and eight wrecks"


def test_thinking_pays(game: Game[Any]) -> None:
    """A game in which search were no better than random would have no point."""
    scores = 0.0
    for seed in range(12):
        table = sandtable.new(game, seed=seed)
        thinker = ("magpie", "jackal")[seed % 2]
        bots = {
            seat.id: make_bot("search:60" if seat.id == thinker else "random", seed) for seat in table.seats
        }
        outcome = play(table, bots).outcome
        assert outcome is not None
        scores += outcome.scores[seed % 2]
    assert scores >= 7, "of 12"


def test_its_rules_are_cited_where_they_ask(game: Game[Any]) -> None:
    table = sandtable.new(game, seed=3)
    assert table.ask is not None
    assert table.ask.rule == "2.1"


def commands() -> list[str]:
    """The commands the page shows, without the prompt."""
    shown = "".join(blocks(FIRST_GAME.read_text(encoding="utf-8"), "console"))
    return [line.removeprefix("$ ") for line in shown.splitlines() if line.startswith("$ ")]


def run_in(folder: Path, words: list[str], typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("SANDTABLE")}
    environment = clean | {"SANDTABLE_DATA": str(folder / "data")} | more
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=folder,
        env=environment,
        input=typed,
        text=True,
        capture_output=True,
    )


def test_the_commands_on_the_page(tmp_path: Path) -> None:
    """`SANDTABLE_GAMES` makes the game known to the command, in a folder that has nothing but the file."""
    (tmp_path / "derelict.py").write_text(first_game(), encoding="utf-8")
    setting, *shown = commands()
    assert setting == "export SANDTABLE_GAMES=derelict.py"
    # The server with a game file is tested in tests/server/web/test_own_games.py.
    assert [line.split()[1] for line in shown] == ["games", "play", "sim", "serve", "serve"]
    assert all("--games derelict.py" in line for line in shown[3:])
    known = {"SANDTABLE_GAMES": "derelict.py"}
    listed = run_in(tmp_path, [*shown[0].split(), "--json"], **known)
    assert json.loads(listed.stdout)[-1]["key"] == "derelict", listed.stderr
    played = run_in(tmp_path, shown[1].split(), typed="done\n", **known)
    assert "Send which drone?" in played.stdout, played.stderr
    resumed = run_in(tmp_path, ["sandtable", "resume"], **known)
    assert "Send which drone?" in resumed.stdout, resumed.stderr
    words = shown[2].replace("--games 100", "--games 2").replace("search:50", "search:2").split()
    simulated = run_in(tmp_path, [*words, "--json"], **known)
    assert json.loads(simulated.stdout)["games"] == 2, simulated.stderr


def test_a_game_by_module_and_name(tmp_path: Path) -> None:
    """`sandtable play derelict.py:GAME` needs no setting, nor does the module's name."""
    (tmp_path / "derelict.py").write_text(first_game(), encoding="utf-8")
    assert "`sandtable play derelict.py:GAME`" in FIRST_GAME.read_text(encoding="utf-8")
    for words in (["play", "derelict.py:GAME"], ["resume"], ["play", "derelict:GAME"]):
        played = run_in(tmp_path, ["sandtable", *words], typed="done\n")
        assert "Send which drone?" in played.stdout, played.stderr
