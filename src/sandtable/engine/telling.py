"""Putting what happened into words and lines: log entries for people, the present turn for files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .chance import is_thrown, nested
from .game import Seat
from .naming import Kinds, label_of, things_of
from .option import option_key, option_label
from .question import Ask
from .record import Answered, AnyLine, Entry, LogLine, Thrown
from .run import Run, is_open
from .templates import mentions, render


def log_line(entry: Entry, n: int, seats: Sequence[Seat], kinds: Kinds) -> LogLine:
    """A log entry in words; `n` counts what the reader was shown."""
    seat = None if entry.seat is None else seats[entry.seat].id
    if entry.kind in ("answer", "opened"):
        ask, value = entry.raw
        text = option_label(ask, value, kinds)
        things = [*things_of(value, ask.of, kinds), *mentions(ask.prompt, ask.args, kinds)]
        return LogLine(n, entry.turn, entry.kind, text, tuple(dict.fromkeys(things)), seat, entry.key)
    if entry.kind == "roll":
        topic = entry.text.replace("_", " ")
        topic = topic[:1].upper() + topic[1:]
        if entry.args is None:
            return LogLine(n, entry.turn, "roll", topic, faces=entry.raw)
        of = entry.args["of"]
        text = f"{topic}: {label_of(entry.raw, of, kinds)}"
        return LogLine(n, entry.turn, "roll", text, tuple(things_of(entry.raw, of, kinds)), faces=entry.raw)
    text = render(entry.text, entry.args, kinds)
    return LogLine(n, entry.turn, entry.kind, text, mentions(entry.text, entry.args, kinds), seat, entry.key)


def lines_of_turn(
    run: Run[Any], seats: Sequence[Seat], kinds: Kinds, ordered: Sequence[int]
) -> list[AnyLine]:
    """What was answered and thrown in this turn, by running it again."""
    lines: list[AnyLine] = []
    if not run.tape:
        return []
    send = run.game.turn(run.start.copy()).send
    step: Any = send(None)
    thrown = iter(run.raws)
    for at, value in enumerate(run.tape):
        if step.__class__ is Ask:
            if is_open(step):
                by = "order" if at in ordered else ""
                lines.append(Answered(0, seats[step.seat].id, option_key(step, value, kinds), by))
        elif is_thrown(step):
            lines.append(Thrown(0, step.topic, nested(next(thrown))))
        if at + 1 < len(run.tape):
            step = send(value)
    return lines


def without_options(ask: Ask) -> Ask:
    """A question to remember: without its options, which may hold on to a whole turn."""
    return Ask(
        ask.seat,
        ask.prompt,
        (),
        ask.of,
        ask.topic,
        ask.label,
        ask.args,
        private=ask.private,
        sealed=ask.sealed,
        hide_options=ask.hide_options,
        shown_to=ask.shown_to,
        rule=ask.rule,
        source=ask.source,
    )
