"""Replays: a game step by step, as one viewpoint saw it, without what was taken back."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

import msgspec

from sandtable.engine import Answered, JournalError, SandtableError, Table, open_journal, pack_stamp
from sandtable.engine.chance import Chance, Raw, tupled
from sandtable.engine.saving.format import LINES, AnyLine, Thrown, TookBack
from sandtable.engine.saving.header import decode_header
from sandtable.engine.saving.long_games import at_each_turn, count_entries, entries_since
from sandtable.engine.saving.migration import is_alike
from sandtable.engine.saving.replay import do_line, is_done, is_of_older_rules

from ..refusal import Refused
from ..wire import LogPart, SeatInfo, StateFrame, Step
from .chronicle import LOG_LINES
from .pictures import MOST
from .seatview import QuestionText, Seen, encode, encoded, glance, look, progress_of
from .shelf import find

#: The last step of a replay of older rules, if not all of it can be played again.
OTHER_RULES = "The replay ends here: the game went on under older rules."


class Collector:
    """Collects the journal lines of an answer until they are written to the database."""

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


class Picture(msgspec.Struct, array_like=True):
    """A step of a replay: the line it follows, what was seen, and the length of the log.

    `tells`, `kind` and `progress` are those of `wire.Step`.
    """

    line: int
    turn: int
    seat: str | None
    text: str
    tells: bool
    kind: str
    log: int
    frame: bytes
    progress: str


class Shot(msgspec.Struct):
    """What a viewpoint sees after an answer, or at the end of a turn that the game plays by itself."""

    seen: Seen
    turn: int
    progress: str


class Reel(msgspec.Struct):
    """An update of a film: how many pictures and log lines to keep, and those that follow."""

    lines: int
    keep: int
    pictures: list[Picture]
    keep_log: int
    log: list[bytes]


class SeatLog:
    """The whole log of one viewpoint in words, extended as the game goes on."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        #: Which entry of the table's own log each line is, and how many entries have been read.
        self._entries: list[int] = []
        self._read = 0

    def catch_up(self, table: Table, seat: str | None) -> None:
        reader = table.seat_index(seat)
        for to, line in entries_since(table, self._read):
            if to is None or reader in to:
                numbered = msgspec.structs.replace(line, n=len(self.lines) + 1)
                self.lines.append(msgspec.json.encode(numbered))
                self._entries.append(self._read)
            self._read += 1

    def cut(self, table: Table) -> None:
        """Drop what the table has taken back."""
        self._read = min(self._read, count_entries(table))
        while self._entries and self._entries[-1] >= self._read:
            self._entries.pop()
            self.lines.pop()


class Camera:
    """Replays a journal and takes a picture whenever one viewpoint sees something change.

    Where the game plays some seats itself, each of their turns is a picture, as it is at a live table.
    """

    def __init__(self, head: bytes, seat: str | None) -> None:
        self.seat = seat
        #: How many lines of the journal have been played.
        self.lines = 0
        self._head, self._journal = head, list[AnyLine]()
        self._table: Table | None = None
        self._log, self._question = SeatLog(), QuestionText()
        self._pictures: list[Picture] = []
        self._keep = self._keep_log = 0
        self._last: Seen | None = None
        header = decode_header(head)
        #: Whether the journal is of older rules, and whether it has come to where the present rules lead elsewhere.
        self._is_old, self._is_over = is_of_older_rules(header, find(header.game)), False

    def follow(self, rows: list[str]) -> Reel:
        """Play further lines. Returns what they change in the film."""
        self._keep, self._keep_log = len(self._pictures), len(self._log.lines)
        lines = decode_lines(rows)
        self._journal.extend(lines)
        if self._table is None:
            self._table = _at_the_start(self._head, self._journal)
            self._table.take_chance_from(_Written(self._journal, self._table.number))
            self._show(self._table, 0, None)
        for line in lines:
            if is_done(line) and line.n > self._table.number and not self._is_over:
                self._do(self._table, line)
        self.lines = len(self._journal)
        return Reel(
            self.lines,
            self._keep,
            self._pictures[self._keep :],
            self._keep_log,
            self._log.lines[self._keep_log :],
        )

    def _do(self, table: Table, line: AnyLine) -> None:
        shots: list[Shot] = []
        is_long = not isinstance(line, TookBack) and table.has_nonplayers
        try:
            with at_each_turn(table, lambda: self._between(table, shots)) if is_long else nullcontext():
                _do_as_written(table, line, self._journal, is_old=self._is_old)
        except SandtableError:
            if not self._is_old:
                raise
            self._end(line.n)
            return
        if isinstance(line, TookBack):
            self._take_back(line.answer, table)
        else:
            self._show(table, line.n, line.seat if isinstance(line, Answered) else None, shots)

    def _end(self, line: int) -> None:
        """End the film where the present rules part from those the game was played by. The last step says so."""
        self._is_over = True
        last = self._pictures[-1]
        shown = msgspec.structs.replace(last, line=line, seat=None, text=OTHER_RULES, tells=True, kind="")
        self._pictures.append(shown)

    def _between(self, table: Table, shots: list[Shot]) -> None:
        """A turn has ended and the game plays on: nobody is asked anything."""
        if len(shots) < MOST:
            self._log.catch_up(table, self.seat)
            seen = glance(table, self.seat, len(self._log.lines))
            shots.append(Shot(seen, table.turn, progress_of(table)))

    def _show(self, table: Table, line: int, by: str | None, between: Sequence[Shot] = ()) -> None:
        last = Shot(self._look(table), table.turn, progress_of(table))
        for shot in between:
            if (self._last is None or self._last.told < shot.seen.told) and shot.seen.told < last.seen.told:
                self._add(shot, line, by)
        self._add(last, line, by)

    def _add(self, shot: Shot, line: int, by: str | None) -> None:
        seen, before = shot.seen, self._last
        if before is not None and seen.looks_like(before):
            return
        self._last = seen
        had = 0 if before is None else before.told
        news = [msgspec.json.decode(text) for text in self._log.lines[had : seen.told]]
        events = [entry for entry in news if entry["kind"] != "answer"]
        told = events or news
        text = told[-1]["text"] if told else ""
        tells = bool(events) or before is None or seen.view != before.view
        seat = by if any(entry.get("seat") == by for entry in news) else None
        shown = (seen.view, seen.drawing, seen.question, seen.outcome)
        frame = zlib.compress(msgspec.msgpack.encode(shown), 1)
        kind = _kind(events)
        self._pictures.append(
            Picture(line, shot.turn, seat, text, tells, kind, seen.told, frame, shot.progress)
        )

    def _take_back(self, answer: int, table: Table) -> None:
        """Drop the pictures from an answer on that was taken back."""
        while self._pictures and self._pictures[-1].line >= answer:
            self._pictures.pop()
        self._log.cut(table)
        self._keep = min(self._keep, len(self._pictures))
        self._keep_log = min(self._keep_log, len(self._log.lines))
        self._last = self._look(table)

    def _look(self, table: Table) -> Seen:
        self._log.catch_up(table, self.seat)
        return look(table, self.seat, len(self._log.lines), self._question)


def _kind(events: list[dict[str, Any]]) -> str:
    """How these lines are told together, if all of them are counted as the same; otherwise empty."""
    kinds = {entry["sums"][1] if entry.get("sums") else "" for entry in events}
    return kinds.pop() if len(kinds) == 1 else ""


class Film:
    """A game as one viewpoint saw it. What it did not see has no influence on the cost of a request."""

    def __init__(self, seat: str | None, seats: list[SeatInfo]) -> None:
        self.seat, self._seats = seat, seats
        self.lines = self.size = 0
        self._pictures: list[Picture] = []
        self._log: list[bytes] = []

    def splice(self, reel: Reel) -> None:
        """Apply an update."""
        self._pictures[reel.keep :] = reel.pictures
        self._log[reel.keep_log :] = reel.log
        self.lines = reel.lines
        self.size = sum(len(p.frame) for p in self._pictures) + sum(map(len, self._log))

    def steps(self) -> list[dict[str, Any]]:
        return [
            msgspec.to_builtins(Step(n, p.turn, p.seat, p.text, p.tells, p.kind, p.progress))
            for n, p in enumerate(self._pictures)
        ]

    def place_of(self, n: int) -> tuple[int, int]:
        """The line of the journal that a step follows, and its turn: several turns may follow one line."""
        self._check(n)
        return self._pictures[n].line, self._pictures[n].turn

    def number_at(self, place: tuple[int, int]) -> int:
        """The step that this viewpoint saw at a place."""
        return max((n for n, it in enumerate(self._pictures) if (it.line, it.turn) <= place), default=0)

    def _check(self, n: int) -> None:
        if not 0 <= n < len(self._pictures):
            raise Refused("missing", f"This replay has steps from 0 to {len(self._pictures) - 1}.")

    def frame(self, n: int) -> bytes:
        """The state frame of a step, with the log up to it."""
        self._check(n)
        picture = self._pictures[n]
        view, drawing, question, outcome = msgspec.msgpack.decode(zlib.decompress(picture.frame))
        lines = self._log[max(0, picture.log - LOG_LINES) : picture.log]
        frame = StateFrame(
            n=n,
            ack=None,
            seat=self.seat,
            mine=[],
            waiting=None,
            view=encoded(view),
            question=encoded(question),
            log=LogPart(0, [encoded(line) for line in lines]),
            undo=None,
            redo=None,
            standing_orders=[],
            outcome=outcome,
            turn=picture.turn,
            seats=self._seats,
            clock=None,
            drawing=encoded(drawing),
        )
        return encode(frame)


def _at_the_start(head: bytes, lines: list[AnyLine]) -> Table:
    """The game before the first answer."""
    first = next((i for i, line in enumerate(lines) if is_done(line)), len(lines))
    data = b"\n".join([head, *map(msgspec.json.encode, lines[:first]), b""])
    try:
        return open_journal(data, find, stamp=pack_stamp)
    except JournalError as error:
        raise Refused("conflict", f"This game cannot be replayed under the present rules: {error}") from None


class _Written:
    """The dice and cards of a journal, in their order. A game that was migrated may have them in another order than its seed."""

    def __init__(self, lines: list[AnyLine], done: int) -> None:
        self._lines, self._next = lines, done

    def raw(self, chance: Chance) -> Raw:
        lines = self._lines
        while self._next < len(lines) and not isinstance(lines[self._next], Thrown):
            self._next += 1
        line = lines[self._next] if self._next < len(lines) else None
        self._next += 1
        try:
            if not isinstance(line, Thrown):
                raise ValueError("the journal has no more throws")
            chance.check(raw := tupled(line.raw))
        except ValueError as error:
            raise Refused("conflict", f"The replay ends here: {error}.") from None
        return raw


def _do_as_written(table: Table, line: AnyLine, lines: list[AnyLine], *, is_old: bool) -> None:
    """Play a line again and compare the consequences with the journal."""
    do_line(table, line, of_older_rules=is_old)
    made, written = table.lines[line.n - 1 : table.number], lines[line.n - 1 : table.number]
    same = made == written or (is_old and len(made) == len(written) and all(map(is_alike, made, written)))
    if table.number > len(lines) or not same:
        raise Refused(
            "conflict", f"The replay ends here: line {line.n + 1} no longer follows from the rules."
        )
