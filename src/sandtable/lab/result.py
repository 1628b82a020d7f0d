"""One game of a simulation, as plain data."""

from __future__ import annotations

import msgspec

from .report import GameError


class Result(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How one game went.

    `bots`, `scores` and `seats` are in the order of the seats; `winners` are ids of seats. A game that failed has an
    `error`, no winners and no scores. `journal` is the file it was kept in.
    """

    number: int
    seed: int
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    winners: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()
    #: Why it ended, in a sentence.
    reason: str = ""
    #: Answers to questions with a choice, and completed turns.
    decisions: int
    turns: int = 0
    seconds: float
    error: GameError | None = None
    journal: str | None = None
