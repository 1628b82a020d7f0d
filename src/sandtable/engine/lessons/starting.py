"""Beginning a lesson: a normal table, with the position and the chance that its file asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..errors import IllegalChoice, PackError
from ..game import Game
from ..saving.format import Answered, Header, TurnOver
from ..saving.header import decode_options, make_header, pack_stamp
from ..saving.position import read_position
from ..sources.script import Script
from ..table import Table
from .format import Lesson


def lesson_options(game: Game[Any], lesson: Lesson) -> Any:
    """The options of the game that a lesson plays."""
    scenario = {"scenario": lesson.scenario} if lesson.scenario else {}
    return decode_options(game, {**lesson.options, **scenario})


def lesson_header(
    game: Game[Any], lesson: Lesson, seats: Mapping[str, str] | None = None, name: str | None = None
) -> Header:
    """The header of a table that plays a lesson: it names the lesson and holds the position it begins with."""
    options = lesson_options(game, lesson)
    stamp, chance = pack_stamp(game, options), "script" if lesson.chance else "seed"
    header = make_header(game, options, seats, lesson.seed, stamp, chance, name, lesson=lesson.id)
    if not lesson.opening:
        return header
    position = read_position(game, options, _opened(game, lesson, header).position)
    return msgspec.structs.replace(header, position=position)


def _opened(game: Game[Any], lesson: Lesson, header: Header) -> Table:
    """A table on which the opening has been played."""
    table = Table(game, decode_options(game, header.options), header).start()
    for i, key in enumerate(lesson.opening):
        try:
            table.choose(key)
        except IllegalChoice as error:
            raise PackError(f"{lesson.id}.toml", f"opening: answer {i + 1}", str(error)) from None
    done = [line for line in table.lines if isinstance(line, (Answered, TurnOver))]
    if done and isinstance(done[-1], Answered):
        why = "it must end where a turn begins; the last answer is in the middle of one"
        raise PackError(f"{lesson.id}.toml", "opening", why)
    return table


def script_of(lesson: Lesson) -> Script | None:
    """The chance of a lesson; what it does not fix comes from the seed. None if it fixes nothing."""
    if not lesson.chance:
        return None
    topics: dict[str, list[Any]] = {}
    for chance in lesson.chance:
        topics.setdefault(chance.topic, []).extend(map(_outcome, chance.outcomes))
    return Script(topics, then="seed", strict=False)


def _outcome(raw: list[Any] | dict[str, Any]) -> Any:
    """An outcome as a script wants it: the places of a table are numbers."""
    return {int(place): what for place, what in raw.items()} if isinstance(raw, dict) else raw


def begin_lesson(
    game: Game[Any], lesson: Lesson, seats: Mapping[str, str] | None = None, name: str | None = None
) -> Table:
    """A table that plays a lesson from its beginning."""
    header = lesson_header(game, lesson, seats, name)
    return Table(game, decode_options(game, header.options), header, script_of(lesson)).start()
