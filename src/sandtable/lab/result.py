"""One game of a simulation, as plain data."""

from __future__ import annotations

import msgspec

from .report import GameError


class Result(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The result of one game.

    `bots`, `scores` and `seats` are in the order of the seats; `winners` are ids of seats. A game that failed has an
    `error`, no winners and no scores. `journal` is the file it was kept in.
    """

    number: int  #: The number of the game in the simulation.
    seed: int  #: Its seed.
    seats: tuple[str, ...]  #: The ids of the seats.
    bots: tuple[str, ...]  #: By seat: the bot that played it; "non-player" where the rules did.
    winners: tuple[str, ...] = ()  #: The ids of the seats that won.
    scores: tuple[float, ...] = ()  #: By seat: what the end is worth to it, from 0 to 1.
    #: Why it ended, in a sentence.
    reason: str = ""
    decisions: int  #: Answers to questions with a choice.
    of_nonplayers: int = 0  #: Choices that the rules made for non-players; no table asks them.
    turns: int = 0  #: Completed turns.
    seconds: float  #: How long it took.
    error: GameError | None = None  #: What went wrong; None if the game was played to its end.
    journal: str | None = None  #: The path of its journal, if it was kept.
