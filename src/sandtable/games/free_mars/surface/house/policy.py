"""The house player: a sensible answer to every question, from what the player may know. Used for balance and hints.

It runs the NET until the Mission is revealed, recruits the icons it lacks, repairs when it is hurt, goes to the Nexus
and tries. Where a battle or an attempt is at stake it looks at the exact odds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from sandtable.engine import Run

from ...common.cards.effects import (
    Choose,
    Deploy,
)
from ...common.rules.ops_cards import Stake
from ..rules import movement
from ..rules.actions import PASS
from ..rules.combat import FIGHT_ON, KEEP_FIGHTING, breakoff_number
from ..rules.deployment import deployment_count
from ..rules.missions import NO_MORE
from ..rules.set_up import DONE_RECRUITING
from ..state import Team
from .chances import attempt, fight_on, fight_with
from .foresight import attempt_here, fight_here
from .losses import next_hit, next_loss
from .tactics import (
    Battle,
    card_in_play,
    centrality,
    cost,
    effect_worth,
    gain,
    goal_distances,
    is_ready,
    known_mission,
    known_number,
    mending,
    place_score,
    promise_of,
)

#: Break off when the Team would be wiped out with this chance or more.
FLEE = 0.4
#: Attempt the Mission only if success is this many times as likely as the end of the Team.
RISK = 1.0
#: Attack what a card offers only where the Team is wiped out less often than this, and takes fewer hits on average.
DANGER, HURT = 0.02, 1.5
#: A quick look at an attempt is off by less than this: by 0.06 in 1 of 100 cases, by 0.11 in the worst of 1,000.
CLOSE = 0.12
#: The same for what a way costs, in points of combat.
CLOSE_COST = 2.0

Answer = Callable[[Team, Sequence[Any]], Any]


def house_policy(run: Run[Team], rng: random.Random) -> Any:
    """The value the house player gives to the open question."""
    ask = run.ask
    assert ask is not None
    return ANSWERS[ask.topic](run.state, run.values)


def move_to(s: Team, values: Sequence[Any]) -> Any:
    """The reachable cell that is nearest to the goal; among equals the best to fight in."""
    far = goal_distances(s)

    def score(value: Any) -> float:
        if value == movement.HOP:
            goal = hop_to(s, movement.hop_cells(s))
            return place_score(s, goal, far) - 0.1
        return place_score(s, s.cell if value == movement.STAY else value, far)

    return max(values, key=score)


def hop_to(s: Team, values: Sequence[Any]) -> Any:
    far = goal_distances(s)
    return max(values, key=lambda cell: place_score(s, cell, far))


def start_at(s: Team, values: Sequence[Any]) -> Any:
    far = centrality(s.box)
    return min(values, key=lambda cell: (far[cell], cell))


def action(s: Team, values: Sequence[Any]) -> Any:
    """16.1 The special action that promises most."""
    best, most = PASS, 0.0
    for word in values:
        if word != PASS and (promise := promise_of(s, word)) > most:
            best, most = word, promise
    return best


def run_outcome(s: Team, values: Sequence[Any]) -> Any:
    """14.3 Reveal the Mission first, then take what is worth most."""
    return best_way(s, "netrun", values)


def recruit_outcome(s: Team, values: Sequence[Any]) -> Any:
    """17.3 Points rather than a TAZ."""
    return best_way(s, "recruit", values)


def best_way(s: Team, line: str, values: Sequence[Any]) -> Any:
    """The outcome of a table line whose effects are worth most; even a little is better than nothing."""
    ways = {way.word: way.effects for way in s.box.lines[line].outcomes}
    return max(values, key=lambda word: sum(effect_worth(s, e) for e in ways.get(word, ())))


def recruit(s: Team, values: Sequence[Any]) -> Any:
    """17.1 Recruit the item that brings most for its points; nothing if little is to be had."""
    box = s.box
    items = [value for value in values if value != DONE_RECRUITING]
    best = max(items, key=lambda item: (gain(s, item) / max(1, box.costs[item]), -item))
    return best if DONE_RECRUITING not in values or gain(s, best) > 0.3 else DONE_RECRUITING


def attempts(s: Team, values: Sequence[Any]) -> Any:
    """9.5 Try when the odds are fair, or when there is no time to better them."""
    number = known_number(s)
    if number is None:
        return False
    if s.ops_left <= 1:
        return True
    return is_ready(s) and is_fair(s, number)


def is_fair(s: Team, number: int) -> bool:
    """9.5 Whether an attempt succeeds more often than it ends the Team. A quick look will do, unless that is close."""
    about = attempt_here(s, number)
    lead = about.success - about.lost * RISK
    if abs(lead) > CLOSE:
        return lead > 0
    odds = attempt(s, s.box.missions[number])
    return odds.success > odds.lost * RISK


def attacks(s: Team, values: Sequence[Any]) -> Any:
    """12.2 Take what a card offers, but a battle only where it is safe."""
    for effect in card_in_play(s):
        if isinstance(effect, Deploy):
            against = deployment_count(s, effect), effect.edge, effect.including
            about = fight_here(s, *against)
            if about.lost < DANGER / 10 and about.hits < HURT / 1.4:
                return True
            if about.lost > DANGER * 4 or about.hits > HURT * 1.4:
                return False
            fight = fight_with(s, *against)
            return fight.lost < DANGER and fight.hits < HURT
    return True


def breaks_off(s: Team, values: Sequence[Any]) -> Any:
    """15.4 Away with the fastest unit when the battle is likely to be the Team's last."""
    if fight_on(s).lost < FLEE:
        return KEEP_FIGHTING
    movers = [value for value in values if value not in (KEEP_FIGHTING, FIGHT_ON)]
    return max(movers, key=lambda unit: (breakoff_number(s, unit), -unit))


def gains(s: Team, values: Sequence[Any]) -> Any:
    """12.2 Ops rather than a NET Level, which brings an enemy to every battle."""
    return Stake.OPS


def loses(s: Team, values: Sequence[Any]) -> Any:
    """12.2 A NET Level rather than Ops."""
    return Stake.NET if Stake.NET in values and (s.net > 1 or s.ops_left <= 5) else values[0]


def choice(s: Team, values: Sequence[Any]) -> Any:
    """12.2 The way that costs least: an Op rather than a Cadre, while there are Ops."""
    ways = {way.word: way for e in card_in_play(s) if isinstance(e, Choose) for way in e.ways}

    def costs(fight: Battle) -> list[float]:
        return [
            sum([cost(s, e, fight) for e in ways[word].effects]) if word in ways else 0.0 for word in values
        ]

    about = costs(fight_here)
    least = min(about)
    if sum([it < least + CLOSE_COST for it in about]) > 1:
        about = costs(fight_with)
    return values[about.index(min(about))]


def loss(s: Team, values: Sequence[Any]) -> Any:
    """15.6 The unit that is missed least."""
    return _piece(values, next_loss(s, [value // 2 for value in values]))


def spare(s: Team, values: Sequence[Any]) -> Any:
    """16.6 The unit that is missed least, for Burnout and for cards that crash a unit."""
    return loss(s, values)


def mend(s: Team, values: Sequence[Any]) -> Any:
    """18.2 The unit whose effective side brings most."""
    return max(values, key=lambda value: mending(s, value // 2))


def _piece(values: Sequence[int], unit: int) -> int:
    return next(value for value in values if value // 2 == unit)


def hit(s: Team, values: Sequence[Any]) -> Any:
    return next_hit(s, values)


def bonus(s: Team, values: Sequence[Any]) -> Any:
    """9.5 For an icon whose own number is not reached; otherwise any counts for the total."""
    mission, box = known_mission(s), s.box
    icons = [value for value in values if value != NO_MORE]
    if mission is None:
        return icons[0]
    return max(icons, key=lambda icon: mission.needs[box.icons[icon]] - s.scored[icon])


ANSWERS: dict[str, Answer] = {
    "recruit_unit": recruit,
    "start": start_at,
    "gather": start_at,
    "move": move_to,
    "extra_move": move_to,
    "hop": hop_to,
    "may": attacks,
    "action": action,
    "netrun": run_outcome,
    "recruit": recruit_outcome,
    "reinforce": recruit,
    "attempt": attempts,
    "breakoff": breaks_off,
    "gain": gains,
    "lose": loses,
    "choose": choice,
    "loss": loss,
    "burnout": spare,
    "crash": spare,
    "repair_unit": mend,
    "hit": hit,
    "bonus": bonus,
}
