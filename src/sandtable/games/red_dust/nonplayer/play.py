"""8 Non-players at the table: `turn` is wrapped, and what is asked of a non-player is answered here."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Ask, Roll, Steps, say

from ..printed.map import RECLAIMERS, RED_DUST
from ..state import Mars, Phase
from . import (
    building,
    event_moves,
    events,
    fighting,
    movement,
    moves,
    operations,
    rounds,
    specials,
)
from .answering import playing
from .conditions import DICE
from .conditions import TESTS as CONDITIONS
from .curiosity import deal, shuffle
from .effective import COUNTS
from .eligibility import TESTS, answer, initiative
from .priorities import FILTERS, METRICS
from .state import NonPlayers
from .tables import check_tables

AGITATE = "Agitate Total"
#: The modules that fill the table of answers.
MODULES = (building, event_moves, events, fighting, movement, operations, rounds, specials)


def at_table(seats: tuple[int, ...]) -> NonPlayers:
    """8.4 The non-players before set-up."""
    return NonPlayers(seats, deal(seats))


def set_up_nonplayers(s: Mars) -> Steps[None]:
    """8.4 The Curiosity deck is shuffled; RD rolls for its Agitate Total."""
    np = playing(s)
    np.budget = -1  # nobody is asked to Lobby at the highest Confidence
    yield from shuffle(np)
    yield from _roll_agitate(np)


def _roll_agitate(np: NonPlayers) -> Steps[None]:
    """8.4 An Agitate Total of 0 becomes 1d3: half a die, rounded up."""
    if RED_DUST in np.seats and not np.agitate_total:
        die = yield Roll(1, topic=AGITATE, by=RED_DUST)
        np.agitate_total = (die + 1) // 2
        yield say("Agitate Total: {n:number}.", n=np.agitate_total)


def answered(s: Mars, rule: Steps[None]) -> Steps[None]:
    """Run a rule, and answer what it asks of non-players; everything else goes on to the table."""
    seats = playing(s).seats
    value: Any = None
    rounds_before = s.rounds
    while True:
        try:
            step = rule.send(value)
        except StopIteration:
            break
        if step.__class__ is Ask and step.seat in seats:
            value = yield from answer(s, step)
        else:
            value = yield step
    if s.rounds != rounds_before:
        yield from set_up_nonplayers(s)  # 8.5.9 Reset


def nonplayer_turn(s: Mars, rule: Steps[None]) -> Steps[None]:
    """One turn of a table with non-players: `rule` is the turn as people play it."""
    if s.phase is Phase.BIDS and s.is_nonplayer(RECLAIMERS):
        rule.close()
        return initiative(s)
    if s.phase is Phase.SET_UP:
        return _begin_game(s, rule)
    if s.phase is Phase.END_OF_ROUND:
        playing(s).put_away()
    return answered(s, rule)


def _begin_game(s: Mars, rule: Steps[None]) -> Steps[None]:
    yield from set_up_nonplayers(s)
    yield from answered(s, rule)


def check() -> list[str]:
    """The mistakes in the tables, or between them and the rules."""
    return check_tables(
        {
            "conditions": {*CONDITIONS, *DICE},
            "instructions": {*operations.CANDIDATES, *operations.AT_THE_END},
            "filters": FILTERS,
            "metrics": METRICS,
            "keep": moves.KEEP,
            "get": moves.GET,
            "rounds": {*rounds.SUPPORT, *rounds.KEEP, *rounds.GET, *rounds.OTHER_LINES},
            "tests": TESTS,
            "activities": {*specials.USEFUL, "ambush_rd", "ambush_cr"},
            "counts": COUNTS,
        }
    )
