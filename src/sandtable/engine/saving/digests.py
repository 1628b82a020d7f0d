"""The digests of turns that have ended, worked out when somebody wants them."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec

from ..game import Game
from ..state import State
from .format import TurnOver
from .starts import Codes, play_turn

#: How many of the last states to keep, for tables whose journal is written answer by answer.
KEPT = 8


class _Ended(msgspec.Struct, gc=False):
    """A turn that has ended: its line in the journal, and how to find the state it left."""

    line: TurnOver
    #: The state the turn began from, if it is not the one that the turn before it left.
    start: State | None
    #: What was sent to the turn, from its beginning.
    tape: list[Any]
    end: State | None


class TurnDigests:
    """The turns without a digest so far.

    Few tables want any, and a digest takes longer than an answer. To keep every state instead would cost even more: the
    garbage collector would look at all their lists again and again. So a turn is kept as what was sent to it, and is run
    again when its digest is wanted.
    """

    __slots__ = ("_codes", "_game", "_last", "_turns")

    def __init__(self, game: Game[Any], codes: Codes) -> None:
        self._game, self._codes = game, codes
        self._turns: list[_Ended] = []
        self._last: State | None = None

    def add(self, line: TurnOver, start: State, tape: list[Any], end: State) -> None:
        """A turn has ended. None of these changes any more."""
        turns = self._turns
        turns.append(_Ended(line, None if turns and start is self._last else start, tape, end))
        self._last = end
        if len(turns) > KEPT:
            turns[-1 - KEPT].end = None

    def work_out(self) -> None:
        """Write the digests into the lines of the journal."""
        state: State | None = None
        for turn in self._turns:
            if turn.end is not None:
                state = turn.end
            else:
                before = turn.start or state
                assert before is not None, "the first turn has its start"
                state = self._after(before, turn.tape)
            turn.line.digest = self._digest(state)[:16]
        self.forget()

    def _digest(self, state: State) -> str:
        """The digest of a state between turns, from its encoding unless that has more than the digest covers."""
        return state.digest() if state.told_fields else sha256(self._codes.of(state)).hexdigest()

    def forget(self) -> None:
        """No digest of the turns so far will be wanted."""
        self._turns, self._last = [], None

    def _after(self, start: State, tape: list[Any]) -> State:
        """The state after a turn that is run again."""
        state = start.copy()
        play_turn(self._game, state, tape)
        return state
