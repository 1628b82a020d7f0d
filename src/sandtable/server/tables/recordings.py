"""Recordings: a game step by step, as one seat saw it, without what was taken back. A replay shows them."""

from __future__ import annotations

import zlib

import msgspec

from sandtable.engine import (
    Answered,
    JournalError,
    LogLine,
    SandtableError,
    Table,
    open_journal,
    pack_stamp,
)
from sandtable.engine.chance import Chance, Raw, tupled
from sandtable.engine.saving.format import LINES, AnyLine, Thrown, TookBack
from sandtable.engine.saving.header import decode_header
from sandtable.engine.saving.migration import is_alike
from sandtable.engine.saving.replay import do_line, is_done, is_of_older_rules

from ..refusal import Refused
from ..wire import LogPart, Outcome, SeatInfo, Step
from .catalogue import find
from .seat_view import Page, QuestionText, SeatView, encode, look, progress_of
from .state_frames import SharedParts, as_raw, state_frame
from .table_log import LOG_LINES, TableLog
from .turn_ends import TurnEnds

#: The last step of a replay of older rules, if not all of it can be played again.
OTHER_RULES = "The replay ends here: the game went on under older rules."


class RecordedStep(msgspec.Struct, array_like=True):
    """A step of a recording: the line of the journal it follows, the length of the log, and what was seen, compressed."""

    line: int
    log: int
    shown: Step
    seen: bytes


class RecordingUpdate(msgspec.Struct):
    """How many steps and log lines of a recording to keep, and those that follow."""

    lines: int
    keep: int
    steps: list[RecordedStep]
    keep_log: int
    log: list[bytes]


class Recorder:
    """Plays a journal again, in a worker process, and records a step whenever one seat sees something change.

    Where the game plays some seats itself, each of their turns is a step, as it is at a live table.
    """

    def __init__(self, head: bytes, seat: str | None) -> None:
        self.seat = seat
        #: How many lines of the journal have been played.
        self.lines = 0
        self._head, self._journal = head, list[AnyLine]()
        self._table: Table | None = None
        self._log, self._steps = TableLog([]), list[RecordedStep]()
        self._keep = self._keep_log = 0
        self._last: SeatView | None = None
        header = decode_header(head)
        #: Whether the journal is of older rules, and whether it has come to where the present rules lead elsewhere.
        self._is_old, self._is_over = is_of_older_rules(header, find(header.game)), False

    def follow(self, rows: list[str]) -> RecordingUpdate:
        """Play further lines. Returns what they change in the recording."""
        lines = [LINES.decode(row) for row in rows]
        self._journal.extend(lines)
        if self._table is None:
            self._table = _at_the_start(self._head, self._journal)
            self._table.take_chance_from(_Written(self._journal, self._table.number))
            self._log = TableLog([seat.id for seat in self._table.seats], is_whole=True)
            self._record(self._table, 0, None)
        else:
            self._keep, self._keep_log = len(self._steps), self._log.length(self.seat)
        for line in lines:
            if is_done(line) and line.n > self._table.number and not self._is_over:
                self._do(self._table, line)
        self.lines = len(self._journal)
        log = self._log.lines(self.seat, self._keep_log)
        return RecordingUpdate(self.lines, self._keep, self._steps[self._keep :], self._keep_log, log)

    def _do(self, table: Table, line: AnyLine) -> None:
        ends = TurnEnds(table, [self.seat] if table.has_nonplayers else [])
        try:
            with ends.watched():
                _do_as_written(table, line, self._journal, is_old=self._is_old)
        except SandtableError:
            if not self._is_old:
                raise
            self._end(line.n)
            return
        if isinstance(line, TookBack):
            self._take_back(line.answer, table)
        else:
            self._record(table, line.n, line.seat if isinstance(line, Answered) else None, ends)

    def _end(self, line: int) -> None:
        """End where the present rules part from those the game was played by. The last step says so."""
        self._is_over = True
        last = self._steps[-1]
        shown = msgspec.structs.replace(
            last.shown, n=len(self._steps), seat=None, text=OTHER_RULES, tells=True, kind=""
        )
        self._steps.append(msgspec.structs.replace(last, line=line, shown=shown))

    def _record(self, table: Table, line: int, by: str | None, ends: TurnEnds | None = None) -> None:
        between = [] if ends is None else ends.told(self._log)
        last = self._look(table)
        for end in between:
            seen = end.seen[self.seat]
            had = -1 if self._last is None else self._last.log_length
            if had < seen.log_length < last.log_length:
                self._add(seen, end.turn, end.progress, line, by)
        self._add(last, table.turn, progress_of(table), line, by)

    def _add(self, seen: SeatView, turn: int, progress: str, line: int, by: str | None) -> None:
        before, self._last = self._last, seen
        if seen == before:
            return
        had = 0 if before is None else before.log_length
        news = [_LINE.decode(text) for text in self._log.lines(self.seat, had, seen.log_length)]
        events = [entry for entry in news if entry.kind != "answer"]
        told = events or news
        shown = Step(
            n=len(self._steps),
            turn=turn,
            seat=by if any(entry.seat == by for entry in news) else None,
            text=told[-1].text if told else "",
            tells=bool(events) or before is None or seen.page != before.page,
            kind=_kind(events),
            progress=progress,
        )
        kept = msgspec.msgpack.encode((seen.page, seen.drawing, seen.question, seen.outcome))
        self._steps.append(RecordedStep(line, seen.log_length, shown, zlib.compress(kept, 1)))

    def _take_back(self, answer: int, table: Table) -> None:
        """Drop the steps from an answer on that was taken back."""
        while self._steps and self._steps[-1].line >= answer:
            self._steps.pop()
        self._log.cut(table)
        self._keep = min(self._keep, len(self._steps))
        self._keep_log = min(self._keep_log, self._log.length(self.seat))
        self._last = self._look(table)

    def _look(self, table: Table) -> SeatView:
        self._log.catch_up(table)
        return look(table, [self.seat], self._log.length, QuestionText(table))[0]


def _kind(events: list[LogLine]) -> str:
    """How these lines are told together, if all of them are counted as the same; otherwise empty."""
    kinds = {entry.sums[1] if entry.sums else "" for entry in events}
    return kinds.pop() if len(kinds) == 1 else ""


class Recording:
    """A game as one seat saw it. What it did not see has no influence on the cost of a request."""

    def __init__(self, seat: str | None, seats: list[SeatInfo]) -> None:
        self.seat, self._seats = seat, seats
        self.lines = self.size = 0
        self._steps: list[RecordedStep] = []
        self._log: list[bytes] = []

    def update(self, news: RecordingUpdate) -> None:
        self._steps[news.keep :] = news.steps
        self._log[news.keep_log :] = news.log
        self.lines = news.lines
        self.size = sum(len(step.seen) for step in self._steps) + sum(map(len, self._log))

    def steps(self) -> list[Step]:
        return [step.shown for step in self._steps]

    def place_of(self, n: int) -> tuple[int, int]:
        """The line of the journal that a step follows, and its turn: several turns may follow one line."""
        return self._step(n).line, self._step(n).shown.turn

    def number_at(self, place: tuple[int, int]) -> int:
        """The step that this seat saw at a place."""
        return max((n for n, it in enumerate(self._steps) if (it.line, it.shown.turn) <= place), default=0)

    def _step(self, n: int) -> RecordedStep:
        if not 0 <= n < len(self._steps):
            raise Refused("missing", f"This replay has steps from 0 to {len(self._steps) - 1}.")
        return self._steps[n]

    def frame(self, n: int) -> bytes:
        """The state frame of a step, with the log up to it."""
        step = self._step(n)
        page, drawing, question, outcome = _SEEN.decode(zlib.decompress(step.seen))
        seen = SeatView(step.log, page, drawing, question, outcome=outcome)
        log = LogPart(0, [as_raw(line) for line in self._log[max(0, step.log - LOG_LINES) : step.log]])
        shared = SharedParts(turn=step.shown.turn, seats=self._seats)
        return encode(state_frame(shared, seen, log, n=n, seat=self.seat, mine=[]))


#: A line of the log, as it is sent.
_LINE = msgspec.json.Decoder(LogLine)
#: What is kept of a step: its page, its drawing, its question, and how the game ended.
_SEEN = msgspec.msgpack.Decoder(tuple[Page, bytes, bytes, Outcome | None])


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
