"""States at the starts of turns: each is encoded once, for its digest, its moment and undo."""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from typing import Any

import msgspec

from ..compiled.twins import decoded
from ..state import State

#: How many starts in a row are packed as what differs from the same one.
IN_A_ROW = 8
#: Raw deflate, which can be given something to refer to.
_RAW = -15


class PackedStart(msgspec.Struct, gc=False):
    """The start of an earlier turn, compressed: it is kept only in case somebody undoes that much.

    Most are packed as what differs from another one, which takes a quarter of the memory.
    """

    data: bytes
    like: PackedStart | None = None

    @classmethod
    def of(cls, code: bytes, like: PackedStart | None = None) -> PackedStart:
        """An encoded state, packed: whole, or as what differs from one that is packed whole."""
        packer = zlib.compressobj(1, zlib.DEFLATED, _RAW, zdict=b"" if like is None else like.code())
        return cls(packer.compress(code) + packer.flush(), like)

    def code(self) -> bytes:
        """The encoded state."""
        like = b"" if self.like is None else self.like.code()
        return zlib.decompressobj(_RAW, zdict=like).decompress(self.data)

    def unpacked(self, state_type: type[Any]) -> Any:
        """The state."""
        return decoded(self.code(), state_type)


class _Encoded(msgspec.Struct):
    """A state between turns, which never changes, with its encoding or what is left of it."""

    state: State
    code: bytes
    packed: PackedStart | None = None


class Codes:
    """The encodings of the states at the starts of this turn and the last."""

    __slots__ = ("_last", "_since", "_whole")

    def __init__(self) -> None:
        self._last: list[_Encoded] = []
        #: The last one that was packed whole, and how many were packed since.
        self._whole: PackedStart | None = None
        self._since = 0

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
                    packed[place.turn] = self._pack(self._found(place.start))
                place.start = packed[place.turn]
        now = self._found(start)
        self._pack(now)
        now.code = b""
        self._last = [now]

    def _pack(self, found: _Encoded) -> PackedStart:
        if found.packed is None:
            if self._whole is None or self._since == IN_A_ROW:
                found.packed = self._whole = PackedStart.of(found.code)
                self._since = 0
            else:
                found.packed = PackedStart.of(found.code, self._whole)
                self._since += 1
        return found.packed
