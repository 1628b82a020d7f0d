"""The exact chances of a shot or a charge before it is declared, from the closed formula of MD 8."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from sandtable.engine import Odds, Of, Run, Word

from ..printed.box import STANDS, TOGETHER
from ..rules import action_table as a
from ..rules.action_table import Action
from ..rules.actions import Orders
from ..rules.combat import attack_dice, chance_to_beat, defend_dice
from ..rules.firing.aims import Aims, Whom, best_stand
from ..rules.geometry.formation import Stand
from ..rules.melee import first_round, middle_way
from ..rules.movement import charge_distance
from ..rules.reach import allowance, charges
from ..rules.sight import firing_stands
from ..state import Battle, find_stand, hit, kind_of

NO_CARDS = "if nobody plays another card"
#: What a card adds to a charge at most (G1, B3).
FURTHER = 2000


def odds_of(run: Run[Battle], value: Any) -> Odds | None:
    """The chances of an answer that declares a shot or a charge; None for all others."""
    ask, s = run.ask, run.state
    if ask is None or ask.about is None or isinstance(value, Word):
        return None
    if isinstance(ask.options, Aims):
        return shot_odds(s, ask.options.dice(value), value % TOGETHER)
    if isinstance(ask.options, Orders):
        return order_odds(ask.options, value)
    if isinstance(ask.options, Whom):
        return volley_odds(s, ask.options.action, value, ask.options.firing)
    if ask.topic in ("fire_instead", "second"):
        return shot_odds(s, ask.about["dice"], value)
    if ask.topic == "charge_heading":
        u, v = ask.about["unit"], ask.about["target"]
        return charge_odds(s, u, v, value, charge_ways(s, u)[v][value])
    return None


def order_odds(orders: Orders, order: tuple[Word, int | Of]) -> Odds | None:
    """The chances of firing at a whole unit, or of charging it."""
    word, v = order
    s, u = orders.s, orders.action.unit
    if not isinstance(v, int):
        return None
    if word == a.FIRE_AT:
        return volley_odds(s, orders.action, v)
    return charge_odds(s, u, v, *middle_way(charges(s, u, charge_distance(s, orders.action))[v]))


def volley_odds(s: Battle, action: Action, v: int, able: Sequence[Stand] | None = None) -> Odds:
    """MD 8.3 How many of the first shots hit, if all who can fire at one unit; who loses its target takes the next stand."""
    able = firing_stands(s, action.unit) if able is None else able
    firing = [stand for stand in able if best_stand(s, action, [stand], v) is not None]
    dice = attack_dice(s, action, kind_of(s, action.unit).attack, 1)
    aims = [best_stand(s, action, [stand], v) for stand in firing]
    found: dict[int, Fraction] = {}

    def follow(s: Battle, n: int, hits: int, chance: Fraction) -> None:
        aim = aims[n] if n < len(aims) else None
        if n < len(aims) and (aim is None or find_stand(s, aim) is None):
            aim = best_stand(s, action, [firing[n]], v)
        if aim is None:  # all have fired, or there is nobody left to fire at
            found[hits] = found.get(hits, Fraction(0)) + chance
            return
        stand = find_stand(s, aim)
        assert stand is not None
        won = chance_to_beat(dice, defend_dice(s, v, stand))
        after = s.copy()
        hit(after, v, aim % STANDS)
        follow(after, n + 1, hits + 1, chance * won)
        follow(s, n + 1, hits, chance * (1 - won))

    follow(s, 0, 0, Fraction(1))
    named = {"1 hit" if hits == 1 else f"{hits} hits": found[hits] for hits in sorted(found)}
    return Odds(named, policy=NO_CARDS)


def shot_odds(s: Battle, dice: int, target: int) -> Odds:
    """MD 8.3 The chance to hit a stand with this many dice."""
    stand = find_stand(s, target)
    assert stand is not None
    hit = chance_to_beat(dice, defend_dice(s, target // STANDS, stand))
    return Odds({"hit": hit, "no hit": 1 - hit}, policy=NO_CARDS)


def charge_ways(s: Battle, u: int) -> dict[int, dict[int, int]]:
    """Every charge a unit could make, also with a card that takes it further."""
    return charges(s, u, allowance(s, u, charge=True) + FURTHER)


def charge_odds(s: Battle, u: int, v: int, heading: int, far: int) -> Odds:
    """MD 8.4 The chances of the first round of a melee: hits taken and hits given, over all pairs."""
    chances = first_round(s, u, v, heading, far)
    named = {
        f"1 hit given, {taken} taken" if given == 1 else f"{given} hits given, {taken} taken": chance
        for (taken, given), chance in chances.items()
    }
    return Odds(named, policy=NO_CARDS)
