"""The turtle: a player who waits. It sits in a Settlement, recruits up to a strength, and takes Ops for every battle won.

Waiting must lose to going; the tests hold this bot against the house player. On the command line it is found with
`SANDTABLE_BOTS=tests.games.free_mars.surface.turtle sandtable sim surface-combat --bots turtle`.
"""

from __future__ import annotations

import random
from typing import Any

from sandtable.bots.bot import asked
from sandtable.engine import CannotImagine, Chair, Run
from sandtable.games.free_mars.common.rules.ops_cards import Stake
from sandtable.games.free_mars.surface.house import policy, tactics
from sandtable.games.free_mars.surface.rules import actions, movement
from sandtable.games.free_mars.surface.state import BOX, Team

#: It goes out once the Team is this strong, or when no more than so many Ops are left.
STRONG, LATE = 15, 3
#: With so many Ops left it begins to look for the Mission.
CURIOUS = 5


def turtle(run: Run[Team], rng: random.Random) -> Any:
    """The value the turtle gives to the open question: the house player's, except where it would rather wait."""
    assert run.ask is not None
    s, values, topic = run.state, run.values, run.ask.topic
    if topic == "gain":
        return Stake.OPS
    if is_waiting(s):
        if topic == "move":
            return movement.STAY if s.is_recruit_place() else nearest(s, values)
        if topic == "action" and actions.RECRUIT in values and (s.is_revealed or s.ops_left > CURIOUS):
            return actions.RECRUIT
        if topic == "attempt":
            return False
    return policy.house_policy(run, rng)


def is_waiting(s: Team) -> bool:
    """Whether the Team is still to grow: not strong yet, with time left, and with somebody left to recruit."""
    box = s.box
    return (
        s.cell >= 0
        and s.strength < STRONG
        and s.ops_left > LATE
        and any(s.units[unit] == BOX and box.printed[unit][side - 1].combat for unit, side in box.items)
    )


def nearest(s: Team, values: Any) -> Any:
    """The cell that is nearest to a place to recruit in."""
    far = [tactics.distances(s.box, place) for place in tactics.recruit_cells(s)]
    cells = [value for value in values if isinstance(value, int)]
    if not cells or not far:
        return movement.STAY
    return min(cells, key=lambda cell: (min(distance[cell] for distance in far), cell))


class Turtle:
    """The turtle as a bot: it asks its policy on a world that could be the real one."""

    name = "turtle"

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def choose(self, chair: Chair) -> str:
        options = asked(chair).options
        if len(options) == 1:
            return options[0].key
        try:
            run = chair.imagine_run(self._rng)
        except CannotImagine:
            return options[int(self._rng.random() * len(options))].key
        value = turtle(run, self._rng)
        return next((option.key for option in options if option.value == value), options[0].key)


BOTS = {"turtle": Turtle}
