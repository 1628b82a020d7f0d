"""Replays: the steps of a game that somebody may look at again."""

from __future__ import annotations

import msgspec


class Step(msgspec.Struct):
    """A step of a replay. `n` counts the steps this viewpoint saw.

    `tells`: something happened; otherwise only a question was asked or answered. Steps in a row with the same `kind` can be told as one.
    """

    n: int
    turn: int
    seat: str | None
    text: str
    tells: bool
    kind: str
    #: How far the game had come, in the game's own words ("Round 3 of 12"); empty if it does not say.
    progress: str = ""


class Replay(msgspec.Struct):
    seat: str | None
    steps: list[Step]


class SharedMoment(msgspec.Struct):
    """The number of a step as spectators count them."""

    n: int
