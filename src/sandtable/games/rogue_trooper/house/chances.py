"""Exact chances of a salvo and of an evasion: what hints and odds tell. The house player itself makes do with an estimate."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from sandtable.engine import Roll

from ..rules.combat import Salvo, Target, salvo_bonus, salvo_dice
from ..state import NuEarth, Phase
from .tactics import chance_to_evade


@lru_cache(maxsize=4096)
def chance_to_win(dice: int, plus: int, times: int, enemy_dice: int, behind: int) -> Fraction:
    """The chance that a salvo's score reaches the enemy's dice and what the GI is behind."""
    mine, all_mine = Roll(dice).outcomes()
    theirs, all_theirs = Roll(enemy_dice).outcomes()
    won = 0
    for total, weight in mine:
        score = (total + plus) * times if dice else 0
        won += weight * sum(other for enemy, other in theirs if score >= enemy + behind)
    return Fraction(won, all_mine * all_theirs)


def chance_of_salvo(
    s: NuEarth, seat: int, salvo: Salvo, target: Target, enemy_dice: int, behind: int, *, is_first: bool
) -> Fraction:
    """The chance of one salvo, chips and Companions included."""
    dice = salvo_dice(s, seat, salvo, target, is_first=is_first)
    if is_first and s.phase is Phase.CONFRONTATION:
        dice += s.dice_at_traitor
    plus, times = salvo_bonus(s, seat, salvo, target) if dice else (0, 1)
    return chance_to_win(dice, plus, times, enemy_dice, behind)


def chance_of_evasion(s: NuEarth, seat: int, initiative: int) -> Fraction:
    """The chance that one attempt to evade succeeds."""
    return Fraction(round(6 * chance_to_evade(s, seat, initiative)), 6)
