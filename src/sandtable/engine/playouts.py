"""The loop of a game that nobody listens to: random play, and what the search plays to the end.

It does what the loop of a run does, without the tape and the copies. They stay two loops: one that asked at every step
whether somebody listens would be slower.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from .chance import CHANCES, RandomSource
from .errors import RuleError
from .game import Over
from .steps import Ask, Note, Steps

#: How a question is answered, given the run and a source of random numbers.
Policy = Callable[[Any, random.Random], Any]
#: After this many turns without a real question, assume that the rules loop forever.
ENDLESS = 100_000


def play_out(run: Any, rng: random.Random, at_most: int, policy: Policy | None, last: int) -> int:  # noqa: C901  (the hot loop)
    """Play a run on, for `at_most` decisions or up to the turn `last`. Returns how many decisions it took."""
    if run.outcome is not None:
        return 0
    send, turns = run._send, None
    source = RandomSource(rng)
    uniform: Callable[[], float] = rng.random
    values = run.values
    value: Any = None
    decisions, idle = 0, [0]
    if values:
        value = values[int(uniform() * len(values))] if policy is None else policy(run, rng)
        decisions = 1
    try:
        while True:
            try:
                step = send(value)
            except StopIteration:
                if turns is not None:
                    return decisions
                turns = following_turns(run, last, idle)
                send, value = turns.send, None
                continue
            kind = type(step)
            if kind is Ask:
                ask: Ask = step
                values = ask.options
                if type(values) is not list and callable(values):
                    values = values()
                n = len(values)
                if n > 1 or (n and ask.even_if_forced):
                    if decisions >= at_most:
                        run.ask, run.values, run._turns = ask, values, turns
                        return decisions
                    decisions += 1
                    idle[0] = 0
                    if policy is None:
                        value = values[int(uniform() * n)]
                    else:
                        run.ask, run.values = ask, values
                        value = policy(run, rng)
                elif n:
                    value = values[0]
                    idle[0] += 1
                    if idle[0] > ENDLESS:
                        raise endless_question(ask)
                else:
                    raise no_options(ask)
            elif kind is Note:
                value = None
            elif kind in CHANCES:
                value = step.value(source.raw(step))
            else:
                value = None
    except Over as over:
        run._end(over.outcome)
        return decisions


def following_turns(run: Any, last: int, idle: list[int]) -> Steps:
    """The turns after the one that has just ended, as one: to end a turn here raises nothing, which takes long.

    Ends with the game, or before the turn `last`; `idle` counts what has passed without a real question.
    """
    game, state = run.game, run.state
    outcome_of, turn_of = game.outcome, game.turn
    while True:
        run.turn += 1
        outcome = outcome_of(state)
        if outcome is not None:
            run._end(outcome)
            return
        idle[0] += 1
        if idle[0] > ENDLESS:
            raise endless_turns()
        gen = turn_of(state)
        run.gen, run._send = gen, gen.send
        if run.turn >= last:
            run.ask, run.values = None, ()
            return
        yield from gen


# What both loops refuse.


def endless_turns() -> RuleError:
    return RuleError(f"{ENDLESS} turns passed without a question; the rules never end.")


def endless_question(ask: Ask) -> RuleError:
    return RuleError(f"{ask.prompt!r} is asked for ever with one answer{_cited(ask)}.")


def no_options(ask: Ask) -> RuleError:
    return RuleError(f"The question {ask.prompt!r} has no options{_cited(ask)}.")


def _cited(ask: Ask) -> str:
    return f" (rule {ask.rule})" if ask.rule else ""
