"""The exact chances of a shot or a charge before it is declared, from the closed formula of MD 8."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sandtable.engine import Odds, Run, Word

from ..printed.box import STANDS, TOGETHER
from ..rules.combat import chance_to_beat
from ..rules.firing import Aims, attack_dice, defend_dice
from ..rules.geometry import closed_up
from ..rules.melee import defence_dice, melee_dice
from ..rules.reach import allowance, charges
from ..rules.squaring import at_contact, paired, square_off
from ..state import Battle, find_stand, kind_of, stand_number

NO_CARDS = "if nobody plays another card"
#: What a card adds to a charge at most (G1, B3).
FURTHER = 2000


def odds_of(run: Run[Battle], value: Any) -> Odds | None:
    """The chances of an answer that declares a shot or a charge; None for all others."""
    ask, s = run.ask, run.state
    if ask is None or ask.args is None or isinstance(value, Word):
        return None
    if isinstance(ask.options, Aims):
        aims = ask.options
        dice = attack_dice(s, aims.action, kind_of(s, aims.action.unit).attack, aims.platoons(value))
        return shot_odds(s, dice, value % TOGETHER)
    if ask.topic in ("fire_instead", "second"):
        return shot_odds(s, ask.args["dice"], value)
    if ask.topic == "charge":
        headings = list(charge_ways(s, ask.args["unit"])[value])
        return charge_odds(s, ask.args["unit"], value, headings[len(headings) // 2])
    if ask.topic == "charge_heading":
        return charge_odds(s, ask.args["unit"], ask.args["target"], value)
    return None


def shot_odds(s: Battle, dice: int, target: int) -> Odds:
    """MD 8.3 The chance to hit a stand with so many dice."""
    stand = find_stand(s, target)
    assert stand is not None
    hit = chance_to_beat(dice, defend_dice(s, target // STANDS, stand))
    return Odds({"hit": hit, "no hit": 1 - hit}, policy=NO_CARDS)


def charge_ways(s: Battle, u: int) -> dict[int, dict[int, int]]:
    """Every charge a unit could make, also with a card that takes it further."""
    return charges(s, u, allowance(s, u, charge=True) + FURTHER)


def charge_odds(s: Battle, u: int, v: int, heading: int) -> Odds:
    """MD 8.4 The chances of the first round of a melee: hits taken and hits given, over all pairs."""
    s = s.copy()
    pose = closed_up(s.poses[u])
    far = charge_ways(s, u)[v][heading]
    foes = square_off(s, u, v, at_contact(pose, heading, far))
    chances = {(0, 0): Fraction(1)}
    for _, foe, b in paired(s, u, foes):
        won, lost = pair_chances(s, u, foe, b)
        following: dict[tuple[int, int], Fraction] = {}
        for (taken, given), chance in chances.items():
            for more, part in (((1, 0), lost), ((0, 1), won), ((0, 0), 1 - won - lost)):
                key = taken + more[0], given + more[1]
                following[key] = following.get(key, Fraction(0)) + chance * part
        chances = following
    named = {
        f"1 hit given, {taken} taken" if given == 1 else f"{given} hits given, {taken} taken": chance
        for (taken, given), chance in chances.items()
    }
    return Odds(named, policy=NO_CARDS)


def pair_chances(s: Battle, u: int, v: int, slot: int) -> tuple[Fraction, Fraction]:
    """MD 8.4 The chances that a stand of the charging unit hits the stand it is paired with, and that it is hit."""
    stand = find_stand(s, stand_number(v, slot))
    assert stand is not None
    ours = melee_dice(s, u, v)
    theirs = melee_dice(s, v, u) + defence_dice(s, u, v, stand)
    return chance_to_beat(ours, theirs), chance_to_beat(theirs, ours)
