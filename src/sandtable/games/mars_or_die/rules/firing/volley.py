"""The expected result of a shot and a volley, in figures for programs and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandtable.engine import Line, Word

from ...printed.box import STANDS, TOGETHER
from ...state import Battle, find_stand, kind_of
from ..action_table import Action
from ..combat import attack_dice, chance, defend_dice
from ..geometry.formation import Stand
from ..sight import firing_stands
from .aims import Aims, best_stand


def shot_at(s: Battle, dice: int, target: int) -> dict[str, Any]:
    """MD 8.3 A shot at a stand before it is fired: whom it would hit, the dice of both sides, and the chance."""
    v, slot = divmod(target, STANDS)
    stand = find_stand(s, target)
    assert stand is not None
    against = defend_dice(s, v, stand)
    return {"unit": v, "slot": slot, "dice": dice, "against": against, "chance": chance(dice, against)}


SHOT = Line("{chance} to hit: {dice:{dice} die|{dice} dice} against {against}.")


def says_shot(s: Battle, dice: int, aim: int | Word) -> Line | None:
    """The chance of a shot in words."""
    if isinstance(aim, Word):
        return None
    shot = shot_at(s, dice, aim)
    return SHOT.of(chance=Word("chance", f"{shot['chance']:.0%}"), dice=dice, against=shot["against"])


def aim_at(aims: Aims, aim: int) -> dict[str, Any]:
    """MD 6.2 The same of all who would fire together."""
    return shot_at(aims.s, aims.dice(aim), aim % TOGETHER)


def says_aim(aims: Aims, aim: int | Word) -> Line | None:
    """The chance of all who would fire together, in words."""
    return None if isinstance(aim, Word) else says_shot(aims.s, aims.dice(aim), aim % TOGETHER)


def volley(s: Battle, action: Action, at: int, firing: Sequence[Stand] | None = None) -> dict[str, Any]:
    """MD 6.1 The details of firing at a whole unit: each shot that would be fired, as `shot_at` tells it, and from where."""
    firing = firing_stands(s, action.unit) if firing is None else firing
    dice = attack_dice(s, action, kind_of(s, action.unit).attack, 1)
    aims = [(stand.slot, best_stand(s, action, [stand], at)) for stand in firing]
    return {
        "unit": at,
        "shots": [{"from": slot, **shot_at(s, dice, aim)} for slot, aim in aims if aim is not None],
    }


VOLLEY = Line(
    "{stands:One stand with {dice} dice|{stands} stands with {dice} dice each}: {hits} hits on average."
)


def says_volley(shots: Sequence[Mapping[str, Any]]) -> Line:
    """The result of firing at a whole unit, in words."""
    hits = Word("hits", f"{sum(shot['chance'] for shot in shots):.1f}")
    return VOLLEY.of(stands=len(shots), dice=shots[0]["dice"], hits=hits)


def says_fire_at(s: Battle, action: Action, firing: Sequence[Stand], at: int | Word) -> Line | None:
    """The expected result if these stands fire at a unit."""
    return None if isinstance(at, Word) else says_volley(volley(s, action, at, firing)["shots"])
