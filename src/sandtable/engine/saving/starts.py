"""States at the starts of turns: each is encoded once, for its digest, its moment and undo."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any

from ..compiled.twins import decoded
from ..state import State

#: How many starts are compressed together: they differ in little, and one stream is set up for all of them.
GROUP = 4


class Codes:
    """The encodings of the last two states between turns, which never change."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: tuple[tuple[State, bytes], ...] = ()

    def of(self, state: State) -> bytes:
        """The encoding of a state that no longer changes."""
        for known, code in self._last:
            if known is state:
                return code
        code = state.encode()
        self._last = (*self._last[-1:], (state, code))
        return code

    def keep_last(self) -> None:
        """Nobody will ask for the older one again."""
        self._last = self._last[-1:]


class PackedStart:
    """The start of an earlier turn, kept in little memory in case somebody undoes that much."""

    __slots__ = ("_group", "_place")

    def __init__(self, group: _Group, place: int) -> None:
        self._group, self._place = group, place

    def unpacked(self, state_type: type[Any]) -> Any:
        """The state."""
        return decoded(self._group.codes()[self._place], state_type)


class _Group:
    """Encoded states, compressed once there are enough of them."""

    __slots__ = ("_codes", "_packed")

    def __init__(self) -> None:
        self._codes: list[bytes] = []
        self._packed = b""

    @property
    def is_full(self) -> bool:
        return bool(self._packed)

    def add(self, code: bytes) -> PackedStart:
        self._codes.append(code)
        start = PackedStart(self, len(self._codes) - 1)
        if len(self._codes) == GROUP:  # JSON has no line breaks of its own
            self._packed, self._codes = zlib.compress(b"\n".join(self._codes), 1), []
        return start

    def codes(self) -> list[bytes]:
        return zlib.decompress(self._packed).split(b"\n") if self._packed else self._codes


class PackedStarts:
    """Packs the starts of turns as a game goes on."""

    __slots__ = ("_group",)

    def __init__(self) -> None:
        self._group = _Group()

    def pack(self, places: Iterable[Any], turn: int, codes: Codes) -> None:
        """Pack the starts of these places but those of this turn."""
        packed: dict[int, PackedStart] = {}
        for place in places:
            if place.turn < turn and place.start.__class__ is not PackedStart:
                if place.turn not in packed:
                    if self._group.is_full:
                        self._group = _Group()
                    packed[place.turn] = self._group.add(codes.of(place.start))
                place.start = packed[place.turn]
        codes.keep_last()
