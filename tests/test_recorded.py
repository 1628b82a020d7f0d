"""Whole recorded games: under an unchanged rules version, every line still leads where it led."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import sandtable
from sandtable.engine import dice_that_differ
from sandtable.games import BUILT_IN

from .fixtures.record import FOLDER, RECORDINGS, Recording


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda recording: recording.path.stem)
def test_a_recorded_game_is_the_same_game_today(recording: Recording) -> None:
    """A change of rules that alters old games raises the rules version and is recorded anew; any other must not alter them.

    Loading plays the game again and compares every answer, throw and turn with the file.
    """
    table = sandtable.load(gzip.decompress(recording.path.read_bytes()))
    assert table.header.rules == table.game.rules_version
    assert table.outcome is not None
    assert dice_that_differ(table) == []


def test_every_game_is_recorded_and_no_recording_is_left_over() -> None:
    """Guards the set itself: each game has a recording, and each file belongs to one."""
    assert {recording.game for recording in RECORDINGS} == set(BUILT_IN)
    files = {path.name for path in Path(FOLDER).glob("*.gz")}
    assert files == {recording.path.name for recording in RECORDINGS}
