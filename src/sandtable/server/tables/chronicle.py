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
        for to, line in islice(entries_since(table, self._read), most):
            told = Told(to, line.turn, msgspec.json.encode(line)[len(_HEAD) :])
            self._recent.append(told)
            _count(self._told, told)
            self._read += 1
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
            line = self._recent.pop()
            for place in _readers(line, self._told):
                self._told[place] -= 1
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
        self._earlier = self._told[:]
        for line in islice(self._backwards(), self._read):
            for place in _readers(line, self._told):
                self._earlier[place] -= 1

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
        return b",".join(self.lines(reader, start)[: end - start])

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


def _after(before: list[int], lines: list[Told]) -> list[int]:
    """How many lines each reader has had after these."""
    told = before[:]
    for line in lines:
        _count(told, line)
    return told


def _count(told: list[int], line: Told) -> None:
    """Count a line for everybody who may read it."""
    for place in _readers(line, told):
        told[place] += 1


def _readers(line: Told, told: list[int]) -> Iterable[int]:
    """The places of those who may read a line."""
    return range(len(told)) if line.to is None else [seat + 1 for seat in line.to]
