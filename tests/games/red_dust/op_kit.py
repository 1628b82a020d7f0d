"""What an Operation asks next, without playing it to its end."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Ask, Steps
from sandtable.engine.naming import id_of
from sandtable.games.red_dust import GAME
from sandtable.games.red_dust.rules.operations.general import begin_operation
from sandtable.games.red_dust.rules.operations.run import operate
from sandtable.games.red_dust.state import Mars, Op

from .kit import play


def offered(s: Mars, who: int, op: Op, answers: str, topic: str, **limits: Any) -> list[str]:
    """What is offered about a topic after these answers; nothing if something else is asked, or nobody."""
    ask = asked(s, who, op, answers, topic, **limits)
    return [] if ask is None else [id_of(value, ask.of, GAME.kinds(s)) for value in _values(ask)]


def asked(s: Mars, who: int, op: Op, answers: str, topic: str, **limits: Any) -> Ask | None:
    """The question about a topic after these answers; None if something else is asked, or nobody."""
    begin_operation(s, who, op, **limits)
    found: Ask | None = play(s, _after(s, len(answers.split()), topic), answers).result
    return found


def _values(ask: Ask) -> list[Any]:
    return list(ask.options() if callable(ask.options) else ask.options)


def _after(s: Mars, answers: int, topic: str) -> Steps[Ask | None]:
    """The Operation, up to the question that comes after so many answers."""
    rule, send = _whole(s), None
    while True:
        try:
            step = rule.send(send)
        except StopIteration:
            return None
        if isinstance(step, Ask):
            is_open = len(_values(step)) > 1 or step.even_if_forced
            if not answers and step.topic == topic:
                return step
            if not answers and is_open:
                return None
            answers -= is_open
        send = yield step


def _whole(s: Mars) -> Steps[None]:
    while (yield from operate(s)):
        pass
