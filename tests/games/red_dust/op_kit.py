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
    begin_operation(s, who, op, **limits)
    found: list[str] = play(s, _after(s, len(answers.split()), topic), answers).result
    return found


def _after(s: Mars, answers: int, topic: str) -> Steps[list[str]]:
    """The Operation, up to the question that comes after so many answers."""
    rule, send = _whole(s), None
    while True:
        try:
            step = rule.send(send)
        except StopIteration:
            return []
        if isinstance(step, Ask):
            values = list(step.options() if callable(step.options) else step.options)
            is_open = len(values) > 1 or step.even_if_forced
            if not answers and step.topic == topic:
                return [id_of(value, step.of, GAME.kinds(s)) for value in values]
            if not answers and is_open:
                return []
            answers -= is_open
        send = yield step


def _whole(s: Mars) -> Steps[None]:
    while (yield from operate(s)):
        pass
