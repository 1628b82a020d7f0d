"""States at the starts of turns: each is encoded once, for its digest, its moment and undo."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any

import msgspec

from ..compiled.twins import decoded
from ..state import State

#: How many starts in a row are packed as what differs from the one before.
IN_A_ROW = 8
#: Raw deflate, which can be given what came before.
_RAW = -15


class PackedStart(msgspec.Struct, gc=False):
    """The start of an earlier turn, compressed: it is kept only in case somebody undoes that much.

    It is packed as what differs from another one, which is a quarter of the whole and takes less time.
    """

    data: bytes
    before: PackedStart | None = None
    #: How many others it takes to unpack it.
    depth: int = 0

    @classmethod
    def of(cls, code: bytes, before: PackedStart | None, code_before: bytes) -> PackedStart:
        """An encoded state, packed; `before` is one like it that is packed already."""
        if before is None or before.depth + 1 >= IN_A_ROW:
            before, code_before = None, b""
        packer = zlib.compressobj(1, zlib.DEFLATED, _RAW, zdict=code_before)
        return cls(packer.compress(code) + packer.flush(), before, 0 if before is None else before.depth + 1)

    def code(self) -> bytes:
        """The encoded state."""
        before = b"" if self.before is None else self.before.code()
        return zlib.decompressobj(_RAW, zdict=before).decompress(self.data)

    def unpacked(self, state_type: type[Any]) -> Any:
        """The state."""
        return decoded(self.code(), state_type)


class _Encoded(msgspec.Struct):
    """A state between turns, which never changes, with its encoding."""

    state: State
    code: bytes
    packed: PackedStart | None = None


class Codes:
    """The encodings of the states at the starts of this turn and the last."""

    __slots__ = ("_last", "_packed")

    def __init__(self) -> None:
        self._last: list[_Encoded] = []
        #: The last one that was packed.
        self._packed: _Encoded | None = None

    def of(self, state: State) -> bytes:
        """The encoding of a state that no longer changes."""
        return self._found(state).code

    def _found(self, state: State) -> _Encoded:
        for known in self._last:
            if known.state is state:
                return known
        if self._packed is not None and self._packed.state is state:
            return self._packed
        made = _Encoded(state, state.encode())
        self._last = [*self._last[-1:], made]
        return made

    def pack(self, places: Iterable[Any], start: State, turn: int) -> None:
        """Pack the starts of the places that are in earlier turns; `start` is that of this turn, which will follow them."""
        packed: dict[int, PackedStart] = {}
        for place in places:
            if place.turn < turn and place.start.__class__ is not PackedStart:
                if place.turn not in packed:
                    packed[place.turn] = self._pack(place.start)
                place.start = packed[place.turn]
        self._pack(start)
        self._last = []

    def _pack(self, state: State) -> PackedStart:
        found, last = self._found(state), self._packed
        if found.packed is None:
            if last is None:
                found.packed = PackedStart.of(found.code, None, b"")
            else:
                found.packed = PackedStart.of(found.code, last.packed, last.code)
            self._packed = found
        return found.packed
