"""Which cards the house plays, and when."""

from __future__ import annotations

from typing import Any

from sandtable.engine import PASS, Word

from ..cards.playing import effect_of
from ..printed.box import box_of
from ..rules import action_table as a
from ..rules.action_table import Action
from ..rules.actions import charge_distance
from ..rules.reach import allowance, charges
from ..rules.sight import can_fire, enemies_in_range, firing_stands, targets
from ..state import Battle, kind_of, left, on_table, side_of
from .plans import fire_value, is_better_together
from .question import Asked
from .tactics import Eye, charge_value


def helps(s: Battle, eye: Eye, action: Action, effect: str, best: Word) -> bool:
    """Whether a card is worth playing on what a unit is about to do."""
    if effect == "war_frenzy":
        return best != a.CHARGE and gains_charge(s, eye, action)
    if effect == "en_avant":
        late = s.turn * 2 > box_of(s).field.turns
        return (best != a.CHARGE and gains_charge(s, eye, action)) or (late and best == a.MOVE)
    if effect in ("arrow_storm", "rapid_fire"):
        return best == a.FIRE and fire_value(s, eye, action) >= 1.0
    if effect == "marksmen":
        far = Action(action.unit, action.seat, range=4000)
        return best != a.CHARGE and fire_value(s, eye, far) > fire_value(s, eye, action) + 0.8
    if effect == "volley":
        return best == a.FIRE and volley_helps(s, action)
    if effect == "ambush":
        return best == a.MOVE
    if effect == "champions_roar":
        return best == a.MOVE and s.turn > 2
    return best == a.MOVE and is_hindered(s, action.unit)


def gains_charge(s: Battle, eye: Eye, action: Action) -> bool:
    """Whether two inches more bring a good charge."""
    if not eye.kind.charge or s.disordered[action.unit]:
        return False
    able = charges(s, action.unit, charge_distance(s, action) + 2000)
    return any(charge_value(s, eye, v, able[v]) > 0.5 for v in able)


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
    if effect == "dust_devils":
        long = [
            u for u in s.live[1 - seat] if on_table(s, u) and kind_of(s, u).range > 8000 and can_fire(s, u)
        ]
        own = [u for u in s.live[seat] if on_table(s, u) and kind_of(s, u).range > 8000 and can_fire(s, u)]
        return len(long) >= 2 and len(long) > len(own)
    if effect == "sandbags":
        return any(
            can_fire(s, u) for u in s.live[seat] if kind_of(s, u).is_infantry or kind_of(s, u).is_machinegun
        )
    if effect == "drums":
        return s.turn > 1
    return True


def dig_in(q: Asked) -> Any:
    return max(q.values, key=lambda u: (can_fire(q.s, u), left(q.s, u), -u))


def always(q: Asked) -> Any:
    """Play the first card that can be played."""
    return q.values[0]


def cancel(q: Asked) -> Any:
    """Cancel what hurts; a card that hardly matters is let pass."""
    s, values, args = q.s, q.values, q.args
    trifles = ("drums", "canal_lore", "champions_roar", "ambush")
    return PASS if effect_of(s, args["played"]) in trifles else values[0]


def shield(q: Asked) -> Any:
    """Save a stand that is likely to be lost, if it is worth a card."""
    return q.values[0] if q.args["dice"] >= 5 else PASS
