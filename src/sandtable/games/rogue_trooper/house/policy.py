"""The house player: it pursues its mission, fights what it can beat, evades what it cannot, and gets in the leader's way.

It reads what everybody sees and the cards of its own seat, and nothing else.
"""

from __future__ import annotations

import random
from typing import Any

from sandtable.engine import Ask, Run

from ..cards.playing import MOVEMENT, playable
from ..rules.dead import KEEP_ALL
from ..rules.end_phase import ALWAYS
from ..rules.missions import ANOTHER, KEEP
from ..rules.movement import ASK_ME, BEACON, PLAY_CARD, POD, SHUTTLE
from ..rules.ways import STAY
from ..state import NOWHERE, NuEarth
from . import battles, meetings, rogue_cards
from .rogue_cards import best_card, has_other_needs
from .tactics import Answer, clues_of, cost_of, danger, distance, goal_of, healing_places, weakness, yes

#: Slots in the order in which they are filled.
SLOTS = (1, 2, 0)


def house_policy(run: Run[Any], rng: random.Random) -> Any:
    """A sensible answer to the open question."""
    ask = run.ask
    assert ask is not None
    answer = ANSWERS.get(ask.topic)
    if answer is None:
        return run.values[int(rng.random() * len(run.values))]
    return answer(run.state, ask.seat, ask, run.values, rng)


# Set-up and missions


def _slot(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return next(slot for slot in SLOTS if slot in values)


def _new_mission(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """A Mission that is far away or troublesome is exchanged for another."""
    assert ask.about is not None
    return ANOTHER if ANOTHER in values and cost_of(s, seat, ask.about["card"]) > 5 else KEEP


def _declare(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Always, and without being asked again."""
    return ALWAYS if ALWAYS in values else values[0]


def _mission_out(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Two missions are better than one, unless one is far out of the way."""
    far = [card for card in values if card != KEEP_ALL and cost_of(s, seat, card) > 8]
    return far[0] if far else KEEP_ALL


def _set_out(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """One whole face is as good as the other."""
    return values[0]


# Movement


def _move(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Nearer to the goal, by the safest way; staying is safest of all."""
    goal, here, box = goal_of(s, seat), s.sector[seat], s.box
    ways = dict.fromkeys(values)
    if ASK_ME in ways and has_other_needs(s, seat):
        return ASK_ME
    if PLAY_CARD in ways and best_card(s, seat, playable(s, seat, MOVEMENT), rng) is not None:
        return PLAY_CARD
    if SHUTTLE in ways and goal >= box.earth:
        return SHUTTLE
    if POD in ways and goal < box.earth:
        return POD
    if BEACON in ways and distance(s, seat, here, goal) >= 3 and goal < box.earth:
        return BEACON
    return _nearer(s, seat, values, goal, rng)


def _nearer(s: NuEarth, seat: int, values: Any, goal: int, rng: random.Random) -> Any:
    here = s.sector[seat]
    if STAY in values and _should_wait(s, seat, goal):
        return STAY
    best, least, weak = values[0], 1e9, weakness(s, seat)
    for value in values:
        if value in (SHUTTLE, POD, BEACON, PLAY_CARD, ASK_ME):
            continue
        sector = here if value == STAY else value
        cost = distance(s, seat, sector, goal) + 0.28 * rng.random()
        cost += _risk(s, seat, sector, weak) if value != STAY else 2.0
        if cost < least:
            best, least = value, cost
    return best


def _risk(s: NuEarth, seat: int, sector: int, weak: float) -> float:
    """The possible cost of a move into a sector, in moves: a badly hurt GI makes detours."""
    risk = 0.3 * danger(s, seat, sector, weak)
    return min(1.9, risk) if s.lives[seat] <= 2 else min(0.95, risk)


def _should_wait(s: NuEarth, seat: int, goal: int) -> bool:
    """Whether there is something to wait for at the goal: lives, supplies, the Traitor, a Mission that was delayed."""
    here = s.sector[seat]
    if here != goal:
        return False
    if any(s.box.task(card).destination == here for card in s.missions(seat)):
        return True
    waits = (*healing_places(s), s.box.battle_computer, s.box.gi_armoury, s.traitor)
    return here in waits or s.box.is_souther_city[here]


def _fly(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return _nearer(s, seat, values, goal_of(s, seat), rng)


def _drop_zone(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    goal = goal_of(s, seat)
    return min(values, key=lambda zone: distance(s, seat, zone, goal))


def _shuttle(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Over to the other board if that is where to go."""
    goal = goal_of(s, seat)
    return (goal >= s.box.earth) != (s.sector[seat] >= s.box.earth)


def _lead(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Send the other GI out of his way as far as one can tell, and where it hurts most."""
    mover = s.mover
    weak, goal = weakness(s, mover), _likely_goal(s, mover)
    return max(
        values,
        key=lambda sector: (
            danger(s, mover, sector, weak)
            + (1.5 * distance(s, mover, sector, goal) if goal != NOWHERE else 0.0)
            + 0.5 * rng.random()
        ),
    )


def _likely_goal(s: NuEarth, gi: int) -> int:
    """Where a GI must be going, as far as everybody sees: to the Traitor, or to a place that heals; NOWHERE if nobody can tell."""
    if s.set_of(gi):
        return s.traitor
    if clues_of(s, gi) >= s.box.sheet.clue_hand:
        return s.box.shuttle_base
    return NOWHERE


def _flee(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Away from the other hunters; a hunter brings the Traitor towards himself."""
    hunters = [gi for gi in s.living() if s.set_of(gi) and gi != seat]
    is_hunter = bool(s.set_of(seat))

    def worth(place: int) -> float:
        away = min((distance(s, gi, s.sector[gi], place) for gi in hunters), default=0)
        return 0.5 * away - distance(s, seat, s.sector[seat], place) if is_hunter else away

    return max(values, key=worth)


def _deliver(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Unless she is wanted for a wedding."""
    assert ask.about is not None
    return all(s.box.task(card).bride != ask.about["card"] for card in s.missions(seat))


def _sort(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """The hardest first."""
    return max(values, key=lambda card: s.box.foes[card].firepower)


ANSWERS: dict[str, Answer] = {
    "slot": _slot,
    "dead_gi_slot": _slot,
    "inherited_slot": _slot,
    "new_mission": _new_mission,
    "declare": _declare,
    "mission_out": _mission_out,
    "set_out": _set_out,
    "move": _move,
    "march": _fly,
    "fly": _fly,
    "pod_move": _fly,
    "drop_zone": _drop_zone,
    "shuttle": _shuttle,
    "lead": _lead,
    "flee": _flee,
    "deliver": _deliver,
    "attempt": yes,
    "escape": yes,
    "supply": yes,
    "scout": yes,
    "heal": yes,
    "chip": yes,
    "search": yes,
    "sort": _sort,
    "sort_left": _sort,
    **battles.ANSWERS,
    **meetings.ANSWERS,
    **rogue_cards.ANSWERS,
}
