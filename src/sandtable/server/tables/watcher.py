"""Watchers: connections that show a table, here and in other processes."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from sandtable.engine import Table

from ..refusal import Refused
from ..store.stored_tables import CHATS
from ..wire import ByeFrame, ChatFrame, LogPart
from .seat_view import NULL, SeatView, encode
from .state_frames import Sent, SharedParts, as_raw, state_frame
from .table_log import LOG_LINES, TableLog

if TYPE_CHECKING:
    from .room import Room

logger = logging.getLogger("sandtable.server")


#: Close codes: this browser was logged out; the table was removed; it cannot be opened at the moment.
LOGGED_OUT, GONE, AWAY = 4401, 4410, 4503


class Watcher:
    """A connection that shows a table: who watches, from which seat, and what they have been sent."""

    def __init__(
        self, person: str | None, name: str, seat: str | None, mine: list[str], send: Callable[[bytes], None]
    ) -> None:
        self.person, self.name, self.seat, self.mine, self.send = person, name, seat, mine, send
        #: Whether it is sent all facts of its questions, and of a view only what has changed.
        self.has_facts = self.wants_changes = False
        #: The session it was opened with. It lives no longer than that.
        self.session = ""
        #: Closes the connection with a code and says why.
        self.say_bye: Callable[[str, int], None] = lambda why, code: send(encode(ByeFrame(why)))
        #: The numbers of the chat lines it was sent lately, because the same line can arrive twice.
        self._chats: list[int] = []
        #: How many state frames were sent. It counts nothing hidden, so it reveals nothing.
        self.n = 0
        self._sent: Sent | None = None
        #: How many lines of the log it has, counted from the first one that was ever told, and how many of the first it was never sent.
        self._lines = self._skipped = 0

    def sit(self, mine: list[str]) -> None:
        """These seats are its own now. Whoever has lost the seat they looked from watches from then on."""
        self.mine = mine
        self.seat = self.seat if self.seat in mine else None

    def asked_seat(self, table: Table) -> str:
        """The seat this connection may answer for now: one of its own, whose question it can see.

        Nothing else checks this. It goes by what the engine shows the seat it looks from, so that an answer, a hint or
        odds can never be given for a question that was not shown.
        """
        question = table.ask
        if question is None:
            raise Refused("conflict", "The game is over.")
        if question.seat not in self.mine or table.ask_for(self.seat) is not question:
            raise Refused("forbidden", "You are not asked now.")
        return question.seat

    # State frames

    def show(
        self,
        seen: SeatView,
        log: TableLog,
        shared: SharedParts,
        *,
        ack: int | None = None,
        lesson: bytes = NULL,
        always: bool = False,
    ) -> bool:
        """Send the next state frame; false if nothing that this connection may see has changed."""
        before = self._sent if self._sent is not None and self._sent.seat == self.seat else None
        asked = None if shared.question is None else shared.question.seat
        waiting = asked if asked in self.mine else None
        mark = shared.mark(seen)
        if (
            not always
            and before is not None
            and self._lines == seen.log_length
            and before.waiting == waiting
            and before.seen == mark
        ):
            return False
        if before is None or self._lines < log.kept_from(self.seat):
            self._lines = self._skipped = max(log.kept_from(self.seat), seen.log_length - LOG_LINES)
        lines = log.lines(self.seat, self._lines, seen.log_length)
        self.n += 1
        frame = state_frame(
            shared,
            seen,
            LogPart(self._lines - self._skipped, [as_raw(line) for line in lines]),
            n=self.n,
            seat=self.seat,
            mine=self.mine,
            ack=ack,
            waiting=waiting,
            has_facts=self.has_facts,
            lesson=lesson,
            before=before if self.wants_changes else None,
        )
        self._sent, self._lines = Sent(self.seat, mark, waiting, shared.seats), seen.log_length
        self.send(encode(frame))
        return True

    def has_lines(self, length: int) -> bool:
        """Whether it has been sent this many lines of the log."""
        return self._sent is not None and self._sent.seat == self.seat and self._lines >= length

    def cut_log(self, length: int) -> None:
        """The log has lost all its lines but this many; those that are told instead must be sent."""
        self._lines = min(self._lines, length)
        self._skipped = min(self._skipped, self._lines)

    def compare_logs(self, old: TableLog, new: TableLog) -> None:
        """The log was read anew: what is the same in both need not be sent again."""
        if self._sent is not None:
            self.cut_log(new.shared_with(old, self._sent.seat))

    # Beside the game

    @contextmanager
    def dropped_if_it_fails(self, table: str) -> Iterator[None]:
        """What is made for this connection in here concerns no other: if that fails, it is closed, and the others go on."""
        try:
            yield
        except Exception:
            logger.exception("table %s: a connection cannot be shown how it stands", table)
            self.say_bye("The server failed to show you this table; the host has a record of it.", AWAY)

    def hear_chat(self, number: int, name: str, text: str, at: float) -> None:
        """Send a line of chat, once."""
        if number not in self._chats:
            self._chats = [*self._chats[1 - 2 * CHATS :], number]
            self.send(encode(ChatFrame(name, text, at)))


class Presence:
    """Who is watching a table: here, and in other processes according to the latest report of each. Old ones are ignored: it may have ended."""

    def __init__(self, room: Room) -> None:
        self._room, self._hub = room, room.hub
        #: Process -> (seats whose player is present, whether anybody is watching, when it said so).
        self._reports: dict[str, tuple[list[str], bool, float]] = {}

    def seats(self) -> set[str]:
        """Seats whose player is watching now."""
        present = self._elsewhere()
        for watcher in self._room.watchers:
            present.update(watcher.mine)
        return present

    def has(self, seat: str) -> bool:
        """Whether the player of a seat is watching now."""
        return any(seat in it.mine for it in self._room.watchers) or seat in self._elsewhere()

    @property
    def is_watched(self) -> bool:
        """Whether anybody is watching now."""
        return bool(self._room.watchers) or any(is_watched for _, is_watched in self._recent())

    def say(self) -> None:
        """Tell the other processes who is watching here."""
        mine = sorted({seat for watcher in self._room.watchers for seat in watcher.mine})
        self._hub.bus.tell(self._room.id, "here", [mine, bool(self._room.watchers)])

    def hear(self, process: str, said: tuple[list[str], bool]) -> None:
        """Who is watching in another process."""
        before = self.seats()
        seats, is_watched = said
        self._reports[process] = (seats, is_watched, self._hub.time.steady())
        if self.seats() != before:
            self._room.tell_seats()
        if is_watched:
            self._room.thinker.looked()

    def _elsewhere(self) -> set[str]:
        if not self._reports:  # there is only this process, or nobody has come to another
            return set()
        return {seat for seats, _ in self._recent() for seat in seats}

    def _recent(self) -> Iterator[tuple[list[str], bool]]:
        oldest = self._hub.time.steady() - self._hub.presence_lasts
        return ((seats, is_watched) for seats, is_watched, when in self._reports.values() if when > oldest)
