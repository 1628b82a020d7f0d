"""Replays and endings: what somebody may look at again, and what is told of a finished game."""

from __future__ import annotations

import msgspec

from sandtable.engine import Ending


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


class BotThought(msgspec.Struct):
    """Why a bot gave an answer, from what its seat knew. `n` is the place of the answer in the journal, to ask for the one before it.

    `other` is the answer that it was compared with; without one, or without a value that was learned, there are no chances.
    """

    n: int
    #: The name of the bot and its portrait, as in `BotInfo`.
    by: str
    face: str
    prompt: str
    label: str
    other: str
    chance: float | None
    other_chance: float | None
    #: What makes the difference, each in a few words: "Ops cards to spare: 4 instead of 2".
    reasons: list[str]
    #: The game's own reason; empty if it has none.
    why: str
    #: Whether it has given another answer before this one.
    has_earlier: bool


class EndingInfo(msgspec.Struct):
    """A finished game, told: what happened, when it began and ended, and who sat where."""

    ending: Ending
    began: float
    ended: float
    #: By seat: the name of the person, or of the bot.
    players: dict[str, str]


class Result(msgspec.Struct):
    """A finished game of yours that keeps a score, such as a campaign."""

    table: str
    game: str
    game_title: str
    scenario: str
    #: Options that differ from the usual ones, in words.
    options: list[str]
    won: bool
    score: float
    #: How it ended, in a sentence.
    reason: str
    ended: float
