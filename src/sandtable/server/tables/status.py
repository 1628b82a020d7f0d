"""What is stored of a table beside its answers, so that lists need not open it."""

from __future__ import annotations

from sandtable.engine import Table

from ..store.journal_writer import Status
from ..store.tables import TableData
from . import clock
from .seat_view import outcome_of, progress_of


def status_of(
    data: TableData, table: Table, now: float, seat: str | None = None, *, changed: bool = True
) -> Status:
    """How a table stands now that `seat` has answered; None if something else happened."""
    status = standing(table, now, changed=changed)
    if seat is not None:
        status.spent = clock.spent(data, seat, now)
    elif status.asked == data.asked:
        status.since = data.since or now  # a standing order gives nobody more time
    return status


def standing(table: Table, now: float, *, changed: bool = True) -> Status:
    """How a table stands if it has come there only now."""
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
