"""The data stored with each answer: lines of the journal, the status of the table, and now and then a snapshot."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

import sandtable
from sandtable.engine import AnyLine, Table
from sandtable.engine.saving.format import TurnOver
from sandtable.engine.saving.long_games import (
    can_be_resumed,
    is_settled,
    let_go,
    pack_starts,
    remembered_turns,
)

from ..store.journal_writer import Status
from ..store.stored_tables import TableData
from . import clock
from .seat_view import outcome_of, progress_of
from .table_log import StoredLog, TableLog
from .teaching import is_lesson

#: A snapshot is taken at the end of a turn once the journal has this many new lines.
EVERY = 32
#: At least this many turns before the current one can be undone, if neither dice nor a secret prevent it: more than anybody undoes answer by
#: answer. Each of them takes memory. They are forgotten several at a time.
UNDO_TURNS, AT_A_TIME = 12, 4


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


def status_of(
    data: TableData, table: Table, now: float, seat: str | None = None, *, changed: bool = True
) -> Status:
    """Return the status of a table after an answer of `seat`, or, if that is None, after something else."""
    status = status_from(table, now, changed=changed)
    if seat is not None:
        status.spent = {} if data.clock is None else clock.spent(data, seat, now)
    elif status.asked == data.asked:
        status.since = data.since or now  # a standing order gives nobody more time
    return status


def status_from(table: Table, now: float, *, changed: bool = True) -> Status:
    """Return the status of a table whose question was asked only now."""
    ask = table.ask
    return Status(
        lines=table.number,
        turn=table.turn,
        asked=None if ask is None else ask.seat,
        is_private=ask is not None and ask.spec.private,
        since=now,
        outcome=outcome_of(table),
        updated=now if changed else None,
        progress=progress_of(table),
    )


class Snapshot(msgspec.Struct, forbid_unknown_fields=True):
    """A game at the start of a turn, and its log before that."""

    #: The version of Sandtable that put the log into words.
    version: str
    #: The number of the journal line with the digest of the state.
    turn_over: int
    log: StoredLog = msgspec.field(name="pages")
    moment: msgspec.Raw


class Snapshots:
    """Decides which moments and snapshots are stored with the answers of a game, so that it can be opened again."""

    def __init__(self, snapshot: int = 0) -> None:
        #: The line of the journal after which the last snapshot was taken.
        self._last = snapshot

    def next(
        self, table: Table, log: TableLog, lines: list[AnyLine], turn: int
    ) -> tuple[bytes | None, bytes | None]:
        """The moment or the snapshot to store with an answer that was given in this turn.

        At the end of a turn that is a moment, in case a change of the rules leaves no other way to open the game; now and then, a snapshot.
        """
        if table.turn == turn or table.outcome is not None:
            return None, None
        snapshot = None
        if not is_lesson(table) and table.number - self._last >= EVERY:
            snapshot = take_snapshot(table, log, lines)
            if snapshot is not None:
                self._last = table.number
        kept = (table.moment() if snapshot is None else None, snapshot)
        forget_old(table, log)
        pack_starts(table)
        return kept


def take_snapshot(table: Table, log: TableLog, lines: list[AnyLine]) -> bytes | None:
    """A snapshot of a table whose last answer made these lines; None if something that came before it can be undone.

    The table then forgets what came before this turn, and so it stays small however long the game lasts.
    """
    ends = [line.n for line in lines if isinstance(line, TurnOver) and line.turn == table.turn - 1]
    if not ends or table.outcome is not None or not can_be_resumed(table):
        return None
    log.catch_up(table)
    stored = log.stored_before(table.turn)
    body = msgspec.json.encode(Snapshot(sandtable.__version__, ends[-1], stored, msgspec.Raw(table.moment())))
    log.let_go(let_go(table))
    return hashlib.sha256(body).hexdigest().encode() + body


def forget_stored(table: Table, log: TableLog) -> None:
    """Forget what came before this turn, in a process that only reads the answers of others and takes no snapshots."""
    if table.outcome is None and not is_lesson(table) and is_settled(table):
        log.catch_up(table)
        log.let_go(let_go(table))
    else:
        forget_old(table, log)


def forget_old(table: Table, log: TableLog) -> None:
    """Forget turns that were long ago, whether or not they could still be undone."""
    if not is_lesson(table) and remembered_turns(table) >= UNDO_TURNS + AT_A_TIME:
        log.catch_up(table)
        log.let_go(let_go(table, UNDO_TURNS))
