"""The exact chances of a shot or a charge before it is declared, from the closed formula of MD 8."""

from __future__ import annotations

from typing import Any

from sandtable.engine import Odds, Run, Word

from ..printed.box import STANDS, TOGETHER
from ..rules.combat import chance_to_beat
from ..rules.firing import Aims, defend_dice
from ..rules.melee import first_round, middle_way
from ..rules.reach import allowance, charges
from ..state import Battle, find_stand

NO_CARDS = "if nobody plays another card"
#: What a card adds to a charge at most (G1, B3).
FURTHER = 2000


def odds_of(run: Run[Battle], value: Any) -> Odds | None:
    """The chances of an answer that declares a shot or a charge; None for all others."""
    ask, s = run.ask, run.state
    if ask is None or ask.args is None or isinstance(value, Word):
        return None
    if isinstance(ask.options, Aims):
        return shot_odds(s, ask.options.dice(value), value % TOGETHER)
    if ask.topic in ("fire_instead", "second"):
        return shot_odds(s, ask.args["dice"], value)
    if ask.topic == "charge":
        heading, _ = middle_way(charge_ways(s, ask.args["unit"])[value])
        return charge_odds(s, ask.args["unit"], value, heading)
    if ask.topic == "charge_heading":
        return charge_odds(s, ask.args["unit"], ask.args["target"], value)
    return None


def shot_odds(s: Battle, dice: int, target: int) -> Odds:
    """MD 8.3 The chance to hit a stand with this many dice."""
    stand = find_stand(s, target)
    assert stand is not None
    hit = chance_to_beat(dice, defend_dice(s, target // STANDS, stand))
    return Odds({"hit": hit, "no hit": 1 - hit}, policy=NO_CARDS)


def charge_ways(s: Battle, u: int) -> dict[int, dict[int, int]]:
    """Every charge a unit could make, also with a card that takes it further."""
    return charges(s, u, allowance(s, u, charge=True) + FURTHER)


def charge_odds(s: Battle, u: int, v: int, heading: int) -> Odds:
    """MD 8.4 The chances of the first round of a melee: hits taken and hits given, over all pairs."""
    chances = first_round(s, u, v, heading, charge_ways(s, u)[v][heading])
    named = {
        f"1 hit given, {taken} taken" if given == 1 else f"{given} hits given, {taken} taken": chance
        for (taken, given), chance in chances.items()
    }
    return Odds(named, policy=NO_CARDS)
