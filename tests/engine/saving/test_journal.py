"""Journals: save and load at every decision, files on disk, packs and options."""

from __future__ import annotations

import errno
import json
import os
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import sandtable
from benchmarks.connect_four import GAME as CONNECT_FOUR
from benchmarks.stash import GAME as STASH
from sandtable.engine import (
    Diverged,
    Game,
    JournalError,
    JournalFile,
    NotFound,
    Options,
    SandtableError,
    Script,
)

from ..caravan import GAME as CARAVAN
from ..small import differing, new_random, reopened, resumed, state_of, whole
from .recorded import March, recorded

SMALL_GAMES: list[Game[Any]] = [CONNECT_FOUR, STASH, CARAVAN]


# Save and load at every decision ----------------------------------------------------------------------


@pytest.mark.parametrize("game", SMALL_GAMES, ids=repr)
def test_save_and_load_at_every_decision_gives_the_same_table(game: Game[Any]) -> None:
    """Save and load at every decision gives the same table: state, question, log, undo names, bytes."""
    for seed in range(6 if game is CONNECT_FOUR else 8):
        for table in new_random(game, seed):
            assert differing(whole(table), whole(reopened(table))) == []


@pytest.mark.parametrize("game", SMALL_GAMES, ids=repr)
def test_a_loaded_table_goes_on_like_the_saved_one(game: Game[Any]) -> None:
    """A game that was saved and loaded goes on as it would have gone on, dice included."""
    for seed in range(3):
        first = list(new_random(game, seed))[-1]
        table = sandtable.new(game, seed=seed)
        rng = random.Random(seed)
        while table.ask is not None:
            table.choose(rng.choice(table.ask.keys))
            table = reopened(table)
        assert table.save() == first.save()
        assert table.outcome == first.outcome


@pytest.mark.parametrize("game", SMALL_GAMES, ids=repr)
def test_a_moment_at_every_decision_gives_the_same_game(game: Game[Any]) -> None:
    """A moment is a running game as plain data: everything needed to go on from here, with the same dice."""
    for seed in range(3):
        table = sandtable.new(game, seed=seed)
        last = list(new_random(game, seed))[-1]
        rng = random.Random(seed)
        while table.ask is not None:
            table.choose(rng.choice(table.ask.keys))
            again = resumed(table)
            assert again.run.state == table.run.state
            assert (again.turn, again.drawn, again.number) == (table.turn, table.drawn, table.number)
            assert again.outcome == table.outcome
            if table.ask is not None and again.ask is not None:
                assert again.ask.plain() == table.ask.plain()
            assert again.moment() == table.moment()
            table = again
        assert table.run.state == last.run.state
        assert table.outcome == last.outcome


def test_a_moment_keeps_undo_inside_the_turn() -> None:
    """Inside a turn what was answered since the turn began can still be taken back after a moment."""
    table = sandtable.new("stash", seed=1).choose("stash")
    again = resumed(table)
    assert again.undo_name("ann") == table.undo_name("ann") is not None
    again.undo("ann")
    assert again.run.state == table.undo("ann").run.state


def test_what_a_journal_looks_like() -> None:
    """A journal is a header (game, options, seats, rules version, pack and its digest), then a line an answer."""
    table = sandtable.new("stash", seed=7, seats={"bob": "bot:random"})
    table.choose("draw")
    header, *lines = [json.loads(line) for line in table.save().splitlines()]
    assert header["sandtable"] == 1
    assert header["game"] == "stash"
    assert header["rules"] == 1
    assert header["seats"] == {"ann": "person", "bob": "bot:random"}
    assert header["pack"]["name"] == "default"
    assert len(header["pack"]["digest"]) == 64
    assert header["seed"] == f"{7:064x}"
    assert [line["n"] for line in lines] == list(range(1, len(lines) + 1))
    assert [line["t"] for line in lines] == ["chance", "turn", "answer", "turn"]
    assert lines[0]["topic"] == "deck"
    assert sorted(lines[0]["raw"]) == list(range(9))
    assert lines[2] == {"t": "answer", "n": 3, "seat": "ann", "key": "draw"}
    assert lines[3]["turn"] == 1
    assert table.run.start.digest().startswith(lines[3]["digest"])
    assert len(lines[3]["digest"]) >= 16


def test_every_turn_has_its_digest() -> None:
    """A digest per turn makes a divergence name its turn: it is the digest of the state the turn left."""
    table = list(new_random("connect-four", 3))[-1]
    digests = [json.loads(line)["digest"] for line in table.save().splitlines() if b'"turn"' in line]
    states: list[Any] = []
    for step in new_random("connect-four", 3):
        if not states or states[-1] is not step.run.start:
            states.append(step.run.start)
    begun = [start.digest() for start in states[1:]]
    assert all(full.startswith(digest) for full, digest in zip(begun, digests, strict=False))
    assert len(digests) >= len(begun)


# Files ------------------------------------------------------------------------------------------------


def test_a_journal_file_grows_with_every_answer(tmp_path: Path) -> None:
    """A line an answer, flushed before it is acknowledged: after each answer the file is the whole game."""
    path = tmp_path / "games" / "first.journal"
    with sandtable.new("stash", seed=2, journal=path) as table:
        assert path.read_bytes() == table.save()
        rng = random.Random(2)
        while table.ask is not None:
            before = path.read_bytes()
            table.choose(rng.choice(table.ask.keys))
            assert path.read_bytes() == table.save()
            assert path.read_bytes().startswith(before)
            assert differing(whole(table), whole(sandtable.load(path))) == []
    assert differing(whole(table), whole(sandtable.load(str(path)))) == []


def test_undo_and_orders_are_written_too(tmp_path: Path) -> None:
    """Undo, redo and standing orders are in the file before they are acknowledged."""
    path = tmp_path / "x.journal"
    with sandtable.new("connect-four", seed=2, journal=path) as table:
        acts: list[Callable[[], Any]] = [
            lambda: table.choose("drop:1", "drop:2"),
            lambda: table.undo("yellow"),
            lambda: table.redo("yellow"),
            lambda: table.add_standing_order("red", "*", "withdrawn"),
            lambda: table.withdraw_standing_orders("red"),
        ]
        for act in acts:
            act()
            assert path.read_bytes() == table.save()


def test_answers_are_flushed_to_the_disk_before_they_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Flushed before it is acknowledged: every answer ends with a sync of the file, and before that it has not happened."""
    path = tmp_path / "x.journal"
    synced: list[bytes] = []
    real = os.fsync

    def watched(descriptor: int) -> None:
        synced.append(path.read_bytes())
        real(descriptor)

    with sandtable.new("connect-four", seed=2, journal=path) as table:
        monkeypatch.setattr(os, "fsync", watched)
        table.choose("drop:1")
        assert synced == [table.save()]


def test_an_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    """An existing file is never overwritten; the error names it."""
    path = tmp_path / "x.journal"
    path.write_bytes(b"something dear")
    with pytest.raises(SandtableError, match=r"x\.journal exists"):
        sandtable.new("connect-four", seed=1, journal=path)
    assert path.read_bytes() == b"something dear"


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A folder, or a path below a file, is one clear line."""
    (tmp_path / "file").write_bytes(b"")
    for path in (tmp_path, tmp_path / "file" / "x.journal"):
        with pytest.raises(SandtableError):
            sandtable.new("connect-four", seed=1, journal=path)
    with pytest.raises(SandtableError, match="cannot be read"):
        sandtable.load(tmp_path / "nowhere.journal")
    with pytest.raises(SandtableError, match="cannot be read"):
        sandtable.load(tmp_path)


def test_a_journal_can_be_reopened(tmp_path: Path) -> None:
    """A game resumes at the next question, and its file grows on."""
    path = tmp_path / "x.journal"
    with sandtable.new("stash", seed=3, journal=path) as table:
        table.choose("draw")
    again = sandtable.load(path)
    JournalFile.reopen(path, again)
    with again:
        again.choose("draw")
        assert path.read_bytes() == again.save()
    assert differing(whole(again), whole(sandtable.load(path))) == []


def test_reopening_cuts_off_what_was_torn_and_adds_what_is_missing(tmp_path: Path) -> None:
    """What was torn is cut off, what is missing is added, wherever the file was cut."""
    whole_game = list(new_random("stash", 5))[-1].save()
    start = whole_game.index(b"\n") + 1
    path = tmp_path / "x.journal"
    for cut in range(start, len(whole_game), 7):
        path.write_bytes(whole_game[:cut])
        table = sandtable.load(path)
        JournalFile.reopen(path, table)
        with table:
            assert path.read_bytes() == table.save()
            if table.ask is not None:
                table.choose(table.ask.keys[0])
            assert path.read_bytes() == table.save()
        assert sandtable.load(path).save() == table.save()


def test_a_file_of_another_game_is_not_gone_on_with(tmp_path: Path) -> None:
    """A journal is gone on with only by the game it holds; nothing is written otherwise."""
    path = tmp_path / "x.journal"
    other = sandtable.new("connect-four", seed=1).choose("drop:1", "drop:2")
    path.write_bytes(other.save())
    for stranger in (
        sandtable.new("stash", seed=1),
        sandtable.new("connect-four", seed=2),
        sandtable.new("connect-four", seed=1).choose("drop:3"),
    ):
        with pytest.raises(SandtableError):
            JournalFile.reopen(path, stranger)
        assert path.read_bytes() == other.save()


def test_a_file_that_has_gone_cannot_be_reopened(tmp_path: Path) -> None:
    """A journal that is not there any more is one clear line."""
    with pytest.raises(SandtableError, match="cannot be"):
        JournalFile.reopen(tmp_path / "gone.journal", sandtable.new("connect-four", seed=1))


def test_reopening_never_loses_what_was_answered(tmp_path: Path) -> None:
    """The file only grows: a table that does not know the last answers of its file does not cut them off."""
    path = tmp_path / "x.journal"
    path.write_bytes(sandtable.new("connect-four", seed=1).save())
    early, late = sandtable.load(path), sandtable.load(path)
    JournalFile.reopen(path, late)
    with late:
        late.choose("drop:4")
    with early:
        with pytest.raises(SandtableError):
            JournalFile.reopen(path, early)
        assert path.read_bytes() == late.save()


def test_a_write_error_leaves_table_and_file_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be written has not happened: the table is as before, the file too, and the game can go on later."""
    path = tmp_path / "x.journal"

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with sandtable.new("stash", seed=3, journal=path) as table:
        table.choose("draw")
        before, on_disk = whole(table), path.read_bytes()
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            for _ in range(2):
                with pytest.raises(SandtableError, match="No space left"):
                    table.choose("draw")
                assert differing(before, whole(table)) == []
                assert path.read_bytes() == on_disk
            with pytest.raises(SandtableError, match="No space left"):
                table.add_standing_order("ann")
            assert differing(before, whole(table)) == []
        table.choose("draw")
        assert path.read_bytes() == table.save()


def test_a_journal_of_a_table_that_began_in_the_middle(tmp_path: Path) -> None:
    """A game loaded from a moment can be written on: nothing that was answered is lost when it is opened again."""
    table = resumed(sandtable.new("stash", seed=3).choose("draw", "draw"))
    path = tmp_path / "x.journal"
    try:
        JournalFile.create(path, table)
    except SandtableError:
        return  # to refuse is fine; to write what cannot be read is not
    with table:
        table.choose("draw")
        table.choose("stash")
    again = sandtable.load(path)
    assert again.run.state == table.run.state
    assert again.ask is not None
    assert table.ask is not None
    assert again.ask.plain() == table.ask.plain()


# Packs and options --------------------------------------------------------------------------------------


def test_options_are_kept_with_the_journal() -> None:
    """The header holds scenario and options: a loaded game is the same game."""
    table = sandtable.new("stash", seed=1, options={"pack": "default"}, scenario="standard")
    again = sandtable.load(table.save())
    assert again.options == table.options == Options()


def test_a_journal_with_another_pack_says_so() -> None:
    """A game is opened with the data it was played with: another digest is an error that names the pack."""
    data = recorded()[0]
    digest = json.loads(data.splitlines()[0])["pack"]["digest"].encode()
    with pytest.raises(JournalError, match="'default'") as caught:
        sandtable.load(data.replace(digest, b"0" * 64))
    assert caught.value.line == 1


def test_a_scripted_game_can_be_saved_and_loaded() -> None:
    """A tutorial's dice are in its journal: it opens with them, and is marked as scripted."""
    table = sandtable.new(March(), seed=1, script=Script({"loot": [(6, 6), (1, 1)]}))
    table.choose("march:hellas", "answer:1", "march:sharma")
    again = reopened(table)
    assert state_of(again).marks == [10, 12, 0, 2]
    assert again.header.chance == "script"
    assert again.save() == table.save()


def test_loading_does_not_change_what_is_loaded(tmp_path: Path) -> None:
    """To load a file is to read it: its bytes stay, also when it is damaged."""
    path = tmp_path / "x.journal"
    for data in (recorded()[0], recorded()[0][:-10], recorded()[0].replace(b"draw", b"drew", 1)):
        path.write_bytes(data)
        with suppress(JournalError):
            sandtable.load(path)
        assert path.read_bytes() == data


def test_not_found_is_a_sandtable_error() -> None:
    """Every error a user can cause is a `SandtableError`, so one `except` is enough."""
    for error in (NotFound, JournalError, Diverged):
        assert issubclass(error, SandtableError)
    assert issubclass(Diverged, JournalError)
