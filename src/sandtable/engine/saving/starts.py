"""States at the starts of turns: each is encoded once, for its digest, its moment and undo."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any

import msgspec

from ..compiled.twins import decoded
from ..state import State


class PackedStart(msgspec.Struct, gc=False):
    """The start of an earlier turn, compressed: it is kept only in case somebody undoes that much."""

    data: bytes

    def unpacked(self, state_type: type[Any]) -> Any:
        """The state."""
        return decoded(zlib.decompress(self.data), state_type)


class _Encoded(msgspec.Struct):
    """A state between turns, which never changes, with its encoding or what is left of it."""

    state: State
    code: bytes
    packed: PackedStart | None = None

    def pack(self) -> PackedStart:
        if self.packed is None:
            self.packed = PackedStart(zlib.compress(self.code, 1))
        return self.packed


class Codes:
    """The encodings of the states at the starts of this turn and the last."""

    __slots__ = ("_last",)

    def __init__(self) -> None:
        self._last: list[_Encoded] = []

    def of(self, state: State) -> bytes:
        """The encoding of a state that no longer changes."""
        found = self._found(state)
        return found.code or state.encode()

    def _found(self, state: State) -> _Encoded:
        for known in self._last:
            if known.state is state:
                return known
        made = _Encoded(state, state.encode())
        self._last = [*self._last[-1:], made]
        return made

    def pack(self, places: Iterable[Any], start: State, turn: int) -> None:
        """Pack the starts of the places that are in earlier turns; `start` is that of this turn, which will follow them."""
        packed: dict[int, PackedStart] = {}
        for place in places:
            if place.turn < turn and place.start.__class__ is not PackedStart:
                if place.turn not in packed:
                    packed[place.turn] = self._found(place.start).pack()
                place.start = packed[place.turn]
        now = self._found(start)
        now.pack()
        now.code = b""
        self._last = [now]
