"""What each viewpoint at a table sees now, worked out once for everybody who is watching."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine import Table

from .chronicle import Chronicle
from .seatview import QuestionText, Seen, look_live

if TYPE_CHECKING:
    from .room import Room
    from .watcher import Watcher


class Sights:
    """What viewpoints see, kept until something happens."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._seen: dict[str | None, Seen] = {}
        self._question = QuestionText()

    def clear(self) -> None:
        """Something has happened."""
        self._seen.clear()
        self._question = QuestionText()

    def of(self, seat: str | None, table: Table, chronicle: Chronicle) -> Seen:
        """What a viewpoint sees now."""
        found = self._seen.get(seat)
        if found is None:
            chronicle.catch_up(table)
            # Whoever is watching will be shown the same moment: look from everywhere at once.
            watching = {watcher.eyes.seat for watcher in self._room.watchers}
            seats = [*({seat, *watching} - self._seen.keys())]
            for each, seen in look_live(table, seats, chronicle.length, self._question).items():
                alike = (other.view for other in self._seen.values() if other.view == seen.view)
                seen.view = next(alike, seen.view)  # most see the same: keep it once
                if self._room.is_resigned:
                    seen.end(self._room.data.outcome)
                self._seen[each] = seen
            found = self._seen[seat]
        return found

    def question_for(self, watcher: Watcher, table: Table) -> bytes | None:
        """The open question with all its facts, if the seat that a connection looks from is asked and it wants them."""
        eyes, ask = watcher.eyes, table.ask
        if not eyes.has_facts or ask is None or ask.seat != eyes.seat or self._room.is_resigned:
            return None
        return self._question.with_facts(ask)
