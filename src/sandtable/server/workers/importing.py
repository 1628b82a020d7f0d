"""Reading the journal of somebody else's game: the whole of it is played again, with a limit of memory."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from sandtable.engine import AnyLine, JournalError, SandtableError, open_journal, pack_stamp
from sandtable.engine.saving.header import decode_header

from ..store.journal_writer import Status
from ..tables.catalogue import find
from ..tables.storing import status_from
from ..tables.table_log import StoredLog, TableLog


class Imported(msgspec.Struct):
    """A game that was read: what is stored of it, and what is needed to go on without playing it again."""

    #: The header in the words of the present rules: an old game has been migrated on the way.
    header: str
    lines: list[AnyLine]
    status: Status
    moment: bytes
    #: The log before this turn.
    log: StoredLog


def read_import(job: dict[str, Any]) -> dict[str, Any]:
    """Play an imported journal. Whatever is wrong with it is the importer's mistake."""
    journal: bytes = job["journal"]
    try:
        find(decode_header(journal.partition(b"\n")[0]).game)  # loading a game's modules is not counted
        with limited_memory(job["megabytes"]):
            return {"game": msgspec.msgpack.encode(_read(journal))}
    except JournalError as error:
        raise SandtableError(f"This game cannot be imported: {error}") from None
    except MemoryError:
        raise SandtableError("This game cannot be imported: it needs too much memory.") from None


def _read(journal: bytes) -> Imported:
    table = open_journal(journal, find, stamp=pack_stamp)
    if not table.is_whole:
        raise SandtableError("This is a single moment, not a journal; it cannot be imported.")
    log = TableLog([seat.id for seat in table.seats])
    log.catch_up(table)
    return Imported(
        msgspec.json.encode(table.header).decode(),
        list(table.lines),
        status_from(table, time.time()),
        table.moment(),
        log.stored_before(table.turn),
    )


@contextmanager
def limited_memory(megabytes: float) -> Iterator[None]:
    """Let this process take so much memory more, where the system can limit it (Linux); beyond that, `MemoryError`."""
    try:
        import resource

        used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (used + int(megabytes * 1024 * 1024), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)
