"""Mistakes: one clear line on stderr, exit code 2, no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from sandtable.cli import cli

from .conftest import Run
from .terminal import command, environment

PACK = "game = 'stash'\nname = 'mine'\ntitle = 'Mine'\n"
PLAY = ("play", "connect-four")
MISTAKES = {
    "command": (("gaems",), "There is no command 'gaems'.", "Did you mean 'games'?"),
    "option of the command": (("play", "--sead", "1"), "There is no option '--sead'.", "'--seed'?"),
    "no game": (("play",), "Which game?", "sandtable play --help"),
    "game": (("play", "conect-four"), "There is no game 'conect-four'.", "Did you mean 'connect-four'?"),
    "seat": ((*PLAY, "--seat", "yelow=random"), "There is no seat 'yelow'.", "Did you mean 'yellow'?"),
    "seat without a player": ((*PLAY, "--seat", "yellow"), "write SEAT=WHO", "red=person"),
    "bot": ((*PLAY, "--seat", "red=serch"), "There is no player 'serch'.", "Did you mean 'search'?"),
    "setting of a bot": ((*PLAY, "--seat", "red=search:lots"), "'search:lots' is not a bot", "search:1000"),
    "scenario": (("play", "bazaar", "--scenario", "shrt"), "There is no scenario 'shrt'.", "'short'?"),
    "option": (("play", "bazaar", "--option", "round=2"), "There is no option 'round'.", "'rounds'?"),
    "option without a value": (("play", "bazaar", "--option", "rounds"), "write NAME=VALUE", ""),
    "value of an option": (("play", "bazaar", "--option", "rounds=many"), "Bazaar cannot begin", "rounds"),
    "seed": ((*PLAY, "--seed", "seven"), "'seven' is not a seed.", "hexadecimal"),
    "pack": (("play", "stash", "--pack", "defalt"), "There is no pack 'defalt'.", "'default'?"),
    "pack of a game without": ((*PLAY, "--pack", "x"), "Connect four is played without packs.", ""),
    "journal in no folder": ((*PLAY, "--journal", "taken/x.journal"), "taken", ""),
    "journal that exists": ((*PLAY, "--journal", "taken"), "taken exists already.", ""),
    "resume and more": ((*PLAY, "--resume", "taken"), "--resume takes everything from the file", ""),
    "recover without a file": ((*PLAY, "--recover"), "--recover needs --resume FILE.", ""),
    "nothing to resume": (("resume",), "There is no unfinished game.", "sandtable play GAME"),
    "file": (("resume", "nothing"), "There is no game file 'nothing'.", ""),
    "file by path": (("resume", "some/where"), "There is no file some/where.", ""),
    "folder instead of a file": (("resume", "."), ". is a folder.", ""),
    "foreign file": (("resume", "taken"), "taken: line 1: this is not a Sandtable journal.", ""),
    "foreign file to replay": (("replay", "taken"), "this is not a Sandtable journal.", ""),
    "foreign file to verify": (("verify", "taken"), "this is not a Sandtable journal.", ""),
    "replay for two": (("replay", "taken", "--step", "--json"), "do not go together", ""),
    "number of games": (("sim", "stash", "--games", "none"), "'none' is not a valid integer", "sim --help"),
    "too many bots": (("sim", "stash", "--bots", "random,random,random"), "Stash has 2 seats", ""),
    "bot of a simulation": (("sim", "stash", "--bots", "randm"), "There is no bot 'randm'.", "'random'?"),
    "folder": (("check", "nowhere"), "There is no folder nowhere.", ""),
    "game to measure": (("bench", "stsh"), "There is no game 'stsh'.", "Did you mean 'stash'?"),
    "game to show": (("games", "stsh"), "There is no game 'stsh'.", "Did you mean 'stash'?"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_one_line_and_exit_code_2(name: str, run: Run, data: Path) -> None:
    """Guards: a user's mistake prints one clear line on stderr, helps where it can, and exits with 2."""
    (data / "taken").write_text("x\n")
    args, what, help_ = MISTAKES[name]
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("sandtable: ")
    assert result.stderr.count("\n") == 1
    assert what in result.stderr
    assert help_ in result.stderr


def test_a_broken_pack_is_told_in_one_line(run: Run, data: Path) -> None:
    """Guards: a pack with several problems cannot be played; one line names the first and says how to see all."""
    folder = data / "mine"
    folder.mkdir()
    (folder / "pack.toml").write_text(PACK)
    (folder / "cards.toml").write_text("[[card]]\nid = 'a'\n[[card]]\nid = 'b'\nworth = 'x'\n")
    result = run("play", "stash", "--pack", "mine")
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert "cards.toml: entry 1 (a)" in result.stderr
    assert "3 more; `sandtable check " in result.stderr


@pytest.mark.parametrize("name", [None, *cli.commands])
def test_help_has_an_example(name: str | None, run: Run) -> None:
    """Guards: --help of every command reads well and shows an example."""
    result = run("--help") if name is None else run(name, "--help")
    assert result.exit_code == 0
    assert f"sandtable {name or 'play'}" in result.stdout.partition("Example")[2]
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_without_a_terminal_the_bare_command_prints_help(data: Path) -> None:
    """Guards: `sandtable` alone opens a menu only for a person; elsewhere it prints help and ends."""
    result = command(data=data)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("Usage: sandtable")
    assert "verify" in result.stdout


def test_a_reader_that_leaves_early_is_no_error(data: Path) -> None:
    """Guards: `sandtable games | head -1` does not complain."""
    with subprocess.Popen(
        [sys.executable, "-m", "sandtable", "games", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(data),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_a_failing_rule_is_told_and_its_moment_kept(run: Run, data: Path) -> None:
    """Guards: RuleFailed says so, names the file with the failing moment, exits with 1, and the game is not lost."""
    result = run("play", "bazaar", "--seat", "bob=random", typed="done\n12\n")
    assert result.exit_code == 1
    assert result.stderr.count("\n") == 1
    assert (
        "A rule failed after the answer pay:12: ZeroDivisionError: so many coins (bazaar.py:" in result.stderr
    )
    (moment,) = (data / "failures").glob("*.moment")
    assert str(moment) in result.stderr
    assert " sandtable resume " in result.stdout
    again = run("resume", typed="q\n")
    assert "How many coins?" in again.stdout
    shown = run("replay", str(moment))
    assert "rounds left: 1" in shown.stdout
    refused = run("resume", str(moment))
    assert (refused.exit_code, "is a single moment, not a journal" in refused.stderr) == (2, True)


def test_a_file_in_place_of_a_game_says_how_to_name_its_game(run: Run) -> None:
    """Guards: whoever has just written a game and types its file is told the two ways that work."""
    told = run("play", "mine.py").stderr
    assert "Write mine.py:GAME, or set SANDTABLE_GAMES=mine.py" in told
