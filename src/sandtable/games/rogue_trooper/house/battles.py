"""The house player in battle: evade, surrender or fight, with what, and when to face the Traitor."""

from __future__ import annotations

import random
from typing import Any

from sandtable.engine import DONE, Ask

from ..rules.battlefield import EVADE, SURRENDER
from ..rules.combat import BARE_HANDS, GI, HOLD_FIRE, Target
from ..state import STACK, NuEarth, Phase
from .tactics import (
    ENOUGH,
    TOO_LITTLE,
    Answer,
    best_salvo,
    chance_to_evade,
    companion_worth,
    has_rival,
    is_alone,
    item_worth,
    power,
    stake_of,
    yes,
)


def foe_of(s: NuEarth) -> tuple[Target, int, int]:
    """The foe in a fight, a card, the Traitor or a GI: the target, its dice and the lives at stake."""
    if s.phase is Phase.FACING and s.cards.zones[STACK]:
        foe = s.box.foes[s.cards.zones[STACK][-1]]
        return Target(foe.categories, foe.gp_proof), foe.firepower, 2 if foe.double_damage else 1
    if s.phase is Phase.CONFRONTATION:
        return GI, s.box.sheet.traitor_dice + s.traitor_dice, 1
    return GI, 6, 1


def _stake(s: NuEarth, seat: int, lives: int) -> float:
    return 30.0 if s.phase is Phase.CONFRONTATION else stake_of(s, seat, lives)


def _face(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Evade if that may work, unless a Mission wants this card beaten and that is likely; otherwise stand."""
    target, dice, lives = foe_of(s)
    stake = stake_of(s, seat, lives)
    fight = best_salvo(s, seat, target, dice, stake)
    if EVADE in values:
        card = s.cards.zones[STACK][-1]
        slips = chance_to_evade(s, seat, s.box.foes[card].initiative)
        wants = any(s.box.task(m).task == "bust_tank" for m in s.missions(seat)) and fight.chance > 0.6
        if slips > 0 and not wants and (slips >= 0.3 or fight.chance < 0.9 or fight.cost > 2):
            return EVADE
    return _stand(s, seat, ask, values, rng)


def _stand(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Prison is better than a likely death. The Glasshouse heals; the Brig is near Sick Bay and Armoury; both supply."""
    target, dice, lives = foe_of(s)
    if SURRENDER in values:
        chance = best_salvo(s, seat, target, dice, stake_of(s, seat, lives)).chance
        if s.lives[seat] <= lives and chance < 0.75:
            return SURRENDER
        is_spent = power(s, seat) < (ENOUGH if s.lives[seat] <= 2 else TOO_LITTLE)
        if is_spent and chance < 0.55:
            return SURRENDER
    return _salvo(s, seat, ask, values, rng)


def _salvo(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    target, dice, lives = foe_of(s)
    plan = best_salvo(s, seat, target, dice, _stake(s, seat, lives))
    return (plan.weapon, plan.rounds) if (plan.weapon, plan.rounds) in values else BARE_HANDS


def _second_salvo(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    assert ask.about is not None
    target, _, lives = foe_of(s)
    behind = ask.about["enemy"] - ask.about["mine"]
    if behind < 0:
        return HOLD_FIRE
    plan = best_salvo(s, seat, target, 0, _stake(s, seat, lives), behind=behind, is_first=False)
    return (plan.weapon, plan.rounds) if (plan.weapon, plan.rounds) in values else HOLD_FIRE


def _backing(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """Combat Stims only when it matters."""
    _, dice, lives = foe_of(s)
    matters = s.phase is Phase.CONFRONTATION or s.lives[seat] <= lives or dice >= 5
    return values[0] if matters else DONE


def _drop(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return min(values, key=lambda card: item_worth(s, card))


def _killed(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    """The Companion who helps least."""
    return min(values, key=lambda card: companion_worth(s, seat, card))


def _confront(s: NuEarth, seat: int, ask: Ask, values: Any, rng: random.Random) -> Any:
    return dares_traitor(s, seat)


def dares_traitor(s: NuEarth, seat: int) -> bool:
    """The last life is not risked, unless it is the Traitor's last one too."""
    if is_alone(s) and s.lives[seat] <= 2:
        return False
    if s.lives[seat] == 1 and (s.traitor_lives > 1 or not has_rival(s, seat)):
        return False
    if s.traitor >= s.box.earth:
        return True
    return best_salvo(s, seat, GI, s.box.sheet.traitor_dice, 30.0).chance > 0.3 or s.has_bagman(seat)


ANSWERS: dict[str, Answer] = {
    "face": _face,
    "stand": _stand,
    "avoid": yes,
    "salvo": _salvo,
    "second_salvo": _second_salvo,
    "backing": _backing,
    "second_backing": _backing,
    "shield": yes,
    "drop": _drop,
    "killed": _killed,
    "confront": _confront,
}
