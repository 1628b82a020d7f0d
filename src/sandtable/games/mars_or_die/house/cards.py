"""Which cards the house plays, and when."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandtable.engine import PASS, Word

from ..cards.playing import effect_of
from ..printed.box import box_of
from ..rules import action_table as a
from ..rules.action_table import Action
from ..rules.movement import charge_distance
from ..rules.reach import allowance, charges
from ..rules.sight import can_fire, enemies_in_range, firing_stands, targets
from ..state import Battle, kind_of, on_table, side_of, stands_left
from .plans import fire_value, is_better_together
from .question import Asked
from .tactics import Eye, best_charge


def helps(s: Battle, eye: Eye, action: Action, effect: str, best: Word) -> bool:
    """Whether a card is worth playing on what a unit is about to do, which is the `best` it could do without it."""
    return HELPS[effect](s, eye, action, best)


def war_frenzy(s: Battle, eye: Eye, action: Action, best: Word) -> bool:
    return best != a.CHARGE and gains_charge(s, eye, action)


def en_avant(s: Battle, eye: Eye, action: Action, best: Word) -> bool:
    late = s.turn * 2 > box_of(s).field.turns
    return (best != a.CHARGE and gains_charge(s, eye, action)) or (late and best == a.MOVE)


def fire_card(s: Battle, eye: Eye, action: Action, best: Word) -> bool:
    return best == a.FIRE_AT and fire_value(s, eye, action) >= 1.0


def marksmen(s: Battle, eye: Eye, action: Action, best: Word) -> bool:
    far = Action(action.unit, action.seat, range=4000)
    return best != a.CHARGE and fire_value(s, eye, far) > fire_value(s, eye, action) + 0.8


def volley(s: Battle, eye: Eye, action: Action, best: Word) -> bool:
    return best == a.FIRE_AT and volley_helps(s, action)


def ambush(s: Battle, eye: Eye, action: Action, best: Word) -> bool:
    return best == a.MOVE


def champions_roar(s: Battle, eye: Eye, action: Action, best: Word) -> bool:
    return best == a.MOVE and s.turn > 2


def canal_lore(s: Battle, eye: Eye, action: Action, best: Word) -> bool:
    return best == a.MOVE and is_hindered(s, action.unit)


#: For each card that is played on an action: whether it is worth it.
HELPS: dict[str, Callable[[Battle, Eye, Action, Word], bool]] = {
    "war_frenzy": war_frenzy,
    "en_avant": en_avant,
    "arrow_storm": fire_card,
    "rapid_fire": fire_card,
    "marksmen": marksmen,
    "volley": volley,
    "ambush": ambush,
    "champions_roar": champions_roar,
    "canal_lore": canal_lore,
}


def gains_charge(s: Battle, eye: Eye, action: Action) -> bool:
    """Whether two inches more bring a good charge."""
    if not eye.kind.charge or s.disordered[action.unit]:
        return False
    return best_charge(eye, charges(s, action.unit, charge_distance(s, action) + 2000), 0.5) > 0.5


def volley_helps(s: Battle, action: Action) -> bool:
    """Whether all have the same single target, and one great shot is likelier to bring it down."""
    enemies = enemies_in_range(s, action.unit)
    seen = {
        target
        for stand in firing_stands(s, action.unit)
        for target in targets(s, action.unit, stand, enemies)
    }
    return len(seen) == 1 and is_better_together(
        s, Action(action.unit, action.seat, card="volley"), min(seen)
    )


def is_hindered(s: Battle, u: int) -> bool:
    """Whether a canal lies between a unit and the nearest enemy or goal."""
    box = box_of(s)
    pose = s.poses[u]
    reach = allowance(s, u) + 1500
    for block in box.blocks:
        south, north = block.corners[0][1], block.corners[2][1]
        if (pose.y < south and south - pose.y < reach - (north - south)) and s.live[1 - side_of(s, u)]:
            return True
    return any(ground.area[1] <= pose.y <= ground.area[3] for ground in box.dry)


def start_card(q: Asked) -> Any:
    """Cards for the start of a turn are played as soon as they do something."""
    s, seat, values = q.s, q.seat, q.values
    for card in values:
        if card != PASS and is_time(s, seat, effect_of(s, card)):
            return card
    return PASS


def is_time(s: Battle, seat: int, effect: str) -> bool:
    return effect not in TIMES or TIMES[effect](s, seat)


def is_outshot(s: Battle, seat: int) -> bool:
    """Whether dust would hinder at least two enemies who shoot far, and more of them than of one's own."""
    theirs, ours = (
        sum(on_table(s, u) and kind_of(s, u).range > 8000 and can_fire(s, u) for u in s.live[side])
        for side in (1 - seat, seat)
    )
    return theirs >= 2 and theirs > ours


def has_somebody_firing(s: Battle, seat: int) -> bool:
    return any(
        can_fire(s, u) for u in s.live[seat] if kind_of(s, u).is_infantry or kind_of(s, u).is_machinegun
    )


def is_under_way(s: Battle, seat: int) -> bool:
    return s.turn > 1


#: For each card at the start of a turn that is not played at once: when it is time.
TIMES: dict[str, Callable[[Battle, int], bool]] = {
    "dust_devils": is_outshot,
    "sandbags": has_somebody_firing,
    "drums": is_under_way,
}
#: Cards that hardly matter.
TRIFLES = ("drums", "canal_lore", "champions_roar", "ambush")


def dig_in(q: Asked) -> Any:
    return max(q.values, key=lambda u: (can_fire(q.s, u), stands_left(q.s, u), -u))


def cancel(q: Asked) -> Any:
    """Cancel what hurts; a card that hardly matters is let pass."""
    return PASS if effect_of(q.s, q.args["played"]) in TRIFLES else q.values[0]


def shield(q: Asked) -> Any:
    """Save a stand that is likely to be lost, if it is worth a card."""
    return q.values[0] if q.args["dice"] >= 5 else PASS
