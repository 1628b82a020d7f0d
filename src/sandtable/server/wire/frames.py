"""Frames the server sends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from sandtable.engine import LessonView, LogLine, QuestionView, Thing
from sandtable.engine.parts import Pieces

from .tables import Outcome, SeatInfo, TableState


class StandingOrderView(msgspec.Struct):
    window: str
    until: str


class LogPart(msgspec.Struct):
    """Keep the first `keep` lines of the log you have, and append these."""

    keep: int
    lines: list[LogLine]


class Frame(msgspec.Struct, tag_field="t"):
    """A frame from the server."""


class TextRun(msgspec.Struct, array_like=True):
    """A stretch of text in one style: words like `bold`, `dim` or `red`, separated by spaces."""

    text: str
    style: str


class Drawing(msgspec.Struct, omit_defaults=True):
    """A board that any client can draw: pieces for the game's plan or, without a plan, the lines of the terminal's board.

    `problem` says why the game's own description could not be used.
    """

    pieces: Pieces | None = None
    text: list[list[TextRun]] | None = None
    problem: str = ""


class StateFrame(Frame, tag="state"):
    """Everything this viewpoint may see, sent whenever any of it changes. `n` counts these frames.

    A client that asked for changes is sent only what is new since frame `since`: the fields of `view` that differ, and `drawing` and
    `seats` empty (`null` and `[]`) if they are as they were.
    """

    n: int
    ack: int | None
    seat: str | None
    mine: list[str]
    waiting: str | None
    view: Any
    question: QuestionView | None
    log: LogPart
    undo: str | None
    redo: str | None
    standing_orders: list[StandingOrderView]
    outcome: Outcome | None
    turn: int
    seats: list[SeatInfo]
    clock: dict[str, float] | None
    drawing: Drawing | None
    #: The seat whose turn it is, if it is anybody's. Everybody may know that, even while a private question is open.
    mover: str | None = None
    #: Where the lesson stands, for its learner.
    lesson: LessonView | None = None
    #: The frame that this one builds on; None if it is complete.
    since: int | None = None


class SeatsFrame(Frame, tag="seats"):
    seats: list[SeatInfo]
    state: TableState


class ChatFrame(Frame, tag="chat"):
    by: str = msgspec.field(name="from")
    text: str
    at: float


class RefusedFrame(Frame, tag="refused"):
    id: int | None
    why: str


class OddsLine(msgspec.Struct):
    text: str
    p: float
    shown: str


class OddsFrame(Frame, tag="odds"):
    id: int | None
    key: str
    exact: bool
    policy: str
    lines: list[OddsLine]


class SecondBest(msgspec.Struct):
    """The answer that comes next: the chance of winning with it, and the standard error of the difference."""

    key: str
    label: str
    chance: float
    error: float


class HintFrame(Frame, tag="hint"):
    """What a bot would answer: `by` is its name for people, and `why` its reason if it can say one.

    `keys` are its answers one after the other where several are asked for, and `label` names all of them.
    """

    id: int | None
    keys: list[str]
    label: str
    by: str
    why: str
    #: Whose portrait it has, as in `BotInfo`.
    face: str = ""
    #: The chance of winning that it sees, from what the seat knows; null in a game without a value that was learned.
    chance: float | None = None
    second: SecondBest | None = None


class WhyFrame(Frame, tag="why"):
    """Why a thing on the board is not among the options, in a sentence; empty if no reason is known."""

    id: int | None
    thing: Thing
    why: str


class Reason(msgspec.Struct):
    """A thing that is not among the options, what people call it, and why it is not."""

    thing: Thing
    label: str
    why: str


class ReasonsFrame(Frame, tag="reasons"):
    """Everything that lies open on the board and is not among the options, as far as the rule says why."""

    id: int | None
    reasons: list[Reason]


class PreviewFrame(Frame, tag="preview"):
    """What an answer would lead to, as far as the asked seat can know. Without a change, `view` and `drawing` are null.

    `lines` is what the log would say; `follows` what comes next, with the `prompt` of the next choice, the things it would
    offer (`lights`), or the name of the throw (`chance`). A `final` answer cannot be taken back.
    """

    id: int | None
    key: str
    view: Any
    drawing: Drawing | None
    lines: list[LogLine]
    follows: Literal["choice", "chance", "others", "end"]
    prompt: str
    lights: list[Thing]
    chance: str
    final: bool


class MeasuresFrame(Frame, tag="measures"):
    """What players measure on the board: further fields of the view of frame `n`. There are none in most games."""

    id: int | None
    n: int
    measures: Mapping[str, Any]


class ThinkingFrame(Frame, tag="thinking"):
    seat: str
    since: float


class PongFrame(Frame, tag="pong"):
    id: int | None = None


class ByeFrame(Frame, tag="bye"):
    why: str


class AwayFrame(Frame, tag="away"):
    """The server cannot read the game and keeps retrying; the next state frame means it has succeeded."""

    why: str


ServerFrame = (
    StateFrame
    | SeatsFrame
    | ChatFrame
    | RefusedFrame
    | OddsFrame
    | HintFrame
    | WhyFrame
    | ReasonsFrame
    | PreviewFrame
    | MeasuresFrame
    | ThinkingFrame
    | PongFrame
    | ByeFrame
    | AwayFrame
)
