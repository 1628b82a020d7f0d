"""Lessons at a table: what the learner is told, and what the lesson has others answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable.engine import (
    AnyLine,
    Follower,
    Game,
    Header,
    Lesson,
    Script,
    Table,
    find_lesson,
    follower_of,
    lesson_header,
    lesson_options,
    make_header,
    pack_stamp,
    script_of,
)
from sandtable.engine.saving.header import decode_header

from ..lobby.seating import options_of

if TYPE_CHECKING:
    from .room import Room

NO_LESSON = b"null"


class Teaching:
    """The lesson of a room, if it plays one."""

    def __init__(self) -> None:
        #: The lesson that the game is to begin with.
        self.wanted: Lesson | None = None
        self._follower: Follower | None = None
        self._view: bytes | None = None

    def options(self, game: Game[Any]) -> Any:
        """The options of a game that begins with a lesson; None without one."""
        return None if self.wanted is None else lesson_options(game, self.wanted)

    def header(self, game: Game[Any], seats: Mapping[str, str]) -> Header | None:
        """The header of a game that begins with a lesson."""
        return None if self.wanted is None else lesson_header(game, self.wanted, seats)

    @property
    def script(self) -> Script | None:
        """The chance of a game that begins with a lesson."""
        return None if self.wanted is None else script_of(self.wanted)

    def open(self, table: Table, lines: list[AnyLine]) -> None:
        """A table was laid, and this is its journal: find its step, and give it what is left of the lesson's chance."""
        self._follower = follower_of(table.game, table.header, lines)
        self._view = None
        if self._follower is not None and (script := script_of(self._follower.lesson)) is not None:
            table.go_on_with(script)

    def hear(self, lines: list[AnyLine]) -> None:
        """These lines were added to the journal."""
        if self._follower is not None:
            self._follower.hear(lines)
            self._view = None

    def view(self, seat: str | None) -> bytes:
        """What a viewpoint is told, encoded: only the learner is taught."""
        if self._follower is None or seat != self._follower.lesson.seat:
            return NO_LESSON
        if self._view is None:
            self._view = msgspec.json.encode(self._follower.view())
        return self._view

    def other_answer(self) -> str | None:
        """What the lesson has another seat answer now; None leaves it to its bot."""
        return None if self._follower is None else self._follower.other_answer()


def first_table(room: Room) -> Table:
    """The table of a game that begins in a room, not started yet: that of its lesson, or one with a seed of its own."""
    teaching, game, data = room.teaching, room.game, room.data
    options = teaching.options(game) or options_of(room)
    seats = {s.seat: f"bot:{s.bot}" if s.kind == "bot" else "person" for s in data.seats}
    header = teaching.header(game, seats)
    if header is None:
        seed = room.hub.seeds.for_game(data)
        header = make_header(game, options, seats, seed, pack_stamp(game, options))
    return Table(game, options, header, teaching.script)


def lesson_of(game: Game[Any], header: str | None) -> Lesson | None:
    """The lesson that a stored game plays."""
    id = None if header is None else decode_header(header.encode()).lesson
    return find_lesson(game, id) if isinstance(id, str) else None


def is_lesson(table: Table) -> bool:
    """Whether a table plays a lesson: its whole journal is kept at hand, because that tells its step."""
    return table.header.lesson is not msgspec.UNSET
