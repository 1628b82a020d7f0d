"""States at the starts of turns: each is encoded once, for its digest and its moment, and few are kept for undo."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

import msgspec

from ..compiled.twins import decoded
from ..game import Game, Over
from ..state import State

#: After this many turns the next start is packed whole, so that few turns have to be run again to reach the one that is wanted.
IN_A_ROW = 8
#: A stretch is given up if no start is packed for this many turns.
MOST = 64


def play_turn(game: Game[Any], state: State, tape: Sequence[Any]) -> None:
    """Run a turn that has ended once more on a state like the one that it began from."""
    send = game.turn(state).send
    try:
        send(None)
        for value in tape:
            send(value)
    except (StopIteration, Over):
        pass


class _Stretch(msgspec.Struct, gc=False):
    """Some turns in a row: the start of the first one, compressed, and what was sent to each of them."""

    data: bytes
    #: It only grows.
    tapes: list[list[Any]]

    @classmethod
    def of(cls, code: bytes) -> _Stretch:
        return cls(zlib.compress(code, 1), [])


class PackedStart(msgspec.Struct, gc=False):
    """The start of an earlier turn, which is kept only in case somebody undoes that much: it is reached by some turns of a stretch."""

    stretch: _Stretch
    turns: int

    def unpacked(self, game: Game[Any]) -> Any:
        """The state."""
        state = decoded(zlib.decompress(self.stretch.data), game.state_type)
        for tape in self.stretch.tapes[: self.turns]:
            play_turn(game, state, tape)
        return state


class Codes:
    """The encoding of the last state between turns that somebody wanted, and the stretch of turns that leads to this one."""

    __slots__ = ("_code", "_come_to", "_state", "_stretch")

    def __init__(self) -> None:
        self._state: State | None = None
        #: Empty once the state is packed.
        self._code = b""
        self._stretch: _Stretch | None = None
        #: The very state that the turns of the stretch have led to. A game that has gone back is at another one.
        self._come_to: State | None = None

    def of(self, state: State) -> bytes:
        """The encoding of a state that no longer changes."""
        if state is not self._state:
            self._state, self._code = state, state.encode()
        return self._code or state.encode()

    def turn_over(self, start: State, tape: list[Any], end: State) -> None:
        """A turn has ended. None of these changes any more."""
        stretch = self._stretch
        if stretch is not None:
            if start is self._come_to and len(stretch.tapes) < MOST:
                stretch.tapes.append(tape)
                self._come_to = end
            else:
                self._stretch = self._come_to = None

    def pack(self, places: Sequence[Any], start: State, turn: int) -> None:
        """Pack the starts of the places that are in earlier turns; `start` is that of this turn, which will follow them."""
        stretch = self._stretch if start is self._come_to else None
        first = turn if stretch is None else turn - len(stretch.tapes)
        packed: dict[int, PackedStart] = {}
        for place in places:
            at = place.turn
            if at < turn and place.start.__class__ is not PackedStart:
                if at not in packed:
                    if stretch is not None and at >= first:
                        packed[at] = PackedStart(stretch, at - first)
                    else:
                        packed[at] = PackedStart(_Stretch.of(place.start.encode()), 0)
                place.start = packed[at]
        if stretch is None or len(stretch.tapes) >= IN_A_ROW:
            self._stretch, self._come_to = _Stretch.of(self.of(start)), start
        self._state, self._code = start, b""
