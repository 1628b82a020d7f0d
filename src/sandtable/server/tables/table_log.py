"""The log of a table: each line is put into words and encoded once, for everybody who may read it."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile

import msgspec

from sandtable.engine import LogLine, Table
from sandtable.engine.saving.long_games import Audience, count_entries, entries_since

#: How many lines of the log a new connection is sent. Older ones are not kept.
LOG_LINES = 400
#: How many lines are compressed together, once they are no longer recent, and how many recent ones are left.
BLOCK, RECENT = 24, 8


class StoredLine(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """A line: who may read it, in which turn it was told, and its JSON after the number."""

    to: Audience
    turn: int
    body: bytes


class LogBlock(msgspec.Struct, array_like=True, frozen=True):
    """Lines that are no longer recent, compressed, and how many lines each reader had before them."""

    before: list[int]
    data: bytes

    def lines(self) -> list[StoredLine]:
        return _LINES.decode(zlib.decompress(self.data))


class StoredLog(msgspec.Struct, array_like=True):
    """A log as plain data, to be stored: its blocks, and how many lines each reader has had after them."""

    blocks: list[LogBlock]
    told: list[int]


_LINES = msgspec.msgpack.Decoder(list[StoredLine])
_encode = msgspec.json.Encoder().encode


class TableLog:
    """The last lines of a table's log, for every reader: a spectator (None) and each seat.

    Readers may have seen different numbers of lines, and each counts its own, so that gaps tell nothing.
    """

    def __init__(
        self, seats: Sequence[str], stored: StoredLog | None = None, *, is_whole: bool = False
    ) -> None:
        """`is_whole`: it keeps every line, however long it gets."""
        readers = (None, *seats)
        self._is_whole, self._place = is_whole, {reader: i for i, reader in enumerate(readers)}
        self._blocks: list[LogBlock] = [] if stored is None else stored.blocks[:]
        self._before, self._recent = [0] * len(readers), list[StoredLine]()
        if self._blocks:
            self._reopen()
        elif stored is not None:
            self._before = stored.told[:]
        #: How many lines each reader has been told in all, and before the first entry of the table's own log.
        self._told = self._before[:] if stored is None else stored.told[:]
        self._earlier = self._told[:]
        #: How many entries of the table's own log have been read.
        self._read = 0

    def length(self, reader: str | None) -> int:
        """How many lines a reader has been told."""
        return self._told[self._place[reader]]

    def kept_from(self, reader: str | None) -> int:
        """How many of a reader's first lines are no longer kept."""
        first = self._blocks[0].before if self._blocks else self._before
        return first[self._place[reader]]

    def catch_up(self, table: Table, upto: int | None = None) -> None:
        """Read what the table has told since the last time; `upto`: only as far as this entry of its log."""
        if self._read == count_entries(table):
            return
        most = None if upto is None else max(0, upto - self._read)
        told = [
            StoredLine(to, line.turn, _without_number(line))
            for to, line in islice(entries_since(table, self._read), most)
        ]
        self._recent += told
        self._told = _counted(self._told, told)
        self._read += len(told)
        while len(self._recent) > BLOCK + RECENT:
            self._compress()

    def cut(self, table: Table) -> None:
        """Drop what the table has taken back."""
        while self._read > count_entries(table):
            if not self._recent and self._blocks:
                self._reopen()
            if not self._recent:  # more was taken back than is kept here: read the table's own log again
                self._before, self._told, self._read = self._earlier[:], self._earlier[:], 0
                self.catch_up(table)
                return
            self._told = _counted(self._told, [self._recent.pop()], -1)
            self._read -= 1

    def _reopen(self) -> None:
        """Make the lines of the last block recent again."""
        block = self._blocks.pop()
        self._recent, self._before = block.lines(), block.before[:]

    def let_go(self, entries: int) -> None:
        """The table has forgotten its first entries."""
        self._read -= entries
        self._earlier = _counted(self._told, islice(self._backwards(), self._read), -1)

    def _compress(self) -> None:
        old, self._recent = self._recent[:BLOCK], self._recent[BLOCK:]
        self._blocks.append(_block(self._before, old))
        self._before = _counted(self._before, old)
        while self._blocks and not self._is_whole and not self._is_needed(self._blocks[0]):
            del self._blocks[0]

    def _is_needed(self, first: LogBlock) -> bool:
        """Whether somebody who read the first block has not been told enough lines since."""
        after = self._blocks[1].before if len(self._blocks) > 1 else self._before
        return any(
            a > b and told - a < LOG_LINES for b, a, told in zip(first.before, after, self._told, strict=True)
        )

    def lines(self, reader: str | None, start: int, end: int | None = None) -> list[bytes]:
        """The lines of a reader from one on (and up to another), encoded, as many of them as are kept."""
        n, seat = self.length(reader), self._place[reader] - 1
        end, found = n if end is None else end, list[bytes]()
        for line in self._backwards() if start < end else ():
            if line.to is None or seat in line.to:
                if n <= end:
                    found.append(_numbered(n, line.body))
                n -= 1
                if n <= start:
                    break
        found.reverse()
        return found

    def _backwards(self) -> Iterator[StoredLine]:
        yield from reversed(self._recent)
        for block in reversed(self._blocks):
            yield from reversed(block.lines())

    def shared_with(self, other: TableLog, reader: str | None) -> int:
        """How many of a reader's lines are the same here and there. Lines that are no longer kept do not differ."""
        start = max(self.kept_from(reader), other.kept_from(reader))
        pairs = zip(self.lines(reader, start), other.lines(reader, start), strict=False)
        same = start + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        return min(same, self.length(reader), other.length(reader))

    def stored_before(self, turn: int) -> StoredLog:
        """Everything that is kept of the turns before this one, as plain data."""
        blocks, before, recent = self._blocks[:], self._before, self._recent[:]
        while recent and recent[-1].turn >= turn:
            recent.pop()
            if not recent and blocks:
                block = blocks.pop()
                before, recent = block.before, block.lines()
        return StoredLog([*blocks, _block(before, recent)] if recent else blocks, _counted(before, recent))


def _without_number(line: LogLine) -> bytes:
    """A line as JSON after its number, which each reader counts for itself: a line is put into words and encoded once for all of them."""
    return _encode(line).removeprefix(b'{"n":%d' % line.n)


def _numbered(n: int, body: bytes) -> bytes:
    return b'{"n":%d%b' % (n, body)


def _block(before: list[int], lines: list[StoredLine]) -> LogBlock:
    return LogBlock(before, zlib.compress(msgspec.msgpack.encode(lines), 1))


def _counted(told: list[int], lines: Iterable[StoredLine], step: int = 1) -> list[int]:
    """How many lines each reader has had after these; with a step of -1, before them."""
    had = told[:]
    for line in lines:
        for reader in range(len(had)) if line.to is None else [seat + 1 for seat in line.to]:
            had[reader] += step
    return had
