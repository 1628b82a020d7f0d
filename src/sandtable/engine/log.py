"""The log: entries as the table keeps them, and the words that a seat reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from .chance import Roll
from .errors import expect
from .game import Seat
from .naming import Kinds, Thing, Word, distinct, label_of, things_of
from .question import option_label
from .templates import mentions, render


class LogEntry(msgspec.Struct, gc=False):
    """A log entry as the table keeps it; words are made when somebody reads it."""

    turn: int
    kind: str
    text: str
    args: dict[str, Any] | None
    to: tuple[int, ...] | None
    seat: int | None = None
    key: str = ""
    raw: tuple[Any, ...] = ()
    hits: tuple[Any, ...] = ()
    #: How several such lines are told as one, and whether a chapter begins here.
    sums: str = ""
    opens: bool = False
    #: How something ended, if the line tells that: "good" or "bad".
    tone: str = ""
    #: The seat whose turn it is.
    mover: int | None = None
    #: The rolls of a throw, one or two, which know whose they are and what changed them.
    rolls: tuple[Roll, ...] = ()
    #: What a die of a throw that counts is called: "hit".
    counts: str = ""


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A log entry as a seat reads it. `n` counts what this seat was shown, so gaps tell nothing.

    `kind` is note, roll, answer, opened (an answer that was sealed) or end; `things` are what the line names, for highlighting.
    Dice have their `faces`, and `hits` says of each whether it counts, or is empty if these dice are not read that way. Dice thrown
    against each other are two groups, in `faces` as in `hits`. Encoded, a line has only the fields that are not at their default.
    """

    n: int  #: Counts the lines this seat was shown, answers included, from 1.
    turn: int  #: The turn it happened in.
    kind: str  #: "note", "roll", "answer", "opened" (an answer that was sealed) or "end".
    text: str  #: The line in words, for people.
    things: tuple[Thing, ...] = ()  #: What the line names, as (kind, id), in the order of the text.
    seat: str | None = None  #: The seat that answered, of an "answer" or "opened" line; otherwise None.
    key: str = ""  #: The key of the answer; empty for other lines.
    faces: tuple[Any, ...] = ()  #: What was rolled or drawn, if the line is a roll.
    hits: tuple[Any, ...] = ()  #: Of each die, whether it counts; empty if these dice are not read that way.
    mover: str | None = None  #: The seat whose turn it is, if it is anybody's.
    opens: bool = False  #: Whether it begins a chapter: an Operation, a card, a fight.
    #: How several lines in a row with the same `sums` are told as one: for one line, and for many, with {n} for how many.
    sums: tuple[str, str] | None = None
    by: tuple[str | None, ...] = ()  #: Of each group of dice, the seat that threw it; None: no seat.
    sides: tuple[str, ...] = ()  #: Of each group of dice, whose it is, in words; empty: nobody's.
    rule: str = ""  #: The section of the rulebook under which an answer was asked for.
    mods: tuple[tuple[str, ...], ...] = ()  #: Of each group of dice, what was added or taken away, and why.
    tone: str = ""  #: "good" or "bad" if it tells how a fight or an attempt ended; otherwise empty.
    counts: str = ""  #: What a die that counts is called, if the game has a word for it: "Positive".


def read_log(
    entries: Sequence[LogEntry],
    reader: int | None,
    seats: Sequence[Seat],
    kinds: Kinds,
    since: int,
    without: str,
) -> list[LogLine]:
    """The entries a seat may know, in words, without the first `since` of them and without those of kind `without`."""
    expect(since, int, "since= is a number of lines")
    lines: list[LogLine] = []
    shown = passed = 0
    for entry in entries:
        if entry.to is None or reader in entry.to:
            shown += 1
            if entry.kind != without:
                passed += 1
                if passed > since:
                    lines.append(log_line(entry, shown, seats, kinds))
    return lines


def log_line(entry: LogEntry, n: int, seats: Sequence[Seat], kinds: Kinds) -> LogLine:
    """A log entry in words; `n` counts what the reader was shown."""
    seat = None if entry.seat is None else seats[entry.seat].id
    mover = None if entry.mover is None else seats[entry.mover].id
    if entry.kind in ("answer", "opened"):
        ask, value = entry.raw
        text = option_label(ask, value, kinds)
        if isinstance(value, bool):  # "Yes" alone says nothing
            text = f"{render(ask.prompt, ask.about, kinds)} {text}"
        things = [*things_of(value, ask.of, kinds), *mentions(ask.prompt, ask.about, kinds)]
        return LogLine(
            n,
            entry.turn,
            entry.kind,
            text,
            distinct(things),
            seat,
            entry.key,
            mover=mover,
            rule=ask.rule,
        )
    if entry.kind == "roll":
        topic = entry.text.replace("_", " ")
        topic = topic[:1].upper() + topic[1:]
        if entry.args is None:
            return LogLine(
                n,
                entry.turn,
                "roll",
                topic,
                faces=entry.raw,
                hits=entry.hits,
                mover=mover,
                by=tuple(None if roll.by < 0 else seats[roll.by].id for roll in entry.rolls),
                sides=tuple(_side(roll, seats, kinds) for roll in entry.rolls),
                mods=tuple(tuple(line.words(kinds) for line in roll.mods) for roll in entry.rolls),
                counts=entry.counts,
            )
        of = entry.args["of"]
        text = f"{topic}: {label_of(entry.raw, of, kinds)}"
        things = things_of(entry.raw, of, kinds)
        return LogLine(n, entry.turn, "roll", text, tuple(things), faces=entry.raw, mover=mover)
    return LogLine(
        n,
        entry.turn,
        entry.kind,
        render(entry.text, entry.args, kinds),
        mentions(entry.text, entry.args, kinds),
        seat,
        entry.key,
        mover=mover,
        opens=entry.opens,
        sums=_summed(entry, kinds),
        tone=entry.tone,
    )


def _side(roll: Roll, seats: Sequence[Seat], kinds: Kinds) -> str:
    """Whose dice these are, in words."""
    if roll.by_line is not None:
        return roll.by_line.words(kinds)
    return "" if roll.by < 0 else seats[roll.by].label


#: Stands for a number that only the reader of the log knows: how many lines in a row there are.
_COUNT = Word("n", "{n}")


def _summed(entry: LogEntry, kinds: Kinds) -> tuple[str, str] | None:
    """How several such lines are told as one: the words for one, and for many."""
    if not entry.sums:
        return None
    args = {**(entry.args or {}), "n": 1}
    one = render(entry.sums, args, kinds)
    args["n"] = _COUNT
    return one, render(entry.sums, args, kinds)
