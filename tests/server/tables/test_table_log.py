"""The log of a table is read once for everybody, and each reader gets what the engine would tell it, to the byte."""

from __future__ import annotations

import random
import zlib
from typing import Any

import msgspec
import pytest

import sandtable
from sandtable.engine import CannotUndo, LogLine, Table
from sandtable.engine.saving.long_games import count_entries, is_settled, let_go
from sandtable.games import BUILT_IN
from sandtable.server.tables import table_log
from sandtable.server.tables.table_log import LogBlock, StoredLine, StoredLog, TableLog


def told(table: Table, seat: str | None) -> list[bytes]:
    return [msgspec.json.encode(line) for line in table.transcript(seat)]


def readers(table: Table) -> list[str | None]:
    return [None, *(seat.id for seat in table.seats)]


def check(log: TableLog, whole: Table, longest: dict[str | None, int]) -> None:
    """Compare what is kept with the log of a table that has forgotten nothing, and was once this long for each reader."""
    for reader in readers(whole):
        lines = told(whole, reader)
        assert log.length(reader) == len(lines)
        kept = log.kept_from(reader)
        assert log.lines(reader, kept) == lines[kept:]
        assert log.lines(reader, len(lines) - 1) == lines[-1:]
        for start in range(max(kept, len(lines) - 5), len(lines)):
            for end in range(start, len(lines) + 1):
                assert log.lines(reader, start, end) == lines[start:end]
        assert kept <= max(0, len(lines) - table_log.LOG_LINES, longest[reader] - table_log.LOG_LINES)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_log, "LOG_LINES", 30)
    monkeypatch.setattr(table_log, "BLOCK", 6)
    monkeypatch.setattr(table_log, "RECENT", 3)


@pytest.mark.parametrize("game", ["stash", "red-dust", "rogue-trooper"])
def test_every_reader_gets_what_the_engine_tells_it(game: str) -> None:
    """With secrets, undo in the middle of a turn, and a table that forgets what was read."""
    whole, small = (sandtable.new(game, seed=4) for _ in range(2))
    log, rng, undone, forgotten = TableLog([seat.id for seat in whole.seats]), random.Random(4), 0, 0
    longest = dict.fromkeys(readers(whole), 0)
    for _ in range(120):
        if whole.ask is None:
            break
        key = rng.choice(whole.keys())
        seat = whole.ask.seat
        for table in (whole, small):
            table.choose(key)
        log.catch_up(small)
        longest = {reader: max(n, log.length(reader)) for reader, n in longest.items()}
        check(log, whole, longest)
        if rng.random() < 0.3 and whole.undo_name(seat) is not None:
            for table in (whole, small):
                table.undo(seat)
            log.cut(small)
            undone += 1
            check(log, whole, longest)
        elif is_settled(small):
            log.let_go(let_go(small))
            forgotten += 1
            assert all(table.undo_name(seat) == whole.undo_name(seat) for table in (small, whole))
    assert forgotten > 3
    assert undone > 3 or game == "stash"
    assert count_entries(small) < count_entries(whole)
    if log.kept_from(None):
        assert log.length(None) > table_log.LOG_LINES


def test_a_log_is_stored_and_read_again() -> None:
    """Pages hold what came before a turn; the resumed table tells the rest itself."""
    table = sandtable.new("red-dust", seed=2)
    log, rng = TableLog([seat.id for seat in table.seats]), random.Random(2)
    for _ in range(60):
        table.choose(rng.choice(table.keys()))
        log.catch_up(table)
        stored = msgspec.json.decode(msgspec.json.encode(log.stored_before(table.turn)), type=StoredLog)
        again = TableLog([seat.id for seat in table.seats], stored)
        again.catch_up(sandtable.load(table.moment()))
        for reader in readers(table):
            assert again.lines(reader, 0) == log.lines(reader, again.kept_from(reader))
            assert log.shared_with(again, reader) == log.length(reader) == again.length(reader)


def in_full(line: LogLine) -> dict[str, Any]:
    """Every field of a line as JSON has it, whether it is sent or not."""
    fields = {name: getattr(line, name) for name in LogLine.__struct_fields__}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(fields))
    return plain


@pytest.mark.parametrize("game", [*BUILT_IN])
def test_a_line_is_sent_without_the_fields_at_their_default(game: str) -> None:
    """They were half of it. Defaults are recognised by identity, so an empty tuple must be the one there is, however it was made."""
    defaults = in_full(LogLine(0, 0, "", ""))
    required = ("n", "turn", "kind", "text")
    table, rng = sandtable.new(game, seed=5), random.Random(5)
    while table.ask is not None and len(table.transcript(None)) < 150:
        table.choose(rng.choice(table.keys()))
    lines = [line for reader in readers(table) for line in table.transcript(reader)]
    assert {line.kind for line in lines} >= {"note", "answer", "roll"}
    for line in lines:
        sent, whole = msgspec.json.encode(line), in_full(line)
        wanted = {name: it for name, it in whole.items() if name in required or it != defaults[name]}
        assert msgspec.json.decode(sent) == wanted
        assert in_full(msgspec.json.decode(sent, type=LogLine)) == whole


def test_lines_that_were_stored_in_full_are_sent_as_they_are() -> None:
    """Older versions stored every field of a line. What is told since follows them."""
    table = sandtable.new("red-dust", seed=2)
    seats = [seat.id for seat in table.seats]
    stored = [LogLine(n, 1, "note", f"Line {n}.") for n in (1, 2)]
    old = [msgspec.json.encode(in_full(line)) for line in stored]
    assert [msgspec.json.decode(line, type=LogLine) for line in old] == stored
    block = msgspec.msgpack.encode(
        [StoredLine(None, 1, line.removeprefix(b'{"n":%d' % n)) for n, line in enumerate(old, 1)]
    )
    readers_of = len(seats) + 1
    log = TableLog(seats, StoredLog([LogBlock([0] * readers_of, zlib.compress(block))], [2] * readers_of))
    log.catch_up(table)
    lines = log.lines(None, 0)
    assert lines[:2] == old
    since = [msgspec.json.decode(line, type=LogLine) for line in lines[2:]]
    assert [(line.n, line.text) for line in since] == [(it.n + 2, it.text) for it in table.transcript(None)]
    assert since


def test_more_can_be_taken_back_than_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Old lines are dropped although undo may reach them: then the table's own log is read again."""
    monkeypatch.setattr(table_log, "LOG_LINES", 8)
    monkeypatch.setattr(table_log, "BLOCK", 3)
    table = sandtable.new("connect-four", seed=1)
    log, rng = TableLog([seat.id for seat in table.seats]), random.Random(1)
    for _ in range(26):
        table.choose(rng.choice(table.keys()))
        log.catch_up(table)
    assert log.kept_from(None) > 4
    while (seat := next((s.id for s in table.seats if table.undo_name(s.id) is not None), None)) is not None:
        table.undo(seat)
        log.cut(table)
        for reader in readers(table):
            lines = told(table, reader)
            assert log.length(reader) == len(lines)
            assert log.lines(reader, log.kept_from(reader)) == lines[log.kept_from(reader) :]
    assert log.length(None) == 0


def test_what_two_logs_share_is_counted() -> None:
    """After another process has gone another way, only what is the same need not be sent again."""
    one, other = (sandtable.new("mars-or-die", seed=2) for _ in range(2))
    logs = [TableLog([seat.id for seat in one.seats]) for _ in range(2)]
    for table in (one, other):
        for _ in range(4):
            table.choose(table.keys()[0])
    one.choose(one.keys()[0])
    other.choose(other.keys()[-1])
    for table, log in zip((one, other), logs, strict=True):
        log.catch_up(table)
    same = logs[0].shared_with(logs[1], None)
    pairs = zip(told(one, None), told(other, None), strict=False)
    assert same == next(i for i, (a, b) in enumerate(pairs) if a != b)
    assert same > 0


def test_a_table_that_has_forgotten_its_past_cannot_save_the_whole_game() -> None:
    """It saves its moment instead, and goes on exactly like the other."""
    whole, small = (sandtable.new("red-dust", seed=3) for _ in range(2))
    rng = random.Random(3)
    for _ in range(40):
        key = rng.choice(whole.keys())
        for table in (whole, small):
            table.choose(key)
        if is_settled(small):
            let_go(small)
    assert whole.is_whole
    assert not small.is_whole
    assert small.save() == whole.moment()
    with pytest.raises(CannotUndo):
        small.undo(next(seat.id for seat in small.seats if whole.undo_name(seat.id) is None))


def written(before: list[int], *lines: StoredLine) -> LogBlock:
    return LogBlock(before, zlib.compress(msgspec.msgpack.encode(lines)))


OPEN, SECRET, LATER = (
    StoredLine(to, 1, b',"x":"%b"}' % x) for to, x in ((None, b"open"), ((0,), b"secret"), (None, b"later"))
)


def test_readers_with_equal_numbers_are_not_sent_each_others_secrets() -> None:
    """Of two readers who have been told as many lines, one may have been told a secret where the other was told something else."""
    log = TableLog(["a", "b"], StoredLog([written([1, 0, 1], OPEN, SECRET)], [2, 2, 2]))
    assert log.lines("a", 1, 2) == [b'{"n":2,"x":"secret"}']
    assert log.lines("b", 1, 2) == log.lines(None, 1, 2) == [b'{"n":2,"x":"open"}']
    blocks = [written([1, 0, 1], OPEN, SECRET), written([2, 2, 2], LATER)]  # only the last one is open
    log = TableLog(["a", "b"], StoredLog(blocks, [3, 3, 3]))
    assert log.lines("a", 1, 3) == [b'{"n":2,"x":"secret"}', b'{"n":3,"x":"later"}']
    assert log.lines("b", 1, 3) == [b'{"n":2,"x":"open"}', b'{"n":3,"x":"later"}']


def test_what_was_encoded_before_something_is_taken_back_is_not_sent() -> None:
    table = sandtable.new("connect-four", seed=1)
    log = TableLog([seat.id for seat in table.seats], StoredLog([], [0, 2, 0]))
    for key in ("drop:1", "drop:2", "drop:3"):
        table.choose(key)
    log.catch_up(table)
    lines = told(table, None)
    n = len(lines)
    assert log.lines(None, n - 1, n) == lines[-1:]
    table.undo("red")
    log.cut(table)
    assert (log.length(None), log.length("red")) == (n - 2, n)
    assert log.lines("red", n - 1, n) == [lines[-3].replace(b'"n":%d' % (n - 2), b'"n":%d' % n)]
