"""Replays: a game again, step by step, as one viewpoint saw it. What was taken back is left out."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from sandtable.engine import Answered, JournalError, Table, open_journal, pack_stamp
from sandtable.engine.journal import do_line, is_done
from sandtable.engine.record import LINES, AnyLine, TookBack

from .refusal import Refused
from .seatview import RawLog, RawState, SeatLog, Seen, look
from .shelf import find
from .wire import SeatInfo


class Collector:
    """A journal in memory: what an answer has written, until it is in the database."""

    def __init__(self) -> None:
        self.lines: list[AnyLine] = []

    def append(self, lines: Any) -> None:
        self.lines.extend(lines)

    def close(self) -> None:
        pass

    def take(self) -> list[AnyLine]:
        lines, self.lines = self.lines, []
        return lines


def decode_lines(rows: list[str]) -> list[AnyLine]:
    return [LINES.decode(row) for row in rows]


class _Picture(msgspec.Struct):
    """A step: after which line, what was seen, and which lines of the log were new."""

    line: int
    turn: int
    seat: str | None
    text: str
    log: int
    frame: bytes


class Film:
    """A whole game as one viewpoint saw it: a picture for each step at which it saw something change."""

    def __init__(self, journal: bytes, seat: str | None) -> None:
        self.seat = seat
        self._log = SeatLog()
        self._pictures: list[_Picture] = []
        self._last: Seen | None = None
        head, _, body = journal.partition(b"\n")
        lines = decode_lines([row.decode() for row in body.split(b"\n") if row])
        table = _at_the_start(head, lines)
        self._seats = [SeatInfo(s.id, s.label, "person", None) for s in table.seats]
        self._show(table, 0, None)
        for line in lines:
            if not is_done(line) or line.n <= table.number:
                continue
            _do_as_written(table, line, lines)
            if isinstance(line, TookBack):
                self._take_back(line.answer, table)
            else:
                self._show(table, line.n, line.seat if isinstance(line, Answered) else None)

    def _show(self, table: Table, line: int, by: str | None) -> None:
        had = len(self._log.lines)
        seen = look(table, self.seat, self._log)
        if self._last is not None and len(seen.log) == had and seen.looks_like(self._last):
            return
        self._last = seen
        news = [msgspec.json.decode(text) for text in seen.log[had:]]
        told = [entry for entry in news if entry["kind"] != "answer"] or news
        text = told[-1]["text"] if told else ""
        seat = by if any(entry.get("seat") == by for entry in news) else None
        plain = msgspec.structs.replace(seen, log=[], undo=None, redo=None, orders=[])
        frame = zlib.compress(msgspec.msgpack.encode((plain.view, plain.question, plain.outcome)), 1)
        self._pictures.append(_Picture(line, table.turn, seat, text, len(seen.log), frame))

    def _take_back(self, answer: int, table: Table) -> None:
        """Drop the pictures of an answer that was taken back, and what followed it."""
        while self._pictures and self._pictures[-1].line >= answer:
            self._pictures.pop()
        self._log.cut(table.turn)
        self._last = look(table, self.seat, self._log)

    def steps(self) -> list[dict[str, Any]]:
        return [
            {"n": n, "turn": p.turn, "seat": p.seat, "text": p.text} for n, p in enumerate(self._pictures)
        ]

    def line_of(self, n: int) -> int:
        """After which line of the journal a step stands."""
        self._check(n)
        return self._pictures[n].line

    def number_at(self, line: int) -> int:
        """The step at which this viewpoint stood after a line of the journal."""
        return max((n for n, picture in enumerate(self._pictures) if picture.line <= line), default=0)

    def _check(self, n: int) -> None:
        if not 0 <= n < len(self._pictures):
            raise Refused("missing", f"This replay has steps from 0 to {len(self._pictures) - 1}.")

    def frame(self, n: int) -> bytes:
        """The state frame of a step, with the log up to it."""
        self._check(n)
        picture = self._pictures[n]
        view, question, outcome = msgspec.msgpack.decode(zlib.decompress(picture.frame))
        lines = self._log.lines[max(0, picture.log - 400) : picture.log]
        frame = RawState(
            n,
            None,
            self.seat,
            [],
            None,
            msgspec.Raw(view),
            msgspec.Raw(question),
            RawLog(0, [msgspec.Raw(line) for line in lines]),
            None,
            None,
            [],
            outcome,
            picture.turn,
            self._seats,
            None,
        )
        return msgspec.json.encode(frame)


def _at_the_start(head: bytes, lines: list[AnyLine]) -> Table:
    """The game before anybody has done anything."""
    first = next((i for i, line in enumerate(lines) if is_done(line)), len(lines))
    data = b"\n".join([head, *map(msgspec.json.encode, lines[:first]), b""])
    try:
        return open_journal(data, find, stamp=pack_stamp)
    except JournalError as error:
        raise Refused("conflict", f"This game cannot be replayed under the present rules: {error}") from None


def _do_as_written(table: Table, line: AnyLine, lines: list[AnyLine]) -> None:
    """Do a line again, with the dice the journal has."""
    # Dice come from the seed, as they did; a journal with other dice is told apart by what it has written.
    do_line(table, line)
    if (
        table.number > len(lines)
        or table.lines[line.n - 1 : table.number] != lines[line.n - 1 : table.number]
    ):
        raise Refused(
            "conflict", f"The replay ends here: line {line.n + 1} no longer follows from the rules."
        )
