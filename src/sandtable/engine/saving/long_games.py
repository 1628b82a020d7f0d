"""Long games in little memory, for a host that stores log and journal itself: a server with many tables.

A table keeps its whole log and journal. Once both are stored elsewhere, only what can still be undone is needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..log import LogLine, log_line
from ..table import Table

#: The seats that may read a line; None: everybody.
Audience = tuple[int, ...] | None


def count_entries(table: Table) -> int:
    """How many entries the log of a table has, for whomever they are."""
    return len(table._recorder.entries)


def entries_since(table: Table, start: int) -> Iterator[tuple[Audience, LogLine]]:
    """The log from an entry on: who may read each line, and the line, without a number of its own.

    A host that reads on from where it was makes the words of each line once, for everybody.
    """
    record = table._recorder
    seats, kinds = table.seats, record.kinds
    for entry in record.entries[start:]:
        yield entry.to, log_line(entry, 0, seats, kinds)


@contextmanager
def at_each_turn(table: Table, look: Callable[[], None]) -> Iterator[None]:
    """Look at the table at the end of each turn while an answer is given: a game may play on for many turns before it asks again."""
    table._recorder.on_turn = look
    try:
        yield
    finally:
        table._recorder.on_turn = None


def is_settled(table: Table) -> bool:
    """Whether nothing before this turn can be undone, and nothing done again: the moment then tells everything."""
    history, turn = table._recorder.history, table.turn
    last = next((given for given in reversed(history.given) if given.place.turn < turn), None)
    return not history.undone and (last is None or bool(last.fixed))


def can_be_resumed(table: Table) -> bool:
    """Whether a table that is resumed at this moment is like this one: no answer of this turn can be undone, either.

    A moment neither numbers the answers of its turn nor knows which standing orders stood before each of them. An
    undo that was played on such a table would not fit the journal.
    """
    if not is_settled(table):
        return False
    given, turn = table._recorder.history.given, table.turn
    is_answered = any(it.place.turn == turn and not it.line.by for it in given)
    return not is_answered or bool(given[-1].fixed)


def let_go(table: Table, turns: int = 0) -> int:
    """Forget the log and the journal before this turn, or before the turn that many turns ago. Returns how many entries of the log were forgotten.

    What is forgotten cannot be undone. A settled table is like one that was resumed at this moment: it can go on, but no longer
    save its whole game.
    """
    record, first = table._recorder, table.turn - turns
    gone = next((i for i, entry in enumerate(record.entries) if entry.turn >= first), len(record.entries))
    del record.entries[:gone]
    record.history.given = [given for given in record.history.given if given.place.turn >= first]
    for given in record.history.given:
        given.place.entries -= gone
    record.digest()
    record.lines, table.is_whole = [], False
    return gone


def remembered_turns(table: Table) -> int:
    """How many turns before this one the log of a table goes back."""
    entries = table._recorder.entries
    return table.turn - entries[0].turn if entries else 0


def pack_starts(table: Table) -> None:
    """Compress the states at the starts of earlier turns, which are kept only in case somebody undoes that much."""
    record = table._recorder
    record.codes.pack([given.place for given in record.history.given], table.run.start, table.turn)
