"""Damaged journals and moments: a clear error that names the line, and everything before it is sound."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sandtable
from sandtable.engine import (
    Diverged,
    JournalError,
    SandtableError,
    Table,
    dice_that_differ,
)

from ..small import new_random, reopened
from .recorded import recorded


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
