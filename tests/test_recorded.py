"""Whole recorded games: under an unchanged rules version, every line still leads where it led."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.engine import dice_that_differ
from sandtable.games import BUILT_IN

from .fixtures.record import FOLDER, RECORDINGS, Recording

#: The same games, as they were written under older rules.
OLDER = sorted(FOLDER.glob("rules-*/*.gz"))


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
    """Saves that last: it is played again line by line, and what is written anew opens like any other game."""
    data = gzip.decompress(path.read_bytes())
    table = sandtable.load(data)
    assert json.loads(data.splitlines()[0])["rules"] < table.header.rules == table.game.rules_version
    old, new = lines_of(data), lines_of(table.save())
    for before, after in zip(old, new, strict=True):
        kept = {"answer": ("n", "t", "seat"), "chance": ("n", "t", "raw"), "turn": ("n", "t", "turn")}
        for field in kept.get(before["t"], tuple(before)):
            assert after[field] == before[field]
    assert sandtable.load(table.save()).save() == table.save()
    assert table.save() == gzip.decompress((FOLDER / path.name).read_bytes()), "migrated to another game"


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
    assert {path.name for path in OLDER} == files
