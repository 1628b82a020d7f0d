"""Observations as arrays: the view by the game's own encoding, and the open question with its options.

An observation is made from a `Chair` and from nothing else, so it holds what a person in that seat could see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from sandtable.engine import (
    Ask,
    Chair,
    Encoding,
    Field,
    Game,
    Number,
    Numbers,
    Of,
    OneOf,
    Question,
    SandtableError,
    Word,
)
from sandtable.engine.naming import id_of

from .declared import kinds_of, topics_of

#: Parts of a compound answer, and things a question is about, that are described; more are cut off.
PARTS, THINGS = 3, 4
#: The highest number of a thing; a higher one (a distance in thousandths) is cut off, and stands among the data.
HIGHEST = 1023
#: How many rows of options are kept to be used again.
MOST_KEPT = 10_000
#: Words are described by a number from 1 to this, worked out from their id.
WORDS = 255

Array = NDArray[np.float32]
Ints = NDArray[np.int32]


#: What a question is about that is about nothing.
_NOTHING = [-1] * (2 * THINGS)


def _one(place: int, size: int) -> list[int]:
    return [int(each == place) for each in range(size)]


class ArrayPart(NamedTuple):
    """A named stretch of the numbers of an observation."""

    name: str
    start: int
    shape: tuple[int, ...]
    low: Sequence[int]
    high: Sequence[int]

    @property
    def stop(self) -> int:
        return self.start + len(self.low)


def word_number(word: str) -> int:
    """The number by which features name a word: the same everywhere, and rarely the same for two words.

    >>> word_number("done"), word_number("pass")
    (202, 57)
    """
    return crc32(word.encode()) % WORDS + 1


class Observer:
    """Turns what a chair shows into numbers. One observer serves every game with the same options.

    `parts` says what each number is: first who looks and what is asked, then the view by the game's encoding.
    """

    def __init__(self, game: Game[Any], options: Any) -> None:
        encoding = game.encoding(options)
        if encoding is None:
            raise SandtableError(
                f"{game.title} has no encoding that turns its view into numbers. Give it one: `Game.encoding` returns a "
                "`sandtable.engine.Encoding`."
            )
        self.encoding: Encoding = encoding
        self.topics = tuple(topic.id for topic in topics_of(game))
        kinds = kinds_of(game, options)
        self.kinds = tuple(sorted(kinds))
        self._kind = {kind: number for number, kind in enumerate(self.kinds, 1)}
        #: By kind, type and value: the row of an option without data.
        self._plain_rows: dict[tuple[Any, type, Any], list[int]] = {}
        self._seats = len(game.seats(options))
        self._asked: dict[str, Field] = {
            "seat": OneOf(range(self._seats)),
            "is_asked": Number(0, 1),
            "topic": OneOf(self.topics),
            "remaining": Number(0, 12),
            "about": Numbers((THINGS, 2), -1, HIGHEST),
        }
        self.parts = self._laid_out()
        low = np.array([number for part in self.parts for number in part.low], np.int32)
        high = np.array([number for part in self.parts for number in part.high], np.int32)
        self.low, self.high = low, high
        #: How many numbers an observation has without its options.
        self.size = len(low)
        self._scale = (1 / np.maximum(high - low, 1)).astype(np.float32)
        self._rows = {topic: _one(place, len(self.topics)) for place, topic in enumerate(self.topics)}
        self._no_question = [*([0] * len(self.topics)), 0, *_NOTHING]
        self._seat_rows = [_one(seat, self._seats) for seat in range(self._seats)]
        columns = [len(self.kinds), HIGHEST] * PARTS + [WORDS] + [high for _, high in encoding.data.values()]
        lows = [0, -1] * PARTS + [0] + [low for low, _ in encoding.data.values()]
        self.option_low, self.option_high = np.array(lows, np.int32), np.array(columns, np.int32)
        #: What the columns of an option are called.
        self.option_names = (
            *(f"{what}_{part + 1}" for part in range(PARTS) for what in ("kind", "number")),
            "word",
            *encoding.data,
        )
        span = np.maximum(self.option_high - self.option_low, 1)
        self._option_scale = (1 / span).astype(np.float32)

    def _laid_out(self) -> tuple[ArrayPart, ...]:
        parts: list[ArrayPart] = []
        start = 0
        for name, field in [*self._asked.items(), *self.encoding.fields.items()]:
            low, high = field.bounds()
            parts.append(ArrayPart(name, start, field.shape, low, high))
            start += field.size
        return tuple(parts)

    # What is seen

    def numbers(self, chair: Chair, ask: Ask | None = None) -> Ints:
        """Everything but the options, as whole numbers within their bounds.

        `ask` is the question, if it is at hand and this seat is the one that must answer it.
        """
        out = self._question(chair, ask)
        self.encoding.write(chair.view, out)
        numbers = np.array(out, np.int32)
        np.minimum(np.maximum(numbers, self.low, out=numbers), self.high, out=numbers)
        return numbers

    def flat(self, chair: Chair, ask: Ask | None = None) -> Array:
        """Everything but the options, as a network likes it: each number from 0 to 1 between its bounds."""
        row: Array = np.multiply(self.numbers(chair, ask) - self.low, self._scale, dtype=np.float32)
        return row

    def named(self, numbers: Ints) -> dict[str, Ints]:
        """The same numbers by name, each in its shape."""
        return {part.name: numbers[part.start : part.stop].reshape(part.shape) for part in self.parts}

    def _question(self, chair: Chair, ask: Ask | None) -> list[int]:
        """Return who looks, whether that seat is asked, and the question as far as it may know."""
        is_asked = 1
        if ask is None:
            seen = chair.ask
            is_asked = int(seen is not None and seen.seat == chair.seat)
            if not isinstance(seen, Question):  # over, or a private question of somebody else
                return [*self._seat_rows[chair.index], is_asked, *self._no_question]
            ask = seen.spec
        row = self._rows.get(ask.topic)
        if row is None:
            raise SandtableError(f"The topic {ask.topic!r} is not declared in the modules of its game.")
        about = self._about(ask.about) if ask.about else _NOTHING
        return [*self._seat_rows[chair.index], is_asked, *row, ask.remaining, *about]

    def _about(self, args: Mapping[str, Any]) -> list[int]:
        """Return the things a question is about, as pairs of kind and number; -1 where there are no more."""
        found: list[int] = []
        for name, value in args.items():
            kind = value.kind if isinstance(value, Of) else name
            inner = value.value if isinstance(value, Of) else value
            if isinstance(inner, int) and len(found) < 2 * THINGS:
                found += [self._kind.get(kind, 0) if isinstance(kind, str) else 0, int(inner)]
        return found + _NOTHING[len(found) :]

    # What can be answered

    def options(self, ask: Question) -> Ints:
        """One row for each option: the kinds and numbers of its parts, its word, and its data."""
        of, data = ask.spec.of, self.encoding.data
        if data:
            rows = [
                self._option(it.value, of, [_datum(it.data, name) for name in data]) for it in ask.options
            ]
        else:
            rows = [self._plain_option(value, of) for value in ask.values]
        found = np.array(rows, np.int32).reshape(len(rows), len(self.option_names))
        np.clip(found, self.option_low, self.option_high, out=found)
        return found

    def _option(self, value: Any, of: Any, data: list[int]) -> list[int]:
        """The row of an option; a word has no data."""
        row = [0] * len(self.option_names)
        if isinstance(value, (Word, Enum, bool)):
            row[2 * PARTS] = word_number(id_of(value, "", {}))
        else:
            _write_parts(row, value, of, self._kind)
            row[2 * PARTS + 1 :] = data
        return row

    def _plain_option(self, value: Any, of: Any) -> list[int]:
        """The row of an option without data: the same for a value whenever it is offered."""
        key = (of, type(value), value)
        row = self._plain_rows.get(key)
        if row is None:
            if len(self._plain_rows) >= MOST_KEPT:
                self._plain_rows.clear()
            row = self._plain_rows[key] = self._option(value, of, [])
        return row

    def scaled_options(self, rows: Ints, room: int) -> Array:
        """Rows of options, padded to as many as there is room for, each number from 0 to 1."""
        padded = np.zeros((room, len(self.option_names)), np.float32)
        padded[: len(rows)] = (rows - self.option_low) * self._option_scale
        return padded


def _write_parts(row: list[int], value: Any, of: Any, number_of: Mapping[str, int]) -> None:
    values = value if isinstance(value, tuple) else (value,)
    names = of if isinstance(of, tuple) else (of,) * len(values)
    for place, (part, kind) in enumerate(zip(values[:PARTS], names, strict=False)):
        row[2 * place] = number_of.get(kind, 0)
        if isinstance(part, int):
            row[2 * place + 1] = min(int(part), HIGHEST)
        elif part is not None:
            row[2 * place + 1] = word_number(str(getattr(part, "id", part)))


def _datum(data: Mapping[str, Any], name: str) -> int:
    """A number among an option's data, by its name or by a path into it; 0 if there is none. A share is in percent."""
    head, _, tail = name.partition(".")
    value = data.get(head)
    if tail and value is not None:
        value = getattr(value, tail)
    if isinstance(value, float):
        return round(100 * value)
    return int(value) if isinstance(value, int) else 0
