"""Games that were left: killed, damaged, truncated, foreign, open in two windows."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import sandtable

from .conftest import Run
from .terminal import PROMPT, Terminal, command
from .test_play import HOT_SEAT, only_journal


def question(screen: str) -> str:
    """The last question on a screen with its options."""
    return screen[screen.rindex("\n\n") :]


@pytest.mark.parametrize(
    ("game", "typed"),
    [
        (HOT_SEAT, ["4", "4", "3"]),
        (("play", "stash", "--seed", "8", "--seat", "bob=random"), ["draw", "stash"]),
        (("play", "bazaar", "--seat", "bob=person"), ["silk", "salt", "u", "done"]),
    ],
)
def test_resume_after_kill_9(game: tuple[str, ...], typed: list[str], data: Path) -> None:
    """Guards: a real kill -9 in the middle of a game loses nothing; resume goes on at the very question."""
    with Terminal(*game, data=data) as terminal:
        screen = terminal.until(PROMPT)
        for line in typed:
            screen = terminal.type(line)
        board = terminal.type("/board")
        terminal.kill()
    with Terminal("resume", data=data) as again:
        resumed = again.until(PROMPT)
        assert question(resumed) == question(screen)
        assert again.type("/board") == board
        again.type("q", "The game is kept.")
        assert again.code() == 0


def test_an_answer_is_on_the_disk_before_the_next_question(data: Path) -> None:
    """Guards: when the next question appears, the journal already holds the answer."""
    with Terminal(*HOT_SEAT, data=data) as terminal:
        terminal.until(PROMPT)
        for n in range(1, 5):
            terminal.type(str(n))
            assert sandtable.load(only_journal(data)).turn == n


def test_resume_by_id_by_path_and_the_newest(run: Run, data: Path) -> None:
    """Guards: `resume` takes the game played last; a part of the name or a path chooses another; both commands work."""
    run(*HOT_SEAT, typed="4\n")
    first = only_journal(data)
    os.utime(first, (0, 0))  # long before the next one
    run("play", "bazaar", typed="")
    assert "Bazaar, turn 0" in run("resume").stdout
    for args in (("resume", first.stem[-6:]), ("resume", str(first)), ("play", "--resume", first.name)):
        result = run(*args)
        assert "Connect four, turn 1" in result.stdout
        assert "Red drops a disc in column 4." in result.stdout
    both = run("resume", ".journal")
    assert "could be any of 2 games" in both.stderr


def test_a_game_of_ones_own_is_found_again(run: Run, data: Path) -> None:
    """Guards: a game begun as "module:name" is resumed and replayed under that name."""
    name = "tests.cli.bazaar:CELLAR"
    assert "Which goods?" in run("play", name, typed="silk\n").stdout
    assert "Cellar, turn 0" in run("resume").stdout
    assert "The game is not over." in run("replay", "cellar").stdout


def test_a_finished_game_is_not_resumed(run: Run, data: Path) -> None:
    """Guards: a game that is over is no unfinished game, and says how to see it again."""
    run(*HOT_SEAT, typed="4\n3\n4\n3\n4\n3\n4\n")
    assert run("resume").exit_code == 2
    result = run("resume", str(only_journal(data)))
    assert (result.exit_code, "that game is over. See it again: sandtable replay" in result.stderr) == (
        2,
        True,
    )


def test_two_windows_cannot_play_one_game(run: Run, data: Path) -> None:
    """Guards: a journal that is being played is not opened a second time; a killed window lets go of it."""
    with Terminal(*HOT_SEAT, data=data) as terminal:
        terminal.until(PROMPT)
        result = command("resume", data=data)
        assert result.returncode == 2
        assert "is being played in another window." in result.stderr
        terminal.kill()
        assert command("resume", data=data).returncode == 0


def test_another_player_takes_a_seat(run: Run, data: Path) -> None:
    """Guards: --seat at resume puts somebody else in a chair, for now."""
    run(*HOT_SEAT, typed="4\n")
    out = run("resume", "--seat", "yellow=random", typed="4\n").stdout
    assert "Yellow  Which column?" not in out
    assert "Yellow drops a disc" in out


def test_a_record_names_no_code_to_run(run: Run, data: Path) -> None:
    """Guards: a journal cannot make us import a module; a bot of one's own has to be named by the person."""
    run("play", "connect-four", "--seat", "yellow=random", "--journal", "j", typed="4\n")
    path = data / "j"
    path.write_bytes(path.read_bytes().replace(b'"yellow":"random"', b'"yellow":"antigravity:fly"'))
    result = run("resume", "j")
    assert result.exit_code == 0
    assert "yellow is played by a person now; the journal says 'antigravity:fly'." in result.stdout


def broken(data: Path, run: Run) -> tuple[Path, int]:
    """A journal of six answers whose ninth line is damaged."""
    run(*HOT_SEAT, "--journal", "j", typed="1\n2\n3\n4\n5\n6\n")
    path = data / "j"
    lines = path.read_bytes().split(b"\n")
    lines[8] = b'{"t":"turn","n":8,"turn'
    path.write_bytes(b"\n".join(lines))
    return path, 9


def test_a_damaged_journal_names_its_line_and_can_be_recovered(run: Run, data: Path) -> None:
    """Guards: damage is named by line; --recover opens what is sound in a new file and never touches the old one."""
    path, line = broken(data, run)
    before = path.read_bytes()
    refused = run("resume", "j")
    assert refused.exit_code == 2
    assert refused.stderr.count("\n") == 1
    assert f"line {line}, turn 4: damaged" in refused.stderr
    assert "--recover" in refused.stderr
    result = run("resume", "j", "--recover", typed="7\n")
    assert result.exit_code == 0
    assert "The undamaged part is now in j-recovered1; j stays as it was." in result.stdout
    assert path.read_bytes() == before
    assert sandtable.load(data / "j-recovered1").turn == 5
    assert run("play", "--resume", "j", "--recover").exit_code == 0
    assert (data / "j-recovered2").exists()


def test_a_torn_last_line_was_never_acknowledged(run: Run, data: Path) -> None:
    """Guards: a journal cut off in the middle of its last line goes on without a word, and is whole again after."""
    run(*HOT_SEAT, "--journal", "j", typed="1\n2\n3\n")
    path = data / "j"
    path.write_bytes(path.read_bytes()[:-20])
    result = run("resume", "j", typed="4\n")
    assert (result.exit_code, result.stderr) == (0, "")
    assert sandtable.load(path).ask is not None


@pytest.mark.parametrize(
    "content", [b"", b"\x89PNG\r\n\x1a\n\x00\xff", b'{"sandtable":1}\n', b"[]", b"\n\n\n"]
)
@pytest.mark.parametrize("name", ["resume", "replay", "verify"])
def test_foreign_files_get_a_clear_line(content: bytes, name: str, run: Run, data: Path) -> None:
    """Guards: a file that is no journal, whatever is in it, is told in one line."""
    (data / "x").write_bytes(content)
    result = run(name, "x")
    told = result.stderr if result.exit_code == 2 else result.stdout
    assert result.exit_code in ((1, 2) if name == "verify" else (2,))
    assert re.search(r"line 1: ", told)
    assert told.count("\n") == 1


def test_a_game_that_is_not_installed_is_told(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Guards: the journal of a game that is not known here names the game."""
    run(*HOT_SEAT, "--journal", "j")
    monkeypatch.setenv("SANDTABLE_GAMES", "tests.cli.bazaar")
    result = run("resume", "j")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "There is no game 'connect-four'." in result.stderr
