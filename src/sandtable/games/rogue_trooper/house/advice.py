"""Why the house player would give an answer, in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine import PASS, Ask, Line, Run

from ..cards.playing import PASS_ON, PASS_TO_END
from ..rules.battlefield import EVADE, SURRENDER
from ..rules.combat import BARE_HANDS, HOLD_FIRE
from ..rules.end_phase import KEEP_HAND, KEEP_REST, NOT_NOW
from ..rules.missions import KEEP
from ..rules.movement import PLAY_CARD
from ..rules.ways import STAY
from ..state import STACK, NuEarth
from .battles import foe_of
from .tactics import best_salvo, chance_to_evade, goal_of, stake_of

ON_THE_WAY = Line("{place:sector} is where you want to go.")
WAIT = Line("There is something to gain here.")
CARD_HELPS = Line("A Rogue card takes you further than your feet.")
SPARE_CARDS = Line("Nobody is near enough to winning to spend a card on.")
HURTS_LEADER = Line("{mover:seat} looks nearest to winning.")
HELPS = Line("It helps you now.")
NO_USE = Line("It is of no use to you now, and a new card is drawn in its place.")
ALL_USEFUL = Line("Every card you hold may be of use.")
EVADES = Line("You get past it in {n:number}% of cases, and can still fight if you fail.")
WINS = Line("It wins in {n:number}% of cases, for what it costs.")
UNARMED = Line("Rounds would be wasted here.")
PRISON = Line("You would probably lose more in a fight, and prison heals or supplies you.")
HOLDS = Line("A second salvo would cost more than it is likely to gain.")
PAYS = Line("It pays a Clue card.")
LATER = Line("None of your Missions can be completed here.")
NEAR = Line("It can be done without a long way.")
FAR = Line("It is far out of the way.")

Reason = Callable[[NuEarth, int, Ask, Any], Line | None]


def advice_on(run: Run[NuEarth], value: Any) -> Line | None:
    """Why the house would give this answer; None where it has no reason to tell."""
    ask = run.ask
    reason = None if ask is None else REASONS.get(ask.topic)
    return None if ask is None or reason is None else reason(run.state, ask.seat, ask, value)


def _move(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    if value == STAY:
        return WAIT
    return CARD_HELPS if value == PLAY_CARD else ON_THE_WAY.of(place=goal_of(s, seat))


def _rogue(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    if value in (PASS, PASS_ON, PASS_TO_END):
        return SPARE_CARDS
    return HELPS if s.box.rogue(value).target == "self" else HURTS_LEADER.of(mover=s.mover)


def _rogue_out(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    return ALL_USEFUL if value in (KEEP_HAND, KEEP_REST) else NO_USE


def _fight(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    if value == EVADE:
        chance = chance_to_evade(s, seat, s.box.foes[s.cards.zones[STACK][-1]].initiative)
        return EVADES.of(n=round(100 * chance))
    if value == SURRENDER:
        return PRISON
    if value == HOLD_FIRE:
        return HOLDS
    if value == BARE_HANDS or ask.topic == "second_salvo":
        return UNARMED if value == BARE_HANDS else None
    target, dice, lives = foe_of(s)
    plan = best_salvo(s, seat, target, dice, stake_of(s, seat, lives), only=value[0])
    return WINS.of(n=round(100 * plan.chance)) if plan.rounds == value[1] else None


def _declare(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    return LATER if value == NOT_NOW else PAYS


def _new_mission(s: NuEarth, seat: int, ask: Ask, value: Any) -> Line | None:
    return NEAR if value == KEEP else FAR


REASONS: dict[str, Reason] = {
    "move": _move,
    "march": _move,
    "fly": _move,
    "pod_move": _move,
    "rogue_movement": _rogue,
    "rogue_encounter": _rogue,
    "rogue_end": _rogue,
    "own_card": _rogue,
    "rogue_out": _rogue_out,
    "face": _fight,
    "stand": _fight,
    "salvo": _fight,
    "second_salvo": _fight,
    "declare": _declare,
    "new_mission": _new_mission,
}
