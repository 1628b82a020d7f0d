"""The log of a table: each line is put into words and encoded once, for everybody who may read it."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import msgspec

from sandtable.engine import Table
from sandtable.engine.saving.long_games import Audience, count_entries, entries_since

#: How many lines of the log a new connection is sent. Older ones are not kept.
LOG_LINES = 400
#: How many lines are compressed together, once they are no longer recent, and how many recent ones are left.
BLOCK, RECENT = 24, 8
#: What every encoded line begins with; the number is put in for each reader.
_HEAD = b'{"n":0'


class Told(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """A line: who may read it, in which turn it was told, and its JSON after the number."""

    to: Audience
    turn: int
    body: bytes


class Block(msgspec.Struct, array_like=True, frozen=True):
    """Lines that are no longer recent, compressed, and how many lines each reader had before them."""

    before: list[int]
    data: bytes

    def lines(self) -> list[Told]:
        return _TOLD.decode(zlib.decompress(self.data))


class Pages(msgspec.Struct, array_like=True):
    """A chronicle as plain data, to be stored: its blocks, and how many lines each reader has had after them."""

    blocks: list[Block]
    told: list[int]


_TOLD = msgspec.msgpack.Decoder(list[Told])
_encode = msgspec.json.Encoder().encode


class Chronicle:
    """The last lines of a table's log, for every reader: a spectator (None) and each seat.

    Readers may have seen different numbers of lines, and each counts its own, so that gaps tell nothing.
    """

    def __init__(self, seats: Sequence[str], pages: Pages | None = None) -> None:
        readers = (None, *seats)
        self._place = {reader: i for i, reader in enumerate(readers)}
        self._blocks: list[Block] = [] if pages is None else pages.blocks[:]
        self._before, self._recent = [0] * len(readers), list[Told]()
        if self._blocks:
            self._reopen()
        elif pages is not None:
            self._before = pages.told[:]
        #: How many lines each reader has been told in all, and before the first entry of the table's own log.
        self._told = self._before[:] if pages is None else pages.told[:]
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
            Told(to, line.turn, _encode(line)[len(_HEAD) :])
            for to, line in islice(entries_since(table, self._read), most)
        ]
        self._recent += told
        self._told = _after(self._told, told)
        self._read += len(told)
        while len(self._recent) > BLOCK + RECENT:
            self._compress()

    def cut(self, table: Table) -> None:
        """Drop what the table has taken back."""
        while self._read > count_entries(table):
            if not self._recent:
                if not self._blocks:
                    self._read_again(table)
                    break
                self._reopen()
            self._told = _before(self._told, [self._recent.pop()])
            self._read -= 1

    def _read_again(self, table: Table) -> None:
        """More was taken back than is kept here: read the table's own log again."""
        self._before, self._told, self._read = self._earlier[:], self._earlier[:], 0
        self.catch_up(table)

    def _reopen(self) -> None:
        """Make the lines of the last block recent again."""
        block = self._blocks.pop()
        self._recent, self._before = block.lines(), block.before[:]

    def let_go(self, entries: int) -> None:
        """The table has forgotten its first entries."""
        self._read -= entries
        self._earlier = _before(self._told, islice(self._backwards(), self._read))

    def _compress(self) -> None:
        old, self._recent = self._recent[:BLOCK], self._recent[BLOCK:]
        self._blocks.append(_block(self._before, old))
        self._before = _after(self._before, old)
        self._drop_unneeded()

    def _drop_unneeded(self) -> None:
        """Drop the first block while everybody who read it has been told enough lines since."""
        while self._blocks:
            before = self._blocks[0].before
            after = self._blocks[1].before if len(self._blocks) > 1 else self._before
            if any(
                a > b and told - a < LOG_LINES for b, a, told in zip(before, after, self._told, strict=True)
            ):
                return
            del self._blocks[0]

    def lines(self, reader: str | None, start: int) -> list[bytes]:
        """The lines of a reader from one on, encoded, as many of them as are kept."""
        n, seat = self.length(reader), self._place[reader] - 1
        found: list[bytes] = []
        for line in self._backwards():
            if n <= start:
                break
            if line.to is None or seat in line.to:
                found.append(b'{"n":%d%b' % (n, line.body))
                n -= 1
        found.reverse()
        return found

    def text(self, reader: str | None, start: int, end: int) -> bytes:
        """The lines of a reader from one on and up to another, encoded, with commas between them."""
        count = end - start
        last = self._recent[-count:] if count > 0 else []
        found = []
        if len(last) == count and end == self.length(reader):
            for line in last:
                if line.to is not None:
                    break
                start += 1
                found.append(b'{"n":%d%b' % (start, line.body))
            else:  # everybody may read the last lines, as most of the time
                return b",".join(found)
            start = end - count
        return b",".join(self.lines(reader, start)[:count])

    def _backwards(self) -> Iterator[Told]:
        yield from reversed(self._recent)
        for block in reversed(self._blocks):
            yield from reversed(block.lines())

    def shared_with(self, other: Chronicle, reader: str | None) -> int:
        """How many of a reader's lines are the same here and there. Lines that are no longer kept do not differ."""
        start = max(self.kept_from(reader), other.kept_from(reader))
        same = start
        for one, two in zip(self.lines(reader, start), other.lines(reader, start), strict=False):
            if one != two:
                break
            same += 1
        return min(same, self.length(reader), other.length(reader))

    def pages_before(self, turn: int) -> Pages:
        """Everything that is kept of the turns before this one, as plain data."""
        blocks, before, recent = self._blocks[:], self._before, self._recent[:]
        while recent and recent[-1].turn >= turn:
            recent.pop()
            if not recent and blocks:
                block = blocks.pop()
                before, recent = block.before, block.lines()
        return Pages([*blocks, _block(before, recent)] if recent else blocks, _after(before, recent))


def _block(before: list[int], lines: list[Told]) -> Block:
    return Block(before, zlib.compress(msgspec.msgpack.encode(lines), 1))


def _after(told: list[int], lines: Iterable[Told]) -> list[int]:
    """How many lines each reader has had after these."""
    return [had + more for had, more in zip(told, _counted(lines, len(told)), strict=True)]


def _before(told: list[int], lines: Iterable[Told]) -> list[int]:
    """How many lines each reader had had before these."""
    return [had - more for had, more in zip(told, _counted(lines, len(told)), strict=True)]


def _counted(lines: Iterable[Told], readers: int) -> list[int]:
    """How many of these lines each reader may read."""
    public, own = 0, [0] * readers
    for line in lines:
        if line.to is None:
            public += 1
        else:
            for seat in line.to:
                own[seat + 1] += 1
    return [public + each for each in own]
