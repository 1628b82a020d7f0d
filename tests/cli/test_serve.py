"""`sandtable serve`: a mistake in what the host adds or offers is named before the server starts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandtable.engine import give_packs
from sandtable.games import own
from sandtable.server.tables import catalogue
from tests.own import write_game, write_pack

from .conftest import Run

HALF = 'from sandtable import Game\nclass Half(Game):\n    key = title = "half"\nGAME = Half()\n'
FILES = {
    "broken.py": "\nx\n",
    "empty.py": "",
    "sys.py": "",
    "string.py": "",
    "half.py": HALF,
    "class.py": HALF.replace("Half()", "Half"),
    "no-name.py": "",
    "none.py": "GAMES = []\n",
    "odd_key.py": "from derelict import Derelict\nclass Odd(Derelict):\n    key = 'a/b'\nGAME = Odd()\n",
    "wrong.toml": 'ofer = "stash"\n',
    "wrong_value.toml": "sweep = [[1]]\n",
}


@pytest.fixture
def desk(data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with games, packs and settings, most of them wrong; nothing of them stays in this process."""
    for name in ("SANDTABLE_PACKS", "SANDTABLE_OFFER"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.delitem(sys.modules, "derelict", raising=False)  # tests of the pages leave theirs
    catalogue.installed_games.cache_clear()
    write_game(data)
    for name, old, new in (
        ("outpost", "", ""),
        ("twin", "twin", "outpost"),
        ("bad", "worth = 1", 'worth = "1"'),
        ("foreign", '"stash"', '"stahs"'),
        ("flat", '"stash"', '"connect-four"'),
        ("default", "", ""),
    ):
        for file in write_pack(data, name).iterdir():
            file.write_text(file.read_text().replace(old, new, 1))
    for name, text in FILES.items():
        (data / name).write_text(text)
    yield data
    for name, module in list(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(str(data)):
            del sys.modules[name]
    catalogue.installed_games.cache_clear()
    catalogue.info_of.cache_clear()
    give_packs([])
    own._given = ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--games nowhere.py", "There is no file or folder {at}/nowhere.py to read games from."),
        ("--games nowhere", "There is no module 'nowhere' for SANDTABLE_GAMES to import."),
        ("--games broken.py", "{at}/broken.py cannot be imported: NameError: name 'x' is not defined (broken.py, line 2)."),
        ("--games empty.py", "{at}/empty.py has no games: it needs GAME = YourGame(), or a list of games called GAMES."),
        ("--games none.py", "{at}/none.py has no games: it needs GAME = YourGame(), or a list of games called GAMES."),
        ("--games odd_key.py", "{at}/odd_key.py: Odd.key is 'a/b', but may have only letters, digits, - and _."),
        ("--games half.py", "{at}/half.py: Half needs a state_type"),
        ("--games class.py", "is a class; a game is an instance of it: Half()."),
        ("--games no-name.py", "Python needs a name of letters, digits and _. Rename it."),
        ("--games sys.py", "there is another module called 'sys' (part of Python)"),
        ("--games string.py", "there is another module called 'string'"),
        ("--games outpost", "{at}/outpost is a pack and no game: give it with --pack"),
        ("--games derelict.py --games benchmarks", "benchmarks has no games"),
        ("--pack derelict.py", "{at}/derelict.py is a file, and a pack is a folder; a game is given with --games"),
        ("--pack nowhere", "{at}/nowhere: there is no such folder"),
        ("--pack outpost --pack twin", "the pack in {at}/outpost has the name 'outpost' too"),
        ("--pack default", "a pack of this name comes with stash; give yours another name"),
        ("--pack bad", "cards.toml: entry 1 (ice_a): worth: a whole number is expected"),
        ("--pack foreign", "There is no game 'stahs'."),
        ("--pack flat", "Connect four is played without packs"),
        ("--offer stahs", "SANDTABLE_OFFER (--offer): There is no game 'stahs'."),
        ("--offer stash/nowhere", "There is no pack of Stash 'nowhere'. Possible: default."),
        ("--settings wrong.toml", "There is no setting 'ofer'."),
        ("--settings wrong_value.toml", "sweep must be a text, a number or a list of texts."),
        ("--settings nowhere.toml", "The settings in nowhere.toml cannot be read: No such file or directory."),
    ],
)  # fmt: skip
def test_a_mistake_is_named_before_the_server_starts(desk: Path, run: Run, words: str, said: str) -> None:
    """One line that says what is wrong and where."""
    result = run("serve", "--no-browser", *words.split())
    assert result.exit_code == 2
    assert said.format(at=desk) in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_two_games_cannot_have_one_key(desk: Path, run: Run) -> None:
    """Neither of them is taken in silence."""
    (desk / "other.py").write_text((desk / "derelict.py").read_text())
    result = run("serve", "--no-browser", "--games", "derelict.py", "--games", "other.py")
    assert f"{desk}/derelict.py and {desk}/other.py both have a game with the key 'derelict'" in result.stderr
