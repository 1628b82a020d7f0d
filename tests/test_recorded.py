"""Whole recorded games: under an unchanged rules version, every line still leads where it led."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine import Diverged, Game, dice_that_differ
from sandtable.games import BUILT_IN

from .fixtures.record import FOLDER, RECORDINGS, Recording

#: The same games, as they were written under older rules.
RECORDED_BEFORE = sorted(FOLDER.glob("rules-*/*.gz"))
#: Games that go another way under the present rules. They open at the last moment that fits.
OPENED_AT_LAST_MOMENT = ("red-dust-standard.journal.gz",)
OLDER = [path for path in RECORDED_BEFORE if path.name not in OPENED_AT_LAST_MOMENT]
CUT_SHORT = [path for path in RECORDED_BEFORE if path not in OLDER]


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda recording: recording.path.stem)
def test_a_recorded_game_is_the_same_game_today(recording: Recording) -> None:
    """A change of rules that alters old games raises the rules version and is recorded anew; any other must not alter them.

    Loading plays the game again and compares every answer, throw and turn with the file.
    """
    table = sandtable.load(gzip.decompress(recording.path.read_bytes()))
    assert table.header.rules == table.game.rules_version
    assert table.outcome is not None
    assert dice_that_differ(table) == []


def lines_of(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()[1:]]


@pytest.mark.parametrize("path", OLDER, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_recorded_game_of_older_rules_is_migrated(path: Path) -> None:
    """Saves that last: it is played again to its end, and what is written anew opens like any other game.

    Where the questions are those of the older rules, it is the same line by line; where a game says what old answers mean
    today, all that is thrown stays the same, and how it ends.
    """
    data = gzip.decompress(path.read_bytes())
    table = sandtable.load(data)
    assert json.loads(data.splitlines()[0])["rules"] < table.header.rules == table.game.rules_version
    old, new = lines_of(data), lines_of(table.save())
    assert sandtable.load(table.save()).save() == table.save()
    if type(table.game).migrate is not Game.migrate:
        assert thrown(old) == thrown(new)
        assert (new[-1]["t"], new[-1]["winners"]) == ("end", old[-1]["winners"])
        return
    for before, after in zip(old, new, strict=True):
        kept = {"answer": ("n", "t", "seat"), "chance": ("n", "t", "raw"), "turn": ("n", "t", "turn")}
        for field in kept.get(before["t"], tuple(before)):
            assert after[field] == before[field]
    assert table.save() == gzip.decompress((FOLDER / path.name).read_bytes()), "migrated to another game"


@pytest.mark.parametrize("path", CUT_SHORT, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_a_recorded_game_of_older_rules_opens_at_its_last_moment(path: Path) -> None:
    """What no longer fits is named, and everything before it can be opened, saved and played on."""
    data = gzip.decompress(path.read_bytes())
    with pytest.raises(Diverged) as caught:
        sandtable.load(data)
    table = caught.value.table
    assert table is not None
    assert json.loads(data.splitlines()[0])["rules"] < table.header.rules == table.game.rules_version
    old, new = lines_of(data), lines_of(table.save())
    assert thrown(new) == thrown(old)[: len(thrown(new))]
    again = sandtable.load(table.save())
    assert again.ask is not None
    again.choose(again.ask.keys[0])


def thrown(lines: list[dict[str, Any]]) -> list[Any]:
    """All dice and cards of a journal, in order. None are thrown again after an answer is taken back."""
    return [line["raw"] for line in lines if line["t"] == "chance"]


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda recording: recording.path.stem)
def test_keys_are_in_snake_case(recording: Recording) -> None:
    """A key is made of ids: a topic, and what is chosen, its parts divided by strokes. No id has a hyphen."""
    table = sandtable.load(gzip.decompress(recording.path.read_bytes()))
    keys = {line["key"] for line in lines_of(table.save()) if line["t"] == "answer"}
    strange = [key for key in keys if not re.fullmatch(r"[a-z0-9_]+(:-?[a-z0-9_.]+(/-?[a-z0-9_.]+)*)?", key)]
    assert not strange


def test_every_game_is_recorded_and_no_recording_is_left_over() -> None:
    """Guards the set itself: each game has a recording, and each file belongs to one."""
    assert {recording.game for recording in RECORDINGS} == set(BUILT_IN)
    files = {path.name for path in Path(FOLDER).glob("*.gz")}
    assert files == {recording.path.name for recording in RECORDINGS}
    assert {path.name for path in RECORDED_BEFORE} == files
