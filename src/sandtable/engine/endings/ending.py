"""The ending of a finished game: the game's own part, and the whole in words and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from ..templates import Line


class Chart(msgspec.Struct, frozen=True):
    """Curves of the game's own numbers (`Game.columns`) over the turns.

    ``Chart("Margins", "margin_{seat}")`` draws one curve for each seat, ``Chart("Strength", lines={"strength": "Your Team",
    "opfor_strength": "OPFOR"})`` one for each of these columns.
    """

    title: str  #: What is drawn, in a word or two.
    column: str = ""  #: The name of a column, with {seat} for the id of each seat.
    lines: dict[str, str] = {}  #: Columns that are nobody's, with the words for them.


class Fact(msgspec.Struct, frozen=True):
    """A fact of the game's own: ``Fact("Longest shot", Line("{n:number}″ by {unit}", ...))``."""

    label: str  #: What it is, in a few words.
    text: Line  #: The fact.
    seat: int = -1  #: The seat it is about; -1: nobody's.


class Standing(msgspec.Struct, frozen=True):
    """The final score of a seat in words: ``Standing(0, Line("Margin {n:number}"))``."""

    seat: int  #: The number of the seat.
    text: Line  #: Its score.


class Stop(msgspec.Struct, frozen=True):
    """A part of a long game that was won or lost by itself, such as a Mission of a campaign (`Game.track`)."""

    title: str  #: What it is called.
    won: bool  #: Whether it was won.
    text: Line  #: How it ended, in a sentence.
    details: tuple[Line, ...] = ()  #: What was lost, gained and carried over, a line each.


class Telling(msgspec.Struct, frozen=True, kw_only=True):
    """The game's own part of its ending (`Game.ending`). Whatever is left out has a default."""

    sentence: Line | None = None  #: Who won and by what, in one sentence. By default from the outcome.
    leading: Line | None = None  #: Who was ahead when the game was given up, in one sentence.
    standings: Sequence[Standing] = ()  #: The final score of each seat, the best first.
    charts: Sequence[Chart] = ()  #: What is drawn. By default the evaluation, and the columns by seat.
    facts: Sequence[Fact] = ()  #: The game's own facts.
    #: Where parts of the game begin, by sample of `Past.states`, for the axis of the charts. By default where `Game.progress` changes.
    marks: Sequence[tuple[int, Line]] | None = None
    #: By sample, what the position is worth to each seat: turning points are its largest steps. By default `Game.evaluate`.
    worth: Sequence[Sequence[float]] | None = None
    #: By sample, what happened until the next one, for the turning points; None: nothing to tell of. By default lines of the log.
    told: Sequence[Line | None] | None = None


class Curve(msgspec.Struct, frozen=True):
    """One line of a graph: a value for each point of the axis."""

    label: str
    seat: str | None  #: The seat it belongs to; None: nobody's.
    values: tuple[float, ...]


class Graph(msgspec.Struct, frozen=True):
    """Curves that are drawn together."""

    title: str
    curves: tuple[Curve, ...]
    is_share: bool = False  #: Whether the values are shares from 0 to 1, to be shown in per cent.


class Mark(msgspec.Struct, frozen=True):
    """Where a part of the game begins, on the axis of the graphs."""

    at: int
    text: str


class ThrowSum(msgspec.Struct, frozen=True):
    """All throws of one kind by one side: what was thrown, and what was to be expected of the same dice."""

    who: str  #: Whose they were, in words; empty: nobody's.
    seat: str | None  #: The seat that threw them, if one did.
    what: str  #: What they were thrown for.
    dice: int  #: How many dice, in all of these throws.
    thrown: float  #: The sum of what was read.
    expected: float  #: The exact expectation of that sum.
    #: What was counted: hits, all pips, or of each throw the pips of its best die.
    unit: Literal["hits", "pips", "best"]


class TurningPoint(msgspec.Struct, frozen=True):
    """A moment that decided the game: one of the largest steps of the evaluation."""

    at: int  #: The point of the axis.
    turn: int  #: The turn of the table in which it happened, for a replay.
    when: str  #: When that was, in words: "Turn 3 of 12".
    text: str  #: What happened.
    seat: str | None  #: Whom it helped or hurt most.
    before: (
        float | None
    )  #: What the position was worth to that seat before, from 0 to 1; None if it is no share.
    after: float | None  #: What it was worth after.
    is_gain: bool  #: Whether it went up.


class ToldFact(msgspec.Struct, frozen=True):
    """A fact in words."""

    label: str
    text: str
    seat: str | None


class Score(msgspec.Struct, frozen=True):
    """How a seat did."""

    seat: str
    label: str
    won: bool
    text: str  #: Its final score in words; empty if the game has none.
    answers: int  #: How many decisions it made.


class ToldStop(msgspec.Struct, frozen=True):
    """A Mission of a campaign in words."""

    title: str
    won: bool
    text: str
    details: tuple[str, ...]


class Ending(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game, told: made by `ending_of` from its journal."""

    title: str  #: The game, and the scenario if it has several.
    sentence: str  #: Who won and by what.
    winners: tuple[str, ...]  #: The ids of the seats that won.
    score: float | None  #: The score of a solitaire game, if it keeps one.
    scores: tuple[Score, ...]  #: How each seat did.
    graphs: tuple[Graph, ...]  #: The curves of the game; all have the same axis.
    marks: tuple[Mark, ...]  #: Where its parts begin on that axis.
    throws: tuple[ThrowSum, ...]  #: Dice, thrown and expected, by side and by what for.
    moments: tuple[TurningPoint, ...]  #: Up to three, in their order.
    facts: tuple[ToldFact, ...]  #: The game's own facts.
    track: tuple[ToldStop, ...]  #: The Missions of a campaign, in order.
    turns: int  #: How many turns of the table were played.
