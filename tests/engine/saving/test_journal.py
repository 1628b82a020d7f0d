"""Journals: save and load at every decision, damage of every kind, changed rules, and files on disk."""

from __future__ import annotations

import errno
import json
import os
import random
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from benchmarks.connect_four import GAME as CONNECT_FOUR
from benchmarks.stash import GAME as STASH
from sandtable.engine import (
    PASS,
    Diverged,
    Game,
    JournalError,
    JournalFile,
    Kinds,
    Names,
    NotFound,
    Options,
    Outcome,
    Over,
    Roll,
    SandtableError,
    Script,
    Shuffle,
    Steps,
    Table,
    dice_that_differ,
    open_journal,
    say,
)
from sandtable.engine.asking import Topic, pick

from ..caravan import GAME as CARAVAN
from ..small import Sheet, Small, differing, new_random, reopened, resumed, state_of, whole

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


# Damage -----------------------------------------------------------------------------------------------


@cache
def recorded() -> tuple[bytes, tuple[bytes, ...]]:
    """A whole game of stash as bytes, and all its savings on the way."""
    tables = [table.save() for table in new_random("stash", 4)]
    return tables[-1], tuple(tables)


def sound_prefixes() -> set[bytes]:
    return set(recorded()[1])


@cache
def decided() -> dict[bytes, Any]:
    """Each savings of the recorded game with the state and question it leads to."""
    return {table.save(): (table.run.state.encode(), table.keys()) for table in new_random("stash", 4)}


def check_sound(table: Table) -> None:
    """A table that was opened from damaged bytes is at a moment of the real game, and can be played on."""
    key = table.save()
    assert key in decided(), "a moment that never was"
    assert (table.run.state.encode(), table.keys()) == decided()[key]
    if table.ask is not None:
        rng = random.Random(1)
        while table.ask is not None:
            table.choose(rng.choice(table.ask.keys))
        assert dice_that_differ(table) == []
        assert reopened(table).save() == table.save()


def test_a_journal_cut_at_any_byte_is_sound_as_far_as_it_goes() -> None:
    """A truncated file opens at the last answer that was wholly written, or names its first line; nothing else."""
    data, _ = recorded()
    header_end = data.index(b"\n")
    opened = set()
    for cut in range(len(data) + 1):
        table, error = opened_or_error(data[:cut])
        if table is None:
            assert cut < header_end, "only a cut header cannot be read"
            assert error is not None
            assert error.line == 1
            assert error.table is None
            continue
        assert cut >= header_end
        assert table.save() in sound_prefixes()
        opened.add(table.save())
        kept = table.save()
        sound = data[: data.rfind(b"\n", 0, cut) + 1]
        assert kept.startswith(sound), "every whole line is kept"
    assert opened == sound_prefixes(), "the game can be cut so that it resumes at every decision"
    for saved in sorted(opened):
        check_sound(sandtable.load(saved))


def test_a_torn_game_goes_on_with_the_same_dice() -> None:
    """An answer that was written without its dice is thrown again from the seed, and falls as it fell."""
    data, _ = recorded()
    lines = data.splitlines(keepends=True)
    thrown = [i for i, line in enumerate(lines) if b'"t":"chance"' in line]
    assert len(thrown) > 1
    for i in thrown:
        table = sandtable.load(b"".join(lines[:i]))
        again = sandtable.load(b"".join(lines[: i + 1]))
        assert table.save() == again.save()
        assert table.save().startswith(b"".join(lines[: i + 1]))


def body_lines() -> list[bytes]:
    return recorded()[0].splitlines(keepends=True)


def opened_or_error(data: bytes) -> tuple[Table | None, JournalError | None]:
    try:
        return sandtable.load(data), None
    except JournalError as error:
        return None, error


def check_damaged(data: bytes, damaged_line: int) -> None:
    """A journal with something wrong from a line on: what stands before it is kept, and the error names a line.

    Damage may leave a line that can be read, with another answer; nobody can tell that from the answer alone.
    """
    before = b"".join(body_lines()[: damaged_line - 1])
    table, error = opened_or_error(data)
    if error is not None:
        assert f"line {error.line}" in str(error)
        assert error.line >= 2
        table = error.table
        if table is None:
            assert damaged_line <= 3, "only a broken set-up leaves nothing to open"
            return
    assert table is not None
    kept = table.save()
    assert kept.startswith(before) or before.startswith(kept)
    assert len(kept) > len(body_lines()[0]) or damaged_line <= 3
    if kept in decided():
        check_sound(table)
    rng = random.Random(1)
    while table.ask is not None:
        table.choose(rng.choice(table.ask.keys))
    assert reopened(table).save() == table.save()


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_random_damage_gives_a_journal_error_or_a_sound_game(data: st.DataObject) -> None:
    """A damaged file gets a clear error that names the line and keeps what is sound; never another exception."""
    whole_game = recorded()[0]
    header_end = whole_game.index(b"\n") + 1
    at = data.draw(st.integers(header_end, len(whole_game) - 1))
    how = data.draw(st.sampled_from(["flip", "byte", "delete", "insert", "chunk", "repeat"]))
    if how == "flip":
        new = bytes([whole_game[at] ^ 1 << data.draw(st.integers(0, 7))])
        damaged = whole_game[:at] + new + whole_game[at + 1 :]
    elif how == "byte":
        damaged = whole_game[:at] + data.draw(st.binary(min_size=1, max_size=1)) + whole_game[at + 1 :]
    elif how == "delete":
        damaged = whole_game[:at] + whole_game[at + 1 :]
    elif how == "insert":
        damaged = whole_game[:at] + data.draw(st.binary(min_size=1, max_size=5)) + whole_game[at:]
    elif how == "chunk":
        damaged = whole_game[:at] + whole_game[at + data.draw(st.integers(1, 200)) :]
    else:
        damaged = whole_game[:at] + whole_game[max(header_end, at - data.draw(st.integers(1, 200))) :]
    first = at - (len(damaged) - len(whole_game)) if how == "repeat" else at
    check_damaged(damaged, whole_game.count(b"\n", 0, min(at, first)) + 1)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_damage_to_the_header_gives_a_clear_error(data: st.DataObject) -> None:
    """A damaged header gets a clear error, never another exception; a header that still reads leads to a real game."""
    whole_game = recorded()[0]
    header_end = whole_game.index(b"\n")
    at = data.draw(st.integers(0, header_end - 1))
    damaged = whole_game[:at] + data.draw(st.binary(max_size=2)) + whole_game[at + 1 :]
    table: Table | None = None
    with suppress(SandtableError):  # damage by its line; an unknown game or option named as such
        table, error = opened_or_error(damaged)
        assert error is None or f"line {error.line}" in str(error)
    assert table is None or table.header.seed == f"{4:064x}"


def test_a_seed_that_is_not_the_published_one_is_damage() -> None:
    """A header whose seed does not belong to its published hash is damaged: its dice would not be those promised."""
    data = recorded()[0]
    seed = f"{4:064x}".encode()
    for other in (f"{5:064x}".encode(), b"zz" + seed[2:], seed[:-2], b""):
        with pytest.raises(JournalError) as caught:
            sandtable.load(data.replace(seed, other, 1))
        assert caught.value.line == 1


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"Dear diary,\ntoday we played.\n",
        b"{}",
        b'{"game": "chess"}\n',
        b"[1, 2, 3]\n",
        b"null\n",
        b"\xff\xfe\x00\x00",
        b'{"header": {}}',
        b'{"header": 7, "turn": 1}\n',
        b'{"header"',
        "{„sandtable“: 1}".encode(),
    ],
    ids=repr,
)
def test_a_foreign_file_is_named_as_such(data: bytes) -> None:
    """A foreign file gets a clear error on its first line."""
    with pytest.raises(JournalError) as caught:
        sandtable.load(data)
    assert caught.value.line == 1
    assert caught.value.table is None


def test_an_unknown_game_is_named() -> None:
    """A journal of a game that is not there names the game."""
    data = recorded()[0].replace(b'"game":"stash"', b'"game":"stesh"')
    with pytest.raises(SandtableError, match="'stesh'"):
        sandtable.load(data)


def test_another_format_is_named() -> None:
    """A file of another format says which it has and which is read, also when its header has other fields."""
    data = recorded()[0]
    for header in (
        data.replace(b'"sandtable":1', b'"sandtable":2', 1),
        b'{"sandtable":2,"what":"ever"}\n',
        b'{"sandtable":99}',
    ):
        with pytest.raises(JournalError, match=r"format (2|99)") as caught:
            sandtable.load(header)
        assert caught.value.line == 1


@pytest.mark.parametrize("gap", ["missing", "doubled", "swapped", "zero"])
def test_a_gap_in_the_numbers_names_its_line(gap: str) -> None:
    """Numbers are never reused: a line that is missing, doubled or out of order is named, what stands before is kept."""
    lines = body_lines()
    at = 9
    if gap == "missing":
        del lines[at]
    elif gap == "doubled":
        lines.insert(at, lines[at - 1])
    elif gap == "swapped":
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    else:
        lines[at] = lines[at].replace(b'"n":%d' % at, b'"n":0')
    table, error = opened_or_error(b"".join(lines))
    assert table is None
    assert error is not None
    assert error.line == at + 1
    assert "number" in str(error)
    check_damaged(b"".join(lines), at + 1)


def test_a_damaged_line_names_line_and_turn_and_keeps_what_is_sound() -> None:
    """The error names the line and the turn, says that the rest is sound, and holds the table as far as it is."""
    lines = body_lines()
    at = next(i for i, line in enumerate(lines) if i > 12 and b'"answer"' in line)
    sound = sandtable.load(b"".join(lines[:at]))
    lines[at] = b'{"t":"answer","n":%d,"seat":"ann",!!!}\n' % at
    with pytest.raises(JournalError) as caught:
        sandtable.load(b"".join(lines))
    error = caught.value
    assert not isinstance(error, Diverged)
    assert error.line == at + 1
    assert error.turn == sound.turn
    assert f"line {at + 1}" in str(error)
    assert f"turn {sound.turn}" in str(error)
    assert isinstance(error.table, Table)
    assert error.table.save() == sound.save()
    check_sound(error.table)


@pytest.mark.parametrize(
    "line",
    [
        b'{"t":"answer","n":%d,"seat":"ann","key":"draw","more":1}',
        b'{"t":"unheard of","n":%d}',
        b'{"t":"answer","n":%d}',
        b'{"t":"answer","n":"%d","seat":"ann","key":"draw"}',
        b'{"n":%d}',
        b"[%d]",
        b'{"t":"answer","n":%d,"seat":"\xff\xfe","key":"draw"}',
        b"",
    ],
)
def test_a_line_that_is_no_line_is_damage(line: bytes) -> None:
    """Unknown kinds, unknown or missing fields, wrong types and broken text are damage, with the line's number."""
    lines = body_lines()
    at = 10
    lines[at] = (line % at if b"%d" in line else line) + b"\n"
    table, error = opened_or_error(b"".join(lines))
    assert table is None
    assert error is not None
    assert error.line == at + 1
    check_sound(error.table)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("answer", {"key": "nonsense"}),
        ("answer", {"seat": "nobody"}),
        ("answer", {"by": "order"}),
        ("chance", {"topic": "elsewhere"}),
        ("chance", {"raw": [7]}),
        ("chance", {"raw": []}),
        ("chance", {"raw": ["six"]}),
        ("chance", {"raw": [[1]]}),
        ("chance", {"raw": [None]}),
        ("chance", {"raw": [{}]}),
        ("turn", {"digest": "0000000000000000"}),
        ("turn", {"turn": 77}),
        ("end", {"winners": ["ann", "bob"]}),
        ("end", {"reason": "Because."}),
    ],
)
def test_a_line_that_was_changed_diverges_there(kind: str, change: dict[str, Any]) -> None:
    """Somebody changed the file: the first line that no longer fits is named, and the game before it can be opened."""
    lines = body_lines()
    at = max(i for i, line in enumerate(lines) if json.loads(line).get("t") == kind)
    changed = {**json.loads(lines[at]), **change}
    lines[at] = json.dumps(changed, separators=(",", ":")).encode() + b"\n"
    table, error = opened_or_error(b"".join(lines))
    assert table is None
    assert isinstance(error, Diverged)
    answered = max(i for i in range(at + 1) if b'"answer"' in lines[i])
    assert answered + 1 <= error.line <= at + 1, "the changed line, or the answer it follows from"
    assert error.turn is not None
    assert error.table is not None
    check_sound(error.table)


@pytest.mark.parametrize(
    "line",
    [
        b'{"t":"undo","n":%d,"seat":"nobody","answer":3}',
        b'{"t":"undo","n":%d,"seat":"ann","answer":77}',
        b'{"t":"undo","n":%d,"seat":"bob","answer":77}',
        b'{"t":"order","n":%d,"seat":"nobody","window":"parry","until":"my turn"}',
        b'{"t":"order","n":%d,"seat":"ann","window":"parry","until":"tomorrow"}',
        b'{"t":"turn","n":%d,"turn":3,"digest":"0000000000000000"}',
        b'{"t":"chance","n":%d,"topic":"raid","raw":[1]}',
        b'{"t":"end","n":%d,"winners":[],"reason":""}',
    ],
)
def test_a_line_that_follows_from_nothing_diverges(line: bytes) -> None:
    """An undo of what cannot be undone, an order of nobody, dice nobody threw: a divergence at that line."""
    for sound in recorded()[1][3:9]:
        number = sound.count(b"\n")
        table, error = opened_or_error(sound + line % number + b"\n")
        assert table is None
        assert isinstance(error, Diverged)
        assert error.line == number + 1
        assert error.table is not None
        assert error.table.save() == sound
        check_sound(error.table)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_damaged_moments_give_a_clear_error(data: st.DataObject) -> None:
    """A damaged moment gets a clear error as well, never another exception."""
    moments = mid_turn_moments()
    moment = data.draw(st.sampled_from(moments))
    at = data.draw(st.integers(0, len(moment) - 1))
    damaged = moment[:at] + data.draw(st.binary(max_size=3)) + moment[at + 1 :]
    with suppress(SandtableError):
        sandtable.load(damaged)


@cache
def mid_turn_moments() -> list[bytes]:
    return [table.moment() for seed in (4, 6) for table in new_random("stash", seed)]


def test_a_cut_moment_gives_a_clear_error() -> None:
    """A truncated moment cannot be opened, and says so on its first line."""
    moment = mid_turn_moments()[5]
    for cut in range(len(moment)):
        with pytest.raises(JournalError) as caught:
            sandtable.load(moment[:cut])
        assert caught.value.line == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"key":"stash"', b'"key":"dance"'), (b'"seat":"ann"', b'"seat":"eve"')],
    ids=["key", "seat"],
)
def test_a_moment_that_no_longer_fits_diverges(old: bytes, new: bytes) -> None:
    """A moment whose answers the rules no longer take is named as such, not as an error of a player."""
    moment = sandtable.new("stash", seed=1).choose("stash").moment()
    assert moment.count(old) == 1
    with pytest.raises(JournalError):
        sandtable.load(moment.replace(old, new))


# Changed rules ------------------------------------------------------------------------------------------


MARCH = Topic("march", "1", "Your army stands there afterwards.", "space")
ANSWER = Topic("answer", "1", "The turn passes to the next.", "number")


class March(Small):
    """A game to change the rules of: march, throw dice, be answered."""

    key = "march"
    lasts = 6

    def begin(self, options: Any) -> Sheet:
        return Sheet()

    def kinds(self, s: Sheet) -> Kinds:
        return {"space": Names(["sharma", "hellas", "cydonia"])}

    def spaces(self, s: Sheet) -> list[int]:
        return [0, 1, 2]

    def loot(self, s: Sheet, thrown: int) -> int:
        return thrown

    def rule(self, s: Sheet) -> Steps[None]:
        goal = yield pick(s.mover, MARCH, "March where?", self.spaces(s), label="March to {it}")
        s.marks.append(10 * goal)
        s.marks.append(self.loot(s, (yield Roll(2, topic="loot"))))
        yield pick(1 - s.mover, ANSWER, "Answer?", [1, PASS])
        yield say("{who:seat} has marched.", who=s.mover)
        s.mover = 1 - s.mover


class NoCydonia(March):
    """From the third turn on, Cydonia is closed."""

    def spaces(self, s: Sheet) -> list[int]:
        return [0, 1] if s.turns >= 2 else [0, 1, 2]


class MoreLoot(March):
    """From the third turn on, there is more loot."""

    def loot(self, s: Sheet, thrown: int) -> int:
        return thrown + (s.turns >= 2)


class OtherDice(March):
    """From the third turn on, other dice are thrown."""

    def rule(self, s: Sheet) -> Steps[None]:
        if s.turns < 2:
            yield from super().rule(s)
            return
        goal = yield pick(s.mover, MARCH, "March where?", self.spaces(s), label="March to {it}")
        s.marks.append(10 * goal)
        s.marks.append((yield Roll(1, topic="fortune")))
        yield pick(1 - s.mover, ANSWER, "Answer?", [1, PASS])
        s.mover = 1 - s.mover


class MoreDice(March):
    """From the third turn on, three dice are thrown instead of two."""

    def rule(self, s: Sheet) -> Steps[None]:
        goal = yield pick(s.mover, MARCH, "March where?", self.spaces(s), label="March to {it}")
        s.marks.append(10 * goal)
        s.marks.append((yield Roll(3 if s.turns >= 2 else 2, topic="loot")))
        yield pick(1 - s.mover, ANSWER, "Answer?", [1, PASS])
        s.mover = 1 - s.mover


class NoDice(March):
    """From the third turn on, nothing is thrown."""

    def rule(self, s: Sheet) -> Steps[None]:
        goal = yield pick(s.mover, MARCH, "March where?", self.spaces(s), label="March to {it}")
        s.marks.append(10 * goal)
        s.marks.append(7 if s.turns >= 2 else (yield Roll(2, topic="loot")))
        yield pick(1 - s.mover, ANSWER, "Answer?", [1, PASS])
        s.mover = 1 - s.mover


class AnotherAnswers(March):
    """From the third turn on, Cy is the one who answers."""

    def rule(self, s: Sheet) -> Steps[None]:
        if s.turns < 2:
            yield from super().rule(s)
            return
        goal = yield pick(s.mover, MARCH, "March where?", self.spaces(s), label="March to {it}")
        s.marks.append(10 * goal)
        s.marks.append((yield Roll(2, topic="loot")))
        yield pick(2, ANSWER, "Answer?", [1, PASS])
        s.mover = 1 - s.mover


class EndsEarly(March):
    """The third turn ends the game at once."""

    def rule(self, s: Sheet) -> Steps[None]:
        if s.turns >= 2:
            yield pick(s.mover, MARCH, "March where?", self.spaces(s), label="March to {it}")
            raise Over(Outcome.won_by([0], 3))
        yield from super().rule(s)


class Fails(March):
    """From the third turn on, a rule fails."""

    def loot(self, s: Sheet, thrown: int) -> int:
        return thrown // (1 if s.turns < 2 else 0)


CHANGED = [NoCydonia, MoreLoot, OtherDice, MoreDice, NoDice, AnotherAnswers, EndsEarly, Fails]


def marched(game: March, turns: int) -> Table:
    table = sandtable.new(game, seed=12)
    for _ in range(turns):
        table.choose("march:cydonia", "answer:1")
    return table


@pytest.mark.parametrize("changed", CHANGED)
@pytest.mark.parametrize("turns", [3, 5])
def test_a_journal_under_changed_rules_names_the_turn_and_opens_at_its_last_good_moment(
    changed: type[March], turns: int
) -> None:
    """A journal under changed rules names the turn where it diverges and can be opened at its last good moment.

    The rules change with the third turn (turn 2): the first two are kept, and the game can be played on to its end
    with the dice of its seed, saved and loaded again.
    """
    old = marched(March(), turns)
    lines = old.save().splitlines(keepends=True)
    third = 1 + 2 * 4  # the header, then two turns of answer, throw, answer, end of turn
    with pytest.raises(Diverged) as caught:
        open_journal(old.save(), lambda key: changed())
    error = caught.value
    assert error.turn == 2
    assert third + 1 <= error.line <= third + 4, "a line of the third turn"
    assert f"line {error.line}" in str(error)
    assert "turn 2" in str(error)
    table = error.table
    assert isinstance(table, Table)
    assert table.turn == 2
    assert table.save().startswith(b"".join(lines[:third])), "two turns are kept"
    good = marched(March(), 2)
    assert table.run.start == good.run.start
    if table.save() == good.save():
        assert differing(whole(marched(changed(), 2)), whole(table)) == []
    rng = random.Random(1)
    while table.ask is not None:
        answers = [key for key in table.ask.keys if not (changed is Fails and key.startswith("march"))]
        if not answers:
            return
        table.choose(rng.choice(answers))
    assert dice_that_differ(table) == [], "the dice are those of the seed"
    again = open_journal(table.save(), lambda key: changed())
    assert differing(whole(table), whole(again)) == []


def test_changed_rules_that_change_nothing_in_this_game_do_not_matter() -> None:
    """A journal that still leads where it led opens, whatever was changed elsewhere."""
    old = marched(March(), 2)
    for changed in CHANGED:
        assert open_journal(old.save(), lambda key, changed=changed: changed()).save() == old.save()  # type: ignore[misc]


WELL = Topic("n", "1", "Whatever the answer, play goes on.", "number")


def test_a_changed_set_up_diverges_at_the_beginning() -> None:
    """If not even the set-up holds, that is said; nothing is left to open."""

    class Set(Small):
        lasts = 2

        def rule(self, s: Sheet) -> Steps[None]:
            s.marks[:] = yield Shuffle(range(4), "bag")
            yield pick(0, WELL, "Well?", [1, 2])

    class Other(Set):
        def rule(self, s: Sheet) -> Steps[None]:
            s.marks[:] = yield Shuffle(range(5), "bag")
            yield pick(0, WELL, "Well?", [1, 2])

    old = sandtable.new(Set(), seed=1).choose("n:1")
    with pytest.raises(Diverged) as caught:
        open_journal(old.save(), lambda key: Other())
    assert caught.value.line == 2
    assert caught.value.turn == 0


def test_a_rules_version_is_stamped_and_told() -> None:
    """A rules version is stamped on every journal; a divergence under another version says so."""

    class Newer(NoCydonia):
        rules_version = 2

    old = marched(March(), 3)
    assert json.loads(old.save().splitlines()[0])["rules"] == 1
    assert json.loads(marched(Newer(), 1).save().splitlines()[0])["rules"] == 2
    with pytest.raises(Diverged, match=r"version 1.*version 2"):
        open_journal(old.save(), lambda key: Newer())


def test_a_game_with_undo_and_orders_diverges_at_its_turn_too() -> None:
    """Undone answers and standing orders before the divergence are kept with the last good moment."""
    old = marched(March(), 1).add_standing_order("cy", "*", "withdrawn")
    old.choose("march:hellas", "answer:1").choose("march:sharma")
    old.choose("pass").undo("bob").choose("answer:1")
    with pytest.raises(Diverged) as caught:
        open_journal(old.save(), lambda key: MoreLoot())
    table = caught.value.table
    assert caught.value.turn == 2
    assert isinstance(table, Table)
    assert len(table.standing_orders("cy")) == 1
    assert table.turn == 2


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
